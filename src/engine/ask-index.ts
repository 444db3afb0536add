/**
 * A question to a tool over the index: brings the facts of its code up to date, asks workers, and makes the answer fit. It looks
 * once more if files change meanwhile. Input: the question; output: the answer.
 */
import { isAbsolute } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { IndexAnswer, IndexResults } from "../answers/answer.ts";
import { callKeyOf, readCursor, writeCursor } from "../answers/cursor.ts";
import type { Room } from "../answers/fit.ts";
import { sentencesOnMissing } from "../answers/missing-files.ts";
import { numberText } from "../base/counted.ts";
import type { Deadline } from "../base/deadline.ts";
import { UserError } from "../base/errors.ts";
import { changedFilesPauseMs, imageOfFile } from "../base/limits.ts";
import {
  type Code,
  type CodeOnDemand,
  type CodeRequest,
  type Progress,
  requestOfWorkspace,
  type StartOnDemand,
} from "../code-base/code.ts";
import type { SomeFiles } from "../code-base/code-views.ts";
import { countChanged, stampsOfSome } from "../code-base/stamp-paths.ts";
import { wordAt } from "../code-base/word-search.ts";
import { leadOf, notFoundIn, notFoundInRead } from "../tools/answers/index-answer.ts";
import { withMentions } from "../tools/answers/mentions-answer.ts";
import type { AnswerBounds } from "../tools/contract/answer-bounds.ts";
import type { Plan } from "../tools/contract/plan.ts";
import { shownName, type WordPlace } from "../workers/protocol.ts";
import { applyEdits, changedText } from "./apply-edits.ts";
import {
  Ask,
  isNarrowed,
  type Planned,
  type Question,
  type Refused,
  type Walked,
  type Wanted,
  type Wider,
} from "./ask.ts";
import type { IndexedCall } from "./call.ts";
import { drawnAnswer } from "./drawn-answer.ts";

/** The end of a call, and the number of files that changed before it. */
type Look = { readonly ended: IndexedCall | UserError; readonly changed: number };

/**
 * Answers the question.
 *
 * @param onAsk receives what asks the workers, before it does
 * @throws UserError when the call fails as a whole, and the signal's reason when it is cancelled
 */
export async function askIndex(question: Question, onAsk: (ask: Ask) => void): Promise<IndexedCall> {
  const { deadline, sink } = question.run;
  const newAsk = () => {
    const ask = new Ask(question);
    onAsk(ask);
    return ask;
  };
  let ask = newAsk();
  try {
    const room = roomOf(question);
    const first = await look(question, ask, sink, room);
    // Rows that were passed on cannot be taken back.
    const isLast = first.changed === 0 || sink.rows !== undefined;
    if (!isLast) {
      await setTimeout(changedFilesPauseMs, undefined, { signal: deadline.signal });
      ask = newAsk();
    }
    const smaller = { ...room, maxChars: Math.max(room.maxChars - charsOfChanges, 0) };
    const { ended, changed } = isLast ? first : await look(question, ask, {}, smaller);
    if (ended instanceof UserError) throw ended;
    return changed === 0 ? ended : withChanges(ended, changed);
  } catch (error) {
    throw withProgress(error, deadline, ask);
  }
}

/**
 * Resolves the names of a question whose call is over, for the next one: the rows are kept, and nothing is written.
 *
 * @throws UserError when the time is over or the question fails, and the signal's reason
 */
export async function askFurther(question: Question): Promise<void> {
  await walkedFor(question, new Ask(question), {});
}

/** Adds to the error of a call whose time is over how far it came, and what to do; returns other errors as they are. */
function withProgress(error: unknown, { passed, signal }: Deadline, ask: Ask): unknown {
  if (passed === undefined || (error instanceof UserError && error !== signal.reason)) return error;
  return new UserError(passed, { details: progressInTime(ask) });
}

/** The room of the answer to a question. */
export function roomOf({ run: { maxChars, options } }: Question): Room {
  return { maxChars, charsOf: options.measure?.answer ?? (() => 0) };
}

/** Answers from the files as they are now, and finds out whether they have changed meanwhile. */
async function look(question: Question, ask: Ask, progress: Progress, room: Room): Promise<Look> {
  const { pool, deadline } = question.run;
  const { walked: found, isFoundNow, read } = await walkedFor(question, ask, progress);
  const walked = "refused" in found ? found : { ...found, mentioned: await question.mentioned(found.rows) };
  const { signal } = deadline;
  const { stamped } = walked.code;
  const edits = "refused" in walked || question.input.apply !== true ? undefined : editsOf(question, walked);
  if (edits !== undefined) {
    // The edits are right only for the files that were looked at.
    const changed = await countChanged(stamped, pool, signal);
    if (changed > 0) return { ended: new UserError("Nothing was written", { details: changedText }), changed };
  }
  ask.isWriting = edits !== undefined;
  const written = edits && (await applyEdits(edits, question.run));
  let ended: Look["ended"];
  if ("refused" in walked) ended = refusalOf(walked);
  else ended = await endedWith(question, walked, room, written);
  if (written !== undefined) return { ended, changed: 0 };
  const hasFailed = ended instanceof UserError || "error" in ended.answer;
  // Of code that is known, files that were not read were compared when the call began.
  const looked = hasFailed || isFoundNow ? stamped : stampsOfSome(stamped, read);
  return { ended, changed: await countChanged(looked, pool, signal) };
}

/** The answer of a call to what it has found, with its picture. */
async function endedWith(
  question: Question,
  walked: Walked,
  room: Room,
  written?: AnswerBounds["written"],
): Promise<IndexedCall> {
  const { deadline, stopwatch, options, sink } = question.run;
  const { image = imageOfFile, pictureName } = options;
  const mentions = await question.mentions;
  const answer = (largest: AnswerBounds["largestPicture"]) =>
    withMentions(mentions, (left) => answerOf(question, walked, left, largest, written), room);
  const drawn = stopwatch.during("answer", () =>
    drawnAnswer(
      answer,
      { ...room, image, nameOf: pictureName, onDrawing: () => sink.phase?.("drawing") },
      deadline.signal,
    ),
  );
  return { ...(await drawn), spent: stopwatch.spent };
}

/**
 * Answers about a part of the code, in the time that is left. Nothing is written.
 *
 * @param ask a new one
 * @param code whose other files are unread
 * @returns the answer, and the number of files that it is about
 * @throws UserError when the call fails as a whole, and the signal's reason
 */
export async function askPart(
  question: Question,
  ask: Ask,
  code: Code,
): Promise<IndexedCall & { readonly read: number }> {
  const walked = await walkedNow(question, ask, code);
  if ("wanted" in walked) throw new Error("all other files are unread");
  if ("refused" in walked) throw refusalOf(walked);
  // The file of the call is read for its rows.
  const unread = code.unread.without(new Set(walked.rows.map(({ filepath }) => filepath)));
  const mentioned = await question.mentioned(walked.rows);
  const found = { ...walked, code: { ...code, unread }, isUnfinished: unread.count > 0, mentioned };
  const call = await endedWith(question, found, roomOf(question));
  return { ...call, read: code.files - unread.with(walked.unread).count };
}

/** The edits that a call writes; undefined for none. */
function editsOf({ bound }: Question, { plan, rows, code, unread, endedAfter }: Walked) {
  return bound.editsOf(plan, rows, { unread: code.unread.with(unread).named, endedAfter });
}

/** The code of a call as it is known now, and a function that reads more of it. */
type OpenedCode = CodeOnDemand & {
  /** True if the files were listed for this call. */
  readonly isFoundNow: boolean;
};

/** The findings of a call, and the files that were read for them. */
type FoundRows = {
  readonly walked: Walked | Refused;
  readonly isFoundNow: boolean;
  readonly read: ReadonlySet<string>;
};

/**
 * Finds out what the call is about, and the rows of it. If its files do not have all symbols, the workspace is searched for them: that
 * is the answer unless it would lose a row, or files of the call are not part of the workspace, or this takes too long.
 */
async function walkedFor(question: Question, ask: Ask, progress: Progress): Promise<FoundRows> {
  const found = await walkedIn(question, ask, progress, requestOf(question));
  const wider = widerSearchOf(question, found.walked);
  if ("refused" in found.walked || wider === undefined) return found;
  const { codeBase, deadline, fill, unfinished } = question.run;
  const time = deadline.sooner(unfinished.furtherMs);
  try {
    const further = { ...question, run: { ...question.run, deadline: time } };
    const other = await walkedIn(further, new Ask(further, wider), {}, requestOfWorkspace);
    return saysMore(other.walked, found.walked, wider) ? other : found;
  } catch (error) {
    if (time.passed === undefined || deadline.signal.aborted) throw error;
    fill.start(codeBase, requestOfWorkspace);
    return found;
  } finally {
    time.clear();
  }
}

/** The files that may have rows, if the workspace is searched for the symbols of a call; undefined if it is not. */
function widerSearchOf(question: Question, walked: Walked | Refused): Wider | undefined {
  const { bound, file, input, run } = question;
  const { filepath, file_patterns: patterns } = input;
  // Patterns may leave files out on purpose.
  const isPart = file === undefined && filepath !== undefined && patterns === undefined && run.codeBase.holds(filepath);
  // Rows that were passed on cannot be taken back.
  if ("refused" in walked || !isPart || run.sink.rows !== undefined) return undefined;
  const { code, plan, unread } = walked;
  if (code.files === 0 || code.unread.count > 0 || unread.count > 0) return undefined;
  const { wider } = bound.search;
  return wider?.isWanted(plan) ? { search: wider, files: new Set(code.filesAmong("all")) } : undefined;
}

/** True if the workspace has all files of a call, and each file with rows keeps them. That it does not have the symbols either says more as well. */
function saysMore(wide: Walked | Refused, narrow: Walked, { search, files }: Wider): boolean {
  if ("refused" in wide) return false;
  if (wide.code.filesAmong({ paths: files }).length < files.size) return false;
  if (search.isWanted(wide.plan) && narrow.rows.length > 0 && wide.rows.length <= narrow.rows.length) return false;
  if (search.rowsIn === "all files") return true;
  const known = new Map(wide.rows.map(({ filepath, rows }) => [filepath, rows]));
  return narrow.rows.every(({ filepath, rows }) => search.keepsRows(known.get(filepath), rows));
}

/** The rows of a call in some code. Files that the workers want are read, and they are asked once more: then it is the answer of the whole code. */
async function walkedIn(question: Question, ask: Ask, progress: Progress, request: CodeRequest): Promise<FoundRows> {
  const { codeBase, deadline, fill, stopwatch } = question.run;
  try {
    const opened = await stopwatch.during("open", () =>
      openedFor(question, request, {
        found: progress.found,
        total: progress.total,
        known: progress.known,
        macros: progress.macros,
        phase: progress.phase,
        part: (part) => {
          ask.part = part;
        },
        listed: (files) => {
          ask.listed = files;
          ask.onListed?.();
        },
      }),
    );
    progress.phase?.("resolving");
    for (;;) {
      const walked = await walkedNow(question, ask, await stopwatch.during("open", () => opened.code()));
      if (!("wanted" in walked)) {
        if (!opened.isWhole()) fill.start(codeBase, request);
        return { walked, isFoundNow: opened.isFoundNow, read: ask.read };
      }
      await stopwatch.during("open", () => opened.read(walked.wanted));
    }
  } catch (error) {
    // What is left is read before the question comes again.
    if (deadline.passed !== undefined) fill.start(codeBase, request);
    throw error;
  }
}

async function walkedNow(question: Question, ask: Ask, code: Code): Promise<Walked | Refused | Wanted> {
  const { onDemand } = question.bound.reading;
  const { stopwatch, sink } = question.run;
  const plan = (takesKnown: boolean) => stopwatch.during("plan", () => ask.plan(code, takesKnown));
  const walk = (planned: Planned) => stopwatch.during("resolve", () => ask.walk(planned, sink.rows));
  if (onDemand?.word !== undefined && !onDemand.isOfUses) {
    const planned = await plan(true);
    if ("wanted" in planned) return planned;
    if ("plan" in planned && !planned.plan.mayNeedMore) {
      return await walk({ ...planned, call: { ...planned.call, takesKnown: !onDemand.rowsReadOthers } });
    }
  }
  const planned = await plan(false);
  if ("wanted" in planned || "refused" in planned) return planned;
  const wanted = code.wordedIn(filesWithErrorsOf(question, planned.plan));
  return wanted.length > 0 ? { wanted } : await walk(planned);
}

/** The code of a request, if a former call has found it and it is unchanged; or else as it is found now. */
async function openedFor(question: Question, request: CodeRequest, progress: Progress): Promise<OpenedCode> {
  const { codeBase, deadline, stopwatch, fill, isBackground = false } = question.run;
  const finding = { deadline, stopwatch, progress, isBackground };
  const whole = (code: Code, isFoundNow: boolean) => {
    return { code: async () => code, read: async () => {}, isFoundNow, isWhole: () => true };
  };
  progress.phase?.("checking");
  const known = await codeBase.known(request, deadline.signal);
  if (known !== undefined) return whole(known, false);
  const start = await startOf(question);
  if (start !== undefined) {
    const opened = await codeBase.findOnDemand(request, finding, start);
    if (opened.isWhole()) fill.remember(codeBase, request);
    return { ...opened, isFoundNow: true };
  }
  const found = await codeBase.find(request, finding);
  fill.remember(codeBase, request);
  return whole(found, true);
}

/** The first reading for a tool that has files read as it wants them; undefined where all are read at once. */
async function startOf(question: Question): Promise<StartOnDemand | undefined> {
  const { bound, file, run } = question;
  const { onDemand } = bound.reading;
  if (onDemand?.isOfOneFile === true && file === undefined) return undefined;
  if (onDemand === undefined || !onDemand.isOfUses || onDemand.word !== undefined) return onDemand;
  const place = wordPlaceOf(question);
  const word = place && (await wordAt(place, run.pool, run.deadline.signal));
  return word === undefined ? undefined : { ...onDemand, word };
}

/** The position whose word a question is about; undefined for one about a name, a line or unsaved text. */
export function wordPlaceOf({
  input: { line, column, source },
  file,
}: Pick<Question, "file" | "input">): WordPlace | undefined {
  if (file === undefined || line === undefined || column === undefined || source !== undefined) return undefined;
  return { path: file.path, line, column };
}

/** The code that a question is about. */
export function requestOf({ tool, input, file, run }: Pick<Question, "file" | "input" | "run" | "tool">): CodeRequest {
  const { pathsLimit } = tool.search;
  const isOfSymbol = file === undefined && input.file_patterns === undefined;
  const searchesWorkspace = pathsLimit === "symbol" ? isOfSymbol : pathsLimit !== "search";
  if (searchesWorkspace && isNarrowed(input) && run.codeBase.holds(input.filepath ?? [])) return requestOfWorkspace;
  const { filepath, recursive = true, file_patterns: filePatterns, no_ignore: noIgnore = false } = input;
  return {
    filepath: file === undefined ? filepath : undefined,
    recursive,
    filePatterns,
    noIgnore,
    file: file?.path,
    isRelative: file === undefined ? filepath === undefined : !isAbsolute(file.name),
  };
}

/** The files whose syntax errors an answer counts. */
function filesWithErrorsOf({ bound, file }: Question, plan: Plan): SomeFiles {
  const { onDemand } = bound.reading;
  if (onDemand === undefined) return "all";
  const { word, name = word } = onDemand;
  if (name === undefined) return { paths: new Set([...plan.files, ...(file ? [file.path] : [])]) };
  return { words: name.split("::") };
}

/** The answer of a tool to a question about what was found. */
export function answerOf(
  question: Question,
  { plan, code, rows, unread, endedAfter, isWider, isUnfinished, mentioned }: Walked,
  { maxChars, charsOf }: Room,
  largestPicture: AnswerBounds["largestPicture"],
  written?: AnswerBounds["written"],
): IndexAnswer {
  const { tool, bound, input, run } = question;
  const { files, filesWithErrors, skipped, notSearched: notSearchedFiles, emptyReason } = code;
  const { unreadable: _, not_read_yet: __, ...left } = skipped;
  // A file without facts in the index may have been asked for its rows as well.
  const all = code.unread.with(unread);
  const counts = countsOf({
    skipped: { ...left, ...all.skipped },
    notSearched: notSearchedFiles,
  });
  const callKey = callKeyOf(tool.name, input);
  const page = input.cursor === undefined ? undefined : readCursor(callKey, input.cursor);
  const lead = leadOf(all.folders, 0, all.lateCount);
  const withLead = (answer: IndexResults) =>
    all.count === 0 ? answer : { ...answer, head: { ...lead, ...answer.head } };
  const broken = filesWithErrors(filesWithErrorsOf(question, plan));
  const answer = bound.answer(plan, rows, {
    maxChars,
    charsOf: (shown) => charsOf(withLead(shown)),
    searchedFiles: files - all.count,
    filesWithErrors: broken.count,
    brokenFiles: broken.paths.map((path) => shownName(path, code.view.names)),
    ...counts,
    unread: all.named,
    unreadFolders: all.folders,
    after: page?.place,
    before: page?.counts,
    cursorAfter: (place, counts = {}) => writeCursor(callKey, { place, counts }),
    largestPicture,
    endedAfter,
    emptyReason,
    mentioned,
    written,
    isWider,
    isUnfinished,
    patchFolders: run.patchFolders,
    isAll: input.recursive !== false && run.codeBase.isAll(input.filepath ?? []),
  });
  return "error" in answer ? answer : withLead(answer);
}

/** Counts of files that were left out; undefined for none. */
export function countsOf({
  skipped,
  notSearched,
}: Pick<Code, "notSearched" | "skipped">): Pick<AnswerBounds, "notSearched" | "skipped"> {
  return {
    skipped: Object.keys(skipped).length === 0 ? undefined : skipped,
    notSearched: Object.keys(notSearched).length === 0 ? undefined : notSearched,
  };
}

/** A refusal about code whose files were not all read says so. */
function refusalOf({ refused: { error, details }, code }: Refused): UserError {
  const lead = leadOf(code.unread.folders, 0, code.unread.lateCount);
  const missing = sentencesOnMissing(lead);
  if (missing === undefined) return new UserError(error, details);
  const sentences = [missing, details.details].filter((part) => part !== undefined).join(" ");
  return new UserError(error, { ...details, details: sentences, ...lead });
}

/** How far a call came whose time is over, and what to do. */
export function progressInTime(ask: Ask | undefined): string {
  const { looked, planned } = ask?.progress ?? { looked: 0, planned: 0 };
  const what = planned === 0 ? "" : `Looked at ${numberText(looked)} of ${numberText(planned)} files. `;
  return `${what}Narrow filepath, or ask again: what was found is kept.`;
}

/** UTF-16 code units of what an answer says about files that changed while the call ran. */
const charsOfChanges = 200;

/** Says in an answer that files changed while the call ran. */
function withChanges(ended: IndexedCall, changed: number): IndexedCall {
  const { answer } = ended;
  const lead = leadOf(undefined, changed);
  if (!("error" in answer)) return { ...ended, answer: { ...answer, head: { ...lead, ...answer.head } } };
  const { details } = answer.details;
  const sentences = [sentencesOnMissing(lead), details].filter((part) => part !== undefined).join(" ");
  const error = answer.error.replace(notFoundIn(), notFoundInRead);
  return { ...ended, answer: { error, details: { ...answer.details, details: sentences, ...lead } } };
}
