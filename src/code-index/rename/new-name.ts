/**
 * The checks of a new name that need no text: whether it is a name at all, and whether a scope of the renamed symbols declares it
 * already. Input: the name and the symbols; output: what is wrong with it, and the places that speak against it.
 */
import { isHeader } from "../../base/is-header.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { BaseSearch } from "../base-search.ts";
import type { Code } from "../code.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { includesOf } from "../cpp/includes.ts";
import { placeOf } from "../places.ts";
import { containerNameOf, qualifiedNameOf } from "../qualified-name.ts";
import { isClass, isFunction, isOfMacros, takeTheSame } from "../symbol-kind.ts";
import { traitsOf } from "../traits-of.ts";
import type { Refusal } from "./refusal.ts";
import { replacesMembers } from "./replacing-members.ts";

const identifier = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*$/u;

/** True for a text that a symbol can have as its name in some language. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name);
}

/** Says why a name cannot be the name of a symbol in a language; undefined if it can. */
export function faultOfName(name: string, language: string, code: Pick<Code, "titleOf">): string | undefined {
  const { keywords } = traitsOf(language).words;
  return keywords.includes(name) ? `is a keyword of ${code.titleOf(language)}` : undefined;
}

/** The declarations with the new name in scopes of the renamed ones, and in base and derived classes. */
export function collisionsWith(name: string, renamed: readonly Declaration[], code: Code): readonly Refusal[] {
  const { index } = code;
  const others = index.named(name).filter((one) => !isOfMacros(one));
  const collisions = new Map<Declaration, Refusal>();
  const bases = new BaseSearch(code);
  for (const declaration of renamed) {
    const separator = code.separatorOf(declaration.file.language);
    for (const other of others) {
      if (collisions.has(other) || other.file.language !== declaration.file.language) continue;
      const reason = reasonOf(other, declaration, code, bases);
      const what = qualifiedNameOf(other, separator);
      if (reason !== undefined) collisions.set(other, { ...placeOf(other), reason: `${what} ${reason}` });
    }
  }
  return [...collisions.values()];
}

const sameScope = "is declared in the same scope";

function reasonOf(other: Declaration, declaration: Declaration, code: Code, bases: BaseSearch): string | undefined {
  const [holder, otherHolder] = [declaration.parent, other.parent];
  const resolver = code.resolverOf(declaration.file.language);
  if (holder === undefined || otherHolder === undefined || !isClass(holder) || !isClass(otherHolder)) {
    return isInSameScope(other, declaration) && !areApart(other, declaration, code) ? sameScope : undefined;
  }
  if (holder === otherHolder || resolver.symbolOf(holder).includes(otherHolder)) return sameScope;
  if (bases.derives(holder, otherHolder) !== false) return "is declared in a base class";
  // A member that overrides nothing hides the one of the base: the check finds uses that would mean it.
  const mayOverride = isFunction(declaration) && isFunction(other) && takeTheSame(other, declaration);
  if ((mayOverride || replacesMembers(declaration, code)) && bases.derives(otherHolder, holder) !== false)
    return "is declared in a derived class";
  return undefined;
}

/** True for declarations of one scope: in one file, or in files that are linked. */
function isInSameScope(other: Declaration, declaration: Declaration): boolean {
  const separator = "::";
  if (containerNameOf(other, separator) !== containerNameOf(declaration, separator)) return false;
  // Overloads share their name, and each has names of its own.
  const [holder, otherHolder] = [declaration.parent, other.parent];
  if (holder !== undefined && otherHolder !== undefined && isFunction(holder) && isFunction(otherHolder))
    return holder === otherHolder;
  if (other.file === declaration.file) return true;
  const isInternal = ((other.flags | declaration.flags) & DeclarationFlag.internal) !== 0;
  return traitsOf(declaration.file.language).isLinked && !isInternal;
}

/** True for an alias of one source that does not read the file of the other declaration: no file has both. */
function areApart(other: Declaration, declaration: Declaration, { index }: Code): boolean {
  const isOfSource = ({ kind, file }: Declaration) =>
    (kind === "alias" || kind === "namespace_alias") && traitsOf(file.language).isLinked && !isHeader(file.path);
  if (!isOfSource(other) && !isOfSource(declaration)) return false;
  const includes = includesOf(index);
  const reads = (one: IndexedFile, another: IndexedFile) => includes.closureOf(one).has(another);
  return !reads(other.file, declaration.file) && !reads(declaration.file, other.file);
}

/** The declarations of an open file with the new name in the scopes of renamed names: of locals, and of what is imported. */
export function collisionsInFile(
  name: string,
  { declarations }: IndexedFile,
  renamed: readonly Declaration[],
): readonly Declaration[] {
  return declarations.filter(
    (other) =>
      other.name === name &&
      renamed.some(({ parent, scopeEnd }) => parent === other.parent && scopeEnd === other.scopeEnd),
  );
}
