import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentWithoutSettings, packageFolder, serverPath } from "./support/built-server.ts";
import { expectedText, referenceExchanges } from "./support/reference-exchanges.ts";
import { referenceProject } from "./support/reference-project.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

describe("the SDK's client", { timeout: 60_000 }, () => {
  const client = new Client({ name: "tests", version: "1.0.0" });

  beforeAll(async () => {
    const args = [serverPath, "--log-level", "error"];
    const env = environmentWithoutSettings();
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: referenceProject, env, stderr: "pipe" }),
    );
  }, 60_000);
  afterAll(() => client.close());

  test("learns who serves and what it can", () => {
    expect(client.getServerVersion()?.name).toBe("codegrove");
    expect(client.getServerCapabilities()?.tools).toBeDefined();
  });

  test("pings and sets the level of logging", async () => {
    expect(await client.ping()).toEqual({});
    expect(await client.setLoggingLevel("warning")).toEqual({});
  });

  test("lists the tools, each with a title and the hints of a reader", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["parse_file", "find_classes", "find_functions", "execute_query"]),
    );
    for (const tool of tools) {
      expect(tool.title ?? tool.annotations?.title, tool.name).toMatch(/./);
      expect(tool.annotations, tool.name).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    }
    expect(JSON.stringify(tools).length).toBeLessThan(16_000);
  });

  test.each([2, 6, 10, 13])("calls a tool and gets the answer of request %i of the reference", async (id) => {
    const exchange = referenceExchanges.find((candidate) => candidate.id === id);
    const result = await client.callTool({ name: exchange?.name ?? "", arguments: { ...exchange?.arguments } });
    expect(result.content).toEqual([{ type: "text", text: expectedText(id) }]);
    expect(result.isError ?? false).toBe(false);
  });

  test("gets an error of a tool as a result", async () => {
    const result = await client.callTool({ name: "parse_file", arguments: { filepath: "nonexistent.cpp" } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: '{"success":false,"error":"Failed to open file: nonexistent.cpp"}' }],
    });
  });

  test("gets an error of the protocol as an error", async () => {
    await expect(client.callTool({ name: "unknown_tool", arguments: {} })).rejects.toMatchObject({
      code: -32601,
      message: expect.stringContaining("Tool not found: unknown_tool"),
    });
  });

  test("calls many at once", async () => {
    const results = await Promise.all(
      Array.from({ length: 40 }, () => client.callTool({ name: "find_classes", arguments: { filepath: "src" } })),
    );
    expect(new Set(results.map((result) => JSON.stringify(result.content))).size).toBe(1);
  });
});

describe("the Inspector's command line", { timeout: 120_000 }, () => {
  const home = temporaryFolder();

  test("finds no error in the list of tools, and remarks on nothing but the type of filepath", () => {
    const { status, stdout, stderr } = inspect("--method", "tools/list", "--strict");
    expect(status).toBe(0);
    expect(stderr).not.toMatch(/^\s*error/im);
    const remarked = [...stderr.matchAll(/Path: (.*)/g)].map(([, path]) => path);
    expect(remarked.filter((path) => path !== "inputSchema.properties.filepath")).toEqual([]);
    const { tools }: { tools: { name: string }[] } = JSON.parse(stdout);
    expect(tools.slice(0, 2).map(({ name }) => name)).toEqual(["parse_file", "find_classes"]);
  });

  test("calls a tool", () => {
    const args = { filepath: "tests/fixtures/simple_class.py" };
    const { status, stdout } = inspectCall("find_classes", args);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: "text", text: expectedText(7) }] });
  });

  test.each([
    [["--method", "resources/list"], "workspace://files"],
    [["--method", "resources/templates/list"], "file:///{path}"],
    [["--method", "resources/read", "--uri", "workspace://files"], "simple_class.py"],
    [["--method", "prompts/list"], "review_file"],
    [
      ["--method", "prompts/get", "--prompt-name", "map_code_base", "--prompt-args", "folder=src"],
      "Map the code in src",
    ],
    [["--method", "tools/list", "--protocol-era", "modern"], "find_classes"],
    [["--method", "resources/read", "--uri", "workspace://symbols", "--protocol-era", "modern"], "Calculator"],
  ])("%j gives what is asked for", (args, part) => {
    const { status, stdout, stderr } = inspect(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/^\s*error/im) });
    expect(stdout).toContain(part);
  });

  test("sees that a call failed", () => {
    const { status, stdout } = inspectCall("parse_file", { filepath: "nonexistent.cpp" });
    expect(status).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({ isError: true });
  });

  function inspectCall(name: string, args: object): ReturnType<typeof inspect> {
    return inspect("--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args));
  }

  function inspect(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
    const program = join(packageFolder, "node_modules/.bin/mcp-inspector");
    return spawnSync(program, ["--cli", "node", serverPath, ...args, "-e", "LOG_LEVEL=error"], {
      cwd: referenceProject,
      encoding: "utf8",
      env: { ...environmentWithoutSettings(), HOME: home },
      timeout: 60_000,
    });
  }
});
