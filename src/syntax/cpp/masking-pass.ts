/**
 * The module with the rules of one language, and what the host does for it: all that needs strings, regular expressions or maps. Input: a
 * text with its macros; output: its tokens for what comes before masking, then edits, names and cuts.
 */
import type { Cut } from "../cuts.ts";
import type { CommentRange } from "../doc-comments.ts";
import { chosenBranch, isNeverTaken, isOfSip } from "./conditionals/branch-groups.ts";
import { Assumptions } from "./conditionals/conditions.ts";
import { declareByArguments } from "./macros/declared-names.ts";
import { giveHead, giveName } from "./macros/names.ts";
import { RoleBook } from "./macros/role-book.ts";
import type { KnownMacros, MacroRoles, Role } from "./macros/roles.ts";
import { maskScope } from "./macros/scope-macros.ts";
import type { CompiledRules } from "./rules/compile-rules.ts";
import { maskCondition, maskDirective, maskInclude } from "./rules/gaps-in-directives.ts";
import { Edits, type RuleNumbers } from "./tokens/edits.ts";
import { CppModule, type ModuleHost } from "./tokens/module.ts";
import { Stream } from "./tokens/stream.ts";
import { Kind, type Tokens } from "./tokens/token-list.ts";

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

/** The ranges that are cut from a text, and the comments inside of cuts that may be about a definition, in order. */
export type Elided = { readonly cuts: readonly Cut[]; readonly comments: readonly CommentRange[] };

/**
 * The replacements of cuts, by their numbers in the module: of a body, where `{};` would read as a value; of declarations, since code after
 * a directive starts a line; of the initializers of a constructor, since its signature ends where they start.
 */
const cutPuts: readonly string[] = ["", ";", "\n", "a()"];

/** An instance of the module with the rules of a language. It masks one text at a time. */
export class MaskingPass {
  readonly #module: CppModule;
  readonly #rules: RuleNumbers;
  readonly #roles: RoleBook;
  #stream: Stream | undefined;
  #assumptions = this.#newAssumptions();
  #needsBody: ElisionOptions["needsBody"];

  constructor({ ids, words }: CompiledRules) {
    this.#module = new CppModule(this.#host());
    this.#roles = new RoleBook(this.#module);
    this.#rules = { ids, numbers: new Map(ids.map((id, number) => [id, number])) };
    this.#module.loadRules(words);
  }

  /** True after a text that took more memory than is kept. */
  get isLarge(): boolean {
    return this.#module.isLarge;
  }

  /** Reads a text. */
  read(text: string): Tokens {
    return this.#module.read(text);
  }

  /** Links the tokens of the text that was read last. */
  begin(text: string, tokens: Tokens, macros: KnownMacros, own: MacroRoles, withoutRule: string | undefined): Stream {
    this.#roles.begin(macros, own);
    const edits = new Edits(this.#module, this.#rules, withoutRule);
    this.#stream = new Stream(text, tokens, this.#module, this.#roles, edits);
    return this.#stream;
  }

  /** Chooses branches of `#if` in the text at hand. */
  chooseBranches(): void {
    this.#assumptions = this.#newAssumptions();
    this.#module.exports.chooseBranches();
  }

  #newAssumptions(): Assumptions {
    return new Assumptions((name) => this.#text.isMacro(name));
  }

  /** Masks the text at hand, and cuts what is not requested. */
  mask(elision: ElisionOptions | undefined): Elided {
    const { exports } = this.#module;
    this.#needsBody = elision?.needsBody;
    exports.beginBodies();
    exports.beginRules();
    if (elision !== undefined) {
      const { functions, symbols, declarations, needsBody } = elision;
      exports.beginElision(+functions, +symbols, +declarations, +(needsBody !== undefined));
    }
    exports.maskShapes(elision === undefined ? 0 : 1);
    return elision === undefined ? { cuts: [], comments: [] } : this.#elided();
  }

  #elided(): Elided {
    const module = this.#module;
    const { cutCount, cutStarts, cutEnds, cutPuts: puts, commentCount, commentStarts, commentEnds } = module.exports;
    const [starts, ends] = [module.numbers(cutStarts, cutCount.value), module.numbers(cutEnds, cutCount.value)];
    const kinds = module.numbers(puts, cutCount.value);
    const from = module.numbers(commentStarts, commentCount.value);
    const to = module.numbers(commentEnds, commentCount.value);
    return {
      cuts: Array.from(starts, (start, cut) => ({ start, end: ends[cut] ?? 0, put: cutPuts[kinds[cut] ?? 0] ?? "" })),
      comments: Array.from(from, (startIndex, comment) => ({ startIndex, endIndex: to[comment] ?? 0 })),
    };
  }

  get #text(): Stream {
    if (this.#stream === undefined) throw new Error("no text was begun");
    return this.#stream;
  }

  #host(): ModuleHost {
    const roleOf = (role: number): Role | null => this.#roles.roleOf(role);
    return {
      chosenBranch: (place, branches) => this.#chosenBranch(place, branches),
      isNeverTaken: (directive) => +isNeverTaken(this.#text.textOf(directive)),
      isOfSip: (directive) => +isOfSip(this.#text.textOf(directive)),
      lookUpRole: (word) => this.#roles.lookUp(word),
      maskDirective: (index) => maskAnyDirective(this.#text, index),
      giveName: (macro, role) => giveName(this.#text, macro, roleOf(role)?.rest ?? ""),
      giveHead: (macro, role) => giveHead(this.#text, macro, roleOf(role)?.rest ?? ""),
      declareByArguments: (macro, role) => {
        const declared = declareByArguments(this.#text, macro, roleOf(role)?.rest ?? "");
        this.#module.exports.setDeclaredNext(declared?.next ?? 0);
        return declared?.name ?? 0;
      },
      maskScope: (index, last, role) => {
        const known = roleOf(role);
        return known === null ? index : maskScope(this.#text, index, last, known);
      },
      putOfBody: (role) => this.#text.edits.numberOfPut(roleOf(role)?.rest ?? ""),
      writeName: (from, to, rule) => this.#writeName(from, to, rule),
      replaceToken: (token, rule, put) => this.#replace(token, rule, put),
      needsBody: (start, end) => +(this.#needsBody?.(this.#text.text.slice(start, end)) ?? false),
    };
  }

  /** The branch of a group that stays, by the directives that start its branches. */
  #chosenBranch(place: number, branches: number): number {
    const module = this.#module;
    const directives = module.numbers(module.exports.groupDirectives, place + branches).subarray(place);
    return chosenBranch(this.#text, Array.from(directives), this.#assumptions);
  }

  /** Writes tokens as a name, such as `operator__` over `operator->`; before a blank, the first word as one. */
  #writeName(from: number, to: number, rule: number): void {
    const stream = this.#text;
    const [index, end] = [stream.start(from), stream.end(to)];
    const [word = "", more] = stream.text.slice(index, end).split(/\s/, 2);
    const name = word.replace(/\W/g, "_");
    stream.edits.addNumbered(index, end, rule, more === undefined ? name : `${name}_`);
  }

  /** Puts a text of the module instead of a token; a name that takes a whole name's place still means that one. */
  #replace(token: number, rule: number, put: number): void {
    const stream = this.#text;
    const [index, end] = [stream.start(token), stream.end(token)];
    const { length } = this.#module.textAt(put);
    if (this.#module.exports.addEdit(index, end, rule, put) === 0) return;
    if (!stream.isName(token) || end !== index + length) return;
    stream.addName({ index, length, name: stream.textOf(token), nameIndex: index, nameLength: length });
  }
}

function maskAnyDirective(stream: Stream, index: number): void {
  const kind = stream.kind(index);
  if (kind === Kind.if || kind === Kind.elif) maskCondition(stream, index);
  else if (kind === Kind.include) maskInclude(stream, index);
  else maskDirective(stream, index);
}
