/**
 * The words of texts (tokenizing), and their numbers. Input: a text, or its bytes; output: the ids of its distinct words in a vocabulary.
 * The code that reads every byte is a module in WebAssembly, in assembly/; each vocabulary is an instance of it.
 */
import { randomInt } from "node:crypto";
import { builtModule } from "../base/built-module.ts";
import type { WordSections } from "./word-index.ts";

/** Words of a vocabulary and bytes of their letters past which it is full: about 100 MB. */
const maxWords = 1_000_000;
const maxLetterBytes = 67_108_864;

/** Different numbers of a text that are words: a table of data has millions, and the index would consist of them. */
export const maxNumbers = 1_000;

/** A word of the files that have more numbers than are words. */
export const furtherNumbers = "##0";

/**
 * True if a text may have a number with a part that is left out of its words.
 *
 * @param startsWord true if the number begins with the part
 */
export function mayBeOfNumber(part: string, startsWord: boolean): boolean {
  return startsWord ? /^\d[\da-fA-FxXuUlL]*$/.test(part) : /^[\da-fA-FxXuUlL]+$/.test(part);
}

/**
 * Returns the ids of the distinct words of a text, ascending. A word is a run of letters, digits, `_`, `$` and of
 * bytes of UTF-8 from 0x80 on; words in comments and strings count, and numbers too, but of long ones only the first different ones: with
 * further ones, `furtherNumbers` is a word. In addition, the result has
 *
 * - the words that a continued line or adjacent literals split, joined, as `holdsWords` of the prefilter joins them
 * - the ASCII words within a run with other bytes, since these may be a BOM, a space or a quotation mark
 *
 * The ids are valid until the vocabulary is cleared.
 *
 * @param text in UTF-8 if it is bytes
 */
export function wordsOf(text: Uint8Array | string, vocabulary: Vocabulary): Uint32Array<ArrayBuffer> {
  return vocabulary.wordsOf(text);
}

/** The hash by which words and paths are found. Each vocabulary has its own multiplier. */
export function hashOf(bytes: Uint8Array, start: number, end: number, multiplier: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), multiplier);
  return hash >>> 0;
}

/** A multiplier of hashes: odd, and of a kind whose powers repeat as late as can be. */
export function randomMultiplier(): number {
  return (randomInt(0x1000_0000, 0x8000_0000) & ~7) | 5;
}

type Table = WebAssembly.Global<"i32">;

/** The functions of the module, the addresses of its tables, and their sizes: see assembly/index.ts. */
type WordsExports = {
  readonly memory: WebAssembly.Memory;
  readonly size: Table;
  readonly taken: Table;
  readonly setMultiplier: (multiplier: number) => void;
  readonly beginText: (most: number) => number;
  readonly beginWords: (length: number) => void;
  readonly readWords: () => number;
  readonly takeText: (length: number) => void;
  readonly endWords: () => number;
  readonly idOfText: (length: number) => number;
  readonly startOf: (id: number) => number;
  readonly addressOf: (id: number) => number;
  readonly lengthOf: (id: number) => number;
  readonly clear: () => void;
  readonly beginList: () => void;
  readonly useWords: (count: number) => void;
  readonly countPostings: (file: number, count: number) => void;
  readonly sortList: () => void;
  readonly writePostings: (file: number, count: number) => void;
  readonly writeEntries: () => void;
  readonly endList: () => void;
  readonly listed: Table;
  readonly ranks: Table;
  readonly blocks: Table;
  readonly blockNumbers: Table;
  readonly entries: Table;
  readonly entryBytes: Table;
  readonly postings: Table;
  readonly postingBytes: Table;
};

/** Words of a vocabulary in the order of their bytes, with the files that have each. */
export type WordList = {
  /** The number of words. */
  readonly count: number;
  /** By id, the place of a word in the list; 0 for a word that is not in it. */
  readonly rankOf: Uint32Array;
  readonly sections: WordSections;
};

/** Characters of a text from which on its bytes are counted before it is written, for the room that it takes. */
const longText = 65_536;

/**
 * Words with an id for each, from 0 on in the order in which they were added: one a worker. It is a hash table with open addressing over
 * bytes, which makes no string. Its multiplier is random, so that nobody can write words that all have the same hash.
 */
export class Vocabulary {
  readonly multiplier = randomMultiplier();
  readonly #module = new WebAssembly.Instance<WordsExports>(builtModule("words.wasm", "soon"), {}).exports;
  /** The memory of the module, as it was last seen. */
  #memory = Buffer.from(this.#module.memory.buffer);
  /** The address at which the module reads a text, and the bytes for which there is room. */
  #textAt = 0;
  #textRoom = 0;

  constructor() {
    this.#module.setMultiplier(this.multiplier);
  }

  get size(): number {
    return this.#module.size.value;
  }

  /** The bytes of all words. */
  get letterBytes(): number {
    return this.#module.startOf(this.size);
  }

  /** True when it is to be cleared as soon as its ids are unused. */
  get isFull(): boolean {
    return this.size >= maxWords || this.letterBytes >= maxLetterBytes;
  }

  /** Removes all words. */
  clear(): void {
    this.#module.clear();
  }

  /** The letters of a word. They are valid until the next word is added. */
  lettersOf(id: number): Uint8Array {
    const start = this.#startOf(id);
    return this.#bytes().subarray(start, start + this.#module.lengthOf(id));
  }

  /** A word as text. */
  textOf(id: number): string {
    const start = this.#startOf(id);
    return this.#bytes().toString("utf8", start, start + this.#module.lengthOf(id));
  }

  /** The id of any text, which need not be a word. */
  idOf(text: string): number {
    return this.#module.idOfText(this.#write(text));
  }

  /** The id of the bytes from `start` to `end`. */
  idOfBytes(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const at = this.#roomFor(length);
    const memory = this.#bytes();
    // By hand: most words are short, and a view of their bytes costs more.
    for (let index = 0; index < length; index++) memory[at + index] = bytes[start + index] ?? 0;
    return this.#module.idOfText(length);
  }

  /** The ids of the distinct words of a text, ascending: see the function. */
  wordsOf(text: Uint8Array | string): Uint32Array<ArrayBuffer> {
    const module = this.#module;
    module.beginWords(this.#write(text));
    const hasFurther = module.readWords() !== 0;
    if (hasFurther) module.takeText(this.#write(furtherNumbers));
    const count = module.endWords();
    return this.#numbers(module.taken, count);
  }

  /**
   * Lists words with the files that have each. An id that no word has is left out.
   *
   * @param used columns of ids
   * @param ids the ids of the words of the files, one file after the other
   * @param starts the start of the ids of each file, and the end
   */
  list(used: readonly Uint32Array[], ids: Uint32Array, starts: Uint32Array): WordList {
    const module = this.#module;
    const forEachFile = (visit: (file: number, count: number) => void) => {
      for (let file = 0; file + 1 < starts.length; file++) {
        visit(file, this.#writeNumbers(ids.subarray(starts[file], starts[file + 1])));
      }
    };
    module.beginList();
    for (const column of used) module.useWords(this.#writeNumbers(column));
    forEachFile(module.countPostings);
    module.sortList();
    forEachFile(module.writePostings);
    module.writeEntries();
    const list = {
      count: module.listed.value,
      rankOf: this.#numbers(module.ranks, this.size),
      sections: {
        wordBlocks: this.#numbers(module.blocks, module.blockNumbers.value),
        wordEntries: this.#copy(module.entries, module.entryBytes.value),
        postings: this.#copy(module.postings, module.postingBytes.value),
      },
    };
    module.endList();
    return list;
  }

  /** Returns the address for a text of at most so many bytes. */
  #roomFor(most: number): number {
    if (most > this.#textRoom) {
      this.#textAt = this.#module.beginText(most) >>> 0;
      this.#textRoom = most;
    }
    return this.#textAt;
  }

  /** Writes a text to where the module reads it, and returns its length. */
  #write(text: Uint8Array | string): number {
    if (typeof text !== "string") {
      const at = this.#roomFor(text.length);
      this.#bytes().set(text, at);
      return text.length;
    }
    const most = text.length < longText ? text.length * 3 : Buffer.byteLength(text);
    const at = this.#roomFor(most);
    return this.#bytes().write(text, at, most);
  }

  /** The same for numbers. */
  #writeNumbers(numbers: Uint32Array): number {
    const at = this.#roomFor(numbers.byteLength);
    new Uint32Array(this.#bytes().buffer, at, numbers.length).set(numbers);
    return numbers.length;
  }

  /** A copy of numbers of the module. */
  #numbers(table: Table, count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#bytes().buffer, table.value >>> 0, count).slice();
  }

  /** A copy of bytes of the module. */
  #copy(table: Table, count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes().buffer, table.value >>> 0, count).slice();
  }

  /** @throws RangeError for an id that no word has */
  #startOf(id: number): number {
    const start = this.#module.addressOf(id) >>> 0;
    if (start === 0) throw new RangeError(`the vocabulary has no word ${id}`);
    return start;
  }

  /** The memory of the module: one that has grown has emptied its views. */
  #bytes(): Buffer {
    if (this.#memory.length === 0) this.#memory = Buffer.from(this.#module.memory.buffer);
    return this.#memory;
  }
}
