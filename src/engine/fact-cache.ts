import * as z from "zod";
import { messageOf } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import type { Log } from "../base/log.ts";
import type { Roots } from "../base/real-path.ts";
import { boundCache, factPath } from "../cache/cache-folder.ts";
import { bodyOf, type Fact } from "../cache/fact-file.ts";
import { FactTable } from "../cache/fact-table.ts";
import { cacheOwner, type Owner } from "../cache/key.ts";
import { checkOwnFolder } from "../cache/own-files.ts";
import { userCacheFolder } from "../cache/user-folder.ts";
import { versionOf } from "../cache/version.ts";
import type { Languages } from "../syntax/languages.ts";
import { TargetArguments } from "../tools/target-arguments.ts";
import type { SkipReason } from "../workspace/skipped.ts";
import { isTrusted, readStamp, Stamps } from "../workspace/stamp.ts";
import { type FileOutcome, isFinding, type ReadIdentity, type WorkerOutcome } from "./file-outcome.ts";
import { type Defines, type DefinesCache, definesOf, noDefinesCache } from "./survey-macros.ts";
import type { FileDefines } from "./worker/protocol.ts";

export type FactCacheOptions = {
  /** The folder of the cache; undefined for the user's. */
  readonly folder: string | undefined;
  readonly languages: Languages;
  readonly roots: Roots;
  /** The settings that change the outcome of a file. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly host: Host;
  readonly log: Log;
};

/** The cache of facts about the files of code bases, on disk. When it cannot be used, this is logged once. */
export class FactCache {
  readonly #options: FactCacheOptions;
  #version: string | undefined;
  #owner: Owner | undefined;
  #hasFailed = false;

  constructor(options: FactCacheOptions) {
    this.#options = options;
  }

  /**
   * Opens the facts of a call; undefined when the cache cannot be used.
   *
   * @param root the folder of the code base
   * @param input the tool's arguments
   */
  open(root: string, tool: string, input: TargetArguments): CallFacts | undefined {
    const { languages, roots, settings, host } = this.#options;
    return this.#attempt(() => {
      const folder = this.#options.folder ?? userCacheFolder(host.env);
      checkOwnFolder(folder, host.uid);
      this.#owner ??= cacheOwner(host);
      const owner = this.#owner;
      this.#version ??= versionOf(languages, host.nodeVersion);
      const version = this.#version;
      const table = (about: object) => {
        const question = JSON.stringify(about);
        const path = factPath(folder, root, JSON.stringify([question, roots, settings]));
        return new FactTable(path, { version, root, question, languages: {} }, owner);
      };
      const save = (tables: readonly FactTable[]) =>
        this.#attempt(() => {
          const changed = tables.filter((changing) => changing.save());
          if (changed.length > 0) boundCache(folder);
        });
      const [rows, macros] = [table({ tool, ...shapeOf(input) }), table({ macros: "defined" })];
      return new CachedFacts(rows, macros, new Stamps(roots), host.now(), save);
    });
  }

  #attempt<Result>(act: () => Result): Result | undefined {
    try {
      return act();
    } catch (error) {
      if (!this.#hasFailed) this.#options.log("warn", "the cache cannot be used", { reason: messageOf(error) });
      this.#hasFailed = true;
      return undefined;
    }
  }
}

/** Returns the arguments that rows depend on: the tool's own, and those that choose files, whose macros count. */
function shapeOf(input: TargetArguments): object {
  const { recursive, file_patterns, no_ignore } = input;
  const own = Object.entries(input).filter(([key]) => !Object.hasOwn(TargetArguments.shape, key));
  return { recursive, file_patterns, no_ignore, ...Object.fromEntries(own) };
}

/** A cache hit: the outcome of a file, or the digest of a content whose outcome is in the cache. */
type CacheHit = { readonly outcome: FileOutcome } | { readonly content: string };

/** The facts of one call: those of the cache, and those that it adds. */
export interface CallFacts extends DefinesCache {
  /** True when workers must compare digests of contents. */
  readonly identifies: boolean;
  /** Language → true when the arguments work for it; without languages that were not checked. */
  readonly languages: Map<string, boolean>;
  /**
   * Looks up a file.
   *
   * @param context a digest of what the outcome depends on besides the file
   */
  lookUp(path: string, context: string, isExplicit: boolean): CacheHit | undefined;
  /** Returns the outcome behind a worker's, and stores one that depends on the file's content alone. */
  record(path: string, context: string, outcome: WorkerOutcome, read: ReadIdentity | undefined): FileOutcome;
  save(): void;
}

/** The facts of a call without a cache. */
export const noFacts: CallFacts = {
  ...noDefinesCache,
  identifies: false,
  get languages() {
    return new Map();
  },
  lookUp: () => undefined,
  record: (path, _, outcome) => {
    if ("unchanged" in outcome) throw new Error(`nothing is known of ${path}`);
    return outcome;
  },
  save: () => {},
};

class CachedFacts implements CallFacts {
  readonly identifies = true;
  readonly #rows: FactTable;
  readonly #macros: FactTable;
  readonly #stamps: Stamps;
  readonly #save: (tables: readonly FactTable[]) => void;
  /** The start of the call in milliseconds, before anything is read. */
  readonly #now: number;

  constructor(
    rows: FactTable,
    macros: FactTable,
    stamps: Stamps,
    now: number,
    save: (tables: readonly FactTable[]) => void,
  ) {
    this.#rows = rows;
    this.#macros = macros;
    this.#stamps = stamps;
    this.#now = now;
    this.#save = save;
  }

  get languages(): Map<string, boolean> {
    return this.#rows.languages;
  }

  lookUp(path: string, context: string, isExplicit: boolean): CacheHit | undefined {
    const fact = this.#rows.get(path);
    if (fact === undefined || fact.context !== context) return undefined;
    const stamp = this.#stamps.at(path);
    if (stamp === undefined) return undefined;
    const outcome = outcomeIn(fact);
    if (outcome === undefined) return undefined;
    const isSkipped = "skipped" in outcome;
    if (!isTrusted(fact, stamp, this.#now)) return isSkipped ? undefined : { content: fact.content };
    // An explicit file is not skipped: it has an error with its name.
    return isSkipped && isExplicit ? undefined : { outcome };
  }

  record(path: string, context: string, outcome: WorkerOutcome, read: ReadIdentity | undefined): FileOutcome {
    if ("unchanged" in outcome) {
      const known = this.#rows.get(path);
      const knownOutcome = known && outcomeIn(known);
      if (known === undefined || knownOutcome === undefined) throw new Error(`nothing is known of ${path}`);
      if (read !== undefined) this.#store(path, context, bodyOf(known), read);
      return knownOutcome;
    }
    if (read !== undefined && isFinding(outcome)) this.#store(path, context, encoded(outcome), read);
    return outcome;
  }

  lookUpDefines(path: string): Defines | undefined {
    const fact = this.#macros.get(path);
    const stamp = fact && this.#stamps.at(path);
    return fact !== undefined && stamp !== undefined && isTrusted(fact, stamp, this.#now) ? definesIn(fact) : undefined;
  }

  storeDefines(path: string, { stamp, digest: content, rolesJson }: FileDefines): void {
    if (stamp !== undefined) this.#macros.set(path, { stamp: readStamp(stamp, this.#now), content, body: rolesJson });
  }

  #store(path: string, context: string, body: string, { stamp, content }: ReadIdentity): void {
    this.#rows.set(path, { stamp: readStamp(stamp, this.#now), content, context, body });
  }

  save(): void {
    this.#save([this.#rows, this.#macros]);
  }
}

const rowsMark = "r".charCodeAt(0);
const skippedMark = "s".charCodeAt(0);

/** Encodes an outcome: `r`, the rows; `s`, the skip reason; or `w`, the warnings as JSON, a line break, the rows. */
function encoded(outcome: Exclude<FileOutcome, { error: unknown }>): string {
  if ("skipped" in outcome) return `s${outcome.skipped}`;
  return outcome.warnings.length === 0
    ? `r${outcome.rowsJson}`
    : `w${JSON.stringify(outcome.warnings)}\n${outcome.rowsJson}`;
}

/** Returns the outcome in a fact; undefined when it is damaged. */
function outcomeIn(fact: Fact): FileOutcome | undefined {
  const mark = fact.bytes[fact.start];
  if (mark === rowsMark) return new CachedRows(fact);
  const text = bodyOf(fact);
  if (mark === skippedMark) {
    const skipped = cachedReasons.find((reason) => reason === text.slice(1));
    return skipped && { skipped };
  }
  const end = text.indexOf("\n");
  try {
    return { rowsJson: checkedRows(text.slice(end + 1)), warnings: Warnings.parse(JSON.parse(text.slice(1, end))) };
  } catch {
    return undefined;
  }
}

/** Rows that are decoded and checked when an answer needs them: most of a batch may be on other pages. */
class CachedRows {
  readonly warnings: readonly string[] = [];
  readonly #fact: Fact;
  #rowsJson: string | undefined;

  constructor(fact: Fact) {
    this.#fact = fact;
  }

  /** @throws Error when the rows are damaged */
  get rowsJson(): string {
    const { bytes, start, end } = this.#fact;
    this.#rowsJson ??= checkedRows(bytes.toString("utf8", start + 1, end));
    return this.#rowsJson;
  }
}

/** @throws Error for a text that is not the rows of a result, or that has keys of the result around them */
function checkedRows(rowsJson: string): string {
  const rows: unknown = JSON.parse(`{${rowsJson}}`);
  if (keysOfResults.some((key) => Object.hasOwn(Object(rows), key))) throw new Error("the rows of a file are damaged");
  return rowsJson;
}

const keysOfResults = ["filepath", "success", "error", "warnings"];

/** The skip reasons that depend on a file's content alone. */
const cachedReasons = ["binary", "no_match", "too_large"] as const satisfies readonly SkipReason[];

const Warnings = z.array(z.string());

/** Characters in which the count of macros ends: more than its digits. */
const maxCountChars = 11;

function definesIn(fact: Fact): Defines {
  const { bytes, start, end, content } = fact;
  // The count follows the bracket and is read without parsing JSON.
  const count = start === end ? 0 : Number.parseInt(bytes.toString("latin1", start + 1, start + 1 + maxCountChars), 10);
  return definesOf(count, content, () => bodyOf(fact));
}
