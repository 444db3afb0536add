import { expect, test } from "vitest";
import { matchesWildcards } from "../../src/base/wildcards.ts";

test.each([
  ["", "", true],
  ["", "a", false],
  ["*", "", true],
  ["?", "", false],
  ["a", "a", true],
  ["a", "A", false],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["*c", "abcc", true],
  ["a*b*c", "a1b2b3c", true],
  ["a*b*c", "a1c2b", false],
  ["?", "😀", true],
  ["??", "😀", false],
  ["*?b", "😀b", true],
  ["a.c", "abc", false],
  ["operator()", "operator()", true],
])("%j and %j: %j", (pattern, name, expected) => {
  expect(matchesWildcards(pattern, name)).toBe(expected);
});

test("a hostile pattern against a long name ends at once", () => {
  expect(matchesWildcards(`${"*a".repeat(50)}*b`, "a".repeat(100_000))).toBe(false);
});
