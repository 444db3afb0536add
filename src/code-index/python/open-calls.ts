import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Resolution } from "../resolution.ts";
import { isClass } from "../symbol-kind.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Use } from "./use.ts";

/**
 * True for a keyword of a call that makes an object of a class without the name of the class, such as `size` of `cls(size=1)`: it
 * may be a derived class with a constructor of its own.
 */
export function isOfOpenCall(use: Use, evaluator: Evaluator, resolve: (offset: number) => Resolution): boolean {
  const { source, node, parent } = use;
  if (source.kind(parent) !== "keyword_argument" || !source.isField(node, "name")) return false;
  const callee = source.child(source.parent(source.parent(parent)), "function");
  if (callee === noNode) return false;
  const { types } = evaluator.evaluate(source.operandText(callee), use.placeOf(callee));
  if (!types.some(({ kind }) => kind === "class")) return false;
  const name = source.kind(callee) === "attribute" ? source.child(callee, "attribute") : callee;
  return source.kind(name) !== "identifier" || !resolve(source.tree.start(name)).targets.some(isClass);
}
