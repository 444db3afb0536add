/**
 * A test of words by the terms of a question. Input: terms; output: the terms that a word has among its parts. The letters of a
 * word tell quickly that it has none.
 */
import type { Term } from "./question.ts";
import { partsOfWord, stemOf } from "./word-parts.ts";

/** Parts of a word that may be one term together. */
const maxJoined = 4;

/** Parts of a word that are compared: longer words are data. */
export const maxParts = 24;

/** Words whose terms are kept: a call has fewer. */
const maxKnown = 200_000;

/** Letters that a word may have after the start of its stem: see startOf. */
const longestEnding = 5;

const none: readonly number[] = [];

const notAscii = /[^\0-\x7f]/;

/** Tells the terms of words. Valid for one question. */
export class TermMatcher {
  /** Stem → its term, and the terms that it joins. */
  readonly #byStem = new Map<string, readonly number[]>();
  /** By the first letters of a part 1 if a term may begin with them. */
  readonly #hasStart = new Uint8Array(1 << 15);
  /** By its first letter, the texts that a part must begin with, one of several. */
  readonly #textsByLetter = new Map<number, string[]>();
  /** By the first letters of a part, the letters that the part must begin with, one of several. */
  readonly #starts = new Map<number, readonly Uint8Array[]>();
  /** Finds letters in a text with which a word with a term may have a part. */
  readonly #beginning: RegExp;
  readonly #known = new Map<string, readonly number[]>();
  /** The letters of a word: longer words are spelled at once. */
  readonly #letters = new Uint8Array(64);

  constructor(terms: readonly Pick<Term, "joins" | "stem">[]) {
    const numbers = new Map(terms.map(({ stem }, index) => [stem, index]));
    terms.forEach(({ stem, joins }, index) => {
      this.#byStem.set(stem, [...new Set([index, ...joins.flatMap((one) => numbers.get(one) ?? [])])]);
      this.#addStart(startOf(stem));
    });
    this.#beginning = beginningOf([...this.#textsByLetter.values()].flat());
  }

  /** False for a word that has no term, by its letters in UTF-8; true for a word that may have one. */
  mayHave(letters: Uint8Array, length = letters.length): boolean {
    let isInside = false;
    for (let at = 0; at < length; at++) {
      const letter = letters[at] ?? 0;
      if (letter >= 0x80) return true;
      const folded = folds[letter] ?? 0;
      const isStart = folded !== 0 && (!isInside || isUpper(letter));
      isInside = isLetter(folded);
      if (!isStart) continue;
      const next = nextLetter(letters, length, at);
      const key = keyOf(letter, letters[next] ?? 0, letters[nextLetter(letters, length, next)] ?? 0);
      if (this.#hasStart[key] !== 1) continue;
      if (this.#starts.get(key)?.some((start) => beginsAt(start, letters, length, at))) return true;
    }
    return false;
  }

  /** The terms of a part by itself. */
  termsOfPart(part: string): readonly number[] {
    const letter = part.charCodeAt(0);
    const mayBe = letter >= 0x80 || this.#textsByLetter.get(letter)?.some((start) => part.startsWith(start)) === true;
    return (mayBe ? this.#byStem.get(stemOf(part)) : undefined) ?? none;
  }

  /** Tells the parts that may be a term together with a part before them: a bit of theirs is one of these, as firstBits has them. */
  lettersAfter(part: string): number {
    const letter = part.charCodeAt(0);
    if (letter >= 0x80) return anyBits;
    const starts = this.#textsByLetter.get(letter);
    if (starts === undefined) return 0;
    let bits = 0;
    for (const start of starts) {
      if (part.length < start.length) {
        if (start.startsWith(part)) bits |= letterBit(start.charCodeAt(part.length));
      } else if (part.length < start.length + longestEnding && part.startsWith(start)) bits |= endingBit;
    }
    return bits;
  }

  /** Calls `visit` with each word of a text that has terms: its place, and its terms. */
  forEachHit(text: string, visit: (word: string, at: number, terms: readonly number[]) => void): void {
    // A regular expression passes over letters in half of the time of a loop.
    const beginning = this.#beginning;
    beginning.lastIndex = 0;
    for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
      let start = found.index;
      while (isOfWord(text.charCodeAt(start - 1))) start--;
      let end = beginning.lastIndex;
      while (isOfWord(text.charCodeAt(end))) end++;
      beginning.lastIndex = end;
      const word = text.slice(start, end);
      const terms = this.termsOf(word);
      if (terms.length > 0) visit(word, start, terms);
    }
  }

  #addStart(start: Uint8Array): void {
    const [first, second, third] = start;
    // A word with a letter of another script is always spelled.
    if (first === undefined) return;
    const texts = this.#textsByLetter.get(first) ?? [];
    this.#textsByLetter.set(first, texts);
    texts.push(Buffer.from(start).toString());
    // Letters that the start does not have may be any.
    for (const two of second === undefined ? anyLetter : [second]) {
      for (const three of third === undefined ? anyLetter : [third]) {
        const key = keyOf(first, two, three);
        this.#hasStart[key] = 1;
        this.#starts.set(key, [...(this.#starts.get(key) ?? []), start]);
      }
    }
  }

  /** The indexes of the terms that a word has, each once, ascending. */
  termsOf(word: string): readonly number[] {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    if (!this.#mayHaveIn(word)) return none;
    const found = this.#find(word);
    if (this.#known.size < maxKnown) this.#known.set(word, found);
    return found;
  }

  /** The same as mayHave, of a word that is a text. */
  #mayHaveIn(word: string): boolean {
    if (word.length > this.#letters.length) return true;
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      if (code >= 0x80) return true;
      this.#letters[at] = code;
    }
    return this.mayHave(this.#letters, word.length);
  }

  /** False for parts from one on that no term begins with. */
  #mayBegin(parts: readonly string[], from: number): boolean {
    const letters = parts.slice(from, from + maxJoined).join("");
    if (notAscii.test(letters.slice(0, keyLetters))) return true;
    return this.#textsByLetter.get(letters.charCodeAt(0))?.some((start) => letters.startsWith(start)) === true;
  }

  #find(word: string): readonly number[] {
    return this.termsOfParts(partsOfWord(word));
  }

  /** The indexes of the terms that the parts of a word have, each once, ascending. */
  termsOfParts(parts: readonly string[]): readonly number[] {
    const found = new Set<number>();
    const count = Math.min(parts.length, maxParts);
    for (let from = 0; from < count; from++) {
      if (!this.#mayBegin(parts, from)) continue;
      let joined = "";
      for (let to = from; to < Math.min(count, from + maxJoined); to++) {
        joined += parts[to];
        for (const term of this.#byStem.get(stemOf(joined)) ?? none) found.add(term);
      }
    }
    return found.size === 0 ? none : [...found].sort((one, other) => one - other);
  }
}

/** The place of the next letter or digit after a place; the length if there is none. */
function nextLetter(letters: Uint8Array, length: number, at: number): number {
  let next = at + 1;
  while (next < length && folds[letters[next] ?? 0] === 0) next++;
  return next;
}

/** The letters that a part with a stem begins with: all but an ending that takes the place of others, as in `tries` and `making`. */
function startOf(stem: string): Uint8Array {
  const [ascii = ""] = /^[a-z\d]*/.exec(stem) ?? [];
  return Buffer.from(ascii.length > 2 && ascii === stem ? ascii.replace(/[ey]$/, "") : ascii);
}

/** The bits of a part in another script, which may follow any, and of a part that belongs to an ending. */
const anyBits = -1;
const endingBit = 1 << 31;

/** Letters of an ending that a stem does not have. */
const ofEnding = /^(?:[a-z]|[a-z]?(?:ing?|ng|ie[ds]?|e[ds]))$/;

/** The bits by which a part may follow others in a term: see lettersAfter. */
export function firstBits(part: string): number {
  const letter = part.charCodeAt(0);
  return letter >= 0x80 ? anyBits : letterBit(letter) | (ofEnding.test(part) ? endingBit : 0);
}

/** The bit of a letter or a digit, which some others share. */
function letterBit(letter: number): number {
  return 1 << (letter & 31);
}

/** True if the letters of a start are at a place, whatever their case and what is between them, or letters of another script. */
function beginsAt(start: Uint8Array, letters: Uint8Array, length: number, from: number): boolean {
  let read = 0;
  for (let at = from; read < start.length && at < length; at++) {
    const letter = letters[at] ?? 0;
    if (letter >= 0x80) return true;
    const folded = folds[letter] ?? 0;
    if (folded === 0) continue;
    if (folded !== start[read]) return false;
    read++;
  }
  return read === start.length;
}

/** Letters of a part by which starts are found. */
const keyLetters = 3;

/** The first letters of starts, with what may be between them in a word, or a letter of another script. */
function beginningOf(starts: readonly string[]): RegExp {
  const begins = starts.map((start) => [...start.slice(0, keyLetters)].join("[_$]*"));
  return new RegExp([...new Set(begins), "[\\x80-\\uffff]"].join("|"), "gi");
}

/** The number of three letters of any case: 15 bits. */
function keyOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/** The values of the five bits of a letter. */
const anyLetter = Array.from({ length: 32 }, (_, bits) => bits);

/** Letters and digits in ASCII → the same in lower case; 0 for what is between parts. */
const folds = Uint8Array.from({ length: 256 }, (_, code) => {
  const text = String.fromCharCode(code);
  return /[A-Za-z\d]/.test(text) ? text.toLowerCase().charCodeAt(0) : 0;
});

function isLetter(folded: number): boolean {
  return folded >= 0x61;
}

function isUpper(letter: number): boolean {
  return letter >= 0x41 && letter <= 0x5a;
}

/** True for a character of a word: see anyWord. */
function isOfWord(code: number): boolean {
  return code >= 0x80 || (folds[code] ?? 0) !== 0 || code === 0x5f || code === 0x24;
}
