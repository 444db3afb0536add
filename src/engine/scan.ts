import { Clock, type Spent } from "../clock.ts";
import { type ErrorDetails, UserError } from "../errors.ts";
import { maxLearnedMacros, maxQueryLength } from "../limits.ts";
import type { Log } from "../log.ts";
import { editsBetween } from "../nearest.ts";
import { defaultPatterns, describeExtensions, type Language, type Languages, languageOf } from "../syntax/languages.ts";
import type { TargetArguments } from "../tools/target-arguments.ts";
import type { AnyTool } from "../tools/tool.ts";
import { expand, type Target } from "../workspace/expand.ts";
import type { RuleFile } from "../workspace/ignore-rules.ts";
import type { Roots } from "../workspace/roots.ts";
import { isOfShard, type Shard } from "../workspace/shard.ts";
import { Skipped } from "../workspace/skipped.ts";
import type { NamedResult } from "./answer.ts";
import type { Deadline } from "./deadline.ts";
import { type FileOutcome, outcomeOf } from "./file-outcome.ts";
import { learnMacros } from "./learn-macros.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { SharedText } from "./worker-protocol.ts";

export type ScanOptions = {
  readonly languages: Languages;
  readonly roots: Roots;
  /** Rules of the project that decide before those of .gitignore files. */
  readonly ignore: RuleFile | undefined;
  readonly maxFileBytes: number;
  /** Are macros that the grammar cannot know masked before a file is parsed? */
  readonly masksMacros: boolean;
  /** Where relative paths start. */
  readonly cwd: string;
  /** The share of the files that is asked; undefined for all. */
  readonly shard: Shard | undefined;
  readonly log: Log;
};

/** What came of a file that is part of the answer. */
export type FileResult = Exclude<FileOutcome, { skipped: unknown }>;

/** Takes the results of a call one by one, in path order. */
export type ResultSink = {
  /** How many files there are, before the first result. */
  readonly total?: (files: number) => void;
  readonly result: (result: NamedResult) => void;
};

export type CallOptions = {
  /** Does the call list files rather than name them? Then those that cannot be asked are skipped, not failed. */
  readonly listsFiles?: boolean;
};

/** What is to be said of a call besides its results. */
export type ScanSummary = {
  /** Did the call name one file? */
  readonly flat: boolean;
  /** Files with a result, and those that the time did not suffice for. */
  readonly totalFiles: number;
  readonly failedFiles: number;
  /** Reason → count of what was left out; undefined when nothing was. */
  readonly skipped: Readonly<Record<string, number>> | undefined;
  /** Why the call ended before all files were done; undefined when they were. */
  readonly stopped: string | undefined;
  /** The files that are not done. */
  readonly missing: readonly string[];
  readonly spent: Spent;
};

/** One call of a file-level tool. */
export class Scan {
  readonly #tool: AnyTool;
  readonly #input: TargetArguments;
  readonly #options: ScanOptions;
  readonly #pool: WorkerPool;
  readonly #deadline: Deadline;
  readonly #skipped = new Skipped();
  readonly #clock = new Clock();

  constructor(tool: AnyTool, input: TargetArguments, options: ScanOptions, pool: WorkerPool, deadline: Deadline) {
    this.#tool = tool;
    this.#input = input;
    this.#options = options;
    this.#pool = pool;
    this.#deadline = deadline;
  }

  /**
   * Asks the files of the call and hands on their results.
   *
   * @throws UserError when the call fails as a whole, and the signal's reason when it is cancelled
   */
  async run(sink: ResultSink, { listsFiles = false }: CallOptions = {}): Promise<ScanSummary> {
    const { flat, targets: found } = await this.#targets();
    const all = listsFiles ? found.map((target) => ({ ...target, named: false })) : found;
    this.#clock.lap("walk");
    const { shard } = this.#options;
    const targets = shard === undefined ? all : all.filter(({ name }) => isOfShard(name, shard));
    sink.total?.(targets.length);
    const settled = new Map<number, FileOutcome>();
    targets.forEach((target, i) => {
      const outcome = this.#settledBefore(target);
      if (outcome !== undefined) settled.set(i, outcome);
    });
    const refused = await this.#refusedLanguages(
      targets.filter((_, i) => !settled.has(i)),
      targets.length > 0,
    );
    targets.forEach(({ path }, i) => {
      const name = languageOf(path, this.#options.languages)?.name;
      if (!settled.has(i) && name !== undefined && refused.has(name)) settled.set(i, { skipped: "query_language" });
    });
    const results = new Results(targets, settled, this.#skipped, sink);
    const open = targets.flatMap((_, i) => (settled.has(i) ? [] : [i]));
    await this.#ask(all, targets, open, results);
    return {
      flat: flat && shard === undefined,
      ...results.end(),
      stopped: this.#deadline.passed,
      spent: this.#clock.spent,
    };
  }

  #targets() {
    const { filepath, recursive, file_patterns, no_ignore } = this.#input;
    const { languages, roots, ignore, cwd } = this.#options;
    return expand(filepath, {
      recursive: recursive ?? true,
      filePatterns: file_patterns,
      defaultPatterns: defaultPatterns(languages),
      noIgnore: no_ignore ?? false,
      ignore,
      roots,
      cwd,
      skipped: this.#skipped,
      signal: this.#deadline.signal,
    });
  }

  /** What is known of a file without reading it. */
  #settledBefore(target: Target): FileOutcome | undefined {
    const { languages } = this.#options;
    const isKnown = languageOf(target.path, languages) !== undefined;
    if (!isKnown && !target.named) return { skipped: "unknown_language" };
    if (target.error !== undefined) return outcomeOf(target.error, target.named);
    if (isKnown) return undefined;
    const details = `Its extension is of no known language. Known are ${describeExtensions(languages)}.`;
    return { error: `Unsupported file type: ${target.name}`, details: { details } };
  }

  /** The languages that the arguments cannot work for. When that is all of them, the call has failed. */
  async #refusedLanguages(open: readonly Target[], hasTargets: boolean): Promise<ReadonlySet<string>> {
    if (!this.#tool.needsCheck) return new Set();
    const languages = this.#languagesOf(open);
    if (languages.length === 0 && hasTargets) return new Set();
    const names = (languages.length > 0 ? languages : this.#options.languages).map(({ name }) => name);
    const question = { tool: this.#tool.name, input: this.#input };
    const results = await this.#pool.check(question, names, this.#deadline.signal);
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

  /**
   * Puts the outcomes of the open files into the results. When the time is up, what is missing stays out.
   *
   * @param all the files of the call, of which every shard learns
   * @param open places in `targets`
   */
  async #ask(all: readonly Target[], targets: readonly Target[], open: readonly number[], results: Results) {
    const files = open.map((i) => targets[i]).filter((target) => target !== undefined);
    const { signal } = this.#deadline;
    try {
      const request = {
        question: { tool: this.#tool.name, input: this.#input },
        macros: files.length > 0 ? await this.#learnedMacros(all) : undefined,
        files: files.map(({ name, path, named }) => ({ name, path, named })),
      };
      const onOutcome = (index: number, outcome: FileOutcome) => results.put(open[index] ?? 0, outcome);
      this.#clock.add(await this.#pool.scan(request, onOutcome, signal));
    } catch (error) {
      if (this.#deadline.passed === undefined) throw error;
    }
  }

  async #learnedMacros(targets: readonly Target[]): Promise<SharedText | undefined> {
    const { masksMacros, languages, roots, maxFileBytes, log } = this.#options;
    if (!masksMacros) return undefined;
    const paths = targets.filter(({ error }) => error === undefined).map(({ path }) => path);
    const { signal } = this.#deadline;
    this.#clock.restart();
    const learned = await learnMacros(paths, { languages, roots, maxFileBytes, signal });
    this.#clock.lap("learn");
    if (learned.isCut) log("warn", "more macros are defined than a call learns", { learned: maxLearnedMacros });
    return sharedText(JSON.stringify(learned));
  }
}

/** Merges what was settled before the scan with what the scan finds out, in path order. */
class Results {
  readonly #targets: readonly Target[];
  readonly #settled: Map<number, FileOutcome>;
  readonly #skipped: Skipped;
  readonly #sink: ResultSink;
  readonly #missing: string[] = [];
  #next = 0;
  #total = 0;
  #failed = 0;

  constructor(targets: readonly Target[], settled: Map<number, FileOutcome>, skipped: Skipped, sink: ResultSink) {
    this.#targets = targets;
    this.#settled = settled;
    this.#skipped = skipped;
    this.#sink = sink;
  }

  /** Takes the outcome of the target at an index; indices come in order. */
  put(index: number, outcome: FileOutcome): void {
    this.#settled.set(index, outcome);
    this.#writeUpTo(index + 1);
  }

  /** Writes what is left. */
  end() {
    this.#writeUpTo(this.#targets.length);
    return {
      totalFiles: this.#total,
      failedFiles: this.#failed,
      skipped: this.#skipped.summary(),
      missing: this.#missing,
    };
  }

  #writeUpTo(end: number): void {
    for (; this.#next < end; this.#next++) {
      const outcome = this.#settled.get(this.#next);
      this.#settled.delete(this.#next);
      this.#write(this.#targets[this.#next]?.name ?? "", outcome);
    }
  }

  #write(name: string, outcome: FileOutcome | undefined): void {
    if (outcome !== undefined && "skipped" in outcome) {
      this.#skipped.count(outcome.skipped);
      return;
    }
    this.#total++;
    if (outcome === undefined) {
      this.#missing.push(name);
      return;
    }
    if ("error" in outcome) this.#failed++;
    this.#sink.result({ name, result: outcome });
  }
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

function sharedText(text: string): SharedText {
  const bytes = new TextEncoder().encode(text);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
