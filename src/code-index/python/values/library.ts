/**
 * The functions of Python's library that call or pass on their arguments, and the methods of containers, as tables.
 * Input: a dotted name, or a method and its container; output: the effect of the call on values.
 */
import { wordRecord } from "../../../base/word-list.ts";
import type { PythonTree } from "../python-tree.ts";
import type { Heap } from "./heap.ts";
import type { Arguments, Value, Values } from "./values.ts";

/**
 * The use of an argument function in the standard library: `call` gives its result, `map` a list of its results,
 * `filter` a list of the items, `partial` the function with some of its arguments, `same` the function itself.
 */
type KnownFunction = {
  readonly does: "call" | "map" | "filter" | "partial" | "same";
  /** The keyword that has the function; undefined if it is the first argument. */
  readonly keyword?: string;
};

/** By dotted name. Their documentation says what they call: "Built-in Functions", functools, itertools, contextlib, atexit. */
export const functionsOfArguments: ReadonlyMap<string, KnownFunction> = new Map<string, KnownFunction>([
  ["builtins.map", { does: "map" }],
  ["builtins.filter", { does: "filter" }],
  ["builtins.sorted", { does: "filter", keyword: "key" }],
  ["builtins.min", { does: "filter", keyword: "key" }],
  ["builtins.max", { does: "filter", keyword: "key" }],
  ["functools.reduce", { does: "call" }],
  ["itertools.starmap", { does: "map" }],
  ["itertools.filterfalse", { does: "filter" }],
  ["itertools.takewhile", { does: "filter" }],
  ["itertools.dropwhile", { does: "filter" }],
  ["functools.partial", { does: "partial" }],
  ["functools.partialmethod", { does: "partial" }],
  ["functools.lru_cache", { does: "same" }],
  ["functools.cache", { does: "same" }],
  ["builtins.staticmethod", { does: "same" }],
  ["builtins.classmethod", { does: "same" }],
]);

/**
 * A call of a method of a container. `nodes` are the callee and its name: each can be a container of its own. `itemAt`
 * reads the container where the call is.
 */
type ContainerCall = {
  readonly heap: Heap;
  readonly container: Extract<Value, { kind: "container" }>;
  readonly given: Arguments;
  readonly nodes: readonly [callee: number, name: number];
  readonly itemAt: (keys: readonly string[]) => Values;
};

/** The result of a method of a list, a set or a dictionary. */
type ContainerMethod = (call: ContainerCall) => Values;

const add: ContainerMethod = ({ heap, container, given }) => {
  heap.addPart(container.node, undefined, given.positional.at(-1) ?? []);
  return [];
};

const extend: ContainerMethod = ({ heap, container, given: { positional, named }, nodes: [write] }) => {
  for (const value of positional[0] ?? []) heap.copyParts(value, container.node, 0, write);
  for (const [name, values] of named) heap.addPart(container.node, stringKey(name), values, write);
  return [];
};

const item: ContainerMethod = ({ itemAt, given: { positional } }) => [
  ...itemAt(keysIn(positional[0])),
  ...(positional[1] ?? []),
];

const put: ContainerMethod = (call) => {
  const [keys, values = []] = call.given.positional;
  call.heap.addUnder(call.container.node, keysIn(keys), values);
  return item(call);
};

const self: ContainerMethod = ({ container }) => [container];

/** A list of pairs, which are one: its second part is any value. */
const pairs: ContainerMethod = ({ heap, container, nodes: [list, pair] }) => {
  heap.addPart(pair, "1", heap.partsOf(container)?.all() ?? []);
  heap.addPart(list, undefined, [{ kind: "container", node: pair }]);
  return [{ kind: "container", node: list }];
};

/** By name. "Built-in Types" of Python's documentation says what they do. */
export const containerMethods: ReadonlyMap<string, ContainerMethod> = new Map(
  Object.entries({
    ...wordRecord("append add insert appendleft", add),
    ...wordRecord("extend update", extend),
    setdefault: put,
    ...wordRecord("get pop popleft __next__", item),
    ...wordRecord("values copy", self),
    items: pairs,
  }),
);

function keysIn(values: Values = []): readonly string[] {
  return values.flatMap((value) => (value.kind === "key" ? [value.text] : []));
}

/** Keys that are longer are not compared. */
const maxKeyLength = 100;

/** A string or a number as a key of a container; undefined for one that its text does not tell. */
export function keyOfNode(source: PythonTree, node: number): string | undefined {
  const text = source.textOf(node);
  if (text.length > maxKeyLength) return undefined;
  if (source.kind(node) === "integer") return text;
  const [, prefix = "", value] = /^([rRbBuUfF]*)(?:"""|'''|["'])([\s\S]*?)(?:"""|'''|["'])$/.exec(text) ?? [];
  return value === undefined || /[fFbB]/.test(prefix) || value.includes("\\") ? undefined : stringKey(value);
}

/** A string as a key: it is another one than the number that is written so. */
export function stringKey(text: string): string {
  return `"${text}`;
}
