import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentWithoutSettings, serverPath } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { modernMeta, modernRequest } from "../support/modern.ts";
import { expectedText } from "../support/reference-exchanges.ts";
import { referenceProject } from "../support/reference-project.ts";

const serverInfoKey = "io.modelcontextprotocol/serverInfo";

describe("a request that names the revision 2026-07-28", () => {
  test("discovers the server", async () => {
    const { result } = await answerTo(modernRequest(1, "server/discover"));
    expect(result).toMatchObject({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      ttlMs: expect.any(Number),
      cacheScope: "public",
      _meta: { [serverInfoKey]: { name: "codegrove", version: expect.stringMatching(/^\d/) } },
    });
    expect(result.capabilities).not.toHaveProperty("logging");
  });

  test("lists and calls tools, with what each result of that revision says", async () => {
    const list = await answerTo(modernRequest(1, "tools/list"));
    expect(list.result).toMatchObject({ resultType: "complete", ttlMs: expect.any(Number), cacheScope: "public" });
    const params = { name: "parse_file", arguments: { filepath: "nonexistent.cpp" } };
    const call = await answerTo(modernRequest(2, "tools/call", params));
    expect(call.result).toMatchObject({ resultType: "complete", isError: true, _meta: { [serverInfoKey]: {} } });
    expect(call.result).not.toHaveProperty("ttlMs");
  });

  test.each(["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"])(
    "has no %s",
    async (method) => {
      const { error } = await answerTo(modernRequest(1, method));
      expect(error).toEqual({ code: -32601, message: `Method not found: ${method}` });
    },
  );

  test.each(["2099-01-01", "2025-11-25", "", "__proto__"])(
    "of version %j instead is told what is served",
    async (v) => {
      const { error } = await answerTo(request({ ...modernMeta, "io.modelcontextprotocol/protocolVersion": v }));
      expect(error).toEqual({
        code: -32022,
        message: "Unsupported protocol version",
        data: { supported: ["2026-07-28"], requested: v },
      });
    },
  );

  test.each([undefined, null, [], "none"])("with client capabilities %j is refused", async (capabilities) => {
    const { error } = await answerTo(
      request({ ...modernMeta, "io.modelcontextprotocol/clientCapabilities": capabilities }),
    );
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("clientCapabilities") });
  });

  test("with a version that is no string is refused", async () => {
    const { error } = await answerTo(request({ ...modernMeta, "io.modelcontextprotocol/protocolVersion": 5 }));
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("protocolVersion") });
  });
});

describe("requests of both eras in one process", () => {
  test("are each answered in their own way", async () => {
    const { stdout } = await runInProcess(
      [
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        modernRequest(2, "ping"),
        '{"jsonrpc":"2.0","id":3,"method":"server/discover"}',
        '{"jsonrpc":"2.0","id":4,"method":"tools/list"}',
      ].join("\n"),
    );
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .sort((a, b) => a.id - b.id);
    expect(answers.slice(0, 3)).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: 2, error: { code: -32601, message: "Method not found: ping" } },
      { jsonrpc: "2.0", id: 3, error: { code: -32601, message: "Method not found: server/discover" } },
    ]);
    expect(Object.keys(answers[3].result)).toEqual(["tools"]);
  });
});

describe("the next SDK's client", () => {
  const client = new Client(
    { name: "tests", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  beforeAll(async () => {
    const args = [serverPath, "--log-level", "error"];
    const env = environmentWithoutSettings();
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: referenceProject, stderr: "pipe" }),
    );
  });
  afterAll(() => client.close());

  test("finds the tools and calls one", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["find_classes", "execute_query"]));
    const result = await client.callTool({
      name: "find_classes",
      arguments: { filepath: "tests/fixtures/simple_class.py" },
    });
    expect(result.content).toEqual([{ type: "text", text: expectedText(7) }]);
  });

  test("lists the resources and reads one", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("workspace://symbols");
    const { contents } = await client.readResource({ uri: "workspace://symbols" });
    expect(contents).toMatchObject([{ text: expect.stringContaining("Calculator") }]);
  });

  test("gets a prompt", async () => {
    const { messages } = await client.getPrompt({ name: "map_code_base", arguments: { folder: "src" } });
    expect(messages[0]?.content).toMatchObject({ type: "text", text: expect.stringContaining("Map the code in src") });
  });
});

function request(meta: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } });
}

async function answerTo(line: string) {
  const { stdout, exitCode } = await runInProcess(line);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout);
}
