import * as z from "zod";
import { jsonText } from "../base/escape/json.ts";
import type { ResultEntry } from "../engine/call.ts";
import { countsOf, foldersWithin } from "../tools/symbol-counts.ts";

/** The rows of list_symbols, as far as they are counted. */
const Symbols = z.object({ symbols: z.array(z.looseObject({ kind: z.string() })) });

/** A form of the outline: the poorer it is, the shorter. */
type Form = {
  readonly detail: "names" | "counts" | "folders";
  readonly items: readonly string[];
};

/**
 * The definitions of a workspace in the richest form that fits whole: `names` of each file, else `counts` by kind of each
 * file, else the counts of `folders`, of as many levels as fit.
 *
 * @param maxChars UTF-16 code units of all items
 */
export function outlineOf(results: readonly ResultEntry[], maxChars: number): Form {
  const names: Form = { detail: "names", items: results.map(namesIn) };
  if (fits(names, maxChars)) return names;
  const counted = results.map(({ name, result }) => ({
    file: name,
    counts:
      "rows" in result ? countsOf(Symbols.parse(result.rows.values).symbols.map(({ kind }) => kind)) : { error: 1 },
  }));
  const counts: Form = { detail: "counts", items: counted.map((item) => jsonText(item)) };
  if (fits(counts, maxChars)) return counts;
  const folders = foldersWithin(counted, maxChars, (folder) => jsonText(folder).length + 1);
  return { detail: "folders", items: folders.map((item) => jsonText(item)) };
}

function fits({ items }: Form, maxChars: number): boolean {
  return items.reduce((sum, { length }) => sum + length + 1, 0) <= maxChars;
}

function namesIn({ name, result }: ResultEntry): string {
  const keys = "rows" in result ? result.rows.encoded : `"error":${jsonText(result.error)}`;
  return `{"file":${jsonText(name)},${keys}}`;
}
