import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { beforeAll, describe, expect, test } from "vitest";
import { connectedClient } from "../support/client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const code = "class Shape:\n    def area(self):\n        return 0\n";
const project = temporaryFolder({ "src/shape.py": code });
const shapeUri = pathToFileURL(join(project, "src/shape.py")).href;

describe("prompts", () => {
  const client = connectedClient(project);

  test("are listed with their arguments", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: args }) => [name, args?.map((arg) => [arg.name, arg.required])])).toEqual([
      [
        "review_file",
        [
          ["path", true],
          ["focus", false],
        ],
      ],
      [
        "explain_symbol",
        [
          ["name", true],
          ["path", false],
        ],
      ],
      ["map_code_base", [["folder", false]]],
      [
        "write_query",
        [
          ["language", true],
          ["goal", true],
        ],
      ],
    ]);
    for (const { title, description } of prompts) expect([title, description].every(Boolean)).toBe(true);
  });

  test("come with the file that they are about", async () => {
    const { messages } = await client.getPrompt({
      name: "review_file",
      arguments: { path: "src/shape.py", focus: "rounding" },
    });
    expect(messages).toEqual([
      { role: "user", content: { type: "text", text: expect.stringMatching(/src\/shape\.py.*\n?.*rounding/) } },
      {
        role: "user",
        content: { type: "resource", resource: { uri: shapeUri, mimeType: "text/x-python", text: code } },
      },
    ]);
  });

  test("take the URI of a file for its path, and what is empty for absent", async () => {
    const { messages } = await client.getPrompt({
      name: "review_file",
      arguments: { path: `${shapeUri}#L2`, focus: "" },
    });
    const { messages: plain } = await client.getPrompt({
      name: "review_file",
      arguments: { path: join(project, "src/shape.py") },
    });
    expect(messages).toEqual(plain);
    const uris = { "file://server/a.py": "is a file of another machine", "file:///a%2Fb.py": "has no path of a file" };
    for (const [path, reason] of Object.entries(uris)) {
      await expect(client.getPrompt({ name: "review_file", arguments: { path } })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(reason),
      });
    }
  });

  test("come with the query that shows the grammar", async () => {
    const { messages } = await client.getPrompt({ name: "write_query", arguments: { language: "cpp", goal: "casts" } });
    expect(messages[1]?.content).toMatchObject({ type: "resource", resource: { uri: "queries://cpp/tags" } });
  });

  test("do without what is not required, and are short", async () => {
    for (const prompt of [{ name: "map_code_base" }, { name: "explain_symbol", arguments: { name: "Shape" } }]) {
      const { messages } = await client.getPrompt(prompt);
      expect(messages).toHaveLength(1);
      expect(JSON.stringify(messages).length).toBeLessThan(1200);
    }
  });

  test.each([
    ["review_file", { path: "src/nope.py" }, /Resource not found: file:.*nope\.py/],
    ["review_file", {}, /missing argument path/],
    ["explain_symbol", { name: "Shapes" }, /name: Shapes is not the name of a symbol in the workspace/],
    ["explain_symbol", { name: "area", path: "src/nope.py" }, /nope\.py/],
    ["map_code_base", { folder: "src/nope" }, /folder: src\/nope has no source file/],
    ["write_query", { language: "pyhton", goal: "casts" }, /language: pyhton is not one of .*python/],
  ])("%s with %j is refused as wrong params", async (name, given, message) => {
    await expect(client.getPrompt({ name, arguments: given })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(message),
    });
  });

  test("take a symbol of any kind, with its scope", async () => {
    for (const name of ["area", "Shape.area", "Shape.area#1"]) {
      expect((await client.getPrompt({ name: "explain_symbol", arguments: { name } })).messages).toHaveLength(1);
    }
    expect((await client.getPrompt({ name: "map_code_base", arguments: { folder: "src" } })).messages).toHaveLength(1);
  });

  test("name only tools that there are", async () => {
    const { tools } = await client.listTools();
    const known = new Set(tools.map(({ name }) => name));
    const given = { path: "src/shape.py", name: "Shape", language: "python", goal: "casts" };
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: args = [] } of prompts) {
      const wanted = Object.entries(given).filter(([key]) => args.some((arg) => arg.name === key));
      const { messages } = await client.getPrompt({ name, arguments: Object.fromEntries(wanted) });
      const named = JSON.stringify(messages[0]).match(/\b(?:find|parse|execute|list|check|get)_[a-z_]+/g) ?? [];
      expect(named.length, name).toBeGreaterThan(0);
      expect(named.filter((tool) => !known.has(tool))).toEqual([]);
    }
  });

  test("begin with the tool that answers most at once", async () => {
    const outline = "list_symbols";
    const first: Readonly<Record<string, readonly [all: string, required: string]>> = {
      review_file: [outline, outline],
      explain_symbol: ["find_definition", "get_symbol_context"],
      map_code_base: [outline, outline],
      write_query: [outline, outline],
    };
    const given = { path: "src/shape.py", name: "Shape", language: "python", goal: "casts" };
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: args = [] } of prompts) {
      for (const [i, tool] of first[name]?.entries() ?? []) {
        const wanted = args.filter(({ required }) => required || i === 0).map((arg) => arg.name);
        const values = Object.entries(given).filter(([key]) => wanted.includes(key));
        const text = await textOf(name, Object.fromEntries(values));
        expect([name, /\b[a-z]+(?:_[a-z]+)+\b/.exec(text.replaceAll("src/shape.py", ""))?.[0]]).toEqual([name, tool]);
      }
    }
    expect(Object.keys(first)).toEqual(prompts.map(({ name }) => name));
  });

  test("advise the tools over the index, and none but write_query a query", async () => {
    const given = { path: "src/shape.py", name: "Shape", language: "python", goal: "casts" };
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: args = [] } of prompts) {
      const wanted = Object.entries(given).filter(([key]) => args.some((arg) => arg.name === key));
      const text = await textOf(name, Object.fromEntries(wanted));
      expect(text, name).toMatch(/\b(?:find_references|get_class_hierarchy|get_dependency_graph)\b/);
      expect([name, text.includes("execute_query")]).toEqual([name, name === "write_query"]);
    }
  });

  test("name the folder to map, and all of the workspace without one", async () => {
    expect(await textOf("map_code_base", {})).toMatch(`Map the code base in ${project} as follows.\n`);
    expect(await textOf("map_code_base", { folder: "." })).toMatch("Map the code in . as follows.\n");
    expect(await textOf("map_code_base", { folder: "src" })).toMatch("Map the code in src as follows.\n");
  });

  test.each([
    ["an unknown prompt", "nothing", {}, /no prompt nothing/],
    ["a missing argument", "review_file", {}, /missing argument path/],
    ["an empty argument", "review_file", { path: "" }, /missing argument path/],
    ["an unknown argument", "map_code_base", { dir: "src" }, /unknown argument dir.*folder/],
    ["a file that does not exist", "review_file", { path: "none.py" }, /not found/],
    ["a file outside", "review_file", { path: "/etc/passwd" }, /not found/],
    ["an unknown language", "write_query", { language: "cobol", goal: "x" }, /is not one of/],
  ])("refuse %s", async (_what, name, args, message) => {
    await expect(client.getPrompt({ name, arguments: args })).rejects.toMatchObject({
      message: expect.stringMatching(message),
    });
  });

  test("complete their arguments", async () => {
    expect(await valuesOf(client, "review_file", "path", "s")).toEqual(["src/shape.py"]);
    expect(await valuesOf(client, "review_file", "focus", "")).toEqual([]);
    expect(await valuesOf(client, "explain_symbol", "name", "", { path: "src/shape.py" })).toEqual(["Shape", "area"]);
    expect(await valuesOf(client, "explain_symbol", "name", "S", { path: "src/shape.py" })).toEqual(["Shape"]);
    expect(await valuesOf(client, "write_query", "language", "c")).toEqual(["c", "cpp"]);
  });

  async function textOf(name: string, args: Record<string, string>): Promise<string> {
    const { messages } = await client.getPrompt({ name, arguments: args });
    const [content] = messages.map((message) => message.content);
    return content?.type === "text" ? content.text : "";
  }
});

describe("the name of explain_symbol", () => {
  const functions = Array.from({ length: 300 }, (_, i) => `def many_${String(i).padStart(3, "0")}():\n    pass\n`);
  const workspace = temporaryFolder({
    "src/shape.py": code,
    "src/square.hpp": "#define SQUARES 4\nnamespace geo {\nstruct Square { double side; Square(); };\n}\n",
    "src/many.py": functions.join(""),
  });
  const client = connectedClient(workspace);

  // A completion has two seconds, in which a busy machine may not start a worker.
  beforeAll(async () => {
    await client.callTool({ name: "list_symbols", arguments: { filepath: workspace } });
  });

  test.each([
    ["S", ["Shape", "Square"]],
    ["Sq", ["Square"]],
    ["Squares", []],
    ["are", ["area"]],
    ["many_29", Array.from({ length: 10 }, (_, i) => `many_29${i}`)],
    ["*", []],
    ["Sh*pe", []],
    ["~", []],
  ])("that begins as %j is completed over the workspace", async (begun, values) => {
    const { completion } = await client.complete(nameOf(begun));
    expect(completion).toEqual({ values, total: values.length, hasMore: false });
  });

  test("has at most 100 values, and says that there are more", async () => {
    const { completion } = await client.complete(nameOf("many_"));
    expect(completion.values).toHaveLength(100);
    expect(completion.hasMore).toBe(true);
  });

  test("is that of the file where one is named", async () => {
    expect(await valuesOf(client, "explain_symbol", "name", "S", { path: "src/square.hpp" })).toEqual(["Square"]);
    expect(await valuesOf(client, "explain_symbol", "name", "S", { path: "src/none.hpp" })).toEqual([]);
  });
});

function nameOf(begun: string, given: Record<string, string> = {}) {
  const ref = { type: "ref/prompt" as const, name: "explain_symbol" };
  return { ref, argument: { name: "name", value: begun }, context: { arguments: given } };
}

async function valuesOf(
  client: Client,
  name: string,
  argument: string,
  value: string,
  given: Record<string, string> = {},
): Promise<readonly string[]> {
  const ref = { type: "ref/prompt" as const, name };
  const { completion } = await client.complete({
    ref,
    argument: { name: argument, value },
    context: { arguments: given },
  });
  return completion.values;
}
