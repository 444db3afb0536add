/**
 * The lines of files in the format `text`, which people read and grep searches. Input: the result of one file; output:
 * a line a row, each with its path.
 */
import { DiagnosticRows, NameGroups, NestedRow, PatchRows } from "../answers/row-kinds.ts";
import type { RowKind, RowValues } from "../answers/rows.ts";
import { isObject } from "../base/is-object.ts";
import { diffHead } from "../base/unified-hunks.ts";
import type { ResultEntry } from "../engine/call.ts";
import { patchLines } from "./diff-lines.ts";
import { withDetails } from "./failure-line.ts";
import { type Look, placedLine, severityRole } from "./look.ts";
import { isMeasured, measuredLine } from "./measure-lines.ts";
import { isOutline, outlineLines } from "./outline-lines.ts";
import { plain } from "./plain.ts";
import { syntaxTreeLines } from "./syntax-tree-lines.ts";

/** Levels beyond which rows are not indented any further. */
const maxIndentedLevels = 40;

/**
 * Returns the lines of a file in the format text.
 *
 * @param pathInPatch the path of the file in a patch, if the rows are one
 */
export function fileLines({ name: path, result }: ResultEntry, look: Look, pathInPatch = path): readonly string[] {
  const place = look.place(path, "");
  if ("error" in result) return [`${place}: ${errorText(result.error, result.details, look)}\n`];
  const { rows, warnings } = result;
  const lines = writers[rows.kind](rows.kind === "patch" ? pathInPatch : path, rows.values, look);
  const mark = look.paint("warning", "warning");
  return [...lines, ...warnings.map((warning) => `${place}: ${mark}: ${plain(warning)}\n`)];
}

/** Returns `error: message (details)`. */
export function errorText(error: string, details: { readonly details?: unknown }, look: Look): string {
  return `${look.paint("error", "error")}: ${withDetails(error, details)}`;
}

type Lines = (path: string, rows: RowValues, look: Look) => readonly string[];

/** `path: container: kind name:line …`, with the access before the kind. */
const nameLines: Lines = (path, rows, look) =>
  NameGroups.array()
    .parse(rows.symbols)
    .flatMap(({ container, ...groups }) => {
      const holder = container === undefined ? "" : `${look.paint("name", plain(container))}: `;
      return groupTexts(groups, look).map((group) => `${look.place(path, "")}:${look.gap}${holder}${group}\n`);
    });

function groupTexts(groups: object, look: Look): readonly string[] {
  return Object.entries(groups).flatMap(([key, value]) => {
    const kind = look.paint("kind", plain(key));
    return Array.isArray(value)
      ? [`${kind} ${value.map(plain).join(" ")}`]
      : groupTexts(value, look).map((group) => `${kind} ${group}`);
  });
}

/** A unified diff of a file, which `git apply` and `patch` take as it is. */
const filePatch: Lines = (path, rows) => {
  const lines = PatchRows.parse(rows).hunks.flatMap(({ diff }) => patchLines(diff) ?? []);
  return lines.length === 0 ? [] : [diffHead(path), ...lines];
};

const diagnosticLines: Lines = (path, rows, look) =>
  DiagnosticRows.parse(rows).diagnostics.map(({ line, column, severity, message, code }) => {
    const mark = look.paint(severityRole(severity), plain(severity));
    const end = look.paint("code", `[${plain(code)}]`);
    return `${look.place(path, `${line}:${column}`)}: ${mark}: ${plain(message)} ${end}\n`;
  });

/** A line with the other keys, and below it the tree, a line a node. */
const treeLines: Lines = (path, rows, look) => {
  if (rows.tree === undefined) return rowLines(path, rows, look);
  if (!look.isForPeople) return plainTreeLines(path, rows, look);
  const { tree, ...others } = rows;
  const lines =
    typeof tree === "string"
      ? syntaxTreeLines(tree, look)
      : JSON.stringify(tree, undefined, 2)
          .split("\n")
          .map((line) => `${plain(line)}\n`);
  return [...rowLines(path, others, look), ...lines];
};

/** The other keys, and a line for each node of a tree that is not a text. */
const plainTreeLines: Lines = (path, rows, look) => {
  const { tree, ...others } = rows;
  if (typeof tree === "string") return rowLines(path, rows, look);
  return [...rowLines(path, others, look), ...nestedLines(path, tree, look)];
};

/** A line with the keys that are not lists of rows, and a line a row. */
const rowLines: Lines = (path, rows, look) => {
  const { keys, listed } = dividedRows(rows);
  return [
    ...keyLine(path, keys, look),
    ...(look.isForPeople && isOutline(rows)
      ? outlineLines(path, listed, look)
      : listed.flatMap((row) => nestedLines(path, row, look))),
  ];
};

/** The same with `key=value` of each number about a function or a class. */
const measureLines: Lines = (path, rows, look) => {
  const { keys, listed } = dividedRows(rows);
  return [
    ...keyLine(path, keys, look),
    ...listed.flatMap((row) =>
      isMeasured(row) ? [placedLine(look, path, measuredLine(row, "::", look))] : nestedLines(path, row, look),
    ),
  ];
};

/**
 * The writer of each kind of rows. Kinds that no tool over files has yet, or that are written elsewhere, have the usual lines, which
 * need no key of a row.
 */
const writers: Readonly<Record<RowKind, Lines>> = {
  captures: rowLines,
  changes: rowLines,
  counts: rowLines,
  definitions: rowLines,
  diagnostics: diagnosticLines,
  graph: rowLines,
  interface: rowLines,
  matches: rowLines,
  measures: measureLines,
  names: nameLines,
  patch: filePatch,
  reference: rowLines,
  references: rowLines,
  run: rowLines,
  symbols: rowLines,
  tree: treeLines,
};

/** Divides the rows of a file: the objects of its lists, and all other values by their keys. */
function dividedRows(rows: RowValues): { readonly keys: RowValues; readonly listed: readonly unknown[] } {
  const entries = Object.entries(rows).filter(([, value]) => value !== undefined);
  const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.every(isObject);
  return {
    keys: Object.fromEntries(entries.filter(([, value]) => !isList(value))),
    listed: entries.flatMap(([, value]) => (isList(value) ? value : [])),
  };
}

/** `path: key=value …`; no line without keys. */
function keyLine(path: string, keys: RowValues, look: Look): readonly string[] {
  const texts = Object.entries(keys).map(([key, value]) => `${key}=${plain(value)}`);
  return texts.length === 0 ? [] : [`${look.place(path, "")}: ${texts.join(" ")}\n`];
}

/** Returns the line of a row, and below it the lines of its children, each level indented by two blanks. */
function nestedLines(path: string, value: unknown, look: Look, level = 0): readonly string[] {
  const { line, column, children = [], omitted_children: omitted, ...rest } = NestedRow.parse(value);
  const words = Object.values(rest).flatMap((word) => (word === undefined ? [] : [plain(word)]));
  const left = omitted === undefined ? [] : [`omitted_children=${omitted}`];
  const place = look.place(path, line === undefined ? "" : [line, column ?? []].flat().join(":"));
  const indent = "  ".repeat(Math.min(level, maxIndentedLevels));
  return [
    `${place}: ${indent}${[...words, ...left].join(" ")}\n`,
    ...children.flatMap((child) => nestedLines(path, child, look, level + 1)),
  ];
}
