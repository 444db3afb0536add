/** The module in WebAssembly that finds words, compared with plain code over strings. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { furtherNumbers, maxNumbers, Vocabulary, wordsOf } from "../../src/facts/words.ts";
import { anyText } from "../support/random-text.ts";

/** The bytes of a text in UTF-8, each as one character. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");
const textOf = (bytes: string) => Buffer.from(bytes, "latin1").toString();

const spaces = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((char) =>
  /\s/.test(char),
);
const joint = new RegExp(`"(?:${spaces.map(bytesOf).join("|")})*"|\\\\\r?\n`, "y");
const run = /[\w$\x80-\xff]+/y;

function matchAt(pattern: RegExp, bytes: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(bytes)?.[0] ?? "";
}

/** The words of a text, in the order in which they are added to a vocabulary. */
function expectedWords(text: string): readonly string[] {
  const bytes = bytesOf(text);
  const words = new Set<string>();
  const addAscii = (word: string) => {
    for (const part of word.split(/[\x80-\xff]/)) if (part !== "" && part !== word) words.add(part);
  };
  const numbers = new Set<string>();
  let hasFurther = false;
  let joinedTo = 0;
  for (const { 0: word, index } of bytes.matchAll(/[\w$\x80-\xff]+/g)) {
    const isNumber = /^\d[\da-fA-FxXuUlL]{4,}$/.test(word);
    if (isNumber && numbers.size === maxNumbers) hasFurther = true;
    else {
      if (isNumber && !words.has(word)) numbers.add(word);
      words.add(word);
    }
    addAscii(word);
    if (index < joinedTo) continue;
    const { joined, end } = joinedAt(bytes, index + word.length);
    joinedTo = end;
    if (joined === "") continue;
    words.add(word + joined);
    addAscii(word + joined);
  }
  if (hasFurther) words.add(furtherNumbers);
  return [...words].map(textOf);
}

/** What follows a word after joints, and the end of it. */
function joinedAt(bytes: string, from: number): { readonly joined: string; readonly end: number } {
  let [at, end, joined] = [from, from, ""];
  for (let sign = matchAt(joint, bytes, at); sign !== ""; sign = matchAt(joint, bytes, at)) {
    at += sign.length;
    const word = matchAt(run, bytes, at);
    at += word.length;
    joined += word;
    if (word !== "") end = at;
  }
  return { joined, end };
}

const pieces = fc.oneof(
  fc.constantFrom("a", "name", "long_name_of_many_letters", "$", "_", "x86", "12345", "0xFFul", "99999", "7e5f6"),
  fc.constantFrom('"', '""', '"\n"', '" \u2003\u3000"', '"\u1680\ufeff\u00a0"', "\\\n", "\\\r\n", "\\\r", "\\", "\r\n"),
  fc.constantFrom(" ", "\n", ";", "\0", "\u00a0", "\u2028", "\u200b", "é", "ﬁ", "🙂", "\ud800", "\udc00", "\u0085"),
  anyText({ maxLength: 3 }),
);
const texts = fc.array(pieces, { maxLength: 80 }).map((parts) => parts.join(""));

test("texts have the words that plain code finds, in the same order", () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 4 }), (all) => {
      const [ofTexts, ofBytes] = [new Vocabulary(), new Vocabulary()];
      const known = new Map<string, number>();
      for (const text of all) {
        const words = expectedWords(text);
        for (const word of words) if (!known.has(word)) known.set(word, known.size);
        const ids = Uint32Array.from(words, (word) => known.get(word) ?? -1).sort();
        expect(wordsOf(text, ofTexts)).toEqual(ids);
        expect(wordsOf(Buffer.from(text), ofBytes)).toEqual(ids);
      }
      expect(ofTexts.size).toBe(known.size);
      expect([...known.values()].map((id) => ofTexts.textOf(id))).toEqual([...known.keys()]);
      expect([...known.keys()].map((word) => ofBytes.idOf(word))).toEqual([...known.values()]);
    }),
    { numRuns: 400 },
  );
});

test("texts with many numbers have the words that plain code finds", () => {
  const numbers = fc.array(fc.oneof(fc.integer({ min: 9_000, max: 13_000 }), texts), {
    minLength: 2_000,
    maxLength: 3_000,
  });
  fc.assert(
    fc.property(numbers, (all) => {
      const text = all.join(" ");
      const vocabulary = new Vocabulary();
      const words = Array.from(wordsOf(text, vocabulary), (id) => vocabulary.textOf(id));
      expect(words).toEqual(expectedWords(text));
    }),
    { numRuns: 20 },
  );
});

test("words are listed in the order of their bytes", () => {
  const parts = fc.constantFrom("a", "b", "\0", "é", "abcdefgh", "abcdefghabcdefghabcdefgh", "🙂");
  const word = fc.array(parts, { maxLength: 5 }).map((all) => all.join(""));
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 200 }), fc.nat(), (words, used) => {
      const vocabulary = new Vocabulary();
      const ids = Uint32Array.from(words, (text) => vocabulary.idOf(text));
      const listed = ids.slice(used % ids.length);
      const { rankOf, count } = vocabulary.list([listed], new Uint32Array(), Uint32Array.of(0));
      const sorted = [...listed].sort((one, other) =>
        Buffer.compare(vocabulary.lettersOf(one), vocabulary.lettersOf(other)),
      );
      expect(count).toBe(listed.length);
      expect(sorted.map((id) => rankOf[id])).toEqual(sorted.map((_, rank) => rank));
    }),
  );
});
