/**
 * The output of a command: stdout, or a file that is replaced when it is closed. Input: texts or bytes; output:
 * blocking writes, so that a slow reader slows the scan down.
 */
import { messageOf, UserError } from "../base/errors.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import { checkNamed, openNamed } from "./written-file.ts";

export type Output = {
  readonly write: (text: string) => void;
  /** Renames a file to its final name. */
  readonly close: () => void;
  /** Leaves what was there before. */
  readonly discard: () => void;
};

/** The end of the process, whatever it comes from. */
export type OnExit = (listener: () => void) => void;

export type OutputOptions = {
  /** The file to replace; undefined for stdout. */
  readonly path: string | undefined;
  /** The absolute folder that the path is relative to. */
  readonly cwd: string;
  /** A file that is not closed by then is discarded. */
  readonly onExit: OnExit;
  readonly stdout: { readonly write: (text: string) => unknown };
  /** Receives the time of writing. */
  readonly stopwatch: Stopwatch;
};

/** Characters of one write: a system call for each line takes longer than the lines. */
const charactersAtOnce = 65_536;

/**
 * Opens the output of a command. A regular file is replaced when the output is closed. Texts of one turn of the event loop are written together. A write blocks until the
 * text is accepted, so that a slow reader slows the scan down and no texts pile up.
 *
 * @throws UserError when the file cannot be written, here or later
 */
export function openOutput({ path, cwd, onExit, stdout, stopwatch }: OutputOptions): Output {
  const target =
    path === undefined
      ? { write: stdout.write.bind(stdout), close: () => {}, discard: () => {} }
      : openFile(path, cwd, onExit);
  let pending = "";
  let turn: NodeJS.Immediate | undefined;
  /** An error of a write at the end of a turn, which the next call throws. */
  let failure: unknown;
  const flush = () => {
    clearImmediate(turn);
    turn = undefined;
    if (failure !== undefined) throw failure;
    const text = pending;
    pending = "";
    stopwatch.restart();
    if (text !== "") target.write(text);
    stopwatch.lap("write");
  };
  const flushLater = () => {
    try {
      flush();
    } catch (error) {
      failure = error;
    }
  };
  return {
    write: (text) => {
      pending += text;
      if (failure !== undefined || pending.length >= charactersAtOnce) flush();
      else turn ??= setImmediate(flushLater);
    },
    close: () => {
      flush();
      target.close();
    },
    discard: () => {
      clearImmediate(turn);
      pending = "";
      target.discard();
    },
  };
}

/** The output of a command, which it writes in pieces. A write blocks until they are accepted. */
export type ByteOutput = { readonly write: (bytes: Uint8Array) => void; readonly close: () => void };

/**
 * Opens the output of a command that writes bytes.
 *
 * @throws UserError when the file cannot be written, here or later
 */
export function openBytes({ path, cwd, onExit, stdout }: BytesOptions): ByteOutput {
  if (path === undefined) return { write: (bytes) => void stdout.write(bytes), close: () => {} };
  return openFile(path, cwd, onExit);
}

type BytesOptions = Pick<OutputOptions, "path" | "cwd" | "onExit"> & ByteStdout;

type ByteStdout = { readonly stdout: { readonly write: (bytes: Uint8Array) => unknown } };

/** Replaces a file. @throws UserError when it cannot be written */
export function writeFile(path: string, cwd: string, content: string | Uint8Array, onExit: OnExit): void {
  const file = openFile(path, cwd, onExit);
  file.write(content);
  file.close();
}

/**
 * Finds out whether a file can be written, before the work that makes its content. Nothing is changed.
 *
 * @throws UserError when it cannot
 */
export function checkWritable(path: string, cwd: string): void {
  attempt(path, () => checkNamed(path, cwd));
}

function openFile(path: string, cwd: string, onExit: OnExit) {
  const file = attempt(path, () => openNamed(path, cwd));
  onExit(file.discard);
  return {
    write: (content: string | Uint8Array) => attempt(path, () => file.write(content)),
    close: () => attempt(path, file.close),
    discard: file.discard,
  };
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw new UserError(`Cannot write ${path}: ${messageOf(error)}`);
  }
}
