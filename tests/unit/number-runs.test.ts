import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutOut } from "../../src/syntax/cuts.ts";
import { withoutNumberRuns } from "../../src/syntax/number-runs.ts";

const table = (count: number, number = "86") => Array.from({ length: count }, () => number).join(", ");
/** Code that makes a text long enough to be worth it. */
const code = "int area(int width, int height);\n".repeat(4_000);

describe("long lists of numbers", () => {
  test.each([["86"], ["-1.5e-3f"], ["0xFFull"], [".5"], ["1'000"], ["+7"]])(
    "of %s are blank but for the last number",
    (number) => {
      const text = `${code}int t[] = {${table(4_000, number)}};\nint after;\n`;
      const { text: short, runs } = withoutNumberRuns(text);
      expect(short).toHaveLength(text.length);
      expect(cutOut(short, runs).text.slice(code.length)).toBe(`int t[] = { ${number}};\nint after;\n`);
      expect(short.replace(/ +/g, " ").slice(code.length)).toBe(`int t[] = { ${number}};\nint after;\n`);
    },
  );

  test("keep their line breaks", () => {
    const text = `${code}int t[] = {\n${"1,2,\r\n3,\n".repeat(2_000)}};\n`;
    expect(withoutNumberRuns(text).text.match(/\r?\n/g)).toEqual(text.match(/\r?\n/g));
  });

  test.each([
    ["in a short text", `int t[] = {${table(4_000)}};`],
    ["that are short", `${code}int t[] = {${table(900)}};`],
    ["of names", `${code}int t[] = {${table(4_000, "a1")}};`],
    ["that begin inside of a name", `${code}x${"1".repeat(5_000)};`],
    ["without commas", `${code}${"1 ".repeat(4_000)}`],
  ])("stay %s", (_, text) => {
    expect(withoutNumberRuns(text)).toEqual({ text, runs: [] });
  });

  test("end a comment before them", () => {
    const text = `${code}// 1, 2,\n${"1,2,\n".repeat(2_000)}  int after;\n`;
    const { text: short, runs } = withoutNumberRuns(text);
    expect(cutOut(short, runs).text.slice(code.length)).toBe("// \n  int after;\n");
  });

  test("take no name with them", () => {
    const part = fc.constantFrom(
      "1, ",
      "0x1F,\n",
      "name, ",
      "{",
      "}",
      "1, name2, ",
      "// 3,\n",
      "-5.e+3 ,",
      // A word after a digit is the suffix of a number.
      "66 ",
      "größe, ",
    );
    const named = /name2?|größe|[{}/]/g;
    fc.assert(
      fc.property(fc.array(fc.tuple(part, fc.nat(3_000)), { maxLength: 6 }), (parts) => {
        const text = code + parts.map(([one, count]) => one.repeat(count)).join("");
        const { text: short, runs } = withoutNumberRuns(text);
        expect(short).toHaveLength(text.length);
        expect(short.match(named)).toEqual(text.match(named));
        // The cut text has the same lines, but for blanks and empty ones.
        const linesOf = (one: string) => one.split("\n").flatMap((line) => line.trim().replace(/\s+/g, " ") || []);
        expect(linesOf(cutOut(short, runs).text)).toEqual(linesOf(short));
      }),
      { numRuns: 30 },
    );
  });
});
