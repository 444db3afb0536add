import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentWithoutSettings, packageFolder, serverPath } from "../support/built-server.ts";
import { expectedText, referenceExchanges } from "../support/reference-exchanges.ts";
import { referenceProject } from "../support/reference-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("the SDK's client", () => {
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
    expect(JSON.stringify(tools).length).toBeLessThan(18_500);
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

describe("the Inspector's command line", () => {
  // It takes the name that it introduces itself with from ../package.json, seen from the working folder.
  const folder = temporaryFolder({ "package.json": '{"name":"inspector-cli","version":"1.0.3"}' });
  const project = join(folder, "project");
  beforeAll(() => cpSync(referenceProject, project, { recursive: true }));

  test("lists the tools", () => {
    const { tools }: { tools: { name: string }[] } = inspect("--method", "tools/list");
    expect(tools.slice(0, 2).map(({ name }) => name)).toEqual(["parse_file", "find_classes"]);
  });

  test("calls a tool", () => {
    expect(inspectCall("find_classes", "tests/fixtures/simple_class.py")).toMatchObject({
      content: [{ type: "text", text: expectedText(7) }],
    });
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
  ])("%j gives what is asked for", (args, part) => {
    expect(JSON.stringify(inspect(...args))).toContain(part);
  });

  test("sees that a call failed", () => {
    expect(inspectCall("parse_file", "nonexistent.cpp")).toMatchObject({ isError: true });
  });

  function inspectCall(name: string, filepath: string): ReturnType<typeof inspect> {
    return inspect("--method", "tools/call", "--tool-name", name, "--tool-arg", `filepath=${filepath}`);
  }

  /** The result that the Inspector prints, which ends well and says nothing besides. */
  function inspect(...args: readonly string[]) {
    const program = join(packageFolder, "node_modules/@modelcontextprotocol/inspector-cli/build/index.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, process.execPath, serverPath, ...args], {
      cwd: project,
      encoding: "utf8",
      env: { ...environmentWithoutSettings(), HOME: folder, LOG_LEVEL: "error" },
      timeout: 60_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return JSON.parse(stdout);
  }
});
