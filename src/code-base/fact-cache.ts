/**
 * The facts of all code bases of a process, in memory and on disk. Input: the folder of a call, and its tool; output: the facts of
 * the call, and its snapshots.
 */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { type Host, homeFolder } from "../base/host.ts";
import { factBytesPerByte, maxFileFactBytes, maxLoadedFactBytes, minRecordedBytes } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import type { Roots } from "../base/real-path.ts";
import { exists } from "../base/stats.ts";
import { boundCache, codeBaseFolder, factPath, snapshotPath } from "../cache/cache-folder.ts";
import { FactTable } from "../cache/fact-table.ts";
import { cacheOwner, type Owner } from "../cache/key.ts";
import { checkOwnFolder } from "../cache/own-files.ts";
import { SegmentFolder, type SegmentKind, segmentBytesIn } from "../cache/segment-folder.ts";
import { ShardMarks } from "../cache/shard-marks.ts";
import { SnapshotFile, type WrittenSnapshot } from "../cache/snapshot-file.ts";
import { userCacheFolder } from "../cache/user-folder.ts";
import { versionOf } from "../cache/version.ts";
import { Known, knownFor } from "../facts/file-facts.ts";
import type { Languages } from "../syntax/languages.ts";
import { TargetArguments } from "../tools/arguments/target-arguments.ts";
import type { BoundTool } from "../tools/contract/tool.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { SegmentPart, Unscanned, WorkerReply } from "../workers/protocol.ts";
import type { Stamps } from "../workspace/stamp.ts";
import { AnswerFacts } from "./answer-facts.ts";
import { FactStore, type LoadedSegment, type Place } from "./fact-store.ts";
import type { Facts } from "./facts.ts";
import { otherCodeBases } from "./other-code-bases.ts";
import { OutlineFacts, type OutlineFactsOptions } from "./outline-facts.ts";
import { ReadContents } from "./read-contents.ts";
import type { StoredSnapshot } from "./snapshots.ts";
import { takeFacts } from "./take-facts.ts";

/** The settings that change the outcome of a file. */
type OutcomeSettings = {
  readonly maxFileBytes: number;
  readonly projectMacros: Readonly<Record<string, readonly string[]>>;
  readonly elidesBodies: boolean;
  /** True when macros that the grammar cannot know are masked before a file is parsed. */
  readonly masksMacros: boolean;
};

export type FactCacheOptions = {
  /** False when nothing is kept from one call to the next. */
  readonly isOnDisk: boolean;
  /** The folder of the cache; undefined for the user's. */
  readonly folder: string | undefined;
  readonly languages: Languages;
  readonly roots: Roots;
  readonly settings: OutcomeSettings;
  /** True when the calls are about one shard of the files, next to other processes. */
  readonly isOfShard?: boolean;
  readonly host: Host;
  readonly log: Log;
  /**
   * Called when the segments of a code base were merged: code that was found before has facts that are on disk no more.
   */
  readonly onMerged: () => void;
};

/** Segments that shards leave next to each other; some thirty calls of four shards with two threads each. */
const maxShardSegments = 256;

/** A call that may be answered from facts. */
export type CachedCall = {
  readonly tool: BoundTool;
  readonly input: TargetArguments;
  /** The workers that record facts. */
  readonly pool: Pick<WorkerPool, "collectFacts" | "request" | "run">;
  /** The absolute path of the file of a call about one file; undefined for other calls. */
  readonly file: string | undefined;
  /** True if facts are needed even if none are kept. */
  readonly needsWords: boolean;
  readonly stamps: Stamps;
  /** The places of facts of files that are known to be unchanged; undefined if no file is. */
  readonly settled?: ReadonlyMap<string, Place> | undefined;
};

/** The facts of a code base on disk, for what works on them and not on files. */
export type StoredFacts = {
  readonly store: FactStore;
  readonly kind: SegmentKind;
  readonly owner: Owner;
  readonly marks: ShardMarks;
  /** The folder of the cache. */
  readonly folder: string;
  /** Writes the facts that are only in memory. @throws what the system says */
  readonly write: () => void;
};

/** The cache of facts about the files of code bases, on disk. When it cannot be used, this is logged once. */
export class FactCache {
  readonly #options: FactCacheOptions;
  #version: string | undefined;
  #owner: Owner | undefined;
  /** By the folder of a code base, the one that was used last at the end. */
  readonly #stores = new Map<string, FactStore>();
  /** Stores of folders in memory. */
  readonly #memoryStores = new Map<string, FactStore>();
  /** Stores whose segments are being merged, with the end of that. */
  readonly #compacting = new Map<FactStore, Promise<void>>();
  #hasFailed = false;

  constructor(options: FactCacheOptions) {
    this.#options = options;
  }

  /**
   * Opens the facts of a call; undefined when the cache cannot be used, or is of no use.
   *
   * @param base the folder that holds the files of the call
   */
  open(base: string, call: CachedCall): Facts | undefined {
    const { host, isOnDisk } = this.#options;
    const { tool, input, pool, file, needsWords, settled, stamps } = call;
    const now = host.now();
    const contents = new ReadContents(pool);
    if (!isOnDisk) {
      if (!needsWords) return undefined;
      const store = new FactStore(undefined);
      const save = this.#saver(store, pool, now, undefined);
      return this.#outlinesOf(tool, { store, stamps, contents, now, isRecorded: true, save });
    }
    return this.#attempt(() => {
      // The answers of other tools are kept for scans.
      if (file !== undefined && tool.rowsOfOutline === undefined) return undefined;
      const folder = this.#ownFolder();
      const root = this.#codeBaseOf(base, folder);
      const fileBytes = file === undefined ? undefined : (stamps.at(file)?.size ?? 0);
      if (fileBytes !== undefined && !this.#stores.has(root) && !isOfUse(fileBytes, this.#factFolderOf(root, folder))) {
        return undefined;
      }
      const store = this.#storeOf(root, folder);
      const saveFacts = this.#saver(store, pool, now, folder);
      const isRecorded = fileBytes === undefined || fileBytes >= minRecordedBytes;
      const takeFacts = this.#takerOf(store, root, folder, contents, pool);
      const found = { store, stamps, contents, takeFacts, settled, now, isRecorded, save: saveFacts };
      const outlines = this.#outlinesOf(tool, found);
      if (outlines !== undefined) return outlines;
      const answers = this.#answersOf(root, folder, tool, input);
      const save = async (callId: number, unscanned: Unscanned) => {
        await saveFacts(callId, unscanned);
        this.#attempt(() => answers.save() && boundCache(folder));
      };
      return new AnswerFacts({ store, stamps, now, kind: tool.kind, answers, save });
    });
  }

  /** Undefined for a tool that reads more than outlines. */
  #outlinesOf(
    { rowsOfOutline, onlyKinds, kind, nameGlob }: BoundTool,
    options: Omit<OutlineFactsOptions, "isOfShard" | "languages" | "projectMacros" | "tool">,
  ): OutlineFacts | undefined {
    if (rowsOfOutline === undefined) return undefined;
    const { languages, settings } = this.#options;
    const asked = this.#readFor(onlyKinds);
    const tool = { kind, nameGlob, onlyKinds: asked, needs: knownFor(asked), rowsOfOutline };
    return new OutlineFacts({ ...options, tool, languages, projectMacros: settings.projectMacros });
  }

  /** The kinds that files are read for when a tool asks for some; undefined for all. */
  #readFor(onlyKinds: BoundTool["onlyKinds"]): BoundTool["onlyKinds"] {
    return this.#options.settings.elidesBodies ? onlyKinds : undefined;
  }

  /**
   * Opens the facts of a code base for its declarations: those on disk or, where these cannot be used, facts in memory;
   * without a cache none, which this call then finds.
   *
   * @param base the folder that holds the files of the code base
   * @param word that files must have; undefined for all files
   */
  openDeclarations(
    base: string,
    pool: CachedCall["pool"],
    word: string | undefined,
    stamps: Stamps,
    { isPortable, macros }: Pick<OutlineFactsOptions, "isPortable" | "macros"> = {},
  ): OutlineFacts {
    const { host, languages, settings, isOnDisk } = this.#options;
    const now = host.now();
    const contents = new ReadContents(pool);
    const opened = isOnDisk
      ? this.#attempt(() => {
          const folder = this.#ownFolder();
          const root = this.#codeBaseOf(base, folder);
          const store = this.#storeOf(root, folder);
          return { store, folder, takeFacts: this.#takerOf(store, root, folder, contents, pool) };
        })
      : undefined;
    const store = opened?.store ?? (isOnDisk ? this.#memoryStoreOf(base) : new FactStore(undefined));
    const tool = { kind: "definitions", nameGlob: word, onlyKinds: undefined, rowsOfOutline: noRows } as const;
    return new OutlineFacts({
      store,
      stamps,
      contents,
      takeFacts: opened?.takeFacts,
      now,
      languages,
      isRecorded: true,
      isPortable,
      macros,
      tool: { ...tool, needs: Known.declarations },
      projectMacros: settings.projectMacros,
      isOfShard: this.#options.isOfShard,
      save: this.#saver(store, pool, now, opened?.folder),
    });
  }

  /**
   * Opens the facts of a code base on disk.
   *
   * @param base a folder of the code base
   * @throws UserError when the cache cannot be used
   */
  openStored(base: string): StoredFacts {
    try {
      if (!this.#options.isOnDisk)
        throw new Error("it is off (--no-cache, CODEGROVE_CACHE=false or --log-level debug)");
      const folder = this.#ownFolder();
      const root = this.#codeBaseOf(base, folder);
      const store = this.#storeOf(root, folder);
      const write = () => {
        if (store.write()) boundCache(folder);
      };
      const [kind, owner] = [this.#segmentKindOf(root), this.#ownerOfFacts()];
      return {
        store,
        kind,
        owner,
        marks: new ShardMarks(this.#factFolderOf(root, folder), kind, owner),
        folder,
        write,
      };
    } catch (error) {
      throw new UserError(`The cache cannot be used: ${messageOf(error)}`);
    }
  }

  /**
   * Loads the facts on disk about the code base that all of some paths are in, so that they are there when it is opened.
   *
   * @param paths absolute
   * @returns none if they are in several code bases, or nothing is on disk
   */
  load(paths: readonly string[]): readonly LoadedSegment[] {
    const loaded = this.#attempt(() => {
      const stored = this.#storedRootOf(paths);
      if (stored === undefined || !exists(this.#factFolderOf(stored.root, stored.folder))) return undefined;
      return this.#storeOf(stored.root, stored.folder).segments;
    });
    return loaded ?? [];
  }

  /**
   * The file of the snapshot of a code base; undefined if paths are in several, or nothing is kept on disk.
   *
   * @param paths absolute
   * @param question what the snapshot depends on in addition to the settings of this cache
   */
  snapshotOf(paths: readonly string[], question: string): StoredSnapshot | undefined {
    return this.#attempt(() => {
      const stored = this.#storedRootOf(paths);
      if (stored === undefined) return undefined;
      const { root, folder } = stored;
      const kind = { ...this.#segmentKindOf(root), question };
      const path = snapshotPath(this.#factFolderOf(root, folder), JSON.stringify([kind.settings, question]));
      const file = new SnapshotFile(path, kind, this.#ownerOfFacts());
      const save = (snapshot: WrittenSnapshot) => {
        file.save(snapshot);
        boundCache(folder);
      };
      return {
        load: () => file.load(),
        segments: () => this.load(paths),
        save: (snapshot) => this.#attempt(() => save(snapshot)),
      };
    });
  }

  /**
   * Where the scan of a folder by a tool that reads outlines stands; undefined for another tool, or where nothing is kept on
   * disk. Tools that read files alike share it.
   *
   * @param folder absolute
   * @param question what the files of the scan depend on in addition to the folder and the settings of this cache
   */
  scanOf(folder: string, { rowsOfOutline, onlyKinds }: BoundTool, question: string): StoredSnapshot | undefined {
    if (rowsOfOutline === undefined) return undefined;
    return this.snapshotOf([folder], JSON.stringify([knownFor(this.#readFor(onlyKinds)), folder, question]));
  }

  /** The code base that all of some paths are in, and the folder of the cache; undefined if they are in several. */
  #storedRootOf(paths: readonly string[]): { readonly root: string; readonly folder: string } | undefined {
    if (!this.#options.isOnDisk) return undefined;
    const folder = this.#ownFolder();
    const [root, ...others] = new Set(paths.map((path) => this.#codeBaseOf(path, folder)));
    return root === undefined || others.length > 0 ? undefined : { root, folder };
  }

  #segmentKindOf(root: string): SegmentKind {
    return { version: this.#versionOfFacts(), root, settings: JSON.stringify(this.#options.settings) };
  }

  /**
   * The folder of the cache.
   *
   * @throws Error when others can write to it
   */
  #ownFolder(): string {
    const { folder = userCacheFolder(this.#options.host.env), host } = this.#options;
    checkOwnFolder(folder, host.uid);
    return folder;
  }

  /** Returns a function that takes over facts of other files with the same contents into the store of a code base. */
  #takerOf(
    store: FactStore,
    root: string,
    folder: string,
    contents: ReadContents,
    pool: CachedCall["pool"],
  ): OutlineFactsOptions["takeFacts"] {
    const others = () =>
      this.#attempt(() => otherCodeBases(folder, this.#segmentKindOf(root), this.#ownerOfFacts())) ?? [];
    return async (paths, listed, signal, isBackground) => {
      const compact = (parts: readonly SegmentPart[]) => pool.request({ compact: parts }, compactedOf, signal);
      try {
        await takeFacts(paths, listed, { store, contents, others, compact }, signal, isBackground);
      } catch (error) {
        signal.throwIfAborted();
        this.#warn(error);
      }
    };
  }

  /** @param folder of the cache; undefined for a store in memory */
  #saver(store: FactStore, pool: CachedCall["pool"], now: number, folder: string | undefined) {
    return async (callId: number, unscanned: Unscanned): Promise<readonly LoadedSegment[]> => {
      const added = store.add(await pool.collectFacts(callId, unscanned), now);
      this.#attempt(() => store.write() && folder !== undefined && boundCache(folder));
      // Other shards write meanwhile, and each would merge the segments of all: a later call does.
      const needsMerging = this.#options.isOfShard !== true || store.segments.length > maxShardSegments;
      if (needsMerging && store.isScattered) this.#compact(store, pool);
      return added;
    };
  }

  #memoryStoreOf(base: string): FactStore {
    const known = this.#memoryStores.get(base) ?? new FactStore(undefined);
    this.#memoryStores.set(base, known);
    return known;
  }

  /** Resolves when no segments are being merged. */
  async settled(): Promise<void> {
    await Promise.all(this.#compacting.values());
  }

  #compact(store: FactStore, pool: CachedCall["pool"]): void {
    if (this.#compacting.has(store)) return;
    const compacting = store
      .compact((compact) => pool.request({ compact }, compactedOf, new AbortController().signal))
      .then(() => this.#options.onMerged())
      .catch((error: unknown) => this.#warn(error))
      .finally(() => this.#compacting.delete(store));
    this.#compacting.set(store, compacting);
  }

  /**
   * Returns the folder of the code base that a folder is in, so that calls about parts of it share facts: the folder of
   * its repository, or else the outermost one that has facts, or else the folder itself.
   */
  #codeBaseOf(base: string, cacheFolder: string): string {
    const home = homeFolder(this.#options.host.env);
    let outermost = base;
    for (let folder = base; folder !== dirname(folder) && folder !== home; folder = dirname(folder)) {
      if (exists(join(folder, ".git"))) return folder;
      if (exists(this.#factFolderOf(folder, cacheFolder))) outermost = folder;
    }
    return outermost;
  }

  #factFolderOf(root: string, cacheFolder: string): string {
    return codeBaseFolder(cacheFolder, root, this.#versionOfFacts());
  }

  #storeOf(root: string, cacheFolder: string): FactStore {
    const known = this.#stores.get(root);
    const segmentFolder = () =>
      new SegmentFolder(this.#factFolderOf(root, cacheFolder), this.#segmentKindOf(root), this.#ownerOfFacts());
    const store = known ?? new FactStore(segmentFolder());
    this.#stores.delete(root);
    this.#stores.set(root, store);
    store.refresh();
    let bytes = [...this.#stores.values()].reduce((sum, { bytes: own }) => sum + own, 0);
    for (const [folder, other] of this.#stores) {
      if (bytes <= maxLoadedFactBytes || other === store) break;
      bytes -= other.bytes;
      this.#stores.delete(folder);
    }
    return store;
  }

  #answersOf(root: string, cacheFolder: string, tool: BoundTool, input: TargetArguments): FactTable {
    const { roots, settings, languages } = this.#options;
    const rules = createHash("sha256")
      .update(JSON.stringify(tool.rulesOf(languages)))
      .digest("hex");
    const question = JSON.stringify({ tool: tool.name, ...shapeOf(input) });
    const path = factPath(this.#factFolderOf(root, cacheFolder), JSON.stringify([question, roots, settings]));
    return new FactTable(
      path,
      { version: `${this.#versionOfFacts()} ${rules}`, root, question, languages: {} },
      this.#ownerOfFacts(),
    );
  }

  #versionOfFacts(): string {
    this.#version ??= versionOf(this.#options.languages, this.#options.host.nodeVersion);
    return this.#version;
  }

  #ownerOfFacts(): Owner {
    this.#owner ??= cacheOwner(this.#options.host);
    return this.#owner;
  }

  #attempt<Result>(act: () => Result): Result | undefined {
    try {
      return act();
    } catch (error) {
      this.#warn(error);
      return undefined;
    }
  }

  #warn(error: unknown): void {
    if (!this.#hasFailed) this.#options.log("warn", "the cache cannot be used", { reason: messageOf(error) });
    this.#hasFailed = true;
  }
}

const noRows = () => ({ rows: {} });

const compactedOf = (reply: WorkerReply) => ("compacted" in reply ? reply.compacted : undefined);

/**
 * Is it faster to load the facts on disk than to parse a file of so many bytes, or is parsing it slow enough for facts of
 * it to be kept?
 */
function isOfUse(fileBytes: number, folder: string): boolean {
  const loaded = segmentBytesIn(folder);
  if (loaded > maxFileFactBytes + factBytesPerByte * fileBytes) return false;
  return loaded > 0 || fileBytes >= minRecordedBytes;
}

/** Returns the arguments that rows depend on: the tool's own, and arguments that choose files, whose macros count. */
function shapeOf(input: TargetArguments): object {
  const { recursive, file_patterns, no_ignore } = input;
  const own = Object.entries(input).filter(([key]) => !Object.hasOwn(TargetArguments.shape, key));
  return { recursive, file_patterns, no_ignore, ...Object.fromEntries(own) };
}
