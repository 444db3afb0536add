import { closeSync, openSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import type { TextStream } from "./status-line.ts";

export type Output = { readonly write: (text: string) => void; readonly close: () => void };

export type OutputOptions = {
  /** A file that is made anew; undefined for stdout. */
  readonly path: string | undefined;
  /** What the path is relative to, absolute. */
  readonly cwd: string;
  readonly stdout: Pick<TextStream, "write">;
  /** Takes the time of writing. */
  readonly stopwatch: Stopwatch;
};

/** Characters that are written at once: a call of the system for each line takes longer than the lines. */
const charactersAtOnce = 65_536;

/**
 * Where an answer goes. What is given within a turn of the event loop is written together. Writing blocks until the
 * text is taken, so that a slow reader slows the scan down and nothing piles up.
 *
 * @throws UserError when the file cannot be written, here or later
 */
export function openOutput({ path, cwd, stdout, stopwatch }: OutputOptions): Output {
  const target = path === undefined ? { write: stdout.write.bind(stdout), close: () => {} } : openFile(path, cwd);
  let pending = "";
  let turn: NodeJS.Immediate | undefined;
  /** What went wrong at the end of a turn, where nobody catches it: the next call throws it. */
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
