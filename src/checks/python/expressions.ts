/**
 * The visits of Python expressions for the check of names. Input: nodes of expressions, comprehensions and types;
 * output: the names that they use and bind, in the order of evaluation.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { visitCall } from "./calls.ts";
import { inScope } from "./functions.ts";
import { shortPathOf } from "./short-path.ts";
import { stringSteps } from "./strings.ts";
import { storeComprehensionTarget, storeWalrusTarget } from "./targets.ts";
import type { Step, Walk } from "./walk.ts";

const visitChildren: Step = (walk, node) => walk.visitChildren(node);

const identifier: Step = (walk, node) => {
  walk.load(node);
  if (walk.names.scope.kind !== "function" || walk.textOf(node) !== "locals") return;
  if (isOfCall(walk, node)) walk.names.scope.usesLocals = true;
};

/** True for what is called, and for a plain argument. */
function isOfCall(walk: Walk, node: number): boolean {
  const parent = walk.parent(node);
  if (walk.kind(parent) === "argument_list") return walk.kind(walk.parent(parent)) === "call";
  return walk.kind(parent) === "call";
}

const namedExpression: Step = (walk, node) => {
  walk.visit(walk.field(node, "value"));
  walk.later(storeWalrusTarget, walk.field(node, "name"));
};

const conditionalExpression: Step = (walk, node) => {
  const [value = noNode, condition = noNode, other = noNode] = walk.children(node);
  for (const child of [condition, value, other]) walk.visit(child);
};

/** `yield` and `await` outside of functions are errors: what is in them is not read. */
const inFunctionOnly: Step = (walk, node) => {
  const { kind } = walk.names.scope;
  if (kind !== "class" && kind !== "module") walk.visitChildren(node);
};

const comprehension: Step = (walk, node) => {
  const bodyNode = walk.field(node, "body");
  const clauses = walk.children(node).filter((child) => child !== bodyNode);
  const [first] = clauses;
  if (first !== undefined) visitIterables(walk, first);
  inScope(walk, "comprehension", node, () => {
    for (const clause of clauses) {
      if (walk.kind(clause) !== "for_in_clause") walk.visit(clause);
      else {
        if (clause !== first) visitIterables(walk, clause);
        walk.later(storeComprehensionTarget, walk.field(clause, "left"));
      }
    }
    walk.visit(bodyNode);
  });
};

function visitIterables(walk: Walk, clause: number): void {
  for (const child of walk.children(clause)) if (walk.isField(child, "right")) walk.visit(child);
}

const subscript: Step = (walk, node) => {
  const children = walk.children(node);
  const [value = noNode, ...items] = children;
  const path = shortPathOf(walk, value);
  const name = lastNameOf(walk, value);
  if (name === "Literal") return walk.within("none", () => visitAll(walk, children));
  if (name === "Annotated") return visitAnnotated(walk, value, itemsOf(walk, items));
  if (path !== undefined && walk.names.typingNameOf(path) !== undefined) {
    return walk.within("bare", () => visitAll(walk, children));
  }
  visitAll(walk, children);
};

/** `List[int]` in an annotation: a name and what is in brackets. */
const genericType: Step = (walk, node) => subscript(walk, node);

/** The items in brackets: of a tuple, or of a list of types. */
function itemsOf(walk: Walk, items: readonly number[]): readonly number[] {
  const [only] = items;
  if (items.length !== 1 || only === undefined) return items;
  return walk.kind(only) === "type_parameter" || walk.kind(only) === "tuple" ? walk.children(only) : items;
}

/** `Annotated[type, …]`: only the first is a type. */
function visitAnnotated(walk: Walk, value: number, [first = noNode, ...others]: readonly number[]): void {
  walk.visit(value);
  walk.visit(first);
  walk.within("none", () => visitAll(walk, others));
}

function lastNameOf(walk: Walk, node: number): string {
  if (walk.kind(node) === "attribute") return walk.textOf(walk.field(node, "attribute"));
  return walk.kind(node) === "identifier" ? walk.textOf(node) : "";
}

function visitAll(walk: Walk, nodes: readonly number[]): void {
  for (const node of nodes) walk.visit(node);
}

/** `a.b` in a type: the last name is an attribute. */
const memberType: Step = (walk, node) => walk.visit(walk.children(node)[0] ?? noNode);

const plain: readonly string[] = [
  "argument_list",
  "binary_operator",
  "boolean_operator",
  "chevron",
  "comparison_operator",
  "constrained_type",
  "dictionary",
  "dictionary_splat",
  "dictionary_splat_pattern",
  "expression_list",
  "format_specifier",
  "list",
  "list_pattern",
  "list_splat",
  "list_splat_pattern",
  "not_operator",
  "pair",
  "parenthesized_expression",
  "pattern_list",
  "set",
  "slice",
  "splat_type",
  "tuple",
  "tuple_pattern",
  "type",
  "type_parameter",
  "unary_operator",
  "union_type",
];

export const expressionSteps: ReadonlyMap<string, Step> = new Map<string, Step>([
  ...plain.map((kind): [string, Step] => [kind, visitChildren]),
  ["identifier", identifier],
  ["attribute", (walk, node) => walk.visit(walk.field(node, "object"))],
  ["keyword_argument", (walk, node) => walk.visit(walk.field(node, "value"))],
  ["named_expression", namedExpression],
  ["conditional_expression", conditionalExpression],
  ["yield", inFunctionOnly],
  ["await", inFunctionOnly],
  ["list_comprehension", comprehension],
  ["set_comprehension", comprehension],
  ["dictionary_comprehension", comprehension],
  ["generator_expression", comprehension],
  ["subscript", subscript],
  ["generic_type", genericType],
  ["member_type", memberType],
  ["call", visitCall],
  ...stringSteps,
]);
