import type { Launch } from "./built-server.ts";
import { startHttpServer } from "./http-server.ts";
import { terminate } from "./run-delay.ts";
import { type Message, Session } from "./session.ts";

/** Requests to a server, whatever it listens on. */
export interface Conversation {
  /** Of the server's process. */
  readonly pid: number;
  readonly request: (method: string, params?: object) => Promise<Message>;
  /** Sends a request under this id and cancels it after a while; what comes of it is not waited for. */
  readonly cancelled: (id: string, method: string, params: object, afterMs: number) => Promise<void>;
  /**
   * Ends the server by SIGTERM.
   *
   * @returns its exit status and the milliseconds until it was gone, without those for which it waited for a processor
   */
  readonly terminate: () => Promise<{ readonly exitCode: number | null; readonly tookMs: number }>;
  /** What the server wrote to stdout. */
  readonly stdout: () => string;
  /** For the end of a test. */
  readonly kill: () => Promise<unknown>;
}

export async function overStdio(launch: Launch): Promise<Conversation> {
  const session = new Session(launch);
  const { pid } = session;
  if (pid === undefined) throw new Error("the server has not started");
  return {
    pid,
    request: (method, params) => session.request(method, params),
    cancelled: async (id, method, params, afterMs) => {
      session.send({ jsonrpc: "2.0", id, method, params });
      await wait(afterMs);
      session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    },
    terminate: () => terminate(pid, session.gone()),
    stdout: () => session.lines.map((line) => `${line}\n`).join(""),
    kill: () => session.kill(),
  };
}

/** With a session, so that requests can be cancelled. */
export async function overHttp({ cwd = "", ...launch }: Launch): Promise<Conversation> {
  const server = await startHttpServer(cwd, launch);
  const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "tests", version: "1" } };
  const begun = await server.post({ jsonrpc: "2.0", id: 0, method: "initialize", params: initialize });
  const headers = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
  let lastId = 0;
  return {
    pid: server.pid,
    request: async (method, params) =>
      messageIn(await server.post({ jsonrpc: "2.0", id: ++lastId, method, params }, headers)),
    cancelled: async (id, method, params, afterMs) => {
      const answered = server.post({ jsonrpc: "2.0", id, method, params }, headers).then((answer) => answer.text());
      await wait(afterMs);
      await server.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }, headers);
      await answered;
    },
    terminate: () => terminate(server.pid, server.stopped),
    stdout: () => "",
    kill: async () => {
      server.signal("SIGKILL");
      await server.stopped;
    },
  };
}

/** The answer in a response: JSON, or the last event of a stream. */
async function messageIn(response: Response): Promise<Message> {
  const body = await response.text();
  const events = body.split("\n").filter((line) => line.startsWith("data: "));
  return JSON.parse(events.at(-1)?.slice("data: ".length) ?? body);
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
