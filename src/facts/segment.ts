/**
 * The reader of segments. Input: the buffer of an index as the builder has written it; output: the facts of its files,
 * definitions and words by their numbers, decoded on demand.
 */
import { countWhile } from "../base/count-while.ts";
import { DamagedSegmentError, NumberColumn } from "./columns.ts";
import { DeclarationColumns } from "./declaration-columns.ts";
import { digestLength, type FileFacts } from "./file-facts.ts";
import { type Counts, readIndex, type SectionName, textBlock, u32In } from "./layout.ts";
import { type LetterReader, WordIndex } from "./word-index.ts";
import { hashOf } from "./words.ts";

/** The range of a text in the texts of a segment. */
export type Span = { readonly start: number; readonly end: number };

/** By what a file is known to be the one that was read. */
type FileStamp = Pick<FileFacts, "size" | "mtimeNs" | "ctimeNs" | "ino">;

/** 64-bit words of a stamp, and the one of them that is its trust. */
const stampWords = 5;
const trustWord = 4;

const digestsOfFile = 4;

/**
 * The facts of many files, read from the index of a segment. Files, definitions and words are numbers from 0 on;
 * definitions are numbered through all files. Nothing is decoded before it is wanted. Whatever is asked for throws
 * RangeError for a number that is not there, and DamagedSegmentError where bytes contradict each other.
 */
export class Segment {
  readonly files: number;
  readonly definitions: number;
  readonly declarationColumns: DeclarationColumns;
  readonly #multiplier: number;
  readonly #pathStart: string;
  readonly #paths: Strings;
  readonly #pathHashes: Uint32Array;
  readonly #pathFiles: Uint32Array;
  readonly #doubles: Float64Array;
  readonly #integers: BigInt64Array;
  readonly #digests: Buffer;
  readonly #notes: Strings;
  readonly #firstDefinitions: Uint32Array;
  readonly #firstDeclarations: Uint32Array;
  readonly #textStarts: Uint32Array;
  readonly #labelWords: Uint32Array;
  readonly #labels: string[] = [];
  readonly #words: WordIndex;
  readonly #columns: Columns;

  private constructor(index: Index) {
    const { multiplier, files, definitions, words, section } = index;
    const numbers = (name: SectionName, length: number) => u32In(section(name), name, length);
    const strings = (name: SectionName, starts: SectionName, length: number) =>
      new Strings(name, section(name), numbers(starts, length + 1));
    this.files = files;
    this.definitions = definitions;
    this.#multiplier = multiplier;
    this.#pathStart = Buffer.from(section("pathStart")).toString();
    this.#paths = strings("paths", "pathStarts", files);
    this.#pathHashes = numbers("pathHashes", files);
    this.#pathFiles = numbers("pathFiles", files);
    const stamps = section("stamps");
    const digests = section("digests");
    if (stamps.length !== files * stampWords * 8) throw new DamagedSegmentError("stamps are missing");
    if (digests.length !== files * digestLength * digestsOfFile) throw new DamagedSegmentError("digests are missing");
    this.#doubles = new Float64Array(stamps.buffer, stamps.byteOffset, files * stampWords);
    this.#integers = new BigInt64Array(stamps.buffer, stamps.byteOffset, files * stampWords);
    this.#digests = Buffer.from(digests.buffer, digests.byteOffset, digests.length);
    this.#notes = strings("notes", "noteStarts", files * 2);
    this.#firstDefinitions = numbers("firstDefinitions", files + 1);
    this.#firstDeclarations = numbers("firstDeclarations", files + 1);
    this.declarationColumns = new DeclarationColumns(this.#firstDeclarations[files] ?? 0, section);
    this.#textStarts = numbers("textStarts", Math.ceil(definitions / textBlock) + 1);
    const labels = section("labels");
    this.#labelWords = u32In(labels, "labels", Math.floor(labels.length / 4));
    this.#words = new WordIndex(words, files, section);
    this.#columns = columnsOf(index);
  }

  /**
   * The segment with an index. The bytes are not copied as long as they start at a multiple of 8 in their buffer.
   *
   * @throws DamagedSegmentError
   */
  static open(index: Uint8Array): Segment {
    return new Segment(readIndex(index));
  }

  /** The bytes of the texts that belong to it. */
  get textBytes(): number {
    return this.#textStarts.at(-1) ?? 0;
  }

  pathOf(file: number): string {
    return this.#pathStart + this.#paths.at(file);
  }

  /** The files with a path, which may be several with different things known of them. */
  filesAt(path: string): readonly number[] {
    if (!path.startsWith(this.#pathStart)) return [];
    const bytes = Buffer.from(path.slice(this.#pathStart.length));
    const hash = hashOf(bytes, 0, bytes.length, this.#multiplier);
    const found: number[] = [];
    for (let at = firstNotBelow(this.#pathHashes, hash); this.#pathHashes[at] === hash; at++) {
      const file = this.#pathFiles[at] ?? 0;
      if (this.#paths.equals(file, bytes)) found.push(file);
    }
    return found;
  }

  /** The stamp of a file as it was read; `trustedFrom` is Infinity until `setStamp` sets it. */
  stampOf(file: number): FileStamp & { readonly trustedFrom: number } {
    const at = this.#checked(file) * stampWords;
    return {
      size: this.#doubles[at] ?? 0,
      mtimeNs: this.#integers[at + 1] ?? 0n,
      ctimeNs: this.#integers[at + 2] ?? 0n,
      ino: this.#integers[at + 3] ?? 0n,
      trustedFrom: this.#doubles[at + trustWord] ?? Number.POSITIVE_INFINITY,
    };
  }

  /** True when a file was read with this stamp, and the stamp of that time is trusted at a time in milliseconds. */
  wasReadWith(file: number, { size, mtimeNs, ctimeNs, ino }: FileStamp, nowMs: number): boolean {
    const at = this.#checked(file) * stampWords;
    return (
      (this.#doubles[at + trustWord] ?? Number.POSITIVE_INFINITY) <= nowMs &&
      this.#doubles[at] === size &&
      this.#integers[at + 1] === mtimeNs &&
      this.#integers[at + 2] === ctimeNs &&
      this.#integers[at + 3] === ino
    );
  }

  /** Writes the stamp of a file into the bytes of the index. */
  setStamp(file: number, stamp: ReturnType<Segment["stampOf"]>): void {
    const at = this.#checked(file) * stampWords;
    this.#doubles[at] = stamp.size;
    this.#integers.set(
      [stamp.mtimeNs, stamp.ctimeNs, stamp.ino].map((part) => BigInt.asIntN(64, part)),
      at + 1,
    );
    this.#doubles[at + trustWord] = stamp.trustedFrom;
  }

  contentOf(file: number): string {
    return this.#digestOf(file, 0);
  }

  contextOf(file: number): string {
    return this.#digestOf(file, 1);
  }

  macrosOf(file: number): string {
    return this.#digestOf(file, 2);
  }

  copyOf(file: number): string {
    return this.#digestOf(file, 3);
  }

  /** Bits of Known. */
  knownOf(file: number): number {
    return this.#columns.known.at(file);
  }

  hasErrors(file: number): boolean {
    return this.#columns.hasErrors.at(file) !== 0;
  }

  importsOf(file: number): number {
    return this.#columns.imports.at(file);
  }

  languageOf(file: number): string {
    return this.#labelOf(this.#columns.language.at(file));
  }

  /** The reason for which a file is skipped; "" for none. */
  skippedOf(file: number): string {
    return this.#labelOf(this.#columns.skipped.at(file));
  }

  warningsOf(file: number): readonly string[] {
    const json = this.#notes.at(this.#checked(file) * 2 + 1);
    if (json === "") return [];
    const warnings = parsed(json);
    if (!Array.isArray(warnings) || !warnings.every((warning) => typeof warning === "string")) {
      throw new DamagedSegmentError("warnings are not texts");
    }
    return warnings;
  }

  definesCountOf(file: number): number {
    return this.#columns.definesCount.at(file);
  }

  definesJsonOf(file: number): string {
    return this.#notes.at(this.#checked(file) * 2);
  }

  /** The definitions of a file: the first, and the one after the last. */
  definitionsOf(file: number): Span {
    const start = this.#firstDefinitions[this.#checked(file)] ?? 0;
    const end = this.#firstDefinitions[file + 1] ?? 0;
    if (start > end || end > this.definitions) throw new DamagedSegmentError("definitions do not lie inside");
    return { start, end };
  }

  /** The declarations of a file: the first, and the one after the last. */
  declarationsOf(file: number): Span {
    const start = this.#firstDeclarations[this.#checked(file)] ?? 0;
    const end = this.#firstDeclarations[file + 1] ?? 0;
    if (start > end || end > this.declarationColumns.length) {
      throw new DamagedSegmentError("declarations do not lie inside");
    }
    return { start, end };
  }

  nameOf(definition: number): string {
    return this.wordOf(this.nameWordOf(definition));
  }

  /** The id of the word that is the name. */
  nameWordOf(definition: number): number {
    return this.#columns.name.at(definition);
  }

  /** "" for none. */
  qualifierOf(definition: number): string {
    return this.wordOf(this.qualifierWordOf(definition));
  }

  /** The id of the word that is the qualifier. */
  qualifierWordOf(definition: number): number {
    return this.#columns.qualifier.at(definition);
  }

  kindOf(definition: number): string {
    return this.#labelOf(this.#columns.kind.at(definition));
  }

  /** Bits of DefinitionFlag. */
  flagsOf(definition: number): number {
    return this.#columns.flags.at(definition);
  }

  lineOf(definition: number): number {
    return this.#columns.line.at(definition);
  }

  columnOf(definition: number): number {
    return this.#columns.column.at(definition);
  }

  endLineOf(definition: number): number {
    return this.lineOf(definition) + this.#columns.lines.at(definition);
  }

  /** The definition that contains another one, numbered as that is; -1 for none. */
  parentOf(definition: number): number {
    const code = this.#columns.parent.at(definition);
    if (code === 0) return -1;
    const parent = code % 2 === 0 ? definition - code / 2 : definition + (code - 1) / 2;
    if (parent < 0 || parent >= this.definitions) throw new DamagedSegmentError("a parent does not lie inside");
    return parent;
  }

  /** The ranges of the signature and the doc in the texts; undefined for none. */
  textsOf(definition: number): { readonly signature: Span | undefined; readonly doc: Span | undefined } {
    const { signature, doc } = this.#columns;
    const block = Math.floor(definition / textBlock);
    let start = this.#textStarts[block] ?? 0;
    for (let before = block * textBlock; before < definition; before++) {
      start += Math.max(0, signature.at(before) - 1) + Math.max(0, doc.at(before) - 1);
    }
    const [signatureBytes, docBytes] = [signature.at(definition) - 1, doc.at(definition) - 1];
    const middle = start + Math.max(0, signatureBytes);
    const end = middle + Math.max(0, docBytes);
    if (end > this.textBytes) throw new DamagedSegmentError("a text does not lie inside");
    return {
      signature: signatureBytes < 0 ? undefined : { start, end: middle },
      doc: docBytes < 0 ? undefined : { start: middle, end },
    };
  }

  /** The number of words of files, names and labels. */
  get words(): number {
    return this.#words.length;
  }

  /** The id of a word; -1 for none. */
  wordId(word: string): number {
    return this.#words.idOf(word);
  }

  wordOf(word: number): string {
    return this.#words.wordOf(word);
  }

  /** The files whose text has a word, ascending. */
  filesWith(word: number): Uint32Array {
    return this.#words.filesOf(word);
  }

  /** Ids of the words that contain a text, ascending. */
  wordsContaining(part: string): Uint32Array {
    return this.#words.idsContaining(part);
  }

  /** Visits all words with their files. The letters and the files are valid during the call. */
  forEachWord(visit: (word: number, letters: Uint8Array, files: Uint32Array) => void): void {
    this.#words.forEachPosting(visit);
  }

  /** Reads all words, as WordIndex.check does. @throws DamagedSegmentError */
  checkWords(): void {
    this.#words.check();
  }

  /** Visits the letters of all words in their order: see LetterReader. */
  forEachLetters(visit: LetterReader<void>): void {
    this.#words.forEachLetters(visit);
  }

  /**
   * Visits the words whose letters pass a test, with their files.
   *
   * @param test gets letters that are valid during its call
   */
  forEachPassing(test: LetterReader<boolean>, visit: (word: string, files: Uint32Array) => void): void {
    this.#words.forEachPassing(test, visit);
  }

  /** The facts of a file without its definitions, declarations and words. */
  fileOf(file: number): Omit<FileFacts, "definitions" | "declarations" | "words"> {
    const { trustedFrom: _, ...stamp } = this.stampOf(file);
    return {
      path: this.pathOf(file),
      language: this.languageOf(file),
      known: this.knownOf(file),
      ...stamp,
      content: this.contentOf(file),
      context: this.contextOf(file),
      macros: this.macrosOf(file),
      copy: this.copyOf(file),
      hasErrors: this.hasErrors(file),
      imports: this.importsOf(file),
      definesCount: this.definesCountOf(file),
      definesJson: this.definesJsonOf(file),
      skipped: this.skippedOf(file),
      warnings: this.warningsOf(file),
    };
  }

  #digestOf(file: number, index: number): string {
    const at = (this.#checked(file) * digestsOfFile + index) * digestLength;
    return this.#digests.toString("latin1", at, at + digestLength);
  }

  #labelOf(label: number): string {
    const known = this.#labels[label];
    if (known !== undefined) return known;
    const word = this.#labelWords[label];
    if (word === undefined) throw new DamagedSegmentError(`there is no label ${label}`);
    const text = this.wordOf(word);
    this.#labels[label] = text;
    return text;
  }

  #checked(file: number): number {
    if (!Number.isInteger(file) || file < 0 || file >= this.files) throw new RangeError(`there is no file ${file}`);
    return file;
  }
}

type Index = Counts & { readonly section: (name: SectionName) => Uint8Array };

/** The columns of numbers. */
type Columns = Readonly<Record<FileColumn | DefinitionColumn, NumberColumn>>;
type FileColumn = "known" | "hasErrors" | "imports" | "definesCount" | "language" | "skipped";
type DefinitionColumn =
  | "name"
  | "qualifier"
  | "kind"
  | "flags"
  | "line"
  | "column"
  | "lines"
  | "parent"
  | "signature"
  | "doc";

function columnsOf({ files, definitions, section }: Index): Columns {
  const ofFiles = (name: FileColumn) => new NumberColumn(name, section(name), files);
  const ofDefinitions = (name: DefinitionColumn) => new NumberColumn(name, section(name), definitions);
  return {
    known: ofFiles("known"),
    hasErrors: ofFiles("hasErrors"),
    imports: ofFiles("imports"),
    definesCount: ofFiles("definesCount"),
    language: ofFiles("language"),
    skipped: ofFiles("skipped"),
    name: ofDefinitions("name"),
    qualifier: ofDefinitions("qualifier"),
    kind: ofDefinitions("kind"),
    flags: ofDefinitions("flags"),
    line: ofDefinitions("line"),
    column: ofDefinitions("column"),
    lines: ofDefinitions("lines"),
    parent: ofDefinitions("parent"),
    signature: ofDefinitions("signature"),
    doc: ofDefinitions("doc"),
  };
}

/** Returns a copy of the stamps of a segment that no file is known by. */
export function withoutTrust(stamps: Uint8Array): Float64Array {
  const doubles = new Float64Array(stamps.slice().buffer);
  for (let at = trustWord; at < doubles.length; at += stampWords) doubles[at] = Number.POSITIVE_INFINITY;
  return doubles;
}

/** The signature or the doc of a definition: `span` is what textsOf says, in the texts of the same segment. */
export function textAt(texts: Uint8Array, span: Span | undefined): string | undefined {
  if (span === undefined) return undefined;
  const bytes = bytesAt(texts, span);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

/** @throws DamagedSegmentError where they do not lie inside */
export function bytesAt(texts: Uint8Array, { start, end }: Span): Uint8Array {
  if (end > texts.length) throw new DamagedSegmentError("a text does not lie inside");
  return texts.subarray(start, end);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new DamagedSegmentError("warnings are not JSON");
  }
}

/** The index of the first number that is not below another one, in ascending ones. */
function firstNotBelow(numbers: Uint32Array, number: number): number {
  return countWhile(numbers.length, (index) => (numbers[index] ?? 0) < number);
}

/** Texts in UTF-8, one after the other. */
class Strings {
  readonly #name: string;
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;

  constructor(name: string, bytes: Uint8Array, starts: Uint32Array) {
    this.#name = name;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#starts = starts;
  }

  at(index: number): string {
    const { start, end } = this.#spanOf(index);
    return this.#bytes.toString("utf8", start, end);
  }

  equals(index: number, bytes: Uint8Array): boolean {
    const { start, end } = this.#spanOf(index);
    return end - start === bytes.length && this.#bytes.compare(bytes, 0, bytes.length, start, end) === 0;
  }

  #spanOf(index: number): Span {
    const start = this.#starts[index];
    const end = this.#starts[index + 1];
    if (start === undefined || end === undefined) throw new RangeError(`${this.#name} has no text ${index}`);
    if (start > end || end > this.#bytes.length) throw new DamagedSegmentError(`${this.#name} do not lie inside`);
    return { start, end };
  }
}
