/**
 * A test of words by the terms of a question. Input: terms; output: the terms that a word has among its parts. The letters of a
 * word tell quickly that it has none.
 */
import type { Term } from "./question.ts";
import { partsOfWord, stemOf } from "./word-parts.ts";

/** Parts of a word that may be one term together. */
const maxJoined = 4;

/** Parts of a word that are compared: longer words are data. */
const maxParts = 24;

/** Words whose terms are kept: a call has fewer. */
const maxKnown = 200_000;

const none: readonly number[] = [];

/** Tells the terms of words. Valid for one question. */
export class TermMatcher {
  /** Stem → its term, and the terms that it joins. */
  readonly #byStem = new Map<string, readonly number[]>();
  /** By the first letters that a part must have. */
  readonly #starts = new Uint8Array(1 << 15);
  readonly #known = new Map<string, readonly number[]>();

  constructor(terms: readonly Pick<Term, "joins" | "stem">[]) {
    const numbers = new Map(terms.map(({ stem }, index) => [stem, index]));
    terms.forEach(({ stem, joins }, index) => {
      this.#byStem.set(stem, [index, ...joins.flatMap((one) => numbers.get(one) ?? [])]);
      const letters = Buffer.from(stem);
      const [first = 0, second = 0, third = 0] = letters;
      if (letters.length >= 3) this.#starts[keyOf(first, second, third)] = 1;
      // The third letter may be any.
      else for (let other = 0; other < 32; other++) this.#starts[keyOf(first, second, other)] = 1;
    });
  }

  /** False for a word that has no term, by its letters in UTF-8; true for a word that may have one. */
  mayHave(letters: Uint8Array, length = letters.length): boolean {
    let before = 0;
    for (let at = 0; at < length; at++) {
      const letter = letters[at] ?? 0;
      if (letter >= 0x80) return true;
      const isStart = isUpper(letter) || (!isSeparator(letter) && !isLower(before) && !isUpper(before));
      before = letter;
      if (!isStart) continue;
      let next = at + 1;
      while (next < length && isSeparator(letters[next] ?? 0)) next++;
      let last = next + 1;
      while (last < length && isSeparator(letters[last] ?? 0)) last++;
      if (this.#starts[keyOf(letter, letters[next] ?? 0, letters[last] ?? 0)] === 1) return true;
    }
    return false;
  }

  /** The indexes of the terms that a word has, each once, ascending. */
  termsOf(word: string): readonly number[] {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const found = this.#find(word);
    if (this.#known.size < maxKnown) this.#known.set(word, found);
    return found;
  }

  /** False for a part that no term begins with. */
  #mayStart(part: string): boolean {
    const [first, second, third] = [part.charCodeAt(0), part.charCodeAt(1), part.charCodeAt(2)];
    // Letters of other scripts are several bytes, and a short part goes on in the next one.
    return part.length < 3 || first >= 0x80 || this.#starts[keyOf(first, second, third)] === 1;
  }

  #find(word: string): readonly number[] {
    const parts = partsOfWord(word);
    const found = new Set<number>();
    const count = Math.min(parts.length, maxParts);
    for (let from = 0; from < count; from++) {
      if (!this.#mayStart(parts[from] ?? "")) continue;
      let joined = "";
      for (let to = from; to < Math.min(count, from + maxJoined); to++) {
        joined += parts[to];
        for (const term of this.#byStem.get(stemOf(joined)) ?? none) found.add(term);
      }
    }
    return found.size === 0 ? none : [...found].sort((one, other) => one - other);
  }
}

/** The number of three letters of any case: 15 bits. */
function keyOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

function isLower(letter: number): boolean {
  return letter >= 0x61 && letter <= 0x7a;
}

function isUpper(letter: number): boolean {
  return letter >= 0x41 && letter <= 0x5a;
}

/** `_` and `$`. */
function isSeparator(letter: number): boolean {
  return letter === 0x5f || letter === 0x24;
}
