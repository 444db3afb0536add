/**
 * The tool get_symbol_info, the hover of editors. Input: a symbol by its name or by a place; output: its type,
 * signature, parameters, modifiers and documentation.
 */
import * as z from "zod";
import { type FileEntry, type IndexAnswer, type IndexResults, resultsOf } from "../answers/answer.ts";
import { levelsOfFirst, richestLevel, type Truncation } from "../answers/levels.ts";
import { type ParameterRow, placedRows, SymbolRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { groupBy } from "../base/group-by.ts";
import { maxDescribedSymbols } from "../base/limits.ts";
import type { ResolvedFile } from "../code-index/code.ts";
import { DeclarationTexts } from "../code-index/declaration-text.ts";
import { findSymbols, mayNeedMore } from "../code-index/find-symbols.ts";
import { FoundSymbols } from "../code-index/found-symbols.ts";
import { joinedModifiers, modifiersOf } from "../code-index/modifiers.ts";
import { declarationAt } from "../code-index/places.ts";
import { countHead, coverageOf, notFound, symbolHead } from "./answers/index-answer.ts";
import {
  maxChars,
  memberName,
  requireSymbol,
  SymbolArguments,
  symbolRequestOf,
  wordOfName,
} from "./arguments/symbol-arguments.ts";
import { unlisted } from "./arguments/target-arguments.ts";
import type { AnswerBounds } from "./contract/answer-bounds.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type FileRows, type Plan, planReader } from "./contract/plan.ts";
import { declarationRow, fileRow } from "./find-definition.ts";
import { compactNames } from "./graphs/compact-names.ts";
import { ShownDefinition, shownDefinitionOf } from "./source-lines/shown-definition.ts";

const GetSymbolInfoArguments = requireSymbol(SymbolArguments.extend({ max_chars: maxChars.meta(unlisted) }));

type GetSymbolInfoArguments = z.infer<typeof GetSymbolInfoArguments>;

/** Declarations of one symbol that are read: a namespace, or a variable of Python, can have thousands. */
const maxPlaces = 6;

/** A row with the numbers of its symbol, and of its place in the symbol. */
const InfoRow = z.object({ symbol: z.number(), place: z.number(), row: SymbolRow });
type InfoRow = Readonly<z.infer<typeof InfoRow>>;

const PlacedRows = placedRows(InfoRow);

const InfoPlan = FoundSymbols.extend({ definition: ShownDefinition.optional() });

const planRead = planReader(InfoPlan);

/** Tells what a symbol is: its type, parameters, modifiers and documentation. */
export const getSymbolInfo = defineIndexTool<GetSymbolInfoArguments>({
  needs: "index",
  name: "get_symbol_info",
  title: "Get symbol info",
  description:
    "The hover of a symbol, instead of reading its file: type (declared, inferred or unknown), " +
    "signature, doc, parameters.",
  help: {
    does: "signature, type and documentation of a symbol",
    group: "Find code",
    examples: [{ line: "codegrove get_symbol_info Shape::area", does: "what hovering shows in an editor" }],
    synonyms: ["info"],
  },
  input: GetSymbolInfoArguments,
  kind: "symbols",
  reading: {
    onDemand: (input) => ({ word: wordOfName(input), name: memberName(input), rowsReadOthers: true }),
  },
  plan: async (code, input) => {
    const found = await findSymbols(code, symbolRequestOf(input));
    const described = found.symbols.slice(0, maxDescribedSymbols);
    const paths = described.flatMap(({ places }) => places.slice(0, maxPlaces).map(({ path }) => path));
    const definition = shownDefinitionOf(found.symbols, code);
    return {
      files: [...new Set(paths)].sort(),
      found: { ...found, definition },
      mayNeedMore: mayNeedMore(found, code),
    };
  },
  rowsOf: (file, code, plan) => {
    const { symbols } = planRead(plan);
    const separator = code.separatorOf(file.file.language);
    const texts = new DeclarationTexts(file);
    const placed = symbols.slice(0, maxDescribedSymbols).flatMap(({ places, isFile, name }, symbol) =>
      places.slice(0, maxPlaces).flatMap((at, place) => {
        if (at.path !== file.file.path) return [];
        const row = isFile ? fileRow(file, name, "signatures") : infoRow(file, at, separator, texts);
        return row === undefined ? [] : [{ symbol, place, row }];
      }),
    );
    return placed.length === 0 ? undefined : { separator, placed };
  },
  answer: (plan, files, _, bounds) => answerOf(plan, files, bounds),
});

function infoRow(
  open: ResolvedFile,
  place: { readonly line: number; readonly column: number },
  separator: string,
  texts: DeclarationTexts,
): SymbolRow | undefined {
  const { file, resolver } = open;
  const declaration = declarationAt(file, place);
  if (declaration === undefined) return undefined;
  const doc = texts.docOf(declaration);
  const known = resolver.typeOf?.(open, declaration);
  const isTyped = typedKinds.has(declaration.kind);
  const modifiers = modifiersOf(declaration, texts.signatureOf(declaration));
  const parameters = resolver.parametersOf?.(open, declaration);
  return declarationRow(open, declaration, separator, texts, {
    ...(doc !== undefined && { doc }),
    ...(known !== undefined && { type: known.type }),
    ...((known !== undefined || isTyped) && { type_source: known?.source ?? "unknown" }),
    ...(modifiers.length > 0 && { modifiers }),
    ...(parameters !== undefined && { parameters }),
  });
}

/** The kinds of declarations that have a type, known or not. */
const typedKinds: ReadonlySet<string> = new Set([
  "function",
  "method",
  "field",
  "property",
  "variable",
  "parameter",
  "enum_member",
]);

type AnswerRow = InfoRow & { readonly filepath: string };

function answerOf(plan: Plan, files: readonly FileRows[], bounds: AnswerBounds): IndexAnswer {
  const found = planRead(plan);
  if (found.symbols.length === 0 && found.external === undefined) return notFound(found, bounds);
  const decoded = files.map(({ filepath, rows }) => ({ filepath, ...PlacedRows.parse(rows) }));
  const all: readonly AnswerRow[] = decoded
    .flatMap(({ filepath, placed }) => placed.map((row) => ({ ...row, filepath })))
    .sort((a, b) => a.symbol - b.symbol || a.place - b.place);
  const rows = [...groupBy(all, ({ symbol }) => symbol).values()].flatMap(mergedRow);
  const separators = Object.fromEntries(decoded.map(({ filepath, separator }) => [filepath, separator]));
  const left = found.symbols.length - maxDescribedSymbols;
  const partial: Truncation =
    left > 0
      ? {
          truncated: true,
          truncated_reason: `${left} further symbols have the name: qualify symbol, or narrow filepath`,
        }
      : {};
  const head = { ...symbolHead(found), ...(found.definition && { definition: found.definition }) };
  const make = (entries: readonly FileEntry[], truncation: Truncation, counts: RowValues = {}): IndexResults => ({
    head: { ...head, ...counts, ...partial, ...truncation },
    lists: [resultsOf(entries)],
    tail: coverageOf(bounds),
    separators,
  });
  const levels = [
    {
      detail: "full",
      answer: (truncation: Truncation) =>
        make(
          grouped(rows, ({ row }) => row),
          truncation,
        ),
    },
    {
      detail: "signatures",
      answer: (truncation: Truncation) =>
        make(
          grouped(rows, ({ row }) => withoutDetails(row)),
          truncation,
        ),
    },
    { detail: "names", answer: (truncation: Truncation) => make(grouped(rows, undefined), truncation) },
    ...levelsOfFirst("names", "symbols", rows, (first, truncation) =>
      make(grouped(first, undefined), truncation, { counts: { symbols: found.symbols.length } }),
    ),
    {
      detail: "counts",
      answer: (truncation: Truncation) =>
        make([], truncation, { ...countHead(found), counts: { symbols: found.symbols.length } }),
    },
  ];
  return richestLevel(levels, bounds, (chars) => {
    const symbols = rows.length === 1 ? "symbol" : "symbols";
    return `what is known of ${rows.length} ${symbols} needs ${chars} characters: qualify symbol or narrow filepath`;
  });
}

/** The row of a symbol: its first declaration, with what only others of its declarations say. */
function mergedRow(rows: readonly AnswerRow[]): readonly { readonly filepath: string; readonly row: SymbolRow }[] {
  const [first] = rows;
  if (first === undefined) return [];
  const all = rows.map(({ row }) => row);
  const typed = all.find(({ type }) => type !== undefined) ?? first.row;
  const doc = all.find((row) => row.doc !== undefined)?.doc;
  const access = all.find((row) => row.access !== undefined)?.access;
  const modifiers = joinedModifiers(all.map((row) => row.modifiers ?? []));
  const { parameters, declared, name, kind, container, line, column, end_line, signature } = first.row;
  const row = {
    name,
    kind,
    container,
    line,
    column,
    end_line,
    signature,
    access,
    doc,
    type: typed.type,
    type_source: typed.type_source,
    ...(modifiers.length > 0 && { modifiers }),
    ...(parameters && { parameters: parameters.map((own, at) => withDefault(own, all, at)) }),
    ...(declared && { declared }),
  };
  return [{ filepath: first.filepath, row }];
}

/** A parameter with the default that another declaration of the function gives it. */
function withDefault(own: ParameterRow, rows: readonly SymbolRow[], at: number): RowValues {
  const given = rows.map(({ parameters }) => parameters?.[at]?.default).find((value) => value !== undefined);
  return { ...own, ...(given !== undefined && { default: given }) };
}

function withoutDetails({ doc: _, parameters: __, modifiers: ___, ...row }: SymbolRow): RowValues {
  return row;
}

/**
 * Entries of files in the order of their best row.
 *
 * @param valuesOf undefined for only names
 */
function grouped(
  rows: readonly { readonly filepath: string; readonly row: SymbolRow }[],
  valuesOf: ((row: { readonly row: SymbolRow }) => RowValues) | undefined,
): readonly FileEntry[] {
  const byFile = groupBy(rows, ({ filepath }) => filepath);
  return Array.from(byFile, ([filepath, ofFile]) => ({
    filepath,
    symbols: valuesOf === undefined ? compactNames(ofFile.map(({ row }) => row)) : ofFile.map(valuesOf),
  }));
}
