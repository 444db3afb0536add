import { extname, isAbsolute, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { IndexAnswer, IndexResults } from "../answers/answer.ts";
import { callKeyOf, readCursor, writeCursor } from "../answers/cursor.ts";
import type { Room } from "../answers/fit.ts";
import type { RowValues } from "../answers/rows.ts";
import type { Deadline } from "../base/deadline.ts";
import { UserError } from "../base/errors.ts";
import { changedFilesPauseMs } from "../base/limits.ts";
import { shown } from "../base/shown.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import {
  type Code,
  type CodeBase,
  type CodeRequest,
  type FindingRun,
  type Progress,
  reasonOf,
} from "../code-base/code-base.ts";
import type { FailingFiles } from "../code-base/failing-files.ts";
import { countChanged, stampsOfSome } from "../code-base/stamp-paths.ts";
import { UnreadFiles } from "../code-base/unread-files.ts";
import type { ImageBounds } from "../pictures/drawing.ts";
import { languageOf, unsupportedFile } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import { leadOf, notFoundIn, notFoundInRead, sentencesOnMissing } from "../tools/index-answer.ts";
import type { AnswerBounds, AnyIndexTool, BoundIndexTool, CodeArguments, FileRows, Plan } from "../tools/index-tool.ts";
import type { IndexedCall, ResultSink } from "./call.ts";
import { drawnAnswer } from "./drawn-answer.ts";
import { unsavedTextName, unsavedTextOf } from "./unsaved-text.ts";
import type { Work } from "./worker/piece-job.ts";
import { WorkerFailure, type WorkerPool } from "./worker/pool.ts";
import {
  type CodeCall,
  type NextRequest,
  type Refusal,
  shownName,
  type UnsavedFile,
  type WorkerReply,
} from "./worker/protocol.ts";

export type IndexCallOptions = {
  readonly languages: Languages;
  /** The folder of relative paths. */
  readonly cwd: string;
  readonly failing: FailingFiles;
  readonly maxFileBytes: number;
  /** The limit of an answer: the call's own, where that is lower, included. */
  readonly room: Room;
  /** How large images may be. */
  readonly image: ImageBounds;
  /** Returns what a picture shows of a name; undefined for all of it. */
  readonly pictureName: ((name: string) => string) | undefined;
  /** Told of a request that was answered from a part of its files, or not in time. */
  readonly onPartial: (request: CodeRequest) => void;
  /** Told of a request all of whose files were found anew. */
  readonly onWhole: (request: CodeRequest) => void;
};

type Planned = {
  readonly code: Code;
  /** True if the call has listed the files, and read those whose facts were not known. */
  readonly isFoundNow: boolean;
  readonly call: CodeCall;
  readonly plan: Plan;
  /** The word whose files are enough for the plan, whether the others are known or not; undefined if it needs all. */
  readonly word: string | undefined;
};

/** A plan that a worker has refused, such as that of a position without a symbol. */
type Refused = Pick<Planned, "code" | "isFoundNow"> & { readonly refused: Refusal };

/** The end of a call, and the number of files that changed before it. */
type Look = { readonly ended: IndexedCall | UserError; readonly changed: number };

/** What a call has found out: the plan of its last round, and the rows of all. */
type Walked = Planned & {
  readonly rows: readonly FileRows[];
  readonly unread: UnreadFiles;
  readonly endedAfter: string | undefined;
};

/** Rounds of a call: one takes some milliseconds, however little it finds. */
const maxRounds = 100;

/** One call of a tool over the index: brings the facts of its code up to date, and asks workers. */
export class IndexCall {
  readonly #tool: AnyIndexTool;
  readonly #bound: BoundIndexTool;
  readonly #input: CodeArguments;
  readonly #options: IndexCallOptions;
  readonly #codeBase: CodeBase;
  readonly #pool: WorkerPool;
  readonly #deadline: Deadline;
  readonly #stopwatch = new Stopwatch();
  /** The files that rows were asked of. */
  readonly #read = new Set<string>();
  /** The files that rows are asked of now, and how many of them are done. */
  #rowsRead = { looked: 0, planned: 0 };
  #isSecondLook = false;

  constructor(
    tool: AnyIndexTool,
    input: CodeArguments,
    options: IndexCallOptions,
    codeBase: CodeBase,
    pool: WorkerPool,
    deadline: Deadline,
  ) {
    this.#tool = tool;
    this.#bound = tool.bind(input);
    this.#input = input;
    this.#options = options;
    this.#codeBase = codeBase;
    this.#pool = pool;
    this.#deadline = deadline;
  }

  /**
   * Answers the call.
   *
   * @throws UserError when the call fails as a whole, and the signal's reason when it is cancelled
   */
  async run(sink: Omit<ResultSink, "result">): Promise<IndexedCall> {
    try {
      const file = await this.#fileOfPosition();
      const first = await this.#look(file, sink);
      // Rows that were passed on cannot be taken back.
      const isLast = first.changed === 0 || sink.rows !== undefined;
      const { ended, changed } = isLast ? first : await this.#lookAgain(file);
      if (ended instanceof UserError) throw ended;
      return changed === 0 ? ended : withChanges(ended, changed);
    } catch (error) {
      const { passed, signal } = this.#deadline;
      if (passed === undefined || (error instanceof UserError && error !== signal.reason)) throw error;
      throw new UserError(passed, { details: this.#progressInTime });
    }
  }

  /** Looks once more at files that have changed: they may be replaced at this moment. */
  async #lookAgain(file: CodeCall["file"]): Promise<Look> {
    await setTimeout(changedFilesPauseMs, undefined, { signal: this.#deadline.signal });
    this.#isSecondLook = true;
    return this.#look(file, {});
  }

  /** Answers from the files as they are now, and finds out whether they have changed meanwhile. */
  async #look(file: CodeCall["file"], sink: Omit<ResultSink, "result">): Promise<Look> {
    this.#read.clear();
    const planned = await this.#planned(file, sink);
    const ended = await this.#end(planned, sink.rows);
    const hasFailed = ended instanceof UserError || "error" in ended.answer;
    const { stamped } = planned.code;
    // Of code that is known, files that were not read were compared when the call began.
    const looked = hasFailed || planned.isFoundNow ? stamped : stampsOfSome(stamped, this.#read);
    return { ended, changed: await countChanged(looked, this.#pool, this.#deadline.signal) };
  }

  /** Returns the answer, or why there is none. */
  async #end(planned: Planned | Refused, rows: ResultSink["rows"]): Promise<IndexedCall | UserError> {
    if ("refused" in planned) return this.#refusalOf(planned);
    const walked = await this.#walk(planned, rows);
    const { image, pictureName } = this.#options;
    const drawing = { ...this.#room, image, nameOf: pictureName };
    const drawn = await drawnAnswer((largest) => this.#answer(walked, largest), drawing, this.#deadline.signal);
    return { ...drawn, spent: this.#stopwatch.spent };
  }

  /** A refusal about code whose files were not all read says so. */
  #refusalOf({ refused: { error, details }, code }: Refused): UserError {
    const lead = leadOf(foldersOf(code.unread));
    const missing = sentencesOnMissing(lead);
    if (missing === undefined) return new UserError(error, details);
    const sentences = [missing, details.details].filter((part) => part !== undefined).join(" ");
    return new UserError(error, { ...details, details: sentences, ...lead });
  }

  /** How far a call came whose time is over, and what to do. */
  get #progressInTime(): string {
    const { looked, planned } = this.#rowsRead;
    const what =
      planned === 0 ? "" : `Looked at ${looked.toLocaleString("en")} of ${planned.toLocaleString("en")} files. `;
    return `${what}Narrow filepath, or ask again: what was found is kept.`;
  }

  /**
   * Finds out what the call is about: where that needs only the files that have a word, and not all are known, from these
   * alone.
   */
  async #planned(file: CodeCall["file"], progress: Progress): Promise<Planned | Refused> {
    const { filepath, recursive = true, file_patterns: filePatterns, no_ignore: noIgnore = false } = this.#input;
    const whole: CodeRequest = {
      filepath: file === undefined ? filepath : undefined,
      ...{ recursive, filePatterns, noIgnore },
      file: file?.path,
      isRelative: file === undefined ? filepath === undefined : !isAbsolute(file.name),
      word: undefined,
    };
    try {
      return await this.#plannedFor(whole, file, progress);
    } catch (error) {
      // What is left is read before the question comes again.
      if (this.#deadline.passed !== undefined) this.#options.onPartial(whole);
      throw error;
    }
  }

  async #plannedFor(whole: CodeRequest, file: CodeCall["file"], progress: Progress): Promise<Planned | Refused> {
    const { signal } = this.#deadline;
    const run = { deadline: this.#deadline, stopwatch: this.#stopwatch, progress };
    const code = await this.#codeBase.known(whole, signal);
    const { word } = this.#bound;
    if (code === undefined && word !== undefined) {
      const request = { ...whole, word };
      const known = await this.#codeBase.known(request, signal);
      const part = known ?? (await this.#codeBase.find(request, run));
      const planned = await this.#plan(part, known === undefined, file);
      if (!("refused" in planned) && !planned.plan.needsAllFiles) {
        this.#options.onPartial(whole);
        return planned;
      }
    }
    return this.#plan(code ?? (await this.#found(whole, run)), code === undefined, file);
  }

  async #found(whole: CodeRequest, run: FindingRun): Promise<Code> {
    const code = await this.#codeBase.find(whole, run);
    this.#options.onWhole(whole);
    return code;
  }

  async #plan(code: Code, isFoundNow: boolean, file: CodeCall["file"]): Promise<Planned | Refused> {
    // Workers get the text once, as a file's.
    const input = this.#input.source === undefined ? this.#input : { ...this.#input, source: "" };
    const { view, unread } = code;
    const own = { file, unsaved: this.#unsavedOf(file) };
    const call: CodeCall = { tool: this.#tool.name, input, view, ...own, unread: unread.places };
    const plan = await this.#requestPlan(call);
    if ("refused" in plan) return { ...plan, code, isFoundNow };
    return { code, isFoundNow, call, plan, word: plan.needsAllFiles ? undefined : this.#bound.word };
  }

  /** @throws UserError when workers end of it: with what was looked up, and the reason */
  async #requestPlan(call: CodeCall) {
    try {
      return await this.#pool.request({ plan: call }, planOf, this.#deadline.signal);
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      const { line, symbol = "" } = this.#input;
      const { file } = call;
      const isPlace = file !== undefined && line !== undefined;
      const what = isPlace ? `what line ${line} of ${file.name} names` : `the symbol ${shown(symbol)}`;
      const advice = isPlace ? "Give symbol instead of line" : "Narrow filepath, or qualify the symbol";
      throw new UserError(`Failed to find ${what}`, { details: `${error.message}. ${advice}.` });
    }
  }

  /** Rows of the files of a plan, and of those of further rounds while half of the time is not over. */
  async #walk(planned: Planned, taken: ResultSink["rows"]): Promise<Walked> {
    const { call } = planned;
    const unread = new UnreadFiles();
    taken?.planned(planned.plan.files.length);
    const rows = [...(await this.#rowsOf(call, planned.plan, unread, this.#deadline.signal, taken?.file))];
    const walked = (plan: Plan, endedAfter?: string): Walked => ({ ...planned, plan, rows, unread, endedAfter });
    if (this.#bound.next === undefined) return walked(planned.plan);
    const time = this.#deadline.half();
    let [plan, last]: readonly [Plan, readonly FileRows[]] = [planned.plan, rows];
    try {
      for (let rounds = 1; plan.files.length > 0; rounds++) {
        const next = await this.#next({ call, plan, rows: last }, time.signal);
        if (next === undefined) return walked(plan);
        if (rounds === maxRounds) return walked(plan, `${maxRounds} rounds`);
        last = await this.#rowsOf(call, next, unread, time.signal);
        for (const row of last) rows.push(row);
        plan = next;
      }
      return walked(plan);
    } catch (error) {
      this.#deadline.signal.throwIfAborted();
      if (time.signal.aborted) return walked(plan, "half of REQUEST_TIMEOUT");
      if (error instanceof WorkerFailure) return walked(plan, `the end of a worker: ${error.message}`);
      throw error;
    } finally {
      time.clear();
    }
  }

  async #next(next: NextRequest, signal: AbortSignal): Promise<Plan | undefined> {
    const { further } = await this.#pool.request({ next }, furtherOf, signal);
    return further ?? undefined;
  }

  /**
   * Rows of the files of a plan. A file that ends its workers has none, and is unread.
   *
   * @param take receives the rows, of which then the paths alone are returned
   */
  async #rowsOf(
    call: CodeCall,
    plan: Plan,
    unread: UnreadFiles,
    signal: AbortSignal,
    take?: (rows: FileRows) => void,
  ): Promise<readonly FileRows[]> {
    const rows: FileRows[] = [];
    for (const path of plan.files) this.#read.add(path);
    const progress = { looked: 0, planned: plan.files.length };
    this.#rowsRead = progress;
    const { name } = this.#tool;
    const failing = this.#options.failing.of(JSON.stringify([name, this.#input]));
    const files = plan.files.filter((path) => {
      const failure = failing.outcomeOf(path);
      if (failure !== undefined) unread.add({ filepath: shownName(path, call.view.names), error: reasonOf(failure) });
      return failure === undefined;
    });
    const work: Work<string, ReturnType<typeof fileRowsOf>> = {
      items: files,
      itemTimeoutMs: files.length > 1 ? this.#deadline.itemTimeoutMs : undefined,
      requestFor: (paths) => ({ rowsIn: { call, plan, paths } }),
      resultOf: fileRowsOf,
      failed: (_, reason) => ({ unread: reason, isFailing: true }),
      onResult: (index, found) => {
        progress.looked++;
        const path = files[index] ?? "";
        const filepath = shownName(path, call.view.names);
        const isFailing = found !== null && "unread" in found && found.isFailing === true;
        failing.take(
          path,
          isFailing ? { error: `Failed to read ${filepath}`, details: { details: found.unread } } : undefined,
        );
        if (found === null) return;
        if ("unread" in found) unread.add({ filepath, error: found.unread });
        else {
          take?.({ filepath, rows: found.rows });
          rows.push({ filepath, rows: take === undefined ? found.rows : {} });
        }
      },
    };
    await this.#pool.run(work, signal);
    return rows;
  }

  get #room(): Room {
    const { room } = this.#options;
    return this.#isSecondLook ? { ...room, maxChars: Math.max(room.maxChars - charsOfChanges, 0) } : room;
  }

  #answer(
    { plan, code, word, rows, unread, endedAfter }: Walked,
    largestPicture: AnswerBounds["largestPicture"],
  ): IndexAnswer {
    const { files, filesWithErrors, skipped: left, notSearched } = code;
    // A file of which the index has no facts may have been asked for its rows as well.
    const all = code.unread.with(unread);
    const skipped = { ...left, ...(all.count > 0 ? { unreadable: all.count } : {}) };
    const { cursor } = this.#input;
    const callKey = callKeyOf(this.#tool.name, this.#input);
    const lead = leadOf(foldersOf(all));
    const { maxChars, charsOf } = this.#room;
    const withLead = (answer: IndexResults) =>
      all.count === 0 ? answer : { ...answer, head: { ...lead, ...answer.head } };
    const answer = this.#bound.answer(plan, rows, {
      maxChars,
      charsOf: (shown) => charsOf(withLead(shown)),
      largestPicture,
      searchedFiles: files - code.unread.count,
      filesWithErrors: filesWithErrors(word),
      skipped: Object.keys(skipped).length === 0 ? undefined : skipped,
      notSearched: Object.keys(notSearched).length === 0 ? undefined : notSearched,
      unread: all.named,
      unreadFolders: foldersOf(all),
      after: cursor === undefined ? undefined : readCursor(callKey, cursor).place,
      cursorAfter: (place) => writeCursor(callKey, { place }),
      endedAfter,
      emptyReason: code.emptyReason,
    });
    return "error" in answer ? answer : withLead(answer);
  }

  /** The file of a position, or of unsaved text, which need not exist; undefined if the call has none. */
  async #fileOfPosition(): Promise<CodeCall["file"]> {
    const { filepath, line, source, language } = this.#input;
    const { languages, cwd } = this.#options;
    if (line === undefined && source === undefined) return this.#fileOfCall();
    if (filepath === undefined && language !== undefined) {
      return { name: unsavedTextName, path: resolve(cwd, unsavedTextName), language };
    }
    if (typeof filepath !== "string") throw new UserError("A position needs filepath: the path of one file");
    const target = await this.#codeBase.fileAt(filepath, this.#deadline.signal);
    if (target === undefined) throw new UserError(`A position is in one file, not in ${filepath}`);
    const { name, path, error, language: own } = target;
    const isUnknown = own === undefined && (error === undefined || extname(filepath) !== "");
    if (isUnknown) throw unsupportedFile(filepath, languages);
    if (error === undefined) return { name, path, language: own };
    if (source === undefined || error.reason !== "vanished") throw new UserError(error.message, error.details);
    return { name, path: resolve(cwd, filepath), language: own };
  }

  /** The file that a call without a position is about; undefined if it is about several files, or a symbol. */
  async #fileOfCall(): Promise<CodeCall["file"]> {
    const { symbol } = this.#input;
    const [filepath, ...others] = [this.#input.filepath ?? []].flat();
    if (!this.#tool.isAboutFile || symbol !== undefined || filepath === undefined || others.length > 0)
      return undefined;
    if (languageOf(filepath, this.#options.languages) === undefined && extname(filepath) !== "") return undefined;
    const target = await this.#codeBase.fileAt(filepath, this.#deadline.signal);
    if (target?.language === undefined || target.error !== undefined) return undefined;
    return { name: target.name, path: target.path, language: target.language };
  }

  #unsavedOf(file: CodeCall["file"]): UnsavedFile | undefined {
    const { source, language } = this.#input;
    const { languages, maxFileBytes } = this.#options;
    if (file === undefined || source === undefined) return undefined;
    const name = language ?? file.language;
    const unsaved = unsavedTextOf({ source, language: name }, languages, maxFileBytes);
    return unsaved && { ...unsaved, path: file.path };
  }
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

function foldersOf(unread: UnreadFiles): UnreadFiles["folders"] | undefined {
  return unread.count === 0 ? undefined : unread.folders;
}

function planOf(reply: WorkerReply) {
  return "planned" in reply ? reply.planned : undefined;
}

function furtherOf(reply: WorkerReply) {
  return "further" in reply ? reply : undefined;
}

/** A file without rows, since it could not be read; `isFailing` if it has ended its workers. */
type UnreadRows = { readonly unread: string; readonly isFailing?: boolean };

/** Returns the rows of a file, null where it has none, or why it was not read. */
function fileRowsOf(reply: WorkerReply): { readonly rows: RowValues } | UnreadRows | null {
  if (!("fileRows" in reply) || reply.fileRows === "unread") return { unread: "the file cannot be read" };
  return reply.fileRows === null ? null : { rows: reply.fileRows };
}
