/**
 * Reads lines of files for a call that asks for them. Input: ranges such as `a.txt:10-60`; output: the answer with their lines. A
 * file need not be of a known language; it must lie within the roots, as any other.
 */
import { messageOf, UserError } from "../base/errors.ts";
import { pathPlaceOf, pathRangeOf } from "../base/path-place.ts";
import { linesAnswer, type ShownFile } from "../tools/answers/lines-answer.ts";
import type { IndexedCall, Run } from "./call.ts";

/**
 * Answers with the lines.
 *
 * @throws UserError if there is not one range whose file can be read, and the signal's reason when the call is cancelled
 */
export async function showLines(asked: readonly string[], run: Run): Promise<IndexedCall> {
  const files: ShownFile[] = [];
  for (const text of asked) files.push(await shownFile(text, run));
  const errors = files.flatMap((file) => ("error" in file ? [file.error] : []));
  const [first] = errors;
  if (first !== undefined && errors.length === files.length) throw new UserError(first, detailsOf(errors.slice(1)));
  const room = { maxChars: run.maxChars, charsOf: run.options.measure?.answer ?? (() => 0) };
  return { answer: linesAnswer(files, room), spent: {} };
}

function detailsOf(others: readonly string[]) {
  return others.length === 0 ? {} : { details: `${others.join(". ")}.` };
}

async function shownFile(text: string, run: Run): Promise<ShownFile> {
  const { codeBase, deadline, pool } = run;
  const { signal } = deadline;
  const range = pathRangeOf(text);
  if (range === undefined)
    return { filepath: text, from: 1, to: 1, error: `The last line of ${text} is before the first` };
  const { path: asked, from, to } = range;
  const shown = { filepath: asked, from, to };
  try {
    const target = await codeBase.fileAt(asked, signal);
    if (target === undefined) return { ...shown, error: `${asked} is not the path of one file` };
    const { name, path, language, error } = target;
    if (error !== undefined)
      return { ...shown, error: withDetails(error.message, error.details.details ?? rangeText(text)) };
    const request = { linesOf: { path, name, language, range: { from, to } } };
    const read = await pool.request(request, (reply) => ("lines" in reply ? reply.lines : undefined), signal);
    if ("refused" in read) return { ...shown, error: withDetails(read.refused.error, read.refused.details.details) };
    return { ...shown, ...read, filepath: name };
  } catch (error) {
    if (deadline.passed === undefined) signal.throwIfAborted();
    return { ...shown, error: deadline.passed === undefined ? messageOf(error) : unreadText(asked) };
  }
}

/** Says of a file whose lines were not read in time. */
function unreadText(path: string): string {
  return `${path} was not read in time: ask for fewer files at once`;
}

/** Says how lines are named, if a file that is not there has two numbers after its name; undefined for another text. */
function rangeText(text: string): string | undefined {
  const { path, line, column } = pathPlaceOf(text) ?? {};
  if (path === undefined || line === undefined || column === undefined) return undefined;
  return column < line ? `one line is written ${path}:${line}` : `a range is written ${path}:${line}-${column}`;
}

function withDetails(error: string, details: unknown): string {
  return typeof details === "string" ? `${error}: ${details.replace(/\.$/u, "")}` : error;
}
