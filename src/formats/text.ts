import * as z from "zod";
import type { ErrorDetails } from "../base/errors.ts";
import type { ResultEntry } from "../engine/call.ts";
import { failureOf } from "../engine/summary.ts";
import { DiagnosticRows } from "../tools/check-file.ts";
import type { RowKind, RowValues } from "../tools/rows.ts";
import type { Format } from "./format.ts";
import { indexLines } from "./index-lines.ts";
import { interfaceHead, interfaceText } from "./interface-text.ts";
import { jsonMeasure } from "./json.ts";
import { plain } from "./plain.ts";

const Row = z.looseObject({ line: z.number(), column: z.number() });

/**
 * Writes lines as compilers do: `path:line:column: name …` for each row of a list; `path: key=value …` for other keys;
 * `path:line:column: severity: message [code]` for a diagnostic; `path: error: message`; an interface as it is. Control characters are escaped
 * as in JSON, so that a row stays a line.
 */
export const text: Format = {
  accepts: undefined,
  // Lines are about as long, and nobody waits for a page of them.
  measure: jsonMeasure,
  begin: () => {
    // The only interface of an answer has no line above it that names its file.
    let first: { readonly head: string; readonly text: string } | undefined;
    const firstText = () => (first === undefined ? "" : first.head + first.text);
    return {
      file: (entry) => {
        const { name, result } = entry;
        if ("error" in result || result.rows.kind !== "interface") return fileText(entry);
        const own = { head: interfaceHead(name), text: interfaceText(result.rows.values, result.warnings) };
        if (first === undefined) {
          first = own;
          return "";
        }
        const before = firstText();
        first = { head: "", text: "" };
        return before + own.head + own.text;
      },
      end: (end) => {
        const failure = failureOf(end);
        if (failure !== undefined) return { text: `${errorText(failure.error, failure.details)}\n`, failed: true };
        const { mostUsed = {} } = ("error" in end ? undefined : end.shortForm) ?? {};
        const lines = Object.entries(mostUsed).map(([path, names]) => `${plain(path)}: most used: ${listed(names)}\n`);
        const isFlat = !("error" in end) && end.flat;
        return { text: (isFlat ? (first?.text ?? "") : firstText()) + lines.join(""), failed: false };
      },
    };
  },
  ofIndex: (answer) => {
    if (!("error" in answer)) return { text: indexLines(answer).join(""), failed: false };
    const { did_you_mean: similar } = answer.details;
    const hint = Array.isArray(similar) ? `; did you mean ${similar.map(plain).join(", ")}?` : "";
    const { details } = answer.details;
    return {
      text: `error: ${plain(answer.error)}${details === undefined ? "" : ` (${plain(details)})`}${hint}\n`,
      failed: true,
    };
  },
};

function fileText({ name: path, result }: ResultEntry): string {
  const name = plain(path);
  if ("error" in result) return `${name}: ${errorText(result.error, result.details)}\n`;
  const { rows, warnings } = result;
  const lines = (linesOf.get(rows.kind) ?? rowLines)(name, rows.values);
  return [...lines, ...warnings.map((warning) => `${name}: warning: ${plain(warning)}\n`)].join("");
}

function listed(names: unknown): string {
  return Array.isArray(names) ? names.map(plain).join(" ") : plain(names);
}

type Lines = (name: string, rows: RowValues) => readonly string[];

const Names = z.object({ symbols: z.array(z.looseObject({ container: z.string().optional() })) });

/** `path: container: kind name:line …`, with the access in front of the kind. */
const nameLines: Lines = (name, rows) =>
  Names.parse(rows).symbols.flatMap(({ container, ...groups }) => {
    const holder = container === undefined ? "" : `${plain(container)}: `;
    return groupTexts(groups).map((group) => `${name}: ${holder}${group}\n`);
  });

function groupTexts(groups: object): readonly string[] {
  return Object.entries(groups).flatMap(([key, value]) =>
    Array.isArray(value)
      ? [`${key} ${value.map(plain).join(" ")}`]
      : groupTexts(value).map((group) => `${key} ${group}`),
  );
}

function diagnosticLines(name: string, rows: RowValues): readonly string[] {
  return DiagnosticRows.parse(rows).diagnostics.map(
    ({ line, column, severity, message, code }) =>
      `${name}:${line}:${column}: ${severity}: ${plain(message)} [${code}]\n`,
  );
}

/** The lines of kinds of rows that have forms of their own. */
const linesOf: ReadonlyMap<RowKind, Lines> = new Map([
  ["diagnostics", diagnosticLines],
  ["names", nameLines],
]);

function rowLines(name: string, rows: RowValues): readonly string[] {
  const entries = Object.entries(rows);
  const scalars = entries.filter(([, value]) => !Array.isArray(value)).map(([key, value]) => `${key}=${plain(value)}`);
  const listed = entries.flatMap(([, value]) => (Array.isArray(value) ? value : []));
  return [
    ...(scalars.length > 0 ? [`${name}: ${scalars.join(" ")}\n`] : []),
    ...listed.map((row) => `${name}:${rowText(row)}\n`),
  ];
}

function errorText(error: string, { details }: ErrorDetails): string {
  return `error: ${plain(error)}${details === undefined ? "" : ` (${plain(details)})`}`;
}

function rowText(value: unknown): string {
  const { line, column, ...rest } = Row.parse(value);
  return `${line}:${column}: ${Object.values(rest).map(plain).join(" ")}`;
}
