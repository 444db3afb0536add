import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { callsToServer } from "../support/tool-call.ts";

const cwd = join(packageFolder, "tests/fixtures/shapes");
const call = callsToServer({ cwd, args: ["--log-level", "error", "--no-cache"] });

/** Calls about one small code base: the answer to each is a file to be reviewed. */
const calls = {
  "find_definition-name": ["find_definition", { symbol: "geo::Shape::rename" }],
  "find_definition-full": ["find_definition", { symbol: "Shape", detail: "full" }],
  "find_definition-place": ["find_definition", { filepath: "shape.cpp", line: 14, column: 25 }],
  "find_definition-include": ["find_definition", { filepath: "shape.cpp", line: 1, column: 12 }],
  "find_definition-external": ["find_definition", { filepath: "app.py", line: 24, symbol: "join" }],
  "find_references-virtual": ["find_references", { symbol: "geo::Circle::area" }],
  "find_references-callers": ["find_references", { symbol: "Shape::area", group_by: "caller" }],
  "find_references-field": ["find_references", { symbol: "Page.width", reference_types: ["read", "write"] }],
  "get_class_hierarchy-cpp": ["get_class_hierarchy", { class_name: "Shape" }],
  "get_class_hierarchy-python": ["get_class_hierarchy", { symbol: "Cover", direction: "up" }],
  "get_class_hierarchy-mermaid": ["get_class_hierarchy", { symbol: "Base", output_format: "mermaid" }],
  "get_symbol_info-method": ["get_symbol_info", { symbol: "Shape::rename" }],
  "get_symbol_info-local": ["get_symbol_info", { filepath: "app.py", line: 29, symbol: "cover" }],
  "get_symbol_context-function": ["get_symbol_context", { symbol: "geo::total" }],
  "get_symbol_context-class": ["get_symbol_context", { symbol: "Page" }],
  "get_dependency_graph-files": ["get_dependency_graph", {}],
  "get_dependency_graph-importers": ["get_dependency_graph", { filepath: "base.hpp", direction: "importers" }],
  "get_dependency_graph-calls": ["get_dependency_graph", { symbol: "Shape::area", direction: "both" }],
  "get_dependency_graph-dot": ["get_dependency_graph", { symbol: "main", output_format: "dot" }],
  "get_completions-member": ["get_completions", { filepath: "shape.cpp", line: 14, column: 23 }],
  "get_completions-self": ["get_completions", { filepath: "app.py", line: 19, column: 21, max_results: 5 }],
} as const;

test.each(Object.entries(calls))("%s", async (name, [tool, input]) => {
  const { answer } = await call(tool, input);
  const text = `${JSON.stringify(answer, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`../fixtures/index-answers/${name}.json`);
});
