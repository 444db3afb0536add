/**
 * Statistics of a session, for a user who has turned them on. Input: the answer of each call; output: a file of counts in the cache
 * folder, for each tool the characters of its answers, and next to them the characters that rg prints for the same name.
 */
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { recordOf } from "../base/record.ts";
import { charactersOfSearch, type SearchPlace } from "./name-search.ts";
import { noCounts, type SessionFile, type ToolCounts, writeSession } from "./stats-files.ts";

/** An answer that a client got. */
export type AnsweredCall = {
  readonly tool: string;
  /** The arguments as the client has sent them. */
  readonly input: unknown;
  /** UTF-16 code units of the text. */
  readonly characters: number;
  readonly failed: boolean;
};

export type SessionStatsOptions = Omit<SearchPlace, "signal"> & { readonly file: SessionFile; readonly log: Log };

/**
 * Tools whose question is "which lines have this name", so that a search for the name answers a part of it. A definition or a subclass is
 * searched for by a pattern that fits it, which prints less.
 */
const comparedTools: ReadonlySet<string> = new Set([
  "find_references",
  "get_dependency_graph",
  "get_symbol_context",
  "rename_symbol",
]);

/** Milliseconds that the end of a session waits for comparisons. */
const lastSearchMs = 2_000;

/** Searches that wait for their turn. Further answers are counted, and not compared. */
const maxWaiting = 20;

export class SessionStats {
  readonly #options: SessionStatsOptions;
  readonly #counts = new Map<string, ToolCounts>();
  #search: Promise<void> = Promise.resolve();
  #waiting = 0;
  #hasFailed = false;
  readonly #end = new AbortController();

  constructor(options: SessionStatsOptions) {
    this.#options = options;
  }

  /** Counts an answer, and compares it after the earlier ones. */
  count({ tool, input, characters, failed }: AnsweredCall): void {
    const { calls, ...counts } = this.#countsOf(tool);
    this.#set(tool, { ...counts, calls: calls + 1, characters: counts.characters + characters });
    const names = failed || !comparedTools.has(tool) ? [] : namesIn(input);
    const paths = pathsIn(input);
    if (names.length === 0 || paths === undefined || this.#waiting >= maxWaiting) return;
    this.#waiting++;
    this.#search = this.#search.then(async () => {
      const searched = await charactersOfSearch(names, paths, { ...this.#options, signal: this.#end.signal });
      this.#waiting--;
      if (searched === undefined) return;
      const known = this.#countsOf(tool);
      this.#set(tool, {
        ...known,
        compared: known.compared + 1,
        compared_characters: known.compared_characters + characters,
        rg_characters: known.rg_characters + searched,
      });
    });
  }

  /** Waits a little for comparisons, and ends the others. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#end.abort(), lastSearchMs);
    await this.#search;
    clearTimeout(timer);
  }

  #countsOf(tool: string): ToolCounts {
    return this.#counts.get(tool) ?? noCounts;
  }

  #set(tool: string, counts: ToolCounts): void {
    this.#counts.set(tool, counts);
    try {
      writeSession(this.#options.file, this.#counts);
    } catch (error) {
      if (!this.#hasFailed) this.#options.log("warn", "statistics are not written", { reason: messageOf(error) });
      this.#hasFailed = true;
    }
  }
}

/** Returns the names of the symbols of a call: the last part of each; none if one of them is not a word. */
function namesIn(input: unknown): readonly string[] {
  const { symbol, symbols } = recordOf(input);
  const given = typeof symbol === "string" ? [symbol] : Array.isArray(symbols) ? symbols : [];
  const names = given.map((one) => /(?:^|::|\.|->|\/)([\p{L}_$][\p{L}\p{N}_$]*)(?:#\d+)?$/u.exec(String(one))?.[1]);
  return names.flatMap((name) => name ?? []).length === given.length ? names.flatMap((name) => name ?? []) : [];
}

/** Returns the paths of a call, none if it names none; undefined if one of them is a glob, which rg reads in another way. */
function pathsIn(input: unknown): readonly string[] | undefined {
  const { filepath } = recordOf(input);
  const given = [filepath ?? []].flat();
  const paths = given.filter((path): path is string => typeof path === "string" && !/[*?{}[\]!]/.test(path));
  return paths.length === given.length ? paths : undefined;
}
