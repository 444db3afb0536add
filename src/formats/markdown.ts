/**
 * The format `markdown`. Input: an answer of get_changes; output: a comment for a pull request, with the changed symbols and, folded,
 * their callers, the tests to run and new findings. Texts of a stranger are in code spans, where code hosts make no
 * links and mentions of it, and long lists are cut with their number.
 */
import { shortened } from "../base/cut-text.ts";
import { markdownCode } from "../base/escape/markdown.ts";
import { type Changes, changesIn } from "./changes.ts";
import type { Format } from "./format.ts";

export const markdown: Format = {
  hasTotals: true,
  begin: () => ({ file: refuseRows, end: refuseRows }),
  ofIndex: (answer) => commentOn(changesIn(answer), answer.separators ?? {}),
  ofFailure: ({ error, details: { details } }) =>
    `${mark}**Error**: ${message(error)}${details === undefined ? "" : `. ${message(String(details))}`}\n`,
};

/** The hidden first line, by which a job finds its own comment among those of other jobs. */
const mark = "<!-- codegrove -->\n";

function refuseRows(): never {
  throw new Error("a comment on changes has no rows of files");
}

/** Characters of a comment: code hosts refuse more than 65,536. */
const maxCommentChars = 60_000;

/** Rows of each list, fewer ones if they are too long: one of each always has room. */
const rowCounts = [50, 25, 12, 6, 3, 1] as const;

/** Characters of a name or a signature, and of a message or a place. */
const maxCodeChars = 240;
const maxMessageChars = 300;

function commentOn(changes: Changes, separators: Readonly<Record<string, string>>): string {
  const { head, results, affected, tests, missing } = changes;
  const place = (filepath: string, line?: number) => placeOf(changes.pathOf(filepath), line);
  const counts = Object.entries(head.counts).map(([change, count]) => `${count} ${change}`);
  const files = `${head.changed_files} ${head.changed_files === 1 ? "file" : "files"}`;
  const symbols = results.flatMap(({ filepath, change, symbols: rows }) => [
    ...(change === undefined ? [] : [`- ${place(filepath)} ${change}`]),
    ...rows.map((row) => symbolItem(row, changes.pathOf, filepath, separators[filepath] ?? ".")),
  ]);
  const callers = affected.flatMap(({ filepath, callers: rows }) =>
    rows
      .filter(({ changed, confidence, depth = 1 }) => changed === undefined && confidence !== "name" && depth === 1)
      .map(({ caller, line, lines, symbol = "" }) => {
        const name = caller === undefined ? "" : ` ${code(caller)}`;
        return `- ${place(filepath, lines[0] ?? line)}${name} uses ${code(symbol)}`;
      }),
  );
  const toRun = tests.flatMap(({ filepath, tests: rows }) =>
    rows.map(
      ({ name, line, way, alike }) =>
        `- ${place(filepath, line)} ${code(name)}${wayText(way)}${alike === undefined ? "" : `, and ${alike} more like it`}`,
    ),
  );
  const naming = changes.naming_tests.map(({ filepath, names }) => `- ${place(filepath)} names ${code(names)}`);
  const others = changes.other_files.map(({ filepath, change }) => `- ${place(filepath)} ${change}`);
  const unfit = changes.no_longer_fits.flatMap(({ filepath, references }) =>
    references.map(({ line, symbol, reason }) => `- ${place(filepath, line)} ${code(symbol)} ${message(reason)}`),
  );
  const removed = changes.still_named.flatMap(({ filepath, references }) =>
    references.map(({ line, symbol, text }) => `- ${place(filepath, line)} ${code(symbol)}: ${code(text)}`),
  );
  const findings = changes.new_diagnostics.flatMap(({ filepath, diagnostics }) =>
    diagnostics.map(
      ({ line, severity, code: id, message: text }) =>
        `- ${place(filepath, line)} ${severity} ${message(text)} (${code(id)})`,
    ),
  );
  const title = `${mark}### Changed symbols: ${code(head.base)} → ${code(head.head)}\n\n${[files, ...counts].join(", ")}`;
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["New findings", findings],
    ["Calls that do not fit any more", unfit],
    ["Names of removed symbols", removed],
    ["Callers that were not changed", callers],
    ["Tests to run", [...toRun, ...naming]],
    ["Other files", others],
    ["Left out", missing.map((sentence) => `- ${message(sentence)}`)],
  ];
  const written = (rows: number) => {
    const parts = [title, listOf(symbols, rows), ...lists.map(([name, items]) => folded(name, items, rows))];
    return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  };
  return written(rowCounts.find((rows) => written(rows).length <= maxCommentChars) ?? 1);
}

function symbolItem(
  row: Changes["results"][number]["symbols"][number],
  pathOf: Changes["pathOf"],
  filepath: string,
  separator: string,
): string {
  const { change, name, container, line, before, after, from, callers, tests } = row;
  const qualified = container === undefined ? name : container + separator + name;
  const counts = [
    ...(callers === undefined ? [] : [`${callers} ${callers === 1 ? "caller" : "callers"}`]),
    ...(tests === undefined ? [] : [`${tests} ${tests === 1 ? "test" : "tests"}`]),
  ];
  // Of a removed symbol the line is one of the text before.
  const at = placeOf(pathOf(filepath), change === "removed" ? undefined : line);
  const signatures = before === undefined || after === undefined ? "" : `: ${code(before)} → ${code(after)}`;
  const former = from === undefined ? "" : ` from ${code(pathOf(from))}`;
  const numbers = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  return `- **${change}** ${at} ${code(qualified)}${former}${signatures}${numbers}`;
}

/** The names between a test and a changed symbol. */
function wayText(way: readonly string[]): string {
  return way.length === 0 ? "" : ` → ${way.map(code).join(" → ")}`;
}

function code(text: string): string {
  return markdownCode(shortened(text, maxCodeChars));
}

function message(text: string): string {
  return markdownCode(shortened(text, maxMessageChars));
}

/** A place without a link: code hosts resolve no relative ones in comments. */
function placeOf(path: string, line?: number): string {
  const end = line === undefined ? "" : `:${line}`;
  return markdownCode(shortened(path, maxMessageChars) + end);
}

function listOf(items: readonly string[], maxRows: number): string {
  const further = items.length - maxRows;
  return [...items.slice(0, maxRows), ...(further > 0 ? [`- and ${further} more`] : [])].join("\n");
}

function folded(title: string, items: readonly string[], maxRows: number): string {
  if (items.length === 0) return "";
  return `<details><summary>${title} (${items.length})</summary>\n\n${listOf(items, maxRows)}\n\n</details>`;
}
