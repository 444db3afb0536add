import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { connectedClient } from "./support/client.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const code = "class Shape:\n    def area(self):\n        return 0\n";
const project = temporaryFolder({ "src/shape.py": code });
const shapeUri = pathToFileURL(join(project, "src/shape.py")).href;

describe("prompts", { timeout: 60_000 }, () => {
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

  test("name only tools that there are", async () => {
    const { tools } = await client.listTools();
    const known = new Set(tools.map(({ name }) => name));
    const given = { path: "src/shape.py", name: "Shape", language: "python", goal: "casts" };
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: args = [] } of prompts) {
      const wanted = Object.entries(given).filter(([key]) => args.some((arg) => arg.name === key));
      const { messages } = await client.getPrompt({ name, arguments: Object.fromEntries(wanted) });
      const named = JSON.stringify(messages[0]).match(/\b(?:find|parse|execute|list|check|get)_[a-z]+/g) ?? [];
      expect(named.length, name).toBeGreaterThan(0);
      expect(named.filter((tool) => !known.has(tool))).toEqual([]);
    }
  });

  test.each([
    ["an unknown prompt", "nothing", {}, /no prompt nothing/],
    ["a missing argument", "review_file", {}, /missing argument path/],
    ["an empty argument", "review_file", { path: "" }, /missing argument path/],
    ["an unknown argument", "map_code_base", { dir: "src" }, /unknown argument dir.*folder/],
    ["a file that does not exist", "review_file", { path: "none.py" }, /not found/],
    ["a file outside", "review_file", { path: "/etc/passwd" }, /not found/],
    ["an unknown language", "write_query", { language: "cobol", goal: "x" }, /not found/],
  ])("refuse %s", async (_what, name, args, message) => {
    await expect(client.getPrompt({ name, arguments: args })).rejects.toMatchObject({
      message: expect.stringMatching(message),
    });
  });

  test("complete their arguments", async () => {
    const complete = async (name: string, argument: string, value: string, given: Record<string, string> = {}) => {
      const context = { arguments: given };
      const ref = { type: "ref/prompt" as const, name };
      return (await client.complete({ ref, argument: { name: argument, value }, context })).completion.values;
    };
    expect(await complete("review_file", "path", "s")).toEqual(["src/shape.py"]);
    expect(await complete("review_file", "focus", "")).toEqual([]);
    expect(await complete("explain_symbol", "name", "", { path: "src/shape.py" })).toEqual(["Shape", "area"]);
    expect(await complete("explain_symbol", "name", "S", { path: "src/shape.py" })).toEqual(["Shape"]);
    expect(await complete("write_query", "language", "c")).toEqual(["cpp"]);
  });
});
