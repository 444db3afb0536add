/**
 * The tool extract_interface. Input: a parsed file; output: what it declares for others, as rows, as a header or stub,
 * or as a document in Markdown.
 */
import * as z from "zod";
import type { RowValues } from "../answers/rows.ts";
import { UserError } from "../base/errors.ts";
import { maxSymbolDepth } from "../base/limits.ts";
import type { Interface } from "../interfaces/interface.ts";
import { documentOf, hasInterface, interfaceOf, isPublic, lineCommentOf } from "../interfaces/interfaces.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import { maxChars } from "./arguments/symbol-arguments.ts";
import { FurtherTargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";
import { nestedRows, shortSymbols } from "./symbols/symbol-rows.ts";

const outputFormats = ["json", "header", "markdown"] as const;

const { file_patterns, max_results, cursor } = FurtherTargetArguments.shape;

const InterfaceArguments = FurtherTargetArguments.extend({
  file_patterns: file_patterns.meta(unlisted),
  max_results: max_results.meta(unlisted),
  cursor: cursor.meta(unlisted),
  output_format: z.enum(outputFormats).optional().describe("The default is json"),
  include_private: z.boolean().optional().describe("Private ones, too"),
  include_comments: z.boolean().optional().meta(unlisted).describe("Comments and docstrings (default: true)"),
  max_chars: maxChars.meta(unlisted),
});

/** Says what files declare for others: as rows, as code without bodies, or as a document. */
export const extractInterface = defineTool({
  needs: "tree",
  name: "extract_interface",
  title: "Extract interface",
  description: "The interface of files, instead of reading them: header or .pyi stub, API documentation, symbols.",
  help: {
    does: "headers, stubs or documents without bodies",
    group: "Read files",
    examples: [
      { line: "codegrove extract_interface src/shapes.h", does: "the declarations of a header" },
      { line: "codegrove extract_interface app.py --output-format markdown", does: "a document about a module" },
    ],
    synonyms: ["interface"],
  },
  input: InterfaceArguments,
  kind: "interface",
  kindOf: ({ output_format = "json" }) => (output_format === "json" ? "symbols" : "interface"),
  commentSignsOf: ({ language, output_format }) =>
    output_format === "markdown" ? ["<!-- ", " -->"] : [`${lineCommentOf(language)} `, ""],
  shortFormsOf: ({ output_format = "json", cursor, max_results }) => {
    const hasPages = output_format !== "json" || cursor !== undefined || max_results !== undefined;
    return hasPages ? undefined : shortSymbols;
  },
  check: async ({ output_format = "json" }, language) => {
    if (output_format !== "header" || hasInterface(language.name)) return;
    throw new UserError(`There is no header of ${language.title}`, {
      details: "Set output_format to json or markdown.",
    });
  },
  rowsOf: (file, given) => {
    const { output_format = "json", include_private = false, include_comments = true } = given;
    const options = { includePrivate: include_private, includeComments: include_comments };
    if (output_format === "json") return symbolRowsOf(file, options);
    if (output_format === "markdown") return textRows(file, documentOf(file, options), output_format);
    return textRows(file, interfaceOf(file, options), output_format);
  },
});

function symbolRowsOf(
  file: ParsedFile,
  options: { readonly includePrivate: boolean; readonly includeComments: boolean },
) {
  const symbols = file.symbols().filter((symbol) => options.includePrivate || isPublic(symbol, file.language.name));
  const { rows, exceedsDepth } = nestedRows(symbols, options.includeComments ? "full" : "signatures");
  const warning = `Members more than ${maxSymbolDepth} levels deep are listed at that level, with their container.`;
  return { rows: { symbols: rows }, isEmpty: symbols.length === 0, ...(exceedsDepth && { warning }) };
}

/** The rows of a text. */
function textRows(file: ParsedFile, { text, kept, isEmpty }: Interface, output_format: string) {
  const rows: RowValues = {
    language: file.language.name,
    output_format,
    ...(kept.size > 0 && { kept_bodies: Object.fromEntries(kept) }),
    interface: text,
  };
  const warning = file.hasErrors() ? { warning: "Text that does not parse stays as it is in the file." } : {};
  return { rows, isEmpty, ...warning };
}
