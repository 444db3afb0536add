/**
 * The parts of one file's rows that an answer may show. Input: a result, and the number of its first row; output: the result from
 * that row on, and its poorer forms, each with the number of the row that the next page begins with.
 */
import { cutErrorForm } from "../answers/cut-error.ts";
import { type Form, mapForms } from "../answers/fit.ts";
import { Rows, type RowValues } from "../answers/rows.ts";
import { cutText } from "../base/cut-text.ts";
import { maxShownChars } from "../base/limits.ts";
import { recordOf } from "../base/record.ts";
import type { ResultEntry } from "./call.ts";
import { prunedChildren } from "./pruned-children.ts";

export type FilePart = {
  readonly entry: ResultEntry;
  /** The number of rows of the whole result. */
  readonly total: number;
  /** The index of the first row after the part; undefined if it has the last one. */
  readonly next: number | undefined;
};

/** The list that an answer about a file consists of, and the key it has there. */
type RowList = { readonly key: string; readonly rows: readonly unknown[] };

/** Returns the rows of a result from an index on: all of them that have been made. */
export function restOf(entry: ResultEntry, from: number): FilePart {
  const { result } = entry;
  const isPart = "rows" in result && (from > 0 || result.part !== undefined);
  const list = isPart ? rowListOf(result.rows.values) : undefined;
  if (!isPart || list === undefined) return { entry, total: 0, next: undefined };
  const { first, total } = result.part ?? { first: 0, total: list.rows.length };
  const rows = list.rows.slice(from - first);
  const values = { ...result.rows.values, [list.key]: rows };
  const { part: _, ...whole } = result;
  const rest = { name: entry.name, result: { ...whole, rows: Rows.of(result.rows.kind, values) } };
  return { entry: rest, total, next: nextAfter(from + rows.length, total) };
}

function nextAfter(end: number, total: number): number | undefined {
  return end < total ? end : undefined;
}

/**
 * The poorer forms of a result: with fewer rows, or with one whose children are left out or whose texts are cut. Results without
 * a list of rows are cut in the same way.
 *
 * @param from the number of rows before the first one of the result
 * @param maxChars UTF-16 code units that no text of the answer exceeds
 */
export function partForms({ entry, total }: FilePart, from: number, maxChars: number): readonly Form<FilePart>[] {
  const { name, result } = entry;
  const whole = (cut: ResultEntry["result"]): FilePart => ({ entry: { name, result: cut }, total: 0, next: undefined });
  if (!("rows" in result)) return mapForms([cutErrorForm(result, maxChars)], whole);
  const { kind, values } = result.rows;
  const resultOf = ({ shown, notes = [] }: Shown) => ({
    ...result,
    rows: Rows.of(kind, shown),
    warnings: [...result.warnings, ...notes],
  });
  const list = rowListOf(values);
  if (list === undefined) {
    const lines = typeof values.interface === "string" ? fewerLines(values, values.interface) : [];
    const note = `Longer than ${maxChars} characters: texts are cut where they say so.`;
    const forms = [...lines, ...shortForms(values, { truncated: true }, maxChars, [note])];
    return mapForms(forms, (shown) => whole(resultOf(shown)));
  }
  const { key, rows } = list;
  const all = Math.max(total, from + rows.length);
  const upTo = (count: number): Shown => ({ shown: { ...values, [key]: rows.slice(0, count) }, count });
  // An answer with a next page says so itself.
  const marks = nextAfter(from + 1, all) === undefined ? { truncated: true } : {};
  const forms = rows.length === 0 ? [{ shown: () => upTo(0) }] : shortForms(upTo(1).shown, marks, maxChars);
  const shortened = mapForms(forms, (part) => ({
    entry: { name, result: resultOf(part) },
    total: all,
    next: nextAfter(from + (part.count ?? 1), all),
  }));
  return [...fewerRowsForms({ entry, total }, from), ...shortened];
}

/**
 * The form of a result with its first rows; none without rows in a list.
 *
 * @param from the number of rows before the first one of the result
 */
export function fewerRowsForms(
  { entry: { name, result }, total }: Pick<FilePart, "entry" | "total">,
  from: number,
): readonly Form<FilePart>[] {
  const list = "rows" in result ? rowListOf(result.rows.values) : undefined;
  if (!("rows" in result) || list === undefined || list.rows.length === 0) return [];
  const { kind, values } = result.rows;
  const { key, rows } = list;
  const all = Math.max(total, from + rows.length);
  const shown = (count: number) => ({
    entry: { name, result: { ...result, rows: Rows.of(kind, { ...values, [key]: rows.slice(0, count) }) } },
    total: all,
    next: nextAfter(from + count, all),
  });
  return [{ sizes: { least: 1, most: rows.length }, leastChars: leastRowChars, shown }];
}

/** The form of an interface with its first lines; none for one of a single line. */
function fewerLines(values: RowValues, text: string): readonly Form<Shown>[] {
  const lines = text.split(/(?<=\n)/);
  const upTo = (count: number): Shown => {
    const omitted_lines = lines.length - count;
    const note = `${omitted_lines} lines are left out: set include_comments to false, or a larger max_chars.`;
    return {
      shown: { ...values, interface: lines.slice(0, count).join(""), truncated: true, omitted_lines },
      notes: [note],
    };
  };
  return lines.length < 2 ? [] : [{ sizes: { least: 1, most: lines.length - 1 }, leastChars: 1, shown: upTo }];
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
    return { shown: { ...recordOf(value), ...nodes, ...marks }, notes: [note] };
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
