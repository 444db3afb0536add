/**
 * The heads of C++ declarations. Input: the token that a declaration begins with, and its scope; output: edits that
 * blank or replace the macros in its head, and the scope that the brace after it opens: see scopes.ts.
 */
import { declareByArguments, declaredNext, giveHead, giveName, maskScope } from "../host";
import { blankAllNames, blankExtras, blankSpecifiers, isVariableOfMacro } from "../rules/extra-names";
import { RuleId } from "../rules/rule-ids";
import { atDeclaration } from "../rules/table";
import { Word } from "../tokens/keywords";
import { bracesOfRole, isCallRole, isCapital, kindOfRole, noRole, RoleKind, role as roleOf } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { count, Kind } from "../tokens/token-table";
import { readAfterParameters } from "./after-parameters";
import { nameOfClass, readClassHead } from "./class-head";
import * as edits from "./head-edits";
import { isOldStyleHead } from "./old-style";
import { Scope, setBody, setFunctionBody } from "./scopes";
import * as units from "./units";
import { afterTemplateHead, readUnits, Unit } from "./units";

/** The words before the type of a declaration. */
function isSpecifier(word: i32): bool {
  return word === Word.specifier || word === Word.extern || word === Word.cv;
}

/** The opening parenthesis of the parameters of the function that was declared last. */
export let parameterList: i32 = 0;
/** The macro that heads the last function named by its arguments, or the last name that a macro declares. */
let named: i32 = -1;

export function beginDeclarations(): void {
  parameterList = 0;
  named = -1;
}

/** Looks at the declaration that starts here; gives the first token of what is left of it. */
export function head(from: i32, scope: i32, className: i32): i32 {
  const brace = scopeByArguments(
    stream.word(from) === Word.template ? afterTemplateHead(from) : from,
    scope,
    className,
  );
  if (brace > from) return brace;
  nameAfterSpecifiers(from);
  let index = from;
  for (let after = leading(index, scope, className); after > index; after = leading(index, scope, className))
    index = after;
  if (named === index) return index;
  const type = stream.kind(index);
  if (type === Kind.word || type === Char.tilde || type === Kind.scope || type === Char.openBracket)
    declarator(index, scope, className);
  return stream.kind(index) === Kind.end || index === from ? index : live(index);
}

/** The token itself, or what follows where it was blanked meanwhile. */
function live(index: i32): i32 {
  return stream.after(stream.before(index) < 0 ? count : stream.before(index));
}

/** Masks one macro at the start; gives the token after it, or the same token. */
function leading(index: i32, scope: i32, className: i32): i32 {
  if (!stream.isName(index) || named === index) return index;
  const next = nameOfMacro(index);
  if (next > index) return next;
  const role = roleOf(index);
  if (kindOfRole(role) === RoleKind.function_)
    return isConstructor(index, scope, className) ? index : nameByArguments(index, role);
  if (kindOfRole(role) === RoleKind.head) return headByName(index, role);
  if (atDeclaration(index, scope, className)) return stream.live(index);
  if (role === noRole || bracesOfRole(role) === 0 || (isCallRole(role) && !stream.hasArguments(index))) return index;
  return maskScope(index, stream.lastOf(index, isCallRole(role)), role);
}

/** `static ALIGNED(16, int, a)[3];` */
function nameAfterSpecifiers(from: i32): void {
  let index = from;
  while (isSpecifier(stream.word(index))) index = stream.after(index);
  if (index !== from && stream.isName(index)) nameOfMacro(index);
}

/** Writes the declaration that a macro stands for; gives the token to go on with, or the same one for another macro. */
export function nameOfMacro(index: i32): i32 {
  const role = roleOf(index);
  if (kindOfRole(role) !== RoleKind.declares || !stream.hasArguments(index)) return index;
  const name = declareByArguments(index, role);
  if (name === 0) return index;
  named = name;
  return declaredNext;
}

/** `TEST(Suite, Name) {`: named by its arguments, by the template of a role. */
function nameByArguments(index: i32, role: i32): i32 {
  if (!stream.hasArguments(index)) return index;
  const brace = bodyAfter(stream.after(stream.lastOf(index, true)));
  if (brace === 0) return index;
  giveName(index, role);
  named = index;
  setFunctionBody(brace);
  return index;
}

/** `YY_DECL {`: a macro that is the head of a function, whose name is that of a role. */
function headByName(index: i32, role: i32): i32 {
  const brace = stream.after(index);
  if (stream.kind(brace) !== Char.openBrace) return index;
  giveHead(index, role);
  named = index;
  setFunctionBody(brace);
  return index;
}

/** `TEST_SUITE("math") {`, `DECLARE_INTERFACE_(IFoo, IBase) {`: written as what it opens; gives the brace, or 0. */
function scopeByArguments(index: i32, scope: i32, className: i32): i32 {
  if (scope > Scope.class_ || !stream.isName(index) || !stream.hasArguments(index)) return 0;
  const role = roleOf(index);
  if (role === noRole) return isUnknownClass(index, scope, className) ? classByArguments(index, "class", scope) : 0;
  if (kindOfRole(role) === RoleKind.class_ && !isConstructor(index, scope, className))
    return classByArguments(index, "struct", scope);
  if (kindOfRole(role) !== RoleKind.namespace_ || scope !== Scope.namespace_) return 0;
  const close = stream.lastOf(index, true);
  const brace = stream.after(close);
  if (stream.kind(brace) !== Char.openBrace) return 0;
  stream.cut(index, close, RuleId.namespaceMacro, "namespace");
  setBody(brace, Scope.namespace_, -1, false);
  return brace;
}

/** Writes the head of a class instead of a macro; its name is the first argument, or the word after the arguments. */
function classByArguments(index: i32, key: string, scope: i32): i32 {
  const open = stream.after(index);
  const close = stream.partner(open);
  const isNamed = hasClassBody(stream.after(close));
  const name = stream.after(isNamed ? open : close);
  if (!stream.isName(name)) return 0;
  if (isNamed) stream.cut(stream.after(name), close, RuleId.argumentsOfClassMacro);
  stream.cut(index, stream.before(name), RuleId.classMacro, key);
  return classHead(index, scope);
}

/** `WORD(Name) : public Base {`, `WORD(Name) final : Base {`, as against the constructor `WORD(name) : base(1) {`. */
function isUnknownClass(index: i32, scope: i32, className: i32): bool {
  if (!isCapital(index) || isConstructor(index, scope, className)) return false;
  const name = stream.after(stream.after(index));
  const close = stream.after(name);
  if (!stream.isName(name) || stream.kind(close) !== Char.close) return false;
  const next = stream.after(close);
  const base = stream.after(next);
  const isHead = stream.isText(next, "final") || stream.word(base) === Word.access || stream.isText(base, "virtual");
  return isHead && hasBases(next);
}

/** The brace that follows, after one more list of parameters at most; or 0. */
function bodyAfter(index: i32): i32 {
  const after =
    stream.kind(index) === Char.open && stream.partner(index) > 0 ? stream.after(stream.partner(index)) : index;
  return stream.kind(after) === Char.openBrace ? after : 0;
}

function isConstructor(index: i32, scope: i32, className: i32): bool {
  return scope === Scope.class_ && stream.spelling(index) === className;
}

/** Reads specifiers, type and name up to the end of the head, and blanks the macros among them. */
function declarator(from: i32, scope: i32, className: i32): void {
  const end = readUnits(from);
  edits.make();
  const terminator = units.terminator;
  if (terminator === Unit.scope) {
    scopeHead(end);
    return;
  }
  if (terminator === Unit.classHead) {
    afterClass(end, scope);
    return;
  }
  if (terminator === Unit.unknown) return;
  if (terminator === Unit.body && units.isBareCall()) {
    unnamed(end, scope, className);
    return;
  }
  if (terminator === Unit.parameters && isVariableOfMacro(className)) {
    stream.cut(from, stream.lastOf(units.lastName(), true), RuleId.variableMacro);
    return;
  }
  blankExtras(className);
  parameterList = units.parameterList;
  if (stream.kind(stream.before(units.conversion)) === Kind.scope) blankSpecifiers(from, units.conversion);
  if (units.isTypedef) typedefEnd();
  if (terminator === Unit.parameters && !isOldStyleHead(units.parameterList)) {
    const isUnread = scope === Scope.namespace_ || units.conversion > 0 || units.isFriend;
    readAfterParameters(units.parameterList, isUnread, isUnread || units.isTemplate);
    edits.make();
  } else if (stream.kind(end) === Char.openBrace) setBody(end, Scope.list, -1, false);
}

/** `typedef R (*name)(…) noexcept;` */
function typedefEnd(): void {
  if (units.terminator !== Unit.parameters) return;
  let after = stream.after(stream.partner(units.parameterList));
  if (stream.kind(after) === Char.open) after = stream.after(stream.partner(after));
  if (stream.isText(after, "noexcept")) stream.cut(after, stream.lastOf(after, true), RuleId.noexceptOfFunctionType);
}

function scopeHead(end: i32): void {
  if (stream.kind(end) === Char.openBrace) setBody(end, Scope.namespace_, -1, false);
}

function afterClass(index: i32, scope: i32): void {
  blankAllNames();
  classHead(index, scope);
}

/** An unknown `WORD(a, b) {`, `word("a") {`: a constructor, or a function named by its plain arguments. */
function unnamed(brace: i32, scope: i32, className: i32): void {
  const name = units.lastName();
  const isBuilding = isConstructor(name, scope, className);
  setBody(brace, Scope.block, -1, isBuilding);
  if (isBuilding) return;
  const first = stream.after(stream.after(name));
  if (isCapital(name) || stream.kind(first) === Kind.string) giveName(name, noRole);
}

/** `class WORD(…) Name final : Base {`: blanks the words, remembers the body and gives its brace, or 0. */
export function classHead(key: i32, scope: i32): i32 {
  const before = stream.before(key);
  if (stream.kind(before) === Char.less || stream.kind(before) === Char.comma || stream.word(before) === Word.enumKey)
    return 0;
  const brace = readClassHead(key, scope);
  edits.make();
  if (brace > 0) setBody(brace, Scope.class_, nameOfClass, false);
  return brace;
}

/** `enum class WORD Name : type {`; gives the token to go on with. */
export function enumHead(key: i32, scope: i32): i32 {
  const after = stream.after(key);
  const first = stream.word(after) === Word.classKey ? stream.after(after) : after;
  const brace = readClassHead(stream.before(first), scope);
  edits.make();
  if (brace > 0) setBody(brace, Scope.enum_, -1, false);
  return first === after ? stream.after(key) : stream.after(stream.after(key));
}

/** `{`, `final {`, and `: Base {` after the name of a class. */
function hasClassBody(at: i32): bool {
  const after = stream.isText(at, "final") ? stream.after(at) : at;
  return stream.kind(after) === Char.openBrace || hasBases(after);
}

/** `: Base {` and `final : Base {`, as against the bit field `: 3;`; reads up to the next colon. */
function hasBases(at: i32): bool {
  const colon = stream.isText(at, "final") ? stream.after(at) : at;
  if (stream.kind(colon) !== Char.colon) return false;
  let end = stream.after(colon);
  while (!endsBases(stream.kind(end))) {
    const isCall = stream.kind(end) === Char.open && stream.partner(end) > 0;
    end = stream.after(isCall ? stream.partner(end) : end);
  }
  return stream.kind(end) === Char.openBrace;
}

/** The kinds of tokens that a list of bases cannot contain. */
function endsBases(type: i32): bool {
  return (
    type === Char.openBrace ||
    type === Char.closeBrace ||
    type === Char.colon ||
    type === Char.semicolon ||
    type === Char.equals ||
    type === Kind.end
  );
}
