import { bindingKinds } from "./binding.ts";
import type { Step, Walk } from "./walk.ts";

/** The kind of binding that the target of an assignment makes. */
type Target = { readonly kind: number; readonly isInLoop: boolean };

/** Kinds of nodes that hold several targets. */
const sequences: ReadonlySet<string> = new Set(
  (
    "list list_pattern list_splat list_splat_pattern parenthesized_expression pattern_list expression_list " +
    "tuple tuple_pattern"
  ).split(" "),
);

/** Binds the names of a target. Names of a sequence get the binding `nested`. */
function targetStep(direct: Target, nested: Target): Step {
  const inside = direct === nested ? undefined : targetStep(nested, nested);
  const step: Step = (walk, node) => {
    const kind = walk.kind(node);
    if (kind === "identifier") return storeName(walk, node, direct);
    if (kind === "as_pattern_target") {
      for (const child of walk.children(node)) walk.later(step, child);
    } else if (!sequences.has(kind)) walk.visit(node);
    else {
      const next = isTransparent(walk, node) ? step : (inside ?? step);
      for (const child of walk.children(node)) walk.later(next, child);
    }
  };
  return step;
}

function storeName(walk: Walk, node: number, { kind, isInLoop }: Target): void {
  walk.names.store({ name: walk.nameOf(node), kind, place: walk.placeOf(node), region: walk.region, isInLoop });
}

/** True for parentheses around one target. */
export function isTransparent(walk: Walk, node: number): boolean {
  const kind = walk.kind(node);
  if (kind === "parenthesized_expression") return true;
  if (kind !== "tuple_pattern" && kind !== "tuple") return false;
  return walk.children(node).length === 1 && !walk.hasToken(node, ",");
}

const plain: Target = { kind: bindingKinds.plain, isInLoop: false };
const inLoop: Target = { kind: bindingKinds.plain, isInLoop: true };
const assigned: Target = { kind: bindingKinds.assignment, isInLoop: false };
const annotated: Target = { kind: bindingKinds.annotation, isInLoop: false };
const walrus: Target = { kind: bindingKinds.assignment | bindingKinds.walrus, isInLoop: false };

/** A name is assigned to; it is usual that not all names of a sequence are used. */
export const storeTarget = targetStep(assigned, plain);

/** Each name of a sequence gets a value that is written next to it: `a, b = 1, 2`. */
export const storeLiteralTarget = targetStep(assigned, assigned);

export const storeLoopTarget = targetStep(inLoop, inLoop);
export const storeComprehensionTarget = targetStep(plain, plain);
export const storeAnnotatedTarget = targetStep(annotated, annotated);
export const storeWalrusTarget = targetStep(walrus, walrus);

/** Deletes the names of a target. */
export const deleteTarget: Step = (walk, node) => {
  const kind = walk.kind(node);
  if (kind === "identifier") walk.names.delete(walk.nameOf(node), walk.placeOf(node), walk.region);
  else if (!sequences.has(kind)) walk.visit(node);
  else for (const child of walk.children(node)) walk.later(deleteTarget, child);
};
