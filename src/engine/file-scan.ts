import { maxCollectedMacros } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import { noDigest } from "../cache/fact-file.ts";
import type { Languages } from "../syntax/languages.ts";
import type { Target } from "../workspace/expand.ts";
import type { CallFacts } from "./call-facts.ts";
import type { Deadline } from "./deadline.ts";
import type { FailingWork } from "./failing-files.ts";
import type { FileOutcome } from "./file-outcome.ts";
import { lookUpOutcomes, type PendingFile, putSettled } from "./look-up-outcomes.ts";
import { type MacroSurvey, surveyMacros } from "./survey-macros.ts";
import type { WorkerPool } from "./worker/pool.ts";
import type { SharedBytes, ToolCall, UnsavedText, WorkerFile } from "./worker/protocol.ts";
import { type OnOutcome, scanWork } from "./worker/scan-work.ts";

export type FileScanOptions = {
  /** A number that no other call of the process has. */
  readonly callId: number;
  readonly toolCall: ToolCall;
  readonly languages: Languages;
  /** True when macros that the grammar cannot know are masked before a file is parsed. */
  readonly masksMacros: boolean;
  /** The unsaved text that is parsed in place of files. */
  readonly unsaved: UnsavedText | undefined;
  readonly facts: CallFacts;
  readonly failing: FailingWork;
  readonly pool: WorkerPool;
  readonly deadline: Deadline;
  readonly stopwatch: Stopwatch;
  readonly log: Log;
  /** UTF-16 code units of the answer; infinite for no limit. */
  readonly maxChars?: number;
  /** Returns the index of the first row of a file that the answer is about. */
  readonly firstRowOf?: (target: Target) => number;
  /** True when calls come first. */
  readonly isBackground?: boolean;
};

type Results = { readonly put: (index: number, outcome: FileOutcome) => void };

/** One pass over files: macros, then what facts know, then workers for the others. */
export class FileScan {
  readonly #options: FileScanOptions;
  #survey: MacroSurvey | undefined;
  /** True when workers have received files. */
  hasRun = false;

  constructor(options: FileScanOptions) {
    this.#options = options;
  }

  /**
   * Puts the outcomes of the open files into the results. After the timeout, the missing ones stay out.
   *
   * @param all the files of the call, whose macros every shard collects
   * @param open indexes in `targets`
   * @throws the signal's reason, but for the timeout
   */
  async run(
    all: readonly Target[],
    targets: readonly Target[],
    open: readonly number[],
    results: Results,
  ): Promise<void> {
    const { facts, deadline, stopwatch } = this.#options;
    if (facts.isSettled !== true) return this.#run(all, targets, open, results);
    stopwatch.restart();
    const left = await putSettled(targets, open, { facts, results, signal: deadline.signal });
    stopwatch.lap("cache");
    if (left.length > 0) await this.#run(all, targets, left, results);
  }

  async #run(
    all: readonly Target[],
    targets: readonly Target[],
    open: readonly number[],
    results: Results,
  ): Promise<void> {
    const {
      facts,
      failing,
      deadline,
      stopwatch,
      unsaved,
      languages,
      callId,
      toolCall,
      pool,
      isBackground = false,
      maxChars = Number.POSITIVE_INFINITY,
    } = this.#options;
    const { signal } = deadline;
    const openTargets = open.flatMap((index) => targets[index] ?? []);
    let hasScanned = false;
    try {
      if (open.length > 0) this.#survey = await this.#surveyOf(unsaved === undefined ? all : [], openTargets);
      const survey = this.#survey;
      stopwatch.restart();
      const unknown = await lookUpOutcomes(targets, open, { languages, survey, facts, results, signal });
      const left = unsaved === undefined ? this.#withoutFailing(unknown, results) : unknown;
      stopwatch.lap("cache");
      const needsMacros = unsaved !== undefined || left.some(({ file }) => file.context !== noDigest);
      const request = {
        callId,
        toolCall,
        recordsOutlines: facts.recordsOutlines,
        macros: needsMacros ? await this.macros() : undefined,
        identifies: facts.identifies,
        maxChars,
        files: left.map(({ file, index }) => this.#fromRow(file, targets[index])),
        itemTimeoutMs: all.length > 1 ? deadline.itemTimeoutMs : undefined,
        sentOf: (file: WorkerFile) => ({ ...file, unsaved, read: survey?.takeBytes(file.path) }),
      };
      const onOutcome: OnOutcome = (index, outcome, read, failure) => {
        const pending = left[index];
        if (pending === undefined) return;
        const { path, context } = pending.file;
        failing.take(path, failure);
        results.put(pending.index, facts.record(path, context, outcome, read));
      };
      this.hasRun = true;
      await pool.run(
        scanWork(request, onOutcome, (spent) => stopwatch.add(spent)),
        signal,
        isBackground,
      );
      hasScanned = true;
    } catch (error) {
      if (deadline.passed === undefined) throw error;
    } finally {
      stopwatch.restart();
      await facts.save(callId, hasScanned);
      stopwatch.lap("cache");
    }
  }

  /** Returns a file with its first row that the answer is about, unless it is the first one of all. */
  #fromRow(file: WorkerFile, target: Target | undefined): WorkerFile {
    const firstRow = (target && this.#options.firstRowOf?.(target)) ?? 0;
    return firstRow === 0 ? file : { ...file, firstRow };
  }

  /** Puts the outcomes of files that are not to be read now, and returns the others. */
  #withoutFailing(files: readonly PendingFile[], results: Results): readonly PendingFile[] {
    return files.filter(({ index, file }) => {
      const failure = file.isExplicit ? undefined : this.#options.failing.outcomeOf(file.path);
      if (failure !== undefined) results.put(index, failure);
      return failure === undefined;
    });
  }

  /** A digest of the macros that the files of the call define. */
  get macroDigest(): string {
    return this.#survey?.digest ?? noDigest;
  }

  /** The headers next to the files of the call, which are none of them: their macros count, too. */
  get headersBeside(): readonly string[] {
    return this.#survey?.beside ?? [];
  }

  /**
   * The macros that the files of the call define, as JSON for workers; undefined when none are masked.
   *
   * @throws the signal's reason
   */
  async macros(): Promise<SharedBytes | undefined> {
    const { stopwatch, deadline } = this.#options;
    if (this.#survey === undefined) return undefined;
    stopwatch.restart();
    const macros = await this.#survey.json(deadline.signal);
    stopwatch.lap("survey");
    return macros;
  }

  /** Surveys the macros that the files of the call define; undefined when no macros are masked. */
  async #surveyOf(targets: readonly Target[], open: readonly Target[]): Promise<MacroSurvey | undefined> {
    const { masksMacros, languages, log, facts, callId, pool, deadline, stopwatch, isBackground } = this.#options;
    if (!masksMacros) return undefined;
    const paths = targets.filter(({ error }) => error === undefined).map(({ path }) => path);
    const recordsFor = facts.recordsDefines === "none" ? undefined : callId;
    const recordsOthers = facts.recordsDefines === "all";
    const named = facts.name && {
      words: facts.name.words,
      paths: new Set(open.filter(({ isExplicit }) => !isExplicit).map(({ path }) => path)),
    };
    const readNext = new Set(open.map(({ path }) => path));
    const scannedNext = facts.recordsOutlines ? readNext : undefined;
    stopwatch.restart();
    const survey = await surveyMacros(
      paths,
      {
        languages,
        pool,
        signal: deadline.signal,
        recordsFor,
        recordsOthers,
        named,
        readNext,
        scannedNext,
        isBackground,
      },
      facts,
    );
    stopwatch.lap("survey");
    if (survey.exceedsLimit)
      log("warn", "more macros are defined than a call collects", { collected: maxCollectedMacros });
    return survey;
  }
}

let calls = 0;

/** Returns a number that no other call of the process has. */
export function nextCallId(): number {
  return ++calls;
}
