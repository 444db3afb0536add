/**
 * The macros of a call. Input: the files of the call, and what facts know; output: the `#define`s of the files and of the headers
 * next to them, merged for workers, with a digest for each folder.
 */
import { dirname } from "node:path";
import { maxCollectedMacros, maxKeptBytes } from "../base/limits.ts";
import { withSeparator } from "../base/real-path.ts";
import { Turns } from "../base/turns.ts";
import { digestOf } from "../cache/digest.ts";
import type { CollectedMacros } from "../facts/macro-book.ts";
import { definesForOthers, indexedLanguageOf } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import { combineRoles, type MacroRoles } from "../syntax/macro-roles.ts";
import type { FileOutcome, ReadIdentity, Unchanged } from "../workers/file-outcome.ts";
import type { Work } from "../workers/piece-job.ts";
import type { WorkerPool } from "../workers/pool.ts";
import {
  type EarlyScan,
  type FileDefines,
  type SharedBytes,
  sharedCopy,
  type WorkerFile,
} from "../workers/protocol.ts";
import { decodedOutcome } from "../workers/scan-work.ts";
import type { FileBytes } from "../workspace/read.ts";

export type SurveyOptions = {
  readonly languages: Languages;
  readonly pool: WorkerPool;
  readonly signal: AbortSignal;
  /** The number of the call whose facts workers record; undefined when they record none. */
  readonly recordsFor?: number | undefined;
  /** True when facts of files that are not scanned next are recorded, too. */
  readonly recordsOthers?: boolean | undefined;
  /** The words of the name that is asked for, and the files that do not count without one of them. */
  readonly named?: { readonly words: readonly string[]; readonly paths: ReadonlySet<string> } | undefined;
  /** The files that workers read next; undefined for all. */
  readonly readNext?: ReadonlySet<string> | undefined;
  /** The files that workers read next, and then record. */
  readonly scannedNext?: ReadonlySet<string> | undefined;
  /** The scan of files that lack the words that its tool needs: they are done at once. */
  readonly early?: { readonly call: EarlyScan; readonly fileAt: (path: string) => WorkerFile | undefined } | undefined;
  /** True when calls come first. */
  readonly isBackground?: boolean | undefined;
  /** Receives the macros of each file, by folder. */
  readonly onDefines?: ((path: string, defines: Defines) => void) | undefined;
  /** Receives the number of files that were read for their macros, and of all that have to be. */
  readonly onSurveyed?: ((done: number, files: number) => void) | undefined;
};

/** The macros that one file defines. */
export type Defines = {
  readonly count: number;
  /** A digest of the macros; the same for all files that define none. */
  readonly digest: string;
  /** See FileDefines. */
  readonly rolesJson: () => string;
  readonly roles: () => MacroRoles;
};

/** A cache of the macros that files define. */
export type DefinesCache = {
  /** Returns the macros of the file at a path; undefined when the file may have changed. */
  readonly lookUpDefines: (path: string) => Defines | undefined;
  /** True for a file with facts of its content, or of one that is not known yet: it is read again only if other macros count for it. */
  readonly hasFacts?: (path: string) => boolean;
  /** True for a file whose content is not known: its digest is taken when its macros are read. */
  readonly wantsContent?: (path: string) => boolean;
  /** Receives the stamp and the digest of such a file. */
  readonly takeContent?: (path: string, read: ReadIdentity) => void;
};

export const noDefinesCache: DefinesCache = {
  lookUpDefines: () => undefined,
};

/** Returns the macros of a file from the parts that a worker or the cache provides. */
export function definesOf(count: number, digest: string, rolesJson: () => string): Defines {
  return { count, digest, rolesJson, roles: () => (count === 0 ? new Map() : rolesIn(JSON.parse(rolesJson()))) };
}

/** @throws Error when the value is not a count and pairs of strings */
function rolesIn(value: unknown): MacroRoles {
  const [, ...pairs] = Array.isArray(value) ? value : [];
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string";
  if (!pairs.every(isPair)) throw new Error("the macros of a file are damaged");
  return new Map(pairs);
}

const noPaths: ReadonlySet<string> = new Set();
const allCount = { words: [], paths: noPaths };

/**
 * Collects the `#define`s of files and of the headers next to them, where their language has macros.
 *
 * @param paths absolute
 * @throws the signal's reason
 */
export async function surveyMacros(
  paths: readonly string[],
  {
    languages,
    pool,
    signal,
    recordsFor,
    recordsOthers = true,
    named = allCount,
    readNext,
    scannedNext = noPaths,
    early,
    isBackground = false,
    onDefines,
    onSurveyed,
  }: SurveyOptions,
  cache: DefinesCache = noDefinesCache,
): Promise<MacroSurvey> {
  const files = await filesByFolder(paths, languages, pool, signal, isBackground);
  const known = new Map<string, Defines>();
  const read = new Map<string, FileBytes>();
  const lacking = new Set<string>();
  const scanned = new Map<string, EarlyOutcome>();
  const unknown: string[] = [];
  const turns = new Turns(signal);
  for (const { path } of files) {
    const defines = cache.lookUpDefines(path);
    if (defines === undefined) unknown.push(path);
    else known.set(path, defines);
    if (turns.isOver) await turns.next();
  }
  let surveyed = 0;
  let taken = 0;
  let keptBytes = 0;
  const targets = new Set(paths);
  const work: Work<string, FileDefines | null> = {
    items: unknown,
    requestFor: (piece) => {
      const hasRoom = keptBytes < maxKeptBytes;
      const definesIn = piece.map((path) => ({
        path,
        keepsBytes: hasRoom && (readNext ?? targets).has(path) && cache.hasFacts?.(path) !== true,
        isNamed: named.paths.has(path),
        isScannedNext: scannedNext.has(path),
        isRecorded: recordsOthers || scannedNext.has(path),
        isIdentified: cache.wantsContent?.(path) === true,
        file: early?.fileAt(path),
      }));
      return { definesIn, nameWords: named.words, recordsFor, scannedFor: early?.call };
    },
    resultOf: (reply) => ("defines" in reply ? reply.defines : null),
    failed: () => null,
    onResult: (index, found) => {
      surveyed++;
      onSurveyed?.(surveyed, unknown.length);
      const path = unknown[index];
      if (path === undefined || found === null) return;
      const { bytes, stamp, content } = found;
      if (content !== undefined && stamp !== undefined) cache.takeContent?.(path, { stamp, content });
      if (found.lacksName) lacking.add(path);
      if (found.scanned !== undefined) {
        const { outcome, read: identity } = found.scanned;
        scanned.set(path, { outcome: decodedOutcome(outcome), read: identity });
      }
      // Macros past the limit are not collected.
      if (taken > maxCollectedMacros) return;
      taken += found.count;
      if (bytes !== undefined) read.set(path, { bytes, stamp });
      keptBytes += bytes?.length ?? 0;
      known.set(
        path,
        definesOf(found.count, found.digest, () => found.rolesJson),
      );
    },
  };
  onSurveyed?.(0, unknown.length);
  await pool.run(work, signal, isBackground);
  const beside = files.map(({ path }) => path).filter((path) => !targets.has(path));
  const survey = new MacroSurvey({ read, lacking, scanned, beside });
  for (const { folder, name, path } of files) {
    if (survey.exceedsLimit) break;
    const defines = known.get(path);
    if (defines === undefined) continue;
    survey.add(folder, definesForOthers(name, languages), defines);
    onDefines?.(path, defines);
  }
  return survey;
}

type FileOfFolder = { readonly folder: string; readonly name: string; readonly path: string };

/** Returns the files whose language has macros and the headers of their folders, by folder, sorted by name. */
async function filesByFolder(
  paths: readonly string[],
  languages: Languages,
  pool: WorkerPool,
  signal: AbortSignal,
  isBackground: boolean,
): Promise<readonly FileOfFolder[]> {
  const namesIn = new Map<string, Set<string>>();
  for (const path of paths) {
    if (indexedLanguageOf(path, languages)?.macros === undefined) continue;
    const folder = dirname(path);
    const names = namesIn.get(folder) ?? new Set();
    namesIn.set(folder, names.add(path.slice(withSeparator(folder).length)));
  }
  const folders = [...namesIn.keys()];
  const work: Work<string, readonly string[]> = {
    items: folders,
    requestFor: (piece) => ({ headersIn: piece }),
    resultOf: (reply) => ("headers" in reply ? reply.headers : []),
    failed: () => [],
    onResult: (index, headers) => {
      for (const name of headers) namesIn.get(folders[index] ?? "")?.add(name);
    },
  };
  await pool.run(work, signal, isBackground);
  return [...namesIn].flatMap(([folder, names]) =>
    [...names].sort().map((name) => ({ folder, name, path: withSeparator(folder) + name })),
  );
}

type MacroSource = Pick<Defines, "count" | "digest"> & { readonly folder: string; readonly isHeader: boolean };

/** What one of the files of a call defines. Roles are sent once: the roles of all files are much memory. */
type UnmergedSource = Pick<MacroSource, "folder" | "isHeader"> & Pick<Defines, "roles">;

/** The outcome of a file that was scanned while the macros of the call were collected. */
type EarlyOutcome = { readonly outcome: FileOutcome | Unchanged; readonly read: ReadIdentity | undefined };

type Surveyed = {
  /** Path → the file as it was read for its macros. */
  readonly read: Map<string, FileBytes>;
  /** The files that lack the name that is asked for. */
  readonly lacking: ReadonlySet<string>;
  readonly scanned: ReadonlyMap<string, EarlyOutcome>;
  readonly beside: readonly string[];
};

/** The files of a call that define macros, in the order in which the macros are merged. */
export class MacroSurvey {
  /** The headers next to the files of the call, which are none of them. */
  readonly beside: readonly string[];
  readonly #sources: MacroSource[] = [];
  readonly #read: Map<string, FileBytes>;
  readonly #lacking: ReadonlySet<string>;
  readonly #scanned: ReadonlyMap<string, EarlyOutcome>;
  #contexts: Contexts | undefined;
  #unmerged: UnmergedSource[] = [];
  #collected: CollectedMacros | undefined;
  #json: SharedBytes | undefined;
  #size = 0;

  constructor({ read = new Map(), lacking = noPaths, scanned = new Map(), beside = [] }: Partial<Surveyed> = {}) {
    this.beside = beside;
    this.#read = read;
    this.#lacking = lacking;
    this.#scanned = scanned;
  }

  /** Returns the outcome of a file that lacks the words that the call needs; undefined for other files. */
  outcomeAt(path: string): EarlyOutcome | undefined {
    return this.#scanned.get(path);
  }

  /** True for a file that was read now, and surely lacks the name that is asked for: nothing else is to be read of it. */
  lacksName(path: string): boolean {
    return this.#lacking.has(path);
  }

  /** Returns a file as it was read for its macros, once; undefined when it was not read, or is not kept. */
  takeBytes(path: string): FileBytes | undefined {
    const bytes = this.#read.get(path);
    this.#read.delete(path);
    return bytes;
  }

  get exceedsLimit(): boolean {
    return this.#size > maxCollectedMacros;
  }

  add(folder: string, isOfHeader: boolean, defines: Omit<Defines, "rolesJson">): void {
    const { count, digest, roles } = defines;
    this.#size += count;
    if (count === 0) return;
    this.#sources.push({ folder, isHeader: isOfHeader, count, digest });
    this.#unmerged.push({ folder, isHeader: isOfHeader, roles });
  }

  /**
   * Merges the macros of all files, once.
   *
   * @throws the signal's reason
   */
  async collect(signal: AbortSignal): Promise<CollectedMacros> {
    if (this.#json !== undefined) return JSON.parse(Buffer.from(this.#json).toString());
    if (this.#collected !== undefined) return this.#collected;
    const collection = new MacroCollection(this.exceedsLimit);
    const turns = new Turns(signal);
    for (const { folder, isHeader: isOfHeader, roles } of this.#unmerged) {
      collection.add(folder, isOfHeader, roles());
      if (turns.isOver) await turns.next();
    }
    this.#unmerged = [];
    this.#collected = collection;
    return collection;
  }

  /**
   * Returns what `collect` does as JSON, for workers. From then on it is kept as that alone.
   *
   * @throws the signal's reason
   */
  async json(signal: AbortSignal): Promise<SharedBytes> {
    this.#json ??= sharedCopy(Buffer.from(JSON.stringify(await this.collect(signal))));
    this.#collected = undefined;
    return this.#json;
  }

  /** A digest of all macros and of where they are defined. */
  get digest(): string {
    return digestOf(JSON.stringify(this.#sources.map(({ folder, isHeader, digest }) => [folder, isHeader, digest])));
  }

  /** Returns a digest of the macros for the file at a path. */
  contextOf(path: string): string {
    this.#contexts ??= contextsOf(this.#sources);
    const { everywhere, folders } = this.#contexts;
    return folders.get(dirname(path)) ?? everywhere;
  }
}

type Contexts = { readonly everywhere: string; readonly folders: ReadonlyMap<string, string> };

function contextsOf(sources: readonly MacroSource[]): Contexts {
  const everywhere = digestOf(sources.map(({ digest }) => digest).join(""));
  const folders = new Map<string, string>();
  for (const { folder, isHeader: isOfHeader, digest } of sources) {
    if (isOfHeader) folders.set(folder, (folders.get(folder) ?? everywhere) + digest);
  }
  return { everywhere, folders: new Map([...folders].map(([folder, digests]) => [folder, digestOf(digests)])) };
}

class MacroCollection implements CollectedMacros {
  readonly everywhere: Record<string, string> = Object.create(null);
  readonly folders: Record<string, Record<string, string>> = Object.create(null);
  readonly exceedsLimit: boolean;

  constructor(exceedsLimit: boolean) {
    this.exceedsLimit = exceedsLimit;
  }

  add(folder: string, isOfHeader: boolean, roles: MacroRoles): void {
    for (const [name, role] of roles) {
      if (isMacroName.test(name) || standsForNew.test(role)) addRole(this.everywhere, name, role);
      if (isOfHeader) {
        this.folders[folder] ??= Object.create(null);
        addRole(this.folders[folder] ?? {}, name, role);
      }
    }
  }
}

/** Matches a name that is one of a macro in any file, whatever its `#include`s are. */
const isMacroName = /_|^[A-Z][A-Z0-9]+$/;

/** Matches a role that counts in any file under any name: it is looked at only where two words follow each other. */
const standsForNew = /^new\b/;

function addRole(roles: Record<string, string>, name: string, role: string): void {
  const known = roles[name];
  roles[name] = known === undefined ? role : combineRoles(known, role);
}
