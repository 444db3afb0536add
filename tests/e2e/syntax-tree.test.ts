import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const lines = ["class A {", "  int x;", "  int f() { return 1; }", "};", ""];
const folder = temporaryFolder({ "a.cpp": lines.join("\n"), "b.py": "x = 1\n" });
const call = callsToServer({ cwd: folder });
const unbounded = callsToServer({ cwd: folder, args: ["--max-result-chars", "0"] });

interface Tree {
  readonly tree: string;
  readonly node_count: number;
  readonly truncated?: boolean;
  readonly warnings?: readonly string[];
  readonly error?: string;
  readonly details?: string;
}

async function tree(args: object, caller = call): Promise<Tree> {
  const { text } = await caller("get_syntax_tree", { positions: false, ...args });
  return JSON.parse(text);
}

const source = "int x = f(1);";
const cpp = { source, language: "cpp" };

test("is an S-expression with positions from 1", async () => {
  const { text } = await call("get_syntax_tree", { filepath: "b.py" });
  expect(text).toBe(
    '{"language":"python","tree":"(module [1, 1] - [2, 1] (expression_statement [1, 1] - [1, 6] ' +
      '(assignment [1, 1] - [1, 6] left: (identifier [1, 1] - [1, 2]) right: (integer [1, 5] - [1, 6]))))",' +
      '"node_count":5,"success":true}',
  );
});

test("without positions it is what tree-sitter prints", async () => {
  expect((await tree(cpp)).tree).toBe(
    "(translation_unit (declaration type: (primitive_type) declarator: (init_declarator declarator: (identifier) " +
      "value: (call_expression function: (identifier) arguments: (argument_list (number_literal))))))",
  );
});

test("shows punctuation when it is asked to", async () => {
  const { tree: written } = await tree({ ...cpp, source: "f(1);", named_only: false });
  expect(written).toBe(
    "(translation_unit (expression_statement (call_expression function: (identifier) " +
      'arguments: (argument_list "(" (number_literal) ")")) ";"))',
  );
});

test("shows what is missing and what is wrong", async () => {
  expect((await tree({ ...cpp, source: "int x = 1" })).tree).toContain('(MISSING ";")');
  expect((await tree({ ...cpp, source: "enum E { A B };" })).tree).toContain("(ERROR (identifier))");
});

test("is JSON with the text of leaves", async () => {
  const { text } = await call("get_syntax_tree", { source: "x = 1", language: "python", notation: "json" });
  const at = (line: number, column: number, end_column: number) => ({ line, column, end_line: line, end_column });
  expect(JSON.parse(text).tree).toEqual({
    ...{ type: "module", ...at(1, 1, 6) },
    children: [
      {
        ...{ type: "expression_statement", ...at(1, 1, 6) },
        children: [
          {
            ...{ type: "assignment", ...at(1, 1, 6) },
            children: [
              { type: "identifier", field: "left", ...at(1, 1, 2), text: "x" },
              { type: "integer", field: "right", ...at(1, 5, 6), text: "1" },
            ],
          },
        ],
      },
    ],
  });
});

describe("a range", () => {
  test.each([
    [{ start_line: 2 }, "(field_declaration type: (primitive_type) declarator: (field_identifier))"],
    [{ start_line: 2, start_column: 7, end_column: 8 }, "(field_identifier)"],
    [
      { start_line: 2, end_line: 3, max_depth: 1 },
      "(field_declaration_list (field_declaration …) (function_definition …))",
    ],
    [{ start_line: 3, start_column: 13, end_column: 22 }, "(return_statement (number_literal))"],
  ])("%j", async (args, expected) => {
    expect((await tree({ filepath: "a.cpp", ...args })).tree).toBe(expected);
  });

  test.each([
    [{ start_line: 9 }, "start_line 9 is not in the file"],
    [{ start_line: 1, end_line: 9 }, "end_line 9 is not in the file"],
    [{ start_line: 3, end_line: 2 }, "The range ends before it starts"],
    [{ end_line: 2 }, "Missing argument 'start_line': the range needs its first line"],
    [{ start_line: 0 }, "Invalid argument 'start_line': it takes a whole number from 1 on, not 0."],
  ])("%j is refused", async (args, message) => {
    expect((await tree({ filepath: "a.cpp", ...args })).error).toBe(message);
  });
});

describe("a cut", () => {
  test("in depth shows where", async () => {
    const { tree: written, truncated, warnings } = await tree({ ...cpp, max_depth: 1 });
    expect({ written, truncated, warnings }).toEqual({
      written: "(translation_unit (declaration …))",
      truncated: true,
      warnings: undefined,
    });
    const { text } = await call("get_syntax_tree", { ...cpp, max_depth: 0, notation: "json", positions: false });
    expect(JSON.parse(text).tree).toEqual({ type: "translation_unit", omitted_children: 1 });
  });

  test("in nodes says how to see more", async () => {
    const { tree: written, node_count, truncated, warnings } = await tree({ ...cpp, max_nodes: 3 });
    expect(written).toBe("(translation_unit (declaration type: (primitive_type) …))");
    expect({ node_count, truncated }).toEqual({ node_count: 3, truncated: true });
    expect(warnings).toEqual(["It ends after 3 nodes: give a range, max_depth or more max_nodes."]);
  });

  test("that takes nothing away is none", async () => {
    const whole = await tree(cpp);
    expect(whole).not.toHaveProperty("truncated");
    expect(await tree({ ...cpp, max_nodes: whole.node_count, max_depth: 6 })).toEqual(whole);
  });
});

describe("a tree of 100,000 levels", () => {
  const deep = { source: `x = ${"(".repeat(100_000)}1${")".repeat(100_000)}`, language: "python" };

  test("is cut at the budget, and says so", async () => {
    const { text } = await call("get_syntax_tree", { ...deep, max_nodes: 200_000 });
    expect(text.length).toBeLessThanOrEqual(50_000);
    const { tree: written, warnings } = JSON.parse(text);
    expect(written).toMatch(/… \[\d+ characters omitted\]$/);
    expect(warnings).toContainEqual(expect.stringMatching(/^Longer than \d+ characters: texts are cut/));
  });

  test("is written as an S-expression to its last level", async () => {
    const { tree: written, node_count } = await tree({ ...deep, max_nodes: 200_000 }, unbounded);
    expect(node_count).toBe(100_005);
    expect(written.endsWith(`(integer)${")".repeat(100_003)}`)).toBe(true);
  });

  test("is cut as JSON, and says so", async () => {
    const { truncated, warnings } = await tree({ ...deep, notation: "json", max_nodes: 200_000 });
    expect(truncated).toBe(true);
    expect(warnings).toEqual(["JSON ends at 500 levels: give a range, or notation sexp."]);
  });
});
