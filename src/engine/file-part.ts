/**
 * The part of one file's rows that an answer has room for. Input: a result, the number of its first row, and the room;
 * output: a result that fits, and the number of the row that the next page begins with.
 */

import { Rows, type RowValues } from "../answers/rows.ts";
import { maxShownChars } from "../base/limits.ts";
import type { Measure, ResultEntry } from "./call.ts";
import { cutError, cutText, lastThat } from "./cut-text.ts";
import { prunedChildren } from "./pruned-children.ts";

export type FilePart = {
  readonly entry: ResultEntry;
  /** The number of rows of the whole result. */
  readonly total: number;
  /** The index of the first row that is left out; undefined when none is. */
  readonly next: number | undefined;
};

/** The list that an answer about a file consists of, and the key it has there. */
type RowList = { readonly key: string; readonly rows: readonly unknown[] };

/**
 * Returns the rows of a result from an index on: as many as fit, and at least one, whose children are left out or whose
 * texts are cut if it is too long. Results without a list of rows are cut in the same way.
 *
 * @param maxChars UTF-16 code units that the result may take
 */
export function partOf(entry: ResultEntry, from: number, maxChars: number, charsOf: Measure["entry"]): FilePart {
  const { result } = entry;
  if (!("rows" in result)) {
    const entryWith = (cut: typeof result): ResultEntry => ({ name: entry.name, result: cut });
    if (charsOf(entry) <= maxChars) return { entry, total: 0, next: undefined };
    const cut = cutError(result, (shorter) => charsOf(entryWith(shorter)) <= maxChars, maxChars);
    return { entry: entryWith(cut), total: 0, next: undefined };
  }
  const { kind, values } = result.rows;
  const entryOf = (shown: RowValues, warnings = result.warnings): ResultEntry => ({
    name: entry.name,
    result: { ...result, rows: Rows.of(kind, shown), warnings },
  });
  const list = rowListOf(values);
  if (list === undefined) {
    const fitted = fewerChildren(values, maxChars, entryOf, result.warnings, charsOf, { truncated: true });
    if (fitted.entry !== undefined) return { entry: fitted.entry, total: 0, next: undefined };
    const warnings = [...fitted.warnings, `Longer than ${maxChars} characters: texts are cut where they say so.`];
    const entry = cutEntry(fitted.values, maxChars, (cut) => entryOf(cut, warnings), charsOf);
    return { entry, total: 0, next: undefined };
  }
  const { key, rows: made } = list;
  const { first, total } = result.part ?? { first: 0, total: made.length };
  const rows = made.slice(from - first);
  const upTo = (count: number) => entryOf({ ...values, [key]: rows.slice(0, count) });
  const nextAfter = (count: number) => (from + count < total ? from + count : undefined);
  const count = lastThat((most) => charsOf(upTo(most)) <= maxChars, rows.length);
  if (count > 0 || rows.length === 0) return { entry: upTo(count), total, next: nextAfter(count) };
  const only = { ...values, [key]: rows.slice(0, 1) };
  const next = nextAfter(1);
  // An answer with a next page says so itself.
  const marks = next === undefined ? { truncated: true } : {};
  const fitted = fewerChildren(only, maxChars, entryOf, result.warnings, charsOf, marks);
  const cut = () => cutEntry(fitted.values, maxChars, (texts) => entryOf(texts, fitted.warnings), charsOf);
  return { entry: fitted.entry ?? cut(), total, next };
}

/** Values with fewer children. */
type FewerChildren = {
  /** The result with as many children as fit; undefined if it does not fit without any, or has none. */
  readonly entry: ResultEntry | undefined;
  /** The values without children that do not fit. */
  readonly values: RowValues;
  readonly warnings: readonly string[];
};

/**
 * Leaves out as many children of nested rows or nodes as is needed; none if it is enough to cut texts to a line.
 *
 * @param marks values of a result that is cut
 */
function fewerChildren(
  values: RowValues,
  maxChars: number,
  entryOf: (values: RowValues, warnings: readonly string[]) => ResultEntry,
  warnings: readonly string[],
  charsOf: Measure["entry"],
  marks: RowValues,
): FewerChildren {
  const { shown: total } = prunedChildren(values, Number.POSITIVE_INFINITY);
  const withShortTexts = () => entryOf(Object.fromEntries(cutEntries(values, maxShownChars)), warnings);
  if (total === 0 || charsOf(withShortTexts()) <= maxChars) return { entry: undefined, values, warnings };
  const withChildren = (most: number) => {
    const said = `${most} of ${total} nodes below the top fit; omitted_children counts the others. Narrow the call to see them.`;
    const { value, shown } = prunedChildren(values, most);
    const nodes = typeof values.node_count === "number" ? { node_count: values.node_count - (total - shown) } : {};
    const pruned = { ...Object(value), ...nodes, ...marks };
    return { values: pruned, warnings: [...warnings, said] };
  };
  const entryWith = (most: number) => {
    const { values: shown, warnings: said } = withChildren(most);
    return entryOf(shown, said);
  };
  const fits = (most: number) => charsOf(entryWith(most)) <= maxChars;
  const most = lastThat(fits, total - 1);
  if (most > 0 || fits(0)) return { entry: entryWith(most), ...withChildren(most) };
  return { entry: undefined, ...withChildren(0) };
}

/** Returns the only list among the values; undefined when there is none. */
function rowListOf(values: RowValues): RowList | undefined {
  const lists = Object.entries(values).flatMap(([key, rows]) => (Array.isArray(rows) ? [{ key, rows }] : []));
  return lists.length === 1 ? lists[0] : undefined;
}

/** Returns the entry with the longest texts that fits, or with texts of one character. */
function cutEntry(
  values: RowValues,
  maxChars: number,
  entryOf: (values: RowValues) => ResultEntry,
  charsOf: Measure["entry"],
): ResultEntry {
  const cutTo = (length: number) => entryOf(Object.fromEntries(cutEntries(values, length)));
  return cutTo(
    Math.max(
      lastThat((length) => charsOf(cutTo(length)) <= maxChars, maxChars),
      1,
    ),
  );
}

function cutEntries(values: object, length: number): [string, unknown][] {
  return Object.entries(values).map(([key, value]) => [key, cutTexts(value, length)]);
}

/** Returns a value whose texts have at most so many characters, and say how many are omitted. */
function cutTexts(value: unknown, length: number): unknown {
  if (typeof value === "string") return cutText(value, length);
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, length));
  if (typeof value === "object" && value !== null) return Object.fromEntries(cutEntries(value, length));
  return value;
}
