/**
 * The answer of replace_symbol. Input: the edits of files and the reasons against them; output: the diff with the edited lines, or the
 * places that refuse it, as many as fit.
 */
import type * as z from "zod";
import { entriesOf, filledLists, type IndexResults, resultsOf } from "../../answers/answer.ts";
import { type Form, fitForms } from "../../answers/fit.ts";
import type { RefusedRow } from "../../answers/row-kinds.ts";
import type { RowValues } from "../../answers/rows.ts";
import { numberText } from "../../base/counted.ts";
import { coverageOf } from "../answers/index-answer.ts";
import { diffOf, type OpenPlaceRow, type PlacedRefusal } from "../answers/rename-answer.ts";
import { writtenHead, writtenRows } from "../answers/written-files.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import type { Part } from "./symbol-edits.ts";

/** The edits of a file. */
type FilePlaces = {
  readonly filepath: string;
  readonly edits: readonly { readonly text: string }[];
  readonly line: number;
  readonly end_line: number;
  readonly hunks: string;
  readonly refused: readonly z.infer<typeof RefusedRow>[];
  readonly uses: readonly z.infer<typeof RefusedRow>[];
  readonly possible: readonly z.infer<typeof OpenPlaceRow>[];
  readonly notes: readonly string[];
};

/** The findings of a call. */
export type ReplaceFindings = {
  readonly symbol: string;
  readonly part: Part;
  readonly refusals: readonly PlacedRefusal[];
  readonly notes: readonly string[];
  readonly places: readonly FilePlaces[];
  /** True if the call was to write. */
  readonly isToApply: boolean;
};

/** Places of each list that an answer shows. */
const maxShown = { refused: 20, uses: 10, possible: 10 };

type PlacedRow = { readonly filepath: string; readonly value: RowValues };

/** Returns the answer: the diff, and the places that speak against it. */
export function replaceAnswer(findings: ReplaceFindings, bounds: AnswerBounds): IndexResults {
  const { symbol, part, places, notes, isToApply } = findings;
  const { written } = bounds;
  const refused: readonly PlacedRow[] = [
    ...findings.refusals.map(({ filepath, ...value }) => ({ filepath, value })),
    ...places.flatMap(({ filepath, refused: rows }) => rows.map((value) => ({ filepath, value }))),
  ];
  const uses: readonly PlacedRow[] = places.flatMap(({ filepath, uses: rows }) =>
    rows.map((value) => ({ filepath, value })),
  );
  const possible: readonly PlacedRow[] = places.flatMap(({ filepath, possible: rows }) =>
    rows.map((value) => ({ filepath, value })),
  );
  const isRefused = refused.length + uses.length > 0;
  const edited = isRefused ? [] : places.filter(({ edits }) => edits.length > 0);
  const diff = diffOf(edited, bounds.patchFolders);
  const head = {
    symbol,
    part,
    total_edits: edited.reduce((sum, { edits }) => sum + edits.length, 0),
    edited_files: edited.length,
    ...writtenHead(written),
    ...(isRefused && { total_refused: refused.length + uses.length }),
    ...(possible.length > 0 && { total_possible: possible.length }),
  };
  const warnings = [
    ...(isToApply && written === undefined ? ["Nothing was written."] : []),
    ...(uses.length > 0
      ? [`Not deleted: it is used in ${uses.length} ${uses.length === 1 ? "place" : "places"}.`]
      : []),
    ...notes,
    ...(isRefused ? [] : places.flatMap((file) => file.notes)),
    ...(possible.length > 0 ? ["Rows of possible may be of the deleted symbol: look at them."] : []),
  ];
  const tail = coverageOf(bounds, warnings);
  const shown = [
    ...refused.slice(0, maxShown.refused).map((item) => ({ ...item, list: "refused" as const })),
    ...uses.slice(0, maxShown.uses).map((item) => ({ ...item, list: "refused" as const })),
    ...possible.slice(0, maxShown.possible).map((item) => ({ ...item, list: "possible" as const })),
  ];
  const answer = (count: number, further: RowValues): IndexResults => {
    const entries = (list: "refused" | "possible", key: string) =>
      entriesOf(
        shown.slice(0, count).filter((item) => item.list === list),
        key,
        ({ value }) => value,
      );
    const places = edited.map(({ filepath, line, end_line, edits }) => ({
      filepath,
      line,
      end_line,
      new_lines: edits.reduce((sum, { text }) => sum + (text === "" ? 0 : text.trim().split(/\r\n|\r|\n/).length), 0),
    }));
    return {
      head: { ...head, ...further },
      lists: filledLists([
        resultsOf(places),
        { name: "refused", entries: entries("refused", "reasons") },
        { name: "possible", entries: entries("possible", "references") },
        { name: "written", entries: writtenRows(written, bounds.maxChars) },
      ]),
      tail,
      ...(isRefused && { aside: { failing: "always" } }),
    };
  };
  const forms: readonly Form<RowValues & { readonly count: number }>[] = [
    { shown: () => ({ count: shown.length, ...(diff !== "" && { diff }) }) },
    { shown: () => ({ count: shown.length }) },
    { sizes: { least: 0, most: shown.length }, shown: (count) => ({ count }) },
  ];
  return fitForms(
    forms,
    ({ count, ...keys }, excess) => {
      if (excess === undefined) return answer(count, keys);
      const needed = excess.chars === undefined ? "" : ` of ${numberText(excess.chars)} characters`;
      const parts = [
        diff === "" ? [] : "the diff",
        count < shown.length ? `${shown.length - count} places` : [],
      ].flat();
      const reason = `${parts.join(" and ")} left out of an answer${needed}: raise max_chars`;
      return answer(count, { truncated: true, truncated_reason: reason });
    },
    bounds,
  );
}
