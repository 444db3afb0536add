/**
 * The arguments of calls as code writes them, of any language whose grammar has lists of arguments. Input: a tree, and the name
 * that is called or made; output: the number of its arguments, and whether there may be more.
 */
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";

/** The arguments that a call writes: at least so many, if one of them stands for several, such as `*args`. */
export type WrittenArguments = {
  readonly count: number;
  readonly isOpen: boolean;
  /** The nodes of the names of arguments that a call names: `size` of `f(size=1)`. */
  readonly names: readonly number[];
  /** The offsets of their list; the same one for a call without a list. */
  readonly start: number;
  readonly end: number;
};

/** A number of arguments: `3`, `>=3`, `<2`. */
export const argumentCondition = /^\s*(==|>=|<=|>|<|)\s*(\d{1,3})\s*$/;

/** Kinds of nodes that are lists of arguments, of calls and in braces. */
const listKind = /^(?:argument_list|arguments|initializer_list)$/;

/** Kinds of arguments that stand for any number of them; code that is not understood may, too. */
const openKind = /splat|spread|pack_expansion|variadic|^ERROR$/;

/** Kinds of nodes around which no call has its name inside. */
const endKind = /statement$|^(?:block|compound_statement|function_definition|class_definition|lambda\w*)$/;

/** Nodes between a name and its call: `a::b<c>::f(1)`. */
const maxLevels = 12;

/**
 * Returns the arguments of the call of a name; undefined if it is not called there, as code without a tree.
 *
 * @param offset that of the name, or of the list of what is made without one: `return {1};`
 */
export function writtenArgumentsAt(tree: FlatTree, offset: number, length: number): WrittenArguments | undefined {
  let node = tree.firstFrom(offset);
  while (node < tree.size && tree.start(node) === offset && tree.end(node) > offset + length) {
    if (listKind.test(tree.type(node))) return argumentsOf(tree, node);
    node++;
  }
  if (node >= tree.size || tree.start(node) !== offset) return undefined;
  for (let level = 0; level < maxLevels; level++) {
    const parent = tree.parents[node] ?? noNode;
    // A name in a list of arguments is one, whatever is around it.
    if (parent === noNode || listKind.test(tree.type(parent))) return undefined;
    const list = listAfter(tree, node);
    if (list !== noNode) return argumentsOf(tree, list);
    const kind = tree.type(parent);
    if (kind === "declaration") return argumentsOfVariable(tree, node);
    if (kind === "new_expression") return withoutList(0, offset);
    if (endKind.test(kind)) return undefined;
    node = parent;
  }
  return undefined;
}

/** The list of arguments that follows a node in its parent; that of another call is not in the same one. */
function listAfter(tree: FlatTree, node: number): number {
  for (let next = tree.nextSibling(node); next !== noNode; next = tree.nextSibling(next)) {
    const kind = tree.type(next);
    if (listKind.test(kind)) return next;
    // f(x for x in y) has no list.
    if (kind === "generator_expression" && tree.nextSibling(next) === noNode) return next;
  }
  return noNode;
}

function argumentsOf(tree: FlatTree, list: number): WrittenArguments {
  const [start, end] = [tree.start(list), tree.end(list)];
  if (tree.type(list) === "generator_expression") return { count: 1, isOpen: false, names: [], start, end };
  const names: number[] = [];
  let count = 0;
  let isOpen = false;
  for (let child = tree.firstChild(list); child !== noNode; child = tree.nextSibling(child)) {
    const kind = tree.type(child);
    if (openKind.test(kind)) isOpen = true;
    else if (tree.isNamed(child) && !/comment/.test(kind)) count++;
    if (kind === "keyword_argument") names.push(tree.firstChild(child));
  }
  return { count, isOpen, names, start, end };
}

/** The arguments of the only variable of a type: `A a(1);`, `A a{1};`, `A a = 1;`, `A a;`; undefined if there are several. */
function argumentsOfVariable(tree: FlatTree, type: number): WrittenArguments | undefined {
  const declarators: number[] = [];
  for (let child = tree.nextSibling(type); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.isNamed(child) && !/comment|qualifier|specifier/.test(tree.type(child))) declarators.push(child);
  }
  const [declarator, ...others] = declarators;
  if (declarator === undefined || others.length > 0) return undefined;
  const kind = tree.type(declarator);
  if (kind === "identifier" || kind === "array_declarator") return withoutList(0, tree.start(type));
  const name = tree.firstChild(declarator);
  const value = name === noNode ? noNode : lastChildOf(tree, declarator);
  if (value === noNode) return undefined;
  const isList = listKind.test(tree.type(value)) || tree.type(value) === "parameter_list";
  return isList ? argumentsOf(tree, value) : withoutList(1, tree.start(type));
}

function withoutList(count: number, offset: number): WrittenArguments {
  return { count, isOpen: false, names: [], start: offset, end: offset };
}

function lastChildOf(tree: FlatTree, node: number): number {
  let last = noNode;
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) last = child;
  return last;
}

/** Comparisons of two numbers by the sign of a condition. */
const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  "": (one, other) => one === other,
  "==": (one, other) => one === other,
  ">=": (one, other) => one >= other,
  "<=": (one, other) => one <= other,
  ">": (one, other) => one > other,
  "<": (one, other) => one < other,
};

/**
 * True for arguments that a condition takes, and `maybe` where that depends on arguments that are not counted.
 *
 * @param condition in the form of `argumentCondition`
 */
export function takesArguments(
  condition: string,
  given: Pick<WrittenArguments, "count" | "isOpen"> | undefined,
): boolean | "maybe" {
  const { 1: sign = "", 2: digits = "" } = argumentCondition.exec(condition) ?? [];
  const number = Number(digits);
  if (given === undefined) return "maybe";
  const { count, isOpen } = given;
  const test = (n: number) => comparisons[sign]?.(n, number) === true;
  if (!isOpen) return test(count);
  // An argument that stands for several may stand for none, or for more than the condition is about.
  const all = Array.from({ length: Math.max(number - count, 0) + 2 }, (_, more) => test(count + more));
  if (all.every(Boolean)) return true;
  return all.some(Boolean) ? "maybe" : false;
}
