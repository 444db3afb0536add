/**
 * The lines that a text search finds, for a call whose names were not resolved in time. Input: a question, and its words or the place
 * of one; output: what was resolved, and the lines with the words in all other files.
 */
import { basename } from "node:path";
import { type IndexAnswer, type IndexResults, resultsOf } from "../answers/answer.ts";
import type { Room } from "../answers/fit.ts";
import { compareText } from "../base/compare-text.ts";
import { numberText } from "../base/counted.ts";
import type { Deadline } from "../base/deadline.ts";
import { maxEarlyAnswerChars } from "../base/limits.ts";
import { shown } from "../base/shown.ts";
import type { ListedFiles } from "../code-base/code.ts";
import { linesThatFit, linesWith, wordAt } from "../code-base/word-search.ts";
import { wordsOfLine } from "../code-index/line-words.ts";
import { rankByTerms } from "../code-index/search/rank-files.ts";
import { coverageOf, leftOutText, notFoundIn } from "../tools/answers/index-answer.ts";
import { withMentions } from "../tools/answers/mentions-answer.ts";
import { unresolvedAnswer } from "../tools/answers/unresolved-answer.ts";
import { holderWord, namesIn } from "../tools/arguments/symbol-arguments.ts";
import type { WantedLines, WordedFile } from "../tools/source-lines/worded-lines.ts";
import { type CodeView, shownName, type WordPlace } from "../workers/protocol.ts";
import { type Ask, type Question, type Reached, rowsOfFiles } from "./ask.ts";
import { answerOf, countsOf, requestOf, roomOf } from "./ask-index.ts";

/**
 * Answers with what was resolved and the lines of the other files; undefined if there is no word at the place that is asked for.
 *
 * @param deadline ends the search: its lines so far are then the answer
 * @throws UserError when there is nothing to search, and the signal's reason
 */
export async function earlyAnswer(
  question: Question,
  ask: Ask,
  asked: readonly string[] | WordPlace,
  withinMs: number,
  deadline: Deadline,
): Promise<IndexAnswer | undefined> {
  const { tool, bound, input, run } = question;
  const words = "path" in asked ? [(await wordAt(asked, run.pool, deadline.signal)) ?? []].flat() : asked;
  if (words.length === 0) return undefined;
  const { paths: all, names, view, files, ...left } = await searchedFiles(question, ask, words, deadline);
  const isUnsaved = input.source !== undefined;
  // A file does not import itself, and is there even if no other one names it.
  const isAboutFile = namesIn(input) === undefined && input.line === undefined;
  const paths = isUnsaved || isAboutFile ? all.filter((path) => path !== question.file?.path) : all;
  const { wantedLines: wanted } = tool.time;
  const found = await linesWith({ words, view, wanted }, paths, run.pool, deadline.signal);
  const symbol = namesIn(input) ?? words.join(", ");
  const isWhole = found.searched === paths.length;
  const mentions = await question.mentions;
  if (found.files.length === 0 && isWhole && !isUnsaved && !isAboutFile) {
    return withMentions(mentions, () => absentAnswer(symbol, files, left), roomOf(question));
  }
  // Other tools have rows of the files of definitions, and answer about none without the others.
  const resolved = bound.reading.onDemand?.isOfUses === true ? ask.reached : undefined;
  const open = found.files.filter(({ path }) => resolved?.rows.has(path) !== true);
  const holder = holderWord(input);
  const nearest = await nearestFirst(open, holder, view, question, deadline.signal);
  const unresolved = {
    symbol,
    files: nearest.map(({ path, lines }) => ({ filepath: shownName(path, names), lines })),
    isRanked: holder !== undefined,
    isOfWanted: wanted !== undefined,
    resolved: found.files.length - open.length,
    reason: [
      ...(tool.editsFiles ? [unchangedText] : []),
      reasonOf(withinMs, bound.time.filters, wanted) + (isWhole ? "" : searchedText(found.searched, paths.length)),
      ...(isUnsaved ? [unsavedText] : []),
    ].join(" "),
  };
  const tail = coverageOf({ searchedFiles: files, filesWithErrors: 0, unread: [], ...countsOf(left) });
  // A caller with a limit of its own wants the lines up to that.
  const isLimited = input.max_chars === undefined;
  const maxLineChars = isLimited ? undefined : Number.POSITIVE_INFINITY;
  const answerIn = (room: Room) =>
    unresolvedAnswer(unresolved, resolved && answerAbout(question, resolved, room), tail, room, maxLineChars);
  const room = roomOf(question);
  const maxChars = isLimited ? Math.min(room.maxChars, maxEarlyAnswerChars) : room.maxChars;
  return withMentions(mentions, answerIn, { ...room, maxChars });
}

/**
 * The files that are called like what holds the symbol, such as its class, then the ones with the whole name as it is asked for, such as
 * the text `app.quit`, then the ones that name the holder, and then the others.
 */
async function nearestFirst(
  files: readonly WordedFile[],
  holder: string | undefined,
  view: CodeView | undefined,
  { input, run: { pool } }: Question,
  signal: AbortSignal,
): Promise<readonly WordedFile[]> {
  if (holder === undefined) return files;
  const paths = files.map(({ path }) => path);
  const named = await linesWith({ words: [holder], view }, paths, pool, signal);
  const naming = new Set(named.files.map(({ path }) => path));
  const { symbol = "" } = input;
  const distanceOf = ({ path, lines }: WordedFile) => {
    if (basename(path).replace(/\..*$/s, "") === holder) return 0;
    if (lines.some(({ text }) => text.includes(symbol))) return 1;
    return naming.has(path) ? 2 : 3;
  };
  const ranked = files.map((file) => ({ file, distance: distanceOf(file) }));
  return ranked.sort((a, b) => a.distance - b.distance).map(({ file }) => file);
}

/** The files that a text search looks at: with the word, if facts tell them, or else all. */
type SearchedFiles = ListedFiles & {
  readonly view: CodeView | undefined;
  /** The number of all files. */
  readonly files: number;
};

async function searchedFiles(
  question: Question,
  { listed, reached }: Ask,
  words: readonly string[],
  deadline: Deadline,
): Promise<SearchedFiles> {
  if (reached !== undefined) {
    const { filesAmong, view, files, skipped, notSearched } = reached.code;
    // The name of a file may have several words, such as `my-file`, or none, such as `2024`.
    const partsOf = words.map((word) => wordsOfLine(word).map((part) => part.word));
    const found = partsOf.flatMap((parts) => filesAmong(parts.length === 0 ? "all" : { words: parts }));
    return { paths: [...new Set(found)].sort(compareText), names: view.names, view, files, skipped, notSearched };
  }
  const all = await listedFor(question, listed, deadline);
  return { ...all, view: undefined, files: all.paths.length };
}

function absentAnswer(
  symbol: string,
  files: number,
  { skipped, notSearched }: Pick<ListedFiles, "notSearched" | "skipped">,
): IndexAnswer {
  const details = `${numberText(files)} files searched, and none has the word.${leftOutText(skipped)}`;
  return { error: `${notFoundIn(skipped, notSearched)}: ${shown(symbol)}`, details: { details } };
}

/** The answer about the files that were resolved, in half of the room; undefined if it says that there is nothing. */
function answerAbout(question: Question, { rows, ...reached }: Reached, room: Room): IndexResults | undefined {
  const { plan, call } = reached;
  const ofFiles = rowsOfFiles(plan, rows, (path) => shownName(path, call.view.names));
  const half = { ...room, maxChars: Math.floor(room.maxChars / 2) };
  const answer = answerOf(
    question,
    { ...reached, rows: ofFiles, endedAfter: undefined, isWider: false, isUnfinished: true },
    half,
    undefined,
  );
  return "error" in answer ? undefined : answer;
}

/** @param filters the arguments that choose among uses by what they are */
function reasonOf(withinMs: number, filters: readonly string[], wanted: WantedLines | undefined): string {
  const unfiltered = filters.length === 0 ? "" : `, not filtered by ${filters.join(" and ")} yet`;
  return (
    `Names were resolved for ${numberText(withinMs)} ms; unresolved has the lines of all other files with the word, as ` +
    `a text search finds them${unfiltered}${wanted === undefined ? "" : `; ${firstTexts[wanted]} come first`}. The same call again goes on, with more time.`
  );
}

const firstTexts: Readonly<Record<WantedLines, string>> = {
  "class heads": "lines that look like the head of a class",
  declarations: "lines that look like a declaration",
};

/** The reason why a tool that edits files lists no edit. */
export const unchangedText = "Nothing was changed yet, and no edit is listed: all uses have to be known.";

const unsavedText = "The unsaved text was not searched.";

export function notWrittenText(withinMs: number): string {
  return (
    `All uses have to be known, and names were resolved for ${numberText(withinMs)} ms. The same call again goes on; without ` +
    "apply, it has the lines with the word."
  );
}

function searchedText(searched: number, files: number): string {
  return ` Only ${numberText(searched)} of ${numberText(files)} files were searched for the word.`;
}

/** Files that are shown for a question in words. */
const maxFittingFiles = 20;

/**
 * Answers a question in words with the lines that have most of its terms, in the files that a search reaches in its time, the ones whose
 * paths fit best first; undefined if no line has one, or the files cannot be listed in time.
 *
 * @param deadline ends the search: its lines so far are then the answer
 * @throws UserError when there is nothing to search, and the signal's reason
 */
export async function answerByTerms(
  question: Question,
  known: ListedFiles | undefined,
  withinMs: number,
  deadline: Deadline,
): Promise<IndexAnswer | undefined> {
  const { bound, run } = question;
  const { terms } = bound.time;
  if (terms.length === 0) return undefined;
  const listed = await listedFor(question, known, deadline);
  const { paths, names, ...left } = listed;
  const likely = new Set(bound.time.likelyFiles(paths.map((path) => shownName(path, names))));
  const isLikely = (path: string) => likely.has(shownName(path, names));
  const ordered = [...paths.filter(isLikely), ...paths.filter((path) => !isLikely(path))];
  const found = await linesThatFit(terms, ordered, run.pool, deadline.signal);
  if (found.files.length === 0) return undefined;
  const named = found.files.map(({ path, ...file }) => ({ name: shownName(path, names), ...file }));
  const best = rankByTerms(named, terms, found.searched).slice(0, maxFittingFiles);
  const [searched, all, fitting] = [found.searched, paths.length, named.length].map(numberText);
  const unresolved = {
    symbol: "",
    files: best.map(({ name, lines }) => ({
      filepath: name,
      lines: lines.map(({ terms: _, ...line }) => line),
    })),
    isRanked: true,
    resolved: 0,
    reason:
      `Symbols were looked for ${numberText(withinMs)} ms; unresolved has lines with the words of the query, of the ${best.length} files ` +
      `that fit best of ${fitting} with a word. The same call again goes on, with more time.`,
  };
  const tail = coverageOf({ searchedFiles: found.searched, filesWithErrors: 0, unread: [], ...countsOf(left) });
  const answer = { head: { searched: `${searched} of ${all} files` }, lists: [resultsOf([])], tail };
  const room = roomOf(question);
  return unresolvedAnswer(unresolved, answer, tail, {
    ...room,
    maxChars: Math.min(room.maxChars, maxEarlyAnswerChars),
  });
}

/** The files of a question, which are listed now if they were not yet. @throws UserError when there is nothing to search */
export async function listedFor(
  question: Question,
  listed: ListedFiles | undefined,
  deadline: Deadline,
): Promise<ListedFiles> {
  const { codeBase, stopwatch } = question.run;
  return listed ?? (await codeBase.listed(requestOf(question), { deadline, stopwatch, progress: {} }));
}
