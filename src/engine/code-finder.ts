import { dirname, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { type Roots, withSeparator } from "../base/real-path.ts";
import { exists } from "../base/stats.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import { unsupportedFile } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import { declarations, everything } from "../tools/declarations.ts";
import type { UnreadFile } from "../tools/index-tool.ts";
import type { Target } from "../workspace/expand.ts";
import { type ProjectRules, slashed } from "../workspace/ignore-rules.ts";
import { isOfShard, type Shard } from "../workspace/shard.ts";
import { Skipped } from "../workspace/skipped.ts";
import { type CodeViews, hasFile, namesOf, shownName, type ViewedCode } from "./code-views.ts";
import type { Deadline } from "./deadline.ts";
import { emptyReason, noWorkspace } from "./empty-answer.ts";
import type { FactCache } from "./fact-cache.ts";
import type { FailingFiles } from "./failing-files.ts";
import { type FileOutcome, outcomeOf } from "./file-outcome.ts";
import { FileScan, nextCallId } from "./file-scan.ts";
import type { FoundSnapshot, Snapshot, Snapshots, StoredSnapshot } from "./snapshots.ts";
import { listsOf, pathsOf, type Stamped, stampPaths } from "./stamp-paths.ts";
import { countsByFolder, UnreadFiles } from "./unread-files.ts";
import { listFiles } from "./worker/list-files.ts";
import type { WorkerPool } from "./worker/pool.ts";
import type { Listing } from "./worker/protocol.ts";

export type CodeFinderOptions = {
  readonly languages: Languages;
  readonly roots: Roots;
  readonly ignore: ProjectRules | undefined;
  readonly masksMacros: boolean;
  /** The folder of relative paths. */
  readonly cwd: string;
  /** The folders that are searched where nothing is named. */
  readonly workspace: Roots;
  readonly cache: FactCache;
  readonly views: CodeViews;
  readonly failing: FailingFiles;
  /** The results of former calls; undefined when nothing is kept. */
  readonly snapshots: Snapshots | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
};

/** The question. */
export type CodeRequest = {
  /** The folder to search; undefined for the workspace, or else for the folder of the file. */
  readonly filepath: string | readonly string[] | undefined;
  readonly recursive: boolean;
  readonly filePatterns: readonly string[] | undefined;
  readonly noIgnore: boolean;
  /** The file of a position, absolute, which is part of the code wherever it lies. */
  readonly file: string | undefined;
  /** True when paths are written relative to the working folder, if they lie in it. */
  readonly isRelative: boolean;
  /** The word that files must have; undefined for all files. */
  readonly word: string | undefined;
};

type ListedRequest = CodeRequest & { readonly filepath: NonNullable<CodeRequest["filepath"]> };

/** The files that a call over the index is about, and what is known of them. */
export type Code = ViewedCode & {
  /** Number of files. */
  readonly files: number;
  /** Reason → number of files that are left out. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Name of a known language → number of its files that patterns leave out. */
  readonly notSearched: Readonly<Record<string, number>>;
  /** The files that could not be read. */
  readonly unread: UnreadFiles;
  /** See Snapshot. */
  readonly stamped: readonly Stamped[];
  /** Why there are no files, as a sentence; undefined if there are some. */
  readonly emptyReason: string | undefined;
};

/** The options of a request. */
export type FindingRun = {
  readonly pool: WorkerPool;
  readonly deadline: Deadline;
  readonly stopwatch: Stopwatch;
  /** True when calls come first. */
  readonly isBackground: boolean;
  /** Called with the number of files that were found so far. */
  readonly onFound: (count: number) => void;
  /** Called with the number of files. */
  readonly onFiles: (count: number) => void;
  /** Called with each file that is known. */
  readonly onFile: () => void;
};

/** The results of a run over the files of a code base. */
export type FilledFiles = Pick<Code, "files" | "skipped"> & {
  /** The first of the files that could not be read, at most `maxNamedFiles`. */
  readonly unread: readonly UnreadFile[];
  /**
   * Files whose facts are new, and files whose facts were there and are valid. The others are skipped, or could not be
   * read.
   */
  readonly read: number;
  readonly kept: number;
};

/** Times that files are read whose facts were lost with a worker, if no fewer of them are left each time. */
const maxPasses = 3;

/** Finds the files of a code base, and brings what is known of them up to date. */
export class CodeFinder {
  readonly #options: CodeFinderOptions;

  constructor(options: CodeFinderOptions) {
    this.#options = options;
  }

  /**
   * The code of a request as a former call has found it; undefined when it may have changed.
   *
   * @throws the signal's reason
   */
  async known(request: CodeRequest, pool: WorkerPool, signal: AbortSignal): Promise<Code | undefined> {
    const { file } = request;
    // Most files of positions are part of the workspace.
    const isShared = file !== undefined && this.#isInWorkspace(file);
    const isWanted = ({ segments }: Snapshot) => file === undefined || hasFile(segments, file) || !exists(file);
    return (
      (await this.#unchanged(isShared ? { ...request, file: undefined } : request, isWanted, pool, signal)) ??
      (isShared ? this.#unchanged(request, isWanted, pool, signal) : undefined)
    );
  }

  async #unchanged(
    request: CodeRequest,
    isWanted: (snapshot: Snapshot) => boolean,
    pool: WorkerPool,
    signal: AbortSignal,
  ): Promise<Code | undefined> {
    const { snapshots, views, roots } = this.#options;
    const key = this.#keyOf(request);
    const snapshot = await snapshots?.unchanged(key, this.#storedAs(request, key), isWanted, pool, signal);
    if (snapshot === undefined) return undefined;
    const { segments, files, skipped, notSearched, stamped, macros } = snapshot;
    const viewed = await views.ofSegments(segments, { ...snapshot, roots, macros: async () => macros });
    return { ...viewed, files, skipped, notSearched, stamped, unread: new UnreadFiles(), emptyReason: undefined };
  }

  /** The file that stores the code of a request; undefined if it is only in memory. */
  #storedAs(request: CodeRequest, key: string): StoredSnapshot | undefined {
    if (request.word !== undefined || request.file !== undefined) return undefined;
    return this.#options.cache.snapshotOf(this.#pathsOf(request), key);
  }

  /** The cache key of the code of a request. */
  #keyOf(request: CodeRequest): string {
    const { roots, cwd, workspace, ignore } = this.#options;
    return JSON.stringify([request, { roots, cwd, workspace, ignore }]);
  }

  /** The absolute paths where a request searches; globs as they are. */
  #pathsOf({ filepath, file }: CodeRequest): readonly string[] {
    return [filepath ?? this.#workspaceWith(file)].flat().map((path) => resolve(this.#options.cwd, path));
  }

  /**
   * Lists the files and reads unknown ones.
   *
   * @throws UserError when there is nothing to search, or the time is over, and the signal's reason
   */
  async find(request: CodeRequest, run: FindingRun): Promise<Code> {
    return (await this.#find(request, undefined, run)).code;
  }

  /**
   * Reads the files of a code base, or of one of its shards, of which nothing is known. A shard is read with the macros of
   * all files, so that its facts are those of the whole.
   *
   * @param shard undefined for all files
   * @throws UserError and the signal's reason as `find` does
   */
  async fill(request: CodeRequest, shard: Shard | undefined, run: FindingRun): Promise<FilledFiles> {
    const { code, read, kept } = await this.#find(request, shard, run);
    const { files, skipped, unread } = code;
    return { files, skipped, unread: unread.named, read, kept };
  }

  async #find(
    request: CodeRequest,
    shard: Shard | undefined,
    run: FindingRun,
  ): Promise<Pick<FilledFiles, "kept" | "read"> & { readonly code: Code }> {
    const { now, cache } = this.#options;
    const startedAtMs = now();
    const filepath = request.filepath ?? this.#workspaceWith(request.file);
    const listed = this.#list({ ...request, filepath }, run);
    // A worker lists the files meanwhile.
    cache.load(this.#pathsOf(request));
    const listing = await listed;
    requireReadable(listing, this.#options.languages);
    const targets = listing.targets.filter(({ language, error }) => error === undefined && language !== undefined);
    const folder = withSeparator(listing.base);
    const isOpen = ({ path }: Target) => shard === undefined || isOfShard(slashed(path.slice(folder.length)), shard);
    const open = targets.flatMap((target, index) => (isOpen(target) ? [index] : []));
    run.onFiles(open.length);
    const { pool, deadline } = run;
    const { seen = [] } = listing;
    const paths = open.flatMap((index) => targets[index]?.path ?? []);
    const lists = [...listsOf(paths, "files"), ...listsOf(seen, "entries")];
    const stamped = await stampPaths(lists, pool, deadline.signal);
    const { code, headersBeside, ...counts } = await this.#codeOf(targets, open, stamped, listing, request, run);
    if (shard !== undefined) return { code, ...counts };
    const isShared = request.file === undefined || (this.#isInWorkspace(request.file) && !listing.hasFileAdded);
    const { view, segments, files, skipped, notSearched, macroDigest, unread } = code;
    const found = {
      ...{ base: listing.base, names: view.names, files, skipped, notSearched, segments, stamped, headersBeside },
      ...{ macroDigest, macros: view.macros, foundAtMs: startedAtMs },
      isWhole: listing.seen !== undefined && unread.count === 0,
    };
    const kept = isShared ? { ...request, file: undefined } : request;
    const key = this.#keyOf(kept);
    await this.#options.snapshots?.keep(key, found, this.#storedAs(kept, key), pool, deadline.signal);
    return { code, ...counts };
  }

  /** @param all indexes of the targets whose facts are brought up to date */
  async #codeOf(
    targets: readonly Target[],
    all: readonly number[],
    stamped: readonly Stamped[],
    listing: Listing,
    request: CodeRequest,
    run: FindingRun,
  ): Promise<Pick<FilledFiles, "kept" | "read"> & Pick<FoundSnapshot, "headersBeside"> & { readonly code: Code }> {
    const { cache, languages, masksMacros, log, cwd, roots, views, failing } = this.#options;
    const { pool, deadline, stopwatch, isBackground } = run;
    const facts = cache.openDeclarations(listing.base, pool, request.word);
    for (const { list, stamps } of stamped) {
      if (list.kind === "files") facts.takeStamps(pathsOf(list.paths), stamps);
    }
    const scan = new FileScan({
      ...{
        callId: nextCallId(),
        languages,
        masksMacros,
        log,
        unsaved: undefined,
        facts,
        failing: failing.of("index"),
        isBackground,
      },
      // Between calls there is time for all that later ones may ask.
      toolCall: { tool: (isBackground ? everything : declarations).name, input: { name: request.word } },
      ...{ pool, deadline, stopwatch },
    });
    const skipped = new Skipped();
    skipped.add(listing.skipped);
    const names = request.isRelative ? [{ folder: withSeparator(cwd), name: "" }] : namesOf(targets);
    const unread = new UnreadFiles();
    const addUnread = (index: number, error: string) => {
      const { path = "", language } = targets[index] ?? {};
      unread.add({ filepath: shownName(path, names), error }, language === undefined ? undefined : { path, language });
    };
    let unreadable = 0;
    for (const { name, isExplicit, language, error } of listing.targets) {
      const outcome = error && outcomeOf(error, isExplicit);
      if (outcome === undefined) {
        if (language === undefined) skipped.count("unknown_language");
      } else if ("error" in outcome) {
        unreadable++;
        unread.add({ filepath: name, error: reasonOf(outcome) });
      } else if ("skipped" in outcome) skipped.count(outcome.skipped);
    }
    let open = all;
    let left = Number.POSITIVE_INFINITY;
    for (let pass = 0; open.length > 0 && (pass < maxPasses || open.length < left); pass++) {
      left = open.length;
      const read: number[] = [];
      const put: Parameters<FileScan["run"]>[3]["put"] = (index, outcome) => {
        if (pass === 0) run.onFile();
        if ("error" in outcome) addUnread(index, reasonOf(outcome));
        else if (!("skipped" in outcome)) read.push(index);
        else skipped.count(outcome.skipped);
      };
      await scan.run(targets, targets, open, { put });
      // A scan whose time is over ends without an error.
      if (deadline.passed !== undefined) {
        const isLeft = (index: number) => !facts.isKnown(targets[index]?.path ?? "");
        const unknown = all.filter(isLeft).map((index) => shownName(targets[index]?.path ?? "", names));
        throw new UserError(deadline.passed, { details: readInTime(all.length, unknown) });
      }
      deadline.signal.throwIfAborted();
      // The results of a worker that has ended are lost.
      open = read.filter((index) => !facts.isKnown(targets[index]?.path ?? ""));
    }
    for (const index of open) addUnread(index, "its worker ended");
    if (unread.count > 0) skipped.add({ unreadable: unread.count });
    const macros = { macroDigest: scan.macroDigest, macros: () => scan.macros() };
    const viewed = await views.of(facts, targets, { roots, base: listing.base, names, ...macros });
    const summary = skipped.summary() ?? {};
    const why = targets.length > 0 ? undefined : this.#emptyReason(request, listing, summary);
    const { notSearched } = listing;
    const coverage = { skipped: summary, notSearched, unread };
    const code = { ...viewed, files: all.length + unreadable, ...coverage, stamped, emptyReason: why };
    const known = all.filter((index) => facts.placeOf(targets[index]?.path ?? "") !== undefined).length;
    const kept = facts.keptFiles;
    return { code, headersBeside: scan.headersBeside, kept, read: known - kept };
  }

  #emptyReason(request: CodeRequest, listing: Listing, skipped: Readonly<Record<string, number>>): string {
    const { recursive, filePatterns } = request;
    const { folders, targets } = listing;
    return emptyReason({
      inputs: [request.filepath ?? folders].flat(),
      knownLanguages: this.#options.languages.map(({ title }) => title),
      ...{ folders, recursive, filePatterns, found: 0, inShare: 0, isCheck: false },
      skipped: targets.length > 0 ? { ...skipped, unknown_language: targets.length } : skipped,
    });
  }

  /** Lists all files, or none: an answer from a part of them would be a wrong one. The file of a position is one of them. */
  async #list(
    { filepath, file, recursive, filePatterns, noIgnore }: ListedRequest,
    { pool, deadline, onFound }: FindingRun,
  ): Promise<Listing & { readonly hasFileAdded: boolean }> {
    const { roots, cwd, log } = this.#options;
    const asked = { filepath, recursive, filePatterns, noIgnore, roots, cwd, tellsSeen: true };
    const request = { ...asked, defaultPatterns: undefined, stopAtMs: undefined };
    const listing = await listFiles(pool, request, log, deadline.signal, onFound);
    const isAdded = file !== undefined && exists(file) && !listing.targets.some(({ path }) => path === file);
    if (!isAdded) return { ...listing, hasFileAdded: false };
    const { targets } = await listFiles(pool, { ...request, filepath: file }, log, deadline.signal);
    const added = targets.map((target) => ({ ...target, isExplicit: false }));
    return { ...listing, targets: [...listing.targets, ...added], hasFileAdded: true };
  }

  /** The folders that are searched for what a file uses: the workspace, or else the folder of the file. */
  #workspaceWith(file: string | undefined): string | readonly string[] {
    const { workspace } = this.#options;
    if (workspace.length > 0 && (file === undefined || this.#isInWorkspace(file))) return workspace;
    if (file === undefined) throw new UserError(noWorkspace);
    return dirname(file);
  }

  #isInWorkspace(file: string): boolean {
    return this.#options.workspace.some((folder) => file.startsWith(withSeparator(folder)));
  }
}

/** @throws UserError if a call names files, which cannot be read: with the reason of the first */
function requireReadable({ targets }: Listing, languages: Languages): void {
  const isUnreadable = ({ isExplicit, language, error }: Target) =>
    isExplicit && (error !== undefined || language === undefined);
  const [first] = targets;
  if (first === undefined || !targets.every(isUnreadable)) return;
  const { name, error } = first;
  throw error === undefined ? unsupportedFile(name, languages) : new UserError(error.message, error.details);
}

/** Says how far a call over the index came. @param unknown the unknown files */
function readInTime(files: number, unknown: readonly string[]): string {
  const folders = Object.entries(countsByFolder(unknown)).map(([folder, count]) => `${folder}: ${count}`);
  const read = `Read ${(files - unknown.length).toLocaleString("en")} of ${files.toLocaleString("en")} files`;
  const left = unknown.length === 0 ? "" : `; left are ${folders.join(", ")}`;
  return `${read}${left}. Ask again: what was read is kept. Or narrow filepath.`;
}

/** Returns why a file has no outcome: the details say it where its worker ended. */
export function reasonOf({ error, details }: Extract<FileOutcome, { readonly error: string }>): string {
  return typeof details.details === "string" ? details.details : error;
}
