/** Parts of `serve --shared` without processes. Input: lines, sockets and starters; output: lost requests, the one that wins. */
import { chmodSync, linkSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SharedCode } from "../../src/app/shared-code.ts";
import type { EngineCode } from "../../src/engine/engine-code.ts";
import { readMessage } from "../../src/mcp/message.ts";
import { socketAt } from "../../src/shared/address.ts";
import { openSession } from "../../src/shared/connect.ts";
import { OpenSession } from "../../src/shared/open-session.ts";
import { SharedServer } from "../../src/shared/server.ts";
import { runningServers } from "../../src/shared/status.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const uid = process.getuid?.();
const hello = { args: [], name: "codegrove", cwd: "/", env: {}, terminals: [] };
const listener = { onLine: () => {}, onClose: () => {} };

const messageOf = (message: object) => readMessage(JSON.stringify({ jsonrpc: "2.0", ...message }));
const request = (id: number | string, method = "tools/call", params = {}) => messageOf({ id, method, params });

describe("the requests of a session that are lost with its server", () => {
  test("are the ones without an answer", () => {
    const session = new OpenSession();
    for (const id of [1, "1", 'a "b"', 2, 2, 3]) session.sent(request(id));
    session.sent(messageOf({ method: "notifications/cancelled", params: { requestId: 3 } }));
    expect(session.received('{"jsonrpc":"2.0","id":1,"result":{}}')).toBe(true);
    expect(session.received('{"jsonrpc":"2.0","id":"a \\"b\\"","error":{"code":1,"message":""}}')).toBe(true);
    expect(session.received('{"jsonrpc":"2.0","id":2,"result":{}}')).toBe(true);
    expect(session.received('{"jsonrpc":"2.0","id":"1","method":"roots/list"}')).toBe(true);
    expect(session.received('{"jsonrpc":"2.0","method":"notifications/message","params":{}}')).toBe(true);
    expect(session.lost()).toEqual(["1", 2]);
    expect(session.lost()).toEqual([]);
  });

  test("and the messages of the session come again, without their answers", () => {
    const session = new OpenSession();
    session.sent(request(1, "initialize", { capabilities: {} }));
    session.sent(messageOf({ method: "notifications/initialized" }));
    session.sent(request(2, "logging/setLevel", { level: "info" }));
    session.sent(request(3, "logging/setLevel", { level: "debug" }));
    for (const uri of ["a", "b"]) session.sent(request(`s${uri}`, "resources/subscribe", { uri }));
    session.sent(request(5, "resources/unsubscribe", { uri: "a" }));
    session.sent(request(6));
    const repeated = session.repeated().map(({ text }) => JSON.parse(text));
    expect(repeated.map(({ method, params }) => [method, params])).toEqual([
      ["initialize", { capabilities: {} }],
      ["notifications/initialized", {}],
      ["logging/setLevel", { level: "debug" }],
      ["resources/subscribe", { uri: "b" }],
    ]);
    const [{ id }] = repeated;
    expect(session.received(JSON.stringify({ jsonrpc: "2.0", id, result: {} }))).toBe(false);
    expect(session.received(JSON.stringify({ jsonrpc: "2.0", id, result: {} }))).toBe(true);
  });
});

/** Starts servers at one path, each as a process of its own would. */
async function starters(count: number, path: string) {
  const servers = Array.from({ length: count }, (_, i) => {
    const runSession = async () => 0;
    return new SharedServer({
      address: { path, identity: "x" },
      uid,
      pid: i + 1,
      idleMs: 1e6,
      processStatus: () => ({ version: "1", node: "v20", memory_bytes: 1 }),
      runSession,
      onIdle() {},
    });
  });
  return { servers, won: await Promise.all(servers.map((server) => server.listen())) };
}

/** Leaves a socket behind on which nobody listens, as a process does that is killed. */
async function deadSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(`${path}.other`, done));
  chmodSync(`${path}.other`, 0o600);
  linkSync(`${path}.other`, path);
  await new Promise((done) => server.close(done));
}

describe.runIf(uid !== undefined)("the socket of a server", () => {
  test.each(["absent", "dead"])("is that of one of several starters, if it is %s before", async (state) => {
    const path = join(temporaryFolder(), "socket");
    if (state === "dead") await deadSocket(path);
    const { servers, won } = await starters(6, path);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    const later = await starters(1, path);
    expect(later.won).toEqual([false]);
    await servers[won.indexOf(true)]?.stop("the test ends");
    expect(socketAt(path, uid)).toBeUndefined();
  });

  test("is refused if it is a link, a file, or open to others", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "socket");
    const server = createServer();
    await new Promise<void>((done) => server.listen(path, done));
    symlinkSync(path, join(folder, "link"));
    writeFileSync(join(folder, "file"), "");
    expect(() => socketAt(join(folder, "link"), uid)).toThrow("is not a socket");
    expect(() => socketAt(join(folder, "file"), uid)).toThrow("is not a socket");
    expect(() => socketAt(path, uid)).toThrow("others can open");
    expect(() => socketAt(path, (uid ?? 0) + 1)).toThrow("belongs to another user");
    await closed(server);
  });
});

describe.runIf(uid !== undefined)("a session is not opened", () => {
  const open = (path: string, identity: string, startServer = async () => 1, startMs = 60_000) =>
    openSession({ address: { path, identity }, uid, hello, startServer, startMs }, listener);

  test("by a server of another version", async () => {
    const path = join(temporaryFolder(), "socket");
    const { servers } = await starters(1, path);
    await expect(open(path, "y")).rejects.toThrow("another version");
    await servers[0]?.stop("the test ends");
  });

  test("by a process that does not answer", async () => {
    const path = join(temporaryFolder(), "socket");
    const server = createServer((socket) => socket.resume());
    await new Promise<void>((done) => server.listen(path, done));
    chmodSync(path, 0o600);
    await expect(open(path, "x", undefined, 300)).rejects.toThrow("does not answer");
    await closed(server);
  });

  test("if no server can be started", async () => {
    const path = join(temporaryFolder(), "socket");
    await expect(open(path, "x")).rejects.toThrow("status 1");
  });
});

describe.runIf(uid !== undefined)("the status of servers", () => {
  test("is theirs, or says why there is none; a socket without a server is not one", async () => {
    const home = temporaryFolder();
    const folder = join(home, ".cache/codegrove/shared");
    const host = { env: { HOME: home }, uid, nodeVersion: process.version, now: Date.now };
    expect(await runningServers(host)).toEqual([]);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const at = (name: string) => join(folder, name.repeat(16));
    const { servers } = await starters(1, at("a"));
    await deadSocket(at("b"));
    // A server of an earlier version.
    const early = createServer((socket) => void socket.resume().end("nthe first line is not that of a session\n"));
    await new Promise<void>((done) => early.listen(at("c"), done));
    chmodSync(at("c"), 0o600);
    writeFileSync(at("d"), "");
    writeFileSync(join(folder, "notes"), "");
    expect(await runningServers(host)).toEqual([
      expect.objectContaining({ pid: 1, version: "1", sessions: 0, folders: [], idle_ms: 1e6 }),
      { socket: at("c"), problem: "it is of a version that does not say what it does" },
      { socket: at("d"), problem: expect.stringContaining("is not a socket") },
    ]);
    await servers[0]?.stop("the test ends");
    await closed(early);
  });

  test("is asked for only where there can be servers", async () => {
    const host = { env: {}, uid: undefined, nodeVersion: process.version, now: Date.now };
    await expect(runningServers(host)).rejects.toThrow("no shared servers");
    await expect(runningServers({ ...host, env: { HOME: "" }, uid: 1 })).rejects.toThrow("no home");
  });
});

test("sessions share code of the same settings, which stays for a while after the last of them", async () => {
  const ended: string[] = [];
  const openCode = (name: string) => (): EngineCode => {
    // Only its end is used.
    return { close: async () => void ended.push(name) } as unknown as EngineCode;
  };
  const shared = new SharedCode(1e6);
  const settings = (name: string) => ({ cwd: name }) as Parameters<SharedCode["open"]>[0];
  const log = () => {};
  const [first, again] = [1, 2].map(() => shared.open(settings("a"), openCode("a"), log));
  const other = shared.open(settings("b"), openCode("b"), log);
  expect(again?.code).toBe(first?.code);
  expect(other.code).not.toBe(first?.code);
  for (const opened of [first, first, again, other]) await opened?.close();
  expect(shared.open(settings("a"), openCode("new"), log).code).toBe(first?.code);
  for (const name of ["c", "d", "e"]) await shared.open(settings(name), openCode(name), log).close();
  expect(ended).toEqual(["b"]);
});

async function closed(server: Server): Promise<void> {
  await new Promise((done) => server.close(done));
}
