/**
 * The answer of a tool over the index within the time of its call. Input: a tool and its arguments; output: its answer, or, if the
 * names cannot be resolved in time, what was resolved, and the lines with the word in all other files, as a text search finds them.
 */
import { basename, dirname, extname } from "node:path";
import type { IndexAnswer, IndexResults } from "../answers/answer.ts";
import type { Room } from "../answers/fit.ts";
import type { RowValues } from "../answers/rows.ts";
import { compareText } from "../base/compare-text.ts";
import type { Deadline } from "../base/deadline.ts";
import { ArgumentError, UserError } from "../base/errors.ts";
import { maxEarlyAnswerChars } from "../base/limits.ts";
import { shown } from "../base/shown.ts";
import type { Code, ListedFiles } from "../code-base/code.ts";
import { linesWith, wordAt } from "../code-base/word-search.ts";
import { wordInLine, wordsOfLine } from "../code-index/line-words.ts";
import { traitsOf } from "../code-index/traits-of.ts";
import { coverageOf, leftOutText, notFoundIn } from "../tools/answers/index-answer.ts";
import { withMentions } from "../tools/answers/mentions-answer.ts";
import { unresolvedAnswer } from "../tools/answers/unresolved-answer.ts";
import { holderWord, namesIn, namesOf, wordIn } from "../tools/arguments/symbol-arguments.ts";
import type { AnyIndexTool, BoundIndexTool, CodeArguments } from "../tools/contract/index-tool.ts";
import type { WordedFile } from "../tools/source-lines/worded-lines.ts";
import { type CodeCall, type CodeView, shownName, type WordPlace } from "../workers/protocol.ts";
import { type Ask, keyOf, type Question, type Reached, rowsOfFiles } from "./ask.ts";
import { answerOf, askIndex, askPart, countsOf, requestOf, roomOf, withProgress } from "./ask-index.ts";
import type { IndexedCall, Run } from "./call.ts";
import { fileOfPosition } from "./file-of-position.ts";
import { mentionedFor, mentionsFor } from "./mentions.ts";

/**
 * Answers the call.
 *
 * @throws UserError when the call fails as a whole, and the signal's reason when it is cancelled
 */
export async function answerInTime(tool: AnyIndexTool, input: CodeArguments, run: Run): Promise<IndexedCall> {
  const { deadline, unfinished } = run;
  const file = await fileOfPosition(tool, input, run).catch((error) => {
    throw withProgress(error, deadline);
  });
  const asking = { tool, bound: tool.bind(input), input, file, run };
  const question: Question = {
    ...asking,
    mentions: mentionsFor(asking),
    mentioned: (rows) => mentionedFor(asking, rows),
  };
  const asked = wordsAskedFor(question);
  const lesserAtBegin = question.bound.lesser(undefined);
  const subject = asked === undefined ? keyOf(question) : JSON.stringify([asked, input.filepath]);
  const key = { key: keyOf(question), subject };
  const soon = soonOf();
  const resolving = deadline.sooner(soon);
  let withinMs = soon;
  let last: Ask | undefined;
  try {
    return await askIndex({ ...question, run: { ...run, deadline: resolving } }, (ask) => {
      last = ask;
      ask.onListed = () => {
        const sooner = unfinished.timeForUnknown(key, ask.listed?.paths.length ?? 0);
        // Lines of text come at once; the parts of an answer that need few files are worth less than a wait.
        if (asked === undefined || tool.isWhole || withinMs === undefined || sooner === undefined || sooner >= withinMs)
          return;
        withinMs = sooner;
        resolving.shorten(sooner);
      };
    });
  } catch (error) {
    const isLate = resolving.passed !== undefined && !deadline.signal.aborted && error instanceof UserError;
    const lesser = isLate ? await lesserOf(question, last?.listed, deadline) : undefined;
    if (lesser !== undefined && withinMs !== undefined) {
      const call = await lesserCall(question, lesser, withinMs);
      unfinished.keep(key);
      return call;
    }
    if (isLate && lesserAtBegin !== undefined) return await askIndex(question, () => {});
    if (isLate && asked === undefined && question.bound.isTrueOfPart && last?.part !== undefined) {
      unfinished.keep(key);
      return await partOfAnswer(question, last.part);
    }
    if (!isLate || asked === undefined || withinMs === undefined || last === undefined || last.isWriting) {
      const answer = await answerOfOthers(question, error);
      if (answer === undefined) throw error;
      return { answer, spent: run.stopwatch.spent };
    }
    const { call, rows } = last.reached ?? {};
    unfinished.keep(key, call?.view.id, rows);
    if (input.apply === true) throw new UserError("Nothing was written", { details: notWrittenText(withinMs) });
    const answer = await earlyAnswer(question, last, asked, withinMs, deadline);
    if (answer === undefined) throw error;
    return { answer, spent: run.stopwatch.spent };
  } finally {
    resolving.clear();
  }

  function soonOf(): number | undefined {
    // Lines without edits are worth less than a wait.
    if (tool.isWhole) return asked && unfinished.timeForWhole(deadline.timeoutMs);
    if (asked !== undefined) return unfinished.timeFor(key, deadline.timeoutMs);
    if (lesserAtBegin === undefined)
      return question.bound.isTrueOfPart ? unfinished.timeForWhole(deadline.timeoutMs) : undefined;
    if (lesserAtBegin.isSoon === true) return unfinished.timeFor(key, deadline.timeoutMs);
    return unfinished.timeForAll(key, deadline.timeoutMs);
  }
}

type Lesser = NonNullable<ReturnType<BoundIndexTool["lesser"]>>;

/** The call about the parts that need few files; undefined if there are no such parts. @throws UserError as askIndex does */
async function lesserOf(
  question: Question,
  listed: ListedFiles | undefined,
  deadline: Deadline,
): Promise<Lesser | undefined> {
  const lesser = question.bound.lesser(shownNames(listed));
  if (lesser?.needsPaths !== true) return lesser;
  return question.bound.lesser(shownNames(await listedFor(question, listed, deadline)));
}

/** The files of a question, which are listed now if they were not yet. @throws UserError when there is nothing to search */
async function listedFor(
  question: Question,
  listed: ListedFiles | undefined,
  deadline: Deadline,
): Promise<ListedFiles> {
  const { codeBase, stopwatch } = question.run;
  return listed ?? (await codeBase.listed(requestOf(question), { deadline, stopwatch, progress: {} }));
}

/** Answers with the parts that need few files. @throws UserError as askIndex does */
async function lesserCall(question: Question, lesser: Lesser, withinMs: number): Promise<IndexedCall> {
  const { input, bound, leavesOut, without = [] } = lesser;
  const { answer, ...call } = await askIndex({ ...question, input, bound: bound() }, () => {});
  if ("error" in answer) return { answer, ...call };
  const reason =
    `Reading the code takes longer than ${withinMs.toLocaleString("en")} ms: ${leavesOut} were not looked for. ` +
    "The same call again goes on, with more time.";
  const head = cutHead(withoutKeys(answer.head, without), reason);
  return { answer: { ...answer, head, tail: withoutKeys(answer.tail, without) }, ...call };
}

/** Answers about the files that were read in time. @throws UserError as askPart does */
async function partOfAnswer(question: Question, part: () => Promise<Code>): Promise<IndexedCall> {
  const code = await part();
  const { answer, ...call } = await askPart(question, code);
  if ("error" in answer) return { answer, ...call };
  const [read, all] = [code.files - code.unread.count, code.files].map((count) => count.toLocaleString("en"));
  const reason = `Only ${read} of ${all} files were read in time, and the answer is about these. The same call again goes on.`;
  return { answer: { ...answer, head: cutHead(answer.head, reason) }, ...call };
}

/** The head of an answer that is cut, with the reason before its own. */
function cutHead(head: RowValues, reason: string): RowValues {
  const { truncated_reason: own } = head;
  return { ...head, truncated: true, truncated_reason: own === undefined ? reason : `${reason} ${own}` };
}

function withoutKeys(values: RowValues, keys: readonly string[]): RowValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

/** The paths of listed files as answers show them. */
function shownNames(listed: ListedFiles | undefined): readonly string[] | undefined {
  return listed?.paths.map((path) => shownName(path, listed.names));
}

/** The lines in files that no language reads, if a call fails that names only such files; undefined for another error, and without lines. */
async function answerOfOthers(question: Question, error: unknown): Promise<IndexAnswer | undefined> {
  if (!(error instanceof UserError) || error instanceof ArgumentError || question.run.deadline.passed !== undefined)
    return;
  const mentions = await question.mentions;
  if (mentions === undefined || mentions.files.length === 0) return undefined;
  return withMentions(mentions, () => ({ error: error.message, details: error.details }), roomOf(question));
}

/** The words that a text search can look for in saved files, or the place of one; undefined if a call names none. */
function wordsAskedFor({ tool, bound, input, file, run }: Question): readonly string[] | WordPlace | undefined {
  const { source, line, column } = input;
  if (run.sink.rows !== undefined || (source !== undefined && !tool.indexesUnsaved)) return undefined;
  const names = namesOf(input);
  if (names.length > 0) return someWords(names.map((name) => wordIn(name)));
  if (file === undefined) return undefined;
  if (line === undefined) return bound.listsImporters ? someWords([nameInImports(file)]) : undefined;
  if (source === undefined) return { path: file.path, line, column };
  return someWords([wordInLine(source, line, column)]);
}

/** The name of a file as imports have it: without its extension, and of the file of a package the name of its folder. */
function nameInImports({ path, language = "" }: NonNullable<CodeCall["file"]>): string {
  const name = basename(path, extname(path));
  return name === traitsOf(language).modules?.packageFile ? basename(dirname(path)) : name;
}

function someWords(words: readonly (string | undefined)[]): readonly string[] | undefined {
  const known = words.flatMap((word) => (word === undefined || word === "" ? [] : word));
  return known.length === 0 ? undefined : [...new Set(known)];
}

/**
 * Answers with what was resolved and the lines of the other files; undefined if there is no word at the place that is asked for.
 *
 * @param deadline ends the search: its lines so far are then the answer
 * @throws UserError when there is nothing to search, and the signal's reason
 */
async function earlyAnswer(
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
  const found = await linesWith({ words, view }, paths, run.pool, deadline.signal);
  const symbol = namesIn(input) ?? words.join(", ");
  const isWhole = found.searched === paths.length;
  const mentions = await question.mentions;
  if (found.files.length === 0 && isWhole && !isUnsaved && !isAboutFile) {
    return withMentions(mentions, () => absentAnswer(symbol, files, left), roomOf(question));
  }
  // Other tools have rows of the files of definitions, and answer about none without the others.
  const resolved = bound.onDemand?.isOfUses === true && !tool.isWhole ? ask.reached : undefined;
  const open = found.files.filter(({ path }) => resolved?.rows.has(path) !== true);
  const holder = holderWord(input);
  const nearest = await nearestFirst(open, holder, view, question, deadline.signal);
  const unresolved = {
    symbol,
    files: nearest.map(({ path, lines }) => ({ filepath: shownName(path, names), lines })),
    isRanked: holder !== undefined,
    resolved: found.files.length - open.length,
    reason: [
      ...(tool.isWhole ? [unchangedText] : []),
      reasonOf(withinMs) + (isWhole ? "" : searchedText(found.searched, paths.length)),
      ...(isUnsaved ? [unsavedText] : []),
    ].join(" "),
  };
  const tail = coverageOf({ searchedFiles: files, filesWithErrors: 0, unread: [], ...countsOf(left) });
  const answerIn = (room: Room) =>
    unresolvedAnswer(unresolved, resolved && answerAbout(question, resolved, room), tail, room);
  const room = roomOf(question);
  return withMentions(mentions, answerIn, { ...room, maxChars: Math.min(room.maxChars, maxEarlyAnswerChars) });
}

/** The files that name what holds the symbol, such as its class, or are called like it, and then the others. */
async function nearestFirst(
  files: readonly WordedFile[],
  holder: string | undefined,
  view: CodeView | undefined,
  { run: { pool } }: Question,
  signal: AbortSignal,
): Promise<readonly WordedFile[]> {
  if (holder === undefined) return files;
  const paths = files.map(({ path }) => path);
  const named = await linesWith({ words: [holder], view }, paths, pool, signal);
  const naming = new Set(named.files.map(({ path }) => path));
  const isNear = ({ path }: WordedFile) => naming.has(path) || basename(path).replace(/\..*$/s, "") === holder;
  return [...files.filter(isNear), ...files.filter((file) => !isNear(file))];
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
  const details = `${files.toLocaleString("en")} files searched, and none has the word.${leftOutText(skipped)}`;
  return { error: `${notFoundIn(skipped, notSearched)}: ${shown(symbol)}`, details: { details } };
}

/** The answer about the files that were resolved, in half of the room; undefined if it says that there is nothing. */
function answerAbout(question: Question, { rows, ...reached }: Reached, room: Room): IndexResults | undefined {
  const { plan, call } = reached;
  const ofFiles = rowsOfFiles(plan, rows, (path) => shownName(path, call.view.names));
  const half = { ...room, maxChars: Math.floor(room.maxChars / 2) };
  const answer = answerOf(
    question,
    { ...reached, rows: ofFiles, endedAfter: undefined, isWider: false },
    half,
    undefined,
  );
  return "error" in answer ? undefined : answer;
}

function reasonOf(withinMs: number): string {
  return (
    `Names were resolved for ${withinMs.toLocaleString("en")} ms; unresolved has the lines of all other files with the word, as ` +
    "a text search finds them. The same call again goes on, with more time."
  );
}

/** The reason why a tool that edits files lists no edit. */
const unchangedText = "Nothing was changed yet, and no edit is listed: all uses have to be known.";

const unsavedText = "The unsaved text was not searched.";

function notWrittenText(withinMs: number): string {
  return (
    `All uses have to be known, and names were resolved for ${withinMs.toLocaleString("en")} ms. The same call again goes on; without ` +
    "apply, it has the lines with the word."
  );
}

function searchedText(searched: number, files: number): string {
  return ` Only ${searched.toLocaleString("en")} of ${files.toLocaleString("en")} files were searched for the word.`;
}
