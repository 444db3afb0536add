/**
 * The cache folder of a shard: one of several machines or processes that have indexed a code base (`codegrove index
 * --shard`). Input: that folder; output: its segments of facts for merging, or the reason why they do not fit.
 */
import { join } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { listFolder } from "../base/list-folder.ts";
import { entryAt } from "../base/stats.ts";
import type { Owner } from "./key.ts";
import { checkOwnFolder } from "./own-files.ts";
import { SegmentFolder, type SegmentHead, type SegmentKind, segmentHeadsIn } from "./segment-folder.ts";
import { differentSettings } from "./settings-names.ts";
import { type MarkedShard, ShardMarks } from "./shard-marks.ts";

/** A segment of a shard. */
type ShardSegment = {
  /** A name that only copies of it have, too. */
  readonly name: string;
  /** @throws UserError when it cannot be loaded */
  readonly load: () => { readonly index: Uint8Array; readonly texts: Uint8Array };
};

/** The facts in the cache folder of a shard. */
export type ShardFacts = {
  /** The folder of the code base where the shard was read: it may lie elsewhere here. */
  readonly root: string;
  /** The oldest first. */
  readonly segments: readonly ShardSegment[];
  /** The shards whose facts it has as a whole. */
  readonly done: readonly MarkedShard[];
};

/**
 * Reads the facts in a cache folder that was filled elsewhere, or by another process.
 *
 * @param folder absolute
 * @param written the folder as the command line has it, for messages
 * @param kind what its segments must have in common with; of another root they are taken where there is only one
 * @throws UserError that says what does not fit
 */
export function readShard(folder: string, written: string, kind: SegmentKind, owner: Owner): ShardFacts {
  const attempt = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      throw new UserError(`${written} cannot be merged: ${messageOf(error)}`);
    }
  };
  const { segments, ...shard } = attempt(() => shardIn(folder, kind, owner));
  return { ...shard, segments: segments.map(({ name, load }) => ({ name, load: () => attempt(load) })) };
}

/** @throws Error that says what does not fit */
function shardIn(folder: string, kind: SegmentKind, owner: Owner): ShardFacts {
  checkShardFolder(folder, owner);
  const codeBases = listFolder(folder, [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .map((path) => ({ path, heads: segmentHeadsIn(path, owner.uid) }))
    .filter(({ heads }) => heads.length > 0);
  if (codeBases.length === 0) {
    throw new Error("it has no facts; fill it with codegrove index DIR --shard I/N --cache-dir FOLDER");
  }
  const ofVersion = codeBases.filter(({ heads }) => heads.some(({ version }) => version === kind.version));
  const usable = ofVersion.length > 0 ? ofVersion : codeBases;
  const [first, ...others] = usable;
  const own = usable.find(({ heads }) => heads.some(({ root }) => root === kind.root));
  const chosen = own ?? (others.length === 0 ? first : undefined);
  if (chosen === undefined) {
    const roots = [...new Set(usable.flatMap(({ heads }) => heads.map(({ root }) => root)))].sort();
    throw new Error(`it has facts of ${roots.join(", ")}, but not of ${kind.root}`);
  }
  checkShardFolder(chosen.path, owner);
  const root = own === undefined ? (chosen.heads[0]?.root ?? "") : kind.root;
  const ofRoot = chosen.heads.filter((head) => head.root === root);
  const misfit = misfitOf(ofRoot, kind);
  if (misfit !== undefined) throw new Error(misfit);
  const segments = new SegmentFolder(chosen.path, { ...kind, root }, owner);
  return {
    root,
    done: new ShardMarks(chosen.path, { ...kind, root }, owner).list(),
    segments: segments.list().map(({ name }) => ({
      name,
      load: () => {
        const [index, texts] = [segments.load(name), segments.loadTexts(name)];
        if (index === undefined || texts === undefined) throw new Error(segments.problemOf(name));
        return { index, texts };
      },
    })),
  };
}

/** @throws Error if the folder is not private to the user */
function checkShardFolder(folder: string, { uid }: Owner): void {
  const stats = entryAt(folder);
  if (stats === undefined) throw new Error("there is no such file or folder");
  if (stats.isSymbolicLink()) throw new Error("it is a symbolic link; name the folder that it leads to");
  checkOwnFolder(folder, uid);
}

/** Says why segments are not of a kind; undefined if they are, apart from segments with other settings. */
function misfitOf(heads: readonly SegmentHead[], kind: SegmentKind): string | undefined {
  const ofSettings = heads.filter(({ settings }) => settings === kind.settings);
  const known = ofSettings.length > 0 ? ofSettings : heads;
  if (known.some(({ version }) => version !== kind.version)) {
    return "another version of codegrove, of Node, of a grammar or of a query has filled it";
  }
  if (ofSettings.length > 0) return undefined;
  const names = differentSettings(known[0]?.settings ?? "{}", kind.settings);
  return `it was filled with other settings: ${names.join(", ")}`;
}
