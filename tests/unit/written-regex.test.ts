import { describe, expect, test } from "vitest";
import { writtenRegex } from "../../src/base/written-regex.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "../support/shipped-languages.ts";

describe("flags at the beginning of a regular expression", () => {
  test.each([
    ["(?i)todo", "ToDo", true],
    ["todo", "ToDo", false],
    ["(?s)a.b", "a\nb", true],
    ["a.b", "a\nb", false],
    ["(?m)^b$", "a\nb\nc", true],
    ["^b$", "a\nb\nc", false],
    ["(?ims)^B.c$", "a\nb\nc\nd", true],
    ["(?ii)a", "A", true],
    // No flags: a group, a name, a lookbehind, signs.
    ["(?:i)todo", "itodo", true],
    ["(?<i>t)odo", "todo", true],
    ["(?<!i)todo", "itodo", false],
    [String.raw`\(\?i\)todo`, "(?i)todo", true],
  ])("%s in %j: %s", (source, text, matches) => {
    expect(writtenRegex(source).test(text)).toBe(matches);
    expect(writtenRegex(source, "u").test(text)).toBe(matches);
  });

  test.each(["(?x)a", "a(?i)b", "(?iu)a", "(?-i)a"])("%s is refused with what to write", (source) => {
    expect(() => writtenRegex(source)).toThrow(/Flags are known only at the beginning: \(\?i\)/);
  });

  test.each(["(?i)(", "("])("%s is refused for what is wrong with it", (source) => {
    expect(() => writtenRegex(source)).toThrow(/^Invalid regular expression: (?!.*Flags)/);
  });
});

describe("flags in predicates", () => {
  const text = "# TODO: one\n# todo: two\n# no\nf('TODO')\n";
  const linesOf = (query: string) =>
    withParsed(languageNamed("python"), text, {}, (file) =>
      file.capture(query, { maxRows: 100 }).rows.map(({ line }) => line),
    );

  test.each([
    ['((comment) @c (#match? @c "(?i)todo"))', [1, 2]],
    ['(comment) @c (#match? @c "(?i)TODO")', [1, 2]],
    ['((comment) @c (#not-match? @c "(?i)todo"))', [3]],
    ['[((comment) @c (#match? @c "(?i)^# todo")) ((string) @c (#eq? @c "x"))]', [1, 2]],
    ['(module (comment)+ @c (#any-match? @c "(?i)two$"))', [1, 2, 3]],
    ['(module (comment)+ @c (#any-not-match? @c "(?i)todo"))', [1, 2, 3]],
    ['(module (comment)+ @c (#match? @c "(?i)todo"))', []],
    ['((comment) @c (#match? @c "todo"))', [2]],
  ])("%s", async (query, lines) => {
    expect(await linesOf(query)).toEqual(lines);
  });

  test.each([
    ['((comment) @c (#match? @c "x(?i)todo"))', /Flags are known only at the beginning/],
    ['((comment) @c (#match? @c "(?i)todo" "b"))', /#match\?/],
    ['((comment) @c (#flagged-eq? @c "(?i)todo"))', /There is no predicate #flagged-eq\?/],
  ])("%s is refused", async (query, details) => {
    await expect(linesOf(query)).rejects.toMatchObject({
      message: "Failed to compile query",
      details: { details: expect.stringMatching(details) },
    });
  });
});
