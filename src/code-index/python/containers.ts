/**
 * The items of containers of Python's library, such as `list`, `dict` and `deque`. Input: the type of a container with
 * its arguments; output: the types of iteration, subscripts, `await` and methods.
 */
import { wordRecord, wordSet } from "../../base/word-list.ts";
import type { Type, Types } from "./types.ts";
import { externalValue, lastName } from "./types.ts";

/** The contents of the classes of `builtins`, `typing` and `collections` by their last names. */

const sequenceNames = wordSet(`
  list List set Set frozenset FrozenSet deque Deque Sequence MutableSequence Collection Iterable Iterator Generator
  AsyncIterable AsyncIterator AsyncGenerator Reversible AbstractSet MutableSet KeysView ValuesView Container WeakSet
  ContextManager AbstractContextManager AsyncContextManager AbstractAsyncContextManager
`);
const mappingNames = wordSet(`
  dict Dict Mapping MutableMapping OrderedDict defaultdict DefaultDict ChainMap WeakValueDictionary WeakKeyDictionary
`);
const tupleNames: ReadonlySet<string> = new Set(["tuple", "Tuple"]);

/** True for a class whose items are of a type that its name does not tell. */
export function isContainer(name: string): boolean {
  const last = lastName(name);
  return sequenceNames.has(last) || mappingNames.has(last) || tupleNames.has(last);
}

/** The items of a value of another code base. */
export function iterated({ name, items }: Extract<Type, { kind: "external" }>): Types {
  const last = lastName(name);
  if (tupleNames.has(last)) return items.flat();
  return sequenceNames.has(last) || mappingNames.has(last) ? (items[0] ?? []) : [];
}

/** The result of its subscript; `part` is the number in the brackets. */
export function subscripted({ name, items }: Extract<Type, { kind: "external" }>, part: number | undefined): Types {
  const last = lastName(name);
  if (tupleNames.has(last)) return (part === undefined ? undefined : items[part]) ?? items.flat();
  return mappingNames.has(last) ? (items[1] ?? []) : (items[0] ?? []);
}

/** The result of `await` on it. */
export function awaited({ name, items }: Extract<Type, { kind: "external" }>): Types {
  return ["Awaitable", "Coroutine", "Future", "Task"].includes(lastName(name)) ? (items.at(-1) ?? []) : [];
}

type Method = (held: Type & { readonly kind: "external" }) => Types;

const self: Method = (held) => [held];
const item: Method = (held) => iterated(held);
const value: Method = (held) => subscripted(held, undefined);

const methods: Readonly<Record<string, Method>> = {
  ...wordRecord("copy __iter__ __aiter__ union difference intersection", self),
  ...wordRecord("popleft __next__ __anext__ __enter__ __aenter__", item),
  ...wordRecord("get pop setdefault __getitem__ __call__ result", value),
  keys: (held) => [externalValue("builtins.list", iterated(held))],
  values: (held) => [externalValue("builtins.list", subscripted(held, undefined))],
  items: (held) => [
    externalValue("builtins.list", [externalValue("builtins.tuple", iterated(held), subscripted(held, undefined))]),
  ],
  popitem: (held) => [externalValue("builtins.tuple", iterated(held), subscripted(held, undefined))],
};

/**
 * The result of a method of a container: none for an item of a type that is not known. Undefined for other methods, and
 * for methods of other classes.
 */
export function methodResult(held: Type & { readonly kind: "external" }, name: string): Types | undefined {
  if ((held.items.length === 0 && !isContainer(held.name)) || !Object.hasOwn(methods, name)) return undefined;
  const results = methods[name]?.(held) ?? [];
  return results.length > 0 || isContainer(held.name) ? results : undefined;
}
