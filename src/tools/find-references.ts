/**
 * The tool find_references. Input: a symbol by its name or by a place; output: each use with its type and the function
 * around it; uses that only share the name are apart.
 */
import * as z from "zod";
import type { IndexAnswer } from "../answers/answer.ts";
import { shortened } from "../base/cut-text.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import type { Code, ResolvedFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { type Enclosing, enclosingOf } from "../code-index/enclosing.ts";
import { findAllSymbols, isDeclaredIn, type SymbolRequest } from "../code-index/find-symbols.ts";
import { FoundSymbols, isAbsent, mayBeElsewhere } from "../code-index/found-symbols.ts";
import { filesWithLiteral, type LiteralKind, literalKinds, literalPlacesIn } from "../code-index/literal-places.ts";
import { Nearness, nearnessOf, rankOf } from "../code-index/nearness.ts";
import { type Occurrence, occurrencesIn, ReferencedSymbol, type TakeOthers } from "../code-index/occurrences.ts";
import { declarationAt } from "../code-index/places.ts";
import { qualifiedNameOf } from "../code-index/qualified-name.ts";
import { type ReferenceType, referenceTypes } from "../code-index/reference-types.ts";
import { externalReferenced, filesNaming, referencedSymbol } from "../code-index/referenced-symbol.ts";
import { parseSymbolAddress } from "../code-index/symbol-address.ts";
import { isForward, isFunction, isInner } from "../code-index/symbol-kind.ts";
import { symbolOf } from "../code-index/symbols-of.ts";
import { isTestFile } from "../code-index/test-path.ts";
import { argumentCondition, takesArguments, writtenArgumentsAt } from "../code-index/written-arguments.ts";
import { type WrittenNames, writtenNamesOf } from "../code-index/written-names.ts";
import { notesOnHeaders, notFound } from "./answers/index-answer.ts";
import { notKnownReceivers } from "./answers/not-known.ts";
import {
  isInTest,
  isUse,
  listedAt,
  listsOnlyUses,
  Reference,
  referencesAnswer,
  type UnlistedUses,
} from "./answers/references-answer.ts";
import { stringsAnswer } from "./answers/strings-answer.ts";
import {
  maxChars,
  mentionIn,
  namedPaths,
  namesOf,
  requireSymbol,
  type SeveralSymbols,
  SymbolArguments,
  symbolNames,
  symbolRequestsOf,
  wordIn,
  wordOfName,
} from "./arguments/symbol-arguments.ts";
import { TargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type Plan, planReader } from "./contract/plan.ts";
import { ShownDefinition, shownDefinitionOf } from "./source-lines/shown-definition.ts";
import { textAround } from "./source-lines/text-around.ts";

/** Words of other servers for types of references. */
const otherTypes = { member_access: ["address", "read", "write"], type_usage: ["type", "inherit"] } as const;
const typeWords = [...referenceTypes, "member_access", "type_usage"] as const;

/** Lines on each side of a use, and UTF-16 code units of each. */
const maxLinesAround = 20;
const maxLineAround = 200;

const FindReferencesArguments = requireSymbol(
  SymbolArguments.extend({
    symbols: symbolNames,
    reference_types: z
      .array(z.enum(typeWords).meta({ unlistedWords: true }))
      .min(1)
      .optional()
      .describe("Such as call, construct, write, type, inherit, override"),
    arguments: z.coerce
      .string()
      .refine((condition) => argumentCondition.test(condition), {
        error: "a number, or one after ==, >=, <=, > or <",
      })
      .optional()
      .describe("Of calls: 2, >=3"),
    group_by: z.enum(["none", "file", "caller", "type"]).optional().describe("type is shortest"),
    include_context: z.boolean().optional().describe("Lines of code").meta(unlisted),
    context_lines: z.int().min(0).max(maxLinesAround).optional().describe("As rg -C"),
    detail: z.enum(["full"]).optional().describe("Code around"),
    tests: z.enum(["fold", "show"]).optional().describe("fold counts them"),
    max_results: TargetArguments.shape.max_results.describe("Rows at most"),
    cursor: TargetArguments.shape.cursor,
    max_chars: maxChars,
  }),
);

/** The arguments that choose among uses by what they are. */
const filterNames = ["reference_types", "arguments"] as const;

type FindReferencesArguments = z.infer<typeof FindReferencesArguments>;

export const ReferencesPlan = FoundSymbols.extend({
  symbols: z.array(ReferencedSymbol).readonly(),
  definition: ShownDefinition.optional(),
  /** Says that uses as members are not known: see `notKnownReceivers`. */
  notKnown: z.string().optional(),
  nearness: Nearness,
  /** True if all declarations of the symbols are in files of tests. */
  isOfTests: z.boolean(),
  /** The number of files in which the ends of variables are not looked for. */
  unsearchedEnds: z.number().optional(),
});
export type ReferencesPlan = Readonly<z.infer<typeof ReferencesPlan>>;

/** The same with the texts that strings are searched for. */
const SearchPlan = ReferencesPlan.extend({
  /** Names that strings may have, and texts that nothing is called. */
  literals: z.array(z.object({ name: z.string(), kind: z.enum(literalKinds) })).readonly(),
  /** True if not all files that may have such a text are searched. */
  isPartialLiteral: z.boolean(),
  /** The only file whose uses are looked for, as answers show it. */
  usesIn: z.string().optional(),
  /** True if the call names one file, and the whole workspace was searched for its symbol. */
  isOfFile: z.boolean().optional(),
  /** The folders or files of the call as one text, if the symbols are only looked for there. */
  onlyBelow: z.string().optional(),
});
type SearchPlan = Readonly<z.infer<typeof SearchPlan>>;

const planRead = planReader(SearchPlan);

/** The references of a file; `rank` if some of them are only possible. */
const FileReferences = z.object({
  separator: z.string(),
  rank: z.number().optional(),
  references: z.array(Reference),
  /** Members that override a symbol, by their qualified names, with the lines that use them: the symbol itself is not used there. */
  overriding: z.array(z.tuple([z.string(), z.array(z.number())])).optional(),
  /**
   * Names from outside of the code base, with the lines that use them by the name of a symbol: in a list, since a schema of an object
   * drops a name such as `__proto__`.
   */
  outside: z.array(z.tuple([z.string(), z.array(z.number())])).optional(),
});
type FileReferences = z.infer<typeof FileReferences>;

/** Finds where a symbol is used. */
export const findReferences = defineIndexTool<FindReferencesArguments>({
  needs: "index",
  name: "find_references",
  title: "Find references",
  description:
    "The uses of a symbol, instead of grep: each with line, type and function around; detail full: its source; possible ones apart.",
  help: {
    does: "where a symbol is used",
    group: "Find code",
    examples: [
      { line: "codegrove find_references Shape src", does: "all uses below src" },
      { line: "codegrove find_references Circle::area --reference-types call", does: "only the calls" },
    ],
    synonyms: ["callers", "calls", "ref", "references", "refs", "usages", "uses"],
  },
  isAlwaysLoaded: true,
  input: FindReferencesArguments,
  kind: "references",
  reading: { onDemand: (input) => ({ word: wordOfName(input), isOfUses: true }) },
  search: {
    mentionOf: ({ cursor, source, arguments: condition, reference_types, ...input }) => {
      const isNarrowed = condition !== undefined || reference_types?.includes("text") === false;
      if (isNarrowed || cursor !== undefined || source !== undefined) return undefined;
      const names = namesOf(input);
      if (names.length === 0) return "at place";
      const texts = names.flatMap((name) => mentionIn(name) ?? []);
      return texts.length === 0
        ? undefined
        : { texts: [...new Set(texts)], withProse: reference_types?.includes("text") === true };
    },
    wider: {
      isWanted: (plan, { line, source, reference_types: types }) => {
        const isOfText = types?.every((type) => type === "text") === true;
        const isOfName = line === undefined && source === undefined && !isOfText;
        return isOfName && mayBeElsewhere(planRead(plan));
      },
      rowsIn: "named files",
      keepsRows: (wide, narrow) => {
        // Comments are listed only of a text that no symbol has, which the narrow search takes the name for.
        const [after, before] = [wide, narrow].map((rows) =>
          rows === undefined ? [] : FileReferences.parse(rows).references.filter(({ isComment }) => !isComment),
        );
        const sure = (references: readonly Reference[] = []) =>
          references.filter(({ certainty, isLiteral }) => certainty !== "possible" && !isLiteral).length;
        return sure(after) >= sure(before) && (after?.length ?? 0) >= (before?.length ?? 0);
      },
    },
  },
  time: { filtersOf: (input) => filterNames.filter((name) => input[name] !== undefined) },
  plan: async (code, input) => {
    const plan = withLiterals(withExternal(await planOfReferences(code, input), code), code, input);
    const { files, found } = inNamedFile(plan, code, symbolRequestsOf(input));
    return { files, found: { ...found, onlyBelow: foldersIn(input, code) } };
  },
  rowsOf: (file, code, plan, input) => {
    const { reference_types, arguments: condition, context_lines: lines, detail } = input;
    const { literals, ...found } = planRead(plan);
    const types = reference_types && new Set<ReferenceType>(reference_types.flatMap(typesOfWord));
    const others = { overriding: new Map<string, number[]>(), outside: new Map<string, number[]>() };
    const isWanted = (occurrence: Occurrence) => {
      if (types?.has(occurrence.type) === false) return false;
      return condition === undefined || hasArguments(file, occurrence, condition);
    };
    const ofSymbols = referencesIn(file, code, found, isWanted, others);
    const openWords = unqualifiedWords(input);
    const outside = Array.from(others.outside).filter(([name]) => openWords.has(wordIn(name) ?? name));
    const rows = {
      ...ofSymbols,
      ...(others.overriding.size > 0 && { overriding: [...others.overriding] }),
      ...(outside.length > 0 && { outside }),
    };
    const known = new Set(rows.references.map(keyOfPosition));
    const strings = literalsIn(file, code, literals).filter((place) => !known.has(keyOfPosition(place)));
    const references = [...rows.references, ...strings];
    if (references.length === 0 && rows.overriding === undefined && rows.outside === undefined) return undefined;
    if (detail === "full") {
      const isLeftOut = (reference: Reference) => listsOnlyUses(input) && !isUse(reference);
      return { ...rows, references: withFunctionsAround(references, file, isLeftOut, lines) };
    }
    return { ...rows, references: lines === undefined ? references : withLinesAround(references, file, lines) };
  },
  answer: (plan, files, input, bounds) => {
    const { usesIn = bounds.isWider === true ? namedPaths(input) : undefined, ...read } = planRead(plan);
    const found = { ...read, usesIn };
    const isAbsentHere = found.symbols.length === 0 && found.external === undefined;
    if (isAbsentHere && files.length === 0) {
      const absent = notFound(found, bounds);
      return found.isOfFile === true || bounds.isWider === true ? absent : notFoundBelow(input, absent);
    }
    const decoded = files.map(({ filepath, rows }) => ({ filepath, ...FileReferences.parse(rows) }));
    const references = decoded.flatMap(({ filepath, rank, references: ofFile }) =>
      ofFile.map((reference) => ({ filepath, rank, ...reference })),
    );
    const separators = Object.fromEntries(decoded.map(({ filepath, separator }) => [filepath, separator]));
    if (isAbsentHere) {
      const notes = [...notesOnHeaders(found), ...notesOnLiteral(found)];
      return stringsAnswer(found, references, separators, notes, bounds);
    }
    const strings = references.filter(({ isLiteral, isComment, isName }) => isLiteral && !isComment && !isName);
    const isOfTests = found.isOfTests && strings.every(isInTest);
    const areListed = strings.length <= maxListedStrings || input.reference_types?.includes("text") === true;
    const listed = references.filter(
      ({ isLiteral, isComment, isName }) => !isLiteral || isName || (areListed && !isComment),
    );
    const unlistedStrings = areListed ? undefined : strings.length;
    const overriding = placesByName(decoded, ({ overriding: ofFile }) => ofFile);
    const usedOutside = placesByName(decoded, ({ outside }) => outside);
    const uses = { isOfTests, unlistedStrings, overriding, usedOutside };
    return referencesAnswer({ ...found, ...uses }, listed, separators, input, bounds);
  },
});

/** The words of the names of a call that have no qualifier: any symbol of such a name may be meant. */
function unqualifiedWords({ line, ...input }: FindReferencesArguments): ReadonlySet<string> {
  if (line !== undefined) return new Set();
  const addresses = namesOf(input).map(parseSymbolAddress);
  return new Set(addresses.flatMap(({ outer, isWhole, name }) => (outer.length > 0 || isWhole ? [] : [name])));
}

/** Puts the uses of names that are not listed as references together, of all files; undefined for none. */
function placesByName<File extends { readonly filepath: string }>(
  files: readonly File[],
  usesOf: (file: File) => readonly (readonly [string, readonly number[]])[] | undefined,
): UnlistedUses | undefined {
  const uses = new Map<string, string[]>();
  for (const file of files) {
    const { filepath } = file;
    for (const [name, lines] of usesOf(file) ?? [])
      getOrInsert(uses, name, () => []).push(...lines.map((line) => `${filepath}:${line}`));
  }
  return uses.size === 0 ? undefined : uses;
}

/** Says of a symbol that was not found below a path that its declaration may be elsewhere. */
function notFoundBelow({ filepath, line }: FindReferencesArguments, answer: IndexAnswer): IndexAnswer {
  if (!("error" in answer) || filepath === undefined || line !== undefined) return answer;
  const { details } = answer.details;
  return { ...answer, details: { ...answer.details, details: [details ?? [], widerText].flat().join(" ") } };
}

const widerText = "The symbol has to be declared below filepath: give a wider one.";

/**
 * Finds out which symbols are meant, and the files whose text has their words.
 *
 * @throws UserError when the place has no such name, or several
 */
export async function planOfReferences(
  code: Code,
  input: SeveralSymbols & Pick<FindReferencesArguments, "reference_types">,
): Promise<Plan & { found: ReferencesPlan }> {
  const found = withAnnounced(await findAllSymbols(code, symbolRequestsOf(input)), code);
  const asked = new Set(input.reference_types?.flatMap(typesOfWord) ?? unasked);
  const searched = found.symbols.map((symbol) => referencedSymbol(symbol, code, asked));
  const destructors = input.reference_types === undefined ? searched.filter(({ made }) => made === "destructor") : [];
  const named = destructors.map((symbol) => [symbol, filesNaming(symbol, code)] as const);
  const wide = new Map(named.filter(([, paths]) => paths.length > maxUnaskedFiles));
  const symbols = searched.map((symbol) => (wide.has(symbol) ? referencedSymbol(symbol, code) : symbol));
  const unsearchedEnds = new Set([...wide.values()].flat()).size;
  const definition = shownDefinitionOf(symbols, code);
  const withWord = symbols.flatMap((symbol) => filesNaming(symbol, code));
  const declared = symbols.flatMap(({ places, forward, constructors }) => [...places, ...forward, ...constructors]);
  const files = [...new Set([...withWord, ...declared.map(({ path }) => path)])].sort();

  const notKnown = notKnownReceivers(found.symbols, code);
  const nearness = nearnessOf(found.symbols, code);
  const isOfTests = declared.length > 0 && declared.every(({ path }) => isTestFile(path, code));
  return {
    files,
    found: { ...found, symbols, definition, notKnown, nearness, isOfTests, ...(wide.size > 0 && { unsearchedEnds }) },
  };
}

/** Files that may end an object of a class, past which the ends of its variables are looked for only if they are asked for. */
const maxUnaskedFiles = 400;

/** Leaves of the files of a plan the one that a call names, if its symbols are declared elsewhere: its uses are asked for. */
function inNamedFile(
  plan: Plan & { found: SearchPlan },
  code: Code,
  [request]: readonly SymbolRequest[],
): Plan & { found: SearchPlan } {
  if (request?.filepath === undefined || request.line !== undefined) return plan;
  const path = code.pathOf(request.filepath);
  if (path === undefined || plan.found.symbols.some((one) => isDeclaredIn(one, path))) return plan;
  const files = plan.files.filter((one) => one === path);
  const isNarrowed = files.length < plan.files.length;
  return { files, found: { ...plan.found, isOfFile: true, ...(isNarrowed && { usesIn: code.nameOf(path) }) } };
}

/** The paths of a call in which its symbols have to be declared as one text; undefined for one file, and for a call without paths. */
function foldersIn(input: FindReferencesArguments, code: Code): string | undefined {
  const paths = [input.filepath ?? []].flat();
  const isPlace = input.line !== undefined || input.source !== undefined;
  const isFile = paths.length === 1 && paths.every((path) => code.pathOf(path) !== undefined);
  return paths.length === 0 || isPlace || isFile ? undefined : namedPaths(input);
}

/** Adds the uses of symbols from outside of the code base to what is looked for. */
function withExternal(
  { found, ...plan }: Plan & { found: ReferencesPlan },
  code: Code,
): Plan & { found: ReferencesPlan } {
  const { external, wanted, outside = external === undefined ? [] : [{ wanted, external }] } = found;
  if (outside.length === 0 || (external !== undefined && found.symbols.length > 0)) return { ...plan, found };
  const added = outside.map((one) => externalReferenced(one.wanted, one.external, code));
  const files = [...new Set([...plan.files, ...added.flatMap((symbol) => filesNaming(symbol, code))])].sort();
  return { files, found: { ...found, symbols: [...found.symbols, ...added], missing: found.absent } };
}

/** The most strings with the name of a symbol that are listed with its uses: more say nothing about it. */
const maxListedStrings = 40;

/** The least length of a name that strings are searched for: shorter ones are in many. */
const minKey = 3;

/**
 * Adds the texts that strings are searched for: names that nothing has, which may be of an option or of a key, and the names of the
 * symbols, by which `getattr`, `mock.patch` or a table may mean them.
 */
function withLiterals(
  planned: Plan & { found: ReferencesPlan },
  code: Code,
  { line, reference_types: types, arguments: condition }: FindReferencesArguments,
): Plan & { found: SearchPlan } {
  const { found } = planned;
  if (found.ofName !== undefined) return { ...planned, found: { ...found, literals: [], isPartialLiteral: false } };
  // A member of objects whose type is not known may be an option or a key, too.
  const isUnknownMember = found.external !== undefined && found.external === found.wanted && /^\w+$/.test(found.wanted);
  const absent = found.absent ?? (isAbsent(found) || isUnknownMember ? [found.wanted] : []);
  const isForNames = line === undefined && condition === undefined && (types === undefined || types.includes("text"));
  const named = isForNames ? found.symbols.filter(({ word, isFile }) => !isFile && word.length >= minKey) : [];
  const keys = groupBy(
    named.filter(({ word, external }) => external === undefined && /^[\p{L}\p{N}_]+$/u.test(word)),
    ({ word }) => word,
  );
  const searched = absent.map((name) => filesWithLiteral(name, code));
  return {
    files: [...new Set([...planned.files, ...searched.flatMap(({ paths }) => paths)])].sort(),
    found: {
      ...found,
      literals: [
        ...absent.map((name) => ({ name, kind: "text" as const })),
        ...Array.from(keys, ([name, symbols]) => ({ name, kind: kindOfKey(symbols, code) })),
      ],
      isPartialLiteral: searched.some(({ isPartial }) => isPartial),
    },
  };
}

/** An attribute may have the name of a parameter, and is not it. */
function kindOfKey(symbols: readonly ReferencedSymbol[], code: Code): LiteralKind {
  const areInner = symbols.every(({ places }) =>
    places.every((place) => {
      const declaration = declarationAt(code.index.fileAt(place.path), place);
      return declaration === undefined || isInner(declaration);
    }),
  );
  return areInner ? "key or attribute" : "key";
}

function notesOnLiteral({ isPartialLiteral }: SearchPlan): readonly string[] {
  return isPartialLiteral ? ["Only the first files with its words were searched: narrow filepath."] : [];
}

/** The places of some texts in the strings and comments of a file, and as names in its code. */
function literalsIn(file: ResolvedFile, code: Code, literals: SearchPlan["literals"]): readonly Reference[] {
  const found = literals.flatMap(({ name, kind }) => literalPlacesIn(file, name, kind));
  if (found.length === 0) return [];
  const places = new NamedPlaces(file, code);
  const names = writtenNamesOf(file);
  return found
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, length, in: holder }): Reference => {
      const isOfCode = holder === "code" || holder === "attribute";
      const type = isOfCode ? typeAt(names, offset, file.text.slice(offset, offset + length)) : "text";
      const place = { ...places.of(offset, length), type, symbol: 0, certainty: "possible", isLiteral: true } as const;
      return { ...place, ...(holder === "comment" && { isComment: true }), ...(holder === "code" && { isName: true }) };
    });
}

/** The use of a name in code; `read` if it is not known. */
function typeAt(names: WrittenNames, offset: number, word: string): ReferenceType {
  const name = names.at(offset, word);
  if (name === undefined) return "read";
  return "declares" in name ? "definition" : name.type;
}

function keyOfPosition({ line, column }: Pick<Reference, "line" | "column">): string {
  return `${line}:${column}`;
}

/** Adds what the code base announces of a class of a library: its uses are found by that. */
function withAnnounced(found: FoundSymbols, code: Code): FoundSymbols {
  if (found.symbols.length > 0 || found.external === undefined) return found;
  const announced = found.via
    .map((place) => declarationAt(code.index.fileAt(place.path), place))
    .filter((one) => one !== undefined)
    .filter(isForward);
  return announced.length === 0 ? found : { ...found, symbols: [symbolOf(announced, code)] };
}

/** Gives each reference the lines around it. */
function withLinesAround(references: readonly Reference[], file: ResolvedFile, around: number): readonly Reference[] {
  if (around === 0) return references;
  return references.map((reference) => {
    const { line } = reference;
    return { ...reference, around: numberedAround(file, line - around, line + around, new Set([line])) };
  });
}

/** The longest function that is shown whole, and the lines around a use in a longer one, or in none, unless the call says. */
const maxWholeFunction = 100;
const linesInLongFunction = 5;

/**
 * Gives each reference the function that it declares or that is around it: of several in a function, the one that is listed first has
 * it. Of a long function, and outside of functions, it is the lines around.
 */
function withFunctionsAround(
  references: readonly Reference[],
  file: ResolvedFile,
  isLeftOut: (reference: Reference) => boolean,
  around = linesInLongFunction,
): readonly Reference[] {
  const enclosing = enclosingOf(file.file);
  const placed = references.map((reference) => ({ reference, whole: wholeFunctionAt(reference, file, enclosing) }));
  const groups = groupBy(placed, ({ whole }) => whole);
  const listOf = (reference: Reference) => (isLeftOut(reference) ? Number.POSITIVE_INFINITY : listedAt(reference));
  const firsts = new Set(
    Array.from(groups.values(), (group) =>
      group.map(({ reference }) => reference).reduce((one, other) => (listOf(other) < listOf(one) ? other : one)),
    ),
  );
  return placed.flatMap(({ reference, whole }) => {
    if (whole === undefined) return withLinesAround([reference], file, around);
    if (!firsts.has(reference)) return [reference];
    const used = new Set(groups.get(whole)?.map(({ reference: { line } }) => line));
    return [{ ...reference, around: numberedAround(file, firstLineOf(whole, file), whole.endLine, used) }];
  });
}

/** The function that a reference declares, or that is around it; undefined for a long one, and if there is none. */
function wholeFunctionAt(
  { line, column }: Reference,
  file: ResolvedFile,
  enclosing: Enclosing,
): Declaration | undefined {
  const declared = declarationAt(file.file, { line, column });
  const offset = file.offsetAt(line, column);
  const around = offset === undefined ? undefined : enclosing.at(offset);
  const holder = declared !== undefined && isFunction(declared) ? declared : around;
  const isWhole = holder !== undefined && isFunction(holder);
  return isWhole && holder.endLine - firstLineOf(holder, file) < maxWholeFunction ? holder : undefined;
}

function firstLineOf({ start }: Declaration, { positionOf }: ResolvedFile): number {
  return positionOf(start).line;
}

/** Lines with their numbers: `12: ` for the ones of references and `13- ` for others; undefined for a single one, which rows have. */
function numberedAround(file: ResolvedFile, from: number, to: number, used: ReadonlySet<number>): string | undefined {
  const first = Math.max(from, 1);
  const lines = linesBetween(file, first, to);
  if (lines.length < 2) return undefined;
  return lines.map((text, i) => `${first + i}${used.has(first + i) ? ":" : "-"} ${text}`).join("\n");
}

/** The lines of a file from one to another one, or to its end, each cut if it is long. */
function linesBetween({ text, offsetAt }: ResolvedFile, first: number, last: number): readonly string[] {
  const lines: string[] = [];
  for (let line = first, at = offsetAt(first, 1); line <= last && at !== undefined; at = offsetAt(++line, 1)) {
    if (at >= text.length) break;
    const end = text.indexOf("\n", at);
    const whole = text.slice(at, Math.min(end < 0 ? text.length : end, at + maxLineAround + 2)).trimEnd();
    lines.push(shortened(whole, maxLineAround + 1));
  }
  return lines;
}

/** Types of references that have arguments. */
const calledTypes: ReadonlySet<ReferenceType> = new Set<ReferenceType>(["call", "construct", "decorator"]);

/** True for a call whose number of arguments is as a condition says; `maybe` if that is not known. */
function hasArguments(
  { tree, joinedText }: ResolvedFile,
  { offset, length, type }: Occurrence,
  condition: string,
): boolean | "maybe" {
  if (calledTypes.has(type)) return takesArguments(condition, writtenArgumentsAt(tree, offset, length));
  // Code that is not in the tree may be a call.
  return type === "text" && /^\s*\(/.test(joinedText.slice(offset + length, offset + length + maxGap)) && "maybe";
}

/** UTF-16 code units between a name and its arguments. */
const maxGap = 20;

/**
 * The references of symbols in a file that `isWanted` takes, in source order; with a mark where it answers `maybe`.
 *
 * @param others receives, by name, the uses of members that override a symbol, and the lines that use a name from outside; undefined if
 *   nobody asks for them
 */
export function referencesIn(
  file: ResolvedFile,
  code: Code,
  { symbols, nearness }: Pick<ReferencesPlan, "symbols" | "nearness">,
  isWanted: (occurrence: Occurrence) => boolean | "maybe",
  others?: Readonly<Record<"outside" | "overriding", Map<string, number[]>>>,
): FileReferences {
  const places = new NamedPlaces(file, code);
  const holders = new Set<Declaration>();
  const takeOthers: TakeOthers | undefined = others && {
    overriding: (use, members) => {
      if (isWanted(use) === false) return;
      const names = new Set(members.map((one) => qualifiedNameOf(one, places.separator)));
      for (const name of names) getOrInsert(others.overriding, name, () => []).push(file.positionOf(use.offset).line);
    },
    outside: (use, external) => {
      if (isWanted(use) === false) return;
      getOrInsert(others.outside, external, () => []).push(file.positionOf(use.offset).line);
    },
  };
  const references = withoutOwnAliases(occurrencesIn(file, symbols, takeOthers), file.joinedText)
    .map((occurrence) => ({ ...occurrence, wanted: isWanted(occurrence) }))
    .filter(({ wanted }) => wanted !== false)
    .map(({ offset, length, type, symbol, siblings = [], certainty, ofBase, wanted }): Reference => {
      const holder = places.holderAt(offset);
      if (holder !== undefined && certainty === "possible") holders.add(holder);
      return {
        ...places.of(offset, length),
        type,
        symbol,
        ...(siblings.length > 0 && { siblings: [...siblings] }),
        // A call of a base runs the symbol or another one, unless the base has nothing to run.
        certainty: ofBase === "concrete" ? "possible" : certainty,
        ...(ofBase !== undefined && { isOfBase: true }),
        ...(wanted === "maybe" && { hasUnknownArguments: true }),
      };
    });
  const found = { separator: places.separator, references };
  const possible = references.filter(({ certainty }) => certainty === "possible");
  if (possible.length === 0) return found;
  // A use of a member that the symbol overrides is nearer than one that only shares the name.
  const rank = possible.some(({ isOfBase }) => isOfBase) ? 0 : rankOf(file, [...holders], nearness);
  return { ...found, rank };
}

/** The places of names in a file as rows have them, with the functions and classes around them. */
class NamedPlaces {
  readonly separator: string;
  readonly #file: ResolvedFile;
  readonly #enclosing: Enclosing;
  readonly #names = new Map<Declaration, string>();
  readonly #isOfTest: boolean;

  constructor(file: ResolvedFile, code: Code) {
    this.#isOfTest = isTestFile(file.file.path, code);
    this.separator = code.separatorOf(file.file.language);
    this.#file = file;
    this.#enclosing = enclosingOf(file.file);
  }

  holderAt(offset: number): Declaration | undefined {
    return this.#enclosing.at(offset);
  }

  of(
    offset: number,
    length: number,
  ): Pick<Reference, "line" | "column" | "in" | "inLine" | "inEndLine" | "text" | "isOfTest"> {
    const { positionOf, joinedText } = this.#file;
    const holder = this.holderAt(offset);
    return {
      ...positionOf(offset),
      ...(holder && { in: this.#nameOf(holder), inLine: holder.line, inEndLine: holder.endLine }),
      text: textAround(joinedText, offset, length),
      isOfTest: this.#isOfTest,
    };
  }

  #nameOf(holder: Declaration): string {
    return getOrInsert(this.#names, holder, () => qualifiedNameOf(holder, this.separator));
  }
}

/** Leaves out the second name of `import X as X`, which is one use of X. */
function withoutOwnAliases(occurrences: readonly Occurrence[], text: string): readonly Occurrence[] {
  return occurrences.filter(({ offset, length, type }, i) => {
    const before = occurrences[i - 1];
    if (before === undefined || before.type !== "import" || type !== "import" || before.length !== length) return true;
    const name = text.slice(offset, offset + length);
    const between = text.slice(before.offset + length, offset);
    return !/^\s+as\s+$/.test(between) || !text.startsWith(name, before.offset);
  });
}

/** The types that are looked for without being asked for, of the types that have places without the name. */
const unasked: readonly ReferenceType[] = ["destroy"];

function typesOfWord(word: (typeof typeWords)[number]): readonly ReferenceType[] {
  return word === "member_access" || word === "type_usage" ? otherTypes[word] : [word];
}
