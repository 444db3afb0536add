import { describe, expect, test } from "vitest";
import { checkInput, inputSchema } from "../../src/tools/arguments/input.ts";
import { findDefinition } from "../../src/tools/find-definition.ts";
import { findReferences } from "../../src/tools/find-references.ts";
import { loadTools } from "../../src/tools/index.ts";
import { codeBase } from "../support/code-base.ts";

const tools = await loadTools();

const indexTools = [findDefinition, findReferences];

function toolNamed(name: string) {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

describe("names of other servers", () => {
  test("stand for the argument", () => {
    expect(checkInput(findDefinition, { symbol_name: "f" })).toEqual({ symbol: "f" });
    expect(checkInput(findDefinition, { name_path: "A/f", relative_path: "src" })).toEqual({
      symbol: "A/f",
      filepath: "src",
    });
    expect(checkInput(findReferences, { path: "a.py", line: 1, character: 0 })).toEqual({
      filepath: "a.py",
      line: 1,
      column: 0,
    });
    expect(checkInput(toolNamed("list_symbols"), { file_path: "a.py" })).toEqual({ filepath: "a.py" });
    expect(checkInput(toolNamed("get_syntax_tree"), { path: "a.py", max_depth: -1 })).toEqual({
      filepath: "a.py",
      max_depth: Number.MAX_SAFE_INTEGER,
    });
  });

  test("are refused beside it, and by tools without that argument", () => {
    expect(() => checkInput(findDefinition, { symbol: "f", symbol_name: "g" })).toThrow(
      "Unknown argument 'symbol_name'",
    );
    expect(() => checkInput(toolNamed("find_classes"), { filepath: "a.py", symbol_name: "f" })).toThrow(
      "Unknown argument 'symbol_name'",
    );
    expect(() => checkInput(toolNamed("find_classes"), { filepath: "a.py", path: "b.py" })).toThrow(
      "Unknown argument 'path'",
    );
    expect(() => checkInput(toolNamed("get_syntax_tree"), { filepath: "a.py", max_depth: -2 })).toThrow(
      "Invalid argument 'max_depth'",
    );
  });

  test("are taken by the tools of the reference, too, and by what names a symbol there", () => {
    for (const name of ["parse_file", "find_classes", "find_functions"]) {
      expect(checkInput(toolNamed(name), { path: "a.py" })).toEqual({ filepath: "a.py" });
    }
    const query = "(_) @n";
    const taken = checkInput(toolNamed("execute_query"), { relative_path: "a.py", query, name_path: "A/f" });
    expect(taken).toEqual({ filepath: "a.py", query, within: "A/f" });
    expect(checkInput(toolNamed("list_symbols"), { filepath: "a.py", symbol_name: "f" })).toEqual({
      filepath: "a.py",
      name: "f",
    });
  });

  test("are not listed", () => {
    for (const tool of tools.values()) {
      const listed = Object.keys(Object(inputSchema(tool).properties));
      expect(listed.filter((name) => /path$|^character$|^symbol_name$/.test(name) && name !== "filepath")).toEqual([]);
    }
  });
});

test.each([
  [{}, "Missing argument 'symbol': a name; or else give filepath and line."],
  [{ line: 1 }, "Missing argument 'filepath': the file of line."],
  [{ symbol: "f", column: 1 }, "Missing argument 'line': the line of column."],
  [
    { symbol: "f", source: "f()" },
    "Missing argument 'language': the language of source, such as cpp or python; or else give filepath.",
  ],
  [{ symbol: "f", max_chars: 10 }, "Invalid argument 'max_chars': it takes a whole number from 2000 on, not 10."],
  [{ symbol: "f", kind: "x" }, "Unknown argument 'kind': find_definition takes symbol, "],
])("%o is refused", (input, message) => {
  expect(() => checkInput(findDefinition, input)).toThrow(message);
});

test("a line goes with one file", async () => {
  const input = checkInput(findDefinition, { filepath: ["a.py", "b.py"], line: 1 });
  const code = await codeBase({});
  const plan = async () => findDefinition.bind(input).plan(code);
  await expect(plan()).rejects.toThrow("Argument 'line' goes with one 'filepath'.");
});

describe("tools/list", () => {
  test("lists what a caller needs, and not what is taken all the same", () => {
    const listed = (tool: (typeof indexTools)[number]) => Object.keys(Object(inputSchema(tool).properties));
    expect(listed(findDefinition)).toEqual([
      ...["symbol", "filepath", "line", "column", "source", "symbols", "detail", "max_chars"],
    ]);
    expect(listed(findReferences)).toEqual([
      ...["symbol", "filepath", "line", "column", "source", "symbols"],
      ...["reference_types", "arguments", "group_by", "context_lines", "detail", "tests"],
      ...["max_results", "cursor", "max_chars"],
    ]);
    const taken = { symbol: "f", recursive: false, file_patterns: ["*.py"], no_ignore: true };
    expect(checkInput(findDefinition, taken)).toEqual(taken);
  });

  test("gives words as strings where an example is enough, and refuses others all the same", () => {
    const { reference_types: types } = Object(inputSchema(findReferences).properties);
    expect(types.items).toEqual({ type: "string" });
    expect(() => checkInput(findReferences, { symbol: "f", reference_types: ["calls"] })).toThrow("Did you mean call?");
  });

  test.each(indexTools)("$name is described in few words", (tool) => {
    expect(tool.description.length).toBeGreaterThanOrEqual(60);
    expect(tool.description.length).toBeLessThanOrEqual(300);
    expect(JSON.stringify(inputSchema(tool)).length).toBeLessThanOrEqual(1_200);
  });
});
