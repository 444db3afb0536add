/** Phases of a scan. `write` is the output; phases from `read` to `query` are summed over all threads. */
export const phases = ["walk", "survey", "cache", "read", "mask", "parse", "query", "write"] as const;

/**
 * Phases of a call over the index: until the code is known, with all phases of reading it; until it is known which symbols and files
 * are meant; until their names are resolved; and making the answer.
 */
export const indexPhases = ["open", "plan", "resolve", "answer"] as const;

export type Phase = (typeof phases)[number] | (typeof indexPhases)[number];

/**
 * A phase of a call in which no files are counted: comparing the files of an earlier call with the disk, resolving names, or
 * drawing a picture.
 */
export type UncountedPhase = "checking" | "drawing" | "resolving";

/** Phases without a count of files, as people read them. */
export const phaseTexts: Readonly<Record<UncountedPhase, string>> = {
  checking: "checking which files have changed",
  resolving: "resolving names",
  drawing: "drawing the picture",
};

/** Milliseconds by phase. */
export type Spent = Readonly<Partial<Record<Phase, number>>>;

/** Sums up the time between laps. */
export class Stopwatch {
  readonly spent: Partial<Record<Phase, number>> = {};
  #last = performance.now();

  /** Starts a lap; the time since the last one counts for no phase. */
  restart(): void {
    this.#last = performance.now();
  }

  /** Adds the time since the last lap to a phase. */
  lap(phase: Phase): void {
    const now = performance.now();
    this.spent[phase] = (this.spent[phase] ?? 0) + now - this.#last;
    this.#last = now;
  }

  add(spent: Spent): void {
    for (const phase of [...phases, ...indexPhases]) {
      const more = spent[phase];
      if (more !== undefined) this.spent[phase] = (this.spent[phase] ?? 0) + more;
    }
  }

  /** Does some work, whose time counts for a phase, also if it fails. Laps inside count for their own. */
  async during<Result>(phase: Phase, work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.spent[phase] = (this.spent[phase] ?? 0) + performance.now() - start;
    }
  }
}
