/**
 * The names that imports bind and that exports give, by imports.scm. Input: matches of the query; output: each name with what
 * it stands for in which file.
 *
 * `@binding` is the name, `@binding.of` the name that it has in the other file, `@binding.source` the path of that file.
 * `(#set! binding.of "default")` says the other name, and `*` all names; without it the file as a whole is meant.
 * `(#set! binding.exported "true")` gives the name to other files; without a source it is one of the file itself.
 */
import type { Range } from "../base/nested-ranges.ts";
import type { Copy } from "./copies.ts";
import type { FlatTree } from "./flat/flat-tree.ts";
import { maxPathLength } from "./imports.ts";
import type { Match } from "./matching/match-query.ts";
import type { Position } from "./positions.ts";

/** A name that stands for another one. */
export type ImportBinding = Position &
  Range & {
    readonly name: string;
    readonly at: number;
    /** The path of the other file; "" for the file itself. */
    readonly path: string;
    /** The name there; "" for the file as a whole, `*` for all names. */
    readonly of: string;
    readonly isExported: boolean;
  };

/** The bindings of a file in source order. Offsets are in the whole text. */
export function importBindingsIn(matches: readonly Match[], copy: Copy, tree: FlatTree): readonly ImportBinding[] {
  const found = new Map<string, ImportBinding>();
  for (const { captures, properties = {} } of matches) {
    const nodeOf = (wanted: string) => captures.find(({ name }) => name === wanted)?.node;
    const name = nodeOf("binding");
    if (name === undefined) continue;
    const textOf = (node: number | undefined) =>
      node === undefined ? undefined : copy.text.slice(tree.start(node), tree.end(node));
    const path = (textOf(nodeOf("binding.source")) ?? "").replace(/^["'`]|["'`]$/g, "");
    if (path.length > maxPathLength) continue;
    const of = properties["binding.of"] ?? textOf(nodeOf("binding.of")) ?? "";
    const isExported = properties["binding.exported"] === "true";
    const around = tree.parents[name] ?? name;
    const at = copy.wholeStart(tree.start(name));
    const written = properties["binding.name"] ?? textOf(name) ?? "";
    found.set(`${at} ${written} ${isExported}`, {
      name: written.replace(/^["'`]|["'`]$/g, ""),
      ...copy.positionOf(tree.start(name)),
      at,
      start: copy.wholeStart(tree.start(around)),
      end: copy.wholeEnd(tree.end(around)),
      path,
      of: of.replace(/^["'`]|["'`]$/g, ""),
      isExported,
    });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}
