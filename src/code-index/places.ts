import * as z from "zod";
import { compareText } from "../base/compare-text.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import type { CodeIndex, Declaration } from "./code-index.ts";

/** A declaration by its place: `path` is absolute, line and column count from 1. */
export const Place = z.object({ path: z.string(), line: z.number(), column: z.number() });
export type Place = Readonly<z.infer<typeof Place>>;

/** The place of a declaration's name. */
export function placeOf({ file, line, column }: Declaration): Place {
  return { path: file.path, line, column };
}

/** A key of a place, the same for all threads. */
export function keyOfPlace({ path, line, column }: Place): string {
  return `${line}:${column}:${path}`;
}

export function isSamePlace(a: Place, b: Place): boolean {
  return a.path === b.path && a.line === b.line && a.column === b.column;
}

/** Compares places by path, line and column: for `sort`. */
export function comparePlaces(a: Place, b: Place): number {
  return compareText(a.path, b.path) || a.line - b.line || a.column - b.column;
}

/** Compares declarations of an index by file, then by their order in it: for `sort`. */
export function compareDeclarations(a: Declaration, b: Declaration): number {
  return a.file === b.file ? a.index - b.index : compareText(a.file.path, b.file.path);
}

/** The declaration of a file whose name is at a line and column; undefined if no name of a declaration is. */
export function declarationAt(
  file: { readonly declarations: readonly Declaration[] } | undefined,
  { line, column }: Pick<Place, "line" | "column">,
): Declaration | undefined {
  if (file === undefined) return undefined;
  const byLine = getOrInsert(linesOfFiles, file.declarations, () =>
    groupBy(file.declarations, (declaration) => declaration.line),
  );
  return byLine.get(line)?.find((declaration) => declaration.column === column);
}

/** The declarations at places: none for a place without one. */
export function declarationsAt(
  places: readonly Place[],
  { index }: { readonly index: Pick<CodeIndex, "fileAt"> },
): readonly Declaration[] {
  return places.flatMap((place) => declarationAt(index.fileAt(place.path), place) ?? []);
}

/** Declarations of a file → declarations of each line: a symbol may be declared in thousands of places. */
const linesOfFiles = new WeakMap<readonly Declaration[], ReadonlyMap<number, readonly Declaration[]>>();
