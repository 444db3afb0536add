/** `serve --shared`: sessions in one process. Input: clients of a user with folders and settings; output: answers, files, processes. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { packageVersion } from "../../src/base/package.ts";
import { environmentOfProgram, runServer, serverPath } from "../support/built-server.ts";
import type { Session } from "../support/session.ts";
import { SharedUser } from "../support/shared-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const user = new SharedUser();

/** Milliseconds for which a test waits for a change that must come. */
const patienceMs = 60_000;

const one = temporaryFolder({ "a.py": "class One:\n    pass\n" });
const two = temporaryFolder({ "a.py": "class Two:\n    pass\n" });

const classesIn = async (session: Session, filepath: unknown, more = {}) =>
  (await callTool(session, "find_classes", { filepath, ...more })).text;

const ping = JSON.stringify({ jsonrpc: "2.0", id: "ping", method: "ping" });

describe.runIf(process.platform === "linux")("sessions of one process", () => {
  test("have their own folders, roots, flags, variables and unsaved text", async () => {
    const first = user.session(one, ["--root", "."]);
    const second = user.session(two, ["--root", ".", "--tools", "find_classes"], { MCP_SERVER_NAME: "second" });
    expect(await classesIn(first, "a.py")).toContain('"One"');
    expect(await classesIn(second, "a.py")).toContain('"Two"');
    expect(await classesIn(first, join(two, "a.py"))).toContain("outside");
    expect(await classesIn(second, join(one, "a.py"))).toContain("outside");
    const unsaved = { source: "class Unsaved:\n    pass\n", language: "python" };
    expect(await classesIn(first, undefined, unsaved)).toContain('"Unsaved"');
    expect(await classesIn(first, ".")).not.toContain("Unsaved");
    const { result: begun } = await second.request("initialize", { protocolVersion: "2025-06-18", capabilities: {} });
    expect(begun).toMatchObject({ serverInfo: { name: "second" } });
    const tools = [await first.request("tools/list"), await second.request("tools/list")].map(({ result }) =>
      JSON.stringify(result).match(/"name":"parse_file"/g),
    );
    expect(tools).toEqual([expect.anything(), null]);
    await user.onlyServer();
    for (const session of [first, second]) expect(await session.close()).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("may edit only if they are allowed to themselves", async () => {
    const folder = temporaryFolder({ "a.py": "def old():\n    return 1\n" });
    const [editor, reader] = [user.session(folder, ["--allow-edits"]), user.session(folder)];
    const rename = (session: Session, symbol: string, new_name: string) =>
      callTool(session, "rename_symbol", { symbol, new_name, apply: true });
    // Both have the same code open before.
    await Promise.all([editor, reader].map((session) => classesIn(session, ".")));
    expect((await rename(reader, "old", "bad")).isError).toBe(true);
    expect((await rename(editor, "old", "fresh")).isError).not.toBe(true);
    expect((await rename(reader, "fresh", "bad")).isError).toBe(true);
    expect(readFileSync(join(folder, "a.py"), "utf8")).toBe("def fresh():\n    return 1\n");
    await Promise.all([editor.close(), reader.close()]);
  });

  test("are told only of their own calls and subscriptions, and cancel only their own calls", async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`p${i}.py`, `class P${i}:\n    pass\n`]));
    const folder = temporaryFolder(files);
    const [first, second] = [user.session(folder, ["--no-cache"]), user.session(folder, ["--no-cache"])];
    const call = { name: "find_classes", arguments: { filepath: "." }, _meta: { progressToken: "mine" } };
    const uri = pathToFileURL(join(folder, "p1.py")).href;
    await first.request("resources/subscribe", { uri });
    first.send({ jsonrpc: "2.0", id: "same", method: "tools/call", params: call });
    second.send({ jsonrpc: "2.0", id: "same", method: "tools/call", params: { ...call, _meta: {} } });
    first.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "same" } });
    expect((await second.answerTo("same")).result).toBeDefined();
    await first.request("tools/call", call);
    writeFileSync(join(folder, "p1.py"), "class Changed:\n    pass\n");
    await expect
      .poll(() => first.lines.filter((line) => line.includes("resources/updated")), { timeout: patienceMs })
      .toHaveLength(1);
    const notifications = (session: Session) => session.lines.filter((line) => line.includes('"method"'));
    expect(first.lines.filter((line) => line.includes('"id":"same"'))).toEqual([]);
    expect(notifications(second)).toEqual([]);
    const progress = notifications(first).filter((line) => line.includes("notifications/progress"));
    expect(progress.length).toBeGreaterThan(0);
    expect(progress.every((line) => line.includes('"mine"'))).toBe(true);
    expect(await classesIn(second, "p1.py")).toContain("Changed");
    await Promise.all([first.close(), second.close()]);
  });

  test("go on when the process of another session is killed", async () => {
    const [first, second] = [user.session(one), user.session(one)];
    await Promise.all([first, second].map((session) => classesIn(session, ".")));
    await first.kill();
    expect(await classesIn(second, ".")).toContain('"One"');
    await second.close();
  });
});

describe.runIf(process.platform === "linux")("a server", () => {
  test("that is killed costs only the open requests: the next one starts another, which knows the session", async () => {
    const client = new Client({ name: "tests", version: "1" }, { capabilities: { roots: {} } });
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(two).href }] }));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [serverPath, "serve", "--shared", "--log-level", "error"],
      cwd: one,
      env: { ...environmentOfProgram(), ...user.env() },
      stderr: "pipe",
    });
    const stderr: string[] = [];
    transport.stderr?.on("data", (chunk) => stderr.push(String(chunk)));
    await client.connect(transport);
    const uri = pathToFileURL(join(two, "a.py")).href;
    await client.subscribeResource({ uri });
    const changes: unknown[] = [];
    client.fallbackNotificationHandler = async (notification) => void changes.push(notification);
    const pid = await user.onlyServer();
    process.kill(pid, "SIGSTOP");
    const lost = client.callTool({ name: "find_classes", arguments: { filepath: "a.py" } });
    process.kill(pid, "SIGKILL");
    await expect(lost).rejects.toThrow("The shared server has ended before it answered");
    expect(stderr.join("")).toContain("codegrove: the shared server has ended");
    // The roots of the client, not the working folder.
    const { content } = await client.callTool({ name: "find_classes", arguments: { filepath: join(one, "a.py") } });
    expect(JSON.stringify(content)).toContain("outside");
    expect(await user.onlyServer()).not.toBe(pid);
    const changed = () => {
      writeFileSync(join(two, "a.py"), `class Two:\n    x = ${Date.now()}\n`);
      return JSON.stringify(changes);
    };
    await expect.poll(changed, { timeout: patienceMs, interval: 300 }).toContain("resources/updated");
    await client.close();
  });

  test("that is stopped says so to its sessions", async () => {
    const session = user.session(one);
    await session.request("ping");
    const pid = await user.onlyServer();
    session.send({
      jsonrpc: "2.0",
      id: "listen",
      method: "tools/call",
      params: { name: "find_classes", arguments: {} },
    });
    process.kill(pid, "SIGTERM");
    await expect.poll(() => user.servers(), { timeout: patienceMs }).not.toContain(pid);
    const { stderr } = await session.close();
    expect(stderr).toContain("the shared server has ended: it was stopped by SIGTERM");
    await expect.poll(() => user.servers(), { timeout: patienceMs }).toEqual([]);
  });

  test("is one for several clients that start at once, and ends without sessions", async () => {
    const sessions = [one, two, one].map((folder) => user.session(folder));
    await Promise.all(sessions.map((session) => session.request("ping")));
    const pid = await user.onlyServer();
    const finished = await Promise.all(sessions.map((session) => session.close()));
    expect(finished.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(sessions.map(() => [0, ""]));
    await expect.poll(() => user.servers(), { timeout: patienceMs }).not.toContain(pid);
    expect(readdirSync(join(user.home, ".cache/codegrove/shared"))).toEqual([]);
  });

  test("is another one for a process with other flags of Node", async () => {
    const [first, second] = [user.session(one), user.session(one, [], { NODE_OPTIONS: "--max-old-space-size=1000" })];
    await Promise.all([first, second].map((session) => session.request("ping")));
    await expect.poll(() => user.servers(), { timeout: patienceMs }).toHaveLength(2);
    await Promise.all([first.close(), second.close()]);
  });
});

describe.runIf(process.platform === "linux")("serve --shared --status", () => {
  const other = new SharedUser();
  const servers = async () => {
    const { stdout, stderr } = await runServer("", { args: ["serve", "--shared", "--status"], env: other.env() });
    expect(stderr).toBe("");
    return JSON.parse(stdout).servers;
  };

  test("prints what runs, for which sessions, and keeps no server from ending", async () => {
    expect(await servers()).toEqual([]);
    const sessions = [one, two, one].map((folder) => other.session(folder));
    await Promise.all(sessions.map((session) => session.request("ping")));
    const pid = await other.onlyServer();
    const [server, ...others] = await servers();
    expect(others).toEqual([]);
    expect(server).toEqual({
      ...{ pid, version: packageVersion(), node: process.version, idle_ms: 2_000 },
      ...{ sessions: 3, folders: [one, two].sort() },
      memory_bytes: expect.any(Number),
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(Math.abs(Date.now() - Date.parse(server.since))).toBeLessThan(patienceMs);
    expect(server.memory_bytes).toBeGreaterThan(10_000_000);
    await sessions[1]?.close();
    const isOfTwo = async () => (await servers())[0]?.sessions;
    await expect.poll(isOfTwo, { timeout: patienceMs }).toBe(2);
    await Promise.all(sessions.map((session) => session.close()));
    await expect.poll(servers, { timeout: patienceMs, interval: 100 }).toEqual([]);
    expect(other.servers()).toEqual([]);
  });

  test("needs both flags", async () => {
    const { exitCode, stderr } = await runServer("", { args: ["serve", "--status"], env: other.env() });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("--status needs --shared") });
  });

  test("is part of doctor, and a server that doctor starts ends with its test", async () => {
    const env = { ...other.env(), CODEGROVE_SHARED_IDLE: "3600000" };
    const session = other.session(one);
    await session.request("ping");
    const pid = await other.onlyServer();
    const words = [process.execPath, serverPath, "serve", "--shared", "--root", "."];
    const tested = await runServer("", { args: ["doctor", "--json", "--", ...words], cwd: one, env });
    expect(JSON.parse(tested.stdout)).toMatchObject({
      success: true,
      connections: [{ stderr: expect.not.stringContaining("by itself") }],
    });
    await expect.poll(() => other.servers(), { timeout: patienceMs }).toEqual([pid]);
    const { stdout } = await runServer("", { args: ["doctor", "--json"], cwd: one, env });
    const says = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === "shared servers").says;
    expect(says).toMatch(new RegExp(`^process ${pid}, .* 1 session, [\\d.]+ MiB$`));
    await session.close();
  });
});

describe.runIf(process.platform === "linux")("serve --shared", () => {
  test("reports wrong flags as serve does", async () => {
    const launch = { args: ["serve", "--shared", "--formt", "brief"], env: user.env() };
    expect(await runServer("", launch)).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("--format"),
    });
    const http = await runServer("", { args: ["serve", "--shared", "--http", "0"], env: user.env() });
    expect(http).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--shared is for clients on stdin") });
  });

  test.each<[string, (folder: string) => void, string]>([
    ["others can read its folder", (folder) => chmodSync(folder, 0o755), "chmod 700"],
    ["its folder is a link", (folder) => symlinkSync(temporaryFolder(), join(folder, "../shared")), "not a folder"],
    ["its variable is wrong", () => {}, "CODEGROVE_SHARED_IDLE: 'soon' is not"],
  ])("serves by itself, and says so, if %s", async (title, spoil, reason) => {
    const other = new SharedUser();
    const folder = join(other.home, ".cache/codegrove/shared");
    if (title.includes("link")) mkdirSync(join(folder, ".."), { recursive: true });
    else mkdirSync(folder, { recursive: true, mode: 0o700 });
    spoil(folder);
    const env = other.env(title.includes("variable") ? { CODEGROVE_SHARED_IDLE: "soon" } : {});
    const finished = await runServer(`${ping}\n`, { args: ["serve", "--shared", "--log-level", "error"], env });
    expect(finished.stdout).toBe('{"jsonrpc":"2.0","id":"ping","result":{}}\n');
    expect(finished.stderr).toContain("this process serves by itself, without the shared server: ");
    expect(finished.stderr).toContain(reason);
    expect(other.servers()).toEqual([]);
  });
});
