/**
 * The lines of files in the format `text`, which people read and grep searches. Input: the result of one file; output:
 * a line a row, each with its path.
 */
import { DiagnosticRows, NameGroups, NestedRow, PatchRows } from "../answers/row-kinds.ts";
import type { RowKind, RowValues } from "../answers/rows.ts";
import { diffHead } from "../base/unified-hunks.ts";
import type { ResultEntry } from "../engine/call.ts";
import { patchLines } from "./diff-lines.ts";
import { type Look, severityRole } from "./look.ts";
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
  const lines = linesOf(rows.kind, look)(rows.kind === "patch" ? pathInPatch : path, rows.values, look);
  const mark = look.paint("warning", "warning");
  return [...lines, ...warnings.map((warning) => `${place}: ${mark}: ${plain(warning)}\n`)];
}

/** Returns `error: message (details)`. */
export function errorText(error: string, { details }: { readonly details?: unknown }, look: Look): string {
  const mark = look.paint("error", "error");
  return `${mark}: ${plain(error)}${details === undefined ? "" : ` (${plain(details)})`}`;
}

type Lines = (path: string, rows: RowValues, look: Look) => readonly string[];

function linesOf(kind: RowKind, look: Look): Lines {
  if (kind === "diagnostics") return diagnosticLines;
  if (kind === "names") return nameLines;
  if (kind === "patch") return filePatch;
  if (kind === "tree") return look.isForPeople ? treeLines : plainTreeLines;
  return rowLines;
}

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

function rowLines(path: string, rows: RowValues, look: Look): readonly string[] {
  const entries = Object.entries(rows);
  const scalars = entries.filter(([, value]) => !Array.isArray(value)).map(([key, value]) => `${key}=${plain(value)}`);
  const listed = entries.flatMap(([, value]) => (Array.isArray(value) ? value : []));
  return [
    ...(scalars.length > 0 ? [`${look.place(path, "")}: ${scalars.join(" ")}\n`] : []),
    ...(look.isForPeople && isOutline(rows)
      ? outlineLines(path, listed, look)
      : listed.flatMap((row) => nestedLines(path, row, look))),
  ];
}

/** Returns the line of a row, and below it the lines of its children, each level indented by two blanks. */
function nestedLines(path: string, value: unknown, look: Look, level = 0): readonly string[] {
  const { line, column, children = [], omitted_children: omitted, ...rest } = NestedRow.parse(value);
  const words = Object.values(rest).map(plain);
  const left = omitted === undefined ? [] : [`omitted_children=${omitted}`];
  const place = look.place(path, line === undefined ? "" : `${line}:${column}`);
  const indent = "  ".repeat(Math.min(level, maxIndentedLevels));
  return [
    `${place}: ${indent}${[...words, ...left].join(" ")}\n`,
    ...children.flatMap((child) => nestedLines(path, child, look, level + 1)),
  ];
}
