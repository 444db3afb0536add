import type { ResolvedFile } from "../code-index/code.ts";
import type { CodeIndex } from "../code-index/code-index.ts";

/** Nodes of the trees that are kept: 21 bytes each, and about as much again for declarations and what is evaluated. */
const maxKeptNodes = 1_500_000;

/** An open file, and the index of all files that its names were looked up in. */
type KeptFile = { readonly file: ResolvedFile; readonly index: CodeIndex };

/** Files of a code base that stay open for the next calls: an agent asks about a file more than once. */
export class OpenFiles {
  /** By path, the one that was used last at the end. */
  readonly #files = new Map<string, KeptFile & { readonly text: string }>();
  readonly #maxNodes: number;
  #nodes = 0;

  constructor(maxNodes = maxKeptNodes) {
    this.#maxNodes = maxNodes;
  }

  /** The file with a path, as long as its text is the same. */
  get(path: string, text: string): KeptFile | undefined {
    const known = this.#files.get(path);
    if (known === undefined) return undefined;
    if (known.text !== text) {
      this.#remove(path);
      return undefined;
    }
    this.#files.delete(path);
    this.#files.set(path, known);
    return known;
  }

  /** Keeps a file whose tree is its own, until others need the place. */
  add({ file, index }: KeptFile, text: string): void {
    const { path } = file.file;
    this.#remove(path);
    this.#files.set(path, { file, index, text });
    this.#nodes += file.tree.size;
    for (const oldest of this.#files.keys()) {
      if (this.#nodes <= this.#maxNodes) break;
      this.#remove(oldest);
    }
  }

  #remove(path: string): void {
    this.#nodes -= this.#files.get(path)?.file.tree.size ?? 0;
    this.#files.delete(path);
  }
}
