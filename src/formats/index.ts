/** The table of formats. Input: the name of a format, or a tool and the kind of its rows; output: the format, or the names of the ones that can write them. */
import type { RowKind } from "../answers/rows.ts";
import { type AnyTool, isFileTool } from "../tools/contract/tool.ts";
import type { Format } from "./format.ts";

/** The name of the format of answers to programs. */
export const defaultFormat = "json";

/** The name of the format that a person at a terminal gets, and that a look changes. */
export const textFormat = "text";

/** A format in the table. Its modules are loaded on demand: a short call consists mostly of the start. */
type FormatEntry = {
  /** The kinds of rows that it can write of files, and nothing of other tools except `answers`; undefined for all answers. */
  readonly accepts?: readonly RowKind[];
  /** The kinds of answers of other tools that it can write, if `accepts` is there. */
  readonly answers?: readonly RowKind[];
  /** The names of files that programs expect it in. */
  readonly files?: RegExp;
  readonly load: () => Promise<Format>;
};

/** Formats by their names, the default first. */
const formats: ReadonlyMap<string, FormatEntry> = new Map<string, FormatEntry>([
  [defaultFormat, { files: /\.json$/i, load: async () => (await import("./json.ts")).json }],
  ["jsonl", { files: /\.(?:jsonl|ndjson)$/i, load: async () => (await import("./json.ts")).jsonLines }],
  [textFormat, { load: async () => (await import("./text.ts")).plainText }],
  ["brief", { load: async () => (await import("./brief.ts")).brief }],
  [
    "sarif",
    {
      accepts: ["diagnostics"],
      answers: ["changes"],
      files: /\.sarif(?:\.json)?$/i,
      load: async () => (await import("./sarif.ts")).sarif,
    },
  ],
  [
    "github",
    { accepts: ["diagnostics"], answers: ["changes"], load: async () => (await import("./github.ts")).github },
  ],
  ["gitlab", { accepts: ["diagnostics"], load: async () => (await import("./gitlab.ts")).gitlab }],
  [
    "markdown",
    {
      accepts: [],
      answers: ["changes"],
      load: async () => (await import("./markdown.ts")).markdown,
    },
  ],
  [
    "ctags",
    {
      accepts: ["symbols"],
      files: /(?:^|[/\\]|\.)tags$/i,
      load: async () => (await import("./ctags.ts")).ctags,
    },
  ],
]);

export const formatNames: readonly string[] = [...formats.keys()];

/**
 * Returns the names of the formats that can write the answers of a tool.
 *
 * @param kind the kind of its rows
 */
export function formatsOf(tool: Pick<AnyTool, "needs">, kind: RowKind): readonly string[] {
  return formatNames.filter((name) => {
    const { accepts, answers = [] } = formats.get(name) ?? {};
    return accepts === undefined || (isFileTool(tool) ? accepts : answers).includes(kind);
  });
}

/** Returns the name of the format that a file of this name has; undefined if its name says nothing. */
export function formatOfFile(file: string): string | undefined {
  // `.sarif.json` is SARIF, and no plain JSON.
  return formatNames.findLast((name) => formats.get(name)?.files?.test(file));
}

/** @throws Error for a name that is not among `formatNames` */
export async function loadFormat(name: string): Promise<Format> {
  const format = formats.get(name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format.load();
}
