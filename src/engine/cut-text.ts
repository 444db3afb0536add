/** Texts that are cut so that an answer has room for them: of rows, and of errors that repeat what a caller has written. */

import type { RowValues } from "../answers/rows.ts";
import type { ErrorDetails } from "../base/errors.ts";

type LongError = { readonly error: string; readonly details: RowValues };
type CutError = { readonly error: string; readonly details: ErrorDetails };

/** Returns a text of at most so many UTF-16 code units, and behind it how many are omitted. */
export function cutText(text: string, length: number): string {
  const shown = text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  const cut = `${shown}… [${text.length - shown.length} characters omitted]`;
  return cut.length < text.length ? cut : text;
}

/**
 * Returns an error whose texts are as long as fits, or have one character. Details that are neither texts, lists of texts
 * nor numbers are left out.
 *
 * @param fits true for an error that is short enough
 * @param most UTF-16 code units that no text exceeds
 */
export function cutError(failure: LongError, fits: (failure: CutError) => boolean, most: number): CutError {
  const length = lastThat((chars) => fits(cutErrorTexts(failure, chars)), most);
  return cutErrorTexts(failure, Math.max(length, 1));
}

function cutErrorTexts({ error, details }: LongError, length: number): CutError {
  return { error: cutText(error, length), details: cutDetails(details, length) };
}

function cutDetails(details: RowValues, length: number): ErrorDetails {
  const kept: Record<string, string | number | readonly string[]> = {};
  for (const [key, value] of Object.entries(details)) {
    if (typeof value === "number") kept[key] = value;
    else if (typeof value === "string") kept[key] = cutText(value, length);
    else if (Array.isArray(value)) kept[key] = cutList(value, length);
  }
  return kept;
}

function cutList(list: readonly unknown[], length: number): readonly string[] {
  return list.flatMap((item) => (typeof item === "string" ? [cutText(item, length)] : []));
}

/**
 * Returns the largest number up to a bound that a test holds for; 0 when it holds for none. It tries small numbers first,
 * since a test of a large one can take long.
 *
 * @param holds true for all numbers up to the one that is looked for
 */
export function lastThat(holds: (count: number) => boolean, most: number): number {
  let low = 0;
  let high = 1;
  while (high <= most && holds(high)) {
    low = high;
    high *= 2;
  }
  high = Math.min(high, most + 1);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
