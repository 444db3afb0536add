/**
 * The names that a Python module exports by `__all__`, for the check of names. Input: statements that assign or change
 * `__all__`; output: these names, and modules whose exports are added.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { bindingKinds, type Exports } from "./binding.ts";
import { wholeModule } from "./forks.ts";
import { stringValue } from "./string-value.ts";
import type { Step, Walk } from "./walk.ts";

/** The name whose value lists what a module exports. */
const exportsName = "__all__";

/** Builtins that return the items of their first argument. */
const copying: ReadonlySet<string> = new Set(["frozenset", "list", "set", "sorted", "tuple"]);

/** Builtins that return the names of a scope. */
const listingNames: ReadonlySet<string> = new Set(["dir", "globals", "locals", "vars"]);

/** Returns true for `__all__` in the body of a module, in any of its branches. */
export function isExports(walk: Walk, node: number): boolean {
  return walk.names.scope.kind === "module" && walk.kind(node) === "identifier" && walk.textOf(node) === exportsName;
}

/**
 * Binds `__all__`. In a branch, or by `+=`, what it had before may be exported as well.
 *
 * @param statement the assignment
 */
export function storeExports(walk: Walk, statement: number, target: number, value: number): void {
  const { start } = walk.placeOf(statement);
  const before = exportsOf(walk);
  const adds = walk.kind(statement) === "augmented_assignment" || walk.region !== wholeModule;
  const exported = adds && before !== undefined ? before : { names: [], modules: new Set<string>(), isOpen: false };
  addExpression(walk, exported, value);
  const place = { start, end: walk.placeOf(target).end };
  walk.names.store({ name: exportsName, kind: bindingKinds.exports, place, region: walk.region, exported });
}

/** Changes what a module exports where a statement calls a method of `__all__`: `__all__.append("name")`. */
export const callOnExports: Step = (walk, statement) => {
  const [call = noNode] = walk.children(statement);
  const called = walk.kind(call) === "call" ? walk.field(call, "function") : noNode;
  if (walk.kind(called) !== "attribute" || !isExports(walk, walk.field(called, "object"))) return;
  const change = methods.get(walk.textOf(walk.field(called, "attribute")));
  const exported = exportsOf(walk);
  if (change !== undefined && exported !== undefined) {
    change(walk, exported, walk.children(walk.field(call, "arguments")));
  }
};

type Change = (walk: Walk, exported: Exports, args: readonly number[]) => void;

/** The methods of a list that change which names it holds. */
const methods: ReadonlyMap<string, Change> = new Map<string, Change>([
  ["append", (walk, exported, [name = noNode]) => addItem(walk, exported, name)],
  ["extend", (walk, exported, [names = noNode]) => addExpression(walk, exported, names)],
  ["insert", (walk, exported, [, name = noNode]) => addItem(walk, exported, name)],
  ["remove", removeItem],
]);

function exportsOf(walk: Walk): Exports | undefined {
  return walk.names.scope.get(exportsName)?.exported;
}

/** Adds the names that an expression lists, from its last part on. */
function addExpression(walk: Walk, exported: Exports, expression: number): void {
  const left = [expression];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const kind = walk.kind(node);
    if (kind === "binary_operator") left.push(walk.field(node, "left"), walk.field(node, "right"));
    else if (kind === "parenthesized_expression") left.push(walk.children(node)[0] ?? noNode);
    else if (kind === "conditional_expression") {
      const [value = noNode, , other = noNode] = walk.children(node);
      left.push(value, other);
    } else if (kind === "list_splat") left.push(walk.children(node)[0] ?? noNode);
    else if (lists.has(kind)) for (const child of walk.children(node)) addPart(walk, exported, child, left);
    else if (kind === "attribute") addModule(walk, exported, node);
    else addCall(walk, exported, node, left);
  }
}

const lists: ReadonlySet<string> = new Set(["expression_list", "list", "set", "tuple"]);

/** Adds an item of a list; the list that `*` unpacks is put to what is left. */
function addPart(walk: Walk, exported: Exports, item: number, left: number[]): void {
  if (walk.kind(item) === "list_splat") left.push(item);
  else addItem(walk, exported, item);
}

function addItem(walk: Walk, exported: Exports, item: number): void {
  const name = stringValue(walk, withoutParentheses(walk, item));
  if (name !== undefined) exported.names.push(name);
}

/** An item that a branch removes may be exported all the same. */
function removeItem(walk: Walk, exported: Exports, [item = noNode]: readonly number[]): void {
  const name = stringValue(walk, withoutParentheses(walk, item));
  const at = name === undefined ? -1 : exported.names.lastIndexOf(name);
  if (at >= 0 && walk.region === wholeModule) exported.names.splice(at, 1);
}

/** `module.__all__`, whose names are not known here. */
function addModule(walk: Walk, exported: Exports, attribute: number): void {
  if (walk.textOf(walk.field(attribute, "attribute")) !== exportsName) return;
  exported.modules.add(walk.textOf(walk.field(attribute, "object")));
}

/** `sorted([…])` has the items of its argument; `[name for name in dir()]` has names that are not known here. */
function addCall(walk: Walk, exported: Exports, node: number, left: number[]): void {
  const called = walk.kind(node) === "call" ? walk.textOf(walk.field(node, "function")) : "";
  if (copying.has(called)) left.push(walk.children(walk.field(node, "arguments"))[0] ?? noNode);
  else if (node !== noNode && listsNames(walk, node)) exported.isOpen = true;
}

/** True when an expression has a call that returns the names of a scope. */
function listsNames(walk: Walk, node: number): boolean {
  const { tree } = walk.code;
  const end = tree.nexts[node] ?? tree.size;
  for (let at = node; at < end; at++) {
    const isCalled = walk.kind(at) === "identifier" && walk.kind(walk.parent(at)) === "call";
    if (isCalled && listingNames.has(walk.textOf(at))) return true;
  }
  return false;
}

function withoutParentheses(walk: Walk, node: number): number {
  let at = node;
  while (walk.kind(at) === "parenthesized_expression") at = walk.children(at)[0] ?? noNode;
  return at;
}
