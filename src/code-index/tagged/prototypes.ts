import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";

/** True for a function that is only declared, `int f(int);`. */
export function isPrototype({ kind, flags, scopeEnd }: Declaration): boolean {
  return kind === "function" && scopeEnd === 0 && (flags & DeclarationFlag.declared) !== 0;
}

/** Returns the definitions that a function which is only declared may have in its language; none for any other declaration. */
export function definitionsOf(declaration: Declaration, index: CodeIndex): readonly Declaration[] {
  return isPrototype(declaration) ? functionsLike(declaration, index).filter((one) => !isPrototype(one)) : [];
}

/**
 * Returns the declarations of a symbol, the definition first: a function that files declare is one symbol with its only definition. If
 * there are several definitions, each is a symbol of its own.
 */
export function declarationsWith(declaration: Declaration, index: CodeIndex): readonly Declaration[] {
  if (declaration.kind !== "function" || declaration.parent !== undefined) return [declaration];
  const alike = functionsLike(declaration, index);
  const declared = alike.filter(isPrototype);
  const defined = alike.filter((one) => !isPrototype(one));
  if (declared.length === 0) return [declaration];
  if (defined.length > 1) return isPrototype(declaration) ? declared : [declaration];
  return [...defined, ...declared];
}

/** The functions of a name outside of others, in the files of one language. */
function functionsLike({ name, file }: Declaration, index: CodeIndex): readonly Declaration[] {
  return index
    .named(name)
    .filter((one) => one.kind === "function" && one.parent === undefined && one.file.language === file.language);
}
