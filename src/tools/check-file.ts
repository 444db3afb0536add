/**
 * The tool check_file. Input: a parsed file and the selected checks; output: syntax errors, wrong names in Python and
 * what lint rules find, each with its place.
 */
import * as z from "zod";
import { DiagnosticRows } from "../answers/row-kinds.ts";
import { UserError } from "../base/errors.ts";
import { groupBy } from "../base/group-by.ts";
import { maxDiagnostics, maxSuppressibleErrors } from "../base/limits.ts";
import { nearestOf } from "../base/nearest.ts";
import { type Severity, severities } from "../base/severity.ts";
import { shown } from "../base/shown.ts";
import { checksOf, findingsIn } from "../checks/checks.ts";
import { checkSources } from "../checks/finding.ts";
import { type Check, selectedCodes, unknownWords, withoutMark } from "../checks/selection.ts";
import { type Suppressions, suppressionsIn, syntaxSuppressions, unsuppressed } from "../checks/suppressions.ts";
import { withLineFeeds } from "../syntax/copies.ts";
import { type Diagnostics, lineAt, syntaxAliases, syntaxCodes } from "../syntax/diagnostics.ts";
import type { Languages } from "../syntax/languages.ts";
import { checkLintRules } from "../syntax/lint-matches.ts";
import { lintRulesOf } from "../syntax/lint-rules.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import { unreadKindIn } from "../syntax/unread-lines.ts";
import { maxChars } from "./arguments/symbol-arguments.ts";
import { commaList, FurtherTargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";

const CheckArguments = FurtherTargetArguments.extend({
  checks: z
    .array(z.string().min(1))
    .optional()
    .describe("syntax, names (these by default), lint, ids, globs; ! excludes")
    .meta(commaList),
  severity: z.enum(severities).optional().describe("Least severe listed"),
  max_chars: maxChars.meta(unlisted),
});

/** Lists syntax errors, names that are wrong, and what lint rules find. */
export const checkFile = defineTool({
  needs: "tree",
  name: "check_file",
  title: "Check file",
  description:
    "Check files after an edit, instead of a build: syntax errors with what was expected, names in Python " +
    "(undefined, unused, redefined), lint rules on request. Types are not checked.",
  help: {
    does: "syntax errors, undefined names, lint rules",
    group: "Check and measure",
    examples: [
      { line: "codegrove check_file src --checks syntax,lint", does: "all checks but that of names" },
      { line: "codegrove check_file src --format sarif -o report.sarif", does: "a report for code scanning" },
    ],
  },
  input: CheckArguments,
  kind: "diagnostics",
  check: async ({ checks = [] }, language, all) => {
    requireKnown(checks, all);
    // Rules of a project are tried before any file is read; shipped rules are tested.
    for (const each of all) if (each.lint_folders.length > 0) await checkLintRules(each);
    if (selectedCodes(checks, checksOf(language)).size > 0) return;
    const known = checksOf(language).map(({ code }) => code);
    throw new UserError(`No check of ${language.title} is ${checks.map(shown).join(", ")}`, {
      details: `It has ${known.join(", ")}.`,
    });
  },
  rulesOf: (_, languages) =>
    languages.flatMap((language) => lintRulesOf(language).map(({ id, query }) => `${id}\n${query}`)),
  totals: {
    countsOf: (rows) => {
      const { diagnostics, counts } = DiagnosticRows.parse(rows);
      return counts ?? countsOf(diagnostics);
    },
  },
  rowsOf: (file, { checks = [], severity = "hint" }) => {
    const unread = unreadKindIn(file);
    if (unread !== undefined) return { unread };
    const codes = selectedCodes(checks, checksOf(file.language));
    const least = severities.indexOf(severity);
    const suppressions = once(() => suppressionsIn(file.flat()));
    const { faults, counts: syntaxCounts } = syntaxFaults(file, codes, suppressions);
    const others = otherFaults(file, codes, suppressions).filter(
      (fault) => severities.indexOf(fault.severity) <= least,
    );
    const listed = [...faults, ...others]
      .sort((a, b) => a.line - b.line || a.column - b.column)
      .slice(0, maxDiagnostics);
    const counts = { ...syntaxCounts, ...countsOf(others) };
    const count = sumOf(syntaxCounts) + others.length;
    const errors = sumOf(syntaxCounts) + others.filter((fault) => fault.severity === "error").length;
    const rows = {
      diagnostics: listed,
      diagnostic_count: count,
      ...(errors < count && { error_count: errors }),
      ...(listed.length < count && { counts }),
    };
    if (listed.length === count) return { rows, isEmpty: count === 0 };
    return { rows, warning: `The first ${listed.length} of ${count} diagnostics are listed.` };
  },
});

/** A diagnostic, with its keys in the order of the answer. */
export type Fault = {
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly severity: Severity;
  readonly code: string;
  readonly source?: Check["source"];
  readonly message: string;
  readonly text: string;
  readonly related?: readonly object[];
};

/** Finds something out when it is first asked for. */
function once<Result>(find: () => Result): () => Result {
  let found: { readonly result: Result } | undefined;
  return () => {
    found ??= { result: find() };
    return found.result;
  };
}

/** The diagnostics of a file by the default checks, in the order of their places. */
export function defaultFaults(file: ParsedFile): readonly Fault[] {
  if (unreadKindIn(file) !== undefined) return [];
  const codes = selectedCodes([], checksOf(file.language));
  const suppressions = once(() => suppressionsIn(file.flat()));
  const all = [...syntaxFaults(file, codes, suppressions).faults, ...otherFaults(file, codes, suppressions)];
  return all.sort((a, b) => a.line - b.line || a.column - b.column);
}

function syntaxFaults(file: ParsedFile, codes: ReadonlySet<string>, suppressions: () => Suppressions) {
  if (!syntaxCodes.some((code) => codes.has(code))) return { faults: [], counts: {} };
  const { diagnostics, counts } = unsuppressedSyntax(file, suppressions);
  const faults = diagnostics
    .filter(({ code }) => codes.has(code))
    .map(({ line, column, endLine, endColumn, code, message, text }): Fault => {
      return { line, column, end_line: endLine, end_column: endColumn, severity: "error", code, message, text };
    });
  const selected = Object.entries(counts).filter(([code, count]) => count > 0 && codes.has(code));
  return { faults, counts: Object.fromEntries(selected) };
}

/** Returns the syntax errors that no comment suppresses: at most `maxSuppressibleErrors` are suppressed. */
function unsuppressedSyntax(file: ParsedFile, suppressions: () => Suppressions): Diagnostics {
  const isSuppressed = mayBeSuppressed.test(file.text) ? syntaxSuppressions(suppressions()) : undefined;
  if (isSuppressed === undefined) return file.diagnostics(maxDiagnostics);
  const { diagnostics, counts } = file.diagnostics(maxSuppressibleErrors);
  const left = diagnostics.filter(({ code, line }) => !isSuppressed([code, ...syntaxAliases], line));
  const suppressedOf = (code: keyof typeof counts) =>
    diagnostics.filter((each) => each.code === code).length - left.filter((each) => each.code === code).length;
  return {
    diagnostics: left.slice(0, maxDiagnostics),
    counts: {
      syntax_error: counts.syntax_error - suppressedOf("syntax_error"),
      missing_token: counts.missing_token - suppressedOf("missing_token"),
    },
  };
}

/** A text without these words has no comment that suppresses anything. */
const mayBeSuppressed = /noqa|NOLINT/i;

function otherFaults(file: ParsedFile, codes: ReadonlySet<string>, suppressions: () => Suppressions): readonly Fault[] {
  const found = findingsIn(file, codes);
  if (found.length === 0) return [];
  const flat = file.flat();
  const text = withLineFeeds(file.text);
  return unsuppressed(found, flat, suppressions()).map(({ start, end, severity, code, source, message, related }) => {
    const { line, column } = flat.wholePositionOf(start);
    const { line: endLine, column: endColumn } = flat.wholePositionOf(end);
    const fault = { line, column, end_line: endLine, end_column: endColumn, severity, code, source, message };
    const other = related && [{ ...flat.wholePositionOf(related.start), message: related.message }];
    return { ...fault, text: lineAt(text, start), ...(other && { related: other }) };
  });
}

function countsOf(faults: readonly { readonly code: string }[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...groupBy(faults, ({ code }) => code)].map(([code, found]) => [code, found.length]));
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Checks that are proposed instead of an unknown one. */
const maxSuggestions = 3;

/** @throws UserError for a word that no language has a check for */
function requireKnown(words: readonly string[], languages: Languages): void {
  const checks = languages.flatMap((language) => checksOf(language));
  const unknown = unknownWords(words, checks);
  const [first] = unknown;
  if (first === undefined) return;
  const names = [...new Set([...checkSources, ...checks.map(({ code }) => code)])];
  const similar = nearestOf(withoutMark(first), names, maxSuggestions);
  throw new UserError(`Unknown ${unknown.length === 1 ? "check" : "checks"}: ${unknown.map(shown).join(", ")}`, {
    details: `There are ${names.join(", ")}.`,
    ...(similar.length > 0 && { did_you_mean: similar }),
  });
}
