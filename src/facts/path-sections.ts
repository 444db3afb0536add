import type { SectionName } from "./layout.ts";
import { hashOf } from "./words.ts";

/** The sections of an index about the paths of its files. */
export type PathSections = Readonly<
  Record<
    Extract<SectionName, "pathFiles" | "pathHashes" | "pathStart" | "pathStarts" | "paths">,
    Uint8Array | Uint32Array
  >
>;

/**
 * Returns the sections about paths.
 *
 * @param whole the paths in UTF-8, one after the other
 * @param wholeStarts the start of each, and the end of the last one
 * @param multiplier of the hashes
 */
export function pathSections(whole: Uint8Array, wholeStarts: Uint32Array, multiplier: number): PathSections {
  const files = wholeStarts.length - 1;
  const common = commonStart(whole, wholeStarts);
  const starts = wholeStarts.map((start, file) => start - file * common);
  const paths = new Uint8Array(whole.length - files * common);
  for (let file = 0; file < files; file++) {
    paths.set(whole.subarray((wholeStarts[file] ?? 0) + common, wholeStarts[file + 1]), starts[file]);
  }
  return { pathStart: whole.slice(0, common), paths, pathStarts: starts, ...hashedPaths(paths, starts, multiplier) };
}

/**
 * The sections by which paths are found.
 *
 * @param paths what follows in each path after the common start
 * @param starts the start of each, and the end of the last one
 */
export function hashedPaths(
  paths: Uint8Array,
  starts: Uint32Array,
  multiplier: number,
): Record<"pathFiles" | "pathHashes", Uint32Array> {
  const files = starts.length - 1;
  const hashes = Uint32Array.from({ length: files }, (_, file) =>
    hashOf(paths, starts[file] ?? 0, starts[file + 1] ?? 0, multiplier),
  );
  const pathFiles = Uint32Array.from({ length: files }, (_, file) => file).sort(
    (one, other) => (hashes[one] ?? 0) - (hashes[other] ?? 0) || one - other,
  );
  return { pathHashes: pathFiles.map((file) => hashes[file] ?? 0), pathFiles };
}

/** The bytes that all texts have in common at their start, whole characters of UTF-8; 0 for no text. */
function commonStart(bytes: Uint8Array, starts: Uint32Array): number {
  let common = starts[1] ?? 0;
  for (let text = 1; text + 1 < starts.length; text++) {
    const start = starts[text] ?? 0;
    common = Math.min(common, (starts[text + 1] ?? 0) - start);
    for (let at = 0; at < common; at++) if (bytes[start + at] !== bytes[at]) common = at;
  }
  while (common > 0 && common < (starts[1] ?? 0) && isWithinCharacter(bytes[common] ?? 0)) common--;
  return common;
}

function isWithinCharacter(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
