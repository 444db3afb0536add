/**
 * The names in C++ texts that masking has taken out of the tree: arguments and replacements of macros, and the
 * configurations of CUDA kernel launches. Input: the text of a file, and the names in its tree; output: the ranges of
 * further names.
 */

import { countWhile } from "../../base/count-while.ts";
import { handingName } from "../../facts/declaration-facts.ts";
import { tokensOf } from "../../syntax/cpp/tokens/module.ts";
import { isDirective, Kind } from "../../syntax/cpp/tokens/token-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { childrenOf } from "../children-of.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";
import type { FileOfNames, NamesOutsideTree, WordRange } from "../names-outside-tree.ts";
import { qualifiedNameOf } from "../qualified-name.ts";
import type { ReferencePlaces } from "../reference-places.ts";
import { certaintyOf, macroScopeRule } from "../resolution.ts";
import { classKinds } from "./containers.ts";
import { isInDefine, isParameterOfMacro } from "./directive-order.ts";
import { argumentAt } from "./macro-arguments.ts";
import { isInNamedStatement, isInProperty, isInTypeMacro, isSaidUnused } from "./named-statements.ts";

/** The names that masking has taken out of the tree, such as an argument of a macro, or that a macro is replaced by. */
export function maskedNames({ text, index }: FileOfNames, places: ReferencePlaces): NamesOutsideTree {
  let words: WordsOfCode | undefined;
  const hasWord = (offset: number) => {
    words ??= new WordsOfCode(text);
    return words.has(offset);
  };
  let launches: readonly WordRange[] | undefined;
  const isInLaunch = (offset: number) => {
    launches ??= launchesIn(text);
    return launches.some(({ start, end }) => start < offset && offset < end);
  };
  return {
    *words(inTree) {
      for (const start of new Set(wordsOfCode(text))) {
        if (inTree.has(start)) continue;
        const length = wordPattern.exec(text.slice(start, start + maxWord))?.[0].length ?? 0;
        if (length > 0) yield { start, end: start + length };
      }
    },
    mayBeName(offset, word) {
      if (!word.startsWith("~")) return hasWord(offset);
      // If the tree has the name after it, `~` is an operator.
      return places.nameAt(offset + 1, offset + word.length) === noNode && hasWord(offset + 1);
    },
    isOfMacro: (offset, word) => isParameterOfMacro(text, offset, word),
    useOf(resolution, offset) {
      const { targets } = resolution;
      const certainty = certaintyOf(resolution);
      // Of what the tree does not show, only macros are surely known, what such statements are about, launches, names with a
      // scope, `A::b` in the arguments of a macro or where the macro writes the scope, and the class around. Nor is a function in doubt that the macro calls.
      if (targets[0]?.kind === "macro") return { where: "masked", type: "text", isSure: true };
      if (isInLaunch(offset)) {
        return { where: "masked", type: "read", isSure: certainty !== undefined };
      }
      if (certainty !== "exact") return { where: "masked", type: "text", isSure: false };
      if (resolution.rule === macroScopeRule) return { where: "masked", type: "read", isSure: true };
      if (isInNamedStatement(text, offset)) return { where: "tree", type: "type", isSure: true };
      if (targets[0]?.kind === "function" && isHandedOn(text, offset, index))
        return { where: "masked", type: "address", isSure: true };
      if (isInDefine(text, offset)) {
        const isSure = targets[0] !== undefined && isSameAnywhere(targets[0], text, offset, index);
        return { where: "masked", type: isSure ? "read" : "text", isSure };
      }
      if (targets[0] !== undefined && typeKinds.has(targets[0].kind) && isInTypeMacro(text, offset))
        return { where: "masked", type: "type", isSure: true };
      if (isInProperty(text, offset) || isSaidUnused(text, offset))
        return { where: "masked", type: "read", isSure: true };
      if (targets[0] !== undefined && isClassAround(targets[0], text, offset))
        return { where: "masked", type: "type", isSure: true };
      const isScoped = hasScope(text, offset);
      return { where: "masked", type: isScoped ? "read" : "text", isSure: isScoped };
    },
  };
}

/** True for an argument of a macro each of whose definitions calls it, or takes its address. */
function isHandedOn(text: string, offset: number, index: CodeIndex): boolean {
  const argument = argumentAt(text, offset);
  if (argument === undefined) return false;
  const macros = index.named(argument.called).filter(({ kind }) => kind === "macro");
  return macros.length > 0 && macros.every((one) => handedBy(one).includes(`${argument.place}`));
}

/** The places of the arguments that a macro hands on. */
function handedBy(macro: Declaration): readonly string[] {
  return childrenOf(macro).flatMap(({ name, type }) => (name === handingName ? type.split(" ") : []));
}

/** The kinds of what a macro about a type may name. */
const typeKinds: ReadonlySet<string> = new Set([...classKinds, "enum", "typedef", "alias"]);

/** True for a class of a text that is around an offset: macros in it are given its name, as in `DISABLE_COPY(Shape)`. */
function isClassAround({ kind, name, at, headEnd, end }: Declaration, text: string, offset: number): boolean {
  return classKinds.has(kind) && headEnd <= offset && offset < end && text.startsWith(name, at);
}

/**
 * True for a name in the text of a macro that means the same wherever the macro is used: the only meaning of the name in the code base
 * is a type, an enumerator or an outermost namespace before `::`, or the scope before the name begins with such a type or namespace.
 */
function isSameAnywhere(target: Declaration, text: string, offset: number, index: CodeIndex): boolean {
  const end = offset + target.name.length;
  const [before, after] = [text.slice(Math.max(0, offset - maxWord), offset), text.slice(end, end + maxGap)];
  if (/(?:##|\.|->)\s*$/.test(before) || /^\s*##/.test(after)) return false;
  const [, isGlobal, scope] = /(?<!\w)(::\s*)?(?:(\w+)\s*::\s*(?:\w+\s*::\s*)*)?$/.exec(before) ?? [];
  if (isGlobal !== undefined) return true;
  if (scope !== undefined) {
    const isName = !isParameterOfMacro(text, offset, scope);
    return isName && (isOnlyNamespace(scope, index) || isOnlyType(scope, index.named(scope)));
  }
  if (/(?:>|\))\s*::\s*$/.test(before)) return false;
  if (target.kind === "namespace") return /^\s*::/.test(after) && isOnlyNamespace(target.name, index);
  if (target.kind === "enum_member") return index.named(target.name).length === 1;
  const isType = typeKinds.has(target.kind) && (typeEnd.test(after) || typeStart.test(before));
  return isType && isOnlyType(target.name, index.named(target.name));
}

/** The text around the name of a type, and not around that of a local variable. */
const typeStart = /(?:<|\b(?:const|new|class|struct|union|enum|typename|throw))\s*$/;
const typeEnd = /^\s*(?:[&*>({]|::|[A-Za-z_])/;

/** UTF-16 code units of blanks between a name and a sign after it. */
const maxGap = 20;

/** True for the name of a namespace that no other one is around, and of nothing else. */
function isOnlyNamespace(name: string, index: CodeIndex): boolean {
  const all = index.named(name);
  return all.length > 0 && all.every((one) => one.kind === "namespace" && one.parent === undefined);
}

/** True for the declarations of one type, of its constructors, and ones that bring its name into another scope. */
function isOnlyType(name: string, all: readonly Declaration[]): boolean {
  const types = all.filter(({ kind }) => typeKinds.has(kind));
  const names = new Set(types.map((one) => qualifiedNameOf(one, "::")));
  const [type = name] = names;
  const others = all.filter((one) => !types.includes(one) && one.kind !== "using");
  return names.size === 1 && others.every((one) => qualifiedNameOf(one, "::") === `${type}::${name}`);
}

/** True for a word before or after `::`. */
function hasScope(text: string, offset: number): boolean {
  const isScope = /^[\w$]+\s*::/.test(text.slice(offset, offset + maxWord));
  return isScope || /[\w$>]\s*::\s*$/.test(text.slice(Math.max(0, offset - maxWord), offset));
}

const launchPattern = /(?<!<)<<<(?!<)[^;{}]{1,500}?>>>/g;

/** The configurations of kernel launches, `f<<<blocks, threads>>>(1)` of CUDA: masking takes the expressions out. */
function launchesIn(text: string): readonly WordRange[] {
  return Array.from(text.matchAll(launchPattern), ({ 0: launch, index }) => ({
    start: index,
    end: index + launch.length,
  }));
}

const wordPattern = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*/u;

/** UTF-16 code units of the longest word that is looked up outside of the tree. */
const maxWord = 200;

/** The words of a text as `wordsOfCode` gives them, to ask for some of their offsets. */
class WordsOfCode {
  readonly #text: string;
  readonly #kind: Uint8Array;
  readonly #start: Int32Array;
  readonly #end: Int32Array;

  constructor(text: string) {
    this.#text = text;
    // The lexer's own columns are those of the next text soon.
    const { count, kind, start, end } = tokensOf(text);
    this.#kind = kind.slice(0, count);
    this.#start = start.slice(0, count);
    this.#end = end.slice(0, count);
  }

  /** True if a word starts at an offset. */
  has(offset: number): boolean {
    const token = countWhile(this.#start.length, (index) => (this.#start[index] ?? 0) <= offset) - 1;
    const [of = Kind.end, from = 0, to = 0] = [this.#kind[token], this.#start[token], this.#end[token]];
    if (of === Kind.word) return from === offset;
    return offset < to && hasCode(of) && wordsOfDirective(this.#text, from, to).includes(offset);
  }
}

/** The offsets of words of C++ outside of comments and strings: also in what a macro is replaced by. */
export function* wordsOfCode(text: string): Generator<number> {
  const { count, kind, start, end } = tokensOf(text);
  const directives: (readonly [number, number])[] = [];
  for (let token = 0; token < count; token++) {
    const [of = Kind.end, from = 0, to = 0] = [kind[token], start[token], end[token]];
    if (of === Kind.word) yield from;
    else if (hasCode(of)) directives.push([from, to]);
  }
  for (const [from, to] of directives) yield* wordsOfDirective(text, from, to);
}

/** True for a directive with words of code. */
const hasCode = (kind: number): boolean => isDirective(kind) && kind !== Kind.include;

/** The offsets of the words after the name of a directive. */
function wordsOfDirective(text: string, from: number, to: number): readonly number[] {
  const directive = text.slice(from, to);
  const head = /^[#%:\s]*\w+/.exec(directive)?.[0].length ?? 0;
  const { count, kind, start } = tokensOf(directive.slice(head));
  const offsets: number[] = [];
  for (let token = 0; token < count; token++) {
    if (kind[token] === Kind.word) offsets.push(from + head + (start[token] ?? 0));
  }
  return offsets;
}
