/**
 * The HTTP server: routes, the check of host and token, and the stop. Input: an address and a token; output: a service
 * with its URL, which serves MCP, tools as plain HTTP, and a health check.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { UserError } from "../../base/errors.ts";
import { keepAliveMs, maxBodyMs, maxSessions, stopGraceMs } from "../../base/limits.ts";
import type { Log } from "../../base/log.ts";
import { Peer } from "../peer.ts";
import { createRouter, type RouterOptions } from "../router.ts";
import type { Session } from "../session.ts";
import { Endpoint } from "./endpoint.ts";
import { type Exchange, HttpError, passOver, sendJson } from "./exchange.ts";
import { createGuard } from "./guard.ts";
import { HeldBytes } from "./held-bytes.ts";
import { Sessions } from "./sessions.ts";
import { ToolApi } from "./tool-api.ts";

export type HttpOptions = RouterOptions & {
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  readonly token: string;
  readonly sessionIdleMs: number;
  readonly onLog: (listener: Log) => void;
};

export type HttpService = {
  readonly url: string;
  /** Refuses further requests, waits a while for running ones, then aborts them. */
  readonly stop: () => Promise<void>;
};

/**
 * Serves MCP on `/mcp`, tools as plain HTTP below `/api/mcp`, and `/healthz`.
 *
 * @throws UserError when the address cannot be listened on
 */
export async function serveHttp(options: HttpOptions): Promise<HttpService> {
  const { host, port, token, sessionIdleMs, serverInfo, log } = options;
  const route = createRouter(options);
  const connect = (session: Session) => new Peer(route, session, log);
  const sessions = new Sessions(connect, sessionIdleMs, maxSessions);
  const endpoint = new Endpoint(connect, sessions);
  const api = new ToolApi(route, serverInfo.name);
  const guard = createGuard(host, token);
  const held = new HeldBytes();
  const server = createServer({ requestTimeout: maxBodyMs }, (request, response) => {
    const exchange = { request, response, held };
    held.open(exchange);
    answer(exchange).catch((error: unknown) => refuse(exchange, error, log));
  });
  const answer = async (exchange: Exchange): Promise<void> => {
    const path = exchange.request.url?.split("?")[0];
    guard.checkHost(exchange);
    if (path === "/healthz") {
      allow(exchange, "GET");
      sendJson(exchange, 200, { status: "ok" });
      return;
    }
    guard.checkToken(exchange);
    if (path === "/mcp") {
      await endpoint.serve(exchange);
    } else if (path === "/api/mcp/tools") {
      allow(exchange, "GET");
      await api.list(exchange);
    } else if (path === "/api/mcp/tools/call") {
      allow(exchange, "POST");
      await api.call(exchange);
    } else {
      throw new HttpError(404, "There are /mcp, /api/mcp/tools, /api/mcp/tools/call and /healthz");
    }
  };
  options.onLog(sessions.log);
  await listen(server, host, port);
  const keepAlive = setInterval(() => {
    sessions.keepAlive();
    endpoint.keepAlive();
  }, keepAliveMs);
  return {
    url: urlOf(server.address(), host),
    stop: async () => {
      clearInterval(keepAlive);
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      endpoint.endListening();
      const patience = performance.now() + stopGraceMs;
      while (endpoint.openRequests > 0 && performance.now() < patience) await wait(pollMs);
      endpoint.abort();
      sessions.close();
      await wait(lastAnswersMs);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Milliseconds between two looks at the open requests while the server stops. */
const pollMs = 50;

/** Milliseconds for writing the answers of aborted requests before their connections are closed. */
const lastAnswersMs = 10;

function allow({ request }: Exchange, method: string): void {
  if (request.method !== method) throw new HttpError(405, `Only ${method} is served here`, { allow: method });
}

function refuse(exchange: Exchange, error: unknown, log: Log): void {
  if (error instanceof HttpError) {
    sendJson(exchange, error.status, { error: error.message }, error.headers);
    passOver(exchange);
    return;
  }
  // The client went away in the middle of its body.
  if (exchange.request.destroyed && !exchange.request.complete) return;
  log("error", "a request failed", { stack: error instanceof Error ? error.stack : String(error) });
  sendJson(exchange, 500, { error: "Internal error" });
  exchange.response.end();
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, failed) => {
    server.once("error", (error) => failed(new UserError(`Cannot listen on ${host}:${port}: ${error.message}`)));
    server.listen(port, host, done);
  });
}

function urlOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === "object" ? address?.port : undefined;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}/mcp`;
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
