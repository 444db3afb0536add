import { digestOf, noDigest } from "../cache/fact-file.ts";
import type { SegmentFolder } from "../cache/segment-folder.ts";
import { Known } from "../facts/file-facts.ts";
import { Segment } from "../facts/segment.ts";
import type { BuiltSegment } from "../facts/segment-builder.ts";
import { isTrusted, type ReadStamp, readStamp, type Stamps } from "../workspace/stamp.ts";
import { type Defines, definesOf } from "./survey-macros.ts";

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
    return this.#segments.reduce((sum, { index }) => sum + index.length, 0);
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
    this.#segments = [...added.reverse(), ...this.#segments];
    for (const loaded of [...restamped.reverse(), ...added.reverse()]) this.#write(loaded);
    return restamped.length + added.length > 0;
  }

  /**
   * Puts one segment in the place of some.
   *
   * @throws what the system says
   */
  replace(old: readonly LoadedSegment[], { index, texts }: BuiltSegment): void {
    const merged = new LoadedSegment(new Uint8Array(index), undefined, () => new Uint8Array(texts));
    this.#write(merged);
    this.#folder.remove(old.flatMap(({ name }) => name ?? []));
    // What is newer than the merged ones stays newer in memory; on disk the order only says which copy is found first.
    this.#segments = [...this.#segments.filter((loaded) => !old.includes(loaded)), merged];
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
