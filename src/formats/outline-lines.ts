import { OutlineRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import type { Look } from "./look.ts";
import { plain } from "./plain.ts";

/** The values that lines above the signature already have, or its place. */
const silentKeys: ReadonlySet<string> = new Set(["line", "column", "end_column"]);

/**
 * Returns the rows of a file for people, in columns: `path:line:column: kind name signature`, with the access, the last
 * line and the documentation after it, indented by what they are in, and the name of a capture instead of a kind.
 */
export function outlineLines(path: string, rows: readonly unknown[], look: Look): readonly string[] {
  const lines: string[] = [];
  const depths = new Map<string, number>();
  const add = (value: unknown, outer: number) => {
    const { children = [], container, ...row } = OutlineRow.parse(value);
    const depth = container === undefined ? outer : (depths.get(container) ?? -1) + 1;
    const isBelow = container !== undefined && depths.has(container);
    const qualified =
      container === undefined ? [row.name ?? ""] : [`${container}::${row.name}`, `${container}.${row.name}`];
    for (const name of qualified) depths.set(name, depth);
    const held = container === undefined || isBelow ? {} : { container };
    lines.push(
      `${look.place(path, `${row.line}:${row.column}`)}:${look.gap}${cellsOf({ ...row, ...held }, depth, look)}\n`,
    );
    for (const child of children) add(child, depth + 1);
  };
  for (const row of rows) add(row, 0);
  return lines;
}

function cellsOf(row: OutlineRow, depth: number, look: Look): string {
  const { name, kind, container, signature, capture_name, text, access, end_line, doc, ...further } = row;
  const indent = "  ".repeat(depth);
  const holder = container === undefined ? "" : ` ${look.paint("code", `in ${plain(container)}`)}`;
  const words = Object.entries(further).flatMap(([key, value]) => {
    if (value === undefined || silentKeys.has(key)) return [];
    return [value === true ? key : `${key}=${plain(value)}`];
  });
  const last = [...(access === undefined ? [] : [plain(access)]), ...lastLine(row)];
  const cells = [
    ...(kind === undefined ? [] : [indent + look.paint("kind", plain(kind))]),
    ...(capture_name === undefined ? [] : [look.paint("kind", `@${plain(capture_name)}`)]),
    ...(name === undefined ? [] : [(kind === undefined ? indent : "") + look.paint("name", plain(name)) + holder]),
    ...(signature === undefined ? [] : [plain(signature)]),
    ...(text === undefined ? [] : [codeText(text)]),
    look.paint("code", [...last, ...words, ...(doc === undefined ? [] : [`// ${plain(doc)}`])].join(" ")),
  ];
  return cells.filter((cell) => cell !== "").join(look.gap);
}

/** Returns `to line 12` for a row of several lines. */
export function lastLine({ line, end_line: end }: { readonly line: number; readonly end_line?: number | undefined }) {
  return end === undefined || end === line ? [] : [`to line ${end}`];
}

/** The code of a capture on one line: blanks for the breaks and indentation that it has. */
function codeText(text: string): string {
  return plain(text.replace(/\s*\n\s*/g, " ⏎ ").replaceAll("\t", " "));
}

/** True for rows that outlineLines writes. */
export function isOutline(values: RowValues): boolean {
  const lists = Object.values(values).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.every(isOutlineRow));
}

function isOutlineRow(value: unknown): boolean {
  const { success, data: { children = [] } = {} } = OutlineRow.safeParse(value);
  return success && children.every(isOutlineRow);
}
