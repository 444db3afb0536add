import { afterAll, describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { referenceExchanges } from "../support/reference-exchanges.ts";
import { referenceProject } from "../support/reference-project.ts";

interface ToolList {
  readonly result: {
    readonly tools: readonly {
      readonly name: string;
      readonly description: string;
      readonly inputSchema: {
        readonly type: string;
        readonly properties: Readonly<Record<string, { readonly type: unknown; readonly description?: string }>>;
        readonly required: readonly string[];
      };
    }[];
  };
}

describe("the requests of the API reference", () => {
  const session = sessionInProcess({ cwd: referenceProject });
  afterAll(async () => {
    const { stderr, exitCode } = await session.close();
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  });

  /** The one line that answers a request, without its newline. */
  async function answerLine(id: number, name: string, args: object): Promise<string> {
    const linesBefore = session.lines.length;
    session.send(callLine(id, name, args));
    await session.answerTo(id);
    const [line = "", ...others] = session.lines.slice(linesBefore);
    expect(others).toEqual([]);
    return line;
  }

  test.each(referenceExchanges)("$id: $shows", async ({ id, name, arguments: args, text }) => {
    const result = { content: [{ type: "text", text }] };
    expect(await answerLine(id, name, args)).toBe(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });

  test("20: a file that is not there", async () => {
    const line = await answerLine(20, "parse_file", { filepath: "nonexistent.cpp" });
    expect(line).toBe(
      String.raw`{"jsonrpc":"2.0","id":20,"result":{"content":[{"type":"text","text":"{\"success\":false,\"error\":\"Failed to open file: nonexistent.cpp\"}"}],"isError":true}}`,
    );
  });

  test("21: a query that does not compile is told with more than the reference's sentence", async () => {
    const args = { filepath: "src/main.cpp", query: "(invalid query syntax" };
    const line = await answerLine(21, "execute_query", args);
    expect(line).toMatch(
      /^\{"jsonrpc":"2\.0","id":21,"result":\{"content":\[\{"type":"text","text":"\{\\"success\\":false,\\"error\\":\\"Failed to compile query\\",\\".+\}"\}\],"isError":true\}\}$/,
    );
  });

  test("22: a tool that is not there", async () => {
    expect(await answerLine(22, "unknown_tool", {})).toBe(
      '{"jsonrpc":"2.0","id":22,"error":{"code":-32601,"message":"Tool not found: unknown_tool"}}',
    );
  });

  test("all of them through a process, each answered under its id", async () => {
    const lines = referenceExchanges.map(({ id, name, arguments: args }) => callLine(id, name, args));
    const { stdout, stderr, exitCode } = await runServer(`${lines.join("\n")}\n`, { cwd: referenceProject });
    const expected = referenceExchanges.map(({ id, text }) =>
      JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } }),
    );
    expect(stdout.trimEnd().split("\n").sort()).toEqual(expected.sort());
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  });
});

describe("1: tools/list", () => {
  test("names the four tools in the reference's order, each with its sentence", async () => {
    const tools = await listedTools();
    expect(tools.slice(0, 4).map(({ name }) => name)).toEqual([
      "parse_file",
      "find_classes",
      "find_functions",
      "execute_query",
    ]);
    for (const { description } of tools) expect(description.length).toBeGreaterThanOrEqual(30);
  });

  test("prints the arguments of parse_file as the reference does", async () => {
    const [parseFile] = await listedTools();
    const { type, properties, required } = parseFile?.inputSchema ?? {};
    expect({ type, required }).toEqual({ type: "object", required: ["filepath"] });
    expect(Object.keys(properties ?? {}).slice(0, 3)).toEqual(["filepath", "recursive", "file_patterns"]);
    expect(properties?.filepath).toMatchObject({ type: ["string", "array"], items: { type: "string" } });
    expect(properties?.recursive).toMatchObject({ type: "boolean" });
    expect(properties?.file_patterns).toMatchObject({ type: "array", items: { type: "string" } });
    expect(properties?.no_ignore).toMatchObject({ type: "boolean" });
  });

  test("asks for a path in every tool and for a query where one is run", async () => {
    const required = new Map((await listedTools()).map((tool) => [tool.name, tool.inputSchema.required]));
    expect(required.get("find_classes")).toEqual(["filepath"]);
    expect(required.get("find_functions")).toEqual(["filepath"]);
    expect(required.get("execute_query")).toEqual(["filepath", "query"]);
  });

  test("describes every argument of every tool but those that the instructions explain", async () => {
    const explained = ["no_ignore", "max_results", "max_chars", "cursor", "language", "source", "column"];
    for (const { name, inputSchema } of await listedTools()) {
      for (const [argument, { description }] of Object.entries(inputSchema.properties)) {
        if (description === undefined) expect(explained, name).toContain(argument);
        else expect(description, `${name}.${argument}`).toMatch(/\w+ \w+/);
      }
    }
  });
});

async function listedTools(): Promise<ToolList["result"]["tools"]> {
  const request = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n';
  const { stdout, stderr, exitCode } = await runInProcess(request, { cwd: referenceProject });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  expect(stdout).toMatch(/^[^\n]+\n$/);
  const list: ToolList = JSON.parse(stdout);
  return list.result.tools;
}

function callLine(id: number, name: string, args: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
}
