import { createHash } from "node:crypto";
import * as z from "zod";
import { ArgumentError } from "../base/errors.ts";
import type { RowPlace } from "../tools/index-tool.ts";

/** The end of a page: a file, which need not exist any more at the call for the next page. */
export type PageEnd = {
  /** The index of the input that the file comes from. */
  readonly input: number;
  readonly name: string;
};

/** The start of a page: the end of the previous one, and the counts of all pages before. */
export type PageStart = {
  readonly after: PageEnd;
  readonly totalFiles: number;
  readonly failedFiles: number;
  readonly skipped: Readonly<Record<string, number>>;
  /** The sums over rows, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** The number of rows of the last file that are on pages before; 0 or undefined when all are. */
  readonly row?: number;
  /** The stamps that the files of pages before had; undefined if they are not known. */
  readonly stamps?: PageStamps | undefined;
};

/** Digests of the stamps of files: of finished files, and of the one in which the next page begins, if it does. */
export type PageStamps = { readonly done: string; readonly open?: string | undefined };

/** Characters of a digest: 48 bits. */
export const digestLength = 8;

/** Returns stamps of a page that ends there, as long as any can be: those of files are not known before the page is made. */
export function longestStamps({ row = 0 }: PageStart): PageStamps {
  const digest = "0".repeat(digestLength);
  return { done: digest, ...(row > 0 && { open: digest }) };
}

const count = z.int().min(0);
const Counts = z.record(z.string(), count).default({});
const Stamps = z.union([z.tuple([z.string()]), z.tuple([z.string(), z.string()])]);
const PageFields = z.tuple([count, z.string(), count, count, Counts, Counts, count.default(0), Stamps.optional()]);

/** Writes the cursor of a call of a tool over files. */
export function writeCursor(callKey: string, start: PageStart): string {
  const { after, totalFiles, failedFiles, skipped, counts, row = 0, stamps } = start;
  const { done, open } = stamps ?? {};
  const further: unknown[] = [skipped, counts, row, done === undefined ? [] : [done, ...(open ? [open] : [])]];
  while (isDefault(further.at(-1))) further.pop();
  return writeFields(callKey, [after.input, after.name, totalFiles, failedFiles, ...further]);
}

/** True for a field at the end of a cursor that need not be written: 0, nothing, or no numbers. */
function isDefault(field: unknown): boolean {
  return field === 0 || (typeof field === "object" && Object.keys(Object(field)).length === 0);
}

/**
 * Reads a cursor of a call of a tool over files.
 *
 * @throws ArgumentError when it was not written for this call
 */
export function readCursor(callKey: string, cursor: string): PageStart {
  const fields = PageFields.parse(readFields(callKey, cursor));
  const [input, name, totalFiles, failedFiles, skipped, counts, row, [done, open] = []] = fields;
  const stamps = done === undefined ? undefined : { done, open };
  return { after: { input, name }, totalFiles, failedFiles, skipped, counts, row, stamps };
}

const RowFields = z.tuple([z.string(), z.string(), count, count]);

/** Writes the cursor of a call of a tool over the index. */
export function writeRowCursor(callKey: string, { list, filepath, line, column }: RowPlace): string {
  return writeFields(callKey, [list, filepath, line, column]);
}

/**
 * Reads a cursor of a call of a tool over the index.
 *
 * @throws ArgumentError when it was not written for this call
 */
export function readRowCursor(callKey: string, cursor: string): RowPlace {
  const [list, filepath, line, column] = RowFields.parse(readFields(callKey, cursor));
  return { list, filepath, line, column };
}

/** The key of a call: its tool and the arguments that a cursor belongs to. */
export function callKeyOf(tool: string, input: Readonly<Record<string, unknown>>): string {
  const { cursor: _, max_results: __, ...others } = input;
  return JSON.stringify([tool, Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * Writes a cursor: a checksum, then the start of the next page.
 *
 * @param callKey the tool and the arguments of the call: the cursor is refused with others
 */
function writeFields(callKey: string, fields: readonly unknown[]): string {
  const encoded = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return checksum(callKey, encoded) + encoded;
}

/** @throws ArgumentError when it was not written for this call */
function readFields(callKey: string, cursor: string): unknown {
  const encoded = cursor.slice(checksumLength);
  if (cursor.slice(0, checksumLength) !== checksum(callKey, encoded)) {
    const details = "Give the next_cursor of an answer with the arguments of that call, or none to start over.";
    const reason = "it was not issued for these arguments";
    throw new ArgumentError(({ quoted }) => `Invalid argument ${quoted("cursor")}: ${reason}`, { details });
  }
  return JSON.parse(Buffer.from(encoded, "base64url").toString());
}

/** True when a file is not done before a page: it comes after the end of the previous one, or continues there. */
export function isOpenAt(file: PageEnd, { after, row = 0 }: PageStart): boolean {
  return comesAfter(file, after) || (row > 0 && isSame(file, after));
}

/** True when a page begins inside a file. */
export function continues(file: PageEnd, start: PageStart | undefined): boolean {
  return start !== undefined && (start.row ?? 0) > 0 && isSame(file, start.after);
}

/** Returns the index of the first row of a file that a page is about. */
export function firstRowOf(file: PageEnd, start: PageStart | undefined): number {
  return start !== undefined && isSame(file, start.after) ? (start.row ?? 0) : 0;
}

function isSame(file: PageEnd, end: PageEnd): boolean {
  return file.input === end.input && file.name === end.name;
}

/** True when a file comes after the end of a page, in the order of results. */
function comesAfter(file: PageEnd, end: PageEnd): boolean {
  return file.input === end.input ? file.name > end.name : file.input > end.input;
}

const checksumLength = 8;

/** Returns a checksum in hexadecimal, so that no cursor looks like a flag of the command line. */
function checksum(callKey: string, encoded: string): string {
  const hash = createHash("sha256").update(`1\n${callKey}\n${encoded}`);
  return hash.digest("hex").slice(0, checksumLength);
}
