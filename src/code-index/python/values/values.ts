/**
 * The abstract values of one Python file: types, and lambdas, containers and partial functions with known parts. Input:
 * values that assignments add; output: sets and containers of values that only grow, up to a limit.
 */
import { getOrInsert } from "../../../base/get-or-insert.ts";
import type { Declaration } from "../../code-index.ts";
import { keyOfPlace, placeOf } from "../../places.ts";
import type { Type, Types } from "../types.ts";

/**
 * A value of an expression of one file at run time, with the parts that calls depend on: a type, or an object that the
 * file makes and whose parts are known.
 */
export type Value =
  /** A function, a class or a module; an object of a class; something from outside of the code base. */
  | { readonly kind: "typed"; readonly type: Type }
  /** A lambda of the file, by its node. */
  | { readonly kind: "lambda"; readonly node: number }
  /** A list, a tuple, a dictionary or a generator, by the node that makes it. */
  | { readonly kind: "container"; readonly node: number }
  /** A string or a number, as it is written: a key. */
  | { readonly kind: "key"; readonly text: string }
  /** Something that the file does not tell. */
  | { readonly kind: "unknown" }
  /**
   * The argument of a call for a parameter of the function whose result it is: by the node of the parameter's name in
   * `return`.
   */
  | { readonly kind: "argument"; readonly node: number }
  /** Whatever other files pass for a parameter: only in a flow with parameters. */
  | { readonly kind: "parameter"; readonly declaration: Declaration }
  /** `partial(function, …)`: the function with some of its arguments. */
  | { readonly kind: "partial"; readonly of: Value };

/** Different values of one variable, in the order in which they were found. */
export type Values = readonly Value[];

/** The arguments of a call. */
export type Arguments = {
  readonly positional: readonly Values[];
  readonly named: ReadonlyMap<string, Values>;
  /** True if a splat may give further ones. */
  readonly isOpen?: boolean;
};

/** Values of one variable that are followed: one that holds more may hold anything. */
const maxValues = 60;

/** The parts of a container: by key, and parts whose key is unknown. */
export class Parts {
  readonly byKey = new Map<string, ValueSet>();
  readonly others = new ValueSet();
  /** By key: what each of its writes gives, by the node of the write. */
  readonly #writes = new Map<string, Map<number, ValueSet>>();

  /**
   * @param write the node that puts the values there; noNode where that is not one place
   * @returns true if something was new
   */
  add(key: string | undefined, values: Values, write: number): boolean {
    if (key === undefined) return this.others.add(values);
    const writes = getOrInsert(this.#writes, key, () => new Map());
    setOf(writes, write).add(values);
    return setOf(this.byKey, key).add(values);
  }

  /** The nodes of all writes of a key. */
  writesOf(key: string): readonly number[] {
    return [...(this.#writes.get(key)?.keys() ?? [])];
  }

  /** The result of a subscript with one key if some of its writes are overwritten. */
  atWithout(key: string, isOver: (write: number) => boolean): Values {
    const writes = [...(this.#writes.get(key) ?? [])].filter(([write]) => !isOver(write));
    return [...writes.flatMap(([, set]) => set.all), ...this.others.all];
  }

  /** The result of a subscript: all values if the key is unknown or missing. */
  at(keys: readonly string[]): Values {
    const found = keys.flatMap((key) => this.byKey.get(key)?.all ?? []);
    return found.length > 0 && keys.length > 0 ? [...found, ...this.others.all] : this.all();
  }

  all(): Values {
    return [...[...this.byKey.values()].flatMap((set) => set.all), ...this.others.all];
  }
}

/** A set of values that only grows, up to `maxValues`. */
export class ValueSet {
  readonly all: Value[] = [];
  readonly #keys = new Set<string>();

  /** @returns true if one of the values was new */
  add(values: Values): boolean {
    let isNew = false;
    for (const value of values) {
      if (this.all.length >= maxValues) return isNew;
      const key = keyOf(value);
      if (this.#keys.has(key)) continue;
      this.#keys.add(key);
      this.all.push(value);
      isNew = true;
    }
    return isNew;
  }
}

/** The set of a key, which is made when it is asked for. */
export function setOf<Key>(sets: Map<Key, ValueSet>, key: Key): ValueSet {
  return getOrInsert(sets, key, () => new ValueSet());
}

export function valuesOf(types: Types): Values {
  return types.map((type) => ({ kind: "typed", type }));
}

/** The class of an object, or that a value is. */
export function classOf(value: Value): Declaration | undefined {
  if (value.kind !== "typed") return undefined;
  const { type } = value;
  return type.kind === "instance" || type.kind === "class" ? type.class : undefined;
}

export function distinctValues(values: Values): Values {
  if (values.length < 2) return values;
  const set = new ValueSet();
  set.add(values);
  return set.all;
}

/** The same for the same value. */
function keyOf(value: Value): string {
  switch (value.kind) {
    case "typed":
      return `typed ${keyOfType(value.type)}`;
    case "key":
      return `key ${value.text}`;
    case "partial":
      return `partial ${keyOf(value.of)}`;
    case "parameter":
      return `parameter ${keyOfDeclaration(value.declaration)}`;
    case "unknown":
      return "unknown";
    default:
      return `${value.kind} ${value.node}`;
  }
}

function keyOfType(type: Type): string {
  switch (type.kind) {
    case "instance":
    case "class":
      return `${type.kind} ${keyOfDeclaration(type.class)}`;
    case "function":
      return `function ${keyOfDeclaration(type.function)} ${type.receiver === undefined ? "" : keyOfType(type.receiver)}`;
    case "super":
      return `super ${keyOfDeclaration(type.class)} ${keyOfType(type.receiver)}`;
    case "module":
      return `module ${type.module.folder} ${type.module.file?.path}`;
    case "external":
      return `external ${type.name} ${type.isValue}`;
    case "variable":
      return `variable ${type.name}`;
    case "callable":
      return `callable ${type.result.map(keyOfType).join()}`;
  }
}

const keysOfDeclarations = new WeakMap<Declaration, string>();

function keyOfDeclaration(declaration: Declaration): string {
  return getOrInsert(keysOfDeclarations, declaration, () => keyOfPlace(placeOf(declaration)));
}
