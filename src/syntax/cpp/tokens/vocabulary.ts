/**
 * The words of all C++ texts that a thread has read (interning). Input: a word; output: its number, its class as a
 * keyword, and whether it is written like a macro.
 */
import { keywords } from "./keywords.ts";

const initialWords = 4096;

/** Capitals, digits and underscores, two capitals at least; `lib_EXPORT`. */
const capital =
  /^(?:_*[A-Z][A-Z0-9_]*[A-Z0-9][A-Z0-9_]*|[A-Z][A-Z0-9]*_[A-Za-z0-9_]*[A-Z]|[A-Za-z0-9]+_(?:API|EXPORT|INLINE|DEPRECATED))$/;

/** Words of all texts read so far, each with a number that stays the same until the vocabulary is replaced. */
export class Vocabulary {
  /** `Word` of each word, by its number; numbers start at 1. */
  forms = new Uint8Array(initialWords);
  /** 1 where a word is written like a macro. */
  capitals = new Uint8Array(initialWords);
  readonly spellings: string[] = [""];
  #hashes = new Int32Array(initialWords);
  #starts = new Int32Array(initialWords);
  #slots = new Int32Array(initialWords * 2);
  #letters = new Uint16Array(initialWords * 12);

  constructor() {
    for (const word of keywords.keys()) this.numberOf(word);
  }

  get size(): number {
    return this.spellings.length;
  }

  /** The number of a word. */
  numberOf(word: string): number {
    const codes = Uint16Array.from(word, (_, index) => word.charCodeAt(index));
    let hash = 0;
    for (const code of codes) hash = (Math.imul(hash, 31) + code) | 0;
    return this.find(codes, 0, codes.length, hash, word);
  }

  /** The number of the word between two offsets of a text, given its codes and the word's hash. */
  find(codes: Uint16Array, start: number, end: number, hash: number, text: string): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let word = slots[slot] ?? 0; word > 0; word = slots[slot] ?? 0) {
      if (hashes[word] === hash && this.#isSame(word, codes, start, end)) return word;
      slot = (slot + 1) & mask;
    }
    return this.#add(ownString(codes, start, end) ?? text.slice(start, end), codes, start, hash, slot);
  }

  #isSame(word: number, codes: Uint16Array, start: number, end: number): boolean {
    const starts = this.#starts;
    const letters = this.#letters;
    const from = starts[word] ?? 0;
    const length = end - start;
    if ((starts[word + 1] ?? 0) - from !== length) return false;
    for (let index = 0; index < length; index += 1) if (letters[from + index] !== codes[start + index]) return false;
    return true;
  }

  #add(spelling: string, codes: Uint16Array, start: number, hash: number, slot: number): number {
    const word = this.spellings.length;
    if (word + 2 > this.forms.length) this.#grow();
    const from = this.#starts[word] ?? 0;
    const end = from + spelling.length;
    if (end > this.#letters.length) this.#growLetters(end * 2);
    this.#letters.set(codes.subarray(start, start + spelling.length), from);
    this.#starts[word + 1] = end;
    this.spellings.push(spelling);
    this.forms[word] = keywords.get(spelling) ?? 0;
    this.capitals[word] = capital.test(spelling) ? 1 : 0;
    this.#hashes[word] = hash;
    this.#slots[slot] = word;
    if (word * 2 > this.#slots.length) this.#rehash();
    return word;
  }

  #grow(): void {
    const room = this.forms.length * 2;
    this.forms = widerBytes(this.forms, room);
    this.capitals = widerBytes(this.capitals, room);
    this.#hashes = widerNumbers(this.#hashes, room);
    this.#starts = widerNumbers(this.#starts, room);
  }

  #growLetters(room: number): void {
    const letters = new Uint16Array(room);
    letters.set(this.#letters);
    this.#letters = letters;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let word = 1; word < this.spellings.length; word += 1) {
      const hash = this.#hashes[word] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while ((slots[slot] ?? 0) > 0) slot = (slot + 1) & mask;
      slots[slot] = word;
    }
    this.#slots = slots;
  }
}

/** Copies with more room. */
export function widerBytes(from: Uint8Array, room: number): Uint8Array<ArrayBuffer> {
  const wide = new Uint8Array(room);
  wide.set(from);
  return wide;
}

export function widerNumbers(from: Int32Array, room: number): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(room);
  wide.set(from);
  return wide;
}

/** V8 keeps a whole text alive for a slice of this many characters or more. */
const shortestHolder = 13;
const utf16 = new TextDecoder("utf-16le", { ignoreBOM: true });

/** A word that does not keep its text alive; undefined for a short one, whose slice is a copy anyway. */
function ownString(codes: Uint16Array, start: number, end: number): string | undefined {
  return end - start < shortestHolder ? undefined : utf16.decode(codes.subarray(start, end));
}

/** Words kept between texts; above this many the vocabulary starts anew: about 5 MB. */
const mostWords = 50_000;

let current: Vocabulary | undefined;

/** The vocabulary for the next text. */
export function vocabulary(): Vocabulary {
  if (current === undefined || current.size > mostWords) current = new Vocabulary();
  return current;
}
