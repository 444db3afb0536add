/**
 * The format `sarif`. Input: diagnostics of files, or an answer of get_changes; output: one run of SARIF 2.1.0 (OASIS), a line a result. Paths are
 * written as they were given, relative ones to the folder of the program, as code scanning of repositories expects
 * them. What could not be read, and what is left out, are notifications of the invocation.
 */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { DiagnosticRow } from "../answers/row-kinds.ts";
import { jsonText } from "../base/escape/json.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { packageVersion } from "../base/package.ts";
import { checkTextOf } from "../checks/check-texts.ts";
import { truncation } from "../engine/summary.ts";
import type { Languages } from "../syntax/languages.ts";
import { changesIn, findingsOf, type RelatedPlace } from "./changes.ts";
import { diagnosedFile, pathInFolder } from "./diagnostics.ts";
import { failureLine } from "./failure-line.ts";
import { fingerprintKey, fingerprints } from "./fingerprints.ts";
import type { Format } from "./format.ts";

export const sarif: Format = {
  hasTotals: true,
  begin: (_, { languages, category = "codegrove-check" }) => {
    const run = new Run(`${category}/`, languages);
    return {
      file: (entry) => {
        const { diagnostics, error, warnings } = diagnosedFile(entry);
        if (error !== undefined) run.note("error", error, entry.name);
        for (const warning of warnings) run.note("warning", warning, entry.name);
        return diagnostics.map((diagnostic) => run.lineOf(entry.name, diagnostic)).join("");
      },
      end: (summary) => {
        const reason = truncation(summary);
        if (reason !== undefined) run.note("warning", reason);
        return { text: run.end(), failed: false };
      },
      fail: (failure) => run.fail(failureLine(failure)),
    };
  },
  ofIndex: (answer) => {
    const run = new Run("codegrove-changes/");
    const changes = changesIn(answer);
    const findings = findingsOf(changes, answer);
    const lines = findings.map(({ filepath, diagnostic, related }) => run.lineOf(filepath, diagnostic, related));
    for (const sentence of changes.missing) run.note("warning", sentence);
    return lines.join("") + run.end();
  },
  ofFailure: (failure) => new Run("codegrove/").fail(failureLine(failure)),
};

/** One run: rules by their codes in the order of their numbers, and notes for its end. */
class Run {
  readonly #id: string;
  readonly #languages: Languages;
  readonly #rules = new Map<string, { readonly index: number; readonly level: string }>();
  readonly #notes: Notification[] = [];
  readonly #fingerprintOf = fingerprints();
  #isFirst = true;

  /**
   * @param id the category in code scanning: an upload replaces the one before it of the same id
   * @param languages the languages whose lint rules are described; none if there are no findings of rules
   */
  constructor(id: string, languages: Languages = []) {
    this.#id = id;
    this.#languages = languages;
  }

  note(level: string, text: string, path?: string): void {
    this.#notes.push(notification(level, text, path));
  }

  /** Returns the text of the next result. @param related places in other files */
  lineOf(path: string, diagnostic: DiagnosticRow, related: readonly RelatedPlace[] = []): string {
    const { code, severity } = diagnostic;
    const level = levelOf(severity);
    const { index } = getOrInsert(this.#rules, code, () => ({ index: this.#rules.size, level }));
    const fingerprint = this.#fingerprintOf(pathInFolder(path), diagnostic);
    const start = this.#isFirst ? head : ",\n";
    this.#isFirst = false;
    return start + jsonText(resultOf(path, diagnostic, { index, level, fingerprint }, related));
  }

  end(): string {
    const isWhole = this.#notes.every(({ level }) => level !== "error");
    const rules = [...this.#rules].map(([code, { level }]) => descriptorOf(code, level, this.#languages));
    const run = {
      tool: { driver: { name: "codegrove", version: packageVersion(), rules } },
      automationDetails: { id: this.#id },
      invocations: [{ executionSuccessful: isWhole, toolExecutionNotifications: this.#notes }],
      columnKind: "utf16CodeUnits",
    };
    return `${this.#isFirst ? head : "\n"}],${jsonText(run).slice(1)}]}\n`;
  }

  fail(error: string): string {
    if (this.#notes.length === 0) this.note("error", error);
    return this.end();
  }
}

const head = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[\n`;

/** SARIF's words for severities. */
const levels: ReadonlyMap<string, string> = new Map([
  ["error", "error"],
  ["warning", "warning"],
]);

function levelOf(severity: string): string {
  return levels.get(severity) ?? "note";
}

/** GitHub's words for the levels of results that are not about security. */
const problemSeverities: ReadonlyMap<string, string> = new Map([
  ["error", "error"],
  ["warning", "warning"],
]);

/** Returns a rule as GitHub's code scanning shows it next to its results: with a title, an explanation and its names in other tools. */
function descriptorOf(code: string, level: string, languages: Languages): object {
  const { title = code, help = code, aliases = [] } = checkTextOf(code, languages) ?? {};
  const others = aliases.length === 0 ? "" : `\n\nOther tools call it ${aliases.join(", ")}.`;
  return {
    id: code,
    shortDescription: { text: messageText(title) },
    fullDescription: { text: messageText(help) },
    help: { text: messageText(help + others) },
    defaultConfiguration: { level },
    properties: {
      "problem.severity": problemSeverities.get(level) ?? "recommendation",
      tags: aliases.slice(0, maxTags),
    },
  };
}

/** The tags of a rule that GitHub shows. */
const maxTags = 10;

/** The number of a rule, and what a result has of its own. */
type ResultFacts = { readonly index: number; readonly level: string; readonly fingerprint: string };

function resultOf(
  path: string,
  diagnostic: DiagnosticRow,
  { index, level, fingerprint }: ResultFacts,
  others: readonly RelatedPlace[],
): object {
  const { line, column, end_line, end_column, code, message, related = [] } = diagnostic;
  const region = { startLine: line, startColumn: column, endLine: end_line, endColumn: end_column };
  const locations = [{ physicalLocation: { artifactLocation: artifactOf(path), region } }];
  const relatedLocations = [
    ...related.map(({ line: startLine, column: startColumn, message: text }) => ({
      physicalLocation: { artifactLocation: artifactOf(path), region: { startLine, startColumn } },
      message: { text: messageText(text) },
    })),
    ...others.map(({ filepath, line: startLine, message: text }) => ({
      physicalLocation: { artifactLocation: artifactOf(filepath), region: { startLine } },
      message: { text: messageText(text) },
    })),
  ];
  return {
    ruleId: code,
    ruleIndex: index,
    level,
    message: { text: messageText(message) },
    locations,
    partialFingerprints: { [fingerprintKey]: fingerprint },
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
