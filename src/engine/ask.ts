/**
 * The questions of a call over the index to workers: a plan, the rows of its files, and further rounds. Input: the code of the
 * call; output: the plan of the last round, and the rows of all rounds.
 */
import type { RowValues } from "../answers/rows.ts";
import { numberText } from "../base/counted.ts";
import { UserError } from "../base/errors.ts";
import { largeFileBytes } from "../base/limits.ts";
import { shown } from "../base/shown.ts";
import type { Code, ListedFiles } from "../code-base/code.ts";
import type { FailingWork } from "../code-base/failing-files.ts";
import { reasonOf } from "../code-base/index-scan.ts";
import { largerThan, type Stamped } from "../code-base/stamp-paths.ts";
import { UnreadFiles } from "../code-base/unread-files.ts";
import type { Mentions } from "../tools/answers/mentions-answer.ts";
import type { AnswerBounds } from "../tools/contract/answer-bounds.ts";
import type { AnyIndexTool, BoundIndexTool, BoundWiderSearch, CodeArguments } from "../tools/contract/index-tool.ts";
import type { FileRows, Plan } from "../tools/contract/plan.ts";
import type { Work } from "../workers/piece-job.ts";
import { WorkerFailure } from "../workers/pool.ts";
import { type CodeCall, type Refusal, shownName, type UnsavedFile, type WorkerReply } from "../workers/protocol.ts";
import type { ResultSink, Run } from "./call.ts";
import type { ResolvedRows } from "./unfinished-calls.ts";
import { unsavedTextOf } from "./unsaved-text.ts";

/** A call of a tool over the index. */
export type Question = {
  readonly tool: AnyIndexTool;
  readonly bound: BoundIndexTool;
  readonly input: CodeArguments;
  /** The lines with its word in files that no language reads, once they are found. */
  readonly mentions: Promise<Mentions | undefined>;
  /** Finds out which words of its rows such files have. */
  readonly mentioned: (rows: readonly FileRows[]) => Promise<AnswerBounds["mentioned"]>;
  /** The file that it is about; undefined if it is about several, or a symbol. */
  readonly file: CodeCall["file"];
  readonly run: Run;
};

export type Planned = {
  readonly code: Code;
  readonly call: CodeCall;
  readonly plan: Plan;
};

/** The files that are to be read before a question can be answered: absolute paths. */
export type Wanted = { readonly wanted: readonly string[] };

/** A plan that a worker has refused, such as that of a position without a symbol. */
export type Refused = Pick<Planned, "code"> & { readonly refused: Refusal };

/** The findings of a call: the plan of its last round, and the rows of all. */
export type Walked = Planned & {
  readonly rows: readonly FileRows[];
  readonly unread: UnreadFiles;
  readonly mentioned?: AnswerBounds["mentioned"];
  /** The reason why a planned further round did not run; undefined if none was planned. */
  readonly endedAfter: string | undefined;
  /** See AnswerBounds. */
  readonly isWider: boolean;
  readonly isUnfinished?: boolean;
};

/** A search of the workspace for the symbols of a call: `files` are the ones that it names, and if only these have rows. */
export type Wider = {
  readonly search: BoundWiderSearch;
  readonly files: ReadonlySet<string>;
};

/** The findings of a call in the files of its plan, so far. */
export type Reached = Planned & Pick<Walked, "unread"> & { readonly rows: ResolvedRows };

/** Rounds of a call: one takes some milliseconds, however little it finds. */
const maxRounds = 100;

/** The part of the time of all rounds that one file may take. */
const shareOfRounds = 0.8;

export class Ask {
  readonly #question: Question;
  /** The files that rows were asked of. */
  readonly read = new Set<string>();
  /** The files that rows are asked of now, and how many of them are done. */
  progress = { looked: 0, planned: 0 };
  /** The files of the code base; undefined before they are listed, and for code that is known. */
  listed: ListedFiles | undefined;
  /** Returns the code as it is known then; undefined for code that is known, and before its files are listed. */
  part: (() => Promise<Code>) | undefined;
  /** Called when they are listed: nothing is known of the code. */
  onListed: (() => void) | undefined;
  /** The plan, with the rows of its files so far; undefined before there is one. */
  reached: Reached | undefined;
  /** True once files are being written. */
  isWriting = false;
  readonly #wider: Wider | undefined;
  readonly #key: string;

  /** @param wider for a search of the workspace for symbols that the files of the call do not have */
  constructor(question: Question, wider?: Wider) {
    this.#question = question;
    this.#wider = wider;
    this.#key = keyOf(question) + (wider === undefined ? "" : " in the workspace");
  }

  /**
   * @param takesKnown true to answer from the files that are known, whichever others are wanted but through macros
   * @throws UserError when workers end of it: with what was looked up, and the reason
   */
  async plan(code: Code, takesKnown: boolean): Promise<Planned | Refused | Wanted> {
    const { tool, input, file, run } = this.#question;
    const call: CodeCall = {
      tool: tool.name,
      // Workers get the text once, as a file's.
      input: input.source === undefined ? input : { ...input, source: "" },
      view: code.view,
      file,
      unsaved: unsavedIn(this.#question),
      unread: code.unread.places,
      takesKnown,
    };
    try {
      // The same thread each time, as it has the findings of plans that were stopped.
      const more = tool.time.plansInSteps ? { laneOf: () => 0 } : {};
      const plan = await run.pool.request({ plan: call }, planOf, run.deadline.signal, more, run.isBackground);
      if ("wanted" in plan) return plan;
      if ("refused" in plan) return { code, refused: plan.refused };
      if (this.#wider?.search.rowsIn === "named files") {
        const { files } = this.#wider;
        return { code, call, plan: { ...plan, files: plan.files.filter((path) => files.has(path)) } };
      }
      return { code, call, plan: tool.search.pathsLimit === "rows" ? await this.#narrowed(plan) : plan };
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      const { line, symbol = "" } = input;
      const isPlace = file !== undefined && line !== undefined;
      const what = isPlace ? `what line ${line} of ${file.name} names` : `the symbol ${shown(symbol)}`;
      const advice = isPlace ? "Give symbol instead of line" : "Narrow filepath, or qualify the symbol";
      throw new UserError(`Failed to find ${what}`, { details: `${error.message}. ${advice}.` });
    }
  }

  /** Leaves of the files of a plan the ones that the call names. */
  async #narrowed(plan: Plan): Promise<Plan> {
    const { input, run } = this.#question;
    if (!isNarrowed(input)) return plan;
    const { filepath, recursive = true, file_patterns: filePatterns, no_ignore: noIgnore = false } = input;
    const request = { filepath, recursive, filePatterns, noIgnore };
    const { targets } = await run.codeBase.files(request, undefined, run.deadline.signal);
    const named = new Set(targets.flatMap(({ path, error }) => (error === undefined ? [path] : [])));
    const [first] = targets;
    if (named.size === 0 && first?.error !== undefined) throw new UserError(first.error.message, first.error.details);
    return { ...plan, files: plan.files.filter((path) => named.has(path)) };
  }

  /**
   * Rows of the files of a plan, and of the files of further rounds while half of the time is not over.
   *
   * @param taken receives the rows of the plan, whose paths alone are then returned
   */
  async walk(planned: Planned, taken: ResultSink["rows"]): Promise<Walked | Wanted> {
    const { bound, run } = this.#question;
    const { deadline, pool } = run;
    const { call } = planned;
    const unread = new UnreadFiles();
    taken?.planned(planned.plan.files.length);
    const wanted = new Set<string>();
    const known = this.#knownRows(planned, taken !== undefined);
    this.reached = { ...planned, rows: known, unread };
    const rows = [...(await this.#rowsOf(call, planned.plan, unread, wanted, deadline.signal, taken?.file, known))];
    if (wanted.size > 0) return { wanted: [...wanted] };
    if (run.isBackground !== true) run.unfinished.finish(this.#key);
    // Further rounds end by themselves.
    deadline.extend();
    const isWider = this.#wider !== undefined;
    const walked = (plan: Plan, endedAfter?: string): Walked => {
      return { ...planned, plan, rows, unread, endedAfter, isWider };
    };
    if (bound.next === undefined) return walked(planned.plan);
    const time = deadline.half();
    // With as much time as the rounds have, one file would end each call of the same question.
    const itemTimeoutMs = deadline.itemTimeoutMs && Math.ceil(deadline.itemTimeoutMs * shareOfRounds);
    let [plan, last]: readonly [Plan, readonly FileRows[]] = [planned.plan, rows];
    try {
      for (let rounds = 1; plan.files.length > 0; rounds++) {
        const request = { next: { call, plan, rows: last } };
        const { further } = await pool.request(request, furtherOf, time.signal, {}, run.isBackground);
        if (further === null) return walked(plan);
        if (rounds === maxRounds) return walked(plan, `${maxRounds} rounds`);
        const ofRound = run.rounds.rowsOf(this.#roundKey, further, call.view.id);
        last = await this.#rowsOf(call, further, unread, wanted, time.signal, undefined, ofRound, itemTimeoutMs);
        for (const row of last) rows.push(row);
        plan = further;
      }
      return walked(plan);
    } catch (error) {
      deadline.signal.throwIfAborted();
      if (time.signal.aborted)
        return walked(plan, `half of REQUEST_TIMEOUT${this.#lookedText()}; the same call again goes on`);
      if (error instanceof WorkerFailure) return walked(plan, `the end of a worker: ${error.message}`);
      throw error;
    } finally {
      time.clear();
    }
  }

  /** Says how far a round came that has ended with its time. */
  #lookedText(): string {
    const { looked, planned } = this.progress;
    return looked < planned ? `, at ${numberText(looked)} of ${numberText(planned)} files of a step` : "";
  }

  /** The rows that files of a plan have had. @param isTaken true if rows are passed on, and not kept */
  #knownRows({ plan, call }: Planned, isTaken: boolean): ResolvedRows {
    const { bound, run } = this.#question;
    if (isTaken) return new Map();
    return bound.next === undefined
      ? run.unfinished.rowsOf(this.#key, call.view.id)
      : run.rounds.rowsOf(this.#roundKey, plan, call.view.id);
  }

  /** The tool of rounds, with the arguments that their rows depend on in addition to the plan. */
  get #roundKey(): string {
    const { tool, input } = this.#question;
    if (tool.time.planTellsRows && input.source === undefined) return tool.name;
    const { cursor: _, ...others } = input;
    return JSON.stringify([tool.name, others]);
  }

  /**
   * Rows of the files of a plan. A file that ends its workers has none, and is unread.
   *
   * @param wanted receives the files that are to be read before there are rows
   * @param known the rows of files that were asked for them before; receives the rows of other files
   * @param itemTimeoutMs for one of many files
   */
  async #rowsOf(
    call: CodeCall,
    plan: Plan,
    unread: UnreadFiles,
    wanted: Set<string>,
    signal: AbortSignal,
    take?: (rows: FileRows) => void,
    known: ResolvedRows = new Map(),
    itemTimeoutMs = this.#question.run.deadline.itemTimeoutMs,
  ): Promise<readonly FileRows[]> {
    const { run } = this.#question;
    for (const path of plan.files) this.read.add(path);
    const progress = { looked: known.size, planned: plan.files.length };
    this.progress = progress;
    const failing = run.codeBase.failing.of(this.#key);
    const nameOf = (path: string) => shownName(path, call.view.names);
    const open = plan.files.filter((path) => {
      if (known.has(path)) return false;
      const failure = failing.outcomeOf(path);
      if (failure !== undefined) unread.add({ filepath: nameOf(path), error: reasonOf(failure) });
      return failure === undefined;
    });
    // Rows that are passed on are in path order.
    const files = take === undefined ? largeLast(open, this.reached?.code.stamped ?? []) : open;
    const work: Work<string, ReturnType<typeof fileRowsOf>> = {
      items: files,
      itemTimeoutMs: files.length > 1 ? itemTimeoutMs : undefined,
      takesLate: take === undefined,
      requestFor: (paths) => ({ rowsIn: { call, plan, paths } }),
      laneOf: hashOf,
      resultOf: fileRowsOf,
      failed: (path, reason) => ({
        unread: reason,
        failure: { error: `Failed to read ${nameOf(path)}`, details: { details: reason } },
      }),
      onResult: (index, found) => {
        progress.looked++;
        const path = files[index] ?? "";
        const filepath = nameOf(path);
        failing.take(path, found !== null && "unread" in found ? found.failure : undefined);
        if (found === null) known.set(path, null);
        else if ("wanted" in found) for (const one of found.wanted) wanted.add(one);
        else if ("unread" in found) unread.add({ filepath, error: found.unread });
        else {
          take?.({ filepath, rows: found.rows });
          known.set(path, take === undefined ? found.rows : {});
        }
      },
    };
    await run.pool.run(work, signal, run.isBackground);
    return rowsOfFiles(plan, known, nameOf);
  }
}

/** Files with the large ones at the end: one takes seconds, and the time of a call may end with it. */
function largeLast(paths: readonly string[], stamped: readonly Stamped[]): readonly string[] {
  const large = largerThan(largeFileBytes, stamped, paths);
  return large.size === 0 ? paths : [...paths.filter((path) => !large.has(path)), ...large];
}

/** A number of a path, for which few other paths have the same. */
function hashOf(path: string): number {
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = (Math.imul(hash, 31) + path.charCodeAt(at)) >>> 0;
  return hash;
}

/** The rows of the files of a plan, in path order. */
export function rowsOfFiles(plan: Plan, known: ResolvedRows, nameOf: (path: string) => string): readonly FileRows[] {
  return plan.files.flatMap((path) => {
    const rows = known.get(path);
    return rows === undefined || rows === null ? [] : [{ filepath: nameOf(path), rows }];
  });
}

/** True for arguments that name files. */
export function isNarrowed({ filepath, file_patterns: patterns }: CodeArguments): boolean {
  return filepath !== undefined || patterns !== undefined;
}

/** The tool and the arguments of a question. */
export function keyOf({ tool, input }: Question): string {
  return JSON.stringify([tool.name, input]);
}

function unsavedIn({ file, input: { source, language }, run }: Question): UnsavedFile | undefined {
  if (file === undefined || source === undefined) return undefined;
  const unsaved = unsavedTextOf({ source, language: language ?? file.language }, run.languages, run.maxFileBytes);
  return unsaved && { ...unsaved, path: file.path };
}

function planOf(reply: WorkerReply) {
  return "wanted" in reply ? reply : "planned" in reply ? reply.planned : undefined;
}

function furtherOf(reply: WorkerReply) {
  return "further" in reply ? reply : undefined;
}

/** A file without rows, since it could not be read; `failure` if it has ended its workers. */
type UnreadRows = { readonly unread: string; readonly failure?: Parameters<FailingWork["take"]>[1] };

/** Returns the rows of a file, null where it has none, why it was not read, or what is to be read first. */
function fileRowsOf(reply: WorkerReply): { readonly rows: RowValues } | UnreadRows | Wanted | null {
  if ("wanted" in reply) return reply;
  if (!("fileRows" in reply) || reply.fileRows === "unread") return { unread: "the file cannot be read" };
  return reply.fileRows === null ? null : { rows: reply.fileRows };
}
