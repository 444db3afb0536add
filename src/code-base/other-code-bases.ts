import { codeBaseFoldersIn } from "../cache/cache-folder.ts";
import type { Owner } from "../cache/key.ts";
import { SegmentFolder, type SegmentKind, segmentHeadsIn } from "../cache/segment-folder.ts";
import { LoadedSegment } from "./fact-store.ts";
import type { FactSource } from "./take-facts.ts";

/**
 * Lists the facts of the other code bases in the cache that were found by the same version with the same settings.
 *
 * @param cacheFolder absolute
 * @param kind of the code base that facts are for
 */
export function otherCodeBases(cacheFolder: string, kind: SegmentKind, owner: Owner): readonly FactSource[] {
  return codeBaseFoldersIn(cacheFolder).flatMap((path) => {
    const heads = segmentHeadsIn(path, owner.uid);
    const fits = heads.find(({ version, settings, root }) => {
      return version === kind.version && settings === kind.settings && root !== kind.root;
    });
    if (fits === undefined) return [];
    const folder = new SegmentFolder(path, { ...kind, root: fits.root }, owner);
    const signed = folder.list().flatMap(({ name }) => {
      const signs = folder.loadContents(name);
      return signs === undefined ? [] : [{ name, signs }];
    });
    const segments = () => signed.flatMap(({ name }) => loadedIn(folder, name) ?? []);
    return [{ signs: signed.map(({ signs }) => signs), segments }];
  });
}

/** Loads a segment with its texts; undefined if one of them is gone. */
function loadedIn(folder: SegmentFolder, name: string): LoadedSegment | undefined {
  const [index, texts] = [folder.load(name), folder.loadTexts(name)];
  if (index === undefined || texts === undefined) return undefined;
  try {
    return LoadedSegment.stored(index, name, () => texts);
  } catch {
    return undefined;
  }
}
