/**
 * One pass over files: macros, then what facts know, then workers for the others. Input: files, a tool, and the facts of the
 * call; output: the outcome of each file, in any order.
 */
import { setTimeout } from "node:timers/promises";
import type { Deadline } from "../base/deadline.ts";
import { changedFilesPauseMs, maxCollectedMacros } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import { noDigest } from "../cache/digest.ts";
import { indexedLanguageOf } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import type { FileOutcome } from "../workers/file-outcome.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { SharedBytes, ToolCall, UnsavedText, Unscanned, WorkerFile } from "../workers/protocol.ts";
import { type OnOutcome, scanWork } from "../workers/scan-work.ts";
import type { Target } from "../workspace/expand.ts";
import type { Progress } from "./code.ts";
import type { CacheHit, Facts } from "./facts.ts";
import type { FailingFiles } from "./failing-files.ts";
import { type MacroSurvey, type SurveyOptions, surveyMacros } from "./survey-macros.ts";

/** The settings that all scans of an engine share. */
export type ScanSettings = {
  readonly languages: Languages;
  /** True when macros that the grammar cannot know are masked before a file is parsed. */
  readonly masksMacros: boolean;
  readonly failing: FailingFiles;
  readonly pool: WorkerPool;
  readonly log: Log;
};

export type ScanOptions = {
  readonly targets: readonly Target[];
  /** The files whose macros count: of a shard or a page the files of the whole call. By default the targets. */
  readonly all?: readonly Target[];
  readonly toolCall: ToolCall;
  readonly facts: Facts;
  /** The work of the scan: it decides whether a file ends its workers. */
  readonly work: string;
  readonly deadline: Deadline;
  readonly stopwatch: Stopwatch;
  /** The unsaved text that is parsed in place of files. */
  readonly unsaved?: UnsavedText | undefined;
  /** UTF-16 code units of the answer; infinite for no limit. */
  readonly maxChars?: number;
  /** Returns the index of the first row of a file that the answer is about. */
  readonly firstRowOf?: (target: Target) => number;
  /** True if the tool may need words in files. */
  readonly needsWords?: boolean;
  /** True when calls come first. */
  readonly isBackground?: boolean;
  /** The macros of the files, if another scan has collected them. */
  readonly survey?: MacroSurvey | undefined;
  /** Receives the number of files whose macros are known, and of all files that have them. */
  readonly onMacros?: Progress["macros"];
};

/** A receiver of the outcome of the target at an index. */
export type Put = (index: number, outcome: FileOutcome) => void;

/** A file for a worker, and its index among the targets. */
type PendingFile = { readonly index: number; readonly file: WorkerFile };

let scans = 0;

export class Scan {
  readonly #settings: ScanSettings;
  readonly #options: ScanOptions;
  /** A number that no other scan of the process has. */
  readonly #callId = ++scans;
  #survey: MacroSurvey | undefined;
  /** True when workers have received files. */
  hasRun = false;

  constructor(settings: ScanSettings, options: ScanOptions) {
    this.#settings = settings;
    this.#options = options;
  }

  /**
   * Puts the outcomes of open files. After the timeout, the missing ones stay out. Files that were listed and are gone when
   * they are read are looked for once more: a checkout removes a file before it writes it.
   *
   * @param open indexes of targets
   * @returns how many files are gone the second time, too
   * @throws the signal's reason, but not the timeout
   */
  async run(open: readonly number[], put: Put): Promise<number> {
    const { deadline } = this.#options;
    const gone: number[] = [];
    const isGone = (outcome: FileOutcome) => "skipped" in outcome && outcome.skipped === "vanished";
    await this.#pass(open, (index, outcome) => {
      if (isGone(outcome)) gone.push(index);
      else put(index, outcome);
    });
    if (gone.length === 0 || deadline.passed !== undefined) return 0;
    await deadline.unlessPassed(setTimeout(changedFilesPauseMs, undefined, { signal: deadline.signal }));
    let goneTwice = 0;
    await this.#pass(gone, (index, outcome) => {
      if (isGone(outcome)) goneTwice++;
      put(index, outcome);
    });
    return goneTwice;
  }

  async #pass(open: readonly number[], put: Put): Promise<void> {
    const { deadline, stopwatch } = this.#options;
    stopwatch.restart();
    let left = open;
    let unscanned: Unscanned = "all";
    try {
      left = (await this.#putKnown(open, put)).map(({ index }) => index);
      stopwatch.lap("cache");
      const read = left.length > 0 || open.length === 0 ? await this.#read(left, put) : left;
      const scanned = new Set(read);
      unscanned = left.filter((index) => !scanned.has(index)).map((index) => this.#options.targets[index]?.path ?? "");
    } catch (error) {
      if (deadline.passed === undefined) throw error;
    } finally {
      stopwatch.restart();
      if (left.length > 0 || open.length === 0) await this.#options.facts.save(this.#callId, unscanned);
      stopwatch.lap("cache");
    }
  }

  /** @returns the files that were scanned: facts are of the others, once the macros are known */
  async #read(open: readonly number[], put: Put): Promise<readonly number[]> {
    const { pool } = this.#settings;
    const { targets, facts, deadline, stopwatch, unsaved, toolCall, isBackground = false } = this.#options;
    const { all = targets, maxChars = Number.POSITIVE_INFINITY } = this.#options;
    const failing = this.#settings.failing.of(this.#options.work);
    const openTargets = open.flatMap((index) => targets[index] ?? []);
    if (unsaved === undefined && open.length > 0) {
      const paths = all.filter(({ error }) => error === undefined).map(({ path }) => path);
      const isSurveyed = this.#settings.masksMacros && this.#options.survey === undefined;
      await facts.identify?.(paths, isSurveyed, deadline.signal, isBackground);
      stopwatch.lap("cache");
    }
    if (open.length > 0)
      this.#survey = this.#options.survey ?? (await this.#surveyOf(unsaved === undefined ? all : [], openTargets));
    const survey = this.#survey;
    stopwatch.restart();
    await facts.identifySurveyed?.(deadline.signal, isBackground);
    const left = await this.#toBeRead(open, put);
    stopwatch.lap("cache");
    const needsMacros = unsaved !== undefined || left.some(({ file }) => file.context !== noDigest);
    const request = {
      callId: this.#callId,
      toolCall,
      recordsOutlines: facts.needs.outlines,
      macros: needsMacros ? await this.macros() : undefined,
      identifies: facts.needs.identities,
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
      put(pending.index, facts.record(path, context, outcome, read));
    };
    this.hasRun = true;
    await pool.run(
      scanWork(request, onOutcome, (spent) => stopwatch.add(spent)),
      deadline.signal,
      isBackground,
    );
    return left.map(({ index }) => index);
  }

  /** Puts the outcomes of files that need not be read under the macros of the call, and returns the others. */
  async #toBeRead(open: readonly number[], put: Put): Promise<readonly PendingFile[]> {
    const { failing } = this.#settings;
    const { targets, facts, unsaved, work } = this.#options;
    const survey = this.#survey;
    const failingWork = failing.of(work);
    const { name } = facts.needs;
    const hasName = (index: number) => {
      const path = targets[index]?.path ?? "";
      if (name === undefined || survey?.lacksName(path) !== true) return true;
      put(index, name.outcomeWithout(path));
      return false;
    };
    const isToBeRead = (index: number) => {
      const path = targets[index]?.path ?? "";
      const early = survey?.outcomeAt(path);
      if (early === undefined) return hasName(index);
      put(index, facts.record(path, this.contextOf(path), early.outcome, early.read));
      return false;
    };
    const left = await this.#putKnown(open.filter(isToBeRead), put, (path) => this.contextOf(path));
    return left.filter(({ index, file }) => {
      // A file that is not to be read now.
      const failure = file.isExplicit || unsaved !== undefined ? undefined : failingWork.outcomeOf(file.path);
      if (failure !== undefined) put(index, failure);
      return failure === undefined;
    });
  }

  /**
   * Puts the outcomes that facts tell, and returns the other files.
   *
   * @param contextOf returns the digest of the macros of a file; undefined for what is known whatever these are
   */
  async #putKnown(
    open: readonly number[],
    put: Put,
    contextOf: (path: string) => string | undefined = () => undefined,
  ): Promise<readonly PendingFile[]> {
    const { facts, targets, deadline } = this.#options;
    const { signal } = deadline;
    const files = open.flatMap((index) => {
      const { name, path, isExplicit, language } = targets[index] ?? {};
      if (name === undefined || path === undefined) return [];
      return [{ index, name, path, isExplicit: isExplicit === true, language, context: contextOf(path) }];
    });
    const left: PendingFile[] = [];
    const take = (file: (typeof files)[number], hit: CacheHit | undefined) => {
      if (hit !== undefined && "outcome" in hit) {
        put(file.index, hit.outcome);
        return;
      }
      // Rest and spread would give each object a hidden class of its own.
      const { index, name, path, isExplicit, language, context = noDigest } = file;
      const { content: known, copy: knownCopy } = hit ?? {};
      left.push({ index, file: { name, path, isExplicit, language, context, known, knownCopy } });
    };
    await facts.lookUp({ files, take, macros: async () => this.#survey?.collect(signal), signal });
    return left.sort((a, b) => a.index - b.index);
  }

  /** Returns a file with its first row that the answer is about, unless it is the first one of all. */
  #fromRow(file: WorkerFile, target: Target | undefined): WorkerFile {
    const firstRow = (target && this.#options.firstRowOf?.(target)) ?? 0;
    return firstRow === 0 ? file : { ...file, firstRow };
  }

  /** The digest of the macros that the file at a path is read with, once files were read; the same for all without macros. */
  contextOf(path: string): string {
    const hasMacros = indexedLanguageOf(path, this.#settings.languages)?.macros !== undefined;
    return hasMacros && this.#survey !== undefined ? this.#survey.contextOf(path) : noDigest;
  }

  /** The macros that the files of the call define; undefined before files were read, or when no macros are masked. */
  get survey(): MacroSurvey | undefined {
    return this.#survey;
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

  /** The scan of files that lack the words that the call needs, which is done while macros are collected. */
  #earlyScan(open: readonly Target[]): SurveyOptions["early"] {
    const { toolCall, facts, maxChars = Number.POSITIVE_INFINITY } = this.#options;
    const targets = new Map(open.map((target) => [target.path, target]));
    return {
      call: { scan: toolCall, identifies: facts.needs.identities, maxChars },
      fileAt: (path) => {
        const target = targets.get(path);
        if (target === undefined) return undefined;
        const { name, isExplicit, language } = target;
        return this.#fromRow({ name, path, isExplicit, language, context: noDigest }, target);
      },
    };
  }

  /** Surveys the macros that the files of the call define; undefined when no macros are masked. */
  async #surveyOf(targets: readonly Target[], open: readonly Target[]): Promise<MacroSurvey | undefined> {
    const { masksMacros, languages, log, pool } = this.#settings;
    const { facts, deadline, stopwatch, isBackground } = this.#options;
    if (!masksMacros) return undefined;
    const { needs } = facts;
    const { name } = needs;
    const paths = targets.filter(({ error }) => error === undefined).map(({ path }) => path);
    const named = name && {
      words: name.words,
      paths: new Set(open.filter(({ isExplicit }) => !isExplicit).map(({ path }) => path)),
    };
    const readNext = new Set(open.map(({ path }) => path));
    stopwatch.restart();
    const survey = await surveyMacros(
      paths,
      {
        languages,
        pool,
        signal: deadline.signal,
        named,
        readNext,
        isBackground,
        recordsFor: needs.defines === "none" ? undefined : this.#callId,
        recordsOthers: needs.defines === "all",
        scannedNext: needs.outlines ? readNext : undefined,
        early: this.#options.needsWords === true ? this.#earlyScan(open) : undefined,
        onSurveyed: this.#options.onMacros,
      },
      facts,
    );
    stopwatch.lap("survey");
    if (survey.exceedsLimit)
      log("warn", "more macros are defined than a call collects", { collected: maxCollectedMacros });
    return survey;
  }
}
