/**
 * The words of a segment and the files that have each: an inverted index with prefix compression. Input: words of a
 * vocabulary with postings; output: three sections of bytes, and from them the files of a word.
 */
import { countWhile } from "../base/count-while.ts";
import { DamagedSegmentError } from "./columns.ts";
import { u32In } from "./layout.ts";

/**
 * The words of a segment in the order of their bytes, and the files that have each:
 *
 * - `wordBlocks`: for every 16th word and for the end, as u32 where its entry and where its postings start
 * - `wordEntries`: of each word as varints the bytes that it shares with the word before it (0 for every 16th), the
 *   count of the others, and the bytes of its postings; and then the other bytes
 * - `postings`: of each word the files that have it, ascending, as varints of the distance to the one before less one
 *
 * A word without postings is there because something has it as its name.
 */
const blockWords = 16;

/** The sections about words. */
export type WordSections = Readonly<Record<"wordBlocks" | "wordEntries" | "postings", Uint8Array | Uint32Array>>;

/** The words of a segment, found by binary search over every 16th. */
export class WordIndex {
  readonly length: number;
  readonly #files: number;
  readonly #blocks: Uint32Array;
  readonly #entries: Uint8Array;
  readonly #postings: Uint8Array;
  /** For a single word; its next use moves it. */
  readonly #reader: WordReader;
  /** By block, the words that were asked for and those next to them. */
  readonly #spelled: (readonly string[] | undefined)[] = [];

  /**
   * @param length how many words there are
   * @param files how many files the segment has
   * @throws DamagedSegmentError
   */
  constructor(length: number, files: number, section: (name: keyof WordSections) => Uint8Array) {
    const blockCount = Math.ceil(length / blockWords);
    this.length = length;
    this.#files = files;
    this.#blocks = u32In(section("wordBlocks"), "wordBlocks", blockCount * 2 + 2);
    this.#entries = section("wordEntries");
    this.#postings = section("postings");
    this.#reader = new WordReader(this.#entries);
    const [entriesEnd, postingsEnd] = this.#blocks.subarray(blockCount * 2);
    if (entriesEnd !== this.#entries.length || postingsEnd !== this.#postings.length) {
      throw new DamagedSegmentError("the words have another length");
    }
  }

  /** The id of a word; -1 for none. */
  idOf(word: string): number {
    const letters = Buffer.from(word);
    const reader = this.#reader;
    // The last block whose first word is not after the word.
    const block = countWhile(Math.ceil(this.length / blockWords) - 1, (before) => {
      reader.seek(this.#blockAt(before + 1));
      reader.next();
      return reader.compareTo(letters) <= 0;
    });
    reader.seek(this.#blockAt(block));
    const end = Math.min(this.length, (block + 1) * blockWords);
    for (let id = block * blockWords; id < end; id++) {
      reader.next();
      if (reader.compareTo(letters) === 0) return id;
    }
    return -1;
  }

  wordOf(id: number): string {
    if (!Number.isInteger(id) || id < 0 || id >= this.length) throw new RangeError(`there is no word ${id}`);
    const block = Math.floor(id / blockWords);
    const words = this.#spelled[block] ?? this.#spellingsIn(block);
    return words[id - block * blockWords] ?? "";
  }

  /** Spells the words of a block: each is read on the way to the next, and names are asked for in numbers. */
  #spellingsIn(block: number): readonly string[] {
    const reader = this.#reader;
    reader.seek(this.#blockAt(block));
    const words = reader.words(Math.min(blockWords, this.length - block * blockWords));
    this.#spelled[block] = words;
    return words;
  }

  /** The files that have a word, ascending. */
  filesOf(id: number): Uint32Array {
    const { postingsBefore, postingsBytes } = this.#readerAt(id);
    const from = this.#postingsAt(Math.floor(id / blockWords)) + postingsBefore;
    return this.#filesBetween(from, from + postingsBytes);
  }

  /** Ids of the words with these letters in them, ascending. */
  idsContaining(part: string): Uint32Array {
    if (part === "") return Uint32Array.from({ length: this.length }, (_, id) => id);
    const letters = Buffer.from(part);
    const found = new Uint32Array(this.length);
    let count = 0;
    // The earliest end of a match: words that share it contain it as well.
    let matchEnd = -1;
    this.forEach((reader, id) => {
      const word = reader.letters();
      const known = matchEnd >= 0 && matchEnd <= reader.shared;
      if (!known) {
        const start = word.indexOf(letters, Math.max(0, reader.shared - letters.length + 1));
        matchEnd = start < 0 ? -1 : start + letters.length;
      }
      if (matchEnd >= 0) found[count++] = id;
    });
    return found.slice(0, count);
  }

  /** Visits all words in order. The reader is valid during the call. */
  forEach(visit: (reader: WordReader, id: number) => void): void {
    const reader = new WordReader(this.#entries);
    for (let id = 0; id < this.length; id++) {
      reader.next();
      visit(reader, id);
    }
  }

  /** Visits each word with the files that have it. The letters are valid during the call. */
  forEachPosting(visit: (id: number, letters: Uint8Array, files: Uint32Array) => void): void {
    this.forEach((reader, id) => {
      const from = reader.postingsBefore;
      visit(id, reader.letters(), this.#filesBetween(from, from + reader.postingsBytes));
    });
  }

  /** Visits the letters of each word. */
  forEachLetters(visit: LetterReader<void>): void {
    this.forEach((reader) => {
      reader.withLetters(visit);
    });
  }

  /**
   * Visits each word whose letters pass a test, with the files that have it.
   *
   * @param test is called for the words in their order; its bytes are valid during the call
   */
  forEachPassing(test: LetterReader<boolean>, visit: (word: string, files: Uint32Array) => void): void {
    this.forEach((reader) => {
      if (!reader.withLetters(test)) return;
      const from = reader.postingsBefore;
      visit(reader.letters().toString(), this.#filesBetween(from, from + reader.postingsBytes));
    });
  }

  /**
   * Reads all words and postings, which are otherwise read on demand.
   *
   * @throws DamagedSegmentError if a word or a posting is not where readers look for it
   */
  check(): void {
    const reader = new WordReader(this.#entries);
    const order = new WordOrder();
    const files = new Uint32Array(this.#files);
    let postings = 0;
    for (let id = 0; id < this.length; id++) {
      const block = id % blockWords === 0 ? id / blockWords : undefined;
      if (block !== undefined && (reader.at !== this.#blockAt(block) || postings !== this.#postingsAt(block))) {
        throw new DamagedSegmentError("a block of words is elsewhere");
      }
      reader.next();
      if (block !== undefined && reader.shared > 0) throw new DamagedSegmentError("a block of words has no start");
      if (!reader.withLetters(order.isNext)) throw new DamagedSegmentError("words are not in order");
      // Files of a word are in order, since the distances between them are not negative.
      this.#readFiles(postings, postings + reader.postingsBytes, files);
      postings += reader.postingsBytes;
    }
    if (reader.at !== this.#entries.length || postings !== this.#postings.length) {
      throw new DamagedSegmentError("the words have another length");
    }
  }

  #readerAt(id: number): WordReader {
    if (!Number.isInteger(id) || id < 0 || id >= this.length) throw new RangeError(`there is no word ${id}`);
    const reader = this.#reader;
    reader.seek(this.#blockAt(Math.floor(id / blockWords)));
    for (let count = id % blockWords; count >= 0; count--) reader.next();
    return reader;
  }

  #blockAt(block: number): number {
    return this.#blocks[block * 2] ?? 0;
  }

  #postingsAt(block: number): number {
    return this.#blocks[block * 2 + 1] ?? 0;
  }

  #filesBetween(from: number, to: number): Uint32Array {
    // Each has a byte at least, and most have one.
    const files = new Uint32Array(Math.max(0, Math.min(to, this.#postings.length) - from));
    const count = this.#readFiles(from, to, files);
    // A view of a short array costs more than a copy.
    return count === files.length ? files : files.slice(0, count);
  }

  /** Reads postings into an array. @returns their number */
  #readFiles(from: number, to: number, files: Uint32Array): number {
    const bytes = this.#postings;
    if (to > bytes.length) throw new DamagedSegmentError("postings do not lie inside");
    let count = 0;
    let file = -1;
    let at = from;
    while (at < to) {
      let distance = 0;
      let shift = 0;
      let byte = 0x80;
      while (byte >= 0x80) {
        byte = bytes[at++] ?? 0;
        distance += (byte & 0x7f) * 2 ** shift;
        shift += 7;
      }
      file += distance + 1;
      if (file >= this.#files || at > to) throw new DamagedSegmentError("a word is in a file that is not there");
      files[count++] = file;
    }
    return count;
  }
}

/** Compares words that are read one after the other: of each only the letters that are new. */
class WordOrder {
  #before: Uint8Array = new Uint8Array(128);
  #length = -1;

  /** True for a word that comes after the one before it, and for the first one. */
  readonly isNext: LetterReader<boolean> = (bytes, length, shared) => {
    let before = this.#before;
    let isLater = this.#length < length;
    for (let at = shared; at < Math.min(this.#length, length); at++) {
      const difference = (bytes[at] ?? 0) - (before[at] ?? 0);
      if (difference === 0) continue;
      isLater = difference > 0;
      break;
    }
    if (before.length < length) {
      before = new Uint8Array(length * 2);
      before.set(this.#before.subarray(0, shared));
      this.#before = before;
    }
    for (let at = shared; at < length; at++) before[at] = bytes[at] ?? 0;
    this.#length = length;
    return isLater;
  };
}

/**
 * Reads the letters of a word in UTF-8, the first `length` bytes, which other words replace after the call. The first `shared` of
 * these are also those of the word before.
 */
export type LetterReader<Result> = (bytes: Uint8Array, length: number, shared: number) => Result;

/** Reads entries of words one after the other. */
export class WordReader {
  /** Bytes that the word shares with the one before it. */
  shared = 0;
  /** Bytes of the postings of the word, and of the words that were read before it. */
  postingsBytes = 0;
  postingsBefore = 0;
  readonly #entries: Uint8Array;
  #at = 0;
  #letters: Buffer = Buffer.allocUnsafe(128);
  #length = 0;

  constructor(entries: Uint8Array) {
    this.#entries = entries;
  }

  /** The offset of the next entry. */
  get at(): number {
    return this.#at;
  }

  /** Moves to an entry that shares nothing with the one before it. */
  seek(at: number): void {
    this.#at = at;
    this.#length = 0;
    this.postingsBytes = 0;
    this.postingsBefore = 0;
  }

  /** Below 0 when the word comes before these letters, above 0 when it comes after them. */
  compareTo(letters: Uint8Array): number {
    const own = this.#letters;
    const shorter = Math.min(this.#length, letters.length);
    // Words differ early: a call of Buffer.compare takes longer than this loop.
    for (let at = 0; at < shorter; at++) {
      const difference = (own[at] ?? 0) - (letters[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return this.#length - letters.length;
  }

  /** Has the letters of the word read: no view of them is made, which takes longer than most readers. */
  withLetters<Result>(read: LetterReader<Result>): Result {
    return read(this.#letters, this.#length, this.shared);
  }

  /** The letters of the word. They are valid until the next one is read. */
  letters(): Buffer {
    return this.#letters.subarray(0, this.#length);
  }

  /**
   * Returns the next words; the first shares nothing. All of them are parts of one string if they are ASCII: to make a
   * string of bytes takes longer than to read them.
   *
   * @throws DamagedSegmentError
   */
  words(count: number): string[] {
    const entries = this.#entries;
    const starts: number[] = [];
    let letters = this.#letters;
    let bits = 0;
    let start = 0;
    let end = 0;
    while (starts.length < count) {
      const shared = this.#varint();
      const others = this.#varint();
      this.#varint();
      const before = start;
      start = end;
      if (shared > end - before || this.#at + others > entries.length)
        throw new DamagedSegmentError("a word does not lie inside");
      if (end + shared + others > letters.length) letters = this.#grow(end, end + shared + others);
      for (let at = before; end < start + shared; at++, end++) letters[end] = letters[at] ?? 0;
      for (const last = end + others; end < last; end++) {
        const letter = entries[this.#at++] ?? 0;
        bits |= letter;
        letters[end] = letter;
      }
      starts.push(start);
    }
    starts.push(end);
    if (bits >= 0x80)
      return starts.slice(0, -1).map((from, index) => letters.toString("utf8", from, starts[index + 1]));
    const text = letters.toString("latin1", 0, end);
    return starts.slice(0, -1).map((from, index) => text.slice(from, starts[index + 1]));
  }

  /** @throws DamagedSegmentError */
  next(): void {
    this.postingsBefore += this.postingsBytes;
    const shared = this.#varint();
    const length = shared + this.#varint();
    this.postingsBytes = this.#varint();
    const end = this.#at + length - shared;
    if (shared > this.#length || end > this.#entries.length)
      throw new DamagedSegmentError("a word does not lie inside");
    if (length > this.#letters.length) this.#grow(shared, length);
    for (let at = shared, from = this.#at; at < length; at++, from++) this.#letters[at] = this.#entries[from] ?? 0;
    this.shared = shared;
    this.#length = length;
    this.#at = end;
  }

  /** Makes room for a number of letters, and keeps the first ones. */
  #grow(kept: number, length: number): Buffer {
    const letters = Buffer.allocUnsafe(length * 2);
    letters.set(this.#letters.subarray(0, kept));
    this.#letters = letters;
    return letters;
  }

  /** A number past the end of the bytes is 0, and the word after it then does not lie inside, or is empty. */
  #varint(): number {
    const first = this.#entries[this.#at++] ?? 0;
    if (first < 0x80) return first;
    let number = first & 0x7f;
    let byte = first;
    for (let shift = 7; byte >= 0x80 && shift < 35; shift += 7) {
      byte = this.#entries[this.#at++] ?? 0;
      number += (byte & 0x7f) * 2 ** shift;
    }
    return number;
  }
}
