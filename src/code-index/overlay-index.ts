import { basename } from "node:path";
import { groupBy } from "../base/group-by.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import { Folders } from "./folders.ts";

/** An index in which one file is replaced, or added: by what it has with locals, or by unsaved text. */
export function overlayIndex(base: CodeIndex, own: IndexedFile): CodeIndex {
  const { path } = own;
  const seenAnywhere = own.declarations.filter(({ scopeEnd }) => scopeEnd === 0);
  const ownNamed = groupBy(seenAnywhere, ({ name }) => name);
  const withOwn = (files: readonly IndexedFile[]) => [
    ...files.filter((file) => file.path < path),
    own,
    ...files.filter((file) => file.path > path),
  ];
  let files: readonly IndexedFile[] | undefined;
  const replaced = base.fileAt(path);
  const withOwnNamed = (name: string, others: readonly Declaration[]) => {
    const ours = ownNamed.get(name) ?? [];
    if (ours.length === 0 && others.every(({ file }) => file.path !== path)) return others;
    const before = others.filter(({ file }) => file.path < path);
    return [...before, ...ours, ...others.filter(({ file }) => file.path > path)];
  };
  return {
    ...(replaced && { overlay: { base, replaced, own } }),
    roots: base.roots,
    get files() {
      files ??= withOwn(base.files);
      return files;
    },
    fileAt: (asked) => (asked === path ? own : base.fileAt(asked)),
    named: (name) => withOwnNamed(name, base.named(name)),
    mayDeclare: (file, name) => base.mayDeclare?.(file, name) ?? true,
    knownNamed: (name, counts) => {
      const known = base.knownNamed?.(name, counts);
      return known && { ...known, declarations: withOwnNamed(name, known.declarations) };
    },
    names: function* () {
      yield* base.names();
      yield* ownNamed.keys();
    },
    get folders() {
      return replaced === undefined ? new Folders([...base.files, own].map((file) => file.path)) : base.folders;
    },
    filesNamed: (name) => (name === basename(path) ? withOwn(base.filesNamed(name)) : base.filesNamed(name)),
  };
}
