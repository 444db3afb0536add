/**
 * The classes that do not define a member themselves, and the classes from which they inherit it. Input: classes of a
 * hierarchy, and the name of a member; output: those without one of their own, each with the nearest inherited member.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { childrenOf } from "./children-of.ts";
import { type ClassHierarchy, mayImplement } from "./class-hierarchy.ts";
import type { Code } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import { isOwnMember, isSetByMethod } from "./own-members.ts";

/** A class that does not define a member itself. */
export type LackingClass = {
  readonly declaration: Declaration;
  /** The nearest base that defines the member, and its definition, the use of a macro that makes it, or the macro in the body of the base. */
  readonly inherited: { readonly base: Declaration; readonly member: Declaration } | undefined;
  /** Bases that come before this member and may have one, too: from outside of the code base, or unknown. */
  readonly outside: readonly string[];
  /** The line of a method that sets an attribute of this name on its object. */
  readonly assignedAt: number | undefined;
};

/** Returns the classes without a member of the name, in the order of the classes. */
export function lackingClasses(
  classes: readonly Declaration[],
  name: string,
  { code, hierarchy }: { readonly code: Code; readonly hierarchy: ClassHierarchy },
): readonly LackingClass[] {
  const makers = new Map<string, ReadonlyMap<Declaration | undefined, Declaration>>();
  /** The uses of macros that make the name, by their classes. */
  const madeIn = (language: string) =>
    getOrInsert(makers, language, () => {
      const uses = code.resolverOf(language).madeNamed?.(name) ?? [];
      return new Map(uses.map((use) => [use.parent, use]));
    });
  const definedByMacro = (declaration: Declaration) => {
    const hasMacros = code.resolverOf(declaration.file.language).madeNamed !== undefined;
    return hasMacros ? hierarchy.macroMembers.definingIn(declaration, name) : undefined;
  };
  const ownMember = (declaration: Declaration) =>
    childrenOf(declaration).find((one) => one.name === name && isOwnMember(one)) ??
    madeIn(declaration.file.language).get(declaration) ??
    definedByMacro(declaration);
  return classes.flatMap((declaration): LackingClass[] => {
    if (ownMember(declaration) !== undefined) return [];
    const outside: string[] = [];
    const assignedAt = childrenOf(declaration).find((one) => one.name === name && isSetByMethod(one))?.line;
    for (const base of hierarchy.basesInOrder(declaration)) {
      if (typeof base === "string") {
        if (mayImplement(base) || name.startsWith("__")) outside.push(base);
        continue;
      }
      const member = ownMember(base);
      if (member !== undefined) return [{ declaration, inherited: { base, member }, outside, assignedAt }];
    }
    return [{ declaration, inherited: undefined, outside, assignedAt }];
  });
}
