import { isPlainCall } from "./arguments.ts";
import { ClassHead } from "./class-head.ts";
import { giveName } from "./names.ts";
import { Scope } from "./scopes.ts";
import { Char, type Stream } from "./stream.ts";
import { isDirective, Kind } from "./tokens.ts";
import { Unit, Units } from "./units.ts";
import { maskScope, maskWrapper } from "./uses.ts";
import { Word } from "./words.ts";
import { unwrapDeclaration, wrapsDeclaration } from "./wrapped-declarations.ts";

/** Masks the heads of declarations, and finds out what the brace after each head opens. */
export class Declarations {
  /** What braces hold, by their index, with the word of a class's name. */
  readonly bodies = new Map<number, { scope: number; name: number }>();
  private readonly stream: Stream;
  /** The macro that heads the last function named by its arguments. */
  private named = -1;

  constructor(stream: Stream) {
    this.stream = stream;
  }

  /** Looks at the declaration that starts here; gives the first token of what is left of it. */
  head(from: number, scope: number, className: number): number {
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
    if (word === Word.access) return this.accessLabel(index);
    if (word !== Word.name) return index;
    const role = stream.role(index);
    if (role?.kind === "function") return this.nameByArguments(index, role.rest);
    if (role?.kind !== "attribute" && stream.spelling(index) !== className && wrapsDeclaration(stream, index))
      return unwrapDeclaration(stream, index);
    if (role?.kind === "wrap" && stream.hasArguments(index))
      return maskWrapper(stream, index, stream.lastOf(index, true));
    if (role?.kind === "access")
      return stream.kind(stream.after(index)) === Char.colon
        ? stream.cut(index, index, "access macro", "public")
        : index;
    const takesArguments = role ? role.call : stream.kind(stream.after(index)) === Char.open;
    if (takesArguments && !stream.hasArguments(index)) return index;
    const last = stream.lastOf(index, takesArguments);
    const after = stream.after(last);
    if (role && role.braces !== 0) return maskScope(stream, index, last, role.braces);
    if (role?.kind === "declaration" || role?.kind === "statement") {
      if (stream.kind(after) === Kind.arrow) return this.cutStatement(index);
      return stream.kind(after) === Char.semicolon && isPlainCall(stream, index, last)
        ? index
        : stream.cut(index, last, "macro of declarations");
    }
    if (stream.isCapital(index)) {
      if (last !== index && stream.kind(after) === Kind.arrow && scope === Scope.namespace)
        return this.cutStatement(index);
    }
    if (role?.kind === "attribute" && stream.kind(after) === Kind.word)
      return stream.cut(index, last, "attribute macro");
    if (
      stream.kind(after) === Char.semicolon &&
      last !== index &&
      this.isMacroCall(index, scope, className) &&
      (scope === Scope.class || !isPlainCall(stream, index, last))
    ) {
      stream.cut(stream.after(stream.after(index)), stream.before(last), "arguments of a macro");
    }
    if (role && role.kind !== "other" && role.kind !== "value") return index;
    return this.isAlone(index, last, scope, className) ? stream.cut(index, last, "macro on its own") : index;
  }

  /** `BENCHMARK(f)->Arg(1);` */
  private cutStatement(index: number): number {
    const { stream } = this;
    let at = index;
    for (let steps = 0; steps < 400; steps += 1) {
      const type = stream.kind(at);
      if (type === Char.semicolon) return stream.cut(index, at, "macro of declarations");
      if (type === Char.closeBrace || type === Kind.end || isDirective(type)) return index;
      at = stream.after(((type === Char.open || type === Char.openBrace) && stream.partner(at)) || at);
    }
    return index;
  }

  /** `WORD(a, b);` as against a constructor. */
  private isMacroCall(index: number, scope: number, className: number): boolean {
    return this.stream.isCapital(index) && (scope !== Scope.class || this.stream.spelling(index) !== className);
  }

  /** `public slots:` */
  private accessLabel(index: number): number {
    const { stream } = this;
    const after = stream.after(index);
    if (stream.isName(after) && stream.kind(stream.after(after)) === Char.colon)
      stream.cut(after, after, "access macro");
    return index;
  }

  /** `TEST(Suite, Name) {`: named by its arguments. */
  private nameByArguments(index: number, template: string): number {
    const { stream } = this;
    if (!stream.hasArguments(index)) return index;
    const brace = this.bodyAfter(stream.after(stream.lastOf(index, true)));
    if (brace === 0) return index;
    giveName(stream, index, template);
    this.named = index;
    this.bodies.set(brace, { scope: Scope.block, name: -1 });
    return index;
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
    if (isCall && scope === Scope.class && stream.spelling(index) === className) return false;
    if (!isCall && !stream.isCapital(index)) return false;
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
        : stream.isFirst(after) && stream.isCapital(after) && stream.hasArguments(after);
    if (word === Word.cv) return stream.isFirst(after) && (!isCall || this.isTypeOfName(stream.after(after)));
    if (word === Word.trailing || word === Word.requires || word === Word.expression || word === Word.asm) return false;
    if (word === Word.statement) return stream.textOf(after) === "static_assert";
    if (word === Word.attribute || word === Word.vendor || word === Word.alignas) return false;
    return word !== Word.operator || scope === Scope.class;
  }

  /** `Foo bar`, `Foo* bar`, `int bar` as against what follows parameters. */
  private isTypeOfName(index: number): boolean {
    const { stream } = this;
    const after = stream.after(index);
    const type = stream.kind(after);
    if (stream.word(index) === Word.type) return true;
    return (
      stream.isName(index) &&
      (stream.isName(after) || type === Char.star || type === Char.ampersand || type === Kind.scope)
    );
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
    const { terminator } = units;
    if (terminator === Unit.scope) return void this.scopeHead(end);
    if (terminator === Unit.classHead) return void this.afterClass(end, units);
    if (terminator === Unit.unknown) return;
    if (terminator === Unit.body && units.isBareCall) return void this.unnamed(units, end, scope, className);
    if (terminator === Unit.parameters && units.isMacroVariable(className))
      return void stream.cut(from, stream.lastOf(units.lastName, true), "macro of a variable");
    units.blankExtras(className);
    if (terminator === Unit.parameters)
      this.afterParameters(units.parameterList, scope === Scope.namespace || units.isConversion || units.isTemplate);
    else if (stream.kind(end) === Char.openBrace) this.bodies.set(end, { scope: Scope.list, name: -1 });
  }

  private scopeHead(end: number): void {
    if (this.stream.kind(end) === Char.openBrace) this.bodies.set(end, { scope: Scope.namespace, name: -1 });
  }

  private afterClass(index: number, units: Units): void {
    units.blankAllNames();
    this.classHead(index);
  }

  /** An unknown `WORD(a, b) {`: a function named by its plain arguments. */
  private unnamed(units: Units, brace: number, scope: number, className: number): void {
    const { stream } = this;
    this.bodies.set(brace, { scope: Scope.block, name: -1 });
    const name = units.lastName;
    if (scope === Scope.class && stream.spelling(name) === className) return;
    if (stream.isCapital(name)) giveName(stream, name, "");
  }

  /** What stands between a parameter list and the body or the semicolon. */
  private afterParameters(open: number, isDeleteUnread: boolean): void {
    const { stream } = this;
    let at = stream.after(stream.partner(open));
    for (let steps = 0; steps < 100; steps += 1) {
      const type = stream.kind(at);
      if (type === Char.openBrace) return void this.bodies.set(at, { scope: Scope.block, name: -1 });
      if (type === Char.colon) return void this.initializers(at);
      if (type === Char.equals && isDeleteUnread && stream.textOf(stream.after(at)) === "delete")
        return void this.deleted(at);
      if (type === Kind.arrow) at = this.afterType(stream.after(at));
      else if (type === Char.ampersand) at = stream.after(at);
      else if (type === Char.openBracket && stream.partner(at) > 0) at = stream.after(stream.partner(at));
      else if (type === Kind.word) {
        const after = this.trailing(at);
        if (after === 0) return;
        at = after;
      } else return;
    }
  }

  /** `= delete;` where the grammar knows none: written as an empty body. */
  private deleted(equals: number): void {
    const { stream } = this;
    const semicolon = stream.after(stream.after(equals));
    if (stream.kind(semicolon) !== Char.semicolon) return;
    stream.edits.add(stream.start(equals), stream.end(semicolon), "deleted function", "{}");
  }

  /** One word after a parameter list; 0 where the list was none. */
  private trailing(at: number): number {
    const { stream } = this;
    const word = stream.word(at);
    const last = stream.lastOf(at, true);
    if (word === Word.cv) return stream.after(at);
    if (word === Word.trailing) return stream.after(last);
    if (word === Word.attribute) return stream.cut(at, last, "attribute");
    if (word === Word.asm) return stream.cut(at, last, "asm label");
    if (word === Word.vendor) return stream.cut(at, at, "vendor keyword");
    if (word === Word.requires) return this.afterRequires(at);
    if (word === Word.statement)
      return stream.textOf(at) === "throw"
        ? stream.cut(at, last, "exception specification")
        : stream.textOf(at) === "try"
          ? stream.after(at)
          : 0;
    if (word !== Word.name) return 0;
    const role = stream.role(at);
    if (role?.kind === "type" || (!role && !this.isTrailingMacro(at, last))) return 0;
    return stream.cut(at, last, "macro after parameters");
  }

  private isTrailingMacro(at: number, last: number): boolean {
    const { stream } = this;
    if (stream.isCapital(at)) return true;
    const type = stream.kind(stream.after(last));
    return (
      type === Char.semicolon ||
      type === Char.openBrace ||
      type === Char.equals ||
      stream.word(stream.after(last)) === Word.trailing
    );
  }

  private afterRequires(at: number): number {
    const { stream } = this;
    let index = stream.after(at);
    for (let steps = 0; steps < 200; steps += 1) {
      const type = stream.kind(index);
      if (type === Char.openBrace || type === Char.semicolon || type === Kind.end || type === Char.closeBrace)
        return index;
      index = stream.after((type === Char.open && stream.partner(index)) || index);
    }
    return 0;
  }

  private afterType(at: number): number {
    const { stream } = this;
    let index = at;
    for (let steps = 0; steps < 200; steps += 1) {
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
      index = stream.after(((type === Char.open || type === Char.openBracket) && stream.partner(index)) || index);
    }
    return index;
  }

  /** `: a(1), b{2} {`: the body's brace follows a closing bracket, an initializer's follows a name. */
  private initializers(colon: number): void {
    const { stream } = this;
    let index = stream.after(colon);
    for (let steps = 0; steps < 4000; steps += 1) {
      const type = stream.kind(index);
      if (type === Char.semicolon || type === Kind.end || type === Char.closeBrace) return;
      const before = stream.before(index);
      const isName = stream.kind(before) === Kind.word || stream.kind(before) === Char.greater;
      if (type === Char.openBrace && !isName) return void this.bodies.set(index, { scope: Scope.block, name: -1 });
      if (type === Char.openBrace) this.bodies.set(index, { scope: Scope.list, name: -1 });
      const isBracket = type === Char.open || type === Char.openBrace || type === Char.openBracket;
      index = stream.after((isBracket && stream.partner(index)) || index);
    }
  }

  /** `class WORD(…) Name final : Base {`: blanks the words, and remembers the body. */
  classHead(key: number): void {
    const { stream } = this;
    const before = stream.before(key);
    if (stream.kind(before) === Char.less || stream.kind(before) === Char.comma || stream.word(before) === Word.enumKey)
      return;
    const head = new ClassHead(stream, key);
    const brace = head.read();
    if (brace > 0) this.bodies.set(brace, { scope: Scope.class, name: head.name });
  }

  /** `enum class WORD Name : type {`; gives the token to go on with. */
  enumHead(key: number): number {
    const { stream } = this;
    const after = stream.after(key);
    const first = stream.word(after) === Word.classKey ? stream.after(after) : after;
    const head = new ClassHead(stream, stream.before(first));
    const brace = head.read();
    if (brace > 0) this.bodies.set(brace, { scope: Scope.enum, name: -1 });
    return first === after ? stream.after(key) : stream.after(stream.after(key));
  }
}
