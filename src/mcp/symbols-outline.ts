import * as z from "zod";
import { type Form, fitForms } from "../answers/fit.ts";
import { jsonText } from "../base/escape/json.ts";
import type { ResultEntry } from "../engine/call.ts";
import { countsOf, foldersOf } from "../tools/symbol-counts.ts";

/** The rows of list_symbols, with the keys that are counted. */
const Symbols = z.object({ symbols: z.array(z.looseObject({ kind: z.string() })) });

/** A form of the outline: the poorer it is, the shorter. */
type Outline = {
  readonly detail: "names" | "counts" | "folders";
  readonly items: readonly string[];
};

/**
 * The definitions of a workspace in the richest form that fits whole: `names` of each file, else `counts` by kind of each
 * file, else the counts of `folders`, of as many as fit.
 *
 * @param maxChars UTF-16 code units of all items
 */
export function outlineOf(results: readonly ResultEntry[], maxChars: number): Outline {
  const counted = results.map(({ name, result }) => ({
    file: name,
    counts:
      "rows" in result ? countsOf(Symbols.parse(result.rows.values).symbols.map(({ kind }) => kind)) : { error: 1 },
  }));
  const forms: readonly Form<Outline>[] = [
    { shown: () => ({ detail: "names", items: results.map(namesIn) }) },
    { shown: () => ({ detail: "counts", items: counted.map((item) => jsonText(item)) }) },
    {
      sizes: { least: 1, most: Math.max(counted.length, 1) },
      shown: (most) => ({ detail: "folders", items: foldersOf(counted, most).map((item) => jsonText(item)) }),
    },
  ];
  const charsOf = ({ items }: Outline) => items.reduce((sum, { length }) => sum + length + 1, 0);
  return fitForms(forms, (outline) => outline, { maxChars, charsOf });
}

function namesIn({ name, result }: ResultEntry): string {
  const keys = "rows" in result ? result.rows.encoded : `"error":${jsonText(result.error)}`;
  return `{"file":${jsonText(name)},${keys}}`;
}
