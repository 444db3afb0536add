import { describe, expect, test } from "vitest";
import { listedTool } from "../../src/mcp/listed-tool.ts";
import { tools } from "../../src/tools/index.ts";
import { inputSchema } from "../../src/tools/input.ts";
import { TargetArguments } from "../../src/tools/target-arguments.ts";

/** Characters of tools/list that agents are to read, and the tools that are to fit in. */
const maxCharacters = 16_000;
const plannedTools = 18;

const listed = [...tools.values()].map(listedTool);
const overFiles = listed.filter(({ name }) => tools.get(name)?.over === "file");
const overIndex = listed.filter(({ name }) => tools.get(name)?.over === "index");

test("the tools are those of the README, in this order", () => {
  expect(listed.map(({ name }) => name)).toEqual([
    ...["parse_file", "find_classes", "find_functions", "execute_query"],
    ...["list_symbols", "check_file", "get_syntax_tree", "find_definition", "find_references"],
    ...["get_symbol_info", "get_symbol_context", "get_class_hierarchy", "get_dependency_graph", "get_completions"],
  ]);
});

test("tools/list leaves room for the tools that are planned", () => {
  const left = maxCharacters - JSON.stringify(listed).length;
  const least = 450;
  expect(left / (plannedTools - listed.length)).toBeGreaterThan(least);
});

test.each(listed)(
  "$name is described in few words, and so is each argument",
  ({ description, inputSchema: schema }) => {
    expect(description.length).toBeGreaterThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(300);
    const properties: Readonly<Record<string, { readonly description?: string }>> = Object(schema.properties);
    for (const [name, property] of Object.entries(properties)) {
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
  get_syntax_tree: ["filepath", "source", "language"],
  ...Object.fromEntries(overIndex.map(({ name }) => [name, ["symbol", "filepath", "line"]])),
  get_completions: ["filepath", "line", "column", "source"],
};

test.each(listed)("$name begins with the arguments of its kind", ({ name, inputSchema: schema }) => {
  const shared = firstArguments[name] ?? [];
  expect(Object.keys(Object(schema.properties)).slice(0, shared.length)).toEqual(shared);
  const required = { execute_query: ["filepath", "query"], get_completions: ["line"] };
  expect(schema.required ?? []).toEqual(
    new Map(Object.entries(required)).get(name) ?? (reference.includes(name) ? ["filepath"] : []),
  );
});

describe("clients that map schemas onto a dialect with one type a value", () => {
  test.each(listed)("take $name, with the exception of filepath", ({ inputSchema: schema }) => {
    expect(unportable(schema)).toEqual(["properties.filepath"]);
  });

  test("take no schema that is a boolean, says nothing, or is elsewhere", () => {
    const $ref = "https://example.com/c";
    const properties = { a: true, b: {}, c: { type: "array", items: { $ref } }, d: { type: "array", items: false } };
    const places = ["properties.a", "properties.b", "properties.c.items", "properties.d.items"];
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
  expect(own("check_file")).toEqual({});
  expect(own("list_symbols")).toEqual({
    kinds: { type: "array", items: { type: "string" } },
    name: { type: "string" },
    detail: { type: "string", enum: ["names", "signatures", "full"] },
    nested: { type: "boolean" },
    max_chars: { type: "integer", minimum: 2_000 },
  });
  expect(own("get_syntax_tree")).toEqual({
    notation: { type: "string", enum: ["sexp", "json"] },
    positions: { type: "boolean" },
    named_only: { type: "boolean" },
    max_depth: number,
    max_nodes: { type: "integer", maximum: 1_000_000 },
    start_line: number,
    start_column: number,
    end_line: number,
    end_column: number,
  });
});

/** The places of subschemas that are no objects with exactly one type and all that they mean. */
function unportable(schema: unknown, path: readonly string[] = []): readonly string[] {
  const { type, properties, items, $ref }: Readonly<Record<string, unknown>> = Object(schema);
  const own = typeof type === "string" && $ref === undefined ? [] : [path.join(".")];
  const members: [string, unknown][] = Object.entries(Object(properties));
  return [
    ...own,
    ...members.flatMap(([name, member]) => unportable(member, [...path, "properties", name])),
    ...(items === undefined ? [] : unportable(items, [...path, "items"])),
  ];
}
