/**
 * The writing of the edits of a call, in a worker. Input: the edits of all files of the call; output: the files as they were written,
 * or an error that says of each why nothing was.
 */
import { compareText } from "../base/compare-text.ts";
import { ArgumentError, UserError } from "../base/errors.ts";
import { shown } from "../base/shown.ts";
import type { FileEdits, WrittenFile } from "../edits/text-edits.ts";
import type { NotWritten } from "../edits/write-edits.ts";
import type { FileOutcome } from "../workers/file-outcome.ts";
import { WorkerFailure } from "../workers/pool.ts";
import type { WorkerReply, WriteRequest } from "../workers/protocol.ts";
import type { Target } from "../workspace/expand.ts";
import type { Run } from "./call.ts";

/** The arguments of a call that may write. */
type MayApply = {
  readonly apply?: boolean | undefined;
  readonly source?: string | undefined;
  readonly cursor?: string | undefined;
};

/**
 * Finds out whether a call may write what it asks for, before anything is looked at.
 *
 * @throws UserError if it may not
 */
export function requireLeave({ apply, source, cursor }: MayApply, { editRoots }: Pick<Run, "editRoots">): void {
  if (apply !== true) return;
  if (editRoots === undefined) {
    throw new UserError("apply needs --allow-edits: nothing was written", {
      details:
        "Start codegrove with --allow-edits or CODEGROVE_ALLOW_EDITS=true, or set allow_edits in a configuration that you name. " +
        "Without apply, the answer has the diff.",
    });
  }
  if (editRoots.length === 0) {
    throw new UserError("apply needs a workspace: nothing was written", {
      details: "Start codegrove with --root, or in the folder of the project.",
    });
  }
  const other = source !== undefined ? "source" : cursor !== undefined ? "cursor" : undefined;
  if (other !== undefined) {
    throw new ArgumentError(
      ({ quoted }) =>
        `Argument ${quoted("apply")} does not go with ${quoted(other)}: saved files are edited, and all of them.`,
    );
  }
}

/** The edits that the scan of a call has found, file by file. */
export class FoundEdits {
  readonly #files: FileEdits[] = [];
  readonly #refused: NotWritten[] = [];

  take({ path, name }: Pick<Target, "path" | "name">, outcome: FileOutcome): void {
    if ("error" in outcome) {
      const { details } = outcome.details;
      this.#refused.push({
        filepath: name,
        reason: `${outcome.error}${details === undefined ? "" : ` (${details})`}.`,
      });
    } else if ("rows" in outcome && outcome.edits !== undefined) {
      const { newError, ...edits } = outcome.edits;
      if (newError !== undefined) this.#refused.push({ filepath: name, reason: newError });
      if (edits.edits.length > 0) this.#files.push({ path, filepath: name, ...edits });
    }
  }

  /**
   * Writes them all, in path order.
   *
   * @param missing why files are missing among them, as a sentence; undefined if none are
   * @throws UserError if they are not written
   */
  async write(missing: string | undefined, run: Pick<Run, "deadline" | "pool" | "writing">) {
    if (missing !== undefined) throw new UserError("Nothing was written", { details: missing });
    const byPath = (one: NotWritten | FileEdits, other: NotWritten | FileEdits) =>
      compareText(one.filepath, other.filepath);
    if (this.#refused.length > 0) throw notWritten(this.#refused.sort(byPath));
    return await applyEdits(this.#files.sort(byPath), run);
  }
}

/** The reason why edits are not written that were made from other texts. */
export const changedText = "Files changed while the call ran: ask again.";

/** Files that an error names. */
const maxNamedFiles = 20;

/**
 * Writes all edits, or none. It is not stopped once it has begun.
 *
 * @throws UserError if they are not written
 */
export async function applyEdits(
  files: readonly FileEdits[],
  { pool, writing, deadline }: Pick<Run, "deadline" | "pool" | "writing">,
): Promise<readonly WrittenFile[]> {
  if (files.length === 0) return [];
  const leave = await writing.enter(deadline.signal);
  try {
    const write: WriteRequest = {
      files,
      begun: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    };
    const reply = await pool.request({ write }, writingIn, new AbortController().signal).catch((error: unknown) => {
      if (error instanceof WorkerFailure) return unknownEnd;
      throw error;
    });
    if ("written" in reply) return reply.written;
    if ("isUnknown" in reply) {
      throw new UserError("The thread that wrote files has ended", {
        details: "Some files may be written and others not: each is whole, old or new. Look at them, and ask again.",
      });
    }
    throw notWritten(reply.refused, reply.notPutBack);
  } finally {
    leave();
  }
}

const unknownEnd = { isUnknown: true } as const;

function writingIn(reply: WorkerReply) {
  return "writing" in reply ? reply.writing : undefined;
}

/** The error about files that were not written. */
function notWritten(refused: readonly NotWritten[], notPutBack: readonly NotWritten[] = []): UserError {
  const sentences = (files: readonly NotWritten[]) =>
    files.slice(0, maxNamedFiles).map(({ filepath, reason }) => `${shown(filepath)}: ${reason}`);
  const more = refused.length > maxNamedFiles ? [`${refused.length - maxNamedFiles} more files.`] : [];
  if (notPutBack.length === 0) {
    return new UserError("Nothing was written", { details: [...sentences(refused), ...more].join(" ") });
  }
  return new UserError("Not all files were written, and some could not be put back", {
    details: [...sentences(refused), ...more, "Not put back:", ...sentences(notPutBack)].join(" "),
  });
}
