/**
 * The head of a C++ class with macros in it, such as `class API Name FINAL : Base {`. Input: its key `class`, `struct`,
 * `union` or `enum`; output: its name, its brace, and the edits that blank the macros, to be made later.
 */

import { numberAt, setNumber } from "../../../../base/assembly/tables";
import { RuleId } from "../rules/rule-ids";
import { Word } from "../tokens/keywords";
import { isCapital, RoleKind, roleKind } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { startsWith } from "../tokens/text";
import { Kind } from "../tokens/token-table";
import * as edits from "./head-edits";
import { isValueInBraces, Scope } from "./scopes";

/** Of the head that was read last, the word of the name, or -1. */
export let nameOfClass: i32 = -1;
let classKey: i32 = 0;
let isLocal: bool = false;

/** Tokens of the longest head that is looked at. */
const maxSteps = 40;

/** The names in the head at hand, four bytes each, and their number. */
const names: usize = memory.data(160);
let nameCount: i32 = 0;

function nameAt(place: i32): i32 {
  return numberAt(names, place);
}

/** Reads the head from its key on; gives the brace of the body, or 0 if there is none. */
export function readClassHead(key: i32, scope: i32): i32 {
  nameOfClass = -1;
  classKey = key;
  edits.begin();
  isLocal = scope > Scope.class_;
  nameCount = 0;
  let at = stream.after(key);
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const type = stream.kind(at);
    const word = stream.word(at);
    if (type === Char.openBracket && stream.partner(at) > 0) at = stream.after(stream.partner(at));
    else if (word === Word.alignas && stream.before(at) === key) at = stream.after(stream.lastOf(at, true));
    else if (word === Word.attribute || word === Word.alignas)
      at = edits.cut(at, stream.lastOf(at, true), RuleId.attribute);
    else if (word === Word.vendor) at = edits.cut(at, at, RuleId.vendorKeyword);
    else if (word === Word.name) {
      setNumber(names, nameCount, at);
      nameCount += 1;
      at = afterName(at);
      if (at === 0) return 0;
    } else if (word === Word.trailing && stream.isText(at, "final")) at = stream.after(at);
    else break;
  }
  return body(at);
}

/** Past a name with its scopes and template arguments, or a macro with its arguments. */
function afterName(at: i32): i32 {
  let index = stream.after(at);
  if (stream.kind(index) === Char.open) return stream.partner(index) > 0 ? stream.after(stream.partner(index)) : 0;
  while (true) {
    if (stream.kind(index) === Char.less) {
      index = stream.afterAngles(index);
      if (index === 0) return 0;
    }
    if (stream.kind(index) !== Kind.scope || !stream.isName(stream.after(index))) return index;
    index = stream.after(stream.after(index));
  }
}

function body(at: i32): i32 {
  const type = stream.kind(at);
  if (type !== Char.openBrace && type !== Char.colon && !(type === Char.semicolon && nameCount === 2)) return 0;
  if (nameCount === 0) return type === Char.openBrace ? at : braceAfterBases(at);
  const kept = keptName();
  if (stream.kind(stream.after(kept)) === Char.open) return 0;
  if (!areMacros(kept, type, at)) return 0;
  if (type === Char.semicolon) return 0;
  const brace = type === Char.openBrace ? at : braceAfterBases(at);
  if (brace === 0) return 0;
  for (let place = 0; place < nameCount; place += 1) {
    const name = nameAt(place);
    if (name !== kept) edits.cut(name, stream.lastOf(name, true), RuleId.macroInClassHead);
  }
  nameOfClass = stream.spelling(lastPart(kept));
  return brace;
}

/** The last word that is not a macro after a name, as in `class API Name FINAL {`. */
function keptName(): i32 {
  let index = nameCount - 1;
  while (index > 0 && isMacroAfterName(nameAt(index))) index -= 1;
  return nameAt(index);
}

function isMacroAfterName(name: i32): bool {
  const isAttribute = roleKind(name) === RoleKind.attribute;
  if (stream.kind(stream.after(name)) === Char.open) return isAttribute || isCapital(name);
  return isCapital(name) && (isAttribute || has(name, "FINAL") || has(name, "SEALED") || has(name, "OVERRIDE"));
}

/** True if a text is anywhere in the word of a token. */
function has(name: i32, wanted: string): bool {
  const last = stream.end(name) - wanted.length;
  for (let at = stream.start(name); at <= last; at += 1) if (startsWith(wanted, at)) return true;
  return false;
}

/**
 * True if all names but the one that is kept are macros. `struct stat st {};` declares a variable: there, only words written
 * like macros are macros, and none in a function.
 */
function areMacros(kept: i32, type: i32, at: i32): bool {
  for (let place = 0; place < nameCount; place += 1) {
    const name = nameAt(place);
    if (name !== kept && !isMacro(name, type, at)) return false;
  }
  return true;
}

function isMacro(name: i32, type: i32, at: i32): bool {
  const isCall = stream.kind(stream.after(name)) === Char.open;
  if (roleKind(name) === RoleKind.attribute || (isCapital(name) && !isLocal) || isCall) return true;
  if (stream.kind(stream.after(name)) !== Kind.word || type === Char.semicolon) return false;
  return type === Char.colon
    ? !isNumber(at)
    : stream.partner(at) > 0 &&
        stream.kind(stream.after(at)) === Kind.word &&
        (stream.isText(classKey, "class") || !isValueInBraces(at)) &&
        stream.kind(stream.after(stream.partner(at))) === Char.semicolon;
}

function lastPart(name: i32): i32 {
  let at = name;
  while (stream.kind(stream.after(at)) === Kind.scope && stream.isName(stream.after(stream.after(at))))
    at = stream.after(stream.after(at));
  return at;
}

function braceAfterBases(colon: i32): i32 {
  let at = stream.after(colon);
  for (let left = stream.mayLook(2000); left > 0; left -= 1) {
    stream.haveLooked(1);
    const type = stream.kind(at);
    if (type === Char.openBrace) return at;
    if (type === Char.semicolon || type === Char.closeBrace || type === Kind.end || type === Char.equals) return 0;
    at = type === Char.open && stream.partner(at) > 0 ? afterArguments(at) : stream.after(at);
  }
  return 0;
}

/** `: public WORD(a, b)` and `: public WORD(a)<int>`: a base without its arguments is a type. */
function afterArguments(open: i32): i32 {
  const close = stream.partner(open);
  const next = stream.after(close);
  const after = stream.kind(next);
  const isTemplate = after === Char.less && stream.afterAngles(next) > 0;
  const isBase = isTemplate || after === Char.openBrace || after === Char.comma;
  return isBase && isCapital(stream.before(open))
    ? edits.cut(open, close, RuleId.argumentsOfBaseMacro)
    : stream.after(close);
}

function isNumber(colon: i32): bool {
  return stream.kind(stream.after(colon)) === Kind.number;
}
