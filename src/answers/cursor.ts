/**
 * Cursors: where the next page of an answer begins. Input: the place of the last row of a page, and what the pages up to it have
 * counted; output: a text for next_cursor, and back. A cursor is refused with other arguments.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { ArgumentError } from "../base/errors.ts";

/** The place of a row in an answer; what is "" and 0 comes before any row. */
export type RowPlace = {
  /** The list that it is in, such as `results` or `possible`; of a tool over files the index of the input of the file. */
  readonly list: string;
  /** The file, which need not exist any more at the call for the next page. */
  readonly filepath: string;
  /** The line; of a tool over files the number of rows of the file that are shown, or 0 for all. */
  readonly line: number;
  /** The column; of a tool over files 0. */
  readonly column: number;
};

/** Digests of the stamps of files: of finished files, and of the one in which the next page begins, if it does. */
export type PageStamps = { readonly done: string; readonly open?: string | undefined };

/** The end of a page, and what it and those before have. */
export type Cursor = {
  readonly place: RowPlace;
  readonly totalFiles: number;
  readonly failedFiles: number;
  readonly skipped: Readonly<Record<string, number>>;
  /** The sums over rows, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** The stamps that the files had; undefined if they are not known. */
  readonly stamps?: PageStamps | undefined;
};

const count = z.int().min(0).default(0);
const Counts = z.record(z.string(), count).default({});
const Stamps = z.union([z.tuple([z.string()]), z.tuple([z.string(), z.string()]), z.tuple([])]).default([]);
const Fields = z.tuple([z.string(), z.string(), count, count, count, count, Counts, Counts, Stamps]);

/**
 * Writes a cursor: a checksum, then the end of the page.
 *
 * @param callKey the tool and the arguments of the call: the cursor is refused with others
 */
export function writeCursor(callKey: string, { place, ...pages }: Pick<Cursor, "place"> & Partial<Cursor>): string {
  const { list, filepath, line, column } = place;
  const { totalFiles = 0, failedFiles = 0, skipped = {}, counts = {}, stamps } = pages;
  const digests = stamps === undefined ? [] : [stamps.done, ...(stamps.open === undefined ? [] : [stamps.open])];
  const fields: unknown[] = [list, filepath, line, column, totalFiles, failedFiles, skipped, counts, digests];
  while (isDefault(fields.at(-1))) fields.pop();
  const encoded = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return checksum(callKey, encoded) + encoded;
}

/** True for a field at the end of a cursor that need not be written: 0, nothing, or no numbers. */
function isDefault(field: unknown): boolean {
  return field === 0 || (typeof field === "object" && field !== null && Object.keys(field).length === 0);
}

/**
 * Reads a cursor.
 *
 * @throws ArgumentError if it was not written for this call
 */
export function readCursor(callKey: string, cursor: string): Cursor {
  const encoded = cursor.slice(checksumLength);
  if (cursor.slice(0, checksumLength) !== checksum(callKey, encoded)) {
    const details = "Give the next_cursor of an answer with the arguments of that call, or none to start over.";
    const reason = "it was not issued for these arguments";
    throw new ArgumentError(({ quoted }) => `Invalid argument ${quoted("cursor")}: ${reason}`, { details });
  }
  const fields = Fields.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
  const [list, filepath, line, column, totalFiles, failedFiles, skipped, counts, [done, open]] = fields;
  const stamps = done === undefined ? undefined : { done, open };
  return { place: { list, filepath, line, column }, totalFiles, failedFiles, skipped, counts, stamps };
}

/** Returns the place in a cursor, whatever call it was written for; undefined for another text, which `readCursor` refuses. */
export function placeIn(cursor: string): RowPlace | undefined {
  try {
    const fields = Fields.safeParse(JSON.parse(Buffer.from(cursor.slice(checksumLength), "base64url").toString()));
    if (!fields.success) return undefined;
    const [list, filepath, line, column] = fields.data;
    return { list, filepath, line, column };
  } catch {
    return undefined;
  }
}

/** The key of a call: its tool and the arguments that a cursor belongs to. */
export function callKeyOf(tool: string, input: Readonly<Record<string, unknown>>): string {
  const { cursor: _, max_results: __, ...others } = input;
  return JSON.stringify([tool, Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

const checksumLength = 8;

/** Returns a checksum in hexadecimal, so that no cursor looks like a flag of the command line. */
function checksum(callKey: string, encoded: string): string {
  const hash = createHash("sha256").update(`1\n${callKey}\n${encoded}`);
  return hash.digest("hex").slice(0, checksumLength);
}
