/**
 * The symbols of a file whose name is written nowhere else in the code base, except in comments, strings and tests. Input: a file
 * with its text, and the code base; output: its symbols without a use, each with the reasons why it may be used all the same.
 * Whatever is not certain is a use: a name of several symbols, any word in another file, code that is not in the tree.
 */
import { isWithin } from "../base/nested-ranges.ts";
import { withLineFeeds } from "../syntax/copies.ts";
import type { FlatTree } from "../syntax/flat/flat-tree.ts";
import type { DeclaredFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import {
  firstOf,
  isListed,
  ownRanges,
  type SearchedCode,
  type SearchedSymbol,
  searchedSymbol,
} from "./searched-symbol.ts";
import { isClass } from "./symbol-kind.ts";
import { isTestFile } from "./test-path.ts";
import { reasonsFor } from "./unused-reasons.ts";
import { isInExample, isOnCommentLine, mayBeText, placesOfWords, textKindAt } from "./word-places.ts";

/** A symbol without a use. */
export type UnusedSymbol = {
  /** Its definition, or else its first declaration; the first one of the file if each file with one lists it. */
  readonly declaration: Declaration;
  /** The declaration that represents it in the code base. */
  readonly definition: Declaration;
  /** Why it may be used all the same; empty if nothing says so. */
  readonly reasons: readonly string[];
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
): readonly UnusedSymbol[] | undefined {
  const candidates = file.declarations
    .map((declaration) => candidateOf(declaration, code, ofEachFile))
    .filter((candidate) => candidate !== undefined);
  if (candidates.length === 0) return [];
  const words = placesOfWords(text, new Set(candidates.map(({ name }) => name)));
  const found: UnusedSymbol[] = [];
  let needsTree = false;
  for (const candidate of candidates) {
    const { name, declaration, definition, declarations } = candidate;
    const own = ownRanges(declarations, file.declarations);
    const others = (words.get(name) ?? []).filter((at) => !isWithin(at, own));
    if (tree === undefined && others.length > 0) {
      // Most uses are known without the tree.
      needsTree ||= others.every((at) => mayBeText(text, at));
      continue;
    }
    const kinds = new Set(others.map((at) => (tree && !isInExample(text, at) ? textKindAt(tree, at) : undefined)));
    if (kinds.has(undefined)) continue;
    const textOf = ({ path }: Declaration["file"]) => (path === file.path ? text : (code.textOf(path) ?? ""));
    found.push({ declaration, definition, reasons: reasonsOf(candidate, textOf, code, kinds.has("string")) });
  }
  return needsTree ? undefined : found;
}

/**
 * The reasons why a symbol may be used.
 *
 * @param isInString true if a string of its file has the name
 */
function reasonsOf(
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
    const own = ownRanges(declarations, known.declarations);
    const places = placesOfWords(withLineFeeds(text), new Set([name])).get(name) ?? [];
    if (!places.every((at) => isWithin(at, own) || isOnCommentLine(text, at))) return undefined;
  }
  return { ...symbol, declaration };
}
