import * as z from "zod";
import { maxDiagnostics } from "../base/limits.ts";
import { FurtherTargetArguments } from "./target-arguments.ts";
import { defineTool } from "./tool.ts";

/** The rows of a tool that lists diagnostics, with the keys that formats and exit statuses depend on. */
export const DiagnosticRows = z.object({
  diagnostics: z.array(
    z.object({ line: z.int(), column: z.int(), severity: z.string(), code: z.string(), message: z.string() }),
  ),
  diagnostic_count: z.int(),
});

/** Lists the syntax errors of the tree. */
export const checkFile = defineTool({
  over: "file",
  reads: "tree",
  name: "check_file",
  title: "Check syntax",
  description:
    "Check the syntax after an edit, in place of a build: each error with its range, line and what was expected. Types " +
    "and names are not checked.",
  input: FurtherTargetArguments,
  countsFiles: false,
  kind: "diagnostics",
  rowsOf: (file) => {
    const { diagnostics, count } = file.diagnostics(maxDiagnostics);
    const rows = {
      diagnostics: diagnostics.map(({ line, column, endLine, endColumn, code, message, text }) => ({
        ...{ line, column, end_line: endLine, end_column: endColumn },
        ...{ severity: "error", code, message, text },
      })),
      diagnostic_count: count,
    };
    if (count <= maxDiagnostics) return { rows, isEmpty: count === 0 };
    return { rows, warning: `The first ${maxDiagnostics} of ${count} diagnostics are listed.` };
  },
});
