/**
 * The words of a segment with the files that have each. Input: ids that the segment uses, and file by file the ids of its words, twice;
 * output: the rank of each word in the order of the bytes, and the sections that ../word-index.ts describes.
 *
 * The host calls `beginList`, `useWords` for each column of ids, `countPostings` for each file, `sortList`, `writePostings` for each file,
 * `writeEntries`, and `endList` when it has copied the sections. The ids of a call are where texts are.
 */
import { numberAt, numbersOf, setNumber } from "../../base/assembly/tables";
import { entriesFor, idAt, setEntry, sharedLetters, sortEntries } from "./sort-words";
import { text } from "./text";
import { isWord, lengthOf, lettersOf, size } from "./vocabulary";

/** Words of a block: the first one of each shares nothing. */
const blockWords: i32 = 16;
/** Bytes of the three numbers of an entry. */
const mostNumberBytes: i32 = 15;

/** The number of words of the list. */
export let listed: i32 = 0;
/** By id, the rank of a word; before the list is sorted, 1 for a word that is in it. */
export let ranks: usize = 0;
/** By id, the last file that has the word, + 1. */
let lastFiles: usize = 0;
/** By id, the bytes of the postings of the word; when the list is sorted, the place of the next one. */
let places: usize = 0;
/** By rank, the words and the start of the postings of each. */
let order: usize = 0;
let starts: usize = 0;
/** The letters of all words of the list. */
let letterCount: i32 = 0;

export let postings: usize = 0;
export let postingBytes: i32 = 0;
export let blocks: usize = 0;
export let blockNumbers: i32 = 0;
export let entries: usize = 0;
export let entryBytes: i32 = 0;

export function beginList(): void {
  listed = 0;
  letterCount = 0;
  ranks = numbersOf(size);
  lastFiles = numbersOf(size);
  places = numbersOf(size);
}

/** Takes words into the list. */
export function useWords(count: i32): void {
  for (let index = 0; index < count; index += 1) {
    const id = numberAt(text, index);
    if (isWord(id)) use(id);
  }
}

/** Takes the words of a file into the list. */
export function countPostings(file: i32, count: i32): void {
  for (let index = 0; index < count; index += 1) {
    const id = numberAt(text, index);
    if (!isWord(id)) continue;
    use(id);
    setNumber(places, id, numberAt(places, id) + varintBytes(file - numberAt(lastFiles, id)));
    setNumber(lastFiles, id, file + 1);
  }
}

function use(id: i32): void {
  if (numberAt(ranks, id) > 0) return;
  setNumber(ranks, id, 1);
  listed += 1;
  letterCount += lengthOf(id);
}

/** Sorts the words, and makes room for their postings. */
export function sortList(): void {
  const unsorted = entriesFor(listed);
  const other = entriesFor(listed);
  let count = 0;
  for (let id = 0; id < size; id += 1) {
    if (numberAt(ranks, id) === 0) continue;
    setEntry(unsorted, count, id);
    count += 1;
  }
  const sorted = sortEntries(unsorted, other, listed);
  order = numbersOf(listed);
  starts = numbersOf(listed + 1);
  postingBytes = 0;
  for (let rank = 0; rank < listed; rank += 1) {
    const id = idAt(sorted, rank);
    const bytes = numberAt(places, id);
    setNumber(order, rank, id);
    setNumber(ranks, id, rank);
    setNumber(starts, rank, postingBytes);
    setNumber(places, id, postingBytes);
    setNumber(lastFiles, id, 0);
    postingBytes += bytes;
  }
  setNumber(starts, listed, postingBytes);
  heap.free(unsorted);
  heap.free(other);
  postings = heap.alloc(<usize>postingBytes);
}

/** Writes that a file has its words. */
export function writePostings(file: i32, count: i32): void {
  for (let index = 0; index < count; index += 1) {
    const id = numberAt(text, index);
    if (!isWord(id)) continue;
    const end = putVarint(postings + <usize>numberAt(places, id), file - numberAt(lastFiles, id));
    setNumber(places, id, <i32>(end - postings));
    setNumber(lastFiles, id, file + 1);
  }
}

export function writeEntries(): void {
  blockNumbers = (((listed + blockWords - 1) / blockWords) << 1) + 2;
  blocks = numbersOf(blockNumbers);
  entries = heap.alloc(<usize>letterCount + <usize>listed * mostNumberBytes);
  let at = entries;
  let before = -1;
  for (let rank = 0; rank < listed; rank += 1) {
    const id = numberAt(order, rank);
    const letters = lettersOf(id);
    const length = lengthOf(id);
    let shared = 0;
    if (rank % blockWords === 0) setBlock(rank / blockWords, <i32>(at - entries), numberAt(starts, rank));
    else shared = sharedLetters(letters, lettersOf(before), min(length, lengthOf(before)));
    at = putVarint(at, shared);
    at = putVarint(at, length - shared);
    at = putVarint(at, numberAt(starts, rank + 1) - numberAt(starts, rank));
    memory.copy(at, letters + <usize>shared, <usize>(length - shared));
    at += <usize>(length - shared);
    before = id;
  }
  entryBytes = <i32>(at - entries);
  setBlock((blockNumbers >> 1) - 1, entryBytes, postingBytes);
}

function setBlock(block: i32, entry: i32, posting: i32): void {
  setNumber(blocks, block << 1, entry);
  setNumber(blocks, (block << 1) + 1, posting);
}

/** Frees the tables. */
export function endList(): void {
  heap.free(ranks);
  heap.free(lastFiles);
  heap.free(places);
  heap.free(order);
  heap.free(starts);
  heap.free(postings);
  heap.free(blocks);
  heap.free(entries);
}

/** The bytes of a number, seven bits a byte. */
function varintBytes(number: i32): i32 {
  let bytes = 1;
  for (let rest = number; rest >= 0x80; rest >>= 7) bytes += 1;
  return bytes;
}

/** Writes a number in seven bits a byte, the lowest first, and returns the address after it. */
function putVarint(to: usize, number: i32): usize {
  let at = to;
  let rest = number;
  for (; rest >= 0x80; rest >>= 7) {
    store<u8>(at, (rest & 0x7f) | 0x80);
    at += 1;
  }
  store<u8>(at, rest);
  return at + 1;
}
