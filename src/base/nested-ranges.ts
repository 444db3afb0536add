import { countWhile } from "./count-while.ts";

/** A range of offsets, without its end. */
export type Range = { readonly start: number; readonly end: number };

/** Ranges of a tree, which are disjoint or nested, looked up by what they have inside. */
export class NestedRanges<Item extends Range> {
  /** In the order of their starts, outer ones first; of equal ranges the first one is the outer one. */
  readonly items: readonly Item[];
  /** The index of the nearest range around each of them; -1 for none. */
  readonly #outer: readonly number[];

  constructor(items: readonly Item[]) {
    this.items = [...items].sort((a, b) => a.start - b.start || b.end - a.end);
    const open: number[] = [];
    this.#outer = this.items.map(({ start }, i) => {
      while (open.length > 0 && (this.items[open.at(-1) ?? -1]?.end ?? 0) <= start) open.pop();
      const outer = open.at(-1) ?? -1;
      open.push(i);
      return outer;
    });
  }

  /** The ranges around an offset, innermost first. */
  *around(offset: number): Generator<Item> {
    const count = countWhile(this.items.length, (i) => (this.items[i]?.start ?? 0) <= offset);
    for (let i = count - 1; i >= 0; i = this.#outer[i] ?? -1) {
      const item = this.items[i];
      if (item !== undefined && offset < item.end) yield item;
    }
  }
}

/** True for an offset in one of some ranges. */
export function isWithin(offset: number, ranges: readonly Range[]): boolean {
  return ranges.some(({ start, end }) => start <= offset && offset < end);
}
