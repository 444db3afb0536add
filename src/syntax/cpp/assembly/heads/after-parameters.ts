/**
 * The text between the parameters of a C++ function and its body: macros, exceptions, `= default`, initializers. Input:
 * the parenthesis that opens the parameters; output: the edits there, to be made later, and the brace of the body.
 */

import { putOfBody } from "../host";
import { RuleId } from "../rules/rule-ids";
import { Word } from "../tokens/keywords";
import { isCapital, kindOfRole, noRole, RoleKind, roleKind, role as roleOf } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";
import * as edits from "./head-edits";
import { Scope, setBody, setFunctionBody } from "./scopes";

/** The ends of a definition that the grammar does not read in place. */
let isDefaultUnread: bool = false;
let isDeleteUnread: bool = false;

/** Reads the text between a parameter list and the body or the semicolon. */
export function readAfterParameters(open: i32, isUnreadDefault: bool, isUnreadDelete: bool): void {
  isDefaultUnread = isUnreadDefault;
  isDeleteUnread = isUnreadDelete;
  edits.begin();
  let at = stream.after(stream.partner(open));
  for (let steps = 0; steps < 100; steps += 1) {
    const type = stream.kind(at);
    if (type === Char.openBrace) {
      body(at);
      return;
    }
    if (type === Char.colon) {
      initializers(at);
      return;
    }
    if (type === Char.equals) {
      withoutBody(at);
      return;
    }
    if (type === Kind.arrow) at = afterType(stream.after(at));
    else if (type === Char.ampersand) at = stream.after(at);
    else if (type === Char.openBracket && stream.partner(at) > 0) at = stream.after(stream.partner(at));
    else if (type === Kind.word) {
      if (roleKind(at) === RoleKind.body) {
        macroBody(at);
        return;
      }
      const after = trailing(at);
      if (after === 0) return;
      at = after;
    } else return;
  }
}

/** `{};` would read as a value. */
function body(brace: i32): void {
  setFunctionBody(brace);
  const close = stream.after(brace);
  const semicolon = stream.after(close);
  if (stream.kind(close) === Char.closeBrace && stream.kind(semicolon) === Char.semicolon)
    edits.cut(semicolon, semicolon, RuleId.semicolonAfterEmptyBody);
}

/** `= default;` and `= delete;` where the grammar knows none: written as an empty body. */
function withoutBody(equals: i32): void {
  const word = stream.after(equals);
  const isDelete = stream.isText(word, "delete");
  const semicolon = stream.after(word);
  if (!isDelete && !stream.isText(word, "default")) return;
  if (!(isDelete ? isDeleteUnread : isDefaultUnread) || stream.kind(semicolon) !== Char.semicolon) return;
  const rule = isDelete ? RuleId.deletedFunction : RuleId.defaultedFunction;
  const isSplit = stream.isFirst(word);
  if (isSplit) edits.write(equals, equals, rule, "");
  const from = isSplit ? word : equals;
  edits.write(from, semicolon, rule, "{}");
}

/** `WORD;` of a macro for `= delete`. */
function macroBody(at: i32): void {
  const semicolon = stream.after(at);
  if (isDeleteUnread && stream.kind(semicolon) === Char.semicolon)
    edits.write(at, semicolon, RuleId.deletedFunctionMacro, "{}");
  else edits.cutWith(at, at, RuleId.bodyMacro, putOfBody(roleOf(at)));
}

/** One word after a parameter list; 0 if the list was none. */
function trailing(at: i32): i32 {
  const word = stream.word(at);
  const last = stream.lastOf(at, true);
  if (word === Word.cv) return stream.after(at);
  if (word === Word.trailing) return stream.after(last);
  if (word === Word.attribute) return edits.cut(at, last, RuleId.attribute);
  if (word === Word.asm) return edits.cut(at, last, RuleId.asmLabel);
  if (word === Word.vendor) return edits.cut(at, at, RuleId.vendorKeyword);
  if (word === Word.requires) return afterRequires(at);
  if (word === Word.statement)
    return stream.isText(at, "throw") ? exceptions(at, last) : stream.isText(at, "try") ? stream.after(at) : 0;
  if (word !== Word.name) return 0;
  const role = roleOf(at);
  if (kindOfRole(role) === RoleKind.type_ || (role === noRole && !isTrailingMacro(at, last))) return 0;
  return edits.cut(at, last, RuleId.macroAfterParameters);
}

/** `throw(...)` */
function exceptions(at: i32, last: i32): i32 {
  const isAny = stream.kind(stream.after(stream.after(at))) === Char.dot;
  return isAny ? edits.cut(at, last, RuleId.exceptionSpecification) : stream.after(last);
}

function isTrailingMacro(at: i32, last: i32): bool {
  if (isCapital(at)) return true;
  const type = stream.kind(stream.after(last));
  return (
    type === Char.semicolon ||
    type === Char.openBrace ||
    type === Char.equals ||
    stream.word(stream.after(last)) === Word.trailing
  );
}

function afterRequires(at: i32): i32 {
  let index = stream.after(at);
  for (let left = stream.mayLook(200); left > 0; left -= 1) {
    stream.haveLooked(1);
    const type = stream.kind(index);
    if (type === Char.openBrace || type === Char.semicolon || type === Kind.end || type === Char.closeBrace)
      return index;
    index = stream.after(type === Char.open ? stream.partnerOrSelf(index) : index);
  }
  return 0;
}

function afterType(at: i32): i32 {
  let index = at;
  for (let left = stream.mayLook(200); left > 0; left -= 1) {
    stream.haveLooked(1);
    const type = stream.kind(index);
    if (
      type === Char.openBrace ||
      type === Char.semicolon ||
      type === Char.equals ||
      type === Kind.end ||
      type === Char.closeBrace
    )
      return index;
    if (stream.word(index) === Word.requires || stream.word(index) === Word.trailing) return index;
    index = stream.after(type === Char.open || type === Char.openBracket ? stream.partnerOrSelf(index) : index);
  }
  return index;
}

/** `: a(1), b{2} {`: the body's brace follows a closing bracket, an initializer's follows a name. */
function initializers(colon: i32): void {
  let index = stream.after(colon);
  for (let left = stream.mayLook(4000); left > 0; left -= 1) {
    stream.haveLooked(1);
    const type = stream.kind(index);
    if (type === Char.semicolon || type === Kind.end || type === Char.closeBrace) return;
    const before = stream.before(index);
    const isName = stream.kind(before) === Kind.word || stream.kind(before) === Char.greater;
    if (type === Char.openBrace && !isName) {
      setFunctionBody(index);
      return;
    }
    if (type === Char.openBrace) setBody(index, Scope.list, -1, false);
    index = stream.after(stream.isOpening(type) ? stream.partnerOrSelf(index) : index);
  }
}
