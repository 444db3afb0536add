import { createHash } from "node:crypto";

/** One of `count` shares of the files, counted from 1. */
export type Shard = { readonly index: number; readonly count: number };

/**
 * True if a file belongs to a shard, by the hash of its path as in answers, without a leading `./`, so that the shards
 * of one command are the same on every machine.
 */
export function isOfShard(name: string, { index, count }: Shard): boolean {
  const hash = createHash("sha1").update(name.replace(/^\.\//, "")).digest().readUInt32BE(0);
  return hash % count === index - 1;
}
