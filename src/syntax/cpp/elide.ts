/**
 * The parts of a C++ text that are not parsed if only definitions are wanted: bodies, parameters, values, comments (a
 * speed-up of scans). Input: the heads and braces of the text, in order; output: the ranges to cut, and comments in
 * them that are about definitions.
 */
import { countWhile } from "../../base/count-while.ts";
import type { Cut } from "../cuts.ts";
import type { CommentRange } from "../doc-comments.ts";
import { isAccess } from "./heads/labels.ts";
import { Scope } from "./heads/scopes.ts";
import { parametersOfPrototype } from "./macros/prototypes.ts";
import { readBetween } from "./tokens/comments-between.ts";
import { definingWords, Word } from "./tokens/keywords.ts";
import { Char, type Stream } from "./tokens/stream.ts";
import { isDirective, Kind } from "./tokens/token-list.ts";

/** Less than this is not worth a cut. */
const shortestCut = 8;

/** The replacement of a body: `{};` would read as a value. */
const bodyStub = ";";

/** The replacement of declarations: code after a directive starts a line. */
const declarationStub = "\n";

/** The replacement of the initializers of a constructor, since its signature ends where they start. */
const initializersStub = "a()";

/** The signs after a body that is in an expression: the body of a lambda in a masked call is read as one of a function. */
const continuing: ReadonlySet<number> = new Set([Char.comma, Char.close, Char.open, Char.closeBracket]);

/** The parts of a text that are skipped if only definitions are requested. */
export type ElisionOptions = {
  /** Are functions asked for? Otherwise their definitions are cut as a whole. */
  readonly functions: boolean;
  /** Is all that list_symbols lists asked for, with signatures and comments? */
  readonly symbols: boolean;
  /** True if all is requested except the bodies of functions. */
  readonly declarations: boolean;
  /** True for the text of a function, with its head, whose body is requested as well: no body by default. */
  readonly needsBody?: ((text: string) => boolean) | undefined;
};

/** Words that a definition of a class, or a macro's of a scope, cannot do without. */
const definitionWords: ReadonlySet<number> = new Set([Word.classKey, Word.enumKey, Word.namespace]);

/**
 * Finds what can be cut from a text without losing a definition of a class or a function: the bodies of functions that
 * hold none, their parameters, initializers and comments, and in namespaces and classes the directives and the
 * declarations whose only braces are values. If all symbols are requested, the declarations that are cut are those of
 * friends, the directives those that define nothing, of other functions without a body their parameters, and of values
 * what stands in their braces. Comments are cut as well, since reading them costs as much as reading code: `comments`
 * has those that may be about a definition, or are inside of a signature. Where declarations are asked for, only bodies
 * are cut.
 */
export class Elision {
  readonly cuts: Cut[] = [];
  /** The comments inside of cuts that may be about a definition, in order. */
  readonly comments: CommentRange[] = [];
  readonly #stream: Stream;
  readonly #functions: boolean;
  readonly #symbols: boolean;
  readonly #declarations: boolean;
  readonly #needsBody: ElisionOptions["needsBody"];
  /** The brace that closes the last body that is requested, or 0. */
  #neededTo = 0;
  /** The brace that closes the last body that lacks what is needed, and so all that is in it, or 0. */
  #lackingTo = 0;
  /** The start of the text of the current declaration, or -1 if it is to stay. */
  #from = 0;
  /** The last token before the declaration at hand, or -1. */
  #boundary = -1;
  /** The numbers of edits with text and of given names when the declaration began. */
  #changes = 0;

  constructor(stream: Stream, { functions, symbols, declarations, needsBody }: ElisionOptions) {
    this.#stream = stream;
    this.#functions = functions;
    this.#symbols = symbols || declarations;
    this.#declarations = declarations;
    this.#needsBody = needsBody;
    if (declarations) this.#from = -1;
  }

  /**
   * The body of a function opens; gives the brace that closes it when it was cut, or 0.
   *
   * @param parameters the parenthesis that opens its parameters, if known
   */
  functionBody(open: number, parameters: number): number {
    const stream = this.#stream;
    const close = stream.partner(open);
    if (close === 0 || stream.isCut(close) || this.#isNeeded(open, close) || !this.#holdsNoDefinition(open, close))
      return 0;
    if (this.#from >= 0 && !this.#functions && !this.#goesOn(close)) {
      this.#cutTo(stream.end(close));
      this.afterFunction(close);
      return close;
    }
    if (this.#from >= 0 && stream.changes === this.#changes) {
      this.#cutComments();
      this.#cutParameters(parameters, open);
    } else if (this.#symbols) this.#cutComments();
    if (stream.after(open) === close) return 0;
    this.#cut(stream.end(open), stream.start(close), bodyStub);
    this.afterFunction(close);
    return close;
  }

  /** True for the body of a function that is requested as a whole, and for all that is in one. */
  #isNeeded(open: number, close: number): boolean {
    const stream = this.#stream;
    if (this.#needsBody === undefined) return false;
    if (open < this.#neededTo) return true;
    if (open < this.#lackingTo) return false;
    const start = this.#boundary < 0 ? 0 : stream.end(this.#boundary);
    // The arguments after a lambda, and `catch`, belong to the code that the body is in.
    const goesOn = this.#goesOn(close) || continuing.has(stream.kind(stream.after(close)));
    const isNeeded = goesOn || this.#needsBody(stream.text.slice(start, stream.end(close)));
    if (isNeeded) this.#neededTo = close;
    else this.#lackingTo = close;
    return isNeeded;
  }

  /** The text in the parentheses, and the initializers after them. */
  #cutParameters(open: number, body: number): void {
    const stream = this.#stream;
    const close = stream.partner(open);
    if (open <= this.#boundary || close === 0 || close > body || stream.isCut(open)) return;
    const first = stream.kind(stream.after(open));
    if (first !== Kind.word && first !== Kind.scope && first !== Char.close) return;
    if (stream.kind(stream.after(close)) === Char.open || !this.#holdsNoDefinition(open, close)) return;
    this.#cutInside(open, close);
    for (let at = stream.after(close), steps = 0; at < body && steps < 16; steps += 1) {
      if (stream.kind(at) === Char.colon) {
        if (this.#startsInitializers(at) && this.#holdsNoDefinition(at, body)) this.#cutInitializers(at, body);
        return;
      }
      at = stream.after((stream.kind(at) === Char.open && stream.partner(at)) || at);
    }
  }

  /** Cuts the text between two brackets. A signature is made of the whole text, without its comments. */
  #cutInside(open: number, close: number): void {
    const start = this.#stream.end(open);
    const end = this.#stream.start(close);
    if (end - start < shortestCut) return;
    if (this.#symbols) {
      const comments = this.#commentsInside(open, close);
      if (comments === undefined) return;
      this.#keepComments(comments);
    }
    this.#cut(start, end, "");
  }

  /** The comments between two brackets; undefined if directives or what was blanked leave a doubt which there are. */
  #commentsInside(open: number, close: number): readonly CommentRange[] | undefined {
    const stream = this.#stream;
    const comments: CommentRange[] = [];
    if (!/\/[/*]/.test(stream.text.slice(stream.end(open), stream.start(close)))) return comments;
    for (let at = open; at < close; at += 1) {
      if (isDirective(stream.kind(at)) || (stream.isCut(at) && stream.isCut(at + 1))) return undefined;
      if (stream.start(at + 1) - stream.end(at) > 1)
        for (const comment of readBetween(stream.text, stream.end(at), stream.start(at + 1)).comments)
          comments.push(comment);
    }
    return comments;
  }

  #cutInitializers(colon: number, body: number): void {
    const stream = this.#stream;
    const end = stream.start(body);
    if (!this.#symbols) this.#cut(stream.start(colon), end, "");
    else if (end - stream.end(colon) >= shortestCut) this.#cut(stream.end(colon), end, initializersStub);
  }

  /** The body of a function closes that was not cut. */
  afterFunction(close: number): void {
    this.#begin(close);
    if (this.#goesOn(close)) this.#keep();
  }

  /** A brace opens inside of `outer`; `isKnown` tells whether a head announced what it opens. */
  open(index: number, scope: number, outer: number, isKnown: boolean): void {
    if (scope <= Scope.class) {
      this.#cutComments();
      this.#begin(index);
    } else if (outer <= Scope.class && scope !== Scope.enum) {
      if (this.#isValue(index, scope, isKnown)) this.#value(index);
      else this.#keep();
    }
  }

  /** Cuts the value of `int a[] = {1, 2};`, as against an argument by default and the initializer of a member. */
  #value(open: number): void {
    const stream = this.#stream;
    const close = stream.partner(open);
    if (!this.#symbols || this.#from < 0 || stream.changes !== this.#changes) return;
    if (stream.kind(stream.after(close)) !== Char.semicolon) return;
    this.#cutComments();
    this.#cutInside(open, close);
  }

  /** A brace closes. */
  close(index: number, scope: number): void {
    if (scope === Scope.namespace) this.#begin(index);
    else if (scope === Scope.class) this.#keep();
  }

  /** A semicolon ends a declaration in a namespace or a class. */
  semicolon(index: number, scope: number): void {
    if (this.#from >= 0) {
      const isPrototype = this.#symbols && this.#cutPrototype(index, scope);
      if (!isPrototype && !this.#symbols && !this.#isDefinition(index)) this.#cutTo(this.#stream.end(index));
      else if (!isPrototype) this.#cutComments();
    }
    this.#begin(index);
  }

  directive(index: number, kind: number): void {
    const stream = this.#stream;
    if (this.#from < 0) return;
    if (stream.before(index) !== this.#boundary) this.#keep();
    else {
      if (kind < Kind.define || this.#symbols) this.#cutComments();
      else this.#cutTo(stream.end(index));
      if (this.#symbols && kind > Kind.define) this.#cutDirective(index);
      this.#begin(index);
    }
  }

  /** Edits that put something into the declaration at hand and leave it the one that it was. */
  ignore(changes: number): void {
    this.#changes += changes;
  }

  /** The text ends: the text after its last declaration is comments, if nothing is left open. */
  end(index: number): void {
    if (this.#boundary + 1 === index) this.#cutComments();
  }

  /** Its line break stays. After a comment of many lines, code may follow on the last one. */
  #cutDirective(index: number): void {
    const stream = this.#stream;
    const start = stream.start(index);
    const end = stream.end(index);
    if (!this.#followsDefine && !stream.text.slice(start, end).includes("/*")) this.#cut(start, end, "");
  }

  /** Cuts the parameters of a function that is only declared; of a friend, all of it with the comments about it. */
  #prototype(first: number, open: number, semicolon: number): void {
    const stream = this.#stream;
    const before = stream.before(first);
    const isFriend = this.#isFriend(first, open);
    // `public:`
    if (before !== this.#boundary || !isFriend) this.#cutComments();
    if (!isFriend) {
      const close = stream.partner(open);
      if (this.#holdsNoDefinition(open, close)) this.#cutInside(open, close);
      return;
    }
    const from = before === this.#boundary ? this.#from : stream.end(before);
    const { lineEnd, comments } = readBetween(stream.text, from, stream.start(before + 1));
    const aboutBefore = comments.filter(({ startIndex }) => startIndex < lineEnd);
    if (this.#cutRun(aboutBefore)) this.#keepComments(aboutBefore);
    this.#cut(lineEnd, stream.end(semicolon), "");
  }

  /** True for a declaration with the word `friend` before its parameters. */
  #isFriend(first: number, open: number): boolean {
    const stream = this.#stream;
    for (let at = first; at < open; at = stream.after(at)) if (stream.word(at) === Word.friend) return true;
    return false;
  }

  /** Cuts of a function that is only declared what is not listed; false for all else. */
  #cutPrototype(semicolon: number, scope: number): boolean {
    const stream = this.#stream;
    const boundary = this.#boundary;
    if (this.#followsDefine || stream.changes !== this.#changes) return false;
    let first = boundary < 0 ? stream.first : stream.after(boundary);
    while (isAccess(stream, first) && stream.kind(stream.after(first)) === Char.colon)
      first = stream.after(stream.after(first));
    const open = parametersOfPrototype(stream, first, semicolon, scope);
    if (open > 0) this.#prototype(first, open, semicolon);
    return open > 0;
  }

  /** The node of a `#define` holds the empty lines after it, up to what follows. */
  get #followsDefine(): boolean {
    return this.#stream.kind(this.#boundary) === Kind.define;
  }

  #begin(boundary: number): void {
    this.#from = this.#declarations ? -1 : this.#stream.end(boundary);
    this.#boundary = boundary;
    this.#changes = this.#stream.changes;
  }

  /** The declaration at hand is to stay, without the comments before it. */
  #keep(): void {
    this.#cutComments();
    this.#from = -1;
  }

  /** Up to the first token, be it blanked: its replacement by masking is part of the declaration. */
  #cutComments(): void {
    if (this.#from < 0) return;
    const start = this.#stream.start(this.#boundary + 1);
    if (start - this.#from < shortestCut) return;
    if (!this.#symbols) this.#cutTo(start);
    else if (!this.#followsDefine) this.#cutDocumenting(start);
  }

  /** A comment is about the definition before it on its line, or right below it; others are about none. */
  #cutDocumenting(end: number): void {
    const { lineEnd, emptyLineEnd, comments } = readBetween(this.#stream.text, this.#from, end);
    const isAbout = ({ startIndex }: CommentRange) => startIndex < lineEnd || startIndex >= emptyLineEnd;
    if (this.#cutRun(comments)) this.#keepComments(comments.filter(isAbout));
    this.#from = end;
  }

  /** One after the other: as arguments of one call, too many would exceed the stack. */
  #keepComments(comments: readonly CommentRange[]): void {
    for (const comment of comments) this.comments.push(comment);
  }

  /** Cuts comments with the text between them, and returns true when they are long enough. */
  #cutRun(comments: readonly CommentRange[]): boolean {
    const start = comments[0]?.startIndex ?? 0;
    const end = comments.at(-1)?.endIndex ?? 0;
    if (end - start < shortestCut) return false;
    this.#cut(start, end, declarationStub);
    return true;
  }

  /** The declaration at hand, or its beginning. */
  #cutTo(end: number): void {
    this.#cut(this.#from, end, declarationStub);
    this.#from = end;
  }

  #cut(start: number, end: number, put: string): void {
    const last = this.cuts[this.cuts.length - 1];
    if (last?.end === start && last.put === put) this.cuts[this.cuts.length - 1] = { start: last.start, end, put };
    else this.cuts.push({ start, end, put });
  }

  /** True if the declaration that ends here is one of `= default` or `= delete`, or has become another by masking. */
  #isDefinition(semicolon: number): boolean {
    const stream = this.#stream;
    if (stream.changes !== this.#changes) return true;
    const before = stream.before(semicolon);
    const last = stream.kind(before) === Char.close ? stream.before(stream.partner(before)) : before;
    const word = stream.word(last);
    return (word === Word.statement || word === Word.expression) && /^(?:default|delete)$/.test(stream.textOf(last));
  }

  /** `try { } catch (…) { }` */
  #goesOn(close: number): boolean {
    return this.#stream.word(this.#stream.after(close)) === Word.elseOrCatch;
  }

  /** `: a(1)`, `: A<int>{}` */
  #startsInitializers(colon: number): boolean {
    const stream = this.#stream;
    const name = stream.after(colon);
    return stream.isName(name) && stream.kind(stream.after(name)) !== Kind.word;
  }

  /** `= {`, `int x{` */
  #isValue(open: number, scope: number, isKnown: boolean): boolean {
    const stream = this.#stream;
    const close = stream.partner(open);
    const isStarted = (isKnown && scope === Scope.list) || stream.kind(stream.before(open)) === Char.equals;
    return isStarted && close > 0 && this.#holdsNoDefinition(open, close) && !this.#holdsStatement(open, close);
  }

  #holdsStatement(open: number, close: number): boolean {
    const stream = this.#stream;
    for (let at = stream.after(open); at < close; at = stream.after(at))
      if (stream.kind(at) === Char.semicolon) return true;
    return false;
  }

  /** True if the text between has no requested definition, and only directives in whole `#if … #endif`. */
  #holdsNoDefinition(open: number, close: number): boolean {
    const stream = this.#stream;
    const symbols = this.#symbols;
    const { marks, markCount } = stream.tokens;
    // `definingWords` are marks: list_symbols lists them inside of functions.
    const words = symbols ? definingWords : definitionWords;
    let depth = 0;
    for (let mark = countWhile(markCount, (it) => (marks[it] ?? 0) <= open); mark < markCount; mark += 1) {
      const at = marks[mark] ?? 0;
      if (at >= close) break;
      if (stream.isCut(at)) continue;
      const type = stream.kind(at);
      if (type === Kind.word) {
        if (words.has(stream.word(at))) return false;
      } else if (type === Kind.define && symbols) return false;
      else if (type === Kind.if) depth += 1;
      else if (type === Kind.endif) depth -= 1;
      if (depth < 0 || (depth === 0 && (type === Kind.else || type === Kind.elif))) return false;
    }
    return depth === 0;
  }
}
