import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eachOpenFile } from "../support/python-navigation.ts";

/** Cases of one file: `#: type` behind the first name that a line declares, `#1 name: type; …` behind others; `?` is unknown. */
const cases = readFileSync(new URL("../fixtures/navigation/value-types.txt", import.meta.url), "utf8")
  .split(/^==== /m)
  .slice(1)
  .map((part) => ({ title: part.slice(0, part.indexOf("\n")), text: part.slice(part.indexOf("\n") + 1) }));

/** `line name: type` of what the comments of a text say. */
function expectedIn(text: string): readonly string[] {
  return text.split("\n").flatMap((line, at) => {
    const [, type] = /#: (.*)$/.exec(line) ?? [];
    const [, named] = /#1 (.*)$/.exec(line) ?? [];
    const [, name] = /^(?:async )?(?:def )?(\w+)/.exec(line) ?? [];
    if (type !== undefined) return [`${at + 1} ${name}: ${type}`];
    return named === undefined ? [] : named.split("; ").map((one) => `${at + 1} ${one}`);
  });
}

describe("types by the values that names get", () => {
  test.each(cases)("$title", async ({ text }) => {
    const expected = expectedIn(text);
    expect(expected.length).toBeGreaterThan(0);
    const said: string[] = [];
    await eachOpenFile(new Map([["main.py", text]]), [], (open, resolver) => {
      for (const declaration of open.file.declarations) {
        const type = resolver.typeOf?.(open, declaration)?.type ?? "?";
        said.push(`${declaration.line} ${declaration.name}: ${type}`);
      }
    });
    expect(said).toEqual(expect.arrayContaining([...expected]));
  });

  test("a parameter says that its type is what calls pass", async () => {
    const sources: unknown[] = [];
    await eachOpenFile(new Map([["main.py", "def f(a, b: int, c=1): ...\nf(1, 2)\n"]]), [], (open, resolver) => {
      for (const one of open.file.declarations) sources.push(resolver.typeOf?.(open, one));
    });
    expect(sources).toEqual([
      undefined,
      { type: "int", source: "passed" },
      { type: "int", source: "declared" },
      { type: "int", source: "passed" },
    ]);
  });
});
