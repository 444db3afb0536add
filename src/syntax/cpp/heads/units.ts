/**
 * The head of one C++ declaration by its parts: specifiers, type, declarator. Input: its first token; output: its plain
 * names, which may be macros, its parameters, and what ends it.
 */
import { isMacroCall } from "../macros/macro-shapes.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import { afterConstraint } from "./constraints.ts";
import { isFunctionPointer, isNameInParentheses } from "./function-pointers.ts";
import { HeadEdits } from "./head-edits.ts";
import { endOfNamespaceHead } from "./namespace-head.ts";
import { isOldStyleHead, isParameterMacro, unwrapParameters } from "./old-style.ts";

/** The end of a head. */
export const Unit = {
  unknown: 0,
  /** `;`, `=`, `,`, `[`, a bit-field's `:`, `)`. */
  value: 1,
  parameters: 2,
  body: 3,
  scope: 4,
  classHead: 5,
} as const;

/** The specifiers, the type and the name of one declaration, up to its parameters or its value. */
export class Units {
  terminator: number = Unit.unknown;
  /** The opening parenthesis of the parameters. */
  parameterList = 0;
  readonly #stream: Stream;
  readonly #from: number;
  /** The ranges to blank in the head. */
  readonly edits: HeadEdits;
  /** Plain names, in order, that may be macros. */
  readonly plain: number[] = [];
  /** The number of plain names before the first part that is surely a type; -1 if there is none. */
  beforeType = -1;
  /** The declarator's name, where it is not a plain name. */
  isNameSpecial = false;
  /** A constructor's or destructor's name, or a conversion: no type precedes it. */
  isUntyped = false;
  /** The word `operator` of `operator bool`, or 0. */
  conversion = 0;
  isTemplate = false;
  isTypedef = false;
  isFriend = false;
  #parts = 0;

  constructor(stream: Stream, from: number) {
    this.#stream = stream;
    this.#from = from;
    this.edits = new HeadEdits(stream);
  }

  get lastName(): number {
    return this.plain[this.plain.length - 1] ?? 0;
  }

  /** `WORD(…) {` and nothing before it. */
  get isBareCall(): boolean {
    return this.#parts === 1 && this.plain.length === 1 && this.parameterList > 0;
  }

  /** Reads the head and gives the token that ends it. */
  read(): number {
    const stream = this.#stream;
    let at = this.#from;
    for (let steps = 0; steps < 64; steps += 1) {
      const type = stream.kind(at);
      const after = type === Kind.word ? this.#word(at) : this.#punctuation(at, type);
      if (this.terminator !== Unit.unknown) return after;
      if (after === 0) {
        this.terminator = Unit.unknown;
        return at;
      }
      at = after;
    }
    this.terminator = Unit.unknown;
    return at;
  }

  #end(at: number, terminator: number): number {
    this.terminator = terminator;
    return at;
  }

  #punctuation(at: number, type: number): number {
    const stream = this.#stream;
    if (type === Char.star || type === Char.ampersand) {
      if (this.beforeType < 0) this.#takeType();
      return stream.after(at);
    }
    if (type === Kind.scope && stream.isName(stream.after(at))) return this.#qualified(stream.after(at), true);
    if (type === Char.tilde && stream.isName(stream.after(at))) {
      this.isNameSpecial = true;
      this.isUntyped = true;
      return this.#parameters(stream.after(stream.after(at)));
    }
    if (type === Char.openBracket && stream.kind(stream.after(at)) === Char.openBracket && stream.partner(at) > 0)
      return stream.after(stream.partner(at));
    if (type === Char.open) return this.#functionPointer(at);
    if (type === Char.dot) return stream.after(at);
    const isEnd =
      type === Char.semicolon ||
      type === Char.equals ||
      type === Char.comma ||
      type === Char.openBracket ||
      type === Char.colon ||
      type === Char.openBrace ||
      type === Char.close ||
      type === Char.greater;
    return isEnd ? this.#end(at, Unit.value) : 0;
  }

  /** The last plain name that is not a known macro is the type of what follows. */
  #takeType(): void {
    const stream = this.#stream;
    const { plain } = this;
    let type = plain.length - 1;
    while (type >= 0 && stream.role(plain[type] ?? 0)?.kind === "attribute") type -= 1;
    if (type < 0) return;
    const [macro = 0] = plain.splice(type, 1);
    this.beforeType = type;
    if (stream.hasArguments(macro))
      this.edits.cut(stream.after(macro), stream.lastOf(macro, true), "arguments-of-type-macro-in-head");
  }

  /** `void (*name)(int)`, `void (name)(int)` */
  #functionPointer(at: number): number {
    const stream = this.#stream;
    if (stream.partner(at) === 0 || this.#parts === 0) return 0;
    const after = stream.after(stream.partner(at));
    this.isNameSpecial = true;
    if (isParameterMacro(stream, after)) return this.#parameters(unwrapParameters(stream, after, this.edits));
    return stream.kind(after) === Char.open ? this.#parameters(after) : this.#end(at, Unit.value);
  }

  /** `T (name)(…)`, which the grammar takes for a function T: without the parentheses. */
  #nameInParentheses(open: number): number {
    const stream = this.#stream;
    const close = stream.partner(open);
    for (const at of [open, close]) this.edits.cut(at, at, "name-in-parentheses");
    this.isNameSpecial = true;
    return this.#parameters(stream.after(close));
  }

  #parameters(at: number): number {
    const stream = this.#stream;
    if (stream.kind(at) !== Char.open || stream.partner(at) === 0) return 0;
    this.parameterList = at;
    return this.#end(at, Unit.parameters);
  }

  #word(at: number): number {
    const stream = this.#stream;
    switch (stream.word(at)) {
      case Word.name:
        return this.#name(at);
      case Word.type:
        this.#certainType();
        return stream.after(isTypeOfExpression(stream, at) ? stream.lastOf(at, true) : at);
      case Word.specifier:
      case Word.typedef:
      case Word.friend:
        this.#parts += 1;
        this.isTypedef ||= stream.word(at) === Word.typedef;
        this.isFriend ||= stream.word(at) === Word.friend;
        if (this.#isLateFriend(at)) return this.edits.cut(at, at, "friend-after-specifier");
        return stream.textOf(at) === "explicit" && stream.hasArguments(at)
          ? stream.after(stream.lastOf(at, true))
          : stream.after(at);
      case Word.cv:
      case Word.typename:
      case Word.module:
        return stream.after(at);
      case Word.extern:
        return this.#linkage(at);
      case Word.template:
        if (this.#parts > 0 && stream.isFirst(at)) this.edits.cut(this.#from, stream.before(at), "type-between-macros");
        this.isTemplate = true;
        return afterTemplateHead(stream, at);
      case Word.requires:
        return afterConstraint(stream, stream.after(at));
      case Word.attribute:
        return this.edits.cut(at, stream.lastOf(at, true), "attribute");
      case Word.alignas:
        return stream.after(stream.lastOf(at, true));
      case Word.vendor:
        return this.edits.cut(at, at, "vendor-keyword");
      case Word.operator:
        return this.#operatorName(at);
      case Word.classKey:
        return this.#elaborated(at);
      case Word.enumKey:
        return 0;
      case Word.namespace:
        return this.#scope(endOfNamespaceHead(stream, at, this.edits));
      default:
        return 0;
    }
  }

  /** `inline friend void f() { }` */
  #isLateFriend(at: number): boolean {
    const stream = this.#stream;
    return stream.word(at) === Word.friend && stream.textOf(stream.before(at)) === "inline";
  }

  /** `extern "C" {`, `extern "C" typedef` */
  #linkage(at: number): number {
    const stream = this.#stream;
    const language = stream.after(at);
    if (stream.kind(language) !== Kind.string) return language;
    const after = stream.after(language);
    if (stream.word(after) === Word.typedef) return this.edits.cut(at, language, "linkage-of-type");
    return stream.kind(after) === Char.openBrace ? this.#end(after, Unit.scope) : after;
  }

  #scope(brace: number): number {
    return brace === 0 ? 0 : this.#end(brace, Unit.scope);
  }

  #certainType(): void {
    this.#parts += 1;
    if (this.beforeType < 0) this.beforeType = this.plain.length;
  }

  #name(at: number): number {
    const stream = this.#stream;
    if (this.#parts > 1 && isParameterMacro(stream, at))
      return this.#parameters(unwrapParameters(stream, at, this.edits));
    this.#parts += 1;
    const after = stream.after(at);
    const type = stream.kind(after);
    if (type === Kind.scope || type === Char.less) return this.#qualified(at, false);
    this.plain.push(at);
    if (type !== Char.open || stream.partner(after) === 0) return after;
    if (isFunctionPointer(stream, after)) return this.#functionPointer(after);
    if (isOldStyleHead(stream, after)) return this.#oldStyle(at);
    if (isNameInParentheses(stream, after)) {
      if (this.#isMacroOfName(at)) {
        this.plain.pop();
        this.edits.cut(at, at, "name-in-parentheses");
        return this.#nameInParentheses(after);
      }
      if (stream.role(at) === null) return this.#nameInParentheses(after);
    }
    if (isMacroCall(stream, at) || this.#isTypeOfTypedef(at)) return stream.after(stream.partner(after));
    return this.#called(after);
  }

  /** `void* WORD(name)(int a) {`, where the macro writes the name. */
  #isMacroOfName(at: number): boolean {
    const role = this.#stream.role(at);
    const isNaming = role === null || role.kind === "wrap" || role.kind === "other" || role.kind === "value";
    return isNaming && this.#stream.isCapital(at) && (this.beforeType >= 0 || this.plain.length > 1);
  }

  /** `typedef WORD(a) Name;` */
  #isTypeOfTypedef(at: number): boolean {
    const stream = this.#stream;
    const { plain } = this;
    if (!this.isTypedef || plain.length > 1 || this.beforeType >= 0) return false;
    const name = stream.after(stream.lastOf(at, true));
    return stream.isName(name) && stream.kind(stream.after(name)) === Char.semicolon;
  }

  /** `char *f(a) int a; {`: the grammar has no pointer before such a name. */
  #oldStyle(name: number): number {
    const stream = this.#stream;
    for (let at = this.#from; at < name; )
      at = stream.kind(at) === Char.star ? this.edits.cut(at, at, "pointer-of-old-style-function") : stream.after(at);
    return this.#called(stream.after(name));
  }

  #called(open: number): number {
    const stream = this.#stream;
    const brace = stream.after(stream.partner(open));
    this.parameterList = open;
    if (this.#parts === 1 && stream.kind(brace) === Char.openBrace) return this.#end(brace, Unit.body);
    return this.#end(open, Unit.parameters);
  }

  /** `a::b<c>::d`, the operator of a class, or a destructor; a template's arguments make a type. */
  #qualified(at: number, isGlobal: boolean): number {
    const stream = this.#stream;
    let index = at;
    let owner = -1;
    let isQualified = isGlobal;
    for (;;) {
      const after = stream.after(index);
      let end = after;
      if (stream.kind(after) === Char.less) {
        end = stream.afterAngles(after);
        if (end === 0) return 0;
      }
      if (stream.kind(end) !== Kind.scope) return this.#afterQualified(index, end, owner, isQualified);
      isQualified = true;
      owner = index;
      index = stream.after(end);
      if (stream.word(index) === Word.template) index = stream.after(index);
      if (stream.kind(index) === Char.star) return stream.after(index);
      if (stream.word(index) === Word.operator) return this.#operatorName(index);
      if (stream.kind(index) === Char.tilde) return this.#punctuation(index, Char.tilde);
      if (!stream.isName(index)) return 0;
    }
  }

  #afterQualified(last: number, after: number, owner: number, isQualified: boolean): number {
    const stream = this.#stream;
    const isMacro = stream.role(after)?.kind === "attribute" && stream.kind(stream.after(after)) === Char.open;
    const isNamed = isQualified && (this.beforeType >= 0 || this.plain.length > 0);
    const end = isMacro && isNamed ? this.edits.cut(after, after, "macro-among-specifiers") : after;
    const hasParameters = stream.kind(end) === Char.open && stream.partner(end) > 0;
    if (hasParameters && isNameInParentheses(stream, end)) {
      this.#certainType();
      return this.#nameInParentheses(end);
    }
    if (!hasParameters || (!isQualified && this.#parts === 1)) {
      this.#certainType();
      return hasParameters ? this.#parameters(end) : end;
    }
    this.isNameSpecial = true;
    this.isUntyped = owner >= 0 && stream.spelling(owner) === stream.spelling(last);
    return this.#parameters(end);
  }

  #operatorName(at: number): number {
    const stream = this.#stream;
    this.isNameSpecial = true;
    let index = stream.after(at);
    const word = stream.word(index);
    this.isUntyped =
      word === Word.type ||
      word === Word.cv ||
      (word === Word.name && stream.kind(at) === Kind.word && stream.kind(index) === Kind.word);
    this.conversion = this.isUntyped ? at : 0;
    if (stream.kind(index) === Char.open && stream.kind(stream.after(index)) === Char.close)
      index = stream.after(stream.after(index));
    for (let steps = 0; steps < 40 && stream.kind(index) !== Char.open; steps += 1) {
      const type = stream.kind(index);
      if (type === Char.semicolon || type === Char.openBrace || type === Kind.end || isDirective(type)) return 0;
      index = stream.after(index);
    }
    return this.#parameters(index);
  }

  /** `struct stat *f(…)` as against the head of a class. */
  #elaborated(at: number): number {
    const stream = this.#stream;
    let index = stream.after(at);
    for (let steps = 0; steps < 60; steps += 1) {
      const type = stream.kind(index);
      if (type === Char.openBrace || type === Char.colon) return this.#end(at, Unit.classHead);
      if (type === Char.less) {
        index = stream.afterAngles(index);
        if (index === 0) return 0;
        continue;
      }
      if (type === Char.open && this.#isFunctionOf(at, stream.before(index))) break;
      if (type === Char.open || type === Char.openBracket) index = stream.partner(index);
      else if (type !== Kind.word && type !== Kind.scope) break;
      index = stream.after(index);
      if (index === 0) return 0;
    }
    this.#certainType();
    index = stream.after(at);
    if (!stream.isName(index)) return 0;
    while (stream.kind(stream.after(index)) === Kind.scope) index = stream.after(stream.after(index));
    const after = stream.after(index);
    const end = stream.kind(after) === Char.less ? stream.afterAngles(after) : after;
    // `template <class T> WORD(a) class B;`: only macros can precede it.
    return stream.kind(end) === Char.semicolon ? this.#end(at, Unit.classHead) : end;
  }

  /** `struct stat f() WORD {` as against `struct WORD(a) Name {` and `struct Name WORD(a) {` */
  #isFunctionOf(key: number, name: number): boolean {
    const stream = this.#stream;
    const isMacro = stream.role(name)?.kind === "attribute" || stream.isCapital(name);
    return stream.isName(name) && stream.before(name) !== key && !isMacro;
  }
}

/** `decltype(a)` as against `void (*f)(int)`. */
function isTypeOfExpression(stream: Stream, index: number): boolean {
  return stream.hasArguments(index) && /^(?:decltype|typeof|__typeof__)$/.test(stream.textOf(index));
}

/** Past `template <…>`, or the parentheses of a macro of that name. */
export function afterTemplateHead(stream: Stream, at: number): number {
  const after = stream.after(at);
  if (stream.kind(after) === Char.less) return stream.afterAngles(after);
  return stream.kind(after) === Char.open && stream.partner(after) > 0 ? stream.after(stream.partner(after)) : after;
}
