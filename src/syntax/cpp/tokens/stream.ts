/**
 * The live tokens of a C++ text during masking: a linked list in the memory of the module. Input: the module with a text's tokens,
 * and its macros; output: neighbours, brackets and roles of tokens; what is blanked leaves the list.
 */
import { type MacroScope, macroScope } from "../macros/macro-scopes.ts";
import type { RoleBook } from "../macros/role-book.ts";
import type { Role } from "../macros/roles.ts";
import type { RuleId } from "../rules/ids.ts";
import type { Edits } from "./edits.ts";
import { Word } from "./keywords.ts";
import type { CppModule } from "./module.ts";
import { Kind, type Tokens } from "./token-list.ts";

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

/** The live tokens of a text as a linked list: what is blanked leaves the list, so that every rule sees the rest. */
export class Stream {
  readonly text: string;
  readonly tokens: Tokens;
  readonly module: CppModule;
  readonly edits: Edits;
  readonly names: GivenName[] = [];
  /** By offset, the macros that open and close scopes and were blanked. */
  readonly scopes = new Map<number, MacroScope>();
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #match: Int32Array;
  readonly #dead: Uint8Array;
  #scopeBalance: { macros: number; braces: number } | undefined;
  #scopeEnds: ReadonlyMap<number, readonly number[]> | undefined;
  readonly #roles: RoleBook;
  /** True for a language whose functions have a type before their name, without exception. */
  hasTypedFunctions = false;

  /**
   * @param tokens of the text that the module read last
   * @param roles of its words
   */
  constructor(text: string, tokens: Tokens, module: CppModule, roles: RoleBook, edits: Edits) {
    this.text = text;
    this.tokens = tokens;
    this.module = module;
    this.edits = edits;
    this.#roles = roles;
    const { exports } = module;
    exports.beginStream();
    this.#next = module.numbers(exports.nexts, tokens.count + 1);
    this.#previous = module.numbers(exports.previouses, tokens.count);
    this.#match = module.numbers(exports.partners, tokens.count);
    this.#dead = module.bytes(exports.deads, tokens.count);
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
    return this.#next[index] ?? 0;
  }

  /** The live token before this one, or -1. */
  before(index: number): number {
    return this.#previous[index] ?? -1;
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
    return this.#match[index] ?? 0;
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
      ? this.module.vocabulary.spelling(this.spelling(index))
      : this.text.slice(this.start(index), this.end(index));
  }

  isFirst(index: number): boolean {
    return this.tokens.first[index] === 1;
  }

  /** The role of the macro that a word names, or null. */
  role(index: number): Role | null {
    return this.#roles.roleOf(this.module.exports.roleOfWord(this.spelling(index)));
  }

  /** The names that isMacro was called with. */
  get asked(): ReadonlySet<string> {
    return this.#roles.asked;
  }

  /** True if some file defines this macro, or this text, in a branch that a common build takes. */
  isMacro(name: string): boolean {
    return this.#roles.has(name);
  }

  /** True if a macro's arguments follow. */
  hasArguments(index: number): boolean {
    return this.kind(this.after(index)) === Char.open && this.partner(this.after(index)) > 0;
  }

  /**
   * Blanks the tokens from one to another, both included, and gives the token after them; none if `to` is before
   * `from`.
   */
  cut(from: number, to: number, rule: RuleId, put = ""): number {
    return this.module.exports.cutWith(from, to, this.edits.numberOf(rule), this.edits.numberOfPut(put));
  }

  /** Notes the name of a function. */
  addName(name: GivenName): void {
    this.names.push(name);
    this.module.exports.addChange();
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
    return this.module.exports.matchBrackets() !== 0;
  }
}
