import * as z from "zod";
import type { IndexResults } from "../answers/answer.ts";
import { ImportRow, MarkerRow, MeasuredClass, MeasuresRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { keysText } from "./keys-text.ts";
import { type Look, placedLine } from "./look.ts";
import { plain } from "./plain.ts";

const Measured = MeasuredClass.pick({ name: true, container: true, line: true }).loose();
const Worst = Measured.extend({ file: z.string() });

/** The writers of rows after `path:`, by the key of their list. */
const writers: ReadonlyMap<string, (row: unknown, separator: string, look: Look) => string> = new Map([
  ["functions", functionLine],
  ["worst", functionLine],
  ["classes", functionLine],
  ["imports", importLine],
  ["comment_markers", markerLine],
]);

/** True for an answer about measures of files. */
export function hasMeasures({ head, results = [] }: IndexResults): boolean {
  return MeasuresRow.safeParse(results[0] ?? head).success;
}

/**
 * Writes measures, a line a row: `path: total=3 code=2 …` of a file, `path:line: A::f complexity=1 …` of a function,
 * `path:line: name -> file` of an import, `path:line: TODO(owner): text`; of several files `worst: ` before the worst
 * functions, and a line of totals.
 */
export function measureLines({ head, results = [], separators = {} }: IndexResults, look: Look): readonly string[] {
  const { truncated_reason, truncated: _, worst = [], ...totals } = head;
  const bad = z.array(Worst).parse(worst);
  return [
    ...results.map(({ filepath, ...values }) =>
      look.block(
        entryLines(values, separators[filepath] ?? "::", look).map((line) => placedLine(look, filepath, line)),
      ),
    ),
    look.block(bad.map(({ file, ...row }) => `worst: ${placedLine(look, file, functionLine(row, "::", look))}`)),
    ...(totals.total_files === undefined
      ? []
      : [look.block([`${look.paint("heading", "totals")}: ${keysText(totals)}\n`])]),
    ...(truncated_reason === undefined
      ? []
      : [look.block([`${look.paint("warning", "truncated")}: ${plain(truncated_reason)}\n`])]),
  ];
}

function entryLines(values: RowValues, separator: string, look: Look): readonly string[] {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const numbers = entries.filter(([, value]) => !Array.isArray(value));
  const lists = entries.flatMap(([key, value]) => (Array.isArray(value) ? [[key, value] as const] : []));
  return [
    ` ${keysText(Object.fromEntries(numbers))}`,
    ...lists.flatMap(([key, rows]) => rows.map((row) => writers.get(key)?.(row, separator, look) ?? "")),
  ];
}

function functionLine(row: unknown, separator: string, look: Look): string {
  const { name, container, kind, line, end_line: _, ...numbers } = Measured.parse(row);
  const qualified = container === undefined ? name : container + separator + name;
  const kinds = kind === undefined ? [] : [look.paint("kind", plain(kind))];
  return [`${line}:`, ...kinds, look.paint("name", plain(qualified)), keysText(numbers)].join(look.gap);
}

function importLine(row: unknown, _: string, look: Look): string {
  const { line, name, file, candidates, ...words } = ImportRow.parse(row);
  const target = file === undefined ? candidates : [file];
  const further = Object.entries(words).map(([key, value]) => (value === true ? ` (${key})` : ` (${plain(value)})`));
  const found = target === undefined ? "" : `${look.gap}-> ${target.map(plain).join(" or ")}`;
  return `${line}:${look.gap}${look.paint("name", plain(name))}${found}${further.join("")}`;
}

function markerLine(row: unknown, _: string, look: Look): string {
  const { line, marker, owner, text } = MarkerRow.parse(row);
  const by = owner === undefined ? "" : `(${plain(owner)})`;
  return `${line}:${look.gap}${look.paint("warning", plain(marker))}${by}${text === "" ? "" : `: ${plain(text)}`}`;
}
