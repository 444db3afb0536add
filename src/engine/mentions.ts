/**
 * The lines with the word of a question in files that no language reads, such as of a build or of documentation, as a text search
 * finds them. Input: a question; output: its lines there.
 */
import { numberText } from "../base/counted.ts";
import { messageOf } from "../base/errors.ts";
import { maxMentioningFileBytes, maxMentioningFiles } from "../base/limits.ts";
import { linesWith, wordAt, wordsAmong } from "../code-base/word-search.ts";
import type { Mentions } from "../tools/answers/mentions-answer.ts";
import { namesIn } from "../tools/arguments/symbol-arguments.ts";
import type { AnswerBounds } from "../tools/contract/answer-bounds.ts";
import type { FileRows } from "../tools/contract/plan.ts";
import type { Question } from "./ask.ts";
import { requestOf, wordPlaceOf } from "./ask-index.ts";

type Asking = Omit<Question, "mentioned" | "mentions">;

/**
 * Looks for the lines in half of the time of the call.
 *
 * @returns undefined for a question without them, and for one that is cancelled, as the call is then
 */
export async function mentionsFor(question: Asking): Promise<Mentions | undefined> {
  const { bound, input, run } = question;
  const { mention } = bound.search;
  if (mention === undefined || run.sink.rows !== undefined) return undefined;
  const time = run.deadline.half();
  const name = namesIn(input);
  try {
    const words = mention === "at place" ? await wordsAtPlaceOf(question) : mention.texts;
    if (words.length === 0) return undefined;
    const { others, paths } = await othersOf(question, time.signal);
    const withProse = mention !== "at place" && mention.withProse === true ? "among" : "apart";
    const search = { words, view: undefined, maxFileBytes: maxMentioningFileBytes, withProse } as const;
    const { files, searched } = await linesWith(search, paths, run.pool, time.signal);
    const shown = files.map(({ path, ...file }) => ({ filepath: others.get(path) ?? path, ...file }));
    return { name: name ?? words.join(), files: shown, note: noteOn(searched, others.size) };
  } catch (error) {
    if (run.deadline.signal.aborted) return undefined;
    const reason = time.signal.aborted ? "half of the time was over" : messageOf(error);
    return { name: name ?? "", files: [], note: `Files of other kinds were not searched for the word: ${reason}.` };
  } finally {
    time.clear();
  }
}

/** The files that no language reads, and the paths that are searched. */
async function othersOf(question: Asking, signal: AbortSignal) {
  const others = await question.run.codeBase.others(requestOf(question), signal);
  return { others, paths: [...others.keys()].slice(0, maxMentioningFiles) };
}

function noteOn(searched: number, total: number): string | undefined {
  if (searched === total) return undefined;
  const numbers = [searched, total].map(numberText);
  return `Only ${numbers.join(" of ")} files of other kinds were searched for the word: narrow filepath.`;
}

/** Finds out which words of the rows of a call files have that no language reads; undefined for a tool that does not ask. */
export async function mentionedFor(question: Asking, rows: readonly FileRows[]): Promise<AnswerBounds["mentioned"]> {
  const { bound, run } = question;
  const words = bound.search.wordsOf(rows);
  if (words.length === 0) return undefined;
  const time = run.deadline.half();
  try {
    const { others, paths } = await othersOf(question, time.signal);
    const among = { maxFileBytes: maxMentioningFileBytes, pool: run.pool, signal: time.signal };
    const { fileOf, searched } = await wordsAmong(words, paths, among);
    const shown = Array.from(fileOf, ([word, path]) => [word, others.get(path) ?? path] as const);
    return { fileOf: new Map(shown), searched, total: others.size };
  } catch (error) {
    run.deadline.signal.throwIfAborted();
    if (time.signal.aborted) return undefined;
    throw error;
  } finally {
    time.clear();
  }
}

async function wordsAtPlaceOf(question: Asking): Promise<readonly string[]> {
  const place = wordPlaceOf(question);
  return [(place && (await wordAt(place, question.run.pool, question.run.deadline.signal))) ?? []].flat();
}
