/**
 * The tool get_class_hierarchy. Input: a class; output: its bases and derived classes with overridden methods, as rows
 * or as a class diagram.
 */
import * as z from "zod";
import { entriesOf, type FileEntry, type IndexAnswer, type IndexResults, resultsOf } from "../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel, type Truncation } from "../answers/levels.ts";
import { type ClassRow, MethodRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { counted, numberText } from "../base/counted.ts";
import { ArgumentError, UserError } from "../base/errors.ts";
import { groupBy } from "../base/group-by.ts";
import { classAround } from "../code-index/class-around.ts";
import {
  ClassHierarchy,
  type HierarchyClass,
  type HierarchyOptions,
  maxClasses,
  methodsOf,
} from "../code-index/class-hierarchy.ts";
import type { Code, DeclaredFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { splitArguments } from "../code-index/cpp/expression.ts";
import { findAllSymbols, findSymbols, type SymbolRequest } from "../code-index/find-symbols.ts";
import { FoundSymbols, mayBeElsewhere } from "../code-index/found-symbols.ts";
import { declarationAt, isSamePlace, type Place, placeOf } from "../code-index/places.ts";
import { containerNameOf, nameInScope, qualifiedNameOf } from "../code-index/qualified-name.ts";
import type { Base } from "../code-index/resolution.ts";
import { accessOf, isClass, isForward, isVirtual, symbolKindOf } from "../code-index/symbol-kind.ts";
import { declarationsOf, noSymbols } from "../code-index/symbols-of.ts";
import { isTestPath } from "../code-index/test-path.ts";
import { traitsOf } from "../code-index/traits-of.ts";
import { DeclarationFlag } from "../facts/declaration-facts.ts";
import { dotOf } from "../pictures/dot.ts";
import { coverageOf, notesOnMissing, notFound, symbolHead } from "./answers/index-answer.ts";
import { FoundLacking, foundLacking, lackingAnswer } from "./answers/lacking-answer.ts";
import { isUnknown, notKnown } from "./answers/not-known.ts";
import {
  maxChars,
  namedPaths,
  requireSymbol,
  SymbolArguments,
  symbolName,
  symbolNames,
  symbolRequestsOf,
} from "./arguments/symbol-arguments.ts";
import { unlisted } from "./arguments/target-arguments.ts";
import type { AnswerBounds } from "./contract/answer-bounds.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type FileRows, planReader } from "./contract/plan.ts";
import { classDiagram, classPicture } from "./graphs/class-diagram.ts";
import { PictureArguments, picturedValues } from "./graphs/graph-pictures.ts";

const directions = ["up", "down", "both"] as const;

/** The levels of rows that a call can choose, from the richest to the poorest. */
const details = ["full", "classes", "names"] as const;

const { column, source } = SymbolArguments.shape;

const GetClassHierarchyArguments = requireSymbol(
  SymbolArguments.extend({
    symbols: symbolNames,
    direction: z.enum(directions).optional().describe("Bases up, derived down (default: both)"),
    lacks: symbolName.describe("Method: only subclasses without their own"),
    max_depth: z.int().min(0).optional().describe("All by default"),
    show_methods: z.boolean().optional().describe("With overridden methods (default: true)").meta(unlisted),
    detail: z.enum(details).optional().meta({ unlistedWords: true }).describe("names is shortest"),
    ...PictureArguments.shape,
    column: column.meta(unlisted),
    source: source.meta(unlisted),
    max_chars: maxChars.meta(unlisted),
  }),
);

type GetClassHierarchyArguments = z.infer<typeof GetClassHierarchyArguments>;

/** Another class as a class names it: the place where it is defined, unless it is from outside or not known. */
const Related = z.object({
  name: z.string(),
  filepath: z.string().optional(),
  line: z.number().optional(),
  /** Its kind: a class of the code base, one of another, or something that is not known. */
  is: z.enum(["inside", "external", "unresolved"]),
  /** True if it may be another class: see Base.isGuess. */
  possible: z.literal(true).optional(),
});
type Related = z.infer<typeof Related>;

const FoundClass = z.object({
  /** Absolute; `filepath` is as answers show it. */
  path: z.string(),
  filepath: z.string(),
  line: z.number(),
  column: z.number(),
  name: z.string(),
  kind: z.string(),
  container: z.string().optional(),
  qualified: z.string(),
  separator: z.string(),
  end_line: z.number(),
  is_abstract: z.boolean(),
  bases: z.array(Related),
  derived: z.array(Related).optional(),
  mro: z.array(z.string()).optional(),
  methods: z.array(MethodRow),
});
type FoundClass = z.infer<typeof FoundClass>;

const HierarchyPlan = FoundSymbols.extend({
  classes: z.array(FoundClass),
  /** True when classes in functions were looked for in a part of the files. */
  isPartial: z.boolean(),
  /** True when the code has no definition of a class that is asked for, so that its subclasses may not be known. */
  isOnlyDeclared: z.boolean(),
  /** True when there are more classes than a call visits. */
  isCut: z.boolean(),
  /** Says for which of the classes that have the name nothing is known. */
  note: z.string().optional(),
  /** Undefined if the call does not ask for classes without a method. */
  lacking: FoundLacking.optional(),
});

const planRead = planReader(HierarchyPlan);

/** The words before each base in a head. */
const Heads = z.object({
  heads: z.array(z.object({ line: z.number(), column: z.number(), words: z.array(z.string()) })),
});

/** Tells what a class derives from, and what derives from it. */
export const getClassHierarchy = defineIndexTool<GetClassHierarchyArguments>({
  needs: "index",
  name: "get_class_hierarchy",
  title: "Get class hierarchy",
  description: "All bases and subclasses of a class, instead of grep for its name: with overridden methods.",
  help: {
    does: "bases and derived classes, as a tree",
    group: "Find code",
    examples: [
      { line: "codegrove get_class_hierarchy Shape", does: "what derives from Shape" },
      {
        line: "codegrove get_class_hierarchy Circle --direction up --output-format mermaid",
        does: "a picture of bases",
      },
    ],
    synonyms: ["hierarchy", "subclasses"],
  },
  input: GetClassHierarchyArguments,
  kind: "symbols",
  time: { plansInSteps: true, wantedLines: "class heads" },
  search: {
    wider: {
      isWanted: (plan, { line, source }) => {
        const found = planRead(plan);
        return line === undefined && source === undefined && (found.isOnlyDeclared || mayBeElsewhere(found));
      },
      rowsIn: "all files",
    },
  },
  plan: async (code, input) => {
    if (input.lacks !== undefined && (input.output_format ?? "json") !== "json") {
      throw new ArgumentError(
        ({ quoted }) => `Argument ${quoted("lacks")} excludes pictures in ${quoted("output_format")}.`,
      );
    }
    const hierarchy = new ClassHierarchy(code);
    const { found, classes: asked } = await askedClasses(symbolRequestsOf(input), { code, hierarchy });
    if (found.symbols.length > 0 && asked.length === 0) throw noClass(found, code);
    const languageOf = ({ file }: Declaration) => file.language;
    const known = asked.filter((one) => !isUnknown("class hierarchies", languageOf(one), code));
    const others = asked.filter((one) => !known.includes(one)).map(languageOf);
    const unknown = others.length === 0 ? undefined : notKnown("class hierarchies", others, code);
    if (unknown !== undefined && known.length === 0) throw new UserError(unknown, { details: whereBasesAre });
    const implicit = known.map(languageOf).filter((one) => isUnknown("types that implement an interface", one, code));
    const unlinked = implicit.length > 0 ? notKnown("types that implement an interface", implicit, code) : undefined;
    const note = [unknown, unlinked].filter((one) => one !== undefined).join(". ") || undefined;
    const { lacks, direction = lacks === undefined ? "both" : "down", max_depth = Number.POSITIVE_INFINITY } = input;
    const around =
      found.external !== undefined && found.symbols.length === 0
        ? await belowExternal(found.external, hierarchy, { direction, maxDepth: max_depth })
        : await hierarchy.around(known, { direction, maxDepth: max_depth });
    const isOnlyDeclared = known.some(isForward);
    const plan = { ...found, isPartial: hierarchy.isPartial, isOnlyDeclared, note };
    if (lacks !== undefined) {
      const below = around.map(({ declaration }) => declaration);
      const looked = direction === "down" ? below.filter((one) => !known.includes(one)) : below;
      const lacking = foundLacking(looked, lacks, { code, hierarchy });
      return { files: [], found: { ...plan, classes: [], isCut: around.length >= maxClasses, lacking } };
    }
    const overriding = overridingMethods(around, hierarchy);
    const context = { code, hierarchy, overriding, asked: new Set(known) };
    const classes = around.map((one) => classRow(one, context));
    const files = [...new Set(around.filter(hasWordsOfBases).map(({ declaration }) => declaration.file.path))].sort();
    return { files, found: { ...plan, classes, isCut: around.length >= maxClasses } };
  },
  rowsOf: (file, _code, plan) => headsIn(file, planRead(plan).classes),
  rowsOfDeclarations: (file, _code, plan) => {
    const { classes } = planRead(plan);
    // Classes of functions are known only in open files.
    const isKnown = classes.every((row) => row.path !== file.file.path || declarationAt(file.file, row) !== undefined);
    return isKnown ? headsIn(file, classes) : undefined;
  },
  answer: (plan, files, input, bounds) => {
    const found = planRead(plan);
    const isNothing = found.symbols.length === 0 && found.external === undefined;
    return isNothing ? notFound(found, bounds) : answerOf(found, files, input, bounds);
  },
});

/** The classes that derive from one of another code base: all that is known of it. */
async function belowExternal(
  external: string,
  hierarchy: ClassHierarchy,
  { direction, maxDepth }: HierarchyOptions,
): Promise<readonly HierarchyClass[]> {
  if (direction === "up" || maxDepth === 0) return [];
  return hierarchy.around(await hierarchy.derivedFrom(external), { direction: "down", maxDepth: maxDepth - 1 });
}

/** The advice if a hierarchy is not known. */
const whereBasesAre = "get_symbol_info has the head of the class, and find_references what names it.";

/** The search for classes. */
type ClassSearch = {
  readonly code: Code;
  readonly hierarchy: ClassHierarchy;
};

/** The classes that requests name. */
async function askedClasses(requests: readonly SymbolRequest[], search: ClassSearch): Promise<AskedClasses> {
  const [request, ...others] = requests;
  if (request !== undefined && others.length === 0) return classesAsked(request, search);
  const found = await findAllSymbols(search.code, requests);
  const classes = new Set<Declaration>();
  const missing = [...(found.missing ?? [])];
  for (const symbol of found.symbols) {
    const ofSymbol = await classesOf({ ...found, symbols: [symbol] }, search);
    for (const one of ofSymbol) classes.add(one);
    if (ofSymbol.length === 0) missing.push(`${symbol.name} (not a class)`);
  }
  return { found: { ...found, ...(missing.length > 0 && { missing }) }, classes: [...classes] };
}

type AskedClasses = { readonly found: FoundSymbols; readonly classes: readonly Declaration[] };

/** The classes that a request names: of a place without a class the one around it. */
async function classesAsked(request: SymbolRequest, search: ClassSearch): Promise<AskedClasses> {
  const { code, hierarchy } = search;
  const found = await findSymbols(code, request);
  const classes = await classesOf(found, search);
  const { filepath, symbol, line, column } = request;
  if (classes.length > 0 || symbol !== undefined || line === undefined) return { found, classes };
  const isBase = found.external !== undefined && (await hierarchy.derivedFrom(found.external)).length > 0;
  if (isBase) return { found, classes };
  const around = await classAround(code, { filepath, line, column });
  if (around === undefined) return { found, classes };
  const meant = { ...noSymbols, wanted: around.name, isQualified: true, symbols: [around] };
  return { found: meant, classes: await classesOf(meant, search) };
}

/** The definitions of the classes that were found, also by other names: of a class without one its declaration. */
async function classesOf({ symbols }: FoundSymbols, search: ClassSearch): Promise<readonly Declaration[]> {
  const { code, hierarchy } = search;
  const declarationsAt = async (place: Place) => {
    const known = declarationAt(code.index.fileAt(place.path), place);
    if (known !== undefined) return [known];
    // A class of a function, which only its open file knows.
    return (await hierarchy.localsIn(place.path)).filter((one) => isSamePlace(placeOf(one), place));
  };
  const classes = new Set<Declaration>();
  for (const { places, forward } of symbols) {
    const found: Declaration[] = [];
    for (const place of [...places, ...forward]) found.push(...(await declarationsAt(place)));
    const named = found.flatMap((one) => (isClass(one) ? one : (aliasedBy(one, code)?.declaration ?? [])));
    const defined = named.filter((one) => !isForward(one));
    const [first] = named;
    if (defined.length > 0) for (const one of defined) classes.add(one);
    else if (first !== undefined) {
      const elsewhere = definitionsOf(first, code);
      for (const one of elsewhere.length > 0 ? elsewhere : [first]) classes.add(one);
    }
  }
  return [...classes];
}

function aliasedBy(declaration: Declaration, code: Code): Base | undefined {
  return code.resolverOf(declaration.file.language).aliased?.(declaration);
}

/**
 * The definitions of a class that is declared without a visible definition, definitions in tests last: `class A;` of a
 * header that includes nothing.
 */
function definitionsOf(declaration: Declaration, code: Code): readonly Declaration[] {
  const { language } = declaration.file;
  const nameOf = (one: Declaration) => qualifiedNameOf(one, code.separatorOf(language));
  return code.index
    .named(declaration.name)
    .filter((one) => isClass(one) && !isForward(one) && one.file.language === language)
    .filter((one) => nameOf(one) === nameOf(declaration))
    .sort((a, b) => Number(isTestPath(a.file.path)) - Number(isTestPath(b.file.path)));
}

function noClass({ symbols }: FoundSymbols, code: Code): UserError {
  const names = [...new Set(symbols.map(({ name }) => name))].slice(0, 3).join(", ");
  const declarations = symbols.flatMap(({ places: [place] }) =>
    place === undefined ? [] : (declarationAt(code.index.fileAt(place.path), place) ?? []),
  );
  const external = declarations.map((one) => aliasedBy(one, code)?.external).find((name) => name !== undefined);
  return external === undefined
    ? new UserError(`Not a class: ${names}`, { details: "Name a class, struct or union, or an alias of one." })
    : new UserError(`Not a class of the code base: ${names}`, { details: `It is another name of ${external}.` });
}

type RowContext = {
  readonly code: Code;
  readonly hierarchy: ClassHierarchy;
  readonly overriding: ReturnType<typeof overridingMethods>;
  /** The classes that the call names. */
  readonly asked: ReadonlySet<Declaration>;
};

function classRow({ declaration, bases, derived }: HierarchyClass, context: RowContext): FoundClass {
  const { code, hierarchy, asked } = context;
  const separator = code.separatorOf(declaration.file.language);
  const container = containerNameOf(declaration, separator);
  // Of another class with one base the order is that of the base.
  const isOrdered = asked.has(declaration) || bases.length > 1;
  const order = isOrdered ? code.resolverOf(declaration.file.language).linearized?.(declaration) : undefined;
  const { file, name, line, column } = declaration;
  return {
    path: file.path,
    filepath: code.nameOf(file.path),
    line,
    column,
    name,
    kind: symbolKindOf(declaration, code.index),
    ...(container !== "" && { container }),
    qualified: qualifiedNameOf(declaration, separator),
    separator,
    end_line: declaration.endLine,
    is_abstract: hierarchy.isAbstract(declaration),
    bases: bases.map((base) => relatedBase(base, code)),
    ...(derived && { derived: derived.map((one) => relatedDerived(one, declaration, context)) }),
    ...(order && { mro: order.map((one) => (typeof one === "string" ? one : qualifiedNameOf(one, separator))) }),
    methods: methodRows(declaration, context),
  };
}

function relatedClass(declaration: Declaration, code: Code): Related {
  const name = qualifiedNameOf(declaration, code.separatorOf(declaration.file.language));
  return { name, filepath: code.nameOf(declaration.file.path), line: declaration.line, is: "inside" };
}

/** A class that derives from one, marked as possible if its base may be another class. */
function relatedDerived(derived: Declaration, base: Declaration, { code, hierarchy }: RowContext): Related {
  const same = new Set([base, ...declarationsOf(base, code)]);
  const named = hierarchy
    .basesOf(derived)
    .filter(({ declaration }) => declaration !== undefined && same.has(declaration));
  const isGuess = named.length > 0 && named.every((one) => one.isGuess === true);
  return { ...relatedClass(derived, code), ...(isGuess && { possible: isGuess }) };
}

function relatedBase({ written, declaration, external, isGuess }: Base, code: Code): Related {
  if (declaration !== undefined) return { ...relatedClass(declaration, code), ...(isGuess && { possible: isGuess }) };
  return external === undefined ? { name: written, is: "unresolved" } : { name: external, is: "external" };
}

/** The methods of a class that override others, are overridden in classes of the answer, or may be. */
function methodRows(declaration: Declaration, { code, hierarchy, overriding }: RowContext): MethodRow[] {
  const separator = code.separatorOf(declaration.file.language);
  const nameOfClass = ({ parent }: Declaration) => (parent === undefined ? [] : qualifiedNameOf(parent, separator));
  return methodsOf(declaration).flatMap((method): MethodRow[] => {
    const { name, line, flags } = method;
    const [overridden] = hierarchy.overriddenBy(method);
    const below = overriding.get(method) ?? [];
    const isProperty = (flags & DeclarationFlag.property) !== 0;
    if (!isVirtual(method) && overridden === undefined && below.length === 0 && !isProperty) return [];
    const access = accessOf(method);
    return [
      {
        name,
        line,
        ...(access !== undefined && access !== "public" && { access }),
        ...((flags & DeclarationFlag.abstract) !== 0 && { abstract: true as const }),
        ...(isProperty && { property: true as const }),
        ...(overridden?.parent && { overrides: qualifiedNameOf(overridden.parent, separator) }),
        ...(below.length > 0 && { overridden_in: [...new Set(below.flatMap(nameOfClass))] }),
      },
    ];
  });
}

/** Method → overriding methods of classes of the answer. */
function overridingMethods(
  classes: readonly HierarchyClass[],
  hierarchy: ClassHierarchy,
): ReadonlyMap<Declaration, readonly Declaration[]> {
  const methods = classes.flatMap(({ declaration }) => methodsOf(declaration));
  const pairs = methods.flatMap((method) =>
    hierarchy.overriddenBy(method).map((overridden) => ({ method, overridden })),
  );
  const groups = groupBy(pairs, ({ overridden }) => overridden);
  return new Map(Array.from(groups, ([overridden, group]) => [overridden, group.map(({ method }) => method)]));
}

/** True for a class with bases that have words before them. */
function hasWordsOfBases({ declaration, bases }: HierarchyClass): boolean {
  return traitsOf(declaration.file.language).hasWordsBeforeBases && bases.length > 0;
}

/** The words before each base in the heads of C++ classes: `public virtual`. */
function headsIn({ file, text }: DeclaredFile, classes: readonly FoundClass[]): RowValues {
  const own = classes.filter(({ path, bases }) => path === file.path && bases.length > 0);
  const heads = own.flatMap(({ line, column }) => {
    const declaration = declarationAt(file, { line, column });
    if (declaration === undefined) return [];
    const head = text.slice(declaration.at, declaration.headEnd).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ");
    const written = head.slice(/(?<!:):(?!:)/.exec(head)?.index ?? head.length).slice(1);
    return [{ line, column, words: splitArguments(written).map((base) => wordsBefore(base).join(" ")) }];
  });
  return { heads };
}

function wordsBefore(base: string): readonly string[] {
  return /^\s*((?:(?:public|protected|private|virtual)\s+)*)/.exec(base)?.[1]?.trim().split(/\s+/) ?? [];
}

/** The words of bases by class, of files as answers show them. */
type WordsOfBases = ReadonlyMap<string, readonly string[]>;

const keyOf = (filepath: string, line: number, column: number) => `${filepath}:${line}:${column}`;

function answerOf(
  found: z.infer<typeof HierarchyPlan>,
  files: readonly FileRows[],
  input: GetClassHierarchyArguments,
  bounds: AnswerBounds,
): IndexAnswer {
  const {
    show_methods = true,
    detail = show_methods ? "full" : "classes",
    output_format = "json",
    theme,
    reduced,
  } = input;
  const { classes, lacking } = found;
  const words: WordsOfBases = new Map(
    files.flatMap(({ filepath, rows }) =>
      Heads.parse(rows).heads.map((head) => [keyOf(filepath, head.line, head.column), head.words] as const),
    ),
  );
  const left = [
    ...(found.isCut ? [`only ${maxClasses} classes are visited`] : []),
    ...(found.isPartial ? ["classes in functions are looked for in a part of the files: narrow filepath"] : []),
  ];
  const partial = left.length > 0 && { truncated: true, truncated_reason: left.join("; ") };
  const notes = [
    ...(found.note === undefined ? [] : [`${found.note}.`]),
    ...notesOnMissing(found),
    ...(bounds.isWider === true
      ? [`Not all is declared in ${namedPaths(input)}: classes of the workspace are listed`]
      : []),
    ...(found.isOnlyDeclared ? ["No file has the definition of the class: its subclasses may not be known"] : []),
  ];
  if (lacking !== undefined) {
    return lackingAnswer(lacking, { symbol: symbolHead(found), partial: { ...partial } }, { detail, notes }, bounds);
  }
  const make = (
    entries: readonly FileEntry[] | undefined,
    truncation: Truncation,
    more: RowValues = {},
  ): IndexResults => ({
    head: {
      ...symbolHead(found),
      total_classes: classes.length,
      ...partial,
      ...more,
      ...truncation,
    },
    lists: entries === undefined ? [] : [resultsOf(entries)],
    tail: coverageOf(bounds, notes),
    separators: Object.fromEntries(classes.map(({ filepath, separator }) => [filepath, separator])),
  });
  const byFile = (rowOf: (row: FoundClass) => unknown, some: readonly FoundClass[] = classes) =>
    entriesOf(some, "classes", rowOf);
  const nameOf = (row: FoundClass) => {
    const bases = row.bases.length === 0 ? "" : ` < ${basesInScope(row)}`;
    return `${row.name}:${row.line}${row.is_abstract ? " abstract" : ""}${bases}`;
  };
  const counts = () => ({ counts: { bases: countOf(classes, "bases"), derived: countOf(classes, "derived") } });
  const rows = (withMethods: boolean) => (truncation: Truncation) =>
    make(
      byFile((row) => classValues(row, words, withMethods)),
      truncation,
    );
  const all: readonly Level[] = [
    { detail: "full", answer: rows(show_methods) },
    { detail: "classes", answer: rows(false) },
    { detail: "names", answer: (truncation) => make(byFile(nameOf), truncation) },
    ...levelsOfFirst("names", "classes", classes, (first, truncation) =>
      make(byFile(nameOf, first), truncation, counts()),
    ),
    { detail: "counts", answer: (truncation) => make([], truncation, counts()) },
  ];
  let levels = all.slice(all.findIndex((level) => level.detail === detail));
  const advice = "name a direction, lower max_depth or narrow filepath";
  if (output_format !== "json") {
    const asked = new Set(found.symbols.map(({ name }) => name));
    const picture = classPicture(classes, asked);
    const diagram = picturedValues(picture, { format: output_format, theme, reduced }, bounds, {
      mermaid: classDiagram,
      dot: dotOf,
    });
    const { nodes, edges } = picture;
    const bound = bounds.largestPicture?.bound ?? "are more than a picture shows";
    const tooLarge = {
      detail: "counts",
      truncated: true as const,
      truncated_reason: `${counted(nodes.length, "node")} with ${counted(edges.length, "edge")} ${bound}: ${advice}`,
    };
    if (diagram === undefined) return make(undefined, tooLarge, { output_format, ...counts() });
    const { aside, graph } = diagram;
    levels = [
      {
        detail: "diagram",
        answer: (truncation) => ({
          ...make(undefined, truncation, { output_format, ...(graph !== undefined && { graph }) }),
          ...(aside && { aside }),
        }),
      },
      { detail: "counts", answer: (truncation) => make([], truncation, counts()) },
    ];
  }
  return richestLevel(levels, bounds, (chars) => {
    const total = `${classes.length} ${classes.length === 1 ? "class needs" : "classes need"} ${chars} characters`;
    return `${total} of ${numberText(bounds.maxChars)}: ${advice}`;
  });
}

function classValues(row: FoundClass, words: WordsOfBases, withMethods: boolean): ClassRow {
  const { filepath, name, kind, container, line, column, end_line, is_abstract, bases, derived, mro, methods } = row;
  const heads = words.get(keyOf(filepath, line, column));
  const known = bases.flatMap(({ is, ...base }, at) => {
    if (is === "unresolved") return [];
    return [{ ...base, ...(is === "external" && { external: true }), ...accessOfBase(heads?.[at], kind) }];
  });
  const unresolved = bases.flatMap((base) => (base.is === "unresolved" ? [base.name] : []));
  return {
    name,
    kind,
    ...(container && { container }),
    line,
    column,
    end_line,
    ...(is_abstract && { is_abstract }),
    ...(known.length > 0 && { bases: known }),
    ...(unresolved.length > 0 && { unresolved_bases: unresolved }),
    ...(derived && derived.length > 0 && { derived: derived.map(({ is: _, ...shown }) => shown) }),
    ...(mro && mro.length > 2 && { mro }),
    ...(withMethods && methods.length > 0 && { virtual_methods: methods }),
  };
}

/** @param words before the base, only in C++ */
function accessOfBase(words: string | undefined, kind: string): RowValues {
  if (words === undefined) return {};
  const access = /public|protected|private/.exec(words)?.[0] ?? (kind === "class" ? "private" : "public");
  return { access, ...(/virtual/.test(words) && { virtual: true }) };
}

/** The bases of a class as its scope names them. */
function basesInScope({ bases, container, separator }: FoundClass): string {
  return bases
    .map(({ name, possible }) => nameInScope(name, container, separator) + (possible === true ? " (possible)" : ""))
    .join(", ");
}

function countOf(classes: readonly FoundClass[], key: "bases" | "derived"): number {
  return classes.reduce((sum, row) => sum + (row[key]?.length ?? 0), 0);
}
