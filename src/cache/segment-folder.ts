/**
 * The segments of one code base on disk, signed files: NAME.facts with the index, NAME.texts with signatures and docs, and
 * NAME.contents, by which other code bases find the facts of contents. Input: the folder of a code base, and segments to write; output: the list of segments, and their bytes.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { maxFactFileBytes } from "../base/limits.ts";
import { namesIfThere } from "../base/list-folder.ts";
import { statsAt } from "../base/stats.ts";
import { Known } from "../facts/file-facts.ts";
import { Segment } from "../facts/segment.ts";
import type { Owner } from "./key.ts";
import { checkOwnFolder, markAsUsed, removeFile } from "./own-files.ts";
import { replaceFile } from "./replace-file.ts";
import { problemOf, readSigned, readUnverifiedHead, signedBytes } from "./signed-file.ts";

/** The files of a segment, each with its magic. */
const parts = ["facts", "texts", "contents"] as const;
type Part = (typeof parts)[number];
const magics: Readonly<Record<Part, string>> = {
  facts: "codegrove segmt1",
  texts: "codegrove texts1",
  contents: "codegrove conts1",
};

const nameOfIndex = /^([0-9a-f]{16})\.facts$/;

/** Bytes of a signed file around its body. */
const maxPrefixBytes = 1_048_576;

/** Heads are not trusted before the signature was checked: a large number in a forged one may not make ours invalid. */
const maxOrder = 2 ** 48;

/** The head of a file of a segment. */
const SegmentHead = z.object({
  /** Digest of the code that shapes facts. */
  version: z.string(),
  /** The folder of the code base. */
  root: z.string(),
  /** The settings that facts depend on. */
  settings: z.string(),
  /** The name, so that the texts of another segment are not taken for its texts. */
  segment: z.string(),
  /** A later segment has a larger number, unless two processes wrote theirs at once. */
  order: z.int().min(0).max(maxOrder),
  /** The kinds of facts about its files: names of Known. */
  known: z.array(z.string()),
});

export type SegmentHead = Readonly<z.infer<typeof SegmentHead>>;

/** The properties that the segments of a folder share. */
export type SegmentKind = Pick<SegmentHead, "version" | "root" | "settings">;

/** The two parts of a segment. */
type Bytes = { readonly index: Uint8Array; readonly texts: Uint8Array };

/** A segment in the folder. */
export type ListedSegment = Pick<SegmentHead, "order" | "known"> & { readonly name: string };

/**
 * The segments of one code base on disk: signed files, NAME.facts with the index, NAME.texts and NAME.contents. They are
 * never changed, so that readers need no lock; any of them may be gone at any time, when another process removes it. A
 * file that is damaged, or of another user, version, root or settings, counts as gone.
 */
export class SegmentFolder {
  readonly #folder: string;
  readonly #kind: SegmentKind;
  readonly #owner: Owner;

  /** @param folder the folder of the code base: see codeBaseFolder */
  constructor(folder: string, kind: SegmentKind, owner: Owner) {
    this.#folder = folder;
    this.#kind = kind;
    this.#owner = owner;
  }

  /** The segments, the oldest first. Their signatures are not checked. */
  list(): readonly ListedSegment[] {
    return this.#heads().map(({ name, head }) => ({ name, order: head.order, known: head.known }));
  }

  /** The index of a segment, at a multiple of 8 in its buffer; undefined when it is gone. */
  load(name: string): Uint8Array | undefined {
    return this.#load(name, "facts");
  }

  /** The texts of a segment; undefined when they are gone. */
  loadTexts(name: string): Uint8Array | undefined {
    return this.#load(name, "texts");
  }

  /** The signs of the contents whose facts a segment has: see contentSigns; undefined when they are gone. */
  loadContents(name: string): Uint32Array | undefined {
    const bytes = this.#load(name, "contents");
    return bytes && new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
  }

  /** Says why a segment that is listed cannot be loaded. */
  problemOf(name: string): string {
    const problems = parts.flatMap(
      (part) => problemOf(this.#pathOf(name, part), magics[part], this.#owner, maxFactFileBytes + maxPrefixBytes) ?? [],
    );
    return problems[0] ?? `${this.#pathOf(name, "facts")} is not what its name says`;
  }

  /**
   * Writes a segment.
   *
   * @returns undefined when it is too large to be written
   * @throws what the system says
   */
  save({ index, texts }: Bytes): ListedSegment | undefined {
    if (Math.max(index.byteLength, texts.byteLength) > maxFactFileBytes) return undefined;
    const order = Math.min(maxOrder, 1 + Math.max(0, ...this.#heads().map(({ head }) => head.order)));
    const name = randomBytes(8).toString("hex");
    const head: SegmentHead = { ...this.#kind, segment: name, order, known: knownIn(index) };
    // The index comes last, so that its texts are there when it is.
    try {
      this.#write(name, "texts", head, texts);
      this.#write(name, "contents", head, new Uint8Array(contentSigns(Segment.open(index)).buffer));
      this.#write(name, "facts", head, index);
    } catch (error) {
      this.remove([name]);
      throw error;
    }
    return { name, order, known: head.known };
  }

  /**
   * Removes segments, whether they are there or not.
   *
   * @throws what the system says
   */
  remove(names: readonly string[]): void {
    // The file may be a link that leads elsewhere.
    checkOwnFolder(this.#folder, this.#owner.uid);
    for (const name of names) {
      // The index first: without it, nobody looks for the others.
      for (const part of parts) removeFile(this.#pathOf(name, part));
    }
  }

  /** The segments of this version, this root and these settings, the oldest first. */
  #heads(): { readonly name: string; readonly head: SegmentHead }[] {
    const heads = segmentNamesIn(this.#folder).flatMap((name) => {
      const head = segmentHead(this.#pathOf(name, "facts"), this.#owner.uid);
      return head?.segment === name && this.#isOurs(head) ? [{ name, head }] : [];
    });
    return heads.sort((a, b) => a.head.order - b.head.order || (a.name < b.name ? -1 : 1));
  }

  #load(name: string, part: Part): Uint8Array | undefined {
    const path = this.#pathOf(name, part);
    try {
      const file = readSigned(path, magics[part], this.#owner, maxFactFileBytes + maxPrefixBytes);
      const head = SegmentHead.safeParse(file?.head).data;
      if (head?.segment !== name || !this.#isOurs(head)) return undefined;
      // Other code bases look at the contents.
      if (part !== "contents") markAsUsed(path);
      return file?.body;
    } catch {
      return undefined;
    }
  }

  #isOurs({ version, root, settings }: SegmentHead): boolean {
    const { version: ours, ...kind } = this.#kind;
    return version === ours && root === kind.root && settings === kind.settings;
  }

  #write(name: string, part: Part, head: SegmentHead, body: Uint8Array): void {
    const bytes = signedBytes(magics[part], head, [0, 0], [body], this.#owner.key);
    replaceFile(this.#pathOf(name, part), this.#owner.uid, bytes);
  }

  #pathOf(name: string, part: Part): string {
    return join(this.#folder, `${name}.${part}`);
  }
}

/** The head of a file of a segment; undefined if it is not one. Its signature is not checked. */
export function segmentHead(path: string, uid: Owner["uid"]): SegmentHead | undefined {
  for (const magic of Object.values(magics)) {
    try {
      const head = SegmentHead.safeParse(readUnverifiedHead(path, magic, uid)).data;
      if (head !== undefined) return head;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** The heads of the segments in a folder. Their signatures are not checked. */
export function segmentHeadsIn(folder: string, uid: Owner["uid"]): readonly SegmentHead[] {
  return segmentNamesIn(folder).flatMap((name) => segmentHead(join(folder, `${name}.facts`), uid) ?? []);
}

/** The bytes of the indexes of all segments in a folder, of any version and settings. */
export function segmentBytesIn(folder: string): number {
  return segmentNamesIn(folder).reduce((sum, name) => {
    const stats = statsAt(join(folder, `${name}.facts`));
    return sum + (stats?.size ?? 0);
  }, 0);
}

/** Returns the start of a digest of a content as an u32: most contents with the same sign are the same. */
export function contentSign(content: string): number {
  return Buffer.from(content.slice(0, 4), "latin1").readUInt32LE();
}

/** The signs of the contents of a segment, ascending. */
export function contentSigns(segment: Segment): Uint32Array {
  return Uint32Array.from({ length: segment.files }, (_, file) => contentSign(segment.contentOf(file))).sort();
}

/** Names of Known that are known of any file. */
function knownIn(index: Uint8Array): string[] {
  const segment = Segment.open(index);
  let known = 0;
  for (let file = 0; file < segment.files; file++) known |= segment.knownOf(file);
  return Object.entries(Known).flatMap(([name, bit]) => ((known & bit) === 0 ? [] : [name]));
}

function segmentNamesIn(folder: string): readonly string[] {
  return namesIfThere(folder).flatMap((file) => nameOfIndex.exec(file)?.[1] ?? []);
}
