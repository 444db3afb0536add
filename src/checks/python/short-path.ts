import type { ShortPath } from "./binding.ts";
import type { Walk } from "./walk.ts";

/** Returns a name, or a name and its attribute, that an expression is; undefined for any other expression. */
export function shortPathOf(walk: Walk, node: number): ShortPath | undefined {
  if (walk.kind(node) === "identifier") return [walk.nameOf(node)];
  if (walk.kind(node) !== "attribute") return undefined;
  const object = walk.field(node, "object");
  if (walk.kind(object) !== "identifier") return undefined;
  return [walk.nameOf(object), walk.nameOf(walk.field(node, "attribute"))];
}
