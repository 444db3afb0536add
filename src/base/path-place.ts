/** A path with a position, as answers print it. Both count from 1. */
export type PathPlace = { readonly path: string; readonly line: number; readonly column: number | undefined };

const withPlace = /^(?<path>.*?[^:]):(?<line>[1-9]\d{0,6})(?::(?<column>\d{1,6}))?:?$/su;

/** Reads `a.py:12` and `a.py:12:5`, also with a colon at the end; undefined for any other text, and for line 0. */
export function pathPlaceOf(text: string): PathPlace | undefined {
  const { path, line, column } = withPlace.exec(text)?.groups ?? {};
  if (path === undefined || line === undefined) return undefined;
  return { path, line: Number(line), column: column === undefined ? undefined : Number(column) };
}

/** Lines of a file, counted from 1, the last one included. */
export type PathRange = { readonly path: string; readonly from: number; readonly to: number };

const withRange = /^(?<path>.*?[^:]):(?<from>[1-9]\d{0,8})(?:-(?<to>[1-9]\d{0,8})?)?$/su;

/**
 * Reads `a.txt:10-60`, `a.txt:10-` to the end, `a.txt:10` of one line, and `a.txt` of a whole file. Undefined if the last line
 * is before the first.
 */
export function pathRangeOf(text: string): PathRange | undefined {
  const { path, from, to } = withRange.exec(text)?.groups ?? {};
  if (path === undefined || from === undefined) return { path: text, from: 1, to: Number.POSITIVE_INFINITY };
  const end = to === undefined ? (text.endsWith("-") ? Number.POSITIVE_INFINITY : from) : to;
  const range = { path, from: Number(from), to: Number(end) };
  return range.to < range.from ? undefined : range;
}
