import { type DiagnosticRow, DiagnosticRows } from "../answers/row-kinds.ts";
import type { ResultEntry } from "../engine/call.ts";

/** The diagnostics of a file, the reason why it has none, and notes on them. */
export type DiagnosedFile = {
  readonly diagnostics: readonly DiagnosticRow[];
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
  return { diagnostics: DiagnosticRows.parse(result.rows.values).diagnostics, warnings: result.warnings };
}
