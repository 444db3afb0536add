/**
 * The text between the parameters of a C++ function and its body: macros, exceptions, `= default`, initializers. Input:
 * the parenthesis that opens the parameters; output: the edits there, and the brace of the body.
 */
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { HeadEdits } from "./head-edits.ts";
import { type Bodies, functionBody, Scope } from "./scopes.ts";

/** The ends of a definition that the grammar does not read in place. */
type Unread = { readonly default: boolean; readonly delete: boolean };

/** The text after a function's parameters: the macros there, and the body. */
export class AfterParameters {
  readonly #stream: Stream;
  readonly #bodies: Bodies;
  /** The edits there. */
  readonly edits: HeadEdits;

  constructor(stream: Stream, bodies: Bodies) {
    this.#stream = stream;
    this.#bodies = bodies;
    this.edits = new HeadEdits(stream);
  }

  /** The text between a parameter list and the body or the semicolon. */
  read(open: number, unread: Unread): void {
    const stream = this.#stream;
    let at = stream.after(stream.partner(open));
    for (let steps = 0; steps < 100; steps += 1) {
      const type = stream.kind(at);
      if (type === Char.openBrace) return void this.#body(at);
      if (type === Char.colon) return void this.#initializers(at);
      if (type === Char.equals) return void this.#withoutBody(at, unread);
      if (type === Kind.arrow) at = this.#afterType(stream.after(at));
      else if (type === Char.ampersand) at = stream.after(at);
      else if (type === Char.openBracket && stream.partner(at) > 0) at = stream.after(stream.partner(at));
      else if (type === Kind.word) {
        if (stream.role(at)?.kind === "body") return void this.#macroBody(at, unread);
        const after = this.#trailing(at);
        if (after === 0) return;
        at = after;
      } else return;
    }
  }

  /** `{};` would read as a value. */
  #body(brace: number): void {
    const stream = this.#stream;
    this.#bodies.set(brace, functionBody);
    const close = stream.after(brace);
    const semicolon = stream.after(close);
    if (stream.kind(close) === Char.closeBrace && stream.kind(semicolon) === Char.semicolon)
      this.edits.cut(semicolon, semicolon, "semicolon-after-empty-body");
  }

  /** `= default;` and `= delete;` where the grammar knows none: written as an empty body. */
  #withoutBody(equals: number, unread: Unread): void {
    const stream = this.#stream;
    const word = stream.after(equals);
    const end = stream.textOf(word);
    const semicolon = stream.after(word);
    if ((end !== "default" && end !== "delete") || !unread[end] || stream.kind(semicolon) !== Char.semicolon) return;
    const rule = end === "delete" ? "deleted-function" : "defaulted-function";
    const isSplit = stream.isFirst(word);
    if (isSplit) this.edits.write(equals, equals, rule, "");
    const from = isSplit ? word : equals;
    this.edits.write(from, semicolon, rule, "{}");
  }

  /** `WORD;` of a macro for `= delete`. */
  #macroBody(at: number, unread: Unread): void {
    const stream = this.#stream;
    const semicolon = stream.after(at);
    if (unread.delete && stream.kind(semicolon) === Char.semicolon)
      this.edits.write(at, semicolon, "deleted-function-macro", "{}");
    else this.edits.cut(at, at, "body-macro", stream.role(at)?.rest ?? "");
  }

  /** One word after a parameter list; 0 if the list was none. */
  #trailing(at: number): number {
    const stream = this.#stream;
    const word = stream.word(at);
    const last = stream.lastOf(at, true);
    if (word === Word.cv) return stream.after(at);
    if (word === Word.trailing) return stream.after(last);
    if (word === Word.attribute) return this.edits.cut(at, last, "attribute");
    if (word === Word.asm) return this.edits.cut(at, last, "asm-label");
    if (word === Word.vendor) return this.edits.cut(at, at, "vendor-keyword");
    if (word === Word.requires) return this.#afterRequires(at);
    if (word === Word.statement)
      return stream.textOf(at) === "throw"
        ? this.#exceptions(at, last)
        : stream.textOf(at) === "try"
          ? stream.after(at)
          : 0;
    if (word !== Word.name) return 0;
    const role = stream.role(at);
    if (role?.kind === "type" || (!role && !this.#isTrailingMacro(at, last))) return 0;
    return this.edits.cut(at, last, "macro-after-parameters");
  }

  /** `throw(...)` */
  #exceptions(at: number, last: number): number {
    const stream = this.#stream;
    const isAny = stream.kind(stream.after(stream.after(at))) === Char.dot;
    return isAny ? this.edits.cut(at, last, "exception-specification") : stream.after(last);
  }

  #isTrailingMacro(at: number, last: number): boolean {
    const stream = this.#stream;
    if (stream.isCapital(at)) return true;
    const type = stream.kind(stream.after(last));
    return (
      type === Char.semicolon ||
      type === Char.openBrace ||
      type === Char.equals ||
      stream.word(stream.after(last)) === Word.trailing
    );
  }

  #afterRequires(at: number): number {
    const stream = this.#stream;
    let index = stream.after(at);
    for (let steps = 0; steps < 200; steps += 1) {
      const type = stream.kind(index);
      if (type === Char.openBrace || type === Char.semicolon || type === Kind.end || type === Char.closeBrace)
        return index;
      index = stream.after((type === Char.open && stream.partner(index)) || index);
    }
    return 0;
  }

  #afterType(at: number): number {
    const stream = this.#stream;
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
  #initializers(colon: number): void {
    const stream = this.#stream;
    let index = stream.after(colon);
    for (let steps = 0; steps < 4000; steps += 1) {
      const type = stream.kind(index);
      if (type === Char.semicolon || type === Kind.end || type === Char.closeBrace) return;
      const before = stream.before(index);
      const isName = stream.kind(before) === Kind.word || stream.kind(before) === Char.greater;
      if (type === Char.openBrace && !isName) return void this.#bodies.set(index, functionBody);
      if (type === Char.openBrace) this.#bodies.set(index, { scope: Scope.list, name: -1 });
      const isBracket = type === Char.open || type === Char.openBrace || type === Char.openBracket;
      index = stream.after((isBracket && stream.partner(index)) || index);
    }
  }
}
