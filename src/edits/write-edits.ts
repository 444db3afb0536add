/**
 * The one writer of edits: all files of a call or none. Input: the edits of files, and the digests of the texts that they were made
 * from; output: the files as they were written, or the reason for each that was not. Every file is read and its new content written
 * next to it before the first one is exchanged; if one cannot be exchanged, the files before it are put back.
 */
import { basename, dirname } from "node:path";
import { type EditedFile, type EditFolder, NotEditedError, openEditFolder } from "../base/edited-file.ts";
import { codeOf, messageOf } from "../base/errors.ts";
import type { Roots } from "../base/real-path.ts";
import type { BigIntStats } from "../base/stats.ts";
import { editedBytes, textToEdit } from "./edited-bytes.ts";
import { textDigest } from "./text-digest.ts";
import type { FileEdits, WrittenFile } from "./text-edits.ts";

/** A file that was not written, and why, as a sentence. */
export type NotWritten = { readonly filepath: string; readonly reason: string };

export type WriteOutcome =
  | { readonly written: readonly WrittenFile[] }
  /** Nothing was written, except the files that could not be put back. */
  | { readonly refused: readonly NotWritten[]; readonly notPutBack: readonly NotWritten[] };

export type WriteOptions = {
  /** The real paths of the folders in which files may be edited. */
  readonly roots: Roots;
  readonly maxFileBytes: number;
  /** Returns the regular expression for a line that declares the encoding of a file of a language; undefined for none. */
  readonly declarationOf: (language: string) => string | undefined;
  /** Called for each file, so that a long list does not look like a thread that hangs. */
  readonly onFile: () => void;
};

/** Bytes of the files of a call, which are in memory until all are written. */
const maxBytesOfCall = 500_000_000;

/** Writes the edits. */
export function writeEdits(files: readonly FileEdits[], options: WriteOptions): WriteOutcome {
  const writer = new Writer(options);
  try {
    const refused = files.flatMap((file) => {
      options.onFile();
      const reason = reasonOf(() => writer.prepare(file));
      return reason === undefined ? [] : [{ filepath: file.filepath, reason }];
    });
    return refused.length > 0 ? { refused, notPutBack: [] } : writer.exchange();
  } finally {
    writer.close();
  }
}

type Prepared = { readonly file: FileEdits; readonly edited: EditedFile };

class Writer {
  readonly #options: WriteOptions;
  readonly #folders = new Map<string, EditFolder>();
  /** Device and number of a file → the file. */
  readonly #prepared = new Map<string, Prepared>();
  #bytes = 0;

  constructor(options: WriteOptions) {
    this.#options = options;
  }

  /** Reads a file, and writes its new content next to it. */
  prepare(file: FileEdits): void {
    const { roots, maxFileBytes, declarationOf } = this.#options;
    const { path, language, digest, edits } = file;
    const folderPath = dirname(path);
    const folder = this.#folders.get(folderPath) ?? openEditFolder(folderPath, roots);
    this.#folders.set(folderPath, folder);
    const edited = folder.open(basename(path), maxFileBytes);
    const { bytes, identity } = edited;
    this.#bytes += bytes.length;
    if (this.#bytes > maxBytesOfCall) throw new NotEditedError("The files before it are too much for one call.");
    const other = this.#prepared.get(identity);
    if (other !== undefined) throw new NotEditedError(`It is the same file as ${other.file.filepath}.`);
    const declaration = declarationOf(language);
    const read = textToEdit(bytes, declaration);
    if ("fault" in read) throw new NotEditedError(read.fault);
    if (textDigest(read.text) !== digest)
      throw new NotEditedError("Its text has changed since it was read: ask again.");
    const made = editedBytes(bytes, read.text, edits, declaration);
    if ("fault" in made) throw new NotEditedError(made.fault);
    this.#prepared.set(identity, { file, edited });
    edited.prepare(made.bytes);
  }

  /** Exchanges all files, or puts back the exchanged ones. */
  exchange(): WriteOutcome {
    const exchanged: (Prepared & { readonly stats: BigIntStats })[] = [];
    for (const { file, edited } of this.#prepared.values()) {
      this.#options.onFile();
      let stats: BigIntStats | undefined;
      const reason = reasonOf(() => {
        stats = edited.exchange();
      });
      if (stats !== undefined) exchanged.push({ file, edited, stats });
      if (reason === undefined) continue;
      const notPutBack = exchanged.reverse().flatMap((before) => {
        this.#options.onFile();
        const why = reasonOf(() => before.edited.putBack());
        return why === undefined ? [] : [{ filepath: before.file.filepath, reason: why }];
      });
      return { refused: [{ filepath: file.filepath, reason }], notPutBack };
    }
    return { written: exchanged.map(({ file, stats }) => writtenFile(file, stats)) };
  }

  /** Removes new contents that did not take their places. */
  close(): void {
    for (const { edited } of this.#prepared.values()) {
      this.#options.onFile();
      edited.close();
    }
    for (const folder of this.#folders.values()) folder.close();
  }
}

function writtenFile({ filepath, edits }: FileEdits, { size, mtimeMs }: BigIntStats): WrittenFile {
  return { filepath, edits: edits.length, size: Number(size), modified: new Date(Number(mtimeMs)).toISOString() };
}

/** Returns why something was not done, as a sentence; undefined if it was. */
function reasonOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    // Messages of the system have the path of an open folder.
    return error instanceof NotEditedError || code === undefined
      ? messageOf(error)
      : (sentences.get(code) ?? `The system refuses to write it: ${code}.`);
  }
}

const sentences: ReadonlyMap<string, string> = new Map([
  ["EACCES", "It, or its folder, may not be written."],
  ["EEXIST", "The name of the file for its new text is taken: ask again."],
  ["EISDIR", "It is a folder."],
  ["ELOOP", "It is a symbolic link: edit the file that it leads to."],
  ["ENOENT", "It is not there any more."],
  ["ENOSPC", "No space is left for its new text."],
  ["ENOTDIR", "Its folder is not there any more."],
  ["EROFS", "Its file system is read-only."],
]);
