import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, describe, expect, test } from "vitest";
import { environmentWithoutSettings, runServer, serverPath, withoutCache } from "../support/built-server.ts";
import { type LargeTree, writeLargeTree } from "../support/large-code.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
let tree: LargeTree = { files: 0, functionsPerFile: 0 };

beforeAll(() => {
  tree = writeLargeTree(folder, 20 * availableParallelism());
});

const params = { name: "parse_file", arguments: { filepath: folder }, _meta: { progressToken: "t" } };
const scan = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

describe("progress of a scan of seconds", () => {
  test("is told under its token, and not more often than ten times a second", async () => {
    const started = performance.now();
    const { stdout } = await runServer(`${scan}\n`, { args: withoutCache });
    const told = stdout.trimEnd().split("\n").slice(0, -1);
    expect(told.length).toBeGreaterThan(2);
    expect(told.length).toBeLessThanOrEqual((performance.now() - started) / 100 + 1);
    const values = told.map((line) => JSON.parse(line).params.progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
  });

  test("reaches the SDK's client, and a cancelled call tells no more", async () => {
    const client = new Client({ name: "tests", version: "1.0.0" });
    const env = environmentWithoutSettings();
    const args = [serverPath, ...withoutCache];
    const told: Progress[] = [];
    const stop = new AbortController();
    try {
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "pipe" }));
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
    } finally {
      await client.close();
    }
    expect(told).toHaveLength(2);
  });
});

describe.runIf(process.platform === "linux")("a cancelled scan", () => {
  test("takes no more processor time than its threads can take in 100 ms, however long it would go on", async () => {
    // Of a scan that went on, the rest would take more than a second.
    const allowed = 100 * availableParallelism() + 20;
    let spent = await millisecondsAfterCancelling();
    // A clock that was disturbed is asked again; what goes on goes on each time.
    for (let again = 0; again < 2 && spent > allowed; again++) spent = await millisecondsAfterCancelling();
    expect(spent).toBeLessThanOrEqual(allowed);
  });

  /** The processor time that a scan takes from when it is cancelled, without that of V8's threads. */
  async function millisecondsAfterCancelling(): Promise<number> {
    const session = new Session({ args: withoutCache });
    await session.request("ping");
    // They compile what the scan has called often, also after it, and are there before it.
    const helpers = readdirSync(`/proc/${session.pid}/task`).filter((thread) => thread !== `${session.pid}`);
    const processorMs = () =>
      helpers.reduce(
        (rest, thread) => rest - processorMsOf(`${session.pid}/task/${thread}`),
        processorMsOf(`${session.pid}`),
      );
    session.send(scan);
    while (session.lines.length === 1) await seconds(0.005);
    const atWork = JSON.parse(session.lines[1] ?? "").params;
    session.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
    const before = processorMs();
    await session.request("ping");
    let spent = 0;
    for (let quietFor = 0; quietFor < 4; quietFor++) {
      await seconds(0.1);
      const now = processorMs() - before;
      if (now > spent) quietFor = 0;
      spent = now;
    }
    await session.kill();
    expect(atWork.progress, "the scan has to be at work when it is cancelled").toBeLessThan(tree.files / 2);
    return spent;
  }
});

/** Milliseconds of processor time, user and system, of a process with all threads or of a thread: fields 14 and 15 of proc(5)'s stat. */
function processorMsOf(task: string): number {
  const fields = readFileSync(`/proc/${task}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function seconds(count: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, count * 1000));
}
