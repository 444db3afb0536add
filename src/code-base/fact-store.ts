/**
 * The facts of one code base. Input: segments that workers have built or former processes have written; output: where the facts
 * of a path are, in few segments on disk.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { exactStatsAt } from "../base/stats.ts";
import { digestOf, noDigest } from "../cache/digest.ts";
import type { SegmentFolder } from "../cache/segment-folder.ts";
import { Known } from "../facts/file-facts.ts";
import { relocated } from "../facts/relocate.ts";
import { Segment } from "../facts/segment.ts";
import type { BuiltSegment } from "../facts/segment-builder.ts";
import { type SegmentPart, type SharedBytes, sharedCopy } from "../workers/protocol.ts";
import { isSameStamp, type ReadStamp, readStamp, type Stamp, stampOfStats } from "../workspace/stamp.ts";
import { type Moved, movedPath } from "./moved-path.ts";
import { type Defines, definesOf } from "./survey-macros.ts";

/** Segments of a code base before they are merged. */
const maxSegments = 8;

/** The share of the largest segment that others may have before they are merged with it. */
const maxAddedShare = 0.2;

/**
 * Bytes of a merged segment with its texts: some 3 million lines. One of half as many is full, and merged with no other.
 * Merging takes several times these bytes in memory, and a file of the cache is bounded.
 */
const maxMergedBytes = 50_331_648;

/** The share of the files of a full segment that newer facts may replace before it is merged with the others. */
const maxDeadShare = 0.5;

/**
 * Facts of contents that files had before, and of files that are gone, for each file that there is: enough for the other branch of a
 * checkout that goes back and forth.
 */
const maxFormerShare = 1;

/** Contents of one file that are kept next to its current one, so that edits of a few files do not drive out all others. */
const maxFormerContents = 3;

let loadedSegments = 0;

/** A file of a segment. */
export type Place = { readonly loaded: LoadedSegment; readonly file: number };

/** A segment in memory. */
export class LoadedSegment {
  /** A number that no other of the process has. */
  readonly id = ++loadedSegments;
  readonly segment: Segment;
  readonly index: SharedBytes;
  #loadTexts: () => Uint8Array;
  #texts: Uint8Array | undefined;
  /** The name of its file; undefined before it is written. */
  name: string | undefined;
  /** True when stamps were changed since it was written. */
  hasNewStamps = false;
  /** The number of the scan of this process that has built it. */
  scan: number | undefined;

  /** @param index is copied, so that all threads can read it */
  private constructor(index: Uint8Array) {
    this.index = sharedCopy(index);
    this.segment = Segment.open(this.index);
    this.#loadTexts = () => {
      throw new Error("the texts of facts are in no file");
    };
  }

  /** A segment that was made in this process. */
  static built({ index, texts }: BuiltSegment): LoadedSegment {
    const loaded = new LoadedSegment(new Uint8Array(index));
    loaded.#texts = new Uint8Array(texts);
    return loaded;
  }

  /** A copy of a segment of another store, which is only in memory. */
  static copied({ index, texts }: Pick<SegmentPart, "index" | "texts">): LoadedSegment {
    const loaded = new LoadedSegment(index);
    loaded.#texts = texts;
    return loaded;
  }

  /** The same segment as one that is only in memory: the store that has its file is another one. */
  asUnwritten(): LoadedSegment {
    this.#texts = this.texts;
    this.name = undefined;
    return this;
  }

  /**
   * A segment that is on disk.
   *
   * @throws DamagedSegmentError
   */
  static stored(index: Uint8Array, name: string, loadTexts: () => Uint8Array): LoadedSegment {
    const loaded = new LoadedSegment(index);
    loaded.written(name, loadTexts);
    return loaded;
  }

  /** Notes that it was written: its texts are read from disk from now on, when they are needed. */
  written(name: string, loadTexts: () => Uint8Array): void {
    this.name = name;
    this.#loadTexts = loadTexts;
    this.#texts = undefined;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.index.length + (this.#texts?.length ?? 0);
  }

  /** Bytes on disk. */
  get storedBytes(): number {
    return this.index.length + this.segment.textBytes;
  }

  /** The signatures and docs. They are read when an answer needs them. */
  get texts(): Uint8Array {
    this.#texts ??= this.#loadTexts();
    return this.#texts;
  }
}

/** A segment of another store. It is loaded when it is read, and again when it is joined, so that few are in memory at once. */
export type ForeignSegment = {
  /** @throws UserError when it cannot be used */
  readonly load: () => LoadedSegment;
  /** The new folder of its code base; undefined if it has not moved. */
  readonly moved: Moved | undefined;
};

/** A segment whose facts are taken over. */
export type TakenPart = {
  readonly loaded: LoadedSegment;
  /** The new paths of its files. */
  readonly paths: readonly string[];
  /** A number a file: 1 for one whose facts are wanted, else 0. */
  readonly alive: Uint8Array;
};

/**
 * The facts of one code base: the segments on disk, loaded once and kept, or segments only in memory. A fact is in any
 * of them; the newest that holds counts.
 */
export class FactStore {
  readonly #folder: SegmentFolder | undefined;
  readonly #maxMergedBytes: number;
  /** The newest first. */
  #segments: readonly LoadedSegment[] = [];
  #scans = 0;

  /**
   * @param folder undefined for facts that are not written
   * @param mergedBytes the most that a merged segment has
   */
  constructor(folder: SegmentFolder | undefined, mergedBytes = maxMergedBytes) {
    this.#folder = folder;
    this.#maxMergedBytes = mergedBytes;
  }

  get segments(): readonly LoadedSegment[] {
    return this.#segments;
  }

  /** Returns the files of segments with a path, from the newest segment first. */
  placesAt(path: string): readonly Place[] {
    const places: Place[] = [];
    for (const loaded of this.#segments) {
      for (const file of loaded.segment.filesAt(path)) places.push({ loaded, file });
    }
    return places;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Loads what other processes have written, and drops what they have removed.
   *
   * @throws what the system says
   */
  refresh(): void {
    if (this.#folder === undefined) return;
    const known = new Map(this.#segments.map((loaded) => [loaded.name, loaded]));
    const written = this.#folder
      .list()
      .flatMap(({ name }) => known.get(name) ?? this.#load(name) ?? [])
      .reverse();
    // Segments that could not be written are only in memory.
    this.#segments = [...this.#segments.filter(({ name }) => name === undefined), ...written];
  }

  /**
   * Takes the segments that workers have built.
   *
   * @param calledAtMs when the call began that read the files
   */
  add(built: readonly BuiltSegment[], calledAtMs: number): readonly LoadedSegment[] {
    this.#scans++;
    const added = built.map((one) => {
      const loaded = LoadedSegment.built(one);
      loaded.scan = this.#scans;
      const { segment } = loaded;
      for (let file = 0; file < segment.files; file++) {
        segment.setStamp(file, readStamp(segment.stampOf(file), calledAtMs));
      }
      return loaded;
    });
    this.#segments = [...added].reverse().concat(this.#segments);
    return added;
  }

  /**
   * Writes the segments that are not on disk, and segments with new stamps.
   *
   * @returns true when the folder has changed
   * @throws what the system says
   */
  write(): boolean {
    const unwritten = this.#segments.filter(({ name, hasNewStamps }) => name === undefined || hasNewStamps);
    // On disk, the newest comes last.
    for (const loaded of unwritten.reverse()) this.#write(loaded);
    return unwritten.length > 0;
  }

  /** True when there are many segments, or when segments that calls have added are large next to the others. */
  get isScattered(): boolean {
    return this.#toMerge.length > 1;
  }

  /**
   * The segments that are to be merged, the newest first: of segments that are not full, the small ones when they are
   * large together next to the largest one, or when there are many segments; all when there are many, and few of them
   * small. The segments of one scan are merged only when there are many: no fact of them replaces another, and what is kept of the
   * scan for the next process names them.
   */
  get #toMerge(): readonly LoadedSegment[] {
    const open = this.#segments.filter(({ storedBytes }) => storedBytes < this.#maxMergedBytes / 2);
    const largest = Math.max(0, ...this.#segments.map(({ index }) => index.length));
    const added = open.filter(({ index }) => index.length < largest / 2);
    const bytes = added.reduce((sum, { index }) => sum + index.length, 0);
    const hasMany = open.length > maxSegments;
    const isOfOneScan = open.every(({ scan }) => scan !== undefined && scan === open[0]?.scan);
    if (!hasMany && (isOfOneScan || bytes <= maxAddedShare * largest)) return [];
    // Large ones of equal size, as workers leave them, stay next to each other until there are many.
    return this.#fitting(hasMany && added.length <= maxSegments / 2 ? open : added);
  }

  /** The newest of some segments, as many as one may have the bytes of. */
  #fitting(segments: readonly LoadedSegment[]): readonly LoadedSegment[] {
    let bytes = 0;
    return segments.filter(({ storedBytes }) => {
      bytes += storedBytes;
      return bytes <= this.#maxMergedBytes;
    });
  }

  /**
   * Merges the segments that are to be merged, or else all, into one, without facts of no use (see deadIn); full segments as well if
   * little of them is left.
   *
   * @param compact makes one segment of several
   * @throws what the system says
   */
  async compact(compact: (parts: readonly SegmentPart[]) => Promise<BuiltSegment>): Promise<void> {
    for (const loaded of this.isScattered ? this.#toMerge : this.#segments) this.#hasTexts(loaded);
    const chosen = this.isScattered ? this.#toMerge : this.#segments;
    const deadFiles = deadIn(() => this.#segments);
    const dead = new Map(this.#segments.map((loaded, index) => [loaded, deadFiles[index]]));
    const isWorn = (loaded: LoadedSegment) => (dead.get(loaded)?.size ?? 0) > maxDeadShare * loaded.segment.files;
    const old = this.#segments.filter((loaded) => chosen.includes(loaded) || isWorn(loaded));
    // The oldest come first, as on disk.
    const parts = [...old].reverse().map((loaded) => {
      const alive = Uint8Array.from({ length: loaded.segment.files }, (_, file) =>
        dead.get(loaded)?.has(file) ? 0 : 1,
      );
      return { index: loaded.index, texts: loaded.texts, alive };
    });
    const merged = LoadedSegment.built(await compact(parts));
    this.#write(merged);
    // A segment that is too large to be written is on disk in parts.
    if (this.#folder !== undefined && merged.name === undefined) return;
    // It takes the place of the newest of them: another call may have added segments meanwhile.
    this.#segments = this.#segments.flatMap((loaded) =>
      loaded === old[0] ? merged : old.includes(loaded) ? [] : loaded,
    );
    this.#folder?.remove(old.flatMap(({ name }) => name ?? []));
  }

  /**
   * Takes the facts of other stores, without what others of them replace: few segments whose facts are all of use as they are, others in
   * as few segments as they fit in. They are in memory until they are written.
   *
   * @param foreign the oldest first
   * @param compact makes one segment of several
   */
  async join(
    foreign: readonly ForeignSegment[],
    compact: (parts: readonly SegmentPart[]) => Promise<BuiltSegment>,
  ): Promise<void> {
    const held = new HeldSegments(this.#maxMergedBytes);
    const known = deadAmong(foreign, held);
    const areWanted = known.every(({ one, dead }) => one.moved === undefined && dead.size === 0);
    if (areWanted && known.length <= maxSegments) {
      // The newest come first.
      this.#segments = [...known.map(({ one }) => held.take(one).asUnwritten()).reverse(), ...this.#segments];
      return;
    }
    for (const group of groupsOf(known, this.#maxMergedBytes)) {
      const parts = group.map(({ one, dead }) => {
        const { moved } = one;
        const { index, texts, segment } = held.take(one);
        const numbers = Array.from({ length: segment.files }, (_, file) => file);
        const alive = Uint8Array.from(numbers, (file) => (dead.has(file) ? 0 : 1));
        // Files outside of the folder are not alive.
        const paths = moved && numbers.map((file) => movedPath(segment.pathOf(file), moved) ?? "");
        return { index, texts, alive, paths };
      });
      this.#segments = [await joined(parts, compact), ...this.#segments];
    }
  }

  /**
   * Takes over facts of other files with the same contents: whole segments if all of their facts are wanted, since facts of other files
   * would keep the paths of another checkout. They are in memory until they are written.
   *
   * @param compact makes one segment of several
   * @throws Error if the texts of a segment are gone
   */
  async takeOver(
    parts: readonly TakenPart[],
    compact: (parts: readonly SegmentPart[]) => Promise<BuiltSegment>,
  ): Promise<void> {
    const taken: LoadedSegment[] = [];
    for (const { loaded, paths, alive } of parts) {
      const { index, texts } = loaded;
      const built = !alive.includes(0)
        ? { index: relocated(index, paths), texts: Uint8Array.from(texts).buffer }
        : await compact([{ index, texts, alive, paths }]);
      taken.push(LoadedSegment.built(built));
    }
    this.#segments = [...taken, ...this.#segments];
  }

  /** Says that a file was read anew with the content that a segment has. */
  restamp(loaded: LoadedSegment, file: number, stamp: ReadStamp): void {
    loaded.segment.setStamp(file, stamp);
    loaded.hasNewStamps = true;
  }

  #write(loaded: LoadedSegment): void {
    loaded.hasNewStamps = false;
    if (this.#folder === undefined || !this.#hasTexts(loaded)) return;
    const { index, texts, name } = loaded;
    const saved = this.#folder.save({ index, texts });
    if (name !== undefined) this.#folder.remove([name]);
    loaded.name = undefined;
    if (saved !== undefined) loaded.written(saved.name, () => this.#textsOf(saved.name));
  }

  /** Drops a segment whose texts are gone from the disk, as a file that somebody removes: its files are read again. */
  #hasTexts(loaded: LoadedSegment): boolean {
    try {
      return loaded.texts.length >= 0;
    } catch {
      this.#segments = this.#segments.filter((one) => one !== loaded);
      if (loaded.name !== undefined) this.#folder?.remove([loaded.name]);
      return false;
    }
  }

  #load(name: string): LoadedSegment | undefined {
    const index = this.#folder?.load(name);
    if (index === undefined) return undefined;
    try {
      return LoadedSegment.stored(index, name, () => this.#textsOf(name));
    } catch {
      return undefined;
    }
  }

  /** @throws Error when another process has removed them */
  #textsOf(name: string): Uint8Array {
    const texts = this.#folder?.loadTexts(name);
    if (texts === undefined) throw new Error("the texts of facts are gone");
    return texts;
  }
}

/**
 * Returns the macros that a file defines; undefined if no fact is known to be of its bytes.
 *
 * @param places the files of segments with its path
 * @param isOfBytes returns true for facts of the bytes that the file has now
 */
export function definesAt(places: readonly Place[], isOfBytes: (place: Place) => boolean): Defines | undefined {
  for (const place of places) {
    const { loaded, file } = place;
    const { segment } = loaded;
    if ((segment.knownOf(file) & Known.defines) === 0 || !isOfBytes(place)) continue;
    const json = segment.definesJsonOf(file);
    return definesOf(segment.definesCountOf(file), json === "" ? noDigest : digestOf(json), () => json);
  }
  return undefined;
}

/** A segment of several that are the whole of what is known needs no other form. */
async function joined(
  parts: readonly SegmentPart[],
  compact: (parts: readonly SegmentPart[]) => Promise<BuiltSegment>,
): Promise<LoadedSegment> {
  const [first, ...others] = parts;
  const isWhole = others.length === 0 && first?.paths === undefined && first?.alive.includes(0) === false;
  return isWhole ? LoadedSegment.copied(first) : LoadedSegment.built(await compact(parts));
}

/** Segments of other stores that were loaded, and are loaded again only if there was no room to keep them. */
class HeldSegments {
  readonly #held = new Map<ForeignSegment, LoadedSegment>();
  #room: number;

  constructor(maxBytes: number) {
    this.#room = maxBytes;
  }

  /** Loads a segment, and keeps it if there is room. */
  load(one: ForeignSegment): LoadedSegment {
    const known = this.#held.get(one);
    if (known !== undefined) return known;
    const loaded = one.load();
    if (loaded.storedBytes <= this.#room) {
      this.#room -= loaded.storedBytes;
      this.#held.set(one, loaded);
    }
    return loaded;
  }

  /** Returns a segment, and keeps it no more. */
  take(one: ForeignSegment): LoadedSegment {
    const loaded = this.#held.get(one);
    this.#held.delete(one);
    return loaded ?? one.load();
  }
}

/** A segment of another store, with its files that are to be left out. */
type JoinedSegment = { readonly one: ForeignSegment; readonly bytes: number; readonly dead: Set<number> };

/**
 * Returns the facts of several stores that are replaced by others, or of no use: those of what macros a file defines where there
 * are more.
 *
 * @param foreign the oldest first, as is what is returned
 */
function deadAmong(foreign: readonly ForeignSegment[], held: HeldSegments): readonly JoinedSegment[] {
  const newestFirst = [...foreign].reverse();
  const bytes: number[] = [];
  const withDefines = new Set<string>();
  const onlyDefines: { readonly index: number; readonly file: number; readonly path: string | undefined }[] = [];
  function* segments(): Iterable<LoadedSegment> {
    for (const [index, one] of newestFirst.entries()) {
      const loaded = held.load(one);
      const isNew = bytes.length === index;
      if (isNew) bytes.push(loaded.storedBytes);
      for (let file = 0; isNew && file < loaded.segment.files; file++) {
        const place = { loaded, file };
        if (!definesMacros(place)) continue;
        const path = pathOf(place, index);
        const saysMore = (loaded.segment.knownOf(file) & ~Known.defines) !== 0;
        if (!saysMore) onlyDefines.push({ index, file, path });
        else if (path !== undefined) withDefines.add(path);
      }
      yield loaded;
    }
  }
  const pathOf = ({ loaded, file }: Place, index: number) => {
    const moved = newestFirst[index]?.moved;
    const path = loaded.segment.pathOf(file);
    return moved === undefined ? path : movedPath(path, moved);
  };
  const dead = deadIn(segments, pathOf);
  for (const { index, file, path } of onlyDefines.reverse()) {
    // Without the content, nothing but the stamp says whether they hold.
    const isLost = path === undefined || newestFirst[index]?.moved !== undefined;
    if (isLost || withDefines.has(path)) dead[index]?.add(file);
    else withDefines.add(path);
  }
  return newestFirst
    .map((one, index) => ({ one, bytes: bytes[index] ?? 0, dead: dead[index] ?? new Set<number>() }))
    .reverse();
}

function definesMacros({ loaded, file }: Place): boolean {
  return (loaded.segment.knownOf(file) & Known.defines) !== 0;
}

/** Puts segments, in their order, into groups that have no more bytes than one may have. */
function groupsOf(foreign: readonly JoinedSegment[], maxBytes: number): readonly (readonly JoinedSegment[])[] {
  const groups: JoinedSegment[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const segment of foreign) {
    bytes += segment.bytes;
    if (bytes > maxBytes) {
      groups.push([]);
      bytes = segment.bytes;
    }
    groups.at(-1)?.push(segment);
  }
  return groups;
}

/** Returns the path of a file of the segment with an index, or undefined for a file outside of the code base. */
type PathOf = (place: Place, index: number) => string | undefined;

/** The facts of a path in segments. */
type PathState = {
  /** The stamp of its file now; undefined if there is none. */
  readonly stamp: Stamp | undefined;
  /** The content of the facts with this stamp, or else of the newest ones; undefined if no facts have a content. */
  content: string | undefined;
  isOfStamp: boolean;
  /** The contents of facts that are kept, with the bits that are known in each reading and in any. */
  readonly contents: Map<string, { ofContent: number; readonly known: Map<string, number> }>;
};

/**
 * Returns the files of segments, the newest first, whose facts are of no use: newer ones replace them, or they are of a content that
 * its file had before, or of a file that is gone, and there are enough newer ones of these: a branch that is checked out again has them.
 *
 * @param segments is called twice, so that few of them need be in memory at once
 */
function deadIn(
  segments: () => Iterable<LoadedSegment>,
  pathOf: PathOf = ({ loaded, file }) => loaded.segment.pathOf(file),
): readonly Set<number>[] {
  const states = statesIn(segments(), pathOf);
  const dead: Set<number>[] = [];
  const current = [...states.values()].filter(({ stamp }) => stamp !== undefined).length;
  let formerLeft = Math.floor(current * maxFormerShare);
  for (const loaded of segments()) {
    const { segment } = loaded;
    const ofSegment = new Set<number>();
    const index = dead.push(ofSegment) - 1;
    // In a merged segment, the newest come last.
    for (let file = segment.files - 1; file >= 0; file--) {
      const path = pathOf({ loaded, file }, index);
      const state = path === undefined ? undefined : states.get(path);
      if (state === undefined) {
        ofSegment.add(file);
        continue;
      }
      const content = segment.contentOf(file);
      const isCurrent = state.stamp !== undefined && (content === noDigest || content === state.content);
      const mayBeKept = isCurrent || (content !== noDigest && formerLeft > 0);
      if (!mayBeKept || !keeps(state, { loaded, file }, isCurrent)) ofSegment.add(file);
      else if (!isCurrent) formerLeft--;
    }
  }
  return dead;
}

function statesIn(segments: Iterable<LoadedSegment>, pathOf: PathOf): ReadonlyMap<string, PathState> {
  const states = new Map<string, PathState>();
  let index = -1;
  for (const loaded of segments) {
    const { segment } = loaded;
    index++;
    for (let file = segment.files - 1; file >= 0; file--) {
      const path = pathOf({ loaded, file }, index);
      if (path === undefined) continue;
      const state = getOrInsert(states, path, () => {
        const stats = exactStatsAt(path);
        const stamp = stats && stampOfStats(stats);
        return { stamp, content: undefined, isOfStamp: false, contents: new Map() };
      });
      const content = segment.contentOf(file);
      if (content === noDigest || state.isOfStamp) continue;
      state.isOfStamp = state.stamp !== undefined && isSameStamp(segment.stampOf(file), state.stamp);
      if (state.isOfStamp) state.content = content;
      else state.content ??= content;
    }
  }
  return states;
}

/**
 * Adds facts to the ones of a path that are kept.
 *
 * @param isCurrent false for facts of a content that the file had before
 * @returns false if others replace them, or its file had enough other contents
 */
function keeps({ contents }: PathState, { loaded: { segment }, file }: Place, isCurrent: boolean): boolean {
  const content = segment.contentOf(file);
  if (!isCurrent && !contents.has(content) && contents.size > maxFormerContents) return false;
  const state = getOrInsert(contents, content, () => ({ ofContent: 0, known: new Map() }));
  const reading = segment.skippedOf(file) + segment.macrosOf(file) + segment.copyOf(file);
  const known = state.known.get(reading);
  const bits = segment.knownOf(file);
  // Words and macros belong to the content, whatever its reading.
  const isOfContent = (bits & ~(Known.words | Known.defines)) === 0;
  const isReplaced =
    (known !== undefined && (bits & ~known) === 0) ||
    (isOfContent && content !== noDigest && (bits & ~state.ofContent) === 0);
  if (isReplaced) return false;
  state.known.set(reading, (known ?? 0) | bits);
  state.ofContent |= bits;
  return true;
}
