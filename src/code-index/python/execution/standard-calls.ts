/**
 * The results of calls of Python's library that depend on their arguments, as a table: `list(items)`, `open(path,
 * mode)`, `functools.partial`. Input: a dotted name and the arguments of a call; output: values, or undefined if
 * unknown.
 */
import { wordRecord } from "../../../base/word-list.ts";
import { lastName } from "../types.ts";
import type { Run } from "./run.ts";
import { isKindOf } from "./standard-classes.ts";
import {
  builtinOf,
  classesOf,
  distinctThings,
  type Given,
  instancesOf,
  type Key,
  noneThing,
  nothingGiven,
  objectOf,
  type Thing,
  type Things,
  unknownThings,
} from "./things.ts";

/** A call of something from outside: what it gives. */
type StandardCall = (given: Given, run: Run, name: string) => Things;

const at = ({ positional }: Given, index: number): Things => positional[index] ?? [];
const named = ({ named: all }: Given, name: string): Things => all.get(name) ?? [];
const given = (...positional: readonly Things[]): Given => ({ ...nothingGiven, positional });

const same: StandardCall = (call) => at(call, 0);

/** `list(items)`: a container of the class, with the items; a sequence of the same order keeps its parts. */
const container: StandardCall = (call, run, name) => {
  const [source] = call.positional;
  if (source === undefined) return [{ ...objectOf(name, []), parts: new Map() }];
  const [first, ...others] = source;
  const isOrdered = (name === "list" || name === "tuple") && others.length === 0 && first?.kind === "object";
  const parts = isOrdered && ["list", "tuple"].includes(builtinOf(first)) ? first.parts : undefined;
  const items = run.items.iterated(source);
  const held = name === "tuple" && parts !== undefined ? [...parts.values()] : [items];
  return [{ ...objectOf(name, ...held), ...(parts !== undefined && { parts }) }];
};

const iterator: StandardCall = (call, run) => [objectOf("Iterator", run.items.iterated(at(call, 0)))];

const next: StandardCall = (call, run) => {
  const objects = at(call, 0);
  const items = objects.flatMap((object) => {
    const found = run.members.member([object], "__next__");
    return found.some(({ kind }) => kind !== "unknown") ? run.calls.call(found, nothingGiven) : [];
  });
  return [...items, ...at(call, 1)];
};

const largest: StandardCall = (call, run) => [
  ...(call.positional.length > 1 ? call.positional.flat() : run.items.iterated(at(call, 0))),
  ...named(call, "default"),
];

const dictionary: StandardCall = (call, run, name) => {
  const source = at(call, 0);
  const parts = new Map<Key, Things>();
  const keys: Thing[] = call.named.size > 0 ? [objectOf("str")] : [];
  const values: Thing[] = [...call.named.values()].flat();
  for (const one of source) {
    if (one.kind === "object" && isKindOf(builtinOf(one), "Mapping")) {
      for (const [key, part] of one.parts ?? []) parts.set(key, part);
      keys.push(...(one.items[0] ?? []));
      values.push(...(one.items[1] ?? []));
    } else {
      const pairs = run.items.iterated([one]);
      for (const pair of pairs) {
        if (pair.kind !== "object") continue;
        const [key = [], value = key] = pair.items;
        keys.push(...key);
        values.push(...value);
        const [literal] = key.flatMap((part) =>
          part.kind === "object" && part.literal !== undefined ? [part.literal] : [],
        );
        if (literal !== undefined) parts.set(literal, value);
      }
    }
  }
  for (const [key, part] of call.named) parts.set(key, part);
  return [{ ...objectOf(name, distinctThings(keys), distinctThings(values)), parts }];
};

/** `itemgetter(1)(values)`: the items under all keys but the last argument, which is what they are taken of. */
const itemOf: StandardCall = ({ positional }, run) => {
  const of = positional.at(-1) ?? [];
  const items = positional.slice(0, -1).map((keys) => {
    const [key] = keys;
    const literal = key?.kind === "object" ? key.literal : undefined;
    return of.flatMap((thing) => run.items.item(thing, literal));
  });
  const [first = unknownThings, ...others] = items;
  return others.length === 0
    ? first
    : [{ ...objectOf("tuple", ...items), parts: new Map(items.map((item, index) => [index, item])) }];
};

const attributeOf: StandardCall = ({ positional }, run) => {
  const names = positional.slice(0, -1).flat();
  const [name] = names.length === 1 ? names : [];
  if (name?.kind !== "object" || typeof name.literal !== "string" || name.literal.includes(".")) return unknownThings;
  return run.members.member(positional.at(-1) ?? [], name.literal);
};

/** Computes the value of an attribute from its object. */
function descriptor(given: Given, _: Run, name: string): Things {
  return [{ ...objectOf(name), given }];
}

/** The result of a call that is called later with further arguments. */
function later(name: string): StandardCall {
  return (call) => [{ kind: "partial", of: { kind: "outside", name }, given: call }];
}

const typeOf: StandardCall = (call) => (call.positional.length === 1 ? classesOf(at(call, 0)) : unknownThings);

const getAttribute: StandardCall = (call, run) => {
  const names = at(call, 1).flatMap((thing) =>
    thing.kind === "object" && typeof thing.literal === "string" ? [thing.literal] : [],
  );
  const found = names.flatMap((name) => run.members.member(at(call, 0), name));
  const known = found.filter(({ kind }) => kind !== "unknown");
  return known.length > 0 ? [...known, ...at(call, 2)] : call.positional.length > 2 ? at(call, 2) : unknownThings;
};

const partial: StandardCall = ({ positional: [of = [], ...positional], named: names }) =>
  of.map((one): Thing => ({ kind: "partial", of: one, given: { positional, named: names } }));

const rounded: StandardCall = (call) =>
  call.positional.length > 1 || at(call, 0).length === 0 ? at(call, 0) : [objectOf("int")];

const summed: StandardCall = (call, run) =>
  distinctThings([...run.items.iterated(at(call, 0)), ...at(call, 1)].map(plain));

function isSequence(thing: Thing): boolean {
  return ["list", "tuple", "Generator", "Iterator"].includes(builtinOf(thing));
}

/** A value without its literal. */
function plain(thing: Thing): Thing {
  return thing.kind === "object" && thing.literal !== undefined ? objectOf(builtinOf(thing)) : thing;
}

/** By the last name of what is called. Python's documentation of these functions says what they give. */
const calls: Readonly<Record<string, StandardCall>> = {
  ...wordRecord("list tuple set frozenset deque", container),
  ...wordRecord("dict OrderedDict", dictionary),
  // The parts keep their order.
  iter: (call, run) => {
    const [first, ...others] = at(call, 0);
    const parts = first?.kind === "object" && others.length === 0 && isSequence(first) ? first.parts : undefined;
    return [{ ...objectOf("Iterator", run.items.iterated(at(call, 0))), ...(parts !== undefined && { parts }) }];
  },
  ...wordRecord("reversed islice cycle aiter", iterator),
  repeat: (call) => [objectOf("Iterator", at(call, 0))],
  sorted: (call, run) => [objectOf("list", run.items.iterated(at(call, 0)))],
  itemgetter: later("operator.itemgetter of"),
  "itemgetter of": itemOf,
  attrgetter: later("operator.attrgetter of"),
  "attrgetter of": attributeOf,
  ...wordRecord("next anext", next),
  ...wordRecord("min max", largest),
  sum: summed,
  round: rounded,
  ...wordRecord("copy deepcopy abs closing nullcontext proxy final overload runtime_checkable total_ordering", same),
  ...wordRecord("unique dataclass abstractmethod override", same),
  ...wordRecord("staticmethod classmethod property partialmethod", descriptor),
  ...wordRecord("singledispatch no_type_check", same),
  cast: (call) => instancesOf(at(call, 0)),
  enumerate: (call, run) => [
    objectOf("enumerate", [objectOf("tuple", [objectOf("int")], run.items.iterated(at(call, 0)))]),
  ],
  zip: (call, run) => [
    objectOf("zip", [objectOf("tuple", ...call.positional.map((items) => run.items.iterated(items)))]),
  ],
  map: (call, run) => {
    const [called = [], ...sources] = call.positional;
    const [first] = sources.length === 1 ? (sources[0] ?? []) : [];
    const parts = first?.kind === "object" && builtinOf(first) !== "dict" ? first.parts : undefined;
    const results = run.calls.call(called, given(...sources.map((items) => run.items.iterated(items))));
    const each = [...(parts ?? [])].map(([key, part]) => [key, run.calls.call(called, given(part))] as const);
    return [{ ...objectOf("map", results), ...(parts !== undefined && { parts: new Map(each) }) }];
  },
  filter: (call, run) => [objectOf("filter", run.items.iterated(at(call, 1)))],
  chain: (call, run) => [
    objectOf(
      "Iterator",
      call.positional.flatMap((items) => run.items.iterated(items)),
    ),
  ],
  from_iterable: (call, run) => [objectOf("Iterator", run.items.iterated(run.items.iterated(at(call, 0))))],
  reduce: (call, run) => {
    const items = run.items.iterated(at(call, 1));
    return run.calls.call(at(call, 0), given(call.positional.length > 2 ? at(call, 2) : items, items));
  },
  type: typeOf,
  getattr: getAttribute,
  partial,
  ref: (call) => [{ kind: "callable", result: at(call, 0) }],
  cache: same,
  lru_cache: (call) =>
    at(call, 0).some(({ kind }) => kind === "function") ? at(call, 0) : [{ kind: "outside", name: "functools.cache" }],
  wraps: () => [{ kind: "outside", name: "functools.cache" }],
  contextmanager: (call) => at(call, 0).map((of): Thing => ({ kind: "managed", of })),
  asynccontextmanager: (call) => at(call, 0).map((of): Thing => ({ kind: "managed", of })),
  defaultdict: (call, run) => [objectOf("defaultdict", [], run.calls.call(at(call, 0), nothingGiven))],
  divmod: (call) => [objectOf("tuple", at(call, 0).map(plain), at(call, 0).map(plain))],
  TypeVar: (call) => {
    const bound = [...instancesOf(named(call, "bound")), ...call.positional.slice(1).flatMap(instancesOf)];
    return variable(call, bound);
  },
  ParamSpec: (call) => variable(call, []),
  NewType: (call) => at(call, 1),
  run: (call) => at(call, 0).flatMap(awaitedItems),
  field: (call, run) => [...named(call, "default"), ...run.calls.call(named(call, "default_factory"), nothingGiven)],
  open: (call) => openedFile(call.positional[1] ?? named(call, "mode")),
  copyright: () => [noneThing],
};

/** The result of opening a file in a mode; text by default. */
export function openedFile(mode: Things): Things {
  if (mode.length === 0) return [objectOf("TextIOWrapper")];
  return distinctThings(
    mode.map((one): Thing => {
      const text = one.kind === "object" ? one.literal : undefined;
      if (typeof text !== "string") return { kind: "unknown" };
      if (!text.includes("b")) return objectOf("TextIOWrapper");
      return objectOf(text.includes("+") ? "BufferedRandom" : text.includes("r") ? "BufferedReader" : "BufferedWriter");
    }),
  );
}

function variable(call: Given, bound: Things): Things {
  return at(call, 0).flatMap(
    (thing): Things =>
      thing.kind === "object" && typeof thing.literal === "string"
        ? [{ kind: "variable", name: thing.literal, bound }]
        : [],
  );
}

/** The result of `await` on a value. */
export function awaitedItems(thing: Thing): Things {
  return thing.kind === "object" && isKindOf(builtinOf(thing), "Awaitable") ? (thing.items[0] ?? []) : unknownThings;
}

/** Modules whose functions are in the table under their last names. */
const modules =
  /^(?:builtins|io|functools|itertools|collections|copy|typing|typing_extensions|contextlib|operator|weakref|dataclasses|abc|enum|asyncio)\./;

/** The result of a call of an external function, if it depends on the arguments; undefined if unknown. */
export function standardCall(name: string, call: Given, run: Run): Things | undefined {
  const last = lastName(name);
  return modules.test(name) && Object.hasOwn(calls, last) ? calls[last]?.(call, run, last) : undefined;
}
