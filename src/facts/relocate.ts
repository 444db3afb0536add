import { GrowingBytes, GrowingNumbers } from "./columns.ts";
import { withSections } from "./layout.ts";
import { pathSections } from "./path-sections.ts";
import { Segment, withoutTrust } from "./segment.ts";

/**
 * Returns the index of a segment with other paths, whose stamps are not trusted: they are of the files that had the facts. All else is
 * copied, in a small part of the time that it takes to make one segment of several.
 *
 * @param paths of its files, in their order
 * @throws RangeError for another number of paths, and DamagedSegmentError
 */
export function relocated(index: Uint8Array, paths: readonly string[]): ArrayBuffer {
  const { files } = Segment.open(index);
  if (paths.length !== files) throw new RangeError(`${paths.length} paths for ${files} files`);
  const bytes = new GrowingBytes();
  const starts = new GrowingNumbers();
  starts.push(0);
  for (const path of paths) {
    bytes.pushText(path);
    starts.push(bytes.length);
  }
  return withSections(index, ({ multiplier, section }) => ({
    ...pathSections(bytes.values(), starts.values(), multiplier),
    stamps: withoutTrust(section("stamps")),
  }));
}
