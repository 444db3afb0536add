/**
 * The facts that other machines or processes have found about a folder. Input: cache folders of shards, and artifacts; output: their
 * segments, which are loaded one after the other, and the shards that they are of.
 */
import { dirname, resolve, sep } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { packageVersion } from "../base/package.ts";
import { isInside, withSeparator } from "../base/real-path.ts";
import { exists, statsAt } from "../base/stats.ts";
import { type Artifact, type ArtifactTrust, readArtifact } from "../cache/artifact-file.ts";
import { readShard } from "../cache/shard-folder.ts";
import type { MarkedShard } from "../cache/shard-marks.ts";
import type { CodeBaseOptions } from "../code-base/code.ts";
import type { StoredFacts } from "../code-base/fact-cache.ts";
import { type ForeignSegment, LoadedSegment } from "../code-base/fact-store.ts";
import { type Moved, movedPath } from "../code-base/moved-path.ts";
import { checkedPortable } from "../facts/checked-portable.ts";
import { Known } from "../facts/file-facts.ts";
import { placedIndex } from "../facts/portable.ts";

/** The facts in a cache folder or in an artifact. */
export type ForeignFacts = {
  /** Its path as the command line has it. */
  readonly written: string;
  /** The oldest first. */
  readonly segments: readonly (ForeignSegment & { readonly name: string | undefined })[];
  /** The shards that it has as a whole. */
  readonly done: readonly MarkedShard[];
};

/** The folder that facts are taken for, its cache, and the trust in artifacts. */
export type ForeignOptions = {
  /** Absolute. */
  readonly folder: string;
  readonly stored: StoredFacts;
  readonly options: CodeBaseOptions;
  readonly trust: ArtifactTrust;
};

/**
 * Opens the facts at a path: an artifact if it is a file, else a cache folder.
 *
 * @throws UserError when they do not fit
 */
export function foreignFactsAt(written: string, context: ForeignOptions): ForeignFacts {
  const path = resolve(context.options.cwd, written);
  return statsAt(path)?.isFile() === true ? artifactFacts(written, context) : shardFacts(path, written, context);
}

/** @throws UserError when the artifact is not used */
export function artifactFacts(
  written: string,
  { folder, stored, options, trust }: ForeignOptions,
): ForeignFacts & Pick<Artifact, "files"> {
  const { version, settings } = stored.kind;
  const kind = { version, settings, madeBy: madeBy(options.host.nodeVersion) };
  const { files, shard, segments } = readArtifact(resolve(options.cwd, written), written, kind, trust);
  const { maxFileBytes } = options.settings;
  const bounds = { languages: new Set(options.languages.map(({ name }) => name)), maxFileBytes, separator: sep };
  const load = (bytes: Uint8Array, stated: number) => {
    try {
      const { files: found } = checkedPortable(bytes, bounds);
      if (found !== stated) throw new Error(`a part of it has ${found} files, and its head says ${stated}`);
      const index = new Uint8Array(placedIndex(bytes, withSeparator(resolve(folder)), sep));
      return LoadedSegment.copied({ index, texts: new Uint8Array() });
    } catch (error) {
      throw new UserError(`${written} cannot be imported: ${messageOf(error)}`);
    }
  };
  return {
    written,
    files,
    done: [shard ?? { index: 1, count: 1 }],
    segments: segments.map((segment) => ({
      name: undefined,
      load: () => load(segment.load(), segment.files),
      moved: undefined,
    })),
  };
}

/** The program and the runtime that make facts, for people. */
export function madeBy(nodeVersion: string): string {
  return `codegrove ${packageVersion()} on Node ${nodeVersion}`;
}

function shardFacts(path: string, written: string, { folder, stored }: ForeignOptions): ForeignFacts {
  const { kind, owner, folder: cacheFolder } = stored;
  if (path === cacheFolder) throw new UserError(`${written} is the cache that the shards are merged into`);
  const { root, segments, done } = readShard(path, written, kind, owner);
  const loaders = segments.map(({ name, load }) => ({
    name,
    load: () => {
      const { index, texts } = load();
      try {
        return LoadedSegment.stored(index, name, () => texts);
      } catch (error) {
        throw new UserError(`${written} cannot be merged: ${messageOf(error)}`);
      }
    },
  }));
  const moved = root === kind.root ? undefined : movedTo(folder, root, loaders);
  if (root !== kind.root && moved === undefined) {
    throw new UserError(`${written} cannot be merged: it has facts of ${root}, whose files are not in ${folder}`);
  }
  return { written, done, segments: loaders.map((loader) => ({ ...loader, moved })) };
}

/** Files of a shard that are looked for where its code base may be now. */
const sampledFiles = 50;

/**
 * Finds out which folder of a code base that lies elsewhere a folder is: the one below which most of some files have the
 * same relative paths. The content of each file is compared afterwards.
 *
 * @returns undefined where no file is there
 */
function movedTo(folder: string, root: string, segments: readonly Pick<ForeignSegment, "load">[]): Moved | undefined {
  const sample = sampleOf(segments.flatMap(({ load }) => sampleOf(pathsIn(load()))));
  const to = withSeparator(resolve(folder));
  if (sample.length === 0) return { from: withSeparator(root), to };
  let best: { readonly moved: Moved; readonly found: number } | undefined;
  for (let above = dirname(sample[0] ?? root); isInside(above, [root]); above = dirname(above)) {
    const moved = { from: withSeparator(above), to };
    const found = sample.filter((path) => exists(movedPath(path, moved) ?? "")).length;
    if (found > (best?.found ?? 0)) best = { moved, found };
    if (above === dirname(above)) break;
  }
  return best?.moved;
}

/** The paths of the files of a segment whose declarations are known. */
function pathsIn({ segment }: LoadedSegment): readonly string[] {
  const files = Array.from({ length: segment.files }, (_, file) => file);
  return files.flatMap((file) => ((segment.knownOf(file) & Known.declarations) === 0 ? [] : segment.pathOf(file)));
}

function sampleOf(paths: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(paths.length / sampledFiles));
  return paths.filter((_, index) => index % step === 0);
}
