/**
 * The table of all rewriting rules, and one run of them over the text at hand. Input: buckets of rules by their triggers,
 * which the host compiles: see ../../rules/compile-rules.ts; output: edits where rules match. A bucket holds the rules of one
 * trigger; its table of bits excludes all rules that cannot match by the shapes of the tokens around the trigger.
 */

import { addressOfNumber, numberAt, numbersOf, setByte, setNumber } from "../../../../base/assembly/tables";
import { maskDirective } from "../host";
import { editCount } from "../tokens/edits";
import { Word } from "../tokens/keywords";
import { isCapital, kindOfRole, role } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Kind, mostTriggerWords, triggered, triggeredCount, triggerKinds, triggerWords } from "../tokens/token-table";
import { maskCommasAfterAssignment } from "./gaps-in-operands";
import { maskComparison, maskTemplateParameters } from "./gaps-in-templates";
import { beginPatterns, runPattern } from "./matcher";

/** Shapes of tokens: the kind of one that is not a word, and of a word what keywords.ts says of it. */
const shapeCount = 160;
const firstWordShape = 128;

/** A name that is written like a macro has a shape of its own. */
const capitalShape = shapeCount - 1;

/** Returns the shape of a token. It rules out most patterns before they are tried. */
function shapeOf(index: i32): i32 {
  const kind = stream.kind(index);
  if (kind !== Kind.word) return kind;
  const word = stream.word(index);
  return word === Word.name && isCapital(index) ? capitalShape : firstWordShape + word;
}

/** Kinds of names: whether one is written like a macro, and the kind of its role, if it has one. */
const nameKindCount = 42;

/** `Scope`s, with the one that is not known. */
const scopeCount = 6;

/** Returns the kind of a name. It rules out most rules of names before they are tried. */
function nameKindOf(index: i32): i32 {
  const place = kindOfRole(role(index)) + 1;
  return place * 2 + (isCapital(index) ? 1 : 0);
}

/**
 * The bits of a bucket: for each shape of tokens on one side of a trigger, the rules that can match there, a bit each; then
 * the same for each kind of names, and for each `Scope` after the one that is not known.
 */
const beforeNext = 0;
const beforeSecond = shapeCount;
const beforeBeyond = shapeCount * 2;
const afterNext = shapeCount * 3;
const afterSecond = shapeCount * 4;
const afterBeyond = shapeCount * 5;
const ofKind = shapeCount * 6;
const ofScope = ofKind + nameKindCount;
const numbersOfBits = ofScope + scopeCount;

/** The scope of the places where rules run before the scope around a token is known. */
const unknownScope = -1;
const unknownName = -1;

/**
 * Of each bucket: the one with the rules after its rules, or 0; the place of its bits in runs of equal ones; and its rules: the
 * numbers of patterns, or of rules that are code, negative.
 */
const numbersOfBucket = 33;
const nextBucket = 0;
const placeOfBits = 1;
const runs = 2;

/** The rules as the host has written them, whose places count from here. */
let rules: usize = 0;
/** Buckets by their numbers, which start at 1, and their bits. */
let buckets: usize = 0;
let bits: usize = 0;

/** The first bucket of each kind of tokens, of each keyword, and of names, names at statements and names at declarations; or 0. */
const bucketsOfKinds: usize = memory.data(1024);
const bucketsOfWords: usize = memory.data(4096);
const bucketsOfNames: usize = memory.data(16);

/** Gives the host room for rules in words of four bytes, which are loaded when they are written. */
export function roomForRules(words: i32): usize {
  rules = numbersOf(words);
  return rules;
}

/**
 * Takes the rules: the numbers of buckets and of patterns, the places of both, and the places of the tables of buckets by kinds,
 * keywords and names, whose lengths are before them.
 */
export function loadRules(): void {
  buckets = addressOfNumber(rules, numberAt(rules, 2));
  const count = numberAt(rules, 0);
  bits = numbersOf(count * numbersOfBits);
  for (let bucket = 0; bucket < count; bucket += 1) writeBits(bucket);
  beginPatterns(rules, numberAt(rules, 3));
  loadFirsts(bucketsOfKinds, numberAt(rules, 4));
  loadFirsts(bucketsOfWords, numberAt(rules, 5));
  loadFirsts(bucketsOfNames, numberAt(rules, 6));
  for (let kind = 0; kind < 256; kind += 1) setByte(triggerKinds, kind, isFilled(bucketsOfKinds, kind));
  for (let word = 0; word < mostTriggerWords; word += 1) setByte(triggerWords, word, isFilled(bucketsOfWords, word));
}

/** Writes the bits of a bucket: pairs of a length and a value, and 0 after them. */
function writeBits(bucket: i32): void {
  const table = bitsOf(bucket);
  let at = 0;
  for (let run = numberAt(buckets, bucket * numbersOfBucket + placeOfBits); numberAt(rules, run) > 0; run += 2) {
    const end = at + numberAt(rules, run);
    for (; at < end; at += 1) setNumber(table, at, numberAt(rules, run + 1));
  }
}

function loadFirsts(table: usize, place: i32): void {
  const count = numberAt(rules, place);
  for (let at = 0; at < count; at += 1) setNumber(table, at, numberAt(rules, place + 1 + at));
}

function isFilled(table: usize, place: i32): i32 {
  return numberAt(table, place) === 0 ? 0 : 1;
}

/** The place of the next token in the list of triggers. */
let next: i32 = 0;

/** Begins to run the rules over a text. */
export function beginRules(): void {
  next = 0;
}

/** Runs the rules at the triggers before a token, which were not passed before. */
export function upTo(end: i32): void {
  for (; next < triggeredCount; next += 1) {
    const index = numberAt(triggered, next);
    if (index >= end) return;
    const kind = stream.kind(index);
    const bucket =
      kind === Kind.word ? numberAt(bucketsOfWords, stream.spelling(index)) : numberAt(bucketsOfKinds, kind);
    if (bucket !== 0) runBucket(bucket, index);
  }
}

/** Passes the triggers before a token: they are in text that is not parsed. */
export function passTo(end: i32): void {
  while (next < triggeredCount && numberAt(triggered, next) < end) next += 1;
}

/** Runs the rules of names at one, up to the first that edits; returns true when one did. */
export function atName(index: i32, scope: i32, className: i32): bool {
  return runNames(numberAt(bucketsOfNames, 0), index, scope, className);
}

/** Runs the rules of names that start statements, or declarations, at one, in the same way. */
export function atStatement(index: i32, scope: i32, className: i32): bool {
  return runNames(numberAt(bucketsOfNames, 1), index, scope, className);
}

export function atDeclaration(index: i32, scope: i32, className: i32): bool {
  return runNames(numberAt(bucketsOfNames, 2), index, scope, className);
}

/** Runs a rule at a token. */
function run(bucket: i32, place: i32, index: i32, scope: i32, className: i32): void {
  const rule = numberAt(buckets, bucket * numbersOfBucket + runs + place);
  if (rule >= 0) runPattern(rule, index, scope, className);
  else runWritten(rule, index);
}

/** The rules that mask correct C++ that the grammar does not read and patterns cannot express. */
function runWritten(rule: i32, index: i32): void {
  if (rule === -1) maskCommasAfterAssignment(index);
  else if (rule === -2) maskTemplateParameters(index);
  else if (rule === -3) maskComparison(index);
  else maskDirective(index);
}

/** The bucket with the rules after its rules, or 0. */
function after(number: i32): i32 {
  return numberAt(buckets, number * numbersOfBucket + nextBucket);
}

function runBucket(first: i32, index: i32): void {
  for (let number = first; number !== 0; ) {
    if (stream.isCut(index)) return;
    let matching = candidates(number, index);
    while (matching !== 0 && !stream.isCut(index)) {
      const bit = matching & -matching;
      const count = editCount;
      run(number, 31 - clz(bit), index, unknownScope, unknownName);
      // After an edit, other tokens are next to the trigger for the rules that follow.
      matching = editCount === count ? matching & ~bit : candidates(number, index) & -bit & ~bit;
    }
    number = after(number);
  }
}

/** The bits of a bucket. */
function bitsOf(bucket: i32): usize {
  return addressOfNumber(bits, bucket * numbersOfBits);
}

/** The rules that can match by the shapes of the tokens next to the trigger. */
function candidates(number: i32, index: i32): i32 {
  const table = bitsOf(number);
  const next = stream.after(index);
  let matching = numberAt(table, afterNext + shapeOf(next));
  if (matching === 0) return 0;
  const before = stream.before(index);
  matching &= numberAt(table, beforeNext + shapeOf(before));
  if (matching === 0) return 0;
  matching &= numberAt(table, afterSecond + shapeOf(stream.after(next)));
  if (matching === 0) return 0;
  matching &= numberAt(table, beforeSecond + shapeOf(stream.before(before)));
  const close = stream.partner(next);
  if (close > next) matching &= numberAt(table, afterBeyond + shapeOf(stream.after(close)));
  const open = stream.partner(before);
  if (open > 0 && open < before) matching &= numberAt(table, beforeBeyond + shapeOf(stream.before(open)));
  return matching;
}

/** The rules of names. At each name they run up to the first that edits. Returns true after an edit. */
function runNames(first: i32, index: i32, scope: i32, className: i32): bool {
  for (let number = first; number !== 0; ) {
    if (runOwn(number, index, scope, className)) return true;
    number = after(number);
  }
  return false;
}

function runOwn(number: i32, index: i32, scope: i32, className: i32): bool {
  let matching = candidates(number, index);
  if (matching === 0) return false;
  const table = bitsOf(number);
  matching &= numberAt(table, ofScope + (scope - unknownScope)) & numberAt(table, ofKind + nameKindOf(index));
  const count = editCount;
  for (; matching !== 0; matching &= matching - 1) {
    run(number, 31 - clz(matching & -matching), index, scope, className);
    if (editCount !== count) return true;
  }
  return false;
}
