/**
 * The symbols that a place of a file names (go to definition). Input: a line with a column or a name on it; output: the
 * resolved symbols, or an error with the names of the line.
 */
import { UserError } from "../base/errors.ts";
import { noNode } from "../syntax/flat/flat-tree.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import { includedFiles } from "./cpp/include-search.ts";
import { filesOf } from "./dependency.ts";
import { enclosingOf } from "./enclosing.ts";
import { filesOfModule } from "./files-by-name.ts";
import type { FoundSymbols } from "./found-symbols.ts";
import { type LineWord, nearestWord, wordAt, wordsOfLine } from "./line-words.ts";
import { declarationAt } from "./places.ts";
import { ReferencePlaces } from "./reference-places.ts";
import type { Construction } from "./resolution.ts";
import { parseSymbolAddress } from "./symbol-address.ts";
import { beginsMadeName, bringsNames, isClass, isFunction, isInner } from "./symbol-kind.ts";
import { noSymbols, symbolOf, symbolOfFile, symbolsOfResolution } from "./symbols-of.ts";

/** A place where a symbol is written. */
export type PlaceRequest = {
  /** The name that is meant on the line; undefined for the one at the column, or the only one that the line defines. */
  readonly symbol: string | undefined;
  /** The file, as the caller writes it; undefined for the unsaved text. */
  readonly filepath: string | undefined;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number | undefined;
};

/**
 * Finds the symbols that a place names.
 *
 * @throws UserError when it has no such name, or several: with the names of the line
 */
export async function symbolsAt(code: Code, request: PlaceRequest): Promise<FoundSymbols> {
  const { filepath } = request;
  const path = filepath === undefined ? code.unsavedPath : code.pathOf(filepath);
  const found = path && (await code.withFile(path, (file) => symbolsInFile(code, file, request)));
  if (!found) throw new UserError(`Failed to open file: ${filepath ?? ""}`);
  return found;
}

function symbolsInFile(code: Code, file: ResolvedFile, { symbol, line, column }: PlaceRequest): FoundSymbols {
  const start = file.offsetAt(line, 1);
  if (start === undefined) throw new UserError(`Line ${line} is not in the file`);
  const end = file.text.indexOf("\n", start);
  const text = file.text.slice(start, end < 0 ? undefined : end);
  const include = file.file.declarations.find((found) => found.kind === "include" && found.line === line);
  const words = wordsOfLine(text);
  const names = namesAmong(words, file, start);
  const isNamed = names.some(({ word, column: at }) => at <= (column ?? 0) && (column ?? 0) < at + word.length);
  const isMeantByName = column === undefined ? names.some(({ word }) => word === symbol) : isNamed;
  const isNameOfImport = isMeantByName && file.resolver.namesImports === true;
  if (include !== undefined && !isNameOfImport && (symbol === undefined || text.includes(symbol))) {
    return filesOfInclude(include, file.index, code);
  }
  const operator =
    symbol === undefined && column !== undefined && !isNamed
      ? operatorAt(file, start + column - 1, start, start + text.length)
      : undefined;
  if (operator !== undefined) {
    const { declarations, confidence } = operator;
    const wanted = declarations[0]?.name ?? "";
    return symbolsOfResolution(code, file, wanted, { rule: "operator", targets: declarations, confidence });
  }
  const word = wordOf(
    symbol === undefined && column === undefined ? names : words,
    file,
    { symbol, line, column },
    start,
  );
  if (word === undefined) {
    const holder = symbol === undefined && column === undefined ? holderOf(file, line, start) : undefined;
    if (holder === undefined) throw unclearPlace(names, file, { symbol, line, column });
    const found = file.resolver.symbolOf(holder);
    return { ...noSymbols, wanted: holder.name, isQualified: true, symbols: [symbolOf(found, code)] };
  }
  const isDestructor =
    text.charAt(word.column - 2) === "~" && declarationAt(file.file, { line, column: word.column - 1 }) !== undefined;
  const place = isDestructor ? word.column - 1 : word.column;
  const declaration = declarationAt(file.file, { line, column: place });
  // A macro is meant by its name, where it opens a namespace, too.
  const isOfMacro = declaration?.kind === "namespace" && declaration.name !== word.word;
  // A deduction guide names its class, and declares only parameters.
  const isGuide = declaration?.name === "";
  // The class of `TEST_F(Fixture, runs) {}` is a use of it.
  const isPart = declaration !== undefined && beginsMadeName(declaration, word.word);
  if (declaration !== undefined && !isOfMacro && !isGuide && !isPart && !bringsNames(declaration)) {
    const { resolver } = file;
    const given = resolver.givenBy?.(declaration);
    const found = [declaration, ...(given === undefined ? [] : [given])].map((one) => resolver.symbolOf(one));
    return { ...noSymbols, wanted: word.word, isQualified: true, symbols: found.map((one) => symbolOf(one, code)) };
  }
  const found = symbolsOfResolution(code, file, word.word, file.resolver.resolve(file, start + place - 1));
  if (found.symbols.length > 0) return found;
  const isName = names.some(({ column: at }) => at === word.column);
  // A word of a comment is not an external name.
  const isText = !isName && isInText(file, start + place - 1, word.word);
  if (found.external !== undefined && !isText) return found;
  const modules = modulesOfImport(file, line, word.word);
  if (modules.length === 0 && !isName) throw unclearPlace(names, file, { symbol, line, column }, isText);
  return { ...found, confidence: "exact", symbols: modules.map(symbolOfFile) };
}

/** The operator that a sign of a line calls. */
function operatorAt(file: ResolvedFile, offset: number, start: number, end: number): Construction | undefined {
  const calls = file.resolver.operatorCalls?.(file, { start, end }) ?? [];
  return calls.find((call) => call.offset <= offset && offset < call.offset + call.length);
}

/** The words of a line that are names, by its tree: words in keywords, comments and strings are not names. */
function namesAmong(
  words: readonly LineWord[],
  { tree, text, file, referenceTags }: ResolvedFile,
  start: number,
): readonly LineWord[] {
  const places = placesOf({ tree, text, file, referenceTags });
  return words.filter(({ word, column }) => {
    const offset = start + column - 1;
    return places.nameAt(offset, offset + word.length) !== noNode;
  });
}

function placesOf({ tree, text, file, referenceTags }: Pick<ResolvedFile, "tree" | "text" | "file" | "referenceTags">) {
  return new ReferencePlaces({ tree, text }, file.language, referenceTags);
}

/** True for a word in a comment or a string, also in a string that the tree lacks. */
function isInText(file: ResolvedFile, offset: number, word: string): boolean {
  const { tree } = file;
  if (!file.indexing.namesOutsideTree(file, placesOf(file)).mayBeName(offset, word)) return true;
  for (let node = 0; node < tree.size && tree.start(node) <= offset; node++) {
    if (tree.end(node) > offset && /comment|string|char_literal/.test(tree.type(node))) return true;
  }
  return false;
}

/** The word that a request means on its line; undefined when that is not clear. */
function wordOf(
  words: readonly LineWord[],
  { file }: ResolvedFile,
  { symbol, line, column }: Omit<PlaceRequest, "filepath">,
  start: number,
): LineWord | undefined {
  if (symbol !== undefined) {
    const name = parseSymbolAddress(symbol)
      .name.replace(/^~/, "")
      .replace(/^operator\b.*/, "operator");
    const named = words.filter(({ word }) => word === name);
    return column === undefined ? named[0] : nearestWord(named, column);
  }
  if (column !== undefined) return wordAt(words, column);
  const [only, ...others] = definedIn(file, line);
  if (others.length > 0) return undefined;
  if (only === undefined) {
    const isOutside = words.length === 1 && enclosingOf(file).at(start) === undefined;
    return isOutside ? words[0] : undefined;
  }
  const nameColumn = only.column + (only.name.startsWith("~") ? 1 : 0);
  return { word: only.name.replace(/^~/, ""), column: nameColumn };
}

/**
 * The definition around a line without one definition: the function or class that it defines with all others of the
 * line, or else the innermost one around it.
 */
function holderOf({ file, text }: ResolvedFile, line: number, start: number): Declaration | undefined {
  const defined = definedIn(file, line);
  const outermost = defined.find((one) => {
    return (isFunction(one) || isClass(one)) && defined.every(({ at }) => at >= one.start && at < one.end);
  });
  const first =
    start + (/^[^\S\n]*/.exec(text.slice(start, text.indexOf("\n", start) + 1 || undefined))?.[0].length ?? 0);
  return outermost ?? enclosingOf(file).at(first);
}

/** The definitions in a line, without the contents of functions if there are others. */
function definedIn({ declarations }: IndexedFile, line: number): readonly Declaration[] {
  const defined = declarations.filter((declaration) => declaration.line === line && declaration.kind !== "parameter");
  const outermost = defined.filter((declaration) => declaration.scopeEnd === 0 && !isInner(declaration));
  return outermost.length > 0 ? outermost : defined;
}

/** Names of a line in a message. */
const maxListedNames = 30;

const ofText = "Names in comments and strings do not count.";

function unclearPlace(
  found: readonly LineWord[],
  { file }: ResolvedFile,
  request: Omit<PlaceRequest, "filepath">,
  isText = false,
): UserError {
  const { symbol, line, column } = request;
  const names = found.slice(0, maxListedNames).map(({ word, column: at }) => `${word}:${at}`);
  const listed = { ...(isText && { details: ofText }), ...(names.length > 0 && { names }) };
  if (symbol !== undefined) return new UserError(`Line ${line} has no ${symbol}`, listed);
  if (column !== undefined) return new UserError(`Line ${line} has no name at column ${column}`, listed);
  if (names.length === 0) {
    return new UserError(`Line ${line} has no name`, { details: ofText });
  }
  const details = "Give symbol or column: the names of the line with their columns are in names.";
  const count = definedIn(file, line).length;
  const what = count === 0 ? `defines nothing and has ${names.length} names` : `has ${count} definitions`;
  return new UserError(`Line ${line} ${what}`, { details, ...listed });
}

function filesOfInclude(include: Declaration, index: CodeIndex, code: Code): FoundSymbols {
  const included = includedFiles(include, include.file, index);
  const target =
    included.length > 0
      ? undefined
      : code.dependenciesOf(include.file.language, () => [])?.(include, include.file)?.target;
  const candidates = target !== undefined && "ambiguous" in target ? target.ambiguous : filesOf(target);
  const files = candidates ?? included;
  const found = { ...noSymbols, wanted: include.name, isQualified: true, symbols: files.map(symbolOfFile) };
  return files.length > 0 ? found : { ...found, confidence: "external", external: include.name };
}

/** The files of the module that an import of a line names with a word: pkg/mod.py for mod of `import pkg.mod`. */
function modulesOfImport({ file, index }: ResolvedFile, line: number, word: string): readonly IndexedFile[] {
  const found = file.declarations.find((declaration) => declaration.line === line && bringsNames(declaration));
  const parts =
    found?.type
      .split(":")[0]
      ?.split(".")
      .filter((part) => part !== "") ?? [];
  const end = parts.indexOf(word);
  return end < 0 ? [] : filesOfModule(parts.slice(0, end + 1), index);
}
