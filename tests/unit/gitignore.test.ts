import { describe, expect, test } from "vitest";
import { IgnorePatterns } from "../../src/workspace/gitignore.ts";

describe("patterns", () => {
  test("have more than two stars for any number of folders, as git has them", () => {
    const patterns = new IgnorePatterns("***/x\na/****\n");
    expect(["x", "b/x", "b/c/x", "a/b", "a/b/c"].map((path) => patterns.verdictOn(path, false))).toEqual(
      Array.from({ length: 5 }, () => "ignored"),
    );
    expect(patterns.verdictOn("a", true)).toBe(undefined);
  });

  test("take no longer for a pattern and a name that are made for it", () => {
    const stars = new IgnorePatterns(`${"*a".repeat(100)}b\n${"**/a/".repeat(100)}b\n`);
    expect(stars.verdictOn("a".repeat(255), false)).toBe(undefined);
    expect(stars.verdictOn(`${"a/".repeat(2_000)}c`, false)).toBe(undefined);
    expect(stars.verdictOn(`${"a/".repeat(2_000)}b`, false)).toBe("ignored");
  });
});
