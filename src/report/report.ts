/**
 * The contents of a report about a folder. Input: the engine and the folder; output: what list_symbols,
 * get_dependency_graph, get_file_summary and check_file answer about it, as one value.
 */
import { basename, extname } from "node:path";
import { KnownLanguages, MeasuredFile, Totals } from "../answers/answer-kinds.ts";
import { compareText } from "../base/compare-text.ts";
import { UserError } from "../base/errors.ts";
import { maxPageSignatureChars, maxPageSourceLines } from "../base/limits.ts";
import type { Engine } from "../engine/engine.ts";
import { checkFile } from "../tools/check-file.ts";
import { getDependencyGraph } from "../tools/get-dependency-graph.ts";
import { getFileSummary } from "../tools/get-file-summary.ts";
import { getSyntaxReference } from "../tools/get-syntax-reference.ts";
import { narrowingAdvice } from "../tools/graphs/dependency-answer.ts";
import { symbolUses, UsesOfFile } from "../tools/inner/symbol-uses.ts";
import { listSymbols } from "../tools/list-symbols.ts";
import { type Dependencies, dependenciesOf } from "./dependencies.ts";
import { findingsByRule, type RuleFindings } from "./findings.ts";
import { lastChanges } from "./last-changes.ts";
import { type Outline, outlineOf } from "./outline.ts";
import { importsOf, type Start, startOf } from "./start.ts";
import { type UsedSymbol, usedSymbols } from "./symbol-uses.ts";
import {
  type Caller,
  callFileTool,
  callIndexTool,
  type FailedFile,
  type IndexRows,
  reportFolder,
  type StepProgress,
} from "./tool-calls.ts";
import { type WorstFunction, worstFunctions } from "./worst-functions.ts";

/** All that a page says of a folder. */
export type Report = {
  /** The name of the folder. */
  readonly folder: string;
  readonly totals: Totals;
  readonly languages: readonly LanguageFiles[];
  readonly outline: Outline;
  readonly dependencies: Dependencies;
  /** An SVG of the dependencies; undefined for none. */
  readonly dependencyPicture: string | undefined;
  readonly worst: readonly WorstFunction[];
  readonly rules: readonly RuleFindings[];
  readonly used: readonly UsedSymbol[];
  /** Imports between files, by their places in the outline. */
  readonly imports: readonly (readonly [number, number])[];
  readonly start: Start;
  /** Files that could not be read. */
  readonly failed: readonly FailedFile[];
  /** Reason → number of files and folders that were left out. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Why files or results are missing, as sentences; none if nothing is. */
  readonly missing: readonly string[];
  /** Sentences on what else is to be known. */
  readonly notes: readonly string[];
};

export type ReportOptions = {
  /** The folder, absolute. */
  readonly folder: string;
  readonly progressOf: (step: string) => StepProgress;
};

/**
 * Returns the answers of the tools about a folder. The first call reads its files, and the others use its facts unless
 * they need trees.
 *
 * @throws UserError when a call fails, such as for a folder outside of the roots
 */
export async function reportOf(engine: Engine, { folder, progressOf }: ReportOptions): Promise<Report> {
  const caller: Caller = { engine, folder: reportFolder(folder), progressOf };
  const { within } = caller.folder;
  const symbols = await callFileTool(caller, listSymbols, { nested: true, detail: "signatures" }, "symbols");
  const graph = await callIndexTool(caller, getDependencyGraph, {}, "imports");
  const summary = await callIndexTool(caller, getFileSummary, { include: ["functions"] }, "measures");
  const checks = await callFileTool(caller, checkFile, { checks: ["syntax", "names", "lint"] }, "checks");
  const rows = new Map<string, UsesOfFile>();
  const uses = await callIndexTool(
    caller,
    symbolUses,
    { max_lines: maxPageSourceLines, max_line_chars: maxPageSignatureChars },
    "uses",
    (path, found) => void rows.set(path, UsesOfFile.parse(found)),
  );
  const calls = [symbols, graph, summary, checks, uses];
  const picture = await pictureOf(caller);
  const reference = await callIndexTool(caller, getSyntaxReference, {}, "languages");
  const measured = measuredFiles(summary.answer.results, within);
  const separators = new Map(Object.entries(summary.separators).map(([name, text]) => [within(name), text]));
  const outline = outlineOf(symbols, measured, separators);
  const places = new Map(outline.files.map(({ path }, place) => [path, place]));
  const used = usedSymbols(outline.files, outline.kinds, rows);
  const imports = importsOf(graph.answer, (name) => places.get(within(name)));
  const changed = await lastChanges(caller);
  return {
    folder: basename(folder) || folder,
    totals: Totals.parse(summary.answer),
    languages: languagesOf(outline.files, reference.answer),
    outline,
    dependencies: dependenciesOf(graph.answer, within),
    dependencyPicture: picture.svg,
    worst: worstFunctions(measured, separators),
    used,
    imports,
    start: startOf({ outline, used, imports, measured, changed }),
    rules: findingsByRule(checks, (path) => places.get(path) ?? 0),
    failed: failedFiles([...calls, picture]),
    skipped: summary.skipped,
    missing: [...new Set(calls.flatMap(({ missing }) => missing))],
    notes: [...new Set([...calls, picture].flatMap(({ notes }) => notes))],
  };
}

function measuredFiles(results: unknown, within: (path: string) => string): ReadonlyMap<string, MeasuredFile> {
  const files = MeasuredFile.array().parse(results);
  return new Map(files.map((file) => [within(file.filepath), file]));
}

/** Returns the picture of the dependencies, and why it has not all of them, or is not there. */
async function pictureOf(caller: Caller): Promise<Pick<IndexRows, "failed" | "notes" | "svg">> {
  try {
    const { svg, missing, failed } = await callIndexTool(
      caller,
      getDependencyGraph,
      { output_format: "svg" },
      "picture",
    );
    // Readers of the page choose no arguments.
    const notes = missing.map((reason) => `Picture of dependencies: ${reason.replace(`; ${narrowingAdvice}`, "")}`);
    return { ...(svg !== undefined && { svg }), failed, notes };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { failed: [], notes: [`There is no picture of dependencies: ${error.message}`] };
  }
}

/** Each file once, with the first reason. */
function failedFiles(calls: readonly { readonly failed: readonly FailedFile[] }[]): readonly FailedFile[] {
  const failed = new Map<string, FailedFile>();
  for (const file of calls.flatMap((call) => call.failed)) {
    if (!failed.has(file.path)) failed.set(file.path, file);
  }
  return [...failed.values()];
}

/** A language and the number of its files. */
type LanguageFiles = { readonly title: string; readonly files: number };

/**
 * Returns the languages of files, languages with many files first.
 *
 * @param reference the answer of get_syntax_reference: an extension is looked up as it is written, then in lower case
 */
export function languagesOf(files: readonly { readonly path: string }[], reference: unknown): readonly LanguageFiles[] {
  const titles = new Map<string, string>();
  for (const { title, extensions } of KnownLanguages.parse(reference).languages) {
    for (const extension of extensions) if (!titles.has(extension)) titles.set(extension, title);
  }
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const extension = extname(path);
    const title = titles.get(extension) ?? titles.get(extension.toLowerCase()) ?? "other";
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts]
    .map(([title, count]) => ({ title, files: count }))
    .sort((a, b) => b.files - a.files || compareText(a.title, b.title));
}
