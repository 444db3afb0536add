import type { Segment } from "./segment.ts";
import { type BuiltSegment, SegmentBuilder } from "./segment-builder.ts";
import { Vocabulary } from "./words.ts";

/** A segment, and its files to keep. */
export type CompactedPart = {
  readonly segment: Segment;
  readonly texts: Uint8Array;
  /** A number a file: 0 for one that is left out. */
  readonly alive: Uint8Array;
  /** The new paths of its files, so that their stamps are not trusted; undefined if they have not moved. */
  readonly paths?: readonly string[] | undefined;
};

/**
 * Makes one segment of what is alive in several, in their order. The trust in stamps is kept, except files that have
 * moved: a stamp is one of a disk. It takes about a second for a million lines of code.
 */
export function compactSegments(parts: readonly CompactedPart[]): BuiltSegment {
  const vocabulary = new Vocabulary();
  const builder = new SegmentBuilder(vocabulary);
  for (const { segment, texts, alive, paths } of parts) {
    if (alive.length !== segment.files) throw new RangeError(`${alive.length} flags for ${segment.files} files`);
    const { idOf, wordsOf } = wordsByFile(segment, vocabulary);
    for (let file = 0; file < segment.files; file++) {
      if (alive[file] === 0) continue;
      const path = paths?.[file];
      builder.addFrom(segment, file, texts, idOf, wordsOf(file), path === undefined ? undefined : { path });
    }
  }
  return builder.finish();
}

/** The words of a segment in another vocabulary. */
export type WordsByFile = {
  /** By word of the segment, its id in the vocabulary. */
  readonly idOf: Uint32Array;
  /** The words of a file, as ids of the vocabulary. */
  readonly wordsOf: (file: number) => Uint32Array;
};

/** Turns round which files have a word. */
export function wordsByFile(segment: Segment, vocabulary: Vocabulary): WordsByFile {
  const idOf = new Uint32Array(segment.words);
  const starts = new Uint32Array(segment.files + 1);
  segment.forEachWord((word, letters, files) => {
    idOf[word] = vocabulary.idOfBytes(letters, 0, letters.length);
    for (const file of files) starts[file + 1] = (starts[file + 1] ?? 0) + 1;
  });
  for (let file = 1; file <= segment.files; file++) starts[file] = (starts[file] ?? 0) + (starts[file - 1] ?? 0);
  const ends = starts.slice();
  const ids = new Uint32Array(starts[segment.files] ?? 0);
  segment.forEachWord((word, _, files) => {
    for (const file of files) {
      const at = ends[file] ?? 0;
      ids[at] = idOf[word] ?? 0;
      ends[file] = at + 1;
    }
  });
  return { idOf, wordsOf: (file) => ids.subarray(starts[file], ends[file]) };
}
