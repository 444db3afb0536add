import * as z from "zod";
import { maxQueryRows } from "../base/limits.ts";
import { checkQuery } from "../syntax/captures.ts";
import { TargetArguments } from "./target-arguments.ts";
import { defineTool } from "./tool.ts";

const ExecuteQueryArguments = TargetArguments.extend({
  query: z.string().min(1).describe("Tree-sitter query, such as (class_specifier name: (_) @name)"),
});

/** Lists the captures of a tree-sitter query, in the order of its matches. */
export const executeQuery = defineTool({
  over: "file",
  reads: "tree",
  name: "execute_query",
  title: "Execute query",
  description:
    "Execute custom tree-sitter S-expression query and return every capture with its text and location, for what the " +
    "other tools do not cover.",
  input: ExecuteQueryArguments,
  listsFilepathAsRequired: true,
  countsFiles: false,
  kind: "captures",
  check: ({ query }, language) => checkQuery(language, query),
  rowsOf: (file, { query }) => {
    const { rows, truncated } = file.capture(query, maxQueryRows);
    const result = { rows: { matches: rows }, isEmpty: rows.length === 0 && !truncated };
    return truncated ? { ...result, warning: `Stopped after ${rows.length} captures; there are more.` } : result;
  },
});
