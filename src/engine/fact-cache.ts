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
import { type RowKind, Rows } from "../tools/rows.ts";
import { TargetArguments } from "../tools/target-arguments.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { SkipReason } from "../workspace/skipped.ts";
import { isTrusted, readStamp, Stamps } from "../workspace/stamp.ts";
import { type FileOutcome, isFinding, type ReadIdentity, type Unchanged } from "./file-outcome.ts";
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
  open(root: string, { name: tool, kind }: AnyTool, input: TargetArguments): CallFacts | undefined {
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
      return new CachedFacts(kind, rows, macros, new Stamps(roots), host.now(), save);
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
  record(path: string, context: string, outcome: FileOutcome | Unchanged, read: ReadIdentity | undefined): FileOutcome;
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
  readonly #kind: RowKind;
  readonly #rows: FactTable;
  readonly #macros: FactTable;
  readonly #stamps: Stamps;
  readonly #save: (tables: readonly FactTable[]) => void;
  /** The start of the call in milliseconds, before anything is read. */
  readonly #now: number;

  constructor(
    kind: RowKind,
    rows: FactTable,
    macros: FactTable,
    stamps: Stamps,
    now: number,
    save: (tables: readonly FactTable[]) => void,
  ) {
    this.#kind = kind;
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
    const outcome = outcomeIn(fact, this.#kind);
    if (outcome === undefined) return undefined;
    const isSkipped = "skipped" in outcome;
    if (!isTrusted(fact, stamp, this.#now)) return isSkipped ? undefined : { content: fact.content };
    // An explicit file is not skipped: it has an error with its name.
    return isSkipped && isExplicit ? undefined : { outcome };
  }

  record(path: string, context: string, outcome: FileOutcome | Unchanged, read: ReadIdentity | undefined): FileOutcome {
    if ("unchanged" in outcome) {
      const known = this.#rows.get(path);
      const knownOutcome = known && outcomeIn(known, this.#kind);
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
  const { rows, warnings } = outcome;
  return warnings.length === 0 ? `r${rows.encoded}` : `w${JSON.stringify(warnings)}\n${rows.encoded}`;
}

/** Returns the outcome in a fact; undefined when there is none. */
function outcomeIn(fact: Fact, kind: RowKind): FileOutcome | undefined {
  const { bytes, start, end } = fact;
  const mark = bytes[start];
  // Most of a batch may be on other pages: rows are read when an answer needs them.
  if (mark === rowsMark) return { rows: Rows.from(kind, () => bytes.toString("utf8", start + 1, end)), warnings: [] };
  const text = bodyOf(fact);
  if (mark === skippedMark) {
    const skipped = cachedReasons.find((reason) => reason === text.slice(1));
    return skipped && { skipped };
  }
  const line = text.indexOf("\n");
  const warnings = Warnings.parse(JSON.parse(text.slice(1, line)));
  return { rows: Rows.from(kind, text.slice(line + 1)), warnings };
}

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
