/**
 * The answer of get_symbol_context. Input: all that was found of a symbol; output: its callers, overrides, tests, uses,
 * imports and source, each list with a share of the budget, and a call for all of each part that was cut.
 */
import * as z from "zod";
import { entriesOf, filledLists, type IndexResults } from "../../answers/answer.ts";
import { fitLists } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import { jsonText } from "../../base/escape/json.ts";
import { groupBy } from "../../base/group-by.ts";
import { folderOf, ranks } from "../../code-index/nearness.ts";
import type { ReferenceType } from "../../code-index/reference-types.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import { type AnswerRow, grouped, longestSourceOf, withShortSource } from "../find-definition.ts";
import type { ReferencesPlan } from "../find-references.ts";
import { foldedTests, foldedText, type TestRows, wholeTests } from "../graphs/folded-rows.ts";
import type { ReachingTest } from "../graphs/reached-users.ts";
import { leastSourceChars, withoutSource } from "../source-lines/short-source.ts";
import { type CountedList, listOfMost, type Shown } from "./counted-list.ts";
import { countHead, coverageOf, notesOnUses, symbolHead } from "./index-answer.ts";
import { callerRow, isInTest, type PlacedReference, referenceRow } from "./references-answer.ts";

/** A line of a file that brings in names of others. */
export const ImportRow = z.object({
  line: z.number(),
  text: z.string(),
  /** True when the symbol needs it, and for an include from outside: what that declares is not known. */
  isNeeded: z.boolean(),
});
export type ImportRow = z.infer<typeof ImportRow>;
type PlacedImport = ImportRow & { readonly filepath: string };

/** Another symbol of the name: `name` tells it from the others. */
export const Candidate = z.object({ filepath: z.string(), name: z.string(), line: z.number(), column: z.number() });
export type Candidate = z.infer<typeof Candidate>;

/** The parts of the context. */
export const parts = ["source", "uses", "callers", "overrides", "tests", "imports"] as const;
export type Part = (typeof parts)[number];

/** The lists of an answer whose rows are symbols, as find_definition has them. */
export const symbolLists = ["results", "uses", "bases", "overrides"] as const;
export type SymbolList = (typeof symbolLists)[number];

/** The lists of references, as find_references has them. */
type ReferenceList = "callers" | "tests" | "derived" | "overridden_by" | "possible";

/** The context of a symbol. */
export type FoundContext = {
  readonly found: ReferencesPlan;
  readonly wanted: ReadonlySet<Part>;
  /** The rows of a list, best first. */
  readonly symbolsIn: (list: SymbolList) => readonly AnswerRow[];
  /** Of uses, those without rows as well. */
  readonly totalUses: number;
  /** The parts that are missing for reasons other than the budget, in words. */
  readonly missing: readonly string[];
  /** The uses of the symbol, and uses that may be of it. */
  readonly references: readonly PlacedReference[];
  /** The tests that reach the symbol through other functions, the nearest first. */
  readonly testsByCallers: readonly ReachingTest[];
  /** The bounds that end the search for these, as sentences. */
  readonly notes: readonly string[];
  /** True if all of these have a row: the call names the parts. */
  readonly isWhole: boolean;
  readonly imports: readonly PlacedImport[];
  readonly candidates: readonly Candidate[];
  /** Names of files → what is between the parts of a qualified name. */
  readonly separators: Readonly<Record<string, string>>;
  /** True when rows of callers have the text of their lines. */
  readonly hasText: boolean;
  /** The arguments that say which symbol is meant: calls for more repeat them. */
  readonly address: RowValues;
};

/** The lists of references of these types; others are lists of callers. */
const listsOfTypes: Readonly<Partial<Record<ReferenceType, ReferenceList>>> = {
  inherit: "derived",
  override: "overridden_by",
};

/** Returns the answer with all that is known of the context that fits into the budget. */
export function contextAnswer(context: FoundContext, bounds: AnswerBounds): IndexResults {
  const { found, separators } = context;
  const [symbol] = found.symbols;
  const { lists, folded } = listsOf(context);
  const counts = Object.fromEntries(
    [
      ...lists.map(({ name, total }) => [name, total] as const),
      ["other_imports", otherImportsOf(context)] as const,
    ].filter(([name, total]) => total > 0 && name !== "results"),
  );
  const head = {
    ...symbolHead({ ...found, symbols: symbol === undefined ? [] : [symbol] }),
    definition: found.definition,
  };
  const heads = [{ keys: head, hasCalls: true }, { keys: head }, { keys: { ...head, ...countHead(found) } }].map(
    (shown) => ({ shown: (): Shown => shown }),
  );
  return fitLists<Shown, IndexResults>(
    [{ share: 1, forms: heads }, ...lists],
    (shown) => {
      const [first, ...others] = shown;
      const cut = others.flatMap(({ missing }, i) =>
        missing === undefined ? [] : [{ missing, name: lists[i]?.name }],
      );
      const reasons = [
        ...(cut.length > 0
          ? [
              `an answer has at most ${bounds.maxChars} characters: it has ${cut.map(({ missing }) => missing).join(", ")}`,
            ]
          : []),
        ...context.missing,
      ];
      const calls = new Set(cut.flatMap(({ name = "" }) => callsForMore.get(name)?.(context.address) ?? []));
      return {
        head: {
          ...first?.keys,
          counts,
          ...(folded !== undefined && { folded }),
          ...(reasons.length > 0 && { truncated: true, truncated_reason: reasons.join("; ") }),
          ...(first?.hasCalls && calls.size > 0 && { next_calls: [...calls] }),
        },
        lists: filledLists(others.map(({ entries = [] }, i) => ({ name: lists[i]?.name ?? "", entries }))),
        tail: coverageOf(bounds, [...notesOnUses(found.symbols), ...context.notes]),
        separators,
      };
    },
    bounds,
  );
}

/** The imports of the file that the symbol does not need; empty if imports are not wanted. */
function otherImportsOf({ wanted, imports }: FoundContext): number {
  return wanted.has("imports") ? imports.filter(({ isNeeded }) => !isNeeded).length : 0;
}

/** The call that has all rows of a list, by its name. */
const callsForMore: ReadonlyMap<string, (address: RowValues) => string> = new Map([
  ["callers", callOf("find_references", {})],
  ["derived", callOf("find_references", { reference_types: ["inherit"] })],
  ["overridden_by", callOf("find_references", { reference_types: ["override"] })],
  ["tests", callOf("find_references", { tests: "show" })],
  ["tests_via", callOf("get_symbol_context", { include: ["tests"] })],
  ["possible", callOf("find_references", {})],
  ...(["uses", "imports"] as const).map((part) => [part, callOf("get_symbol_context", { include: [part] })] as const),
  ["bases", callOf("get_symbol_context", { include: ["overrides"] })],
  ["overrides", callOf("get_symbol_context", { include: ["overrides"] })],
  ["candidates", callOf("find_definition", {})],
  ["results", callOf("find_definition", { detail: "full" })],
]);

function callOf(tool: string, input: RowValues): (address: RowValues) => string {
  return (address) => `${tool} ${jsonText({ ...address, ...input })}`;
}

/**
 * The lists of the parts that are wanted, with their shares of the budget. They are in the order of the answer, in which they also get what
 * others leave: the source, which another call has as well, is the last one.
 */
function listsOf(context: FoundContext): {
  readonly lists: readonly CountedList[];
  readonly folded: string | undefined;
} {
  const { found, wanted, symbolsIn, totalUses, imports, candidates, hasText } = context;
  const references = groupBy(context.references, listOfReference);
  const ofSymbols = (name: SymbolList, share: number, total = symbolsIn(name).length) =>
    listOfSymbols({ name, share, total }, symbolsIn(name));
  const ofReferences = (name: ReferenceList, share: number) =>
    listOfReferences({ name, share, hasText }, nearestFirst(references.get(name) ?? [], context));
  const direct = references.get("tests") ?? [];
  // With only the tests of a symbol, uses that may be of it are listed if they are in tests.
  const isOfCallers = wanted.has("callers");
  const possible = (references.get("possible") ?? []).filter((one) => isOfCallers || isInTest(one));
  const others = testsWithout(direct, context.testsByCallers);
  const shownTests = context.isWhole ? wholeTests(others) : foldedTests(others);
  const lists: readonly (readonly [Part | undefined, CountedList])[] = [
    ["callers", ofReferences("callers", 0.28)],
    ["overrides", ofSymbols("bases", 0.02)],
    ["overrides", ofSymbols("overrides", 0.02)],
    ["overrides", ofReferences("derived", 0.04)],
    ["overrides", ofReferences("overridden_by", 0.05)],
    ["tests", ofReferences("tests", 0.11)],
    ["tests", listOfTests(0.04, shownTests, others.length)],
    ["uses", ofSymbols("uses", 0.11, totalUses)],
    [
      isOfCallers ? "callers" : "tests",
      listOfReferences({ name: "possible", share: 0.08, hasText }, nearestFirst(possible, context)),
    ],
    ["imports", listOfImports(0.02, imports)],
    [undefined, listOfCandidates(0.01, candidates, found.symbols.length - 1)],
    ["source", listOfSources(0.22, symbolsIn("results"))],
  ];
  return {
    lists: lists.filter(([part]) => part === undefined || wanted.has(part)).map(([, list]) => list),
    folded: foldedText([{ part: "tests", name: "tests_via", rows: shownTests.length, total: others.length }]),
  };
}

/** The tests that have no reference of the symbol. */
function testsWithout(references: readonly PlacedReference[], tests: readonly ReachingTest[]): readonly ReachingTest[] {
  const known = new Set(references.map(({ filepath, inLine }) => `${inLine} ${filepath}`));
  return tests.filter(({ symbol: { file, places } }) => !known.has(`${places[0]?.line} ${file}`));
}

/** Tests with the functions that they call on the way to the symbol. */
function listOfTests(share: number, rows: readonly TestRows[], total: number): CountedList {
  const placed = rows.map((row) => ({ ...row, filepath: row.test.symbol.file }));
  return listOfMost({ name: "tests_via", share, total }, rows.length, (count) =>
    entriesOf(placed.slice(0, count), "tests", testRow),
  );
}

function testRow({ test: { symbol, way, certainty }, alike }: TestRows): RowValues {
  return {
    name: symbol.name,
    line: symbol.places[0]?.line,
    via: way.slice(0, -1).map(({ name }) => name),
    ...(certainty !== "exact" && { confidence: certainty }),
    ...(alike > 0 && { alike }),
  };
}

function listOfReference(reference: PlacedReference): ReferenceList {
  const { type, certainty, isOfBase = false } = reference;
  // A call of what the symbol overrides may run it.
  if (certainty === "possible" && !isOfBase) return "possible";
  return listsOfTypes[type] ?? (isInTest(reference) ? "tests" : "callers");
}

/**
 * References in the order of the ranks of their files, if they are only possible, then tests last, then in the file of the
 * definition, in its folder and in others; in path, line and column order each.
 */
function nearestFirst(
  references: readonly PlacedReference[],
  { found: { definition } }: FoundContext,
): readonly PlacedReference[] {
  const own = definition?.filepath ?? "";
  const distanceOf = (filepath: string) => {
    if (filepath === own) return 0;
    return folderOf(filepath) === folderOf(own) ? 1 : 2;
  };
  const byFile = Array.from(
    groupBy(references, ({ filepath }) => filepath),
    ([filepath, ofFile]) => ({ filepath, ofFile, distance: distanceOf(filepath), last: lastnessOf(ofFile) }),
  );
  byFile.sort((a, b) => a.last - b.last || a.distance - b.distance || (a.filepath < b.filepath ? -1 : 1));
  return byFile.flatMap(({ ofFile }) => ofFile.sort((a, b) => a.line - b.line || a.column - b.column));
}

/** A number for the references of a file, larger for files that come later. */
function lastnessOf([first]: readonly PlacedReference[]): number {
  if (first === undefined || listOfReference(first) !== "possible") return 0;
  return (first.rank ?? 0) + (isInTest(first) ? ranks : 0);
}

/** The source of the symbol: whole, its first and last lines or the outline of a class, or its signature. */
function listOfSources(share: number, rows: readonly AnswerRow[]): CountedList {
  const whole = { shown: () => ({ entries: grouped(rows, ({ row }) => row) }) };
  const short = {
    sizes: { least: leastSourceChars, most: longestSourceOf(rows) },
    shown: (most: number) => ({
      entries: grouped(rows, (row) => withShortSource(row, most)),
      missing: "a part of the source",
    }),
  };
  const signatures = {
    sizes: { least: 0, most: rows.length },
    shown: (count: number) => ({
      entries: grouped(rows.slice(0, count), ({ row }) => withoutSource(row)),
      missing: count === 0 ? "no source" : "no source but signatures",
    }),
  };
  // A symbol from outside has no source here.
  return {
    name: "results",
    share,
    total: rows.length,
    forms: rows.length === 0 ? [whole] : [whole, short, signatures],
  };
}

function listOfSymbols(list: Omit<CountedList, "forms">, rows: readonly AnswerRow[]): CountedList {
  return listOfMost(list, rows.length, (count) => grouped(rows.slice(0, count), ({ row }) => withoutSource(row)));
}

/** References with their lines, or else a row a caller, or else the nearest references. */
function listOfReferences(
  { name, share, hasText }: Pick<CountedList, "name" | "share"> & { readonly hasText: boolean },
  references: readonly PlacedReference[],
): CountedList {
  const total = references.length;
  const most = listOfMost({ name, share, total }, total, (count) =>
    entriesOf(references.slice(0, count), "references", (reference) => referenceRow(reference, hasText)),
  );
  const callers = [...groupBy(references, (one) => JSON.stringify([one.filepath, one.in, one.inLine])).values()];
  const byCaller = () =>
    entriesOf(
      callers.flatMap(([first, ...others]) =>
        first === undefined ? [] : [{ filepath: first.filepath, row: callerRow([first, ...others]) }],
      ),
      "callers",
      ({ row }) => row,
    );
  const withoutLines = { shown: () => ({ entries: byCaller(), missing: `${name} without lines` }) };
  return { ...most, forms: [...most.forms.slice(0, 1), withoutLines, ...most.forms] };
}

/** The imports that the symbol needs, in line order. */
function listOfImports(share: number, imports: readonly PlacedImport[]): CountedList {
  const needed = imports.filter(({ isNeeded }) => isNeeded);
  return listOfMost({ name: "imports", share, total: needed.length }, needed.length, (count) =>
    entriesOf(needed.slice(0, count), "lines", ({ line, text }) => `${line}: ${text}`),
  );
}

function listOfCandidates(share: number, candidates: readonly Candidate[], total: number): CountedList {
  return listOfMost({ name: "candidates", share, total }, candidates.length, (count) =>
    entriesOf(candidates.slice(0, count), "symbols", ({ name, line, column }) => ({ name, line, column })),
  );
}
