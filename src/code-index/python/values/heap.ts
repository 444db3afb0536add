import { getOrInsert } from "../../../base/get-or-insert.ts";
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import { Parts, setOf, type Value, type ValueSet, type Values } from "./values.ts";

/** The known contents of variables, attributes, functions and containers of one file. It only grows. */
export class Heap {
  /** By the declaration of a variable or a parameter: each assignment of a variable is one. */
  readonly variables = new Map<Declaration, ValueSet>();
  /** By the node of a function or lambda: what it returns, and what a generator yields. */
  readonly results = new Map<number, ValueSet>();
  readonly items = new Map<number, ValueSet>();
  /** By the offset of the name of a function or class: what its decorators make of it. */
  readonly decorated = new Map<number, ValueSet>();
  /** By class: attribute → its values, on the class and on its objects. */
  readonly #attributes = new Map<Declaration, Map<string, ValueSet>>();
  /** By the node of what makes it. */
  readonly #containers = new Map<number, Parts>();
  #isChanged = false;

  /** True if something was added since the last time that this was asked. */
  takeChange(): boolean {
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    return isChanged;
  }

  add<Key>(sets: Map<Key, ValueSet>, key: Key, values: Values): void {
    if (values.length > 0 && setOf(sets, key).add(values)) this.#isChanged = true;
  }

  addAttribute(owner: Declaration, name: string, values: Values): void {
    const attributes = getOrInsert(this.#attributes, owner, () => new Map());
    this.add(attributes, name, values);
  }

  attribute(owner: Declaration, name: string): Values {
    return this.#attributes.get(owner)?.get(name)?.all ?? [];
  }

  /** The parts of a container; undefined for another value, and for one without parts. */
  partsOf(value: Value): Parts | undefined {
    return value.kind === "container" ? this.#containers.get(value.node) : undefined;
  }

  /**
   * @param key undefined if it is not known
   * @param write the node that puts the values there, where that is one place
   */
  addPart(node: number, key: string | undefined, values: Values, write = noNode): void {
    if (values.length === 0) return;
    const parts = getOrInsert(this.#containers, node, () => new Parts());
    if (parts.add(key, values, write)) this.#isChanged = true;
  }

  /** Adds values under each of some keys, or under none if no key is known. */
  addUnder(node: number, keys: readonly string[], values: Values, write = noNode): void {
    for (const key of keys.length > 0 ? keys : [undefined]) this.addPart(node, key, values, write);
  }

  /** Adds the parts of a container to another one; numbers count from `first`, and those before it are left out. */
  copyParts(value: Value, into: number, first = 0, write = noNode): void {
    if (value.kind === "container" && value.node === into) return;
    const parts = this.partsOf(value);
    if (parts === undefined) return;
    for (const [key, set] of parts.byKey) {
      const index = first === 0 ? 0 : Number(key) - first;
      if (index >= 0) this.addPart(into, first === 0 ? key : String(index), set.all, write);
    }
    this.addPart(into, undefined, parts.others.all);
  }
}
