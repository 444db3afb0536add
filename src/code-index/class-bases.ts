/**
 * The base classes of a class by only the names in its head, without opening its file (inheritance). Input: a class;
 * output: the classes that it derives from, nearest first.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import type { CodeIndex, Declaration } from "./code-index.ts";
import { partsOfName } from "./qualified-name.ts";
import type { Resolver } from "./resolution.ts";
import { isAddressed, parseSymbolAddress } from "./symbol-address.ts";
import { isClass, isForward, isReplacedAsName } from "./symbol-kind.ts";

/** Classes that are visited for the bases of one. */
const maxBases = 1_000;

/**
 * The classes that a class derives from, nearest first, by the names in its head: if several classes have such a name,
 * all of them, or only classes of its own file if there are some.
 */
export function basesOf(derived: Declaration, index: CodeIndex): readonly Declaration[] {
  const found = new Set<Declaration>();
  let level: readonly Declaration[] = [derived];
  while (level.length > 0 && found.size < maxBases) {
    const next = level.flatMap((declaration) => directBasesOf(declaration, index));
    level = [...new Set(next)].filter((base) => base !== derived && !found.has(base));
    for (const base of level) found.add(base);
  }
  return [...found];
}

/** The source of the order in which members of a class are looked up. */
export type LookupOrder = Pick<Resolver, "linearized">;

/** The classes whose members a class has: its lookup order if the language has one, else basesOf. */
export function ancestorsOf(derived: Declaration, index: CodeIndex, resolver: LookupOrder): readonly Declaration[] {
  const order = resolver.linearized?.(derived);
  if (order === undefined) return basesOf(derived, index);
  return order.flatMap((one) => (typeof one === "string" || one === derived ? [] : one));
}

/** A class, and the classes whose members it has. */
export function withAncestors(
  derived: Declaration,
  code: { readonly index: CodeIndex; resolverOf(language: string): LookupOrder },
): readonly Declaration[] {
  return [derived, ...ancestorsOf(derived, code.index, code.resolverOf(derived.file.language))];
}

/** The bases of an index, by class, and the classes and aliases that a written name may mean. */
type KnownBases = {
  readonly direct: WeakMap<Declaration, readonly Declaration[]>;
  readonly named: Map<string, readonly Declaration[]>;
};

const ofIndexes = new WeakMap<CodeIndex, KnownBases>();

function knownBasesOf(index: CodeIndex): KnownBases {
  return getOrInsert(ofIndexes, index, () => ({ direct: new WeakMap(), named: new Map() }));
}

/** The classes that a name of a class may stand for: also through an alias, `using Base = detail::Base<int>`. */
function directBasesOf(derived: Declaration, index: CodeIndex): readonly Declaration[] {
  if (!isClass(derived)) return [];
  return getOrInsert(knownBasesOf(index).direct, derived, () =>
    namesOfBases(derived.type).flatMap((name) => classesNamed(name, derived, index)),
  );
}

/** Aliases of aliases. */
const maxAliases = 5;

function classesNamed(name: string, from: Declaration, index: CodeIndex, aliases = 0): readonly Declaration[] {
  const standing = getOrInsert(knownBasesOf(index).named, name, () => standingFor(name, index));
  const inFile = standing.filter(({ file }) => file === from.file);
  const chosen = inFile.length > 0 ? inFile : standing;
  const behindAliases = chosen
    .filter((one) => isAlias(one) && aliases < maxAliases)
    .flatMap((alias) => classesNamed(alias.type, alias, index, aliases + 1));
  return [...chosen.filter(isClass), ...behindAliases];
}

/** The classes and aliases that a written name may mean, in any file. */
function standingFor(name: string, index: CodeIndex): readonly Declaration[] {
  const address = parseSymbolAddress(name);
  const named = index.named(address.name).filter((found) => !isForward(found));
  const qualified = named.filter((declaration) => isAddressed(declaration, { ...address, isWhole: false }, index));
  // The qualifier of the name may be an alias of a module or of a namespace.
  const fitting = qualified.length > 0 ? qualified : named;
  // An import or a using-declaration of the same file names the class, and does not stand for another one.
  return fitting.filter((one) => isClass(one) || isAlias(one));
}

function isAlias(declaration: Declaration): boolean {
  return declaration.kind === "alias" || isReplacedAsName(declaration);
}

/** Returns the names in a list of bases: `A` and `b::C` of `public A<int, 2>, virtual b::C`, `A` of `A, metaclass=M`. */
export function namesOfBases(bases: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let name = "";
  for (const character of `${bases},`) {
    if (/[<([{]/.test(character)) depth++;
    if (/[>)\]}]/.test(character)) depth--;
    if (character !== "," || depth > 0) {
      name += character;
      continue;
    }
    const written = name.replace(/^(?:\s*(?:public|protected|private|virtual)\s)+/, "").trim();
    if (!/^\w+\s*=/.test(written) && partsOfName(written).length > 0) names.push(written);
    name = "";
  }
  return names;
}
