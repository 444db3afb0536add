/**
 * A question in words. Input: its text; output: the terms that are looked for: the parts of its words, and words that may be written
 * as one.
 */
import { wordSet } from "../../base/word-list.ts";
import { partsOfWord, stemOf } from "./word-parts.ts";

/** A term of a question. */
export type Term = {
  /** As it is written, in lower case. */
  readonly text: string;
  /** The form in which it is compared: see `stemOf`. */
  readonly stem: string;
  /** The stems of the words that it joins, as `filename` joins `file` and `name`; none for a single word. */
  readonly joins: readonly string[];
  /** The importance of the term among the terms of the question. */
  readonly weight: number;
};

/** Terms of one question: further ones are left out, and said. */
const maxTerms = 48;

/** Letters of a term: longer ones are data. */
const maxLetters = 40;

/** The weight of two words of a sentence that may be one name, and of the parts of a word that is written as one. */
const pairWeight = 0.6;
const nameWeight = 1;

/** The weight of a word after the first line, which the lines below it explain. */
const laterWeight = 0.6;

/** Words that say nothing of code, which sentences are made of. */
const commonWords = wordSet(`
  a about after again all also an and any are as at be because been before being both but by can cannot could did do
  does doing don down each else ever few for from further get gets go had has have having he her here how i if in into
  is it its just let like made make makes many may me might more most much must my no nor not now of off on once only or
  other our out over own please same she should so some such than that the their them then there these they this those
  through thus to too under until up upon us use used uses using very via was we were what when where whether which
  while who whose why will with without would you your
`);

/** The terms of a question. */
export type Question = {
  readonly terms: readonly Term[];
  /** The number of terms that are left out, since there are too many. */
  readonly omitted: number;
};

/** Returns the terms of a question; common words count only in names, and if there are no others. */
export function questionOf(text: string): Question {
  const all = termsIn(text, commonWords);
  const terms = all.length > 0 ? all : termsIn(text, new Set());
  return { terms: terms.slice(0, maxTerms), omitted: Math.max(terms.length - maxTerms, 0) };
}

/** False for a single letter of a script whose words have several. */
function isTerm(part: string): boolean {
  return part.length > 1 || /[^\0-\x7f]/.test(part);
}

function termsIn(text: string, left: ReadonlySet<string>): readonly Term[] {
  const terms = new Map<string, Term>();
  const add = (parts: readonly string[], weight: number) => {
    const joined = parts.join("");
    if (joined.length > maxLetters) return;
    const stem = stemOf(joined);
    const known = terms.get(stem);
    if (known === undefined || known.weight < weight) {
      terms.set(stem, { text: joined, stem, joins: parts.length > 1 ? parts.map(stemOf) : [], weight });
    }
  };
  const firstEnd = text.length - text.trimStart().replace(/^.*/, "").length;
  let before: readonly string[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}_$]+/gu)) {
    const parts = partsOfWord(word);
    const isName = parts.length > 1;
    const kept = parts.filter((part) => (isName || !left.has(part)) && isTerm(part));
    const line = index < firstEnd ? 1 : laterWeight;
    for (const part of kept) add([part], line);
    if (isName) add(parts, nameWeight * line);
    const isNext = /^[ -]$/.test(text.slice(end, index));
    const [last] = before;
    const [first] = kept;
    if (isNext && last !== undefined && first !== undefined && !isName) add([last, first], pairWeight * line);
    before = isName ? [] : kept;
    end = index + word.length;
  }
  return [...terms.values()];
}
