import { dirname } from "node:path";

/** The folders of a code base: all below which there are files of it. */
export class Folders {
  readonly #paths = new Set<string>();
  readonly #byName = new Map<string, string[]>();

  /** @param files paths, absolute */
  constructor(files: Iterable<string>) {
    for (const file of files) this.#addAround(file);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** All folders. */
  all(): Iterable<string> {
    return this.#paths;
  }

  /** The folders with a name. */
  named(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }

  #addAround(file: string): void {
    let folder = dirname(file);
    for (; !this.#paths.has(folder) && folder !== "/" && folder !== "."; folder = dirname(folder)) {
      this.#paths.add(folder);
      const name = folder.slice(folder.lastIndexOf("/") + 1);
      const folders = this.#byName.get(name);
      if (folders === undefined) this.#byName.set(name, [folder]);
      else folders.push(folder);
    }
  }
}
