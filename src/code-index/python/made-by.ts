import type { Declaration } from "../code-index.ts";
import type { FoundSymbol } from "../found-symbols.ts";
import { hasWord, type MadeBy, type NamedCode } from "../made-by.ts";
import { isClass, isFunction } from "../symbol-kind.ts";
import { lastName } from "./types.ts";

/** The words in calls of `__init__`, `__new__` and of a class. */
export function madeByInPython(declaration: Declaration, _: FoundSymbol, code: NamedCode): MadeBy | undefined {
  if (isClass(declaration)) return namesOfClass(declaration.name, "__init__", code);
  const { name, parent } = declaration;
  return isMaker(declaration) && parent !== undefined ? namesOfClass(parent.name, name, code) : undefined;
}

/**
 * The names of a class and of derived classes without a method of their own, with the names of imports, of variables and of
 * functions that return the class.
 */
export function namesOfClass(className: string, method: string, code: NamedCode): MadeBy {
  const names = new Set([className]);
  const paths = new Set<string>();
  const factories = new Set<string>();
  for (const name of names) {
    for (const path of code.filesWith(name)) {
      paths.add(path);
      for (const found of code.index.fileAt(path)?.declarations ?? []) {
        if (isFactoryOf(found, name)) factories.add(found.name);
        if (factories.has(found.name) || isNamedFor(found, name, { method, factories })) names.add(found.name);
      }
    }
  }
  return { names: [...names].sort(), paths: [...paths].sort() };
}

/**
 * True for a class that may be made by the method of a base with a certain name, for the import of a class, and for a variable
 * that stands for it: `B = A`, `B = make(1)`.
 */
function isNamedFor(
  declaration: Declaration,
  base: string,
  { method, factories }: { readonly method: string; readonly factories: ReadonlySet<string> },
): boolean {
  const { kind, type, file } = declaration;
  if (kind === "import") return type.slice(type.lastIndexOf(":") + 1) === base;
  if (kind === "variable") return isAliasOf(type, base) || (factories.has(base) && isResultOf(type, base));
  if (!isClass(declaration) || !hasWord(type, base)) return false;
  return !file.declarations.some((one) => one.parent === declaration && one.name === method);
}

function isMaker(declaration: Declaration): boolean {
  const { name, parent } = declaration;
  return isFunction(declaration) && /^__(?:init|new)__$/.test(name) && parent !== undefined && isClass(parent);
}

/** True for a function that returns a class of a name: `return A`. */
function isFactoryOf(declaration: Declaration, name: string): boolean {
  return isFunction(declaration) && isAliasOf(declaration.type, name);
}

/** True for the type of a variable that is another name: `B = A`, `B = m.A`. */
function isAliasOf(type: string, name: string): boolean {
  return /^=[\w.]+$/.test(type) && lastName(type.slice(1)) === name;
}

/** True for the type of a variable that gets the result of a function: `B = m.make(1)`. */
function isResultOf(type: string, name: string): boolean {
  const called = /^=([\w.]+)\(/.exec(type)?.[1];
  return called !== undefined && lastName(called) === name;
}
