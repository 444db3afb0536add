/**
 * The rows of answers, typed once: tools make them, and threads and formats read them. Keys are in the order of answers. Input: a row
 * of an answer; output: the same with its types, without keys that its kind does not have. A format reads a kind with `.loose()` if it
 * writes further keys as they are.
 */
import * as z from "zod";

const word = z.string().optional();
const mark = z.literal(true).optional();
const numbers = z.array(z.number());
const words = z.array(z.string());

/** A parameter of a function. */
export const ParameterRow = z.object({ name: word, type: word, default: word });
export type ParameterRow = z.infer<typeof ParameterRow>;

/** A symbol. */
export const SymbolRow = z.object({
  name: z.string(),
  kind: word,
  container: word,
  line: z.number(),
  column: z.number(),
  end_line: z.number().optional(),
  signature: word,
  access: word,
  doc: word,
  /** Of a function the type of its result. */
  type: word,
  /** Left out for a symbol without a type, such as a class. */
  type_source: z.enum(["declared", "inferred", "passed", "unknown"]).optional(),
  modifiers: words.readonly().optional(),
  parameters: z.array(ParameterRow).readonly().optional(),
  source: word,
  /** The number of lines that the source lacks; it has a line `…` instead. */
  omitted_lines: z.number().optional(),
  /** `line: signature` of each member, instead of a source that is too long. */
  outline: words.optional(),
  confidence: word,
  /** Set for a declaration without body. */
  declared: mark,
  /** Of a symbol without a use, why it may be used all the same. */
  reasons: words.optional(),
  /** Of a symbol that differs: how, its signatures before and after, the lines that differ, its former place, and how many functions and tests use it. */
  change: word,
  before: word,
  after: word,
  diff: word,
  from: word,
  callers: z.number().optional(),
  tests: z.number().optional(),
  /** Of a symbol that fits a question the line that fits best, if that is not the line of the name. */
  match: word,
  match_line: z.number().optional(),
});
export type SymbolRow = Readonly<z.infer<typeof SymbolRow>>;

/** A symbol that fits a question: the score is from 0 to 1. A source that is too long lacks lines, or is the members of its class. */
export const SearchedSymbol = SymbolRow.pick({
  name: true,
  kind: true,
  container: true,
  line: true,
  column: true,
  signature: true,
  declared: true,
  match: true,
  match_line: true,
  source: true,
  omitted_lines: true,
  outline: true,
}).extend({
  end_line: z.number(),
  omitted_members: z.number().optional(),
  score: z.number(),
});
export type SearchedSymbol = Readonly<z.infer<typeof SearchedSymbol>>;

/** A symbol in a list, with the symbols in it. */
const ListedSymbol = z.object({
  name: z.string(),
  kind: z.string(),
  container: word,
  line: z.int(),
  column: z.int(),
  end_line: z.int().optional(),
  signature: word,
  access: word,
  declared: mark,
  get children(): z.ZodOptional<z.ZodArray<typeof ListedSymbol>> {
    return z.array(ListedSymbol).optional();
  },
});
export type ListedSymbol = z.infer<typeof ListedSymbol>;

/** The symbols of a file. */
export const ListedSymbols = z.object({ symbols: z.array(ListedSymbol) });

/** A place where a symbol is used, or, without a type, a line that has its word. */
export const ReferenceRow = z.object({
  line: z.number(),
  column: z.number(),
  type: word,
  /** The function or class around it. */
  in: word,
  /** The symbol, if an answer is about several. */
  symbol: word,
  confidence: word,
  override: mark,
  /** `unknown` if an answer is about calls with a number of arguments, and the call does not show how many it has. */
  arguments: word,
  text: word,
  /** Of a call that does not fit a changed signature, why. */
  reason: word,
});
export type ReferenceRow = Readonly<z.infer<typeof ReferenceRow>>;

/** A line that a rename changes; its column is that of the first name in it. */
export const EditRow = z.object({ line: z.number(), column: z.number(), before: z.string(), after: z.string() });

/** A place that speaks against a rename. */
export const RefusedRow = z.object({ line: z.number(), column: z.number(), reason: z.string() });

/** A function or class that uses a symbol; without a name the file outside of them. */
export const CallerRow = z.object({
  caller: word,
  /** Of its name, and the last one: the lines to ask for. */
  line: z.number().optional(),
  end_line: z.number().optional(),
  type: word,
  symbol: word,
  lines: numbers,
  count: z.number(),
  confidence: word,
  /** Of a user of a changed symbol: the steps to it, if they are several, and whether the user was changed as well. */
  depth: z.number().optional(),
  changed: mark,
});
export type CallerRow = Readonly<z.infer<typeof CallerRow>>;

/** A test that reaches a symbol by a way of calls, and the number of tests of its file that do so like it and have no rows. */
export const TestRow = z.object({
  name: z.string(),
  line: z.number(),
  rank: z.number().optional(),
  way: words.default([]),
  /** The way without the symbol at its end, of an answer about one symbol. */
  via: words.default([]),
  confidence: word,
  alike: z.number().optional(),
});

/** A method that overrides another one, or is overridden. */
export const MethodRow = z.object({
  name: z.string(),
  line: z.number(),
  access: word,
  abstract: mark,
  property: mark,
  overrides: word,
  overridden_in: words.optional(),
});
export type MethodRow = z.infer<typeof MethodRow>;

/** Another class as a class names it: without a place if it is from outside. */
const RelatedRow = z.object({ name: z.string(), filepath: word, line: z.number().optional(), possible: mark });

/** A class of a hierarchy. */
export const ClassRow = z.object({
  name: z.string(),
  kind: z.string(),
  container: word,
  line: z.number(),
  column: z.number(),
  end_line: z.number().optional(),
  is_abstract: z.boolean().optional(),
  bases: z.array(RelatedRow.loose()).optional(),
  unresolved_bases: words.optional(),
  derived: z.array(RelatedRow).optional(),
  mro: words.optional(),
  virtual_methods: z.array(MethodRow).optional(),
  /** Of a class without a method: the base that it has it from, or `missing`. */
  from: word,
  missing: mark,
  /** Bases from outside, or unknown, that may have the method. */
  may_be_from: words.optional(),
  /** The line that sets an attribute of the name. */
  assigned_at: z.number().optional(),
});
export type ClassRow = Readonly<z.infer<typeof ClassRow>>;

/** The classes of a file in a hierarchy that has nothing else. */
export const ClassEntry = z.strictObject({ filepath: z.string(), classes: z.array(ClassRow) });
export type ClassEntry = z.infer<typeof ClassEntry>;

/** A name that fits at a place. */
export const CompletionRow = z.object({
  name: z.string(),
  kind: word,
  container: word,
  signature: word,
  /** The file or module that it comes from, if that is another one. */
  from: word,
});
export type CompletionRow = z.infer<typeof CompletionRow>;

/** A place in a file; the end is after the last character. */
const place = { line: z.int(), column: z.int() };

/** A problem of a file. */
export const DiagnosticRow = z.object({
  ...place,
  severity: z.string(),
  code: z.string(),
  /** The kind of check that has found it; left out for a syntax error. */
  source: word,
  message: z.string(),
  /** The line of code. */
  text: word,
  end_line: z.int().optional(),
  end_column: z.int().optional(),
  related: z.array(z.object({ ...place, message: z.string() })).optional(),
});
export type DiagnosticRow = z.infer<typeof DiagnosticRow>;

/** The problems of a file, and their numbers, which formats and exit statuses depend on. */
export const DiagnosticRows = z.object({
  diagnostics: z.array(DiagnosticRow),
  /** Their number, also of unlisted ones. */
  diagnostic_count: z.int(),
  /** The number of errors; left out if all are. */
  error_count: z.int().optional(),
  /** The number of each code; left out if all are listed. */
  counts: z.record(z.string(), z.int()).optional(),
});

/** A row of a file, which may have others below it: its other keys are in the order of the answer. */
export const NestedRow = z.looseObject({
  line: z.number().optional(),
  column: z.number().optional(),
  children: z.array(z.unknown()).optional(),
  omitted_children: z.number().optional(),
});

/** A symbol or a capture of a file, which may have others below it. */
export const OutlineRow = z.looseObject({
  line: z.number(),
  column: z.number(),
  end_line: z.number().optional(),
  name: word,
  kind: word,
  container: word,
  signature: word,
  capture_name: word,
  text: word,
  access: word,
  doc: word,
  children: z.array(z.unknown()).optional(),
});
export type OutlineRow = z.infer<typeof OutlineRow>;

/** A capture of a query, with its line of code if a call asks for it. */
export const CaptureRow = z.object({
  capture_name: z.string(),
  text: z.string(),
  line: z.number(),
  column: z.number(),
  context: word,
});
export type CaptureRow = z.infer<typeof CaptureRow>;

/** Hunks of the unified diff of a file. */
export const PatchRows = z.object({ hunks: z.array(z.object({ diff: z.string() })) });

/** Names of symbols in a compact list, `name:line` by kind, or by access and kind. */
export const NameGroups = z.looseObject({ container: word });
export type NameGroups = z.infer<typeof NameGroups>;

/** The interface of a file, as code or as a document. */
export const InterfaceRows = z.object({ language: z.string(), output_format: z.string(), interface: z.string() });
export type InterfaceRows = z.infer<typeof InterfaceRows>;

/** A function of a graph of calls; of a graph without names a file or folder. */
const CallNode = z.object({
  id: word,
  name: word,
  kind: word,
  file: word,
  folder: word,
  line: z.number().optional(),
  /** Set for a symbol that an answer is about. */
  start: mark,
  /** Set for a function whose callers were looked for, and that has none. */
  entry: mark,
  /** Only names, `A::f:12`, of the symbols in a file. */
  symbols: words.optional(),
});
export type CallNode = Readonly<z.infer<typeof CallNode>>;

/** The calls of one function in another. */
const CallEdge = z.object({
  from: z.string(),
  to: z.string(),
  lines: numbers.readonly(),
  confidence: word,
  /** Set if all of the calls may be of another symbol. */
  possible: mark,
  via: word,
  override: mark,
  /** Set if the function calls it nowhere, but hands it over. */
  passed: mark,
});
export type CallEdge = Readonly<z.infer<typeof CallEdge>>;

/** A function on a way of calls, and the calls that lead to it, whose lines are in the function before it; the first has none. */
const WayStep = CallNode.pick({ name: true, file: true, line: true })
  .required({ name: true, file: true })
  .extend(CallEdge.omit({ from: true, to: true }).partial({ lines: true }).shape);

/** A way of calls from one function to another. */
export const CallWay = z.object({ length: z.number(), confidence: word, steps: z.array(WayStep) });

/** Files that need each other: all of them, or the imports between them, or only a shortest cycle. */
export const CycleRow = z.object({
  size: z.number(),
  /** Set for files that only lazy or typing imports hold together. */
  deferred: mark,
  /** Set for such files if imports for a type checker are needed for it: no run of the program loads them in a circle. */
  typing_only: mark,
  /** The imports of a shortest cycle, in its order, each with its file: `a.h:12`, `b.py:3 lazy`. */
  cycle: words,
  /**
   * The imports between the files that are loaded at once: `12: b.h`, `3,10: b.py`, `1,2,3,4,5+16: c.h` of 21 lines. Of deferred ones the
   * imports that each close a circle of these.
   */
  imports: z.array(z.object({ from: z.string(), to: words })).optional(),
  /** The imports between the files that are not listed. */
  lazy_imports: z.number().optional(),
  typing_imports: z.number().optional(),
  files: words.optional(),
});
export type CycleRow = z.infer<typeof CycleRow>;

/** A file in a graph of imports: the longest way of imports from it, and the files that need it and that it needs. */
export const FileNode = z.object({
  file: z.string(),
  layer: z.number(),
  in: z.number(),
  out: z.number(),
  /** Set for a file that could not be read: what it imports is not known. */
  unread: mark,
});

/** A name in a function that stands for no function of the code base. */
const OpenCall = z.object({ from: z.string(), name: z.string(), lines: numbers.readonly() });
export type OpenCall = Readonly<z.infer<typeof OpenCall>>;

/** A node of a graph: a function, a file or a folder, with numbers about it. */
const GraphNode = CallNode.loose();
export type GraphNode = z.infer<typeof GraphNode>;

/** Files or functions at one end of an edge; several, each with its line, in an answer with only names. */
const ends = z.union([z.string(), words]);

/** An edge of a graph: the calls of a function in another one, or what a file or folder needs of another one. */
const GraphEdge = z.looseObject({
  from: ends,
  to: ends,
  line: z.number().optional(),
  lines: numbers.optional(),
  count: z.number().optional(),
  confidence: word,
  possible: mark,
  via: word,
  override: mark,
  passed: mark,
});
export type GraphEdge = z.infer<typeof GraphEdge>;

/** A name that stands for no file or function of the code base: of a file its line, of a function the lines of its calls. */
export const OpenName = z.looseObject({
  from: z.string(),
  name: z.string(),
  line: z.number().optional(),
  lines: numbers.optional(),
  candidates: words.optional(),
});
export type OpenName = z.infer<typeof OpenName>;

/** An answer that is a graph, or a picture of one. */
export const GraphRows = z.looseObject({
  /** Left out of the picture of classes. */
  counts: z.record(z.string(), z.number()).optional(),
  graph: word,
  nodes: z.array(GraphNode).default([]),
  edges: z.array(GraphEdge).default([]),
  cycles: z.array(words).default([]),
  unresolved: z.array(OpenName).default([]),
  ambiguous: z.array(OpenName).default([]),
  /** Names from outside; of an answer about such a name itself, this name. */
  external: z.union([z.array(OpenName), z.string()]).default([]),
  output_format: word,
  warnings: words.default([]),
  truncated_reason: word,
});
export type GraphRows = z.infer<typeof GraphRows>;

/** Lines of a file, or of several. A line with code and a comment is code. */
export const LineCounts = z.object({ total: z.int(), code: z.int(), comment: z.int(), blank: z.int() });

/** A class with its measures. */
export const MeasuredClass = z.object({
  name: z.string(),
  kind: z.string(),
  container: word,
  line: z.int(),
  end_line: z.int(),
  methods: z.int(),
});

/** A function with its measures. */
export const MeasuredFunction = z.object({
  name: z.string(),
  container: word,
  line: z.int(),
  end_line: z.int(),
  complexity: z.int(),
  cognitive: z.int(),
  parameters: z.int(),
  nesting: z.int(),
  lines: z.int(),
  syntax_errors: mark,
});
export type MeasuredFunction = z.infer<typeof MeasuredFunction>;

/** An import, and the file or name that it stands for. */
export const ImportRow = z.object({
  line: z.int(),
  name: z.string(),
  file: word,
  /** Files that are as likely as each other. */
  files: words.optional(),
  candidates: words.optional(),
  external: mark,
  /** Set for a file that could not be read. */
  unread: mark,
  unresolved: mark,
  time: z.enum(["typing", "lazy"]).optional(),
});

/** A marker in a comment, such as TODO. */
export const MarkerRow = z.object({ line: z.int(), marker: z.string(), owner: word, text: z.string() });

/** Returns the schema of the rows of a file as threads exchange them, with the text between the parts of its qualified names. */
export function placedRows<Row extends z.ZodType>(row: Row) {
  return z.object({ separator: z.string(), placed: z.array(row) });
}
