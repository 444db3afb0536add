/**
 * The choice of branches of `#if` that the grammar cannot read next to each other. Input: the tokens of a C++ text;
 * output: the same without the directives and branches that keep it from being whole declarations or statements.
 */

import {
  byteAt,
  bytesOf,
  clearBytes,
  numberAt,
  numbersOf,
  setByte,
  setNumber,
  widerNumbers,
} from "../../../../base/assembly/tables";
import { endsLabel } from "../heads/labels";
import { holds, holdsRequirements, Scope } from "../heads/scopes";
import { isNeverTaken, isOfSip } from "../host";
import { statementMayStart } from "../rules/operand-places";
import { RuleId } from "../rules/rule-ids";
import { Word } from "../tokens/keywords";
import { isCapital, RoleKind, roleKind } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { count, directiveCount, directives, isDirective, Kind, kinds, markCount, marks } from "../tokens/token-table";
import { branchesOf, chosenOf, directiveOf, endOf, groupOf, isBalanced, isRestored, readGroups } from "./branch-groups";
import { addReopenedScopes, beginRanges, rangeCount, rangeEnds, rangeStarts } from "./reopened-scopes";

/** Characters that do not start a statement of C++: `.`, `%` of SWIG and SIP, `@` of Objective-C. */
function isForeignStart(type: i32): bool {
  return type === Char.dot || type === 37 || type === 64;
}

const unknown = -1;

/** Ends of groups one after the other that are looked past, so that no text takes the square of its length. */
const mostEnds = 32;

/** The braces that are open: the scope of each of them, if requested, and the parentheses open around it. */
let braceRoom: i32 = 64;
let braceCount: i32 = 0;
let braceTokens: usize = numbersOf(braceRoom);
let braceScopes: usize = numbersOf(braceRoom);
let braceParens: usize = numbersOf(braceRoom);
let parens: i32 = 0;

let settledRoom: i32 = 1 << 14;
/** 1 for the directives of chosen or kept groups that were dealt with already. */
let settled: usize = bytesOf(settledRoom);

/**
 * Blanks text that keeps conditional branches from being whole declarations, statements or members: otherwise one
 * branch is chosen and its directives are blanked.
 */
export function chooseBranches(): void {
  if (directiveCount === 0) return;
  readGroups();
  braceCount = 0;
  parens = 0;
  beginSettled();
  run();
}

function beginSettled(): void {
  if (count <= settledRoom) {
    clearBytes(settled, count);
    return;
  }
  while (settledRoom < count) settledRoom *= 2;
  settled = bytesOf(settledRoom);
}

function run(): void {
  const last = numberAt(directives, directiveCount - 1);
  for (let mark = 0; mark < markCount; mark += 1) {
    const index = numberAt(marks, mark);
    if (index > last) return;
    if (stream.isCut(index)) continue;
    const type = byteAt(kinds, index);
    if (type === Char.open || type === Char.openBracket) parens += 1;
    else if (type === Char.close || type === Char.closeBracket) parens = max(0, parens - 1);
    else if (type === Char.openBrace) openBrace(index);
    else if (type === Char.closeBrace) closeBrace();
    else if (isDirective(type)) directive(index, type);
  }
}

function openBrace(index: i32): void {
  if (braceCount === braceRoom) growBraces();
  setNumber(braceTokens, braceCount, index);
  setNumber(braceScopes, braceCount, unknown);
  setNumber(braceParens, braceCount, parens);
  braceCount += 1;
  parens = 0;
}

function closeBrace(): void {
  parens = 0;
  if (braceCount === 0) return;
  braceCount -= 1;
  parens = numberAt(braceParens, braceCount);
}

function growBraces(): void {
  const before = braceRoom;
  braceRoom *= 2;
  braceTokens = widerNumbers(braceTokens, before, braceRoom);
  braceScopes = widerNumbers(braceScopes, before, braceRoom);
  braceParens = widerNumbers(braceParens, before, braceRoom);
}

/** The scope of the innermost brace. */
function innermostScope(): i32 {
  let known = braceCount - 1;
  while (known >= 0 && numberAt(braceScopes, known) === unknown) known -= 1;
  let outer = known >= 0 ? numberAt(braceScopes, known) : Scope.block;
  for (let brace = known + 1; brace < braceCount; brace += 1) {
    outer = holds(numberAt(braceTokens, brace), outer === Scope.list);
    setNumber(braceScopes, brace, outer);
  }
  return outer;
}

function directive(index: i32, type: i32): void {
  if (byteAt(settled, index) === 1) return;
  const isInside = parens > 0 || innermostScope() === Scope.list;
  if (type === Kind.if_) {
    const group = groupOf(index);
    if (group >= 0) dealWith(group, isInside);
  } else if (type < Kind.define) blankDirective(index, RuleId.strayDirective);
  else if (isInside || !endsBefore(index)) {
    if (type === Kind.include && !isInside) endBefore(index);
    blankDirective(index, RuleId.directiveInExpression);
  }
}

/** `int a[] =`: ends a declaration whose value is in the file that is included. */
function endBefore(include: i32): void {
  const equals = stream.before(include);
  if (stream.kind(equals) === Char.equals) stream.cut(equals, equals, RuleId.valueInIncludedFile, ";");
}

function blankDirective(index: i32, rule: i32): void {
  stream.cut(index, index, rule);
}

function dealWith(group: i32, isInside: bool): void {
  if (isInside) {
    if (innermostScope() === Scope.list && parens === 0 && isBalanced(group) && isListOfItems(group)) dissolve(group);
    else choose(group);
  } else if ((isBalanced(group) || evenOut(group)) && standsAlone(group)) {
    if (isAmongRequirements()) dissolve(group);
    else keep(group);
  } else choose(group);
}

function isAmongRequirements(): bool {
  return braceCount > 0 && holdsRequirements(numberAt(braceTokens, braceCount - 1));
}

/** Branches of declarations stay with their directives, `#if 0` too. */
function keep(group: i32): void {
  for (let branch = 0; branch <= branchesOf(group); branch += 1) setByte(settled, directiveOf(group, branch), 1);
}

/** Blanks the ends of scopes that branches open again, and their heads; false if branches are uneven otherwise. */
function evenOut(group: i32): bool {
  if (!isRestored(group)) return false;
  beginRanges();
  for (let branch = 0; branch < branchesOf(group); branch += 1) {
    if (!addReopenedScopes(directiveOf(group, branch), directiveOf(group, branch + 1))) return false;
  }
  for (let range = 0; range < rangeCount; range += 1)
    stream.cut(numberAt(rangeStarts, range), numberAt(rangeEnds, range), RuleId.scopeOpenedAgain);
  return true;
}

/** Blanks the directives only. */
function dissolve(group: i32): void {
  for (let branch = 0; branch <= branchesOf(group); branch += 1) {
    const index = directiveOf(group, branch);
    setByte(settled, index, 1);
    blankDirective(index, RuleId.directiveInList);
  }
}

/** Blanks the directives and every branch but the chosen one. */
function choose(group: i32): void {
  const chosen = chosenOf(group);
  const branches = branchesOf(group);
  for (let branch = 0; branch <= branches; branch += 1) {
    const index = directiveOf(group, branch);
    setByte(settled, index, 1);
    const isWhole = branch !== chosen && branch < branches;
    stream.cut(index, isWhole ? stream.before(directiveOf(group, branch + 1)) : index, RuleId.conditionalBranch);
  }
}

function isListOfItems(group: i32): bool {
  for (let branch = 0; branch < branchesOf(group); branch += 1) {
    const index = directiveOf(group, branch + 1);
    const first = stream.after(directiveOf(group, branch));
    if (first === index) continue;
    if (stream.kind(stream.before(index)) !== Char.comma && stream.kind(first) !== Char.comma) return false;
  }
  return true;
}

function standsAlone(group: i32): bool {
  if (!endsBefore(directiveOf(group, 0))) return false;
  const after = stream.after(endOf(group));
  if (stream.word(after) === Word.elseOrCatch) return false;
  if (stream.kind(after) === Char.openBrace && endsInHead(group)) return false;
  for (let branch = 0; branch < branchesOf(group); branch += 1) {
    const index = directiveOf(group, branch + 1);
    const first = stream.after(directiveOf(group, branch));
    if (first === index) continue;
    if (!canStart(first) || !endsBefore(index) || isSketch(directiveOf(group, branch), index)) return false;
  }
  return true;
}

/** `#if A` `ISR(a)` `#else` `ISR(b)` `#endif` `{` */
function endsInHead(group: i32): bool {
  for (let branch = 1; branch <= branchesOf(group); branch += 1)
    if (stream.kind(stream.before(directiveOf(group, branch))) === Char.close) return true;
  return false;
}

/**
 * `#if 0` or `#ifdef DOXYGEN` around code with `...` for what is left out.
 *
 * @param from the directive before the branch
 * @param to the directive after it
 */
function isSketch(from: i32, to: i32): bool {
  if (stream.kind(from) === Kind.else_ || !isNeverTaken(from)) return false;
  if (isOfSip(from)) return true;
  for (let at = stream.after(from); at < to; at = stream.after(at)) {
    if (!isForeignStart(stream.kind(at))) continue;
    const before = stream.before(at);
    if (statementMayStart(before) || stream.kind(before) === Char.equals) return true;
  }
  return false;
}

function canStart(index: i32): bool {
  const type = stream.kind(index);
  if (type === Kind.word) return stream.word(index) !== Word.elseOrCatch;
  if (type === Char.openBrace) return innermostScope() === Scope.block && braceCount > 0;
  return (
    type === Char.tilde ||
    type === Char.star ||
    type === Char.openBracket ||
    type === Kind.scope ||
    type === Char.open ||
    isDirective(type) ||
    type === Char.semicolon ||
    type === Char.ampersand
  );
}

/** True if a declaration, statement or label ends before this token. */
function endsBefore(index: i32): bool {
  const before = beforeEnds(index);
  const type = stream.kind(before);
  if (before < 0 || isDirective(type) || type === Char.semicolon || type === Char.openBrace) return true;
  if (type === Char.closeBrace) return true;
  if (type === Char.colon) return endsLabel(before);
  if (type === Char.closeBracket) return stream.kind(stream.before(before)) === Char.closeBracket;
  if (type === Kind.word) return stream.isFirst(before) && isMacro(before);
  return type === Char.close && isMacroCall(before);
}

/** The token before this one, past the ends of groups. */
function beforeEnds(index: i32): i32 {
  let before = stream.before(index);
  for (let steps = 0; steps < mostEnds && stream.kind(before) === Kind.endif; steps += 1)
    before = stream.before(before);
  return before;
}

function isMacro(index: i32): bool {
  if (!stream.isName(index)) return false;
  const kind = roleKind(index);
  return kind < 0 ? isCapital(index) : kind !== RoleKind.type_ && kind !== RoleKind.value;
}

function isMacroCall(close: i32): bool {
  let depth = 0;
  let at = close;
  for (let left = stream.mayLook(400); left > 0 && at >= 0; left -= 1, at = stream.before(at)) {
    stream.haveLooked(1);
    const type = stream.kind(at);
    if (type === Char.close) depth += 1;
    else if (type === Char.open) depth -= 1;
    else if (type === Char.openBrace || type === Char.semicolon) return false;
    if (depth === 0) break;
  }
  const name = stream.before(at);
  return name >= 0 && stream.isFirst(name) && isMacro(name);
}
