/**
 * The tool get_symbol_context. Input: a symbol; output: all that a change of it needs: its source, what it uses, its
 * callers, overrides, tests and imports.
 */
import * as z from "zod";
import type { RowValues } from "../answers/rows.ts";
import { compareText } from "../base/compare-text.ts";
import { counted } from "../base/counted.ts";
import { maxContextChars, maxContextFiles, maxDescribedSymbols, maxUsedSymbols } from "../base/limits.ts";
import { FileCalls } from "../code-index/calls.ts";
import { basesOf } from "../code-index/class-bases.ts";
import { ClassHierarchy } from "../code-index/class-hierarchy.ts";
import type { Code, DeclaredFile, ResolvedFile } from "../code-index/code.ts";
import type { CodeIndex, Declaration } from "../code-index/code-index.ts";
import { includedFiles, sharedFolders } from "../code-index/cpp/include-search.ts";
import { DeclarationTexts } from "../code-index/declaration-text.ts";
import type { ReferencedSymbol } from "../code-index/occurrences.ts";
import { overridesOf } from "../code-index/overrides.ts";
import { declarationAt, declarationsAt, isSamePlace, keyOfPlace, Place, placeOf } from "../code-index/places.ts";
import { partsOfName } from "../code-index/qualified-name.ts";
import type { ReferenceType } from "../code-index/reference-types.ts";
import { bringsNames, isBare, isClass, isOfMacros } from "../code-index/symbol-kind.ts";
import { isOfTest, isTestFile } from "../code-index/test-path.ts";
import { symbolsUsedIn } from "../code-index/used-symbols.ts";
import { DeclarationFlag } from "../facts/declaration-facts.ts";
import {
  Candidate,
  contextAnswer,
  ImportRow,
  type Part,
  parts,
  type SymbolList,
  symbolLists,
} from "./answers/context-answer.ts";
import { notFound } from "./answers/index-answer.ts";
import { isUnknown, notKnown } from "./answers/not-known.ts";
import { addressesOf, isInTest, Reference } from "./answers/references-answer.ts";
import { maxChars, requireSymbol, SymbolArguments, wordOfName } from "./arguments/symbol-arguments.ts";
import { unlisted } from "./arguments/target-arguments.ts";
import type { AnswerBounds } from "./contract/answer-bounds.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type FileRows, type Plan, planReader } from "./contract/plan.ts";
import { PlacedRow, placedRowsIn, placesToShow, ShownPlace } from "./find-definition.ts";
import { planOfReferences, ReferencesPlan, referencesIn } from "./find-references.ts";
import { type Bounds, callsOfPlan, foundUsers, nextOfCalls, planOfDirectUsers } from "./graphs/call-walk.ts";
import { namesTest, type ReachingTest, reachedUsers } from "./graphs/reached-users.ts";
import { textAround } from "./source-lines/text-around.ts";

const GetSymbolContextArguments = requireSymbol(
  SymbolArguments.extend({
    include: z
      .array(z.enum(parts).meta({ unlistedWords: true }))
      .min(1)
      .optional()
      .describe(`Of ${parts.join(", ")}`),
    max_chars: maxChars,
    // Words of other servers.
    include_dependencies: z.boolean().optional().describe("Tell what it uses").meta(unlisted),
    max_dependencies: z.int().min(0).optional().describe("Symbols among its uses").meta(unlisted),
    include_usage_examples: z.boolean().optional().describe("Tell its callers and tests").meta(unlisted),
    context_lines: z.int().min(0).optional().describe("0: no text of callers").meta(unlisted),
  }),
);

type GetSymbolContextArguments = z.infer<typeof GetSymbolContextArguments>;

/** Calls from a test to the symbol: one of a helper's helper is seldom about it. */
const testSteps = 3;

/** The same in a call that names the tests among its parts: as many as get_changes follows. */
const namedTestSteps = 8;

/** The rounds of the walk to tests through callers: rare names in few files, so that it takes less time than the other parts. */
const testBounds: Bounds = {
  symbols: 40,
  files: 8,
  filesOfName: 8,
  follows: (symbol) => !isOfTest(symbol) || !namesTest(symbol),
};

/** Tests that use the symbol directly, from which tests through callers are not looked for. */
const enoughTests = 10;

/** Declarations of one symbol that are shown: a namespace, or a variable of Python, can have thousands. */
const maxPlaces = 6;

const SymbolLists = z.enum(symbolLists);

const ContextPlan = ReferencesPlan.extend({
  /** The first declarations of the symbol. Names inside of them are not callers. */
  own: z.array(ShownPlace),
  /** The places of the rows of lists, best first. */
  places: z.record(SymbolLists, z.array(ShownPlace).readonly()),
  /** All uses; `places` has the first ones. */
  totalUses: z.number(),
  /** True when the source has more names than were resolved. */
  isPartial: z.boolean(),
  /** The files in which references are looked for, among files with the name. */
  searchedFiles: z.object({ searched: z.number(), holding: z.number() }),
  /** The files whose imports are listed, absolute, and the ones that the source needs. */
  importing: z.array(z.string()),
  neededImports: z.array(Place),
  /** Files in which no references are looked for, absolute: their declarations say enough. */
  declaring: z.array(z.string()),
  candidates: z.array(Candidate),
  /** Says that the rules of the symbol's language do not tell its bases and overrides. */
  note: z.string().optional(),
  /** The walk to tests through callers, as call-walk plans it; undefined if tests are not wanted. */
  walk: z.record(z.string(), z.unknown()).optional(),
  /** The files in which it looks for callers, absolute, in addition to tests. */
  walkedFiles: z.array(z.string()),
  /** True in rounds after the first one, which only go on with the walk. */
  isFurther: z.boolean().default(false),
});
type ContextPlan = z.infer<typeof ContextPlan>;

const planRead = planReader(ContextPlan);

const ContextRows = z.object({
  separator: z.string(),
  symbols: z.record(SymbolLists, z.array(PlacedRow).readonly()),
  references: z.array(Reference),
  /** The rank of the file, if some of its references are only possible. */
  rank: z.number().optional(),
  imports: z.array(ImportRow),
});
type ContextRows = z.infer<typeof ContextRows>;

/** The rows of one file: of the context in the first round, and of the walk to tests. */
const RowsOfFile = z.object({ context: ContextRows.optional(), calls: FileCalls.optional() });

/** Tells all that one needs to change a symbol. */
export const getSymbolContext = defineIndexTool<GetSymbolContextArguments>({
  needs: "index",
  name: "get_symbol_context",
  title: "Get symbol context",
  description:
    "All that a change of a symbol needs, instead of reading files: callers, tests, what it uses, its source.",
  help: {
    does: "a symbol with callers, callees and types",
    group: "Find code",
    examples: [{ line: "codegrove get_symbol_context Circle src", does: "all that a change of Circle is about" }],
    synonyms: ["context"],
  },
  isAlwaysLoaded: true,
  input: GetSymbolContextArguments,
  kind: "symbols",
  defaultChars: maxContextChars,
  // Tests through callers need all code.
  reading: {
    onDemand: (input) => (partsOf(input).has("tests") ? undefined : { word: wordOfName(input), isOfUses: true }),
  },
  time: {
    lesser: (input) => {
      const include = parts.filter((part) => part !== "tests" && partsOf(input).has(part));
      if (!partsOf(input).has("tests") || include.length === 0 || input.source !== undefined) return undefined;
      return { input: { ...input, include }, leavesOut: "tests" };
    },
  },
  plan: planOfContext,
  rowsOf: (file, code, plan) => {
    const found = planRead(plan);
    const isSearched = found.isFurther || !found.declaring.includes(file.file.path);
    const walk = walkOf(plan);
    const calls = walk && isSearched ? callsOfPlan(file, code, walk) : undefined;
    if (found.isFurther) return calls && { calls };
    const context = rowsIn(file, code, found, isSearched ? referencesTo(file, code, found) : noReferences);
    return context === undefined && calls === undefined ? undefined : { context, calls };
  },
  rowsOfDeclarations: (file, code, plan) => {
    const found = planRead(plan);
    const { path } = file.file;
    if (found.isFurther || !found.declaring.includes(path)) return undefined;
    const places = Object.values(found.places).flat();
    const own = places.filter((place) => place.path === path && place.fileName === undefined);
    // Local declarations are known only in open files.
    if (!own.every((place) => declarationAt(file.file, place))) return undefined;
    const context = rowsIn(file, code, found, noReferences);
    return context && { context };
  },
  next: async (code, plan, rows, input) => {
    const walk = walkOf(plan);
    if (walk === undefined) return undefined;
    const files = rowsOfFiles(rows);
    if (directTests(files) >= enoughTests) return undefined;
    const known = new Set(planRead(plan).walkedFiles);
    const takes = (path: string) => known.has(path) || isTestFile(path, code);
    const further = namesTests(input)
      ? await nextOfCalls(code, walk, callRows(files), namedTestSteps)
      : await nextOfCalls(code, walk, callRows(files), testSteps, { ...testBounds, takes });
    return further && { files: further.files, found: { ...plan.found, walk: further.found, isFurther: true } };
  },
  answer: (plan, files, input, bounds) => {
    const found = planRead(plan);
    if (found.symbols.length === 0 && found.external === undefined) return notFound(found, bounds);
    const known = rowsOfFiles(files);
    const rows = known.flatMap(({ filepath, context }) => (context === undefined ? [] : [{ filepath, ...context }]));
    const walked = walkedTests(plan, known, namesTests(input), bounds);
    const symbolsIn = (list: SymbolList) =>
      rows
        .flatMap(({ filepath, symbols }) => symbols[list].map((row) => ({ filepath, ...row })))
        .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
    const context = {
      found,
      wanted: partsOf(input),
      symbolsIn,
      totalUses: found.totalUses,
      missing: missingIn(found),
      notes: walked.notes,
      testsByCallers: walked.tests,
      isWhole: input.include !== undefined,
      references: rows.flatMap(({ filepath, rank, references }) =>
        references.map((row) => ({ filepath, rank, ...row })),
      ),
      imports: rows.flatMap(({ filepath, imports }) => imports.map((row) => ({ filepath, ...row }))),
      candidates: found.candidates,
      separators: Object.fromEntries(rows.map(({ filepath, separator }) => [filepath, separator])),
      hasText: input.context_lines !== 0,
      address: addressOf(input),
    };
    return contextAnswer(context, bounds);
  },
});

const walks = new WeakMap<Plan, Plan>();

/** The walk of a plan, as a plan of its own; the same object each time, so that it is read once. */
function walkOf(plan: Plan): Plan | undefined {
  const { walk } = planRead(plan);
  if (walk === undefined) return undefined;
  const own = walks.get(plan) ?? { files: plan.files, found: walk };
  walks.set(plan, own);
  return own;
}

type RowsOfFile = Readonly<z.infer<typeof RowsOfFile>> & { readonly filepath: string };

function rowsOfFiles(rows: readonly FileRows[]): readonly RowsOfFile[] {
  return rows.map(({ filepath, rows: ofFile }) => ({ filepath, ...RowsOfFile.parse(ofFile) }));
}

/** The calls in files, as the walk has them. */
function callRows(rows: readonly RowsOfFile[]): readonly FileRows[] {
  return rows.flatMap(({ filepath, calls }) => (calls === undefined ? [] : [{ filepath, rows: calls }]));
}

/** The number of functions in files of tests that use the symbol. */
function directTests(rows: readonly RowsOfFile[]): number {
  const references = rows.flatMap(({ filepath, context }) =>
    (context?.references ?? []).map((row) => ({ filepath, ...row })),
  );
  const direct = references.filter((row) => row.certainty !== "possible" && isInTest(row));
  return new Set(direct.map(({ filepath, inLine }) => `${inLine} ${filepath}`)).size;
}

/** True for a call that names the tests among its parts: all of them are looked for, and the ones that may reach the symbol listed. */
function namesTests({ include = [] }: GetSymbolContextArguments): boolean {
  return include.includes("tests");
}

/** The tests that reach the symbol through others, the nearest first, and the bound that ends the walk to them, as sentences. */
function walkedTests(
  plan: Plan,
  rows: readonly RowsOfFile[],
  areNamed: boolean,
  { endedAfter }: AnswerBounds,
): { readonly tests: readonly ReachingTest[]; readonly notes: readonly string[] } {
  const walk = walkOf(plan);
  if (walk === undefined) return { tests: [], notes: [] };
  const { graph, starts, left, open } = foundUsers(walk, callRows(rows));
  const reached = reachedUsers(graph, starts, 0);
  const indirect = reached.tests.filter(({ way }) => way.length > 1);
  const sure = indirect.filter(({ certainty }) => certainty !== "possible");
  const tests = areNamed ? indirect : sure;
  const perhaps = indirect.length - sure.length;
  const unsure =
    perhaps === 0
      ? []
      : [
          `${counted(perhaps, "test")} that may reach it: ${areNamed ? "at the end of the list" : "include tests lists them"}.`,
        ];
  const replacing = reached.replacing.length;
  const replaced =
    replacing === 0 ? [] : [`${counted(replacing, "test")} left out: a function on each way is replaced.`];
  const ends =
    left + open === 0
      ? []
      : [
          `Tests through ${counted(left + open, "further caller")} were not looked for${areNamed ? "." : ": include tests looks further."}`,
        ];
  const late = endedAfter === undefined ? [] : [`Tests through callers were looked for until ${endedAfter}.`];
  return { tests, notes: [...unsure, ...replaced, ...ends, ...late] };
}

/** The arguments that name the symbol, and where it is searched. */
function addressOf(input: GetSymbolContextArguments): RowValues {
  const { symbol, filepath, line, column, recursive, file_patterns, no_ignore } = input;
  return { symbol, filepath, line, column, recursive, file_patterns, no_ignore };
}

/** The parts that the plan has left out, in words. */
function missingIn({
  symbols,
  own,
  places,
  totalUses,
  isPartial,
  searchedFiles,
  note,
  notKnown,
}: ContextPlan): readonly string[] {
  const declared = symbols[0]?.places.length ?? 0;
  const { searched, holding } = searchedFiles;
  return [
    ...[note, notKnown].filter((reason) => reason !== undefined),
    ...(searched < holding
      ? [`callers are looked for in the nearest ${searched} of ${holding} files with the name: find_references has all`]
      : []),
    ...(own.length < declared ? [`the first ${own.length} of ${declared} declarations are read`] : []),
    ...(isPartial ? ["the first names of the source are looked up"] : []),
    ...(places.uses.length < totalUses ? [`the first ${places.uses.length} of ${totalUses} uses are listed`] : []),
  ];
}

/** The parts that a call wants. */
function partsOf({
  include,
  include_dependencies,
  include_usage_examples,
}: GetSymbolContextArguments): ReadonlySet<Part> {
  const wanted = new Set<Part>(include ?? parts);
  if (include_dependencies === false) wanted.delete("uses");
  if (include_usage_examples === false) for (const part of ["callers", "tests"] as const) wanted.delete(part);
  return wanted;
}

/** Finds the symbol, and what its source names. */
async function planOfContext(code: Code, input: GetSymbolContextArguments): Promise<Plan> {
  const { files, found } = await planOfReferences(code, input);
  const { index } = code;
  const [symbol] = found.symbols;
  const wanted = partsOf(input);
  const own = symbol === undefined ? [] : placesToShow(symbol).slice(0, maxPlaces);
  const defined = definitionsAmong(own, index);
  const needsNames = symbol !== undefined && (wanted.has("uses") || wanted.has("imports"));
  const named = needsNames ? await namedIn(defined, symbol, code) : nothingNamed;
  const bases = wanted.has("overrides") ? basesAt(defined, index) : [];
  const uses = wanted.has("uses") ? named.uses.filter((use) => !bases.some((base) => isSamePlace(base, use))) : [];
  const places = {
    results: wanted.has("source") ? own : [],
    uses: uses.slice(0, input.max_dependencies ?? maxUsedSymbols),
    bases,
    overrides: wanted.has("overrides") ? (symbol?.overridden ?? []) : [],
  };
  const needsReferences = (["callers", "overrides", "tests"] as const).some((part) => wanted.has(part));
  const holding = needsReferences ? files : [];
  const searched = new Set(await nearestFiles(holding, symbol, code));
  const importing = wanted.has("imports") ? [...new Set(defined.map(({ path }) => path))] : [];
  const hasWalk = wanted.has("tests") && symbol !== undefined && !symbol.isFile && symbol.external === undefined;
  const walk = hasWalk ? await planOfDirectUsers(code, symbol) : undefined;
  const read = new Set([...Object.values(places).flatMap((all) => all.map(({ path }) => path)), ...importing]);
  return {
    files: [...new Set([...searched, ...read])].sort(),
    found: {
      ...found,
      own,
      places,
      totalUses: uses.length,
      isPartial: named.isPartial,
      importing,
      neededImports: named.imports,
      searchedFiles: { searched: searched.size, holding: holding.length },
      declaring: [...read].filter((path) => !searched.has(path)),
      candidates: candidatesOf(found, code),
      note: wanted.has("overrides") ? noteOnBases(defined, code) : undefined,
      notKnown: needsReferences ? found.notKnown : undefined,
      walk: walk && { ...walk.found },
      walkedFiles: [...searched],
      isFurther: false,
    },
  };
}

/**
 * The files in which references of a symbol are looked for: files that declare it, override it or derive from it, then
 * the nearest ones, at most a quarter of which are tests if there are enough others.
 */
async function nearestFiles(
  files: readonly string[],
  symbol: ReferencedSymbol | undefined,
  code: Code,
): Promise<readonly string[]> {
  if (symbol === undefined || files.length <= maxContextFiles) return files;
  const declared = [...symbol.places, ...symbol.forward, ...symbol.constructors];
  const declarations = declarationsAt(symbol.places, code);
  const below = declarations.flatMap((declaration) =>
    overridesOf(declaration, code.index, code.resolverOf(declaration.file.language)),
  );
  const hierarchy = new ClassHierarchy(code);
  for (const declaration of declarations.filter(isClass)) below.push(...(await hierarchy.derivedOf(declaration)));
  const first = new Set([...declared.map(({ path }) => path), ...below.map(({ file }) => file.path)]);
  const own = declared[0]?.path ?? "";
  const nearest = files
    .filter((path) => !first.has(path))
    .map((path) => ({ path, shared: sharedFolders(own, path), folders: path.split(/[\\/]/).length }))
    .sort((a, b) => b.shared - a.shared || a.folders - b.folders || compareText(a.path, b.path))
    .map(({ path }) => path);
  const tests = nearest.filter((path) => isTestFile(path, code));
  const others = nearest.filter((path) => !isTestFile(path, code));
  const room = Math.max(maxContextFiles - first.size, 0);
  const ofTests = Math.min(tests.length, Math.max(Math.floor(room / 4), room - others.length));
  return [...files.filter((path) => first.has(path)), ...others.slice(0, room - ofTests), ...tests.slice(0, ofTests)];
}

/** The places of definitions; all of them where none is known. */
function definitionsAmong(places: readonly ShownPlace[], index: CodeIndex): readonly ShownPlace[] {
  const defined = places.filter((place) => {
    const declaration = declarationAt(index.fileAt(place.path), place);
    return declaration === undefined || !isBare(declaration);
  });
  return defined.length > 0 ? defined : places;
}

/** The symbols that a source names, and the imports of its file that it needs. */
type Named = { readonly uses: readonly Place[]; readonly imports: readonly Place[]; readonly isPartial: boolean };
const nothingNamed: Named = { uses: [], imports: [], isPartial: false };

async function namedIn(defined: readonly ShownPlace[], symbol: ReferencedSymbol, code: Code): Promise<Named> {
  const own = [...symbol.places, ...symbol.forward, ...symbol.constructors];
  const uses = new Map<string, Place>();
  const imports: Place[] = [];
  let isPartial = false;
  for (const path of new Set(defined.map((place) => place.path))) {
    await code.withFile(path, (file) => {
      const used = symbolsUsedIn(file, declarationsOfFile(file, defined), own);
      for (const place of used.symbols.map(placeOf)) uses.set(JSON.stringify(place), place);
      imports.push(...used.imports.map(placeOf));
      isPartial ||= used.isPartial;
    });
  }
  return { uses: [...uses.values()], imports, isPartial };
}

/** The declarations of a file at places in it. */
function declarationsOfFile(file: DeclaredFile, places: readonly ShownPlace[]): readonly Declaration[] {
  return places
    .filter(({ path, fileName }) => path === file.file.path && fileName === undefined)
    .map((place) => declarationAt(file.file, place))
    .filter((declaration) => declaration !== undefined);
}

/** Says that the bases and overrides of classes and their members are not known; undefined for other definitions. */
function noteOnBases(defined: readonly ShownPlace[], code: Code): string | undefined {
  const members = defined
    .flatMap((place) => declarationAt(code.index.fileAt(place.path), place) ?? [])
    .filter((one) => isClass(one) || (one.parent !== undefined && isClass(one.parent)));
  const languages = members.map(({ file }) => file.language);
  const unknown = languages.filter((language) => isUnknown("class hierarchies", language, code));
  return unknown.length === 0 ? undefined : notKnown("class hierarchies", unknown, code);
}

/** The classes that a class derives from, nearest first. */
function basesAt(defined: readonly ShownPlace[], index: CodeIndex): readonly Place[] {
  const classes = declarationsAt(defined, { index });
  const bases = classes.flatMap((declaration) => basesOf(declaration, index));
  return [...new Set(bases)].slice(0, maxUsedSymbols).map(placeOf);
}

/** The first ones of the other symbols that the name may mean. */
function candidatesOf(found: ReferencesPlan, code: Code): readonly Candidate[] {
  const names = addressesOf(found);
  return found.symbols.slice(0, maxDescribedSymbols).flatMap(({ places: [place] }, i) => {
    if (i === 0 || place === undefined) return [];
    return [{ filepath: code.nameOf(place.path), name: names[i] ?? "", line: place.line, column: place.column }];
  });
}

const noReferences: Pick<ContextRows, "references" | "rank"> = { references: [] };

/** References that are not uses. A definition that is not shown is one: another assignment of a variable. */
const unusedTypes: ReadonlySet<ReferenceType> = new Set<ReferenceType>(["declaration", "import"]);
/** References inside of the source that matter all the same: a class may derive from the one around it. */
const inheritedTypes: ReadonlySet<ReferenceType> = new Set<ReferenceType>(["inherit", "override"]);

/** The references of the first symbol of the plan outside of its own source and of its members. */
function referencesTo(file: ResolvedFile, code: Code, plan: ContextPlan): typeof noReferences {
  const { symbols, own } = plan;
  const [symbol] = symbols;
  const ranges = [...declarationsOfFile(file, own), ...(symbol === undefined ? [] : membersOutside(file, symbol))];
  const isOwn = (offset: number) => ranges.some(({ start, end }) => offset >= start && offset < end);
  return referencesIn(file, code, plan, ({ offset, type, symbol: index }) => {
    if (index !== 0 || (unusedTypes.has(type) && !symbol?.isFile)) return false;
    return inheritedTypes.has(type) || !isOwn(offset);
  });
}

/** The members of a class that a file defines outside of it: `Shape::Shape() {}`, `int Shape::count = 0;`. */
function membersOutside({ file, resolver }: ResolvedFile, { word, places }: ReferencedSymbol): readonly Declaration[] {
  const own = new Set(places.map(keyOfPlace));
  const isOwn = ({ parent }: Declaration) => parent !== undefined && own.has(keyOfPlace(placeOf(parent)));
  return file.declarations.filter(
    (declaration) =>
      partsOfName(declaration.qualifier).at(-1) === word && resolver.symbolOf(declaration).some((one) => isOwn(one)),
  );
}

function rowsIn(
  file: DeclaredFile,
  code: Code,
  { places, importing, neededImports }: ContextPlan,
  { references, rank }: typeof noReferences,
): ContextRows | undefined {
  const separator = code.separatorOf(file.file.language);
  const texts = new DeclarationTexts(file);
  const placed = (list: SymbolList, detail: "signatures" | "full" = "signatures") =>
    placedRowsIn(file, places[list], { separator, texts, detail });
  const symbols = {
    results: placed("results", "full"),
    uses: placed("uses"),
    bases: placed("bases"),
    overrides: placed("overrides"),
  };
  const imports = importing.includes(file.file.path) ? importsIn(file, neededImports) : [];
  const hasSymbols = symbolLists.some((list) => symbols[list].length > 0);
  if (!hasSymbols && imports.length === 0 && references.length === 0) return undefined;
  return { separator, symbols, references, rank, imports };
}

/** The lines of a file that bring in names of others, but those inside of functions and classes. */
function importsIn({ file, text, index }: DeclaredFile, needed: readonly Place[]): ImportRow[] {
  const lines = new Map<number, ImportRow>();
  for (const declaration of file.declarations) {
    const { line, column, name, at, flags, parent } = declaration;
    const isOuter = parent === undefined || parent.kind === "namespace";
    if (!bringsNames(declaration) || isOfMacros(declaration) || !isOuter || (flags & DeclarationFlag.local) !== 0)
      continue;
    const isFromOutside = declaration.kind === "include" && includedFiles(declaration, file, index).length === 0;
    const isNeeded = isFromOutside || needed.some((place) => isSamePlace(place, { path: file.path, line, column }));
    const known = lines.get(line);
    lines.set(line, {
      line,
      text: known?.text ?? textAround(text, at, name.length),
      isNeeded: isNeeded || known?.isNeeded === true,
    });
  }
  return [...lines.values()];
}
