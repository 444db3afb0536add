/**
 * The sorting of words by their bytes. Input: a table of entries, each with the id of a word; output: the same table in order. The time is
 * in proportion to the letters and to the logarithm of the number of words, whatever they begin with.
 */
import { ahead } from "./text";
import { lengthOf, lettersOf } from "./vocabulary";

/** Bytes of an entry: the first letters of a word as a number that compares as they do, its id, and room. */
const entryBytes: usize = 16;
const idOffset: usize = 8;
/** Entries that are sorted by insertion. */
const runLength: i32 = 8;

/** Returns a table for so many words; the caller frees it. */
export function entriesFor(count: i32): usize {
  return heap.alloc(<usize>count * entryBytes);
}

export function idAt(entries: usize, index: i32): i32 {
  return load<i32>(entries + <usize>index * entryBytes, idOffset);
}

export function setEntry(entries: usize, index: i32, id: i32): void {
  const entry = entries + <usize>index * entryBytes;
  store<u64>(entry, firstLetters(id));
  store<i32>(entry, id, idOffset);
}

function firstLetters(id: i32): u64 {
  const length = lengthOf(id);
  const letters = bswap<u64>(load<u64>(lettersOf(id)));
  if (length >= ahead) return letters;
  const beyond: u64 = (ahead - length) << 3;
  return length === 0 ? 0 : (letters >> beyond) << beyond;
}

/** Sorts the entries, which are then in one of the two tables; returns that one. The other one is as large. */
export function sortEntries(entries: usize, other: usize, count: i32): usize {
  for (let start = 0; start < count; start += runLength) insert(entries, start, min(start + runLength, count));
  let from = entries;
  let to = other;
  for (let length = runLength; length < count; length <<= 1) {
    for (let start = 0; start < count; start += length << 1) {
      const middle = min(start + length, count);
      merge(from, to, start, middle, min(middle + length, count));
    }
    const passing = from;
    from = to;
    to = passing;
  }
  return from;
}

function insert(entries: usize, start: i32, end: i32): void {
  const first = entries + <usize>start * entryBytes;
  const last = entries + <usize>end * entryBytes;
  for (let entry = first + entryBytes; entry < last; entry += entryBytes) {
    const key = load<u64>(entry);
    const id = load<i32>(entry, idOffset);
    let at = entry;
    for (; at > first && isBefore(key, id, at - entryBytes); at -= entryBytes) copy(at, at - entryBytes);
    store<u64>(at, key);
    store<i32>(at, id, idOffset);
  }
}

function merge(from: usize, to: usize, start: i32, middle: i32, end: i32): void {
  let left = from + <usize>start * entryBytes;
  const leftEnd = from + <usize>middle * entryBytes;
  let right = leftEnd;
  const rightEnd = from + <usize>end * entryBytes;
  let target = to + <usize>start * entryBytes;
  while (left < leftEnd && right < rightEnd) {
    const isRight = isBefore(load<u64>(right), load<i32>(right, idOffset), left);
    copy(target, isRight ? right : left);
    if (isRight) right += entryBytes;
    else left += entryBytes;
    target += entryBytes;
  }
  memory.copy(target, left, leftEnd - left);
  memory.copy(target + (leftEnd - left), right, rightEnd - right);
}

function copy(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<i32>(to, load<i32>(from, idOffset), idOffset);
}

/** True if a word comes before the word of an entry. */
function isBefore(key: u64, id: i32, entry: usize): bool {
  const otherKey = load<u64>(entry);
  return key === otherKey ? isLess(id, load<i32>(entry, idOffset)) : key < otherKey;
}

/** True if a word comes before another one, given that their first letters are the same. */
function isLess(one: i32, other: i32): bool {
  const length = lengthOf(one);
  const otherLength = lengthOf(other);
  const shared = sharedLetters(lettersOf(one), lettersOf(other), min(length, otherLength));
  if (shared === length || shared === otherLength) return length < otherLength;
  return load<u8>(lettersOf(one) + <usize>shared) < load<u8>(lettersOf(other) + <usize>shared);
}

/** The number of bytes, of `most` at most, that are the same from two addresses on; `ahead` bytes after these are readable. */
export function sharedLetters(one: usize, other: usize, most: i32): i32 {
  for (let at = 0; at < most; at += ahead) {
    const different = load<u64>(one + <usize>at) ^ load<u64>(other + <usize>at);
    if (different !== 0) return min(most, at + <i32>(ctz<u64>(different) >> 3));
  }
  return most;
}
