import type { ImportRules } from "../syntax/import-rules.ts";
import type { CodeIndex, Import, IndexedFile } from "./code-index.ts";

/** The target of an import or an include. */
export type Dependency = {
  /** As answers show it: `a/b.h`, `pkg.mod`, `..mod`. */
  readonly name: string;
  /** The files that it needs: one; several that are equally likely; or none. */
  readonly target:
    | { readonly file: IndexedFile }
    /** All files of a package. */
    | { readonly files: readonly IndexedFile[] }
    | { readonly ambiguous: readonly IndexedFile[] }
    /** `external` is outside of the code base; `unresolved` should be in it, and is not. */
    | { readonly missing: "external" | "unresolved" };
};

/** The files of a target; undefined if it is from outside, not known, or one of several. */
export function filesOf(target: Dependency["target"] | undefined): readonly IndexedFile[] | undefined {
  if (target === undefined || "missing" in target || "ambiguous" in target) return undefined;
  return "files" in target ? target.files : [target.file];
}

/** Returns what an import of a file names: nothing for a package without a file of its own. */
export type DependencyFinder = (imported: Import, from: IndexedFile) => Dependency | undefined;

/** The inputs for finding dependencies of files. */
export type DependencyOptions = {
  readonly index: CodeIndex;
  /** The folders that a compiler searches for the includes of a file, absolute, the first one first. */
  readonly includeFolders: (path: string) => readonly string[];
  /** The text of a file; undefined for one that cannot be read, or is not there. */
  readonly textOf: (path: string) => string | undefined;
  /** The rules of imports in language.json; undefined if it has none. */
  readonly imports?: ImportRules | undefined;
};
