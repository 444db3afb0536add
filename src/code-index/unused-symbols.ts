/**
 * The symbols of a file whose name is written nowhere else in the code base, except in comments, strings and tests. Input: a file
 * with its text, and the code base; output: its symbols without a use, each with the reasons why it may be used all the same.
 * Whatever is not certain is a use: a name of several symbols, any word in another file, code that is not in the tree.
 */
import { pushTo } from "../base/group-by.ts";
import { isWithin } from "../base/nested-ranges.ts";
import { withLineFeeds } from "../syntax/copies.ts";
import type { FlatTree } from "../syntax/flat/flat-tree.ts";
import type { DeclaredFile } from "./code.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";
import { usersAt } from "./enclosing.ts";
import {
  bodiesOf,
  firstOf,
  isListed,
  ownRanges,
  type SearchedCode,
  type SearchedSymbol,
  searchedSymbol,
} from "./searched-symbol.ts";
import { isClass } from "./symbol-kind.ts";
import { isTestFile } from "./test-path.ts";
import { reasonsFor, usedByTests } from "./unused-reasons.ts";
import { isAfterSign, isInExample, isOnCommentLine, mayBeText, placesOfWords, textKindAt } from "./word-places.ts";

/** A symbol without a use. */
type UnusedSymbol = {
  /** Its definition, or else its first declaration; the first one of the file if each file with one lists it. */
  readonly declaration: Declaration;
  /** The declaration that represents it in the code base. */
  readonly definition: Declaration;
  /** Why it may be used all the same; empty if nothing says so. */
  readonly reasons: readonly string[];
};

/** The findings in one file. */
export type UnusedInFile = {
  readonly symbols: readonly UnusedSymbol[];
  /** The names of symbols that, as it seems, only each other or unused ones use: see usedByUnused. */
  readonly suspects: readonly string[];
};

/** Files with the word of a symbol past which it is taken for used: files of tests count, too. */
const maxFiles = 100;

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
): UnusedInFile | undefined {
  const candidates = file.declarations
    .map((declaration) => candidateOf(declaration, code, ofEachFile))
    .filter((candidate) => candidate !== undefined);
  const words = placesOfWords(text, new Set(candidates.map(({ name }) => name)));
  const symbols: UnusedSymbol[] = [];
  /** Symbol → the places where code uses it, as it seems. */
  const used = new Map<Candidate, readonly number[]>();
  /** Symbols without a use that may be used: then what they use is used. */
  const uncertain = new Set<Candidate>();
  let needsTree = false;
  for (const candidate of candidates) {
    const { name, declaration, definition, declarations } = candidate;
    const own = ownRanges(declarations, file);
    const others = (words.get(name) ?? []).filter((at) => !isWithin(at, own));
    if (tree === undefined && others.length > 0) {
      // Most uses are known without the tree.
      needsTree ||= others.every((at) => mayBeText(text, at));
      used.set(
        candidate,
        others.filter((at) => !isAfterSign(text, at)),
      );
      continue;
    }
    const kindAt = (at: number) => (tree && !isInExample(text, at) ? textKindAt(tree, at) : undefined);
    const inCode = others.filter((at) => kindAt(at) === undefined);
    if (inCode.length > 0) {
      used.set(candidate, inCode);
      continue;
    }
    const isInString = others.some((at) => kindAt(at) === "string");
    const textOf = ({ path }: Declaration["file"]) => (path === file.path ? text : (code.textOf(path) ?? ""));
    const reasons = reasonsOf(candidate, textOf, code, isInString);
    symbols.push({ declaration, definition, reasons });
    if (reasons.some((reason) => reason !== usedByTests)) uncertain.add(candidate);
  }
  return needsTree
    ? undefined
    : {
        symbols,
        suspects: suspectsAmong(
          candidates.filter((one) => !uncertain.has(one)),
          used,
          file,
        ),
      };
}

/**
 * The names of symbols that the file uses only in symbols without a use, or in each other. A place in a class is in an unused symbol
 * if the class or the function around it is unused.
 */
function suspectsAmong(
  candidates: readonly Candidate[],
  used: ReadonlyMap<Candidate, readonly number[]>,
  file: IndexedFile,
): readonly string[] {
  /** Function or class → the symbols whose body it is: a member is also part of its class. */
  const owners = new Map<Declaration, Candidate[]>();
  for (const one of candidates) for (const body of bodiesOf(one.declarations, file)) pushTo(owners, body, one);
  const inUse = new Set<Candidate>();
  /** Symbol → the functions and classes around each place. */
  const users = new Map<Candidate, readonly (readonly Declaration[])[]>();
  for (const [one, places] of used) {
    const groups = usersAtAll(places, file, (user) => owners.has(user));
    if (groups === undefined) inUse.add(one);
    else users.set(one, groups);
  }
  /** Symbol → the ones that its bodies use. */
  const usedIn = new Map<Candidate, Candidate[]>();
  for (const [one, groups] of users) {
    const owning = new Set([...new Set(groups.flat())].flatMap((user) => owners.get(user) ?? []));
    for (const owner of owning) pushTo(usedIn, owner, one);
  }
  const isUnused = (user: Declaration) => owners.get(user)?.some((owner) => !inUse.has(owner)) === true;
  const queue = [...users.keys()];
  for (const one of queue) {
    if (inUse.has(one) || users.get(one)?.every((group) => group.some(isUnused))) continue;
    inUse.add(one);
    queue.push(...(usedIn.get(one) ?? []));
  }
  return [...users.keys()].filter((one) => !inUse.has(one)).map(({ name }) => name);
}

/** The functions and classes around each place that count; undefined if a place has none, as is common. */
function usersAtAll(
  places: readonly number[],
  file: IndexedFile,
  counts: (user: Declaration) => boolean,
): readonly (readonly Declaration[])[] | undefined {
  const groups: (readonly Declaration[])[] = [];
  for (const at of places) {
    const users = usersAt(file, at).filter(counts);
    if (users.length === 0) return undefined;
    groups.push(users);
  }
  return groups;
}

/**
 * The reasons why a symbol may be used.
 *
 * @param isInString true if a string of its file has the name
 */
export function reasonsOf(
  symbol: SearchedSymbol,
  textOf: (file: Declaration["file"]) => string,
  code: SearchedCode,
  isInString: boolean,
): readonly string[] {
  const { definition, declarations, isInTests } = symbol;
  const holder = declarations.find(({ parent }) => parent && isClass(parent))?.parent;
  return reasonsFor(definition, { declarations, holder, textOf, code, isOnlyInTests: isInTests, isInString });
}

type Candidate = SearchedSymbol & Pick<UnusedSymbol, "declaration">;

/**
 * The symbol of a declaration that represents it, in the code base or in its file, if no other file uses its word; undefined for
 * any other declaration.
 */
function candidateOf(declaration: Declaration, code: SearchedCode, ofEachFile: boolean): Candidate | undefined {
  const { file, name } = declaration;
  if (!isListed(declaration) || code.countFilesWith(name, maxFiles) >= maxFiles) return undefined;
  const symbol = searchedSymbol(name, isTestFile(file.path, code), code);
  if (symbol === undefined) return undefined;
  const { definition, declarations, declaring } = symbol;
  const first = ofEachFile ? firstOf(declarations.filter((one) => isListed(one) && one.file === file)) : definition;
  if (first !== declaration) return undefined;
  const using = symbol.using.filter((path) => path !== file.path);
  if (!using.every((path) => declaring.has(path))) return undefined;
  for (const path of using) {
    const text = code.textOf(path);
    const known = code.index.fileAt(path);
    if (text === undefined || known === undefined) return undefined;
    const own = ownRanges(declarations, known);
    const places = placesOfWords(withLineFeeds(text), new Set([name])).get(name) ?? [];
    if (!places.every((at) => isWithin(at, own) || isOnCommentLine(text, at))) return undefined;
  }
  return { ...symbol, declaration };
}
