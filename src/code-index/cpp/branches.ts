/**
 * Conditional compilation of C++: the branches of `#if` that a common build (Linux, recent versions) leaves out. Input:
 * a tree and its text; output: for a node, the unlikely branch that it is in.
 */
import { comparisons, numberOf } from "../../syntax/cpp/conditionals/condition-value.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { FlatText } from "../../syntax/parse.ts";
import { outcomeOfCondition } from "./conditions.ts";
import { nodeKindsOf } from "./node-kinds.ts";
import { systemHeaders } from "./system-headers.ts";
import { isSystemMacro } from "./system-names.ts";

/** Macros that compilers define on the platform of most builds, and what such code bases assume. */
const commonMacros =
  /^(__linux__|__linux|linux|__unix__|__GNUC__|__GNUG__|__clang__|__cplusplus|__x86_64__|__SSE\w*|__ELF__|NDEBUG_OFF|__has_\w+|__cpp_\w+|_GLIBCXX\w*)$/;

/** Macros by which code bases say the same: `OS_LINUX`, `ROCKSDB_PLATFORM_POSIX`, `Q_CC_GNU`. */
const commonPlatforms = /^[A-Z]\w*_(LINUX|POSIX|UNIX|GNU|GNUC|GCC)$/;

/** A macro by which a configured build says that a header is there: `HAVE_STDINT_H`. */
const headerMacro = /(?:^|_)HAVE_(\w+)_H$/;

/** Headers in folders that Linux has, as such macros name them. */
const folderHeaders =
  /^(?:SYS_(?:TYPES|STAT|TIMES?|SOCKET|SELECT|IOCTL|PARAM|MMAN|RESOURCE|UN|WAIT|UIO|FILE|UTSNAME)|NETINET_(?:IN|TCP)|ARPA_INET|NET_IF)$/;

/** Macros that leave something out, which few builds want. */
const switchingOff = /(^|_)(NO|NOT|DISABLE|DISABLED|WITHOUT|DONT)_/;

/** Versions of libraries by their macros: builds of today have one from the first number to below the second. */
const versions: ReadonlyMap<string, readonly [least: number, end: number]> = new Map([
  ["QT_VERSION", [0x05_06_00, 0x07_00_00]],
  ["QT_VERSION_MAJOR", [5, 7]],
  ["PY_VERSION_HEX", [0x03_06_00_00, 0x04_00_00_00]],
  ["PY_MAJOR_VERSION", [3, 4]],
  ["BOOST_VERSION", [106_500, 200_000]],
]);

/** Names of platforms in macros. */
const platforms =
  /(?:^|_)(?:WIN(?:DOWS|32|64|CE)?|MSVC|MSC|APPLE|MAC(?:OS|OSX)?|OSX|DARWIN|IOS|ANDROID|MINGW\w*|CYGWIN)(?:_|$)/;

/** Macros whose value a common build leaves at 0, unless the file defines them: of builds that look for faults, and of another platform. */
const rarelySet = /(?:^|_)DEBUG(?:_|$)|(?:^|_)(?:WIN(?:DOWS|32|64)|MSVC|APPLE|MACOSX?|OSX|DARWIN|ANDROID|IOS)$/;

/**
 * A branch of `#if`: the nodes from `start` to `end`, which a common build leaves out; foreign if a platform or a version decides,
 * or nothing.
 */
export type UnlikelyBranch = { readonly start: number; readonly end: number; readonly isForeign: boolean };

/**
 * Tells which branches of the preprocessor a common build leaves out. A macro that is asked for is taken as not defined,
 * unless the file has defined it before, or a compiler on Linux defines it.
 */
export class Branches {
  readonly #tree: FlatTree;
  readonly #text: string;
  readonly #writtenFrom: (index: number) => string;
  /** The macros that the file has defined: false for macros under an undecided condition. */
  readonly #defined = new Map<string, boolean>();
  /** By these macros, their number; undefined if their values differ, or if one is not a number. */
  readonly #values = new Map<string, number | undefined>();

  constructor({ tree, text, whole, offsetOf }: FlatText) {
    this.#tree = tree;
    this.#text = text;
    this.#writtenFrom = (index) => whole.slice(offsetOf(index), offsetOf(index) + maxCondition);
  }

  /** Keeps a macro that the file defines at a node as a text, for the conditions that follow. */
  define(macro: string, node: number, replacement: string): void {
    const value = numberIn(replacement);
    this.#values.set(macro, !this.#defined.has(macro) || this.#values.get(macro) === value ? value : undefined);
    this.#defined.set(macro, this.#defined.get(macro) || !this.isOpenAt(node));
  }

  /** Forgets a macro that the file ends, if only in a branch that may not be compiled: then it may still be defined. */
  undefine(macro: string, isCertain: boolean): void {
    if (!this.#defined.has(macro)) return;
    if (isCertain) {
      this.#defined.delete(macro);
      this.#values.delete(macro);
    } else {
      this.#defined.set(macro, false);
      this.#values.set(macro, undefined);
    }
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
    const likely = type.startsWith("preproc_el") ? this.#likelyBefore(node) : noNode;
    const isExcluded = likely !== noNode || (type !== "preproc_else" && this.#outcomeAt(node) === false);
    if (!isExcluded) return undefined;
    const end = alternative === noNode ? (tree.nexts[node] ?? tree.size) : alternative;
    return { start: node, end, isForeign: this.#isOfPlatform(likely === noNode ? node : likely) };
  }

  /** The branch before this one that is compiled; noNode for none. */
  #likelyBefore(node: number): number {
    for (const { type, branch } of this.#branchesAround(node)) {
      if (this.#outcomeAt(branch) === true) return branch;
      if (type.startsWith("preproc_if")) return noNode;
    }
    return noNode;
  }

  /** True for a condition about platforms and versions alone, about what the file itself defines, or about nothing: `#if 0`. */
  #isOfPlatform(branch: number): boolean {
    const words = (this.#conditionOf(branch)?.text ?? "").match(/\b[A-Za-z_]\w*/g) ?? [];
    const others = words.filter((word) => word !== "defined" && word !== "QT_VERSION_CHECK");
    return others.every(
      (word) =>
        /^_/.test(word) ||
        versions.has(word) ||
        platforms.test(word) ||
        commonPlatforms.test(word) ||
        this.#defined.get(word) === true,
    );
  }

  /** True for a condition that holds in common builds, false for one that does not, undefined if that is open. */
  #outcomeAt(node: number): boolean | undefined {
    const condition = this.#conditionOf(node);
    if (condition === undefined) return undefined;
    const { text, start, isName } = condition;
    // Masking writes 1 for a condition that the grammar does not read.
    if (/^[1-9]$/.test(text)) return wholeNumber.test(this.#writtenFrom(start)) ? true : undefined;
    if (!isName) return this.#outcomeOf(text);
    const isNegated = /^#\s*(ifndef|elifndef)/.test(this.#text.slice(this.#tree.start(node), start));
    const isDefined = this.#isDefined(text);
    return isDefined === undefined ? undefined : isDefined !== isNegated;
  }

  /** The name or the condition behind a directive, and where it begins. */
  #conditionOf(node: number): { readonly text: string; readonly start: number; readonly isName: boolean } | undefined {
    const tree = this.#tree;
    const { field } = nodeKindsOf(tree.grammar);
    const name = tree.childByField(node, field("name"));
    const written = name === noNode ? tree.childByField(node, field("condition")) : name;
    if (written === noNode) return undefined;
    const start = tree.start(written);
    return { text: this.#text.slice(start, tree.end(written)), start, isName: name !== noNode };
  }

  #isDefined(macro: string): boolean | undefined {
    if (commonMacros.test(macro) || isSystemMacro(macro)) return true;
    const isCertain = this.#defined.get(macro);
    const isExpected = asksForSystemHeader(macro) || commonPlatforms.test(macro);
    if (isCertain === undefined && isExpected && !switchingOff.test(macro)) return true;
    return isCertain === false && !switchingOff.test(macro) ? undefined : (isCertain ?? false);
  }

  /** The value of a condition made of numbers, `defined(X)` and versions; undefined for others. */
  #outcomeOf(condition: string): boolean | undefined {
    if (condition.length > maxCondition) return undefined;
    const text = condition
      .replace(/\\\n/g, " ")
      .replace(/\bQT_VERSION_CHECK\s*\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)/g, qtVersion);
    return outcomeOfCondition(text, (operand) => this.#outcomeOfOperand(operand));
  }

  #outcomeOfOperand(text: string): boolean | undefined {
    if (/^\d+$/.test(text)) return Number.parseInt(text, 10) === 0 ? false : undefined;
    const asked = /^defined\s*\(?\s*(\w+)\s*\)?$/.exec(text)?.[1];
    if (asked !== undefined) return this.#isDefined(asked);
    if (/^[A-Za-z_]\w*$/.test(text)) {
      if (text.startsWith("_")) return this.#isDefined(text);
      if (this.#defined.has(text)) return this.#valueOf(text, (value) => value !== 0);
      return rarelySet.test(text) ? false : undefined;
    }
    const [, macro, operator = "", value = ""] = /^(\w+)\s*([<>=!]=|[<>])\s*(.*)$/s.exec(text) ?? [];
    if (macro === undefined) return undefined;
    const compare = comparisons.get(operator);
    const other = numberIn(value);
    if (this.#defined.has(macro) && compare !== undefined && other !== undefined)
      return this.#valueOf(macro, (own) => compare(own, other));
    return operator === "!=" ? undefined : this.#versionOutcome(macro, operator, /^\w*/.exec(value)?.[0] ?? "");
  }

  /** The outcome of a condition about the number that a macro of the file has; undefined if it is not known. */
  #valueOf(macro: string, holds: (value: number) => boolean): boolean | undefined {
    const value = this.#values.get(macro);
    return value === undefined ? undefined : holds(value);
  }

  /** Compilers have recent versions of what they define, and builds have recent ones of some libraries. */
  #versionOutcome(macro: string, operator: string, value: string): boolean | undefined {
    const known = versions.get(macro);
    if (known !== undefined) return outcomeOfVersion(known, operator, value);
    if (commonMacros.test(macro)) return operator.startsWith(">");
    return macro.startsWith("_") ? operator.startsWith("<") : undefined;
  }
}

function asksForSystemHeader(macro: string): boolean {
  const [, name] = headerMacro.exec(macro) ?? [];
  return name !== undefined && (systemHeaders.has(`${name.toLowerCase()}.h`) || folderHeaders.test(name));
}

/** The number that a text is: `2`, `(0x10UL)`; undefined for anything else. */
function numberIn(text: string): number | undefined {
  const token = /^\(?(\d\w*)\)?$/.exec(text)?.[1];
  return token === undefined ? undefined : numberOf(token);
}

/** A number that is all of a condition. */
const wholeNumber = /^[1-9][ \t]*(?:\r?\n|\/[/*])/;

/** Branches around a node that are looked at. */
const maxBranches = 40;

/** Characters of a condition that is evaluated. */
const maxCondition = 400;

/** The number that Qt has for a version, in a text. */
function qtVersion(_: string, major: string, minor: string, patch: string): string {
  return String(Number(major) * 0x1_00_00 + Number(minor) * 0x1_00 + Number(patch));
}

/** The outcome of a comparison of a version with a number, if it is the same for each version that is meant. */
function outcomeOfVersion(
  [least, end]: readonly [number, number],
  operator: string,
  value: string,
): boolean | undefined {
  const number = numberIn(value) ?? Number.NaN;
  const isBelow = number < least;
  const isAbove = number >= end;
  if (!isBelow && !isAbove) {
    const isLeast = number === least;
    return isLeast && operator === ">=" ? true : isLeast && operator === "<" ? false : undefined;
  }
  if (operator === "==") return false;
  return operator.startsWith(">") === isBelow;
}
