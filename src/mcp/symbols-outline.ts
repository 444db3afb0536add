import * as z from "zod";
import type { Form } from "../answers/fit.ts";
import { jsonText } from "../base/escape/json.ts";
import type { ResultEntry } from "../engine/call.ts";
import { countsOf, foldersOf } from "../tools/answers/symbol-counts.ts";

/** The rows of list_symbols, with the keys that are counted. */
const Symbols = z.object({ symbols: z.array(z.looseObject({ kind: z.string() })) });

/** A form of the outline: the poorer it is, the shorter. */
export type Outline = {
  readonly detail: "names" | "counts" | "folders";
  readonly items: readonly string[];
};

/**
 * The forms of the definitions of a workspace: `names` of each file, else `counts` by kind of each file, else the counts of
 * `folders`, of as many as fit.
 */
export function outlineForms(results: readonly ResultEntry[]): readonly Form<Outline>[] {
  const counted = results.map(({ name, result }) => ({
    file: name,
    counts:
      "rows" in result ? countsOf(Symbols.parse(result.rows.values).symbols.map(({ kind }) => kind)) : { error: 1 },
  }));
  return [
    { shown: () => ({ detail: "names", items: results.map(namesIn) }) },
    { shown: () => ({ detail: "counts", items: counted.map((item) => jsonText(item)) }) },
    {
      sizes: { least: 1, most: Math.max(counted.length, 1) },
      shown: (most) => ({ detail: "folders", items: foldersOf(counted, most).map((item) => jsonText(item)) }),
    },
  ];
}

function namesIn({ name, result }: ResultEntry): string {
  const keys = "rows" in result ? result.rows.encoded : `"error":${jsonText(result.error)}`;
  return `{"file":${jsonText(name)},${keys}}`;
}
