/**
 * The visits of Python statements, except functions, classes, imports and `match`, for the check of names. Input: their
 * nodes; output: the names that they use and bind, with the branches that exclude each other.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { type Binding, bindingKinds } from "./binding.ts";
import { callOnExports, isExports, storeExports } from "./exports.ts";
import { importSteps } from "./imports.ts";
import { patternSteps } from "./patterns.ts";
import { shortPathOf } from "./short-path.ts";
import {
  deleteTarget,
  isTransparent,
  storeAnnotatedTarget,
  storeLiteralTarget,
  storeLoopTarget,
  storeTarget,
} from "./targets.ts";
import type { Step, Walk } from "./walk.ts";

const visitChildren: Step = (walk, node) => walk.visitChildren(node);

const literalSequences: ReadonlySet<string> = new Set([
  "expression_list",
  "list",
  "list_pattern",
  "pattern_list",
  "set",
  "tuple",
  "tuple_pattern",
]);

const isSequence = (walk: Walk, node: number) => literalSequences.has(walk.kind(node)) && !isTransparent(walk, node);

const assignment: Step = (walk, node) => {
  const type = walk.field(node, "type");
  const targets: number[] = [];
  let value = node;
  do {
    targets.push(walk.field(value, "left"));
    value = walk.field(value, "right");
  } while (walk.kind(value) === "assignment");
  if (type !== noNode) visitAnnotation(walk, type);
  if (type !== noNode && isTypeAlias(walk, type)) walk.visitIn("value", value);
  else walk.visit(value);
  if (type !== noNode && value === noNode) return walk.later(storeAnnotatedTarget, targets[0] ?? node);
  const isLiteral = [...targets, value].every((each) => isSequence(walk, each));
  for (const target of targets) storeOrExport(walk, node, target, value, isLiteral ? storeLiteralTarget : storeTarget);
};

function storeOrExport(walk: Walk, statement: number, target: number, value: number, store: Step): void {
  if (!isExports(walk, target)) walk.later(store, target);
  else walk.later((then) => storeExports(then, statement, target, value), target);
}

const expressionStatement: Step = (walk, node) => {
  walk.visitChildren(node);
  walk.later(callOnExports, node);
};

function isTypeAlias(walk: Walk, type: number): boolean {
  const [written] = walk.children(type);
  const path = written === undefined ? undefined : shortPathOf(walk, written);
  return path !== undefined && walk.names.typingNameOf(path) === "TypeAlias";
}

const augmentedAssignment: Step = (walk, node) => {
  const target = walk.field(node, "left");
  const value = walk.field(node, "right");
  if (walk.kind(target) === "identifier") walk.later((then) => then.load(target), target);
  walk.visit(value);
  storeOrExport(walk, node, target, value, storeTarget);
};

/** Visits an annotation: at once, or when the names of the module are known. */
export function visitAnnotation(walk: Walk, annotation: number): void {
  if (walk.postponesAnnotations) walk.defer(bareAnnotation, annotation);
  else walk.visitIn("bare", annotation);
}

export const bareAnnotation: Step = (walk, annotation) => walk.visitIn("bare", annotation);

const forStatement: Step = (walk, node) => {
  walk.visit(walk.field(node, "right"));
  walk.later(storeLoopTarget, walk.field(node, "left"));
  walk.visit(walk.field(node, "body"));
  walk.visit(walk.field(node, "alternative"));
};

const whileStatement: Step = (walk, node) => {
  walk.inRegion(walk.forks.add(walk.region, node, "loop", 0), () => walk.visitChildren(node));
};

const ifStatement: Step = (walk, node) => {
  let part = 0;
  const branch = (of: number) => {
    for (const child of walk.children(of)) {
      if (walk.kind(child) === "elif_clause") branch(child);
      else walk.inRegion(walk.forks.add(walk.region, node, "if", part++), () => walk.visit(child));
    }
  };
  branch(node);
};

const tryStatement: Step = (walk, node) => {
  const children = walk.children(node);
  const handlers = children.filter((child) => walk.kind(child) === "except_clause");
  // Groups of exceptions do not count as forks.
  const kind = handlers.some((handler) => walk.hasToken(handler, "*")) ? "other" : "try";
  const body = walk.field(node, "body");
  const main = walk.forks.add(walk.region, node, kind, 0);
  const outer = walk.handlesNameError;
  const handles = handlers.some((handler) => handlesNameError(walk, handler));
  walk.later((then) => setNameErrorHandling(then, handles), node);
  walk.inRegion(main, () => walk.visit(body));
  walk.later((then) => setNameErrorHandling(then, outer), node);
  let part = 1;
  for (const child of children) {
    if (child === body) continue;
    const each = walk.kind(child);
    const region =
      each === "else_clause" ? main : walk.forks.add(walk.region, node, kind, each === "finally_clause" ? -1 : part++);
    walk.inRegion(region, () => walk.visit(child));
  }
};

function setNameErrorHandling(walk: Walk, handles: boolean): void {
  walk.handlesNameError = handles;
}

function handlesNameError(walk: Walk, handler: number): boolean {
  const [first] = walk.children(handler);
  const type = first !== undefined && walk.kind(first) === "as_pattern" ? (walk.children(first)[0] ?? noNode) : first;
  const types = type !== undefined && walk.kind(type) === "tuple" ? walk.children(type) : walk.children(handler);
  return [type ?? noNode, ...types].some(
    (each) => walk.kind(each) === "identifier" && walk.textOf(each) === "NameError",
  );
}

const exceptClause: Step = (walk, node) => {
  const [first = noNode] = walk.children(node);
  const isPattern = walk.kind(first) === "as_pattern";
  const alias = isPattern ? walk.field(first, "alias") : walk.field(node, "alias");
  const target = walk.kind(alias) === "as_pattern_target" ? (walk.children(alias)[0] ?? noNode) : alias;
  if (walk.kind(target) !== "identifier") return walk.visitChildren(node);
  const name = walk.nameOf(target);
  const place = { start: walk.placeOf(node).start, end: walk.placeOf(target).end };
  const { assignment: kind } = bindingKinds;
  const hidden: { binding?: Binding | undefined } = {};
  walk.later((then) => {
    hidden.binding = then.names.enterHandler({ name, kind, place, region: then.region });
  }, node);
  for (const child of walk.children(node)) {
    if (child === first && isPattern) walk.visit(walk.children(first)[0] ?? noNode);
    else if (child !== alias) walk.visit(child);
  }
  walk.later((then) => then.names.leaveHandler(name, place, hidden.binding), node);
};

const returnStatement: Step = (walk, node) => {
  const { kind } = walk.names.scope;
  if (kind !== "class" && kind !== "module") return walk.visitChildren(node);
  walk.names.report("return-outside-function", "", walk.placeOf(node), "'return' outside function");
};

const deleteStatement: Step = (walk, node) => {
  for (const child of walk.children(node)) walk.later(deleteTarget, child);
};

const globalStatement: Step = (walk, node) => {
  const place = walk.placeOf(node);
  for (const child of walk.children(node)) walk.names.declareOuter(walk.nameOf(child), place, walk.region);
};

/** Steps of statements, except functions and classes. */
export const statementSteps: ReadonlyMap<string, Step> = new Map<string, Step>([
  ...[
    "module",
    "block",
    "else_clause",
    "finally_clause",
    "assert_statement",
    "raise_statement",
    "with_statement",
    "with_clause",
    "with_item",
    "decorated_definition",
    "decorator",
  ].map((kind): [string, Step] => [kind, visitChildren]),
  ["expression_statement", expressionStatement],
  ["assignment", assignment],
  ["augmented_assignment", augmentedAssignment],
  ["for_statement", forStatement],
  ["while_statement", whileStatement],
  ["if_statement", ifStatement],
  ["try_statement", tryStatement],
  ["except_clause", exceptClause],
  ["return_statement", returnStatement],
  ["delete_statement", deleteStatement],
  ["global_statement", globalStatement],
  ["nonlocal_statement", globalStatement],
  ["ERROR", (walk, node) => walk.skip(node)],
  ["print_statement", (walk, node) => walk.skip(node)],
  ["exec_statement", (walk, node) => walk.skip(node)],
  ...importSteps,
  ...patternSteps,
]);
