/** The tool get_syntax_tree. Input: a parsed file and a range of it; output: its tree as an S-expression or as JSON. */
import * as z from "zod";
import { defaultTreeNodes, maxJsonTreeDepth, maxTreeNodes } from "../base/limits.ts";
import type { TextRange } from "../syntax/syntax-tree.ts";
import { treeNotations } from "./answers/tree-notations.ts";
import { FurtherTargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";

const lineOrColumn = z.int().min(1).optional();

const { file_patterns, max_results, cursor } = FurtherTargetArguments.shape;

const SyntaxTreeArguments = FurtherTargetArguments.extend({
  file_patterns: file_patterns.meta(unlisted),
  max_results: max_results.meta(unlisted),
  cursor: cursor.meta(unlisted),
  notation: z.enum(["sexp", "json"]).optional().describe("Default: sexp; json has the text of leaves"),
  positions: z.boolean().optional().describe("true by default").meta(unlisted),
  named_only: z.boolean().optional().describe("true by default").meta(unlisted),
  max_depth: z.int().min(0).optional().describe("Levels below the top"),
  max_nodes: z.int().min(1).max(maxTreeNodes).optional().describe(`Nodes at most (default: ${defaultTreeNodes})`),
  start_line: lineOrColumn.describe("First line of a range"),
  start_column: lineOrColumn.describe("Default: after the indentation").meta(unlisted),
  end_line: lineOrColumn.describe("start_line by default"),
  end_column: lineOrColumn.describe("After the last character").meta(unlisted),
}).refine((input) => input.start_line !== undefined || !hasRange(input), {
  path: ["start_line"],
  message: "the range needs its first line",
});

/** Writes the syntax tree of the parser. */
export const getSyntaxTree = defineTool({
  needs: "tree",
  name: "get_syntax_tree",
  title: "Get syntax tree",
  description: "Syntax tree of a file, a range of lines or source: node and field names for execute_query.",
  help: {
    does: "the syntax tree of a file or of lines",
    group: "Read files",
    examples: [
      { line: "codegrove get_syntax_tree app.py --start-line 1 --end-line 3", does: "the tree of three lines" },
    ],
    synonyms: ["ast", "tree"],
  },
  input: SyntaxTreeArguments,
  kind: "tree",
  rowsOf: (file, input) => {
    const { notation = "sexp", positions = true, named_only = true, max_nodes = defaultTreeNodes } = input;
    const bound = notation === "json" ? maxJsonTreeDepth : Number.POSITIVE_INFINITY;
    const maxDepth = Math.min(input.max_depth ?? bound, bound);
    const options = { range: rangeOf(input), maxDepth, maxNodes: max_nodes, namedOnly: named_only };
    const { tree, nodes, omissions } = treeNotations[notation](file.syntaxTree(options), positions);
    const reasons = [
      ...(omissions.has("nodes") ? [`It ends after ${nodes} nodes: give a range, max_depth or more max_nodes.`] : []),
      ...(omissions.has("depth") && maxDepth !== input.max_depth
        ? [`JSON ends at ${bound} levels: give a range, or notation sexp.`]
        : []),
    ];
    const rows = { language: file.language.name, tree, node_count: nodes };
    if (omissions.size === 0) return { rows };
    const truncated = { rows: { ...rows, truncated: true } };
    return reasons.length === 0 ? truncated : { ...truncated, warning: reasons.join(" ") };
  },
});

type RangeArguments = {
  readonly start_line?: number | undefined;
  readonly start_column?: number | undefined;
  readonly end_line?: number | undefined;
  readonly end_column?: number | undefined;
};

function hasRange({ start_line, start_column, end_line, end_column }: RangeArguments): boolean {
  return [start_line, start_column, end_line, end_column].some((value) => value !== undefined);
}

function rangeOf({ start_line, start_column, end_line, end_column }: RangeArguments): TextRange | undefined {
  if (start_line === undefined) return undefined;
  return {
    startLine: start_line,
    startColumn: start_column,
    endLine: end_line ?? start_line,
    endColumn: end_column,
  };
}
