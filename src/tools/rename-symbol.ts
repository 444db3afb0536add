/**
 * The tool rename_symbol. Input: a symbol and its new name; output: each line that changes, as a diff, the places that may have to
 * change, and the places that refuse the rename; with `apply` the edits that are written.
 */
import * as z from "zod";
import type { IndexAnswer } from "../answers/answer.ts";
import { EditRow, RefusedRow } from "../answers/row-kinds.ts";
import { counted } from "../base/counted.ts";
import { ArgumentError, UserError } from "../base/errors.ts";
import { groupBy } from "../base/group-by.ts";
import { listText } from "../base/list-text.ts";
import { shown } from "../base/shown.ts";
import type { Code, ResolvedFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { enclosingOf } from "../code-index/enclosing.ts";
import { findSymbols } from "../code-index/find-symbols.ts";
import { FoundSymbol, FoundSymbols, isAbsent } from "../code-index/found-symbols.ts";
import { ReferencedSymbol } from "../code-index/occurrences.ts";
import { declarationAt, declarationsAt, keyOfPlace, Place } from "../code-index/places.ts";
import { containerNameOf, qualifiedNameOf } from "../code-index/qualified-name.ts";
import { filesNaming } from "../code-index/referenced-symbol.ts";
import { computedLookups } from "../code-index/rename/computed-names.ts";
import { hunksOf, shiftedOffset, withNewName } from "../code-index/rename/edited-text.ts";
import {
  announcingNamespaces,
  calledByLanguage,
  givenFromOutside,
  macroUsesMaking,
  madeDeclarations,
} from "../code-index/rename/made-names.ts";
import { collisionsWith, faultOfName, isIdentifier } from "../code-index/rename/new-name.ts";
import { checkRename, type Rename } from "../code-index/rename/rename-check.ts";
import { type NamePlace, renamePlacesIn } from "../code-index/rename/rename-places.ts";
import { namedSymbolOf, type RenamedSymbols, symbolsToRename } from "../code-index/rename/symbols-to-rename.ts";
import { isClass, isFunction, isOperator } from "../code-index/symbol-kind.ts";
import { traitsOf } from "../code-index/traits-of.ts";
import { shortDigest } from "../edits/text-digest.ts";
import { notFound } from "./answers/index-answer.ts";
import { notKnownReceivers } from "./answers/not-known.ts";
import { OpenPlaceRow, renameAnswer } from "./answers/rename-answer.ts";
import { maxChars, requireSymbol, SymbolArguments, symbolRequestOf } from "./arguments/symbol-arguments.ts";
import { applyArgument, listedForEdits, TargetArguments, unlisted } from "./arguments/target-arguments.ts";
import type { AnswerBounds } from "./contract/answer-bounds.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type FileRows, type Plan, planReader } from "./contract/plan.ts";
import {
  candidateRefusals,
  declaredBelow,
  refusedRow,
  requireRead,
  savedTextOf,
  shownRefusal,
} from "./edits/edited-symbol.ts";
import { textAround } from "./source-lines/text-around.ts";

/** UTF-16 code units of a new name. */
const maxNewName = 200;

const { column, source } = SymbolArguments.shape;

const RenameSymbolArguments = requireSymbol(
  SymbolArguments.extend({
    filepath: z.string().min(1).optional().describe("Of line or declaration"),
    column: column.meta(unlisted),
    source: source.meta(unlisted),
    new_name: z.string().min(1).max(maxNewName).describe("Without qualifier"),
    include_possible: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe("Rows of possible or in_text to edit: path:line")
      .meta(unlisted),
    state: z.string().min(1).optional().describe("state of the answer").meta(listedForEdits),
    apply: applyArgument,
    comments: z.boolean().optional().describe("Edit comments of these files, too").meta(unlisted),
    cursor: TargetArguments.shape.cursor.meta(unlisted),
    max_chars: maxChars.meta(unlisted),
  }),
).superRefine(({ new_name }, context) => {
  const message = "a name of letters, digits and underscores, without a qualifier.";
  if (!isIdentifier(new_name)) context.addIssue({ code: "custom", path: ["new_name"], message });
});
type RenameSymbolArguments = z.infer<typeof RenameSymbolArguments>;

const Edit = z.object({ offset: z.number(), line: z.number(), column: z.number() });

const RenamePlan = FoundSymbols.extend({
  /** The qualified name of the symbol. */
  name: z.string(),
  oldName: z.string(),
  renamed: z.array(ReferencedSymbol).readonly(),
  /** Symbols that join if a call may mean them: see RenamedSymbols. */
  kin: z.array(ReferencedSymbol).readonly(),
  /** See RenamedSymbols. */
  perhaps: z.array(ReferencedSymbol).readonly(),
  /** Classes that read a renamed member of their own object: see RenamedSymbols. */
  readers: z.array(Place).readonly(),
  refusals: z.array(RefusedRow.extend({ filepath: z.string() })).readonly(),
  /** Sentences about parts that are not known. */
  notes: z.array(z.string()).readonly(),
  /** The number of times that further symbols have joined. */
  round: z.number(),
  /** The places of these. */
  joined: z.array(z.string()).readonly(),
  /** Of the last round, by absolute path; undefined before it. */
  edits: z.record(z.string(), z.array(Edit)).optional(),
  declaring: z.array(z.string()).optional(),
});
type RenamePlan = Readonly<z.infer<typeof RenamePlan>>;

const planRead = planReader(RenamePlan);

/** The places of a file; the offsets of its edits, and whether they change its declarations, are for the last round. */
const FoundRows = z.object({
  path: z.string(),
  language: z.string(),
  /** Of the text that the offsets are of; "" for unsaved text. */
  digest: z.string(),
  round: z.number(),
  /** Symbols that have to get the new name as well. */
  joined: z.array(FoundSymbol),
  offsets: z.array(Edit),
  isDeclaring: z.boolean(),
  edits: z.array(EditRow),
  hunks: z.string(),
  possible: z.array(OpenPlaceRow),
  mentions: z.array(OpenPlaceRow),
  included: z.array(z.string()),
  /** The lines of other words of the name, if the file has edits. */
  others: z.array(z.number()),
  /** Names from outside that end with the name, with the line of each use. */
  outside: z.array(z.object({ external: z.string(), line: z.number() })),
  refused: z.array(RefusedRow),
});

/** The rows of the last round. */
const CheckedRows = z.object({ checked: z.array(RefusedRow) });

/** Renames a symbol at all places where it is meant. */
export const renameSymbol = defineIndexTool<RenameSymbolArguments>({
  needs: "index",
  name: "rename_symbol",
  title: "Rename symbol",
  description:
    "The diff that renames a symbol, instead of edits by search: uses, overrides, imports. Refuses collisions.",
  help: {
    does: "a rename of a symbol, as a diff",
    group: "Find code",
    examples: [{ line: "codegrove rename_symbol Circle::area surface", does: "the diff of a rename" }],
    synonyms: ["rename", "refactor"],
  },
  commandLine: { secondArgument: "new_name" },
  input: RenameSymbolArguments,
  kind: "references",
  search: {
    pathsLimit: "symbol",
    mentionOf: ({ symbol, cursor, source, line }) => {
      if (cursor !== undefined || source !== undefined) return undefined;
      if (line !== undefined || symbol === undefined) return "at place";
      const word = /[\p{L}\p{N}_$]+(?=[^\p{L}\p{N}_$]*$)/u.exec(symbol.replace(/#\d+$/, ""))?.[0];
      return word === undefined ? undefined : { texts: [word] };
    },
  },
  plan: planOfRename,
  rowsFrom: "path",
  rowsOf: async (path, code, plan, input) => {
    const found = planRead(plan);
    if (found.edits === undefined) return await code.withFile(path, (file) => rowsOfPlaces(file, code, found, input));
    const checked = await checkRename(path, code, renameOf(found, found.edits, input));
    if (checked === undefined) return undefined;
    return checked.length === 0 ? null : { checked: checked.map((refusal) => refusedRow(refusal)) };
  },
  next: async (code, plan, rows, input) => {
    const found = planRead(plan);
    if (found.edits !== undefined || found.renamed.length === 0) return undefined;
    const ofFiles = rows.map(({ rows: values }) => FoundRows.parse(values));
    const joined = ofFiles.flatMap((file) => file.joined);
    if (joined.length > 0 && found.round < maxRounds) return await planWith(joined, found, code, input);
    const edited = ofFiles.filter(({ offsets }) => offsets.length > 0);
    const edits = Object.fromEntries(edited.map(({ path, offsets }) => [path, offsets]));
    const declaring = edited.filter(({ isDeclaring }) => isDeclaring).map(({ path }) => path);
    const ofNewName = onlyLocal(found.renamed, code) ? [] : code.filesWith(input.new_name);
    const files = [...new Set([...edited.map(({ path }) => path), ...ofNewName])].sort();
    const refused = joined.flatMap(({ places: [place] }) => place ?? []);
    const reason = "this declaration binds the same name, and has not been searched";
    const refusals = [...found.refusals, ...refused.map((place) => shownRefusal({ ...place, reason }, code))];
    return { files, found: { ...found, refusals, edits, declaring } };
  },
  editsOf: (plan, files, input, { unread, endedAfter }) => {
    const found = planRead(plan);
    const { places, checked } = decoded(files, found.round);
    const refusals = [...found.refusals, ...checked, ...places.flatMap(({ refused }) => refused)];
    const isOld = input.state !== undefined && input.state !== stateOf(found, places);
    if (isAbsent(found) || refusals.length > 0 || isOld || notIncluded(places, input).length > 0) return undefined;
    if (found.edits === undefined && found.renamed.length > 0) {
      const reason = endedAfter === undefined ? "" : ` (${endedAfter})`;
      throw new UserError("Nothing was written", {
        details: `The time was over before it was known whether a name would stand for something else${reason}: ask again.`,
      });
    }
    requireRead(unread);
    const { length } = found.oldName;
    return places.flatMap(({ path, filepath, language, digest, offsets }) => {
      const edits = offsets.map(({ offset: start }) => ({ start, end: start + length, text: input.new_name }));
      return edits.length === 0 ? [] : [{ path, filepath, language, digest, edits }];
    });
  },
  answer: (plan, files, input, bounds): IndexAnswer => {
    const found = planRead(plan);
    if (isAbsent(found)) return notFound(found, bounds);
    const { places: all, checked } = decoded(files, found.round);
    const isOpen =
      found.edits === undefined && bounds.endedAfter !== undefined && all.some((one) => one.joined.length > 0);
    const places = isOpen ? all.map((one) => ({ ...one, offsets: [], edits: [], hunks: "" })) : all;
    const state = isOpen ? "" : stateOf(found, places);
    if (input.state !== undefined && input.state !== state) return otherState;
    const unknown = notIncluded(places, input);
    if (unknown.length > 0) return notPossible(unknown);
    return renameAnswer(
      {
        symbol: found.name,
        newName: input.new_name,
        renamed: found.renamed.map(({ name }) => name),
        notes: [
          ...(isOpen ? [openText] : []),
          ...found.notes,
          ...noteOnOthers(found.oldName, places),
          ...noteOnOutside(places),
          ...noteOnUnread(bounds.skipped),
        ],
        places,
        refused: [...found.refusals, ...checked],
        state,
        isToApply: input.apply === true,
        isChecked: found.edits !== undefined || found.renamed.length === 0,
      },
      bounds,
    );
  },
});

/** Says of an answer without edits that other symbols get the name, too, whose places are not known. */
const openText =
  "No edit is listed: other symbols have to be renamed as well, and there was no time to find their places.";

/** Reasons why a file or a folder was not read that may have the name all the same. */
const mayHaveName = ["too_large", "unreadable", "unreadable_folders"];

function noteOnUnread(skipped: AnswerBounds["skipped"] = {}): readonly string[] {
  const left = mayHaveName.filter((reason) => skipped[reason] !== undefined);
  return left.length === 0
    ? []
    : [`Not read, and may have the name: ${left.map((one) => `${skipped[one]} ${one}`).join(", ")}.`];
}

/** Rounds in which further symbols may join. */
const maxRounds = 8;

/** The rows of the last round of places, and of the check. */
function decoded(files: readonly FileRows[], round: number) {
  const places = files.flatMap(({ filepath, rows }) => {
    const one = FoundRows.safeParse(rows);
    return one.success && one.data.round === round ? [{ filepath, ...one.data }] : [];
  });
  const checked = files.flatMap(({ filepath, rows }) => {
    const one = CheckedRows.safeParse(rows);
    return one.success ? one.data.checked.map((row) => ({ filepath, ...row })) : [];
  });
  return { places, checked };
}

/** The places that a call includes, and that are not there. */
function notIncluded(places: readonly Found[], { include_possible: ids = [] }: RenameSymbolArguments) {
  const included = new Set(places.flatMap((one) => one.included));
  return ids.filter((id) => !included.has(id));
}

type Found = z.infer<typeof FoundRows> & { readonly filepath: string };

/** A digest of the texts with places of the name; "" if one of them is unsaved. */
function stateOf({ name, oldName }: RenamePlan, places: readonly Found[]): string {
  if (places.some(({ digest }) => digest === "")) return "";
  return shortDigest([name, oldName, ...places.flatMap(({ filepath, digest }) => [filepath, digest])]);
}

const otherState: IndexAnswer = {
  error: "The code is not that of the answer with this state: nothing was written",
  details: { details: "Files have changed since. Ask without state and apply for the places as they are now." },
};

function notPossible(ids: readonly string[]): IndexAnswer {
  const details =
    `Give rows of possible or in_text as path:line or path:line:column. Not among them: ${ids.slice(0, maxNamedIds).join(", ")}. ` +
    "Ask without include_possible for the rows as they are now.";
  return { error: "include_possible has places that are not in the answer", details: { details } };
}

const maxNamedIds = 5;

/** Names lines that keep the name, next to edits or in the scope of the symbol: what a rename leaves there is to be looked at. */
function noteOnOthers(
  oldName: string,
  files: readonly { readonly filepath: string; readonly others: readonly number[] }[],
): readonly string[] {
  const lines = files.flatMap(({ filepath, others }) => others.map((line) => `${filepath}:${line}`));
  if (lines.length === 0) return [];
  const shownLines = lines.slice(0, maxNamedLines).join(", ");
  const more = lines.length > maxNamedLines ? ` and ${lines.length - maxNamedLines} more lines` : "";
  return [
    `${oldName} stays in ${shownLines}${more}: there it seems to stand for another symbol, such as one that hides or replaces this one`,
  ];
}

const maxNamedLines = 20;

/** Counts the uses of names from outside that end with the name: an import by a name that nothing explains may mean the symbol. */
function noteOnOutside(files: readonly Pick<Found, "filepath" | "outside">[]): readonly string[] {
  const uses = files.flatMap(({ filepath, outside }) =>
    outside.map(({ external, line }) => ({ external, place: `${filepath}:${line}` })),
  );
  if (uses.length === 0) return [];
  const named = [...groupBy(uses, ({ external }) => external)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(
      ([external, ofName]) =>
        `${external} (${listText([...new Set(ofName.map(({ place }) => place))], maxOutsidePlaces)})`,
    );
  return [
    `Not renamed: ${counted(uses.length, "use")} through modules that are not in this project: ${listText(named, maxNamed)}.`,
  ];
}

const maxOutsidePlaces = 3;

/** @throws UserError when what is asked for cannot be renamed, or not to this name */
async function planOfRename(code: Code, input: RenameSymbolArguments): Promise<Plan> {
  if (input.apply === true && input.include_possible !== undefined && input.state === undefined) {
    throw new ArgumentError(({ quoted }) => `Missing argument ${quoted("state")}: that of the answer with these rows.`);
  }
  const all = await findSymbols(code, symbolRequestOf(input));
  const found = declaredBelow(all, code, input);
  if (isAbsent(found)) return { files: [], found: planFor(found, { renamed: [] }) };
  const asked = found.symbols.map((symbol) => namedSymbolOf(symbol, code));
  const [first] = asked;
  requireRenamable(found, first, code);
  const { name = found.wanted, word = "" } = first ?? {};
  const oldName = word.replace(/^~/, "");
  const declarations = declarationsAt(
    found.symbols.flatMap(({ places, forward }) => [...places, ...forward]),
    code,
  );
  // The symbols of several languages may each take another name: the caller has to choose one first.
  if (new Set(declarations.map(({ file }) => file.language)).size === 1)
    requireNewName(input.new_name, oldName, declarations, code);
  const together = await symbolsToRename(first === undefined ? [] : overloadsOf(asked, code), code);
  const { symbols } = together;
  const keys = new Set(symbols.flatMap(({ places, forward }) => [...places, ...forward].map(keyOfPlace)));
  const isOther = ({ places }: FoundSymbol) => !places.some((place) => keys.has(keyOfPlace(place)));
  const isUnsure = found.confidence === "name" && !found.isOfBranches;
  if (isUnsure || asked.some(isOther)) {
    const several = found.symbols.map((one, i) => ({ symbol: asked[i] ?? one, number: all.symbols.indexOf(one) + 1 }));
    const shownSymbols = several.filter(({ symbol }, i) => isUnsure || i === 0 || isOther(symbol));
    const refused = candidateRefusals(shownSymbols, isUnsure, code);
    return { files: [], found: planFor(found, { renamed: [], refusals: refused, name, oldName }) };
  }
  return planOf(together, { found, name, oldName, round: 0, joined: [] }, code, input);
}

/** The plan with symbols that have joined: all places are looked for again. */
async function planWith(
  joined: readonly FoundSymbol[],
  found: RenamePlan,
  code: Code,
  input: RenameSymbolArguments,
): Promise<Plan> {
  const together = await symbolsToRename([...found.renamed, ...joined], code);
  const { name, oldName, round } = found;
  const places = joined.flatMap(({ places: [place] }) =>
    place === undefined ? [] : `${code.nameOf(place.path)}:${place.line}`,
  );
  const all = [...new Set([...found.joined, ...places])].sort();
  return planOf(together, { found, name, oldName, round: round + 1, joined: all }, code, input);
}

type Asked = Pick<RenamePlan, "name" | "oldName" | "round" | "joined"> & { readonly found: FoundSymbols };

/** @throws ArgumentError when a symbol cannot have the name */
function planOf(together: RenamedSymbols, asked: Asked, code: Code, input: RenameSymbolArguments): Plan {
  const { new_name: newName } = input;
  const { symbols, perhaps, refusals } = together;
  const { found, ...named } = asked;
  const declarations = declarationsAt(
    symbols.flatMap(({ places, forward }) => [...places, ...forward]),
    code,
  );
  requireNewName(newName, named.oldName, declarations, code);
  const searched = [...symbols, ...perhaps];
  const files = onlyLocal(searched, code)
    ? searched.flatMap(({ places }) => places.map(({ path }) => path))
    : searched.flatMap((symbol) => [...filesNaming(symbol, code), ...symbol.places.map(({ path }) => path)]);
  const collisions = [
    ...madeDeclarations(named.oldName, declarations, code),
    ...calledByLanguage(declarations, code),
    ...givenFromOutside(declarations, code),
    ...announcingNamespaces(declarations, code),
    ...collisionsWith(newName, declarations, code),
  ];
  const notes = [
    notKnownReceivers(found.symbols, code) ?? [],
    notesOnFamily(together),
    noteOnJoined(named.joined),
    noteOnOpenMethods(together.openMethods, code),
    noteOnMacros(named.oldName, macroUsesMaking(named.oldName, declarations, code), code),
    noteOnComputed(computedLookups(declarations, code), code),
    noteOnScope(code, input),
    notesOnNotFollowed(declarations, code),
  ].flat();
  const refused = [...refusals, ...collisions].map((refusal) => shownRefusal(refusal, code));
  return {
    files: [...new Set(files)].sort(),
    found: planFor(found, {
      renamed: symbols,
      kin: together.kin,
      perhaps: together.perhaps,
      readers: together.readers,
      refusals: refused,
      notes,
      ...named,
    }),
  };
}

type Planned = Pick<RenamePlan, "renamed"> & Partial<RenamePlan>;

function planFor(found: FoundSymbols, planned: Planned): RenamePlan {
  return {
    ...found,
    name: found.wanted,
    oldName: "",
    round: 0,
    kin: [],
    perhaps: [],
    readers: [],
    joined: [],
    refusals: [],
    notes: [],
    ...planned,
  };
}

/** The first of several symbols, with the overloads of its scope. */
function overloadsOf(asked: readonly FoundSymbol[], code: Code): readonly FoundSymbol[] {
  const [first, ...others] = asked;
  if (first === undefined) return [];
  const [declaration] = declarationsAt(first.places, code);
  if (declaration === undefined || !isFunction(declaration)) return [first];
  const { parent, file, parameters } = declaration;
  const holders = parent === undefined ? [] : code.resolverOf(file.language).symbolOf(parent);
  const isOfHolder = (other: Declaration) =>
    other.parent === parent || (other.parent && holders.includes(other.parent));
  const isOverload = (other: Declaration) => {
    if (!isFunction(other)) return false;
    if (parent !== undefined && isClass(parent)) return isOfHolder(other) === true;
    if (containerNameOf(other, "::") !== containerNameOf(declaration, "::")) return false;
    // Functions with the same parameters are of several programs.
    return other.file === file || (traitsOf(file.language).isLinked && other.parameters !== parameters);
  };
  return [first, ...others.filter(({ places }) => declarationsAt(places, code).some(isOverload))];
}

/** @throws UserError when the symbol has no name of its own in the code base */
function requireRenamable({ external, wanted }: FoundSymbols, symbol: FoundSymbol | undefined, code: Code): void {
  const details =
    symbol === undefined ? `It is from outside of the code base (${external}).` : reasonAgainst(symbol, code);
  if (details !== undefined) throw new UserError(`Cannot be renamed: ${shown(wanted)}`, { details });
}

/** The reason why a symbol keeps its name, as a sentence; undefined for none. */
function reasonAgainst({ isFile, word, places }: FoundSymbol, code: Code): string | undefined {
  if (isFile) return "It is a file: move it, and change what imports it.";
  if (isOperator(word)) return "The language gives operators their names.";
  if (/^__\w+__$/.test(word)) return "The language calls it by its name.";
  const declarations = declarationsAt(places, code);
  const isMade = declarations.some(({ kind, name }) => kind === "function" && name.includes("."));
  if (isMade) return `A macro makes its name ${word} of several arguments: edit these.`;
  const isOfLibrary = declarations.some(
    ({ kind, name, file }) => kind === "namespace" && traitsOf(file.language).libraryNamespaces?.has(name) === true,
  );
  return isOfLibrary ? "The standard library has it, and the code base only adds to it." : undefined;
}

/** @throws ArgumentError when a symbol cannot have the name */
function requireNewName(newName: string, oldName: string, declarations: readonly Declaration[], code: Code): void {
  const languages = new Set(declarations.map(({ file }) => file.language));
  const faults = [...languages].flatMap((language) => faultOfName(newName, language, code) ?? []);
  const [fault] = newName === oldName ? ["is the name that the symbol has"] : faults;
  if (fault === undefined) return;
  throw new ArgumentError(({ quoted }) => `Invalid argument ${quoted("new_name")}: ${shown(newName)} ${fault}`);
}

/** True if all declarations are seen only in their own files. */
function onlyLocal(symbols: readonly ReferencedSymbol[], { index }: Code): boolean {
  return symbols
    .flatMap(({ places }) => places)
    .every((place) => {
      const file = index.fileAt(place.path);
      // The index has no locals: a place without a declaration there is one.
      const isLocal = declarationAt(file, place) === undefined;
      return isLocal && file !== undefined && !traitsOf(file.language).namesArguments;
    });
}

/** Says what is not known of the symbols that are renamed together. */
function notesOnFamily({ outsideBases, takers, isPartial }: RenamedSymbols): readonly string[] {
  const bases = listText(outsideBases, maxNamed);
  const functions = listText(takers, maxNamed);
  return [
    bases === "" ? [] : `A class with the symbol derives from ${bases}, outside of the code base: it may use the name.`,
    functions === ""
      ? []
      : `The parameter is among the further arguments of ${functions}: look for strings with its name.`,
    isPartial ? "Not all files were searched for classes in functions: such a class may have the member." : [],
  ].flat();
}

/** Says which places with the name no rule of the language finds. */
function notesOnNotFollowed(declarations: readonly Declaration[], code: Code): readonly string[] {
  const texts = declarations.flatMap((one) => code.resolverOf(one.file.language).notFollowed?.(one) ?? []);
  return [...new Set(texts)].map((text) => `Not followed, so look for them by a text search: ${text}.`);
}

function noteOnJoined(places: readonly string[]): readonly string[] {
  if (places.length === 0) return [];
  return [
    `Renamed as well, because a use may be one of it, or a scope binds the same name to it: ${listText(places, maxNamed)}.`,
  ];
}

/** Names parameters whose function may override one from outside: callers there may name them. */
function noteOnOpenMethods(places: readonly Place[], code: Code): readonly string[] {
  if (places.length === 0) return [];
  const named = places.map(({ path, line }) => `${code.nameOf(path)}:${line}`);
  return [
    `The class derives from one outside of the code base: if the function overrides one of it, callers may name the parameter (${listText(named, maxNamed)}).`,
  ];
}

/** Names uses of macros that write the old name for the compiler, where no edit reaches it. */
function noteOnMacros(oldName: string, uses: readonly Declaration[], code: Code): readonly string[] {
  if (uses.length === 0) return [];
  const named = uses.map(({ file, line }) => `${code.nameOf(file.path)}:${line}`);
  return [`Macros make ${oldName} of their arguments, which is not edited: look at ${listText(named, maxNamedLines)}.`];
}

/** Names places that look up names which the program makes, as `getattr(shape, name)` does. */
function noteOnComputed(places: readonly Place[], code: Code): readonly string[] {
  if (places.length === 0) return [];
  const named = places.map(({ path, line }) => `${code.nameOf(path)}:${line}`);
  return [`Names that the program makes are looked up, and may be this one: see ${listText(named, maxNamedLines)}.`];
}

const maxNamed = 5;

function noteOnScope({ index }: Code, { filepath, line }: RenameSymbolArguments): readonly string[] {
  if (filepath === undefined || line !== undefined) return [];
  const isOnly = filepath !== "." && index.roots.every((root) => root.startsWith(filepath));
  return isOnly ? ["Only files of filepath were searched for uses."] : [];
}

function renameOf(found: RenamePlan, edits: NonNullable<RenamePlan["edits"]>, input: RenameSymbolArguments): Rename {
  return {
    symbols: found.renamed,
    oldName: found.oldName,
    newName: input.new_name,
    edits: new Map(Object.entries(edits)),
    declaring: found.declaring ?? [],
  };
}

/** The rows of the places of a file. */
function rowsOfPlaces(
  file: ResolvedFile,
  code: Code,
  { renamed, kin, perhaps, readers, oldName, round }: RenamePlan,
  { new_name: newName, include_possible = [], comments = false }: RenameSymbolArguments,
): z.infer<typeof FoundRows> | null | undefined {
  const { path, language } = file.file;
  const { text, positionOf } = file;
  const saved = savedTextOf(file, code);
  if (saved === undefined) return undefined;
  const places = renamePlacesIn(file, renamed, { oldName, newName }, code, { kin, perhaps, readers });
  const ids = new Set(include_possible);
  /** The ways to name a place: its line has all places of it. */
  const idsOf = ({ offset }: NamePlace) => {
    const { line, column } = positionOf(offset);
    const ofLine = `${code.nameOf(path)}:${line}`;
    return [ofLine, `${ofLine}:${column}`];
  };
  const unsure = [...places.possible, ...places.mentions];
  const included = unsure.filter((place) => idsOf(place).some((id) => ids.has(id)));
  const hasEdits = places.edits.length + included.length > 0;
  const inComments = comments && hasEdits ? places.mentions.filter(({ kind }) => kind === "comment") : [];
  const chosen = new Set([...included, ...inComments].map(({ offset }) => offset));
  const offsets = [...places.edits.map(({ offset }) => offset), ...chosen].sort((a, b) => a - b);
  const left = <Item extends NamePlace>(items: readonly Item[]) => items.filter(({ offset }) => !chosen.has(offset));
  const [possible, mentions] = [left(places.possible), left(places.mentions)];
  // Next to edits all that is left is to be looked at.
  const others = places.others.filter(({ isOfSameScope }) => isOfSameScope || offsets.length > 0);
  const { refusals, outside } = places;
  if ([offsets, possible, mentions, refusals, others, outside].every(({ length }) => length === 0)) return null;
  const replacement = { offsets, oldName, newName };
  const changed = withNewName(text, replacement);
  const enclosing = enclosingOf(file.file);
  const rowAt = ({ offset }: NamePlace) => {
    const holder = enclosing.at(offset);
    const name = holder && qualifiedNameOf(holder, code.separatorOf(file.file.language));
    return {
      ...positionOf(offset),
      ...(name !== undefined && { in: name }),
      text: textAround(text, offset, oldName.length),
    };
  };
  const lines = new Set<number>();
  const edits = offsets.flatMap((offset) => {
    const { line, column } = positionOf(offset);
    if (lines.has(line)) return [];
    lines.add(line);
    const before = textAround(text, offset, oldName.length);
    return { line, column, before, after: textAround(changed, shiftedOffset(offset, replacement), newName.length) };
  });
  return {
    path,
    language,
    digest: saved.digest,
    round,
    joined: [...places.joined],
    offsets: offsets.map((offset) => ({ offset, ...positionOf(offset) })),
    isDeclaring: places.isDeclaring,
    edits,
    hunks:
      offsets.length === 0 ? "" : hunksOf(saved.mark + saved.text, saved.mark + withNewName(saved.text, replacement)),
    possible: possible.map((place) => ({ ...rowAt(place), type: place.type })),
    mentions: mentions.map((place) => ({ ...rowAt(place), type: place.kind })),
    included: included.flatMap(idsOf),
    others: [...new Set(others.map(({ offset }) => positionOf(offset).line))],
    outside: outside.map(({ offset, external }) => ({ external, line: positionOf(offset).line })),
    refused: refusals.map(refusedRow),
  };
}
