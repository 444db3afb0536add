import { closeSync, openSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import type { TextStream } from "./status-line.ts";

export type Output = { readonly write: (text: string) => void; readonly close: () => void };

export type OutputOptions = {
  /** The file to replace; undefined for stdout. */
  readonly path: string | undefined;
  /** The absolute folder that the path is relative to. */
  readonly cwd: string;
  readonly stdout: Pick<TextStream, "write">;
  /** Receives the time of writing. */
  readonly stopwatch: Stopwatch;
};

/** Characters of one write: a system call for each line takes longer than the lines. */
const charactersAtOnce = 65_536;

/**
 * Opens the output of a command. Texts of one turn of the event loop are written together. A write blocks until the
 * text is accepted, so that a slow reader slows the scan down and no texts pile up.
 *
 * @throws UserError when the file cannot be written, here or later
 */
export function openOutput({ path, cwd, stdout, stopwatch }: OutputOptions): Output {
  const target = path === undefined ? { write: stdout.write.bind(stdout), close: () => {} } : openFile(path, cwd);
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
  };
}

function openFile(path: string, cwd: string): Output {
  const file = attempt(path, () => openSync(resolve(cwd, path), "w"));
  return {
    write: (text) => attempt(path, () => writeFileSync(file, text)),
    close: () => attempt(path, () => closeSync(file)),
  };
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw new UserError(`Cannot write ${path}: ${messageOf(error)}`);
  }
}
