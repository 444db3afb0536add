/**
 * Tables of calls, for what holds for each tool: about the files of a folder, and about a symbol in them.
 */
import type { EveryCall } from "./every-call.ts";

/** Calls of the tools that answer file by file. */
export const callsOfFiles = (filepath: string, query = "(class_definition) @c"): readonly EveryCall[] => [
  ...["parse_file", "find_classes", "find_functions", "list_symbols", "get_syntax_tree", "check_file"].map(
    (tool): EveryCall => [tool, { filepath }],
  ),
  ["extract_interface", { filepath }],
  ["execute_query", { filepath, query }],
];

/** Calls of the tools that look for a symbol, which say if there is none. */
export const callsOfSymbol = (symbol: string, more: EveryCall[1] = {}): readonly EveryCall[] =>
  [
    ...["find_definition", "find_references", "get_symbol_info", "get_symbol_context", "get_class_hierarchy"],
    "get_dependency_graph",
  ].map((tool): EveryCall => [tool, { symbol, ...more }]);

/** Calls of the tools over the index that sum up files. */
export const callsOfGraph = (more: EveryCall[1] = {}): readonly EveryCall[] => [
  ["get_dependency_graph", more],
  ["get_file_summary", more],
];
