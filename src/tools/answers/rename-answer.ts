/**
 * The answer of rename_symbol. Input: the places of all files and what speaks against the rename; output: the changed lines with
 * their diff, or as many of them as fit, with a cursor for the others.
 */
import type * as z from "zod";
import { entriesOf, filledLists, type IndexResults } from "../../answers/answer.ts";
import type { RowPlace } from "../../answers/cursor.ts";
import { type Form, fitForms } from "../../answers/fit.ts";
import { type EditRow, ReferenceRow, type RefusedRow } from "../../answers/row-kinds.ts";
import type { RowValues } from "../../answers/rows.ts";
import { compareText } from "../../base/compare-text.ts";
import { counted, numberText } from "../../base/counted.ts";
import { type PatchFolders, patchPaths } from "../../base/patch-paths.ts";
import { diffHead } from "../../base/unified-hunks.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import { coverageOf } from "./index-answer.ts";
import { writtenHead, writtenRows } from "./written-files.ts";

/** A name that may be that of the symbol, or a word of a comment or a string: `type` is then what it is in. */
export const OpenPlaceRow = ReferenceRow.pick({ line: true, column: true, type: true, in: true, text: true });

/** A refused place with its file. */
export type PlacedRefusal = z.infer<typeof RefusedRow> & { readonly filepath: string };

/** The places of a file. */
type FilePlaces = {
  readonly filepath: string;
  readonly offsets: readonly unknown[];
  readonly edits: readonly z.infer<typeof EditRow>[];
  readonly hunks: string;
  readonly possible: readonly z.infer<typeof OpenPlaceRow>[];
  readonly mentions: readonly z.infer<typeof OpenPlaceRow>[];
  readonly refused: readonly z.infer<typeof RefusedRow>[];
};

/** The findings of a call. */
export type RenameFindings = {
  readonly symbol: string;
  readonly newName: string;
  /** The names of all symbols that get the new name. */
  readonly renamed: readonly string[];
  readonly notes: readonly string[];
  readonly places: readonly FilePlaces[];
  readonly refused: readonly PlacedRefusal[];
  /** A digest of the texts with these places; "" if one of them is unsaved. */
  readonly state: string;
  /** True if the call was to write. */
  readonly isToApply: boolean;
  /** False if the code as it would be was not looked at. */
  readonly isChecked: boolean;
};

/** The lists of an answer in the order of pages, with the key of their rows. */
const lists = { refused: "reasons", results: "edits", possible: "references", in_text: "references" } as const;
const listNames = ["refused", "results", "possible", "in_text"] as const;
type List = (typeof listNames)[number];
/** The same lists in the order in which an answer has them. */
const shownNames = ["results", "refused", "possible", "in_text"] as const satisfies readonly List[];

/** A row with its place in the order of pages. */
type Item = RowPlace & { readonly shownIn: List; readonly value: RowValues };

type PlacedRow = { readonly line: number; readonly column: number; readonly [key: string]: unknown };

/** Rows of comments and strings in files without edits: past it, such files have only their numbers. */
const maxOtherMentions = 20;

/** Names of further symbols that an answer shows. */
const maxNames = 20;

/** Returns the answer: all rows with the diff, all rows, or a page of them. */
export function renameAnswer(findings: RenameFindings, bounds: AnswerBounds): IndexResults {
  const { symbol, newName, renamed, notes, places, isChecked, state, isToApply } = findings;
  const { written } = bounds;
  const items = itemsOf(findings);
  const elsewhere = mentionsElsewhere(places);
  const edits = places.reduce((sum, { offsets }) => sum + offsets.length, 0);
  const mentions = places.reduce((sum, file) => sum + file.mentions.length, 0);
  const count = (list: List) => items.filter(({ shownIn }) => shownIn === list).length;
  const isRefused = count("refused") > 0;
  const names = [...new Set(renamed)].filter((name) => name !== symbol);
  const head = {
    symbol,
    new_name: newName,
    total_edits: edits,
    edited_files: places.filter(({ offsets }) => offsets.length > 0).length,
    ...(written === undefined && !isRefused && state !== "" && { state }),
    ...writtenHead(written),
    ...(isRefused && { total_refused: count("refused") }),
    ...(count("possible") > 0 && { total_possible: count("possible") }),
    ...(mentions > 0 && { total_in_text: mentions }),
    ...(elsewhere.rows > maxOtherMentions && {
      in_text_elsewhere: `${numberText(elsewhere.rows)} in ${counted(elsewhere.files, "file")} without edits, not listed`,
    }),
    ...(names.length > 0 && { with: names.slice(0, maxNames) }),
    ...(names.length > maxNames && { with_more: names.length - maxNames }),
  };
  const unchecked = isChecked ? [] : [uncheckedText(bounds.endedAfter)];
  const open = count("possible") === 0 ? [] : written === undefined ? [openText] : [stayText];
  const unwritten = isToApply && written === undefined ? ["Nothing was written."] : [];
  const tail = coverageOf(bounds, [...unwritten, ...unchecked, ...notes, ...open]);
  const answer = (shown: readonly Item[], further: RowValues): IndexResults => {
    const ofNames = shownNames.map((name) => {
      const items = shown.filter(({ shownIn }) => shownIn === name);
      return { name, entries: entriesOf(items, lists[name], ({ value }) => value) };
    });
    return {
      head: { ...head, ...further },
      lists: filledLists([...ofNames, { name: "written", entries: writtenRows(written, bounds.maxChars) }]),
      tail,
      ...(isRefused && { aside: { failing: "always" } }),
    };
  };
  return bounds.after === undefined
    ? wholeAnswer(items, isRefused ? "" : diffOf(places, bounds.patchFolders), answer, bounds)
    : pageOf(items, answer, bounds);
}

const stayText = "Rows of possible were not edited: look at them.";
const openText = "Rows of possible are not edited, unless include_possible has them as path:line.";

function uncheckedText(endedAfter: string | undefined): string {
  const reason = endedAfter === undefined ? "" : ` (${endedAfter})`;
  return `Not checked for names that would stand for something else${reason}: ask again, or look at the diff.`;
}

type AnswerOf = (shown: readonly Item[], further: RowValues) => IndexResults;

/** The answer with all rows and the diff, without the diff, or with the first rows. */
function wholeAnswer(items: readonly Item[], diff: string, answer: AnswerOf, bounds: AnswerBounds): IndexResults {
  const forms: readonly Form<RowValues & { readonly count: number }>[] = [
    { shown: () => ({ count: items.length, ...(diff !== "" && { diff }) }) },
    { shown: () => ({ count: items.length }) },
    { sizes: { least: 0, most: items.length }, shown: (count) => ({ count }) },
  ];
  return fitForms(
    forms,
    ({ count, ...shown }, excess) => {
      if (excess === undefined) return answer(items, shown);
      const needed = excess.chars === undefined ? "" : ` of ${numberText(excess.chars)} characters`;
      const isWhole = count === items.length;
      if (bounds.written !== undefined) {
        const left = isWhole ? "the diff" : `rows ${count + 1} to ${items.length} and the diff`;
        const reason = `all edits are written; ${left} are left out of an answer${needed}`.replace(
          "diff are",
          "diff is",
        );
        return answer(items.slice(0, count), { truncated: true, truncated_reason: reason });
      }
      const reason = isWhole
        ? `the diff is left out of an answer${needed}: raise max_chars`
        : `rows 1 to ${count} of ${items.length} are here, without the diff, of an answer${needed}: raise max_chars, or go on with next_cursor`;
      return answer(items.slice(0, count), {
        truncated: true,
        truncated_reason: reason,
        ...(!isWhole && { next_cursor: bounds.cursorAfter(placeOf(items[count - 1])) }),
      });
    },
    bounds,
  );
}

/** The rows after the page before, as many as fit, and at least one. */
function pageOf(items: readonly Item[], answer: AnswerOf, bounds: AnswerBounds): IndexResults {
  const { after = placeOf(undefined) } = bounds;
  const first = items.findIndex((item) => comparePlaces(after, item) < 0);
  const left = first < 0 ? [] : items.slice(first);
  const page = (count: number): IndexResults => {
    if (count === left.length) return answer(left, {});
    const before = items.length - left.length;
    return answer(left.slice(0, count), {
      truncated: true,
      truncated_reason: `rows ${before + 1} to ${before + count} of ${items.length} are here: go on with next_cursor`,
      next_cursor: bounds.cursorAfter(placeOf(left[count - 1])),
    });
  };
  const sizes = { least: Math.min(1, left.length), most: left.length };
  return fitForms([{ sizes, shown: (count) => count }], page, bounds);
}

/** Returns the unified diff of files. */
export function diffOf(places: readonly Pick<FilePlaces, "filepath" | "hunks">[], folders: PatchFolders): string {
  const changed = places.filter(({ hunks }) => hunks !== "");
  const paths = patchPaths(
    changed.map(({ filepath }) => filepath),
    folders,
  );
  return changed.map(({ filepath, hunks }) => diffHead(paths.get(filepath) ?? filepath) + hunks).join("");
}

/** The comments and strings of files without other places of the name. */
function mentionsElsewhere(places: readonly FilePlaces[]): { readonly rows: number; readonly files: number } {
  const others = places.filter((file) => isElsewhere(file) && file.mentions.length > 0);
  return { rows: others.reduce((sum, { mentions }) => sum + mentions.length, 0), files: others.length };
}

function isElsewhere({ offsets, possible }: FilePlaces): boolean {
  return offsets.length === 0 && possible.length === 0;
}

function itemsOf({ places, refused }: RenameFindings): readonly Item[] {
  const listsAll = mentionsElsewhere(places).rows <= maxOtherMentions;
  const mentionsOf = (file: FilePlaces) => (listsAll || !isElsewhere(file) ? file.mentions : []);
  const ofPlaces = places.flatMap((file) => {
    const { filepath } = file;
    return [
      ...file.refused.map((row) => itemOf("refused", filepath, row)),
      ...file.edits.map((row) => itemOf("results", filepath, row)),
      ...file.possible.map((row) => itemOf("possible", filepath, row)),
      ...mentionsOf(file).map((row) => itemOf("in_text", filepath, row)),
    ];
  });
  const others = refused.map(({ filepath, line, column, reason }) =>
    itemOf("refused", filepath, { line, column, reason }),
  );
  return [...others, ...ofPlaces].sort(comparePlaces);
}

function itemOf(shownIn: List, filepath: string, { ...row }: PlacedRow): Item {
  const list = String(listNames.indexOf(shownIn));
  return { list, filepath, line: row.line, column: row.column, shownIn, value: row };
}

function placeOf(item: RowPlace | undefined): RowPlace {
  const { list = "", filepath = "", line = 0, column = 0 } = item ?? {};
  return { list, filepath, line, column };
}

function comparePlaces(a: RowPlace, b: RowPlace): number {
  return compareText(a.list, b.list) || compareText(a.filepath, b.filepath) || a.line - b.line || a.column - b.column;
}
