import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../lab/random-numbers.mjs";
import { definesOf } from "../../src/syntax/dialect.ts";
import { definedIn } from "../../src/workers/file-macros.ts";
import { seed } from "../support/seed.ts";

/** Returns the macros of a text as the reader of whole texts finds them, in the form of a file's. */
function definedInAllOf(text: string): ReturnType<typeof definedIn> {
  const roles = [...definesOf(text)];
  return { count: roles.length, rolesJson: roles.length === 0 ? "" : JSON.stringify([roles.length, ...roles]) };
}

/** Parts of texts at which a reader may take a wrong end. */
const parts = [
  "#define A",
  "#define B(x) x",
  "# \t define C int",
  "#  undef A",
  "define D",
  "undefined",
  "#if A",
  "#else",
  "#endif",
  "/*",
  "*/",
  "//",
  '"',
  " ",
  " void",
  "\\\n",
  "\\\r\n",
  "\r\n",
  "\n",
  "\n",
  "\n",
];

describe("the macros of a file", () => {
  test.each([
    ["of a file without one", "int undefined;\n", 0],
    ["in the last line, without a break", "int a;\n#define A int", 1],
    ["whose line goes on", "#define A \\\n  int \\\r\n  b\nint c;\n", 1],
    ["before words that only look like one", "#define A int\nint undefined; // define\n", 1],
    ["after a comment that never ends", "/* \n#define A int\n", 0],
    ["in a comment that ends later", "/* \n#define A int\n*/ int b;\n", 0],
    ["with blanks after the sign", "int a;\n  #  \t define A int\nint b;\n", 1],
    ["of a text that begins with the word", "define A int\n", 0],
  ])("are those of its whole text, %s", (_, text, count) => {
    expect(definedIn(Buffer.from(text))).toEqual(definedInAllOf(text));
    expect(definedIn(Buffer.from(text)).count).toBe(count);
  });

  test(`are those of its whole text, of random texts (seed ${seed})`, () => {
    const random = randomNumbers(seed);
    const below = (count: number) => Math.floor(random() * count);
    for (let round = 0; round < 3_000; round++) {
      const text = Array.from({ length: below(24) }, () => parts[below(parts.length)]).join("");
      expect({ text, ...definedIn(Buffer.from(text)) }).toEqual({ text, ...definedInAllOf(text) });
    }
  });
});
