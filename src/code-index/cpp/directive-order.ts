/**
 * The order of `#define` and `#undef` in a file, with the branches of `#if` around them. Input: an open file, a macro
 * and an offset; output: the definition that is in effect there.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import type { OpenFile } from "../resolution.ts";

/** A `#define` or an `#undef` of an open file. */
type Directive = {
  readonly isDefine: boolean;
  /** The offset of the name of the macro. */
  readonly at: number;
  readonly branch: Branch | undefined;
};

/** A branch of `#if`, and the one that it is in. */
type Branch = {
  readonly start: number;
  end: number;
  readonly around: Branch | undefined;
  /** The name of `#ifndef X`; "" for other conditions. */
  readonly missing: string;
};

/**
 * The state of a macro in a file before a place: the offset of its name where it defines it, or that it is not defined.
 */
export type LastDirective = { readonly defines: number } | "undefined";

const definitionPattern = /^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n]*\\\r?\n)*[^\n]*)/gm;
/** A name like that of a variable that is declared: a type before it, a value, an end or a size after it. */
const declaredPattern = /([A-Za-z_]\w*|>)[\s*&]+([A-Za-z_]\w*)\s*(?==[^=]|;|\[)/g;
const directivePattern = /^[ \t]*#[ \t]*(define|undef|if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b[ \t]*(\w*)/gm;

export class DirectiveOrder {
  readonly #files = new WeakMap<OpenFile, ReadonlyMap<string, readonly Directive[]>>();
  readonly #bodies = new WeakMap<OpenFile, ReadonlyMap<string, ReadonlySet<string>>>();

  /**
   * The last directive of the file for a macro before a place. Undefined if the file has none, where a condition
   * decides which one counts, and in a `#define`, whose text is read where its macro is used.
   */
  lastBefore(open: OpenFile, macro: string, offset: number): LastDirective | undefined {
    const directives = this.#of(open).get(macro);
    if (directives === undefined || isInDefine(open.text, offset)) return undefined;
    const last = directives.findLast(({ at }) => at < offset);
    if (last === undefined || !isAround(last.branch, offset)) return undefined;
    return last.isDefine ? { defines: last.at } : "undefined";
  }

  /** True when a file has a directive for a macro after a place, and none before it. */
  isFirstBehind(open: OpenFile, macro: string, offset: number): boolean {
    const [first] = this.#of(open).get(macro) ?? [];
    return first !== undefined && first.at > offset && !isInDefine(open.text, offset);
  }

  /**
   * True when a file may have ended a macro before a place, unless it makes sure later that the macro is there: `#ifndef X`,
   * `#define X`, or a `#define` after each `#undef`.
   */
  undefines(open: OpenFile, macro: string, offset: number): boolean {
    const directives = this.#of(open).get(macro) ?? [];
    const last = directives.findLast(({ at }) => at < offset);
    const isEnsured = last?.isDefine === true && last.branch?.missing === macro && isAround(last.branch.around, offset);
    // The text of a `#define` is read where its macro is used.
    const end = isInDefine(open.text, offset) ? open.text.length : offset;
    return !isEnsured && endsFor(directives.filter(({ at }) => at < end));
  }

  /** The macros of a file whose replacements declare a variable of a name, by their text. */
  macrosDeclaring(open: OpenFile, word: string): ReadonlySet<string> {
    const bodies = getOrInsert(this.#bodies, open, () => namesInMacros(open.text));
    return bodies.get(word) ?? new Set();
  }

  #of(open: OpenFile): ReadonlyMap<string, readonly Directive[]> {
    return getOrInsert(this.#files, open, () => directivesIn(open.text));
  }
}

function directivesIn(text: string): ReadonlyMap<string, readonly Directive[]> {
  const found = new Map<string, Directive[]>();
  let branch: Branch | undefined;
  for (const { 0: whole, 1: kind = "", 2: name = "", index } of text.matchAll(directivePattern)) {
    if (kind === "define" || kind === "undef") {
      const at = index + whole.length - name.length;
      const directives = found.get(name);
      const directive = { isDefine: kind === "define", at, branch };
      if (directives === undefined) found.set(name, [directive]);
      else directives.push(directive);
      continue;
    }
    if (!kind.startsWith("if") && branch !== undefined) {
      branch.end = index;
      branch = branch.around;
    }
    const missing = kind === "ifndef" ? name : "";
    if (kind !== "endif") branch = { start: index, end: text.length, around: branch, missing };
  }
  return found;
}

/** True if an `#undef` of a macro is not followed by a `#define` in its branch, or around it, which is read whenever that is. */
function endsFor(directives: readonly Directive[]): boolean {
  // The branches with a `#define` after the directive that is looked at, and branches in these.
  const defining = new Set<Branch | undefined>();
  for (const { isDefine, branch } of [...directives].reverse()) {
    if (isDefine) defining.add(branch);
    else
      for (let around = branch; !defining.has(around); around = around.around) {
        if (around === undefined) return true;
        defining.add(around);
      }
  }
  return false;
}

/** Name → macros of a text whose replacements declare it. */
function namesInMacros(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { 1: macro = "", 2: body = "" } of text.matchAll(definitionPattern)) {
    for (const { 1: before = "", 2: word = "" } of body.matchAll(declaredPattern)) {
      if (/^(?:return|new|delete|else|case|goto|throw|sizeof|typename)$/.test(before)) continue;
      const macros = found.get(word) ?? new Set();
      found.set(word, macros.add(macro));
    }
  }
  return found;
}

/** True for a place in a branch, or for no branch. */
function isAround(branch: Branch | undefined, offset: number): boolean {
  return branch === undefined || (branch.start <= offset && offset < branch.end);
}

/** True for a place in the lines of a `#define`. */
export function isInDefine(text: string, offset: number): boolean {
  return definePattern.test(text.slice(startOfDirective(text, offset), offset));
}

const definePattern = /^[ \t]*#[ \t]*define\b/;

/** True for a word in the lines of a `#define` that is one of its parameters. */
export function isParameterOfMacro(text: string, offset: number, word: string): boolean {
  const start = startOfDirective(text, offset);
  if (!definePattern.test(text.slice(start, offset))) return false;
  const head = /^[ \t]*#[ \t]*define[ \t]+\w+\(([^()]*)\)/.exec(text.slice(start, offset + maxParameters));
  return head?.[1]?.split(/[^\w$]+/).includes(word) === true;
}

/** UTF-16 code units of the parameters of a macro that are read. */
const maxParameters = 1_000;

/** Lines of a macro before a place in it: each place looks at them again. */
const maxJoinedLines = 2_000;

const isJoined = /\\\r?\n$/;

/** The start of the line of an offset, or of the first of the lines that a backslash joins to it. */
function startOfDirective(text: string, offset: number): number {
  let start = text.lastIndexOf("\n", offset - 1) + 1;
  for (let lines = 0; lines < maxJoinedLines && isJoined.test(text.slice(Math.max(start - 3, 0), start)); lines += 1)
    start = text.lastIndexOf("\n", start - 2) + 1;
  return start;
}
