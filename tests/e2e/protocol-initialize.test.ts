import { describe, expect, test } from "vitest";
import { loadTools } from "../../src/tools/index.ts";
import { type InProcessLaunch, runInProcess } from "../support/in-process.ts";

const tools = await loadTools();

interface Initialized {
  readonly jsonrpc: string;
  readonly id: number;
  readonly result: {
    readonly protocolVersion: string;
    readonly capabilities: Readonly<Record<string, object>>;
    readonly serverInfo: { readonly name: string; readonly version: string };
    readonly instructions?: string;
  };
}

const newest = "2025-11-25";
const client = { clientInfo: { name: "test", version: "1" }, capabilities: {} };

describe("initialize", () => {
  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("echoes version %s", async (version) => {
    const { result } = await initialized({ ...client, protocolVersion: version });
    expect(result.protocolVersion).toBe(version);
  });

  test.each(["2024-11-06", "2099-01-01", "2026-07-28", "1.0", "", "__proto__"])(
    "answers version %j with the newest of the handshake's",
    async (version) => {
      const { result } = await initialized({ ...client, protocolVersion: version });
      expect(result.protocolVersion).toBe(newest);
    },
  );

  test.each([
    ["with empty params", {}],
    ["without params", undefined],
    ["with null params", null],
    ["without a version", client],
  ])("%s is a normal handshake of the first version", async (_how, params) => {
    const { id, jsonrpc, result } = await initialized(params);
    expect({ id, jsonrpc }).toEqual({ id: 1, jsonrpc: "2.0" });
    expect(result.protocolVersion).toBe("2024-11-05");
    expect(result.capabilities.tools).toBeTypeOf("object");
    expect(result.serverInfo.name).toMatch(/./);
    expect(result.serverInfo.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test("without clientInfo is answered, not refused", async () => {
    const { result } = await initialized({ protocolVersion: newest });
    expect(result.protocolVersion).toBe(newest);
  });

  test("gives instructions short enough for a prompt", async () => {
    const { result } = await initialized(client);
    expect(Buffer.byteLength(result.instructions ?? "")).toBeLessThanOrEqual(1300);
    expect(/\b(?:[a-z]+_)+[a-z]+\b/.exec(result.instructions ?? "")?.[0]).toBe("list_symbols");
    expect(result.instructions).toMatch(/^Structure → codegrove; regular expressions over text, logs → grep\. /);
    const named = result.instructions?.match(/\b(?:find|parse|execute|list|check|get|rename|search)_[a-z_]+/g) ?? [];
    expect(named.filter((tool) => !tools.has(tool))).toEqual([]);
    // tools/list does not describe these.
    for (const name of ["no_ignore", "max_results", "max_chars", "cursor", "language"]) {
      expect(result.instructions).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  test("names the server as the environment says", async () => {
    const env = { MCP_SERVER_NAME: "grove", MCP_SERVER_VERSION: "9.8.7" };
    const { result } = await initialized(client, { env });
    expect(result.serverInfo).toMatchObject({ name: "grove", version: "9.8.7" });
  });

  test("tells a client that wrote the handshake in one go everything it asked for, in order", async () => {
    const { stdout } = await runInProcess(
      [
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { ...client, protocolVersion: newest } }),
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
      ].join("\n"),
    );
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^\{"jsonrpc":"2\.0","id":1,"result":\{/),
      expect.stringMatching(/^\{"jsonrpc":"2\.0","id":2,"result":\{"tools":\[/),
    ]);
  });
});

describe("logging/setLevel", () => {
  test("debug is taken", async () => {
    const { stdout } = await runInProcess(
      '{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}}',
    );
    expect(stdout).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });

  test.each(['{"level":"loud"}', '{"level":5}', "{}"])("%s is refused with what it takes", async (params) => {
    const { stdout } = await runInProcess(`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":${params}}`);
    expect(JSON.parse(stdout)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32602, message: expect.stringMatching(/level.*debug.*info/) },
    });
  });
});

describe("a cursor that the server did not give", () => {
  test.each(['{"cursor":"nowhere"}', '{"cursor":5}'])("%s is refused", async (params) => {
    const { stdout } = await runInProcess(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${params}}`);
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      error: { code: -32602, message: expect.stringMatching(/cursor/i) },
    });
  });
});

async function initialized(params: object | null | undefined, launch: InProcessLaunch = {}): Promise<Initialized> {
  const { stdout, stderr, exitCode } = await runInProcess(
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
    launch,
  );
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return JSON.parse(stdout);
}
