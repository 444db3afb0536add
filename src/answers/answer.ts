/**
 * The answer of a tool over the index, or of one without files, before a format writes it. Input: the keys and the lists that the tool
 * has found; output: the types of these, and the lists divided, filled or as one object.
 */
import { groupBy } from "../base/group-by.ts";
import type { Aside } from "./aside.ts";
import type { RowValues } from "./rows.ts";

/** The answer of a tool over the index, or of one without files, before a format writes it. */
export type IndexAnswer = IndexResults | { readonly error: string; readonly details: RowValues };

/** The entry of a file: its path, then lists of rows. */
export type FileEntry = RowValues & { readonly filepath: string };

/** A list of an answer, such as `results` or `possible`: an entry for each file. */
export type AnswerList = { readonly name: string; readonly entries: readonly FileEntry[] };

const results = "results";

/** Returns the list of what was asked for, which an answer has even if it is empty. */
export function resultsOf(entries: readonly FileEntry[]): AnswerList {
  return { name: results, entries };
}

/** True for the list of what was asked for. */
export function isOfResults({ name }: AnswerList): boolean {
  return name === results;
}

/** Returns the entries of the results; empty for an answer without this list. */
export function resultEntries(lists: readonly AnswerList[]): readonly FileEntry[] {
  return lists.find(isOfResults)?.entries ?? [];
}

/** Returns the lists that have entries, and the results, in their order; empty results come first if there is no such list. */
export function filledLists(lists: readonly AnswerList[]): readonly AnswerList[] {
  const all = lists.some(isOfResults) ? lists : [resultsOf([]), ...lists];
  return all.filter((list) => isOfResults(list) || list.entries.length > 0);
}

/** Returns entries of files in the order of their first rows, with a list of rows each. */
export function entriesOf<Row extends { readonly filepath: string }>(
  rows: readonly Row[],
  key: string,
  rowOf: (row: Row) => unknown,
): readonly FileEntry[] {
  return Array.from(
    groupBy(rows, ({ filepath }) => filepath),
    ([filepath, ofFile]) => ({ filepath, [key]: ofFile.map(rowOf) }),
  );
}

/** Returns an answer as one object: the head, the lists by name, the tail. */
export function valuesOf({ head, lists, tail }: Pick<IndexResults, "head" | "lists" | "tail">): RowValues {
  return { ...head, ...Object.fromEntries(lists.map(({ name, entries }) => [name, entries])), ...tail };
}

/** An answer with results. */
export type IndexResults = {
  /** Keys before the lists. */
  readonly head: RowValues;
  /** Lists of entries in their order, `results` among them; none if the head has all that there is. */
  readonly lists: readonly AnswerList[];
  /** Keys after the lists. */
  readonly tail: RowValues;
  /**
   * The text between the parts of a qualified name in a file, by `filepath`, for formats that write such names. It is not
   * part of the answer as JSON.
   */
  readonly separators?: Readonly<Record<string, string>>;
  /** True if the head is the answer itself: formats of lines write it as it is, with values in one another. */
  readonly isReference?: boolean;
  readonly aside?: Aside;
};
