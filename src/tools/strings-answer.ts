import type { IndexResults } from "../answers/answer.ts";
import { fitForms } from "../answers/fit.ts";
import { groupBy } from "../base/group-by.ts";
import type { FoundSymbols } from "../code-index/found-symbols.ts";
import { coverageOf } from "./index-answer.ts";
import type { AnswerBounds } from "./index-tool.ts";
import { type PlacedReference, referenceRow } from "./references-answer.ts";

/**
 * Returns the answer about a name that no symbol has: its places in strings and as an attribute, as many as fit.
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
  const answerOf = (count: number): IndexResults => ({
    head: {
      symbol: wanted,
      total_references: 0,
      total_strings: places.length,
      ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
      ...(count < places.length && {
        truncated: true,
        truncated_reason: `the first ${count} of ${places.length} places are here: narrow filepath`,
      }),
    },
    results: [],
    lists: {
      strings: Array.from(
        groupBy(places.slice(0, count), ({ filepath }) => filepath),
        ([filepath, ofFile]) => ({ filepath, references: ofFile.map((place) => referenceRow(place, true)) }),
      ),
    },
    tail: coverageOf(bounds, [
      "No symbol has this name: these are strings and attributes that are written alike.",
      ...notes,
    ]),
    separators,
  });
  const sizes = { least: 0, most: places.length };
  return fitForms([{ sizes, shown: (count) => count }], answerOf, bounds);
}
