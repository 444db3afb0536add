import type { Declaration, IndexedFile } from "./code-index.ts";
import { isClass, isFunction } from "./symbol-kind.ts";

/** The functions and classes of a file, looked up by what they have inside. */
export class Enclosing {
  /** In the order of their starts, outer ones first. */
  readonly #holders: readonly Declaration[];
  /** The index of the nearest holder around each of them; -1 for none. */
  readonly #outer: readonly number[];

  constructor({ declarations }: IndexedFile) {
    const holders = declarations.filter(
      (declaration) => (isFunction(declaration) || isClass(declaration)) && declaration.name !== "",
    );
    this.#holders = [...holders].sort((a, b) => a.start - b.start || b.end - a.end);
    const open: number[] = [];
    this.#outer = this.#holders.map(({ start }, i) => {
      while (open.length > 0 && (this.#holders[open.at(-1) ?? -1]?.end ?? 0) <= start) open.pop();
      const outer = open.at(-1) ?? -1;
      open.push(i);
      return outer;
    });
  }

  /** The innermost function or class around an offset, but what has its own name there. */
  at(offset: number): Declaration | undefined {
    let low = 0;
    for (let high = this.#holders.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.#holders[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0; i = this.#outer[i] ?? -1) {
      const holder = this.#holders[i];
      if (holder !== undefined && offset < holder.end && holder.at !== offset) return holder;
    }
    return undefined;
  }
}
