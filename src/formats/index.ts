import type { RowKind } from "../tools/rows.ts";
import { brief } from "./brief.ts";
import type { Format } from "./format.ts";
import { github } from "./github.ts";
import { json, jsonLines } from "./json.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

/** Formats by their names, the default first. */
const formats: ReadonlyMap<string, Format> = new Map([
  ["json", json],
  ["jsonl", jsonLines],
  ["text", text],
  ["brief", brief],
  ["sarif", sarif],
  ["github", github],
]);

export const formatNames: readonly string[] = [...formats.keys()];

/** Returns the names of the formats that can write a kind of rows. */
export function formatsOf(kind: RowKind): readonly string[] {
  return formatNames.filter((name) => formats.get(name)?.accepts?.has(kind) ?? true);
}

export function formatNamed(name: string): Format {
  const format = formats.get(name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}
