import { brief } from "./brief.ts";
import type { Format } from "./format.ts";
import { json, jsonLines } from "./json.ts";
import { text } from "./text.ts";

/** Formats by their names, the default first. */
const formats: ReadonlyMap<string, Format> = new Map([
  ["json", json],
  ["jsonl", jsonLines],
  ["text", text],
  ["brief", brief],
]);

export const formatNames: readonly string[] = [...formats.keys()];

export function formatNamed(name: string): Format {
  const format = formats.get(name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}
