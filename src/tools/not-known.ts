import type { Code } from "../code-index/code.ts";
import type { Resolver } from "../code-index/resolution.ts";

/** A question that the rules of a language may not answer, as messages write it. */
export type Knowledge = "class hierarchies" | "types of receivers";

/** Whether the resolver of a language has rules for a question: a resolver leaves out what it does not know. */
const isKnown: Readonly<Record<Knowledge, (resolver: Resolver) => boolean>> = {
  "class hierarchies": ({ basesOf }) => basesOf !== undefined,
  "types of receivers": ({ typeOf }) => typeOf !== undefined,
};

/** True if a language has no rules for a question: an answer without results then does not mean that there are none. */
export function isUnknown(knowledge: Knowledge, language: string, code: Pick<Code, "resolverOf">): boolean {
  return !isKnown[knowledge](code.resolverOf(language));
}

/** Says that languages have no rules for a question: "Not known for Java and C: class hierarchies". */
export function notKnown(knowledge: Knowledge, languages: Iterable<string>, code: Pick<Code, "titleOf">): string {
  const titles = [...new Set(languages)].map((language) => code.titleOf(language)).sort();
  return `Not known for ${titles.join(" and ")}: ${knowledge}`;
}
