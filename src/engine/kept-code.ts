import type { UnreadFile } from "../tools/index-tool.ts";
import type { Target } from "../workspace/expand.ts";
import { areSettled } from "../workspace/stamp.ts";
import type { ViewedCode } from "./code-views.ts";
import { listsOf, type Stamped, stampPaths } from "./stamp-paths.ts";
import type { WorkerPool } from "./worker/pool.ts";

/** The files that a call over the index is about, and what is known of them. */
export type Code = ViewedCode & {
  readonly targets: readonly Target[];
  /** Reason → number of files that are left out. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The first of the files that could not be read, at most `maxNamedFiles`. */
  readonly unread: readonly UnreadFile[];
  /** The folders and files of rules that the list of files depends on; undefined where they are not known. */
  readonly seen: readonly string[] | undefined;
  /** Why there are no files, as a sentence; undefined where there are some. */
  readonly emptyReason: string | undefined;
};

type Kept = { readonly code: Code; readonly stamped: readonly Stamped[] };

/** Scopes that are kept: an agent asks about one code base, and now and then about a part of it. */
const maxKept = 4;

/**
 * The code of the last calls, which the next one needs not list and compare with its facts as long as no stamp has
 * changed: of a file, a folder that was listed, or a file of ignore rules. Workers look at them, beside each other.
 */
export class KeptCode {
  readonly #now: () => number;
  /** By key, the one that was used last at the end. */
  readonly #kept = new Map<string, Kept>();

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The code of the call with the same key; undefined where it may have changed.
   *
   * @throws the signal's reason
   */
  async unchanged(key: string, pool: WorkerPool, signal: AbortSignal): Promise<Code | undefined> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    const lists = kept.stamped.map(({ list }) => list);
    const now = await stampPaths(lists, pool, signal);
    const isSame = kept.stamped.every(({ stamps }, at) => Buffer.compare(stamps, now[at]?.stamps ?? nothing) === 0);
    // Another call may have kept newer code meanwhile.
    if (this.#kept.get(key) !== kept) return isSame ? kept.code : undefined;
    this.#kept.delete(key);
    if (!isSame) return undefined;
    this.#kept.set(key, kept);
    return kept.code;
  }

  /**
   * Keeps the code of a call, unless it has changed so lately that its stamps do not show the next change.
   *
   * @param files the stamps of all its files, from before their facts were looked up
   * @param startedAtMs when the call began, before it looked at anything
   * @throws the signal's reason
   */
  async keep(
    key: string,
    { code, files, startedAtMs }: { code: Code; files: readonly Stamped[]; startedAtMs: number },
    pool: WorkerPool,
    signal: AbortSignal,
  ): Promise<void> {
    const { seen } = code;
    if (seen === undefined || this.#now() < startedAtMs) return;
    const stamped = [...(await stampPaths(listsOf(seen, "entries"), pool, signal)), ...files];
    if (!stamped.every(({ stamps }) => stamps.length > 0 && areSettled(stamps, startedAtMs))) return;
    this.#kept.set(key, { code, stamped });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const nothing = new Uint8Array();
