import { basename } from "node:path";
import { compareText } from "../base/compare-text.ts";
import { groupBy } from "../base/group-by.ts";
import { nearestOf } from "../base/nearest.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import { Folders } from "./folders.ts";

/** An index in which files are replaced, or added: by what they have with locals, or by another text. */
export function overlayIndex(base: CodeIndex, ...files: readonly IndexedFile[]): CodeIndex {
  const owns = [...files].sort((a, b) => compareText(a.path, b.path));
  const ownAt = new Map(owns.map((own) => [own.path, own]));
  const seenAnywhere = owns.flatMap(({ declarations }) => declarations.filter(({ scopeEnd }) => scopeEnd === 0));
  const ownNamed = groupBy(seenAnywhere, ({ name }) => name);
  const withOwn = (known: readonly IndexedFile[], ours: readonly IndexedFile[]) =>
    inOrder(
      known.filter(({ path }) => !ownAt.has(path)),
      ours,
      ({ path }) => path,
    );
  let all: readonly IndexedFile[] | undefined;
  const replaced = new Map<IndexedFile, IndexedFile>();
  for (const own of owns) {
    const known = base.fileAt(own.path);
    if (known !== undefined) replaced.set(known, own);
  }
  const isAdded = replaced.size < ownAt.size;
  const withOwnNamed = (name: string, others: readonly Declaration[]) => {
    const ours = ownNamed.get(name) ?? [];
    const isOther = ({ file }: Declaration) => !ownAt.has(file.path);
    if (ours.length === 0 && others.every(isOther)) return others;
    return inOrder(others.filter(isOther), ours, ({ file }) => file.path);
  };
  return {
    ...(!isAdded && { overlay: { base, owns: replaced } }),
    roots: base.roots,
    get files() {
      all ??= withOwn(base.files, owns);
      return all;
    },
    fileAt: (asked) => ownAt.get(asked) ?? base.fileAt(asked),
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
    namesNear: (name, most) => nearestOf(name, [...base.namesNear(name, most), ...ownNamed.keys()], most),
    get folders() {
      return isAdded ? new Folders([...base.files, ...owns].map((file) => file.path)) : base.folders;
    },
    filesNamed: (name) => {
      const ours = owns.filter(({ path }) => basename(path) === name);
      return ours.length === 0 ? base.filesNamed(name) : withOwn(base.filesNamed(name), ours);
    },
  };
}

/** Joins two lists in the order of paths; items of a path are in one list. */
function inOrder<Item>(
  some: readonly Item[],
  others: readonly Item[],
  pathOf: (item: Item) => string,
): readonly Item[] {
  const joined: Item[] = [];
  let next = 0;
  for (const item of some) {
    for (let other = others[next]; other !== undefined && pathOf(other) < pathOf(item); other = others[next]) {
      joined.push(other);
      next++;
    }
    joined.push(item);
  }
  return [...joined, ...others.slice(next)];
}
