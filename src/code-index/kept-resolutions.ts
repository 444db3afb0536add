/** The resolutions of names in open files, which are kept for the next call that asks about one of them. */
import type { IndexedFile } from "./code-index.ts";
import type { OpenFile, Resolution } from "./resolution.ts";

/** Names of a file: some 200 bytes each. */
const maxNames = 20_000;

/** How many steps a resolution takes, where a call may take only so many. */
export type Steps = {
  /** The steps that the name has taken so far. */
  readonly taken: number;
  /** Takes the steps of a resolution that is kept; false if fewer are left. */
  take(steps: number): boolean;
  /** True if the name would have taken more. */
  readonly isCutShort: boolean;
};

const unbounded: Steps = { taken: 0, take: () => true, isCutShort: false };

type Known = { readonly resolution: Resolution; readonly steps: number };

/** The resolutions of a resolver, whose index does not change. */
export class KeptResolutions {
  readonly #files = new WeakMap<IndexedFile, { readonly text: string; readonly names: Map<number, Known> }>();
  readonly #steps: Steps;

  /** @param steps of the name that is resolved; a resolution that was cut short is not kept, since another call may have more of them */
  constructor(steps: Steps = unbounded) {
    this.#steps = steps;
  }

  /** The resolution of the name at an offset of an open file, which is made unless it is known. */
  at({ file, text }: OpenFile, offset: number, make: () => Resolution): Resolution {
    let known = this.#files.get(file);
    // A file with another text between the same offsets: see inWholeNames.
    if (known?.text !== text) {
      known = { text, names: new Map() };
      this.#files.set(file, known);
    }
    const { names } = known;
    const found = names.get(offset);
    if (found !== undefined && this.#steps.take(found.steps)) return found.resolution;
    const resolution = make();
    if (!this.#steps.isCutShort && names.size < maxNames) {
      names.set(offset, { resolution, steps: this.#steps.taken });
    }
    return resolution;
  }
}
