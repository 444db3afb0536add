/**
 * The words of a vocabulary: a hash table with open addressing over bytes. Input: the address of a word, its length and its hash; output:
 * its id, from 0 on in the order of addition. Tables that have grown are freed.
 */
import {
  byteAt,
  clearNumbers,
  numberAt,
  numbersOf,
  setNumber,
  setWord,
  widerNumbers,
  wordAt,
} from "../../base/assembly/tables";
import { ahead } from "./text";

/** Numbers of a slot: the hash of a word, and its id + 1; 0 if there is none. */
const slotNumbers: i32 = 2;
/** Numbers of a word: the start of its letters, which is the end of the word before it, and the number of the last text that has it. */
const wordNumbers: i32 = 2;

let room: i32 = 1 << 11;
let slotCount: i32 = 1 << 12;
/** Slots are found by the upper bits of a hash. */
let shift: u32 = 20;
let letterRoom: i32 = 1 << 15;

/** The number of words, which is the id of the next one. */
export let size: i32 = 0;
let slots: usize = numbersOf(slotCount * slotNumbers);
let words: usize = numbersOf((room + 1) * wordNumbers);
let letters: usize = heap.alloc(<usize>(letterRoom + ahead));
let multiplier: u32 = 0;
/** The number of the text at hand. */
let text: u32 = 0;

export function setMultiplier(value: u32): void {
  multiplier = value;
}

/** Removes all words. */
export function clear(): void {
  clearNumbers(slots, slotCount * slotNumbers);
  clearNumbers(words, (room + 1) * wordNumbers);
  size = 0;
  text = 0;
}

/** The place of the first letter of a word, or of the next word to come, which is the number of all letters. */
export function startOf(id: i32): i32 {
  return numberAt(words, id * wordNumbers);
}

/** The address of the first letter of a word. */
export function lettersOf(id: i32): usize {
  return letters + <usize>startOf(id);
}

/** The same for the host; 0 for an id that no word has. */
export function addressOf(id: i32): usize {
  return isWord(id) ? lettersOf(id) : 0;
}

/** True for the id of a word. */
export function isWord(id: i32): bool {
  return <u32>id < <u32>size;
}

export function lengthOf(id: i32): i32 {
  return startOf(id + 1) - startOf(id);
}

/** One more byte of a word in its hash. */
export function hashed(hash: u32, byte: i32): u32 {
  return (hash ^ byte) * multiplier;
}

export function hashOf(start: usize, length: i32): u32 {
  let hash: u32 = 0;
  for (let at = 0; at < length; at += 1) hash = hashed(hash, byteAt(start, at));
  return hash;
}

/** Begins the words of a text. */
export function beginTaking(): void {
  text += 1;
}

/** Notes that the text has a word; false if that was noted already. */
export function take(id: i32): bool {
  const place = id * wordNumbers + 1;
  if (wordAt(words, place) === text) return false;
  setWord(words, place, text);
  return true;
}

/** True if as many bytes are the same at two addresses; behind each there are `ahead` more. */
export function isSame(one: usize, other: usize, length: i32): bool {
  let rest = length;
  for (; rest > 8; rest -= 8) {
    if (load<u64>(one) !== load<u64>(other)) return false;
    one += 8;
    other += 8;
  }
  if (rest === 0) return true;
  // The letters are the lower bytes: what comes after them is shifted out.
  const beyond: u64 = 64 - (rest << 3);
  const different = load<u64>(one) ^ load<u64>(other);
  return different << beyond === 0;
}

export function idOf(start: usize, length: i32, hash: u32): i32 {
  const mask = slotCount - 1;
  let slot: i32 = hash >>> shift;
  for (let number = numberOf(slot); number > 0; number = numberOf(slot)) {
    const id = number - 1;
    if (wordAt(slots, slot * slotNumbers) === hash && lengthOf(id) === length && isSame(lettersOf(id), start, length))
      return id;
    slot = (slot + 1) & mask;
  }
  return add(start, length, hash, slot);
}

function add(start: usize, length: i32, hash: u32, slot: i32): i32 {
  const id = size;
  size += 1;
  if (size > room) growWords();
  const from = startOf(id);
  const to = from + length;
  if (to > letterRoom) growLetters(from, max(to, letterRoom << 1));
  const target = letters + <usize>from;
  for (let at: usize = 0; at < <usize>length; at += 8) store<u64>(target + at, load<u64>(start + at));
  setNumber(words, size * wordNumbers, to);
  setNumber(words, id * wordNumbers + 1, 0);
  setSlot(slot, hash, size);
  if (size << 1 > slotCount) growSlots();
  return id;
}

/** The id + 1 of the word in a slot; 0 if there is none. */
function numberOf(slot: i32): i32 {
  return numberAt(slots, slot * slotNumbers + 1);
}

function setSlot(slot: i32, hash: u32, number: i32): void {
  setWord(slots, slot * slotNumbers, hash);
  setNumber(slots, slot * slotNumbers + 1, number);
}

function growWords(): void {
  const before = words;
  words = widerNumbers(before, (room + 1) * wordNumbers, ((room << 1) + 1) * wordNumbers);
  heap.free(before);
  room <<= 1;
}

function growLetters(count: i32, wanted: i32): void {
  const before = letters;
  letters = heap.alloc(<usize>(wanted + ahead));
  memory.copy(letters, before, <usize>count);
  heap.free(before);
  letterRoom = wanted;
}

function growSlots(): void {
  const before = slots;
  const countBefore = slotCount;
  slotCount <<= 1;
  shift -= 1;
  slots = numbersOf(slotCount * slotNumbers);
  const mask = slotCount - 1;
  for (let old = 0; old < countBefore; old += 1) {
    const number = numberAt(before, old * slotNumbers + 1);
    if (number === 0) continue;
    const hash = wordAt(before, old * slotNumbers);
    let slot: i32 = hash >>> shift;
    while (numberOf(slot) !== 0) slot = (slot + 1) & mask;
    setSlot(slot, hash, number);
  }
  heap.free(before);
}
