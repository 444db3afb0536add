import type { Range } from "../base/nested-ranges.ts";
import type { Copy } from "./copies.ts";
import type { FlatTree } from "./flat/flat-tree.ts";
import type { Match } from "./matching/match-query.ts";
import type { Position } from "./positions.ts";

/**
 * The name of another file in imports.scm: `@import.path`, or `@import.module` for a part of the file's own module; or
 * `@import.package`, the name of the package that the file itself is of; or `@import.implements`, a trait that the type
 * `@import.name` implements.
 */
export type ImportPath = Position &
  Range & {
    /** As it is written, on one line, without quotes. */
    readonly path: string;
    readonly style: "quotes" | "brackets" | "plain" | "module" | "package" | "implements";
    /** The name that it has in the file, `@import.name`; "" if it does not say one. */
    readonly alias: string;
    /** The offset of the path; `start` and `end` are the range of its statement. */
    readonly at: number;
    /** The line where the statement begins. */
    readonly startLine: number;
  };

/** UTF-16 code units of a path. */
export const maxPathLength = 4_000;

/** The paths that imports name, in source order. Offsets are in the whole text. */
export function importPathsIn(matches: readonly Match[], copy: Copy, tree: FlatTree): readonly ImportPath[] {
  const found = new Map<number, ImportPath>();
  for (const { captures } of matches) {
    const capture = captures.find(({ name }) => pathCaptures.has(name));
    if (capture === undefined) continue;
    const { node } = capture;
    const statement = captures.find(({ name }) => name === "import")?.node ?? node;
    const alias = captures.find(({ name }) => name === "import.name")?.node;
    const textOf = (one: number) => copy.text.slice(tree.start(one), tree.end(one));
    const text = textOf(node);
    if (text.length > maxPathLength) continue;
    const at = copy.wholeStart(tree.start(node));
    found.set(at, {
      ...written(text, capture.name),
      alias: alias === undefined ? "" : textOf(alias),
      ...copy.positionOf(tree.start(node)),
      at,
      startLine: copy.positionOf(tree.start(statement)).line,
      start: copy.wholeStart(tree.start(statement)),
      end: copy.wholeEnd(tree.end(statement)),
    });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

const styles: ReadonlyMap<string, ImportPath["style"]> = new Map([
  ["import.module", "module"],
  ["import.package", "package"],
  ["import.implements", "implements"],
]);

const pathCaptures: ReadonlySet<string> = new Set(["import.path", ...styles.keys()]);

function written(text: string, capture: string): Pick<ImportPath, "path" | "style"> {
  const first = text.charAt(0);
  const inner = text.slice(1, -1);
  if (/["'`]/.test(first) && text.endsWith(first)) return { path: inner, style: "quotes" };
  if (first === "<" && text.endsWith(">")) return { path: inner, style: "brackets" };
  return { path: text.replace(/\s+/g, " "), style: styles.get(capture) ?? "plain" };
}
