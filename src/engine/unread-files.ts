import { maxNamedFiles } from "../base/limits.ts";
import type { UnreadFile } from "../tools/index-tool.ts";

/** The files of a call over the index that could not be read: all are counted once, the first ones are named. */
export class UnreadFiles {
  readonly #named: UnreadFile[] = [];
  readonly #paths = new Set<string>();

  add(file: UnreadFile): void {
    if (this.#paths.has(file.filepath)) return;
    if (this.#paths.size < maxNamedFiles) this.#named.push(file);
    this.#paths.add(file.filepath);
  }

  get count(): number {
    return this.#paths.size;
  }

  /** At most `maxNamedFiles`. */
  get named(): readonly UnreadFile[] {
    return this.#named;
  }
}
