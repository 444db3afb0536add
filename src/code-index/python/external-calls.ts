/**
 * The types of calls of Python's library that pass on their arguments, such as `sorted(items)` and `map(f, items)`.
 * Input: the callee and the types of its arguments; output: the type of the result.
 */
import { wordRecord, wordSet } from "../../base/word-list.ts";
import { methodResult } from "./containers.ts";
import { classOf, classOfSelf, externalValue, lastName, openValue, type Type, type Types } from "./types.ts";

/** The arguments of a call, as types. */
export type CallArguments = {
  /** Of a positional argument. */
  readonly at: (index: number) => Types;
  readonly named: (name: string) => Types;
  /** Of all arguments with a name. */
  readonly allNamed: () => Types;
  /** The type of the positional argument as an annotation. */
  readonly annotated: (index: number) => Types;
  /** The items of values. */
  readonly iterated: (types: Types) => Types;
  /** The part of values at an index: the first is 0. */
  readonly part: (types: Types, part: number) => Types;
  /** The results of calling values. */
  readonly called: (types: Types) => Types;
};

type Call = (call: CallArguments) => Types;

const same: Call = ({ at }) => at(0);
const item: Call = ({ at, iterated, named }) => [...iterated(at(0)), ...named("default")];
const listOf: Call = ({ at, iterated }) => [externalValue("builtins.list", iterated(at(0)))];

/** `dict(mapping)`, `dict(pairs)`, `dict(key=value)`. */
const mappingOf: Call = ({ at, iterated, part, allNamed }) => {
  const isMapping = (type: Type) =>
    type.kind === "external" && type.items.length > 1 && lastName(type.name) !== "tuple";
  const first = at(0);
  const mappings = first.filter(isMapping);
  const pairs = iterated(first.filter((type) => !isMapping(type)));
  const named = allNamed();
  const keys = [...part(pairs, 0), ...(named.length > 0 ? [externalValue("builtins.str")] : [])];
  const values = [...part(pairs, 1), ...named];
  return [...mappings, ...(values.length > 0 ? [externalValue("builtins.dict", keys, values)] : [])];
};

/** `six.itervalues(mapping)`: the result of a method of the first argument. */
const ofMethod =
  (name: string): Call =>
  ({ at }) =>
    at(0).flatMap((type) => (type.kind === "external" ? (methodResult(type, name) ?? []) : []));

/** The methods of a mapping that functions of six call, by the names of these. */
const methodsOfSix = {
  itervalues: "values",
  viewvalues: "values",
  iterkeys: "keys",
  viewkeys: "keys",
  iteritems: "items",
  viewitems: "items",
};

/** The results of functions and classes of the standard library that pass on their arguments, by their last names. */
const calls: Readonly<Record<string, Call>> = {
  ...wordRecord("copy deepcopy replace proxy ensure_future closing abs aclosing nullcontext partial wraps", same),
  ...wordRecord("lru_cache cache wait_for", same),
  ...wordRecord("next anext choice", item),
  ...wordRecord("list sorted iter aiter reversed set frozenset deque chain from_iterable islice cycle", listOf),
  tuple: ({ at, iterated }) => [externalValue("typing.Sequence", iterated(at(0)))],
  filter: ({ at, iterated }) => [externalValue("builtins.list", iterated(at(1)))],
  map: ({ at, called }) => [externalValue("builtins.list", called(at(0)))],
  enumerate: ({ at, iterated }) => [
    externalValue("builtins.list", [externalValue("builtins.tuple", [externalValue("builtins.int")], iterated(at(0)))]),
  ],
  zip: ({ at, iterated }) => [
    externalValue("builtins.list", [
      externalValue("builtins.tuple", ...[0, 1, 2, 3].map((index) => iterated(at(index)))),
    ]),
  ],
  cast: ({ annotated }) => annotated(0),
  min: ({ at, iterated }) => (at(1).length > 0 ? [...at(0), ...at(1)] : iterated(at(0))),
  max: ({ at, iterated }) => (at(1).length > 0 ? [...at(0), ...at(1)] : iterated(at(0))),
  sum: ({ at, iterated }) => iterated(at(0)),
  type: ({ at }) => at(0).flatMap((type): Types => (type.kind === "external" ? [] : classOf(type))),
  field: ({ named, called }) => [...named("default"), ...called(named("default_factory"))],
  attrib: ({ named, called }) => [...named("default"), ...called(named("factory"))],
  ref: ({ at }) => [{ kind: "callable", result: at(0) }],
  property: ({ at, called }) => called(at(0)),
  cached_property: ({ at, called }) => called(at(0)),
  dict: mappingOf,
  OrderedDict: mappingOf,
  defaultdict: ({ at, called }) => [externalValue("collections.defaultdict", [], called(at(0)))],
  __new__: ({ at }) => at(0).flatMap(constructed),
  with_metaclass: ({ at }) => at(1),
  add_metaclass: same,
  ...Object.fromEntries(Object.entries(methodsOfSix).map(([name, method]) => [name, ofMethod(method)])),
};

/** The object that a class makes. */
function constructed(type: Type): Types {
  if (type.kind === "class") return [{ ...type, kind: "instance" }];
  if (type.kind !== "variable" || type.name !== classOfSelf) return [];
  return [{ kind: "variable", name: "Self", bound: type.bound.flatMap(constructed) }];
}

/** The results of calls that pass on nothing when their arguments are unknown. */
const ofUnknown: ReadonlySet<string> = new Set([
  "copy",
  "deepcopy",
  "replace",
  "next",
  "anext",
  "cast",
  "proxy",
  "getattr",
  ...Object.keys(methodsOfSix),
]);

/**
 * Functions of libraries that give back an object which code made before, or what a text or a setting names, such as a class or a
 * module, by the last two parts of their names.
 */
const restoring = wordSet(`
  pickle.load pickle.loads _pickle.load _pickle.loads cPickle.load cPickle.loads dill.load dill.loads cloudpickle.load
  cloudpickle.loads joblib.load jsonpickle.decode yaml.unsafe_load builtins.eval
  builtins.__import__ importlib.import_module imp.load_module imp.load_source util.module_from_spec pkgutil.resolve_name
  pydoc.locate pydoc.safeimport inspect.getmodule pkg_resources.load_entry_point
  importutils.import_any importutils.import_class importutils.import_module importutils.import_object importutils.import_object_ns
  importutils.import_versioned_module importutils.try_import
  module_loading.import_string utils.import_string pydoc.resolve resolve.resolve
  reflect.namedAny reflect.namedClass reflect.namedModule reflect.namedObject misc.load_object imports.symbol_by_name
  importstring.import_item traitlets.import_item utils.get_class utils.get_object utils.instantiate hydra.instantiate
  auth.get_user_model apps.get_model apps.get_app_config
`);

/** The types of a call of something of another code base. */
export function externalResult(callee: Extract<Type, { kind: "external" }>, call: CallArguments): Types {
  const name = lastName(callee.name);
  if (callee.isValue && !ofValues.has(name)) {
    return [callee.mayBeOf === "any" ? openValue(callee.name) : externalValue(callee.name, ...callee.items)];
  }
  const known = Object.hasOwn(calls, name) ? (calls[name]?.(call) ?? []) : [];
  if (known.length > 0) return known;
  if (ofUnknown.has(name)) return [];
  if (callee.items.length > 0) return [externalValue(callee.name, ...callee.items)];
  return [
    restoring.has(callee.name.split(".").slice(-2).join(".")) ? openValue(callee.name) : externalValue(callee.name),
  ];
}

const ofValues: ReadonlySet<string> = new Set(["from_iterable"]);
