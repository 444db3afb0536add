import { accessSync, closeSync, constants, openSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import type { Stopwatch } from "../base/stopwatch.ts";

export type Output = { readonly write: (text: string) => void; readonly close: () => void };

export type OutputOptions = {
  /** The file to replace; undefined for stdout. */
  readonly path: string | undefined;
  /** The absolute folder that the path is relative to. */
  readonly cwd: string;
  readonly stdout: { readonly write: (text: string) => unknown };
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

/** Where a command writes bytes, each time as many as it has. A write blocks until they are accepted. */
export type ByteOutput = { readonly write: (bytes: Uint8Array) => void; readonly close: () => void };

/**
 * Opens the output of a command that writes bytes.
 *
 * @throws UserError when the file cannot be written, here or later
 */
export function openBytes({ path, cwd, stdout }: Pick<OutputOptions, "path" | "cwd"> & ByteStdout): ByteOutput {
  return path === undefined ? { write: (bytes) => void stdout.write(bytes), close: () => {} } : openFile(path, cwd);
}

type ByteStdout = { readonly stdout: { readonly write: (bytes: Uint8Array) => unknown } };

/** Writes a whole file. @throws UserError when it cannot be written */
export function writeFile(path: string, cwd: string, content: string | Uint8Array): void {
  attempt(path, () => writeFileSync(resolve(cwd, path), content));
}

/**
 * Finds out whether a file can be written, before the work that makes its content. Nothing is changed.
 *
 * @throws UserError when it cannot
 */
export function checkWritable(path: string, cwd: string): void {
  const target = resolve(cwd, path);
  attempt(path, () => {
    const known = statSync(target, { throwIfNoEntry: false });
    if (known?.isDirectory() === true) throw new Error("it is a folder");
    accessSync(known === undefined ? dirname(target) : target, constants.W_OK);
  });
}

function openFile(path: string, cwd: string) {
  const file = attempt(path, () => openSync(resolve(cwd, path), "w"));
  return {
    write: (content: string | Uint8Array) => attempt(path, () => writeFileSync(file, content)),
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
