import type { Declaration } from "../code-index.ts";
import { isFunction } from "../symbol-kind.ts";

/** True for a function that returns a class of a name: `return A`. */
export function isFactoryOf(declaration: Declaration, name: string): boolean {
  return isFunction(declaration) && isAliasOf(declaration.type, name);
}

/** True for the type of a variable that is another name: `B = A`, `B = m.A`. */
export function isAliasOf(type: string, name: string): boolean {
  return /^=[\w.]+$/.test(type) && lastPart(type.slice(1)) === name;
}

/** True for the type of a variable that gets the result of a function: `B = m.make(1)`. */
export function isResultOf(type: string, name: string): boolean {
  const called = /^=([\w.]+)\(/.exec(type)?.[1];
  return called !== undefined && lastPart(called) === name;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
