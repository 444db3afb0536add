import { isHeader } from "../base/is-header.ts";
import { type DeclarationFact, DeclarationFlag } from "../facts/declaration-facts.ts";
import { symbolKindOf } from "../syntax/kind-of-definition.ts";
import type { FlatText, ParsedFile } from "../syntax/parse.ts";
import { containerOf, type PlacedSymbol } from "../syntax/symbols.ts";
import { pairsOfFunctions } from "./cpp/function-pairs.ts";
import { indexingOf } from "./languages.ts";
import { isClass, memberAccess } from "./symbol-kind.ts";

const { declared, friend } = DeclarationFlag;

/** A declaration that is no symbol of the queries, and the tag of tags.scm or symbols.scm that gives its kind. */
type Addition = { readonly fact: DeclarationFact; readonly tag: string };

/** The symbols of a file, and what it declares. */
type Listing = {
  /** "" for unsaved text. */
  readonly path: string;
  readonly file: ParsedFile;
  readonly facts: readonly DeclarationFact[];
  /** By the offset of its name, the last declaration there. */
  readonly factAt: ReadonlyMap<number, DeclarationFact>;
  /** Those of the queries, in the order of their names. */
  readonly symbols: readonly PlacedSymbol[];
  /** Returns the nearest symbol around a declaration. */
  readonly holderOf: (fact: DeclarationFact) => PlacedSymbol | undefined;
};

/** What is listed of a language besides the symbols of its queries, in source order. */
type ListingRules = {
  readonly additionsOf: (listing: Listing) => readonly Addition[];
  /** Returns by declaration that is not listed the symbol that defines it, which has its access. */
  readonly definitionsOf?: (listing: Listing, added: readonly DeclarationFact[]) => Definitions;
};

type Definitions = ReadonlyMap<DeclarationFact, PlacedSymbol>;

const rules: ReadonlyMap<string, ListingRules> = new Map<string, ListingRules>([
  [
    "cpp",
    {
      additionsOf: (listing) => [...declaredFunctions(listing), ...listedEnumerators(listing)],
      definitionsOf: pairsOfFunctions,
    },
  ],
  ["python", { additionsOf: attributesOfMethods }],
]);

/**
 * Returns the symbols of a file as list_symbols has them, in the order of their names: those of its queries with the access
 * that their declarations have, and of C++ the functions that it declares and does not define, of Python the attributes
 * that methods set. Those of the file are completed in place: copies of all of them take a tenth of the time.
 *
 * @param path "" for unsaved text
 */
function listedSymbols(file: ParsedFile, path: string): readonly PlacedSymbol[] {
  const { language } = file;
  const symbols = file.symbols();
  const ruled = rules.get(language.name);
  const { outlineIn } = indexingOf(language.name);
  if (ruled === undefined || outlineIn === undefined || file.lacksWords) return symbols;
  const facts = outlineIn(file);
  const factAt = new Map<number, DeclarationFact>();
  for (const fact of facts) factAt.set(fact.at, fact);
  const listing = { path, file, facts, factAt, symbols, holderOf: holdersOf(symbols, facts) };
  const additions = ruled.additionsOf(listing);
  const definitions: Definitions =
    ruled.definitionsOf?.(
      listing,
      additions.map(({ fact }) => fact),
    ) ?? new Map();
  const declarationOf = new Map([...definitions].map(([fact, symbol]) => [symbol, fact]));
  for (const symbol of symbols) {
    const own = factAt.get(symbol.at);
    const member = declarationOf.get(symbol) ?? own;
    symbol.access = member && memberAccess(member, facts[member.parent]);
    symbol.isDeclared = own !== undefined && (own.flags & declared) !== 0;
  }
  const { wholePositionOf } = file.flat();
  const added = additions.flatMap(({ fact, tag }) => {
    if (definitions.has(fact)) return [];
    return additionalSymbol({ fact, tag }, listing.holderOf(fact), listing, wholePositionOf) ?? [];
  });
  if (added.length === 0) return symbols;
  return [...symbols, ...added].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** A file with its path, whose symbols are those that list_symbols lists: see `listedSymbols`. Valid as long as the file. */
export function withListedSymbols(file: ParsedFile, path: string): ParsedFile {
  let symbols: readonly PlacedSymbol[] | undefined;
  return {
    ...file,
    path,
    symbols: () => {
      symbols ??= listedSymbols(file, path);
      return symbols;
    },
  };
}

function additionalSymbol(
  { fact, tag }: Addition,
  parent: PlacedSymbol | undefined,
  { file, facts }: Listing,
  positionOf: FlatText["wholePositionOf"],
): PlacedSymbol | undefined {
  const { language } = file;
  const { name, at, start, headEnd, end } = fact;
  const { line, column } = positionOf(at);
  const { line: endLine } = positionOf(Math.max(start, end - 1));
  const kind = symbolKindOf({ tag, name }, parent, language.symbols);
  if (kind === undefined) return undefined;
  const { signature, doc } = file.textsOf({ start, headEnd, end });
  return {
    name,
    kind,
    line,
    column,
    parent,
    qualifier: "",
    depth: parent === undefined ? 0 : parent.depth + 1,
    container: containerOf(parent, "", language.scope_separator),
    endLine,
    at,
    start,
    headEnd,
    end,
    access: memberAccess(fact, facts[fact.parent]),
    isDeclared: (fact.flags & declared) !== 0,
    signature,
    doc,
  };
}

/** Returns a lookup of the nearest symbol around a declaration. */
function holdersOf(symbols: readonly PlacedSymbol[], facts: readonly DeclarationFact[]): Listing["holderOf"] {
  const byName = new Map(symbols.map((symbol) => [symbol.at, symbol]));
  // The class of `typedef struct { } X;` has no name of its own, and the symbol is X.
  const byBody = new Map(symbols.filter(({ headEnd, end }) => headEnd < end).map((symbol) => [symbol.headEnd, symbol]));
  return (fact) => {
    for (let outer = facts[fact.parent]; outer !== undefined; outer = facts[outer.parent]) {
      const symbol = outer.name === "" ? isClass(outer) && byBody.get(outer.headEnd) : byName.get(outer.at);
      if (symbol) return symbol;
    }
    return undefined;
  };
}

/** The functions of C++ without a body: members of classes, and in headers those of namespaces and of the file. */
function declaredFunctions({ path, file, facts }: Listing): readonly Addition[] {
  const isOfHeader = isHeader(path);
  const isListed = (fact: DeclarationFact) => {
    const { kind, flags, qualifier, name, parent } = fact;
    if (kind !== "function" || (flags & declared) === 0 || (flags & friend) !== 0) return false;
    if (qualifier !== "" || name === "") return false;
    const holder = facts[parent];
    if (holder !== undefined && isClass(holder)) return hasType(fact, holder, file.text);
    return isOfHeader && (holder === undefined || holder.kind === "namespace") && hasType(fact, undefined, file.text);
  };
  return facts.filter(isListed).map((fact) => ({ fact, tag: "function" }));
}

/** Enumerators that macros list: an outline has no others. */
function listedEnumerators({ facts }: Listing): readonly Addition[] {
  return facts.filter(({ kind }) => kind === "enum_member").map((fact) => ({ fact, tag: "enumerator" }));
}

/** True for a function that is declared with a type or needs none, as against the call of a macro. */
function hasType(
  { name, type, start, at }: DeclarationFact,
  holder: DeclarationFact | undefined,
  text: string,
): boolean {
  if (type !== "" || name.startsWith("~") || name === holder?.name) return true;
  return /\b(?:auto|operator)\b/.test(text.slice(start, at + "operator".length));
}

/** What methods of Python set on their first parameter, where the body of the class does not list the name. */
function attributesOfMethods({ file, facts, factAt, symbols, holderOf }: Listing): readonly Addition[] {
  const { text } = file;
  const listed = new Map<PlacedSymbol, Set<string>>();
  const namesIn = (holder: PlacedSymbol) => {
    const names = listed.get(holder) ?? new Set();
    listed.set(holder, names);
    return names;
  };
  const places = new Set(symbols.map(({ at }) => at));
  for (const { parent, name } of symbols) if (parent !== undefined) namesIn(parent).add(name);
  return facts.flatMap((fact) => {
    const { kind, name, at } = fact;
    if (kind !== "field" || places.has(at) || factAt.get(at) !== fact) return [];
    const holder = facts[fact.parent];
    if (holder === undefined || !isClass(holder) || !isBehindDot(text, at)) return [];
    const symbol = holderOf(fact);
    if (symbol === undefined || namesIn(symbol).has(name)) return [];
    namesIn(symbol).add(name);
    return { fact, tag: "variable" };
  });
}

/** True for the `x` of `self.x`. */
function isBehindDot(text: string, at: number): boolean {
  let before = at - 1;
  while (" \t".includes(text.charAt(before)) && before > 0) before--;
  return text.charAt(before) === ".";
}
