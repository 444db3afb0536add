import type { Engine } from "../engine/run.ts";
import { inputSchema } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";
import { isObject, type Params } from "./message.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";

export type RouterOptions = {
  readonly engine: Engine;
  readonly tools: ReadonlyMap<string, AnyTool>;
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** Asked for by logging/setLevel: the least severe level that the client wants to be told of. */
  readonly setLogLevel: (level: McpLogLevel) => void;
};

export type Router = (method: string, params: Params, signal: AbortSignal) => Promise<Params>;

type Method = (params: Params, signal: AbortSignal) => Params | Promise<Params>;

/** The levels of logging/setLevel: those of RFC 5424. */
export const mcpLogLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export type McpLogLevel = (typeof mcpLogLevels)[number];

/** Revisions with the initialize handshake, oldest first. */
const protocolVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;
const oldestVersion = protocolVersions[0];
const newestVersion = protocolVersions[3];

const instructions =
  "Code intelligence for C++ and Python from syntax trees; no build needed. Give filepath as a file, an array, a " +
  "directory or a glob; or source and language to ask about text that is not saved. Start with parse_file for counts, " +
  "then find_classes or find_functions for names and positions, list_symbols for the outline of a file, and " +
  "execute_query for anything else; get_syntax_tree shows the names that a query needs. check_file finds syntax " +
  "errors. Lines and columns count from 1. Batch answers tell in `skipped` what was left out; where `truncated` is " +
  "true, call again with the same arguments and `cursor` set to `next_cursor`.";

/** Method → result. What it throws as an RpcError is the answer, word for word. */
export function createRouter(options: RouterOptions): Router {
  const methods = new Map<string, Method>([
    ["initialize", (params) => initialize(params, options)],
    ["ping", () => ({})],
    ["tools/list", (params) => listTools(params, options)],
    ["tools/call", (params, signal) => callTool(params, signal, options)],
    ["logging/setLevel", (params) => setLogLevel(params, options)],
  ]);
  return async (method, params, signal) => {
    const handle = methods.get(method);
    if (handle === undefined) throw new RpcError(rpcCodes.methodNotFound, `Method not found: ${method}`);
    return handle(params, signal);
  };
}

function initialize({ protocolVersion }: Params, { serverInfo }: RouterOptions): Params {
  const asked = protocolVersion === undefined ? oldestVersion : protocolVersion;
  return {
    protocolVersion: protocolVersions.find((version) => version === asked) ?? newestVersion,
    capabilities: { logging: {}, tools: {} },
    serverInfo,
    instructions,
  };
}

function listTools({ cursor }: Params, { tools, engine }: RouterOptions): Params {
  if (cursor !== undefined && cursor !== null) throw invalidParams("cursor is not one that this server gave");
  const meta = resultSizeMeta(engine.maxResultChars);
  return {
    tools: [...tools.values()].map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool),
      annotations: { readOnlyHint: true, openWorldHint: false },
      ...meta,
    })),
  };
}

/** The characters past which Claude Code moves a result into a file, and up to which a tool may raise them. */
const defaultResultSizeChars = 50_000;
const maxResultSizeChars = 500_000;

/** Where larger answers are wanted than Claude Code takes by itself, each tool says so. */
function resultSizeMeta(maxResultChars: number): Params {
  const wanted = maxResultChars === 0 ? maxResultSizeChars : Math.min(maxResultChars, maxResultSizeChars);
  return wanted > defaultResultSizeChars ? { _meta: { "anthropic/maxResultSizeChars": wanted } } : {};
}

async function callTool(params: Params, signal: AbortSignal, { engine, tools }: RouterOptions): Promise<Params> {
  const { name, arguments: input } = params;
  if (typeof name !== "string") throw invalidParams("name must be a string");
  if (input !== undefined && input !== null && !isObject(input)) throw invalidParams("arguments must be an object");
  const tool = tools.get(name);
  if (tool === undefined) throw new RpcError(rpcCodes.methodNotFound, `Tool not found: ${name}`);
  const { text, failed } = await engine.run(tool, input ?? {}, signal);
  const content = [{ type: "text", text }];
  return failed ? { content, isError: true } : { content };
}

function setLogLevel({ level }: Params, { setLogLevel }: RouterOptions): Params {
  const known = mcpLogLevels.find((name) => name === level);
  if (known === undefined) throw invalidParams(`level must be one of ${mcpLogLevels.join(", ")}`);
  setLogLevel(known);
  return {};
}

function invalidParams(reason: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `Invalid params: ${reason}`);
}
