/**
 * The answer of get_file_summary. Input: the measures of files; output: of one file all of them, of several totals and
 * the worst functions, or less as the budget allows.
 */
import * as z from "zod";
import { type FileEntry, type IndexResults, resultsOf } from "../../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel, type Truncation } from "../../answers/levels.ts";
import { ImportRow, LineCounts, MarkerRow, MeasuredClass, MeasuredFunction } from "../../answers/row-kinds.ts";
import type { RowValues } from "../../answers/rows.ts";
import { markerWords } from "../../metrics/comment-markers.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import type { FileRows } from "../contract/plan.ts";
import { coverageOf } from "./index-answer.ts";
import { type Knowledge, notKnownFor } from "./not-known.ts";
import { type Counts, foldersOf } from "./symbol-counts.ts";

/** The lists that the summary of a file can have. */
export const summaryParts = ["functions", "classes", "imports", "markers"] as const;

/** Functions of several files that an answer names: the worst ones. */
export const maxWorst = 20;

/** The subject of a call, as threads exchange it. */
export const SummaryPlan = z.object({
  /** True for the answer about one file. */
  isOne: z.boolean(),
  include: z.array(z.enum(summaryParts)),
});
export type SummaryPlan = z.infer<typeof SummaryPlan>;

const Coverage = z.object({ documented: z.int(), total: z.int() });

/** The measures of one file, as threads exchange them. Lists that are not requested are left out. */
export const FileSummary = z.object({
  language: z.string(),
  /** The language for people: `C++`. */
  title: z.string(),
  /** The separator in a qualified name. */
  separator: z.string(),
  syntax_errors: z.literal(true).optional(),
  lines: LineCounts,
  /** Undefined for a language without rules for them. */
  function_count: z.int().optional(),
  class_count: z.int(),
  import_count: z.int().optional(),
  complexity: z.int(),
  cognitive: z.int(),
  doc_coverage: Coverage,
  marker_counts: z.record(z.string(), z.int()),
  /** The worst functions, at most `maxWorst`. */
  worst: z.array(MeasuredFunction),
  functions: z.array(MeasuredFunction).optional(),
  classes: z.array(MeasuredClass).optional(),
  imports: z.array(ImportRow).optional(),
  comment_markers: z.array(MarkerRow).optional(),
});
export type FileSummary = z.infer<typeof FileSummary>;

type NamedSummary = FileSummary & { readonly filepath: string };

type Badness = Pick<MeasuredFunction, "cognitive" | "complexity" | "lines" | "line">;

/** Orders functions by how hard they are to understand, then by their paths. */
export function worstFirst(a: Badness, b: Badness): number {
  return b.cognitive - a.cognitive || b.complexity - a.complexity || b.lines - a.lines || a.line - b.line;
}

/**
 * Returns the answer about files: of one all that there is, of several totals and a row of each with the lists that are asked
 * for; or else less, as the budget allows.
 */
export function summaryAnswer(plan: SummaryPlan, rows: readonly FileRows[], bounds: AnswerBounds): IndexResults {
  const files = rows.map(({ filepath, rows: values }) => ({ filepath, ...FileSummary.parse(values) }));
  const levels = plan.isOne ? levelsOfOne(files, bounds) : levelsOfSeveral(files, plan, bounds);
  const advice = plan.isOne ? "name fewer parts in include" : "narrow filepath, or name fewer parts in include";
  return richestLevel(levels, bounds, (chars) => `the whole answer needs ${chars} characters: ${advice}`);
}

function levelsOfOne(files: readonly NamedSummary[], bounds: AnswerBounds): readonly Level[] {
  const ranked = files.map(({ functions, worst }) => (functions ? [...functions].sort(worstFirst) : worst));
  const total = sumOf(files.map(({ function_count = 0 }) => function_count));
  const answer = (entryOf: (file: NamedSummary, at: number) => FileEntry) => (truncation: Truncation) => ({
    head: { ...truncation },
    lists: [resultsOf(files.map(entryOf))],
    ...endOf(files, { ...bounds, filesWithErrors: 0, brokenFiles: [] }),
  });
  return [
    { detail: "full", answer: answer(wholeEntry) },
    {
      detail: "worst",
      sizes: { least: 1, most: Math.max(1, ...ranked.map((functions) => functions.length)) },
      shows: (count) => (count < total ? `the worst ${count} of ${total} functions are here` : undefined),
      answer: (truncation, count) =>
        answer((file, at) => ({ ...shortEntry(file), worst: ranked[at]?.slice(0, count) }))(truncation),
    },
    { detail: "counts", answer: answer(shortEntry) },
  ];
}

function levelsOfSeveral(
  files: readonly NamedSummary[],
  { include }: SummaryPlan,
  bounds: AnswerBounds,
): readonly Level[] {
  const totals = totalsOf(files);
  const isMeasured = files.some(({ function_count }) => function_count !== undefined);
  const rows = files
    .flatMap(({ filepath, separator, worst: rows }) =>
      rows.map(({ name, container, ...row }) => ({
        file: filepath,
        name: container === undefined ? name : container + separator + name,
        ...row,
      })),
    )
    .sort((a, b) => worstFirst(a, b) || (a.file < b.file ? -1 : 1))
    .slice(0, maxWorst);
  const broken = files.filter(({ syntax_errors }) => syntax_errors).map(({ filepath }) => filepath);
  const worst = isMeasured ? { worst: rows } : {};
  const answer = (entries: readonly FileEntry[] | undefined, keys: RowValues) => (truncation: Truncation) => ({
    head: { ...truncation, ...totals, ...keys },
    lists: entries === undefined ? [] : [resultsOf(entries)],
    ...endOf(files, { ...bounds, filesWithErrors: broken.length, brokenFiles: broken }),
  });
  return [
    ...(include.length > 0 ? [{ detail: "full", answer: answer(files.map(entryWithLists), worst) }] : []),
    { detail: "files", answer: answer(files.map(shortEntry), worst) },
    {
      detail: "folders",
      sizes: { least: 1, most: files.length },
      answer: (truncation, most) => answer(folderRows(files, most), worst)(truncation),
    },
    { detail: "totals", answer: answer(undefined, worst) },
    ...levelsOfFirst("totals", "worst functions", isMeasured ? rows : [], (first, truncation) =>
      answer(undefined, { worst: first })(truncation),
    ),
    { detail: "counts", answer: answer(undefined, {}) },
  ];
}

/** The end of an answer, and how names are written in it. */
function endOf(files: readonly NamedSummary[], bounds: AnswerBounds): Pick<IndexResults, "tail" | "separators"> {
  const unmeasured = files.filter(({ function_count }) => function_count === undefined);
  const withoutImports = files.filter(({ import_count }) => import_count === undefined);
  const noteOn = (knowledge: Knowledge, of: readonly NamedSummary[]) =>
    of.length === 0
      ? []
      : [
          `${notKnownFor(
            knowledge,
            of.map(({ title }) => title),
          )}.`,
        ];
  return {
    tail: coverageOf(bounds, [...noteOn("complexity of functions", unmeasured), ...noteOn("imports", withoutImports)]),
    separators: Object.fromEntries(files.map(({ filepath, separator }) => [filepath, separator])),
  };
}

/** All that a file has to say. */
function wholeEntry(file: NamedSummary): FileEntry {
  const { filepath, language, syntax_errors, lines, complexity, cognitive, doc_coverage } = file;
  return {
    filepath,
    language,
    syntax_errors,
    lines,
    ...(file.function_count !== undefined && { complexity, cognitive }),
    doc_coverage: coverageRow(doc_coverage),
    ...listsOf(file),
  };
}

/** Only numbers. */
function shortEntry(file: NamedSummary): FileEntry {
  const { filepath, syntax_errors, lines, function_count, class_count, import_count, complexity, cognitive } = file;
  const markers = sumOf(Object.values(file.marker_counts));
  return {
    filepath,
    syntax_errors,
    lines,
    ...(function_count !== undefined && { functions: function_count, complexity, cognitive }),
    classes: class_count,
    ...(import_count !== undefined && { imports: import_count }),
    ...(markers > 0 && { markers }),
  };
}

/** Numbers, and lists instead of their numbers. */
function entryWithLists(file: NamedSummary): FileEntry {
  const { markers, ...numbers } = shortEntry(file);
  const lists = listsOf(file);
  return { ...numbers, ...(lists.comment_markers === undefined && { markers }), ...lists };
}

function listsOf({ functions, classes, imports, comment_markers }: FileSummary) {
  return {
    ...(functions && { functions }),
    ...(classes && { classes }),
    ...(imports && { imports }),
    ...(comment_markers && { comment_markers }),
  };
}

function totalsOf(files: readonly NamedSummary[]): RowValues {
  const measured = files.filter(({ function_count }) => function_count !== undefined);
  const importing = files.filter(({ import_count }) => import_count !== undefined);
  const sum = (numberOf: (file: NamedSummary) => number) => sumOf(files.map(numberOf));
  const markers = markerWords.flatMap((word) => {
    const count = sum(({ marker_counts }) => marker_counts[word] ?? 0);
    return count === 0 ? [] : [[word, count] as const];
  });
  return {
    total_files: files.length,
    lines: {
      total: sum(({ lines }) => lines.total),
      code: sum(({ lines }) => lines.code),
      comment: sum(({ lines }) => lines.comment),
      blank: sum(({ lines }) => lines.blank),
    },
    ...(measured.length > 0 && {
      functions: sum(({ function_count = 0 }) => function_count),
      complexity: sum(({ complexity }) => complexity),
      cognitive: sum(({ cognitive }) => cognitive),
    }),
    classes: sum(({ class_count }) => class_count),
    ...(importing.length > 0 && { imports: sum(({ import_count = 0 }) => import_count) }),
    doc_coverage: coverageRow({
      documented: sum(({ doc_coverage }) => doc_coverage.documented),
      total: sum(({ doc_coverage }) => doc_coverage.total),
    }),
    comment_markers: Object.fromEntries(markers),
  };
}

function coverageRow({ documented, total }: z.infer<typeof Coverage>): RowValues {
  return { documented, of: total, ...(total > 0 && { percent: Math.round((100 * documented) / total) }) };
}

/** Rows of folders, at most so many: the deepest ones are summed up with those above them. */
function folderRows(files: readonly NamedSummary[], most: number): readonly FileEntry[] {
  const counted = files.map((file) => ({ file: file.filepath, counts: flatCounts(file) }));
  return foldersOf(counted, most).map(({ folder, files: count, counts }) => {
    const { total, code, comment, blank, ...others } = counts;
    return { filepath: `${folder}/`, files: count, lines: { total, code, comment, blank }, ...others };
  });
}

function flatCounts(file: NamedSummary): Counts {
  const { lines, function_count: functions, class_count: classes, import_count: imports, complexity, cognitive } = file;
  return {
    ...lines,
    ...(functions !== undefined && { functions, complexity, cognitive }),
    classes,
    ...(imports !== undefined && { imports }),
    markers: sumOf(Object.values(file.marker_counts)),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
