/**
 * The symbols whose uses list_symbols looks for: all that a name declares, if that is one symbol, and the files with its word. Input:
 * a name; output: its declarations, and the parts of files where the name is that of the symbol itself.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import type { Range } from "../base/nested-ranges.ts";
import { DeclarationFlag, type DeclarationKind } from "../facts/declaration-facts.ts";
import type { Code } from "./code.ts";
import { type Declaration, type IndexedFile, importKinds } from "./code-index.ts";
import { partsOfName, qualifiedNameOf } from "./qualified-name.ts";
import {
  beginsMadeName,
  bringsNames,
  isBare,
  isClass,
  isConstructor,
  isForward,
  isFunction,
  isInner,
} from "./symbol-kind.ts";
import { isTestFile } from "./test-path.ts";

/** The part of a code base in which uses are looked for. */
export type SearchedCode = Pick<
  Code,
  "countFilesWith" | "filesWith" | "index" | "nameOf" | "resolverOf" | "separatorOf" | "textOf"
>;

/** A symbol that is the only one with its name, except in tests. */
export type SearchedSymbol = {
  readonly name: string;
  /** Its first definition, or else its first declaration. */
  readonly definition: Declaration;
  /** All of it, with the constructors of a class. */
  readonly declarations: readonly Declaration[];
  /** The files that declare it. */
  readonly declaring: ReadonlySet<string>;
  /** The files with its word, in path order: files of tests only if it is declared in one. */
  readonly using: readonly string[];
  /** True if other files of tests have its word. */
  readonly isInTests: boolean;
};

/** Files that declare one symbol, and are searched for its name. */
const maxDeclaring = 6;

const wholeWord = /^[\p{L}_$][\p{L}\p{N}\p{M}_$]*$/u;

/** Kinds that hold other symbols, or that are meant only in one place. */
const otherKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["namespace", "module", "label", "operator"]);

const otherFlags = DeclarationFlag.friend | DeclarationFlag.forward | DeclarationFlag.local;

/**
 * The symbol of a name; undefined if there are several, or other things with the name.
 *
 * @param isOfTest true if it is declared in a file of tests: then all files have declarations and uses
 * @param isLeftOut true for a declaration that is not of a symbol, such as an import
 */
export function searchedSymbol(
  name: string,
  isOfTest: boolean,
  code: SearchedCode,
  isLeftOut?: (declaration: Declaration) => boolean,
): SearchedSymbol | undefined {
  const isOther = (path: string) => !isOfTest && isTestFile(path, code);
  const named = code.index.named(name).filter((one) => !isOther(one.file.path) && isLeftOut?.(one) !== true);
  const declarations = named.filter((one) => isListed(one) || isConstructor(one) || isForward(one));
  if (declarations.length < named.length) return undefined;
  const definition = firstOf(declarations.filter(isListed));
  if (definition === undefined || !areOne(declarations, code)) return undefined;
  const declaring = new Set(declarations.map((one) => one.file.path));
  if (declaring.size > maxDeclaring) return undefined;
  const all = code.filesWith(name);
  const using = all.filter((path) => !isOther(path));
  return { name, definition, declarations, declaring, using, isInTests: using.length < all.length };
}

/** The first definition, or else the first declaration. */
export function firstOf(declarations: readonly Declaration[]): Declaration | undefined {
  return declarations.find((one) => !isBare(one)) ?? declarations[0];
}

/** True for a declaration that a row may stand for. */
export function isListed(declaration: Declaration): boolean {
  const { name, kind, flags } = declaration;
  if (bringsNames(declaration) || isInner(declaration) || isConstructor(declaration)) return false;
  return (flags & otherFlags) === 0 && !otherKinds.has(kind) && wholeWord.test(name) && !/^_+$/.test(name);
}

/** True for declarations of one symbol, as far as names say: constructors are of their class. */
function areOne(declarations: readonly Declaration[], code: SearchedCode): boolean {
  const names = declarations.map((one) => {
    const separator = code.separatorOf(one.file.language);
    const name = qualifiedNameOf(one, separator);
    return isConstructor(one) ? name.slice(0, -(separator.length + one.name.length)) : name;
  });
  return new Set(names).size === 1;
}

/** The parts of a file where a name is that of the symbol itself: its declarations, its body, its members, includes. */
export function ownRanges(declarations: readonly Declaration[], file: IndexedFile): readonly Range[] {
  const names = declarations.filter((one) => isIn(file, one) && !hasBody(one)).map(nameRange);
  const isOfClass = declarations.some(isClass);
  const includes = isOfClass ? file.declarations.filter(({ kind }) => kind === "include").map(nameRange) : [];
  return [...names, ...bodiesOf(declarations, file), ...includes];
}

/** The functions and classes of a file that are part of a symbol, with members that are defined outside of their class. */
export function bodiesOf(declarations: readonly Declaration[], file: IndexedFile): readonly Declaration[] {
  const own = declarations.filter((one) => isIn(file, one) && hasBody(one));
  const name = declarations.find(isClass)?.name;
  return name === undefined ? own : [...own, ...(membersByClass(file).get(name) ?? [])];
}

function isIn({ path }: IndexedFile, { file }: Declaration): boolean {
  return file.path === path;
}

function hasBody(declaration: Declaration): boolean {
  return isFunction(declaration) || isClass(declaration);
}

export function nameRange({ at, name }: Declaration): Range {
  return { start: at, end: at + name.length };
}

const members = new WeakMap<IndexedFile, ReadonlyMap<string, readonly Declaration[]>>();

/**
 * Name of a class → the members that are defined outside of it. A function that a macro makes of the name, such as
 * `TEST_F(Fixture, runs)`, is not a member: it uses the class.
 */
function membersByClass(file: IndexedFile): ReadonlyMap<string, readonly Declaration[]> {
  return getOrInsert(members, file, () => {
    const qualified = file.declarations.filter(({ qualifier, kind }) => qualifier !== "" && !importKinds.has(kind));
    const holderOf = ({ qualifier }: Declaration) => partsOfName(qualifier).at(-1) ?? "";
    return groupBy(
      qualified.filter((one) => !beginsMadeName(one, holderOf(one))),
      holderOf,
    );
  });
}
