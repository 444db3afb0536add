import { withAncestors } from "./class-bases.ts";
import type { Code } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import { declarationsAt } from "./places.ts";
import { isClass, isFunction, isImplicit } from "./symbol-kind.ts";
import { traitsOf } from "./traits-of.ts";

/** A shorter name is one of many objects that the code base does not declare. */
const leastName = 4;

/** Declarations of a name that are compared. */
const maxDeclarations = 100;

/**
 * True for a method if only classes that derive from each other, or from a common base, declare its name, and objects of common libraries
 * do not have it: a call of the name on an unknown object is probably one of it.
 */
export function isOfOnlyFamily({ word, places }: Pick<FoundSymbol, "word" | "places">, code: Code): boolean {
  const own = declarationsAt(places, code);
  const [first] = own;
  const { commonMembers } = traitsOf(first?.file.language ?? "");
  if (first === undefined || commonMembers === undefined || commonMembers.has(word)) return false;
  if (word.length < leastName || isImplicit(word) || !isFunction(first)) return false;
  const family = familyOf(first, code);
  if (family.length === 0) return false;
  // A function or a variable of a file is named without an object.
  const members = code.index.named(word).filter(({ parent }) => parent !== undefined && isClass(parent));
  if (members.length > maxDeclarations) return false;
  return members.every((one) => own.includes(one) || familyOf(one, code).some((base) => family.includes(base)));
}

/** The class of a member, and the classes that it derives from. */
function familyOf({ parent }: Declaration, code: Code): readonly Declaration[] {
  if (parent === undefined || !isClass(parent)) return [];
  return withAncestors(parent, code);
}
