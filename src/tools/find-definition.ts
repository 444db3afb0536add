/**
 * The tool find_definition. Input: a symbol by its name or by a place; output: where it is defined and declared, with
 * signatures or sources. get_symbol_context uses its rows, too.
 */
import * as z from "zod";
import { type FileEntry, type IndexAnswer, type IndexResults, resultsOf } from "../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel, type Truncation } from "../answers/levels.ts";
import { placedRows, SymbolRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { groupBy } from "../base/group-by.ts";
import type { Code, DeclaredFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { DeclarationTexts } from "../code-index/declaration-text.ts";
import { findAllSymbols, mayNeedMore } from "../code-index/find-symbols.ts";
import { type FoundSymbol, FoundSymbols, mayBeElsewhere } from "../code-index/found-symbols.ts";
import { declarationAt, Place } from "../code-index/places.ts";
import { containerNameOf } from "../code-index/qualified-name.ts";
import { accessOf, bringsNames, isBare, isClass, symbolKindOf } from "../code-index/symbol-kind.ts";
import { macroMemberSign } from "../facts/declaration-facts.ts";
import {
  countHead,
  coverageOf,
  notesOnFunctions,
  notesOnMissing,
  notFound,
  symbolHead,
} from "./answers/index-answer.ts";
import {
  maxChars,
  memberName,
  namedPaths,
  requireSymbol,
  SymbolArguments,
  symbolNames,
  symbolRequestsOf,
  wordOfName,
} from "./arguments/symbol-arguments.ts";
import type { AnswerBounds } from "./contract/answer-bounds.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type FileRows, type Plan, planReader } from "./contract/plan.ts";
import { compactNames } from "./graphs/compact-names.ts";
import { leastSourceChars, shortSource, withoutSource } from "./source-lines/short-source.ts";

const FindDefinitionArguments = requireSymbol(
  SymbolArguments.extend({
    symbol: SymbolArguments.shape.symbol.describe("Such as area, Shape::area, mod.Class.f, f#2"),
    symbols: symbolNames,
    detail: z
      .enum(["names", "signatures", "full"])
      .optional()
      .describe("Default: signatures; full adds doc and source"),
    max_chars: maxChars,
  }),
);

type FindDefinitionArguments = z.infer<typeof FindDefinitionArguments>;
type Detail = NonNullable<FindDefinitionArguments["detail"]>;

/** A row with its position in the answer. */
export const PlacedRow = z.object({
  /** Its place among the places of the plan; undefined for an alias on the way. */
  rank: z.number().optional(),
  row: SymbolRow,
  /** Of a class, `line: signature` of each member. */
  outline: z.array(z.string()).optional(),
});

export type PlacedRow = z.infer<typeof PlacedRow>;

const PlacedRows = placedRows(PlacedRow);

const planRead = planReader(FoundSymbols);

/** Finds where a symbol is defined and declared. */
export const findDefinition = defineIndexTool<FindDefinitionArguments>({
  needs: "index",
  name: "find_definition",
  title: "Find definition",
  description:
    "The definitions and declarations of a symbol, instead of grep: by name or by a place of use; detail full: its source.",
  help: {
    does: "where a symbol is defined",
    group: "Find code",
    examples: [
      { line: "codegrove find_definition Shape::area", does: "by name, in the working folder" },
      { line: "codegrove find_definition src/main.cpp --line 5 --column 21", does: "of the name at a place" },
    ],
    synonyms: ["def", "definition", "defs"],
  },
  isAlwaysLoaded: true,
  input: FindDefinitionArguments,
  kind: "symbols",
  reading: { onDemand: (input) => ({ word: wordOfName(input), name: memberName(input) }) },
  time: { wantedLines: "declarations" },
  search: {
    wider: {
      isWanted: (plan, { line, source }) => {
        const isOfName = line === undefined && source === undefined;
        const found = planRead(plan);
        return isOfName && found.external === undefined && mayBeElsewhere(found);
      },
      rowsIn: "all files",
    },
  },
  plan: async (code, input) => {
    const found = await findAllSymbols(code, symbolRequestsOf(input));
    const paths = [...found.symbols.flatMap(({ places }) => places), ...found.via].map(({ path }) => path);
    return { files: [...new Set(paths)].sort(), found, mayNeedMore: mayNeedMore(found, code) };
  },
  rowsOf: (file, code, plan, { detail = "signatures" }) => rowsIn(file, code, planRead(plan), detail),
  rowsOfDeclarations: (file, code, plan, { detail = "signatures" }) => {
    const found = planRead(plan);
    const { symbols, via } = found;
    const places = [...symbols.filter(({ isFile }) => !isFile).flatMap((symbol) => symbol.places), ...via];
    const own = places.filter(({ path }) => path === file.file.path);
    // Local declarations are known only in open files.
    return own.every((place) => declarationAt(file.file, place)) ? rowsIn(file, code, found, detail) : undefined;
  },
  answer: (plan, files, input, bounds) => answerOf(plan, files, input, bounds),
});

function rowsIn(file: DeclaredFile, code: Code, found: FoundSymbols, detail: Detail): RowValues | undefined {
  const { symbols, via } = found;
  const separator = code.separatorOf(file.file.language);
  const texts = new DeclarationTexts(file);
  const places = symbols.flatMap(placesToShow);
  const placed = [...placedRowsIn(file, places, { separator, texts, detail })];
  for (const place of via.filter(({ path }) => path === file.file.path)) {
    const declaration = declarationAt(file.file, place);
    if (declaration === undefined) continue;
    const { kind, line, column } = declaration;
    const name = kind === "macro_member" ? declaration.name.slice(macroMemberSign.length) : declaration.name;
    placed.push({ row: { name, line, column, signature: texts.signatureOf(declaration) } });
  }
  return placed.length === 0 ? undefined : { separator, placed };
}

/** A place of a symbol that a row is wanted of. */
export const ShownPlace = Place.extend({
  /** Set where the symbol is the file: its name. */
  fileName: z.string().optional(),
});
export type ShownPlace = Readonly<z.infer<typeof ShownPlace>>;

export function placesToShow({ places, name, isFile }: FoundSymbol): readonly ShownPlace[] {
  return places.map((place) => ({ ...place, ...(isFile && { fileName: name }) }));
}

/** The rows of those places that are in a file, in their order; without a tree, places of locals have none. */
export function placedRowsIn(
  file: DeclaredFile,
  places: readonly ShownPlace[],
  context: Omit<RowContext, "rank">,
): readonly PlacedRow[] {
  return places.flatMap((place, rank) => {
    if (place.path !== file.file.path) return [];
    if (place.fileName !== undefined) return [{ rank, row: fileRow(file, place.fileName, context.detail) }];
    const declaration = declarationAt(file.file, place);
    return declaration === undefined ? [] : [placedRow(file, declaration, { ...context, rank })];
  });
}

type RowContext = {
  readonly rank: number;
  readonly separator: string;
  readonly texts: DeclarationTexts;
  readonly detail: Detail;
};

function placedRow(
  file: DeclaredFile,
  declaration: Declaration,
  { rank, separator, texts, detail }: RowContext,
): PlacedRow {
  if (detail !== "full") return { rank, row: declarationRow(file, declaration, separator, texts) };
  const doc = texts.docOf(declaration);
  const further = { ...(doc !== undefined && { doc }), source: texts.sourceOf(declaration) };
  const row = declarationRow(file, declaration, separator, texts, further);
  return { rank, row, ...(isClass(declaration) && { outline: outlineOf(file, declaration, texts) }) };
}

/** The row of a declaration. @param further keys that only some answers have */
export function declarationRow(
  { index }: DeclaredFile,
  declaration: Declaration,
  separator: string,
  texts: DeclarationTexts,
  further: Partial<SymbolRow> = {},
): SymbolRow {
  const { name, line, column, endLine } = declaration;
  const container = containerNameOf(declaration, separator);
  const access = accessOf(declaration);
  return {
    name,
    kind: symbolKindOf(declaration, index),
    ...(container !== "" && { container }),
    line,
    column,
    end_line: endLine,
    signature: texts.signatureOf(declaration),
    ...(access !== undefined && { access }),
    ...further,
    ...(isBare(declaration) && { declared: true }),
  };
}

/** The members of a class: `line: signature` of each. */
export function outlineOf({ file }: DeclaredFile, holder: Declaration, texts: DeclarationTexts): string[] {
  const members = file.declarations.filter(
    (member) => member.parent === holder && member.name !== "" && !bringsNames(member),
  );
  return members.map((member) => `${member.line}: ${texts.signatureOf(member)}`);
}

/** The row of a symbol that is a file. */
export function fileRow({ text }: DeclaredFile, name: string, detail: Detail): SymbolRow {
  const source = detail === "full" ? { source: text.trimEnd() } : {};
  return { name, kind: "module", line: 1, column: 1, end_line: text.trimEnd().split("\n").length, ...source };
}

/** A row of the answer with its file. */
export type AnswerRow = PlacedRow & { readonly filepath: string };

function answerOf(
  plan: Plan,
  files: readonly FileRows[],
  { detail = "signatures", ...input }: FindDefinitionArguments,
  bounds: AnswerBounds,
): IndexAnswer {
  const found = planRead(plan);
  if (found.symbols.length === 0 && found.external === undefined) return notFound(found, bounds);
  const decoded = files.map(({ filepath, rows }) => ({ filepath, ...PlacedRows.parse(rows) }));
  const all: readonly AnswerRow[] = decoded.flatMap(({ filepath, placed }) =>
    placed.map((row) => ({ ...row, filepath })),
  );
  const rows = all.filter(({ rank }) => rank !== undefined).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const separators = Object.fromEntries(decoded.map(({ filepath, separator }) => [filepath, separator]));
  const via = all.filter(({ rank }) => rank === undefined).map(({ filepath, row }) => ({ filepath, ...row }));
  const head = {
    ...symbolHead(found),
    ...(via.length > 0 && { via }),
  };
  const isElsewhere = bounds.isWider === true && found.symbols.length > 0;
  const notes = [
    ...notesOnMissing(found),
    ...notesOnFunctions(found, input, bounds),
    ...(isElsewhere ? [`Not all is declared in ${namedPaths(input)}`] : []),
  ];
  const make = (entries: readonly FileEntry[], truncation: Truncation, counts: RowValues = {}): IndexResults => ({
    head: { ...head, ...counts, ...truncation },
    lists: [resultsOf(entries)],
    tail: coverageOf(bounds, notes),
    separators,
  });
  const what = detail === "full" ? "sources" : detail;
  return richestLevel(levelsOf(found, rows, detail, make), bounds, (chars) => {
    const symbols = rows.length === 1 ? "symbol" : "symbols";
    return `${what} of ${rows.length} ${symbols} need ${chars} characters: narrow symbol or filepath`;
  });
}

type Make = (entries: readonly FileEntry[], truncation: Truncation, counts?: RowValues) => IndexResults;

/** The forms of an answer from the one that is asked for to the poorest. */
function levelsOf(found: FoundSymbols, rows: readonly AnswerRow[], detail: Detail, make: Make): readonly Level[] {
  const levels: readonly Level[] = [
    {
      detail: "full",
      answer: (truncation) =>
        make(
          grouped(rows, ({ row }) => row),
          truncation,
        ),
    },
    {
      detail: "full",
      sizes: { least: leastSourceChars, most: longestSourceOf(rows) },
      answer: (truncation, maxSource) =>
        make(
          grouped(rows, (row) => withShortSource(row, maxSource)),
          truncation,
        ),
    },
    {
      detail: "signatures",
      answer: (truncation) =>
        make(
          grouped(rows, ({ row }) => withoutSource(row)),
          truncation,
        ),
    },
    { detail: "names", answer: (truncation) => make(grouped(rows, undefined), truncation) },
    ...levelsOfFirst("names", "symbols", rows, (first, truncation) =>
      make(grouped(first, undefined), truncation, { counts: countsOf(rows) }),
    ),
    { detail: "counts", answer: (truncation) => make([], truncation, { ...countHead(found), counts: countsOf(rows) }) },
  ];
  return levels.slice(detail === "full" ? 0 : levels.findIndex((level) => level.detail === detail));
}

/** UTF-16 code units of the longest source, or more. */
export function longestSourceOf(rows: readonly PlacedRow[]): number {
  return rows.reduce((most, { row: { source = "" } }) => Math.max(most, source.length), leastSourceChars);
}

/** The values of a row whose source has at most about `maxSource` characters, or else the outline of its class. */
export function withShortSource({ row, outline }: PlacedRow, maxSource: number): RowValues {
  // A key without a value keeps the place of source among the keys.
  return { ...row, source: undefined, ...shortSource(row.source ?? "", outline, maxSource) };
}

/**
 * Entries of files in the order of their best row, with definitions apart from declarations.
 *
 * @param valuesOf undefined for only names
 */
export function grouped(
  rows: readonly AnswerRow[],
  valuesOf: ((row: AnswerRow) => RowValues) | undefined,
): readonly FileEntry[] {
  const byFile = groupBy(rows, ({ filepath }) => filepath);
  return Array.from(byFile, ([filepath, ofFile]) => {
    const listOf = (isDeclaration: boolean) => {
      const listed = ofFile.filter(({ row }) => (row.declared ?? false) === isDeclaration);
      if (listed.length === 0) return undefined;
      return valuesOf === undefined ? compactNames(listed.map(({ row }) => row)) : listed.map(valuesOf);
    };
    const [definitions, declarations] = [listOf(false), listOf(true)];
    return { filepath, ...(definitions && { definitions }), ...(declarations && { declarations }) };
  });
}

function countsOf(rows: readonly AnswerRow[]): RowValues {
  const byKind = groupBy(rows, ({ row }) => row.kind ?? "");
  return Object.fromEntries(Array.from(byKind, ([kind, ofKind]) => [kind, ofKind.length]));
}
