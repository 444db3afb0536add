/**
 * Scopes that a branch of `#if` closes and opens again. Input: a branch; output: the ranges of tokens that do so, or that it does anything
 * else to the scopes around it.
 */

import { numberAt, numbersOf, setNumber, widerNumbers } from "../../../../base/assembly/tables";
import { Word } from "../tokens/keywords";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";
import { chosenOf, directiveOf, endOf, groupOf, isBalanced } from "./branch-groups";

/** Branches inside of branches that are looked into; more are not written by people, and each is looked into again. */
const maxDepth = 8;

let rangeRoom: i32 = 64;
export let rangeCount: i32 = 0;
/** Tokens from one to another, both included. */
export let rangeStarts: usize = numbersOf(rangeRoom);
export let rangeEnds: usize = numbersOf(rangeRoom);

/** The braces that the branch at hand has opened. */
let openRoom: i32 = 64;
let openCount: i32 = 0;
let openBraces: usize = numbersOf(openRoom);

/** Forgets all ranges. */
export function beginRanges(): void {
  rangeCount = 0;
}

/**
 * `} } #include <x> namespace a { namespace b {` in a branch: adds the braces that end the scopes around it, and the heads
 * that open as many again.
 *
 * @param from the directive before the branch
 * @param to the directive after it
 * @returns false if a branch does anything else to the scopes around it
 */
export function addReopenedScopes(from: i32, to: i32): bool {
  openCount = 0;
  const before = rangeCount;
  if (!pairBraces(from, to, 0) || openCount !== rangeCount - before) return false;
  for (let place = 0; place < openCount; place += 1) {
    const brace = numberAt(openBraces, place);
    const head = headOf(brace);
    if (head < 0) return false;
    addRange(head, brace);
  }
  return true;
}

function pairBraces(from: i32, to: i32, depth: i32): bool {
  if (depth > maxDepth) return false;
  for (let at = stream.after(from); at < to; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.openBrace) addOpenBrace(at);
    else if (type === Char.closeBrace) {
      if (openCount > 0) openCount -= 1;
      else addRange(at, at);
    } else if (type === Kind.if_) {
      const inner = groupOf(at);
      if (inner < 0) return false;
      const chosen = chosenOf(inner);
      if (!isBalanced(inner) && chosen >= 0) {
        if (!pairBraces(directiveOf(inner, chosen), directiveOf(inner, chosen + 1), depth + 1)) return false;
      }
      at = endOf(inner);
    }
  }
  return true;
}

/** The start of `namespace a::b {` or `extern "C" {`, or -1. */
function headOf(brace: i32): i32 {
  let at = stream.before(brace);
  if (stream.kind(at) === Kind.string) at = stream.before(at);
  else while (stream.isName(at) || stream.kind(at) === Kind.scope) at = stream.before(at);
  const word = stream.word(at);
  return word === Word.namespace || word === Word.extern ? at : -1;
}

function addOpenBrace(brace: i32): void {
  if (openCount === openRoom) {
    openBraces = widerNumbers(openBraces, openRoom, openRoom * 2);
    openRoom *= 2;
  }
  setNumber(openBraces, openCount, brace);
  openCount += 1;
}

function addRange(from: i32, to: i32): void {
  if (rangeCount === rangeRoom) growRanges();
  setNumber(rangeStarts, rangeCount, from);
  setNumber(rangeEnds, rangeCount, to);
  rangeCount += 1;
}

function growRanges(): void {
  const before = rangeRoom;
  rangeRoom *= 2;
  rangeStarts = widerNumbers(rangeStarts, before, rangeRoom);
  rangeEnds = widerNumbers(rangeEnds, before, rangeRoom);
}
