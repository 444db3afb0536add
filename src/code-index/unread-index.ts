import { basename } from "node:path";
import { compareText } from "../base/compare-text.ts";
import { groupBy } from "../base/group-by.ts";
import type { CodeIndex, IndexedFile } from "./code-index.ts";
import { Folders } from "./folders.ts";

/** A file that could not be read: its path, absolute, and the name of its language. */
export type UnreadPlace = { readonly path: string; readonly language: string };

/** An index with a file without declarations for each one that could not be read, so that imports of it find it. */
export function indexWithUnread(base: CodeIndex, unread: readonly UnreadPlace[]): CodeIndex {
  const added = new Map<string, IndexedFile>();
  for (const { path, language } of unread) {
    if (base.fileAt(path) === undefined) added.set(path, { path, language, declarations: [], imports: [] });
  }
  if (added.size === 0) return base;
  const inOrder = (known: readonly IndexedFile[], others: Iterable<IndexedFile>) =>
    [...known, ...others].sort((a, b) => compareText(a.path, b.path));
  const byName = groupBy([...added.values()], ({ path }) => basename(path));
  let files: readonly IndexedFile[] | undefined;
  let folders: Folders | undefined;
  return {
    roots: base.roots,
    get files() {
      files ??= inOrder(base.files, added.values());
      return files;
    },
    get folders() {
      folders ??= new Folders([...base.files, ...added.values()].map(({ path }) => path));
      return folders;
    },
    fileAt: (path) => base.fileAt(path) ?? added.get(path),
    named: (name) => base.named(name),
    names: () => base.names(),
    namesNear: (name, most) => base.namesNear(name, most),
    filesNamed: (name) => inOrder(base.filesNamed(name), byName.get(name) ?? []),
    ...(base.overlay && { overlay: base.overlay }),
  };
}
