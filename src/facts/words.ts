/**
 * The words of texts (tokenizing), and their numbers. Input: the bytes of a text; output: the ids of its distinct words
 * in a vocabulary, which is a hash table over bytes.
 */
import { randomInt } from "node:crypto";

/** Words of a vocabulary and bytes of their letters past which it is full: about 100 MB. */
const maxWords = 1_000_000;
const maxLetterBytes = 67_108_864;

/** Different numbers of a text that are words: a table of data has millions, and the index would consist of them. */
export const maxNumbers = 1_000;
const minNumberLength = 5;

/** A word of the files that have more numbers than are words. */
export const furtherNumbers = "##0";

const ofNumbers = 1;
const notOfNumbers = 2;
const nonAscii = 4;

/** The class of a byte in a word; 0 for a byte that ends one. */
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return nonAscii;
  const char = String.fromCharCode(byte);
  if (/[\da-fA-FxXuUlL]/.test(char)) return ofNumbers;
  return /[\w$]/.test(char) ? notOfNumbers : 0;
});

/**
 * True if a text may have a number with a part that is left out of its words.
 *
 * @param startsWord true if the number begins with the part
 */
export function mayBeOfNumber(part: string, startsWord: boolean): boolean {
  return startsWord ? /^\d[\da-fA-FxXuUlL]*$/.test(part) : /^[\da-fA-FxXuUlL]+$/.test(part);
}

const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Returns the ids of the distinct words of a text in UTF-8, ascending. A word is a run of letters, digits, `_`, `$` and
 * bytes from 0x80 on; words in comments and strings count, and numbers too, but of long ones only the first different ones: with
 * further ones, `furtherNumbers` is a word. In addition, the result has
 *
 * - the words that a continued line or adjacent literals split, joined, as `holdsWords` of the prefilter joins them
 * - the ASCII words within a run with other bytes, since these may be a BOM, a space or a quotation mark
 *
 * The ids are valid until the vocabulary is cleared.
 */
export function wordsOf(bytes: Uint8Array, vocabulary: Vocabulary): Uint32Array<ArrayBuffer> {
  const { length } = bytes;
  const { multiplier } = vocabulary;
  vocabulary.startText();
  recentWords.startText(length);
  // The end of the last joined word: what is within it starts no further one, or the time would be quadratic.
  let joinedTo = 0;
  let numbers = 0;
  let hasFurther = false;
  let at = 0;
  while (at < length) {
    let byte = bytes[at] ?? 0;
    let kind = kinds[byte] ?? 0;
    if (kind === 0) {
      at++;
      continue;
    }
    const start = at;
    let hash = 0;
    let all = 0;
    do {
      hash = Math.imul(hash ^ byte, multiplier);
      all |= kind;
      at++;
      byte = bytes[at] ?? 0;
      kind = kinds[byte] ?? 0;
    } while (kind !== 0);
    const isNumber = (all & ~ofNumbers) === 0 && at - start >= minNumberLength && isDigit(bytes[start] ?? 0);
    if (isNumber && numbers === maxNumbers) hasFurther = true;
    else if (!recentWords.has(bytes, start, at, hash)) {
      const isNew = vocabulary.take(bytes, start, at, hash >>> 0);
      if (isNumber && isNew) numbers++;
    }
    if ((all & nonAscii) !== 0) takeAsciiWords(bytes, start, at, vocabulary);
    if ((byte === quote || byte === backslash) && start >= joinedTo && at < length) {
      joinedTo = takeJoined(bytes, start, at, vocabulary);
    }
  }
  if (hasFurther) vocabulary.takeText(furtherNumbers);
  return vocabulary.endText();
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * A cache of the places of some words of a text: most words come again soon, and looking one up here costs less than in
 * a vocabulary, whose tables are larger than the caches of a processor.
 */
class RecentWords {
  /** By some bits of the hash, where a word starts, counted over all texts since the last clearing. */
  readonly #starts = new Uint32Array(8_192);
  #textStart = 1;
  #nextStart = 1;

  startText(length: number): void {
    if (this.#nextStart + length > 0xffff_ffff) {
      this.#starts.fill(0);
      this.#nextStart = 1;
    }
    this.#textStart = this.#nextStart;
    this.#nextStart += length;
  }

  /** True for a word that the text has had; false too for one that other words have replaced, or that is new. */
  has(bytes: Uint8Array, start: number, end: number, hash: number): boolean {
    const slot = (hash ^ (hash >>> 15)) & (this.#starts.length - 1);
    const before = (this.#starts[slot] ?? 0) - this.#textStart;
    if (before >= 0 && isSameWord(bytes, before, start, end)) return true;
    this.#starts[slot] = this.#textStart + start;
    return false;
  }
}

const recentWords = new RecentWords();

/** True when the word that starts at `before` has the bytes from `start` to `end`. */
function isSameWord(bytes: Uint8Array, before: number, start: number, end: number): boolean {
  let at = before;
  for (let index = start; index < end; index++, at++) if (bytes[at] !== bytes[index]) return false;
  return kinds[bytes[at] ?? 0] === 0;
}

/** Takes the maximal runs of ASCII within a run with other bytes. */
function takeAsciiWords(bytes: Uint8Array, from: number, to: number, vocabulary: Vocabulary): void {
  let start = from;
  for (let at = from; at <= to; at++) {
    if (at < to && kinds[bytes[at] ?? 0] !== nonAscii) continue;
    if (at > start) {
      vocabulary.take(bytes, start, at, hashOf(bytes, start, at, vocabulary.multiplier));
    }
    start = at + 1;
  }
}

/**
 * Takes the word that a run and those after the joints after it make up.
 *
 * @returns the end of the last run
 */
function takeJoined(bytes: Uint8Array, start: number, end: number, vocabulary: Vocabulary): number {
  if (jointAt(bytes, end) === end) return end;
  const parts: Uint8Array[] = [bytes.subarray(start, end)];
  let at = end;
  let last = end;
  for (let next = jointAt(bytes, at); next > at; next = jointAt(bytes, at)) {
    at = next;
    while (at < bytes.length && kinds[bytes[at] ?? 0] !== 0) at++;
    if (at === next) continue;
    parts.push(bytes.subarray(next, at));
    last = at;
  }
  if (parts.length === 1) return last;
  const joined = Buffer.concat(parts);
  const { length } = joined;
  vocabulary.take(joined, 0, length, hashOf(joined, 0, length, vocabulary.multiplier));
  takeAsciiWords(joined, 0, length, vocabulary);
  return last;
}

/** The end of what separates two literals, or of a continued line; `at` where there is neither. */
function jointAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] === backslash) {
    const next = bytes[at + 1] === carriageReturn ? at + 2 : at + 1;
    return bytes[next] === newline ? next + 1 : at;
  }
  if (bytes[at] !== quote) return at;
  let next = at + 1;
  for (let width = spaceAt(bytes, next); width > 0; width = spaceAt(bytes, next)) next += width;
  return bytes[next] === quote ? next + 1 : at;
}

/** The bytes of the white space of regular expressions at a place; 0 for none. */
function spaceAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte < 0x80) return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) ? 1 : 0;
  // The only such characters past ASCII have two or three bytes.
  const width = byte < 0xe0 ? 2 : 3;
  return /^\s$/.test(Buffer.from(bytes.subarray(at, at + width)).toString()) ? width : 0;
}

/** The hash by which words and paths are found. Each vocabulary has its own multiplier. */
export function hashOf(bytes: Uint8Array, start: number, end: number, multiplier: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), multiplier);
  return hash >>> 0;
}

/**
 * Words with an id for each, from 0 on: one a worker. It is a hash table with open addressing over bytes, which makes no
 * string. Its multiplier is random, so that nobody can write words that all have the same hash.
 */
export class Vocabulary {
  /** Odd, and of a kind whose powers repeat as late as can be. */
  readonly multiplier = (randomInt(0x1000_0000, 0x8000_0000) & ~7) | 5;
  /** Id + 1 of a word, by the upper bits of its hash; 0 if there is none. */
  #table = new Uint32Array(1 << 12);
  #shift = 20;
  #hashes = new Uint32Array(1 << 11);
  /** The start of the letters of each word, and the end of the last ones. */
  #starts = new Uint32Array((1 << 11) + 1);
  #letters = Buffer.allocUnsafeSlow(1 << 15);
  #size = 0;
  /** The number of the last text that has the word. */
  #textOf = new Uint32Array(1 << 11);
  #text = 0;
  #taken = new Uint32Array(1 << 10);
  #takenCount = 0;
  /** The text whose id is looked for. */
  #encoded = Buffer.allocUnsafeSlow(1 << 10);

  get size(): number {
    return this.#size;
  }

  /** The bytes of all words. */
  get letterBytes(): number {
    return this.#starts[this.#size] ?? 0;
  }

  /** True when it is to be cleared as soon as its ids are unused. */
  get isFull(): boolean {
    return this.#size >= maxWords || this.letterBytes >= maxLetterBytes;
  }

  /** Removes all words. */
  clear(): void {
    this.#table.fill(0);
    this.#textOf.fill(0);
    this.#size = 0;
    this.#text = 0;
  }

  /** The letters of a word. They are valid until the next word is added. */
  lettersOf(id: number): Uint8Array {
    if (id >= this.#size) throw new RangeError(`the vocabulary has no word ${id}`);
    return this.#letters.subarray(this.#starts[id], this.#starts[id + 1]);
  }

  /** A word as text. */
  textOf(id: number): string {
    if (id >= this.#size) throw new RangeError(`the vocabulary has no word ${id}`);
    return this.#letters.toString("utf8", this.#starts[id], this.#starts[id + 1]);
  }

  /** The id of any text, which need not be a word. */
  idOf(text: string): number {
    const most = text.length * 3;
    if (most > this.#encoded.length) this.#encoded = Buffer.allocUnsafeSlow(most * 2);
    return this.idOfBytes(this.#encoded, 0, this.#encoded.write(text));
  }

  /** The id of the bytes from `start` to `end`. */
  idOfBytes(bytes: Uint8Array, start: number, end: number): number {
    return this.#idOf(bytes, start, end, hashOf(bytes, start, end, this.multiplier));
  }

  /** Begins to collect the words of a text. */
  startText(): void {
    this.#text++;
    this.#takenCount = 0;
  }

  /**
   * Adds a word to the words of the text.
   *
   * @returns false if it is one of them already
   */
  take(bytes: Uint8Array, start: number, end: number, hash: number): boolean {
    return this.#take(this.#idOf(bytes, start, end, hash));
  }

  /** Adds any text to the words of the text. */
  takeText(text: string): void {
    this.#take(this.idOf(text));
  }

  #take(id: number): boolean {
    if (this.#textOf[id] === this.#text) return false;
    this.#textOf[id] = this.#text;
    if (this.#takenCount === this.#taken.length) this.#taken = grown(this.#taken);
    this.#taken[this.#takenCount++] = id;
    return true;
  }

  /** The ids of the words of the text, ascending. */
  endText(): Uint32Array<ArrayBuffer> {
    return this.#taken.slice(0, this.#takenCount).sort();
  }

  #idOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let slot = hash >>> this.#shift;
    for (;;) {
      const id = (table[slot] ?? 0) - 1;
      if (id < 0) return this.#add(bytes, start, end, hash, slot);
      if (this.#hashes[id] === hash && this.#isWord(id, bytes, start, end)) return id;
      slot = (slot + 1) & mask;
    }
  }

  #isWord(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const letters = this.#letters;
    let at = this.#starts[id] ?? 0;
    if ((this.#starts[id + 1] ?? 0) - at !== end - start) return false;
    for (let index = start; index < end; index++, at++) if (letters[at] !== bytes[index]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const id = this.#size++;
    if (id === this.#hashes.length) {
      this.#hashes = grown(this.#hashes);
      this.#textOf = grown(this.#textOf);
      this.#starts = grown(this.#starts);
    }
    const from = this.#starts[id] ?? 0;
    const to = from + end - start;
    if (to > this.#letters.length) {
      const letters = Buffer.allocUnsafeSlow(Math.max(to, this.#letters.length * 2));
      letters.set(this.#letters.subarray(0, from));
      this.#letters = letters;
    }
    for (let index = start, at = from; at < to; index++, at++) this.#letters[at] = bytes[index] ?? 0;
    this.#starts[id + 1] = to;
    this.#hashes[id] = hash;
    this.#table[slot] = id + 1;
    if (this.#size * 2 > this.#table.length) this.#growTable();
    return id;
  }

  #growTable(): void {
    const table = new Uint32Array(this.#table.length * 2);
    this.#shift--;
    const mask = table.length - 1;
    for (let id = 0; id < this.#size; id++) {
      let slot = (this.#hashes[id] ?? 0) >>> this.#shift;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.#table = table;
  }
}

/** A copy with room for twice as many. */
function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(numbers.length * 2);
  copy.set(numbers);
  return copy;
}
