/**
 * The parts of the words of many texts. Input: words in the order of their letters; output: each different part once, and the
 * parts of each word, so that a question looks at parts and not at letters. Valid as long as the words are the same.
 */
import type { LetterReader } from "../../facts/word-index.ts";
import { Vocabulary } from "../../facts/words.ts";
import { firstBits, maxParts, type TermMatcher } from "./term-matcher.ts";
import { partsOfWord } from "./word-parts.ts";

/** The words of a part of a code base. */
export type WordList = {
  /** Calls `visit` with each word that has terms: its number, and its terms. */
  readonly forEachWithTerms: (matcher: TermMatcher, visit: (word: number, terms: readonly number[]) => void) => void;
  /** The different parts of the words, in lower case. */
  readonly parts: () => readonly string[];
  /** The number of a word; -1 for none. */
  readonly numberOf: (word: string) => number;
  /** The numbers of the files that have a word, less `first`; among them files that are not alive. */
  readonly filesOf: (word: number) => Uint32Array;
  readonly first: number;
};

/** Words by their parts. */
export class WordPartsTable {
  /** The different parts, in lower case. */
  readonly parts: readonly string[];
  /** The bits of their first letters. */
  readonly #firstLetters: Int32Array;
  /** The numbers of the parts of all words, and for each word where its parts start. */
  readonly #numbers: Uint32Array;
  readonly #starts: Uint32Array;

  /**
   * @param count the number of words
   * @param forEachWord has the letters of all of them read
   */
  constructor(count: number, forEachWord: (visit: LetterReader<void>) => void) {
    const splitter = new Splitter(count);
    forEachWord((bytes, length, shared) => splitter.add(bytes, length, shared));
    const { parts, numbers, starts } = splitter.split();
    this.parts = parts;
    this.#firstLetters = Int32Array.from(parts, firstBits);
    this.#numbers = numbers;
    this.#starts = starts;
  }

  /** Calls `visit` with each word that has terms: its number, and its terms, each once. */
  forEachWithTerms(matcher: TermMatcher, visit: (word: number, terms: readonly number[]) => void): void {
    const { parts } = this;
    const termsOf = new Map<number, readonly number[]>();
    const isTerm = new Uint8Array(parts.length);
    const lettersAfter = new Int32Array(parts.length);
    for (let part = 0; part < parts.length; part++) {
      const text = parts[part] ?? "";
      const terms = matcher.termsOfPart(text);
      if (terms.length > 0) termsOf.set(part, terms);
      isTerm[part] = terms.length;
      lettersAfter[part] = matcher.lettersAfter(text);
    }
    const [numbers, starts, firstLetters] = [this.#numbers, this.#starts, this.#firstLetters];
    let end = 0;
    for (let word = 0; word + 1 < starts.length; word++) {
      const start = end;
      end = starts[word + 1] ?? 0;
      let has = 0;
      let joins = 0;
      let after = 0;
      for (let at = start; at < end; at++) {
        const part = numbers[at] ?? 0;
        has |= isTerm[part] ?? 0;
        joins |= after & (firstLetters[part] ?? 0);
        after = lettersAfter[part] ?? 0;
      }
      if (has === 0 && joins === 0) continue;
      const own = numbers.subarray(start, end);
      const terms = joins === 0 ? togetherOf(own, termsOf) : matcher.termsOfParts(this.#textsOf(own));
      if (terms.length > 0) visit(word, terms);
    }
  }

  /** The parts of a word. */
  partsOf(word: number): readonly string[] {
    return this.#textsOf(this.#numbers.subarray(this.#starts[word], this.#starts[word + 1]));
  }

  #textsOf(numbers: Uint32Array): readonly string[] {
    return Array.from(numbers, (number) => this.parts[number] ?? "");
  }
}

/** The same as the method of a table, without one: for a single question, since a table takes longer to make. */
export function forEachWithTerms(
  forEachWord: (visit: LetterReader<void>) => void,
  matcher: TermMatcher,
  visit: (word: number, terms: readonly number[]) => void,
): void {
  let word = 0;
  forEachWord((bytes, length) => {
    if (matcher.mayHave(bytes, length)) {
      const terms = matcher.termsOf(Buffer.from(bytes.buffer, bytes.byteOffset, length).toString());
      if (terms.length > 0) visit(word, terms);
    }
    word++;
  });
}

/** The terms of some parts, each once. */
function togetherOf(numbers: Uint32Array, termsOf: ReadonlyMap<number, readonly number[]>): readonly number[] {
  let found: readonly number[] = [];
  for (const number of numbers) {
    const terms = termsOf.get(number);
    if (terms === undefined) continue;
    found = found.length === 0 ? terms : [...new Set([...found, ...terms])];
  }
  return found;
}

/** Splits words one after the other: parts that a word shares with the one before are not read again. */
class Splitter {
  readonly #parts = new Vocabulary();
  readonly #starts: Uint32Array;
  #numbers = new Uint32Array(1024);
  #count = 0;
  #words = 0;
  /** The ends of the parts of the last word in its letters; none if it has letters of another script. */
  readonly #ends = new Uint32Array(maxParts);
  #endCount = 0;
  #lower: Buffer = Buffer.alloc(128);

  constructor(count: number) {
    this.#starts = new Uint32Array(count + 1);
  }

  split() {
    const parts = Array.from({ length: this.#parts.size }, (_, part) => this.#parts.textOf(part));
    return { parts, numbers: this.#numbers.slice(0, this.#count), starts: this.#starts };
  }

  add(bytes: Uint8Array, length: number, shared: number): void {
    const start = this.#count;
    const before = this.#starts[this.#words - 1] ?? 0;
    // A part ends where the letter after it says so: that is shared, too.
    let kept = 0;
    while (kept < this.#endCount && (this.#ends[kept] ?? 0) < shared) kept++;
    const from = kept === 0 ? 0 : (this.#ends[kept - 1] ?? 0);
    for (let at = 0; at < kept; at++) this.#push(this.#numbers[before + at] ?? 0);
    this.#endCount = kept;
    this.#words++;
    if (this.#lower.length < length) this.#lower = Buffer.alloc(length * 2);
    if (!this.#splitFrom(bytes, length, from)) {
      this.#count = start;
      this.#endCount = 0;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString();
      for (const part of partsOfWord(text).slice(0, maxParts)) this.#push(this.#parts.idOf(part));
    }
    this.#starts[this.#words] = this.#count;
  }

  /** Splits letters in ASCII as partsOfWord does; false if there are others. */
  #splitFrom(bytes: Uint8Array, length: number, from: number): boolean {
    let at = from;
    while (at < length) {
      const start = at;
      const first = kindOf[bytes[at] ?? 0] ?? 0;
      if (first === other) return false;
      if (first === between) {
        at++;
        continue;
      }
      while (at < length && kindOf[bytes[at] ?? 0] === upper) at++;
      const isWord = at < length && kindOf[bytes[at] ?? 0] === lower;
      // The last of several capitals begins the word after them.
      if (isWord && at - start > 1) at--;
      else {
        if (isWord) while (at < length && kindOf[bytes[at] ?? 0] === lower) at++;
        while (at < length && kindOf[bytes[at] ?? 0] === digit) at++;
      }
      if (this.#endCount === maxParts) return true;
      for (let letter = start; letter < at; letter++) {
        const byte = bytes[letter] ?? 0;
        this.#lower[letter] = kindOf[byte] === upper ? byte | 0x20 : byte;
      }
      this.#push(this.#parts.idOfBytes(this.#lower, start, at));
      this.#ends[this.#endCount++] = at;
    }
    return true;
  }

  #push(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count++] = number;
  }
}

const [between, lower, upper, digit, other] = [0, 1, 2, 3, 4];

/** Bytes → their kinds in a word. */
const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return other;
  const text = String.fromCharCode(byte);
  if (/[a-z]/.test(text)) return lower;
  if (/[A-Z]/.test(text)) return upper;
  return /\d/.test(text) ? digit : between;
});
