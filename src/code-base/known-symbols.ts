import { exists } from "../base/stats.ts";
import type { DeclarationKind } from "../facts/declaration-facts.ts";
import type { LoadedSegment } from "./fact-store.ts";

/** Kinds of declarations that more than one function can name. */
const sharedKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>([
  ...([
    "namespace",
    "module",
    "class",
    "struct",
    "union",
    "enum",
    "enum_member",
    "interface",
    "alias",
    "concept",
  ] as const),
  ...(["function", "method", "constructor", "operator", "field", "property", "constant", "event", "macro"] as const),
]);

/** The places of a symbol as the cache knows them: files may have changed since. */
export type KnownSymbol = {
  /** Absolute paths with lines, counted from 1, in the order of the paths; the first ones of many. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
  /** Declarations that are known. */
  readonly declarations: number;
  /** Files whose text has the name. */
  readonly files: number;
};

/**
 * Returns the places where segments of facts have declarations of a name. No file is read, only looked for.
 *
 * @param segments the newest first
 * @param most places that are returned
 */
export function knownSymbol(segments: readonly LoadedSegment[], name: string, most: number): KnownSymbol {
  const found: { path: string; line: number }[] = [];
  let files = 0;
  for (const [age, { segment }] of segments.entries()) {
    const word = segment.wordId(name);
    if (word < 0) continue;
    const columns = segment.declarationColumns;
    for (const file of segment.filesWith(word)) {
      const path = segment.pathOf(file);
      // A newer segment has read the file again, or a later part of this one: it may have former contents of a file.
      if (segments.slice(0, age).some((newer) => newer.segment.filesAt(path).length > 0)) continue;
      if (Math.max(...segment.filesAt(path)) !== file || !exists(path)) continue;
      files++;
      const { start, end } = segment.declarationsOf(file);
      for (let at = start; at < end; at++) {
        if (columns.numberAt("name", at) !== word || !sharedKinds.has(columns.kindOf(at))) continue;
        found.push({ path, line: columns.numberAt("line", at) });
      }
    }
  }
  found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  return { places: found.slice(0, most), declarations: found.length, files };
}
