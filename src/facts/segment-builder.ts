/**
 * The writer of segments. Input: the facts of files, one by one, or files of other segments (compaction); output: a
 * segment, which is a buffer with the index and one with signatures and docs.
 */
import { GrowingBytes, GrowingNumbers, packNumbers } from "./columns.ts";
import { DeclarationWriter } from "./declaration-columns.ts";
import { digestLength, type FileFacts, Known } from "./file-facts.ts";
import { type Counts, type SectionName, textBlock, writeIndex } from "./layout.ts";
import { pathSections } from "./path-sections.ts";
import { bytesAt, type Segment, type Span } from "./segment.ts";
import type { Vocabulary } from "./words.ts";

/** A segment as it is written: what answers most calls, and the signatures and docs. */
export type BuiltSegment = { readonly index: ArrayBuffer; readonly texts: ArrayBuffer };

/** Facts of a file that replace what a segment says. Its words stay. */
export type ChangedFacts = Partial<Omit<FileFacts, "declarations" | "definitions" | "words">>;

/** Collects the facts of files, as columns, and makes segments of them. */
export class SegmentBuilder {
  readonly #vocabulary: Vocabulary;
  readonly #multiplier: number;
  #columns = new Columns();

  /**
   * @param vocabulary the words of the files; names and labels are added to it
   * @param multiplier of the hashes of paths
   */
  constructor(vocabulary: Vocabulary, multiplier = vocabulary.multiplier) {
    this.#vocabulary = vocabulary;
    this.#multiplier = multiplier;
  }

  get files(): number {
    return this.#columns.known.length;
  }

  /** About as many bytes as the segment will have, texts included. */
  get bytes(): number {
    const { paths, notes, name, declarations, words, texts } = this.#columns;
    return (
      paths.length +
      notes.length +
      texts.length +
      this.files * 120 +
      (name.length + declarations.length) * 16 +
      words.length * 2
    );
  }

  /**
   * Adds a file.
   *
   * @throws RangeError for a number that is not an u32, or words without Known.words; the builder is of no use after
   *   it
   */
  add(file: FileFacts): void {
    const vocabulary = this.#vocabulary;
    const columns = this.#columns;
    columns.addFile(file);
    file.definitions.forEach((definition, index) => {
      columns.startDefinition();
      const { parent, signature, doc } = definition;
      columns.addDefinition({
        name: vocabulary.idOf(definition.name),
        qualifier: vocabulary.idOf(definition.qualifier),
        kind: columns.labelOf(definition.kind),
        flags: definition.flags,
        line: definition.line,
        column: definition.column,
        endLine: definition.endLine,
        parent: parent < 0 ? undefined : parent - index,
        signatureBytes: signature === undefined ? -1 : columns.texts.pushText(signature),
        docBytes: doc === undefined ? -1 : columns.texts.pushText(doc),
      });
    });
    columns.declarations.add(file.declarations, (word) => vocabulary.idOf(word));
    columns.endFile(file.words);
  }

  /**
   * Adds a file of a segment, with the trust in its stamp.
   *
   * @param texts the texts of the segment
   * @param idOf by word of the segment its id in the vocabulary
   * @param words ids of the vocabulary
   * @param changes facts that are other ones now, such as the path of a file that has moved: its stamp is not trusted then
   */
  addFrom(
    segment: Segment,
    file: number,
    texts: Uint8Array,
    idOf: Uint32Array,
    words: Uint32Array,
    changes?: ChangedFacts | undefined,
  ): void {
    const columns = this.#columns;
    const facts = segment.fileOf(file);
    if (changes === undefined) columns.addFile(facts, segment.stampOf(file).trustedFrom);
    else columns.addFile({ ...facts, ...changes });
    const { start, end } = segment.definitionsOf(file);
    for (let definition = start; definition < end; definition++) {
      columns.startDefinition();
      const parent = segment.parentOf(definition);
      const { signature, doc } = segment.textsOf(definition);
      columns.addDefinition({
        name: idOf[segment.nameWordOf(definition)] ?? 0,
        qualifier: idOf[segment.qualifierWordOf(definition)] ?? 0,
        kind: columns.labelOf(segment.kindOf(definition)),
        flags: segment.flagsOf(definition),
        line: segment.lineOf(definition),
        column: segment.columnOf(definition),
        endLine: segment.endLineOf(definition),
        parent: parent < 0 ? undefined : parent - definition,
        signatureBytes: columns.copyText(texts, signature),
        docBytes: columns.copyText(texts, doc),
      });
    }
    const declarations = segment.declarationsOf(file);
    columns.declarations.addFrom(segment.declarationColumns, declarations.start, declarations.end, idOf);
    columns.endFile((facts.known & Known.words) === 0 ? undefined : words);
  }

  /** Makes a segment of the files, and starts anew, the vocabulary as well when it is full. */
  finish(): BuiltSegment {
    const columns = this.#columns;
    const vocabulary = this.#vocabulary;
    columns.textStarts.push(columns.texts.length);
    const labels = Uint32Array.from(columns.labels.keys(), (label) => vocabulary.idOf(label));
    const named = [columns.name.values(), columns.qualifier.values(), ...columns.declarations.words()];
    const list = vocabulary.list([labels, ...named], columns.words.values(), columns.wordStarts.values());
    const { rankOf } = list;
    const counts = { multiplier: this.#multiplier, files: this.files, definitions: columns.name.length };
    const sections = {
      ...columns.sections(counts, rankOf),
      labels: labels.map((id) => rankOf[id] ?? 0),
      ...list.sections,
    };
    const index = writeIndex({ ...counts, words: list.count }, sections);
    const texts = new Uint8Array(columns.texts.values()).buffer;
    this.#columns = new Columns();
    if (vocabulary.isFull) vocabulary.clear();
    return { index, texts };
  }
}

/** A definition with numbers instead of texts. */
type NumberedDefinition = {
  /** Ids of the vocabulary. */
  readonly name: number;
  readonly qualifier: number;
  /** A label. */
  readonly kind: number;
  readonly flags: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The number of definitions up to the parent; undefined for none. */
  readonly parent: number | undefined;
  /** Bytes of the last texts that were added; -1 for none. */
  readonly signatureBytes: number;
  readonly docBytes: number;
};

/** The columns of a segment while it grows; see layout.ts. Words are ids of the vocabulary. */
class Columns {
  readonly paths = new GrowingBytes();
  readonly pathStarts = startingAtZero();
  readonly stamps = new GrowingBytes();
  readonly digests = new GrowingBytes();
  readonly known = new GrowingNumbers();
  readonly hasErrors = new GrowingNumbers();
  readonly imports = new GrowingNumbers();
  readonly definesCount = new GrowingNumbers();
  readonly language = new GrowingNumbers();
  readonly skipped = new GrowingNumbers();
  readonly notes = new GrowingBytes();
  readonly noteStarts = startingAtZero();
  readonly firstDefinitions = startingAtZero();

  readonly name = new GrowingNumbers();
  readonly qualifier = new GrowingNumbers();
  readonly kind = new GrowingNumbers();
  readonly flags = new GrowingNumbers();
  readonly line = new GrowingNumbers();
  readonly column = new GrowingNumbers();
  readonly lines = new GrowingNumbers();
  readonly parent = new GrowingNumbers();
  readonly signature = new GrowingNumbers();
  readonly doc = new GrowingNumbers();
  readonly textStarts = new GrowingNumbers();
  readonly texts = new GrowingBytes();

  readonly declarations = new DeclarationWriter();
  readonly firstDeclarations = startingAtZero();

  readonly labels = new Map<string, number>();
  /** The words of the files, one file after the other. */
  readonly words = new GrowingNumbers();
  readonly wordStarts = startingAtZero();

  addFile(
    file: Omit<FileFacts, "definitions" | "declarations" | "words">,
    trustedFrom = Number.POSITIVE_INFINITY,
  ): void {
    this.paths.pushText(file.path);
    this.pathStarts.push(this.paths.length);
    this.stamps.pushDouble(file.size);
    for (const part of [file.mtimeNs, file.ctimeNs, file.ino]) this.stamps.pushBigInt(part);
    this.stamps.pushDouble(trustedFrom);
    for (const digest of [file.content, file.context, file.macros, file.copy]) {
      if (digest.length !== digestLength)
        throw new RangeError(`a digest of ${file.path} has ${digest.length} characters`);
      this.digests.pushBytes(Buffer.from(digest, "latin1"));
    }
    this.known.push(file.known);
    this.hasErrors.push(file.hasErrors ? 1 : 0);
    this.imports.push(file.imports);
    this.definesCount.push(file.definesCount);
    this.language.push(this.labelOf(file.language));
    this.skipped.push(this.labelOf(file.skipped));
    this.notes.pushText(file.definesJson);
    this.noteStarts.push(this.notes.length);
    if (file.warnings.length > 0) this.notes.pushText(JSON.stringify(file.warnings));
    this.noteStarts.push(this.notes.length);
  }

  /** Comes before the texts of a definition are added. */
  startDefinition(): void {
    if (this.name.length % textBlock === 0) this.textStarts.push(this.texts.length);
  }

  addDefinition(definition: NumberedDefinition): void {
    const { parent } = definition;
    this.name.push(definition.name);
    this.qualifier.push(definition.qualifier);
    this.kind.push(definition.kind);
    this.flags.push(definition.flags);
    this.line.push(definition.line);
    this.column.push(definition.column);
    this.lines.push(definition.endLine - definition.line);
    this.parent.push(parent === undefined ? 0 : parent < 0 ? -parent * 2 : parent * 2 + 1);
    this.signature.push(definition.signatureBytes + 1);
    this.doc.push(definition.docBytes + 1);
  }

  endFile(words: Uint32Array | undefined): void {
    if ((words !== undefined) !== (((this.known.values().at(-1) ?? 0) & Known.words) !== 0)) {
      throw new RangeError(`the words of a file are ${words === undefined ? "missing" : "not wanted"}`);
    }
    this.firstDefinitions.push(this.name.length);
    this.firstDeclarations.push(this.declarations.length);
    if (words !== undefined) this.words.pushAll(words);
    this.wordStarts.push(this.words.length);
  }

  /** Adds a text; -1 for none, else the count of its bytes. */
  copyText(texts: Uint8Array, span: Span | undefined): number {
    if (span === undefined) return -1;
    this.texts.pushBytes(bytesAt(texts, span));
    return span.end - span.start;
  }

  labelOf(label: string): number {
    const known = this.labels.get(label);
    if (known !== undefined) return known;
    this.labels.set(label, this.labels.size);
    return this.labels.size - 1;
  }

  /** The sections without those about words. */
  sections(
    { multiplier }: Pick<Counts, "multiplier">,
    rankOf: Uint32Array,
  ): Record<Exclude<SectionName, "labels" | "wordBlocks" | "wordEntries" | "postings">, ArrayBufferView> {
    const ranks = (ids: GrowingNumbers) => packNumbers(ids.values().map((id) => rankOf[id] ?? 0));
    const packed = (numbers: GrowingNumbers) => packNumbers(numbers.values());
    return {
      ...pathSections(this.paths.values(), this.pathStarts.values(), multiplier),
      stamps: this.stamps.values(),
      digests: this.digests.values(),
      known: packed(this.known),
      hasErrors: packed(this.hasErrors),
      imports: packed(this.imports),
      definesCount: packed(this.definesCount),
      language: packed(this.language),
      skipped: packed(this.skipped),
      notes: this.notes.values(),
      noteStarts: this.noteStarts.values(),
      firstDefinitions: this.firstDefinitions.values(),
      name: ranks(this.name),
      qualifier: ranks(this.qualifier),
      kind: packed(this.kind),
      flags: packed(this.flags),
      line: packed(this.line),
      column: packed(this.column),
      lines: packed(this.lines),
      parent: packed(this.parent),
      signature: packed(this.signature),
      doc: packed(this.doc),
      textStarts: this.textStarts.values(),
      firstDeclarations: this.firstDeclarations.values(),
      ...this.declarations.sections(rankOf),
    };
  }
}

function startingAtZero(): GrowingNumbers {
  const numbers = new GrowingNumbers();
  numbers.push(0);
  return numbers;
}
