import { UserError } from "../../base/errors.ts";
import type { EntryPlace } from "./json-entry.ts";
import { lineBreakOf } from "./line-break.ts";

/**
 * Returns a TOML text with a table `[mcp_servers.codegrove]` at its end, where a table may always begin. A table that is
 * there stays: it may be the user's own.
 *
 * @param text without a byte order mark; empty for a file that is not there
 * @throws UserError if the outer table is written inline, so that no table can be added to it
 */
export function withTable(text: string, { key, name }: EntryPlace, entry: object): string {
  if (hasTable(text, { key, name })) return text;
  if (new RegExp(`^[ \\t]*["']?${key}["']?[ \\t]*=`, "m").test(text)) {
    throw new UserError(`its ${key} is an inline table; write it as [${key}.NAME] tables, or add ${name} by hand`);
  }
  const lineBreak = lineBreakOf(text);
  const gap = text.trim() === "" ? "" : text.endsWith("\n") ? lineBreak : lineBreak + lineBreak;
  const lines = linesOf(entry);
  return `${text}${gap}${[`[${key}.${name}]`, ...lines, ""].join(lineBreak)}`;
}

/** The table of a TOML text, where it has not what init writes; undefined if there is none, too. */
export function ownTable(text: string, { key, name }: EntryPlace, entry: object): string | undefined {
  if (!hasTable(text, { key, name })) return undefined;
  const head = `[${key}.${name}]`;
  const table = text.slice(text.indexOf(head) + head.length).split(/^[ \t]*\[/m)[0] ?? "";
  const present = new Set(table.split(/\r?\n/).map((line) => line.trim()));
  const isAsWritten = text.includes(head) && linesOf(entry).every((line) => present.has(line));
  return isAsWritten ? undefined : `${head}${table}`;
}

function linesOf(entry: object): readonly string[] {
  return Object.entries(entry).map(([member, value]) => `${member} = ${valueText(value)}`);
}

/** Returns a value: strings and lists of strings are written as in JSON. */
function valueText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(valueText).join(", ")}]` : JSON.stringify(value);
}

/** True for `[mcp_servers.codegrove]`, for a table below it, and for a key `codegrove` in `[mcp_servers]`. */
function hasTable(text: string, { key, name }: EntryPlace): boolean {
  const [outer, inner] = [key, name].map((word) => `[ \\t]*["']?${word}["']?[ \\t]*`);
  if (new RegExp(`^[ \\t]*\\[${outer}\\.${inner}[.\\]]`, "m").test(text)) return true;
  if (new RegExp(`^${outer}\\.${inner}[.=]`, "m").test(text)) return true;
  const [, ...tables] = text.split(new RegExp(`^[ \\t]*\\[${outer}\\]`, "m"));
  return tables.some((table) => new RegExp(`^${inner}[.=]`, "m").test(table.split(/^[ \t]*\[/m)[0] ?? ""));
}
