import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { type HttpServer, startHttpServer } from "../support/http-server.ts";
import { modernRequest } from "../support/modern.ts";
import { answeredId, mutated, randomNumbers } from "../support/mutations.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** As many on stdin, a tenth as HTTP bodies, which take ten times as long. */
const count = 100_000;
const root = temporaryFolder({ "a.py": "class A: pass\n" });
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

describe("lines that were damaged", { timeout: 600_000 }, () => {
  test(`${count} on stdin: each gets the answer that it must, and the server serves on`, async () => {
    // Which requests a cancellation still meets is a matter of time.
    const input = damaged(1, count).filter((line) => !cancelsRequest(line));
    const { stdout, exitCode } = await runServer(`${input.join("\n")}\n{"jsonrpc":"2.0","id":"end","method":"ping"}`, {
      cwd: root,
      args: ["--log-level", "error", "--root", root],
    });
    expect(exitCode).toBe(0);
    const answered = countsOf(stdout.trimEnd().split("\n").map(idOfAnswer));
    const expected = countsOf([...input.map(answeredId).filter((id) => id !== undefined), "end"]);
    expect(answered).toEqual(expected);
  });

  describe("as HTTP bodies", () => {
    let server: HttpServer;
    beforeAll(async () => {
      server = await startHttpServer(root);
    }, 60_000);
    afterAll(() => server.stop());

    test(`${count / 10}: each gets the answer that it must, and the server serves on`, async () => {
      for (const line of damaged(2, count / 10)) {
        const response = await server.post(line, { accept: "application/json" });
        const text = await response.text();
        const expected = answeredId(line);
        // Headers of a modern request do not go with it: that is an answer, too.
        if (expected === undefined) expect([line, response.status]).toEqual([line, line.trim() === "" ? 400 : 202]);
        else expect([line, idOfAnswer(text)]).toEqual([line, expected]);
      }
      expect((await server.fetch("/healthz")).status).toBe(200);
    });
  });
});

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

function idOfAnswer(line: string): unknown {
  const { jsonrpc, id, result, error } = JSON.parse(line);
  expect([line.slice(0, 300), jsonrpc, (result === undefined) !== (error === undefined)]).toEqual([
    line.slice(0, 300),
    "2.0",
    true,
  ]);
  if (error !== undefined) expect([typeof error.code, typeof error.message]).toEqual(["number", "string"]);
  return id;
}

function countsOf(ids: readonly unknown[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of ids) {
    const key = JSON.stringify(id);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
