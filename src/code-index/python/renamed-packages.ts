/**
 * Packages that only an installation, or code that runs first, gives their names: `Shapes.core.area` is `source/core/area.py` if most
 * imports below `Shapes` fit the folder `source`. Input: the imports of a code base; output: the folders that such a name may mean.
 */
import { dirname } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import type { CodeIndex } from "../code-index.ts";

/** The number and the share of the different imports below a name that have to fit a folder. */
const leastFitting = 3;
const leastShare = 0.8;

/** Parts of a name that a folder may have: `ansible_collections.team.tools` is the folder that holds `plugins`. */
const maxParts = 3;

/** Folders that one name may mean: more folders are copies of one package. */
const maxFolders = 5;

/** Different imports of one top-level name that are looked at: a name with more is known by the first ones. */
const maxImports = 200;

/** True if a folder has a module by the parts of its name, and that one the last part, which is "" for the module itself. */
type Fits = (folder: string, parts: readonly string[], name: string) => boolean;

/** A dotted name and the folders that it may mean, the one with most imports first. */
export type RenamedPackage = { readonly parts: readonly string[]; readonly folders: readonly string[] };

/** An import by an absolute name, in parts: `a.b` and `c` of `from a.b import c`. */
type Absolute = { readonly parts: readonly string[]; readonly name: string };

/** The imports of a code base by their first part, and all beginnings of their dotted names. */
type Imports = { readonly byTop: ReadonlyMap<string, ReadonlySet<string>>; readonly beginnings: ReadonlySet<string> };

const importsOf = new WeakMap<CodeIndex, Imports>();

/**
 * Returns the beginning of the dotted names below a top-level name that folders of another name fit, with the folders; undefined if no
 * folder fits, or if imports reach it by its own name.
 */
export function renamedPackage(top: string, index: CodeIndex, fits: Fits): RenamedPackage | undefined {
  const { byTop, beginnings } = importsIn(index);
  const imports = Array.from(byTop.get(top) ?? [], absoluteOf).slice(0, maxImports);
  for (let length = 1; length <= maxParts; length++) {
    const beginning = commonBeginning(imports, length);
    if (beginning === undefined) return undefined;
    const folders = foldersFor(beginning, imports, index, fits).filter((folder) => !hasOwnName(folder, beginnings));
    if (folders.length > 0 && folders.length <= maxFolders) return { parts: beginning, folders };
  }
  return undefined;
}

/** The first parts that most imports share. */
function commonBeginning(imports: readonly Absolute[], length: number): readonly string[] | undefined {
  const counts = new Map<string, number>();
  for (const { parts } of imports) {
    if (parts.length < length) continue;
    const key = parts.slice(0, length).join(".");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [key, count] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? ["", 0];
  return count < leastFitting ? undefined : key.split(".");
}

/** The folders that hold what enough imports below a beginning name. */
function foldersFor(
  beginning: readonly string[],
  imports: readonly Absolute[],
  index: CodeIndex,
  fits: Fits,
): readonly string[] {
  const { length } = beginning;
  const below = imports
    .filter(({ parts }) => beginning.every((part, i) => parts[i] === part))
    .map(({ parts, name }) => ({ parts: parts.slice(length), name }));
  const firstParts = new Set(below.map(({ parts: [first], name }) => first ?? name).filter((part) => part !== ""));
  const candidates = new Set([...firstParts].flatMap((part) => foldersHolding(part, index)));
  return [...candidates]
    .filter((folder) => !folder.endsWith(`/${beginning.at(-1)}`))
    .map((folder) => ({ folder, count: below.filter(({ parts, name }) => fits(folder, parts, name)).length }))
    .filter(({ count }) => count >= leastFitting && count >= leastShare * below.length)
    .sort((one, other) => other.count - one.count)
    .map(({ folder }) => folder);
}

/** The folders with a module or a package of a name. */
function foldersHolding(name: string, index: CodeIndex): readonly string[] {
  const files = [".py", ".pyi"].flatMap((extension) => index.filesNamed(name + extension));
  return [...files.map(({ path }) => dirname(path)), ...index.folders.named(name).map((folder) => dirname(folder))];
}

/** True for a folder whose code is imported by the names of folders that it is in: another name is that of a library. */
function hasOwnName(folder: string, beginnings: ReadonlySet<string>): boolean {
  const parts = folder.split("/");
  return parts.some((_, i) => beginnings.has(parts.slice(i).join(".")));
}

function importsIn(index: CodeIndex): Imports {
  return getOrInsert(importsOf, index, () => {
    const byTop = new Map<string, Set<string>>();
    const beginnings = new Set<string>();
    for (const { imports } of index.files.filter(({ language }) => language === "python")) {
      for (const { type } of imports) {
        const { parts } = absoluteOf(type);
        const [top = ""] = parts;
        if (top === "") continue;
        getOrInsert(byTop, top, () => new Set()).add(type);
        for (let length = parts.length; length > 0; length--) {
          const beginning = parts.slice(0, length).join(".");
          if (beginnings.has(beginning)) break;
          beginnings.add(beginning);
        }
      }
    }
    return { byTop, beginnings };
  });
}

function absoluteOf(type: string): Absolute {
  const [path = "", name = ""] = type.split(":");
  return { parts: path.split("."), name };
}
