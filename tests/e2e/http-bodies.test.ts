import { request as httpRequest } from "node:http";
import { expect, test } from "vitest";
import { maxBodyBytes, maxHeldBytes } from "../../src/base/limits.ts";
import { startHttpInProcess } from "../support/http-in-process.ts";
import type { HttpServer } from "../support/http-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** Begins a request, and writes its body but for the last byte. Returns what gives it up. */
function unfinished({ url, token }: HttpServer): () => void {
  const { hostname, port } = new URL(url);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = httpRequest({ hostname, port, path: "/mcp", method: "POST", headers });
  request.on("error", () => {});
  request.write(Buffer.alloc(maxBodyBytes - 1, " "));
  return () => request.destroy();
}

test("bodies that fill all memory for them are refused at once, until others are given up", async () => {
  const server = await startHttpInProcess(temporaryFolder({ "a.py": "class A: pass\n" }));
  const ask = async () => {
    const answer = await server.post(list);
    const { error } = Object(await answer.json());
    return { status: answer.status, after: answer.headers.get("retry-after"), error };
  };
  expect(await ask()).toEqual({ status: 200, after: null, error: undefined });
  const others = Array.from({ length: maxHeldBytes / maxBodyBytes }, () => unfinished(server));
  await expect.poll(ask, { timeout: 30_000 }).toEqual({
    status: 503,
    after: "1",
    error: "Other requests hold all memory: ask again",
  });
  expect((await server.fetch("/healthz")).status).toBe(200);
  others[0]?.();
  await expect.poll(ask, { timeout: 30_000 }).toMatchObject({ status: 200 });
  for (const giveUp of others) giveUp();
  await server.stop();
});
