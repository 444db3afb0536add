/** The tool get_file_summary. Input: files; output: their lines, complexity, imports, markers and documentation. */
import * as z from "zod";
import type { Code } from "../code-index/code.ts";
import { lineOfImport } from "../code-index/code-index.ts";
import { includeFoldersOf } from "../code-index/cpp/compile-commands.ts";
import type { Dependency } from "../code-index/dependency.ts";
import { importTimeOf } from "../code-index/dependency-graph.ts";
import { type FileMeasures, type MeasuredFunction, measuresOf } from "../metrics/file-measures.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import {
  type FileSummary,
  maxWorst,
  SummaryPlan,
  summaryAnswer,
  summaryParts,
  worstFirst,
} from "./answers/file-summary-answer.ts";
import { maxChars, requireLanguage, SymbolArguments } from "./arguments/symbol-arguments.ts";
import { unlisted } from "./arguments/target-arguments.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type Plan, planReader } from "./contract/plan.ts";

const { filepath, source, language, recursive, file_patterns, no_ignore } = SymbolArguments.shape;

/** Ranges of one call, and UTF-16 code units of one: what systems take as a path, and two numbers. */
const maxRanges = 50;
const maxRangeLength = 4_120;

const FileSummaryArguments = z
  .strictObject({
    filepath: filepath.describe("Default: all files"),
    include: z
      .array(z.enum(summaryParts).meta({ unlistedWords: true }))
      .optional()
      .describe("To add: functions, classes, imports, markers"),
    lines: z
      .array(z.string().min(1).max(maxRangeLength))
      .min(1)
      .max(maxRanges)
      .optional()
      .describe("Only these lines, of any file: a.txt:10-60"),
    source: source.meta(unlisted),
    language: language.meta(unlisted),
    recursive,
    file_patterns,
    no_ignore,
    max_chars: maxChars.meta(unlisted),
  })
  .superRefine(({ filepath: file, source: text, language: name, lines, include }, context) => {
    if (lines !== undefined && [file, text, include].some((other) => other !== undefined)) {
      const message = "ranges such as a.txt:10-60, without {filepath}, {source} and {include}.";
      context.addIssue({ code: "custom", path: ["lines"], message });
    }
    requireLanguage({ filepath: file, source: text, language: name }, context);
  });

type FileSummaryArguments = z.infer<typeof FileSummaryArguments>;

const planRead = planReader(SummaryPlan);

/** Measures files: lines, complexity of functions, classes, imports, markers in comments, documentation. */
export const getFileSummary = defineIndexTool<FileSummaryArguments>({
  needs: "index",
  name: "get_file_summary",
  title: "Get file summary",
  description:
    "Measure files, instead of cloc or lizard: lines, complexity, imports, TODOs, documentation; of a directory " +
    "totals and worst functions.",
  help: {
    does: "lines, complexity, markers such as TODO",
    group: "Check and measure",
    examples: [
      {
        line: "codegrove get_file_summary . --max-chars 4000",
        does: "the parts of a project on one screen, a row a folder",
      },
      { line: "codegrove get_file_summary src", does: "measures of files, and the worst functions" },
      {
        line: "codegrove get_file_summary src/main.cpp --include functions,markers",
        does: "each function of a file",
      },
      { line: "codegrove get_file_summary --lines src/main.cpp:1-20", does: "lines of any text file" },
    ],
    synonyms: ["summary"],
  },
  input: FileSummaryArguments,
  kind: "measures",
  reading: { onDemand: () => ({ isOfOneFile: true }) },
  search: { isAboutFile: true },
  time: { isOfOneFile: () => true },
  plan: async (code, input) => planOf(code, input),
  rowsFrom: "tree",
  rowsOf: (file, path, code, plan) => summaryOf(file, path, code, plan),
  answer: (plan, rows, _, bounds) => summaryAnswer(planRead(plan), rows, bounds),
});

function planOf(code: Code, { filepath: given, include }: FileSummaryArguments): Plan {
  const path = typeof given === "string" ? code.pathOf(given) : given === undefined ? code.unsavedPath : undefined;
  const isOne = path !== undefined;
  const named = [given ?? []].flat().flatMap((name) => code.pathOf(name) ?? []);
  // One file of a list is looked up in the code around it.
  const isListOfOne = Array.isArray(given) && given.length === 1 && named.length === 1;
  const files = isOne ? [path] : isListOfOne ? named : code.index.files.map((file) => file.path);
  const found: SummaryPlan = { isOne, include: include ?? (isOne ? [...summaryParts] : []) };
  return { files, found };
}

/** The measures of one file; for a list that is not requested, the values for totals. */
function summaryOf(file: ParsedFile, path: string, code: Code, plan: Plan): FileSummary {
  const { include } = planRead(plan);
  const has = (part: (typeof summaryParts)[number]) => include.includes(part);
  const { lines, functions, complexity, cognitive, classes, markers, docCoverage } = measuresOf(file);
  const rows = functions?.map(functionRow);
  const namesFiles = findersOf(code)(file.language.name) !== undefined;
  const markerCounts = new Map<string, number>();
  for (const { marker } of markers) markerCounts.set(marker, (markerCounts.get(marker) ?? 0) + 1);
  return {
    language: file.language.name,
    title: file.language.title,
    separator: file.language.scope_separator,
    ...(file.hasErrors() && { syntax_errors: true as const }),
    lines,
    function_count: functions?.length,
    class_count: classes.length,
    import_count: namesFiles ? file.countImports() : undefined,
    complexity,
    cognitive,
    doc_coverage: docCoverage,
    marker_counts: Object.fromEntries(markerCounts),
    worst: [...(rows ?? [])].sort(worstFirst).slice(0, maxWorst),
    ...(has("functions") && rows !== undefined && { functions: rows }),
    ...(has("classes") && { classes: classes.map(classRow) }),
    ...(has("imports") && namesFiles && { imports: importRows(path, code) }),
    ...(has("markers") && { comment_markers: markers.map(({ line, ...marker }) => ({ line, ...marker })) }),
  };
}

function functionRow(measured: MeasuredFunction) {
  const { name, container, line, endLine, complexity, cognitive, parameters, nesting, lines, hasErrors } = measured;
  return {
    name,
    ...(container !== "" && { container }),
    line,
    end_line: endLine,
    complexity,
    cognitive,
    parameters,
    nesting,
    lines,
    ...(hasErrors && { syntax_errors: true as const }),
  };
}

function classRow({ name, kind, container, line, endLine, methods }: FileMeasures["classes"][number]) {
  return { name, kind, ...(container !== "" && { container }), line, end_line: endLine, methods };
}

/** The targets of imports and includes of a file: one row for each file, name or both of a line. */
function importRows(path: string, code: Code): FileSummary["imports"] {
  const file = code.index.fileAt(path);
  const finder = file && findersOf(code)(file.language);
  if (file === undefined || finder === undefined) return [];
  const rows = new Map<string, NonNullable<FileSummary["imports"]>[number]>();
  for (const imported of file.imports) {
    const found = finder(imported, file);
    if (found === undefined) continue;
    const { name, target } = found;
    const time = importTimeOf(imported, file);
    const row = { line: lineOfImport(imported), name, ...targetKeys(target, code), ...(time !== "load" && { time }) };
    rows.set(JSON.stringify(row), row);
  }
  return [...rows.values()];
}

function targetKeys(target: Dependency["target"], code: Code) {
  if ("file" in target) {
    const { path } = target.file;
    return { file: code.nameOf(path), ...(code.index.fileAt(path) === undefined && { unread: true as const }) };
  }
  if ("files" in target) return { files: target.files.map(({ path }) => code.nameOf(path)) };
  if ("ambiguous" in target) return { candidates: target.ambiguous.map(({ path }) => code.nameOf(path)) };
  return target.missing === "external" ? { external: true as const } : { unresolved: true as const };
}

type Finders = (language: string) => ReturnType<Code["dependenciesOf"]>;

const finders = new WeakMap<Code, Finders>();

/** Finds the files that files name, prepared once per request: compile_commands.json is read then. */
function findersOf(code: Code): Finders {
  let known = finders.get(code);
  if (known === undefined) {
    const includeFolders = includeFoldersOf(code.index.roots, (file) => code.textOf(file));
    const byLanguage = new Map<string, ReturnType<Finders>>();
    known = (language) => {
      if (!byLanguage.has(language)) byLanguage.set(language, code.dependenciesOf(language, includeFolders));
      return byLanguage.get(language);
    };
    finders.set(code, known);
  }
  return known;
}
