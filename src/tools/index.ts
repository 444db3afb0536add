/**
 * The table of tools. Input: the name of a tool; output: the tool, whose module is loaded on demand, or the one that answers a call
 * instead of it.
 */
import type { AnyIndexTool } from "./contract/index-tool.ts";
import { type AnyFileTool, type AnyTool, isFileTool } from "./contract/tool.ts";

type Loaders<Tool> = Readonly<Record<string, () => Promise<Tool>>>;

// The modules of a tool are loaded when it is called: a short call consists mostly of the start.

/** Tools over files. */
const fileTools: Loaders<AnyFileTool> = {
  parse_file: async () => (await import("./parse-file.ts")).parseFile,
  find_classes: async () => (await import("./find-classes.ts")).findClasses,
  find_functions: async () => (await import("./find-functions.ts")).findFunctions,
  execute_query: async () => (await import("./execute-query.ts")).executeQuery,
  find_pattern: async () => (await import("./find-pattern.ts")).findPattern,
  list_symbols: async () => (await import("./list-symbols.ts")).listSymbols,
  check_file: async () => (await import("./check-file.ts")).checkFile,
  get_syntax_tree: async () => (await import("./get-syntax-tree.ts")).getSyntaxTree,
  extract_interface: async () => (await import("./extract-interface.ts")).extractInterface,
};

/** Tools over the index. */
const indexTools: Loaders<AnyIndexTool> = {
  find_definition: async () => (await import("./find-definition.ts")).findDefinition,
  find_references: async () => (await import("./find-references.ts")).findReferences,
  search_code: async () => (await import("./search-code.ts")).searchCode,
  get_symbol_info: async () => (await import("./get-symbol-info.ts")).getSymbolInfo,
  get_symbol_context: async () => (await import("./get-symbol-context.ts")).getSymbolContext,
  get_class_hierarchy: async () => (await import("./get-class-hierarchy.ts")).getClassHierarchy,
  get_dependency_graph: async () => (await import("./get-dependency-graph.ts")).getDependencyGraph,
  get_completions: async () => (await import("./get-completions.ts")).getCompletions,
  get_file_summary: async () => (await import("./get-file-summary.ts")).getFileSummary,
  rename_symbol: async () => (await import("./rename-symbol.ts")).renameSymbol,
  replace_symbol: async () => (await import("./replace-symbol.ts")).replaceSymbol,
  get_changes: async () => (await import("./get-changes.ts")).getChanges,
};

/** Tools over the index that answer some calls of the tool over files that has their name. */
const indexForms: Loaders<AnyIndexTool> = {
  list_symbols: async () => (await import("./list-unused.ts")).listUnused,
};

/** All tools by name, in the order of tools/list. */
const allTools: Loaders<AnyTool> = {
  ...fileTools,
  ...indexTools,
  get_syntax_reference: async () => (await import("./get-syntax-reference.ts")).getSyntaxReference,
  run_project_command: async () => (await import("./run-project-command.ts")).runProjectCommand,
};

/** The tools that workers run on single files: tools of the table, and tools that the engine calls for itself. */
const scannedTools: Loaders<AnyFileTool> = {
  ...fileTools,
  declarations: async () => (await import("./inner/declarations.ts")).declarations,
  everything: async () => (await import("./inner/declarations.ts")).everything,
  symbol_search: async () => (await import("./inner/symbol-search.ts")).symbolSearch,
};

/** The tools over the index that workers run: tools of the table, and the ones that the commands `index` and `report` call. */
const askedTools: Loaders<AnyIndexTool> = {
  ...indexTools,
  ...indexForms,
  index_documents: async () => (await import("./inner/index-documents.ts")).indexDocuments,
  symbol_uses: async () => (await import("./inner/symbol-uses.ts")).symbolUses,
};

/** The names of all tools, in the order of tools/list. */
export const toolNames: readonly string[] = Object.keys(allTools);

/** The names of tools that only a server that may edit files serves: see `isForEdits`, which is not read until a tool is loaded. */
export const editingToolNames: ReadonlySet<string> = new Set(["replace_symbol"]);

/** Returns a tool; undefined for a name that none has. */
export const loadTool = loaderFrom(allTools);

/** Returns a tool that workers run on single files; undefined for a name that none has. */
export const loadScannedTool = loaderFrom(scannedTools);

/** Returns a tool over the index that workers run; undefined for a name that none has. */
export const loadAskedTool = loaderFrom(askedTools);

/** Returns the tool that answers a call: the tool itself, unless its arguments ask for what only the index of a code base knows. */
export async function answeringTool(tool: AnyTool, input: unknown): Promise<AnyTool> {
  if (!isFileTool(tool) || !tool.needsIndexFor(input)) return tool;
  return (await loaderFrom(indexForms)(tool.name)) ?? tool;
}

/** Returns all tools by name, in the order of tools/list. */
export async function loadTools(): Promise<ReadonlyMap<string, AnyTool>> {
  const tools = await Promise.all(Object.entries(allTools).map(async ([name, load]) => [name, await load()] as const));
  return new Map(tools);
}

function loaderFrom<Tool>(loaders: Loaders<Tool>): (name: string) => Promise<Tool | undefined> {
  // Objects have a `__proto__`.
  return async (name) => (Object.hasOwn(loaders, name) ? loaders[name]?.() : undefined);
}
