/**
 * The answer about a text that no symbol has. Input: its places in code, in strings, as an attribute and in comments; output: as many of them as
 * fit, with the lines around as many of the first as fit if these are asked for.
 */
import { entriesOf, filledLists, type IndexResults } from "../../answers/answer.ts";
import { type Form, fitForms } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import { groupBy } from "../../base/group-by.ts";
import type { FoundSymbols } from "../../code-index/found-symbols.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import { coverageOf } from "./index-answer.ts";
import { type PlacedReference, referenceRow, withTextAround } from "./references-answer.ts";

/** The most comments that are listed next to strings: more say little about a name. */
const maxListedComments = 40;

/**
 * Returns the answer about a name that no symbol has: its places as a name in code, in strings and as an attribute, as many as fit, and
 * then in comments.
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
  const byList = groupBy(places, listOfPlace);
  const placesIn = (list: PlaceList) => byList.get(list) ?? [];
  const [possible, strings, all] = [placesIn("possible"), placesIn("strings"), placesIn("comments")];
  const sure = [...possible, ...strings];
  const comments = sure.length > 0 && all.length > maxListedComments ? [] : all;
  const listed = [...sure, ...comments];
  const most = listed.length;
  const answerOf = ({ count, around }: ShownPlaces): IndexResults => {
    const shown = listed.slice(0, count).map((place, i) => (i < around ? withTextAround(place) : place));
    const lists = [...groupBy(shown, listOfPlace)].map(([name, ofList]) => ({
      name,
      entries: entriesOf(ofList, "references", (place) => referenceRow(place, true)),
    }));
    return {
      head: {
        symbol: wanted,
        total_references: 0,
        ...(possible.length > 0 && { total_possible: possible.length }),
        ...(strings.length > 0 && { total_strings: strings.length }),
        ...(all.length > 0 && { total_comments: all.length }),
        ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
        ...truncationOf({ count, around }, most, hasLines),
      },
      lists: filledLists(lists),
      tail: coverageOf(bounds, [
        "No symbol has this name: these are local names, attributes, strings and comments that are written alike.",
        ...(all.length > comments.length ? ["Comments with it are many: narrow filepath to list them."] : []),
        ...notes,
      ]),
      separators,
    };
  };
  const hasLines = listed.some(({ around }) => around !== undefined);
  const withLines: Form<ShownPlaces> = {
    sizes: { least: 1, most },
    shown: (around) => ({ count: most, around }),
  };
  const rowsOnly: Form<ShownPlaces> = { sizes: { least: 0, most }, shown: (count) => ({ count, around: 0 }) };
  return fitForms([...(hasLines ? [withLines] : []), rowsOnly], answerOf, bounds);
}

type PlaceList = "possible" | "strings" | "comments";

/** The list of a place: names in code are `possible`. */
function listOfPlace({ isComment = false, isName = false }: PlacedReference): PlaceList {
  if (isComment) return "comments";
  return isName ? "possible" : "strings";
}

/** The number of places that are listed, and of the first ones that have the lines around them. */
type ShownPlaces = { readonly count: number; readonly around: number };

function truncationOf({ count, around }: ShownPlaces, most: number, hasLines: boolean): RowValues {
  const reasons = [
    ...(count < most ? [`the first ${count} of ${most} places are here`] : []),
    ...(hasLines && around < count ? [`the first ${around} have the lines around them`] : []),
  ];
  return reasons.length === 0 ? {} : { truncated: true, truncated_reason: `${reasons.join(", ")}: narrow filepath` };
}
