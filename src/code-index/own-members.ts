import { DeclarationFlag, type DeclarationKind } from "../facts/declaration-facts.ts";
import { childrenOf } from "./children-of.ts";
import type { Declaration } from "./code-index.ts";
import { isFunction } from "./symbol-kind.ts";
import { traitsOf } from "./traits-of.ts";

/** Kinds of members that are not functions and that a class has by their names. */
const valueKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>([
  "field",
  "variable",
  "constant",
  "class",
  "struct",
  "enum",
  "enum_member",
  "import",
]);

/**
 * True for a member that the body of its class defines. In Python that is not an attribute that has only a type, that a
 * method sets on its object, or that is in a branch that no Python of today takes.
 */
export function isOwnMember(member: Declaration): boolean {
  const { kind, flags, file } = member;
  if ((flags & DeclarationFlag.friend) !== 0 || !(isFunction(member) || valueKinds.has(kind))) return false;
  if (traitsOf(file.language).declaresOverriding) return true;
  if ((flags & DeclarationFlag.excluded) !== 0) return false;
  const isOnlyTyped = kind === "field" && (flags & DeclarationFlag.declared) !== 0;
  return isFunction(member) || !(isOnlyTyped || isSetByMethod(member));
}

/** True for a member that implements an abstract method of its name: a method, and in Python `run = other`, too. */
export function isImplementation(member: Declaration): boolean {
  if ((member.flags & DeclarationFlag.friend) !== 0) return false;
  return isFunction(member) || (!traitsOf(member.file.language).declaresOverriding && isOwnMember(member));
}

/** True for an attribute of Python that a method sets on its object: `self.x = …`. */
export function isSetByMethod({ kind, parent, at }: Declaration): boolean {
  if (kind !== "field" || parent === undefined) return false;
  return childrenOf(parent).some((one) => isFunction(one) && one.start <= at && at < one.end);
}
