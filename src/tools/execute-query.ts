import * as z from "zod";
import { UserError } from "../base/errors.ts";
import { maxQueryRows } from "../base/limits.ts";
import { parseSymbolAddress, requireSymbolAddress, wordInName } from "../code-index/symbol-address.ts";
import { checkQuery, noteOnCaptures } from "../syntax/captures.ts";
import { textNeededBy } from "../syntax/needed-words.ts";
import { referencePatterns } from "./arguments/reference-patterns.ts";
import { maxChars, symbolName } from "./arguments/symbol-arguments.ts";
import { TargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";
import { textAround } from "./source-lines/text-around.ts";
import { addressedSymbols } from "./symbols/addressed-symbols.ts";

const line = z.int().min(1).optional();

const ExecuteQueryArguments = TargetArguments.extend({
  query: z.string().min(1).describe("Such as (class_specifier name: (_) @name)"),
  within: symbolName.describe("Symbol around captures"),
  start_line: line.describe("First line of captures"),
  end_line: line.describe("Last line of captures"),
  include_context: z.boolean().optional().describe("Lines of code"),
  max_chars: maxChars.meta(unlisted),
});

/** Lists the captures of a tree-sitter query, in the order of its matches. */
export const executeQuery = defineTool({
  needs: "tree",
  name: "execute_query",
  title: "Execute query",
  description:
    "Execute custom tree-sitter S-expression query, not a regular expression: captures with text and location.",
  help: {
    does: "run a query of tree-sitter",
    group: "Read files",
    examples: [
      {
        line: "codegrove execute_query app.py --query '(class_definition name: (_) @name)'",
        does: "names of classes",
      },
    ],
    synonyms: ["grep", "query"],
  },
  input: ExecuteQueryArguments,
  kind: "captures",
  search: {
    listsFilepathAsRequired: true,
    defaultPatterns: referencePatterns,
    symbolOf: ({ within }) => within,
  },
  parsing: {
    // A file without the word of the symbol is not parsed.
    nameGlobOf: ({ within }) => (within === undefined ? undefined : wordInName(parseSymbolAddress(within).name)),
    neededTextOf: ({ query }, language) => textNeededBy(language, query),
  },
  notes: { onCall: ({ query }) => noteOnCaptures(query) },
  check: async ({ query, within, start_line = 1, end_line = start_line }, language) => {
    if (end_line < start_line) throw new UserError("The range ends before it starts");
    if (within !== undefined) requireSymbolAddress(within);
    await checkQuery(language, query);
  },
  readArguments: { include_context: true },
  rowsOf: (file, given, { firstRow, maxChars }) => {
    const { query, within, start_line: startLine, end_line: endLine, include_context: hasContext = false } = given;
    const definitions = within === undefined ? undefined : addressedSymbols(file.symbols(), parseSymbolAddress(within));
    if (definitions?.length === 0) return { rows: { matches: [] }, isEmpty: true };
    const contextOf = (start: number, end: number) => {
      const [firstLine = ""] = file.text.slice(start, end).split("\n", 1);
      return textAround(file.text, start, firstLine.length);
    };
    const lines = { startLine, endLine, within: definitions, ...(hasContext && { contextOf }) };
    const bounds = { maxRows: maxQueryRows, firstRow, maxShownChars: maxChars, ...lines };
    const { rows, total, truncated } = file.capture(query, bounds);
    const part = rows.length < total ? { part: { first: firstRow, total } } : {};
    const result = { rows: { matches: rows }, isEmpty: total === 0 && !truncated, ...part };
    return truncated ? { ...result, warning: `Stopped after ${total} captures; there are more.` } : result;
  },
});
