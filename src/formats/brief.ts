/**
 * The format `brief`, for an agent that pays for each character, over MCP as well: the keys of the JSON answer as
 * `key=value`, then each path once with a line for each of its rows, as `rg --heading` writes them; code is as it is in
 * the file. Left out are columns, except diagnostics, and `success`, which the result of the call says. Input: results
 * or an answer; output: one text.
 */
import { type AnswerList, isOfResults, resultEntries, valuesOf } from "../answers/answer.ts";
import { sentencesOnMissing } from "../answers/missing-files.ts";
import type { RowValues } from "../answers/rows.ts";
import { nameText } from "../base/escape/name.ts";
import { groupBy } from "../base/group-by.ts";
import { isObject } from "../base/is-object.ts";
import { listText } from "../base/list-text.ts";
import { recordOf } from "../base/record.ts";
import type { FileResult, ResultEntry } from "../engine/call.ts";
import { saidOf } from "../engine/summary.ts";
import type { AnyTool } from "../tools/contract/tool.ts";
import { BriefRows, lastPart } from "./brief-rows.ts";
import { componentLines } from "./component-lines.ts";
import { patchLines } from "./diff-lines.ts";
import type { Failure, Format } from "./format.ts";
import { indexLines } from "./index-lines.ts";
import { interfaceText, interfaceUnderHead } from "./interface-text.ts";
import { keysText } from "./keys-text.ts";
import { plainLook } from "./look.ts";
import { isPatch, patchText } from "./patch-text.ts";
import { plain } from "./plain.ts";

export const brief: Format = {
  hasTotals: true,
  isReadByLine: true,
  begin: (tool, { patchFolders: folders }) => {
    const patches: ResultEntry[] = [];
    const texts: string[] = [];
    const without: string[] = [];
    let only: FileResult | undefined;
    return {
      file: (entry, isFlat) => {
        if (isFlat) only = entry.result;
        if (isPatch(entry) && !isEmpty(entry.result)) {
          patches.push(entry);
          return "";
        }
        if (!isFlat && isEmpty(entry.result)) {
          without.push(entry.name);
          return "";
        }
        const text = known.get(entry) ?? resultText(tool, entry, isFlat);
        known.set(entry, text);
        texts.push(text);
        return "";
      },
      end: (summary) => {
        if (only !== undefined && "error" in only) return { text: failureText(only), failed: true };
        if (only?.rows.kind === "interface") return { text: textOf(texts), failed: false };
        const { keys, warnings } = saidOf(tool, summary);
        const { unread: _, changed_during_call: __, ...totals } = keys;
        const empty = without.length === 0 ? {} : { without_rows: listText(without.map(nameText)) };
        // Of several files the totals count the ways in which the pattern was read.
        const readAs = only === undefined || patches.length === 0 ? {} : { parsed_as: only.rows.values.parsed_as };
        const end = headLines({ ...totals, ...readAs, ...empty, warnings });
        const patch = patches.length === 0 ? [] : [patchText(patches, plainLook, folders).replace(/\r?\n$/, "")];
        return { text: textOf([...leadLines(keys), ...texts, ...patch, ...end]), failed: false };
      },
    };
  },
  ofIndex: (answer) => {
    const { head, lists, tail, separators, isReference } = answer;
    if (isReference) return textOf([...leadLines(head), indexLines(answer, plainLook).join("").trimEnd()]);
    const { definition, unread, not_read_yet, changed_during_call, diff, ...keys } = head;
    const patch = patchLines(diff)
      ?.join("")
      .replace(/\r?\n$/, "");
    const changed = patch === undefined ? undefined : [patch];
    const rows = new BriefRows(valuesOf({ head, lists, tail: {} }), separators);
    const own = holdsPlace(resultEntries(lists), definition) ? {} : { definition };
    const drawn = rows.callLines(head) ?? componentLines(head) ?? rows.wayLines(head);
    const shown =
      drawn === undefined
        ? keys
        : { ...keys, nodes: undefined, edges: undefined, components: undefined, ways: undefined };
    const linesOf = (list: AnswerList, place: number) => {
      const entries = list.entries.flatMap(({ filepath, ...values }) => rows.entryLines(filepath, values));
      if (isOfResults(list) && changed !== undefined) return changed;
      // The first lines below the head need no name.
      if (entries.length === 0 || (isOfResults(list) && place === 0)) return entries;
      return [`${list.name}:`, ...entries];
    };
    return textOf([
      ...leadLines(head),
      ...headLines({ ...shown, ...severalSymbols(head), ...rows.keys, ...own }, rows),
      ...(drawn ?? []),
      ...lists.flatMap(linesOf),
      ...headLines(tail),
    ]);
  },
  ofFailure: failureText,
};

/** The keys of an answer about the uses of several symbols: the counts name the used ones. */
function severalSymbols({ uses }: RowValues): RowValues {
  if (!isObject(uses)) return {};
  // Most members that share a name which was asked for have no uses: they are named if no member has any.
  const groups = [...groupBy(Object.keys(uses), lastPart).values()];
  const withoutUses = groups.filter((names) => names.every((name) => uses[name] === 0)).flat();
  const unused = [...new Set(withoutUses.map((name) => name.replace(/#\d+$/, "")))];
  return { symbol: undefined, ...(unused.length > 0 && { without_uses: unused }) };
}

/** Results as they have been written, since measured ones are written once more. */
const known = new WeakMap<ResultEntry, string>();

/** True for a result without rows and warnings. */
function isEmpty(result: FileResult): boolean {
  if ("error" in result || result.warnings.length > 0) return false;
  const values = Object.entries(result.rows.values).filter(([key]) => !key.endsWith("_count"));
  return values.length > 0 && values.every(([, value]) => Array.isArray(value) && value.length === 0);
}

/** A result of a tool over files, whose names are as they are written. */
function resultText(tool: AnyTool, { name, result }: ResultEntry, isFlat: boolean): string {
  if ("error" in result) return `${nameText(name)}: ${failureText(result)}`;
  const { rows, warnings } = result;
  if (rows.kind === "interface") {
    const text = interfaceText(tool, rows.values, warnings).trimEnd();
    return isFlat ? text : interfaceUnderHead(name, text);
  }
  const values = warnings.length === 0 ? rows.values : { ...rows.values, warnings };
  // An answer about several files counts the kinds.
  const shown = isFlat ? values : { ...values, parsed_as: undefined };
  return textOf(new BriefRows().entryLines(name, shown));
}

function textOf(lines: readonly string[]): string {
  return lines.join("\n");
}

function failureText({ error, details: { details, ...further } }: Failure): string {
  return textOf([`error: ${plain(error)}`, ...(details === undefined ? [] : [plain(details)]), ...headLines(further)]);
}

/** Lines on files that the answer may miss. */
function leadLines(keys: RowValues): readonly string[] {
  return [sentencesOnMissing(keys) ?? []].flat().map(plain);
}

/** Keys of an answer: keys with a word as value on one line, each other on its own. */
function headLines(keys: RowValues, rows = new BriefRows()): readonly string[] {
  const words: string[] = [];
  const counts: string[] = [];
  const lines = Object.entries(keys).flatMap(([key, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    // The reason says it.
    if (key === "truncated" && keys.truncated_reason !== undefined) return [];
    const place = placeText(value);
    if (key === "graph") return [String(value).trimEnd()];
    if (Array.isArray(value)) return rows.listLines(key, value);
    if (typeof value === "object" && value !== null && Object.keys(value).length === 0) return [];
    if (isListOfFiles(value)) return [`${key}:`, ...listsText(value)];
    if (place === undefined && /\s/.test(String(value)) && typeof value !== "object")
      return [`${key}: ${plain(value)}`];
    if (place !== undefined) words.push(`${key}=${place}`);
    else if (typeof value === "object" && value !== null) counts.push(...countsText(key, value));
    else words.push(`${key}=${plain(value)}`);
    return [];
  });
  const first = [words.join(" "), counts.join("; ")].filter((part) => part !== "").join(" ");
  return first === "" ? lines : [first, ...lines];
}

/** Lists of names by file. */
function isListOfFiles(value: unknown): value is Readonly<Record<string, readonly unknown[]>> {
  return typeof value === "object" && value !== null && Object.values(value).every(Array.isArray);
}

function listsText(lists: Readonly<Record<string, readonly unknown[]>>): readonly string[] {
  return Object.entries(lists).map(([path, names]) => `${nameText(path)}: ${names.map(plain).join(" ")}`);
}

/** Keys whose zeros say something: a word that no file has. */
const withZeros: readonly string[] = ["words"];

/** Numbers by name, of most keys without zeros. */
function countsText(key: string, values: object): readonly string[] {
  const shown = Object.entries(values).filter(([, count]) => count !== 0 || withZeros.includes(key));
  return shown.length === 0 ? [] : [`${key}: ${keysText(Object.fromEntries(shown))}`];
}

type Place = { readonly filepath: string; readonly line: number };

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && "filepath" in value && "line" in value;
}

/** `path:line` of an object that says no more than a place. */
function placeText(value: unknown): string | undefined {
  if (!isPlace(value) || "name" in value || Object.keys(value).length > 3) return undefined;
  return `${nameText(value.filepath)}:${value.line}`;
}

/** True when a row of the results is at a place. */
function holdsPlace(results: readonly RowValues[], place: unknown): boolean {
  if (!isPlace(place)) return false;
  return results.some(({ filepath, ...lists }) => {
    const rows = Object.values(lists).flat();
    return filepath === place.filepath && rows.some((row) => recordOf(row).line === place.line);
  });
}
