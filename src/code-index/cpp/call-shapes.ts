/**
 * The ways in which functions of C++ may be called. Input: the declaration of a function, and the index; output: the numbers of
 * arguments of all functions that a call of it may mean.
 */
import type { CallShape } from "../call-shapes.ts";
import { ancestorsOf } from "../class-bases.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";
import { namesMacro } from "../fitting-calls.ts";
import { containerNameOf } from "../qualified-name.ts";
import type { Resolver } from "../resolution.ts";
import { isClass, isConstructor, isFunction, isOperator } from "../symbol-kind.ts";

/**
 * The shapes of a function and of its overloads, which are in the same class or namespace; undefined for what is called
 * without its name, and for parameters that a macro may write.
 *
 * @param head the text of the parameters
 */
export function callShapesOf(
  declaration: Declaration,
  head: string,
  { index, symbolOf }: { readonly index: CodeIndex; readonly symbolOf: Resolver["symbolOf"] },
): readonly CallShape[] | undefined {
  const { name, parent } = declaration;
  if (!isFunction(declaration) || isConstructor(declaration) || isOperator(name) || name.startsWith("~"))
    return undefined;
  if (namesMacro(head, index)) return undefined;
  const own = new Set([declaration, ...symbolOf(declaration)]);
  const container = lastPart(declaration);
  const named = index.named(name);
  // A function hides the ones of bases, unless a using brings them.
  const hasUsing = named.some((one) => one.kind === "using" && lastPart(one) === container);
  const bases = hasUsing && parent !== undefined && isClass(parent) ? ancestorsOf(parent, index, {}) : [];
  const holders = new Set([container, ...bases.map((base) => base.name)]);
  const others = named.filter((one) => isFunction(one) && !own.has(one) && holders.has(lastPart(one)));
  const symbols = new Map<Declaration, readonly Declaration[]>();
  for (const one of others) {
    const all = symbolOf(one);
    symbols.set(all[0] ?? one, all.length === 0 ? [one] : all);
  }
  return [shapeOf([...own]), ...Array.from(symbols.values(), shapeOf)];
}

function lastPart(declaration: Declaration): string {
  return containerNameOf(declaration, "::").split("::").at(-1) ?? "";
}

/** The shape of one function: a default is only in one of its declarations. */
function shapeOf(declarations: readonly Declaration[]): CallShape {
  const least = Math.min(...declarations.map((one) => one.least));
  const takesMore = declarations.some(({ most }) => most < 0);
  const most = Math.max(least, ...declarations.map((one) => one.most));
  const parameters = Array.from({ length: most }, (_, at) => ({ name: "", isRequired: at < least, isNamed: false }));
  return { parameters, takesMore, takesNames: false, receiver: "none" };
}
