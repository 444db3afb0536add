import { type ErrorDetails, messageOf, UserError } from "../errors.ts";
import { maxLearnedMacros, maxQueryLength } from "../limits.ts";
import type { Log } from "../log.ts";
import { editsBetween } from "../nearest.ts";
import { defaultPatterns, describeExtensions, type Language, type Languages, languageOf } from "../syntax/languages.ts";
import { parseInput } from "../tools/input.ts";
import type { TargetArguments } from "../tools/target-arguments.ts";
import type { AnyTool } from "../tools/tool.ts";
import { expand, type Target } from "../workspace/expand.ts";
import { Skipped } from "../workspace/skipped.ts";
import { type Answer, batchAnswer, failedAnswer, flatAnswer } from "./answer.ts";
import type { FileOutcome } from "./file-outcome.ts";
import { Gate } from "./gate.ts";
import { learnMacros } from "./learn-macros.ts";
import { WorkerPool } from "./worker-pool.ts";
import type { SharedText, WorkerSettings } from "./worker-protocol.ts";

export type EngineOptions = WorkerSettings & {
  /** Are macros that the grammar cannot know masked before a file is parsed? */
  readonly masksMacros: boolean;
  /** Where relative paths start. */
  readonly cwd: string;
  readonly threads: number;
  /** Milliseconds for one call; undefined for no limit. */
  readonly callTimeoutMs: number | undefined;
  /** Milliseconds for one file. */
  readonly fileTimeoutMs: number;
  readonly maxConcurrentCalls: number;
  readonly log: Log;
};

/** Runs calls: targets → outcomes → answer. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #pool: WorkerPool;
  readonly #gate: Gate;

  constructor(options: EngineOptions) {
    const { languages, roots, maxFileBytes, projectMacros, logsMasking } = options;
    const { threads, fileTimeoutMs, log, maxConcurrentCalls } = options;
    const settings = { languages, roots, maxFileBytes, projectMacros, logsMasking };
    this.#options = options;
    this.#pool = new WorkerPool({ settings, size: threads, fileTimeoutMs, log });
    this.#gate = new Gate(maxConcurrentCalls);
  }

  /**
   * The answer to one call. Whatever goes wrong is in the answer.
   *
   * @throws the signal's reason when the caller cancels
   */
  async run(tool: AnyTool, input: unknown, signal: AbortSignal): Promise<Answer> {
    const release = await this.#gate.enter(signal);
    try {
      return await this.#answer(tool, input, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UserError) return failedAnswer(error.message, error.details);
      if (error instanceof RangeError)
        return failedAnswer("The answer is too large", { details: "Ask for fewer files." });
      this.#options.log("error", "a call failed", { tool: tool.name, stack: stackOf(error) });
      return failedAnswer(`Internal error in ${tool.name}`, { details: messageOf(error) });
    } finally {
      release();
    }
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #answer(tool: AnyTool, rawInput: unknown, caller: AbortSignal): Promise<Answer> {
    const { callTimeoutMs, log } = this.#options;
    const input = parseInput(tool, rawInput);
    const deadline = new Deadline(callTimeoutMs, caller);
    try {
      const scan = new Scan(tool, input, this.#options, this.#pool, deadline.signal);
      const answer = await scan.run(deadline);
      log("debug", "call done", { tool: tool.name, ...scan.stats });
      return answer;
    } finally {
      deadline.clear();
    }
  }
}

/** Aborts when the caller does or when the time is up. */
class Deadline {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #caller: AbortSignal;
  readonly #forward: () => void;
  passed: string | undefined;

  constructor(timeoutMs: number | undefined, caller: AbortSignal) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#caller = caller;
    this.#forward = () => controller.abort(caller.reason);
    if (caller.aborted) this.#forward();
    caller.addEventListener("abort", this.#forward, { once: true });
    if (timeoutMs === undefined) return;
    this.#timer = setTimeout(() => {
      this.passed = `Stopped after ${timeoutMs} ms (REQUEST_TIMEOUT)`;
      controller.abort(new UserError(this.passed));
    }, timeoutMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#forward);
  }
}

/** One call of a file-level tool. */
class Scan {
  readonly #tool: AnyTool;
  readonly #input: TargetArguments;
  readonly #options: EngineOptions;
  readonly #pool: WorkerPool;
  readonly #signal: AbortSignal;
  readonly #skipped = new Skipped();
  stats: Readonly<Record<string, number>> = {};

  constructor(tool: AnyTool, input: TargetArguments, options: EngineOptions, pool: WorkerPool, signal: AbortSignal) {
    this.#tool = tool;
    this.#input = input;
    this.#options = options;
    this.#pool = pool;
    this.#signal = signal;
  }

  async run(deadline: Deadline): Promise<Answer> {
    const { flat, targets } = await this.#targets();
    const outcomes: (FileOutcome | undefined)[] = targets.map((target) => this.#settledBefore(target));
    const refused = await this.#refusedLanguages(targets, outcomes);
    const open: number[] = [];
    targets.forEach((target, i) => {
      if (outcomes[i] !== undefined) return;
      const language = languageOf(target.path, this.#options.languages);
      if (language !== undefined && refused.has(language.name)) outcomes[i] = { skipped: "query_language" };
      else open.push(i);
    });
    await this.#ask(targets, open, outcomes, deadline);
    this.stats = { files: targets.length };
    if (!flat) return batchAnswer(this.#tool, targets, outcomes, this.#skipped, deadline.passed);
    const [outcome] = outcomes;
    return outcome === undefined ? failedAnswer(deadline.passed ?? "Stopped", {}) : flatAnswer(outcome);
  }

  #targets() {
    const { filepath, recursive, file_patterns, no_ignore } = this.#input;
    const { languages, roots, cwd } = this.#options;
    return expand(filepath, {
      recursive: recursive ?? true,
      filePatterns: file_patterns,
      defaultPatterns: defaultPatterns(languages),
      noIgnore: no_ignore ?? false,
      roots,
      cwd,
      skipped: this.#skipped,
      signal: this.#signal,
    });
  }

  /** What is known of a file without reading it. */
  #settledBefore(target: Target): FileOutcome | undefined {
    if (target.error !== undefined) return { error: target.error.message, details: target.error.details };
    const { languages } = this.#options;
    if (languageOf(target.path, languages) !== undefined) return undefined;
    if (!target.named) return { skipped: "unknown_language" };
    const details = `Its extension is of no known language. Known are ${describeExtensions(languages)}.`;
    return { error: `Unsupported file type: ${target.name}`, details: { details } };
  }

  /** The languages that the arguments cannot work for. When that is all of them, the call has failed. */
  async #refusedLanguages(
    targets: readonly Target[],
    outcomes: readonly (FileOutcome | undefined)[],
  ): Promise<ReadonlySet<string>> {
    if (!this.#tool.needsCheck) return new Set();
    const languages = this.#languagesOf(targets.filter((_, i) => outcomes[i] === undefined));
    if (languages.length === 0 && targets.length > 0) return new Set();
    const names = (languages.length > 0 ? languages : this.#options.languages).map(({ name }) => name);
    const results = await this.#pool.check({ tool: this.#tool.name, input: this.#input }, names, this.#signal);
    const failures = results.filter((result) => result !== null);
    if (failures.length === names.length) throw refusal(failures);
    return new Set(names.filter((_, i) => results[i] !== null));
  }

  #languagesOf(targets: readonly Target[]): Languages {
    const found = new Map<string, Language>();
    for (const { path } of targets) {
      const language = languageOf(path, this.#options.languages);
      if (language !== undefined) found.set(language.name, language);
    }
    return [...found.values()];
  }

  /** Fills in the outcomes of the open files. When the time is up, what is missing stays undefined. */
  async #ask(
    targets: readonly Target[],
    open: readonly number[],
    outcomes: (FileOutcome | undefined)[],
    deadline: Deadline,
  ): Promise<void> {
    const files = open.map((i) => targets[i]).filter((target) => target !== undefined);
    const question = { tool: this.#tool.name, input: this.#input };
    const keep = (index: number, outcome: FileOutcome) => {
      const i = open[index];
      if (i !== undefined) outcomes[i] = outcome;
    };
    try {
      const macros = await this.#learnedMacros(files);
      const request = { question, macros, files: files.map(({ name, path, named }) => ({ name, path, named })) };
      await this.#pool.scan(request, keep, this.#signal);
    } catch (error) {
      if (deadline.passed === undefined) throw error;
    }
  }

  async #learnedMacros(files: readonly Target[]): Promise<SharedText | undefined> {
    const { masksMacros, languages, roots, maxFileBytes, log } = this.#options;
    if (!masksMacros) return undefined;
    const paths = files.map(({ path }) => path);
    const learned = await learnMacros(paths, { languages, roots, maxFileBytes, signal: this.#signal });
    if (learned.isCut) log("warn", "more macros are defined than a call learns", { learned: maxLearnedMacros });
    return sharedText(JSON.stringify(learned));
  }
}

function sharedText(text: string): SharedText {
  const bytes = new TextEncoder().encode(text);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** The error of the language that the query is most likely meant for: read furthest, then nearest to a known word. */
function refusal(failures: readonly { readonly error: string; readonly details: ErrorDetails }[]): UserError {
  const [likeliest] = [...failures].sort(
    (a, b) => placeOf(b.details) - placeOf(a.details) || editsOf(a.details) - editsOf(b.details),
  );
  return new UserError(likeliest?.error ?? "Refused", likeliest?.details);
}

function placeOf({ line, column }: ErrorDetails): number {
  return Number(line ?? 0) * maxQueryLength + Number(column ?? 0);
}

function editsOf({ word, suggestion }: ErrorDetails): number {
  return suggestion === undefined ? maxQueryLength : editsBetween(String(word), String(suggestion));
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
