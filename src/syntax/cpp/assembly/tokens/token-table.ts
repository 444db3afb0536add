/**
 * The tokens of the text at hand as columns. Input: tokens in order; output: tables that the host reads as well. The last
 * token is `Kind.end`.
 */
import {
  byteAt,
  bytesOf,
  numbersOf,
  setByte,
  setNumber,
  widerBytes,
  widerNumbers,
} from "../../../../base/assembly/tables";
import { length } from "./text";

/** Kinds below 32; any other kind is the character code of a one-character token. */
export namespace Kind {
  export const end: i32 = 0;
  export const word: i32 = 1;
  export const number: i32 = 2;
  export const string: i32 = 3;
  export const character: i32 = 4;
  /** An operator of two or three characters that holds `=`, so that a lone `=` means what it says. */
  export const operator: i32 = 5;
  export const scope: i32 = 6;
  export const arrow: i32 = 7;
  export const if_: i32 = 8;
  export const elif: i32 = 9;
  export const else_: i32 = 10;
  export const endif: i32 = 11;
  export const define: i32 = 12;
  export const include: i32 = 13;
  export const directive: i32 = 14;
}

export function isDirective(kind: i32): bool {
  return kind >= Kind.if_ && kind <= Kind.directive;
}

let room: i32 = 1 << 14;
export let count: i32 = 0;

/** Tables of bytes. */
export let kinds: usize = bytesOf(room);
/** `Word` of a word, -1 of any other token. */
export let forms: usize = bytesOf(room);
/** 1 where the token is the first of its line. */
export let firsts: usize = bytesOf(room);
/** 1 where a token was cut. */
export let deads: usize = bytesOf(room);
/** Tables of numbers: UTF-16 offsets, numbers of words, and links from token to token. */
export let starts: usize = numbersOf(room);
export let ends: usize = numbersOf(room);
/** Of a word: its number in the vocabulary; 0 of any other token. */
export let words: usize = numbersOf(room);
export let nexts: usize = numbersOf(room);
export let previouses: usize = numbersOf(room);
/** Of each bracket: its partner, or 0 if there is none. */
export let partners: usize = numbersOf(room);
/** Lists of tokens, and their lengths. */
export let directives: usize = 0;
export let directiveCount: i32 = 0;
let directiveRoom: i32 = 0;
export let digraphs: usize = 0;
export let digraphCount: i32 = 0;
let digraphRoom: i32 = 0;
/** Brackets, directives, and words that define classes, namespaces and types. */
export let marks: usize = 0;
export let markCount: i32 = 0;
let markRoom: i32 = 0;
/** Tokens that trigger rules. */
export let triggered: usize = 0;
export let triggeredCount: i32 = 0;
let triggeredRoom: i32 = 0;

/** 1 for each kind of token that is a mark or a trigger, and for each `Word` that is a mark; the host writes them. */
export const markKinds: usize = memory.data(256);
export const markForms: usize = memory.data(128);
export const triggerKinds: usize = memory.data(256);
/** 1 for each word that is a trigger: keywords alone, which are the first words. */
export const triggerWords: usize = memory.data(1024);
export const mostTriggerWords: i32 = 1024;

export function beginTokens(): void {
  count = 0;
  directiveCount = 0;
  digraphCount = 0;
  markCount = 0;
  triggeredCount = 0;
}

/**
 * Makes room for more tokens. Two more than there are have links: the list begins after the last one.
 *
 * @param start of the next token
 */
function grow(start: i32): void {
  const before = room;
  // As many tokens as the rest of the text has if it is like its beginning: what earlier tables take is not used again.
  const expected = <i32>((<f64>count * <f64>length) / <f64>start);
  room = min(length + 8, max(room * 2, expected + expected / 8));
  kinds = widerBytes(kinds, before, room);
  forms = widerBytes(forms, before, room);
  firsts = widerBytes(firsts, before, room);
  deads = widerBytes(deads, before, room);
  starts = widerNumbers(starts, before, room);
  ends = widerNumbers(ends, before, room);
  words = widerNumbers(words, before, room);
  nexts = widerNumbers(nexts, before, room);
  previouses = widerNumbers(previouses, before, room);
  partners = widerNumbers(partners, before, room);
}

export function addToken(kind: i32, start: i32, end: i32, first: i32): void {
  if (count + 2 >= room) grow(start);
  const at = count;
  setByte(kinds, at, kind);
  setByte(forms, at, -1);
  setByte(firsts, at, first);
  setNumber(words, at, 0);
  setNumber(starts, at, start);
  setNumber(ends, at, end);
  if (byteAt(markKinds, kind) === 1) addMark();
  if (byteAt(triggerKinds, kind) === 1) addTriggered();
  count += 1;
}

export function addWord(word: i32, form: i32, start: i32, end: i32, first: i32): void {
  if (count + 2 >= room) grow(start);
  const at = count;
  setByte(kinds, at, Kind.word);
  setByte(forms, at, form);
  setByte(firsts, at, first);
  setNumber(words, at, word);
  setNumber(starts, at, start);
  setNumber(ends, at, end);
  if (byteAt(markForms, form) === 1) addMark();
  if (word < mostTriggerWords && byteAt(triggerWords, word) === 1) addTriggered();
  count += 1;
}

/** The room of a list that is full. */
function moreRoom(room: i32): i32 {
  return max(1 << 10, room * 2);
}

function addMark(): void {
  if (markCount === markRoom) {
    markRoom = moreRoom(markRoom);
    marks = widerNumbers(marks, markCount, markRoom);
  }
  setNumber(marks, markCount, count);
  markCount += 1;
}

function addTriggered(): void {
  if (triggeredCount === triggeredRoom) {
    triggeredRoom = moreRoom(triggeredRoom);
    triggered = widerNumbers(triggered, triggeredCount, triggeredRoom);
  }
  setNumber(triggered, triggeredCount, count);
  triggeredCount += 1;
}

/** The next token is a directive. */
export function addDirectiveAhead(): void {
  if (directiveCount === directiveRoom) {
    directiveRoom = moreRoom(directiveRoom);
    directives = widerNumbers(directives, directiveCount, directiveRoom);
  }
  setNumber(directives, directiveCount, count);
  directiveCount += 1;
}

/** The next token is a bracket that is written as a digraph. */
export function addDigraphAhead(): void {
  if (digraphCount === digraphRoom) {
    digraphRoom = moreRoom(digraphRoom);
    digraphs = widerNumbers(digraphs, digraphCount, digraphRoom);
  }
  setNumber(digraphs, digraphCount, count);
  digraphCount += 1;
}
