/**
 * The marks of finished shards in the cache of a code base: signed files without a body, one a shard. Input: a shard that is begun or
 * done; output: the shards that are done. Without its mark, the facts of a shard may be a part of them: its process was ended.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { maxShards } from "../base/limits.ts";
import { namesIfThere } from "../base/list-folder.ts";
import type { Owner } from "./key.ts";
import { checkOwnFolder, removeFile } from "./own-files.ts";
import { replaceFile } from "./replace-file.ts";
import type { SegmentKind } from "./segment-folder.ts";
import { readSigned, signedBytes } from "./signed-file.ts";

const magic = "codegrove shard1";

const maxMarkBytes = 1_048_576;

const nameOfMark = /^[0-9a-f]{16}\.shard$/;

/** A share of the files, counted from 1; 1 of 1 for all. */
export const MarkedShard = z.object({ index: z.int().min(1).max(maxShards), count: z.int().min(1).max(maxShards) });

export type MarkedShard = Readonly<z.infer<typeof MarkedShard>>;

const ShardMark = z.object({
  version: z.string(),
  root: z.string(),
  settings: z.string(),
  shard: MarkedShard,
});

/** The marks of finished shards in the cache of a code base. */
export class ShardMarks {
  readonly #folder: string;
  readonly #kind: SegmentKind;
  readonly #owner: Owner;

  /** @param folder the folder of the code base: see codeBaseFolder */
  constructor(folder: string, kind: SegmentKind, owner: Owner) {
    this.#folder = folder;
    this.#kind = kind;
    this.#owner = owner;
  }

  /** The shards that are done, of this version, root and settings. */
  list(): readonly MarkedShard[] {
    const names = namesIfThere(this.#folder).filter((name) => nameOfMark.test(name));
    return names.flatMap((name) => {
      const mark = this.#markAt(join(this.#folder, name));
      const isOurs = mark !== undefined && kindKeys.every((key) => mark[key] === this.#kind[key]);
      return isOurs ? [mark.shard] : [];
    });
  }

  /** Removes the mark of a shard, before its files are read. @throws what the system says */
  begin(shard: MarkedShard): void {
    checkOwnFolder(this.#folder, this.#owner.uid);
    removeFile(this.#pathOf(shard));
  }

  /** @throws what the system says */
  done(shard: MarkedShard): void {
    const bytes = signedBytes(magic, { ...this.#kind, shard }, [0, 0], [], this.#owner.key);
    replaceFile(this.#pathOf(shard), this.#owner.uid, bytes);
  }

  #markAt(path: string): z.infer<typeof ShardMark> | undefined {
    try {
      return ShardMark.safeParse(readSigned(path, magic, this.#owner, maxMarkBytes)?.head).data;
    } catch {
      return undefined;
    }
  }

  #pathOf({ index, count }: MarkedShard): string {
    const { version: _, ...kind } = this.#kind;
    const hash = createHash("sha256")
      .update(JSON.stringify([kind, index, count]))
      .digest("hex");
    return join(this.#folder, `${hash.slice(0, 16)}.shard`);
  }
}

const kindKeys = ["version", "root", "settings"] as const;
