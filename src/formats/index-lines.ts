import * as z from "zod";
import type { IndexResults } from "../tools/index-answer.ts";
import type { RowValues } from "../tools/rows.ts";
import { entriesOf } from "./index-entries.ts";
import { plain } from "./plain.ts";

const Reference = z.looseObject({
  line: z.number(),
  column: z.number(),
  type: z.string(),
  in: z.string().optional(),
  text: z.string().optional(),
});
const Caller = z.looseObject({
  caller: z.string().optional(),
  line: z.number().optional(),
  lines: z.array(z.number()),
  count: z.number(),
});
const Definition = z.looseObject({
  name: z.string(),
  kind: z.string().optional(),
  container: z.string().optional(),
  line: z.number(),
  column: z.number(),
  signature: z.string().optional(),
  source: z.string().optional(),
});
const NamedClass = z.looseObject({ name: z.string() });
const HierarchyClass = z.looseObject({
  name: z.string(),
  kind: z.string(),
  container: z.string().optional(),
  line: z.number(),
  column: z.number(),
  bases: z.array(NamedClass).optional(),
  unresolved_bases: z.array(z.string()).optional(),
  derived: z.array(NamedClass).optional(),
});
/** A compact list: `name:line` by kind, or by access and kind. */
const Names = z.looseObject({ container: z.string().optional() });

/**
 * Writes an answer from the index, a line a row: `path:line:column: text` of a reference,
 * `path:line:column: kind qualified-name signature` of a definition, `path:line: caller (lines 1, 2)` of a caller,
 * `path: count=3 …` of a file, `path:line:column: class A: its bases; derived: B` of a class. Possible references are marked, and the last line says what is missing.
 */
export function indexLines({ head, results, tail, separators = {} }: IndexResults): readonly string[] {
  const { truncated_reason, external, mermaid, dot } = head;
  return [
    ...[mermaid, dot].filter((diagram) => typeof diagram === "string"),
    ...(external === undefined ? [] : [`${plain(head.symbol)}: external ${plain(external)}\n`]),
    ...entriesOf(results).flatMap((entry) => entryLines(entry, "", separators)),
    ...entriesOf(tail.possible ?? []).flatMap((entry) => entryLines(entry, "possible: ", separators)),
    ...(truncated_reason === undefined ? [] : [countLine(head), `truncated: ${plain(truncated_reason)}\n`]),
  ];
}

function countLine({ symbol, total_references, total_possible, counts }: RowValues): string {
  const totals = { total_references, total_possible, ...Object(counts) };
  return `${plain(symbol)}: ${keysText(totals)}\n`;
}

function entryLines(
  {
    filepath,
    references,
    callers,
    definitions,
    declarations,
    classes,
    ...values
  }: RowValues & { readonly filepath: string },
  mark: string,
  separators: Readonly<Record<string, string>>,
): readonly string[] {
  const path = plain(filepath);
  const separator = separators[filepath] ?? "::";
  const listed = [
    ...rowsIn(references).map((row) => referenceLine(Reference.parse(row), mark)),
    ...rowsIn(callers).map((row) => callerLine(Caller.parse(row), mark)),
    ...[...rowsIn(definitions), ...rowsIn(declarations)].flatMap((row) => definitionLines(row, separator)),
    ...rowsIn(classes).map((row) => classLine(row, separator)),
  ];
  const own = Object.keys(values).length === 0 ? [] : [` ${mark}${keysText(values)}`];
  return [...own, ...listed].map((line) => `${path}:${line}\n`);
}

function rowsIn(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

function referenceLine({ line, column, type, in: caller, text }: z.infer<typeof Reference>, mark: string): string {
  const what = text === undefined ? [type, ...(caller === undefined ? [] : [`in ${caller}`])].join(" ") : text;
  return `${line}:${column}: ${mark}${plain(what)}`;
}

function callerLine({ caller, line, lines, count }: z.infer<typeof Caller>, mark: string): string {
  const place = line === undefined ? "" : `${line}:`;
  const uses = `${count} in ${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
  return `${place} ${mark}${caller === undefined ? "" : `${plain(caller)} `}(${uses})`;
}

function definitionLines(row: unknown, separator: string): readonly string[] {
  const definition = Definition.safeParse(row);
  if (!definition.success) return nameLines(Names.parse(row), separator);
  const { name, kind, container, line, column, signature, source } = definition.data;
  const qualified = container === undefined ? name : container + separator + name;
  const words = [kind, qualified, signature].filter((word) => word !== undefined).map(plain);
  const sourceLines = source === undefined ? [] : source.split("\n").map((text) => ` ${plain(text)}`);
  return [`${line}:${column}: ${words.join(" ")}`, ...sourceLines];
}

/** Writes `line:column: class A: its bases; derived: B, C`; of a name alone `line: name`. */
function classLine(row: unknown, separator: string): string {
  if (typeof row === "string")
    return `${row.slice(row.lastIndexOf(":") + 1)}: ${plain(row.slice(0, row.lastIndexOf(":")))}`;
  const {
    kind,
    name,
    container,
    line,
    column,
    bases = [],
    unresolved_bases = [],
    derived = [],
  } = HierarchyClass.parse(row);
  const above = [...bases.map((base) => base.name), ...unresolved_bases].map(plain).join(", ");
  const below = derived.map((one) => plain(one.name)).join(", ");
  const qualified = plain(container === undefined ? name : container + separator + name);
  return `${line}:${column}: ${kind} ${qualified}${above && `: ${above}`}${below && `; derived: ${below}`}`;
}

/** Writes `line: kind qualified-name` of each name in a compact list. */
function nameLines({ container, ...groups }: z.infer<typeof Names>, separator: string): readonly string[] {
  return Object.entries(groups).flatMap(([key, group]) => {
    if (!Array.isArray(group)) return nameLines({ container, ...Object(group) }, separator);
    return group.map((named) => {
      const { 1: name = "", 2: line = "" } = /^(.*):(\d+)$/s.exec(String(named)) ?? [];
      return `${line}: ${plain(key)} ${plain(container === undefined ? name : container + separator + name)}`;
    });
  });
}

function keysText(values: RowValues): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => (typeof value === "object" ? keysText(Object(value)) : `${key}=${plain(value)}`))
    .join(" ");
}
