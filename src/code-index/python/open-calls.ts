import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import type { Resolution } from "../resolution.ts";
import { isClass } from "../symbol-kind.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Use } from "./use.ts";

/**
 * The classes of a call that makes an object without the name of its class, for a keyword of the call, such as `size` of
 * `cls(size=1)`: the object may be of a derived class with a constructor of its own. None for any other name.
 */
export function openClassesOf(
  use: Use,
  evaluator: Evaluator,
  resolve: (offset: number) => Resolution,
): readonly Declaration[] {
  const { source, node, parent } = use;
  if (source.kind(parent) !== "keyword_argument" || !source.isField(node, "name")) return [];
  const callee = source.child(source.parent(source.parent(parent)), "function");
  if (callee === noNode) return [];
  const { types } = evaluator.evaluate(source.operandText(callee), use.placeOf(callee));
  const name = source.kind(callee) === "attribute" ? source.child(callee, "attribute") : callee;
  const isNamed = source.kind(name) === "identifier" && resolve(source.tree.start(name)).targets.some(isClass);
  return isNamed ? [] : types.flatMap((type) => (type.kind === "class" ? [type.class] : []));
}
