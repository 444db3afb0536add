import { noDigest } from "../cache/fact-file.ts";
import { Known } from "../facts/file-facts.ts";
import { emptyOutline, outlineOfFacts } from "../facts/outline.ts";
import type { Segment } from "../facts/segment.ts";
import { type Language, type Languages, languageOf } from "../syntax/languages.ts";
import type { FileOutline } from "../syntax/parse.ts";
import { type GlobPart, partsOfGlob } from "../syntax/prefilter.ts";
import { Rows } from "../tools/rows.ts";
import type { BoundTool } from "../tools/tool.ts";
import { isTrusted, readStamp, type Stamp, type Stamps } from "../workspace/stamp.ts";
import type { CacheHit, CallFacts } from "./call-facts.ts";
import { definesAt, type FactStore, type LoadedSegment } from "./fact-store.ts";
import { cachedReasons, type FileOutcome, type ReadIdentity, type Unchanged } from "./file-outcome.ts";
import { macroDigestsOf } from "./macro-digests.ts";
import type { CollectedMacros, Defines } from "./survey-macros.ts";
import { MacroBook } from "./worker/macro-book.ts";

export type KeptOutlinesOptions = {
  readonly store: FactStore;
  readonly tool: Pick<BoundTool, "kind" | "nameGlob"> & {
    readonly onlyKinds: ReadonlySet<string> | undefined;
    readonly rowsOfOutline: NonNullable<BoundTool["rowsOfOutline"]>;
  };
  readonly languages: Languages;
  readonly projectMacros: Readonly<Record<string, readonly string[]>>;
  readonly stamps: Stamps;
  /** The start of the call in milliseconds, before anything is read. */
  readonly now: number;
  /** True when workers record facts; false for a call that only reads them. */
  readonly isRecorded: boolean;
  /** Writes the facts of a call, which may fail. */
  readonly save: (callId: number) => Promise<void>;
};

/** A file of a segment. */
type Place = { readonly loaded: LoadedSegment; readonly file: number };

/** What a tool's rows are computed for. */
type Asked = {
  readonly language: Language;
  readonly stamp: Stamp;
  readonly context: string;
  readonly isExplicit: boolean;
};

/** The facts of a call of a tool that reads outlines: rows are computed from the facts of each file. */
export class KeptOutlines implements CallFacts {
  readonly identifies = true;
  readonly languages = new Map<string, boolean>();
  readonly #options: KeptOutlinesOptions;
  /** The bit of Known that the tool needs. */
  readonly #needed: number;
  readonly #nameParts: readonly GlobPart[];
  /** Segment → for each file how many parts of the name it has, up to the first that it lacks. */
  readonly #filesWithName = new Map<LoadedSegment, Uint16Array>();
  /** Segment → the digests of the macros that its files look up; empty before they were compared. */
  readonly #macros = new Map<LoadedSegment, readonly string[]>();
  #hasCompared = false;
  /** By path, the facts of a file whose content is still to be compared. */
  readonly #sameContent = new Map<string, Place & { readonly outcome: FileOutcome }>();

  constructor(options: KeptOutlinesOptions) {
    this.#options = options;
    const { onlyKinds, nameGlob } = options.tool;
    this.#needed = onlyKinds === undefined ? Known.symbols : knownOfKinds(onlyKinds);
    this.#nameParts = nameGlob === undefined ? [] : partsOfGlob(nameGlob);
  }

  get recordsOutlines(): boolean {
    return this.#options.isRecorded;
  }

  get recordsDefines(): boolean {
    return this.#options.isRecorded;
  }

  lookUp(path: string, context: string, isExplicit: boolean): CacheHit | undefined {
    const { store, stamps, languages } = this.#options;
    const language = languageOf(path, languages);
    const stamp = stamps.at(path);
    if (stamp === undefined || language === undefined) return undefined;
    const asked = { language, stamp, context, isExplicit };
    let content: CacheHit | undefined;
    for (const loaded of store.segments) {
      for (const file of loaded.segment.filesAt(path)) {
        const place = { loaded, file };
        const hit = this.#hitAt(place, asked);
        if (hit === "macros") return hit;
        if (hit === undefined) continue;
        if (isTrusted(loaded.segment.stampOf(file), stamp, this.#options.now)) return { outcome: hit };
        if (content === undefined) this.#sameContent.set(path, { ...place, outcome: hit });
        content ??= { content: loaded.segment.contentOf(file) };
      }
    }
    return content;
  }

  async compareMacros(macros: CollectedMacros, signal: AbortSignal): Promise<void> {
    const { store, languages, projectMacros } = this.#options;
    const book = new MacroBook(macros, projectMacros);
    for (const loaded of store.segments) {
      this.#macros.set(loaded, await macroDigestsOf(loaded.segment, book, languages, signal));
    }
    this.#hasCompared = true;
  }

  record(path: string, _: string, outcome: FileOutcome | Unchanged, read: ReadIdentity | undefined): FileOutcome {
    if (!("unchanged" in outcome)) return outcome;
    const same = this.#sameContent.get(path);
    if (same === undefined) throw new Error(`nothing is known of ${path}`);
    const { store, now } = this.#options;
    if (read !== undefined && this.#options.isRecorded)
      store.restamp(same.loaded, same.file, readStamp(read.stamp, now));
    return same.outcome;
  }

  lookUpDefines(path: string): Defines | undefined {
    const { store, stamps, now } = this.#options;
    return definesAt(store, path, stamps, now);
  }

  async save(callId: number): Promise<void> {
    if (this.#options.isRecorded) await this.#options.save(callId);
  }

  /** Returns the outcome for a file of the content that a segment knows; undefined where it does not say enough. */
  #hitAt(place: Place, { language, stamp, context, isExplicit }: Asked): FileOutcome | "macros" | undefined {
    const { segment } = place.loaded;
    const { file } = place;
    const known = segment.knownOf(file);
    const isSame = isTrusted(segment.stampOf(file), stamp, this.#options.now);
    const skipped = cachedReasons.find((reason) => reason === segment.skippedOf(file));
    // An explicit file is not skipped: it has an error with its name.
    if (skipped !== undefined) return isSame && !isExplicit ? { skipped } : undefined;
    if (isSame && (known & Known.words) !== 0 && !this.#hasName(place)) {
      return this.#outcomeOf(emptyOutline(language), [], isExplicit);
    }
    if ((known & this.#needed) === 0) return undefined;
    if (segment.contextOf(file) !== context) {
      // A language without macros has no context, and a fact with one was found under other settings.
      if (context === noDigest || segment.contextOf(file) === noDigest) return undefined;
      if (!this.#hasCompared) return "macros";
      if (this.#macros.get(place.loaded)?.[file] !== segment.macrosOf(file)) return undefined;
    }
    const { onlyKinds } = this.#options.tool;
    try {
      const outline = outlineOfFacts(segment, file, language, onlyKinds, () => place.loaded.texts);
      return this.#outcomeOf(outline, segment.warningsOf(file), isExplicit);
    } catch {
      // Another process has removed the texts, or the segment is damaged.
      return undefined;
    }
  }

  #outcomeOf(outline: FileOutline, notes: readonly string[], isExplicit: boolean): FileOutcome {
    const { kind, rowsOfOutline } = this.#options.tool;
    const { rows, warning, isEmpty } = rowsOfOutline(outline);
    if (isEmpty === true && !isExplicit) return { skipped: "no_match" };
    return { rows: Rows.of(kind, rows), warnings: warning === undefined ? notes : [...notes, warning] };
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
    for (const word of wordsWith(segment, part)) {
      for (const file of segment.filesWith(word)) if (counts[file] === index) counts[file] = index + 1;
    }
  });
  return counts;
}

function wordsWith(segment: Segment, { text, startsWord, endsWord }: GlobPart): readonly number[] {
  if (startsWord && endsWord) return [segment.wordId(text)].filter((word) => word >= 0);
  return [...segment.wordsContaining(text)].filter((word) => {
    const spelling = segment.wordOf(word);
    return (!startsWord || spelling.startsWith(text)) && (!endsWord || spelling.endsWith(text));
  });
}

function knownOfKinds(kinds: ReadonlySet<string>): number {
  return (kinds.has("class") ? Known.classes : 0) | (kinds.has("function") ? Known.functions : 0);
}
