import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** The code around a place that says which object `this` is there. */
export type OwnObject =
  /** The body of a class; `name` is noNode for a class without one. */
  | { readonly kind: "class"; readonly node: number; readonly name: number; readonly isStatic: boolean }
  /** An object whose function is around the place. */
  | { readonly kind: "object"; readonly node: number }
  /** A function that is assigned to a member: `Shape.prototype.area = function () {}`. */
  | { readonly kind: "function"; readonly name: number };

/** The nearest code that says which object is meant; undefined if only the caller knows that. */
export function ownObjectAround(terms: WrittenTerms, offset: number): OwnObject | undefined {
  const { own_objects: rules, bodies, static_sign: sign } = terms.rules;
  if (rules === undefined) return undefined;
  let node = terms.nameNodeAt(offset);
  let inner = noNode;
  for (; node !== noNode; inner = node, node = terms.parentOf(node)) {
    const kind = terms.kindOf(node);
    if (bodies.includes(kind)) {
      const isStatic = inner !== noNode && sign !== undefined && terms.hasSign(inner, sign);
      return { kind: "class", node, name: terms.childOf(terms.parentOf(node), "name"), isStatic };
    }
    const parent = terms.parentOf(node);
    if (parent === noNode) return undefined;
    if (kind === rules.method && terms.kindOf(parent) === rules.object) return { kind: "object", node: parent };
    if (!rules.functions.includes(kind)) continue;
    const outer = terms.kindOf(parent);
    if (outer === rules.pair) return { kind: "object", node: terms.parentOf(parent) };
    if (outer !== rules.assignment) return undefined;
    const left = terms.childOf(parent, "left");
    const name = left === noNode ? noNode : terms.childOf(left, "property");
    return name === noNode ? undefined : { kind: "function", name };
  }
  return undefined;
}
