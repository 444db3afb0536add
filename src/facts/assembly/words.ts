/**
 * The words of a text (tokenizing). Input: the text at hand; output: the ids of its distinct words, ascending. ../words.ts has the
 * rules.
 */
import { byteAt, bytesOf, numbersOf, setByte, setNumber, widerNumbers, wordAt } from "../../base/assembly/tables";
import { jointAt, Sign } from "./joints";
import { sortNumbers } from "./sort-numbers";
import { ahead, endText, text, textEnd } from "./text";
import { beginTaking, hashed, hashOf, idOf, isSame, size, take } from "./vocabulary";

/** Different numbers of a text that are words. */
const maxNumbers: i32 = 1000;
const minNumberLength: usize = 5;

/** The class of a byte in a word; 0 for a byte that ends one. */
namespace Kind {
  export const ofNumbers: i32 = 1;
  export const notOfNumbers: i32 = 2;
  export const nonAscii: i32 = 4;
}

const kinds: usize = kindsOfBytes();

function kindsOfBytes(): usize {
  const table = bytesOf(256);
  for (let byte = 0; byte < 256; byte += 1) setByte(table, byte, kindOf(byte));
  return table;
}

function kindOf(byte: i32): i32 {
  if (byte >= 0x80) return Kind.nonAscii;
  if (isDigit(byte)) return Kind.ofNumbers;
  const letter = byte | 0x20;
  if (letter >= 0x61 && letter <= 0x7a)
    return letter <= 0x66 || letter === 0x6c || letter === 0x75 || letter === 0x78 ? Kind.ofNumbers : Kind.notOfNumbers;
  // _ and $
  return byte === 0x5f || byte === 0x24 ? Kind.notOfNumbers : 0;
}

function isDigit(byte: i32): bool {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * A cache of the places of some words of a text: most words come again soon, and looking one up here costs less than in
 * a vocabulary, whose tables are larger than the caches of a processor. By some bits of the hash, where a word starts, counted over all
 * texts since the last clearing.
 */
const recentCount: i32 = 8192;
const recents: usize = numbersOf(recentCount);
let textStart: u32 = 1;
let nextStart: u32 = 1;

/** The known words of the text that it has; new ones follow each other in the vocabulary. */
export let taken: usize = numbersOf(1 << 10);
let takenRoom: i32 = 1 << 10;
let takenCount: i32 = 0;
/** The number of words before the text. */
let sizeBefore: i32 = 0;

/** Begins the text of so many bytes that the host has written. */
export function beginWords(length: i32): void {
  endText(length);
  beginTaking();
  takenCount = 0;
  sizeBefore = size;
  if (<u32>length > <u32>0xffffffff - nextStart) {
    memory.fill(recents, 0, recentCount << 2);
    nextStart = 1;
  }
  textStart = nextStart;
  nextStart += length;
}

/** Takes the words of the text at hand; true if it has more numbers than are words. */
export function readWords(): bool {
  // The end of the last joined word: what is within it starts no further one, or the time would be quadratic.
  let joinedTo = text;
  let numbers = 0;
  let hasFurther = false;
  const end = textEnd;
  let at = text;
  while (at < end) {
    let byte = <i32>load<u8>(at);
    let kind = byteAt(kinds, byte);
    if (kind === 0) {
      at += 1;
      continue;
    }
    const start = at;
    let hash: u32 = 0;
    let all = 0;
    do {
      hash = hashed(hash, byte);
      all |= kind;
      at += 1;
      byte = <i32>load<u8>(at);
      kind = byteAt(kinds, byte);
    } while (kind !== 0);
    const isNumber = all === Kind.ofNumbers && at - start >= minNumberLength && isDigit(load<u8>(start));
    if (isNumber && numbers === maxNumbers) hasFurther = true;
    else if (!isRecent(start, at, hash)) {
      const isNew = takeWord(start, <i32>(at - start), hash);
      if (isNumber && isNew) numbers += 1;
    }
    if ((all & Kind.nonAscii) !== 0) takeAsciiWords(start, at);
    if ((byte === Sign.quote || byte === Sign.backslash) && start >= joinedTo && at < end)
      joinedTo = takeJoined(start, at);
  }
  return hasFurther;
}

/** The id of the text at hand, which need not be a word. */
export function idOfText(length: i32): i32 {
  endText(length);
  return idOf(text, length, hashOf(text, length));
}

/** Takes the text at hand as a word of the text before it. */
export function takeText(length: i32): void {
  takeWord(text, length, hashOf(text, length));
}

/** Sorts the words that were taken, and returns their number. */
export function endWords(): i32 {
  sortNumbers(taken, takenCount, sizeBefore);
  const added = size - sizeBefore;
  reserve(takenCount + added);
  for (let index = 0; index < added; index += 1) setNumber(taken, takenCount + index, sizeBefore + index);
  return takenCount + added;
}

/** True for a word that the text has had; false too for one that other words have replaced, or that is new. */
function isRecent(start: usize, end: usize, hash: u32): bool {
  const slot: i32 = (hash ^ (hash >> 15)) & (recentCount - 1);
  const seen = wordAt(recents, slot);
  if (seen >= textStart) {
    const before = text + <usize>(seen - textStart);
    if (isSame(before, start, <i32>(end - start)) && byteAt(kinds, load<u8>(before + (end - start))) === 0) return true;
  }
  setNumber(recents, slot, textStart + <u32>(start - text));
  return false;
}

/** Adds a word to the words of the text; false if it is one of them already. */
function takeWord(start: usize, length: i32, hash: u32): bool {
  const id = idOf(start, length, hash);
  if (!take(id)) return false;
  if (id >= sizeBefore) return true;
  reserve(takenCount + 1);
  setNumber(taken, takenCount, id);
  takenCount += 1;
  return true;
}

function reserve(count: i32): void {
  if (count <= takenRoom) return;
  const before = taken;
  const room = max(count, takenRoom << 1);
  taken = widerNumbers(before, takenRoom, room);
  takenRoom = room;
  heap.free(before);
}

/** Takes the maximal runs of ASCII within a run with other bytes. */
function takeAsciiWords(from: usize, to: usize): void {
  let start = from;
  for (let at = from; at <= to; at += 1) {
    if (at < to && load<u8>(at) < 0x80) continue;
    const length = <i32>(at - start);
    if (length > 0) takeWord(start, length, hashOf(start, length));
    start = at + 1;
  }
}

/** Room for a joined word, which is not longer than the text. */
let joined: usize = 0;
let joinedRoom: usize = 0;

/**
 * Takes the word that a run and the runs after the joints after it make up.
 *
 * @returns the end of the last run
 */
function takeJoined(start: usize, end: usize): usize {
  let next = jointAt(end);
  if (next === end) return end;
  let last = end;
  let length: usize = 0;
  for (let at = end; next > at; next = jointAt(at)) {
    at = next;
    while (byteAt(kinds, load<u8>(at)) !== 0) at += 1;
    if (at === next) continue;
    if (length === 0) length = append(0, start, end);
    length = append(length, next, at);
    last = at;
  }
  if (length === 0) return last;
  takeWord(joined, <i32>length, hashOf(joined, <i32>length));
  takeAsciiWords(joined, joined + length);
  return last;
}

/** Appends a run to the first letters of the joined word, and returns how many there are then. */
function append(count: usize, start: usize, end: usize): usize {
  const length = count + end - start;
  if (length > joinedRoom) {
    joinedRoom = length << 1;
    const wide = heap.alloc(joinedRoom + ahead);
    memory.copy(wide, joined, count);
    if (joined !== 0) heap.free(joined);
    joined = wide;
  }
  memory.copy(joined + count, start, end - start);
  return length;
}
