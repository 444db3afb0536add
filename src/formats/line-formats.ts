import type { LineFormat } from "./format.ts";
import { jsonLines } from "./json-lines.ts";
import { textLines } from "./text.ts";

/** Line formats by their names on the command line. */
export const lineFormats: ReadonlyMap<string, LineFormat> = new Map([
  ["jsonl", jsonLines],
  ["text", textLines],
]);
