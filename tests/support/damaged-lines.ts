import { expect, test } from "vitest";
import { randomNumbers } from "../../lab/random-numbers.mjs";
import type { Finished, Launch } from "./built-server.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";
import { modernRequest } from "./modern.ts";
import { answeredId, mutated } from "./mutations.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const lines = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}',
  '{"jsonrpc":"2.0","id":"two","method":"ping"}',
  '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"find_classes","arguments":{"filepath":"none.py"}}}',
  '{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"queries://cpp/tags"}}',
  '{"jsonrpc":"2.0","id":5,"method":"prompts/get","params":{"name":"map_code_base","arguments":{"folder":"src"}}}',
  '{"jsonrpc":"2.0","id":6,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"review_file"},"argument":{"name":"path","value":""}}}',
  '{"jsonrpc":"2.0","id":7,"method":"logging/setLevel","params":{"level":"error"}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}}',
  '{"jsonrpc":"2.0","id":8,"result":{}}',
  modernRequest(9, "server/discover"),
];

/** Bodies that are on their way at a time. */
const bodiesAtOnce = 16;

/** A seed, and how many lines are damaged with it. */
type Sample = readonly [seed: number, count: number];

/**
 * Tests that damaged lines and bodies get the answers that they must, and that the server goes on.
 *
 * @param run runs a server below a folder with this input to its end
 */
export function testDamagedLines(
  samples: { readonly stdin: Sample; readonly bodies: Sample },
  run: (input: string, launch: Pick<Launch, "args" | "cwd">) => Promise<Finished>,
): void {
  const root = temporaryFolder({ "a.py": "class A: pass\n" });

  test.each([samples.stdin])("seed %i: %i on stdin each get the answer that they must", (seed, count) =>
    expectLinesAnswered(seed, count, (input) =>
      run(input, { cwd: root, args: ["--log-level", "error", "--root", root] }),
    ),
  );

  test.each([samples.bodies])("seed %i: %i HTTP bodies each get the answer that they must", async (seed, count) => {
    const server = await startHttpServer(root);
    await expectBodiesAnswered(seed, count, server);
    await server.stop();
  });
}

async function expectLinesAnswered(
  seed: number,
  count: number,
  run: (input: string) => Promise<Finished>,
): Promise<void> {
  // Which requests a cancellation still meets is a matter of time.
  const input = damaged(seed, count).filter((line) => !cancelsRequest(line));
  const { stdout, exitCode } = await run(`${input.join("\n")}\n{"jsonrpc":"2.0","id":"end","method":"ping"}`);
  expect(exitCode).toBe(0);
  const answers = stdout.trimEnd().split("\n");
  expect(answers.filter((line) => !isAnswer(line))).toEqual([]);
  const expected = countsOf([...input.map(answeredId).filter((id) => id !== undefined), "end"]);
  expect(countsOf(answers.map(idOf))).toEqual(expected);
}

async function expectBodiesAnswered(seed: number, count: number, server: HttpServer): Promise<void> {
  const bodies = damaged(seed, count);
  const wrong: unknown[] = [];
  const next = bodies.values();
  const post = async () => {
    for (const body of next) {
      const response = await server.post(body, { accept: "application/json" });
      const text = await response.text();
      const expected = answeredId(body);
      // Headers of a modern request do not go with it: that is an answer, too.
      const isRight =
        expected === undefined
          ? response.status === (body.trim() === "" ? 400 : 202)
          : isAnswer(text) && idOf(text) === expected;
      if (!isRight) wrong.push({ body, expected, status: response.status, text });
    }
  };
  await Promise.all(Array.from({ length: bodiesAtOnce }, post));
  expect(wrong).toEqual([]);
  expect((await server.fetch("/healthz")).status).toBe(200);
}

function damaged(seed: number, lineCount: number): readonly string[] {
  const random = randomNumbers(seed);
  return Array.from({ length: lineCount }, (_, i) => mutated(lines[i % lines.length] ?? "", random));
}

/** True for a cancellation of an id that requests have by accident, such as 0. */
function cancelsRequest(line: string): boolean {
  try {
    const { method, params } = Object(JSON.parse(line));
    return method === "notifications/cancelled" && Number.isSafeInteger(Object(params).requestId);
  } catch {
    return false;
  }
}

/** True for a response of JSON-RPC with either a result or an error of a code and a message. */
function isAnswer(line: string): boolean {
  const { jsonrpc, result, error } = JSON.parse(line);
  if (jsonrpc !== "2.0" || (result === undefined) === (error === undefined)) return false;
  return error === undefined || (typeof error.code === "number" && typeof error.message === "string");
}

function idOf(line: string): unknown {
  return JSON.parse(line).id;
}

function countsOf(ids: readonly unknown[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of ids) {
    const key = JSON.stringify(id);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
