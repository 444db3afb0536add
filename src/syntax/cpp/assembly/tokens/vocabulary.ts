/**
 * The words of all C++ texts that this module has read (interning). Input: a word of the text; output: its number, which
 * stays the same until the vocabulary is emptied, its class as a keyword, and its traits. Numbers start at 1.
 */
import {
  byteAt,
  bytesOf,
  clearNumbers,
  numberAt,
  numbersOf,
  setByte,
  setNumber,
  setShort,
  setWord,
  shortAt,
  shortsOf,
  widerBytes,
  widerNumbers,
  widerShorts,
  wordAt,
} from "../../../../base/assembly/tables";
import { codeAt } from "./text";
import { traitsOf } from "./traits";

let room: i32 = 4096;
let slotCount: i32 = room * 2;
let letterRoom: i32 = room * 12;

/** The number of the next word. */
export let size: i32 = 1;
/** `Word` of each word, a byte. */
let forms: usize = bytesOf(room);
/** `Trait` of each word, two bytes. */
export let traits: usize = shortsOf(room);
/** The role of each word as a macro: see roles.ts; of a new word, none, which is 1. Four bytes. */
export let roles: usize = numbersOf(room);
/** The place of the first letter of each word; the next word's place is the end. Four bytes. */
export let starts: usize = numbersOf(room);
/** The UTF-16 codes of all words, one after the other. */
export let letters: usize = shortsOf(letterRoom);
let hashes: usize = numbersOf(room);
let slots: usize = numbersOf(slotCount);

/** Forgets all words. */
export function emptyVocabulary(): void {
  size = 1;
  clearNumbers(slots, slotCount);
}

/** The number of the next word between two offsets, where line feeds are between words; `wordEnd` is the offset after it. */
export function nextWord(start: i32, end: i32): i32 {
  let hash: u32 = 0;
  let at = start;
  for (; at < end && codeAt(at) !== 10; at += 1) hash = hashed(hash, codeAt(at));
  wordEnd = at;
  return numberOf(start, at, hash);
}

export let wordEnd: i32 = 0;

/** One more code of a word in its hash. */
export function hashed(hash: u32, code: u32): u32 {
  return hash * 31 + code;
}

/** The number of the word between two offsets of the text, given its hash. */
export function numberOf(start: i32, end: i32, hash: u32): i32 {
  const mask = slotCount - 1;
  let slot = (hash ^ (hash >> 15)) & mask;
  for (let word = numberAt(slots, slot); word > 0; word = numberAt(slots, slot)) {
    if (wordAt(hashes, word) === hash && isSame(word, start, end)) return word;
    slot = (slot + 1) & mask;
  }
  return add(start, end, hash, slot);
}

function isSame(word: i32, start: i32, end: i32): bool {
  const from = numberAt(starts, word);
  if (numberAt(starts, word + 1) - from !== end - start) return false;
  for (let at = start; at < end; at += 1) if (shortAt(letters, from + at - start) !== codeAt(at)) return false;
  return true;
}

function add(start: i32, end: i32, hash: u32, slot: u32): i32 {
  const word = size;
  if (word + 2 > room) grow();
  const from = numberAt(starts, word);
  const after = from + end - start;
  if (after > letterRoom) growLetters(after * 2);
  for (let at = start; at < end; at += 1) setShort(letters, from + at - start, codeAt(at));
  setNumber(starts, word + 1, after);
  size += 1;
  setByte(forms, word, 0);
  setNumber(roles, word, 1);
  setShort(traits, word, traitsOf(start, end));
  setWord(hashes, word, hash);
  setNumber(slots, slot, word);
  if (word * 2 > slotCount) rehash();
  return word;
}

/** Makes a word a keyword. */
export function setForm(word: i32, form: i32): void {
  setByte(forms, word, form);
}

export function formOf(word: i32): i32 {
  return byteAt(forms, word);
}

function grow(): void {
  const before = room;
  room *= 2;
  forms = widerBytes(forms, before, room);
  traits = widerShorts(traits, before, room);
  roles = widerNumbers(roles, before, room);
  starts = widerNumbers(starts, before, room);
  hashes = widerNumbers(hashes, before, room);
}

function growLetters(count: i32): void {
  letters = widerShorts(letters, letterRoom, count);
  letterRoom = count;
}

function rehash(): void {
  slotCount *= 2;
  slots = numbersOf(slotCount);
  const mask = slotCount - 1;
  for (let word = 1; word < size; word += 1) {
    const hash = wordAt(hashes, word);
    let slot = (hash ^ (hash >> 15)) & mask;
    while (numberAt(slots, slot) > 0) slot = (slot + 1) & mask;
    setNumber(slots, slot, word);
  }
}
