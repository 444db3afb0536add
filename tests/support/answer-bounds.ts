import { describe, expect, test } from "vitest";
import { toolNames } from "../../src/tools/index.ts";
import { sessionInProcess } from "./in-process.ts";
import { removal } from "./removal.ts";
import { startForFile } from "./running-servers.ts";
import type { Message, Session } from "./session.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A server: how it answers, and within how many characters. */
type Served = { readonly format: string; readonly limit: number };

/**
 * Tests that no answer is longer than its budget: of every tool, about files that are large in one way each.
 *
 * @param rows functions, members, classes or errors of each file
 */
export function testAnswerBounds(rows: number, servers: readonly Served[]): void {
  const numbers = Array.from({ length: rows }, (_, i) => i);
  const repeated = (lineOf: (i: number) => string) => numbers.map(lineOf).join("");
  const longName = `n${"a".repeat(50_000)}`;

  /** Files that are large in one way each, and a symbol of each. */
  const giants = {
    "functions.cpp": {
      symbol: "target",
      text: `int target();\n${repeated((i) => `int f${i}(int a) { return target(); }\n`)}`,
    },
    "functions.py": {
      symbol: "target",
      text: `def target(): pass\n${repeated((i) => `def f${i}(a):\n    return target()\n`)}`,
    },
    "members.cpp": {
      symbol: "Giant",
      text: `class Giant {\n public:\n${repeated((i) => `  int m${i}(int a) const;\n`)}};\n`,
    },
    "members.py": { symbol: "Giant", text: `class Giant:\n${repeated((i) => `    def m${i}(self): pass\n`)}` },
    "bases.py": { symbol: "Base", text: `class Base: pass\n${repeated((i) => `class C${i}(Base): pass\n`)}` },
    "minified.js": {
      symbol: "f0",
      text: repeated((i) => `function f${i}(a,b){return a+b+"${"x".repeat(30)}"};f${i}(1);`),
    },
    "docstring.py": {
      symbol: "documented",
      text: `def documented():\n    """${"Long text. ".repeat(9_000)}"""\n    return 1\n`,
    },
    "long-name.cpp": {
      symbol: "g",
      text: `int ${longName}(int a) { return a; }\nint g() { return ${longName}(1); }\n`,
    },
    "errors.py": { symbol: "broken", text: `def broken(): pass\n${"x = = 1\n".repeat(rows)}` },
  };
  type GiantFile = keyof typeof giants;
  const files = Object.keys(giants).filter((file): file is GiantFile => Object.hasOwn(giants, file));
  const classFiles: readonly GiantFile[] = ["members.cpp", "members.py", "bases.py"];
  const symbolFiles: readonly GiantFile[] = ["functions.cpp", "docstring.py", "long-name.cpp", ...classFiles];

  const command = { run: [process.execPath, "-e", 'console.log("line of output\\n".repeat(9000))'] };
  const folder = temporaryFolder({
    ...Object.fromEntries(Object.entries(giants).map(([file, { text }]) => [file, text])),
    "codegrove.json": JSON.stringify({ commands: { loud: command } }),
  });

  type Call = { readonly tool: string; readonly input: object; readonly files: readonly GiantFile[] };

  /** Calls of every tool; of most with more than one form of answer. */
  const calls: readonly Call[] = [
    { tool: "parse_file", input: {}, files },
    { tool: "find_classes", input: {}, files },
    { tool: "find_functions", input: {}, files },
    { tool: "execute_query", input: { query: "(_) @any" }, files },
    { tool: "find_pattern", input: { pattern: "return $A" }, files },
    { tool: "find_pattern", input: { pattern: "return $A", rewrite: "return f($A)" }, files },
    { tool: "list_symbols", input: {}, files },
    { tool: "list_symbols", input: { detail: "full" }, files },
    { tool: "list_symbols", input: { nested: true, detail: "full" }, files },
    { tool: "check_file", input: {}, files },
    { tool: "get_syntax_tree", input: { max_nodes: 100_000 }, files },
    { tool: "get_syntax_tree", input: { max_nodes: 100_000, notation: "json" }, files },
    { tool: "extract_interface", input: {}, files },
    { tool: "extract_interface", input: { output_format: "json" }, files },
    { tool: "find_definition", input: { detail: "full" }, files: symbolFiles },
    { tool: "find_references", input: {}, files: symbolFiles },
    { tool: "find_references", input: { group_by: "caller" }, files: ["functions.cpp", "functions.py"] },
    { tool: "search_code", input: { query: "target documented broken base m1 n", max_results: 1_000 }, files },
    { tool: "search_code", input: { query: "word ".repeat(1_900) + "a1 ".repeat(100) }, files: ["functions.py"] },
    { tool: "get_symbol_info", input: {}, files: symbolFiles },
    { tool: "get_symbol_context", input: {}, files: symbolFiles },
    { tool: "get_class_hierarchy", input: {}, files: classFiles },
    ...["mermaid", "dot", "svg"].flatMap((output_format): readonly Call[] => [
      { tool: "get_class_hierarchy", input: { output_format }, files: ["bases.py"] },
      { tool: "get_dependency_graph", input: { output_format, direction: "callers" }, files: ["functions.py"] },
    ]),
    { tool: "get_dependency_graph", input: { direction: "callers" }, files: ["functions.cpp", "functions.py"] },
    { tool: "get_completions", input: { line: 1, column: 1 }, files: ["functions.cpp", "members.py", "minified.js"] },
    { tool: "get_file_summary", input: {}, files },
    { tool: "rename_symbol", input: { new_name: "other" }, files: symbolFiles },
    { tool: "replace_symbol", input: { part: "delete" }, files: symbolFiles },
    { tool: "replace_symbol", input: { part: "after", text: "x = 1\n".repeat(2_000) }, files: symbolFiles },
    { tool: "get_changes", input: { diff: files.map(removal).join("") }, files },
    { tool: "get_syntax_reference", input: { language: "cpp" }, files: [] },
    { tool: "run_project_command", input: { command: "loud" }, files: [] },
  ];

  /** Tools that take the name of a symbol. */
  const takesSymbol =
    /^(?:find_definition|find_references|get_symbol_info|get_symbol_context|get_class_hierarchy|get_dependency_graph|rename_symbol|replace_symbol)$/;

  test("each tool has a call", () => {
    expect(new Set(calls.map(({ tool }) => tool))).toEqual(new Set(toolNames));
  });

  describe.each(servers)("in $format within $limit characters", ({ limit, format }) => {
    const limits = ["--max-result-chars", String(limit)];
    const allowed = ["--allow-commands", "--allow-edits"];
    const launch = { cwd: folder, args: [...limits, "--format", format, ...allowed, "--log-level", "error"] };
    let session: Session | undefined;
    const request = (method: string, params: object) => {
      session ??= startForFile(() => sessionInProcess(launch));
      return session.request(method, params);
    };

    test.each(calls.map((call, number) => ({ ...call, number })))("$tool answers ($number)", async (call) => {
      for (const args of argumentsOf(call)) {
        const message = await request("tools/call", { name: call.tool, arguments: args });
        const seen = `${JSON.stringify(args)} ${JSON.stringify(message).slice(0, 300)}`;
        expect(charsOf(message), seen).toBeLessThanOrEqual(limit);
        if (/nown argument|nvalid argument|Internal error/.test(seen)) throw new Error(seen);
        expect(seen).not.toContain("The answer would have");
      }
    });

    const long = "x".repeat(1_000_000);
    const manyNames = Array.from({ length: rows }, (_, i) => `missing-${i}-*.py`);
    test.each([
      ["execute_query", { filepath: "members.py", query: `(${long}) @a` }],
      [
        "execute_query",
        { filepath: "members.py", query: `(identifier) @${"y".repeat(90_000)} (${"z".repeat(9_000)})` },
      ],
      ["find_definition", { symbol: long }],
      ["find_definition", { symbol: "y".repeat(1_000) }],
      ["find_definition", { symbol: long.slice(0, 900), filepath: long }],
      ["find_functions", { filepath: long }],
      ["find_functions", { filepath: Array.from({ length: 1_000 }, () => "q".repeat(2_000)) }],
      ["find_functions", { filepath: ".", file_patterns: manyNames }],
      ["find_functions", { filepath: manyNames }],
      ["find_functions", { filepath: ".", cursor: long }],
      ["find_functions", { filepath: ".", [long]: 1 }],
      ["find_functions", { source: "x", language: long }],
      ["list_symbols", { filepath: "members.py", symbol: "z".repeat(1_000) }],
      ["get_file_summary", { filepath: manyNames }],
      ["run_project_command", { command: long }],
      ["get_syntax_reference", { language: long }],
      ["get_syntax_reference", { language: "cpp", node: long }],
    ])("%s refuses what is far too long", async (name, args) => {
      const message = await request("tools/call", { name, arguments: args });
      expect(charsOf(message), JSON.stringify(message).slice(0, 500)).toBeLessThanOrEqual(limit);
    });
  });

  function argumentsOf({ tool, input, files: named }: Call): readonly object[] {
    if (named.length === 0) return [input];
    return named.map((filepath) => ({
      filepath,
      ...(takesSymbol.test(tool) ? { symbol: giants[filepath].symbol } : {}),
      ...input,
    }));
  }
}

/** UTF-16 code units of all texts of an answer. */
function charsOf({ result, error }: Message): number {
  if (error !== undefined) return JSON.stringify(error).length;
  return (result?.content ?? []).reduce((sum, { text = "" }) => sum + text.length, 0);
}
