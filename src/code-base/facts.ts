/**
 * The facts of one call: what is known of its files, and what it adds. Input: a file, and a digest of the macros that its
 * reading depends on; output: its outcome, or what a worker is to compare.
 */
import { Turns } from "../base/turns.ts";
import type { CollectedMacros } from "../facts/macro-book.ts";
import { emptyOutline } from "../facts/outline.ts";
import { textAt } from "../facts/segment.ts";
import { indexedLanguageOf } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import { type GlobPart, partsOfGlob } from "../syntax/prefilter.ts";
import type { BoundTool } from "../tools/contract/tool.ts";
import { type FileOutcome, outcomeOfOutline, type ReadIdentity, type Unchanged } from "../workers/file-outcome.ts";
import type { Unscanned } from "../workers/protocol.ts";
import type { Target } from "../workspace/expand.ts";
import type { LoadedSegment, Place } from "./fact-store.ts";
import { type DefinesCache, noDefinesCache } from "./survey-macros.ts";

/**
 * A hit of the cache: the outcome of a file, or the digest of a content whose outcome is in the cache, of these copies if
 * it says of which.
 */
export type CacheHit =
  | { readonly outcome: FileOutcome }
  | { readonly content: string; readonly copy?: string | undefined };

/** A name that a call asks for. */
export type AskedName = {
  /** The words that every matching file contains one of. */
  readonly words: readonly string[];
  /** Returns the outcome of a file without it. */
  readonly outcomeWithout: (path: string) => FileOutcome;
};

/** A file whose facts are looked up: with the language that it is read as, which may have been another one before. */
export type LookedUp = Pick<Target, "path" | "isExplicit" | "language"> & {
  /** A digest of what the outcome depends on in addition to the file; undefined for what is known whatever that is. */
  readonly context: string | undefined;
};

/** A search for what is known of files. */
export type LookUp<File extends LookedUp> = {
  readonly files: readonly File[];
  /** Receives what is known of each file, in any order; undefined for nothing. */
  readonly take: (file: File, hit: CacheHit | undefined) => void;
  /** Merges the macros of the call, which some outcomes depend on; undefined when none are masked. */
  readonly macros: () => Promise<CollectedMacros | undefined>;
  readonly signal: AbortSignal;
};

/** The work of workers for facts. */
export type Needs = {
  /** True when they compare digests of contents. */
  readonly identities: boolean;
  /** True when they record what they find in files; `save` collects it. */
  readonly outlines: boolean;
  /** Whether they record the macros that files define: of all whose macros count, or of files that they scan next. */
  readonly defines: "all" | "none" | "scanned";
  /** The name that files must have for the call; undefined if nothing is recorded, or all files count. */
  readonly name?: AskedName | undefined;
};

/** The facts of one call: facts of the cache, and facts that it adds. */
export type Facts = DefinesCache & {
  readonly needs: Needs;
  /** Language → true when the arguments work for it; without languages that were not checked. */
  readonly languages: Map<string, boolean>;
  /** Returns where the facts are that tell the outcome of a file, once the call has ended; undefined if none do. */
  readonly placeOf?: (path: string) => Place | undefined;
  /**
   * Finds out the contents of files that have changed, or were never read, so that facts of these contents count.
   *
   * @param paths absolute
   * @param isSurveyed true if macros are collected next: the files that this reads are left to `identifySurveyed`
   * @throws the signal's reason
   */
  readonly identify?: (
    paths: readonly string[],
    isSurveyed: boolean,
    signal: AbortSignal,
    isBackground: boolean,
  ) => Promise<void>;
  /** Does the same for the files that were left, once macros are collected. @throws the signal's reason */
  readonly identifySurveyed?: (signal: AbortSignal, isBackground: boolean) => Promise<void>;
  /** Looks up files. @throws the signal's reason */
  lookUp<File extends LookedUp>(asked: LookUp<File>): Promise<void>;
  /** Returns the outcome after a worker's, and stores one that depends only on the file's content. */
  record(path: string, context: string, outcome: FileOutcome | Unchanged, read: ReadIdentity | undefined): FileOutcome;
  /**
   * @param callId the call whose facts workers have recorded
   * @param unscanned files that were read for their macros and were to be scanned, but were not
   */
  save(callId: number, unscanned: Unscanned): Promise<void>;
};

/** The name that a call of a tool that reads outlines asks for. */
export function askedName(
  parts: readonly GlobPart[],
  tool: Parameters<typeof outcomeOfOutline>[0],
  languages: Languages,
): AskedName {
  const outcomeWithout = (path: string): FileOutcome => {
    const language = indexedLanguageOf(path, languages);
    if (language === undefined) throw new Error(`no language of ${path}`);
    return outcomeOfOutline(tool, emptyOutline(language), []);
  };
  return { words: parts.map(({ text }) => text), outcomeWithout };
}

/** The facts of a call without a cache: the facts of its arguments. */
export function unkeptFacts({ kind, rowsOfOutline, nameGlob }: BoundTool, languages: Languages): Facts {
  const parts = nameGlob === undefined ? [] : partsOfGlob(nameGlob);
  if (rowsOfOutline === undefined || parts.length === 0) return noFacts;
  const name = askedName(parts, { kind, rowsOfOutline }, languages);
  return { ...noFacts, needs: { ...noFacts.needs, name } };
}

/** Returns what sums up the weights of the files that have a word, by the places of their facts. */
export function usesAt(files: readonly { readonly place: Place; readonly weight: number }[]): (word: string) => number {
  const weights = new Map<LoadedSegment, Map<number, number>>();
  for (const { place, weight } of files) {
    const ofSegment = weights.get(place.loaded) ?? new Map();
    weights.set(place.loaded, ofSegment.set(place.file, weight));
  }
  return (word) => {
    let uses = 0;
    for (const [{ segment }, ofSegment] of weights) {
      const id = segment.wordId(word);
      for (const file of id < 0 ? [] : segment.filesWith(id)) uses += ofSegment.get(file) ?? 0;
    }
    return uses;
  };
}

/** Returns the first sentence about a definition of a file, by the place of its facts; undefined for none. */
export function docAt({ loaded, file }: Place, name: string, line: number): string | undefined {
  const { segment } = loaded;
  const { start, end } = segment.definitionsOf(file);
  for (let at = start; at < end; at++) {
    if (segment.lineOf(at) !== line || segment.nameOf(at) !== name) continue;
    const { doc } = segment.textsOf(at);
    if (doc !== undefined) return textAt(loaded.texts, doc);
  }
  return undefined;
}

/**
 * Looks up files one by one, with pauses for other calls.
 *
 * @throws the signal's reason
 */
export async function lookUpEach<File, Hit>(
  files: readonly File[],
  hitOf: (file: File) => Hit,
  take: (file: File, hit: Hit) => void,
  signal: AbortSignal,
): Promise<void> {
  const turns = new Turns(signal);
  for (const file of files) {
    take(file, hitOf(file));
    if (turns.isOver) await turns.next();
  }
}

/** Facts of nothing. */
export const noFacts: Facts = {
  ...noDefinesCache,
  needs: { identities: false, outlines: false, defines: "none" },
  get languages() {
    return new Map();
  },
  lookUp: ({ files, take, signal }) => lookUpEach(files, () => undefined, take, signal),
  record: (path, _, outcome) => {
    if ("unchanged" in outcome) throw new Error(`nothing is known of ${path}`);
    return outcome;
  },
  save: async () => {},
};
