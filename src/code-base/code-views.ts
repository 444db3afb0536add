/**
 * The facts of a code base as workers read them. Input: segments, and which of their files are current; output: a view, the same
 * one as long as nothing has changed.
 */
import { sep } from "node:path";
import { compareText } from "../base/compare-text.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { intersectionOf } from "../base/intersection.ts";
import { maxNamedFiles } from "../base/limits.ts";
import type { Roots } from "../base/real-path.ts";
import { Alive } from "../code-index/segment-index.ts";
import type { Segment } from "../facts/segment.ts";
import type { CodeView, SharedBytes } from "../workers/protocol.ts";
import type { Target } from "../workspace/expand.ts";
import type { LoadedSegment, Place } from "./fact-store.ts";
import { type Stamped, stampsOfNamed } from "./stamp-paths.ts";

export type ViewOptions = {
  /** The folders that files may be read from; none for no limit. */
  readonly roots: Roots;
  /** The folder that holds all files. */
  readonly base: string;
  readonly names: CodeView["names"];
  /** A digest of all macros that the files define. */
  readonly macroDigest: string;
  /** The stamps of the listing of the code base: see Snapshot. */
  readonly stamped: readonly Stamped[];
  /** Collects the macros. */
  readonly macros: () => Promise<SharedBytes | undefined>;
};

/** Segments, each with a number for each of its files: see Alive. */
export type AliveFiles = ReadonlyMap<LoadedSegment, SharedBytes>;

type Kept = { readonly segments: AliveFiles; readonly key: string; readonly view: CodeView };

/** Files of a code base: all, the ones with each of some words, or the ones with some paths. */
export type SomeFiles = "all" | { readonly words: readonly string[] } | { readonly paths: ReadonlySet<string> };

/** Files with syntax errors. */
type BrokenFiles = {
  readonly count: number;
  /** In path order; none if there are more than `maxNamedFiles`. */
  readonly paths: readonly string[];
};

/** A view, and what calls about a part of its files count. */
export type ViewedCode = {
  readonly view: CodeView;
  readonly segments: AliveFiles;
  /** A digest of all macros that the files define. */
  readonly macroDigest: string;
  /** Returns the number of files with syntax errors among some that are known, and their paths if these are few. */
  readonly filesWithErrors: (some: SomeFiles) => BrokenFiles;
  /** Returns the paths of the files among some that are known, if only by their words; in path order. */
  readonly filesAmong: (some: SomeFiles) => readonly string[];
  /** Returns the paths of the files among some that are known only by their words. */
  readonly wordedIn: (some: SomeFiles) => readonly string[];
};

/** Views of the process: their numbers tell workers apart what they have opened, whichever engine they work for. */
let views = 0;

/** Views that are kept, so that workers need not open the same facts again. */
const maxKept = 4;

/** The facts of code bases as workers read them. A view is made anew when a file, a fact, a macro or the settings of a project have changed. */
export class CodeViews {
  readonly #kept: Kept[] = [];
  readonly #settingsFiles: ReadonlySet<string>;
  /** By the stamps of a listing, the ones of settings as text. */
  readonly #settings = new WeakMap<readonly Stamped[], string>();

  /** @param settingsFiles names of files that workers read next to the files of the code base */
  constructor(settingsFiles: ReadonlySet<string>) {
    this.#settingsFiles = settingsFiles;
  }

  /** Files of segments that are known to be current. */
  async of(segments: AliveFiles, options: ViewOptions): Promise<ViewedCode> {
    const { roots, base, names, macroDigest, macros, stamped } = options;
    const settings = getOrInsert(this.#settings, stamped, () => stampsOfNamed(stamped, this.#settingsFiles));
    const key = JSON.stringify([roots, base, names, macroDigest, settings]);
    const same = this.#kept.findIndex((kept) => kept.key === key && hasSame(kept.segments, segments));
    const [kept] = same < 0 ? [] : this.#kept.splice(same, 1);
    const view = kept?.view ?? {
      id: ++views,
      parts: Array.from(segments, ([{ id, index }, alive]) => ({ segment: id, index, alive })),
      roots: [...roots],
      folders: [base],
      names,
      macros: await macros(),
    };
    // Of a code base that is known only in part, more is known the next time.
    if (!hasWorded(segments)) this.#kept.unshift({ segments, key, view });
    this.#kept.length = Math.min(this.#kept.length, maxKept);
    return {
      view,
      segments,
      macroDigest,
      filesWithErrors: (some) => brokenFiles(segments, some),
      filesAmong: (some) => pathsIn(segments, some, (state) => state !== Alive.none).sort(compareText),
      wordedIn: (some) => pathsIn(segments, some, (state) => state === Alive.worded),
    };
  }
}

/**
 * The segments that places are in.
 *
 * @param worded the places of files that are known only by their words
 */
export function aliveAt(places: readonly Place[], worded: readonly Place[] = []): AliveFiles {
  const segments = new Map<LoadedSegment, SharedBytes>();
  const set = ({ loaded, file }: Place, state: number) => {
    const alive = segments.get(loaded) ?? new Uint8Array(new SharedArrayBuffer(loaded.segment.files));
    segments.set(loaded, alive);
    alive[file] = state;
  };
  for (const place of places) set(place, Alive.known);
  for (const place of worded) set(place, Alive.worded);
  return segments;
}

/** True when the facts of the file at a path are in segments. */
export function hasFile(segments: AliveFiles, path: string): boolean {
  return [...segments].some(([{ segment }, alive]) =>
    segment.filesAt(path).some((file) => alive[file] === Alive.known),
  );
}

function brokenFiles(segments: AliveFiles, some: SomeFiles): BrokenFiles {
  const paths: string[] = [];
  let count = 0;
  for (const [{ segment }, alive] of segments) {
    for (const file of numbersOf(segment, some)) {
      if (alive[file] !== Alive.known || !segment.hasErrors(file)) continue;
      count++;
      if (count <= maxNamedFiles) paths.push(segment.pathOf(file));
    }
  }
  return { count, paths: count > maxNamedFiles ? [] : paths.sort(compareText) };
}

function pathsIn(segments: AliveFiles, some: SomeFiles, isIn: (state: number) => boolean): string[] {
  const paths: string[] = [];
  for (const [{ segment }, alive] of segments) {
    if (!alive.some(isIn)) continue;
    for (const file of numbersOf(segment, some)) if (isIn(alive[file] ?? Alive.none)) paths.push(segment.pathOf(file));
  }
  return paths;
}

/** The numbers of some files of a segment, alive or not. */
function numbersOf(segment: Segment, some: SomeFiles): Iterable<number> {
  if (some === "all") return Array(segment.files).keys();
  if ("paths" in some) return [...some.paths].flatMap((path) => segment.filesAt(path));
  return intersectionOf(some.words.map((word) => filesWithWord(segment, word)));
}

function filesWithWord(segment: Segment, word: string): Iterable<number> {
  const id = segment.wordId(word);
  return id < 0 ? [] : segment.filesWith(id);
}

function hasWorded(segments: AliveFiles): boolean {
  return [...segments.values()].some((alive) => alive.includes(Alive.worded));
}

function hasSame(one: AliveFiles, other: AliveFiles): boolean {
  return (
    one.size === other.size &&
    [...one].every(([loaded, alive]) => Buffer.compare(alive, other.get(loaded) ?? new Uint8Array()) === 0)
  );
}

/**
 * The spelling of the paths of targets: what they begin with, and what their names begin with in its place. The longest
 * come first.
 */
export function namesOf(targets: readonly Target[]): CodeView["names"] {
  const names = new Map<string, string>();
  for (const { path, name } of targets) {
    const known = [...names].some(
      ([folder, shown]) => path.startsWith(folder) && name === shown + path.slice(folder.length),
    );
    if (known) continue;
    let common = 0;
    while (common < Math.min(path.length, name.length) && path.at(-1 - common) === name.at(-1 - common)) common++;
    // Whole parts of paths count.
    const from = path.indexOf(sep, path.length - common) + 1;
    const start = from === 0 || from > path.length - 1 ? path.length - common : from;
    names.set(path.slice(0, start), name.slice(0, name.length - (path.length - start)));
  }
  return [...names].map(([folder, name]) => ({ folder, name })).sort((a, b) => b.folder.length - a.folder.length);
}
