/**
 * The names of symbols as callers write them, such as `Shape::rename`, `mod.Class.f` or `A/f#2`. Input: a written name;
 * output: its parts, and whether a declaration is meant by it.
 */
import { UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { spelling } from "../syntax/declarators.ts";
import type { CodeIndex, Declaration } from "./code-index.ts";
import { foldersAbove, moduleOf, partsOfName } from "./qualified-name.ts";
import { isOpenScope } from "./symbol-kind.ts";

/**
 * The name of a symbol from a caller: any suffix of its qualified name, such as `Shape::rename`, `mod.Class.f` or
 * `A/f#2`.
 */
export type SymbolAddress = {
  /** As the caller wrote it, without `#2`. */
  readonly text: string;
  /** Outermost first, without template arguments; the last part is the symbol's own name, at least "". */
  readonly outer: readonly string[];
  readonly name: string;
  /** True when it begins with a separator: then it is the whole qualified name. */
  readonly isWhole: boolean;
  /** The number of the candidate that is meant, from 1; undefined for all. */
  readonly candidate: number | undefined;
};

/** Reads the name of a symbol. Template arguments and the arguments of a call do not count. */
export function parseSymbolAddress(written: string): SymbolAddress {
  const { 1: before = written, 2: number } = /^(.*?)\s*#([1-9]\d{0,5})$/su.exec(written.trim()) ?? [];
  const text = before.replace(/\p{Cc}+/gu, " ").trim();
  const candidate = number === undefined ? undefined : Number(number);
  const operatorAt = text.search(operatorName);
  if (operatorAt >= 0) {
    const name = spelling(withoutCall(text.slice(operatorAt)));
    return { text, outer: partsOfName(text.slice(0, operatorAt)), name, isWhole: startsAtRoot(text), candidate };
  }
  const parts = partsOfName(withoutCall(text)).map(spelling);
  return { text, outer: parts.slice(0, -1), name: parts.at(-1) ?? "", isWhole: startsAtRoot(text), candidate };
}

/**
 * Reads the name of a symbol.
 *
 * @throws UserError when it has no name
 */
export function requireSymbolAddress(written: string): SymbolAddress {
  const address = parseSymbolAddress(written);
  if (address.name === "") throw new UserError(`No name of a symbol: ${address.text}`, { details: howToName });
  return address;
}

const howToName = "Give a name, such as area or Shape::area; on the command line it comes first, and paths follow.";

/** The word of a name that files have which use it: that of `~A` is A, that of `operator==` is operator; undefined for none. */
export function wordInName(name: string): string | undefined {
  return /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/u.exec(name)?.[0];
}

/** The start of the name of an operator, only in C++: the module `operator` of Python is followed by a dot. */
const operatorName = /(?<![\p{L}\p{N}_$])operator(?:\s*(?:\/(?![\p{L}_])|[^\p{L}\p{N}_$\s.:/])|\s+[\p{L}_])/u;

function startsAtRoot(text: string): boolean {
  return /^(?:::|[./])/.test(text);
}

/** A name without what a call of it has after it: `A::f` of `A::f(int) const`, but `operator()` of `operator()`. */
function withoutCall(name: string): string {
  const called = /^(.*\S)\s*\([^()]*\)\s*(?:const)?$/s.exec(name)?.[1];
  return called === undefined || /operator$/.test(called) ? name : called;
}

/**
 * True when an address names a declaration: when its parts are a suffix of the declaration's qualified name, with its
 * module. Inline and anonymous scopes may be left out, and so may the name of an enum that is not scoped. A namespace
 * whose name is a macro goes by what that is replaced by, too.
 */
export function isAddressed(declaration: Held, address: SymbolAddress, index: CodeIndex): boolean {
  if (declaration.name !== address.name) return false;
  const { outer, isWhole } = address;
  let left = outer.length;
  for (const { name, isOptional, unnamed } of holdersOf(declaration)) {
    const wanted = outer[left - 1];
    const isWanted =
      wanted !== undefined &&
      (wanted === name ||
        isReplaced(name, wanted, index) ||
        (unnamed !== undefined && isNamedBy(unnamed, wanted, index)));
    if (isWanted) left--;
    else if (!isOptional) return left === 0 && !isWhole;
  }
  if (left === 0) return true;
  const module = moduleOf(declaration.file, index);
  const wanted = outer.slice(0, left).join("/");
  // The folder that is searched may itself be a part of the name: `pkg.mod.f`, searched in pkg.
  if (module.length > 0 && left > module.length)
    return foldersAbove(declaration.file, index, module).endsWith(`/${wanted}`);
  return (isWhole ? left === module.length : left <= module.length) && wanted === module.slice(-left).join("/");
}

/** True when a name is a macro that is replaced by another one: `ROCKSDB_NAMESPACE` by `rocksdb`. */
function isReplaced(name: string, by: string, index: CodeIndex): boolean {
  if (name === "") return false;
  const known = getOrInsert(replacements, index, () => new Map());
  return getOrInsert(known, name, () => replacementsOf(name, index)).has(by);
}

/** Name of a macro without parameters → what it is replaced by, of each index: thousands of files declare some namespaces. */
const replacements = new WeakMap<CodeIndex, Map<string, ReadonlySet<string>>>();

function replacementsOf(name: string, index: CodeIndex): ReadonlySet<string> {
  const macros = index.named(name).filter(({ kind, most }) => kind === "macro" && most === 0);
  return new Set(macros.map(({ type }) => type));
}

/** True when an alias around a class without a name is what it goes by: `typedef struct { int x; } Name;`. */
function isNamedBy({ file, start, end }: Declaration, name: string, index: CodeIndex): boolean {
  return index
    .named(name)
    .some((alias) => alias.kind === "alias" && alias.file === file && alias.start <= start && alias.end >= end);
}

/** The parts of a declaration by which an address means it. */
type Held = Pick<Declaration, "file" | "name" | "parent" | "qualifier">;

type Holder = {
  readonly name: string;
  readonly isOptional: boolean;
  /** The holder itself, if it has no name. */
  readonly unnamed?: Declaration;
};

/** The parents of a declaration, innermost first. */
function* holdersOf({ qualifier, parent }: Held): Generator<Holder> {
  for (const name of [...partsOfName(qualifier)].reverse()) yield { name, isOptional: false };
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    yield { name: outer.name, isOptional: mayBeLeftOut(outer), ...(outer.name === "" && { unnamed: outer }) };
    for (const name of [...partsOfName(outer.qualifier)].reverse()) yield { name, isOptional: false };
  }
}

function mayBeLeftOut(declaration: Declaration): boolean {
  return isOpenScope(declaration) || (declaration.kind !== "enum" && declaration.name === "");
}
