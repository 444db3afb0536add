/**
 * list_symbols with `unused`: the symbols of files whose name is written nowhere else in the code base, or only in such symbols. Input:
 * files, and filters; output: their symbols without a use, the ones that nothing speaks for first, then the ones that may be used
 * all the same.
 */
import * as z from "zod";
import { entriesOf, filledLists, type IndexResults, resultsOf } from "../answers/answer.ts";
import { type Level, richestLevel, type Truncation } from "../answers/levels.ts";
import { counted, numberText } from "../base/counted.ts";
import { groupBy, pushTo } from "../base/group-by.ts";
import { Tally } from "../base/tally.ts";
import type { Code, DeclaredFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { DeclarationTexts } from "../code-index/declaration-text.ts";
import { containerNameOf, nameInScope, partsOfName, qualifiedNameOf } from "../code-index/qualified-name.ts";
import { firstOf, isListed } from "../code-index/searched-symbol.ts";
import { accessOf, isBare, symbolKindOf } from "../code-index/symbol-kind.ts";
import { usedByTests } from "../code-index/unused-reasons.ts";
import { unusedSymbolsIn } from "../code-index/unused-symbols.ts";
import { type KnownUnused, usedByUnused } from "../code-index/used-by-unused.ts";
import type { FlatTree } from "../syntax/flat/flat-tree.ts";
import { coverageOf } from "./answers/index-answer.ts";
import { isUnknown, notKnown } from "./answers/not-known.ts";
import type { AnswerBounds } from "./contract/answer-bounds.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { planReader } from "./contract/plan.ts";
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
  /** The unused symbols that have its uses: all of them, as qualified names. */
  only_in: z.array(z.string()).optional(),
  reasons: z.array(z.string()).optional(),
});
type UnusedRow = z.infer<typeof UnusedRow>;

/** A symbol that only unused ones use: its declaration by its number in the file. */
const UsedByUnusedRow = UnusedRow.pick({ reasons: true, only_in: true }).required().extend({ index: z.number() });
type UsedByUnusedRow = z.infer<typeof UsedByUnusedRow>;

const UnusedPlan = z.object({
  notes: z.array(z.string()),
  /** Path → the symbols that only unused ones use; undefined before they are looked for. */
  users: z.record(z.string(), z.array(UsedByUnusedRow)).optional(),
});
type UnusedPlan = z.infer<typeof UnusedPlan>;
const planRead = planReader(UnusedPlan);

const UnusedRows = z.object({
  path: z.string(),
  separator: z.string(),
  symbols: z.array(UnusedRow),
  /** The numbers of all declarations of the file that stand for a symbol which nothing else than tests may use, also by a filter. */
  unused: z.array(z.number()),
  /** Of these the ones that tests use. */
  tested: z.array(z.number()),
  /** The same of symbols that may be used for another reason. */
  uncertain: z.array(z.number()),
  /** See UnusedInFile. */
  suspects: z.array(z.string()),
});
type UnusedRows = z.infer<typeof UnusedRows>;

type PlacedRow = UnusedRow & { readonly filepath: string };

/** Files of a call past which only symbols are looked at that unused ones name, or that seem to have no other use. */
const maxOfAllNames = 20;
/** Symbols of these files. */
const maxNames = 2_000;

/** Lists the symbols that are named nowhere else. */
export const listUnused = defineIndexTool<ListUnusedArguments>({
  needs: "index",
  name: listSymbols.name,
  title: listSymbols.title,
  description: listSymbols.description,
  input: ListUnusedArguments,
  kind: "symbols",
  search: {
    pathsLimit: "rows",
    wordsOf: (files) =>
      files.flatMap(({ rows }) =>
        UnusedRows.parse(rows).symbols.flatMap(({ name, only_in: users = [] }) => [name, ...users.map(lastPartOf)]),
      ),
  },
  plan: async (code) => {
    const languages = [...new Set(code.index.files.map(({ language }) => language))];
    const unknown = languages.filter((language) => isUnknown("unused symbols", language, code));
    const files = code.index.files.filter(({ language }) => !unknown.includes(language)).map(({ path }) => path);
    return { files, found: { notes: unknown.length === 0 ? [] : [notKnown("unused symbols", unknown, code)] } };
  },
  rowsOfDeclarations: (file, code, plan, input) => rowsIn(file, undefined, code, planRead(plan), input),
  rowsOf: ({ file: { path }, text, tree, parsePart, commentSigns }, code, plan, input) => {
    // Without locals, as all other files.
    const file = code.index.fileAt(path);
    return (
      file && rowsIn({ file, text, index: code.index, parsePart, commentSigns }, tree, code, planRead(plan), input)
    );
  },
  next: async (code, plan, rows) => {
    const found = planRead(plan);
    if (found.users !== undefined) return undefined;
    const decoded = rows.map(({ rows: values }) => UnusedRows.parse(values));
    const { users, isCut } = await usersIn(decoded, new Set(plan.files), code);
    const notes = [...found.notes, ...(isCut ? [notAllUsers] : [])];
    return { files: Object.keys(users).sort(), found: { notes, users } };
  },
  answer: (plan, files, input, bounds) => {
    const byPath = groupBy(files, ({ filepath }) => filepath);
    const decoded = Array.from(byPath, ([filepath, ofFile]) => {
      const read = ofFile.map(({ rows }) => UnusedRows.parse(rows));
      const symbols = read.flatMap((one) => one.symbols).sort((a, b) => a.line - b.line || a.column - b.column);
      return { filepath, separator: read[0]?.separator ?? "", symbols };
    }).filter(({ symbols }) => symbols.length > 0);
    const { fileOf, searched = 0, total } = bounds.mentioned ?? {};
    const separators = Object.fromEntries(decoded.map(({ filepath, separator }) => [filepath, separator]));
    const all = decoded.flatMap(({ filepath, separator, symbols }) =>
      symbols.map((row) => ({
        filepath,
        row,
        separator,
        qualified: (row.container ? row.container + separator : "") + row.name,
      })),
    );
    const used = usedByMentioned(
      all.map(({ row }) => row),
      [...(fileOf?.keys() ?? [])],
    );
    const named = all.filter(({ row }) => row.only_in === undefined || !used.has(row.name));
    // The row of a class stands for its members.
    const classes = new Set(named.filter(({ row }) => holdingKinds.has(row.kind)).map(({ qualified }) => qualified));
    const places = new Set(named.map(({ filepath, row }) => `${filepath}:${row.line}`));
    const rows = named
      .filter(({ row: { container } }) => container === undefined || !classes.has(container))
      .filter(({ row: { definition } }) => definition === undefined || !places.has(definition))
      .map(({ filepath, separator, row: { reasons = [], only_in: users, definition: _, ...row } }): PlacedRow => {
        const file = fileOf?.get(row.name);
        const told = [...reasons, ...(file === undefined ? [] : [`named in ${file}`])];
        return {
          filepath,
          ...row,
          ...(users !== undefined && { only_in: shownUsers(users, row.container, separator) }),
          ...(told.length > 0 && { reasons: told }),
        };
      });
    const isWhole = rows.length === 0 || searched === total;
    const code = bounds.unread.length > 0 ? "that was read" : "of the code base";
    const hasUsers = rows.some((row) => row.only_in !== undefined);
    const warnings = [
      ...(rows.length > 0 ? [`${meaningIn(code)}${hasUsers ? ` ${meaningOfUsers}` : ""}`] : []),
      ...(isWhole ? [] : [notSearched]),
      ...(bounds.endedAfter === undefined ? [] : [`${notAllUsers} The reason: ${bounds.endedAfter}.`]),
      ...planRead(plan).notes,
    ];
    return answerOf(rows, separators, warnings, input, bounds);
  },
});

/** The rows of a file in one round; undefined if they need its tree. */
function rowsIn(
  file: DeclaredFile,
  tree: FlatTree | undefined,
  code: Code,
  { users }: UnusedPlan,
  input: ListUnusedArguments,
): UnusedRows | undefined {
  if (users !== undefined) return rowsOfUsed(file, users[file.file.path] ?? [], code, input);
  // Files that the call leaves out may define what is declared here.
  const isNarrowed = input.filepath !== undefined || input.file_patterns !== undefined;
  const found = unusedSymbolsIn(file, tree, code, isNarrowed);
  if (found === undefined) return undefined;
  const rowOf = rowMaker(file, tree, code, input);
  const certain = found.symbols.filter(({ reasons }) => reasons.every((reason) => reason === usedByTests));
  return {
    path: file.file.path,
    separator: code.separatorOf(file.file.language),
    symbols: found.symbols.flatMap(({ declaration, definition, reasons }) => {
      const row = rowOf(declaration);
      if (row === undefined) return [];
      const isElsewhere = definition !== declaration;
      return {
        ...row,
        ...(reasons.length > 0 && { reasons: [...reasons] }),
        ...(isElsewhere && { definition: `${code.nameOf(definition.file.path)}:${definition.line}` }),
      };
    }),
    unused: certain.map(({ declaration }) => declaration.index),
    tested: certain.filter(({ reasons }) => reasons.length > 0).map(({ declaration }) => declaration.index),
    uncertain: found.symbols.filter((one) => !certain.includes(one)).map(({ declaration }) => declaration.index),
    suspects: [...found.suspects],
  };
}

/** The rows of a file for symbols that only unused ones use. */
function rowsOfUsed(
  file: DeclaredFile,
  users: readonly UsedByUnusedRow[],
  code: Code,
  input: ListUnusedArguments,
): UnusedRows {
  const rowOf = rowMaker(file, undefined, code, input);
  const symbols = users.flatMap(({ index, only_in, reasons }) => {
    const declaration = file.file.declarations[index];
    const row = declaration && rowOf(declaration);
    return row === undefined ? [] : { ...row, only_in, ...(reasons.length > 0 && { reasons }) };
  });
  const separator = code.separatorOf(file.file.language);
  return { path: file.file.path, separator, symbols, unused: [], tested: [], uncertain: [], suspects: [] };
}

/** Returns a function that makes the row of a declaration; undefined for one that a filter leaves out. */
function rowMaker(
  file: DeclaredFile,
  tree: FlatTree | undefined,
  code: Code,
  { kinds, access, name, detail }: ListUnusedArguments,
): (declaration: Declaration) => UnusedRow | undefined {
  const separator = code.separatorOf(file.file.language);
  const matchesName = name === undefined ? undefined : nameMatcher(name, separator);
  const texts = new DeclarationTexts(file, tree);
  return (declaration) => {
    const container = containerNameOf(declaration, separator);
    const kind = symbolKindOf(declaration, code.index);
    const own = accessOf(declaration);
    if (kinds?.every((one) => one !== kind) || access?.every((one) => one !== own)) return undefined;
    if (matchesName?.({ name: declaration.name, container }) === false) return undefined;
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
    };
  };
}

/** The symbols of some files that only unused ones use. */
async function usersIn(rows: readonly UnusedRows[], files: ReadonlySet<string>, code: Code) {
  const known = rows.flatMap(({ path, unused, tested, uncertain }) => {
    const declarations = code.index.fileAt(path)?.declarations ?? [];
    return [...unused, ...uncertain].flatMap((index): KnownUnused | [] => {
      const declaration = declarations[index];
      const use = uncertain.includes(index) ? "possible" : tested.includes(index) ? "in tests" : undefined;
      return declaration === undefined ? [] : { declaration, use };
    });
  });
  const declared =
    files.size > maxOfAllNames ? [] : [...files].flatMap((path) => code.index.fileAt(path)?.declarations ?? []);
  const names = new Set([...rows.flatMap(({ suspects }) => suspects), ...declared.map(({ name }) => name)]);
  const { found, isCut } = await usedByUnused(code, known, [...names].slice(0, maxNames));
  const users = new Map<string, UsedByUnusedRow[]>();
  for (const { symbol, users: ofSymbol, reasons } of found) {
    const declaration = firstOf(symbol.declarations.filter((one) => isListed(one) && files.has(one.file.path)));
    if (declaration === undefined) continue;
    const nameOf = (one: Declaration) => qualifiedNameOf(one, code.separatorOf(one.file.language));
    const row = { index: declaration.index, only_in: [...new Set(ofSymbol.map(nameOf))], reasons: [...reasons] };
    pushTo(users, declaration.file.path, row);
  }
  return { users: Object.fromEntries(users), isCut: isCut || names.size > maxNames };
}

/** The words of symbols that files of other kinds name, and of rows with a use in these. */
function usedByMentioned(rows: readonly UnusedRow[], mentioned: readonly string[]): ReadonlySet<string> {
  const usedIn = new Map<string, string[]>();
  for (const { name, only_in: users = [] } of rows) for (const user of users) pushTo(usedIn, lastPartOf(user), name);
  const used = new Set(mentioned);
  const found = new Set<string>();
  for (const user of used) {
    for (const name of usedIn.get(user) ?? []) {
      used.add(name);
      found.add(name);
    }
  }
  return found;
}

function lastPartOf(qualified: string): string {
  return partsOfName(qualified).at(-1) ?? qualified;
}

/** Users that a row shows. */
const maxShownUsers = 3;

/** The first users of a symbol, as its scope names them, with the number of further ones. */
function shownUsers(users: readonly string[], container: string | undefined, separator: string): string[] {
  const shown = users.slice(0, maxShownUsers).map((user) => nameInScope(user, container, separator));
  return users.length === shown.length ? shown : [...shown, `${users.length - shown.length} more`];
}

/** The kinds whose members cannot be named without them. */
const holdingKinds: ReadonlySet<string> = new Set(["class", "struct", "interface"]);

const meaningIn = (code: string) =>
  `No code ${code} has these names in another place. Symbols in with_reasons may be used all the same.`;
const meaningOfUsers = "Symbols with only_in are named only in these unused ones as well.";
const notAllUsers = "Not all symbols that only unused ones use were looked for.";
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
    lists: filledLists([
      resultsOf(
        entriesOf(
          shown.filter(({ reasons }) => reasons === undefined),
          "symbols",
          first,
        ),
      ),
      {
        name: "with_reasons",
        entries: entriesOf(
          shown.filter(({ reasons }) => reasons !== undefined),
          "symbols",
          others,
        ),
      },
    ]),
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
    return `${total} of ${numberText(bounds.maxChars)}: signatures are left out, or only the first ones are here; narrow filepath or kinds`;
  });
}

type RowForm = (row: PlacedRow) => unknown;

function withoutPath({ filepath: _, ...row }: PlacedRow) {
  return row;
}

function withoutSignature({ filepath: _, signature: __, end_line: ___, ...row }: PlacedRow) {
  return row;
}
