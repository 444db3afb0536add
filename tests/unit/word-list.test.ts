import { expect, test } from "vitest";
import { wordList, wordRecord, wordSet } from "../../src/base/word-list.ts";

test("the words of a text are listed in their order, whatever separates them", () => {
  expect(wordList("int char")).toEqual(["int", "char"]);
  expect(
    wordList(`
    int char
    operator[] std::pair<$0>
  `),
  ).toEqual(["int", "char", "operator[]", "std::pair<$0>"]);
  expect([...wordSet("b a b")]).toEqual(["b", "a"]);
});

test("each word of a record has the value", () => {
  expect(Object.entries(wordRecord("in < constructor", 4))).toEqual([
    ["in", 4],
    ["<", 4],
    ["constructor", 4],
  ]);
});
