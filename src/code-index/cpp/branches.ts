import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { nodeKindsOf } from "./node-kinds.ts";
import { isSystemMacro } from "./system-names.ts";

/** Macros that compilers define on the platform of most builds, and what such code bases assume. */
const commonMacros =
  /^(__linux__|__linux|linux|__unix__|__GNUC__|__GNUG__|__clang__|__cplusplus|__x86_64__|__SSE\w*|__ELF__|NDEBUG_OFF|__has_\w+|__cpp_\w+|_GLIBCXX\w*)$/;

/** Macros by which code bases say the same: `OS_LINUX`, `ROCKSDB_PLATFORM_POSIX`, `Q_CC_GNU`. */
const commonPlatforms = /^[A-Z]\w*_(LINUX|POSIX|UNIX|GNU|GNUC|GCC)$/;

/** Macros that leave something out, which few builds want. */
const switchingOff = /(^|_)(NO|DISABLE|DISABLED|WITHOUT|DONT)_/;

/** A branch of `#if`: the nodes from `start` to `end`, which a common build leaves out. */
export type UnlikelyBranch = { readonly start: number; readonly end: number };

/**
 * Tells which branches of the preprocessor a common build leaves out. A macro that is asked for is taken as not defined,
 * unless the file has defined it before, or a compiler on Linux defines it.
 */
export class Branches {
  readonly #tree: FlatTree;
  readonly #text: string;
  /** The macros that the file has defined: false for macros under an undecided condition. */
  readonly #defined = new Map<string, boolean>();

  constructor(tree: FlatTree, text: string) {
    this.#tree = tree;
    this.#text = text;
  }

  /** Keeps a macro that the file defines at a node, for the conditions that follow. */
  define(macro: string, node: number): void {
    this.#defined.set(macro, this.#defined.get(macro) || !this.isOpenAt(node));
  }

  /** True in a branch that may or may not be compiled. */
  isOpenAt(node: number): boolean {
    for (const { type, branch } of this.#branchesAround(node)) {
      if (type !== "preproc_else" && this.#outcomeAt(branch) === undefined) return true;
    }
    return false;
  }

  /** The branches directly around a node, innermost first, at most `maxBranches`. */
  *#branchesAround(node: number): Generator<{ readonly type: string; readonly branch: number }> {
    const tree = this.#tree;
    let branch = tree.parents[node] ?? noNode;
    for (let passed = 0; branch !== noNode && passed < maxBranches; passed++, branch = tree.parents[branch] ?? noNode) {
      const type = tree.type(branch);
      if (!type.startsWith("preproc_")) return;
      yield { type, branch };
    }
  }

  /**
   * The branch that a common build leaves out of a preproc_if, preproc_ifdef, preproc_elif or preproc_else; undefined when
   * it may well be compiled.
   */
  unlikelyAt(node: number): UnlikelyBranch | undefined {
    const tree = this.#tree;
    const type = tree.type(node);
    const alternative = tree.childByField(node, nodeKindsOf(tree.grammar).field("alternative"));
    const branch = { start: node, end: alternative === noNode ? (tree.nexts[node] ?? tree.size) : alternative };
    if (type.startsWith("preproc_el") && this.#isAfterLikely(node)) return branch;
    return type !== "preproc_else" && this.#outcomeAt(node) === false ? branch : undefined;
  }

  /** True when a branch before this one is compiled. */
  #isAfterLikely(node: number): boolean {
    for (const { type, branch } of this.#branchesAround(node)) {
      if (this.#outcomeAt(branch) === true) return true;
      if (type.startsWith("preproc_if")) return false;
    }
    return false;
  }

  /** True for a condition that holds in common builds, false for one that does not, undefined if that is open. */
  #outcomeAt(node: number): boolean | undefined {
    const tree = this.#tree;
    const { field } = nodeKindsOf(tree.grammar);
    const name = tree.childByField(node, field("name"));
    if (name !== noNode) {
      const macro = this.#text.slice(tree.start(name), tree.end(name));
      const isNegated = /^#\s*(ifndef|elifndef)/.test(this.#text.slice(tree.start(node), tree.start(name)));
      const isDefined = this.#isDefined(macro);
      return isDefined === undefined ? undefined : isDefined !== isNegated;
    }
    const condition = tree.childByField(node, field("condition"));
    return condition === noNode
      ? undefined
      : this.#outcomeOf(this.#text.slice(tree.start(condition), tree.end(condition)));
  }

  #isDefined(macro: string): boolean | undefined {
    if (commonMacros.test(macro) || isSystemMacro(macro)) return true;
    const isCertain = this.#defined.get(macro);
    if (isCertain === undefined && commonPlatforms.test(macro) && !switchingOff.test(macro)) return true;
    return isCertain === false && !switchingOff.test(macro) ? undefined : (isCertain ?? false);
  }

  /** The value of a condition made of numbers, `defined(X)` and versions; undefined for others. */
  #outcomeOf(condition: string): boolean | undefined {
    const whole = condition.length > maxCondition ? "" : condition.replace(/\\\n/g, " ").trim();
    const text = whole.replace(/\((\s*\w+\s*[<>=]+\s*\w+\s*)\)/g, "$1");
    // Masking writes 1 for a condition that the grammar does not read.
    if (/^\(?\d+\)?$/.test(text)) return Number.parseInt(text.replace("(", ""), 10) === 0 ? false : undefined;
    const word = /^(!?)\s*defined\s*\(?\s*(\w+)\s*\)?$/.exec(text);
    if (word !== null) {
      const isDefined = this.#isDefined(word[2] ?? "");
      return isDefined === undefined ? undefined : isDefined !== (word[1] === "!");
    }
    const comparison = /^(\w+)\s*(>=|>|<=|<|==)/.exec(text);
    if (comparison !== null && !/&&|\|\|/.test(text))
      return this.#versionOutcome(comparison[1] ?? "", comparison[2] ?? "");
    if (/[()]/.test(text.replace(/defined\s*\(\s*\w+\s*\)/g, ""))) return undefined;
    const all = text.split("||");
    if (all.length > 1) return this.#combined(all, true);
    const each = text.split("&&");
    return each.length > 1 ? this.#combined(each, false) : undefined;
  }

  /** Compilers have recent versions of what they define. */
  #versionOutcome(macro: string, operator: string): boolean | undefined {
    if (commonMacros.test(macro)) return operator.startsWith(">");
    return macro.startsWith("_") ? operator.startsWith("<") : undefined;
  }

  /** @param deciding the value that decides: true of operands of `||`, false of `&&` */
  #combined(operands: readonly string[], deciding: boolean): boolean | undefined {
    const values = operands.map((operand) => this.#outcomeOf(operand));
    if (values.includes(deciding)) return deciding;
    return values.every((value) => value === !deciding) ? !deciding : undefined;
  }
}

/** Branches around a node that are looked at. */
const maxBranches = 40;

/** Characters of a condition that is evaluated. */
const maxCondition = 400;
