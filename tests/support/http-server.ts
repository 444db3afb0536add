import type { Readable } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Finished, finishedProcess, type Launch, startServer } from "./built-server.ts";

export interface HttpServer {
  /** Of the MCP endpoint. */
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** A request with the token and the types that MCP wants. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Posts a message to the MCP endpoint. */
  readonly post: (message: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Settles once the process has ended. */
  readonly stopped: Promise<Finished>;
  readonly stop: () => Promise<Finished>;
}

export const testToken = "token of the tests";

/** A program that listens, in a process of its own or not. */
interface HttpProgram {
  readonly stderr: Readable;
  readonly pid?: number | undefined;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly finished: Promise<Finished>;
}

/** Starts the built server on a free port and waits until it listens. */
export function startHttpServer(root: string, launch: Launch = {}): Promise<HttpServer> {
  const whole = httpLaunch(root, launch);
  const child = startServer(whole);
  const { stderr, pid } = child;
  const signal = (name: NodeJS.Signals) => child.kill(name);
  return listening({ stderr, pid, signal, finished: finishedProcess(child) }, whole.env.CODEGROVE_TOKEN);
}

/** How a server is launched that listens on a free port. */
export function httpLaunch<Given extends Pick<Launch, "args" | "env">>(root: string, launch: Given) {
  return {
    ...launch,
    cwd: root,
    env: { CODEGROVE_TOKEN: testToken, ...launch.env },
    args: ["serve", "--http", "0", "--root", root, "--log-level", "info", ...(launch.args ?? [])],
  };
}

/** Waits until a program that was started by `httpLaunch` listens. */
export async function listening(program: HttpProgram, token: string): Promise<HttpServer> {
  const { finished, signal } = program;
  let log = "";
  const url = await new Promise<string>((resolve, reject) => {
    program.stderr.on("data", (chunk: Buffer) => {
      log += chunk.toString();
      const found = /"url":"([^"]+)"/.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    void finished.then(({ stderr }) => reject(new Error(`the server has gone: ${stderr}`)));
  });
  const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } });
  return {
    url,
    token,
    pid: program.pid ?? 0,
    fetch: call,
    post: (message, more = {}) =>
      call("/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", ...more },
        body: typeof message === "string" ? message : JSON.stringify(message),
      }),
    signal,
    stopped: finished,
    stop: async () => {
      signal("SIGTERM");
      const hung = setTimeout(() => signal("SIGKILL"), 15_000);
      const end = await finished;
      clearTimeout(hung);
      return end;
    },
  };
}

/** The SDK's client, connected to a server. */
export async function connectedTo({ url, token }: HttpServer) {
  const client = new Client({ name: "tests", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  await client.connect(transport);
  return { client, transport };
}
