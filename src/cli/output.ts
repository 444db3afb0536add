import { closeSync, openSync, writeFileSync } from "node:fs";
import { messageOf, UserError } from "../errors.ts";

export type Output = { readonly write: (text: string) => void; readonly close: () => void };

type Writable = { readonly write: (text: string) => unknown };

/**
 * Where an answer goes: stdout, or a file that is made anew. Both block until the text is taken, so that a slow reader
 * slows the scan down and nothing piles up.
 *
 * @throws UserError when the file cannot be written, here or later
 */
export function openOutput(path: string | undefined, stdout: Writable): Output {
  if (path === undefined) return { write: (text) => void stdout.write(text), close: () => {} };
  const file = attempt(path, () => openSync(path, "w"));
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
