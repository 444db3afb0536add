/**
 * The files that end their workers, by crashing or by hanging (poison files). Input: the outcomes of files that workers
 * have read; output: for a file that has ended workers of several calls its failure at once, until it changes or some
 * time has passed.
 */
import { firstFailingWaitMs, maxFailingFiles, maxFailingWaitMs } from "../base/limits.ts";
import type { Roots } from "../base/real-path.ts";
import { digestOf } from "../cache/digest.ts";
import type { FileOutcome } from "../workers/file-outcome.ts";
import { isSameStamp, type Stamp, Stamps } from "../workspace/stamp.ts";

/** The outcome of a file that has ended its workers. */
type Failure = Extract<FileOutcome, { readonly error: string }>;

type Failing = {
  readonly stamp: Stamp | undefined;
  /** Calls whose workers it has ended since it has that stamp. */
  readonly calls: number;
  readonly lastAtMs: number;
  readonly failure: Failure;
};

/**
 * Files that have ended workers, for each kind of work: a query that ends workers says nothing about other queries. The next
 * call reads such a file again; a file that has ended workers of several calls is read once it has changed, or some time has
 * passed. Else it would cost every call the time of a file.
 */
export class FailingFiles {
  readonly #roots: Roots;
  readonly #now: () => number;
  /** By the kind of work and the path, the one that failed last at the end. */
  readonly #files = new Map<string, Failing>();

  /** @param now milliseconds since the epoch */
  constructor(roots: Roots, now: () => number) {
    this.#roots = roots;
    this.#now = now;
  }

  /** The files that fail at some work. @param work all that decides whether they do, apart from the files */
  of(work: string): FailingWork {
    const digest = digestOf(work);
    return {
      outcomeOf: (path) => this.#outcomeOf(digest + path, path),
      take: (path, failure) => this.#take(digest + path, path, failure),
    };
  }

  #outcomeOf(key: string, path: string): Failure | undefined {
    const known = this.#files.get(key);
    if (known === undefined || known.calls < 2) return undefined;
    const leftMs = known.lastAtMs + waitMsAfter(known.calls) - this.#now();
    if (leftMs <= 0 || leftMs > maxFailingWaitMs || !isSame(known.stamp, this.#stampOf(path))) return undefined;
    const { error, details } = known.failure;
    const again = `It has ended workers of ${known.calls} calls, and is read again when it changes, or in ${Math.ceil(leftMs / 1_000)} s.`;
    return { error, details: { ...details, details: [details.details, again].filter(Boolean).join(". ") } };
  }

  #take(key: string, path: string, failure: Failure | undefined): void {
    const known = this.#files.get(key);
    this.#files.delete(key);
    if (failure === undefined) return;
    const stamp = this.#stampOf(path);
    const calls = known !== undefined && isSame(known.stamp, stamp) ? known.calls + 1 : 1;
    this.#files.set(key, { stamp, calls, lastAtMs: this.#now(), failure });
    const [oldest] = this.#files.keys();
    if (this.#files.size > maxFailingFiles && oldest !== undefined) this.#files.delete(oldest);
  }

  #stampOf(path: string): Stamp | undefined {
    return new Stamps(this.#roots).at(path);
  }
}

/** The files that fail at one kind of work. */
export type FailingWork = {
  /** Returns the outcome of a file that is not to be read now; undefined for other files. */
  readonly outcomeOf: (path: string) => Failure | undefined;
  /** Takes the outcome of a file that was read: undefined for a file that has not ended its worker. */
  readonly take: (path: string, failure: Failure | undefined) => void;
};

function waitMsAfter(calls: number): number {
  return Math.min(firstFailingWaitMs * 2 ** (calls - 2), maxFailingWaitMs);
}

function isSame(one: Stamp | undefined, other: Stamp | undefined): boolean {
  return one !== undefined && other !== undefined && isSameStamp(one, other);
}
