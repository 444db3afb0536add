import { isTypeOfName } from "../macros/macro-shapes.ts";
import { giveName, startsParameters } from "../macros/names.ts";
import { isPlainCall } from "../rules/arguments.ts";
import { blankAllNames, blankExtras, blankSpecifiers, isVariableOfMacro } from "../rules/extra-names.ts";
import { maskScope, maskWrapper } from "../rules/uses.ts";
import { unwrapConstant, unwrapDeclaration, wrapsDeclaration, wrapsResult } from "../rules/wrapped-declarations.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import { AfterParameters } from "./after-parameters.ts";
import { ClassHead } from "./class-head.ts";
import { isOldStyleHead } from "./old-style.ts";
import { type Bodies, functionBody, Scope } from "./scopes.ts";
import { Unit, Units } from "./units.ts";

/** Masks the heads of declarations, and finds out what the brace after each head opens. */
export class Declarations {
  readonly bodies: Bodies = new Map();
  /** The opening parenthesis of the parameters of the function that was declared last. */
  parameterList = 0;
  private readonly stream: Stream;
  /** The macro that heads the last function named by its arguments. */
  private named = -1;

  constructor(stream: Stream) {
    this.stream = stream;
  }

  /** Looks at the declaration that starts here; gives the first token of what is left of it. */
  head(from: number, scope: number, className: number): number {
    const brace = scope === Scope.namespace ? this.scopeByArguments(from) : 0;
    if (brace > from) return brace;
    let index = from;
    for (
      let after = this.leading(index, scope, className);
      after > index;
      after = this.leading(index, scope, className)
    )
      index = after;
    if (this.named === index) return index;
    const type = this.stream.kind(index);
    if (type === Kind.word || type === Char.tilde || type === Kind.scope || type === Char.openBracket)
      this.declarator(index, scope, className);
    return this.stream.kind(index) === Kind.end || index === from ? index : this.live(index);
  }

  /** The token itself, or what follows where it was blanked meanwhile. */
  private live(index: number): number {
    const { stream } = this;
    return stream.after(stream.before(index) < 0 ? stream.tokens.count : stream.before(index));
  }

  /** Blanks one macro that stands alone at the start; gives the token after it, or the same token. */
  private leading(index: number, scope: number, className: number): number {
    const { stream } = this;
    const word = stream.word(index);
    if (word !== Word.name) return index;
    const role = stream.role(index);
    if (role?.kind === "function")
      return scope === Scope.class && stream.spelling(index) === className
        ? index
        : this.nameByArguments(index, role.rest);
    if (
      (role === null || role.kind === "other" || role.kind === "value" || role.kind === "wrap") &&
      stream.spelling(index) !== className &&
      wrapsDeclaration(stream, index, className)
    )
      return unwrapDeclaration(stream, index);
    if (role?.kind === "wrap" && stream.hasArguments(index)) {
      const after = this.isListed(index) ? index : maskWrapper(stream, index, stream.lastOf(index, true));
      if (after !== index) return after;
    }
    if (scope === Scope.class && stream.spelling(index) !== className) {
      const constant = unwrapConstant(stream, index);
      if (constant !== index) return constant;
    }
    const takesArguments = role ? role.call : stream.kind(stream.after(index)) === Char.open;
    if (takesArguments && !stream.hasArguments(index)) return index;
    const last = stream.lastOf(index, takesArguments);
    const after = stream.after(last);
    if (role && role.braces !== 0) return maskScope(stream, index, last, role);
    if (role?.kind === "declaration" || role?.kind === "statement") {
      if (stream.kind(after) === Kind.arrow) return this.cutStatement(index);
      return stream.kind(after) === Char.semicolon && isPlainCall(stream, index, last)
        ? index
        : stream.cut(index, last, "macro-of-declarations");
    }
    if (stream.isCapital(index)) {
      if (last !== index && stream.kind(after) === Kind.arrow && scope === Scope.namespace)
        return this.cutStatement(index);
    }
    if (role?.kind === "attribute" && stream.kind(after) === Kind.word)
      return stream.cut(index, last, "attribute-macro-at-start");
    if (
      stream.kind(after) === Char.semicolon &&
      last !== index &&
      (this.isMacroCall(index, scope, className) || this.holdsText(index, last, scope, className)) &&
      (scope === Scope.class || !isPlainCall(stream, index, last))
    ) {
      stream.cut(stream.after(stream.after(index)), stream.before(last), "arguments-before-semicolon");
    }
    if (role && !/^(?:other|value|attribute|wrap)$/.test(role.kind)) return index;
    if (stream.isCapital(index) && last !== index && wrapsResult(stream, index, className)) {
      const type = maskWrapper(stream, index, last);
      if (type !== index) return type;
    }
    return this.isAlone(index, last, scope, className) ? stream.cut(index, last, "macro-on-its-own") : index;
  }

  /** `WORD(a)` above another `WORD(b)`. */
  private isListed(index: number): boolean {
    const { stream } = this;
    const after = stream.after(stream.lastOf(index, true));
    return stream.isFirst(after) && stream.isCapital(after) && stream.hasArguments(after);
  }

  /** `BENCHMARK(f)->Arg(1);` */
  private cutStatement(index: number): number {
    const { stream } = this;
    let at = index;
    for (let steps = 0; steps < 400; steps += 1) {
      const type = stream.kind(at);
      if (type === Char.semicolon) return stream.cut(index, at, "chain-after-macro");
      if (type === Char.closeBrace || type === Kind.end || isDirective(type)) return index;
      at = stream.after(((type === Char.open || type === Char.openBrace) && stream.partner(at)) || at);
    }
    return index;
  }

  /** `WORD(a, b);` as against a constructor. */
  private isMacroCall(index: number, scope: number, className: number): boolean {
    return this.stream.isCapital(index) && (scope !== Scope.class || this.stream.spelling(index) !== className);
  }

  /** `word(a, b, << "text");`, which is no function with parameters; without code in braces. */
  private holdsText(index: number, last: number, scope: number, className: number): boolean {
    const { stream } = this;
    if (this.isConstructor(index, scope, className)) return false;
    let isText = false;
    for (let at = index; at < last; at = stream.after(at)) {
      if (stream.kind(at) === Char.openBrace) return false;
      if (stream.kind(at) === Kind.string) isText = true;
    }
    return isText;
  }

  /** `TEST(Suite, Name) {`: named by its arguments. */
  private nameByArguments(index: number, template: string): number {
    const { stream } = this;
    if (!stream.hasArguments(index)) return index;
    const brace = this.bodyAfter(stream.after(stream.lastOf(index, true)));
    if (brace === 0) return index;
    giveName(stream, index, template);
    this.named = index;
    this.bodies.set(brace, functionBody);
    return index;
  }

  /** `TEST_SUITE("math") {`, `DECLARE_INTERFACE_(IFoo, IBase) {`: written as what it opens; gives the brace, or 0. */
  private scopeByArguments(index: number): number {
    const { stream } = this;
    const role = stream.isName(index) ? stream.role(index)?.kind : undefined;
    if ((role !== "namespace" && role !== "class") || !stream.hasArguments(index)) return 0;
    const open = stream.after(index);
    const close = stream.partner(open);
    const brace = stream.after(close);
    if (role === "class") return this.classByArguments(index, open, close);
    if (stream.kind(brace) !== Char.openBrace) return 0;
    stream.cut(index, close, "namespace-macro", "namespace");
    this.bodies.set(brace, { scope: Scope.namespace, name: -1 });
    return brace;
  }

  private classByArguments(index: number, open: number, close: number): number {
    const { stream } = this;
    const isNamed = stream.kind(stream.after(close)) === Char.openBrace;
    const name = stream.after(isNamed ? open : close);
    if (!stream.isName(name)) return 0;
    if (isNamed) stream.cut(stream.after(name), close, "arguments-of-class-macro");
    stream.cut(index, stream.before(name), "class-macro", "struct");
    return this.classHead(index, Scope.namespace);
  }

  /** The brace that follows, after one more list of parameters at most; or 0. */
  private bodyAfter(index: number): number {
    const { stream } = this;
    const after =
      stream.kind(index) === Char.open && stream.partner(index) > 0 ? stream.after(stream.partner(index)) : index;
    return stream.kind(after) === Char.openBrace ? after : 0;
  }

  /** An unknown `WORD` or `WORD(…)` that nothing can continue. */
  private isAlone(index: number, last: number, scope: number, className: number): boolean {
    const { stream } = this;
    const after = stream.after(last);
    const type = stream.kind(after);
    const isCall = last !== index;
    if (isCall && this.isConstructor(index, scope, className)) return false;
    if (isCall && isOldStyleHead(stream, stream.after(index))) return false;
    if (!isCall && !stream.isCapital(index)) return false;
    if (type === Char.closeBrace && isCall && scope === Scope.class) return true;
    if (type === Char.closeBrace || type === Kind.end || (isDirective(type) && type !== Kind.if))
      return stream.isFirst(after);
    if (type === Kind.if) return stream.isFirst(after) && (stream.isCapital(index) || !isCall);
    if (isCall && type === Char.openBrace) return false;
    if (type === Char.tilde) return true;
    if (type !== Kind.word) return false;
    const word = stream.word(after);
    if (word === Word.name)
      return isCall
        ? this.isBeforeDeclaration(index, after)
        : stream.isFirst(after) &&
            ((stream.isCapital(after) &&
              stream.hasArguments(after) &&
              (this.isConstructor(after, scope, className) || !this.isFunction(after))) ||
              this.isBeforeMacros(after));
    if (word === Word.cv) return stream.isFirst(after) && (!isCall || isTypeOfName(stream, stream.after(after)));
    if (word === Word.trailing || word === Word.requires || word === Word.expression || word === Word.asm) return false;
    if (word === Word.statement) return stream.textOf(after) === "static_assert";
    if (word === Word.attribute || word === Word.vendor || word === Word.alignas) return false;
    return word !== Word.operator || (scope === Scope.class && isConversion(stream, after));
  }

  /** Macros up to a directive or the end of the scope, each on a line of its own or known to mean nothing for the shape. */
  private isBeforeMacros(from: number): boolean {
    const { stream } = this;
    let at = from;
    for (let steps = 0; steps < 64 && stream.isName(at); steps += 1) {
      const role = stream.role(at);
      if (role?.kind !== "attribute" && !(stream.isCapital(at) && stream.isFirst(at))) return false;
      at = stream.after(stream.lastOf(at, role?.call ?? true));
    }
    return (isDirective(stream.kind(at)) || stream.kind(at) === Char.closeBrace) && stream.isFirst(at);
  }

  private isConstructor(index: number, scope: number, className: number): boolean {
    return scope === Scope.class && this.stream.spelling(index) === className;
  }

  /** `NAME(int a) {` below a type, as against a macro of declarations. */
  private isFunction(name: number): boolean {
    const { stream } = this;
    const open = stream.after(name);
    const close = stream.partner(open);
    const after = stream.after(close);
    const type = stream.kind(after);
    if (type === Char.openBrace || stream.word(after) === Word.cv)
      return stream.after(open) === close || startsParameters(stream, open);
    return type === Char.semicolon && startsParameters(stream, open);
  }

  /** `WORD(a) Foo bar(…)` as against the constructor `Foo(a) WORD {`. */
  private isBeforeDeclaration(index: number, after: number): boolean {
    const { stream } = this;
    if ((stream.isCapital(index) || stream.role(index) !== null) && stream.isFirst(after)) return true;
    const role = stream.role(after);
    if (role?.kind === "attribute") return false;
    const last = stream.lastOf(after, true);
    const follower = stream.kind(stream.after(last));
    if (last !== after) return follower === Kind.word || (follower === Char.semicolon && stream.isCapital(index));
    return (
      follower !== Char.openBrace && follower !== Char.semicolon && follower !== Char.colon && follower !== Char.equals
    );
  }

  /** Reads specifiers, type and name up to the end of the head, and blanks the macros among them. */
  private declarator(from: number, scope: number, className: number): void {
    const { stream } = this;
    const units = new Units(stream, from);
    const end = units.read();
    units.edits.make();
    const { terminator } = units;
    if (terminator === Unit.scope) return void this.scopeHead(end);
    if (terminator === Unit.classHead) return void this.afterClass(end, units, scope);
    if (terminator === Unit.unknown) return;
    if (terminator === Unit.body && units.isBareCall) return void this.unnamed(units, end, scope, className);
    if (terminator === Unit.parameters && isVariableOfMacro(stream, units, className))
      return void stream.cut(from, stream.lastOf(units.lastName, true), "variable-macro");
    blankExtras(stream, units, className);
    this.parameterList = units.parameterList;
    if (stream.kind(stream.before(units.conversion)) === Kind.scope) blankSpecifiers(stream, from, units.conversion);
    if (units.isTypedef) this.typedefEnd(units);
    if (terminator === Unit.parameters && !isOldStyleHead(stream, units.parameterList)) {
      const isUnread = scope === Scope.namespace || units.conversion > 0;
      const unread = { default: isUnread, delete: isUnread || units.isTemplate };
      const rest = new AfterParameters(stream, this.bodies);
      rest.read(units.parameterList, unread);
      rest.edits.make();
    } else if (stream.kind(end) === Char.openBrace) this.bodies.set(end, { scope: Scope.list, name: -1 });
  }

  /** `typedef R (*name)(…) noexcept;` */
  private typedefEnd({ terminator, parameterList }: Units): void {
    const { stream } = this;
    if (terminator !== Unit.parameters) return;
    let after = stream.after(stream.partner(parameterList));
    if (stream.kind(after) === Char.open) after = stream.after(stream.partner(after));
    if (stream.textOf(after) === "noexcept") stream.cut(after, stream.lastOf(after, true), "noexcept-of-function-type");
  }

  private scopeHead(end: number): void {
    if (this.stream.kind(end) === Char.openBrace) this.bodies.set(end, { scope: Scope.namespace, name: -1 });
  }

  private afterClass(index: number, units: Units, scope: number): void {
    blankAllNames(this.stream, units);
    this.classHead(index, scope);
  }

  /** An unknown `WORD(a, b) {`, `word("a") {`: a constructor, or a function named by its plain arguments. */
  private unnamed(units: Units, brace: number, scope: number, className: number): void {
    const { stream } = this;
    const name = units.lastName;
    const isConstructor = this.isConstructor(name, scope, className);
    this.bodies.set(brace, isConstructor ? functionBody : { scope: Scope.block, name: -1 });
    if (isConstructor) return;
    const first = stream.after(stream.after(name));
    if (stream.isCapital(name) || stream.kind(first) === Kind.string) giveName(stream, name, "");
  }

  /** `class WORD(…) Name final : Base {`: blanks the words, remembers the body and gives its brace, or 0. */
  classHead(key: number, scope: number): number {
    const { stream } = this;
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
    const { stream } = this;
    const after = stream.after(key);
    const first = stream.word(after) === Word.classKey ? stream.after(after) : after;
    const head = new ClassHead(stream, stream.before(first), scope);
    const brace = head.read();
    head.edits.make();
    if (brace > 0) this.bodies.set(brace, { scope: Scope.enum, name: -1 });
    return first === after ? stream.after(key) : stream.after(stream.after(key));
  }
}

/** `operator int`, `operator Foo` as against `operator+` and `operator new`. */
function isConversion(stream: Stream, operator: number): boolean {
  const word = stream.word(stream.after(operator));
  return word === Word.name || word === Word.type || word === Word.cv;
}
