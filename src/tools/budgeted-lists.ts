import { jsonText } from "../base/escape/json.ts";
import type { RowValues } from "./rows.ts";

/** What a list shows of its rows: its entries, one a file, and what is missing in words; undefined for all of it. */
export type ShownList = { readonly entries: readonly RowValues[]; readonly missing: string | undefined };

/** A list of an answer that can say more or less of its rows. */
export type BudgetedList = {
  readonly name: string;
  /** Its part of the budget: what it does not need is for the others. */
  readonly share: number;
  /** Returns the richest form whose entries take at most so many UTF-16 code units as JSON, or else no entries. */
  readonly within: (maxChars: number) => ShownList;
};

/** Returns what lists show that take at most `maxChars` together: by name, without those that show nothing. */
export function listsWithin(lists: readonly BudgetedList[], maxChars: number): ReadonlyMap<string, ShownList> {
  const needs = lists.map((list) => {
    const whole = list.within(maxChars);
    return whole.missing === undefined ? charsOf(list.name, whole) : maxChars;
  });
  const budgets = budgetsOf(
    needs,
    lists.map(({ share }) => share),
    maxChars,
  );
  const shown = new Map<string, ShownList>();
  let left = 0;
  lists.forEach((list, i) => {
    const budget = (budgets[i] ?? 0) + left;
    const found = list.within(budget - charsAround(list.name));
    left = budget - charsOf(list.name, found);
    shown.set(list.name, found);
  });
  return shown;
}

/**
 * Divides a budget by shares: each gets at most what it needs, and what that leaves is handed on to the others in their order.
 *
 * @returns a budget for each of the needs, together at most `total`
 */
export function budgetsOf(needs: readonly number[], shares: readonly number[], total: number): readonly number[] {
  const own = needs.map((need, i) => Math.min(need, Math.floor(Math.max(total, 0) * (shares[i] ?? 0))));
  let left = Math.max(total, 0) - own.reduce((sum, budget) => sum + budget, 0);
  return own.map((budget, i) => {
    const more = Math.min((needs[i] ?? 0) - budget, left);
    left -= more;
    return budget + more;
  });
}

/** UTF-16 code units that any row takes, so that no more rows are written than may fit. */
const minRowChars = 5;

/**
 * Returns the entries with the most of `total` rows that take at most `maxChars`; none where not even one does.
 *
 * @param entriesWith returns the entries with the first rows, as many as it is given
 * @param charsOf returns the UTF-16 code units of entries, by default as JSON
 */
export function mostWithin(
  total: number,
  maxChars: number,
  entriesWith: (count: number) => readonly RowValues[],
  charsOf = (entries: readonly RowValues[]) => jsonText(entries).length,
): { readonly count: number; readonly entries: readonly RowValues[] } {
  const most = Math.max(Math.min(total, Math.floor(maxChars / minRowChars)), 0);
  const fits = (count: number) => charsOf(entriesWith(count)) <= maxChars;
  if (fits(most)) return { count: most, entries: entriesWith(most) };
  let [fitting, tooMany] = [0, most];
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (fits(middle)) fitting = middle;
    else tooMany = middle;
  }
  return { count: fitting, entries: fitting === 0 ? [] : entriesWith(fitting) };
}

/** UTF-16 code units of a list in an answer: none for one without entries, which is left out. */
function charsOf(name: string, { entries }: ShownList): number {
  return entries.length === 0 ? 0 : jsonText(entries).length + charsAround(name);
}

/** UTF-16 code units of `"name":` and a comma. */
function charsAround(name: string): number {
  return jsonText(name).length + 2;
}
