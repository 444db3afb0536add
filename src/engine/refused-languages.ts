/**
 * The check of arguments that do not work for all languages, such as a query. Input: the languages of the files of a call; output:
 * the languages whose files are left out, or an error if these are all.
 */
import { type ErrorDetails, UserError } from "../base/errors.ts";
import { maxQueryLength } from "../base/limits.ts";
import { editsBetween } from "../base/nearest.ts";
import type { Facts } from "../code-base/facts.ts";
import type { ToolCall, WorkerReply } from "../workers/protocol.ts";
import type { Run } from "./call.ts";

/**
 * Returns the languages that the arguments cannot work for.
 *
 * @param names names of languages
 * @throws UserError if they work for none
 */
export async function refusedLanguages(
  check: ToolCall,
  names: readonly string[],
  facts: Facts,
  { pool, deadline }: Run,
): Promise<ReadonlySet<string>> {
  const known = names.map((name) => facts.languages.get(name));
  if (known.includes(true) && !known.includes(undefined)) return new Set(names.filter((_, i) => known[i] === false));
  const checkOf = (reply: WorkerReply) => ("check" in reply ? reply.check : undefined);
  const results = await pool.request({ check, languageNames: names }, checkOf, deadline.signal);
  const failures = results.filter((result) => result !== null);
  if (failures.length === names.length) throw refusal(failures);
  for (const [i, name] of names.entries()) facts.languages.set(name, results[i] === null);
  return new Set(names.filter((_, i) => results[i] !== null));
}

/** Returns the error of the likeliest language of a query: parsed furthest, then nearest to a known word. */
function refusal(failures: readonly { readonly error: string; readonly details: ErrorDetails }[]): UserError {
  const [likeliest] = [...failures].sort(
    (a, b) => offsetOf(b.details) - offsetOf(a.details) || editsOf(a.details) - editsOf(b.details),
  );
  return new UserError(likeliest?.error ?? "Refused", likeliest?.details);
}

function offsetOf({ line, column }: ErrorDetails): number {
  return Number(line ?? 0) * maxQueryLength + Number(column ?? 0);
}

function editsOf({ word, suggestion }: ErrorDetails): number {
  return suggestion === undefined ? maxQueryLength : editsBetween(String(word), String(suggestion));
}
