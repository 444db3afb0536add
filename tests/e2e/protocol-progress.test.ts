import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, describe, expect, test } from "vitest";
import { environmentWithoutSettings, runServer, serverPath, withoutCache } from "../support/built-server.ts";
import { type LargeTree, writeLargeTree } from "../support/large-code.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Notification {
  readonly id?: unknown;
  readonly method?: string;
  readonly params: Progress & { readonly progressToken: unknown };
}

const folder = temporaryFolder();
let tree: LargeTree = { files: 0, functionsPerFile: 0 };

beforeAll(() => {
  tree = writeLargeTree(folder, 20 * availableParallelism());
});

const scanWith = (token: unknown): string => {
  const params = { name: "parse_file", arguments: { filepath: folder }, _meta: { progressToken: token } };
  return `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`;
};

describe("progress of a long scan", { timeout: 120_000 }, () => {
  test.each([0, "t"])("comes under token %j, rising, with total and folder, and the answer last", async (token) => {
    const { stdout } = await runServer(scanWith(token), { args: withoutCache });
    const messages: Notification[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const told = messages.slice(0, -1);
    expect(messages.at(-1)?.id).toBe(1);
    expect(told.length).toBeGreaterThan(2);
    expect(new Set(told.map(({ method }) => method))).toEqual(new Set(["notifications/progress"]));
    expect(new Set(told.map(({ params }) => params.progressToken))).toEqual(new Set([token]));
    const values = told.map(({ params }) => params.progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    for (const { params } of told) {
      expect(params.total).toBe(tree.files);
      expect(params.progress).toBeLessThanOrEqual(tree.files);
      expect(params.message?.startsWith(join(folder, "part-"))).toBe(true);
    }
  });

  test.each([undefined, { not: "a token" }])("is not told for token %j", async (token) => {
    const { stdout } = await runServer(scanWith(token), { args: withoutCache });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  });

  test("is not told more often than ten times a second", async () => {
    const started = performance.now();
    const { stdout } = await runServer(scanWith(1), { args: withoutCache });
    const told = stdout.trimEnd().split("\n").length - 1;
    expect(told).toBeLessThanOrEqual((performance.now() - started) / 100 + 1);
  });

  test("reaches the SDK's client, and a cancelled call tells no more", async () => {
    const client = new Client({ name: "tests", version: "1.0.0" });
    const env = environmentWithoutSettings();
    const args = [serverPath, ...withoutCache];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "pipe" }));
    const told: Progress[] = [];
    const stop = new AbortController();
    const call = client.callTool({ name: "parse_file", arguments: { filepath: folder } }, undefined, {
      signal: stop.signal,
      onprogress: (progress) => {
        told.push(progress);
        if (told.length === 2) stop.abort();
      },
    });
    await expect(call).rejects.toThrow();
    await seconds(0.4);
    await client.ping();
    await client.close();
    expect(told).toHaveLength(2);
  });
});

describe.runIf(process.platform === "linux")("a cancelled scan", { timeout: 120_000, retry: 2 }, () => {
  test("takes no more processor time after 100 ms, or twice the start of Node on a slow machine", async () => {
    const patience = Math.max(0.1, 2 * startOfNode());
    const session = new Session({ args: withoutCache });
    session.send(scanWith(undefined).trimEnd());
    await seconds(0.5);
    const busy = await processorMsOf(session, 0.2);
    session.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
    await seconds(patience);
    const idle = await processorMsOf(session, 0.4);
    await session.kill();
    expect(busy, "the scan has to be at work when it is cancelled").toBeGreaterThan(50);
    expect(idle).toBeLessThanOrEqual(20);
  });
});

/** Seconds. */
function startOfNode(): number {
  const startedAt = performance.now();
  execFileSync(process.execPath, ["-e", "0"]);
  return (performance.now() - startedAt) / 1000;
}

/** Milliseconds of processor time, all threads, that the server takes in the time to come. */
async function processorMsOf(session: Session, time: number): Promise<number> {
  const before = ticksOf(session.pid);
  await seconds(time);
  return (ticksOf(session.pid) - before) * 10;
}

/** User and system time in ticks of 10 ms: fields 14 and 15 of proc(5)'s stat. */
function ticksOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

async function seconds(count: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, count * 1000));
}
