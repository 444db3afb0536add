import { basename } from "node:path";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";

/** An index in which one file is replaced, or added: by what it has with locals, or by unsaved text. */
export function overlayIndex(base: CodeIndex, own: IndexedFile): CodeIndex {
  const { path } = own;
  const ownNamed = new Map<string, Declaration[]>();
  for (const declaration of own.declarations) {
    if (declaration.scopeEnd > 0) continue;
    const others = ownNamed.get(declaration.name);
    if (others === undefined) ownNamed.set(declaration.name, [declaration]);
    else others.push(declaration);
  }
  const withOwn = (files: readonly IndexedFile[]) => [
    ...files.filter((file) => file.path < path),
    own,
    ...files.filter((file) => file.path > path),
  ];
  let files: readonly IndexedFile[] | undefined;
  return {
    roots: base.roots,
    get files() {
      files ??= withOwn(base.files);
      return files;
    },
    fileAt: (asked) => (asked === path ? own : base.fileAt(asked)),
    named: (name) => {
      const others = base.named(name);
      const ours = ownNamed.get(name) ?? [];
      if (ours.length === 0 && others.every(({ file }) => file.path !== path)) return others;
      const before = others.filter(({ file }) => file.path < path);
      return [...before, ...ours, ...others.filter(({ file }) => file.path > path)];
    },
    names: function* () {
      yield* base.names();
      yield* ownNamed.keys();
    },
    filesNamed: (name) => (name === basename(path) ? withOwn(base.filesNamed(name)) : base.filesNamed(name)),
  };
}
