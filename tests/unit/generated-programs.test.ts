/** Random programs that CPython accepts, each of which was once reported: `node lab/run.mjs generated` makes more. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { packageFolder } from "../support/built-server.ts";
import { symbolsIn } from "../support/elided-code.ts";
import { languageNamed } from "../support/shipped-languages.ts";

const folder = join(packageFolder, "tests/fixtures/generated");
const python = languageNamed("python");

describe.each(readdirSync(folder))("the program %s", (file) => {
  const text = readFileSync(join(folder, file), "utf8");

  test("has no syntax error", async () => {
    const { diagnostics } = await withParsed(python, text, {}, (parsed) => parsed.diagnostics(1));
    expect(diagnostics).toEqual([]);
  });

  test("has the same symbols with and without bodies", async () => {
    expect(await symbolsIn(python, text, true)).toEqual(await symbolsIn(python, text, false));
  });
});
