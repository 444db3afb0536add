import { expect, test } from "vitest";
import { Vocabulary, wordsOf } from "../../src/facts/words.ts";

test("long texts and full vocabularies have room", () => {
  const vocabulary = new Vocabulary();
  const letters = "x".repeat(60);
  const many = Array.from({ length: 1_000_000 }, (_, index) => `${letters}${index}`).join(" ");
  expect(vocabulary.isFull).toBe(false);
  expect(wordsOf(many, vocabulary)).toHaveLength(1_000_000);
  expect(vocabulary.isFull).toBe(true);
  expect(vocabulary.textOf(999_999)).toBe(`${letters}999999`);
  const { count } = vocabulary.list([], wordsOf(many, vocabulary), Uint32Array.of(0, 1_000_000));
  expect(count).toBe(1_000_000);
  vocabulary.clear();
  expect([vocabulary.size, vocabulary.letterBytes]).toEqual([0, 0]);
  expect(wordsOf("é".repeat(5_000_000), vocabulary)).toEqual(Uint32Array.of(0));
});
