/**
 * The layout of the index of a segment: which sections it has, and their order in one buffer. Input: sections of bytes;
 * output: the buffer, and from a buffer the sections again, or an error if it is damaged.
 */
import { DamagedSegmentError } from "./columns.ts";
import { declarationSections } from "./declaration-columns.ts";

/**
 * The parts of an index, each at a multiple of 8 bytes. Numbers have the byte order of the processor, least byte first
 * on all that Node runs on; on another one the magic differs.
 *
 * - u64 magic, u32 version, u32 bytes of the whole, u32 multiplier of hashes, u32 count each of files, definitions,
 *   words
 * - u32 offset and u32 bytes of each section, in this order
 * - the sections
 *
 * Where a section is a column, it has an entry a file, a definition or a word. "Numbers" are what `packNumbers` makes.
 */
export const sectionNames = [
  // Files.
  /** The common start of all paths, in UTF-8. */
  "pathStart",
  /** The rest of each path, one after the other; and as u32 the start of each, and the end of the last one. */
  "paths",
  "pathStarts",
  /** The hash of what follows in each path as u32, ascending, and as u32 the file of each. */
  "pathHashes",
  "pathFiles",
  /** size, mtimeNs, ctimeNs, ino and trustedFrom: a double, three i64 and a double. */
  "stamps",
  /** content, context, macros and copy: 16 bytes each. */
  "digests",
  /** As numbers. */
  "known",
  "hasErrors",
  "imports",
  "definesCount",
  /** Indexes of labels, as numbers. */
  "language",
  "skipped",
  /** The macros that a file defines, as JSON, and its warnings, as JSON or nothing for none; as u32 where each starts. */
  "notes",
  "noteStarts",
  /** The first definition of each file and the count of all, as u32. */
  "firstDefinitions",

  // Definitions, as numbers.
  /** Words. */
  "name",
  "qualifier",
  /** Index of a label. */
  "kind",
  "flags",
  "line",
  "column",
  /** Lines to the last one. */
  "lines",
  /** 0 for none; else 1 + twice the distance to a parent that comes later, or twice the distance to one before. */
  "parent",
  /** Bytes of the text + 1; 0 for none. */
  "signature",
  "doc",
  /** The start of the texts of every 16th definition, as u32, and the bytes of all texts. */
  "textStarts",

  // Declarations: see declaration-columns.ts.
  /** The first declaration of each file and the count of all, as u32. */
  "firstDeclarations",
  ...declarationSections,

  /** The words that are labels, as u32: languages, kinds, reasons. */
  "labels",

  // Words: see word-index.ts.
  "wordBlocks",
  "wordEntries",
  "postings",
] as const;

/** Definitions for one start of texts. */
export const textBlock = 16;

export type SectionName = (typeof sectionNames)[number];

/** The contents of an index outside of its sections. */
export type Counts = {
  readonly multiplier: number;
  readonly files: number;
  readonly definitions: number;
  readonly words: number;
};

const magic = Buffer.from("cgfacts\n", "latin1");
const version = 9;
const headBytes = 32;
const sectionsAt = headBytes + sectionNames.length * 8;

/** The counts of an index, and its sections. */
export type IndexParts = Counts & { readonly section: (name: SectionName) => Uint8Array };

/** @throws RangeError when it has more bytes than u32 counts */
export function writeIndex(counts: Counts, sections: Readonly<Record<SectionName, ArrayBufferView>>): ArrayBuffer {
  return writeSections(counts, (name) => sections[name]);
}

function writeSections(counts: Counts, sectionOf: (name: SectionName) => ArrayBufferView): ArrayBuffer {
  let length = sectionsAt;
  for (const name of sectionNames) length = aligned(length) + sectionOf(name).byteLength;
  if (length > 0xffff_ffff) throw new RangeError(`${length} bytes are too many for a segment`);
  const bytes = new Uint8Array(length);
  bytes.set(magic);
  const head = new Uint32Array(bytes.buffer, 0, sectionsAt / 4);
  head.set([version, length, counts.multiplier, counts.files, counts.definitions, counts.words], magic.length / 4);
  let at = sectionsAt;
  sectionNames.forEach((name, index) => {
    const { buffer, byteOffset, byteLength } = sectionOf(name);
    at = aligned(at);
    head.set([at, byteLength], headBytes / 4 + index * 2);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  });
  return bytes.buffer;
}

/**
 * Views of the sections of an index. Bytes that do not start at a multiple of 8 in their buffer are copied.
 *
 * @throws DamagedSegmentError
 */
export function readIndex(index: Uint8Array): IndexParts {
  const bytes = index.byteOffset % 8 === 0 ? index : index.slice();
  const isOurs = bytes.length >= sectionsAt && magic.equals(bytes.subarray(0, magic.length));
  if (!isOurs) throw new DamagedSegmentError("it has no head");
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, sectionsAt / 4);
  const [has = 0, length = 0, multiplier = 0, files = 0, definitions = 0, words = 0] = head.subarray(magic.length / 4);
  if (has !== version || length !== bytes.length) throw new DamagedSegmentError("it is of another version or length");
  const sections = new Map<SectionName, Uint8Array>();
  let end = sectionsAt;
  sectionNames.forEach((name, index) => {
    const [offset = 0, byteLength = 0] = head.subarray(headBytes / 4 + index * 2);
    // Sections that share bytes would be more in a copy than in the segment.
    if (offset !== aligned(end)) throw new DamagedSegmentError(`${name} is not after the section before it`);
    end = offset + byteLength;
    if (end > bytes.length) throw new DamagedSegmentError(`${name} does not lie inside`);
    sections.set(name, bytes.subarray(offset, end));
  });
  if (end !== bytes.length) throw new DamagedSegmentError("it has bytes after its sections");
  return { multiplier, files, definitions, words, section: (name) => sections.get(name) ?? new Uint8Array() };
}

/**
 * Returns a copy of an index with some sections replaced, which belong to as many files, definitions and words.
 *
 * @throws DamagedSegmentError
 */
export function withSections(
  index: Uint8Array,
  replace: (parts: IndexParts) => Partial<Readonly<Record<SectionName, ArrayBufferView>>>,
): ArrayBuffer {
  const parts = readIndex(index);
  const { section, ...counts } = parts;
  const replaced = replace(parts);
  return writeSections(counts, (name) => replaced[name] ?? section(name));
}

/** @throws DamagedSegmentError when they are not that many numbers */
export function u32In(bytes: Uint8Array, name: SectionName, length: number): Uint32Array {
  if (bytes.length !== length * 4) throw new DamagedSegmentError(`${name} has not ${length} numbers`);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, length);
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8;
}
