import type { IndexResults } from "../answers/answer.ts";
import { fitForms } from "../answers/fit.ts";
import { groupBy } from "../base/group-by.ts";
import type { FoundSymbols } from "../code-index/found-symbols.ts";
import { coverageOf } from "./index-answer.ts";
import type { AnswerBounds } from "./index-tool.ts";
import { type PlacedReference, referenceRow } from "./references-answer.ts";

/** The most comments that are listed next to strings: more say little about a name. */
const maxListedComments = 40;

/**
 * Returns the answer about a name that no symbol has: its places in strings and as an attribute, as many as fit, and then in comments.
 *
 * @param places in path and source order
 */
export function stringsAnswer(
  { wanted, didYouMean }: FoundSymbols,
  places: readonly PlacedReference[],
  separators: Readonly<Record<string, string>>,
  notes: readonly string[],
  bounds: AnswerBounds,
): IndexResults {
  const strings = places.filter(({ isComment = false }) => !isComment);
  const all = places.filter(({ isComment = false }) => isComment);
  const comments = strings.length > 0 && all.length > maxListedComments ? [] : all;
  const most = strings.length + comments.length;
  const answerOf = (count: number): IndexResults => {
    const shown = entriesOf(comments.slice(0, Math.max(count - strings.length, 0)));
    return {
      head: {
        symbol: wanted,
        total_references: 0,
        total_strings: strings.length,
        ...(all.length > 0 && { total_comments: all.length }),
        ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
        ...(count < most && {
          truncated: true,
          truncated_reason: `the first ${count} of ${most} places are here: narrow filepath`,
        }),
      },
      results: [],
      lists: {
        ...(strings.length > 0 && { strings: entriesOf(strings.slice(0, count)) }),
        ...(shown.length > 0 && { comments: shown }),
      },
      tail: coverageOf(bounds, [
        "No symbol has this name: these are strings, attributes and comments that are written alike.",
        ...(all.length > comments.length ? ["Comments with it are many: narrow filepath to list them."] : []),
        ...notes,
      ]),
      separators,
    };
  };
  return fitForms([{ sizes: { least: 0, most }, shown: (count) => count }], answerOf, bounds);
}

/** The rows by file. */
function entriesOf(places: readonly PlacedReference[]): NonNullable<IndexResults["results"]> {
  return Array.from(
    groupBy(places, ({ filepath }) => filepath),
    ([filepath, ofFile]) => ({ filepath, references: ofFile.map((place) => referenceRow(place, true)) }),
  );
}
