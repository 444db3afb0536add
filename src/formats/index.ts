import type { Format } from "./format.ts";
import { json, jsonLines } from "./json.ts";
import { text } from "./text.ts";

/** Formats by their names on the command line, the default first. */
export const formats: ReadonlyMap<string, Format> = new Map([
  ["json", json],
  ["jsonl", jsonLines],
  ["text", text],
]);
