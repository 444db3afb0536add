import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * The time for which threads of a process were ready to run and had no processor, since this object was made. A limit on
 * time that takes it off holds on a busy machine too, and a thread that is blocked or computes exceeds it all the same.
 */
export class RunDelay {
  readonly #pid: number;
  readonly #start: ReadonlyMap<string, Times>;
  #last: ReadonlyMap<string, Times>;

  constructor(pid: number) {
    this.#pid = pid;
    this.#start = timesOf(pid);
    this.#last = this.#start;
  }

  /** Takes the times anew; those of a process that has gone stay as they were. */
  sample(): void {
    const times = timesOf(this.#pid);
    if (times.size > 0) this.#last = times;
  }

  /** Milliseconds that the main thread waited for a processor. */
  get mainMs(): number {
    return this.#waitedMs(String(this.#pid));
  }

  /** Milliseconds that the main thread waited for a processor or had it. */
  get mainBusyMs(): number {
    const id = String(this.#pid);
    return this.mainMs + (this.#last.get(id)?.ranMs ?? 0) - (this.#start.get(id)?.ranMs ?? 0);
  }

  /** Milliseconds that the thread waited for a processor that waited longest, besides the main one. */
  get longestOtherMs(): number {
    const others = [...this.#last.keys()].filter((id) => id !== String(this.#pid));
    return Math.max(0, ...others.map((id) => this.#waitedMs(id)));
  }

  #waitedMs(id: string): number {
    return (this.#last.get(id)?.waitedMs ?? 0) - (this.#start.get(id)?.waitedMs ?? 0);
  }
}

const sampleMs = 20;

/**
 * Measures something that a process does.
 *
 * @returns its result and the milliseconds that it took, without those for which the process or the tests waited for a
 *   processor
 */
export async function timed<Result>(pid: number, act: () => Promise<Result>) {
  const delays = [...new Set([pid, process.pid])].map((id) => new RunDelay(id));
  const sample = () => {
    for (const delay of delays) delay.sample();
  };
  const sampling = setInterval(sample, sampleMs);
  const startedAt = performance.now();
  try {
    const result = await act();
    const passedMs = performance.now() - startedAt;
    sample();
    // The two processes wait at the same time, or one after the other; what is not known is not taken off.
    return {
      result,
      tookMs: passedMs - Math.max(...delays.map(({ mainMs, longestOtherMs }) => mainMs + longestOtherMs)),
    };
  } finally {
    clearInterval(sampling);
  }
}

/**
 * Ends a process by SIGTERM.
 *
 * @param gone settles when it has gone
 * @returns its exit status and the milliseconds until it was gone, without those for which it waited for a processor
 */
export async function terminate<Gone extends { readonly exitCode: number | null }>(pid: number, gone: Promise<Gone>) {
  const delay = new RunDelay(pid);
  const sampling = setInterval(() => delay.sample(), sampleMs);
  const sentAt = performance.now();
  process.kill(pid, "SIGTERM");
  const finished = await gone;
  clearInterval(sampling);
  // The main thread ends the others, and waits for each of them to end.
  return { ...finished, tookMs: performance.now() - sentAt - delay.mainMs - delay.longestOtherMs };
}

type Times = { readonly ranMs: number; readonly waitedMs: number };

/** What Linux has counted for each thread; nothing where there is no such count, or the process has gone. */
function timesOf(pid: number): ReadonlyMap<string, Times> {
  const folder = `/proc/${pid}/task`;
  const times = new Map<string, Times>();
  for (const id of existsSync(folder) ? readdirSync(folder) : []) {
    try {
      const [ran = 0, waited = 0] = readFileSync(`${folder}/${id}/schedstat`, "latin1").split(" ").map(Number);
      times.set(id, { ranMs: ran / 1e6, waitedMs: waited / 1e6 });
    } catch {
      // A thread that ends meanwhile takes its folder along.
    }
  }
  return times;
}
