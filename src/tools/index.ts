import { checkFile } from "./check-file.ts";
import { declarations, everything } from "./declarations.ts";
import { executeQuery } from "./execute-query.ts";
import { extractInterface } from "./extract-interface.ts";
import { findClasses } from "./find-classes.ts";
import { findDefinition } from "./find-definition.ts";
import { findFunctions } from "./find-functions.ts";
import { findReferences } from "./find-references.ts";
import { getClassHierarchy } from "./get-class-hierarchy.ts";
import { getCompletions } from "./get-completions.ts";
import { getDependencyGraph } from "./get-dependency-graph.ts";
import { getFileSummary } from "./get-file-summary.ts";
import { getSymbolContext } from "./get-symbol-context.ts";
import { getSymbolInfo } from "./get-symbol-info.ts";
import { getSyntaxReference } from "./get-syntax-reference.ts";
import { getSyntaxTree } from "./get-syntax-tree.ts";
import type { AnyIndexTool } from "./index-tool.ts";
import { listSymbols } from "./list-symbols.ts";
import { parseFile } from "./parse-file.ts";
import { runProjectCommand } from "./run-project-command.ts";
import type { AnyServerTool } from "./server-tool.ts";
import { symbolSearch } from "./symbol-search.ts";
import type { AnyFileTool, AnyTool } from "./tool.ts";

const fileTools: readonly AnyFileTool[] = [
  ...[parseFile, findClasses, findFunctions, executeQuery, listSymbols, checkFile, getSyntaxTree, extractInterface],
];

const indexTools: readonly AnyIndexTool[] = [
  ...[
    findDefinition,
    findReferences,
    getSymbolInfo,
    getSymbolContext,
    getClassHierarchy,
    getDependencyGraph,
    getCompletions,
    getFileSummary,
  ],
];

const serverTools: readonly AnyServerTool[] = [getSyntaxReference, runProjectCommand];

/** All tools by name, in the order of tools/list. A Map, since objects have a `__proto__`. */
export const tools: ReadonlyMap<string, AnyTool> = new Map(
  [...fileTools, ...indexTools, ...serverTools].map((tool) => [tool.name, tool]),
);

/** The tools that workers run on single files, by name: those of the table, and those that the engine calls for itself. */
export const scannedTools: ReadonlyMap<string, AnyFileTool> = new Map(
  [...fileTools, declarations, everything, symbolSearch].map((tool) => [tool.name, tool]),
);
