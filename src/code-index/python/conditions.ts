/**
 * The conditions of Python that are known before a program runs: `sys.version_info`, `sys.platform`, `TYPE_CHECKING`.
 * Input: a tree, and an `if` statement or a node; output: the value of its condition, or the branches that are not
 * taken.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PythonTree } from "./python-tree.ts";

/** A value that is known before a program runs; a list for a tuple, or for a part of one. */
type Value = boolean | number | string | readonly Value[];

/** The assumed interpreter of a code base: Python 3 of today on Linux. */
const interpreter: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["sys.version_info", [3, 14, 0]],
  ["sys.version_info.major", 3],
  ["sys.version_info.minor", 14],
  ["sys.hexversion", 0x030e0000],
  ["sys.platform", "linux"],
  ["sys.implementation.name", "cpython"],
  ["os.name", "posix"],
  ["platform.system()", "Linux"],
  ["platform.python_implementation()", "CPython"],
]);

/**
 * Names that say the same in each module: of a type checker, and what `six` and many code bases after it call the major
 * version.
 */
const constants: ReadonlyMap<string, boolean> = new Map([
  ["TYPE_CHECKING", true],
  ["PY2", false],
  ["PY3", true],
]);

/** The operators of comparisons that are known → whether they hold for what is less (-1), equal (0) or greater (1). */
const comparisons: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ["<", (order: number) => order < 0],
  ["<=", (order: number) => order <= 0],
  ["==", (order: number) => order === 0],
  ["!=", (order: number) => order !== 0],
  [">=", (order: number) => order >= 0],
  [">", (order: number) => order > 0],
]);

/** UTF-16 code units of a condition that is read, and conditions in conditions. */
const maxLength = 240;
const maxDepth = 8;

/** Nodes around a place that are looked through. */
const maxLevels = 1_000;

/** A block of an `if` statement, as nodes. */
type Branch = {
  readonly start: number;
  /** The first node after it. */
  readonly next: number;
};

/** The value of a condition for the interpreter of today; undefined if it depends on more. */
export function holds(source: PythonTree, condition: number): boolean | undefined {
  if (condition === noNode || source.tree.end(condition) - source.tree.start(condition) > maxLength) return undefined;
  const value = knownValue(source, condition, maxDepth);
  return value === undefined || isList(value) ? undefined : Boolean(value);
}

/** The branches of an `if` statement that the interpreter of today does not take. */
export function excludedBranches(source: PythonTree, statement: number): readonly Branch[] {
  const { tree } = source;
  const branches: Branch[] = [];
  const first = holds(source, source.child(statement, "condition"));
  let isTaken = first === true;
  const exclude = (start: number) => branches.push({ start, next: tree.nexts[start] ?? 0 });
  if (first === false) exclude(source.child(statement, "consequence"));
  for (const child of source.namedChildren(statement)) {
    const kind = source.kind(child);
    if (kind !== "elif_clause" && kind !== "else_clause") continue;
    const isHeld = kind === "else_clause" ? undefined : holds(source, source.child(child, "condition"));
    if (isTaken || isHeld === false) exclude(child);
    isTaken ||= isHeld === true;
  }
  return branches;
}

/** True for a node in a branch that the interpreter of today does not take. */
export function isExcluded(source: PythonTree, node: number): boolean {
  let outer = source.parent(node);
  for (let level = 0; level < maxLevels && outer > 0; level++, outer = source.parent(outer)) {
    if (source.kind(outer) !== "if_statement") continue;
    if (excludedBranches(source, outer).some(({ start, next }) => start <= node && node < next)) return true;
  }
  return false;
}

function knownValue(source: PythonTree, node: number, depth: number): Value | undefined {
  if (depth === 0) return undefined;
  const inner = (child: number) => knownValue(source, child, depth - 1);
  switch (source.kind(node)) {
    case "true":
      return true;
    case "false":
      return false;
    case "integer":
      return numberIn(source.textOf(node));
    case "string":
      return stringIn(source.textOf(node));
    case "parenthesized_expression":
      return inner(source.tree.firstNamedChild(node));
    case "tuple":
    case "list":
      return listOf([...source.namedChildren(node)].map(inner));
    case "identifier":
      return interpreter.get(source.textOf(node)) ?? constants.get(source.textOf(node));
    case "attribute":
      return interpreter.get(source.textOf(node)) ?? constants.get(source.textOf(source.child(node, "attribute")));
    case "call":
      return interpreter.get(source.textOf(node)) ?? beginning(source, node, inner);
    case "subscript":
      return part(source, node, inner);
    case "not_operator":
      return negated(inner(source.tree.firstNamedChild(node)));
    case "boolean_operator":
      return joined(source, node, inner);
    case "comparison_operator":
      return compared(source, node, inner);
    default:
      return undefined;
  }
}

function numberIn(text: string): number | undefined {
  const value = Number(text.replaceAll("_", ""));
  return Number.isFinite(value) ? value : undefined;
}

/** The text of a string without prefix and escapes. */
function stringIn(text: string): string | undefined {
  return /^(["'])([^"'\\]*)\1$/.exec(text)?.[2];
}

function listOf(items: readonly (Value | undefined)[]): readonly Value[] | undefined {
  const known = items.flatMap((item) => (item === undefined ? [] : [item]));
  return known.length === items.length ? known : undefined;
}

type Read = (node: number) => Value | undefined;

function negated(value: Value | undefined): boolean | undefined {
  return value === undefined || isList(value) ? undefined : !value;
}

/** `sys.platform.startswith("win")`. */
function beginning(source: PythonTree, call: number, read: Read): boolean | undefined {
  const callee = source.child(call, "function");
  if (source.kind(callee) !== "attribute" || source.textOf(source.child(callee, "attribute")) !== "startswith") {
    return undefined;
  }
  const text = read(source.child(callee, "object"));
  const [first] = source.namedChildren(source.child(call, "arguments"));
  const start = first === undefined ? undefined : read(first);
  if (typeof text !== "string" || start === undefined) return undefined;
  const starts = isList(start) ? start : [start];
  return starts.some((one) => typeof one === "string" && text.startsWith(one));
}

/** `sys.version_info[0]`, `sys.version_info[:2]`. */
function part(source: PythonTree, subscript: number, read: Read): Value | undefined {
  const list = read(source.child(subscript, "value"));
  if (list === undefined || !isList(list)) return undefined;
  const text = source.textOf([...source.namedChildren(subscript)][1] ?? noNode);
  const end = /^:(\d)$/.exec(text)?.[1];
  if (end !== undefined) return list.slice(0, Number(end));
  return /^\d$/.test(text) ? list[Number(text)] : undefined;
}

/** `and` and `or`: one part can decide. */
function joined(source: PythonTree, node: number, read: Read): boolean | undefined {
  const isAnd = source.tree.type(source.operatorOf(node)) === "and";
  const values = [...source.namedChildren(node)].map((child) => {
    const value = read(child);
    return typeof value === "boolean" ? value : undefined;
  });
  if (values.includes(!isAnd)) return !isAnd;
  return values.includes(undefined) ? undefined : isAnd;
}

function compared(source: PythonTree, node: number, read: Read): boolean | undefined {
  const [left, right, ...others] = [...source.namedChildren(node)].map(read);
  if (left === undefined || right === undefined || others.length > 0) return undefined;
  const operator = source.tree.type(source.operatorOf(node));
  if (operator === "in" || operator === "not in") {
    return isList(right) ? right.some((one) => order(left, one) === 0) === (operator === "in") : undefined;
  }
  const found = order(left, right);
  return found === undefined ? undefined : comparisons.get(operator)?.(found);
}

/** The order of two values of one type; undefined for others. */
function order(left: Value, right: Value): number | undefined {
  if (isList(left) && isList(right)) {
    for (const [at, item] of left.entries()) {
      const other = right[at];
      if (other === undefined) return 1;
      const found = order(item, other);
      if (found !== 0) return found;
    }
    return left.length === right.length ? 0 : -1;
  }
  if (isList(left) || isList(right) || typeof left !== typeof right) return undefined;
  return left === right ? 0 : left < right ? -1 : 1;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
