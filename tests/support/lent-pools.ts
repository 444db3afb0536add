import { dirname } from "node:path";
import type { Log } from "../../src/base/log.ts";
import type { Work } from "../../src/engine/worker/piece-job.ts";
import { type PoolOptions, WorkerPool } from "../../src/engine/worker/pool.ts";
import { shippedLanguagesDir } from "../../src/syntax/languages.ts";

/** How many pools wait for a program at the most, each with its threads. */
const maxIdlePools = 4;

/** Pools that no program uses, the one that was used last at the end. */
const idlePools: LentPool[] = [];

/**
 * Returns a pool for a program: one with the threads of an earlier program of the same settings, which have read their
 * grammars, or else a new one. A start of threads for each command is most of what a small test takes.
 */
export function lendPool(options: PoolOptions): WorkerPool {
  const index = idlePools.findIndex((pool) => pool.key === keyOf(options));
  const [pool = new LentPool(options)] = index < 0 ? [] : idlePools.splice(index, 1);
  pool.log = options.log;
  return pool;
}

function keyOf({ settings, size, fileTimeoutMs }: PoolOptions): string {
  return JSON.stringify([settings, size, fileTimeoutMs]);
}

/**
 * A pool that goes back to the others when its program closes it, unless it is at work, or has read files of a language
 * that are a test's and may change.
 */
class LentPool extends WorkerPool {
  readonly key: string;
  /** The log of the program that uses it. */
  log: Log;
  readonly #isLent: boolean;
  #running = 0;

  constructor(options: PoolOptions) {
    super({ ...options, log: (...record) => this.log(...record) });
    this.key = keyOf(options);
    this.log = options.log;
    this.#isLent = options.settings.languages.every(({ dir }) => dirname(dir) === shippedLanguagesDir);
  }

  override async run<Item, Result>(work: Work<Item, Result>, signal: AbortSignal): Promise<void> {
    this.#running++;
    try {
      await super.run(work, signal);
    } finally {
      this.#running--;
    }
  }

  override async close(): Promise<void> {
    if (this.#running > 0 || !this.#isLent) {
      await super.close();
      return;
    }
    idlePools.push(this);
    if (idlePools.length > maxIdlePools) await idlePools.shift()?.end();
  }

  /** Ends its threads. */
  end(): Promise<void> {
    return super.close();
  }
}
