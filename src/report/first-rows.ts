import { numberText } from "../base/counted.ts";
import { type Html, html, nothing } from "./html.ts";

/** The rows of a list that a page shows, and the number of all of them. */
export type FirstRows<Row> = { readonly rows: readonly Row[]; readonly total: number };

/**
 * Returns the first rows of a list.
 *
 * @param most of the bounds of base/limits
 * @param total the number of all rows, if the list itself has not all of them
 */
export function firstRows<Row>(all: readonly Row[], most: number, total = all.length): FirstRows<Row> {
  return { rows: all.slice(0, Math.max(most, 0)), total };
}

/** Returns the same rows in another form. */
export function mapRows<From, To>({ rows, total }: FirstRows<From>, to: (row: From) => To): FirstRows<To> {
  return { rows: rows.map(to), total };
}

/** Returns the number of rows that are not shown. */
export function leftOutOf({ rows, total }: FirstRows<unknown>): number {
  return total - rows.length;
}

/** Returns a note on a list that is not shown as a whole: `25 of 2,000 files that others need.` */
export function noteOnRows(list: FirstRows<unknown>, nouns: string): Html {
  if (leftOutOf(list) === 0) return nothing;
  return html`<p class="note">${numberText(list.rows.length)} of ${numberText(list.total)} ${nouns}.</p>`;
}
