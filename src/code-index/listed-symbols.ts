/**
 * The rows of list_symbols for C++ and Python: the symbols of queries, completed by the declarations of the language's
 * rules. Input: a parsed file; output: the same file, whose symbols have access, further attributes and declared
 * functions.
 */
import { type DeclarationFact, DeclarationFlag } from "../facts/declaration-facts.ts";
import { symbolKindOf } from "../syntax/kind-of-definition.ts";
import type { FlatText, ParsedFile } from "../syntax/parse.ts";
import { containerOf, type PlacedSymbol } from "../syntax/symbols.ts";
import { indexingOf } from "./languages.ts";
import type { Addition, Definitions, Listing } from "./listing.ts";
import { isClass, memberAccess } from "./symbol-kind.ts";

const { declared } = DeclarationFlag;

/**
 * Returns the symbols of a file as list_symbols has them, in the order of their names: the symbols of its queries with
 * the access that their declarations have, and of C++ the functions that it declares and does not define, of Python the
 * attributes that methods set. Those of the file are completed in place: copies of all of them take a tenth of the
 * time.
 *
 * @param path "" for unsaved text
 */
function listedSymbols(file: ParsedFile, path: string): readonly PlacedSymbol[] {
  const { language } = file;
  const symbols = file.symbols();
  const { listing: rules, outlineIn } = indexingOf(language.name);
  if (rules === undefined || outlineIn === undefined || file.lacksWords) return symbols;
  const facts = outlineIn(file);
  const factAt = new Map<number, DeclarationFact>();
  for (const fact of facts) factAt.set(fact.at, fact);
  const listing = { path, file, facts, factAt, symbols, holderOf: holdersOf(symbols, facts) };
  const additions = rules.additionsOf(listing);
  const definitions: Definitions =
    rules.definitionsOf?.(
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

/** A file with its path, whose symbols are the rows of list_symbols: see `listedSymbols`. Valid as long as the file. */
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
