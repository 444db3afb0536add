/** Two folders, each with a separator at its end: what paths began with, and what they begin with now. */
export type Moved = { readonly from: string; readonly to: string };

/** Returns a path of a code base that has moved; undefined for one that lies outside of it. */
export function movedPath(path: string, { from, to }: Moved): string | undefined {
  return path.startsWith(from) ? to + path.slice(from.length) : undefined;
}
