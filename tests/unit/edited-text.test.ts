/** Texts with a name replaced, and their diff. */
import { describe, expect, test } from "vitest";
import { hunksOf, shiftedOffset, withNewName } from "../../src/code-index/rename/edited-text.ts";
import { wordsIn } from "../../src/code-index/rename/rename-places.ts";

const replaced = (text: string, oldName: string, newName: string) => ({
  offsets: wordsIn(text, oldName),
  oldName,
  newName,
});

test("replaces whole words, and says where others are then", () => {
  const text = "a aa a_ (a) áa a";
  const edit = replaced(text, "a", "bcd");
  expect(edit.offsets).toEqual([0, 9, 15]);
  expect(withNewName(text, edit)).toBe("bcd aa a_ (bcd) áa bcd");
  expect([0, 2, 9, 10, 15].map((offset) => shiftedOffset(offset, edit))).toEqual([0, 4, 11, 14, 19]);
});

describe("hunks", () => {
  const lines = (changed: readonly number[], count: number, end = "\n") =>
    Array.from({ length: count }, (_, i) => (changed.includes(i + 1) ? `old ${i + 1}` : `line ${i + 1}`)).join("\n") +
    end;
  const hunks = (changed: readonly number[], count: number, end?: string) => {
    const before = lines(changed, count, end);
    return hunksOf(before, before.replaceAll("old", "new"));
  };

  test("are empty for equal texts", () => expect(hunksOf("a\n", "a\n")).toBe(""));

  test("have three lines around a change, or fewer at the ends of the text", () => {
    expect(hunks([1], 6)).toBe("@@ -1,4 +1,4 @@\n-old 1\n+new 1\n line 2\n line 3\n line 4\n");
    expect(hunks([6], 6)).toBe("@@ -3,4 +3,4 @@\n line 3\n line 4\n line 5\n-old 6\n+new 6\n");
  });

  test("take changes together whose lines around them touch", () => {
    expect(hunks([2, 9], 12).match(/^@@/gm)).toHaveLength(1);
    expect(hunks([2, 10], 12).match(/^@@/gm)).toHaveLength(2);
    expect(hunks([4, 5], 8)).toContain("-old 4\n-old 5\n+new 4\n+new 5\n");
  });

  test("say where the last line has no end, and keep ends with carriage returns", () => {
    expect(hunks([2], 2, "")).toBe(
      "@@ -1,2 +1,2 @@\n line 1\n-old 2\n\\ No newline at end of file\n+new 2\n\\ No newline at end of file\n",
    );
    expect(hunksOf("a\r\nb\r\n", "a\r\nc\r\n")).toBe("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
  });
});
