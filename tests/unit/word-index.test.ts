import { describe, expect, test } from "vitest";
import { WordIndex } from "../../src/facts/word-index.ts";

/** An index of one block of words, each with the letters that it shares with the one before it, the others, and its postings. */
function indexOf(
  words: readonly (readonly [shared: number, others: string, postings: readonly number[]])[],
  files = 3,
) {
  const entries = words.flatMap(([shared, others, postings]) => [
    shared,
    others.length,
    postings.length,
    ...Buffer.from(others),
  ]);
  const postings = words.flatMap(([, , some]) => some);
  const blocks = new Uint8Array(Uint32Array.of(0, 0, entries.length, postings.length).buffer);
  const sections = { wordBlocks: blocks, wordEntries: Uint8Array.from(entries), postings: Uint8Array.from(postings) };
  return new WordIndex(words.length, files, (name) => sections[name]);
}

describe("a check of words", () => {
  test.each([
    [
      "words and their files",
      [
        [0, "a", [0]],
        [1, "b", [0, 1]],
        [0, "b", []],
      ] as const,
    ],
    [
      "a word after the one that it begins with",
      [
        [0, "ab", [0]],
        [2, "c", [0]],
      ] as const,
    ],
    [
      "words that differ in a letter that is given twice",
      [
        [0, "abc", [0]],
        [1, "bd", [0]],
      ] as const,
    ],
  ])("accepts %s", (_, words) => {
    expect(() => indexOf(words).check()).not.toThrow();
  });

  test.each([
    [
      "of another order",
      "words are not in order",
      [
        [0, "b", [0]],
        [0, "a", [0]],
      ] as const,
    ],
    [
      "that are the same",
      "words are not in order",
      [
        [0, "ab", [0]],
        [1, "b", [0]],
      ] as const,
    ],
    [
      "that the one before begins with",
      "words are not in order",
      [
        [0, "abc", [0]],
        [1, "b", [0]],
      ] as const,
    ],
    [
      "that share more than there is",
      "a word does not lie inside",
      [
        [0, "a", [0]],
        [2, "b", [0]],
      ] as const,
    ],
    ["in files that are not there", "a word is in a file that is not there", [[0, "a", [3]]] as const],
    [
      "whose postings are longer than files",
      "a word is in a file that is not there",
      [[0, "a", [0, 0, 0, 0]]] as const,
    ],
  ])("refuses words %s", (_, reason, words) => {
    expect(() => indexOf(words).check()).toThrow(reason);
  });
});
