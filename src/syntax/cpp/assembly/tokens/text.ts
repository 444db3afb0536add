/** The text at hand: its UTF-16 codes, with zeros after its end. */
import { addressOfShort, setShort, shortAt, shortsOf } from "../../../../base/assembly/tables";

/** The codes; the host writes them. */
let codes: usize = 0;
/** The number of codes. */
export let length: i32 = 0;
let room: i32 = 0;

/** Zeros after the text: nothing that is looked for there is longer. */
const ahead = 64;
/** Characters of a word that the host may write after them. */
const longestWord = 4096;

/** Makes room for a text, and returns where the host is to write its codes. */
export function beginText(count: i32): usize {
  if (count + ahead + longestWord > room) {
    room = max(1 << 16, count + ahead + longestWord + (count >> 1));
    codes = shortsOf(room);
  }
  length = count;
  for (let at = count; at < count + ahead; at += 1) setShort(codes, at, 0);
  return codes;
}

/** Returns the offset at which the host may write a word that the text need not have; -1 if it is too long. */
export function beginWord(count: i32): i32 {
  return count > longestWord - ahead ? -1 : length + ahead;
}

/** The address of a code. */
export function addressOf(index: i32): usize {
  return addressOfShort(codes, index);
}

export function codeAt(index: i32): u32 {
  return shortAt(codes, index);
}

/** True if the text at an offset is this one. */
export function startsWith(wanted: string, at: i32): bool {
  const count = wanted.length;
  if (at < 0) return false;
  return memory.compare(addressOf(at), changetype<usize>(wanted), (<usize>count) << 1) === 0;
}

/** True if the text between two offsets is this one. */
export function isText(start: i32, end: i32, wanted: string): bool {
  return end - start === wanted.length && startsWith(wanted, start);
}

/** The offset of a code from another offset on, or -1. */
export function indexOf(code: u32, from: i32): i32 {
  for (let at = from; at < length; at += 1) if (codeAt(at) === code) return at;
  return -1;
}
