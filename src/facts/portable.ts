/**
 * Segments that are the same on every machine (canonical form), for an artifact. Input: current facts of the files of a folder, in
 * segments of any order; output: segments in the order of the paths, with paths below the folder, and such a segment for a folder.
 *
 * A portable segment has only the facts from which tools over the index answer: declarations and words. Macros that files define are
 * left out: they decide how other files are read, so they are read from the code itself. Of stamps only the size is left.
 */
import { compareText } from "../base/compare-text.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { recordFrom } from "../base/record.ts";
import { type WordsByFile, wordsByFile } from "./compact.ts";
import { Known } from "./file-facts.ts";
import { readIndex, sectionNames, u32In, writeIndex } from "./layout.ts";
import { hashedPaths } from "./path-sections.ts";
import type { Segment } from "./segment.ts";
import { type ChangedFacts, SegmentBuilder } from "./segment-builder.ts";
import { randomMultiplier, Vocabulary } from "./words.ts";

/** The bits of Known that a portable segment may have. */
export const portableKnown = Known.declarations | Known.words;

/**
 * Bytes of the files of a portable segment: about a million lines. One is made in a second, and a worker that takes half a minute on a
 * busy machine is stopped. A smaller code base is one segment, which an import takes as it is.
 */
const maxSourceBytes = 33_554_432;

/** The multiplier of hashes in portable segments: nothing is looked up before they have a folder. */
const portableMultiplier = 5;

/** A file of a segment. */
export type PortableFile = {
  readonly file: number;
  /** Its path below the folder, with `/` between its parts. */
  readonly name: string;
  /** Digest of all macros that it is read with. */
  readonly context: string;
};

/** The files of a segment that portable segments are to have. */
export type PortablePart = { readonly segment: Segment; readonly files: readonly PortableFile[] };

const noStamp = { mtimeNs: 0n, ctimeNs: 0n, ino: 0n, definesCount: 0, definesJson: "" } as const;

/**
 * Divides files among portable segments of equal size, in the order of their names: an import takes them as they are, and a small one
 * next to a large one would soon be merged with it. Each name must be there once.
 */
export function portableGroups(parts: readonly PortablePart[]): readonly (readonly PortablePart[])[] {
  const files = inOrder(parts);
  const sizeOf = ({ segment, file }: (typeof files)[number]) => segment.stampOf(file).size;
  const total = Math.max(
    1,
    files.reduce((sum, file) => sum + sizeOf(file), 0),
  );
  const count = Math.ceil(total / maxSourceBytes);
  const groups = new Map<number, Map<Segment, PortableFile[]>>();
  let before = 0;
  for (const one of files) {
    const { segment, ...file } = one;
    // Empty files may come after all bytes.
    const group = getOrInsert(groups, Math.min(Math.floor((before * count) / total), count - 1), () => new Map());
    getOrInsert(group, segment, () => []).push(file);
    before += sizeOf(one);
  }
  return Array.from(groups.values(), (group) => Array.from(group, ([segment, some]) => ({ segment, files: some })));
}

/** Makes the portable segment of a group. */
export function portableSegment(parts: readonly PortablePart[]): ArrayBuffer {
  const vocabulary = new Vocabulary();
  const builder = new SegmentBuilder(vocabulary, portableMultiplier);
  const words = new Map<Segment, WordsByFile>();
  for (const { segment, file, name, context } of inOrder(parts)) {
    const { idOf, wordsOf } = getOrInsert(words, segment, () => wordsByFile(segment, vocabulary));
    const known = segment.knownOf(file) & portableKnown;
    const changes: ChangedFacts = { ...noStamp, path: name, context, known };
    builder.addFrom(segment, file, noTexts, idOf, wordsOf(file), changes);
  }
  return builder.finish().index;
}

function inOrder(parts: readonly PortablePart[]) {
  const files = parts.flatMap(({ segment, files: some }) => some.map((one) => ({ segment, ...one })));
  return files.sort((a, b) => compareText(a.name, b.name));
}

const noTexts = new Uint8Array();

/**
 * Returns the index of a portable segment for the folder that its files are in now.
 *
 * @param index of a segment that was checked: see checked-portable.ts
 * @param folder with a separator at its end
 * @param separator of paths
 * @throws DamagedSegmentError
 */
export function placedIndex(index: Uint8Array, folder: string, separator: string): ArrayBuffer {
  const { section, ...counts } = readIndex(index);
  // Names of files are a stranger's, so that their hashes are not to be known before.
  const multiplier = randomMultiplier();
  const paths = separated(section("paths"), separator);
  const starts = u32In(section("pathStarts"), "pathStarts", counts.files + 1);
  const pathStart = Buffer.concat([Buffer.from(folder), separated(section("pathStart"), separator)]);
  const sections = recordFrom(sectionNames.map((name) => [name, section(name)] as const));
  return writeIndex(
    { ...counts, multiplier },
    { ...sections, pathStart, paths, ...hashedPaths(paths, starts, multiplier) },
  );
}

/** Returns paths with another separator of one byte. */
function separated(paths: Uint8Array, separator: string): Uint8Array {
  const [slash = 0, own = 0] = Buffer.from(`/${separator}`);
  return slash === own ? paths : paths.map((byte) => (byte === slash ? own : byte));
}
