/**
 * The resources about the whole workspace: workspace://files, symbols, diagnostics and config. Input: the engine and
 * its project; output: JSON that fits into the limit of an answer, and says what is left out.
 */
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { fitForms, type Room } from "../answers/fit.ts";
import { jsonText } from "../base/escape/json.ts";
import { maxWorkspaceText } from "../base/limits.ts";
import type { ResultEntry } from "../engine/call.ts";
import type { Engine } from "../engine/engine.ts";
import { truncation } from "../engine/summary.ts";
import { checkFile } from "../tools/check-file.ts";
import type { AnyFileTool } from "../tools/contract/tool.ts";
import { listSymbols } from "../tools/list-symbols.ts";
import type { Params } from "./message.ts";
import { type Progress, sinkWith } from "./progress.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";
import { type Outline, outlineForms } from "./symbols-outline.ts";

export type WorkspaceContext = {
  readonly engine: Engine;
  /** The settings and their sources. */
  readonly configuration: Params;
  readonly signal: AbortSignal;
  readonly progress: Progress;
};

type WorkspaceResource = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The changes that it depends on: the list of files, or their contents. */
  readonly changesWith: "list" | "contents" | "nothing";
  readonly text: (context: WorkspaceContext) => string | Promise<string>;
};

/** The resources about the workspace as a whole, as JSON. */
export const workspaceResources: readonly WorkspaceResource[] = [
  {
    uri: "workspace://files",
    name: "files",
    title: "Source files",
    description: "Every source file of the workspace with its URI and MIME type",
    changesWith: "list",
    text: filesText,
  },
  {
    uri: "workspace://symbols",
    name: "symbols",
    title: "Workspace symbols",
    description: "The definitions of every file with their positions, from 1; of many files their counts by kind",
    changesWith: "contents",
    text: symbolsText,
  },
  {
    uri: "workspace://diagnostics",
    name: "diagnostics",
    title: "Workspace diagnostics",
    description: "The files that have syntax errors, with their positions, from 1",
    changesWith: "contents",
    text: diagnosticsText,
  },
  {
    uri: "workspace://config",
    name: "config",
    title: "Configuration",
    description:
      "The settings, and for each whether a flag, the environment, codegrove.json, the user's own file or a default has set it",
    changesWith: "nothing",
    text: ({ configuration }) => jsonText(configuration),
  },
];

async function filesText({ engine, signal }: WorkspaceContext): Promise<string> {
  const files = (await engine.project.files(signal)).map(({ path, mimeType }) => ({
    uri: pathToFileURL(path).href,
    name: basename(path),
    mimeType,
  }));
  const items = files.map((file) => jsonText(file));
  return fittingList("files", items, { count: files.length }, engine);
}

async function symbolsText(context: WorkspaceContext): Promise<string> {
  const { results, files, truncatedReason } = await runOnWorkspace(
    listSymbols,
    { detail: "names", compact: false },
    context,
  );
  const room = roomOf(context.engine);
  const tooLong = `the names of all symbols are more than ${room.maxChars} characters; call list_symbols for a folder or a name`;
  const textOf = ({ detail, items }: Outline) =>
    detail === "names"
      ? listText("symbols", items, { file_count: files }, truncatedReason)
      : listText("symbols", items, { detail, file_count: files }, truncatedReason ?? tooLong);
  return fitForms(outlineForms(results), textOf, room);
}

async function diagnosticsText(context: WorkspaceContext): Promise<string> {
  const { results, truncatedReason } = await runOnWorkspace(checkFile, {}, context);
  const items = results.flatMap(({ name, result }) => {
    const { diagnostics, diagnostic_count } =
      "rows" in result ? Diagnostics.parse(result.rows.values) : unread(result.error);
    return diagnostic_count === 0 ? [] : [jsonText({ file: name, diagnostic_count, diagnostics })];
  });
  const counts = { total_files_with_issues: items.length };
  return fittingList("files_with_issues", items, counts, context.engine, truncatedReason);
}

/** The rows of check_file, whose list may be shorter than its count. */
const Diagnostics = z.object({ diagnostics: z.array(z.unknown()), diagnostic_count: z.number() });

/** Returns the rows of a file that could not be checked. */
function unread(message: string): z.infer<typeof Diagnostics> {
  return { diagnostics: [{ severity: "error", message }], diagnostic_count: 1 };
}

/** The results of a tool in the files of the workspace, and the number of files with rows. */
type WorkspaceRun = {
  readonly results: readonly ResultEntry[];
  readonly files: number;
  readonly truncatedReason: string | undefined;
};

/** Runs a tool on every file, also when the tool itself is not served. */
async function runOnWorkspace(
  tool: AnyFileTool,
  input: Params,
  { engine, signal, progress }: WorkspaceContext,
): Promise<WorkspaceRun> {
  const filepath = [...engine.project.folders];
  if (filepath.length === 0) return { results: [], files: 0, truncatedReason: undefined };
  const results: ResultEntry[] = [];
  const sink = sinkWith(progress, (entry) => results.push(entry));
  // The resource has a limit and no cursor of its own, so the call has none.
  const end = await engine.call(tool, { filepath, ...input }, signal, sink);
  if ("error" in end) throw new RpcError(rpcCodes.internalError, end.error, end.details);
  const files = results.length + (end.skipped?.no_match ?? 0);
  return { results, files, truncatedReason: truncation({ ...end, nextCursor: undefined }) };
}

/** Returns the room of a resource about the whole workspace. */
function roomOf({ maxResultChars }: Engine): Room<string> {
  return { maxChars: maxResultChars || maxWorkspaceText, charsOf: ({ length }) => length };
}

/** Returns a list with as many items as fit; the counts are of all items. */
function fittingList(key: string, items: readonly string[], counts: Params, engine: Engine, reason?: string): string {
  const upTo = (count: number) => {
    const tooLong = `it has ${count} of ${items.length} files; call a tool for one folder at a time`;
    return listText(key, items.slice(0, count), counts, reason ?? (count < items.length ? tooLong : undefined));
  };
  return fitForms([{ sizes: { least: 0, most: items.length }, shown: upTo }], (text) => text, roomOf(engine));
}

/** Returns `{"key":[…],…counts}`, which is truncated if there is a reason. */
function listText(key: string, items: readonly string[], counts: Params, reason: string | undefined): string {
  const tail = { ...counts, ...(reason === undefined ? {} : { truncated: true, truncated_reason: reason }) };
  return `{"${key}":[${items.join(",")}],${jsonText(tail).slice(1)}`;
}
