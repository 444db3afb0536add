import { toolNames } from "../../src/tools/index.ts";
import { laterClock, sessionInProcess } from "./in-process.ts";
import { callTool } from "./tool-call.ts";

const parts = Array.from({ length: 12 }, (_, part) => part);

/** C++ whose macros are defined in other files than they are used in, and Python; each part uses the one before it. */
const partFiles = (part: number): Readonly<Record<string, string>> => ({
  [`geo/part${part}.hpp`]: `#pragma once
#include "macros.hpp"
GEO_OPEN
class GEO_API Part${part}${part > 0 ? ` : public Part${part - 1}` : ""} { public: virtual int area(); };
MAKE_GETTER(part${part})
GEO_CLOSE
`,
  [`src/part${part}.cpp`]: `#include "../geo/part${part}.hpp"
GEO_OPEN
int Part${part}::area() { return ${part > 0 ? `Part${part - 1}().area()` : "0"}; }
GEO_CLOSE
`,
  [`py/part${part}.py`]: `${part > 0 ? `from .part${part - 1} import area as before\n` : "def before():\n    return 0\n"}
class Form${part}:
    def grow(self):
        return area()

def area():
    return before() + 1
`,
});

/** A code base about which each tool has something to say, with more files than a scan needs to be kept. */
export const everyCode: Readonly<Record<string, string | Uint8Array>> = {
  "commands.json": JSON.stringify({ commands: { test: { run: ["true"] } } }),
  "geo/macros.hpp": `#pragma once
#define GEO_OPEN namespace geo {
#define GEO_CLOSE }
#define GEO_API __attribute__((visibility("default")))
`,
  "geo/names.cpp": "#define MAKE_GETTER(name) int get_##name() { return 1; }\n",
  ...Object.assign({}, ...parts.map(partFiles)),
  "py/__init__.py": "",
  "py/wrong.py": "def broken(:\n    x = 1 2\n",
  // Not one of the files, but its macro is one of theirs.
  ".gitignore": "*.gen.h\nleft/\n",
  "src/api.gen.h": "#define API\n",
  "src/uses.cpp": "struct Api { int call() API; };\nint é() { return Api().call(); }\n",
  "src/latin.cpp": Buffer.from("// caf\xe9\nclass Latin {};\n", "latin1"),
  "src/empty.cpp": "",
  "left/out.cpp": "int area() { return 2; }\n",
  "data/binary.cpp": "int a;\0",
  ...Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`many/part${i % 4}/f${i}.cpp`, `class C${i} { void g${i}() {} };\n`]),
  ),
};

/** A diff that is not applied. */
const changedPart = `--- a/py/part3.py
+++ b/py/part3.py
@@ -7,2 +7,2 @@
-def area():
-    return before() + 1
+def area(size):
+    return before() + size
`;

/** A tool and its arguments. */
export type EveryCall = readonly [tool: string, input: Readonly<Record<string, unknown>>];

/** Calls of all tools about `everyCode`. */
export const everyCall: readonly EveryCall[] = [
  ["parse_file", { filepath: "." }],
  ["parse_file", { filepath: ["data/binary.cpp", "src/part1.cpp", "src/none.cpp"] }],
  ["find_classes", { filepath: "many", file_patterns: ["*3.cpp"] }],
  ["find_functions", { filepath: "src/*.cpp" }],
  ["execute_query", { filepath: "src", query: "(function_definition) @f" }],
  ["execute_query", { filepath: "src", query: "(call_expression) @c", within: "geo::Part3::area" }],
  ["execute_query", { filepath: "src", query: "(call_expression) @c", within: "geo::Prt3::area" }],
  ["find_pattern", { filepath: "src", pattern: "$A.area()", inside: "function_definition" }],
  ["find_pattern", { filepath: ".", pattern: "return $A;", where: { $A: { regex: "0$" } }, rewrite: "return ($A);" }],
  ["list_symbols", { filepath: "src", unused: true }],
  ["list_symbols", { filepath: "geo" }],
  ["list_symbols", { filepath: ".", name: "*grow*", detail: "full" }],
  ["check_file", { filepath: ".", checks: ["syntax", "names"] }],
  ["get_syntax_tree", { filepath: "src/part1.cpp" }],
  ["extract_interface", { filepath: "geo/part1.hpp" }],
  ["find_definition", { symbols: ["Part4", "nowhere", "get_part4"] }],
  ["find_definition", { symbol: "geo::Part3::area" }],
  ["find_definition", { filepath: "src/part5.cpp", line: 3, column: 5 }],
  ["find_definition", { symbol: "get_part4", detail: "full" }],
  ["find_references", { symbols: ["Part4", "geo::Part3::area"], group_by: "file" }],
  ["find_references", { symbol: "Part4" }],
  ["find_references", { symbol: "area", filepath: "py" }],
  ["find_references", { symbol: "Api::call" }],
  ["search_code", { query: "area of part3 before" }],
  ["search_code", { query: "grow form", filepath: "py", kinds: ["method"] }],
  ["get_symbol_info", { symbol: "geo::Part3::area" }],
  ["get_symbol_context", { symbol: "Part5" }],
  ["get_class_hierarchy", { symbol: "Part2", lacks: "area" }],
  ["get_class_hierarchy", { symbol: "Part2" }],
  ["get_dependency_graph", { filepath: ".", only: "cycles" }],
  ["get_dependency_graph", { symbol: "geo::Part6::area", to: "geo::Part3::area" }],
  ["get_dependency_graph", { symbol: "geo::Part6::area", direction: "both" }],
  ["get_dependency_graph", { filepath: "src" }],
  ["get_completions", { filepath: "py/part3.py", line: 5, column: 16 }],
  ["get_file_summary", { filepath: "." }],
  ["get_file_summary", { filepath: "py/part3.py" }],
  ["rename_symbol", { symbol: "geo::Part3::area", new_name: "surface" }],
  ["rename_symbol", { symbol: "Part4", new_name: "area" }],
  ["replace_symbol", { symbol: "geo::Part3::area", part: "body", text: "return 3;" }],
  ["replace_symbol", { symbol: "Part4", part: "delete" }],
  ["get_changes", { diff: changedPart }],
  ["get_changes", { diff: changedPart, filepath: "py", include: ["callers", "tests"], max_depth: 3 }],
  ["get_syntax_reference", { language: "python" }],
  ["run_project_command", { command: "test" }],
];

/** The names of tools of which no call is in the table. */
export const toolsWithoutCall = toolNames.filter((name) => !everyCall.some(([tool]) => tool === name));

/** The words of the command line that say the same as the arguments of a call. */
export function wordsOf({ symbol, command, filepath = [], ...flags }: EveryCall[1]): readonly string[] {
  const first = [symbol, command, filepath].flat().filter((word) => word !== undefined);
  const further = Object.entries(flags).flatMap(([name, value]) =>
    [value].flat().map((one) => {
      const word = typeof one === "object" ? JSON.stringify(one) : one;
      return `--${name.replaceAll("_", "-")}${word === true ? "" : `=${word}`}`;
    }),
  );
  return [...first.map(String), ...further];
}

/** An answer without how long a command has run, which is another number each time. */
export const withoutTimes = (text: string) => text.replace(/duration_ms\W+\d+/, "duration_ms");

/**
 * What a server answers.
 *
 * @param flags of the server
 * @param times how often all calls are made, one after the other
 */
export async function answersWith(cwd: string, flags: readonly string[], times = 1, calls = everyCall) {
  const args = ["--log-level", "warn", "--config", "commands.json", "--allow-edits", ...flags];
  // A machine that is busy gives no other answers.
  const server = sessionInProcess({ args, cwd, now: laterClock, env: { REQUEST_TIMEOUT: "120000" } });
  const answers: string[] = [];
  for (let time = 0; time < times; time++) {
    for (const [tool, input] of calls) {
      const { text } = await callTool(server, tool, input);
      answers.push(`${tool} ${JSON.stringify(input)}: ${withoutTimes(text)}`);
    }
  }
  await server.close();
  return answers;
}
