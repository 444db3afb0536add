/**
 * The head of a C++ class with macros in it, such as `class API Name FINAL : Base {`. Input: its key `class`, `struct`,
 * `union` or `enum`; output: its name, its brace, and the edits that blank the macros.
 */
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { HeadEdits } from "./head-edits.ts";
import { isValueInBraces, Scope } from "./scopes.ts";

/** The head of a class, structure, union or enumeration, from its key on. */
export class ClassHead {
  readonly #stream: Stream;
  readonly #key: number;
  readonly #isLocal: boolean;
  /** The word of the name, or -1. */
  name = -1;
  /** The ranges to blank in the head. */
  readonly edits: HeadEdits;

  constructor(stream: Stream, key: number, scope: number) {
    this.#stream = stream;
    this.#key = key;
    this.edits = new HeadEdits(stream);
    this.#isLocal = scope > Scope.class;
  }

  /** The brace of the body, or 0 if there is none. */
  read(): number {
    const stream = this.#stream;
    const names: number[] = [];
    let at = stream.after(this.#key);
    for (let steps = 0; steps < 40; steps += 1) {
      const type = stream.kind(at);
      const word = stream.word(at);
      if (type === Char.openBracket && stream.partner(at) > 0) at = stream.after(stream.partner(at));
      else if (word === Word.alignas && stream.before(at) === this.#key) at = stream.after(stream.lastOf(at, true));
      else if (word === Word.attribute || word === Word.alignas)
        at = this.edits.cut(at, stream.lastOf(at, true), "attribute");
      else if (word === Word.vendor) at = this.edits.cut(at, at, "vendor-keyword");
      else if (word === Word.name) {
        names.push(at);
        at = this.#afterName(at);
        if (at === 0) return 0;
      } else if (word === Word.trailing && stream.textOf(at) === "final") at = stream.after(at);
      else break;
    }
    return this.#body(at, names);
  }

  /** Past a name with its scopes and template arguments, or a macro with its arguments. */
  #afterName(at: number): number {
    const stream = this.#stream;
    let index = stream.after(at);
    if (stream.kind(index) === Char.open) return stream.partner(index) > 0 ? stream.after(stream.partner(index)) : 0;
    for (;;) {
      if (stream.kind(index) === Char.less) {
        index = stream.afterAngles(index);
        if (index === 0) return 0;
      }
      if (stream.kind(index) !== Kind.scope || !stream.isName(stream.after(index))) return index;
      index = stream.after(stream.after(index));
    }
  }

  #body(at: number, names: readonly number[]): number {
    const stream = this.#stream;
    const type = stream.kind(at);
    if (type !== Char.openBrace && type !== Char.colon && !(type === Char.semicolon && names.length === 2)) return 0;
    if (names.length === 0) return type === Char.openBrace ? at : this.#braceAfterBases(at);
    const kept = this.#keptName(names);
    if (stream.kind(stream.after(kept)) === Char.open) return 0;
    if (
      !this.#areMacros(
        names.filter((name) => name !== kept),
        type,
        at,
      )
    )
      return 0;
    if (type === Char.semicolon) return 0;
    const brace = type === Char.openBrace ? at : this.#braceAfterBases(at);
    if (brace === 0) return 0;
    for (const name of names) if (name !== kept) this.edits.cut(name, stream.lastOf(name, true), "macro-in-class-head");
    this.name = stream.spelling(this.#lastPart(kept));
    return brace;
  }

  /** The last word that is not a macro after a name, as in `class API Name FINAL {`. */
  #keptName(names: readonly number[]): number {
    let index = names.length - 1;
    while (index > 0 && this.#isMacroAfterName(names[index] ?? 0)) index -= 1;
    return names[index] ?? 0;
  }

  #isMacroAfterName(name: number): boolean {
    const stream = this.#stream;
    const isAttribute = stream.role(name)?.kind === "attribute";
    if (stream.kind(stream.after(name)) === Char.open) return isAttribute || stream.isCapital(name);
    return stream.isCapital(name) && (isAttribute || /FINAL|SEALED|OVERRIDE/.test(stream.textOf(name)));
  }

  /** `struct stat st {};` declares a variable: there, only words written like macros are macros, and none in a function. */
  #areMacros(names: readonly number[], type: number, at: number): boolean {
    const stream = this.#stream;
    return names.every((name) => {
      const isCall = stream.kind(stream.after(name)) === Char.open;
      if (stream.role(name)?.kind === "attribute" || (stream.isCapital(name) && !this.#isLocal) || isCall) return true;
      if (stream.kind(stream.after(name)) !== Kind.word || type === Char.semicolon) return false;
      return type === Char.colon
        ? !isNumber(stream, at)
        : stream.partner(at) > 0 &&
            stream.kind(stream.after(at)) === Kind.word &&
            (stream.textOf(this.#key) === "class" || !isValueInBraces(stream, at)) &&
            stream.kind(stream.after(stream.partner(at))) === Char.semicolon;
    });
  }

  #lastPart(name: number): number {
    const stream = this.#stream;
    let at = name;
    while (stream.kind(stream.after(at)) === Kind.scope && stream.isName(stream.after(stream.after(at))))
      at = stream.after(stream.after(at));
    return at;
  }

  #braceAfterBases(colon: number): number {
    const stream = this.#stream;
    let at = stream.after(colon);
    for (let steps = 0; steps < 2000; steps += 1) {
      const type = stream.kind(at);
      if (type === Char.openBrace) return at;
      if (type === Char.semicolon || type === Char.closeBrace || type === Kind.end || type === Char.equals) return 0;
      at = type === Char.open && stream.partner(at) > 0 ? this.#afterArguments(at) : stream.after(at);
    }
    return 0;
  }

  /** `: public WORD(a, b)` and `: public WORD(a)<int>`: a base without its arguments is a type. */
  #afterArguments(open: number): number {
    const stream = this.#stream;
    const close = stream.partner(open);
    const next = stream.after(close);
    const after = stream.kind(next);
    const isTemplate = after === Char.less && stream.afterAngles(next) > 0;
    const isBase = isTemplate || after === Char.openBrace || after === Char.comma;
    return isBase && stream.isCapital(stream.before(open))
      ? this.edits.cut(open, close, "arguments-of-base-macro")
      : stream.after(close);
  }
}

const isNumber = (stream: Stream, colon: number): boolean => stream.kind(stream.after(colon)) === Kind.number;
