import { existsSync } from "node:fs";
import { digestOf, noDigest } from "../cache/fact-file.ts";
import type { SegmentFolder } from "../cache/segment-folder.ts";
import { Known } from "../facts/file-facts.ts";
import { Segment } from "../facts/segment.ts";
import type { BuiltSegment } from "../facts/segment-builder.ts";
import { isTrusted, type ReadStamp, readStamp, type Stamps } from "../workspace/stamp.ts";
import { type Defines, definesOf } from "./survey-macros.ts";
import type { SegmentPart } from "./worker/protocol.ts";

/** Segments of a code base before they are merged. */
const maxSegments = 8;

/** The share of the largest segment that others may have before they are merged with it. */
const maxAddedShare = 0.2;

/** A segment in memory. */
export class LoadedSegment {
  readonly segment: Segment;
  readonly index: Uint8Array;
  readonly #loadTexts: () => Uint8Array;
  #texts: Uint8Array | undefined;
  /** The name of its file; undefined before it is written. */
  name: string | undefined;
  /** True when stamps were changed since it was written. */
  hasNewStamps = false;

  constructor(index: Uint8Array, name: string | undefined, loadTexts: () => Uint8Array) {
    this.index = index;
    this.segment = Segment.open(index);
    this.name = name;
    this.#loadTexts = loadTexts;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.index.length + (this.#texts?.length ?? 0);
  }

  /** The signatures and docs. They are read when an answer needs them. */
  get texts(): Uint8Array {
    this.#texts ??= this.#loadTexts();
    return this.#texts;
  }
}

/**
 * The facts of one code base: the segments on disk, loaded once and kept. A fact is in any of them; the newest that
 * holds counts.
 */
export class FactStore {
  readonly #folder: SegmentFolder;
  /** The newest first. */
  #segments: readonly LoadedSegment[] = [];

  constructor(folder: SegmentFolder) {
    this.#folder = folder;
  }

  get segments(): readonly LoadedSegment[] {
    return this.#segments;
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
    const known = new Map(this.#segments.map((loaded) => [loaded.name, loaded]));
    this.#segments = this.#folder
      .list()
      .flatMap(({ name }) => known.get(name) ?? this.#load(name) ?? [])
      .reverse();
  }

  /**
   * Takes the segments that workers have built, and writes them and those with new stamps.
   *
   * @param calledAtMs when the call began that read the files
   * @returns true when the folder has changed
   * @throws what the system says
   */
  add(built: readonly BuiltSegment[], calledAtMs: number): boolean {
    const restamped = this.#segments.filter(({ hasNewStamps }) => hasNewStamps);
    const added = built.map(({ index, texts }) => {
      const loaded = new LoadedSegment(new Uint8Array(index), undefined, () => new Uint8Array(texts));
      const { segment } = loaded;
      for (let file = 0; file < segment.files; file++) {
        segment.setStamp(file, readStamp(segment.stampOf(file), calledAtMs));
      }
      return loaded;
    });
    this.#segments = [...added].reverse().concat(this.#segments);
    // On disk, the newest comes last.
    for (const loaded of [...restamped.reverse(), ...added]) this.#write(loaded);
    return restamped.length + added.length > 0;
  }

  /** True when there are many segments, or when those that calls have added are large beside the others. */
  get isScattered(): boolean {
    const sizes = this.#segments.map(({ index }) => index.length);
    const largest = Math.max(0, ...sizes);
    const added = sizes.filter((size) => size < largest / 2).reduce((sum, size) => sum + size, 0);
    return sizes.length > maxSegments || added > maxAddedShare * largest;
  }

  /**
   * Merges all segments into one, without what newer facts replace and without files that are gone.
   *
   * @param compact makes one segment of several
   * @throws what the system says
   */
  async compact(compact: (parts: readonly SegmentPart[]) => Promise<BuiltSegment>): Promise<void> {
    const old = this.#segments;
    const dead = deadIn(old);
    // The oldest come first, as on disk.
    const parts = [...old].reverse().map((loaded) => {
      const alive = Uint8Array.from({ length: loaded.segment.files }, (_, file) =>
        dead.get(loaded)?.has(file) ? 0 : 1,
      );
      return { index: loaded.index, texts: loaded.texts, alive };
    });
    const { index, texts } = await compact(parts);
    const merged = new LoadedSegment(new Uint8Array(index), undefined, () => new Uint8Array(texts));
    // Another call may have added segments meanwhile.
    this.#segments = [...this.#segments.filter((loaded) => !old.includes(loaded)), merged];
    this.#write(merged);
    this.#folder.remove(old.flatMap(({ name }) => name ?? []));
  }

  /** Says that a file was read anew with the content that a segment has. */
  restamp(loaded: LoadedSegment, file: number, stamp: ReadStamp): void {
    loaded.segment.setStamp(file, stamp);
    loaded.hasNewStamps = true;
  }

  #write(loaded: LoadedSegment): void {
    const { index, texts, name } = loaded;
    const saved = this.#folder.save({ index, texts });
    loaded.hasNewStamps = false;
    if (name !== undefined) this.#folder.remove([name]);
    loaded.name = saved?.name;
  }

  #load(name: string): LoadedSegment | undefined {
    const index = this.#folder.load(name);
    if (index === undefined) return undefined;
    try {
      return new LoadedSegment(index, name, () => this.#textsOf(name));
    } catch {
      return undefined;
    }
  }

  /** @throws Error when another process has removed them */
  #textsOf(name: string): Uint8Array {
    const texts = this.#folder.loadTexts(name);
    if (texts === undefined) throw new Error("the texts of facts are gone");
    return texts;
  }
}

/** Returns the macros that the file at a path defines; undefined where no fact is known to be of its bytes. */
export function definesAt({ segments }: FactStore, path: string, stamps: Stamps, now: number): Defines | undefined {
  for (const { segment } of segments) {
    for (const file of segment.filesAt(path)) {
      if ((segment.knownOf(file) & Known.defines) === 0) continue;
      const stamp = stamps.at(path);
      if (stamp === undefined || !isTrusted(segment.stampOf(file), stamp, now)) continue;
      const json = segment.definesJsonOf(file);
      return definesOf(segment.definesCountOf(file), json === "" ? noDigest : digestOf(json), () => json);
    }
  }
  return undefined;
}

/** Returns the files of segments, the newest first, whose facts are replaced by newer ones or are of no file any more. */
function deadIn(segments: readonly LoadedSegment[]): ReadonlyMap<LoadedSegment, ReadonlySet<number>> {
  const dead = new Map<LoadedSegment, Set<number>>();
  /** By path: whether the file exists, and what is known of which content, in which reading. */
  const newest = new Map<string, { readonly exists: boolean; content: string; readonly known: Map<string, number> }>();
  for (const loaded of segments) {
    const { segment } = loaded;
    const ofSegment = new Set<number>();
    dead.set(loaded, ofSegment);
    for (let file = 0; file < segment.files; file++) {
      const path = segment.pathOf(file);
      const state = newest.get(path) ?? { exists: existsSync(path), content: noDigest, known: new Map() };
      newest.set(path, state);
      const content = segment.contentOf(file);
      // Of the macros that a file defines the content is not known.
      if (state.content === noDigest) state.content = content;
      const reading = segment.skippedOf(file) + segment.macrosOf(file) + segment.copyOf(file);
      const known = state.known.get(reading);
      const bits = segment.knownOf(file);
      const isReplaced = known !== undefined && (bits & ~known) === 0;
      if (!state.exists || isReplaced || (content !== noDigest && content !== state.content)) ofSegment.add(file);
      else state.known.set(reading, (known ?? 0) | bits);
    }
  }
  return dead;
}
