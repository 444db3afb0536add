/**
 * The method resolution order of Python classes (MRO, C3 linearization). Input: a class; output: its ancestors in the
 * order of lookup, with the type arguments of generic bases.
 */
import type { Declaration } from "../code-index.ts";
import { parseExpression } from "./expressions.ts";
import type { Names } from "./names.ts";
import type { Place } from "./scopes.ts";
import { lastName, type Substitution, substituted, type Type, type Types } from "./types.ts";

/** A class in the method resolution order of another one. */
export type Ancestor =
  | {
      readonly kind: "class";
      readonly class: Declaration;
      readonly substitution: Substitution;
      /** True if a base on the way to it is not surely the one that is meant. */
      readonly isGuess?: boolean;
    }
  /** A base of another code base, or an expression that is not understood, as it is written. */
  | { readonly kind: "external"; readonly type: ExternalType; readonly text: string };

type ExternalType = Extract<Type, { kind: "external" }>;

/** A base as it is written, its type, and whether that is a guess. */
export type WrittenBase = { readonly text: string; readonly type: Type; readonly isGuess: boolean };

/** The types of an expression, and whether they come from an import that may mean another module. */
export type GuessedTypes = { readonly types: Types; readonly isGuess: boolean };

const unknownBase = { kind: "external", name: "", items: [], isValue: false } as const;

/** Classes of a method resolution order: a longer one is not a class. */
const maxAncestors = 200;

/** Bases of bases that are followed. */
const maxBusy = 100;

/** The bases of classes, and their order. */
export class Classes {
  readonly #names: Names;
  readonly #typesOf: (base: string, place: Place) => GuessedTypes;
  readonly #orders = new Map<Declaration, readonly Ancestor[]>();
  /** Classes whose order is being made: more than `maxBusy` of them are not bases of bases. */
  readonly #busy = new Set<Declaration>();

  /** @param typesOf what the expression of a base is */
  constructor(names: Names, typesOf: (base: string, place: Place) => GuessedTypes) {
    this.#names = names;
    this.#typesOf = typesOf;
  }

  /** A class and its ancestors in the order in which members are looked up. */
  order(owner: Declaration): readonly Ancestor[] {
    const known = this.#orders.get(owner);
    if (known !== undefined) return known;
    const self: Ancestor = { kind: "class", class: owner, substitution: new Map() };
    if (this.#busy.has(owner) || this.#busy.size >= maxBusy) return [self];
    this.#busy.add(owner);
    try {
      const orders = this.written(owner).map((base) => this.#orderOfBase(base));
      const direct = orders.flatMap((order) => order.slice(0, 1));
      const order = [self, ...(merged([...orders, direct]) ?? flattened(orders))].slice(0, maxAncestors);
      this.#orders.set(owner, order);
      return order;
    } finally {
      this.#busy.delete(owner);
    }
  }

  /**
   * The bases as they are written, each with its type. A base that one branch declares and another one imports from outside is
   * both, first the class that the code base has.
   */
  written(owner: Declaration): readonly WrittenBase[] {
    const place = { file: owner.file, offset: owner.start };
    return basesIn(owner.type).flatMap((text) => {
      const { types, isGuess } = this.#typesOf(text, place);
      const [first = unknownBase, ...others] = types;
      const fallback =
        first.kind === "external" && !first.isValue ? others.find(({ kind }) => kind === "class") : undefined;
      return [...(fallback === undefined ? [] : [fallback]), first].map((type) => ({ text, type, isGuess }));
    });
  }

  #orderOfBase({ text, type: base, isGuess }: WrittenBase): readonly Ancestor[] {
    if (base.kind === "external") return [{ kind: "external", type: base, text }];
    if (base.kind !== "class") return [{ kind: "external", type: { ...unknownBase }, text }];
    const parameters = this.typeParameters(base.class);
    const own = new Map(
      parameters.map((name, at) => [name, base.items[at] ?? []] as const).filter(([, types]) => types.length > 0),
    );
    return this.order(base.class).map((ancestor) =>
      ancestor.kind === "external"
        ? ancestor
        : {
            ...ancestor,
            substitution: composed(ancestor.class === base.class ? own : ancestor.substitution, own),
            ...(isGuess && { isGuess }),
          },
    );
  }

  /** The names of the type variables that a class takes, in the order of its brackets. */
  typeParameters(owner: Declaration): readonly string[] {
    const declared = this.#names.scopesOf(owner.file).typeParameters(owner);
    if (declared.length > 0) return declared.map(({ name }) => name);
    const generic: string[] = [];
    const inOrder: string[] = [];
    for (const base of basesIn(owner.type)) {
      const expression = parseExpression(base);
      if (expression.kind !== "subscript") continue;
      const items = expression.index.kind === "tuple" ? expression.index.items : [expression.index];
      const names = items.flatMap((item) =>
        item.kind === "name" && this.#isTypeVariable(item.name, owner) ? [item.name] : [],
      );
      const { object } = expression;
      const head = object.kind === "name" || object.kind === "attribute" ? object.name : "";
      if (lastName(head) === "Generic") generic.push(...names);
      inOrder.push(...names.filter((name) => !inOrder.includes(name)));
    }
    return generic.length > 0 ? generic : inOrder;
  }

  #isTypeVariable(name: string, owner: Declaration): boolean {
    const meaning = this.#names.at(name, { file: owner.file, offset: owner.start });
    return meaning?.kind === "declarations" && (meaning.declarations[0]?.type.includes("TypeVar(") ?? false);
  }
}

/**
 * The name of a class of another code base; undefined for what is not a class by itself, such as `namedtuple("A",
 * "x")`, whose type has the name of what is called.
 */
export function nameOfExternal({ name, isValue }: ExternalType): string | undefined {
  return name === "" || isValue ? undefined : name;
}

/** The bases of a class as they are written, split at commas outside of brackets. */
function basesIn(type: string): readonly string[] {
  const bases: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= type.length; at++) {
    const character = type.charAt(at);
    if ("([{".includes(character) && character !== "") depth += 1;
    else if (")]}".includes(character) && character !== "") depth -= 1;
    else if (at === type.length || (character === "," && depth === 0)) {
      const base = type.slice(start, at).trim();
      if (base !== "") bases.push(base);
      start = at + 1;
    }
  }
  return bases;
}

function composed(inner: Substitution, outer: Substitution): Substitution {
  return inner === outer ? inner : new Map([...inner].map(([name, types]) => [name, substituted(types, outer)]));
}

/** Merges orders as C3 does; undefined if they contradict each other. */
function merged(orders: readonly (readonly Ancestor[])[]): readonly Ancestor[] | undefined {
  const rest = orders.map((order) => [...order]).filter((order) => order.length > 0);
  const result: Ancestor[] = [];
  while (rest.length > 0 && result.length < maxAncestors) {
    const next = rest
      .map(([head]) => head)
      .find((head) => head !== undefined && !rest.some((order) => order.slice(1).some((one) => isSame(one, head))));
    if (next === undefined) return undefined;
    // One that is surely a base by another way is one.
    const isSure = ([head]: readonly Ancestor[]) =>
      head?.kind === "class" && head.isGuess !== true && isSame(head, next);
    result.push(rest.find(isSure)?.[0] ?? next);
    for (const order of rest) if (order[0] !== undefined && isSame(order[0], next)) order.shift();
    rest.splice(0, rest.length, ...rest.filter((order) => order.length > 0));
  }
  return result;
}

function flattened(orders: readonly (readonly Ancestor[])[]): readonly Ancestor[] {
  const all = orders.flat();
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
}

function isSame(one: Ancestor, other: Ancestor): boolean {
  if (one.kind === "class") return other.kind === "class" && one.class === other.class;
  if (other.kind !== "external" || one.type.name !== other.type.name) return false;
  return nameOfExternal(one.type) !== undefined || one.text === other.text;
}
