import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { runServer, startServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { toolAnswerOf } from "../support/tool-call.ts";

const MiB = 1024 * 1024;
const tooLong =
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: line exceeds 67108864 bytes"}}\n';
const ping2 = '{"jsonrpc":"2.0","id":2,"method":"ping"}\n';
const pong = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":{}}\n`;

describe("a line", () => {
  test("of 50 MB is answered", async () => {
    expect(await runServer(pingOfBytes(50_000_000))).toEqual({
      stdout: pong(1),
      stderr: "",
      exitCode: 0,
      signal: null,
    });
  });

  test("of 70 MB is refused, and the next one is served", async () => {
    const { stdout, exitCode } = await runServer(`${pingOfBytes(70_000_000)}${ping2}`);
    expect({ stdout, exitCode }).toEqual({ stdout: tooLong + pong(2), exitCode: 0 });
  });

  test("is let through at the limit and refused one byte above", async () => {
    const { stdout, exitCode } = await runServer(pingOfBytes(64 * MiB) + pingOfBytes(64 * MiB + 1) + ping2);
    expect({ stdout, exitCode }).toEqual({ stdout: pong(1) + tooLong + pong(2), exitCode: 0 });
  });

  test("of 70 MB without an end is refused too", async () => {
    const { stdout, exitCode } = await runServer(pingOfBytes(70_000_000).trimEnd());
    expect({ stdout, exitCode }).toEqual({ stdout: tooLong, exitCode: 0 });
  });
});

describe("an answer of 20 MB", () => {
  const comment = (letter: string): string => `/*${letter.repeat(7_000_000)}*/`;
  const folder = temporaryFolder({ "a.cpp": comment("a"), "b.cpp": comment("b"), "c.cpp": comment("c") });
  const line = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "execute_query", arguments: { filepath: ["a.cpp", "b.cpp", "c.cpp"], query: "(comment) @c" } },
  });

  test("arrives whole through a slow reader", async () => {
    const child = startServer({ cwd: folder, args: ["--log-level", "error", "--max-result-chars", "0"] });
    const closed = once(child, "close");
    child.stdin.end(`${line}\n`);
    const stdout = await readSlowly(child.stdout);
    await closed;
    expect(stdout.length).toBeGreaterThan(20_000_000);
    expect(stdout.endsWith("\n")).toBe(true);
    const { answer } = toolAnswerOf(JSON.parse(stdout));
    expect(answer.results?.map(({ matches }) => matches?.map(({ text }) => text))).toEqual([
      [comment("a")],
      [comment("b")],
      [comment("c")],
    ]);
    expect(child.exitCode).toBe(0);
  });
});

/** A ping whose line has this many bytes, its newline not counted. */
function pingOfBytes(bytes: number): string {
  const [head, tail] = ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"padding":"', '"}}'];
  return `${head}${"x".repeat(bytes - head.length - tail.length)}${tail}\n`;
}

/** Nothing for half a second, then 64 kB at a time with a pause after each. */
async function readSlowly(stream: NodeJS.ReadableStream): Promise<string> {
  await pause(500);
  const chunks: string[] = [];
  stream.setEncoding("utf8");
  for await (const chunk of stream) {
    chunks.push(chunk.toString());
    await pause(2);
  }
  return chunks.join("");
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
