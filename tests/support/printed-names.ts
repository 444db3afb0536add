import * as z from "zod";
import type { ToolAnswer } from "./tool-call.ts";

type Call = (name: string, args: object) => Promise<ToolAnswer>;

/** A name as a tool has printed it, with its line where the answer has one. */
type Printed = { readonly symbol: string; readonly by: string; readonly line?: number | undefined };

type Row = {
  readonly name: string;
  readonly kind: string;
  readonly container?: string;
  readonly line: number;
  readonly children?: readonly Row[];
};

const Named = z.looseObject({
  name: z.string(),
  container: z.string().optional(),
  line: z.number().optional(),
  filepath: z.string().optional(),
});
const Names = z.array(Named).default([]);
const Texts = z.array(z.string()).default([]);
const Reference = z.looseObject({ in: z.string().optional(), symbol: z.string().optional() });
const Definitions = z
  .array(z.looseObject({ definitions: Names, declarations: Names, references: z.array(Reference).default([]) }))
  .default([]);

const Summary = z.looseObject({ results: z.array(z.looseObject({ functions: Names, classes: Names })).default([]) });
const Outline = z.looseObject({ functions: Names, classes: Names });
const References = z.looseObject({ symbol: z.string().optional(), results: Definitions, possible: Definitions });
const Context = z.looseObject({
  ...{ results: Definitions, uses: Definitions, bases: Definitions, overrides: Definitions },
  ...{ callers: Definitions, tests: Definitions, overridden_by: Definitions },
});
const Method = z.looseObject({ overrides: z.string().optional(), overridden_in: Texts });
const Hierarchy = z.looseObject({
  results: z
    .array(
      z.looseObject({
        classes: z
          .array(Named.extend({ bases: Names, derived: Names, methods: z.array(Method).default([]) }))
          .default([]),
      }),
    )
    .default([]),
});
const Graph = z.looseObject({ starts: Texts, nodes: z.array(Named.extend({ kind: z.string() })).default([]) });

/** The rows of list_symbols with what holds them, as the tool prints it. */
function rowsIn(rows: readonly Row[], container = ""): readonly Row[] {
  return rows.flatMap(({ children = [], ...row }) => {
    const holder = row.container ?? container;
    return [
      { ...row, container: holder },
      ...rowsIn(children, [holder, row.name].filter((part) => part !== "").join(".")),
    ];
  });
}

/** The name by which an answer prints a symbol: with what holds it. */
function printedName({ name, container = "" }: Pick<z.infer<typeof Named>, "name" | "container">): string {
  return container === "" ? name : `${container}.${name}`;
}

const printedBy = (by: string, rows: z.infer<typeof Names>): readonly Printed[] =>
  rows.map((row) => ({ symbol: printedName(row), by, line: row.line }));

/** What single calls about a file print. */
async function namesOfFile(call: Call, filepath: string): Promise<readonly Printed[]> {
  const printed: Printed[] = [];
  const { answer: summary } = await call("get_file_summary", { filepath });
  for (const { functions, classes } of Summary.parse(summary).results) {
    printed.push(...printedBy("get_file_summary", [...functions, ...classes]));
  }
  for (const tool of ["find_functions", "find_classes"]) {
    const { functions, classes } = Outline.parse((await call(tool, { filepath })).answer);
    // A bare name, which others may have as well.
    for (const { name } of [...functions, ...classes]) printed.push({ symbol: name, by: tool });
  }
  return printed;
}

/** What tools about a symbol print: names with their own line only where they are of the same file. */
async function namesAround(call: Call, symbol: string, filepath: string): Promise<readonly Printed[]> {
  const ask = async (tool: string, input: object = {}) =>
    (await call(tool, { symbol, filepath, max_chars: 100_000, ...input })).answer;
  const printed: Printed[] = [];
  const addRows = (by: string, entries: z.infer<typeof Definitions>) => {
    for (const { definitions, declarations, references } of entries) {
      printed.push(...printedBy(by, [...definitions, ...declarations]));
      for (const { in: caller, symbol: address } of references) {
        if (caller !== undefined) printed.push({ symbol: caller, by: `${by}: in` });
        if (address !== undefined) printed.push({ symbol: address, by: `${by}: symbol` });
      }
    }
  };
  const { symbol: found, results, possible } = References.parse(await ask("find_references"));
  if (found !== undefined) printed.push({ symbol: found, by: "find_references" });
  addRows("find_references", [...results, ...possible]);
  const context = Context.parse(await ask("get_symbol_context"));
  for (const key of ["results", "uses", "bases", "overrides", "callers", "tests", "overridden_by"] as const) {
    addRows(`get_symbol_context ${key}`, context[key]);
  }
  const hierarchy = Hierarchy.parse(await ask("get_class_hierarchy"));
  for (const { bases, derived, methods, ...row } of hierarchy.results.flatMap(({ classes }) => classes)) {
    printed.push(...printedBy("get_class_hierarchy", [row]));
    // What is from outside has no place.
    const related = [...bases, ...derived].filter((one) => one.filepath !== undefined);
    for (const { name } of related) printed.push({ symbol: name, by: "get_class_hierarchy" });
    for (const { overrides, overridden_in } of methods) {
      for (const name of [...(overrides === undefined ? [] : [overrides]), ...overridden_in]) {
        printed.push({ symbol: name, by: "get_class_hierarchy methods" });
      }
    }
  }
  const { starts, nodes } = Graph.parse(await ask("get_dependency_graph", { direction: "both" }));
  printed.push(...starts.map((name) => ({ symbol: name, by: "get_dependency_graph starts" })));
  printed.push(
    ...printedBy(
      "get_dependency_graph",
      nodes.filter(({ kind }) => kind !== "module"),
    ),
  );
  return printed;
}

/** The tools that take the name of any symbol. */
const symbolTools = [
  ...["find_definition", "find_references", "get_symbol_info", "get_symbol_context", "get_dependency_graph"],
];

const Found = z.looseObject({
  results: z.array(z.looseObject({ filepath: z.string(), definitions: Names, declarations: Names })).default([]),
});

/** The definitions and declarations of a file in an answer of find_definition. */
function foundIn(answer: unknown, filepath: string): z.infer<typeof Names> {
  const { results } = Found.parse(answer);
  return results
    .filter((entry) => entry.filepath === filepath)
    .flatMap(({ definitions, declarations }) => [...definitions, ...declarations]);
}

/**
 * Asks all tools that take a symbol for each name that any tool prints about a file.
 *
 * @param isAsked tells which symbols of list_symbols the tools are asked about first
 * @returns a line for each name that a tool does not take: none is right
 */
export async function namesNotTaken(
  call: Call,
  filepath: string,
  isAsked: (row: Row) => boolean = () => true,
): Promise<readonly string[]> {
  const { answer } = await call("list_symbols", { filepath, detail: "signatures" });
  const rows = rowsIn(Object(answer).symbols ?? []).filter(isAsked);
  const own = rows.map((row): Printed => ({ symbol: printedName(row), by: "list_symbols", line: row.line }));
  const asked = [...new Set(own.map(({ symbol }) => symbol))];
  const around: Printed[] = [];
  for (const symbol of asked) around.push(...(await namesAround(call, symbol, filepath)));
  const keyOf = ({ name, line }: { readonly name: string; readonly line?: number | undefined }) => `${line} ${name}`;
  const listed = new Set(rowsIn(Object(answer).symbols ?? []).map(keyOf));
  const failures: string[] = [];
  const names = new Map<string, Printed>();
  for (const printed of [...own, ...(await namesOfFile(call, filepath)), ...around]) {
    // A struct without a name goes by its place.
    if (printed.symbol !== "" && !names.has(printed.symbol)) names.set(printed.symbol, printed);
  }
  for (const { symbol, by } of names.values()) {
    const fail = (tool: string, reason: unknown) => failures.push(`${tool} ${symbol} of ${by}: ${String(reason)}`);
    for (const tool of symbolTools) {
      const { answer: found, isError } = await call(tool, { symbol, filepath });
      if (isError) fail(tool, found.error);
    }
    const { answer: definition } = await call("find_definition", { symbol, filepath });
    // Locals and prototypes are no part of the outline of a file.
    if (!foundIn(definition, filepath).some((row) => listed.has(keyOf(row)))) continue;
    const { answer: within, isError } = await call("execute_query", {
      filepath,
      query: "(_) @node",
      within: symbol,
      max_results: 1,
    });
    if (isError) fail("execute_query", within.error);
    const { answer: searched } = await call("list_symbols", { filepath, name: symbol });
    if ((Object(searched).symbols ?? []).length === 0) fail("list_symbols", "nothing is listed");
  }
  return failures;
}

/**
 * Looks each symbol of a file up by its name as list_symbols prints it.
 *
 * @param filepath of the symbols; `within` is where they are looked up, undefined for the workspace
 * @returns a line for each name that is not found at its place
 */
export async function symbolsNotFound(
  call: Call,
  filepath: string,
  within: string | undefined,
  isAsked: (row: Row) => boolean = () => true,
): Promise<readonly string[]> {
  const { answer } = await call("list_symbols", { filepath, detail: "signatures" });
  const failures: string[] = [];
  for (const row of rowsIn(Object(answer).symbols ?? []).filter(isAsked)) {
    const symbol = printedName(row);
    const { answer: found } = await call("find_definition", { symbol, filepath: within, max_chars: 100_000 });
    const lines = foundIn(found, filepath).map(({ line }) => line);
    if (!lines.includes(row.line)) failures.push(`${row.line} ${symbol}: ${found.error ?? lines.join(" ")}`);
  }
  return failures;
}
