/**
 * list_symbols with `unused`: the symbols of files whose name is written nowhere else in the code base. Input: files, and filters;
 * output: their symbols without a use, the ones that nothing speaks for first, then the ones that may be used all the same.
 */
import * as z from "zod";
import type { FileEntry, IndexResults } from "../answers/answer.ts";
import { type Level, richestLevel, type Truncation } from "../answers/levels.ts";
import { counted } from "../base/counted.ts";
import { groupBy } from "../base/group-by.ts";
import { Tally } from "../base/tally.ts";
import type { Code, DeclaredFile } from "../code-index/code.ts";
import { DeclarationTexts } from "../code-index/declaration-text.ts";
import { containerNameOf } from "../code-index/qualified-name.ts";
import { accessOf, isBare, symbolKindOf } from "../code-index/symbol-kind.ts";
import { unusedSymbolsIn } from "../code-index/unused-symbols.ts";
import type { FlatTree } from "../syntax/flat/flat-tree.ts";
import { coverageOf } from "./answers/index-answer.ts";
import { isUnknown, notKnown } from "./answers/not-known.ts";
import { type AnswerBounds, defineIndexTool } from "./contract/index-tool.ts";
import { ListSymbolsArguments, listSymbols, nameMatcher } from "./list-symbols.ts";

const ListUnusedArguments = ListSymbolsArguments.pick({
  filepath: true,
  recursive: true,
  file_patterns: true,
  no_ignore: true,
  max_chars: true,
  kinds: true,
  name: true,
  access: true,
  detail: true,
  unused: true,
});
type ListUnusedArguments = z.infer<typeof ListUnusedArguments>;

const UnusedRow = z.object({
  /** The place that stands for the symbol if that is another one: no row has it twice. */
  definition: z.string().optional(),
  name: z.string(),
  kind: z.string(),
  container: z.string().optional(),
  line: z.number(),
  column: z.number(),
  end_line: z.number(),
  signature: z.string().optional(),
  access: z.string().optional(),
  declared: z.literal(true).optional(),
  reasons: z.array(z.string()).optional(),
});

const Notes = z.object({ notes: z.array(z.string()) });

const UnusedRows = z.object({ separator: z.string(), symbols: z.array(UnusedRow) });
type UnusedRows = z.infer<typeof UnusedRows>;

type PlacedRow = z.infer<typeof UnusedRow> & { readonly filepath: string };

/** Lists the symbols that are named nowhere else. */
export const listUnused = defineIndexTool<ListUnusedArguments>({
  needs: "index",
  name: listSymbols.name,
  title: listSymbols.title,
  description: listSymbols.description,
  input: ListUnusedArguments,
  kind: "symbols",
  narrowsRows: true,
  plan: async (code) => {
    const languages = [...new Set(code.index.files.map(({ language }) => language))];
    const unknown = languages.filter((language) => isUnknown("unused symbols", language, code));
    const files = code.index.files.filter(({ language }) => !unknown.includes(language)).map(({ path }) => path);
    return { files, found: { notes: unknown.length === 0 ? [] : [notKnown("unused symbols", unknown, code)] } };
  },
  rowsOfDeclarations: (file, code, _plan, input) => rowsIn(file, undefined, code, input),
  rowsOf: ({ file: { path }, text, tree, parsePart }, code, _plan, input) => {
    // Without locals, as all other files.
    const file = code.index.fileAt(path);
    return file && rowsIn({ file, text, index: code.index, parsePart }, tree, code, input);
  },
  wordsOf: (files) => files.flatMap(({ rows }) => UnusedRows.parse(rows).symbols.map(({ name }) => name)),
  answer: ({ found }, files, input, bounds) => {
    const decoded = files
      .map(({ filepath, rows }) => ({ filepath, ...UnusedRows.parse(rows) }))
      .filter(({ symbols }) => symbols.length > 0);
    const { fileOf, searched = 0, total } = bounds.mentioned ?? {};
    const separators = Object.fromEntries(decoded.map(({ filepath, separator }) => [filepath, separator]));
    const named = decoded.flatMap(({ filepath, separator, symbols }) =>
      symbols.map((row) => ({ filepath, row, qualified: (row.container ? row.container + separator : "") + row.name })),
    );
    // The row of a class stands for its members.
    const classes = new Set(named.filter(({ row }) => holdingKinds.has(row.kind)).map(({ qualified }) => qualified));
    const places = new Set(named.map(({ filepath, row }) => `${filepath}:${row.line}`));
    const rows = named
      .filter(({ row: { container } }) => container === undefined || !classes.has(container))
      .filter(({ row: { definition } }) => definition === undefined || !places.has(definition))
      .map(({ filepath, row: { reasons = [], definition: _, ...row } }): PlacedRow => {
        const file = fileOf?.get(row.name);
        const all = [...reasons, ...(file === undefined ? [] : [`named in ${file}`])];
        return { filepath, ...row, ...(all.length > 0 && { reasons: all }) };
      });
    const isWhole = rows.length === 0 || searched === total;
    const warnings = [
      ...(rows.length > 0 ? [meaningIn(bounds.unread.length > 0 ? "that was read" : "of the code base")] : []),
      ...(isWhole ? [] : [notSearched]),
      ...Notes.parse(found).notes,
    ];
    return answerOf(rows, separators, warnings, input, bounds);
  },
});

/** The rows of a file; undefined if they need its tree. */
function rowsIn(
  file: DeclaredFile,
  tree: FlatTree | undefined,
  code: Code,
  { kinds, access, name, detail, filepath, file_patterns }: ListUnusedArguments,
): UnusedRows | undefined {
  // Files that the call leaves out may define what is declared here.
  const isNarrowed = filepath !== undefined || file_patterns !== undefined;
  const found = unusedSymbolsIn(file, tree, code, isNarrowed);
  if (found === undefined) return undefined;
  const separator = code.separatorOf(file.file.language);
  const matchesName = name === undefined ? undefined : nameMatcher(name, separator);
  const texts = new DeclarationTexts(file, tree);
  const symbols = found.flatMap(({ declaration, definition, reasons }) => {
    const container = containerNameOf(declaration, separator);
    const kind = symbolKindOf(declaration, code.index);
    const own = accessOf(declaration);
    if (kinds?.every((one) => one !== kind) || access?.every((one) => one !== own)) return [];
    if (matchesName?.({ name: declaration.name, container }) === false) return [];
    return {
      name: declaration.name,
      kind,
      ...(container !== "" && { container }),
      line: declaration.line,
      column: declaration.column,
      end_line: declaration.endLine,
      ...(detail !== "names" && { signature: texts.signatureOf(declaration) }),
      ...(own !== undefined && { access: own }),
      ...(isBare(declaration) && { declared: true as const }),
      ...(reasons.length > 0 && { reasons: [...reasons] }),
      ...(definition !== declaration && { definition: `${code.nameOf(definition.file.path)}:${definition.line}` }),
    };
  });
  return { separator, symbols };
}

/** The kinds whose members cannot be named without them. */
const holdingKinds: ReadonlySet<string> = new Set(["class", "struct", "interface"]);

const meaningIn = (code: string) =>
  `No code ${code} has these names in another place. Symbols in with_reasons may be used all the same.`;
const notSearched = "Not all files of other kinds, such as of a build, were searched for the names.";

/** Returns the answer: rows with signatures, only names, as many as fit, or counts. */
function answerOf(
  rows: readonly PlacedRow[],
  separators: Readonly<Record<string, string>>,
  warnings: readonly string[],
  { detail }: ListUnusedArguments,
  bounds: AnswerBounds,
): IndexResults {
  const tally = new Tally();
  for (const { kind } of rows) tally.add({ [kind]: 1 });
  const counts = tally.summary();
  const without = rows.filter(({ reasons }) => reasons === undefined);
  const withReasons = rows.filter(({ reasons }) => reasons !== undefined);
  const answer = (
    shown: readonly PlacedRow[],
    truncation: Truncation,
    [first, others]: readonly [RowForm, RowForm],
  ) => ({
    head: {
      total_unused: rows.length,
      total_with_reasons: withReasons.length,
      ...(counts !== undefined && { counts }),
      ...truncation,
    },
    results: byFile(
      shown.filter(({ reasons }) => reasons === undefined),
      first,
    ),
    lists: listsOf(
      byFile(
        shown.filter(({ reasons }) => reasons !== undefined),
        others,
      ),
    ),
    tail: coverageOf(bounds, warnings),
    separators,
  });
  const ordered = [...without, ...withReasons];
  const levels: readonly Level[] = [
    { detail: "signatures", answer: (truncation) => answer(ordered, truncation, [withoutPath, withoutPath]) },
    { detail: "signatures", answer: (truncation) => answer(ordered, truncation, [withoutPath, withoutSignature]) },
    {
      detail: "names",
      sizes: { least: 0, most: ordered.length },
      answer: (truncation, size) => answer(ordered.slice(0, size), truncation, [withoutSignature, withoutSignature]),
    },
  ];
  return richestLevel(detail === "names" ? levels.slice(-1) : levels, bounds, (chars) => {
    const total = `${counted(rows.length, "symbol")} need ${chars} characters`;
    return `${total} of ${bounds.maxChars.toLocaleString("en-US")}: signatures are left out, or only the first ones are here; narrow filepath or kinds`;
  });
}

type RowForm = (row: PlacedRow) => unknown;

function listsOf(entries: readonly FileEntry[]): NonNullable<IndexResults["lists"]> {
  return entries.length === 0 ? {} : { with_reasons: entries };
}

function withoutPath({ filepath: _, ...row }: PlacedRow) {
  return row;
}

function withoutSignature({ filepath: _, signature: __, end_line: ___, ...row }: PlacedRow) {
  return row;
}

function byFile(rows: readonly PlacedRow[], shownOf: (row: PlacedRow) => unknown): readonly FileEntry[] {
  const groups = groupBy(rows, ({ filepath }) => filepath);
  return Array.from(groups, ([filepath, ofFile]) => ({ filepath, symbols: ofFile.map(shownOf) }));
}
