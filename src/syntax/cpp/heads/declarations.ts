/**
 * The heads of C++ declarations. Input: the token that a declaration begins with, and its scope; output: edits that
 * blank or replace the macros in its head, and the scope that the brace after it opens.
 */
import { declareByArguments } from "../macros/declared-names.ts";
import { giveHead, giveName } from "../macros/names.ts";
import { blankAllNames, blankExtras, blankSpecifiers, isVariableOfMacro } from "../rules/extra-names.ts";
import type { RuleRun } from "../rules/index.ts";
import { maskScope } from "../rules/uses.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { AfterParameters } from "./after-parameters.ts";
import { ClassHead } from "./class-head.ts";
import { isOldStyleHead } from "./old-style.ts";
import { type Bodies, functionBody, type Place, Scope } from "./scopes.ts";
import { afterTemplateHead, Unit, Units } from "./units.ts";

/** The words before the type of a declaration. */
const isSpecifier: ReadonlySet<number> = new Set([Word.specifier, Word.extern, Word.cv]);

/** Masks the heads of declarations, and finds out what the brace after each head opens. */
export class Declarations {
  readonly bodies: Bodies = new Map();
  /** The opening parenthesis of the parameters of the function that was declared last. */
  parameterList = 0;
  readonly #stream: Stream;
  readonly #rules: RuleRun;
  /** The macro that heads the last function named by its arguments, or the last name that a macro declares. */
  #named = -1;

  constructor(stream: Stream, rules: RuleRun) {
    this.#stream = stream;
    this.#rules = rules;
  }

  /** Looks at the declaration that starts here; gives the first token of what is left of it. */
  head(from: number, place: Place): number {
    const brace = this.#scopeByArguments(
      this.#stream.word(from) === Word.template ? afterTemplateHead(this.#stream, from) : from,
      place,
    );
    if (brace > from) return brace;
    this.#nameAfterSpecifiers(from);
    let index = from;
    for (let after = this.#leading(index, place); after > index; after = this.#leading(index, place)) index = after;
    if (this.#named === index) return index;
    const type = this.#stream.kind(index);
    if (type === Kind.word || type === Char.tilde || type === Kind.scope || type === Char.openBracket)
      this.#declarator(index, place);
    return this.#stream.kind(index) === Kind.end || index === from ? index : this.#live(index);
  }

  /** The token itself, or what follows where it was blanked meanwhile. */
  #live(index: number): number {
    const stream = this.#stream;
    return stream.after(stream.before(index) < 0 ? stream.tokens.count : stream.before(index));
  }

  /** Masks one macro at the start; gives the token after it, or the same token. */
  #leading(index: number, place: Place): number {
    const stream = this.#stream;
    if (!stream.isName(index) || this.#named === index) return index;
    const next = this.nameOfMacro(index);
    if (next > index) return next;
    const role = stream.role(index);
    if (role?.kind === "function")
      return this.#isConstructor(index, place) ? index : this.#nameByArguments(index, role.rest);
    if (role?.kind === "head") return this.#headByName(index, role.rest);
    if (this.#rules.atDeclaration(index, place)) return stream.live(index);
    if (role === null || role.braces === 0 || (role.call && !stream.hasArguments(index))) return index;
    return maskScope(stream, index, stream.lastOf(index, role.call), role);
  }

  /** `static ALIGNED(16, int, a)[3];` */
  #nameAfterSpecifiers(from: number): void {
    const stream = this.#stream;
    let index = from;
    while (isSpecifier.has(stream.word(index))) index = stream.after(index);
    if (index !== from && stream.isName(index)) this.nameOfMacro(index);
  }

  /** Writes the declaration that a macro stands for; gives the token to go on with, or the same one for another macro. */
  nameOfMacro(index: number): number {
    const stream = this.#stream;
    const role = stream.role(index);
    if (role?.kind !== "declares" || !stream.hasArguments(index)) return index;
    const declared = declareByArguments(stream, index, role.rest);
    if (declared === undefined) return index;
    this.#named = declared.name;
    return declared.next;
  }

  /** `TEST(Suite, Name) {`: named by its arguments. */
  #nameByArguments(index: number, template: string): number {
    const stream = this.#stream;
    if (!stream.hasArguments(index)) return index;
    const brace = this.#bodyAfter(stream.after(stream.lastOf(index, true)));
    if (brace === 0) return index;
    giveName(stream, index, template);
    this.#named = index;
    this.bodies.set(brace, functionBody);
    return index;
  }

  /** `YY_DECL {`: a macro that is the head of a function. */
  #headByName(index: number, name: string): number {
    const stream = this.#stream;
    const brace = stream.after(index);
    if (stream.kind(brace) !== Char.openBrace) return index;
    giveHead(stream, index, name);
    this.#named = index;
    this.bodies.set(brace, functionBody);
    return index;
  }

  /** `TEST_SUITE("math") {`, `DECLARE_INTERFACE_(IFoo, IBase) {`: written as what it opens; gives the brace, or 0. */
  #scopeByArguments(index: number, place: Place): number {
    const stream = this.#stream;
    if (place.scope > Scope.class || !stream.isName(index) || !stream.hasArguments(index)) return 0;
    const role = stream.role(index);
    if (role === null) return this.#isUnknownClass(index, place) ? this.#classByArguments(index, "class", place) : 0;
    if (role.kind === "class" && !this.#isConstructor(index, place))
      return this.#classByArguments(index, "struct", place);
    if (role.kind !== "namespace" || place.scope !== Scope.namespace) return 0;
    const close = stream.lastOf(index, true);
    const brace = stream.after(close);
    if (stream.kind(brace) !== Char.openBrace) return 0;
    stream.cut(index, close, "namespace-macro", "namespace");
    this.bodies.set(brace, { scope: Scope.namespace, name: -1 });
    return brace;
  }

  /** Writes the head of a class instead of a macro; its name is the first argument, or the word after the arguments. */
  #classByArguments(index: number, key: string, { scope }: Place): number {
    const stream = this.#stream;
    const open = stream.after(index);
    const close = stream.partner(open);
    const isNamed = hasClassBody(stream, stream.after(close));
    const name = stream.after(isNamed ? open : close);
    if (!stream.isName(name)) return 0;
    if (isNamed) stream.cut(stream.after(name), close, "arguments-of-class-macro");
    stream.cut(index, stream.before(name), "class-macro", key);
    return this.classHead(index, scope);
  }

  /** `WORD(Name) : public Base {`, `WORD(Name) final : Base {`, as against the constructor `WORD(name) : base(1) {`. */
  #isUnknownClass(index: number, place: Place): boolean {
    const stream = this.#stream;
    if (!stream.isCapital(index) || this.#isConstructor(index, place)) return false;
    const name = stream.after(stream.after(index));
    const close = stream.after(name);
    if (!stream.isName(name) || stream.kind(close) !== Char.close) return false;
    const next = stream.after(close);
    const base = stream.after(next);
    const isHead =
      stream.textOf(next) === "final" || stream.word(base) === Word.access || stream.textOf(base) === "virtual";
    return isHead && hasBases(stream, next);
  }

  /** The brace that follows, after one more list of parameters at most; or 0. */
  #bodyAfter(index: number): number {
    const stream = this.#stream;
    const after =
      stream.kind(index) === Char.open && stream.partner(index) > 0 ? stream.after(stream.partner(index)) : index;
    return stream.kind(after) === Char.openBrace ? after : 0;
  }

  #isConstructor(index: number, { scope, className }: Place): boolean {
    return scope === Scope.class && this.#stream.spelling(index) === className;
  }

  /** Reads specifiers, type and name up to the end of the head, and blanks the macros among them. */
  #declarator(from: number, place: Place): void {
    const stream = this.#stream;
    const { scope, className } = place;
    const units = new Units(stream, from);
    const end = units.read();
    units.edits.make();
    const { terminator } = units;
    if (terminator === Unit.scope) return void this.#scopeHead(end);
    if (terminator === Unit.classHead) return void this.#afterClass(end, units, scope);
    if (terminator === Unit.unknown) return;
    if (terminator === Unit.body && units.isBareCall) return void this.#unnamed(units, end, place);
    if (terminator === Unit.parameters && isVariableOfMacro(stream, units, className))
      return void stream.cut(from, stream.lastOf(units.lastName, true), "variable-macro");
    blankExtras(stream, units, className);
    this.parameterList = units.parameterList;
    if (stream.kind(stream.before(units.conversion)) === Kind.scope) blankSpecifiers(stream, from, units.conversion);
    if (units.isTypedef) this.#typedefEnd(units);
    if (terminator === Unit.parameters && !isOldStyleHead(stream, units.parameterList)) {
      const isUnread = scope === Scope.namespace || units.conversion > 0 || units.isFriend;
      const unread = { default: isUnread, delete: isUnread || units.isTemplate };
      const rest = new AfterParameters(stream, this.bodies);
      rest.read(units.parameterList, unread);
      rest.edits.make();
    } else if (stream.kind(end) === Char.openBrace) this.bodies.set(end, { scope: Scope.list, name: -1 });
  }

  /** `typedef R (*name)(…) noexcept;` */
  #typedefEnd({ terminator, parameterList }: Units): void {
    const stream = this.#stream;
    if (terminator !== Unit.parameters) return;
    let after = stream.after(stream.partner(parameterList));
    if (stream.kind(after) === Char.open) after = stream.after(stream.partner(after));
    if (stream.textOf(after) === "noexcept") stream.cut(after, stream.lastOf(after, true), "noexcept-of-function-type");
  }

  #scopeHead(end: number): void {
    if (this.#stream.kind(end) === Char.openBrace) this.bodies.set(end, { scope: Scope.namespace, name: -1 });
  }

  #afterClass(index: number, units: Units, scope: number): void {
    blankAllNames(this.#stream, units);
    this.classHead(index, scope);
  }

  /** An unknown `WORD(a, b) {`, `word("a") {`: a constructor, or a function named by its plain arguments. */
  #unnamed(units: Units, brace: number, place: Place): void {
    const stream = this.#stream;
    const name = units.lastName;
    const isConstructor = this.#isConstructor(name, place);
    this.bodies.set(brace, isConstructor ? functionBody : { scope: Scope.block, name: -1 });
    if (isConstructor) return;
    const first = stream.after(stream.after(name));
    if (stream.isCapital(name) || stream.kind(first) === Kind.string) giveName(stream, name, "");
  }

  /** `class WORD(…) Name final : Base {`: blanks the words, remembers the body and gives its brace, or 0. */
  classHead(key: number, scope: number): number {
    const stream = this.#stream;
    const before = stream.before(key);
    if (stream.kind(before) === Char.less || stream.kind(before) === Char.comma || stream.word(before) === Word.enumKey)
      return 0;
    const head = new ClassHead(stream, key, scope);
    const brace = head.read();
    head.edits.make();
    if (brace > 0) this.bodies.set(brace, { scope: Scope.class, name: head.name });
    return brace;
  }

  /** `enum class WORD Name : type {`; gives the token to go on with. */
  enumHead(key: number, scope: number): number {
    const stream = this.#stream;
    const after = stream.after(key);
    const first = stream.word(after) === Word.classKey ? stream.after(after) : after;
    const head = new ClassHead(stream, stream.before(first), scope);
    const brace = head.read();
    head.edits.make();
    if (brace > 0) this.bodies.set(brace, { scope: Scope.enum, name: -1 });
    return first === after ? stream.after(key) : stream.after(stream.after(key));
  }
}

/** `{`, `final {`, and `: Base {` after the name of a class. */
function hasClassBody(stream: Stream, at: number): boolean {
  const after = stream.textOf(at) === "final" ? stream.after(at) : at;
  return stream.kind(after) === Char.openBrace || hasBases(stream, after);
}

/** `: Base {` and `final : Base {`, as against the bit field `: 3;`; reads up to the next colon. */
function hasBases(stream: Stream, at: number): boolean {
  const colon = stream.textOf(at) === "final" ? stream.after(at) : at;
  if (stream.kind(colon) !== Char.colon) return false;
  let end = stream.after(colon);
  while (!endsBases.has(stream.kind(end))) {
    const isCall = stream.kind(end) === Char.open && stream.partner(end) > 0;
    end = stream.after(isCall ? stream.partner(end) : end);
  }
  return stream.kind(end) === Char.openBrace;
}

/** The kinds of tokens that a list of bases cannot contain. */
const endsBases: ReadonlySet<number> = new Set([
  Char.openBrace,
  Char.closeBrace,
  Char.colon,
  Char.semicolon,
  Char.equals,
  Kind.end,
]);
