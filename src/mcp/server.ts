import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Engine } from "../engine/run.ts";
import type { Log, LogLevel } from "../log.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Params } from "./message.ts";
import type { Notify } from "./progress.ts";
import { createRouter, type McpLogLevel, mcpLogLevels } from "./router.ts";
import { StdioTransport } from "./stdio.ts";

export type ServeOptions = {
  readonly engine: Engine;
  readonly tools: ReadonlyMap<string, AnyTool>;
  readonly configuration: Params;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly input: Readable;
  readonly output: Writable;
  /** Told of each record that is logged, so that a client that asked for it is told too. */
  readonly onLog: (listener: Log) => void;
  readonly log: Log;
};

/** Serves one client over a pair of streams until the input ends and every call is answered. */
export async function serve(options: ServeOptions): Promise<void> {
  const { engine, tools, configuration, serverInfo, input, output, log } = options;
  const transport = new StdioTransport(input, output);
  const server = new Server(serverInfo, { capabilities: { logging: {} } });
  let clientLevel: McpLogLevel | undefined;
  const route = createRouter({
    engine,
    tools,
    configuration,
    serverInfo,
    setLogLevel: (level) => {
      clientLevel = level;
    },
  });
  // Ours answer these: the SDK's refuse what has no clientInfo, and word their errors differently.
  for (const method of ["initialize", "ping", "logging/setLevel"]) server.removeRequestHandler(method);
  const notify: Notify = (method, params) => void transport.send({ jsonrpc: "2.0", method, params });
  server.fallbackRequestHandler = ({ method }, { requestId, signal }) =>
    route(method, transport.paramsOf(requestId), { signal, notify });
  server.onerror = (error) => log("debug", "protocol error", { reason: error.message });
  options.onLog((level, message, fields) => {
    if (clientLevel === undefined || severity(mcpLevelOf(level)) < severity(clientLevel)) return;
    notify("notifications/message", { level: mcpLevelOf(level), data: { message, ...fields } });
  });
  const closed = new Promise<void>((done) => {
    server.onclose = done;
  });
  await server.connect(transport);
  await closed;
}

function severity(level: McpLogLevel): number {
  return mcpLogLevels.indexOf(level);
}

function mcpLevelOf(level: LogLevel): McpLogLevel {
  return level === "trace" ? "debug" : level === "warn" ? "warning" : level;
}
