/**
 * The snapshot of a code base on disk: its files with their stamps, and which facts were current, so that the next
 * process lists nothing. Input: a snapshot; output: a signed file, and from it the snapshot if it was made for the same
 * question.
 */
import * as z from "zod";
import { maxFactFileBytes } from "../base/limits.ts";
import type { Owner } from "./key.ts";
import { markAsUsed } from "./own-files.ts";
import { replaceFile } from "./replace-file.ts";
import type { SegmentKind } from "./segment-folder.ts";
import { readSigned, readUnverifiedHead, signedBytes } from "./signed-file.ts";

const magic = "codegrove snaps1";

const count = z.int().min(0);

/** The head of a snapshot. The parts of its body follow in the order of the head. */
const SnapshotHead = z.object({
  /** Digest of the code that shapes facts. */
  version: z.string(),
  /** The folder of the code base. */
  root: z.string(),
  /** The settings that facts depend on. */
  settings: z.string(),
  /** The question: the name of the file is only a digest of it. */
  question: z.string(),
  foundAtMs: z.number(),
  files: count,
  skipped: z.record(z.string(), count),
  notSearched: z.record(z.string(), count),
  base: z.string(),
  names: z.array(z.object({ folder: z.string(), name: z.string() })),
  macroDigest: z.string(),
  segments: z.array(z.object({ name: z.string(), bytes: count })),
  lists: z.array(z.object({ kind: z.enum(["files", "entries"]), pathBytes: count, stampBytes: count })),
  /** Bytes of the macros, which come last; null if there are none. */
  macroBytes: count.nullable(),
});

type SnapshotHead = Readonly<z.infer<typeof SnapshotHead>>;

/** The files of a code base as a call has found them, with their stamps, and which facts were current, as it is written. */
export type WrittenSnapshot = Pick<
  SnapshotHead,
  "foundAtMs" | "files" | "skipped" | "notSearched" | "base" | "macroDigest"
> & {
  /** The form of paths: the text that they begin with, and its replacement. */
  readonly names: readonly { readonly folder: string; readonly name: string }[];
  /** Names of segments, each with a number for each of its files: 1 for one of the code base. */
  readonly segments: readonly { readonly name: string; readonly alive: Uint8Array }[];
  /** Paths with the stamps that they had: see stampsOfPaths. */
  readonly lists: readonly {
    readonly kind: "files" | "entries";
    readonly paths: Uint8Array;
    readonly stamps: Uint8Array;
  }[];
  /** CollectedMacros as JSON; undefined when no macros are masked. */
  readonly macros: Uint8Array | undefined;
};

/**
 * A snapshot on disk: a signed file. One that is damaged, or of another user, version, root, settings or question, is
 * ignored.
 */
export class SnapshotFile {
  readonly #path: string;
  readonly #kind: SegmentKind & Pick<SnapshotHead, "question">;
  readonly #owner: Owner;

  constructor(path: string, kind: SegmentKind & Pick<SnapshotHead, "question">, owner: Owner) {
    this.#path = path;
    this.#kind = kind;
    this.#owner = owner;
  }

  load(): WrittenSnapshot | undefined {
    try {
      const file = readSigned(this.#path, magic, this.#owner, maxFactFileBytes);
      const head = SnapshotHead.safeParse(file?.head).data;
      if (file === undefined || head === undefined || !this.#isOurs(head)) return undefined;
      markAsUsed(this.#path);
      return snapshotOf(head, file.body);
    } catch {
      return undefined;
    }
  }

  /** @throws what the system says */
  save({ names, segments, lists, macros, ...code }: WrittenSnapshot): void {
    const head: SnapshotHead = {
      ...this.#kind,
      ...code,
      names: [...names],
      segments: segments.map(({ name, alive }) => ({ name, bytes: alive.length })),
      lists: lists.map(({ kind, paths, stamps }) => ({ kind, pathBytes: paths.length, stampBytes: stamps.length })),
      macroBytes: macros?.length ?? null,
    };
    const body = [
      ...segments.map(({ alive }) => alive),
      ...lists.flatMap(({ paths, stamps }) => [paths, stamps]),
      ...(macros === undefined ? [] : [macros]),
    ];
    const bytes = signedBytes(magic, head, [0, 0], body, this.#owner.key);
    if (bytes.length <= maxFactFileBytes) replaceFile(this.#path, this.#owner.uid, bytes);
  }

  #isOurs(head: SnapshotHead): boolean {
    const { version, root, settings, question } = this.#kind;
    return head.version === version && head.root === root && head.settings === settings && head.question === question;
  }
}

/** The folder of the code base of a snapshot; undefined if it is none. Its signature is not checked. */
export function rootOfSnapshot(path: string, uid: Owner["uid"]): string | undefined {
  try {
    return SnapshotHead.safeParse(readUnverifiedHead(path, magic, uid)).data?.root;
  } catch {
    return undefined;
  }
}

/** @throws RangeError when the body is not as long as the head says */
function snapshotOf(head: SnapshotHead, body: Uint8Array): WrittenSnapshot {
  const { foundAtMs, files, skipped, notSearched, base, names, macroDigest, segments, lists, macroBytes } = head;
  let at = 0;
  /** A copy, which starts at a multiple of 8 in its buffer. */
  const next = (bytes: number): Uint8Array => {
    if (at + bytes > body.length) throw new RangeError("a snapshot is too short");
    at += bytes;
    return new Uint8Array(body.subarray(at - bytes, at));
  };
  return {
    foundAtMs,
    files,
    skipped,
    notSearched,
    base,
    names,
    macroDigest,
    segments: segments.map(({ name, bytes }) => ({ name, alive: next(bytes) })),
    lists: lists.map(({ kind, pathBytes, stampBytes }) => ({
      kind,
      paths: next(pathBytes),
      stamps: next(stampBytes),
    })),
    macros: macroBytes === null ? undefined : next(macroBytes),
  };
}
