/**
 * The places of a name in one file that a rename edits, may edit, and only mentions. Input: an opened file and the renamed symbols;
 * output: the places, and the collisions between locals.
 */
import { basename } from "node:path";
import { groupBy } from "../../base/group-by.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Code, ResolvedFile } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import { enclosingOf } from "../enclosing.ts";
import type { FoundSymbol } from "../found-symbols.ts";
import { type Occurrence, occurrencesIn, type ReferencedSymbol, type TakeOthers } from "../occurrences.ts";
import { declarationAt, declarationsAt, isSamePlace, type Place, placeOf } from "../places.ts";
import { moduleOf, qualifiedNameOf } from "../qualified-name.ts";
import type { ReferenceType } from "../reference-types.ts";
import { certaintyOf } from "../resolution.ts";
import { bringsNames, isClass, standsForFile } from "../symbol-kind.ts";
import { declarationsOf, symbolOf } from "../symbols-of.ts";
import { traitsOf } from "../traits-of.ts";
import { textKindAt } from "../word-places.ts";
import { CalledKin } from "./called-kin.ts";
import { collisionsInFile } from "./new-name.ts";
import type { Refusal } from "./refusal.ts";
import { RelatedUses } from "./related-uses.ts";

/** The old and the new name. */
export type Names = { readonly oldName: string; readonly newName: string };

/** A place of the old name. */
export type NamePlace = { readonly offset: number };

/** The places of a file with the old name. */
export type RenamePlaces = {
  /** In source order. */
  readonly edits: readonly NamePlace[];
  /** The name is meant, but nothing says that the symbol is. */
  readonly possible: readonly (NamePlace & { readonly type: ReferenceType })[];
  /** Words of comments and strings. */
  readonly mentions: readonly (NamePlace & { readonly kind: "comment" | "string" })[];
  /**
   * Other words of the same name, which seem to stand for other symbols. One of the same scope is declared where a renamed symbol may
   * be: a file that is not read right may have it.
   */
  readonly others: readonly (NamePlace & { readonly isOfSameScope: boolean })[];
  /** Uses of names from outside of the code base that end with the name, `os.path.join`. They are not among the others. */
  readonly outside: readonly (NamePlace & { readonly external: string })[];
  readonly refusals: readonly Refusal[];
  /** Symbols that have to get the new name as well: they bind a name of a scope that an edit binds, or a call may mean them. */
  readonly joined: readonly FoundSymbol[];
  /** True if the file declares a renamed symbol, or imports it. */
  readonly isDeclaring: boolean;
};

/** The symbols and classes that belong to renamed symbols: see RenamedSymbols. */
type Companions = {
  readonly kin: readonly ReferencedSymbol[];
  readonly perhaps: readonly ReferencedSymbol[];
  readonly readers: readonly Place[];
};

const noCompanions: Companions = { kin: [], perhaps: [], readers: [] };

/**
 * Returns the places of a file. `kin` has symbols that join as soon as a call may mean them and one of the symbols, `perhaps` symbols
 * whose uses are possible.
 */
export function renamePlacesIn(
  file: ResolvedFile,
  symbols: readonly ReferencedSymbol[],
  { oldName, newName }: Names,
  code: Code,
  { kin, perhaps, readers }: Companions = noCompanions,
): RenamePlaces {
  const { text, tree, joinedText, positionOf } = file;
  const refusals: Refusal[] = [];
  const edits = new Set<number>();
  const possible = new Map<number, ReferenceType>();
  const mentions = new Map<number, "comment" | "string">();
  const others: (NamePlace & { isOfSameScope: boolean })[] = [];
  const inSameScope = new Set(declaredAlike(file, symbols, oldName, code).map(({ at }) => at));
  const all = [...symbols, ...kin];
  const calledKin = new CalledKin(file, symbols, all, code);
  const alsoNamed = new Set<Declaration>();
  const macros = new Set<Declaration>();
  const outside = new Map<number, string>();
  const takeOthers: TakeOthers = {
    overriding: () => {},
    outside: ({ offset }, external) => {
      if (!external.startsWith("builtins.")) outside.set(offset, external);
    },
  };
  for (const occurrence of occurrencesIn(file, all, takeOthers)) {
    const offset = nameOffset(occurrence, joinedText, oldName);
    if (offset === undefined) continue;
    if (isSure(occurrence)) calledKin.addFrom(occurrence, offset);
    if (isSure(occurrence)) for (const one of occurrence.alsoOf ?? []) alsoNamed.add(one);
    if (occurrence.symbol >= symbols.length) continue;
    // A use has one name, whichever of the definitions it is of.
    for (const one of occurrence.macros ?? []) macros.add(one);
    if (!text.startsWith(oldName, offset)) {
      refusals.push({ path: file.file.path, ...positionOf(offset), reason: "the name is split over two lines here" });
    } else if (isSure(occurrence) || isOwnRead(file, offset, readers)) {
      edits.add(offset);
      if (file.resolver.isShorthand?.(file, offset) === true) {
        const reason = `${oldName} is the name of a property and of a variable here: write both, as ${oldName}: ${oldName}, first`;
        refusals.push({ path: file.file.path, ...positionOf(offset), reason });
      }
    } else {
      const kind = textKindAt(tree, offset);
      if (kind === undefined || isNameInString(file, offset, oldName)) possible.set(offset, occurrence.type);
      else mentions.set(offset, kind);
    }
  }
  for (const occurrence of occurrencesIn(file, perhaps)) {
    const offset = nameOffset(occurrence, joinedText, oldName);
    if (offset === undefined || edits.has(offset) || !text.startsWith(oldName, offset)) continue;
    if (textKindAt(tree, offset) === undefined) possible.set(offset, occurrence.type);
  }
  const isOfClass = symbols.some((symbol) => isMember(symbol, code));
  const mayBeInTable = edits.size > 0 && isOfClass;
  const { computedNames } = traitsOf(file.file.language);
  const mayBeComputed = isOfClass && computedNames !== undefined && text.search(computedNames.ofMembers) >= 0;
  const related = new RelatedUses(file, symbols, code);
  const holders = holdersOf(symbols, code);
  for (const offset of wordsIn(text, oldName)) {
    if (edits.has(offset) || possible.has(offset) || mentions.has(offset)) continue;
    const kind = textKindAt(tree, offset);
    const relatedType = kind === undefined ? related.typeAt(offset, oldName) : undefined;
    const isName = () =>
      isNameInString(file, offset, oldName) ||
      (mayBeInTable && isInTable(file, offset, oldName)) ||
      (mayBeComputed && isListed(file, offset, oldName));
    if (kind === "string" && (isName() || endsPath(file, offset, holders))) possible.set(offset, "text");
    else if (relatedType !== undefined) possible.set(offset, relatedType);
    else if (kind !== undefined) mentions.set(offset, kind);
    else if (!outside.has(offset)) others.push({ offset, isOfSameScope: inSameScope.has(offset) });
  }
  // Of an import without another name, the name is one of its file as well.
  const named = file.file.declarations.filter(({ at, name }) => name === oldName && edits.has(at));
  for (const one of collisionsInFile(newName, file.file, named.filter(isSeenHere))) {
    refusals.push({ ...placeOf(one), reason: `${newName} is declared in the same scope` });
  }
  const bound = boundWith(file, edits, oldName, code);
  refusals.push(...bound.refusals);
  const declaring = file.file.declarations.filter(({ at, name }) => edits.has(at) || name === oldName);
  return {
    edits: inOrder(edits).map((offset) => ({ offset })),
    possible: inOrder(possible.keys()).map((offset) => ({ offset, type: possible.get(offset) ?? "read" })),
    mentions: inOrder(mentions.keys()).map((offset) => ({ offset, kind: mentions.get(offset) ?? "comment" })),
    others,
    outside: inOrder(outside.keys()).map((offset) => ({ offset, external: outside.get(offset) ?? "" })),
    refusals,
    joined: [
      ...bound.joined,
      ...calledKin.found,
      ...Array.from(alsoNamed, (one) => symbolOf(declarationsOf(one, code, file), code)),
      // Each by itself: the symbols of two definitions may share a third one.
      ...Array.from(macros, (one) => symbolOf([one], code)),
    ],
    isDeclaring: declaring.length > 0,
  };
}

/**
 * The other declarations that bind the name of a scope in which an edit binds it, such as `except ImportError: f = None` after
 * `from m import f`: their symbols, and the places of the ones that cannot have another name.
 */
function boundWith(
  file: ResolvedFile,
  edits: ReadonlySet<number>,
  oldName: string,
  code: Code,
): Pick<RenamePlaces, "joined" | "refusals"> {
  const { declarations, language, path } = file.file;
  if (!traitsOf(language).bindsOncePerScope) return { joined: [], refusals: [] };
  const named = declarations.filter(({ name, at }) => name === oldName && file.text.startsWith(oldName, at));
  const byParent = groupBy(named, ({ parent }) => parent);
  const scopes = [...byParent.values()].flatMap((ofParent) => [...groupBy(ofParent, scopeEndOf).values()]);
  const left = scopes
    .filter((ofScope) => ofScope.some(({ at }) => edits.has(at)))
    .flatMap((ofScope) => ofScope.filter(({ at }) => !edits.has(at)));
  const joined: FoundSymbol[] = [];
  const refusals: Refusal[] = [];
  for (const one of left) {
    if (!bringsNames(one)) {
      joined.push(symbolOf(declarationsOf(one, code, file), code));
      continue;
    }
    const resolution = file.resolver.resolve(file, one.at);
    const { targets, external } = resolution;
    const [target] = targets;
    const isKnown = certaintyOf(resolution) !== undefined;
    const isOwnName = one.type.endsWith(`:${oldName}`);
    if (isOwnName && target !== undefined && isKnown && !standsForFile(target)) {
      joined.push(symbolOf(declarationsOf(target, code, file), code));
    } else {
      const other = external ?? one.type.replace(/:/g, ".");
      refusals.push({ path, line: one.line, column: one.column, reason: `the same name is bound here to ${other}` });
    }
  }
  return { joined, refusals };
}

/** The end of the scope that a declaration binds a name of: of a parameter, as of a local variable, that of its function. */
function scopeEndOf({ kind, scopeEnd, parent }: Declaration): number {
  return kind === "parameter" && scopeEnd === 0 ? (parent?.end ?? scopeEnd) : scopeEnd;
}

/** The declarations of a file that have the whole name of a symbol which several files may declare. */
function declaredAlike({ file }: ResolvedFile, symbols: readonly ReferencedSymbol[], oldName: string, code: Code) {
  if (!traitsOf(file.language).isLinked) return [];
  const names = new Set(symbols.map(({ name }) => name));
  const separator = code.separatorOf(file.language);
  return file.declarations.filter(
    (one) =>
      one.name === oldName &&
      (one.flags & DeclarationFlag.internal) === 0 &&
      one.scopeEnd === 0 &&
      names.has(qualifiedNameOf(one, separator)),
  );
}

/** True for what only its own file tells: the index has the others. */
function isSeenHere(declaration: Declaration): boolean {
  return declaration.scopeEnd > 0 || bringsNames(declaration);
}

/** True for a word of a string that the program looks up as a name, of this symbol or of another one. */
function isNameInString({ file, text }: ResolvedFile, offset: number, name: string): boolean {
  const { namesInStrings = [] } = traitsOf(file.language);
  const before = text.slice(Math.max(0, offset - maxAround), offset);
  const end = offset + name.length;
  return namesInStrings.some(
    (around) => around.before.test(before) && around.after.test(text.slice(end, end + maxAround)),
  );
}

/** True for a member of the own object in one of some classes, which do not declare it: a class that derives from them has it. */
function isOwnRead({ file, text }: ResolvedFile, offset: number, classes: readonly Place[]): boolean {
  const { ownMembers } = traitsOf(file.language);
  if (ownMembers === undefined || !classes.some(({ path }) => path === file.path)) return false;
  if (!ownMembers.before.test(text.slice(Math.max(0, offset - maxAround), offset))) return false;
  const [holder] = [...enclosingOf(file).around(offset)].filter(isClass);
  return holder !== undefined && classes.some((one) => isSamePlace(one, placeOf(holder)));
}

/** The names of the modules and packages of symbols that are seen outside of functions, and of the classes around these. */
type Holders = { readonly modules: ReadonlySet<string>; readonly classes: ReadonlySet<string> };

function holdersOf(symbols: readonly ReferencedSymbol[], code: Code): Holders {
  const declarations = declarationsAt(
    symbols.flatMap(({ places }) => places),
    code,
  ).filter(({ parent, scopeEnd }) => scopeEnd === 0 && (parent === undefined || isClass(parent)));
  return {
    // The folder that is searched may itself be a package.
    modules: new Set([
      ...declarations.flatMap(({ file }) => moduleOf(file, code.index)),
      ...code.index.roots.map((root) => basename(root)),
    ]),
    classes: new Set(declarations.flatMap(({ parent }) => parent?.name ?? [])),
  };
}

/** True for the end of a path through the modules and classes of a symbol: `Circle` of "pkg.shapes.Circle" or "shapes:Circle". */
function endsPath({ file, text }: ResolvedFile, offset: number, { modules, classes }: Holders): boolean {
  const { pathsInStrings } = traitsOf(file.language);
  const [path = ""] = pathsInStrings?.exec(text.slice(Math.max(0, offset - maxAround), offset)) ?? [];
  const parts = path.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return parts.some((part) => modules.has(part)) && parts.every((part) => modules.has(part) || classes.has(part));
}

/** True for a symbol that a class declares. */
function isMember({ places }: ReferencedSymbol, { index }: Code): boolean {
  return places.some((place) => {
    const parent = declarationAt(index.fileAt(place.path), place)?.parent;
    return parent !== undefined && isClass(parent);
  });
}

/** True for a string that is a name in a table of the body of a class. */
function isInTable({ file, text, tree }: ResolvedFile, offset: number, name: string): boolean {
  const { memberTables } = traitsOf(file.language);
  const end = offset + name.length;
  if (memberTables === undefined || !isQuote(text.charAt(offset - 1)) || !isQuote(text.charAt(end))) return false;
  let node = tree.firstFrom(offset + 1) - 1;
  while (node > noNode && tree.end(node) <= offset) node = tree.parents[node] ?? noNode;
  while (node > noNode && memberTables.within.has(tree.type(node))) node = tree.parents[node] ?? noNode;
  return node > noNode && tree.type(node) === memberTables.classKind;
}

/** True for a string that is a name in a list, or an argument: a function may look it up. */
function isListed({ text }: ResolvedFile, offset: number, name: string): boolean {
  const end = offset + name.length;
  if (!isQuote(text.charAt(offset - 1)) || !isQuote(text.charAt(end))) return false;
  const before = text.slice(Math.max(0, offset - 1 - maxGap), offset - 1);
  return (
    /[[({,]\s*$/.test(before) &&
    /^\s*(?:,|\)|\])/.test(text.slice(end + 1, end + 1 + maxGap)) &&
    !/[\w\])]\[\s*$/.test(before)
  );
}

/** UTF-16 code units between a string in a list and what is next to it. */
const maxGap = 200;

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

/** UTF-16 code units around a word of a string that tell whether it is a name. */
const maxAround = 1_000;

/** True for a place that is surely a use of the symbol. */
export function isSure({ certainty }: Pick<Occurrence, "certainty">): boolean {
  return certainty !== "possible";
}

/** The offset of the name itself: after the `~` of a destructor; undefined for a place that does not write it. */
export function nameOffset({ offset, length }: Occurrence, text: string, name: string): number | undefined {
  const start = offset + length - name.length;
  const isWritten = start >= offset && /^~?\s*$/.test(text.slice(offset, start)) && text.startsWith(name, start);
  return isWritten ? start : undefined;
}

/** The offsets of a whole word. */
export function wordsIn(text: string, word: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + word.length))) found.push(at);
  }
  return found;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{M}\p{N}_$]/u.test(character);
}

function inOrder(offsets: Iterable<number>): readonly number[] {
  return [...offsets].sort((a, b) => a - b);
}
