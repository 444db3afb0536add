import { isHeader } from "../../base/is-header.ts";
import { type DeclarationFact, DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Addition, Listing, ListingRules } from "../listing.ts";
import { isClass } from "../symbol-kind.ts";
import { pairsOfFunctions } from "./function-pairs.ts";

const { declared, friend } = DeclarationFlag;

/** The rows for C++ that are not symbols of its queries. */
export const cppListing: ListingRules = {
  additionsOf: (listing) => [
    ...declaredFunctions(listing),
    ...declaredVariables(listing),
    ...listedEnumerators(listing),
  ],
  definitionsOf: pairsOfFunctions,
};

/** The functions of C++ without a body: members of classes, and in headers functions of namespaces and of the file. */
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

/** The variables of a header that no statement of it defines: `extern int width;` in a namespace or in the file. */
function declaredVariables({ path, facts, symbols }: Listing): readonly Addition[] {
  if (!isHeader(path)) return [];
  // `extern void (*hook)(int);` is a symbol of the queries.
  const listed = new Set(symbols.map(({ at }) => at));
  const variables = facts.filter(({ kind, qualifier }) => kind === "variable" && qualifier === "");
  const keyOf = ({ name, parent }: DeclarationFact) => `${parent} ${name}`;
  const defined = new Set(variables.filter(({ flags }) => (flags & declared) === 0).map(keyOf));
  const isListed = (fact: DeclarationFact) => {
    const holder = facts[fact.parent];
    const isOfNamespace = holder === undefined || holder.kind === "namespace";
    return isOfNamespace && (fact.flags & declared) !== 0 && !defined.has(keyOf(fact)) && !listed.has(fact.at);
  };
  return variables.filter(isListed).map((fact) => ({ fact, tag: "variable" }));
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
