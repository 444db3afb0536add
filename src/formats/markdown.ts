/**
 * The format `markdown`. Input: an answer of get_changes; output: a comment for a pull request, with the changed symbols and, folded,
 * their callers, the tests to run and new findings. Names of a stranger are escaped, and long lists are cut with their number.
 */
import { markdownCode, markdownInline, markdownPlace } from "../base/escape/markdown.ts";
import { type Changes, changesIn } from "./changes.ts";
import type { Format } from "./format.ts";

export const markdown: Format = {
  hasTotals: true,
  begin: () => ({ file: refuseRows, end: refuseRows }),
  ofIndex: (answer) => commentOn(changesIn(answer), answer.separators ?? {}),
  ofFailure: ({ error }) => `**Error**: ${markdownInline(error)}\n`,
};

function refuseRows(): never {
  throw new Error("a comment on changes has no rows of files");
}

/** Rows of one list: code hosts refuse comments of more than 65,536 characters. */
const maxRows = 50;

/** Characters of a signature. */
const maxCodeChars = 240;

function commentOn(changes: Changes, separators: Readonly<Record<string, string>>): string {
  const { head, results, affected, tests, missing } = changes;
  const counts = Object.entries(head.counts).map(([change, count]) => `${count} ${change}`);
  const files = `${head.changed_files} ${head.changed_files === 1 ? "file" : "files"}`;
  const symbols = results.flatMap(({ filepath, change, symbols: rows }) => [
    ...(change === undefined ? [] : [`- ${markdownPlace(filepath)} ${change}`]),
    ...rows.map((row) => symbolItem(row, filepath, separators[filepath] ?? ".")),
  ]);
  const callers = affected.flatMap(({ filepath, callers: rows }) =>
    rows
      .filter(({ changed, confidence }) => changed === undefined && confidence !== "name")
      .map(({ caller, line, lines, symbol = "" }) => {
        const name = caller === undefined ? "" : ` ${code(caller)}`;
        return `- ${markdownPlace(filepath, lines[0] ?? line)}${name} uses ${code(symbol)}`;
      }),
  );
  const toRun = tests.flatMap(({ filepath, tests: rows }) =>
    rows.map(({ name, line, way }) => `- ${markdownPlace(filepath, line)} ${code(name)}${wayText(way)}`),
  );
  const naming = changes.naming_tests.map(({ filepath, names }) => `- ${markdownPlace(filepath)} names ${code(names)}`);
  const removed = changes.still_named.flatMap(({ filepath, references }) =>
    references.map(({ line, symbol, text }) => `- ${markdownPlace(filepath, line)} ${code(symbol)}: ${code(text)}`),
  );
  const findings = changes.new_diagnostics.flatMap(({ filepath, diagnostics }) =>
    diagnostics.map(
      ({ line, severity, code: id, message }) =>
        `- ${markdownPlace(filepath, line)} ${severity} ${markdownInline(message)} (${code(id)})`,
    ),
  );
  const parts = [
    `### Changed symbols: ${code(head.base)} → ${code(head.head)}\n\n${[files, ...counts].join(", ")}`,
    listOf(symbols),
    folded("New findings", findings),
    folded("Names of removed symbols", removed),
    folded("Callers that were not changed", callers),
    folded("Tests to run", [...toRun, ...naming]),
    folded(
      "Left out",
      missing.map((sentence) => `- ${markdownInline(sentence)}`),
    ),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function symbolItem(row: Changes["results"][number]["symbols"][number], filepath: string, separator: string): string {
  const { change, name, container, line, before, after, from, callers, tests } = row;
  const qualified = container === undefined ? name : container + separator + name;
  const counts = [
    ...(callers === undefined ? [] : [`${callers} ${callers === 1 ? "caller" : "callers"}`]),
    ...(tests === undefined ? [] : [`${tests} ${tests === 1 ? "test" : "tests"}`]),
  ];
  // Of a removed symbol the line is one of the text before.
  const place = change === "removed" ? markdownPlace(filepath) : markdownPlace(filepath, line);
  const signatures = before === undefined || after === undefined ? "" : `: ${code(before)} → ${code(after)}`;
  const former = from === undefined ? "" : ` from ${code(from)}`;
  const numbers = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  return `- **${change}** ${place} ${code(qualified)}${former}${signatures}${numbers}`;
}

/** The names between a test and a changed symbol. */
function wayText(way: readonly string[]): string {
  return way.length < 2 ? "" : ` → ${way.slice(1).map(code).join(" → ")}`;
}

function code(text: string): string {
  return markdownCode(text.length > maxCodeChars ? `${text.slice(0, maxCodeChars - 1)}…` : text);
}

function listOf(items: readonly string[]): string {
  const further = items.length - maxRows;
  return [...items.slice(0, maxRows), ...(further > 0 ? [`- and ${further} more`] : [])].join("\n");
}

function folded(title: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  return `<details><summary>${title} (${items.length})</summary>\n\n${listOf(items)}\n\n</details>`;
}
