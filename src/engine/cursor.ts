import { createHash } from "node:crypto";
import * as z from "zod";
import { ArgumentError } from "../base/errors.ts";

/** Where a page ends: behind a file, which need not be there any more when the next page is asked for. */
export type Place = {
  /** Which of the inputs the file comes from. */
  readonly input: number;
  readonly name: string;
};

/** What a page goes on from: the place, and the counts of what the pages before it hold. */
export type PageStart = {
  readonly place: Place;
  readonly totalFiles: number;
  readonly failedFiles: number;
  readonly skipped: Readonly<Record<string, number>>;
};

const count = z.int().min(0);
const Body = z.tuple([count, z.string(), count, count, z.record(z.string(), count).default({})]);

/**
 * A cursor: a checksum, then what the next page needs to know.
 *
 * @param question what the cursor is good for: it is refused with any other
 */
export function writeCursor(question: string, { place, totalFiles, failedFiles, skipped }: PageStart): string {
  const counts = Object.keys(skipped).length > 0 ? [totalFiles, failedFiles, skipped] : [totalFiles, failedFiles];
  const fields = [place.input, place.name, ...counts];
  const body = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return checksum(question, body) + body;
}

/**
 * What a cursor says.
 *
 * @throws ArgumentError when it was not written for this question
 */
export function readCursor(question: string, cursor: string): PageStart {
  const body = cursor.slice(checksumLength);
  if (cursor.slice(0, checksumLength) !== checksum(question, body)) {
    const details = "Give the next_cursor of an answer with the arguments of that call, or none to start over.";
    const reason = "it was not given for these arguments";
    throw new ArgumentError(({ quoted }) => `Invalid argument ${quoted("cursor")}: ${reason}`, { details });
  }
  const fields = Body.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
  const [input, name, totalFiles, failedFiles, skipped] = fields;
  return { place: { input, name }, totalFiles, failedFiles, skipped };
}

/** Does a file come after a place, in the order of results? */
export function comesAfter(file: Place, place: Place): boolean {
  return file.input === place.input ? file.name > place.name : file.input > place.input;
}

const checksumLength = 8;

/** In hexadecimal, so that no cursor looks like a flag of the command line. */
function checksum(question: string, body: string): string {
  const hash = createHash("sha256").update(`1\n${question}\n${body}`);
  return hash.digest("hex").slice(0, checksumLength);
}
