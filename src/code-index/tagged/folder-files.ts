import { dirname } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import type { CodeIndex, IndexedFile } from "../code-index.ts";

/** Index → its files by folder. Open files replace files of an index in another one over it. */
const ofIndexes = new WeakMap<CodeIndex, ReadonlyMap<string, readonly IndexedFile[]>>();

/** The files of each folder of a code base. */
export class FolderFiles {
  readonly #index: CodeIndex;
  readonly #isWanted: (path: string) => boolean;

  constructor(index: CodeIndex, isWanted: (path: string) => boolean) {
    this.#index = index;
    this.#isWanted = isWanted;
  }

  /** The wanted files directly in a folder. */
  of(folder: string): readonly IndexedFile[] {
    const base = this.#index.overlay?.base ?? this.#index;
    const files =
      getOrInsert(ofIndexes, base, () => groupBy(base.files, ({ path }) => dirname(path))).get(folder) ?? [];
    return files.flatMap(({ path }) => (this.#isWanted(path) ? (this.#index.fileAt(path) ?? []) : []));
  }
}
