import { dirname, sep } from "node:path";
import { maxCollectedMacros } from "../base/limits.ts";
import { digestOf } from "../cache/fact-file.ts";
import { type Languages, languageOf } from "../syntax/languages.ts";
import { combineRoles, type MacroRoles } from "../syntax/masking/mask.ts";
import { isHeader } from "./file-macros.ts";
import type { Work } from "./piece-job.ts";
import { Turns } from "./turns.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { FileDefines } from "./worker-protocol.ts";

/** The macros that the files of a call and the headers next to them define: strings only, to be sent to workers. */
export type CollectedMacros = {
  /** Names that are surely a macro's, of all files. */
  readonly everywhere: Readonly<Record<string, string>>;
  /** By folder, all that its headers define; without folders whose headers define nothing. */
  readonly folders: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Were there more than maxCollectedMacros? Then the rest was not read. */
  readonly exceedsLimit: boolean;
};

export type SurveyOptions = {
  readonly languages: Languages;
  readonly pool: WorkerPool;
  readonly signal: AbortSignal;
};

/** What one file defines. */
export type Defines = {
  readonly count: number;
  /** Tells what is defined from anything else; the same for all files that define nothing. */
  readonly digest: string;
  readonly roles: () => MacroRoles;
};

/** Remembers what files define from one call to the next. */
export type DefinesCache = {
  /** What the file at a path surely defines still. */
  readonly lookUpDefines: (path: string) => Defines | undefined;
  readonly storeDefines: (path: string, defines: FileDefines) => void;
};

export const noDefinesCache: DefinesCache = {
  lookUpDefines: () => undefined,
  storeDefines: () => {},
};

/** What a file defines, by what a worker says of it or the cache has kept. */
export function definesOf(count: number, digest: string, rolesJson: () => string): Defines {
  return { count, digest, roles: () => (count === 0 ? new Map() : rolesIn(JSON.parse(rolesJson()))) };
}

/** @throws Error when it is not a count and pairs of strings */
function rolesIn(value: unknown): MacroRoles {
  const [, ...pairs] = Array.isArray(value) ? value : [];
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string";
  if (!pairs.every(isPair)) throw new Error("the macros of a file are damaged");
  return new Map(pairs);
}

/**
 * Looks up the `#define`s of the given files and of the headers next to them, as far as their language has macros.
 *
 * @param paths absolute
 * @throws the signal's reason
 */
export async function surveyMacros(
  paths: readonly string[],
  { languages, pool, signal }: SurveyOptions,
  cache: DefinesCache = noDefinesCache,
): Promise<MacroSurvey> {
  const files = await filesByFolder(paths, languages, pool, signal);
  const known = new Map<string, Defines>();
  const unknown: string[] = [];
  const turns = new Turns(signal);
  for (const { path } of files) {
    const defines = cache.lookUpDefines(path);
    if (defines === undefined) unknown.push(path);
    else known.set(path, defines);
    if (turns.isOver) await turns.next();
  }
  let taken = 0;
  const work: Work<string, FileDefines | null> = {
    items: unknown,
    requestFor: (piece) => ({ definesIn: piece }),
    resultOf: (reply) => ("defines" in reply ? reply.defines : null),
    failed: () => null,
    onResult: (index, found) => {
      const path = unknown[index];
      // What comes behind too many is not learned in any case.
      if (path === undefined || found === null || taken > maxCollectedMacros) return;
      taken += found.count;
      known.set(
        path,
        definesOf(found.count, found.digest, () => found.rolesJson),
      );
      cache.storeDefines(path, found);
    },
  };
  await pool.run(work, signal);
  const survey = new MacroSurvey();
  for (const { folder, name, path } of files) {
    if (survey.exceedsLimit) break;
    const defines = known.get(path);
    if (defines !== undefined) survey.add(folder, isHeader(name), defines);
  }
  return survey;
}

type FileOfFolder = { readonly folder: string; readonly name: string; readonly path: string };

/** The files whose language has macros and the headers of their folders, by folder, sorted by name. */
async function filesByFolder(
  paths: readonly string[],
  languages: Languages,
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<readonly FileOfFolder[]> {
  const namesIn = new Map<string, Set<string>>();
  for (const path of paths) {
    if (languageOf(path, languages)?.macros === undefined) continue;
    const folder = dirname(path);
    const names = namesIn.get(folder) ?? new Set();
    namesIn.set(folder, names.add(path.slice(prefixOf(folder).length)));
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
  await pool.run(work, signal);
  return [...namesIn].flatMap(([folder, names]) =>
    [...names].sort().map((name) => ({ folder, name, path: prefixOf(folder) + name })),
  );
}

function prefixOf(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

type MacroSource = { readonly folder: string; readonly isHeader: boolean; readonly defines: Defines };

/** The files of a call that define macros, in the order in which they are learned. */
export class MacroSurvey {
  readonly #sources: MacroSource[] = [];
  #contexts: Contexts | undefined;
  #size = 0;

  get exceedsLimit(): boolean {
    return this.#size > maxCollectedMacros;
  }

  add(folder: string, isOfHeader: boolean, defines: Defines): void {
    if (defines.count > 0) this.#sources.push({ folder, isHeader: isOfHeader, defines });
    this.#size += defines.count;
  }

  /** @throws the signal's reason */
  async collect(signal: AbortSignal): Promise<CollectedMacros> {
    const collection = new MacroCollection(this.exceedsLimit);
    const turns = new Turns(signal);
    for (const { folder, isHeader: isOfHeader, defines } of this.#sources) {
      collection.add(folder, isOfHeader, defines.roles());
      if (turns.isOver) await turns.next();
    }
    return collection;
  }

  /** A digest of what is learned for the file at a path. */
  contextOf(path: string): string {
    this.#contexts ??= contextsOf(this.#sources);
    const { everywhere, folders } = this.#contexts;
    return folders.get(dirname(path)) ?? everywhere;
  }
}

type Contexts = { readonly everywhere: string; readonly folders: ReadonlyMap<string, string> };

function contextsOf(sources: readonly MacroSource[]): Contexts {
  const everywhere = digestOf(sources.map(({ defines }) => defines.digest).join(""));
  const folders = new Map<string, string>();
  for (const { folder, isHeader: isOfHeader, defines } of sources) {
    if (isOfHeader) folders.set(folder, (folders.get(folder) ?? everywhere) + defines.digest);
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
      if (isMacroName.test(name)) addRole(this.everywhere, name, role);
      if (isOfHeader) {
        this.folders[folder] ??= Object.create(null);
        addRole(this.folders[folder] ?? {}, name, role);
      }
    }
  }
}

/** A name of which it does not take a file's `#include`s to know that a macro is meant. */
const isMacroName = /_|^[A-Z][A-Z0-9]+$/;

function addRole(roles: Record<string, string>, name: string, role: string): void {
  const known = roles[name];
  roles[name] = known === undefined ? role : combineRoles(known, role);
}
