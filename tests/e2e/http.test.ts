import { once } from "node:events";
import { request } from "node:http";
import { createConnection } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { passTimeUntil } from "../support/held-timers.ts";
import { startHttpInProcess } from "../support/http-in-process.ts";
import { connectedTo, type HttpServer, startHttpServer, testToken } from "../support/http-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { largeCode } from "../support/large-code.ts";
import { modernMeta } from "../support/modern.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder({
  "a.py": "class A:\n    pass\n",
  "hostile.py": `s = "${"a".repeat(60)}b"\n`,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`large/${Math.floor(i / 10)}/${i}.cpp`, largeCode(i, 60_000)]),
  ),
});
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
/** A query that would run for ever. */
const hostile = {
  name: "execute_query",
  arguments: { filepath: "hostile.py", query: '((string_content) @s (#match? @s "^(a+)+$"))' },
};
const scan = { name: "parse_file", arguments: { filepath: "large" } };
const smallScan = { name: "parse_file", arguments: { filepath: "large/1" } };
const megabyte = Buffer.alloc(1_048_576, " ");
let server: HttpServer;

beforeAll(async () => {
  server = await startHttpInProcess(root, { args: ["--no-cache"], env: { REQUEST_TIMEOUT: "120000" } });
}, 60_000);
afterAll(() => server.stop());

describe("the checks in front", () => {
  test.each(["evil.example", "127.0.0.1.evil.example:80", "localhost@evil.example", "192.0.2.1", "[2001:db8::1]:80"])(
    "a Host %j is refused",
    async (host) => {
      expect(await statusOf("/healthz", { host })).toBe(403);
      expect(await statusOf("/mcp", { host, authorization: `Bearer ${testToken}` })).toBe(403);
    },
  );

  test.each(["https://evil.example", "null", "http://localhost.evil.example", "file://", "http://192.0.2.1"])(
    "an Origin %j is refused",
    async (origin) => {
      expect(await statusOf("/mcp", { origin, authorization: `Bearer ${testToken}` })).toBe(403);
    },
  );

  test.each(["http://localhost:3000", "http://127.0.0.1"])("an Origin %j of this machine is served", async (origin) => {
    expect((await server.fetch("/api/mcp/tools", { headers: { origin } })).status).toBe(200);
  });

  test.each([undefined, "", "Bearer", "Bearer wrong", testToken, `Basic ${testToken}`, `bearer  ${testToken}x`])(
    "authorization %j gets 401",
    async (authorization) => {
      for (const path of ["/mcp", "/api/mcp/tools", "/api/mcp/tools/call", "/nothing"]) {
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        const response = await fetch(new URL(path, server.url), { headers });
        expect([path, response.status]).toEqual([path, 401]);
        expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
      }
    },
  );

  test("/healthz needs no token and tells nothing", async () => {
    const response = await fetch(new URL("/healthz", server.url));
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  test("a body over the limit gets 413, with and without its length told", async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"x".repeat(17_000_000)}"}}`;
    expect((await server.post(body)).status).toBe(413);
    expect(
      await statusOf("/mcp", { authorization: `Bearer ${testToken}`, "content-type": "application/json" }, body),
    ).toBe(413);
    expect((await server.post(list)).status).toBe(200);
  });

  test.each([
    [413, testToken],
    [401, "another"],
  ])("a client that reads only when all is written reads its %i, on a connection that stays", async (status, token) => {
    const socket = await startPost(token, `Content-Length: ${40 * megabyte.length}`);
    for (let i = 0; i < 40; i++) if (!socket.write(megabyte)) await once(socket, "drain");
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nConnection: close\r\n\r\n`);
    let answers = "";
    for await (const piece of socket) answers += String(piece);
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, found]) => Number(found))).toEqual([status, 200]);
  });

  test("a body without end ends with its connection", async () => {
    const socket = await startPost("another", "Transfer-Encoding: chunked");
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => {});
    while (!socket.destroyed) {
      socket.write(`${megabyte.length.toString(16)}\r\n`);
      if (!socket.write(Buffer.concat([megabyte, Buffer.from("\r\n")]))) {
        await Promise.race([closed, new Promise((resolve) => socket.once("drain", resolve))]);
      }
      expect(socket.bytesWritten).toBeLessThan(400 * megabyte.length);
    }
    expect((await server.post(list)).status).toBe(200);
  });

  test.each([
    ["another type of body", "/mcp", { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" }, 415],
    ["another method", "/mcp", { method: "PUT" }, 405],
    ["another method of the API", "/api/mcp/tools", { method: "POST" }, 405],
    ["an unknown path", "/nothing", {}, 404],
    ["a client that takes no JSON", "/mcp", { method: "POST", headers: { accept: "image/png" } }, 406],
    ["a listener that takes no events", "/mcp", { headers: { accept: "application/json" } }, 406],
    ["a listener without a session", "/mcp", {}, 400],
    ["an unknown session", "/mcp", { headers: { "mcp-session-id": "x" } }, 404],
  ])("%s is refused", async (_what, path, init, status) => {
    const response = await server.fetch(path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/./) });
  });

  test("needs a root", async () => {
    const { exitCode, stderr } = await runInProcess("", { args: ["serve", "--http", "0"] });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("--root") });
  });

  test.each([["--http", "99999"], ["--http=x"], ["--host", "127.0.0.1"]])("refuses %s %s", async (...args) => {
    const { exitCode, stderr } = await runInProcess("", { args: ["serve", "--root", root, ...args] });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/--http/) });
  });

  test("a token is made and told once when there is none", async () => {
    const own = await startHttpInProcess(root, { env: { CODEGROVE_TOKEN: "" } });
    expect((await own.post(list, { authorization: "Bearer " })).status).toBe(401);
    const { stderr } = await own.stop();
    expect(stderr.match(/the token for this run is [\w-]{32}\n/g)).toHaveLength(1);
  });
});

describe("the MCP endpoint", () => {
  test("answers a request without handshake, as JSON", async () => {
    const response = await server.post(list);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("mcp-session-id")).toBeNull();
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: 1, result: { tools: expect.any(Array) } });
  });

  test.each([
    ["{not json}", { id: null, error: { code: -32700, message: "Parse error" } }],
    ["[]", { id: null, error: { code: -32600, message: "Invalid Request: batching is not supported" } }],
    [
      { jsonrpc: "1.0", id: 7, method: "ping" },
      { id: 7, error: { code: -32600 } },
    ],
    [
      { jsonrpc: "2.0", id: 7, method: "ping", params: [] },
      { id: 7, error: { code: -32602 } },
    ],
  ])("answers %j as stdio does, with status 400", async (message, expected) => {
    const response = await server.post(message);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", ...expected });
  });

  test("takes notifications and stray responses without an answer", async () => {
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 4, result: {} },
    ]) {
      const response = await server.post(message);
      expect([response.status, await response.text()]).toEqual([202, ""]);
    }
  });

  test("an unknown protocol version in the header is refused", async () => {
    expect((await server.post(list, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
    expect((await server.post(list, { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
  });

  test("serves several clients at once, each with its session, progress and log", async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => connectedTo(server)));
    const results = await Promise.all(
      clients.map(async ({ client }) => {
        const progress: number[] = [];
        const onprogress = (told: { progress: number }) => progress.push(told.progress);
        const { content } = await client.callTool(smallScan, undefined, { onprogress });
        expect(progress.length).toBeGreaterThan(0);
        expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
        return JSON.stringify(content);
      }),
    );
    expect(new Set(results).size).toBe(1);
    expect(new Set(clients.map(({ transport }) => transport.sessionId)).size).toBe(5);
    await Promise.all(
      clients.map(async ({ client, transport }) => {
        await transport.terminateSession();
        await client.close();
      }),
    );
  });

  test("a session that was ended is gone", async () => {
    const { client, transport } = await connectedTo(server);
    const session = { "mcp-session-id": transport.sessionId ?? "" };
    expect((await server.post(list, session)).status).toBe(200);
    await transport.terminateSession();
    expect((await server.post(list, session)).status).toBe(404);
    await client.close();
  });

  test("a session listens once", async () => {
    const { client, transport } = await connectedTo(server);
    const headers = { "mcp-session-id": transport.sessionId ?? "", accept: "text/event-stream" };
    await until(async () => (await server.fetch("/mcp", { headers })).status === 409);
    await client.close();
  });

  test("a call that the client cancels is not answered, and the server serves on", async () => {
    const { client } = await connectedTo(server);
    const stop = new AbortController();
    const call = client.callTool(scan, undefined, { signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await expect(call).rejects.toThrow();
    expect(await client.ping()).toEqual({});
    await client.close();
  });

  test("a client that goes away ends its calls", async () => {
    const own = await startHttpInProcess(root, { env: { MAX_CONCURRENT_REQUESTS: "1", REQUEST_TIMEOUT: "3600000" } });
    const gone = new AbortController();
    const lost = own.fetch("/mcp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: hostile }),
      signal: gone.signal,
    });
    setTimeout(() => gone.abort(), 500);
    await expect(lost).rejects.toThrow();
    // The only slot is free again long before the time of the first call is over.
    const small = { name: "find_classes", arguments: { filepath: "a.py" } };
    const response = await own.post({ jsonrpc: "2.0", id: 2, method: "tools/call", params: small });
    expect(await response.text()).toContain("A");
    await own.stop();
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("an idle session is closed", async () => {
    let checkSessions = () => {};
    const startInterval = setInterval;
    vi.spyOn(globalThis, "setInterval").mockImplementation((run, ms, ...args) => {
      // The check for idle sessions comes at half of SESSION_TIMEOUT, the only interval of that period.
      if (ms !== 30_000) return startInterval(run, ms, ...args);
      checkSessions = run;
      return setTimeout(() => {}, 0);
    });
    const own = await startHttpInProcess(root, { env: { SESSION_TIMEOUT: "60000" } });
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
    const session = { "mcp-session-id": (await own.post(initialize)).headers.get("mcp-session-id") ?? "" };
    checkSessions();
    expect((await own.post(list, session)).status).toBe(200);
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 60_001);
    checkSessions();
    vi.restoreAllMocks();
    expect((await own.post(list, session)).status).toBe(404);
    await own.stop();
  });
});

describe("the revision 2026-07-28 over HTTP", () => {
  const params = { _meta: modernMeta };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };

  test("is served without a session", async () => {
    const response = await server.post({ ...list, params }, headers);
    expect([response.status, response.headers.get("mcp-session-id")]).toEqual([200, null]);
    expect(await response.json()).toMatchObject({ result: { resultType: "complete" } });
  });

  test.each([
    ["version is missing", { "mcp-method": "tools/list" }],
    ["version differs", { ...headers, "mcp-protocol-version": "2025-11-25" }],
    ["method differs", { ...headers, "mcp-method": "tools/call" }],
  ])("is refused when the header's %s", async (_what, wrong) => {
    const response = await server.post({ ...list, params }, wrong);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32020 } });
  });

  test.each([
    ["_meta", {}],
    ["the version", { _meta: { "io.modelcontextprotocol/clientCapabilities": {} } }],
  ])("is refused as such when only its header names it, and its body lacks %s", async (_what, lacking) => {
    const response = await server.post({ ...list, params: lacking }, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test("compares names that are written in Base64", async () => {
    const read = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { ...params, uri: "workspace://ü" } };
    const named = (name: string) => ({ ...headers, "mcp-method": "resources/read", "mcp-name": name });
    const encoded = `=?base64?${Buffer.from("workspace://ü").toString("base64")}?=`;
    const right = await server.post(read, named(encoded));
    expect(await right.json()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("not found") },
    });
    const wrong = await server.post(read, named("workspace://files"));
    expect(await wrong.json()).toMatchObject({ error: { code: -32020 } });
  });

  test.each([
    ["an unknown method", "ping", modernMeta, 404, -32601],
    ["another version", "tools/list", { ...modernMeta, "io.modelcontextprotocol/protocolVersion": "x" }, 400, -32022],
  ])("has a status of its own for %s", async (_what, method, _meta, status, code) => {
    const version = _meta["io.modelcontextprotocol/protocolVersion"];
    const response = await server.post(
      { jsonrpc: "2.0", id: 1, method, params: { _meta } },
      { "mcp-protocol-version": version, "mcp-method": method },
    );
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.objectContaining({ code }) }),
    ]);
  });
});

test.each([
  ["misspelt", "find_clases", { message: "Unknown tool: find_clases", data: { did_you_mean: ["find_classes"] } }],
  ["like no other", "xyz", { message: "Unknown tool: xyz" }],
  [
    "not served",
    "run_project_command",
    { message: "Unknown tool: run_project_command", data: { details: expect.stringContaining("commands") } },
  ],
])("a call of a tool that is %s has status 400, whose error clients read", async (_what, name, error) => {
  const params = { _meta: modernMeta, name, arguments: {} };
  const response = await server.post(
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
  );
  expect([response.status, await response.json()]).toEqual([
    400,
    { jsonrpc: "2.0", id: 1, error: { code: -32602, ...error } },
  ]);
});

describe("tools as plain HTTP", () => {
  const call = (body: unknown) =>
    server.fetch("/api/mcp/tools/call", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("are listed", async () => {
    const tools = await (await server.fetch("/api/mcp/tools")).json();
    expect(tools).toEqual({
      tools: expect.arrayContaining([
        {
          fullName: "codegrove.find_classes",
          name: "find_classes",
          description: expect.stringMatching(/./),
          connection: "codegrove",
          inputSchema: expect.objectContaining({ type: "object" }),
        },
      ]),
    });
  });

  test.each(["codegrove.find_classes", "find_classes"])("%s is called", async (tool) => {
    const response = await call({ tool, arguments: { filepath: "a.py" } });
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        success: true,
        result: { content: [{ type: "text", text: '{"classes":[{"name":"A","line":1,"column":7}],"success":true}' }] },
      },
    ]);
  });

  test("a call that fails says so", async () => {
    const response = await call({ tool: "find_classes", arguments: { filepath: "none.py" } });
    expect(await response.json()).toMatchObject({ success: false, result: { isError: true } });
  });

  test.each([
    [{ tool: "nothing" }, 404],
    [{ tool: 5 }, 400],
    [{ tool: "find_classes", arguments: [] }, 400],
    [[], 400],
  ])("%j is refused with status %i", async (body, status) => {
    expect((await call(body)).status).toBe(status);
  });

  test("nothing outside of the root is read", async () => {
    const response = await call({ tool: "find_classes", arguments: { filepath: process.execPath } });
    expect(await response.json()).toMatchObject({ success: false });
  });
});

describe("a server that is told to stop", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("answers what is at work, takes nothing new, and ends", async () => {
    const own = await startHttpInProcess(root, { args: ["--no-cache"] });
    const { client } = await connectedTo(own);
    // The time that requests at work have is held: on a slow machine it would end before they do.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const three = ["large/0/0.cpp", "large/0/1.cpp", "large/0/2.cpp"];
    const call = await new Promise<{ readonly answer: ReturnType<typeof client.callTool> }>((atWork) => {
      const params = { name: "parse_file", arguments: { filepath: three } };
      const answer = client.callTool(params, undefined, { onprogress: () => atWork({ answer }) });
    });
    own.signal("SIGTERM");
    expect((await call.answer).isError).not.toBe(true);
    const { exitCode, signal } = await passTimeUntil(own.stopped, 50);
    expect({ exitCode, signal }).toEqual({ exitCode: 0, signal: null });
    await expect(own.post(list)).rejects.toThrow();
    await client.close();
  });

  test("in a process of its own ends with status 0", async () => {
    const own = await startHttpServer(root);
    const { exitCode, signal } = await own.stop();
    expect({ exitCode, signal }).toEqual({ exitCode: 0, signal: null });
    await expect(own.post(list)).rejects.toThrow();
  });
});

/** The status of a request with headers that fetch does not send; a body goes in chunks. */
function statusOf(path: string, headers: Record<string, string>, body?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, server.url), { headers, method: body === undefined ? "GET" : "POST" });
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    if (body !== undefined) sent.write(body);
    sent.end();
  });
}

/** A connection on which a POST has begun, and from which nothing is read. */
async function startPost(token: string, length: string) {
  const { hostname, port, host } = new URL(server.url);
  const socket = createConnection(Number(port), hostname);
  await once(socket, "connect");
  const head = ["POST /mcp HTTP/1.1", `Host: ${host}`, `Authorization: Bearer ${token}`, length];
  socket.write(`${[...head, "Content-Type: application/json"].join("\r\n")}\r\n\r\n`);
  return socket;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it never held");
}
