/**
 * The part of one file's rows that an answer has room for. Input: a result, the number of its first row, and the room;
 * output: a result that fits, and the number of the row that the next page begins with.
 */

import { type Form, fitForms } from "../answers/fit.ts";
import { Rows, type RowValues } from "../answers/rows.ts";
import { maxShownChars } from "../base/limits.ts";
import type { Measure, ResultEntry } from "./call.ts";
import { cutErrorForm, cutText } from "./cut-text.ts";
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
  const { name, result } = entry;
  const room = { maxChars, charsOf };
  const whole = (fitted: ResultEntry): FilePart => ({ entry: fitted, total: 0, next: undefined });
  if (!("rows" in result)) {
    const forms = [{ shown: () => result }, cutErrorForm(result, maxChars)];
    return whole(fitForms(forms, (cut): ResultEntry => ({ name, result: cut }), room));
  }
  const { kind, values } = result.rows;
  const entryOf = ({ shown, notes = [] }: Shown): ResultEntry => ({
    name,
    result: { ...result, rows: Rows.of(kind, shown), warnings: [...result.warnings, ...notes] },
  });
  const list = rowListOf(values);
  if (list === undefined) {
    const note = `Longer than ${maxChars} characters: texts are cut where they say so.`;
    return whole(fitForms(shortForms(values, { truncated: true }, maxChars, [note]), entryOf, room));
  }
  const { key, rows: made } = list;
  const { first, total } = result.part ?? { first: 0, total: made.length };
  const rows = made.slice(from - first);
  const upTo = (count: number): Shown => ({ shown: { ...values, [key]: rows.slice(0, count) }, count });
  const nextAfter = (count: number) => (from + count < total ? from + count : undefined);
  // An answer with a next page says so itself.
  const marks = nextAfter(1) === undefined ? { truncated: true } : {};
  const sizes = { least: Math.min(rows.length, 1), most: rows.length };
  const fewerRows: Form<Shown> = { sizes, leastChars: leastRowChars, shown: upTo };
  const forms = [fewerRows, ...(rows.length === 0 ? [] : shortForms(upTo(1).shown, marks, maxChars))];
  const partWith = (part: Shown): FilePart => ({ entry: entryOf(part), total, next: nextAfter(part.count ?? 1) });
  return fitForms(forms, partWith, { maxChars, charsOf: (part) => charsOf(part.entry) });
}

/** UTF-16 code units that any row takes, so that no more rows are written than may fit. */
const leastRowChars = 2;

/** Values, what is said of them, and the number of their rows: by default 1. */
type Shown = { readonly shown: RowValues; readonly notes?: readonly string[]; readonly count?: number };

/**
 * The forms of values that are too long: with texts that are cut to a line at the least, or else with as many children of
 * nested rows or nodes as fit, or else without children and with texts that are cut.
 *
 * @param marks values of a result that has fewer children
 * @param cutNotes notes on texts that are cut
 */
function shortForms(
  values: RowValues,
  marks: RowValues,
  maxChars: number,
  cutNotes: readonly string[] = [],
): readonly Form<Shown>[] {
  const { shown: total } = prunedChildren(values, Number.POSITIVE_INFINITY);
  const cut = ({ shown, notes = [] }: Shown, least: number): Form<Shown> => ({
    sizes: { least, most: Math.max(maxChars, least) },
    shown: (length) => ({ shown: Object.fromEntries(cutEntries(shown, length)), notes: [...notes, ...cutNotes] }),
  });
  if (total === 0) return [cut({ shown: values }, 1)];
  const withChildren = (most: number): Shown => {
    const note = `${most} of ${total} nodes below the top fit; omitted_children counts the others. Narrow the call to see them.`;
    const { value, shown } = prunedChildren(values, most);
    const nodes = typeof values.node_count === "number" ? { node_count: values.node_count - (total - shown) } : {};
    return { shown: { ...Object(value), ...nodes, ...marks }, notes: [note] };
  };
  const fewer = { sizes: { least: 0, most: total - 1 }, shown: withChildren };
  return [cut({ shown: values }, maxShownChars), fewer, cut(withChildren(0), 1)];
}

/** Returns the only list among the values; undefined when there is none. */
function rowListOf(values: RowValues): RowList | undefined {
  const lists = Object.entries(values).flatMap(([key, rows]) => (Array.isArray(rows) ? [{ key, rows }] : []));
  return lists.length === 1 ? lists[0] : undefined;
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
