import { matchesWildcards } from "../base/wildcards.ts";
import { type CheckSource, checkSources } from "./finding.ts";

/** A check that a file can have. */
export type Check = {
  readonly source: CheckSource;
  /** Its id: such as `unused-import`. */
  readonly code: string;
  /** The name of the check in other tools, such as `F401`. */
  readonly aliases: readonly string[];
  /** True when the word of its source selects it; others are selected by their ids. */
  readonly isOn: boolean;
};

/** The checks that run by default. */
const defaultChecks: readonly string[] = ["syntax", "names"];

/**
 * Returns the codes of the checks that words select: `syntax`, `names` or `lint` for the default checks of a source, an
 * id or the name that another tool has for it, a glob of them. a leading `!` excludes; words that all exclude leave the
 * default.
 */
export function selectedCodes(words: readonly string[], checks: readonly Check[]): ReadonlySet<string> {
  const excluding = words.filter(isExcluding).map((word) => matcherOf(withoutMark(word), () => true));
  const including = words.filter((word) => !isExcluding(word));
  const included = (including.length > 0 ? including : defaultChecks).map((word) =>
    matcherOf(word, ({ isOn }) => isOn),
  );
  const isTaken = (check: Check) =>
    included.some((matches) => matches(check)) && !excluding.some((matches) => matches(check));
  return new Set(checks.filter(isTaken).map(({ code }) => code));
}

/** Returns the words that can select and exclude nothing. A source is known where it has no checks, too. */
export function unknownWords(words: readonly string[], checks: readonly Check[]): readonly string[] {
  const isKnown = (word: string) =>
    checkSources.some((source) => source === word) || checks.some(matcherOf(word, () => true));
  return words.filter((word) => !isKnown(withoutMark(word)));
}

const isExcluding = (word: string) => word.startsWith("!");

/** Returns a word without the mark that excludes. */
export const withoutMark = (word: string) => (isExcluding(word) ? word.slice(1) : word);

/** @param ofSource true for a check that the word of its source stands for */
function matcherOf(word: string, ofSource: (check: Check) => boolean): (check: Check) => boolean {
  const matches = nameMatcherOf(word);
  return (check) =>
    word === check.source ? ofSource(check) : [check.code, ...check.aliases].some((name) => matches(name));
}

/** Returns a test of names against a word with `*` for any characters and `?` for one; case does not count. */
export function nameMatcherOf(word: string): (name: string) => boolean {
  const pattern = word.toLowerCase();
  return (name) => matchesWildcards(pattern, name.toLowerCase());
}
