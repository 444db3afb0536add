import { dirname } from "node:path/posix";
import * as z from "zod";
import type { ResultEntry } from "../engine/call.ts";

/** The rows of list_symbols, as far as they are counted. */
const Symbols = z.object({ symbols: z.array(z.looseObject({ kind: z.string() })) });

type Counts = Readonly<Record<string, number>>;

/** A form of the outline: the poorer it is, the shorter. */
type Form = {
  readonly detail: "names" | "counts" | "folders";
  readonly items: readonly string[];
};

/**
 * The definitions of a workspace in the richest form that fits whole: `names` of each file, else `counts` by kind of each
 * file, else the counts of `folders`, of as many levels as fit.
 *
 * @param maxChars UTF-16 code units of all items
 */
export function outlineOf(results: readonly ResultEntry[], maxChars: number): Form {
  const names: Form = { detail: "names", items: results.map(namesIn) };
  if (fits(names, maxChars)) return names;
  const counted = results.map(({ name, result }) => ({
    file: name,
    counts:
      "rows" in result ? countsOf(Symbols.parse(result.rows.values).symbols.map(({ kind }) => kind)) : { error: 1 },
  }));
  const counts: Form = { detail: "counts", items: counted.map((item) => JSON.stringify(item)) };
  if (fits(counts, maxChars)) return counts;
  let folders = byFolder(counted.map(({ file, counts: own }) => ({ folder: dirname(file), counts: own, files: 1 })));
  for (;;) {
    const form: Form = { detail: "folders", items: folders.map((item) => JSON.stringify(item)) };
    const deepest = Math.max(...folders.map(({ folder }) => depthOf(folder)));
    const above = byFolder(
      folders.map((item) => (depthOf(item.folder) === deepest ? { ...item, folder: dirname(item.folder) } : item)),
    );
    if (fits(form, maxChars) || above.length === folders.length) return form;
    folders = above;
  }
}

function fits({ items }: Form, maxChars: number): boolean {
  return items.reduce((sum, { length }) => sum + length + 1, 0) <= maxChars;
}

function namesIn({ name, result }: ResultEntry): string {
  const keys = "rows" in result ? result.rows.encoded : `"error":${JSON.stringify(result.error)}`;
  return `{"file":${JSON.stringify(name)},${keys}}`;
}

type Folder = { readonly folder: string; readonly files: number; readonly counts: Counts };

/** Folders of the same path as one, in the order of their paths. */
function byFolder(folders: readonly Folder[]): readonly Folder[] {
  const merged = new Map<string, Folder>();
  for (const { folder, files, counts } of folders) {
    const known = merged.get(folder) ?? { folder, files: 0, counts: {} };
    merged.set(folder, { folder, files: known.files + files, counts: sumOf(known.counts, counts) });
  }
  return [...merged.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

function depthOf(folder: string): number {
  return folder.split("/").length;
}

function countsOf(kinds: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function sumOf(one: Counts, other: Counts): Counts {
  const sum: Record<string, number> = { ...one };
  for (const [kind, count] of Object.entries(other)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
