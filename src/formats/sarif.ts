/**
 * The format `sarif`. Input: diagnostics of files; output: one run of SARIF 2.1.0 (OASIS), a line a result. Paths are
 * written as they were given, relative ones to the folder of the program, as code scanning of repositories expects
 * them. What could not be read, and what is left out, are notifications of the invocation.
 */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { DiagnosticRow } from "../answers/row-kinds.ts";
import { jsonText } from "../base/escape/json.ts";
import { packageVersion } from "../base/package.ts";
import { truncation } from "../engine/summary.ts";
import { diagnosedFile, pathInFolder } from "./diagnostics.ts";
import { type Format, refuseIndexAnswer } from "./format.ts";

export const sarif: Format = {
  hasTotals: true,
  begin: () => {
    const rules = new Map<string, number>();
    const notes: Notification[] = [];
    let isFirst = true;
    return {
      file: (entry) => {
        const { diagnostics, error, warnings } = diagnosedFile(entry);
        if (error !== undefined) notes.push(notification("error", error, entry.name));
        notes.push(...warnings.map((warning) => notification("warning", warning, entry.name)));
        const lines = diagnostics.map((diagnostic) => {
          const { code } = diagnostic;
          if (!rules.has(code)) rules.set(code, rules.size);
          const start = isFirst ? head : ",\n";
          isFirst = false;
          return start + jsonText(resultOf(entry.name, diagnostic, rules.get(code) ?? 0));
        });
        return lines.join("");
      },
      end: (summary) => {
        const reason = truncation(summary);
        if (reason !== undefined) notes.push(notification("warning", reason));
        return { text: ended(), failed: false };
      },
      fail: ({ error }) => {
        if (notes.length === 0) notes.push(notification("error", error));
        return ended();
      },
    };

    function ended(): string {
      const isWhole = notes.every(({ level }) => level !== "error");
      const run = {
        tool: {
          driver: { name: "codegrove", version: packageVersion(), rules: [...rules.keys()].map((id) => ({ id })) },
        },
        invocations: [{ executionSuccessful: isWhole, toolExecutionNotifications: notes }],
        columnKind: "utf16CodeUnits",
      };
      return `${isFirst ? head : "\n"}],${jsonText(run).slice(1)}]}\n`;
    }
  },
  ofIndex: refuseIndexAnswer,
  ofFailure: refuseIndexAnswer,
};

const head = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[\n`;

/** SARIF's words for severities. */
const levels: ReadonlyMap<string, string> = new Map([
  ["error", "error"],
  ["warning", "warning"],
]);

function resultOf(path: string, diagnostic: DiagnosticRow, ruleIndex: number): object {
  const { line, column, end_line, end_column, severity, code, message, related = [] } = diagnostic;
  const region = { startLine: line, startColumn: column, endLine: end_line, endColumn: end_column };
  const locations = [{ physicalLocation: { artifactLocation: artifactOf(path), region } }];
  const relatedLocations = related.map(({ line: startLine, column: startColumn, message: text }) => ({
    physicalLocation: { artifactLocation: artifactOf(path), region: { startLine, startColumn } },
    message: { text: messageText(text) },
  }));
  return {
    ruleId: code,
    ruleIndex,
    level: levels.get(severity) ?? "note",
    message: { text: messageText(message) },
    locations,
    ...(relatedLocations.length > 0 && { relatedLocations }),
  };
}

type Notification = {
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations?: readonly object[];
};

function notification(level: string, text: string, path?: string): Notification {
  const locations =
    path === undefined ? {} : { locations: [{ physicalLocation: { artifactLocation: artifactOf(path) } }] };
  return { level, message: { text: messageText(text) }, ...locations };
}

/**
 * Returns a message of plain text in which nothing is a link: SARIF reads `[text](target)` as one (section 3.11.6). Escaped
 * brackets would not be enough: viewers exist that take `\[text\](target)` for a link, too. None does without `](`.
 */
function messageText(message: string): string {
  return message.replaceAll("](", "]\\(");
}

/** Returns a path as a URI: an absolute one with its scheme, a relative one to be resolved by the reader. */
function artifactOf(written: string): { readonly uri: string } {
  // A URI takes no halves of surrogate pairs.
  const path = Buffer.from(written).toString();
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href };
  const parts = pathInFolder(path).split("/");
  return { uri: parts.map((part) => encodeURIComponent(part)).join("/") };
}
