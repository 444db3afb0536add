import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { startServer } from "../support/built-server.ts";
import { residentKb } from "../support/process-state.ts";
import { terminate } from "../support/run-delay.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const requests = 10_000;
/** Requests whose answers are read. */
const answered = 4_000;
const maxResidentKb = 400_000;
const folder = temporaryFolder({ "a.cpp": "class A {};\n" });
const launch = { cwd: folder, args: ["--root", ".", "--log-level", "error"] };

const list = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" });
const call = (id: number) => {
  const params = { name: "find_classes", arguments: { filepath: "a.cpp" } };
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
};

describe.runIf(process.platform === "linux").each([
  ["tools/list", list],
  ["tools/call", call],
])(`${requests} requests: %s`, { timeout: 300_000 }, (method, lineOf) => {
  const inputOf = (length: number) => Array.from({ length }, (_, i) => `${lineOf(i)}\n`).join("");

  test("whose answers nobody reads take bounded memory, and SIGTERM ends them", async () => {
    const server = startServer(launch);
    const closed = once(server, "close");
    server.stdin.write(inputOf(requests));
    let resident = 0;
    for (let i = 0; i < 30; i++) {
      await new Promise((done) => setTimeout(done, 200));
      resident = Math.max(resident, residentKb(server.pid));
    }
    expect(resident).toBeLessThan(maxResidentKb);
    const gone = once(server, "exit").then(() => ({ exitCode: server.exitCode }));
    const { exitCode, tookMs } = await terminate(server.pid ?? 0, gone);
    expect(tookMs).toBeLessThan(1_000);
    expect(exitCode).toBe(0);
    server.stdout.resume();
    await closed;
  });

  test(`are all answered, ${answered} of them`, async () => {
    const server = startServer(launch);
    const ids: number[] = [];
    let partial = "";
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (partial + text).split("\n");
      partial = lines.pop() ?? "";
      for (const line of lines) ids.push(Number(/^\{"jsonrpc":"2.0","id":(\d+),"result":/.exec(line)?.[1]));
    });
    server.stdin.end(inputOf(answered));
    await once(server, "close");
    if (method === "tools/call") ids.sort((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: answered }, (_, i) => i));
  });
});
