/**
 * The answer of a tool over the index within the time of its call. Input: a tool and its arguments; output: its answer, or, if the
 * names cannot be resolved in time, what is known by then.
 */
import { basename, dirname, extname } from "node:path";
import type { IndexAnswer } from "../answers/answer.ts";
import type { RowValues } from "../answers/rows.ts";
import { numberText } from "../base/counted.ts";
import type { Deadline } from "../base/deadline.ts";
import { ArgumentError, UserError } from "../base/errors.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import type { Code } from "../code-base/code.ts";
import { wordInLine } from "../code-index/line-words.ts";
import { traitsOf } from "../code-index/traits-of.ts";
import { withMentions } from "../tools/answers/mentions-answer.ts";
import { mentionIn, namesOf, wordIn } from "../tools/arguments/symbol-arguments.ts";
import type { AnyIndexTool, BoundLesserCall, CodeArguments } from "../tools/contract/index-tool.ts";
import type { CodeCall, WordPlace } from "../workers/protocol.ts";
import { type Ask, keyOf, type Question } from "./ask.ts";
import { askFurther, askIndex, roomOf } from "./ask-index.ts";
import type { IndexedCall, Run } from "./call.ts";
import { answerByTerms, earlyAnswer, listedFor, notWrittenText } from "./early-answer.ts";
import { fileOfPosition } from "./file-of-position.ts";
import { mentionedFor, mentionsFor } from "./mentions.ts";
import {
  answerAboutReached,
  answerWithoutRows,
  cutHead,
  errorWithoutAnswer,
  partOfAnswer,
  shownNames,
} from "./part-answer.ts";
import type { CallKey } from "./unfinished-calls.ts";

/**
 * Answers the call.
 *
 * @throws UserError when the call fails as a whole, and the signal's reason when it is cancelled
 */
export async function answerInTime(tool: AnyIndexTool, input: CodeArguments, run: Run): Promise<IndexedCall> {
  const { deadline, unfinished } = run;
  let file: CodeCall["file"];
  try {
    file = await fileOfPosition(tool, input, run);
  } catch (error) {
    throw isOverIn(deadline)(error) ? errorWithoutAnswer({ tool, input, run }, undefined, error) : error;
  }
  const asking = { tool, bound: tool.bind(input), input, file, run };
  const question: Question = {
    ...asking,
    mentions: mentionsFor(asking),
    mentioned: (rows) => mentionedFor(asking, rows),
  };
  const asked = wordsAskedFor(question);
  const lesserAtBegin = question.bound.time.lesser(undefined);
  const isOfParts = asked === undefined && lesserAtBegin !== undefined;
  const subject = asked === undefined ? keyOf(question) : JSON.stringify([asked, input.filepath]);
  const key = { key: keyOf(question), subject };
  const soon = soonOf();
  const resolving = deadline.sooner(soon);
  let withinMs = soon;
  let last: Ask | undefined;
  try {
    const call = await askIndex({ ...question, run: { ...run, deadline: resolving } }, (ask) => {
      last = ask;
      ask.onListed = () => {
        const sooner = unfinished.timeForUnknown(key, ask.listed?.paths.length ?? 0);
        // Lines of text come at once; the parts of an answer that need few files are worth less than a wait.
        if (
          asked === undefined ||
          tool.editsFiles ||
          withinMs === undefined ||
          sooner === undefined ||
          sooner >= withinMs
        )
          return;
        withinMs = sooner;
        resolving.shorten(sooner);
      };
    });
    if (asked !== undefined && question.bound.reading.onDemand?.isOfUses === true) unfinished.noteResolved(subject);
    run.fill.leave(key.key);
    return call;
  } catch (error) {
    const isOver = isOverIn(resolving);
    if (!isOver(error) || last?.isWriting === true) {
      const answer = await answerOfOthers(question, error);
      if (answer === undefined) throw error;
      return { answer, spent: run.stopwatch.spent };
    }
    return await lateCall(question, { asked, withinMs: withinMs ?? 0, isOver, key, last, isOfParts }, error);
  } finally {
    resolving.clear();
  }

  function soonOf(): number | undefined {
    // Lines without edits are worth less than a wait.
    if (tool.editsFiles) return asked && unfinished.timeForWhole(deadline.timeoutMs);
    const isOfOneFile = file !== undefined && question.bound.time.isOfOneFile;
    if (asked !== undefined || isOfOneFile) return unfinished.timeFor(key, deadline.timeoutMs);
    if (lesserAtBegin === undefined && input.line === undefined) return unfinished.timeForWhole(deadline.timeoutMs);
    if (lesserAtBegin === undefined || lesserAtBegin === "by path") return unfinished.timeFor(key, deadline.timeoutMs);
    return unfinished.timeForAll(key, deadline.timeoutMs);
  }
}

/** A call whose time is over. */
type Late = {
  readonly asked: ReturnType<typeof wordsAskedFor>;
  /** Milliseconds in which names were resolved. */
  readonly withinMs: number;
  readonly isOver: ReturnType<typeof isOverIn>;
  readonly key: CallKey;
  /** The findings of the call until then; undefined before there is code to ask about. */
  readonly last: Ask | undefined;
  /** True if the tool has parts that need few files. */
  readonly isOfParts: boolean;
};

/** Answers with what is known, which the same call again begins with. @throws UserError as askIndex does */
async function lateCall(question: Question, late: Late, error: UserError): Promise<IndexedCall> {
  const { tool, run } = question;
  const { isOver, key } = late;
  let { last } = late;
  let reason = error;
  try {
    run.deadline.signal.throwIfAborted();
    const onAsk = (ask: Ask) => {
      last = ask;
    };
    const call =
      (await lateAnswer(question, late, onAsk)) ??
      (await answerLater(question, late, last)) ??
      (await callByTerms(question, late, last));
    if (call !== undefined) return call;
  } catch (failure) {
    if (!isOver(failure)) throw failure;
    if (failure !== run.deadline.signal.reason) reason = failure;
  } finally {
    const { call, rows } = last?.reached ?? {};
    run.unfinished.keep(key, call?.view.id, rows);
    goOnBetweenCalls(question, key);
  }
  const reached = tool.editsFiles || late.isOfParts ? undefined : last?.reached;
  if (reached !== undefined) return answerAboutReached(question, reached);
  try {
    const call = await answerWithoutRows(question, late.last, reason);
    if (call !== undefined) return call;
  } catch (failure) {
    if (!isOver(failure)) throw failure;
  }
  throw errorWithoutAnswer(question, last, reason);
}

/** Has the names of a question resolved between calls. Rows that are passed on one by one are not asked for again. */
function goOnBetweenCalls(question: Question, { key }: CallKey): void {
  const { run } = question;
  if (run.sink.rows !== undefined) return;
  run.fill.goOn(key, async (whole) => {
    // Further rounds take the time of the whole.
    const deadline = whole.sooner(undefined);
    try {
      await askFurther({
        ...question,
        run: { ...run, deadline, sink: { result: () => {} }, stopwatch: new Stopwatch(), isBackground: true },
      });
    } finally {
      deadline.clear();
    }
  });
}

/**
 * Answers with the parts that need few files, with lines of text, or about the files that were read; undefined if there is no such answer.
 *
 * @param onAsk receives what asks the workers further questions
 */
async function lateAnswer(
  question: Question,
  { asked, withinMs, key, last, isOfParts }: Late,
  onAsk: (ask: Ask) => void,
): Promise<IndexedCall | undefined> {
  const { tool, input, run } = question;
  const { deadline } = run;
  const hasParts = asked === undefined || run.unfinished.isResolved(key.subject);
  const lesser = hasParts ? await lesserOf(question, last, deadline) : undefined;
  if (lesser !== undefined && asked === undefined) {
    const code = await last?.part?.();
    const note = code && noteOnMacros(code, run);
    const isOfSameFiles = lesser.input.filepath === input.filepath;
    if (code === undefined || note !== undefined || !isOfSameFiles) {
      const time = run.unfinished.timeForLesser(withinMs, deadline.timeoutMs);
      const call = await lesserCallWithin(time, question, lesser, withinMs);
      if (call !== undefined) return call;
    }
    const call = await callByTerms(question, { withinMs }, last);
    if (call !== undefined || code === undefined) return call;
    const part = await partOfAnswer(ofLesser(question, lesser), { part: async () => code, reached: undefined }, onAsk);
    return asLesser(part, { ...lesser, note }, withinMs);
  }
  if (lesser !== undefined) {
    const call = await lesserCallWithin(run.unfinished.timeForParts(deadline.timeoutMs), question, lesser, withinMs);
    if (call !== undefined) return call;
  }
  if (isOfParts) return await askIndex(question, onAsk);
  if (asked !== undefined && last !== undefined) {
    if (input.apply === true) throw new UserError("Nothing was written", { details: notWrittenText(withinMs) });
    const answer = await earlyAnswer(question, last, asked, withinMs, deadline);
    if (answer !== undefined) return { answer, spent: run.stopwatch.spent };
  }
  return tool.editsFiles || last === undefined ? undefined : await partOfAnswer(question, last, onAsk);
}

/** Returns the test of errors that only say that a time is over, or the one that it is a part of, and that the caller still waits. */
function isOverIn(deadline: Deadline): (error: unknown) => error is UserError {
  return (error): error is UserError => error instanceof UserError && deadline.passedAs(error.message);
}

/** The call about the parts that need few files; undefined if there are no such parts. @throws UserError as askIndex does */
async function lesserOf(
  question: Question,
  last: Ask | undefined,
  deadline: Deadline,
): Promise<BoundLesserCall | undefined> {
  const lesser = question.bound.time.lesser(last?.listed && shownNames(last.listed));
  if (lesser !== "by path") return lesser;
  const listed = await listedFor(question, last?.listed, deadline);
  if (last !== undefined) last.listed = listed;
  const ofPaths = question.bound.time.lesser(shownNames(listed));
  return ofPaths === "by path" ? undefined : ofPaths;
}

/** Answers a question in words with lines of text, in a part of the time that is left; undefined for another question. */
async function callByTerms(
  question: Question,
  { withinMs }: Pick<Late, "withinMs">,
  last: Ask | undefined,
): Promise<IndexedCall | undefined> {
  const { deadline, unfinished, stopwatch } = question.run;
  const time = deadline.sooner(unfinished.furtherMs);
  try {
    const answer = await answerByTerms(question, last?.listed, withinMs, time);
    return answer && { answer, spent: stopwatch.spent };
  } catch (error) {
    if (time.passed === undefined || deadline.signal.aborted) throw error;
    return undefined;
  } finally {
    time.clear();
  }
}

/** Says that files were parsed without the macros of all others, which are collected before a file is read; undefined if they were not. */
function noteOnMacros({ unread, view }: Code, { codeBase, languages }: Run): string | undefined {
  const { masksMacros } = codeBase.options.settings;
  const withMacros = new Set(languages.filter(({ macros }) => macros !== undefined).map(({ name }) => name));
  const isWithout = masksMacros && view.macros === undefined;
  return isWithout && unread.places.some(({ language }) => withMacros.has(language))
    ? "Macros of other files are not known yet: symbols in code that uses them may be missing."
    : undefined;
}

/** The question about the parts that need few files. */
function ofLesser(question: Question, { input, bound }: BoundLesserCall): Question {
  // Without its text the file is one of many.
  const file = input.source === question.input.source ? question.file : undefined;
  return { ...question, input, bound: bound(), file };
}

/** Says in an answer about the parts that need few files that the others are missing. */
function asLesser<Call extends IndexedCall | undefined>(
  call: Call,
  { leavesOut, without = [], note }: BoundLesserCall & { readonly note?: string | undefined },
  withinMs: number,
): Call {
  if (call === undefined || "error" in call.answer) return call;
  const { answer } = call;
  const reason =
    `Reading the code takes longer than ${numberText(withinMs)} ms: ${leavesOut} were not looked for. ` +
    `${note === undefined ? "" : `${note} `}The same call again goes on, with more time.`;
  const head = cutHead(withoutKeys(answer.head, without), reason);
  return { ...call, answer: { ...answer, head, tail: withoutKeys(answer.tail, without) } };
}

/** The same in a part of the time that is left; undefined if that is not enough. */
async function lesserCallWithin(
  timeoutMs: number | undefined,
  question: Question,
  lesser: BoundLesserCall,
  withinMs: number,
): Promise<IndexedCall | undefined> {
  return asLesser(await callWithin(timeoutMs, ofLesser(question, lesser)), lesser, withinMs);
}

/**
 * The whole answer, if there is nothing to show yet and no time is set: an agent pays for a call that says nothing, and a wait costs it less.
 */
async function answerLater(question: Question, { withinMs }: Late, last: Ask | undefined) {
  const { tool, run } = question;
  const furtherMs = run.unfinished.furtherTime(withinMs, run.deadline.timeoutMs);
  if (furtherMs === undefined || tool.editsFiles || last?.reached !== undefined) return undefined;
  return callWithin(furtherMs, question);
}

/** The call in a part of the time that is left; undefined if that is not enough. @throws UserError as askIndex does */
async function callWithin(timeoutMs: number | undefined, question: Question): Promise<IndexedCall | undefined> {
  const { run } = question;
  const time = run.deadline.sooner(timeoutMs);
  try {
    return await askIndex({ ...question, run: { ...run, deadline: time } }, () => {});
  } catch (error) {
    if (time.passed === undefined || run.deadline.signal.aborted) throw error;
    return undefined;
  } finally {
    time.clear();
  }
}

function withoutKeys(values: RowValues, keys: readonly string[]): RowValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

/** The lines in files that no language reads, if a call fails that names only such files; undefined for another error, and without lines. */
async function answerOfOthers(question: Question, error: unknown): Promise<IndexAnswer | undefined> {
  // An edit that is refused has failed, whatever other files say.
  if (question.tool.editsFiles) return undefined;
  if (!(error instanceof UserError) || error instanceof ArgumentError || question.run.deadline.passed !== undefined)
    return;
  const mentions = await question.mentions;
  if (mentions === undefined || mentions.files.length === 0) return undefined;
  return withMentions(mentions, () => ({ error: error.message, details: error.details }), roomOf(question));
}

/** The words that a text search can look for in saved files, or the place of one; undefined if a call names none. */
function wordsAskedFor({ tool, bound, input, file, run }: Question): readonly string[] | WordPlace | undefined {
  const { source, line, column } = input;
  if (run.sink.rows !== undefined || tool.reading.completesWord) return undefined;
  const names = namesOf(input);
  if (names.length > 0) return someWords(names.map((name) => mentionIn(name) ?? wordIn(name)));
  if (file === undefined) return undefined;
  if (line === undefined) return bound.time.listsImporters ? someWords([nameInImports(file)]) : undefined;
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
