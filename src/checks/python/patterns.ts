/**
 * The visits of Python's `match` statements and `as` targets for the check of names. Input: their nodes; output: the
 * names that patterns capture and use.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { bindingKinds } from "./binding.ts";
import { storeTarget } from "./targets.ts";
import type { Step, Walk } from "./walk.ts";

const matchStatement: Step = (walk, node) => {
  const body = walk.field(node, "body");
  for (const child of walk.children(node)) if (child !== body) walk.visit(child);
  let part = 0;
  for (const clause of walk.children(body)) {
    if (walk.kind(clause) !== "case_clause") {
      walk.visit(clause);
      continue;
    }
    const pattern = walk.forks.add(walk.region, node, "match", part);
    const consequence = walk.forks.add(walk.region, node, "match", part + 1);
    part += 2;
    for (const child of walk.children(clause)) {
      walk.inRegion(walk.isField(child, "consequence") ? consequence : pattern, () => walk.visit(child));
    }
  }
};

/** Binds the name that a part of a pattern captures. */
function capture(walk: Walk, node: number, identifier: number): void {
  const name = walk.nameOf(identifier);
  if (walk.kind(identifier) !== "identifier" || name === "_") return;
  walk.names.store({ name, kind: bindingKinds.assignment, place: walk.placeOf(node), region: walk.region });
}

/** Visits a part of a pattern: its names are bound, dotted ones are used. */
const part: Step = (walk, node) => {
  const children = walk.children(node);
  const [first = noNode] = children;
  switch (walk.kind(node)) {
    case "dotted_name":
      if (children.length === 1) capture(walk, node, first);
      else walk.load(first);
      break;
    case "splat_pattern":
      capture(walk, node, first);
      break;
    case "as_pattern":
      capture(walk, node, children.at(-1) ?? noNode);
      walk.later(part, first);
      break;
    case "class_pattern":
      walk.load(walk.children(first)[0] ?? first);
      laterParts(walk, children.slice(1));
      break;
    case "keyword_pattern":
      laterParts(walk, children.slice(1));
      break;
    case "case_pattern":
    case "union_pattern":
    case "list_pattern":
    case "tuple_pattern":
    case "dict_pattern":
      laterParts(walk, children);
      break;
    default:
      walk.visit(node);
  }
};

function laterParts(walk: Walk, nodes: readonly number[]): void {
  for (const node of nodes) walk.later(part, node);
}

/** `with a as b`: an expression with a target. */
const asPattern: Step = (walk, node) => {
  const alias = walk.field(node, "alias");
  for (const child of walk.children(node)) {
    if (child === alias) walk.later(storeTarget, child);
    else walk.visit(child);
  }
};

export const patternSteps: readonly (readonly [string, Step])[] = [
  ["match_statement", matchStatement],
  ["case_pattern", part],
  ["if_clause", (walk, node) => walk.visitChildren(node)],
  ["as_pattern", asPattern],
];
