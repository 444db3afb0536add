import { expect, test } from "vitest";
import { joinedCuts } from "../../src/syntax/cuts.ts";

const cut = (start: number, end: number) => ({ start, end, put: "" });

test.each([
  ["none", [], [], []],
  ["none further", [cut(1, 3)], [], [cut(1, 3)]],
  ["only further ones", [], [cut(1, 3), cut(4, 5)], [cut(1, 3), cut(4, 5)]],
  [
    "in the order of the text",
    [cut(1, 3), cut(8, 9)],
    [cut(0, 1), cut(3, 8), cut(9, 10)],
    [cut(0, 1), cut(1, 3), cut(3, 8), cut(8, 9), cut(9, 10)],
  ],
  ["inside of another one", [cut(1, 9)], [cut(2, 4), cut(5, 6), cut(9, 11)], [cut(1, 9), cut(9, 11)]],
  ["over the end of another one", [cut(1, 4), cut(6, 7)], [cut(3, 5)], [cut(1, 4), cut(6, 7)]],
  ["over the start of another one", [cut(4, 6)], [cut(3, 5), cut(7, 8)], [cut(4, 6), cut(7, 8)]],
])("cuts are joined: %s", (_, cuts, further, joined) => {
  expect(joinedCuts(cuts, further)).toEqual(joined);
});
