import type { Code } from "../../code-index/code.ts";
import type { FoundSymbol } from "../../code-index/found-symbols.ts";
import { declarationsAt } from "../../code-index/places.ts";
import { traitsOf } from "../../code-index/traits-of.ts";

/** A question that the rules of a language may not answer, as messages write it. */
export type Knowledge =
  | "class hierarchies"
  | "types that implement an interface"
  | "types of receivers"
  | "imports"
  | "unused symbols"
  | "complexity of functions";

/** A question about names, which the index answers by the rules of a language. */
type NameKnowledge = Exclude<Knowledge, "complexity of functions">;

type Rules = Pick<Code, "resolverOf" | "dependenciesOf">;

/** True if a language has rules for a question: its resolver leaves out what it does not know. */
const isKnown: Readonly<Record<NameKnowledge, (language: string, code: Rules) => boolean>> = {
  "class hierarchies": (language, code) => code.resolverOf(language).basesOf !== undefined,
  "types that implement an interface": (language, code) =>
    code.resolverOf(language).implementedBy === undefined || code.resolverOf(language).implementersIn !== undefined,
  "types of receivers": (language, code) => code.resolverOf(language).typeOf !== undefined,
  // Members may be called by a base from outside, and only rules of its own tell all declarations of a file.
  "unused symbols": (language) => traitsOf(language).symbolKinds !== undefined,
  imports: (language, code) => code.dependenciesOf(language, () => []) !== undefined,
};

/** True if a language has no rules for a question: an answer without results then does not mean that there are none. */
export function isUnknown(knowledge: NameKnowledge, language: string, code: Rules): boolean {
  return !isKnown[knowledge](language, code);
}

/** Says that languages have no rules for a question: "Not known for Java and C: class hierarchies". */
export function notKnown(knowledge: Knowledge, languages: Iterable<string>, code: Pick<Code, "titleOf">): string {
  return notKnownFor(
    knowledge,
    [...languages].map((language) => code.titleOf(language)),
  );
}

/** As `notKnown`, with the names of languages for people, in any order. */
export function notKnownFor(knowledge: Knowledge, titles: Iterable<string>): string {
  return `Not known for ${[...new Set(titles)].sort().join(" and ")}: ${knowledge}`;
}

/**
 * Says that uses of symbols as members cannot be told from uses of others with the same name; undefined if they are.
 * The uses of a local need no types, nor do uses of symbols of a file.
 */
export function notKnownReceivers(symbols: readonly FoundSymbol[], code: Code): string | undefined {
  const languages = symbols
    .filter(({ isFile }) => !isFile)
    .flatMap(({ places }) => declarationsAt(places, code))
    .filter(({ scopeEnd }) => scopeEnd === 0)
    .map(({ file }) => file.language);
  const unknown = [...new Set(languages)].filter((language) => isUnknown("types of receivers", language, code));
  return unknown.length === 0 ? undefined : notKnown("types of receivers", unknown, code);
}
