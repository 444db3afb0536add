import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connectedTo, type HttpServer, startHttpServer } from "../support/http-server.ts";
import { largeCode } from "../support/large-code.ts";
import { residentKb, watchedInodes } from "../support/process-state.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const clients = 15;
/** Rounds until caches and threads are there, and rounds after each of which memory is measured. */
const rounds = { before: 1, measured: 6 };
const root = temporaryFolder(
  Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i % 4}/${i}.cpp`, largeCode(i, 8_000)])),
);

/** Runs in the server: its workers collect garbage all the time, the main thread on SIGUSR2, and reports its heap. */
const hooks = temporaryFolder({
  "collect.cjs": `
    const { isMainThread } = require("node:worker_threads");
    require("node:v8").setFlagsFromString("--expose-gc");
    const collect = require("node:vm").runInNewContext("gc");
    if (!isMainThread) setInterval(collect, 200).unref();
    else process.on("SIGUSR2", () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      require("node:fs").appendFileSync(__dirname + "/heap", Math.round((heapUsed + external) / 1000) + "\\n");
    });`,
});
const env = {
  REQUEST_TIMEOUT: "120000",
  NODE_OPTIONS: `--require ${join(hooks, "collect.cjs")}`,
  // What an ended thread gives back is used again or returned to the system, in place of staying in an arena of its own.
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "65536",
};

describe.runIf(process.platform === "linux")("fifteen clients at once", { timeout: 300_000 }, () => {
  test("get right answers, also when others cancel and go away, and leave nothing behind", async () => {
    const server = await startHttpServer(root, { args: ["--no-cache"], env });
    const expected = await answerOf(server);
    for (let i = 0; i < rounds.before; i++) await round(server, expected);
    await settled(server);
    const handles = handlesOf(server);
    const memory: Memory[] = [];
    for (let i = 0; i < rounds.measured; i++) {
      await round(server, expected);
      // As many workers as there can be are alive then.
      expect(await answerOf(server)).toBe(expected);
      memory.push(await memoryOf(server));
    }
    await expect.poll(() => watchedInodes(server.pid).length, { timeout: 30_000 }).toBe(0);
    await expect.poll(() => handlesOf(server), { timeout: 30_000 }).toBeLessThanOrEqual(handles);
    expectNoGrowth(memory);
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

/**
 * Fails when memory grows from round to round. One measurement of resident memory says little: it depends on the pieces in
 * which threads that ended gave memory back. A leak lifts the least of the last ones above the middle of the first.
 */
function expectNoGrowth(memory: readonly Memory[]): void {
  const [first, last] = [memory.slice(0, 3), memory.slice(-3)];
  const sorted = (part: readonly Memory[], of: keyof Memory) => part.map((one) => one[of]).sort((a, b) => a - b);
  const middle = (of: keyof Memory) => sorted(first, of)[1] ?? 0;
  const least = (of: keyof Memory) => sorted(last, of)[0];
  expect(least("residentKb"), JSON.stringify(memory)).toBeLessThanOrEqual(1.2 * middle("residentKb"));
  // Six kB for each client of the rounds between. Code that V8 compiles later takes two.
  const clientsBetween = clients * (memory.length - last.length);
  expect(least("heapKb"), JSON.stringify(memory)).toBeLessThanOrEqual(middle("heapKb") + 6 * clientsBetween);
}

/** Memory without garbage: the heap of the main thread with its buffers, and what is resident of the process. */
interface Memory {
  readonly heapKb: number;
  readonly residentKb: number;
}

/** Waits until connections of fetch have been given up. */
async function settled(server: HttpServer): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect((await server.fetch("/healthz")).status).toBe(200);
}

async function memoryOf(server: HttpServer): Promise<Memory> {
  const file = join(hooks, "heap");
  const heaps = () => (existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n").map(Number) : []);
  const before = heaps().length;
  server.signal("SIGUSR2");
  await expect.poll(() => heaps().length, { timeout: 30_000 }).toBe(before + 1);
  // Workers collect as well.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { heapKb: heaps().at(-1) ?? 0, residentKb: residentKb(server.pid) };
}

function handlesOf({ pid }: HttpServer): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
