/**
 * The facts of a call of a tool that reads outlines. Input: the segments of a code base, and a file; output: its rows, computed
 * from its facts, or what a worker is to compare.
 */
import { Turns } from "../base/turns.ts";
import { noDigest } from "../cache/digest.ts";
import { Known } from "../facts/file-facts.ts";
import { type CollectedMacros, MacroBook } from "../facts/macro-book.ts";
import { macroDigestsOf } from "../facts/macro-digests.ts";
import { emptyOutline, outlineOfFacts } from "../facts/outline.ts";
import type { Segment } from "../facts/segment.ts";
import { furtherNumbers, mayBeOfNumber } from "../facts/words.ts";
import { indexedLanguageOf } from "../syntax/language-of.ts";
import type { Language, Languages } from "../syntax/languages.ts";
import type { FileOutline } from "../syntax/parse.ts";
import { type GlobPart, partsOfGlob } from "../syntax/prefilter.ts";
import type { BoundTool } from "../tools/contract/tool.ts";
import { type FileOutcome, outcomeOfOutline, type ReadIdentity, type Unchanged } from "../workers/file-outcome.ts";
import type { Unscanned } from "../workers/protocol.ts";
import { readStamp, type Stamp, type Stamps } from "../workspace/stamp.ts";
import { definesAt, type FactStore, type LoadedSegment, type Place } from "./fact-store.ts";
import {
  type AskedName,
  askedName,
  type CacheHit,
  type Facts,
  type LookedUp,
  type LookUp,
  lookUpEach,
  type Needs,
} from "./facts.ts";
import type { ReadContents } from "./read-contents.ts";
import { skippedAgain } from "./reusable.ts";
import type { Defines, DefinesCache } from "./survey-macros.ts";

export type OutlineFactsOptions = {
  readonly store: FactStore;
  readonly tool: Pick<BoundTool, "kind" | "nameGlob"> & {
    readonly onlyKinds: ReadonlySet<string> | undefined;
    /** The bits of Known that it needs. */
    readonly needs: number;
    readonly rowsOfOutline: NonNullable<BoundTool["rowsOfOutline"]>;
  };
  readonly languages: Languages;
  readonly projectMacros: Readonly<Record<string, readonly string[]>>;
  readonly stamps: Stamps;
  /** The contents of files that the call reads to find facts of them. */
  readonly contents: ReadContents;
  /** Takes over facts of other files with the contents of some, of all that are listed: see takeFacts; undefined if none are taken. */
  readonly takeFacts?:
    | ((
        paths: readonly string[],
        listed: ReadonlySet<string>,
        signal: AbortSignal,
        isBackground: boolean,
      ) => Promise<void>)
    | undefined;
  /** The places of facts of files that are known to be unchanged, with all that their reading depends on. */
  readonly settled?: ReadonlyMap<string, Place> | undefined;
  /** The macros of files, if another process has collected them: see macro-file.ts. */
  readonly macros?: DefinesCache | undefined;
  /** The start of the call in milliseconds, before anything is read. */
  readonly now: number;
  /** True when workers record facts; false for a call that only reads them. */
  readonly isRecorded: boolean;
  /** True for the facts of a shard, to which nothing of other files belongs. */
  readonly isOfShard?: boolean | undefined;
  /** True if only facts count that a reading for what is needed records under the macros of the call, and no others. */
  readonly isPortable?: boolean | undefined;
  /** Writes the facts of a call, which may fail. */
  readonly save: (callId: number, unscanned: Unscanned) => Promise<readonly LoadedSegment[]>;
};

const noPaths: ReadonlySet<string> = new Set();

/** Facts that hold if the content of the file is still theirs and, where it is said, the copies that masking makes of it. */
type Candidate = Place & { readonly outcome: FileOutcome; readonly copy: string | undefined };

function isOfSkipped({ loaded, file }: Place): boolean {
  return skippedAgain(loaded.segment.skippedOf(file), false) !== undefined;
}

function hasWords({ loaded, file }: Place): boolean {
  return (loaded.segment.knownOf(file) & Known.words) !== 0;
}

function contentOf({ loaded, file }: Place): string {
  return loaded.segment.contentOf(file);
}

function copyOf({ loaded, file }: Place): string {
  return loaded.segment.copyOf(file);
}

/** The facts of a call of a tool that reads outlines: rows are computed from the facts of each file. */
export class OutlineFacts implements Facts {
  readonly needs: Needs;
  readonly languages = new Map<string, boolean>();
  readonly #options: OutlineFactsOptions;
  readonly #nameParts: readonly GlobPart[];
  /** Segment → for each file how many parts of the name it has, up to the first that it lacks. */
  readonly #filesWithName = new Map<LoadedSegment, Uint16Array>();
  /** Segment → the digests of the macros that its files look up; empty before they were compared. */
  readonly #macros = new Map<LoadedSegment, readonly string[]>();
  #hasCompared = false;
  /** All files of the call. */
  #listed: ReadonlySet<string> = noPaths;
  /** Files whose contents are found out when their macros are read: see identify. */
  #surveyed: ReadonlySet<string> = noPaths;
  /** By path, the files of segments with it. */
  readonly #places = new Map<string, readonly Place[]>();
  /** By path, the facts that hold. */
  readonly #found = new Map<string, Place>();
  /** Files that are skipped, or lack the name that is asked for. */
  readonly #withoutName = new Set<string>();
  /** By path, the facts that say that a file lacks the name that is asked for. */
  readonly #worded = new Map<string, Place>();
  /** By path, the facts that say that a file is skipped. */
  readonly #skipped = new Map<string, Place>();
  /** Segments that this call has added. */
  #added: readonly LoadedSegment[] = [];
  /** By path, the facts that hold if a worker finds the file unchanged. */
  readonly #candidates = new Map<string, Candidate>();

  constructor(options: OutlineFactsOptions) {
    this.#options = options;
    const { nameGlob } = options.tool;
    this.#nameParts = nameGlob === undefined ? [] : partsOfGlob(nameGlob);
    const { isRecorded, isOfShard = false } = options;
    const defines = isRecorded ? (isOfShard ? "scanned" : "all") : "none";
    this.needs = { identities: true, outlines: isRecorded, defines, name: isRecorded ? this.#askedName() : undefined };
  }

  #askedName(): AskedName | undefined {
    if (this.#nameParts.length === 0) return undefined;
    const { tool, languages } = this.#options;
    const { words, outcomeWithout } = askedName(this.#nameParts, tool, languages);
    const outcomeOf = (path: string) => {
      this.#withoutName.add(path);
      return outcomeWithout(path);
    };
    return { words, outcomeWithout: outcomeOf };
  }

  async identify(
    paths: readonly string[],
    isSurveyed: boolean,
    signal: AbortSignal,
    isBackground: boolean,
  ): Promise<void> {
    this.#listed = new Set(paths);
    const unknown = await this.#unknownAmong(paths, signal);
    this.#surveyed = new Set(isSurveyed ? unknown.filter((path) => this.#isReadForMacros(path)) : []);
    await this.#identifyAll(
      unknown.filter((path) => !this.#surveyed.has(path)),
      signal,
      isBackground,
    );
  }

  async identifySurveyed(signal: AbortSignal, isBackground: boolean): Promise<void> {
    const surveyed = [...this.#surveyed];
    this.#surveyed = noPaths;
    await this.#identifyAll(surveyed, signal, isBackground);
  }

  wantsContent(path: string): boolean {
    return this.#surveyed.has(path);
  }

  takeContent(path: string, read: ReadIdentity): void {
    this.#options.contents.take(path, read);
  }

  /** True for a file whose facts say all but its macros, as facts of an artifact do: it is read for these. */
  #isReadForMacros(path: string): boolean {
    const { languages, macros } = this.#options;
    const places = this.#placesAt(path);
    return (
      places.some((place) => contentOf(place) !== noDigest) &&
      places.every(({ loaded, file }) => (loaded.segment.knownOf(file) & Known.defines) === 0) &&
      indexedLanguageOf(path, languages)?.macros !== undefined &&
      macros?.lookUpDefines(path) === undefined
    );
  }

  async #identifyAll(unknown: readonly string[], signal: AbortSignal, isBackground: boolean): Promise<void> {
    if (unknown.length === 0) return;
    const { contents, takeFacts, isRecorded } = this.#options;
    const hasContents = (path: string) => this.#placesAt(path).some((place) => contentOf(place) !== noDigest);
    await contents.read(unknown.filter(hasContents), signal, isBackground);
    if (isRecorded && takeFacts !== undefined) {
      await takeFacts(await this.#unknownAmong(unknown, signal), this.#listed, signal, isBackground);
      this.#places.clear();
    }
    const turns = new Turns(signal);
    for (const path of unknown) {
      this.#restamp(path);
      if (turns.isOver) await turns.next();
    }
  }

  /** Returns the ones of some paths that no facts are known to be of the bytes of. @throws the signal's reason */
  async #unknownAmong(paths: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const turns = new Turns(signal);
    const unknown: string[] = [];
    for (const path of paths) {
      if (this.#isUnknown(path)) unknown.push(path);
      if (turns.isOver) await turns.next();
    }
    return unknown;
  }

  #isUnknown(path: string): boolean {
    const stamp = this.#options.stamps.at(path);
    if (stamp === undefined) return false;
    const trusted = this.#placesAt(path).filter((place) => this.#isOfBytes(place, path, stamp));
    return !trusted.some((place) => contentOf(place) !== noDigest || isOfSkipped(place));
  }

  /** Notes the stamp of a file that was read in facts of its content, unless the next change may not show in it. */
  #restamp(path: string): void {
    const { store, contents, now, isRecorded } = this.#options;
    const read = contents.at(path);
    const stamp = read && readStamp(read.stamp, now);
    if (read === undefined || stamp?.trustedFrom !== now || !isRecorded) return;
    for (const place of this.#placesAt(path)) {
      if (contentOf(place) === read.content) store.restamp(place.loaded, place.file, stamp);
    }
  }

  /**
   * Returns the digest of the content that a file has; undefined if it is not known.
   *
   * @param trusted the places of facts of its bytes
   */
  #contentAt(path: string, trusted: readonly Place[]): string | undefined {
    const known = trusted.find((place) => contentOf(place) !== noDigest);
    return this.#options.contents.at(path)?.content ?? (known && contentOf(known));
  }

  /** True for facts of the bytes that the file at a path has: it has their stamp, or was read and has their content. */
  #isOfBytes(place: Place, path: string, stamp: Stamp): boolean {
    const { contents, now } = this.#options;
    const { loaded, file } = place;
    return loaded.segment.wasReadWith(file, stamp, now) || contents.at(path)?.content === contentOf(place);
  }

  async lookUp<File extends LookedUp>({ files, take, macros, signal }: LookUp<File>): Promise<void> {
    const undecided: File[] = [];
    const takeDecided = (file: File, hit: CacheHit | "macros" | undefined) => {
      if (hit === "macros") undecided.push(file);
      else take(file, hit);
    };
    await lookUpEach(files, (file) => this.#hitOf(file), takeDecided, signal);
    const collected = undecided.length > 0 ? await macros() : undefined;
    if (collected === undefined) return;
    await this.#compareMacros(collected, signal);
    await lookUpEach(undecided.splice(0), (file) => this.#hitOf(file), takeDecided, signal);
  }

  /** Returns `macros` if the outcome depends on whether the macros that the file looked up are the same. */
  #hitOf({ path, isExplicit, language, context }: LookedUp): CacheHit | "macros" | undefined {
    if (context === undefined) return this.#settledAt(path);
    const stamp = this.#options.stamps.at(path);
    if (stamp === undefined) return undefined;
    // The first line of a script decides its language: facts of another reading do not belong to this file.
    const places = this.#placesAt(path).filter(({ loaded, file }) => loaded.segment.languageOf(file) === language);
    const trusted = places.filter((place) => this.#isOfBytes(place, path, stamp));
    const withoutReading = this.#outcomeWithoutReading(trusted, isExplicit);
    if (withoutReading !== undefined) {
      this.#withoutName.add(path);
      const skipped = trusted.find(isOfSkipped);
      if (skipped !== undefined) this.#skipped.set(path, skipped);
      const worded = trusted.find(hasWords);
      if (worded !== undefined) this.#worded.set(path, worded);
      const whole = trusted.find((place) => this.#hasNeeds(place) && this.#hasMacros(place, context));
      if (whole !== undefined) this.#found.set(path, whole);
      return { outcome: withoutReading };
    }
    const content = this.#contentAt(path, trusted);
    const possible = content === undefined ? places : places.filter((place) => contentOf(place) === content);
    let sameContent: Candidate | undefined;
    let sameCopy: Candidate | undefined;
    for (const place of possible) {
      if (!this.#hasNeeds(place)) continue;
      const { isPortable = false } = this.#options;
      const isCurrent =
        this.#hasMacros(place, context) || (!isPortable && this.#hasCopyOfCurrent(place, places, context));
      if (!isCurrent && !this.#hasCompared && context !== noDigest) return "macros";
      const copy = copyOf(place);
      if (!isCurrent && (isPortable || copy === noDigest || sameCopy !== undefined)) continue;
      const outcome = this.#outcomeAt(place);
      if (outcome === undefined) continue;
      if (isCurrent && content !== undefined) {
        this.#found.set(path, place);
        return { outcome };
      }
      if (isCurrent) sameContent ??= { ...place, outcome, copy: undefined };
      else sameCopy = { ...place, outcome, copy };
    }
    const candidate = sameContent ?? sameCopy;
    if (candidate === undefined) return undefined;
    this.#candidates.set(path, candidate);
    return { content: contentOf(candidate), copy: candidate.copy };
  }

  #settledAt(path: string): CacheHit | undefined {
    const place = this.#options.settled?.get(path);
    if (place === undefined) return undefined;
    const outcome = this.#outcomeWithoutReading([place], false) ?? this.#outcomeAt(place);
    if (outcome === undefined) return undefined;
    this.#found.set(path, place);
    return { outcome };
  }

  async #compareMacros(macros: CollectedMacros, signal: AbortSignal): Promise<void> {
    const { store, languages, projectMacros } = this.#options;
    const book = new MacroBook(macros, projectMacros);
    for (const loaded of store.segments) {
      this.#macros.set(loaded, await macroDigestsOf(loaded.segment, book, languages, signal));
    }
    this.#hasCompared = true;
  }

  record(path: string, _: string, outcome: FileOutcome | Unchanged, read: ReadIdentity | undefined): FileOutcome {
    if (!("unchanged" in outcome)) return outcome;
    const candidate = this.#candidates.get(path);
    if (candidate === undefined) throw new Error(`nothing is known of ${path}`);
    const { store, now, isRecorded } = this.#options;
    // Of the same copy, the worker has recorded facts with the new stamp.
    if (read !== undefined && candidate.copy === undefined && isRecorded) {
      store.restamp(candidate.loaded, candidate.file, readStamp(read.stamp, now));
    }
    this.#found.set(path, candidate);
    return candidate.outcome;
  }

  lookUpDefines(path: string): Defines | undefined {
    const places = this.#placesAt(path);
    // Of a new file the system need not be asked.
    const stamp = places.length === 0 ? undefined : this.#options.stamps.at(path);
    const known = stamp && definesAt(places, (place) => this.#isOfBytes(place, path, stamp));
    return known ?? this.#options.macros?.lookUpDefines(path);
  }

  hasFacts(path: string): boolean {
    const { contents } = this.#options;
    if (this.#surveyed.has(path)) return this.#placesAt(path).some((place) => this.#hasNeeds(place));
    const content = contents.at(path)?.content;
    if (content === undefined) return false;
    return this.#placesAt(path).some((place) => contentOf(place) === content && this.#hasNeeds(place));
  }

  async save(callId: number, unscanned: Unscanned): Promise<void> {
    if (!this.#options.isRecorded) return;
    this.#added = [...(await this.#options.save(callId, unscanned)), ...this.#added];
    this.#places.clear();
  }

  /** The number of files whose facts were there before this call, and hold. */
  get keptFiles(): number {
    return this.#found.size;
  }

  /** True when a file is not to be read again: its facts are there, or it lacks the name that is asked for. */
  isKnown(path: string): boolean {
    if (this.#withoutName.has(path) || this.readAt(path) !== undefined) return true;
    // A worker has parsed a file that has the name.
    return this.#nameParts.length > 0 && this.#addedAt(path, hasWords) !== undefined;
  }

  /** Facts in the same store for a call that asks for no name. */
  ofAllNames(): OutlineFacts {
    const { tool } = this.#options;
    return new OutlineFacts({ ...this.#options, tool: { ...tool, nameGlob: undefined } });
  }

  /** The place of the words of a file that lacks the name; undefined if it could not be read, or is skipped. */
  wordedAt(path: string): Place | undefined {
    return this.#worded.get(path) ?? this.#addedAt(path, hasWords);
  }

  /** The place of the valid facts of a file, after the call has ended; undefined if it could not be read, or is skipped. */
  readAt(path: string): Place | undefined {
    return this.#found.get(path) ?? this.#addedAt(path, (place) => this.#hasNeeds(place));
  }

  placeOf(path: string): Place | undefined {
    return this.readAt(path) ?? this.#skipped.get(path) ?? this.#addedAt(path, isOfSkipped);
  }

  #hasNeeds({ loaded, file }: Place): boolean {
    const { tool, isPortable = false } = this.#options;
    const known = loaded.segment.knownOf(file);
    const isOfOtherReading = isPortable && (known & ~(tool.needs | Known.words | Known.defines)) !== 0;
    return (known & tool.needs) !== 0 && !isOfOtherReading;
  }

  #addedAt(path: string, isWanted: (place: Place) => boolean): Place | undefined {
    for (const loaded of this.#added) {
      const place = loaded.segment
        .filesAt(path)
        .map((file) => ({ loaded, file }))
        .find(isWanted);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  /** Returns the files of segments with a path as they were when a pass of the call first looked it up: it does so up to three times. */
  #placesAt(path: string): readonly Place[] {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    const places = this.#options.store.placesAt(path);
    this.#places.set(path, places);
    return places;
  }

  /** Returns an outcome that needs no definitions: the file is skipped, or the name that is asked for is not in it. */
  #outcomeWithoutReading(places: readonly Place[], isExplicit: boolean): FileOutcome | undefined {
    for (const place of places) {
      const { segment } = place.loaded;
      const skipped = skippedAgain(segment.skippedOf(place.file), isExplicit);
      if (skipped !== undefined) return skipped;
      const language = this.#languageAt(place);
      if (language === undefined || (segment.knownOf(place.file) & Known.words) === 0 || this.#hasName(place)) continue;
      return this.#outcomeOf(emptyOutline(language), segment.warningsOf(place.file));
    }
    return undefined;
  }

  /** Is the copy of a text one that the macros of a context have led to? The same copy is the same reading. */
  #hasCopyOfCurrent(place: Place, places: readonly Place[], context: string): boolean {
    const copy = copyOf(place);
    if (copy === noDigest) return false;
    const content = contentOf(place);
    return places.some(
      (other) => copyOf(other) === copy && contentOf(other) === content && this.#hasMacros(other, context),
    );
  }

  /** Does a call with a context look up the macros that a fact was found with? */
  #hasMacros({ loaded, file }: Place, context: string): boolean {
    const { segment } = loaded;
    if (segment.contextOf(file) === context) return true;
    return context !== noDigest && this.#macros.get(loaded)?.[file] === segment.macrosOf(file);
  }

  /** The language that a file was read as, which the name of a script does not show. */
  #languageAt({ loaded, file }: Place): Language | undefined {
    const name = loaded.segment.languageOf(file);
    return this.#options.languages.find((language) => language.name === name);
  }

  #outcomeAt(place: Place): FileOutcome | undefined {
    const { loaded, file } = place;
    const { segment } = loaded;
    const language = this.#languageAt(place);
    if (language === undefined) return undefined;
    const { onlyKinds } = this.#options.tool;
    try {
      const outline = outlineOfFacts(segment, file, language, onlyKinds, () => loaded.texts);
      return this.#outcomeOf(outline, segment.warningsOf(file));
    } catch {
      // Another process has removed the texts, or the segment is damaged.
      return undefined;
    }
  }

  #outcomeOf(outline: FileOutline, notes: readonly string[]): FileOutcome {
    return outcomeOfOutline(this.#options.tool, outline, notes);
  }

  /** Does a file have the words of the name that is asked for? */
  #hasName({ loaded, file }: Place): boolean {
    if (this.#nameParts.length === 0) return true;
    let found = this.#filesWithName.get(loaded);
    if (found === undefined) {
      found = filesWithParts(loaded, this.#nameParts);
      this.#filesWithName.set(loaded, found);
    }
    return found[file] === this.#nameParts.length;
  }
}

/** Returns how many of some parts of a name each file of a segment has. */
function filesWithParts({ segment }: LoadedSegment, parts: readonly GlobPart[]): Uint16Array {
  const counts = new Uint16Array(segment.files);
  parts.forEach((part, index) => {
    const ofNumbers = mayBeOfNumber(part.text, part.startsWord) ? [segment.wordId(furtherNumbers)] : [];
    for (const word of [...wordsWith(segment, part), ...ofNumbers]) {
      if (word < 0) continue;
      for (const file of segment.filesWith(word)) if (counts[file] === index) counts[file] = index + 1;
    }
  });
  return counts;
}

function wordsWith(segment: Segment, { text, startsWord, endsWord }: GlobPart): readonly number[] {
  if (startsWord && endsWord) return [segment.wordId(text)];
  return [...segment.wordsContaining(text)].filter((word) => {
    const spelling = segment.wordOf(word);
    return (!startsWord || spelling.startsWith(text)) && (!endsWord || spelling.endsWith(text));
  });
}
