/**
 * The pairs of declarations and definitions of C++ functions in one file, for list_symbols. Input: the symbols of a
 * file; output: for each declared function the symbol that defines it.
 */
import { groupBy } from "../../base/group-by.ts";
import { wordSet } from "../../base/word-list.ts";
import { type DeclarationFact, DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { ParsedFile } from "../../syntax/parse.ts";
import { containerOf, type PlacedSymbol, qualifiedName } from "../../syntax/symbols.ts";
import { typeHash } from "./type-words.ts";

type Functions = {
  readonly file: Pick<ParsedFile, "text" | "language">;
  readonly factAt: ReadonlyMap<number, DeclarationFact>;
  readonly symbols: readonly PlacedSymbol[];
  readonly holderOf: (fact: DeclarationFact) => PlacedSymbol | undefined;
};

/**
 * Finds the symbols that define declared functions of the same file: they have the qualified name, or the end of it that
 * they are written with, and parameters of the same types. A definition out of its class, which must be declared in there,
 * goes without such a partner with the only declaration that is left with as many parameters: types are compared as texts.
 */
export function pairsOfFunctions(
  { file, factAt, symbols, holderOf }: Functions,
  declarations: readonly DeclarationFact[],
): ReadonlyMap<DeclarationFact, PlacedSymbol> {
  const pairs = new Map<DeclarationFact, PlacedSymbol>();
  const taken = new Set<PlacedSymbol>();
  const names = new Set(declarations.map(({ name }) => name));
  const isDefinition = ({ at, name }: PlacedSymbol) => {
    const fact = names.has(name) ? factAt.get(at) : undefined;
    return fact?.kind === "function" && (fact.flags & DeclarationFlag.declared) === 0;
  };
  const definitions = groupBy(symbols.filter(isDefinition), ({ name }) => name);
  if (definitions.size === 0) return pairs;
  const { text, language } = file;
  const separator = language.scope_separator;
  const containerOfFact = (fact: DeclarationFact) => containerOf(holderOf(fact), "", separator);
  const groups = groupBy(declarations, (fact) =>
    qualifiedName({ name: fact.name, container: containerOfFact(fact) }, separator),
  );
  for (const [name, declared] of groups) {
    const ofName = definitions.get(declared[0]?.name ?? "") ?? [];
    const named = ofName.filter((symbol) => isNamed(symbol, name, separator));
    if (named.length === 0) continue;
    const add = (found: ReturnType<typeof pairsByKey>) => {
      for (const [fact, symbol] of found) {
        pairs.set(fact, symbol);
        taken.add(symbol);
      }
    };
    add(pairsByKey({ declared, defined: named }, (one) => typesKey(text, one), false));
    const left = {
      declared: declared.filter((fact) => !pairs.has(fact)),
      defined: named.filter((symbol) => symbol.qualifier !== "" && !taken.has(symbol)),
    };
    add(pairsByKey(left, (one) => parametersIn(text, one).types.length, true));
  }
  return pairs;
}

type Sides = { readonly declared: readonly DeclarationFact[]; readonly defined: readonly PlacedSymbol[] };

/**
 * Pairs declarations and definitions that have the same key, in their order.
 *
 * @param isOnly true for only pairs of keys that are unique on each side
 */
function pairsByKey(
  { declared, defined }: Sides,
  keyOf: (one: Place) => number,
  isOnly: boolean,
): readonly (readonly [DeclarationFact, PlacedSymbol])[] {
  const declaredByKey = groupBy(declared, keyOf);
  const definedByKey = groupBy(defined, keyOf);
  return Array.from(declaredByKey).flatMap(([key, ofKey]) => {
    const partners = definedByKey.get(key) ?? [];
    if (isOnly && (ofKey.length > 1 || partners.length > 1)) return [];
    return ofKey.flatMap((fact, index) => {
      const partner = partners[Math.min(index, partners.length - 1)];
      return partner === undefined ? [] : [[fact, partner] as const];
    });
  });
}

/** True for a symbol with a qualified name, or one that is written with the end of it: in a namespace that is used. */
function isNamed(symbol: PlacedSymbol, name: string, separator: string): boolean {
  const own = qualifiedName(symbol, separator);
  return own === name || (symbol.qualifier !== "" && name.endsWith(separator + own));
}

type Place = Pick<PlacedSymbol, "name" | "at" | "headEnd">;

type Parameters = {
  /** Their types, without names and defaults. */
  readonly types: readonly string[];
  /** `const`, `&&` and the like after them. */
  readonly qualifiers: string;
};

function typesKey(text: string, place: Place): number {
  const { types, qualifiers } = parametersIn(text, place);
  return typeHash(types, qualifiers);
}

/** Texts whose commas and brackets do not belong to the parameters: in defaults and between them. */
const literalOrComment = /\/\*.*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/gs;

/** UTF-16 code units of the parameters of a function that are compared. */
const maxHead = 4_000;

/** The parameters of a function by its text: a tree may be without them. */
function parametersIn(text: string, { name, at, headEnd }: Place): Parameters {
  const from = text.startsWith(name, at) ? at + name.length : at;
  const head = text.slice(from, Math.min(headEnd, from + maxHead)).replace(literalOrComment, " ");
  const open = head.indexOf("(");
  const types: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let index = open; index >= 0 && index < head.length; index++) {
    const character = head.charAt(index);
    if ("([{<".includes(character)) depth++;
    else if (")]}>".includes(character)) depth--;
    if (depth > 1 && character !== ",") continue;
    if (depth !== 0 && !(depth === 1 && character === ",")) continue;
    const type = typeOfParameter(head.slice(start, index));
    if (type !== "" && type !== "void") types.push(type);
    start = index + 1;
    if (depth === 0) {
      const behind = /^[\s\w]*(?:&&?)?/.exec(head.slice(start))?.[0] ?? "";
      return { types, qualifiers: behind.match(/\b(?:const|volatile)\b|&/g)?.join("") ?? "" };
    }
  }
  return { types, qualifiers: "" };
}

/** The text of a parameter without its default and its name. */
function typeOfParameter(parameter: string): string {
  const declared = (parameter.split("=", 1)[0] ?? "").trim();
  const [, type, name = "", arrays = ""] = /^(.*[\s*&>])(\w+)\s*((?:\[[^\]]*\]\s*)*)$/s.exec(declared) ?? [];
  if (type === undefined || typeWords.has(name)) return declared;
  return /\w/.test(type.replace(/\b(?:const|volatile|struct|class|enum|union|typename)\b/g, ""))
    ? type + arrays
    : declared;
}

/** Words that end a type and are not name of a parameter. */
const typeWords = wordSet("int char long short double float bool unsigned signed const volatile");
