/**
 * The format `github`. Input: diagnostics of files, or an answer of get_changes; output: workflow commands, which GitHub Actions shows as
 * annotations next to the code, errors first: `::error file=a.py,line=1,col=2,endColumn=5,title=undefined-name::undefined name 'x'`.
 * Their syntax is that of https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
 */
import type { DiagnosticRow } from "../answers/row-kinds.ts";
import { truncation } from "../engine/summary.ts";
import { changesIn, findingsOf } from "./changes.ts";
import { diagnosedFile, pathInFolder } from "./diagnostics.ts";
import { failureLine } from "./failure-line.ts";
import type { Format } from "./format.ts";
import { plain } from "./plain.ts";

export const github: Format = {
  begin: () => {
    const held = new Annotations();
    return {
      file: (entry) => {
        const { diagnostics, error, warnings } = diagnosedFile(entry);
        const file = pathInFolder(entry.name);
        const lines = [
          ...(error === undefined ? [] : [command("error", { file }, error)]),
          ...diagnostics.map((diagnostic) => annotation(file, diagnostic)),
          ...warnings.map((warning) => command("notice", { file }, warning)),
        ];
        return held.take(lines);
      },
      end: (summary) => {
        const reason = truncation(summary);
        return { text: held.rest(reason === undefined ? [] : [command("warning", {}, reason)]), failed: false };
      },
      fail: (failure) => held.rest([command("error", {}, failureLine(failure))]),
    };
  },
  ofIndex: (answer) => {
    const changes = changesIn(answer);
    const lines = [
      ...findingsOf(changes, answer).map(({ filepath, diagnostic }) => annotation(pathInFolder(filepath), diagnostic)),
      ...changes.missing.map((sentence) => command("notice", {}, sentence)),
    ];
    return new Annotations().rest(lines);
  },
  ofFailure: (failure) => command("error", {}, failureLine(failure)),
};

/** Annotations in the order of their severity, since GitHub shows only the first ones of a step: others than errors wait for the end. */
class Annotations {
  readonly #waiting: string[] = [];

  /** Takes the lines of a file; returns its errors. */
  take(lines: readonly string[]): string {
    this.#waiting.push(...lines.filter((line) => !isError(line)));
    return lines.filter(isError).join("");
  }

  /** Returns the last lines, and all that have waited. */
  rest(lines: readonly string[]): string {
    const errors = this.take(lines);
    const warnings = this.#waiting.filter(isWarning);
    return errors + [...warnings, ...this.#waiting.filter((line) => !isWarning(line))].join("");
  }
}

const isError = (line: string) => line.startsWith("::error");
const isWarning = (line: string) => line.startsWith("::warning");

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
