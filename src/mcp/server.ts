import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { maxUnreadAnswers } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import { Gate } from "../engine/gate.ts";
import type { Notify } from "./progress.ts";
import { createRouter, type RouterOptions } from "./router.ts";
import { Session } from "./session.ts";
import { StdioTransport } from "./stdio.ts";

export type ServeOptions = RouterOptions & {
  readonly input: Readable;
  readonly output: Writable;
  /** Adds a listener for records of the log, which a client may request. */
  readonly onLog: (listener: Log) => void;
};

/** Requests that do not wait for others: they are short, or stay open until the client cancels them. */
const neverWaits: ReadonlySet<string> = new Set(["ping", "subscriptions/listen"]);

/** Serves one client over a pair of streams until the input ends and every call is answered. */
export async function serve(options: ServeOptions): Promise<void> {
  const { serverInfo, input, output, log } = options;
  const transport = new StdioTransport(input, output);
  const server = new Server(serverInfo, { capabilities: { logging: {} } });
  const notify: Notify = (method, params) => void transport.send({ jsonrpc: "2.0", method, params });
  const session = new Session(notify);
  const route = createRouter(options);
  // The router answers these: the SDK refuses an initialize without clientInfo, and has other error messages.
  for (const method of ["initialize", "ping", "logging/setLevel"]) server.removeRequestHandler(method);
  const answering = new Gate(maxUnreadAnswers);
  server.fallbackRequestHandler = async ({ method }, { requestId, signal }) => {
    const { id, params } = transport.requestOf(requestId);
    if (!neverWaits.has(method)) {
      transport.whenAnswered(requestId, await answering.enter(signal));
      while (transport.isBackedUp) await transport.drained();
      signal.throwIfAborted();
    }
    return route(method, params, { id, signal, notify, session });
  };
  server.onerror = (error) => log("debug", "protocol error", { reason: error.message });
  options.onLog(session.log);
  transport.onend = () => session.close();
  const closed = new Promise<void>((done) => {
    server.onclose = done;
  });
  await server.connect(transport);
  await closed;
}
