import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { type HttpServer, startHttpServer } from "../support/http-server.ts";
import { residentKb } from "../support/process-state.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const bodyBytes = 15_000_000;

/** Begins a request and writes a part of its body. Returns its status, once there is one, and what ends it. */
function unfinished(server: HttpServer) {
  const { hostname, port } = new URL(server.url);
  const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const request = httpRequest({ hostname, port, path: "/mcp", method: "POST", headers });
  const status = new Promise<number | undefined>((done) => {
    request.on("response", ({ statusCode }) => done(statusCode));
    request.on("error", () => done(undefined));
  });
  request.write(Buffer.alloc(bodyBytes, " "));
  return { status, end: () => request.destroy() };
}

describe.runIf(process.platform === "linux")("unfinished bodies", { timeout: 120_000 }, () => {
  test("150 of 15 MB are refused past the limit, and do not fill memory", async () => {
    const server = await startHttpServer(temporaryFolder({ "a.py": "class A: pass\n" }));
    const before = residentKb(server.pid);
    const open = Array.from({ length: 150 }, () => unfinished(server));
    const statuses: (number | undefined)[] = [];
    for (const { status } of open) void status.then((code) => statuses.push(code));
    await expect.poll(() => statuses.filter((code) => code === 503).length, { timeout: 60_000 }).toBeGreaterThan(130);
    expect(residentKb(server.pid) - before).toBeLessThan(700_000);
    for (const { end } of open) end();
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    await expect.poll(async () => (await server.post(list)).status, { timeout: 30_000 }).toBe(200);
    await server.stop();
  });
});
