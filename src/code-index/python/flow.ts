/**
 * The control flow of Python by its statements: reachability, and type narrowing by tests such as `isinstance`. Input:
 * a tree and places; output: whether one reaches the other, and the tests that hold at a node.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PythonTree } from "./python-tree.ts";

/** A test that holds at a place: `isinstance(name, classes)`. */
export type TypeTest = {
  /** The name or the dotted name that is tested. */
  readonly name: string;
  /** The expression of the class or classes. */
  readonly classes: string;
  /** The offset of the test. */
  readonly offset: number;
  /** True for `issubclass`: the name is a class. */
  readonly isClass: boolean;
};

/** Nodes around a place that are looked through. */
const maxLevels = 1_000;

const leaves: ReadonlySet<string> = new Set([
  "return_statement",
  "raise_statement",
  "continue_statement",
  "break_statement",
]);

/**
 * True when control can come from one place to a later one without a loop: they are not in different branches of one
 * statement, and the branch of the first is not left by `return`, `raise`, `continue` or `break`.
 */
export function reaches(source: PythonTree, from: number, to: number): boolean {
  const { tree } = source;
  const holds = (node: number) => node <= to && to < (tree.nexts[node] ?? 0);
  let inner = from;
  let outer = source.parent(from);
  for (let level = 0; level < maxLevels && outer !== noNode; level++, inner = outer, outer = source.parent(outer)) {
    if (!holds(outer)) {
      if (source.kind(outer) === "block" && leaves.has(source.kind(tree.lastNamedChild(outer)))) return false;
      continue;
    }
    const kind = source.kind(outer);
    const other = childWith(source, outer, to);
    if (other === inner) return true;
    if (kind === "if_statement") return !isBranch(source, inner) || !isBranch(source, other);
    if (kind === "try_statement") {
      return source.kind(inner) !== "except_clause" || source.kind(other) === "finally_clause";
    }
    return source.kind(inner) !== "case_clause" || source.kind(other) !== "case_clause";
  }
  return true;
}

/** True when a loop goes from one place to another one after it and back. */
export function isRepeatedWith(source: PythonTree, from: number, to: number): boolean {
  let outer = source.parent(from);
  for (let level = 0; level < maxLevels && outer > 0; level++, outer = source.parent(outer)) {
    const isLoop = ["for_statement", "while_statement"].includes(source.kind(outer));
    if (isLoop && outer <= to && to < (source.tree.nexts[outer] ?? 0)) return true;
  }
  return false;
}

function isBranch(source: PythonTree, node: number): boolean {
  return ["block", "elif_clause", "else_clause"].includes(source.kind(node));
}

/** The child of a node that another node is in, which it holds; noNode for the node itself, and too deep. */
function childWith(source: PythonTree, outer: number, node: number): number {
  let child = node;
  for (let level = 0; level < maxLevels && child !== noNode; level++) {
    const parent = source.parent(child);
    if (parent === outer) return child;
    child = parent;
  }
  return noNode;
}

/** Statements before a place that are looked through for tests that leave the block otherwise. */
const maxStatements = 200;

/** The tests that hold at a node within its function, the nearest first. */
export function testsAt(source: PythonTree, node: number): readonly TypeTest[] {
  const tests: TypeTest[] = [];
  let inner = node;
  let outer = source.parent(node);
  for (let level = 0; level < maxLevels && outer !== noNode; level++, inner = outer, outer = source.parent(outer)) {
    const kind = source.kind(outer);
    if (kind === "function_definition" || kind === "class_definition") break;
    if (kind === "block" || kind === "module") tests.push(...testsBefore(source, outer, inner));
    else if (kind === "case_clause") tests.push(...caseTest(source, outer, inner));
    else if (kind === "boolean_operator") tests.push(...testsOnTheLeft(source, outer, inner));
    else {
      const condition = conditionOf(source, outer, inner);
      if (condition !== noNode) tests.push(...testsIn(source, condition, false));
    }
  }
  return tests;
}

/** The tests of `and` and `or` before their right side is evaluated: for `or`, they are false then. */
function testsOnTheLeft(source: PythonTree, operator: number, part: number): readonly TypeTest[] {
  const left = source.child(operator, "left");
  return part === left ? [] : testsIn(source, left, !isAnd(source, operator));
}

/** The condition that holds for a part of a statement or an expression; noNode for none. */
function conditionOf(source: PythonTree, outer: number, part: number): number {
  switch (source.kind(outer)) {
    case "if_statement":
    case "elif_clause":
      return source.isField(part, "consequence") ? source.child(outer, "condition") : noNode;
    case "while_statement":
      return source.isField(part, "body") ? source.child(outer, "condition") : noNode;
    case "conditional_expression": {
      const [value, condition] = source.namedChildren(outer);
      return value === part ? (condition ?? noNode) : noNode;
    }
    case "list_comprehension":
    case "set_comprehension":
    case "dictionary_comprehension":
    case "generator_expression": {
      const clause = [...source.namedChildren(outer)].find((child) => source.kind(child) === "if_clause");
      return source.isField(part, "body") && clause !== undefined ? source.tree.firstNamedChild(clause) : noNode;
    }
    default:
      return noNode;
  }
}

/** Tests of the statements before another one of a block: `assert`, and `if not …: return`. */
function testsBefore(source: PythonTree, block: number, statement: number): readonly TypeTest[] {
  const tests: TypeTest[] = [];
  let count = 0;
  for (const child of source.namedChildren(block)) {
    if (child >= statement || count >= maxStatements) break;
    count += 1;
    const kind = source.kind(child);
    if (kind === "assert_statement") tests.unshift(...testsIn(source, source.tree.firstNamedChild(child), false));
    if (kind !== "if_statement") continue;
    const body = source.child(child, "consequence");
    const isLeft = leaves.has(source.kind(source.tree.lastNamedChild(body)));
    if (isLeft) tests.unshift(...testsIn(source, source.child(child, "condition"), true));
  }
  return tests;
}

/** `case Circle():` of `match shape:`. */
function caseTest(source: PythonTree, clause: number, part: number): readonly TypeTest[] {
  const match = source.parent(source.parent(clause));
  const subject = source.child(match, "subject");
  const pattern = source.tree.firstNamedChild(source.tree.firstNamedChild(clause));
  if (subject === noNode || source.kind(pattern) !== "class_pattern" || !source.isField(part, "consequence")) return [];
  const classes = source.textOf(source.tree.firstNamedChild(pattern));
  return [{ name: source.textOf(subject), classes, offset: source.tree.start(clause), isClass: false }];
}

/** Conditions in conditions that are read. */
const maxDepth = 8;

/** The tests that hold when a condition is true, or when it is false. */
function testsIn(source: PythonTree, condition: number, isFalse: boolean, depth = 0): readonly TypeTest[] {
  if (depth > maxDepth) return [];
  const inner = (node: number, isInnerFalse: boolean) => testsIn(source, node, isInnerFalse, depth + 1);
  switch (source.kind(condition)) {
    case "parenthesized_expression":
      return inner(source.tree.firstNamedChild(condition), isFalse);
    case "not_operator":
      return inner(source.tree.firstNamedChild(condition), !isFalse);
    case "boolean_operator": {
      const parts = [...source.namedChildren(condition)];
      return isAnd(source, condition) === isFalse ? [] : parts.flatMap((part) => inner(part, isFalse));
    }
    case "call":
      return isFalse ? [] : callTest(source, condition);
    default:
      return [];
  }
}

function callTest(source: PythonTree, call: number): readonly TypeTest[] {
  const called = source.textOf(source.child(call, "function"));
  if (called !== "isinstance" && called !== "issubclass") return [];
  const [name, classes] = source.namedChildren(source.child(call, "arguments"));
  if (name === undefined || classes === undefined) return [];
  const isClass = called === "issubclass";
  return [{ name: source.textOf(name), classes: source.textOf(classes), offset: source.tree.start(call), isClass }];
}

function isAnd({ tree }: PythonTree, operator: number): boolean {
  for (let child = tree.firstChild(operator); child !== noNode; child = tree.nextSibling(child)) {
    if (!tree.isNamed(child) && tree.type(child) === "and") return true;
  }
  return false;
}
