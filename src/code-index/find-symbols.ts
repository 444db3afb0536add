/**
 * The symbols that a caller asks for, by name, by place or by both. Input: a code base, and a request such as
 * `Shape::rename` or a line of a file; output: symbols, the best first, or similar names if there are none.
 */
import { nearestOf } from "../base/nearest.ts";
import { childrenOf } from "./children-of.ts";
import { basesOf } from "./class-bases.ts";
import type { Code } from "./code.ts";
import type { CodeIndex, Declaration } from "./code-index.ts";
import { externalSymbol } from "./external-symbols.ts";
import { filesOfModule } from "./files-by-name.ts";
import { type FoundSymbol, type FoundSymbols, isAbsent } from "./found-symbols.ts";
import { isLocal, localSymbols } from "./local-symbols.ts";
import { missingHeadersOf } from "./missing-headers.ts";
import { comparePlaces, declarationsAt, keyOfPlace, placeOf } from "./places.ts";
import { qualifiedNameOf } from "./qualified-name.ts";
import type { Resolver } from "./resolution.ts";
import { isAddressed, parseSymbolAddress, requireSymbolAddress, type SymbolAddress } from "./symbol-address.ts";
import {
  bareness,
  bringsNames,
  isBare,
  isClass,
  isConstructor,
  isForward,
  isFunction,
  isInner,
} from "./symbol-kind.ts";
import { type PlaceRequest, symbolsAt } from "./symbols-at-place.ts";
import {
  declarationsOf,
  noSymbols,
  symbolOf,
  symbolOfFile,
  symbolsOfResolution,
  symbolWithWord,
} from "./symbols-of.ts";
import { isTestPath } from "./test-path.ts";

/** The ways to name a symbol: a suffix of its qualified name, a place where it is written, or both. */
export type SymbolRequest = Omit<PlaceRequest, "line"> & { readonly line: number | undefined };

/**
 * Finds the symbols that a request names. Several are candidates; none is not an error. A file without a line means the symbols of
 * the name that it declares, if it does.
 *
 * @throws UserError when a symbol has no name, and when the place has no such name, or several: with the names of the
 *   line
 */
export async function findSymbols(code: Code, request: SymbolRequest): Promise<FoundSymbols> {
  const { symbol, line, filepath } = request;
  if (line !== undefined) return symbolsAt(code, { ...request, line });
  const address = requireSymbolAddress(symbol ?? "");
  const path = filepath === undefined ? undefined : code.pathOf(filepath);
  const inFile = path === undefined ? undefined : await symbolsInFile(code, address, path);
  return inFile ?? symbolsNamed(code, address);
}

/** The symbols of a name that a file declares, also in its functions; undefined for none. A number counts among these. */
async function symbolsInFile(code: Code, address: SymbolAddress, path: string): Promise<FoundSymbols | undefined> {
  const declared = declaredNamed(code.index, address).filter(({ file }) => file.path === path);
  const chosen = chosenOf(firstNonEmpty(...outerFirst(declared, address)), address);
  const symbols =
    chosen.length === 0
      ? (await localSymbols(code, address, path)).symbols
      : await symbolsOfDeclarations(code, chosen, address, path);
  const isQualified = address.outer.length > 0 || address.isWhole;
  return symbols.length === 0
    ? undefined
    : { ...noSymbols, wanted: address.text, isQualified, ...picked(symbols, address) };
}

/** True for a symbol with a declaration in a file. */
export function isDeclaredIn({ places, forward, constructors }: FoundSymbol, file: string): boolean {
  return [...places, ...forward, ...constructors].some(({ path }) => path === file);
}

/**
 * True if files without the words of the name may lead to something else: to what an import brings. Of a member of a class, all places
 * have both names.
 */
export function mayNeedMore({ symbols, via, wanted }: FoundSymbols, code: Pick<Code, "index">): boolean {
  if (symbols.length === 0 || via.length > 0) return true;
  const declared = symbols.map(({ places }) => declarationsAt(places, code));
  if (declared.some((declarations) => declarations.some(bringsNames))) return true;
  const { outer } = parseSymbolAddress(wanted);
  if (outer.length === 0) return false;
  const isMember = ({ parent }: Declaration) => parent !== undefined && isClass(parent) && parent.name === outer.at(-1);
  return !declared.every((declarations) => declarations.some(isMember)) || filesOfModule(outer, code.index).length > 0;
}

/**
 * Finds the symbols that several requests name, as one result: names that nothing has are `missing` where another one was found.
 *
 * @throws UserError as findSymbols does
 */
export async function findAllSymbols(code: Code, requests: readonly SymbolRequest[]): Promise<FoundSymbols> {
  const found: FoundSymbols[] = [];
  for (const request of requests) found.push(await findSymbols(code, request));
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const absent = found.filter(({ symbols }) => symbols.length === 0);
  const outside = absent.flatMap(({ wanted, external }) => (external === undefined ? [] : [{ wanted, external }]));
  const missing = absent.map(({ wanted, external }) => (external === undefined ? wanted : `${wanted} (${external})`));
  return {
    ...noSymbols,
    wanted: found.map(({ wanted }) => wanted).join(", "),
    // Rows tell which of the names they are of.
    isQualified: false,
    symbols: withoutSame(found.flatMap(({ symbols }) => symbols)),
    via: found.flatMap(({ via }) => via),
    ...(missing.length > 0 && { missing, outside, absent: absent.filter(isAbsent).map(({ wanted }) => wanted) }),
    didYouMean: [...new Set(absent.flatMap(({ didYouMean }) => didYouMean))],
  };
}

async function symbolsNamed(code: Code, address: SymbolAddress): Promise<FoundSymbols> {
  const { index } = code;
  const { text: wanted, outer } = address;
  const isQualified = outer.length > 0 || address.isWhole;
  const addressed = declaredNamed(index, address);
  const written = addressed.length === 0 ? writtenSymbols(code, address) : [];
  if (written.length > 0) return { ...noSymbols, wanted, isQualified, ...picked(written, address) };
  const [outermost, inner] = outerFirst(addressed, address);
  const chosen = chosenOf(
    firstNonEmpty(outermost, () => inheritedMembers(address, index), inner),
    address,
  );
  if (chosen.length === 0) {
    const tests = madeFunctions(index, address).map((one) => symbolOf([one], code));
    if (tests.length > 0) return { ...noSymbols, wanted, isQualified, ...picked(tests, address) };
    const files = filesOfModule([...outer, address.name], index);
    if (files.length > 0) {
      return { ...noSymbols, wanted, isQualified, ...picked(files.map(symbolOfFile), address) };
    }
    const alias = addressed.find(bringsNames);
    if (alias !== undefined) return behindAlias(code, alias, wanted);
    const brought = broughtSymbols(code, address);
    if (brought.length > 0) return { ...noSymbols, wanted, isQualified, ...picked(brought, address) };
    const { symbols, unsearched } = await localSymbols(code, address);
    const local = picked(symbols, address);
    if (symbols.length > 0)
      return { ...noSymbols, wanted, isQualified, ...local, ...(outer.length === 0 && inFunctions) };
    const made = madeSymbols(code, address);
    if (made.length > 0) return { ...noSymbols, wanted, isQualified, ...picked(made, address) };
    const missingHeaders = missingHeadersOf(address.name, code);
    // Names of a missing header are not resolved: no use of it is known to be from outside.
    const outside = missingHeaders.length > 0 ? undefined : await externalSymbol(code, address);
    if (outside !== undefined) return { ...noSymbols, wanted, isQualified: true, confidence: "external", ...outside };
    const left = { ...(unsearched > 0 && { unsearched }), ...(missingHeaders.length > 0 && { missingHeaders }) };
    return { ...noSymbols, wanted, isQualified, ...left, didYouMean: suggestionsFor(code, address) };
  }
  const symbols = await symbolsOfDeclarations(code, chosen, address);
  return {
    ...noSymbols,
    wanted,
    isQualified,
    ...picked(symbols, address),
    ...(areOfFunctions(chosen, address) && inFunctions),
  };
}

const inFunctions = { isOfFunctions: true } as const;

/** True for a name without a qualifier that only parameters, functions in functions and the like have. */
function areOfFunctions(chosen: readonly Declaration[], { outer }: SymbolAddress): boolean {
  return outer.length === 0 && chosen.every((one) => isInner(one) || isLocal(one));
}

function declaredNamed(index: CodeIndex, address: SymbolAddress): readonly Declaration[] {
  return index.named(address.name).filter((declaration) => isAddressed(declaration, address, index));
}

/** The ways to choose among declarations of a name: what has it everywhere, and then parameters and the like. */
function outerFirst(addressed: readonly Declaration[], { outer }: SymbolAddress) {
  return [
    () => addressed.filter((found) => !bringsNames(found) && (outer.length > 0 || !isInner(found))),
    () => addressed.filter(isInner),
  ] as const;
}

/** Declarations without constructors, unless an address names these. */
function chosenOf(all: readonly Declaration[], { outer, name }: SymbolAddress): readonly Declaration[] {
  return outer.at(-1) === name ? all : withoutConstructors(all);
}

/**
 * The symbols that declarations are of. A parameter, or a function in another one, has no more right to a name than functions
 * that only open files know.
 *
 * @param within the only file whose functions are looked into
 */
async function symbolsOfDeclarations(
  code: Code,
  chosen: readonly Declaration[],
  address: SymbolAddress,
  within?: string,
): Promise<readonly FoundSymbol[]> {
  const ranked = withoutForward(rankedSymbols(chosen, code));
  const known = ranked.map((declarations) => symbolOf(declarations, code));
  const local = areOfFunctions(chosen, address) ? await localSymbols(code, address, within) : undefined;
  return local === undefined ? known : withoutSame([...local.symbols, ...known]);
}

function firstNonEmpty<Item>(...choices: readonly (() => readonly Item[])[]): readonly Item[] {
  for (const choice of choices) {
    const items = choice();
    if (items.length > 0) return items;
  }
  return [];
}

/** Symbols without later ones at a place of an earlier one. */
function withoutSame(symbols: readonly FoundSymbol[]): readonly FoundSymbol[] {
  const seen = new Set<string>();
  return symbols.filter(({ places }) => {
    const keys = places.map(keyOfPlace);
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}

/** Declarations without the constructors of classes among them: who names a class means the class. */
function withoutConstructors(declarations: readonly Declaration[]): readonly Declaration[] {
  const hasClass = declarations.some(isClass);
  return hasClass ? declarations.filter((declaration) => !isConstructor(declaration)) : declarations;
}

/** The symbol that the number of an address picks, or else all; how many there are where none has that number. */
function picked(
  symbols: readonly FoundSymbol[],
  { text, candidate }: SymbolAddress,
): Pick<FoundSymbols, "symbols" | "ofName"> & { readonly wanted?: string } {
  if (candidate === undefined) return { symbols };
  const chosen = symbols.slice(candidate - 1, candidate);
  if (chosen.length > 0) return { symbols: chosen };
  return { symbols: [], wanted: `${text}#${candidate}`, ofName: symbols.length };
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
    const resolution = file.resolver.resolve(file, alias.at);
    const behind = (resolution.via ?? []).filter(
      ({ at, file: { path } }) => at !== alias.at || path !== alias.file.path,
    );
    return symbolsOfResolution(code, file, wanted, { ...resolution, via: [alias, ...behind] });
  });
  const isFound = found !== undefined && (found.symbols.length > 0 || found.external !== undefined);
  return isFound ? found : { ...noSymbols, wanted, isQualified: false, symbols: [symbolOf([alias], code)] };
}

/**
 * The symbols of an address that begins with a module: `forms.Field` and `forms.Field.clean`, where `forms/__init__.py` has `Field` by
 * an import, also by a star.
 */
function broughtSymbols(code: Code, { outer, name }: SymbolAddress): readonly FoundSymbol[] {
  const names = [...outer, name];
  for (let length = outer.length; length > 0; length--) {
    const [first = "", ...members] = names.slice(length);
    const brought = filesOfModule(names.slice(0, length), code.index).flatMap(
      (file) => code.resolverOf(file.language).inModule?.(file, first) ?? [],
    );
    const found = members.reduce(
      (holders, member) => holders.flatMap(childrenOf).filter((child) => child.name === member),
      [...new Set(brought)],
    );
    if (found.length > 0) return rankedSymbols(found, code).map((declarations) => symbolOf(declarations, code));
  }
  return [];
}

/** The functions that macros make of two names: `Store.adds` of `TEST_F(Store, adds)`, and `adds.Store` of a macro that has the class last. */
function madeFunctions(index: CodeIndex, { outer, name }: SymbolAddress): readonly Declaration[] {
  const holder = outer.at(-1);
  if (holder === undefined || outer.length > 1) return [];
  const written = index.named(`${holder}.${name}`);
  const turned = index.named(`${name}.${holder}`).filter(({ qualifier }) => qualifier === holder);
  return [...written, ...turned].filter(isFunction);
}

/** The symbols that macros make with the name of an address. */
function madeSymbols(code: Code, address: SymbolAddress): readonly FoundSymbol[] {
  return symbolsOfMacros(code, address, (resolver) => resolver.madeNamed?.(address.name));
}

/** The members that macros write into the class of an address: `Array::Ptr`. */
function writtenSymbols(code: Code, address: SymbolAddress): readonly FoundSymbol[] {
  const holder = address.outer.at(-1);
  if (holder === undefined) return [];
  return symbolsOfMacros(code, address, (resolver) => resolver.writtenNamed?.(address.name, holder));
}

/** The symbols of an address that uses of macros declare. */
function symbolsOfMacros(
  code: Code,
  address: SymbolAddress,
  usesOf: (resolver: Resolver) => readonly Declaration[] | undefined,
): readonly FoundSymbol[] {
  const languages = new Set(code.index.files.map(({ language }) => language));
  const addressed = [...languages].flatMap((language) => {
    const resolver = code.resolverOf(language);
    const made = usesOf(resolver) ?? [];
    const meant = new Set(made.filter((one) => isAddressed(one, { ...address, name: one.name }, code.index)));
    const others = made.filter((one) => one.parent === undefined && !meant.has(one));
    const { name } = address;
    const isMeant = (scope: Declaration) =>
      isAddressed({ name, qualifier: "", file: scope.file, parent: scope }, address, code.index);
    for (const one of resolver.usesInScopes?.(others, name, isMeant) ?? []) meant.add(one);
    return made.filter((one) => meant.has(one));
  });
  return addressed.map((declaration) => symbolWithWord([declaration], address.name, code));
}

/** Names that are suggested for one that nothing has. */
const maxSuggestions = 3;

function suggestionsFor(code: Code, { text, outer, name }: SymbolAddress): readonly string[] {
  const { index } = code;
  const qualified = (names: readonly string[]) => {
    const all = names.flatMap((known) => index.named(known)).filter((found) => !bringsNames(found));
    const declarations = withoutConstructors(all);
    return [...new Set(declarations.map((found) => qualifiedNameOf(found, code.separatorOf(found.file.language))))];
  };
  const sameName = outer.length > 0 ? qualified([name]) : [];
  if (sameName.length > 0) {
    const nearest = nearestOf(text, sameName, maxSuggestions);
    return nearest.length > 0 ? nearest : sameName.slice(0, maxSuggestions);
  }
  return qualified(index.namesNear(name, maxSuggestions)).slice(0, maxSuggestions);
}

/** The symbols that declarations are of, best first. */
function rankedSymbols(found: readonly Declaration[], code: Code): readonly (readonly Declaration[])[] {
  const symbols: (readonly Declaration[])[] = [];
  const seen = new Set<Declaration>();
  for (const declaration of found) {
    if (seen.has(declaration)) continue;
    const all = declarationsOf(declaration, code);
    const declarations = all.includes(declaration) ? all : [declaration];
    const [first = declaration] = declarations;
    // A declaration may lead to a symbol that does not know it: `class A;` of a file that sees another A.
    const isKnown = seen.has(first) && symbols.some((known) => known.includes(first));
    for (const other of declarations) seen.add(other);
    if (isKnown) continue;
    symbols.push([...declarations].sort((a, b) => bareness(a) - bareness(b)));
  }
  return symbols.sort(([a], [b]) => (a === undefined || b === undefined ? 0 : compareRank(a, b)));
}

/** Symbols without mere forward declarations, if there are others: `class A;` of an A elsewhere. */
function withoutForward(symbols: readonly (readonly Declaration[])[]): readonly (readonly Declaration[])[] {
  const known = symbols.filter((declarations) => !declarations.every(isAnnounced));
  return known.some(([first]) => first !== undefined && isTypeDefined(first)) ? known : symbols;
}

/** True for `class A;` and `enum B : int;`. */
function isAnnounced(declaration: Declaration): boolean {
  return isForward(declaration) || (declaration.kind === "enum" && isBare(declaration));
}

function isTypeDefined(declaration: Declaration): boolean {
  return isClass(declaration) || declaration.kind === "enum";
}

function compareRank(a: Declaration, b: Declaration): number {
  return (
    bareness(a) - bareness(b) ||
    // Definitions in tests are seldom meant.
    Number(isTestPath(a.file.path)) - Number(isTestPath(b.file.path)) ||
    // The name of a class means the class: a macro may make a function with its name as an argument.
    Number(isClass(b)) - Number(isClass(a)) ||
    comparePlaces(placeOf(a), placeOf(b))
  );
}
