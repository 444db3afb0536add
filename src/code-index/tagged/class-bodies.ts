import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** The body of a class around a place. */
export type ClassBody = {
  /** Its offset. */
  readonly start: number;
  readonly node: number;
  /** The node of its name; noNode for a class without one. */
  readonly name: number;
  /** The node of the type that a class without a name derives from; noNode if that is the class around it. */
  readonly made: number;
  /** The node of the type whose members the body has. */
  readonly of?: number;
};

/** The bodies of classes around an offset, the innermost first. */
export function bodiesAround(terms: WrittenTerms, offset: number): readonly ClassBody[] {
  const { bodies, class_bodies: holders } = terms.rules;
  const found: ClassBody[] = [];
  let inner = Math.min(terms.tree.firstFrom(offset), terms.tree.size - 1);
  while (inner !== noNode && !terms.isIn(offset, inner)) inner = terms.parentOf(inner);
  for (let at = inner; at !== noNode && bodies.length > 0; at = terms.parentOf(at)) {
    if (!bodies.includes(terms.kindOf(at))) continue;
    const holder = terms.parentOf(at);
    const kind = holder === noNode ? "" : terms.kindOf(holder);
    const rule = Object.hasOwn(holders, kind) ? holders[kind] : undefined;
    if (rule === undefined) continue;
    const start = terms.startOf(at);
    if (rule.of !== undefined)
      found.push({ start, node: at, name: noNode, made: noNode, of: terms.childOf(holder, rule.of) });
    else if (rule.outer) found.push({ start, node: at, name: noNode, made: noNode });
    else if (rule.made === undefined)
      found.push({ start, node: at, name: terms.childOf(holder, "name"), made: noNode });
    else found.push({ start, node: at, name: noNode, made: terms.childOf(holder, rule.made) });
  }
  return found;
}

/** The innermost body of a class around a node. */
export function isInBody(terms: WrittenTerms, node: number, body: number): boolean {
  return terms.around(node, (kind) => terms.rules.bodies.includes(kind)) === body;
}
