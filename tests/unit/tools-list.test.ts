import { describe, expect, test } from "vitest";
import { listedTools } from "../../src/mcp/listed-tools.ts";
import { listedTool } from "../../src/mcp/tool-list.ts";
import { inputSchema } from "../../src/tools/arguments/input.ts";
import { TargetArguments } from "../../src/tools/arguments/target-arguments.ts";
import { isFileTool } from "../../src/tools/contract/tool.ts";
import { editingToolNames, loadTools } from "../../src/tools/index.ts";

const tools = await loadTools();

/** Bytes of the result of tools/list that agents are to read, the tools that are to fit in, and what one takes. */
const maxBytes = 18_500;
const plannedTools = 22;
const bytesOfPlannedTool = 575;

/** Arguments that the instructions explain, once for all tools. */
const explained = ["no_ignore", "max_results", "max_chars", "cursor", "language", "source", "column"];

const all = [...tools.values()];
const listed = all.filter(({ isForEdits }) => !isForEdits).map((tool) => listedTool(tool));
/** The tools that only a server that may edit files lists. */
const forEdits = all.filter(({ isForEdits }) => isForEdits).map((tool) => listedTool(tool, true));
const overFiles = [...tools.values()].filter(isFileTool).map((tool) => listedTool(tool));
const overIndex = [...listed, ...forEdits].filter(({ name }) => tools.get(name)?.needs === "index");

test("the tools are these, in this order", () => {
  expect(listed.map(({ name }) => name)).toEqual([
    ...["parse_file", "find_classes", "find_functions", "execute_query"],
    ...["find_pattern", "list_symbols", "check_file", "get_syntax_tree", "extract_interface", "find_definition"],
    ...[
      "find_references",
      "search_code",
      "get_symbol_info",
      "get_symbol_context",
      "get_class_hierarchy",
      "get_dependency_graph",
      "get_completions",
      "get_file_summary",
      "rename_symbol",
      "get_changes",
      "get_syntax_reference",
      "run_project_command",
    ],
  ]);
});

test("a server that may edit files lists one more, and says of three tools that they write", async () => {
  expect(forEdits.map(({ name }) => name)).toEqual(["replace_symbol"]);
  expect(editingToolNames).toEqual(new Set(forEdits.map(({ name }) => name)));
  const editing = await listedTools([...tools.keys()], {}, true);
  expect(editing).toHaveLength(listed.length + 1);
  const writing = editing.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
  expect(writing).toEqual(["find_pattern", "rename_symbol", "replace_symbol", "run_project_command"]);
  expect(listed.filter(({ annotations }) => annotations.destructiveHint)).toEqual([]);
});

test.each([...tools])("%s describes itself for the help, with an example", (name, { help }) => {
  expect(help?.does).toMatch(/^.{10,60}$/);
  expect(help?.examples.map(({ line }) => line)).toContainEqual(expect.stringContaining(name));
});

test("the list of the build is that of the tools, as far as they are served", async () => {
  expect(await listedTools([...tools.keys()], {})).toEqual(listed);
  expect((await listedTools(["parse_file"], {})).map(({ name }) => name)).toEqual(["parse_file"]);
});

test.each([false, true])(
  "tools/list leaves room for the tools that are planned, if edits are allowed: %s",
  async (edits) => {
    const names = [...tools.keys()];
    const unconfigured = names.filter((name) => name !== "run_project_command");
    for (const [served, most] of [
      [unconfigured, edits ? plannedTools : plannedTools - 1],
      [names, edits ? plannedTools + 1 : plannedTools],
    ] as const) {
      const list = await listedTools(served, {}, edits);
      expect(list).toHaveLength(most);
      const room = maxBytes + Math.max(most - plannedTools, 0) * bytesOfPlannedTool;
      expect(Buffer.byteLength(JSON.stringify({ tools: list }))).toBeLessThanOrEqual(room);
    }
  },
);

test("four tools are loaded by Claude Code without a search, and keep what settings add", async () => {
  const meta = listed.flatMap(({ name, _meta }) => (_meta === undefined ? [] : [[name, _meta]]));
  const always = { "anthropic/alwaysLoad": true };
  expect(Object.fromEntries(meta)).toEqual({
    list_symbols: always,
    find_definition: always,
    find_references: always,
    get_symbol_context: always,
  });
  const size = { "anthropic/maxResultSizeChars": 1 };
  const withSize = (await listedTools([...tools.keys()], size)).map(({ _meta }) => _meta);
  expect(withSize).toHaveLength(listed.length);
  expect(withSize.filter((one) => one?.["anthropic/alwaysLoad"] === true)).toHaveLength(4);
  for (const one of withSize) expect(one).toMatchObject(size);
});

test("a tool beyond the reference says what it is used instead of", () => {
  const replacing = [...listed, ...forEdits]
    .filter(({ description }) => description.includes("instead of"))
    .map(({ name }) => name);
  const beyond = [...listed, ...forEdits].slice(reference.length).map(({ name }) => name);
  expect(beyond.filter((name) => !replacing.includes(name))).toEqual(["get_syntax_tree"]);
});

test("no description of an argument gives an example that another has", () => {
  const examples = [...listed, ...forEdits].flatMap(({ name, inputSchema: schema }) => {
    const properties: Readonly<Record<string, { readonly description?: string }>> = Object(schema.properties);
    const texts = Object.values(properties).flatMap(
      ({ description = "" }) => /such as (.+)/i.exec(description)?.[1] ?? [],
    );
    return texts.map((text) => [text, name]);
  });
  expect(new Set(examples.map(([text]) => text)).size).toBe(examples.length);
});

test.each([...listed, ...forEdits])(
  "$name is described in few words, and so is each argument",
  ({ description, inputSchema: schema }) => {
    expect(description.length).toBeGreaterThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(300);
    const properties: Readonly<Record<string, { readonly description?: string }>> = Object(schema.properties);
    for (const [name, property] of Object.entries(properties)) {
      if (explained.includes(name)) continue;
      expect(property.description?.length, name).toBeGreaterThan(5);
      expect(property.description?.length, name).toBeLessThanOrEqual(80);
    }
  },
);

/** The arguments that tools begin with. */
const reference = ["parse_file", "find_classes", "find_functions", "execute_query"];
const ofFiles = ["filepath", "file_patterns", "max_results", "cursor", "source", "language"];
const firstArguments: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(overFiles.map(({ name }) => [name, ofFiles])),
  ...Object.fromEntries(
    reference.map((name) => [name, ["filepath", "recursive", "file_patterns", "no_ignore", ...ofFiles.slice(2)]]),
  ),
  find_pattern: ["filepath", "pattern"],
  get_syntax_tree: ["filepath", "source", "language"],
  extract_interface: ["filepath", "source", "language"],
  ...Object.fromEntries(overIndex.map(({ name }) => [name, ["symbol", "filepath", "line"]])),
  search_code: ["query", "filepath", "kinds"],
  get_completions: ["filepath", "line", "column", "source"],
  get_file_summary: ["filepath", "include"],
  get_changes: ["base", "diff", "filepath", "include"],
};

test.each([...listed, ...forEdits])("$name begins with the arguments of its kind", ({ name, inputSchema: schema }) => {
  const shared = firstArguments[name] ?? [];
  expect(Object.keys(Object(schema.properties)).slice(0, shared.length)).toEqual(shared);
  const required = {
    execute_query: ["filepath", "query"],
    find_pattern: ["pattern"],
    rename_symbol: ["new_name"],
    replace_symbol: ["part"],
  };
  expect(schema.required ?? []).toEqual(
    new Map(Object.entries(required)).get(name) ?? (reference.includes(name) ? ["filepath"] : []),
  );
});

describe("clients that map schemas onto a dialect with one type a value", () => {
  test.each([...listed, ...forEdits])(
    "take $name, but for the filepath of the reference",
    ({ name, inputSchema: schema }) => {
      expect(unportable(schema)).toEqual(reference.includes(name) ? ["properties.filepath"] : []);
    },
  );

  test("take no schema that is a boolean, says nothing, or is elsewhere", () => {
    const $ref = "https://example.com/c";
    const properties = {
      ...{ a: true, b: {}, c: { type: "array", items: { $ref } }, d: { type: "array", items: false } },
      ...{ e: { anyOf: [{ type: "string" }, {}] }, f: { anyOf: [{ type: "string" }], type: "string" } },
    };
    const places = ["a", "b", "c.items", "d.items", "e.anyOf.1", "f"].map((place) => `properties.${place}`);
    expect(unportable({ type: "object", properties })).toEqual(places);
  });
});

test("the schemas of the new tools", () => {
  const own = (name: string) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const properties: Readonly<Record<string, object>> = Object(inputSchema(tool).properties);
    const entries = Object.entries(properties).filter(([key]) => !(key in TargetArguments.shape));
    return Object.fromEntries(
      entries.map(([key, { description: _, ...schema }]: [string, { description?: string }]) => [key, schema]),
    );
  };
  const number = { type: "integer" };
  expect(own("check_file")).toEqual({
    checks: { type: "array", items: { type: "string" } },
    severity: { type: "string", enum: ["error", "warning", "information", "hint"] },
  });
  expect(own("list_symbols")).toEqual({
    kinds: { type: "array", items: { type: "string" } },
    name: { type: "string" },
    access: { type: "array", items: { type: "string", enum: ["public", "protected", "private"] } },
    detail: { type: "string", enum: ["names", "signatures", "full"] },
    nested: { type: "boolean" },
    unused: { type: "boolean" },
    max_chars: { type: "integer", minimum: 2_000 },
  });
  expect(own("extract_interface")).toEqual({
    output_format: { type: "string", enum: ["json", "header", "markdown"] },
    include_private: { type: "boolean" },
  });
  expect(own("get_syntax_tree")).toEqual({
    notation: { type: "string", enum: ["sexp", "json"] },
    max_depth: number,
    max_nodes: { type: "integer", maximum: 1_000_000 },
    start_line: number,
    end_line: number,
  });
});

/** The places of subschemas that are no objects with exactly one type, or branches of such, and all that they mean. */
function unportable(schema: unknown, path: readonly string[] = []): readonly string[] {
  const { type, properties, items, anyOf, $ref }: Readonly<Record<string, unknown>> = Object(schema);
  const hasOneForm = Array.isArray(anyOf) ? type === undefined : typeof type === "string";
  const own = hasOneForm && $ref === undefined ? [] : [path.join(".")];
  const branches = Array.isArray(anyOf) ? anyOf : [];
  const members: [string, unknown][] = Object.entries(Object(properties));
  return [
    ...own,
    ...members.flatMap(([name, member]) => unportable(member, [...path, "properties", name])),
    ...branches.flatMap((branch, i) => unportable(branch, [...path, "anyOf", `${i}`])),
    ...(items === undefined ? [] : unportable(items, [...path, "items"])),
  ];
}
