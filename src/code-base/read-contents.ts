import { piecesOf } from "../base/pieces.ts";
import type { ReadIdentity } from "../workers/file-outcome.ts";
import type { Work } from "../workers/piece-job.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { WorkerReply } from "../workers/protocol.ts";

/** Files that a worker reads for one reply: enough that messages cost less than reading. */
const filesPerReply = 16;

/** The contents of files during one call, each read once. */
export class ReadContents {
  readonly #pool: Pick<WorkerPool, "run">;
  readonly #known = new Map<string, ReadIdentity | undefined>();

  constructor(pool: Pick<WorkerPool, "run">) {
    this.#pool = pool;
  }

  /** The stamp and the digest of the file at a path; undefined if it was not read, or could not be. */
  at(path: string): ReadIdentity | undefined {
    return this.#known.get(path);
  }

  /** True for a file that was read, or could not be. */
  has(path: string): boolean {
    return this.#known.has(path);
  }

  /** Takes the stamp and the digest of a file that was read for something else. */
  take(path: string, read: ReadIdentity): void {
    this.#known.set(path, read);
  }

  /**
   * Reads files that were not read, in workers.
   *
   * @param paths absolute
   * @param isBackground true when calls come first
   * @throws the signal's reason
   */
  async read(paths: readonly string[], signal: AbortSignal, isBackground = false): Promise<void> {
    const pieces = piecesOf(
      paths.filter((path) => !this.#known.has(path)),
      filesPerReply,
    );
    if (pieces.length === 0) return;
    const work: Work<readonly string[], readonly (ReadIdentity | null)[]> = {
      items: pieces,
      requestFor: (identitiesOf) => ({ identitiesOf }),
      resultOf: (reply: WorkerReply) => ("identities" in reply ? reply.identities : []),
      failed: () => [],
      onResult: (index, read) => {
        for (const [at, path] of (pieces[index] ?? []).entries()) this.#known.set(path, read[at] ?? undefined);
      },
    };
    await this.#pool.run(work, signal, isBackground);
    signal.throwIfAborted();
  }
}
