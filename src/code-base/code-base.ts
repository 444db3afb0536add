/**
 * A code base: which files there are, and what is known of them. Input: where a call searches; output: its files, and the
 * facts of them, listed and read now or as a former call has found them.
 */
import { dirname, resolve } from "node:path";
import { noWorkspace } from "../answers/empty-reason.ts";
import { UserError } from "../base/errors.ts";
import { withSeparator } from "../base/real-path.ts";
import { exists } from "../base/stats.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import { languageOf, settingsFilesOf, unsupportedFile } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import type { BoundTool } from "../tools/contract/tool.ts";
import { listFiles } from "../workers/list-files.ts";
import { type Listing, type ListRequest, pathsOf, shownName } from "../workers/protocol.ts";
import { type Target, wantedPaths } from "../workspace/expand.ts";
import { slashed } from "../workspace/ignore-rules.ts";
import { isOfShard } from "../workspace/shard.ts";
import { Stamps } from "../workspace/stamp.ts";
import type {
  Code,
  CodeBaseOptions,
  CodeOnDemand,
  CodeRequest,
  FindingRun,
  FoundCode,
  ListedFiles,
  StartOnDemand,
} from "./code.ts";
import { aliveAt, CodeViews, hasFile, namesOf } from "./code-views.ts";
import { type CachedCall, FactCache } from "./fact-cache.ts";
import type { Place } from "./fact-store.ts";
import { type Facts, unkeptFacts } from "./facts.ts";
import { FailingFiles } from "./failing-files.ts";
import { IndexScan, noName } from "./index-scan.ts";
import { type ListedNames, OtherFiles, type ShownNames } from "./other-files.ts";
import { Scan, type ScanOptions } from "./scan.ts";
import { filesOf, keepOnDisk, type Snapshot, Snapshots, type StoredSnapshot, unchangedOnDisk } from "./snapshots.ts";
import { listsOf, type Stamped, stampPaths } from "./stamp-paths.ts";
import { UnreadFiles } from "./unread-files.ts";
import { haveMore } from "./word-search.ts";

/** The place to search, and the files to search for. */
export type FilesRequest = Pick<
  ListRequest,
  | "defaultPatterns"
  | "filePatterns"
  | "noIgnore"
  | "onlyLanguage"
  | "readsFragments"
  | "recursive"
  | "stopAtMs"
  | "wantsOthers"
> & {
  /** Undefined for the workspace. */
  readonly filepath: string | readonly string[] | undefined;
};

/** The files of a call, and what they were listed with. */
export type Files = Pick<
  Listing,
  "base" | "flat" | "folders" | "isPartial" | "notSearched" | "seen" | "skipped" | "targets"
> & {
  /** The places of the facts of the files, if a former call has listed them and nothing has changed since. */
  readonly settled: ReadonlyMap<string, Place> | undefined;
  /** The snapshot in which the next call is to find them; undefined if it lists them again. */
  readonly stored: StoredSnapshot | undefined;
  /** When they were looked for, before anything was looked at. */
  readonly foundAtMs: number;
  readonly stamps: Stamps;
};

/** A call whose facts are opened. */
export type FactsRequest = Pick<CachedCall, "input" | "tool"> & {
  readonly stopwatch: Stopwatch;
  /** True if facts are needed even if none are kept. */
  readonly needsWords?: boolean;
};

/** The share of the files that may be read as they are wanted: of more, all are, since one who asks for them asks for more. */
const maxWantedShare = 0.5;

/** Times that files are read as they are wanted before all are: each class of a chain of bases may want the file of the next. */
const maxWantedRounds = 8;

/** Files of a scan that is kept: of fewer, listing them takes as long as finding out whether one has changed. */
const minKeptTargets = 200;

/**
 * Files of C or C++ with a name whose uses are asked for, above which all files are read at once, and the share of the files that may
 * have it in any case. In 1,210 files of a database, names in 3 and 6 files took 0.8 of the time on demand, names in 12 to 25 files
 * 1.1 to 1.5, and in 41 files 1.4; in 6,997 files of several libraries, names in 40 files 0.4 to 0.5, and in 71 files 0.8.
 */
const maxIncludingFiles = 8;
const maxIncludingShare = 0.01;

/**
 * Calls about places or uses that read a code base on demand, above which the next one reads the rest: one call after the other leaves
 * no time to do that between them, and each costs several times one of a known code base.
 */
const maxCallsOnDemand = 3;

export class CodeBase {
  readonly options: CodeBaseOptions;
  readonly cache: FactCache;
  readonly failing: FailingFiles;
  readonly #views: CodeViews;
  readonly #others = new OtherFiles();
  /** The results of former calls; undefined when nothing is kept. */
  readonly #snapshots: Snapshots | undefined;
  /** By the key of a request, the calls about places or uses that have read it on demand. */
  readonly #callsOnDemand = new Map<string, number>();

  constructor(options: CodeBaseOptions) {
    const { roots, host, isOnDisk } = options;
    this.options = options;
    this.#views = new CodeViews(settingsFilesOf(options.languages));
    this.cache = new FactCache(options);
    this.failing = new FailingFiles(roots, host.now);
    this.#snapshots = isOnDisk ? new Snapshots(host.now) : undefined;
  }

  /**
   * The files of a call: as a former one has listed them if nothing has changed since, or else as they are listed now.
   *
   * @param tool by whose scan they may be known; undefined to list them
   * @throws UserError when there is nothing to search, and the signal's reason
   */
  async files(
    request: FilesRequest,
    tool: BoundTool | undefined,
    signal: AbortSignal,
    onFound?: (count: number) => void,
  ): Promise<Files> {
    const { host, pool, roots } = this.options;
    const stored = tool && this.#storedScan(request, tool);
    const foundAtMs = host.now();
    const stamps = new Stamps(roots);
    const read = (snapshot: Snapshot) => ({ ...snapshot, ...filesOf(snapshot) });
    const known = stored && (await unchangedOnDisk(stored, foundAtMs, read, pool, signal));
    if (known !== undefined) {
      const { base, targets, skipped, notSearched, places: settled } = known;
      const folders = [this.#searched(request)].flat();
      const listing = { base, targets, skipped, notSearched, folders, flat: false, isPartial: false, seen: undefined };
      return { ...listing, settled, stored: undefined, foundAtMs, stamps };
    }
    const listed = this.#list(request, signal, stored !== undefined, onFound);
    // A worker lists the files meanwhile.
    stored?.segments();
    const { isPartial, unreadRules, ...listing } = await listed;
    // What warns of the listing is to be said again.
    const isKept = !isPartial && unreadRules.length === 0 && listing.targets.length >= minKeptTargets;
    return { ...listing, isPartial, settled: undefined, stored: isKept ? stored : undefined, foundAtMs, stamps };
  }

  /** The snapshot of the scan of one folder by a tool; undefined for another request, or where nothing is kept on disk. */
  #storedScan(request: FilesRequest, tool: BoundTool): StoredSnapshot | undefined {
    const { roots, cwd, workspace, ignore, languages } = this.options;
    const [folder, ...others] = [request.filepath ?? workspace].flat();
    if (folder === undefined || others.length > 0 || languageOf(folder, languages) !== undefined) return undefined;
    const { filepath = workspace, recursive, filePatterns, defaultPatterns, onlyLanguage, noIgnore } = request;
    const asked = [filepath, recursive, filePatterns, defaultPatterns, onlyLanguage, noIgnore];
    return this.cache.scanOf(resolve(cwd, folder), tool, JSON.stringify([asked, { roots, cwd, workspace, ignore }]));
  }

  /** Opens the facts of a call of a tool over files. */
  openFacts(
    { base, flat, targets, stamps, settled }: Files,
    { tool, input, needsWords = false, stopwatch }: FactsRequest,
  ): Facts {
    const { languages, pool } = this.options;
    stopwatch.restart();
    const file = flat ? targets[0]?.path : undefined;
    const opened = this.cache.open(base, { tool, input, file, needsWords, pool, stamps, settled });
    stopwatch.lap("cache");
    return opened ?? unkeptFacts(tool, languages);
  }

  scan(options: ScanOptions): Scan {
    const { languages, pool, log, settings } = this.options;
    return new Scan({ languages, pool, log, failing: this.failing, masksMacros: settings.masksMacros }, options);
  }

  /** Asks for the stamps of files, and of the folders and files of rules that were seen. */
  async #stamp(
    { targets, seen = [], stamps }: Pick<Files, "seen" | "stamps" | "targets">,
    signal: AbortSignal,
  ): Promise<readonly Stamped[]> {
    const paths = targets.map(({ path }) => path);
    const lists = [...listsOf(paths, "files"), ...listsOf(seen, "entries")];
    const stamped = await stampPaths(lists, this.options.pool, signal);
    for (const { list, stamps: bytes } of stamped) if (list.kind === "files") stamps.take(pathsOf(list.paths), bytes);
    return stamped;
  }

  /**
   * Prepares to keep the files of a scan for the next process; before their facts are looked up.
   *
   * @returns what keeps them after the scan, if all of them have facts; undefined if the next process is to list them again
   * @throws the signal's reason
   */
  async keeperOf(
    files: Files,
    facts: Facts,
    signal: AbortSignal,
  ): Promise<((scan: Scan) => Promise<void>) | undefined> {
    const { base, targets, skipped, notSearched, stored, foundAtMs } = files;
    if (stored === undefined || facts.placeOf === undefined || facts.needs.name !== undefined) return undefined;
    const stamped = await this.#stamp(files, signal);
    return async ({ headersBeside }) => {
      const { host, pool } = this.options;
      const names = namesOf(targets);
      const places = targets.flatMap(({ path }) => facts.placeOf?.(path) ?? []);
      const found = {
        base,
        names,
        files: targets.length,
        skipped,
        notSearched,
        stamped,
        headersBeside,
        foundAtMs,
        macroDigest: "",
        macros: undefined,
        segments: aliveAt(places),
        isWhole: places.length === targets.length && targets.every(({ path, name }) => shownName(path, names) === name),
      };
      await keepOnDisk(found, host.now(), stored, pool, signal);
    };
  }

  /** The file of a path; undefined if it stands for several. */
  async fileAt(filepath: string, signal: AbortSignal): Promise<Target | undefined> {
    const { flat, targets } = await this.#list(
      { filepath, recursive: false, noIgnore: true, readsFragments: true },
      signal,
    );
    return flat ? targets[0] : undefined;
  }

  /** Returns the ones of some paths that lead to files. */
  async filesAmong(filepath: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    const { targets } = await this.#list({ filepath, recursive: false, noIgnore: true }, signal);
    const isFile = targets.filter(({ isExplicit, error }) => isExplicit && error === undefined);
    return new Set(isFile.map(({ input }) => filepath[input] ?? ""));
  }

  /**
   * The code of a request as a former call has found it; undefined when it may have changed.
   *
   * @throws the signal's reason
   */
  async known(request: CodeRequest, signal: AbortSignal): Promise<Code | undefined> {
    const { file } = request;
    // Most files of positions are part of the workspace.
    const isShared = file !== undefined && this.#isInWorkspace(file);
    const isWanted = ({ segments }: Snapshot) => file === undefined || hasFile(segments, file) || !exists(file);
    return (
      (await this.#unchanged(isShared ? { ...request, file: undefined } : request, isWanted, signal)) ??
      (isShared ? this.#unchanged(request, isWanted, signal) : undefined)
    );
  }

  async #unchanged(
    request: CodeRequest,
    isWanted: (snapshot: Snapshot) => boolean,
    signal: AbortSignal,
  ): Promise<Code | undefined> {
    const { roots, pool } = this.options;
    const key = this.#keyOf(request);
    const storedAs = () => this.#storedAs(request, key);
    const snapshot = await this.#snapshots?.unchanged(key, storedAs, isWanted, pool, signal);
    if (snapshot === undefined) return undefined;
    const { segments, files, skipped, notSearched, stamped, macros } = snapshot;
    const viewed = await this.#views.of(segments, { ...snapshot, roots, macros: async () => macros });
    return { ...viewed, files, skipped, notSearched, stamped, unread: new UnreadFiles(), emptyReason: undefined };
  }

  /** The snapshot of a request on disk; undefined if it is only in memory. */
  #storedAs(request: CodeRequest, key: string): StoredSnapshot | undefined {
    if (request.file !== undefined) return undefined;
    return this.cache.snapshotOf(this.#pathsOf(request), key);
  }

  /** The key of the snapshot of a request. */
  #keyOf(request: CodeRequest): string {
    const { roots, cwd, workspace, ignore } = this.options;
    return JSON.stringify([request, { roots, cwd, workspace, ignore }]);
  }

  /** The absolute paths where a request searches; globs as they are. */
  #pathsOf(request: CodeRequest): readonly string[] {
    return wantedPaths([this.#searched(request)].flat()).map((path) => resolve(this.options.cwd, path));
  }

  /**
   * Lists the files and reads unknown ones. A shard is read with the macros of all files, so that its facts are the facts of
   * the whole.
   *
   * @throws UserError when there is nothing to search, or the time is over, and the signal's reason
   */
  async find(request: CodeRequest, run: FindingRun): Promise<FoundCode> {
    const { scan, keep } = await this.#open(request, run, undefined);
    await scan.start();
    const code = await scan.code();
    await keep(code);
    return code;
  }

  /**
   * Lists the files, and reads the words of all, the files with a word, and the file of the request. Others are read as they are
   * wanted. All are read at once where the uses of a common word are asked for: they would want most files, step by step.
   *
   * @throws UserError when there is nothing to search, or the time is over, and the signal's reason
   */
  async findOnDemand(
    request: CodeRequest,
    run: FindingRun,
    { word = noName, name, isOfUses }: StartOnDemand,
  ): Promise<CodeOnDemand> {
    const isAboutUses = isOfUses || request.file !== undefined;
    // Without a snapshot, what a call reads helps no later one.
    const isCounted = isAboutUses && this.#snapshots !== undefined;
    const readsAll = isCounted && this.#countOnDemand(request) > maxCallsOnDemand;
    const { scan, keep } = await this.#open(request, run, readsAll ? undefined : { word, name, isOfUses });
    await scan.start();
    if (scan.isWhole) await keep(await scan.code());
    else if (request.file !== undefined) await scan.read([request.file]);
    let rounds = 0;
    return {
      isWhole: () => scan.isWhole,
      code: () => scan.code(),
      read: async (wanted) => {
        rounds++;
        const isMost = rounds > maxWantedRounds || wanted.length > maxWantedShare * scan.count;
        await scan.read(isMost ? undefined : wanted);
        if (scan.isWhole) await keep(await scan.code());
      },
    };
  }

  /** The number of calls about places or uses that have read the code of a request on demand, with this one. */
  #countOnDemand({ file, ...request }: CodeRequest): number {
    const isShared = file === undefined || this.#isInWorkspace(file);
    const key = this.#keyOf({ ...request, file: isShared ? undefined : file });
    const count = (this.#callsOnDemand.get(key) ?? 0) + 1;
    this.#callsOnDemand.set(key, count);
    return count;
  }

  /**
   * Lists the files of a request, and prepares to read them.
   *
   * @param start what files must have to be read at first; undefined for all
   * @returns what reads them, and what keeps the code for later calls once all are read
   */
  async #open(request: CodeRequest, run: FindingRun, start: (StartOnDemand & { readonly word: string }) | undefined) {
    const { shard } = run;
    const { host, pool, roots } = this.options;
    const foundAtMs = host.now();
    const { signal } = run.deadline;
    const paths = this.#pathsOf(request);
    const workOnCache = async () => {
      this.cache.load(paths);
      await run.meanwhile?.();
    };
    const [listed] = await Promise.all([this.#listCode(request, run), workOnCache()]);
    const { listing, targets, all, names, files } = listed;
    run.progress.total?.(all.length);
    run.progress.listed?.(files);
    const stamps = new Stamps(roots);
    const { seen } = listing;
    const stamped = await this.#stamp({ targets: all.flatMap((index) => targets[index] ?? []), seen, stamps }, signal);
    const isCommon = start?.isOfUses === true && (await this.#isCommon(start.word, all, targets, signal));
    const name = isCommon ? undefined : (start?.name ?? start?.word);
    const facts = this.cache.openDeclarations(listing.base, pool, name, stamps, run);
    const settings = this.options;
    const views = this.#views;
    const newScan = (options: ScanOptions) => this.scan(options);
    const found = { listing, names, targets, all, stamped };
    const scan = new IndexScan({ settings, newScan, views, request, run, ...found, name, facts });
    run.progress.part?.(() => scan.part());
    const keep = async (code: FoundCode) => {
      if (shard !== undefined) return;
      const isShared = request.file === undefined || (this.#isInWorkspace(request.file) && !listing.hasFileAdded);
      const { view, segments, files, skipped, notSearched, macroDigest, unread, headersBeside } = code;
      const snapshot = {
        base: listing.base,
        names: view.names,
        files,
        skipped,
        notSearched,
        segments,
        stamped,
        headersBeside,
        macroDigest,
        macros: view.macros,
        foundAtMs,
        isWhole: seen !== undefined && unread.count === 0,
      };
      const kept = isShared ? { ...request, file: undefined } : request;
      const key = this.#keyOf(kept);
      await this.#snapshots?.keep(key, snapshot, this.#storedAs(kept, key), pool, signal);
    };
    return { scan, keep };
  }

  /**
   * Lists the files of a request. No facts of them are needed.
   *
   * @throws UserError when there is nothing to search, and the signal's reason
   */
  async listed(request: CodeRequest, run: FindingRun): Promise<ListedFiles> {
    return (await this.#listCode(request, run)).files;
  }

  /**
   * The files of a request that no known language has, and that no rules leave out; hidden ones are left out.
   *
   * @throws UserError when there is nothing to search, and the signal's reason
   */
  others({ isRelative, file, ...request }: CodeRequest, signal: AbortSignal): Promise<ShownNames> {
    const { cwd, host, pool } = this.options;
    const asked = { ...request, filepath: this.#searched({ ...request, file }) };
    const list = async (): Promise<ListedNames> => {
      const { targets, seen } = await this.#list({ ...asked, wantsOthers: true, readsFragments: true }, signal, true);
      const found = targets.filter(({ error, language }) => error === undefined && language === undefined);
      const folder = withSeparator(cwd);
      const nameOf = ({ path, name }: Target) =>
        isRelative && path.startsWith(folder) ? path.slice(folder.length) : name;
      return { names: new Map(found.map((target) => [target.path, nameOf(target)])), seen };
    };
    return this.#others.of(JSON.stringify([asked, isRelative]), list, host.now(), pool, signal);
  }

  /** @returns the listing, its files of known languages, and the indexes of the ones that the shard of the request has */
  async #listCode(request: CodeRequest, run: FindingRun) {
    const { shard } = run;
    const listing = await this.#listWithFile({ ...request, filepath: this.#searched(request) }, run);
    requireReadable(listing, this.options.languages);
    const targets = listing.targets.filter(({ language, error }) => error === undefined && language !== undefined);
    const folder = withSeparator(listing.base);
    const isOpen = ({ path }: Target) => shard === undefined || isOfShard(slashed(path.slice(folder.length)), shard);
    const all = targets.flatMap((target, index) => (isOpen(target) ? [index] : []));
    const names = request.isRelative ? [{ folder: withSeparator(this.options.cwd), name: "" }] : namesOf(targets);
    const { skipped, notSearched } = listing;
    const files = { paths: all.flatMap((index) => targets[index]?.path ?? []), names, skipped, notSearched };
    return { listing, targets, all, names, files };
  }

  /** True for a word in many files of a language whose files are read with what they include. */
  async #isCommon(
    word: string,
    all: readonly number[],
    targets: readonly Target[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const { languages, pool } = this.options;
    const including = new Set(languages.filter(({ macros }) => macros !== undefined).map(({ name }) => name));
    const paths = all.flatMap((index) => {
      const { path, language = "" } = targets[index] ?? {};
      return path !== undefined && including.has(language) ? [path] : [];
    });
    const most = Math.max(maxIncludingFiles, Math.floor(maxIncludingShare * paths.length));
    return paths.length > most && (await haveMore(most, paths, word, pool, signal));
  }

  /** Lists all files, or none: an answer from a part of them would be a wrong one. The file of a position is one of them. */
  async #listWithFile(
    request: CodeRequest,
    { deadline: { signal }, progress }: FindingRun,
  ): Promise<Listing & { readonly hasFileAdded: boolean }> {
    const { filepath, file, recursive, filePatterns, noIgnore } = request;
    const asked = { recursive, filePatterns, noIgnore, readsFragments: true };
    const listing = await this.#list({ ...asked, filepath }, signal, true, progress.found);
    const isAdded = file !== undefined && exists(file) && !listing.targets.some(({ path }) => path === file);
    if (!isAdded) return { ...listing, hasFileAdded: false };
    const { targets } = await this.#list({ ...asked, filepath: file }, signal);
    const added = targets.map((target) => ({ ...target, isExplicit: false }));
    return { ...listing, targets: [...listing.targets, ...added], hasFileAdded: true };
  }

  #list(
    request: FilesRequest,
    signal: AbortSignal,
    tellsSeen = false,
    onFound?: (count: number) => void,
  ): Promise<Listing> {
    const { roots, cwd, pool, log } = this.options;
    const asked = { ...request, filepath: this.#searched(request), roots, cwd, tellsSeen };
    onFound?.(0);
    return listFiles(pool, asked, log, signal, onFound);
  }

  /** The paths to search: the named ones, or else the workspace or, for what a file outside of it uses, the folder of that file. */
  #searched({ filepath, file }: { readonly filepath: FilesRequest["filepath"]; readonly file?: string | undefined }) {
    if (filepath !== undefined) return filepath;
    const { workspace } = this.options;
    if (workspace.length > 0 && (file === undefined || this.#isInWorkspace(file))) return workspace;
    if (file === undefined) throw new UserError(noWorkspace);
    return dirname(file);
  }

  /** True if all that some paths or globs may stand for is in the workspace. */
  holds(filepath: string | readonly string[]): boolean {
    const { cwd } = this.options;
    return [filepath]
      .flat()
      .every((path) => this.#isInWorkspace(withSeparator(resolve(cwd, path.replace(/[*?[{!].*$/s, "")))));
  }

  /** True if some paths are all of the workspace, such as its root. */
  isAll(filepath: string | readonly string[]): boolean {
    const { cwd, workspace } = this.options;
    const paths = [filepath].flat();
    const isBelow = (folder: string) =>
      paths.some((path) => withSeparator(folder).startsWith(withSeparator(resolve(cwd, path))));
    return !paths.some((path) => path.startsWith("!")) && workspace.every(isBelow);
  }

  #isInWorkspace(file: string): boolean {
    return this.options.workspace.some((folder) => file.startsWith(withSeparator(folder)));
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
