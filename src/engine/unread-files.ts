import { maxNamedFiles } from "../base/limits.ts";
import type { UnreadFile } from "../tools/index-tool.ts";

/** The files of a call over the index that could not be read: all are counted, the first ones are named. */
export class UnreadFiles {
  readonly #named: UnreadFile[] = [];
  #count = 0;

  add(file: UnreadFile): void {
    if (this.#count < maxNamedFiles) this.#named.push(file);
    this.#count++;
  }

  get count(): number {
    return this.#count;
  }

  /** At most `maxNamedFiles`. */
  get named(): readonly UnreadFile[] {
    return this.#named;
  }
}
