/** A path with a position, as answers print it. Both count from 1. */
export type PathPlace = { readonly path: string; readonly line: number; readonly column: number | undefined };

const withPlace = /^(?<path>.*?[^:]):(?<line>[1-9]\d{0,6})(?::(?<column>\d{1,6}))?:?$/su;

/** Reads `a.py:12` and `a.py:12:5`, also with a colon at the end; undefined for any other text, and for line 0. */
export function pathPlaceOf(text: string): PathPlace | undefined {
  const { path, line, column } = withPlace.exec(text)?.groups ?? {};
  if (path === undefined || line === undefined) return undefined;
  return { path, line: Number(line), column: column === undefined ? undefined : Number(column) };
}
