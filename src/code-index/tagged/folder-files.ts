import { dirname } from "node:path";
import { groupBy } from "../../base/group-by.ts";
import type { CodeIndex, IndexedFile } from "../code-index.ts";

/** The files of each folder of a code base, grouped when they are asked for. */
export class FolderFiles {
  readonly #index: CodeIndex;
  readonly #isWanted: (path: string) => boolean;
  #files: ReadonlyMap<string, readonly IndexedFile[]> | undefined;

  constructor(index: CodeIndex, isWanted: (path: string) => boolean) {
    this.#index = index;
    this.#isWanted = isWanted;
  }

  /** The wanted files directly in a folder. */
  of(folder: string): readonly IndexedFile[] {
    this.#files ??= groupBy(
      this.#index.files.filter(({ path }) => this.#isWanted(path)),
      ({ path }) => dirname(path),
    );
    return this.#files.get(folder) ?? [];
  }
}
