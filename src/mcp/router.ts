import type { Engine } from "../engine/run.ts";
import { inputSchema } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";
import { isObject, type Params } from "./message.ts";
import { refuseCursor } from "./pages.ts";
import { type Notify, progressOf } from "./progress.ts";
import { invalidParams, RpcError, rpcCodes } from "./rpc-error.ts";
import { checkModern, discovery, type Era, eraOf, legacyVersions, modernError, modernResult } from "./versions.ts";

export type RouterOptions = {
  readonly engine: Engine;
  readonly tools: ReadonlyMap<string, AnyTool>;
  /** What is set, and by what: the text of workspace://config. */
  readonly configuration: Params;
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** Asked for by logging/setLevel: the least severe level that the client wants to be told of. */
  readonly setLogLevel: (level: McpLogLevel) => void;
};

/** What a request comes with besides its params. */
export type RequestContext = {
  /** Aborts when the client cancels. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to the request. */
  readonly notify: Notify;
};

export type Router = (method: string, params: Params, context: RequestContext) => Promise<Params>;

type Handler = (params: Params, context: RequestContext) => Params | Promise<Params>;

type Method = {
  /** The only era that has it; undefined for both. */
  readonly era?: Era;
  readonly handle: Handler;
};

/** The levels of logging/setLevel: those of RFC 5424. */
export const mcpLogLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export type McpLogLevel = (typeof mcpLogLevels)[number];

const instructions =
  "Code intelligence for C++ and Python from syntax trees; no build needed. Give filepath as a file, an array, a " +
  "directory or a glob. Start with parse_file for counts, then find_classes or find_functions for names and " +
  "positions, and execute_query for anything else. Lines and columns count from 1. Batch answers tell in `skipped` " +
  "what was left out and in `truncated` when the time did not suffice: ask again for fewer files.";

/** Method → result. What it throws as an RpcError is the answer, word for word. */
export function createRouter(options: RouterOptions): Router {
  const { serverInfo } = options;
  const about = ({ signal, notify }: RequestContext, params: Params = {}) => ({
    ...options,
    signal,
    watch: progressOf(params, signal, notify),
  });
  const methods = new Map<string, Method>([
    ["initialize", { era: "legacy", handle: (params) => initialize(params, options) }],
    ["server/discover", { era: "modern", handle: () => discovery(capabilities, instructions) }],
    ["ping", { era: "legacy", handle: () => ({}) }],
    ["logging/setLevel", { era: "legacy", handle: (params) => setLogLevel(params, options) }],
    [
      "resources/list",
      { handle: async (params, context) => (await resources()).listResources(params, about(context)) },
    ],
    ["resources/templates/list", { handle: async (params) => (await resources()).listTemplates(params) }],
    [
      "resources/read",
      { handle: async (params, context) => (await resources()).readResource(params, about(context, params)) },
    ],
    [
      "completion/complete",
      { handle: async (params, context) => (await completion()).complete(params, about(context), () => undefined) },
    ],
    ["tools/list", { handle: (params) => listTools(params, options) }],
    ["tools/call", { handle: (params, context) => callTool(params, context, options) }],
  ]);
  const answer: Router = async (method, params, context) => {
    const known = methods.get(method);
    if (known === undefined || (known.era ?? eraOf(params)) !== eraOf(params)) {
      throw new RpcError(rpcCodes.methodNotFound, `Method not found: ${method}`);
    }
    return known.handle(params, context);
  };
  return async (method, params, context) => {
    if (eraOf(params) === "legacy") return answer(method, params, context);
    checkModern(params);
    try {
      return modernResult(method, await answer(method, params, context), serverInfo);
    } catch (error) {
      throw modernError(error);
    }
  };
}

// Loaded when they are asked for, so that a one-line call starts fast.
const resources = () => import("./resources.ts");
const completion = () => import("./completion.ts");

/** What a client of either era can use. */
const capabilities: Params = { completions: {}, resources: {}, tools: {} };

function initialize({ protocolVersion }: Params, { serverInfo }: RouterOptions): Params {
  const [oldest, , , newest] = legacyVersions;
  const asked = protocolVersion === undefined ? oldest : protocolVersion;
  return {
    protocolVersion: legacyVersions.find((version) => version === asked) ?? newest,
    capabilities: { logging: {}, ...capabilities },
    serverInfo,
    instructions,
  };
}

function listTools({ cursor }: Params, { tools }: RouterOptions): Params {
  refuseCursor(cursor);
  return {
    tools: [...tools.values()].map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool),
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  };
}

async function callTool(params: Params, context: RequestContext, { engine, tools }: RouterOptions): Promise<Params> {
  const { name, arguments: input } = params;
  if (typeof name !== "string") throw invalidParams("name must be a string");
  if (input !== undefined && input !== null && !isObject(input)) throw invalidParams("arguments must be an object");
  const tool = tools.get(name);
  if (tool === undefined) throw new RpcError(rpcCodes.methodNotFound, `Tool not found: ${name}`);
  const { signal, notify } = context;
  const { text, failed } = await engine.run(tool, input ?? {}, signal, progressOf(params, signal, notify));
  const content = [{ type: "text", text }];
  return failed ? { content, isError: true } : { content };
}

function setLogLevel({ level }: Params, { setLogLevel }: RouterOptions): Params {
  const known = mcpLogLevels.find((name) => name === level);
  if (known === undefined) throw invalidParams(`level must be one of ${mcpLogLevels.join(", ")}`);
  setLogLevel(known);
  return {};
}
