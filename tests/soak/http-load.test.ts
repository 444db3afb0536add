import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { connectedTo, type HttpServer, startHttpServer } from "../support/http-server.ts";
import { largeCode } from "../support/large-code.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const clients = 20;
const root = temporaryFolder(
  Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i % 4}/${i}.cpp`, largeCode(i, 8_000)])),
);

describe.runIf(process.platform === "linux")("twenty clients at once", { timeout: 300_000 }, () => {
  test("get right answers, also when others cancel and go away, and leave nothing behind", async () => {
    const server = await startHttpServer(root, { args: ["--no-cache"], env: { REQUEST_TIMEOUT: "120000" } });
    const expected = await answerOf(server);
    await round(server, expected);
    await settled(server);
    const before = { memory: memoryOf(server), handles: handlesOf(server) };
    for (let i = 0; i < 3; i++) await round(server, expected);
    await settled(server);
    expect(watchesOf(server)).toBe(0);
    await expect.poll(() => handlesOf(server), { timeout: 30_000 }).toBeLessThanOrEqual(before.handles);
    // V8 collects an idle server's garbage when it gets to it.
    await expect
      .poll(() => memoryOf(server), { timeout: 90_000, interval: 1_000 })
      .toBeLessThanOrEqual(before.memory * 1.2);
    expect((await server.stop()).exitCode).toBe(0);
  });
});

/** A third of the clients asks, a third cancels, a third goes away without a word; some of them listen for changes. */
async function round(server: HttpServer, expected: string): Promise<void> {
  await Promise.all(
    Array.from({ length: clients }, async (_, i) => {
      const { client, transport } = await connectedTo(server);
      if (i % 2 === 0) await client.subscribeResource({ uri: "workspace://files" });
      const stop = new AbortController();
      const call = client.callTool(scan, undefined, { signal: stop.signal, timeout: 120_000 });
      if (i % 3 === 0) {
        expect(JSON.stringify((await call).content)).toBe(expected);
      } else {
        const failed = expect(call).rejects.toThrow();
        await new Promise((resolve) => setTimeout(resolve, 10 * i));
        if (i % 3 === 1) stop.abort();
        else await client.close();
        await failed;
      }
      if (i % 3 !== 2) {
        expect(await client.ping()).toEqual({});
        await transport.terminateSession();
        await client.close();
      } else {
        await server.fetch("/mcp", { method: "DELETE", headers: { "mcp-session-id": transport.sessionId ?? "" } });
      }
    }),
  );
}

const scan = { name: "find_functions", arguments: { filepath: "." } };

async function answerOf(server: HttpServer): Promise<string> {
  const { client } = await connectedTo(server);
  const { content } = await client.callTool(scan);
  await client.close();
  return JSON.stringify(content);
}

/** Waits until connections of fetch have been given up. */
async function settled(server: HttpServer): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect((await server.fetch("/healthz")).status).toBe(200);
}

/** Resident memory in kB: proc(5). */
function memoryOf({ pid }: HttpServer): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

function handlesOf({ pid }: HttpServer): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function watchesOf({ pid }: HttpServer): number {
  const folder = `/proc/${pid}/fdinfo`;
  const infos = readdirSync(folder).map((fd) => readFileSync(`${folder}/${fd}`, "utf8"));
  return infos.join("").split("inotify wd:").length - 1;
}
