/** Lists of an answer that has several, each with the number of its rows. Input: rows; output: their forms for `answers/fit`. */
import type { FileEntry } from "../../answers/answer.ts";
import type { List } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";

/** The part of a list that an answer shows, and the missing part in words; of the head its keys. */
export type Shown = {
  readonly entries?: readonly FileEntry[];
  readonly missing?: string | undefined;
  /** The number of rows. */
  readonly rows?: number;
  readonly keys?: RowValues;
  /** True if the calls for what is missing are shown. */
  readonly hasCalls?: boolean;
};

/** A list with the number of its rows; `before` of them are on former pages, and not counted by `rows` of what is shown. */
export type CountedList = List<Shown> & { readonly name: string; readonly total: number; readonly before?: number };

/**
 * A list of as many of its first rows as there is room for.
 *
 * @param rows how many there are, of `total`
 */
export function listOfMost(
  { name, share, total, before = 0 }: Omit<CountedList, "forms">,
  rows: number,
  entriesWith: (count: number) => readonly FileEntry[],
): CountedList {
  const shownOf = (count: number) => (before === 0 ? `${count}` : `${before + 1} to ${before + count}`);
  const shown = (count: number) => ({
    entries: entriesWith(count),
    rows: count,
    missing: count === rows ? undefined : `${shownOf(count)} of ${total} ${name}`,
  });
  const sizes = { least: 0, most: rows };
  return {
    name,
    share,
    total,
    before,
    forms: [{ shown: () => shown(rows) }, { sizes, leastChars: leastRowChars, shown }],
  };
}

/** UTF-16 code units that any row takes, so that no more rows are written than may fit. */
const leastRowChars = 5;
