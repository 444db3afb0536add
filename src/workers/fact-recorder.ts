/**
 * The recording of facts in a worker while it reads files for a call. Input: each file with what was parsed of it;
 * output: segments, which are handed over when they are full or the call ends.
 */
import { noDigest } from "../cache/digest.ts";
import { declarationsIn } from "../code-index/languages.ts";
import { joiningSign, pastingName } from "../facts/declaration-facts.ts";
import { definitionsOf } from "../facts/extraction.ts";
import { askedKinds, type FileFacts, Known, knownOf } from "../facts/file-facts.ts";
import { asksFor, macroDigest } from "../facts/macro-digests.ts";
import { type BuiltSegment, SegmentBuilder } from "../facts/segment-builder.ts";
import { Vocabulary, wordsOf } from "../facts/words.ts";
import { digestOfCopies } from "../syntax/copies.ts";
import type { KnownMacros } from "../syntax/macro-roles.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { Stamp } from "../workspace/stamp.ts";
import type { ReadDefines } from "./file-macros.ts";
import type { FileDefines, Unscanned } from "./protocol.ts";

/** Bytes of a segment past which it is handed over before the call ends. */
const maxSegmentBytes = 33_554_432;

/** A file as it was read for a call. */
export type ReadFile = {
  readonly path: string;
  readonly language: string;
  readonly stamp: Stamp;
  /** Digest of the bytes. */
  readonly content: string;
  /** Digest of all macros of the call. */
  readonly context: string;
  readonly text: string;
  /** The macros that the file is read with; undefined where none are masked. */
  readonly macros: KnownMacros | undefined;
  /** Names that the reading depends on: whether they are macros. */
  readonly askedMacros: Iterable<string>;
  readonly warnings: readonly string[];
  /** The macros that it defines; undefined where none are masked. */
  readonly defined: Pick<FileDefines, "count" | "rolesJson"> | undefined;
};

/** Records the facts of the files that a worker reads for a call. */
export class FactRecorder {
  readonly #hasMacros: (language: string) => boolean;
  readonly #onFull: (segment: BuiltSegment) => void;
  #vocabulary = new Vocabulary();
  #builder = new SegmentBuilder(this.#vocabulary);
  /** The number of files in the segments that were handed over. */
  #handedOver = 0;
  /** By path, what is recorded with what a scan finds, if there is one. */
  readonly #later = new Map<string, FileFacts>();

  /**
   * @param hasMacros returns true for the name of a language with macros
   * @param onFull receives a segment while the call goes on
   */
  constructor(hasMacros: (language: string) => boolean, onFull: (segment: BuiltSegment) => void) {
    this.#hasMacros = hasMacros;
    this.#onFull = onFull;
  }

  /**
   * Records what a tool found in a file, besides its words.
   *
   * @param reading what of the file the tool reads
   */
  parsed(file: ReadFile, parsed: ParsedFile, reading: Reading): void {
    // A file without the words that are asked for was not parsed: its words depend on no macro.
    const { words, macros } = parsed.lacksWords
      ? { words: this.#wordsOf(file), macros: noDigest }
      : this.#lookedUp(file);
    const found = parsed.lacksWords ? nothing : foundIn(parsed, reading);
    const { path, language, content, context, warnings } = file;
    this.#add({
      ...empty,
      path,
      language,
      content,
      context,
      macros,
      copy: parsed.copyDigest(),
      warnings,
      words,
      ...file.stamp,
      ...found,
      ...definesOf(file, Known.words | found.known),
    });
  }

  /** Records that the macros of this call lead to the same copies of a file as others, whose facts are known. */
  sameCopy(file: ReadFile, copy: string): void {
    const { path, language, content, context, warnings } = file;
    const { words, macros } = this.#lookedUp(file);
    const common = { path, language, content, context, macros, copy, warnings, words };
    this.#add({ ...empty, ...common, ...file.stamp, ...definesOf(file, Known.words) });
  }

  /** Records a file that is skipped for a reason that its bytes are. */
  skipped(file: Pick<ReadFile, "path" | "language" | "stamp">, reason: string): void {
    const { path, language, stamp } = file;
    this.#add({ ...empty, path, language, ...stamp, skipped: reason });
  }

  /**
   * Records the macros that a file defines and, where it lacks the name that is asked for, its words.
   *
   * @param isRecordedLater true when the file is scanned next, which records its macros, too
   */
  defines(
    file: Pick<ReadFile, "content" | "language" | "path">,
    { defines, withoutName }: ReadDefines,
    isRecordedLater: boolean,
  ): void {
    const { count, rolesJson, stamp } = defines;
    if (stamp === undefined) return;
    const { path, language, content } = file;
    const defined = { definesCount: count, definesJson: rolesJson };
    const worded = withoutName && {
      copy: noCopy,
      words: this.#wordsIn(withoutName.utf8, language),
    };
    const known = worded === undefined ? Known.defines : Known.defines | Known.words;
    const facts = { ...empty, path, language, content, ...stamp, ...defined, ...worded, known };
    if (isRecordedLater) this.#later.set(path, facts);
    else this.#add(facts);
  }

  /**
   * Hands over what was recorded, before something that may end the worker, once it is as much as was handed over before:
   * else a call about many large files would leave as many segments, which are all to be merged.
   */
  handOver(): void {
    if (this.#builder.files > this.#handedOver) this.#handOver();
  }

  /**
   * Returns the facts since the last segment; undefined where there are none.
   *
   * @param unscanned files that were to be scanned next, and that neither this worker nor another one has scanned
   */
  finish(unscanned: Unscanned): BuiltSegment | undefined {
    const paths = unscanned === "all" ? [...this.#later.keys()] : unscanned;
    for (const path of paths) {
      const facts = this.#later.get(path);
      if (facts !== undefined) this.#builder.add(facts);
    }
    return this.#builder.files === 0 ? undefined : this.#builder.finish();
  }

  /** Returns the words of a file, and the digest of the macros that it looks up. */
  #lookedUp(file: ReadFile): { readonly words: Uint32Array; readonly macros: string } {
    const { askedMacros, macros } = file;
    const written = this.#wordsOf(file);
    const asked = [...askedMacros].map((name) => this.#vocabulary.idOf(asksFor + name));
    const words = asked.length === 0 ? written : merged(written, asked);
    return { words, macros: macros === undefined ? noDigest : macroDigest(words, this.#vocabulary, macros) };
  }

  #wordsOf({ text, language }: ReadFile): Uint32Array {
    return this.#wordsIn(text, language);
  }

  /** The words of a text, with the signs of names that macros make. */
  #wordsIn(source: string | Uint8Array, language: string): Uint32Array {
    const words = wordsOf(source, this.#vocabulary);
    if (!this.#hasMacros(language)) return words;
    // The signs are ASCII.
    const text = typeof source === "string" ? source : latin1Of(source);
    const mayPaste = text.includes("define") && functionMacro.test(text);
    const signs = [...(text.includes(joiningSign) ? [joiningSign] : []), ...(mayPaste ? [pastingName] : [])];
    const ids = signs.map((sign) => this.#vocabulary.idOf(sign));
    return ids.length === 0 ? words : merged(words, ids);
  }

  #add(facts: FileFacts): void {
    this.#later.delete(facts.path);
    this.#builder.add(facts);
    if (this.#builder.bytes >= maxSegmentBytes || this.#vocabulary.isFull) this.#handOver();
  }

  #handOver(): void {
    // The ids of words are of this vocabulary.
    for (const [path, facts] of this.#later) {
      if ((facts.words?.length ?? 0) === 0) continue;
      this.#later.delete(path);
      this.#builder.add(facts);
    }
    this.#handedOver += this.#builder.files;
    this.#onFull(this.#builder.finish());
    // Macro digests are kept by the ids of a vocabulary, so that it is not cleared.
    this.#vocabulary = new Vocabulary();
    this.#builder = new SegmentBuilder(this.#vocabulary);
  }
}

/** What is known of a file besides the macros that it defines, with these. */
function definesOf({ defined }: ReadFile, known: number): Pick<FileFacts, "definesCount" | "definesJson" | "known"> {
  if (defined === undefined) return { definesCount: 0, definesJson: "", known };
  return { definesCount: defined.count, definesJson: defined.rolesJson, known: known | Known.defines };
}

/** All of some ids, ascending. */
function merged(ids: Uint32Array, others: readonly number[]): Uint32Array {
  const all = new Uint32Array(ids.length + others.length);
  all.set(ids);
  all.set(others, ids.length);
  return all.sort();
}

const nothing = { known: 0, definitions: [], declarations: [], hasErrors: false, imports: 0 } as const;

/** What copyDigest says of a file that was not parsed. */
const noCopy = digestOfCopies([]);

function latin1Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

/** Matches the head of a macro with parameters, without which a text has no pasting: in ASCII, so that the bytes of a text say the same. */
const functionMacro = /define(?:[\t-\r ]|\\\r?\n)+\w+\(/;

/** A file that nothing is known of. */
const empty = {
  ...nothing,
  content: noDigest,
  context: noDigest,
  macros: noDigest,
  copy: noDigest,
  definesCount: 0,
  definesJson: "",
  skipped: "",
  warnings: [],
  words: undefined,
};

/** What a tool reads of a file. */
export type Reading = {
  /** The kinds that the tool asks for, when it is not all of them. */
  readonly onlyKinds: ReadonlySet<string> | undefined;
  /** True when it reads the declarations, and when it reads the definitions. */
  readonly hasDeclarations: boolean;
  readonly hasDefinitions: boolean;
};

type FoundFacts = Pick<FileFacts, "known" | "definitions" | "declarations" | "hasErrors" | "imports">;

function foundIn(parsed: ParsedFile, { onlyKinds, hasDeclarations, hasDefinitions }: Reading): FoundFacts {
  const found = hasDefinitions ? definitionsFoundIn(parsed, onlyKinds) : { ...nothing, hasErrors: parsed.hasErrors() };
  if (!hasDeclarations) return found;
  return { ...found, known: found.known | Known.declarations, declarations: declarationsIn(parsed) };
}

function definitionsFoundIn(parsed: ParsedFile, onlyKinds: ReadonlySet<string> | undefined): FoundFacts {
  const { definitions, imports } = parsed.outline();
  const isWhole = onlyKinds === undefined;
  const known = knownOf(onlyKinds, parsed.isSound);
  const tags = askedKinds.flatMap(({ kind, flag, wholeFlag }) => {
    const ofKind = definitions.filter((tag) => tag.kind === kind);
    return [[flag, ofKind] as const, ...(isWhole ? [[wholeFlag, ofKind] as const] : [])];
  });
  const listsSymbols = isWhole || onlyKinds.has("symbol");
  const symbols = listsSymbols ? { symbols: parsed.symbols() } : {};
  const whole = isWhole ? { hasErrors: parsed.hasErrors(), imports } : {};
  return { ...nothing, known, definitions: definitionsOf({ ...symbols, tags }), ...whole };
}
