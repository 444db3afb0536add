/** The lines of a text that have the most terms of a question. Input: a text and the terms; output: its terms, and a few lines. */
import type { TermMatcher } from "../../code-index/search/term-matcher.ts";
import { withLineFeeds } from "../../syntax/copies.ts";
import { positionsIn } from "../../syntax/positions.ts";
import { textAround } from "./text-around.ts";
import type { WordedLine } from "./worded-lines.ts";

/** A line with its terms, by their numbers. */
type FittingLine = WordedLine & { readonly terms: readonly number[] };

/** A file, absolute, with the terms of its text, and its lines with the most terms, in source order. */
export type FittingFile = {
  readonly path: string;
  readonly terms: readonly number[];
  readonly lines: readonly FittingLine[];
};

/** Lines of a file: its symbols say more, once they are known. */
const maxLines = 3;

/** A line while its words are read. */
type OpenLine = { readonly at: number; readonly word: string; readonly terms: Set<number> };

/** Returns the terms and lines of a text; undefined for a text without a term. */
export function fittingLines(given: string, matcher: TermMatcher): Omit<FittingFile, "path"> | undefined {
  const text = withLineFeeds(given);
  const all = new Set<number>();
  let best: readonly OpenLine[] = [];
  let [line, lineEnd]: readonly [OpenLine | undefined, number] = [undefined, -1];
  const end = () => {
    const least = best.at(-1);
    if (line === undefined || (best.length === maxLines && (least?.terms.size ?? 0) >= line.terms.size)) return;
    best = [...best, line].sort((one, other) => other.terms.size - one.terms.size).slice(0, maxLines);
  };
  matcher.forEachHit(text, (word, at, terms) => {
    if (at > lineEnd) {
      end();
      const next = text.indexOf("\n", at);
      [line, lineEnd] = [{ at, word, terms: new Set() }, next < 0 ? text.length : next];
    }
    for (const term of terms) {
      all.add(term);
      line?.terms.add(term);
    }
  });
  end();
  if (all.size === 0) return undefined;
  const positionOf = positionsIn(text);
  const lines = best
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, word, terms }) => ({ ...positionOf(at), text: textAround(text, at, word.length), terms: [...terms] }));
  return { terms: [...all], lines };
}
