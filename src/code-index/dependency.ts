import type { ImportRules } from "../syntax/import-rules.ts";
import type { CodeIndex, Import, IndexedFile } from "./code-index.ts";

/** What an import or an include names. */
export type Dependency = {
  /** As answers show it: `a/b.h`, `pkg.mod`, `..mod`. */
  readonly name: string;
  /** What it needs: a file; files that are as likely as each other; or none. */
  readonly target:
    | { readonly file: IndexedFile }
    /** All files of a package. */
    | { readonly files: readonly IndexedFile[] }
    | { readonly ambiguous: readonly IndexedFile[] }
    /** `external` is outside of the code base; `unresolved` should be in it, and is not. */
    | { readonly missing: "external" | "unresolved" };
};

/** Returns what an import of a file names: nothing for a package without a file of its own. */
export type DependencyFinder = (imported: Import, from: IndexedFile) => Dependency | undefined;

/** What dependencies of files are found with. */
export type DependencyOptions = {
  readonly index: CodeIndex;
  /** The folders that a compiler searches for the includes of a file, absolute, the first one first. */
  readonly includeFolders: (path: string) => readonly string[];
  /** The text of a file; undefined for one that cannot be read, or is not there. */
  readonly textOf: (path: string) => string | undefined;
  /** What language.json says of imports; undefined if it says nothing. */
  readonly imports?: ImportRules | undefined;
};
