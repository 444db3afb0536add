import type { IndexResults } from "./answer.ts";
import { type Form, fitForms, type Room } from "./fit.ts";

/** One of the forms of an answer that is shown in one form as a whole. */
export type Level = Pick<Form<unknown>, "sizes"> & {
  /** The value of `detail`. */
  readonly detail: string;
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
      shown: (size) => ({ level, size }),
    }),
  );
  return fitForms(
    forms,
    ({ level, size }, excess) => {
      if (excess === undefined) return level.answer({}, size);
      const truncated_reason = reason((excess.chars ?? 0).toLocaleString("en-US"));
      return level.answer({ detail: level.detail, truncated: true, truncated_reason }, size);
    },
    room,
  );
}
