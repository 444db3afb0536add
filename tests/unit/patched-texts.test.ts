import { expect, test } from "vitest";
import { filesOfDiff } from "../../src/revisions/patched-texts.ts";

const text = "a\nb\na\nb\na\nc\n";

/** A diff with a hunk at each of these lines, which changes a line after an `a`. */
const diffAt = (...hunks: readonly (readonly [line: number, from: string, to: string])[]) =>
  `--- a/x\n+++ b/x\n${hunks.map(([line, from, to]) => `@@ -${line},2 +${line},2 @@\n a\n-${from}\n+${to}\n`).join("")}`;

const textsOf = (diff: string, now = text) => filesOfDiff(diff)[0]?.textsOf(now);

test.each([3, 4, 100, 1_000_000, 999_999_999_999, Number.MAX_SAFE_INTEGER])(
  "a hunk of line %i is applied at the place that is nearest to it",
  (line) => {
    expect(textsOf(diffAt([line, "b", "2"]))).toMatchObject({ after: "a\nb\na\n2\na\nc\n", isApplied: false });
  },
);

test.each([1, 50, 999_999_999_999])(
  "hunks from line %i on are applied as far from each other as the diff says",
  (line) => {
    const diff = diffAt([line, "x", "1"], [line + 2, "b", "2"], [line + 6, "b", "3"]);
    expect(textsOf(diff, "a\nx\na\nb\na\nb\na\nb\n")).toMatchObject({ after: "a\n1\na\n2\na\nb\na\n3\n" });
  },
);

test.each([
  ["a far line after a near one", diffAt([1, "b", "1"], [999_999_999_999, "none", "2"])],
  ["a near line after a far one", diffAt([999_999_999_999, "b", "1"], [1, "b", "2"], [999_999_999_999, "none", "3"])],
  ["a far line", diffAt([999_999_999_999, "none", "1"])],
])("a hunk that fits nowhere, of %s, is refused", (_, diff) => {
  expect(textsOf(diff)).toBeUndefined();
});
