import * as z from "zod";
import { DiagnosticRow } from "../answers/row-kinds.ts";
import type { ResultEntry } from "../engine/call.ts";
import { DiagnosticRows } from "../tools/check-file.ts";

const place = { line: z.int(), column: z.int() };

const ListedDiagnostics = DiagnosticRows.extend({
  diagnostics: z.array(
    DiagnosticRow.extend({
      end_line: z.int().optional(),
      end_column: z.int().optional(),
      related: z.array(z.object({ ...place, message: z.string() })).default([]),
    }),
  ),
});

/** A diagnostic as formats for it read it; lines and columns count from 1, the end is after the last character. */
export type ListedDiagnostic = z.infer<typeof ListedDiagnostics>["diagnostics"][number];

/** The diagnostics of a file, the reason why it has none, and notes on them. */
export type DiagnosedFile = {
  readonly diagnostics: readonly ListedDiagnostic[];
  readonly error?: string;
  readonly warnings: readonly string[];
};

/** Returns a path without `./` at its start, with which code hosts do not find the file of a change. */
export function pathInFolder(path: string): string {
  return path.replace(/^(\.\/+)+/, "");
}

/** Returns the diagnostics of a result. */
export function diagnosedFile({ result }: ResultEntry): DiagnosedFile {
  if ("error" in result) {
    const { details } = result.details;
    const error = details === undefined ? result.error : `${result.error} (${String(details)})`;
    return { diagnostics: [], error, warnings: [] };
  }
  return { diagnostics: ListedDiagnostics.parse(result.rows.values).diagnostics, warnings: result.warnings };
}
