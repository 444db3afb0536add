import type { DiagnosticRow } from "../answers/row-kinds.ts";
import { truncation } from "../engine/summary.ts";
import { changesIn, findingsOf } from "./changes.ts";
import { diagnosedFile, pathInFolder } from "./diagnostics.ts";
import { failureLine } from "./failure-line.ts";
import type { Format } from "./format.ts";
import { plain } from "./plain.ts";

/**
 * Writes diagnostics as workflow commands, which GitHub Actions shows as annotations next to the code: `::error
 * file=a.py,line=1,col=2,endColumn=5,title=undefined-name::undefined name 'x'`. Their syntax is that of
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
 */
export const github: Format = {
  begin: () => ({
    file: (entry) => {
      const { diagnostics, error, warnings } = diagnosedFile(entry);
      const file = pathInFolder(entry.name);
      return [
        ...(error === undefined ? [] : [command("error", { file }, error)]),
        ...diagnostics.map((diagnostic) => annotation(file, diagnostic)),
        ...warnings.map((warning) => command("notice", { file }, warning)),
      ].join("");
    },
    end: (summary) => {
      const reason = truncation(summary);
      return { text: reason === undefined ? "" : command("warning", {}, reason), failed: false };
    },
  }),
  ofIndex: (answer) => {
    const changes = changesIn(answer);
    return [
      ...findingsOf(changes, answer).map(({ filepath, diagnostic }) => annotation(pathInFolder(filepath), diagnostic)),
      ...changes.missing.map((sentence) => command("notice", {}, sentence)),
    ].join("");
  },
  ofFailure: (failure) => command("error", {}, failureLine(failure)),
};

const commands: ReadonlyMap<string, string> = new Map([
  ["error", "error"],
  ["warning", "warning"],
]);

function annotation(file: string, diagnostic: DiagnosticRow): string {
  const { line, column, end_line, end_column, severity, code, message } = diagnostic;
  // Of columns on several lines none is shown.
  const columns = end_line === undefined || end_line === line ? { col: column, endColumn: end_column } : {};
  return command(
    commands.get(severity) ?? "notice",
    { file, line, endLine: end_line, ...columns, title: code },
    message,
  );
}

function command(name: string, properties: Readonly<Record<string, unknown>>, message: string): string {
  const known = Object.entries(properties).filter(([, value]) => value !== undefined);
  const list = known.map(
    ([key, value]) => `${key}=${escaped(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C")}`,
  );
  return `::${name}${list.length > 0 ? " " : ""}${list.join(",")}::${escaped(message)}\n`;
}

/** Returns a text with what ends a command as GitHub reads it; it has no escape for other control characters. */
function escaped(text: string): string {
  return plain(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}
