/**
 * The symbols of a file whose name is written nowhere else in the code base, except in comments, strings and tests. Input: a file
 * with its text, and the code base; output: its symbols without a use, each with the reasons why it may be used all the same.
 * Whatever is not certain is a use: a name of several symbols, any word in another file, code that is not in the tree.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import { DeclarationFlag, type DeclarationKind } from "../facts/declaration-facts.ts";
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";
import type { Code, DeclaredFile } from "./code.ts";
import { type Declaration, importKinds } from "./code-index.ts";
import { partsOfName, qualifiedNameOf } from "./qualified-name.ts";
import { bringsNames, isBare, isClass, isConstructor, isForward, isFunction, isInner } from "./symbol-kind.ts";
import { isTestFile } from "./test-path.ts";
import { reasonsFor } from "./unused-reasons.ts";

/** A symbol without a use. */
export type UnusedSymbol = {
  /** Its definition, or else its first declaration; the first one of the file if each file with one lists it. */
  readonly declaration: Declaration;
  /** The declaration that represents it in the code base. */
  readonly definition: Declaration;
  /** Why it may be used all the same; empty if nothing says so. */
  readonly reasons: readonly string[];
};

/** The part of a code base in which uses are looked for. */
type SearchedCode = Pick<
  Code,
  "countFilesWith" | "filesWith" | "index" | "nameOf" | "resolverOf" | "separatorOf" | "textOf"
>;

/** Files with the word of a symbol past which it is taken for used: files of tests count, too. */
const maxFiles = 100;

/** Files that declare one symbol, and are searched for its name. */
const maxDeclaring = 6;

const wholeWord = /^[\p{L}_$][\p{L}\p{N}\p{M}_$]*$/u;
const anyWord = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu;

/** Kinds that hold other symbols, or that are meant only in one place. */
const otherKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["namespace", "module", "label", "operator"]);

const otherFlags = DeclarationFlag.friend | DeclarationFlag.forward | DeclarationFlag.local;

/**
 * Returns the symbols that a file defines, in source order.
 *
 * @param tree undefined if the file is not parsed
 * @param ofEachFile true to return also what the file declares and another one defines
 * @returns undefined if the tree is needed
 */
export function unusedSymbolsIn(
  { file, text }: Pick<DeclaredFile, "file" | "text">,
  tree: FlatTree | undefined,
  code: SearchedCode,
  ofEachFile = false,
): readonly UnusedSymbol[] | undefined {
  const candidates = file.declarations
    .map((declaration) => candidateOf(declaration, code, ofEachFile))
    .filter((candidate) => candidate !== undefined);
  if (candidates.length === 0) return [];
  const words = placesOfWords(text, new Set(candidates.map(({ declaration: { name } }) => name)));
  const found: UnusedSymbol[] = [];
  let needsTree = false;
  for (const candidate of candidates) {
    const { declaration, definition, declarations, isOnlyInTests } = candidate;
    const own = ownRanges(declaration.name, declarations, file.declarations);
    const others = (words.get(declaration.name) ?? []).filter((at) => !isWithin(at, own));
    if (tree === undefined && others.length > 0) {
      // Most uses are known without the tree.
      needsTree ||= others.every((at) => mayBeText(text, at));
      continue;
    }
    const kinds = new Set(others.map((at) => (tree && !isInExample(text, at) ? textKindAt(tree, at) : undefined)));
    if (kinds.has(undefined)) continue;
    const holder = declarations.find(({ parent }) => parent && isClass(parent))?.parent;
    const textOf = ({ path }: Declaration["file"]) => (path === file.path ? text : (code.textOf(path) ?? ""));
    const context = { declarations, holder, textOf, code, isOnlyInTests, isInString: kinds.has("string") };
    found.push({ declaration, definition, reasons: reasonsFor(definition, context) });
  }
  return needsTree ? undefined : found;
}

type Candidate = Pick<UnusedSymbol, "declaration" | "definition"> & {
  /** All of the symbol. */
  readonly declarations: readonly Declaration[];
  readonly isOnlyInTests: boolean;
};

/**
 * The symbol of a declaration that represents it, in the code base or in its file, if no other file uses its word; undefined for
 * any other declaration.
 */
function candidateOf(declaration: Declaration, code: SearchedCode, ofEachFile: boolean): Candidate | undefined {
  const { file, name } = declaration;
  if (!isListed(declaration) || code.countFilesWith(name, maxFiles) >= maxFiles) return undefined;
  const isTest = (path: string) => isTestFile(path, code);
  const isOfTest = isTest(file.path);
  const named = code.index.named(name).filter((one) => isOfTest || !isTest(one.file.path));
  const listed = named.filter((one) => isListed(one) || isConstructor(one) || isForward(one));
  if (listed.length < named.length) return undefined;
  const definition = firstOf(listed.filter(isListed));
  const first = ofEachFile ? firstOf(listed.filter((one) => isListed(one) && one.file === file)) : definition;
  if (first !== declaration || definition === undefined || !areOne(listed, code)) return undefined;
  const declaring = new Set(listed.map((one) => one.file.path));
  if (declaring.size > maxDeclaring) return undefined;
  const others = code.filesWith(name).filter((path) => path !== file.path);
  const using = others.filter((path) => isOfTest || !isTest(path));
  if (!using.every((path) => declaring.has(path))) return undefined;
  for (const path of using) {
    const text = code.textOf(path);
    const known = code.index.fileAt(path);
    if (text === undefined || known === undefined) return undefined;
    const own = ownRanges(name, listed, known.declarations);
    const places = placesOfWords(text.replace(/\r\n?/g, lineFeeds), new Set([name])).get(name) ?? [];
    if (!places.every((at) => isWithin(at, own) || isOnCommentLine(text, at))) return undefined;
  }
  return { declaration, definition, declarations: listed, isOnlyInTests: !isOfTest && using.length < others.length };
}

/** The first definition, or else the first declaration. */
function firstOf(declarations: readonly Declaration[]): Declaration | undefined {
  return declarations.find((one) => !isBare(one)) ?? declarations[0];
}

/** Line breaks of the same length. */
function lineFeeds(found: string): string {
  return found.length === 2 ? found : "\n";
}

/** True for a declaration that a row may stand for. */
function isListed(declaration: Declaration): boolean {
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

type Range = { readonly start: number; readonly end: number };

/** The parts of a file where a name is that of the symbol itself: its declarations, its body, its members, includes. */
function ownRanges(
  name: string,
  declarations: readonly Declaration[],
  ofFile: readonly Declaration[],
): readonly Range[] {
  const own = declarations
    .filter((one) => ofFile.includes(one))
    .map((one) => (isFunction(one) || isClass(one) ? one : nameRange(one)));
  const isOfClass = declarations.some(isClass);
  const members = isOfClass ? (membersByClass(ofFile).get(name) ?? []) : [];
  const includes = isOfClass ? ofFile.filter(({ kind }) => kind === "include").map(nameRange) : [];
  return [...own, ...members, ...includes];
}

function nameRange({ at, name }: Declaration): Range {
  return { start: at, end: at + name.length };
}

const members = new WeakMap<readonly Declaration[], ReadonlyMap<string, readonly Declaration[]>>();

/** Name of a class → the members that are defined outside of it. */
function membersByClass(ofFile: readonly Declaration[]): ReadonlyMap<string, readonly Declaration[]> {
  return getOrInsert(members, ofFile, () => {
    const qualified = ofFile.filter(({ qualifier, kind }) => qualifier !== "" && !importKinds.has(kind));
    return groupBy(qualified, ({ qualifier }) => partsOfName(qualifier).at(-1) ?? "");
  });
}

function isWithin(at: number, ranges: readonly Range[]): boolean {
  return ranges.some(({ start, end }) => start <= at && at < end);
}

/** The offsets of some words in a text. */
function placesOfWords(text: string, words: ReadonlySet<string>): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const { 0: word, index } of text.matchAll(anyWord)) {
    if (words.has(word)) getOrInsert(places, word, () => []).push(index);
  }
  return places;
}

/** UTF-16 code units of a line on each side of a name. */
const maxSide = 500;

function isOnCommentLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - maxSide, 0), at);
  return /(?:^|\n)[^\S\n]*\/\/[^\n]*$/.test(before);
}

/** True for a place that may be in a comment or a string, by its line or by a sign of documentation before it. */
function mayBeText(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - maxSide, 0), at);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/["'`]|\/\/|\/\*|#/.test(line)) return true;
  const isBehindStart = text.lastIndexOf("/*", at) > text.lastIndexOf("*/", at);
  return isBehindStart || text.lastIndexOf('"""', at) >= 0 || text.lastIndexOf("'''", at) >= 0;
}

/** True for a line of documentation that doctest runs. */
function isInExample(text: string, at: number): boolean {
  return /(?:^|\n)[^\S\n]*(?:>>>|\.\.\.) [^\n]*$/.test(text.slice(Math.max(at - maxSide, 0), at));
}

/** Returns the kind of text around a place: a comment or a string; undefined for code, also for code within a string. */
function textKindAt(tree: FlatTree, at: number): "comment" | "string" | undefined {
  let node = tree.firstFrom(at + 1) - 1;
  let isString = false;
  for (; node > noNode; node = tree.parents[node] ?? noNode) {
    if (tree.end(node) <= at) continue;
    const kind = tree.type(node);
    if (/comment/.test(kind)) return "comment";
    if (/interpolation|substitution/.test(kind)) return undefined;
    if (isString && kind === "expression_statement") return "comment";
    if (/string|char_literal/.test(kind)) isString = true;
    else if (isString) return "string";
  }
  return isString ? "string" : undefined;
}
