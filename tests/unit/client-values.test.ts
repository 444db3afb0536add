import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkInput } from "../../src/tools/arguments/input.ts";
import type { AnyTool } from "../../src/tools/contract/tool.ts";
import { loadTools } from "../../src/tools/index.ts";

const tools = [...(await loadTools()).values()];

/** Arguments with which each tool takes a call. */
const valid: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  default: { filepath: "a.py" },
  execute_query: { filepath: "a.py", query: "(module) @m" },
  find_pattern: { pattern: "f($A)" },
  find_definition: { symbol: "f" },
  find_references: { symbol: "f" },
  get_symbol_info: { symbol: "f" },
  get_symbol_context: { symbol: "f" },
  get_class_hierarchy: { symbol: "A" },
  get_dependency_graph: {},
  get_completions: { filepath: "a.py", line: 1, column: 1 },
  get_changes: {},
  search_code: { query: "f" },
  replace_symbol: { symbol: "f", part: "delete" },
  rename_symbol: { symbol: "f", new_name: "g" },
  get_syntax_reference: {},
  run_project_command: { command: "test" },
};

const validFor = ({ name }: AnyTool) => valid[name] ?? valid.default ?? {};

/** The types of an argument, as JSON Schema has them. */
function typesOf(schema: z.ZodType): readonly unknown[] {
  const types: z.core.JSONSchema.BaseSchema = z.toJSONSchema(schema, { io: "input" });
  return (types.anyOf ?? [types]).map(({ type }) => type);
}

const cases = tools.flatMap((tool) =>
  Object.entries<z.ZodType>(tool.input.shape).map(([name, schema]) => [tool.name, name, tool, schema] as const),
);

/** Values that no argument takes, and that have no text, or one that is too long or too deep to be made. */
const oddValues: readonly unknown[] = [
  ...['{"toString":1}', '{"toJSON":1}', '{"__proto__":{"length":-1}}', '[{"toString":1}]'],
  `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${i}${"x".repeat(100)}`, i]))),
].map((text) => JSON.parse(text));

describe("arguments as clients send them", () => {
  test.each(cases)("%s takes an empty %s for an absent one", (_tool, name, tool) => {
    const base = validFor(tool);
    const { [name]: _, ...others } = base;
    const without = attempt(tool, others);
    for (const empty of [null, ""]) {
      // An empty text is a text where no file is named.
      if (name === "source" && !("filepath" in base)) continue;
      // The empty code takes matches away.
      if (name === "rewrite" && empty === "") continue;
      expect(attempt(tool, { ...others, [name]: empty })).toEqual(without);
    }
  });

  const lists = cases.filter(([, , , schema]) => typesOf(schema).every((type) => type === "array"));
  const numbers = cases.filter(([, , , schema]) => typesOf(schema).every((type) => type === "integer"));
  const booleans = cases.filter(([, , , schema]) => typesOf(schema).every((type) => type === "boolean"));

  test("there are such arguments", () => {
    expect(numbers.length).toBeGreaterThan(20);
    expect(booleans.length).toBeGreaterThan(10);
    expect(lists.length).toBeGreaterThan(5);
  });

  test.each(numbers)("%s takes digits for the number %s", (_tool, name, tool) => {
    const base = validFor(tool);
    expect(attempt(tool, { ...base, [name]: "4000" })).toEqual(attempt(tool, { ...base, [name]: 4000 }));
    for (const wrong of ["12x", "1e3", "0x10", "4.5", "many"]) {
      expect(attempt(tool, { ...base, [name]: wrong })).toMatch(new RegExp(`'${name}'`));
    }
  });

  test.each(booleans)("%s takes a word for the truth value %s", (_tool, name, tool) => {
    const base = validFor(tool);
    for (const [word, value] of [
      ["true", true],
      ["False", false],
    ] as const) {
      expect(attempt(tool, { ...base, [name]: word })).toEqual(attempt(tool, { ...base, [name]: value }));
    }
    for (const wrong of ["maybe", "1", "yes"]) {
      expect(attempt(tool, { ...base, [name]: wrong })).toMatch(new RegExp(`'${name}'`));
    }
  });

  test.each(lists)("%s takes one text, or a list as JSON, for the list %s", (_tool, name, tool) => {
    const base = validFor(tool);
    for (const word of ["class", "syntax", "public", "call", "*.py"]) {
      const asList = attempt(tool, { ...base, [name]: [word] });
      expect(attempt(tool, { ...base, [name]: word })).toEqual(asList);
      expect(attempt(tool, { ...base, [name]: JSON.stringify([word]) })).toEqual(asList);
    }
    expect(attempt(tool, { ...base, [name]: 12 })).toMatch(new RegExp(`'${name}'`));
  });

  test.each(cases)("%s says what is wrong with %s, however deep or odd it is", (_tool, name, tool) => {
    for (const wrong of oddValues) {
      const error = attempt(tool, { ...validFor(tool), [name]: wrong });
      expect(error).toMatch(new RegExp(`^Invalid argument '${name}'`));
      expect(String(error).length).toBeLessThan(2_000);
    }
  });

  test("a text that looks like a number stays a text", () => {
    const [tool] = tools.filter(({ name }) => name === "find_definition");
    expect(tool && attempt(tool, { symbol: "4000" })).toMatchObject({ symbol: "4000" });
  });

  test("an empty source without a file is an empty text", () => {
    const [tool] = tools.filter(({ name }) => name === "find_functions");
    expect(tool && attempt(tool, { source: "", language: "python" })).toMatchObject({ source: "" });
    expect(tool && attempt(tool, { source: "", filepath: "a.py" })).toEqual({ filepath: "a.py" });
  });
});

describe("a URI of a file", () => {
  const [tool] = tools.filter(({ name }) => name === "find_functions");
  const pathOf = (filepath: unknown) => tool && Object(attempt(tool, { filepath })).filepath;

  test.each([
    ["file:///a/b.py", "/a/b.py"],
    ["file:///a/b%20c%23.py", "/a/b c#.py"],
    ["file://localhost/a.py", "/a.py"],
    ["FILE:///a.py", "/a.py"],
    ["file:///a.py#L12", "/a.py:12"],
    ["a.py", "a.py"],
    ["files/a.py", "files/a.py"],
  ])("%s is the path %s", (uri, path) => {
    expect(pathOf(uri)).toBe(path);
    expect(pathOf([uri, "b.py"])).toEqual([path, "b.py"]);
  });

  test.each(["file://server/a.py", "file://[", "file:///a%2Fb.py", "file:///a%00b"])("%s is refused", (uri) => {
    expect(tool && attempt(tool, { filepath: uri })).toMatch(/^Invalid argument 'filepath': /);
  });
});

/** What the tool makes of arguments, or the message of the error. */
function attempt(tool: AnyTool, input: Readonly<Record<string, unknown>>): unknown {
  try {
    return checkInput(tool, input);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
