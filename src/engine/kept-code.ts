import type { UnreadFile } from "../tools/index-tool.ts";
import type { Target } from "../workspace/expand.ts";
import { areSettled } from "../workspace/stamp.ts";
import type { ViewedCode } from "./code-views.ts";
import type { Work } from "./worker/piece-job.ts";
import type { WorkerPool } from "./worker/pool.ts";
import { type PathList, sharedCopy, type WorkerReply } from "./worker/protocol.ts";

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

/** Paths with the stamps that they had. */
type Stamped = { readonly list: PathList; readonly stamps: Uint8Array };

type Kept = { readonly code: Code; readonly stamped: readonly Stamped[] };

/** Scopes that are kept: an agent asks about one code base, and now and then about a part of it. */
const maxKept = 4;

/** Paths that a worker looks at in one request. */
const pathsPerList = 1_000;

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
    this.#kept.delete(key);
    if (kept === undefined) return undefined;
    const stamps = await stampsOf(
      kept.stamped.map(({ list }) => list),
      pool,
      signal,
    );
    const isSame = kept.stamped.every(({ stamps: before }, at) => Buffer.compare(before, stamps[at] ?? nothing) === 0);
    if (!isSame) return undefined;
    this.#kept.set(key, kept);
    return kept.code;
  }

  /**
   * Keeps the code of a call, unless it has changed so lately that its stamps do not show the next change.
   *
   * @param startedAtMs when the call began, before it looked at anything
   * @throws the signal's reason
   */
  async keep(key: string, code: Code, startedAtMs: number, pool: WorkerPool, signal: AbortSignal): Promise<void> {
    const { seen, targets } = code;
    if (seen === undefined || this.#now() < startedAtMs) return;
    const files = targets.map(({ path }) => path);
    const lists = [...listsOf(seen, "entries"), ...listsOf(files, "files")];
    const stamps = await stampsOf(lists, pool, signal);
    if (!stamps.every((some) => some !== undefined && areSettled(some, startedAtMs))) return;
    this.#kept.set(key, { code, stamped: lists.map((list, at) => ({ list, stamps: stamps[at] ?? nothing })) });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const nothing = new Uint8Array();

function listsOf(paths: readonly string[], kind: PathList["kind"]): readonly PathList[] {
  return Array.from({ length: Math.ceil(paths.length / pathsPerList) }, (_, at) => {
    const some = paths.slice(at * pathsPerList, (at + 1) * pathsPerList);
    return { kind, paths: sharedCopy(Buffer.from(some.join("\0"))) };
  });
}

/** The stamps of the paths of lists; undefined where a worker could not tell. */
async function stampsOf(lists: readonly PathList[], pool: WorkerPool, signal: AbortSignal) {
  const found: (Uint8Array | undefined)[] = [];
  const work: Work<PathList, Uint8Array | undefined> = {
    items: lists,
    requestFor: (stampsOfPaths) => ({ stampsOf: stampsOfPaths }),
    resultOf: (reply: WorkerReply) => ("stamps" in reply ? reply.stamps : undefined),
    failed: () => undefined,
    onResult: (index, stamps) => {
      found[index] = stamps;
    },
  };
  await pool.run(work, signal);
  signal.throwIfAborted();
  return found;
}
