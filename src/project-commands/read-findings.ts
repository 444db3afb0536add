import { messageOf, UserError } from "../base/errors.ts";
import { maxOutputLine, maxReportBytes } from "../base/limits.ts";
import { readSmallFile } from "../base/regular-file.ts";
import type { Findings } from "./findings.ts";
import { openReader, type ParserName, readsReports } from "./output-parsers.ts";
import { withoutColours } from "./without-colours.ts";

/** An output, or the path of a report that a command has written, and its parser. Plain data: workers read it. */
export type FindingsRequest = { readonly parser: ParserName } & (
  | { readonly output: Uint8Array }
  | { readonly report: string }
);

/** Returns what an output or a report says. @throws UserError when the report cannot be read */
export function readFindings(request: FindingsRequest): Findings {
  const { parser } = request;
  const reader = openReader(parser);
  const maxLine = readsReports(parser) ? maxReportBytes : maxOutputLine;
  const text = ("report" in request ? reportAt(request.report) : bufferOf(request.output)).toString();
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    reader.line(withoutColours(text.slice(start, Math.min(end, start + maxLine))));
    start = end + 1;
  }
  return reader.end();
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

function reportAt(path: string): Buffer {
  try {
    return readSmallFile(path, maxReportBytes);
  } catch (error) {
    throw new UserError(`The report cannot be read: ${messageOf(error)}`);
  }
}
