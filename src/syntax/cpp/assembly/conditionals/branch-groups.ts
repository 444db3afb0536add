/**
 * The groups `#if … #endif` of the text at hand. Input: its tokens; output: for each group its directives, the branch that stays if one must
 * be chosen, and whether the brackets in each branch are balanced.
 */

import {
  byteAt,
  bytesOf,
  clearNumbers,
  numberAt,
  numbersOf,
  setByte,
  setNumber,
  widerBytes,
  widerNumbers,
} from "../../../../base/assembly/tables";
import { chosenBranch } from "../host";
import { Char } from "../tokens/stream";
import { count, Kind, kinds, markCount, marks } from "../tokens/token-table";

let tokenRoom: i32 = 1 << 14;
/** Of each `#if`: the number of its group plus 1, or 0 if it has no `#endif`. */
let groupsOfTokens: usize = numbersOf(tokenRoom);

let groupRoom: i32 = 256;
let groupCount: i32 = 0;
/** Of each group: the place of its `#if` in the list of directives, and the number of its branches. */
let firstPlaces: usize = numbersOf(groupRoom);
let branchCounts: usize = numbersOf(groupRoom);
/** The branch that stays when one must be chosen; -1 for none. */
let chosenBranches: usize = numbersOf(groupRoom);
/** 1 if each branch closes every bracket that it opens, and no other. */
let balancedGroups: usize = bytesOf(groupRoom);
/** 1 if each branch opens as many braces as it closes, in whatever order, and is even otherwise. */
let restoredGroups: usize = bytesOf(groupRoom);

let directiveRoom: i32 = 1 << 10;
let directiveCount: i32 = 0;
/** The directives of each group, one after the other; the last one is `#endif`. */
export let groupDirectives: usize = numbersOf(directiveRoom);

/**
 * The directives of open groups, the outermost group first. With an `#if`, the balance before it; with any other directive, the balance of
 * the branch that it ends.
 */
let stepRoom: i32 = 256;
let stepCount: i32 = 0;
let stepDirectives: usize = numbersOf(stepRoom);
let stepBraces: usize = numbersOf(stepRoom);
let stepParens: usize = numbersOf(stepRoom);
let stepLowestBraces: usize = numbersOf(stepRoom);
let stepLowestParens: usize = numbersOf(stepRoom);

/** The places of open groups among these steps. */
let openRoom: i32 = 64;
let openCount: i32 = 0;
let openGroups: usize = numbersOf(openRoom);

/** The balance of the branch at hand: what it opens less what it closes, and the least of that on the way. */
let braces: i32 = 0;
let parens: i32 = 0;
let lowestBraces: i32 = 0;
let lowestParens: i32 = 0;

/** Reads the groups, with balances worked out from the inside outwards in one pass. */
export function readGroups(): void {
  beginGroups();
  for (let mark = 0; mark < markCount; mark += 1) {
    const index = numberAt(marks, mark);
    const type = byteAt(kinds, index);
    if (type > Kind.directive) addBracket(type);
    else if (type === Kind.if_) {
      addOpenGroup(stepCount);
      addStep(index);
    } else if (type === Kind.elif || type === Kind.else_ || type === Kind.endif) {
      if (openCount === 0) continue;
      addStep(index);
      if (type !== Kind.endif) continue;
      openCount -= 1;
      const first = numberAt(openGroups, openCount);
      const chosen = addGroup(first);
      takeBalance(first);
      if (chosen >= 0) includeBalance(first + 1 + chosen);
      stepCount = first;
    }
  }
}

function beginGroups(): void {
  groupCount = 0;
  directiveCount = 0;
  stepCount = 0;
  openCount = 0;
  clearBalance();
  if (count <= tokenRoom) {
    clearNumbers(groupsOfTokens, count);
    return;
  }
  while (tokenRoom < count) tokenRoom *= 2;
  groupsOfTokens = numbersOf(tokenRoom);
}

/** The number of the group of an `#if`, or -1. */
export function groupOf(index: i32): i32 {
  return numberAt(groupsOfTokens, index) - 1;
}

/** Branches of a group: one less than it has directives. */
export function branchesOf(group: i32): i32 {
  return numberAt(branchCounts, group);
}

/** The directive that begins a branch; after the last branch, the `#endif`. */
export function directiveOf(group: i32, branch: i32): i32 {
  return numberAt(groupDirectives, numberAt(firstPlaces, group) + branch);
}

/** The `#endif` of a group. */
export function endOf(group: i32): i32 {
  return directiveOf(group, branchesOf(group));
}

/** The branch that stays when one must be chosen; -1 for none. */
export function chosenOf(group: i32): i32 {
  return numberAt(chosenBranches, group);
}

/** True if each branch closes every bracket that it opens, and no other. */
export function isBalanced(group: i32): bool {
  return byteAt(balancedGroups, group) === 1;
}

/** True if each branch opens as many braces as it closes, in whatever order, and is even otherwise. */
export function isRestored(group: i32): bool {
  return byteAt(restoredGroups, group) === 1;
}

/** Adds the group whose steps are the last ones, from a place on; returns the branch that stays, or -1. */
function addGroup(first: i32): i32 {
  if (groupCount === groupRoom) growGroups();
  const group = groupCount;
  const branches = stepCount - first - 1;
  setNumber(groupsOfTokens, numberAt(stepDirectives, first), group + 1);
  setNumber(firstPlaces, group, directiveCount);
  setNumber(branchCounts, group, branches);
  groupCount += 1;
  const from = directiveCount;
  for (let step = first; step < stepCount; step += 1) addDirective(numberAt(stepDirectives, step));
  const chosen = chosenBranch(from, branches);
  setNumber(chosenBranches, group, chosen);
  let balanced = true;
  let restored = true;
  for (let step = first + 1; step < stepCount; step += 1) {
    if (!isRestoredAt(step)) restored = false;
    if (!isRestoredAt(step) || numberAt(stepLowestBraces, step) !== 0) balanced = false;
  }
  setByte(balancedGroups, group, balanced ? 1 : 0);
  setByte(restoredGroups, group, restored ? 1 : 0);
  return chosen;
}

/** True if as many braces are opened as are closed in the branch of a step, and parentheses are even. */
function isRestoredAt(step: i32): bool {
  return numberAt(stepBraces, step) === 0 && numberAt(stepParens, step) === 0 && numberAt(stepLowestParens, step) === 0;
}

function addBracket(type: i32): void {
  if (type === Char.openBrace) braces += 1;
  else if (type === Char.open || type === Char.openBracket) parens += 1;
  else if (type === Char.closeBrace) braces -= 1;
  else if (type === Char.close || type === Char.closeBracket) parens -= 1;
  else return;
  lowestBraces = min(lowestBraces, braces);
  lowestParens = min(lowestParens, parens);
}

function clearBalance(): void {
  braces = 0;
  parens = 0;
  lowestBraces = 0;
  lowestParens = 0;
}

/** Goes on with the balance of a step. */
function takeBalance(step: i32): void {
  braces = numberAt(stepBraces, step);
  parens = numberAt(stepParens, step);
  lowestBraces = numberAt(stepLowestBraces, step);
  lowestParens = numberAt(stepLowestParens, step);
}

/** Adds the balance of the branch of a step. */
function includeBalance(step: i32): void {
  lowestBraces = min(lowestBraces, braces + numberAt(stepLowestBraces, step));
  lowestParens = min(lowestParens, parens + numberAt(stepLowestParens, step));
  braces += numberAt(stepBraces, step);
  parens += numberAt(stepParens, step);
}

/** Adds a directive of an open group, with the balance at hand; another one begins. */
function addStep(directive: i32): void {
  if (stepCount === stepRoom) growSteps();
  const at = stepCount;
  setNumber(stepDirectives, at, directive);
  setNumber(stepBraces, at, braces);
  setNumber(stepParens, at, parens);
  setNumber(stepLowestBraces, at, lowestBraces);
  setNumber(stepLowestParens, at, lowestParens);
  stepCount += 1;
  clearBalance();
}

function addOpenGroup(step: i32): void {
  if (openCount === openRoom) {
    openGroups = widerNumbers(openGroups, openRoom, openRoom * 2);
    openRoom *= 2;
  }
  setNumber(openGroups, openCount, step);
  openCount += 1;
}

function addDirective(index: i32): void {
  if (directiveCount === directiveRoom) {
    groupDirectives = widerNumbers(groupDirectives, directiveRoom, directiveRoom * 2);
    directiveRoom *= 2;
  }
  setNumber(groupDirectives, directiveCount, index);
  directiveCount += 1;
}

function growGroups(): void {
  const before = groupRoom;
  groupRoom *= 2;
  const after = groupRoom;
  firstPlaces = widerNumbers(firstPlaces, before, after);
  branchCounts = widerNumbers(branchCounts, before, after);
  chosenBranches = widerNumbers(chosenBranches, before, after);
  balancedGroups = widerBytes(balancedGroups, before, after);
  restoredGroups = widerBytes(restoredGroups, before, after);
}

function growSteps(): void {
  const before = stepRoom;
  stepRoom *= 2;
  const after = stepRoom;
  stepDirectives = widerNumbers(stepDirectives, before, after);
  stepBraces = widerNumbers(stepBraces, before, after);
  stepParens = widerNumbers(stepParens, before, after);
  stepLowestBraces = widerNumbers(stepLowestBraces, before, after);
  stepLowestParens = widerNumbers(stepLowestParens, before, after);
}
