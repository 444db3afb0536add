/**
 * Makes symbols of declarations: qualified name, kind, places, constructors. Input: the declarations or the resolution
 * of a name; output: symbols as tools exchange them.
 */
import { childrenOf } from "./children-of.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";
import type { FoundSymbol, FoundSymbols } from "./found-symbols.ts";
import { keyOfPlace, placeOf } from "./places.ts";
import { qualifiedNameOf } from "./qualified-name.ts";
import type { Resolution } from "./resolution.ts";
import { isBare, isClass, isConstructor, isForward, standsForFile } from "./symbol-kind.ts";

/** The result before anything is found. */
export const noSymbols: Pick<FoundSymbols, "symbols" | "confidence" | "via" | "didYouMean"> = {
  symbols: [],
  confidence: "exact",
  via: [],
  didYouMean: [],
};

/** The part of a code base that tells which declarations are of one symbol, and how it is called. */
type SymbolCode = Pick<Code, "index" | "resolverOf" | "separatorOf">;

/** Makes a symbol of its declarations, which are in the order of answers. */
export function symbolOf(declarations: readonly Declaration[], code: SymbolCode): FoundSymbol {
  const [first] = declarations;
  if (first === undefined) throw new Error("a symbol has a declaration");
  if (standsForFile(first)) return symbolOfFile(first.file);
  const name = qualifiedNameOf(first, code.separatorOf(first.file.language));
  const constructors = isClass(first) ? constructorsOf(declarations, code) : [];
  const apart = declarations.every(isForward) ? [] : declarations.filter(isForward);
  return {
    name,
    word: first.name,
    places: declarations.filter((declaration) => !apart.includes(declaration)).map(placeOf),
    forward: apart.map(placeOf),
    constructors: constructors.map(placeOf),
    isFile: false,
  };
}

/** Makes a symbol of its declarations; one that a macro makes has the name that is used, which is written nowhere else. */
export function symbolWithWord(declarations: readonly Declaration[], word: string, code: SymbolCode): FoundSymbol {
  const symbol = symbolOf(declarations, code);
  const [first] = declarations;
  if (first?.kind !== "macro_use") return symbol;
  return { ...symbol, word, name: symbol.name.slice(0, -first.name.length) + word };
}

/** Makes a symbol of a file: what names it is its name without what follows the dot, or that of its folder. */
export function symbolOfFile({ path }: IndexedFile): FoundSymbol {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1) ?? path;
  const isPackage = /^__init__\./.test(name);
  const word = isPackage ? (parts.at(-2) ?? name) : name.replace(/\..*$/s, "");
  return { name, word, places: [{ path, line: 1, column: 1 }], forward: [], constructors: [], isFile: true };
}

/** Makes symbols of what a name stands for: of several the first one is meant. */
export function symbolsOfResolution(
  code: Code,
  file: ResolvedFile,
  wanted: string,
  resolution: Resolution,
): FoundSymbols {
  const { confidence, ofBranches, targets, external, via = [] } = resolution;
  const symbols: (readonly Declaration[])[] = [];
  for (const target of targets) {
    if (symbols.some((declarations) => declarations.includes(target))) continue;
    const isOfMacro = target.kind === "macro_use";
    const alike = isOfMacro ? targets.filter((one) => isSameUse(one, target)) : declarationsOf(target, code, file);
    const all = [target, ...alike.filter((other) => other !== target)];
    symbols.push([...all.filter((one) => !isBare(one)), ...all.filter(isBare)]);
  }
  return {
    ...noSymbols,
    wanted,
    isQualified: true,
    symbols: symbols.map((declarations) => symbolWithWord(declarations, wanted, code)),
    confidence,
    ...(ofBranches !== undefined && { isOfBranches: true }),
    via: via.map(placeOf),
    ...(confidence === "external" && { external: external ?? wanted }),
    // An announcement in the code base may be of another symbol, and another branch may import it from outside.
    ...((confidence === "name" || confidence === "likely") && external !== undefined && { external }),
  };
}

/** True for two uses of macros that make a name in the same scope. */
function isSameUse(one: Declaration, other: Declaration): boolean {
  return one.kind === other.kind && one.parent === other.parent;
}

/** All declarations of the symbol that a declaration is of. */
export function declarationsOf(
  declaration: Declaration,
  code: Pick<Code, "resolverOf">,
  file?: ResolvedFile,
): readonly Declaration[] {
  const { language } = declaration.file;
  const isOfFile = file !== undefined && file.file.language === language;
  const resolver = isOfFile ? file.resolver : code.resolverOf(language);
  return resolver.symbolOf(declaration);
}

/** The constructors of a class, with constructors that are defined outside of it. */
function constructorsOf(declarations: readonly Declaration[], code: SymbolCode): readonly Declaration[] {
  const named = code.index.named(declarations[0]?.name ?? "").filter(isConstructor);
  // The class of an open file is another object than that of the index.
  const places = new Set(declarations.map((one) => keyOfPlace(placeOf(one))));
  const inside = named.filter(
    ({ parent, qualifier }) => qualifier === "" && parent && places.has(keyOfPlace(placeOf(parent))),
  );
  const known = [...new Set(inside.flatMap((declared) => declarationsOf(declared, code)))];
  const knownPlaces = new Set(known.map((one) => keyOfPlace(placeOf(one))));
  // The index does not have a class in a function.
  const ofOpenFiles = declarations.filter(({ file }) => code.index.fileAt(file.path) !== file);
  const further = ofOpenFiles.flatMap(childrenOf).filter(isConstructor);
  return [...known, ...further.filter((one) => !knownPlaces.has(keyOfPlace(placeOf(one))))];
}
