/**
 * Answers as a whole, as formats, reports and commands read them. Input: the keys of an answer, among them some that a reader does not
 * need; output: the others, with the rows of row-kinds.
 */
import * as z from "zod";
import {
  CallerRow,
  DiagnosticRow,
  FileNode,
  LineCounts,
  MeasuredFunction,
  OpenName,
  ReferenceRow,
  SymbolRow,
  TestRow,
} from "./row-kinds.ts";

const word = z.string().optional();
const words = z.array(z.string());
const counts = z.record(z.string(), z.int());

/** Returns the schema of a list whose entries have the path of a file. */
function entries<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(z.object({ filepath: z.string(), ...shape }));
}

const placeOfSymbol = { line: true, column: true, symbol: true } as const;

/** The answer of get_changes. */
export const ChangesAnswer = z.object({
  head: z.object({
    base: z.string(),
    head: z.string(),
    changed_files: z.number(),
    counts: z.record(z.string(), z.number()),
    folded: word,
    replaced_in: word,
    truncated_reason: word,
  }),
  results: entries({ change: word, from: word, symbols: z.array(SymbolRow).default([]) }),
  affected: entries({ callers: z.array(CallerRow) }).default([]),
  tests: entries({ tests: z.array(TestRow.partial({ line: true })) }).default([]),
  naming_tests: entries({ names: z.string() }).default([]),
  no_longer_fits: entries({
    references: z.array(ReferenceRow.pick({ ...placeOfSymbol, reason: true }).required({ symbol: true, reason: true })),
  }).default([]),
  still_named: entries({
    references: z.array(ReferenceRow.pick({ ...placeOfSymbol, text: true }).required({ symbol: true, text: true })),
  }).default([]),
  new_diagnostics: entries({ diagnostics: z.array(DiagnosticRow) }).default([]),
  other_files: entries({ change: z.string() }).default([]),
  tail: z.object({ warnings: words.default([]), not_compared: entries({ reason: z.string() }).default([]) }),
});

export type ChangesAnswer = z.infer<typeof ChangesAnswer>;

/** The entry of a file in the answer of get_file_summary about several, with `include: ["functions"]`. */
export const MeasuredFile = z.object({
  filepath: z.string(),
  syntax_errors: z.boolean().default(false),
  lines: LineCounts,
  functions: z.array(MeasuredFunction).default([]),
});
export type MeasuredFile = z.infer<typeof MeasuredFile>;

/** The answer of get_file_summary about all files. */
export const Totals = z.object({
  total_files: z.int(),
  lines: LineCounts,
  functions: z.int().optional(),
  classes: z.int(),
  doc_coverage: z.object({ percent: z.int().optional() }),
});
export type Totals = z.infer<typeof Totals>;

/** The answer of get_dependency_graph about several files. */
export const FileGraph = z.object({
  counts: z.object({ edges: z.int(), cycles: z.int(), unresolved: z.int() }),
  nodes: z.array(FileNode),
  cycles: z.array(words),
  unresolved: z.array(OpenName.required({ line: true })).default([]),
});

/** A file of an answer of get_changes. */
const ChangedFile = z.object({
  filepath: z.string(),
  symbols: z.array(z.object({ change: z.string(), name: z.string(), line: z.int() })).default([]),
});
export type ChangedFile = Readonly<z.infer<typeof ChangedFile>>;

/** The answer of get_changes. */
export const Changes = z.object({ base: z.string(), results: z.array(ChangedFile).default([]) });

/** The imports in the answer of get_dependency_graph about several files. */
export const FileEdges = z.object({ edges: z.array(z.object({ from: z.string(), to: z.string() })).default([]) });

/** The answer of get_syntax_reference without arguments. */
export const KnownLanguages = z.object({ languages: z.array(z.object({ title: z.string(), extensions: words })) });

/** The part of an answer of an index tool about its completeness. */
export const Coverage = z.object({
  truncated_reason: word,
  skipped: counts.default({}),
  unreadable_files: entries({ error: z.string() }).default([]),
  warnings: words.default([]),
});
