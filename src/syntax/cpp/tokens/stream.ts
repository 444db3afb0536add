/**
 * The live tokens of a C++ text during masking: a linked list. Input: the tokens and known macros; output: neighbours,
 * brackets and roles of tokens; what is blanked leaves the list.
 */
import { type MacroScope, macroScope } from "../macros/macro-scopes.ts";
import { RoleBook } from "../macros/role-book.ts";
import type { KnownMacros, MacroRoles, Role } from "../macros/roles.ts";
import type { RuleId } from "../rules/ids.ts";
import { Edits } from "./edits.ts";
import { Word } from "./keywords.ts";
import { isDirective, Kind, type Tokens } from "./token-list.ts";

/** A function whose name its author gave to a macro as an argument. */
export type GivenName = {
  /** UTF-16 offset of the macro's name, which is the function's name in the masked text. */
  readonly index: number;
  readonly length: number;
  readonly name: string;
  /** The place where the author wrote the name. */
  readonly nameIndex: number;
  readonly nameLength: number;
};

/** Characters by their codes, as token kinds. */
export const Char = {
  ampersand: 38,
  open: 40,
  close: 41,
  star: 42,
  comma: 44,
  minus: 45,
  dot: 46,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  openBracket: 91,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
  tilde: 126,
} as const;

type Links = {
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly match: Int32Array;
  /** 1 where a token was cut. */
  readonly dead: Uint8Array;
  /** -1, 0, 1 and so on, to be copied. */
  readonly numbers: Int32Array;
};

const roomFor = (count: number): Links => ({
  next: new Int32Array(count),
  previous: new Int32Array(count),
  match: new Int32Array(count),
  dead: new Uint8Array(count),
  numbers: Int32Array.from({ length: count }, (_, index) => index - 1),
});

/** Used for one text after the other, and as long as the arrays of its tokens. */
let links = roomFor(0);

/** The live tokens of a text as a linked list: what is blanked leaves the list, so that every rule sees the rest. */
export class Stream {
  readonly text: string;
  readonly tokens: Tokens;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Of each bracket: its partner, or 0 if there is none. Filled by `matchBrackets`. */
  readonly match: Int32Array;
  readonly #dead: Uint8Array;
  readonly edits: Edits;
  readonly names: GivenName[] = [];
  /** By offset, the macros that open and close scopes and were blanked. */
  readonly scopes = new Map<number, MacroScope>();
  #scopeBalance: { macros: number; braces: number } | undefined;
  #scopeEnds: ReadonlyMap<number, readonly number[]> | undefined;
  readonly #roles: RoleBook;
  /** True for a language whose functions have a type before their name, without exception. */
  hasTypedFunctions = false;

  constructor(text: string, tokens: Tokens, macros: KnownMacros, own: MacroRoles, withoutRule?: string) {
    this.edits = new Edits(withoutRule);
    this.text = text;
    this.tokens = tokens;
    this.#roles = new RoleBook(tokens.vocabulary, macros, own);
    const { count } = tokens;
    const room = tokens.kind.length + 2;
    if (links.next.length !== room) links = roomFor(room);
    ({ next: this.next, previous: this.previous, match: this.match, dead: this.#dead } = links);
    this.next.set(links.numbers.subarray(2, count + 2));
    this.previous.set(links.numbers.subarray(0, count));
    this.match.fill(0, 0, count + 1);
    this.#dead.fill(0, 0, count + 1);
    this.next[count - 1] = count - 1;
    this.next[count] = 0;
  }

  kind(index: number): number {
    return this.tokens.kind[index] ?? Kind.end;
  }

  /** `Word` of a token, or -1 if it is not a word. */
  word(index: number): number {
    return this.tokens.form[index] ?? -1;
  }

  /** The live token after this one. */
  after(index: number): number {
    return this.next[index] ?? 0;
  }

  /** The live token before this one, or -1. */
  before(index: number): number {
    return this.previous[index] ?? -1;
  }

  isCut(index: number): boolean {
    return this.#dead[index] === 1;
  }

  /** The token itself, or what followed it when it was blanked. */
  live(index: number): number {
    return this.isCut(index) ? this.after(index) : index;
  }

  /** The bracket that belongs to this one, or 0. */
  partner(index: number): number {
    return this.match[index] ?? 0;
  }

  /** UTF-16 offsets of a token. */
  start(index: number): number {
    return this.tokens.start[index] ?? 0;
  }

  end(index: number): number {
    return this.tokens.end[index] ?? 0;
  }

  /** The same number for the same word. */
  spelling(index: number): number {
    return this.tokens.word[index] ?? 0;
  }

  isName(index: number): boolean {
    return this.word(index) === Word.name;
  }

  textOf(index: number): string {
    return this.kind(index) === Kind.word
      ? (this.tokens.vocabulary.spellings[this.spelling(index)] ?? "")
      : this.text.slice(this.start(index), this.end(index));
  }

  isFirst(index: number): boolean {
    return this.tokens.first[index] === 1;
  }

  /** The role of the macro that a word names, or null. */
  role(index: number): Role | null {
    return this.#roles.roleOf(this.spelling(index));
  }

  /** True if a word is surely not a macro. */
  isPlain(index: number): boolean {
    return this.#roles.isPlain(this.spelling(index));
  }

  /** The names that isMacro was called with. */
  get asked(): ReadonlySet<string> {
    return this.#roles.asked;
  }

  /** True if some file defines this macro, or this text, in a branch that a common build takes. */
  isMacro(name: string): boolean {
    return this.#roles.has(name);
  }

  /** Written like a macro: capitals, digits and underscores, two capitals at least. */
  isCapital(index: number): boolean {
    return this.tokens.vocabulary.capitals[this.spelling(index)] === 1;
  }

  /** True if a macro's arguments follow. */
  hasArguments(index: number): boolean {
    return this.kind(this.after(index)) === Char.open && this.partner(this.after(index)) > 0;
  }

  /** The last token of a macro's use: its name or its closing parenthesis. */
  lastOf(index: number, takesArguments: boolean): number {
    return takesArguments && this.hasArguments(index) ? this.partner(this.after(index)) : index;
  }

  /**
   * Blanks the tokens from one to another, both included, and gives the token after them; none if `to` is before
   * `from`.
   */
  cut(from: number, to: number, rule: RuleId, put = ""): number {
    return this.blank(from, to, rule, put);
  }

  /** The same for a rule whose id is data. */
  blank(from: number, to: number, rule: string, put: string): number {
    if (to < from) return from;
    if (!this.edits.add(this.start(from), this.end(to), rule, put)) return this.after(to);
    const after = this.after(to);
    this.#unlink(from, after);
    return after;
  }

  /** Takes the tokens from one up to another, not included, out of the list; each of them leads on to the list. */
  #unlink(from: number, after: number): void {
    const before = this.before(from);
    this.next[before >= 0 ? before : this.tokens.count] = after;
    for (let at = from; at < after; ) {
      const next = this.after(at);
      this.next[at] = after;
      this.#dead[at] = 1;
      at = next;
    }
    this.previous[after] = before;
  }

  get first(): number {
    return this.after(this.tokens.count);
  }

  /**
   * Keeps a macro that opens or closes scopes.
   *
   * @param rest of its role
   */
  addScope(index: number, last: number, braces: number, rest: string): void {
    const start = this.start(index);
    const span = { index: start, end: this.end(last) };
    this.scopes.set(start, macroScope(span, this.end(index) - start, braces, rest));
  }

  /** The number of possible changes of a declaration so far: edits that put something, and names given. */
  get changes(): number {
    return this.edits.puts + this.names.length;
  }

  /** True if the braces of the text balance once the macros that open and close scopes are gone. */
  get areScopesBalanced(): boolean {
    this.#scopeBalance ??= this.#sumOfScopes();
    const { macros, braces } = this.#scopeBalance;
    return macros === 0 || macros + braces !== 0;
  }

  #sumOfScopes(): { macros: number; braces: number } {
    let macros = 0;
    let braces = 0;
    for (let index = this.first; this.kind(index) !== Kind.end; index = this.after(index)) {
      const kind = this.kind(index);
      if (this.isName(index)) macros += this.role(index)?.braces ?? 0;
      else if (kind === Char.openBrace) braces += 1;
      else if (kind === Char.closeBrace) braces -= 1;
    }
    return { macros, braces };
  }

  /**
   * The tokens that end what a macro opens, `MY_BEGIN int a; }`: braces of the text, or one macro that closes the same number of them.
   * For that macro, itself; otherwise none.
   */
  scopeEnds(macro: number): readonly number[] {
    this.#scopeEnds ??= this.#pairScopes();
    return this.#scopeEnds.get(macro) ?? [];
  }

  #pairScopes(): ReadonlyMap<number, readonly number[]> {
    const open: { macro: number; braces: number; ends: number[] }[] = [];
    const pairs = new Map<number, readonly number[]>();
    for (let index = this.first; this.kind(index) !== Kind.end; index = this.after(index)) {
      const kind = this.kind(index);
      const role = this.isName(index) ? this.role(index) : null;
      const isUsed = role !== null && (!role.call || this.hasArguments(index));
      const braces = isUsed ? role.braces : kind === Char.openBrace ? 1 : kind === Char.closeBrace ? -1 : 0;
      if (braces > 0) open.push({ macro: isUsed ? index : 0, braces, ends: [] });
      for (let left = -braces; left > 0; left--) {
        const scope = open.at(-1);
        scope?.ends.push(index);
        if (scope === undefined || scope.ends.length < scope.braces) continue;
        open.pop();
        const isOneMacro = scope.ends.every((end) => end === index) && scope.braces === -braces;
        if (scope.macro === 0 || !(isOneMacro || scope.ends.every((end) => this.kind(end) === Char.closeBrace)))
          continue;
        pairs.set(scope.macro, scope.ends);
        if (this.isName(index)) pairs.set(index, [index]);
      }
    }
    return pairs;
  }

  /** Tells whether each bracket has its partner. */
  matchBrackets(): boolean {
    const dead = this.#dead;
    const { kind, marks, markCount } = this.tokens;
    const open: number[] = [];
    let depth = 0;
    let openBraces = 0;
    let pairs = 0;
    let brackets = 0;
    for (let mark = 0; mark < markCount; mark += 1) {
      const index = marks[mark] ?? 0;
      if (dead[index] === 1) continue;
      const type = kind[index] ?? 0;
      if (type === Char.open || type === Char.openBracket || type === Char.openBrace) {
        open[depth] = index;
        depth += 1;
        brackets += 1;
        if (type === Char.openBrace) openBraces += 1;
      } else if (type === Char.close || type === Char.closeBracket || type === Char.closeBrace) {
        brackets += 1;
        if (type === Char.closeBrace && openBraces === 0) continue;
        depth = this.#close(open, depth, index, type);
        if (this.match[index] === 0) continue;
        pairs += 1;
        if (type === Char.closeBrace) openBraces -= 1;
      }
    }
    return brackets === 2 * pairs;
  }

  /** Pairs a closing bracket with the nearest opening one of its kind; a brace drops what is left open inside. */
  #close(open: readonly number[], depth: number, index: number, type: number): number {
    const { match } = this;
    const wanted = type === Char.close ? Char.open : type - 2;
    let top = depth - 1;
    if (type === Char.closeBrace) while (top >= 0 && this.kind(open[top] ?? 0) !== Char.openBrace) top -= 1;
    const partner = open[top] ?? 0;
    if (top < 0 || this.kind(partner) !== wanted) return depth;
    match[partner] = index;
    match[index] = partner;
    return top;
  }

  /**
   * The token after the angle brackets that open here, or 0 if they do not close as such.
   *
   * @param left tokens that it may look at, which it counts down
   */
  afterAngles(index: number, left = { steps: 400 }): number {
    let depth = 0;
    let at = index;
    while (--left.steps >= 0) {
      const type = this.kind(at);
      if (type === Char.less) depth += 1;
      else if (type === Char.greater) depth -= 1;
      else if (type === Char.open || type === Char.openBracket || type === Char.openBrace) at = this.partner(at) || at;
      else if (type === Char.semicolon || type === Char.closeBrace || type === Char.close || type === Kind.end)
        return 0;
      else if (isDirective(type)) return 0;
      at = this.after(at);
      if (depth === 0) return at;
    }
    return 0;
  }
}
