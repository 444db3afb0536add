import { lstatSync } from "node:fs";
import type { Roots } from "../base/real-path.ts";
import type { Target } from "../workspace/expand.ts";
import { isSameStamp, readStamp, type Stamp, Stamps, stampOfStats } from "../workspace/stamp.ts";
import type { ViewedCode } from "./code-views.ts";
import { Turns } from "./turns.ts";

/** The files that a call over the index is about, and what is known of them. */
export type Code = ViewedCode & {
  readonly targets: readonly Target[];
  /** Reason → number of files that are left out. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The folders and files of rules that the list of files depends on; undefined where they are not known. */
  readonly seen: readonly string[] | undefined;
};

type Kept = {
  readonly code: Code;
  /** By path: undefined for one that is not there. */
  readonly files: ReadonlyMap<string, Stamp | undefined>;
  readonly seen: ReadonlyMap<string, Stamp | undefined>;
};

/** Scopes that are kept: an agent asks about one code base, and now and then about a part of it. */
const maxKept = 4;

/**
 * The code of the last calls, which the next one needs not list and compare with its facts as long as no stamp has
 * changed: of a file, a folder that was listed, or a file of ignore rules.
 */
export class KeptCode {
  readonly #roots: Roots;
  readonly #now: () => number;
  /** By key, the one that was used last at the end. */
  readonly #kept = new Map<string, Kept>();

  /** @param now milliseconds since the epoch */
  constructor(roots: Roots, now: () => number) {
    this.#roots = roots;
    this.#now = now;
  }

  /**
   * The code of the call with the same key; undefined where it may have changed.
   *
   * @throws the signal's reason
   */
  async unchanged(key: string, signal: AbortSignal): Promise<Code | undefined> {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    if (kept === undefined) return undefined;
    const stamps = new Stamps(this.#roots);
    const turns = new Turns(signal);
    for (const [path, stamp] of kept.seen) {
      if (!isSame(stamp, entryStamp(path))) return undefined;
      if (turns.isOver) await turns.next();
    }
    for (const [path, stamp] of kept.files) {
      if (!isSame(stamp, stamps.at(path))) return undefined;
      if (turns.isOver) await turns.next();
    }
    this.#kept.set(key, kept);
    return kept.code;
  }

  /**
   * Keeps the code of a call, unless it has changed so lately that its stamps do not show the next change.
   *
   * @param startedAtMs when the call began, before it looked at anything
   * @throws the signal's reason
   */
  async keep(key: string, code: Code, startedAtMs: number, signal: AbortSignal): Promise<void> {
    const { seen, targets } = code;
    if (seen === undefined || this.#now() < startedAtMs) return;
    const stamps = new Stamps(this.#roots);
    const turns = new Turns(signal);
    const ofSeen = new Map<string, Stamp | undefined>();
    const ofFiles = new Map<string, Stamp | undefined>();
    const add = async (to: Map<string, Stamp | undefined>, path: string, stamp: Stamp | undefined) => {
      to.set(path, stamp);
      if (turns.isOver) await turns.next();
      return stamp === undefined || Number.isFinite(readStamp(stamp, startedAtMs).trustedFrom);
    };
    for (const path of seen) if (!(await add(ofSeen, path, entryStamp(path)))) return;
    for (const { path } of targets) if (!(await add(ofFiles, path, stamps.at(path)))) return;
    this.#kept.set(key, { code, seen: ofSeen, files: ofFiles });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function isSame(one: Stamp | undefined, other: Stamp | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameStamp(one, other);
}

function entryStamp(path: string): Stamp | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && stampOfStats(stats);
}
