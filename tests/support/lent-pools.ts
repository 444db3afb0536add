import { dirname } from "node:path";
import { serialize } from "node:v8";
import { shippedLanguagesDir } from "../../src/syntax/languages.ts";
import type { Work } from "../../src/workers/piece-job.ts";
import { type PoolOptions, WorkerPool } from "../../src/workers/pool.ts";

/** How many pools wait for a program at the most, each with its threads. */
const maxIdlePools = 4;

/** Pools that no program uses, the one that was used last at the end. */
const idlePools: LentPool[] = [];

/**
 * Returns a pool for a program: one with the threads of an earlier program, which have read their grammars, or else a new
 * one. A start of threads for each command is most of what a small test takes.
 */
export function lendPool(options: PoolOptions): WorkerPool {
  const script = options.script ?? new URL("lent-worker.cjs", import.meta.url);
  const index = idlePools.findIndex((pool) => pool.key === keyOf(options, script));
  const [pool = new LentPool(options, script)] = index < 0 ? [] : idlePools.splice(index, 1);
  pool.lend(options);
  return pool;
}

/** Returns a pool whose threads have bad luck with files: `unlucky-worker.cjs` says which. */
export function lendUnluckyPool(options: PoolOptions): WorkerPool {
  return lendPool({ ...options, script: new URL("unlucky-worker.cjs", import.meta.url) });
}

/** Ends the pools that no program uses: the next programs get threads that start after this call. */
export async function endIdlePools(): Promise<void> {
  await Promise.all(idlePools.splice(0).map((pool) => pool.end()));
}

/** What threads start with for good; other settings are those of the program that has them. */
function keyOf({ settings: { languages }, size }: PoolOptions, script: URL): string {
  return JSON.stringify([languages, size, script]);
}

/**
 * Takes away the pool that the fewest programs have had. Pools of settings that one test has make room for each other so, and not
 * the pool that most tests use.
 */
function takeLeastLent(): LentPool | undefined {
  const least = Math.min(...idlePools.map(({ lends }) => lends));
  const place = idlePools.findIndex(({ lends }) => lends === least);
  return place < 0 ? undefined : idlePools.splice(place, 1)[0];
}

/** A program's settings for threads that run, as `lent-worker.cjs` reads them: a version, a length, and so many bytes. */
class LentSettings {
  readonly #bytes = new SharedArrayBuffer(1 << 16);
  readonly #numbers = new Int32Array(this.#bytes, 0, 2);

  /** What a thread that starts now has besides these settings, so that it finds later ones. */
  get workerData() {
    return { lent: this.#bytes, lentVersion: this.#numbers[0] };
  }

  set({ languages, workerCode, ...others }: PoolOptions["settings"]): void {
    const written = serialize(others);
    new Uint8Array(this.#bytes, this.#numbers.byteLength).set(written);
    this.#numbers[1] = written.length;
    Atomics.add(this.#numbers, 0, 1);
  }
}

/**
 * A pool that goes back to the others when its program closes it, unless it is at work, or was stopped at it (a thread may
 * still be at it then), or has read files of a language that are a test's and may change.
 */
class LentPool extends WorkerPool {
  readonly key: string;
  /** Those of the program that uses it. */
  readonly #options: { -readonly [Name in keyof PoolOptions]: PoolOptions[Name] };
  readonly #settings: LentSettings;
  readonly #isLent: boolean;
  /** How many programs have had it. */
  lends = 0;
  #running = 0;
  #isStopped = false;

  constructor(given: PoolOptions, script: URL) {
    const options = { ...given, script };
    super(options);
    this.key = keyOf(given, script);
    this.#options = options;
    this.#settings = new LentSettings();
    this.#isLent = given.settings.languages.every(({ dir }) => dirname(dir) === shippedLanguagesDir);
  }

  /** Gives it to a program; no other one has it. */
  lend({ settings, fileTimeoutMs, log }: PoolOptions): void {
    this.lends++;
    this.#settings.set(settings);
    Object.assign(this.#options, { settings: { ...settings, ...this.#settings.workerData }, fileTimeoutMs, log });
  }

  override async run<Item, Result>(
    work: Work<Item, Result>,
    signal: AbortSignal,
    isBackground?: boolean,
  ): Promise<void> {
    this.#running++;
    try {
      await super.run(work, signal, isBackground);
    } finally {
      this.#running--;
      this.#isStopped ||= signal.aborted;
    }
  }

  override async close(): Promise<void> {
    if (this.#running > 0 || this.#isStopped || !this.#isLent) {
      await super.close();
      return;
    }
    const pool = idlePools.length < maxIdlePools ? undefined : takeLeastLent();
    idlePools.push(this);
    await pool?.end();
  }

  /** Ends its threads. */
  end(): Promise<void> {
    return super.close();
  }
}
