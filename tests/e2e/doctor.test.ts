import { chmodSync, existsSync, symlinkSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packageVersion } from "../../src/base/package.ts";
import { serverPath } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const secret = "ghp_0123456789";

/** A folder with our own program as `codegrove`, which a PATH may begin with. */
const programs = temporaryFolder({});
symlinkSync(serverPath, join(programs, "codegrove"));

const home = temporaryFolder({});

/** Runs `codegrove doctor` in a folder, and returns the exit status with what it has written. */
async function doctor(
  words: readonly string[],
  {
    cwd = temporaryFolder({}),
    env = {},
  }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
) {
  const PATH = [programs, process.env.PATH ?? ""].join(delimiter);
  const { exitCode, stdout, stderr } = await runInProcess("", {
    args: ["doctor", ...words],
    cwd,
    env: { HOME: home, PATH, ...env },
  });
  return { exitCode, stdout, stderr };
}

/** Tests one command, and returns its connection. */
async function connectionOf(words: readonly string[], { flags = [] as readonly string[], env = {} } = {}) {
  const { exitCode, stdout } = await doctor(["--json", ...flags, "--", ...words], { env });
  const { connections, success } = JSON.parse(stdout);
  expect(success).toBe(exitCode === 0);
  expect(connections).toHaveLength(1);
  return connections[0];
}

/** The command of a server that is this script of Node. `answer(id, result)` and `requests(listener)` are at hand. */
function script(code: string): readonly string[] {
  const prelude = `
    const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
    const requests = (listener) => require("node:readline").createInterface({ input: process.stdin })
      .on("line", (line) => listener(JSON.parse(line)));
    const hello = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "fake", version: "1" } };
    const serve = (tools, call) => requests(({ id, method, params }) => {
      if (method === "initialize") answer(id, hello);
      if (method === "tools/list") answer(id, tools(params));
      if (method === "tools/call") answer(id, call(params));
    });`;
  return [process.execPath, "-e", prelude + code];
}

describe("doctor about what clients have", () => {
  const entry = { command: "codegrove", args: ["serve", "--root", ".", "--format", "brief"] };
  const evil = { command: "sh", args: ["-c", "touch evil"] };
  const folder = temporaryFolder({
    "a.py": "def f(): pass\n",
    ".mcp.json": JSON.stringify({ mcpServers: { codegrove: entry } }),
    ".vscode/mcp.json": JSON.stringify({ servers: { codegrove: evil } }),
    ".cursor/mcp.json": "{",
  });

  test("starts our own program, no command of the project, and says what else is wrong", async () => {
    const { exitCode, stdout } = await doctor(["--json"], { cwd: folder });
    const { success, checks, connections } = JSON.parse(stdout);
    expect({ exitCode, success }).toEqual({ exitCode: 1, success: false });
    const byFile = (name: string) => connections.find(({ file }: { file: string }) => file === join(folder, name));
    expect(byFile(".mcp.json")).toMatchObject({
      clients: ["Claude Code", "Copilot CLI"],
      entry: "codegrove",
      starts: "codegrove serve --root . --format brief",
      program: join(programs, "codegrove"),
      success: true,
      server_info: { name: "codegrove", version: packageVersion() },
      tool_called: "get_syntax_reference",
      seconds: expect.any(Number),
      warnings: [],
    });
    expect(byFile(".mcp.json").tools_count).toBeGreaterThan(15);
    expect(byFile(".vscode/mcp.json")).toEqual({
      clients: ["VS Code"],
      file: join(folder, ".vscode/mcp.json"),
      entry: "codegrove",
      starts: "sh -c touch evil",
      not_tested: expect.stringMatching(/from a file of the project is not started/),
      to_test: "codegrove doctor -- sh -c 'touch evil'",
    });
    expect(byFile(".cursor/mcp.json")).toMatchObject({
      success: false,
      error: expect.stringMatching(/not valid JSON/),
    });
    expect(existsSync(join(folder, "evil"))).toBe(false);
    const states = Object.fromEntries(checks.map(({ name, state }: { name: string; state: string }) => [name, state]));
    expect(states).toMatchObject({ codegrove: "ok", system: "ok", cache: "ok", grammars: "ok", workspace: "ok" });
    expect(states.init).toBe("problem");
  });

  test("does not start a program of that name from the project, whatever the PATH has", async () => {
    const cwd = temporaryFolder({
      ".mcp.json": JSON.stringify({ mcpServers: { codegrove: entry } }),
      "node_modules/.bin/codegrove": "#!/bin/sh\ntouch evil\n",
      codegrove: "#!/bin/sh\ntouch evil\n",
    });
    for (const name of ["node_modules/.bin/codegrove", "codegrove"]) chmodSync(join(cwd, name), 0o755);
    const PATH = [join(cwd, "node_modules/.bin"), cwd, ".", "/usr/bin", "/bin"].join(delimiter);
    const { stdout } = await doctor(["--json"], { cwd, env: { PATH } });
    expect(JSON.parse(stdout).connections).toMatchObject([
      {
        success: false,
        error: "command not found: codegrove is not in the PATH",
        fix: expect.stringMatching(/install it as its README\.md says/),
      },
    ]);
  });

  test("is text that a person reads, one row a fact", async () => {
    const { exitCode, stdout, stderr } = await doctor([], { cwd: temporaryFolder({ "a.py": "" }) });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^ok +codegrove +\d/);
    expect(stdout).toMatch(/^ok +grammars +\d+ load$/m);
    expect(stdout).toMatch(/^warning +connections +no file of a client has an entry for codegrove/m);
    expect(exitCode).toBe(0);
  });

  test("prints no variable and no header of an entry", async () => {
    const env = { API: secret };
    const ownHome = temporaryFolder({
      ".cursor/mcp.json": JSON.stringify({
        mcpServers: {
          codegrove: {
            command: process.execPath,
            args: ["-e", "console.log(process.env.API); throw process.env.API"],
            env,
          },
          codegrove2: { url: "http://127.0.0.1:1/mcp?key=abc", headers: { Authorization: `Bearer ${secret}` } },
        },
      }),
    });
    for (const flags of [[], ["--json"]]) {
      const { stdout, exitCode } = await doctor(flags, { env: { HOME: ownHome } });
      expect(exitCode).toBe(1);
      expect(stdout).toContain("***");
      expect(stdout).toContain("http://127.0.0.1:1/mcp");
      expect(stdout).not.toMatch(new RegExp(`${secret}|key=abc`));
    }
  });
});

describe("doctor about a command", () => {
  test("tests any server, and calls only a tool that is read-only", async () => {
    const tools = [
      { name: "drop", inputSchema: {} },
      { name: "open", annotations: { readOnlyHint: true }, inputSchema: { required: ["path"] } },
      { name: "list", annotations: { readOnlyHint: true }, inputSchema: { type: "object" } },
    ];
    const code = `serve(() => ({ tools: ${JSON.stringify(tools)} }), ({ name }) => ({ content: [], isError: name !== "list" }))`;
    expect(await connectionOf(script(code))).toMatchObject({
      success: true,
      tools_count: 3,
      server_info: { name: "fake", version: "1" },
      tool_called: "list",
    });
  });

  test.each([
    [
      "ends",
      "process.stderr.write('it broke'); process.exit(7)",
      /has ended with status 7 before it answered/,
      { stderr: "it broke" },
    ],
    [
      "writes garbage, then ends",
      "console.log('garbage')",
      /has ended/,
      { warnings: [expect.stringMatching(/garbage/)] },
    ],
    [
      "writes without end",
      "const b = Buffer.alloc(1e6, 120); const go = () => process.stdout.write(b, go); go()",
      /writes more than 16777216 bytes/,
      {},
    ],
    [
      "writes to stderr without end",
      "const b = Buffer.alloc(1e6, 120); const go = () => process.stderr.write(b, go); go()",
      /writes more than 16777216 bytes/,
      {},
    ],
    [
      "refuses",
      "requests(({ id }) => console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: 'no' } })))",
      /initialize is an error: no/,
      {},
    ],
    ["answers with a text", "requests(({ id }) => answer(id, 'x'))", /neither a result nor an error/, {}],
    ["has no name", "requests(({ id }) => answer(id, {}))", /no serverInfo/, {}],
    ["lists no tools", "serve(() => ({ tools: {} }))", /no list of tools/, {}],
    ["lists pages in a circle", "serve(() => ({ tools: [], nextCursor: 'x' }))", /more than 100 pages/, {}],
    [
      "fails a call",
      "serve(() => ({ tools: [{ name: 't', annotations: { readOnlyHint: true } }] }), () => ({ isError: true, content: [{ text: 'why' }] }))",
      /a call of t fails: why/,
      {},
    ],
  ])("says why there is no connection if it %s", async (_what, code, error, more) => {
    expect(await connectionOf(script(code))).toMatchObject({
      success: false,
      error: expect.stringMatching(error),
      ...more,
    });
  });

  test("ends a server that never answers, with all that it has started", async () => {
    const code = `
      const { pid } = require("node:child_process").spawn("sleep", ["600"]);
      process.stderr.write(String(pid));
      process.on("SIGTERM", () => {});
      setInterval(() => {}, 1000)`;
    const connection = await connectionOf(script(code), { flags: ["--timeout", "1"] });
    expect(connection).toMatchObject({
      success: false,
      error: "it has not answered initialize within 1 s",
      fix: expect.stringMatching(/--timeout/),
    });
    const pid = Number(connection.stderr);
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  });

  test("says that Node is too old if the end of codegrove says so", async () => {
    const folder = temporaryFolder({ codegrove: "#!/bin/sh\necho 'Node.js v16.20.0' >&2\nexit 1\n" });
    chmodSync(join(folder, "codegrove"), 0o755);
    expect(await connectionOf([join(folder, "codegrove")])).toMatchObject({
      success: false,
      fix: expect.stringMatching(/Node 16\.20, which is too old: codegrove needs Node 20\.19/),
    });
  });

  test("warns of another version", async () => {
    const code = "hello.serverInfo = { name: 'codegrove', version: '0.0.1' }; serve(() => ({ tools: [] }))";
    expect(await connectionOf(script(code))).toMatchObject({
      success: true,
      warnings: [expect.stringMatching(/^it is version 0\.0\.1, and this program is version /)],
    });
  });

  test.each([
    [["doctor", "codegrove"], /doctor takes a command or an address only after --/],
    [["doctor", "--timeout", "x"], /--timeout: 'x' is not a number of seconds/],
    [["doctor", "--", "http://127.0.0.1:1/", "x"], /an address has no arguments: x/],
  ])("refuses a wrong command line: %j", async (args, message) => {
    const { exitCode, stderr } = await runInProcess("", { args, cwd: temporaryFolder({}) });
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("doctor about an address", () => {
  const opened: Server[] = [];
  afterAll(() => {
    for (const server of opened) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Starts a server, and returns its address. */
  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    opened.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  test("tests a server that answers with JSON or with events, and sends it the token", async () => {
    const seen: (string | undefined)[] = [];
    const url = await listen((request, response) => {
      seen.push(request.headers.authorization);
      let text = "";
      request.on("data", (chunk) => {
        text += chunk;
      });
      request.on("end", () => {
        const { id, method } = JSON.parse(text || "{}");
        if (id === undefined) return void response.writeHead(202).end();
        const isFirst = method === "initialize";
        const result = isFirst
          ? { protocolVersion: "2025-11-25", serverInfo: { name: "web", version: "2" } }
          : { tools: [] };
        const message = JSON.stringify({ jsonrpc: "2.0", id, result });
        response.writeHead(200, {
          "content-type": isFirst ? "application/json" : "text/event-stream",
          "mcp-session-id": "s",
        });
        if (isFirst) response.end(message);
        // A stream stays open after the answer.
        else response.write(`: hello\n\nevent: message\ndata: ${message}\n\n`);
      });
    });
    expect(await connectionOf([url], { env: { CODEGROVE_TOKEN: secret } })).toMatchObject({
      starts: url,
      success: true,
      tools_count: 0,
      server_info: { name: "web", version: "2" },
    });
    expect(new Set(seen)).toEqual(new Set([`Bearer ${secret}`]));
  });

  test.each([
    ["refuses the token", 401, {}, "", /status 401: the token is missing or wrong/],
    ["leads elsewhere", 302, { location: "http://127.0.0.1:1/" }, "", /leads to another address/],
    ["has no such path", 404, {}, "", /status 404/],
    ["answers with a page", 200, { "content-type": "text/html" }, "<p>", /is not a message of MCP/],
    ["answers with much", 200, {}, "x".repeat(17_000_000), /writes more than 16777216 bytes/],
  ])("says what is wrong with a server that %s", async (_what, status, headers, body, error) => {
    const url = await listen((_request, response) => void response.writeHead(status, headers).end(body));
    expect(await connectionOf([url])).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  test("says that there is no server", async () => {
    expect(await connectionOf(["http://127.0.0.1:1/mcp"])).toMatchObject({
      success: false,
      error: expect.stringMatching(/^it cannot be reached/),
    });
  });
});
