import type { SymbolRow } from "../../answers/row-kinds.ts";

/** UTF-16 code units below which a source says too little: about three lines. */
export const leastSourceChars = 200;

/** The part of a source that is at its beginning; the rest is at its end. */
const headShare = 2 / 3;

/** A source that was shortened: of a class its members. */
export type ShortSource =
  | { readonly source: string; readonly omitted_lines?: number }
  | { readonly source?: undefined; readonly outline: string[]; readonly omitted_members?: number };

/**
 * Shortens a source to at most about `maxLength` characters: to its first and last lines, with `…` for the lines
 * between.
 *
 * @param outline the members of a class, one line each, which are shown in place of a source that is too long
 */
export function shortSource(source: string, outline: readonly string[] | undefined, maxLength: number): ShortSource {
  if (source.length <= maxLength) return { source };
  if (outline !== undefined && outline.length > 0) {
    const shown = linesWithin(outline, maxLength);
    const omitted = outline.length - shown.length;
    return { outline: shown, ...(omitted > 0 && { omitted_members: omitted }) };
  }
  const lines = source.split("\n");
  const head = linesWithin(lines, maxLength * headShare);
  const left = lines.slice(head.length).reverse();
  const tail = linesWithin(left, maxLength - head.join("\n").length).reverse();
  const omitted = lines.length - head.length - tail.length;
  const [first = ""] = lines;
  if (head.length === 0) return { source: `${first.slice(0, maxLength - 1)}…`, omitted_lines: lines.length - 1 };
  return { source: [...head, "…", ...tail].join("\n"), omitted_lines: omitted };
}

/** A row of a symbol that may have its code, or lines instead of it. */
type SourceRow = Pick<SymbolRow, "source" | "outline" | "doc"> & {
  readonly omitted_lines?: number | undefined;
  readonly omitted_members?: number | undefined;
};

/** Returns a row without its code and its documentation. */
export function withoutSource<Row extends SourceRow>({
  source: _,
  outline: __,
  doc: ___,
  omitted_lines: ____,
  omitted_members: _____,
  ...row
}: Row): Omit<Row, keyof SourceRow> {
  return row;
}

/** The first lines that are at most `maxLength` characters long together, with a line break each. */
function linesWithin(lines: readonly string[], maxLength: number): string[] {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > maxLength;
  });
  return lines.slice(0, end < 0 ? undefined : end);
}
