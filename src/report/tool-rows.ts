/** The keys of tools' rows that a report is made of. */
import * as z from "zod";

const SymbolRow = z.object({
  name: z.string(),
  kind: z.string(),
  container: z.string().default(""),
  line: z.int(),
  column: z.int(),
  signature: z.string().default(""),
  get children() {
    return z.array(SymbolRow).default([]);
  },
});
export type SymbolRow = z.infer<typeof SymbolRow>;

/** The answer of list_symbols about a file, with `nested`. */
export const SymbolRows = z.object({ symbols: z.array(SymbolRow) });

const FunctionRow = z.object({
  name: z.string(),
  container: z.string().optional(),
  line: z.int(),
  complexity: z.int(),
  cognitive: z.int(),
  parameters: z.int(),
  nesting: z.int(),
  lines: z.int(),
});

/** The answer of get_file_summary about one of several files, with `include: ["functions"]`. */
export const MeasuredFile = z.object({
  filepath: z.string(),
  syntax_errors: z.boolean().default(false),
  lines: z.object({ total: z.int() }),
  functions: z.array(FunctionRow).default([]),
});
export type MeasuredFile = z.infer<typeof MeasuredFile>;

/** The answer of get_file_summary about all files. */
export const Totals = z.object({
  total_files: z.int(),
  lines: z.object({ total: z.int(), code: z.int(), comment: z.int(), blank: z.int() }),
  functions: z.int().optional(),
  classes: z.int(),
  doc_coverage: z.object({ percent: z.int().optional() }),
});
export type Totals = z.infer<typeof Totals>;

/** The answer of check_file about a file. */
export const FindingRows = z.object({
  diagnostics: z.array(
    z.object({
      line: z.int(),
      column: z.int(),
      severity: z.string(),
      code: z.string(),
      source: z.string().default("syntax"),
      message: z.string(),
      text: z.string(),
    }),
  ),
  /** The number of each code; left out if all are listed. */
  counts: z.record(z.string(), z.int()).optional(),
});

const ImportPlace = z.object({ from: z.string(), name: z.string(), line: z.int() });

/** The answer of get_dependency_graph about several files. */
export const DependencyRows = z.object({
  counts: z.object({ edges: z.int(), cycles: z.int(), unresolved: z.int() }),
  nodes: z.array(z.object({ file: z.string(), layer: z.int(), in: z.int(), out: z.int() })),
  cycles: z.array(z.array(z.string())),
  unresolved: z.array(ImportPlace).default([]),
});

/** The answer of get_syntax_reference without arguments. */
export const KnownLanguages = z.object({
  languages: z.array(z.object({ title: z.string(), extensions: z.array(z.string()) })),
});

/** The part of an answer of an index tool about its completeness. */
export const Coverage = z.object({
  truncated_reason: z.string().optional(),
  skipped: z.record(z.string(), z.int()).default({}),
  unreadable_files: z.array(z.object({ filepath: z.string(), error: z.string() })).default([]),
  warnings: z.array(z.string()).default([]),
});
