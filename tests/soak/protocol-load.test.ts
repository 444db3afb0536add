import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import {
  environmentWithoutSettings,
  finishedProcess,
  runServer,
  serverPath,
  startServer,
  withoutCache,
} from "../support/built-server.ts";
import { type LargeTree, writeLargeTree } from "../support/large-code.ts";
import { RunDelay, terminate } from "../support/run-delay.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { toolAnswerOf } from "../support/tool-call.ts";

const folder = temporaryFolder();
let tree: LargeTree = { files: 0, functionsPerFile: 0 };

beforeAll(() => {
  tree = writeLargeTree(folder);
});

const callOnTree = (id: number | string, name: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: { filepath: folder } } });
const scan = (id: number | string): string => callOnTree(id, "parse_file");
const ping = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
const pong = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":{}}`;
const cancel = (id: number | string): string =>
  JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });

describe("a scan", () => {
  test("that runs when the input ends is answered whole", async () => {
    const { stdout, stderr, exitCode } = await runServer(`${scan(2)}\n`, {
      args: withoutCache,
      env: { REQUEST_TIMEOUT: "100000" },
    });
    const { answer } = toolAnswerOf(JSON.parse(stdout));
    expect(answer).toMatchObject({ total_files: tree.files, processed_files: tree.files, failed_files: 0 });
    expect(answer.results?.map(({ function_count }) => function_count)).toEqual(
      Array.from({ length: tree.files }, () => tree.functionsPerFile),
    );
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  });

  test.each([5, 0, "s"])("of id %j that is cancelled later is not answered", async (id) => {
    const session = await sessionInAScan(id);
    session.send(cancel(id));
    session.send(ping(9));
    const { stdout, stderr, exitCode } = await session.close();
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: `${pong(100)}\n${pong(9)}\n`, stderr: "", exitCode: 0 });
  });

  test.each([5, 0, "s"])("of id %j that is cancelled in the same breath is not answered", async (id) => {
    const { stdout, stderr, exitCode } = await runServer(`${scan(id)}\n${cancel(id)}\n${ping(9)}\n`, {
      args: withoutCache,
    });
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: `${pong(9)}\n`, stderr: "", exitCode: 0 });
  });

  test("goes on when an id of another type is cancelled", async () => {
    const { stdout } = await runServer(`${scan(5)}\n${cancel("5")}\n`, { args: withoutCache });
    expect(JSON.parse(stdout)).toMatchObject({ id: 5, result: { content: [{ type: "text" }] } });
  });

  test("lets a ping through in 0.3 seconds", async () => {
    const session = await sessionInAScan(1);
    const waits: number[] = [];
    for (const id of [101, 102, 103, 104]) {
      await seconds(0.2);
      const delay = new RunDelay(session.pid ?? 0);
      const sent = performance.now();
      session.send(ping(id));
      await session.answerTo(id);
      const tookMs = performance.now() - sent;
      delay.sample();
      waits.push(tookMs - delay.mainMs);
    }
    const answered = session.lines.some((line) => line.startsWith('{"jsonrpc":"2.0","id":1,'));
    await session.kill();
    expect(answered, "the scan has to outlast the pings").toBe(false);
    expect(Math.max(...waits)).toBeLessThan(300);
  });

  test("ends within a second of SIGTERM", async () => {
    const session = await sessionInAScan(1);
    const hung = setTimeout(() => session.signal("SIGKILL"), 10_000);
    const { stdout, stderr, exitCode, signal, tookMs } = await terminate(session.pid ?? 0, session.gone());
    clearTimeout(hung);
    expect(tookMs).toBeLessThan(1000);
    expect({ stdout, stderr, exitCode, signal }).toEqual({
      stdout: `${pong(100)}\n`,
      stderr: "",
      exitCode: 0,
      signal: null,
    });
  });
});

describe("many requests", () => {
  test("5,000 pings are answered in order", async () => {
    const ids = Array.from({ length: 5000 }, (_, index) => index + 1);
    const { stdout, exitCode } = await runServer(ids.map((id) => `${ping(id)}\n`).join(""));
    expect(stdout).toBe(ids.map((id) => `${pong(id)}\n`).join(""));
    expect(exitCode).toBe(0);
  });

  test("a call that comes in pieces, letters cut in two, is understood", async () => {
    const name = "größe-Ω-😀.cpp";
    const params = { name: "parse_file", arguments: { filepath: name } };
    const line = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
    const inLetters = [...line.keys()].filter((index) => ((line[index] ?? 0) & 0xc0) === 0x80);
    const session = new Session({ cwd: folder });
    await session.request("ping");
    for (const [piece, start] of [0, ...inLetters].entries()) {
      session.write(line.subarray(start, inLetters[piece] ?? line.length));
      await seconds(0.02);
    }
    session.send("");
    const { answer } = toolAnswerOf(await session.answerTo(1));
    await session.close();
    expect(inLetters.length).toBeGreaterThan(5);
    expect(answer.error).toBe(`Failed to open file: ${name}`);
  });
});

describe("a reader that goes away", () => {
  const parts = ["-o", "pipefail", "-c"];
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

  test.each([
    ["after a small answer", list],
    ["in the midst of one of megabytes", callOnTree(1, "find_functions")],
  ])("%s: the server ends quietly", (_when, line) => {
    const script = `printf '%s\\n' '${line}' | "$NODE" "$SERVER" --log-level error | head -c 5; echo " \${PIPESTATUS[*]}"`;
    const { stdout, stderr } = spawnSync("bash", [...parts, script], {
      encoding: "utf8",
      env: { ...environmentWithoutSettings(), NODE: process.execPath, SERVER: serverPath },
    });
    expect({ stdout, stderr }).toEqual({ stdout: '{"jso 0 0 0\n', stderr: "" });
  });

  test("while the input stays open: the server ends at its next answer", async () => {
    const child = startServer();
    const finished = finishedProcess(child);
    child.stdin.write(`${ping(1)}\n`);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdout.destroy();
    const pinging = setInterval(() => child.stdin.write(`${ping(2)}\n`), 20);
    const { stderr, exitCode } = await finished;
    clearInterval(pinging);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  });
});

/** A server that is up, has answered ping 100, and is at work on a scan of this id. */
async function sessionInAScan(id: number | string): Promise<Session> {
  const session = new Session({ args: withoutCache });
  session.send(ping(100));
  await session.answerTo(100);
  session.send(scan(id));
  await seconds(0.3);
  return session;
}

async function seconds(count: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, count * 1000));
}
