import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { furtherNumbers, maxNumbers, mayBeOfNumber, Vocabulary, wordsOf } from "../../src/facts/words.ts";
import { holdsWords } from "../../src/syntax/prefilter.ts";
import { codeTexts, wordsIn } from "../support/random-facts.ts";

/** The words of a text as they are written, by a regular expression over its bytes. */
function writtenWords(text: string): readonly string[] {
  const bytes = Buffer.from(text).toString("latin1");
  return [...bytes.matchAll(/[\w$\x80-\xff]+/g)].map(([word]) => Buffer.from(word, "latin1").toString());
}

describe("the words of a text", () => {
  test.each([
    ["int main() { return x1; }", ["int", "main", "return", "x1"]],
    ['// a comment, "and a literal" $x _y', ["$x", "_y", "a", "and", "comment", "literal"]],
    ["0x1F 1.5_km 7é", ["0x1F", "1", "5_km", "7", "7é"]],
    ["größe größe", ["e", "gr", "größe"]],
    ['PyObject *long\\\nName; "get_" "name"', ["Name", "PyObject", "get_", "get_name", "long", "longName", "name"]],
    ['"a"\n  "b" "" "c"', ["a", "abc", "b", "c"]],
    ['a" """b', ["a", "ab", "b"]],
    ["a\\\r\n1", ["1", "a", "a1"]],
    ["1\\\n2a b\\ \nc", ["1", "12a", "2a", "b", "c"]],
    ["\ufeffimport\u00a0os", ["import", "os", "\ufeffimport\u00a0os"]],
    ["", []],
  ])("%j has %j", (text, words) => {
    expect(wordsIn(text)).toEqual([...words].sort());
  });

  test("are without long numbers after the first different ones of a text", () => {
    const numbers = Array.from({ length: maxNumbers }, (_, index) => `${10_000 + index}`);
    const few = `${numbers.join(" ")} 7 1234 f10000`;
    expect(wordsIn(few)).toHaveLength(maxNumbers + 3);
    // Which ones are words depends on the text alone, also where one comes again.
    const words = wordsIn(`${few} 10000 99999 0xFFFFFF 5_000_km 1234567_x 12\u00e9345 last`);
    expect(words).toEqual(expect.arrayContaining([furtherNumbers, "10000", "5_000_km", "1234567_x", "last"]));
    expect(words).not.toEqual(expect.arrayContaining(["99999"]));
    expect(words).not.toEqual(expect.arrayContaining(["0xFFFFFF"]));
  });

  test.each([
    ["12345", true, true],
    ["0xFF", true, true],
    ["1_000", true, false],
    ["face", true, false],
    ["face", false, true],
    ["name", false, false],
  ])("%j may be of a number, if it starts the word: %j", (part, startsWord, expected) => {
    expect(mayBeOfNumber(part, startsWord)).toBe(expected);
  });

  test("are those that the prefilter finds", () => {
    fc.assert(
      fc.property(codeTexts, (text) => {
        const words = wordsIn(text);
        expect(words).toEqual(expect.arrayContaining([...writtenWords(text)]));
        const joined = text.replace(/"\s*"|\\\r?\n/g, "");
        expect(words).toEqual(expect.arrayContaining([...writtenWords(joined)]));
        // A space beyond ASCII is part of a word here, and may be what separates two literals for the prefilter.
        for (const word of words) expect(holdsWords(text, [word]) || /\s/u.test(word), word).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("are found in bytes of any kind", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const vocabulary = new Vocabulary();
        const ids = wordsOf(bytes, vocabulary);
        expect([...ids]).toEqual([...new Set(ids)].sort((one, other) => one - other));
        expect(ids.every((id) => id < vocabulary.size)).toBe(true);
      }),
    );
  });

  test("have the same ids in each text of a vocabulary, until it is cleared", () => {
    const vocabulary = new Vocabulary();
    const many = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(" "));
    const first = wordsOf(many, vocabulary);
    expect(first).toHaveLength(20_000);
    expect(wordsOf(many, vocabulary)).toEqual(first);
    expect(vocabulary.size).toBe(20_000);
    expect(wordsOf(Buffer.from("word7 other"), vocabulary)).toEqual(Uint32Array.of(7, 20_000));
    vocabulary.clear();
    expect(wordsOf(Buffer.from("other"), vocabulary)).toEqual(Uint32Array.of(0));
    expect(() => vocabulary.lettersOf(7)).toThrow(RangeError);
  });
});
