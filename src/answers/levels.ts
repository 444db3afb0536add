import { numberText } from "../base/counted.ts";
import type { IndexResults } from "./answer.ts";
import { type Form, fitForms, type Room } from "./fit.ts";

/** One of the forms of an answer that is shown in one form as a whole. */
export type Level = Pick<Form<unknown>, "leastChars" | "sizes"> & {
  /** The value of `detail`. */
  readonly detail: string;
  /** Says of a size which rows are there; undefined if all are. */
  readonly shows?: (size: number) => string | undefined;
  /**
   * Returns the answer in this form, with these keys in its head.
   *
   * @param size how much of it: 1 for a level without sizes
   */
  readonly answer: (truncation: Truncation, size: number) => IndexResults;
};

/** Keys of a head that say what is missing; none if nothing is. */
export type Truncation = {
  readonly detail?: string;
  readonly truncated?: true;
  readonly truncated_reason?: string;
};

/** UTF-16 code units that any row takes, so that no more rows are written than may fit. */
const leastRowChars = 2;

/**
 * Returns the level with as many of the first rows as fit, for an answer whose rows are too long even in their shortest form; none
 * for a single row.
 *
 * @param what the word for the rows: `classes`
 */
export function levelsOfFirst<Row>(
  detail: string,
  what: string,
  rows: readonly Row[],
  answer: (first: readonly Row[], truncation: Truncation) => IndexResults,
): readonly Level[] {
  if (rows.length < 2) return [];
  const first: Level = {
    detail,
    sizes: { least: 1, most: rows.length - 1 },
    leastChars: leastRowChars,
    shows: (count) => `the first ${count} of ${rows.length} ${what} are here`,
    answer: (truncation, count) => answer(rows.slice(0, count), truncation),
  };
  return [first];
}

/**
 * Returns the answer in the richest form that fits, and says so in any but the first.
 *
 * @param levels from the richest to the poorest, which is returned if none fits
 * @param reason returns the reason that is given if an answer in the first form would have `chars`
 */
export function richestLevel(levels: readonly Level[], room: Room, reason: (chars: string) => string): IndexResults {
  const forms = levels.map(
    (level): Form<{ readonly level: Level; readonly size: number }> => ({
      ...(level.sizes && { sizes: level.sizes }),
      ...(level.leastChars !== undefined && { leastChars: level.leastChars }),
      shown: (size) => ({ level, size }),
    }),
  );
  return fitForms(
    forms,
    ({ level, size }, excess) => {
      if (excess === undefined) return level.answer({}, size);
      const reasons = [reason(numberText(excess.chars ?? 0)), level.shows?.(size)];
      const truncated_reason = reasons.filter((one) => one !== undefined).join("; ");
      return level.answer({ detail: level.detail, truncated: true, truncated_reason }, size);
    },
    room,
  );
}
