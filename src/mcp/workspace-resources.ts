import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { type NamedResult, truncation } from "../engine/answer.ts";
import type { Engine, ScanWatch } from "../engine/run.ts";
import { maxWorkspaceText } from "../limits.ts";
import type { AnyTool } from "../tools/tool.ts";
import { isObject, type Params } from "./message.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";

export type WorkspaceContext = {
  readonly engine: Engine;
  readonly tools: ReadonlyMap<string, AnyTool>;
  /** What is set, and by what. */
  readonly configuration: Params;
  readonly signal: AbortSignal;
  readonly watch: ScanWatch;
};

type WorkspaceResource = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What changes it: that files come and go, or what is in them. */
  readonly changesWith: "list" | "contents" | "nothing";
  readonly text: (context: WorkspaceContext) => string | Promise<string>;
};

/** The resources about the workspace as a whole, JSON each. */
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
    description: "The definitions of every file with their positions, from 1",
    changesWith: "contents",
    text: symbolsText,
  },
  {
    uri: "workspace://diagnostics",
    name: "diagnostics",
    title: "Workspace diagnostics",
    description: "The files that have syntax errors",
    changesWith: "contents",
    text: diagnosticsText,
  },
  {
    uri: "workspace://config",
    name: "config",
    title: "Configuration",
    description: "What is set, and whether a flag, the environment, codegrove.json or a default has set it",
    changesWith: "nothing",
    text: ({ configuration }) => JSON.stringify(configuration),
  },
];

async function filesText({ engine, signal }: WorkspaceContext): Promise<string> {
  const files = (await engine.workspace.files(signal)).map(({ path, mimeType }) => ({
    uri: pathToFileURL(path).href,
    name: basename(path),
    mimeType,
  }));
  return listText(
    "files",
    files.map((file) => JSON.stringify(file)),
    { count: files.length },
  );
}

async function symbolsText(context: WorkspaceContext): Promise<string> {
  const names = context.tools.has("list_symbols") ? ["list_symbols"] : ["find_classes", "find_functions"];
  const answers = await Promise.all(names.map((name) => askWorkspace(name, context)));
  const bodies = new Map<string, string[]>();
  for (const { name: file, result } of answers.flatMap(({ results }) => results)) {
    const body = "body" in result ? result.body : `"error":${JSON.stringify(result.error)}`;
    bodies.set(file, [...(bodies.get(file) ?? []), body]);
  }
  const items = [...bodies].map(([file, parts]) => `{"file":${JSON.stringify(file)},${parts.join(",")}}`);
  return listText("symbols", items, { file_count: items.length }, answers.find(({ cut }) => cut)?.cut);
}

async function diagnosticsText(context: WorkspaceContext): Promise<string> {
  const { results, cut } = await askWorkspace(context.tools.has("check_file") ? "check_file" : "parse_file", context);
  const items = results.flatMap(({ name, result }) => {
    const { count, diagnostics } = "body" in result ? diagnosticsOf(result.body) : one(result.error);
    return count === 0 ? [] : [JSON.stringify({ file: name, diagnostic_count: count, diagnostics })];
  });
  return listText("files_with_issues", items, { total_files_with_issues: items.length }, cut);
}

type Diagnostics = { readonly count: number; readonly diagnostics: readonly unknown[] };

/** Of the rows of check_file, which may list fewer than there are, or of parse_file. */
function diagnosticsOf(body: string): Diagnostics {
  const rows: unknown = JSON.parse(`{${body}}`);
  if (!isObject(rows)) return { count: 0, diagnostics: [] };
  const { diagnostics, diagnostic_count: count, has_errors } = rows;
  if (!Array.isArray(diagnostics))
    return has_errors === true ? one("The file has syntax errors") : { count: 0, diagnostics: [] };
  return { count: typeof count === "number" ? count : diagnostics.length, diagnostics };
}

function one(message: string): Diagnostics {
  return { count: 1, diagnostics: [{ message, severity: "error" }] };
}

/** What a tool says of every file. */
async function askWorkspace(
  name: string,
  { engine, tools, signal, watch }: WorkspaceContext,
): Promise<{ readonly results: readonly NamedResult[]; readonly cut: string | undefined }> {
  const tool = tools.get(name);
  if (engine.workspace.folders.length === 0) return { results: [], cut: undefined };
  if (tool === undefined) return { results: [], cut: `the tool ${name} is turned off` };
  const results: NamedResult[] = [];
  const input = {
    filepath: [...engine.workspace.folders],
    ...("detail" in tool.input.shape ? { detail: "names" } : {}),
  };
  const end = await engine.stream(tool, input, signal, {
    total: (files) => watch.total?.(files),
    result: (named) => {
      results.push(named);
      watch.done?.(named.name);
    },
  });
  if ("error" in end) throw new RpcError(rpcCodes.internalError, end.error, end.details);
  return { results, cut: truncation(end) };
}

/** `{"key":[…],…counts}`, cut before the item that would make it too long; the counts are those of all items. */
function listText(key: string, items: readonly string[], counts: Params, reason?: string): string {
  let length = 0;
  const kept = items.findIndex((item) => {
    length += item.length + 1;
    return length > maxWorkspaceText;
  });
  const end = kept < 0 ? items.length : kept;
  const tooLong = `it has ${end} of ${items.length} files; ask a tool about one folder at a time`;
  const why = reason ?? (end < items.length ? tooLong : undefined);
  const tail = { ...counts, ...(why === undefined ? {} : { truncated: true, truncated_reason: why }) };
  return `{"${key}":[${items.slice(0, end).join(",")}],${JSON.stringify(tail).slice(1)}`;
}
