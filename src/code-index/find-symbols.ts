import { UserError } from "../base/errors.ts";
import { nearestOf } from "../base/nearest.ts";
import { DeclarationFlag, type DeclarationKind } from "../facts/declaration-facts.ts";
import { basesOf } from "./class-bases.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import { filesOfModule, includedFiles } from "./files-by-name.ts";
import type { FoundSymbol, FoundSymbols, Place } from "./found-symbols.ts";
import { type LineWord, nearestWord, wordAt, wordsOfLine } from "./line-words.ts";
import { partsOfName, qualifiedNameOf } from "./qualified-name.ts";
import type { Resolution } from "./resolution.ts";
import { isAddressed, parseSymbolAddress, type SymbolAddress } from "./symbol-address.ts";
import { isClass } from "./symbol-kind.ts";

/** What a caller names a symbol by: its name, a place where it is written, or both. */
export type SymbolRequest = {
  /** A suffix of its qualified name; with a line the name that is meant on that line. */
  readonly symbol: string | undefined;
  /** The file of the line, as the caller writes it; undefined for the unsaved text. */
  readonly filepath: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
};

/**
 * Finds the symbols that a request names. Several are candidates; none is no error.
 *
 * @throws UserError when the place has no such name, or several: with the names of the line
 */
export function findSymbols(code: Code, request: SymbolRequest): Promise<FoundSymbols> {
  const { symbol, line } = request;
  if (line !== undefined) return symbolsAt(code, { ...request, line });
  return symbolsNamed(code, parseSymbolAddress(symbol ?? ""));
}

const nothing: Pick<FoundSymbols, "confidence" | "via" | "didYouMean"> = {
  confidence: "exact",
  via: [],
  didYouMean: [],
};

/** Kinds that bring names of other places into a scope. */
const aliasKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>([
  ...(["include", "using", "using_namespace", "namespace_alias", "import", "star_import"] as const),
]);

/** Kinds that are meant only where nothing else has the name, unless what holds them is named as well. */
const innerKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["parameter", "type_parameter", "label"]);

async function symbolsNamed(code: Code, address: SymbolAddress): Promise<FoundSymbols> {
  const { index } = code;
  const { text: wanted, outer, candidate } = address;
  const isQualified = outer.length > 0 || address.isWhole;
  const addressed = index.named(address.name).filter((declaration) => isAddressed(declaration, address, index));
  const all = firstNonEmpty(
    () => addressed.filter(({ kind }) => !aliasKinds.has(kind) && (outer.length > 0 || !innerKinds.has(kind))),
    () => inheritedMembers(address, index),
    () => addressed.filter(({ kind }) => innerKinds.has(kind)),
  );
  const chosen = outer.at(-1) === address.name ? all : withoutConstructors(all);
  if (chosen.length === 0) {
    const files = filesOfModule([...outer, address.name], index);
    if (files.length > 0) return { ...nothing, wanted, isQualified, symbols: picked(files.map(fileSymbol), candidate) };
    const alias = addressed.find(({ kind }) => aliasKinds.has(kind));
    if (alias !== undefined) return behindAlias(code, alias, wanted);
    return { ...nothing, wanted, isQualified, symbols: [], didYouMean: suggestionsFor(code, address) };
  }
  const symbols = rankedSymbols(chosen, code).map((declarations) => symbolOf(declarations, code));
  return { ...nothing, wanted, isQualified, symbols: picked(symbols, candidate) };
}

function firstNonEmpty<Item>(...choices: readonly (() => readonly Item[])[]): readonly Item[] {
  for (const choice of choices) {
    const items = choice();
    if (items.length > 0) return items;
  }
  return [];
}

/** Declarations without the constructors of classes among them: who names a class means the class. */
function withoutConstructors(declarations: readonly Declaration[]): readonly Declaration[] {
  const hasClass = declarations.some(isClass);
  return hasClass ? declarations.filter((declaration) => !isConstructor(declaration)) : declarations;
}

function isConstructor({ kind, name, qualifier, parent }: Declaration): boolean {
  if (kind !== "function") return false;
  return qualifier === "" ? parent !== undefined && isClass(parent) && parent.name === name : endsWith(qualifier, name);
}

function endsWith(qualifier: string, name: string): boolean {
  return partsOfName(qualifier).at(-1) === name;
}

function picked<Item>(candidates: readonly Item[], number: number | undefined): readonly Item[] {
  return number === undefined ? candidates : candidates.slice(number - 1, number);
}

/** The members that the class of an address has from its bases: `Circle::name`, which Shape declares. */
function inheritedMembers({ outer, name }: SymbolAddress, index: CodeIndex): readonly Declaration[] {
  const className = outer.at(-1);
  if (className === undefined) return [];
  const address = { ...parseSymbolAddress(""), outer: outer.slice(0, -1), name: className };
  const classes = index.named(className).filter((found) => isClass(found) && isAddressed(found, address, index));
  for (const base of classes.flatMap((found) => basesOf(found, index))) {
    const members = index.named(name).filter(({ parent }) => parent === base);
    if (members.length > 0) return members;
  }
  return [];
}

async function behindAlias(code: Code, alias: Declaration, wanted: string): Promise<FoundSymbols> {
  const found = await code.withFile(alias.file.path, (file) => {
    const resolution = file.resolver?.resolve(file, alias.at);
    const behind = (resolution?.via ?? []).filter(
      ({ at, file: { path } }) => at !== alias.at || path !== alias.file.path,
    );
    return resolution && resolved(code, file, wanted, { ...resolution, via: [alias, ...behind] });
  });
  const isFound = found !== undefined && (found.symbols.length > 0 || found.external !== undefined);
  return isFound ? found : { ...nothing, wanted, isQualified: false, symbols: [symbolOf([alias], code)] };
}

/** Names that are suggested for one that nothing has. */
const maxSuggestions = 3;

function suggestionsFor(code: Code, { text, outer, name }: SymbolAddress): readonly string[] {
  const { index } = code;
  const qualified = (names: readonly string[]) => {
    const all = names.flatMap((known) => index.named(known)).filter(({ kind }) => !aliasKinds.has(kind));
    const declarations = withoutConstructors(all);
    return [...new Set(declarations.map((found) => qualifiedNameOf(found, code.separatorOf(found.file.language))))];
  };
  const sameName = outer.length > 0 ? qualified([name]) : [];
  if (sameName.length > 0) {
    const nearest = nearestOf(text, sameName, maxSuggestions);
    return nearest.length > 0 ? nearest : sameName.slice(0, maxSuggestions);
  }
  return qualified(nearestOf(name, index.names(), maxSuggestions)).slice(0, maxSuggestions);
}

async function symbolsAt(code: Code, request: SymbolRequest & { readonly line: number }): Promise<FoundSymbols> {
  const { filepath } = request;
  const path = filepath === undefined ? code.unsavedPath : code.pathOf(filepath);
  const found = path && (await code.withFile(path, (file) => symbolsInFile(code, file, request)));
  if (!found) throw new UserError(`Failed to open file: ${filepath ?? ""}`);
  return found;
}

function symbolsInFile(
  code: Code,
  file: ResolvedFile,
  { symbol, line, column }: SymbolRequest & { readonly line: number },
): FoundSymbols {
  const start = file.offsetAt(line, 1);
  if (start === undefined) throw new UserError(`Line ${line} is not in the file`);
  const end = file.whole.indexOf("\n", start);
  const text = file.whole.slice(start, end < 0 ? undefined : end);
  const include = file.file.declarations.find((found) => found.kind === "include" && found.line === line);
  if (include !== undefined && (symbol === undefined || text.includes(symbol))) {
    return filesOfInclude(include, file.index);
  }
  const words = wordsOfLine(text);
  const word = wordOf(words, file, { symbol, line, column });
  if (word === undefined) throw unclearPlace(words, { symbol, line, column });
  const isDestructor = text.charAt(word.column - 2) === "~" && declarationAt(file, line, word.column - 1) !== undefined;
  const place = isDestructor ? word.column - 1 : word.column;
  const declaration = declarationAt(file, line, place);
  if (declaration !== undefined && !aliasKinds.has(declaration.kind)) {
    const found = file.resolver?.symbolOf(declaration) ?? [declaration];
    return { ...nothing, wanted: word.word, isQualified: true, symbols: [symbolOf(found, code)] };
  }
  const resolution = file.resolver?.resolve(file, start + place - 1);
  const found = resolved(code, file, word.word, resolution ?? { confidence: "none", rule: "none", targets: [] });
  if (found.symbols.length > 0 || found.external !== undefined) return found;
  return { ...found, symbols: modulesOfImport(file, line, word.word).map(fileSymbol) };
}

function declarationAt({ file }: ResolvedFile, line: number, column: number): Declaration | undefined {
  return file.declarations.find((declaration) => declaration.line === line && declaration.column === column);
}

/** The word that a request means on its line; undefined when that is not clear. */
function wordOf(
  words: readonly LineWord[],
  { file }: ResolvedFile,
  { symbol, line, column }: Omit<SymbolRequest, "filepath">,
): LineWord | undefined {
  if (symbol !== undefined) {
    const name = parseSymbolAddress(symbol)
      .name.replace(/^~/, "")
      .replace(/^operator\b.*/, "operator");
    const named = words.filter(({ word }) => word === name);
    return column === undefined ? named[0] : nearestWord(named, column);
  }
  if (column !== undefined) return wordAt(words, column);
  const defined = file.declarations.filter((declaration) => declaration.line === line);
  const outermost = defined.filter(({ kind, scopeEnd }) => scopeEnd === 0 && !innerKinds.has(kind));
  const [only, ...others] = outermost.length > 0 ? outermost : defined;
  if (others.length > 0) return undefined;
  if (only === undefined) return words.length === 1 ? words[0] : undefined;
  const column0 = only.column + (only.name.startsWith("~") ? 1 : 0);
  return words.find((word) => word.column === column0);
}

/** Names of a line in a message. */
const maxListedNames = 30;

function unclearPlace(words: readonly LineWord[], request: Omit<SymbolRequest, "filepath">): UserError {
  const { symbol, line, column } = request;
  const names = words.slice(0, maxListedNames).map((found) => `${found.word}:${found.column}`);
  const listed = names.length === 0 ? {} : { names };
  if (symbol !== undefined) return new UserError(`Line ${line} has no ${symbol}`, listed);
  if (column !== undefined) return new UserError(`Line ${line} has no name at column ${column}`, listed);
  const details = "Give symbol or column: the names of the line with their columns are in names.";
  return new UserError(`Line ${line} has no definition, or several`, { details, ...listed });
}

function resolved(code: Code, file: ResolvedFile, wanted: string, resolution: Resolution): FoundSymbols {
  const { confidence, targets, external, via = [] } = resolution;
  const symbols: (readonly Declaration[])[] = [];
  for (const target of targets) {
    if (symbols.some((declarations) => declarations.includes(target))) continue;
    symbols.push([target, ...declarationsOf(target, code, file).filter((other) => other !== target)]);
  }
  return {
    wanted,
    isQualified: true,
    symbols: symbols.map((declarations) => symbolOf(declarations, code)),
    confidence,
    via: via.map(placeOf),
    ...(confidence === "external" && { external: external ?? wanted }),
    didYouMean: [],
  };
}

function declarationsOf(declaration: Declaration, code: Code, file?: ResolvedFile): readonly Declaration[] {
  const { language } = declaration.file;
  const isOfFile = file !== undefined && file.file.language === language;
  const resolver = isOfFile ? file.resolver : code.resolverOf(language);
  return resolver?.symbolOf(declaration) ?? [declaration];
}

/** The symbols that declarations are of, best first. */
function rankedSymbols(found: readonly Declaration[], code: Code): readonly (readonly Declaration[])[] {
  const symbols: (readonly Declaration[])[] = [];
  const seen = new Set<Declaration>();
  for (const declaration of found) {
    if (seen.has(declaration)) continue;
    const all = declarationsOf(declaration, code);
    const declarations = all.includes(declaration) ? all : [declaration];
    for (const other of declarations) seen.add(other);
    symbols.push([...declarations].sort((a, b) => bareness(a) - bareness(b)));
  }
  return symbols.sort(([a], [b]) => (a === undefined || b === undefined ? 0 : compareRank(a, b)));
}

/** 0 for a definition, 1 for a declaration, 2 for a forward declaration. */
function bareness({ flags }: Declaration): number {
  if (flags & DeclarationFlag.forward) return 2;
  return flags & DeclarationFlag.declared ? 1 : 0;
}

/** Paths of tests: what they define is seldom meant. */
const testPath = /(?:^|[\\/])(?:tests?|testing|__tests__)[\\/]|(?:^|[\\/])test_[^\\/]*$|[._-]tests?\.\w+$/;

function compareRank(a: Declaration, b: Declaration): number {
  return (
    bareness(a) - bareness(b) ||
    Number(testPath.test(a.file.path)) - Number(testPath.test(b.file.path)) ||
    comparePaths(a.file.path, b.file.path) ||
    a.line - b.line ||
    a.column - b.column
  );
}

function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function symbolOf(declarations: readonly Declaration[], code: Code): FoundSymbol {
  const [first] = declarations;
  if (first === undefined) throw new Error("a symbol has a declaration");
  const name = qualifiedNameOf(first, code.separatorOf(first.file.language));
  const constructors = isClass(first) ? constructorsOf(declarations, code) : [];
  return {
    name,
    word: first.name,
    places: declarations.map(placeOf),
    constructors: constructors.map(placeOf),
    isFile: false,
  };
}

/** The constructors of a class, with those that are defined outside of it. */
function constructorsOf(declarations: readonly Declaration[], code: Code): readonly Declaration[] {
  const named = code.index.named(declarations[0]?.name ?? "").filter(isConstructor);
  const inside = named.filter(({ parent, qualifier }) => qualifier === "" && parent && declarations.includes(parent));
  return [...new Set(inside.flatMap((declared) => declarationsOf(declared, code)))];
}

function placeOf({ file, line, column }: Declaration): Place {
  return { path: file.path, line, column };
}

function fileSymbol({ path }: IndexedFile): FoundSymbol {
  const name = path.replace(/^.*[\\/]/s, "");
  return { name, word: name, places: [{ path, line: 1, column: 1 }], constructors: [], isFile: true };
}

function filesOfInclude(include: Declaration, index: CodeIndex): FoundSymbols {
  const files = includedFiles(include.name, include.file, index);
  const found = { ...nothing, wanted: include.name, isQualified: true, symbols: files.map(fileSymbol) };
  return files.length > 0 ? found : { ...found, confidence: "external", external: include.name };
}

/** The files of the module that an import of a line names with a word: pkg/mod.py for mod of `import pkg.mod`. */
function modulesOfImport({ file, index }: ResolvedFile, line: number, word: string): readonly IndexedFile[] {
  const found = file.declarations.find(({ kind, ...place }) => aliasKinds.has(kind) && place.line === line);
  const parts =
    found?.type
      .split(":")[0]
      ?.split(".")
      .filter((part) => part !== "") ?? [];
  const end = parts.indexOf(word);
  return end < 0 ? [] : filesOfModule(parts.slice(0, end + 1), index);
}
