import { describe, expect, test } from "vitest";
import { questionOf } from "../../src/code-index/search/question.ts";
import { rankByTerms } from "../../src/code-index/search/rank-files.ts";
import { TermMatcher } from "../../src/code-index/search/term-matcher.ts";
import { fittingLines } from "../../src/tools/source-lines/fitting-lines.ts";

const { terms } = questionOf("reserve quota");
const found = (text: string) => fittingLines(text, new TermMatcher(terms));

describe("the lines of a text that fit a question", () => {
  test("are the ones with the most terms, by the parts of names, in source order", () => {
    const lines = ["quota", "x", "quotas", "def reserve(quota):", "reserved_quota()", "# Quota", "quote"];
    expect(found(lines.join("\r\n"))?.lines.map(({ line, column, text }) => [line, column, text])).toEqual([
      [1, 1, "quota"],
      [4, 5, "def reserve(quota):"],
      [5, 1, "reserved_quota()"],
    ]);
  });

  test("are counted once each, however many terms one line has", () => {
    expect(found("quota ".repeat(10_000))?.lines).toHaveLength(1);
  });

  test.each(["", "quote preserve"])("do not exist in a text without a term: %j", (text) => {
    expect(found(text)).toBeUndefined();
  });
});

test("files are ranked by rare terms and by their best line, and tests come later", () => {
  const file = (name: string, ...lines: readonly string[]) => ({ name, ...(found(lines.join("\n")) ?? never()) });
  const files = [
    file("a.py", "quota"),
    file("apart.py", "quota", "reserve"),
    file("c.py", "reserve"),
    file("tests/test_together.py", "reserve quota"),
    file("together.py", "reserve quota"),
    file("z.py", "quota"),
  ];
  expect(rankByTerms(files, terms, 100).map(({ name }) => name)).toEqual([
    "together.py",
    "apart.py",
    "c.py",
    "tests/test_together.py",
    "a.py",
    "z.py",
  ]);
});

function never(): never {
  throw new Error("the text has a term");
}
