/**
 * The types of Python values: classes, instances, functions, modules, type variables. Input: types; output: instances
 * of them, their classes, or types with type variables replaced, without duplicates.
 */
import type { Declaration } from "../code-index.ts";
import type { Module } from "./modules.ts";

/** One type that a value can have. */
export type Type =
  | { readonly kind: "instance" | "class"; readonly class: Declaration; readonly items: readonly Types[] }
  | { readonly kind: "module"; readonly module: Module }
  | { readonly kind: "function"; readonly function: Declaration; readonly receiver: Type | undefined }
  /** `super()`: the members of the classes after `class` in the order of the receiver. */
  | { readonly kind: "super"; readonly class: Declaration; readonly receiver: Type }
  | { readonly kind: "callable"; readonly result: Types }
  /** A type variable, or `Self`. */
  | { readonly kind: "variable"; readonly name: string; readonly bound: Types }
  /**
   * Something of another code base: its dotted name, and what it holds, such as the items of a list. With `isValue` it is
   * an instance, or what a call gave, otherwise what the name itself means.
   */
  | ExternalType;

type ExternalType = {
  readonly kind: "external";
  readonly name: string;
  readonly items: readonly Types[];
  readonly isValue: boolean;
  /**
   * The classes of this code base that the value may be an object of: `derived` ones, if an annotation or a test says its
   * class, or `any`, if nothing does: what an object of a library gives, an item of what it holds, and one of several
   * values that are not all known.
   */
  readonly mayBeOf?: "derived" | "any";
  /** The imports that bring what it is a part of. */
  readonly via?: readonly Declaration[];
};

/** The types that a value can have; none when nothing is known. `None` is left out. */
export type Types = readonly Type[];

/** By name of a type variable, what it stands for. */
export type Substitution = ReadonlyMap<string, Types>;

export function externalValue(name: string, ...items: readonly Types[]): Type {
  return { kind: "external", name, items, isValue: true };
}

/** The same, if it may also be an object of any class of this code base. */
export function openValue(name: string): Type {
  return { kind: "external", name, items: [], isValue: true, mayBeOf: "any" };
}

/** Types of a value that may also have a type that is not known. */
export function opened(types: Types): Types {
  return types.map((type) => (type.kind === "external" && type.isValue ? withOpening(type, "any") : type));
}

/** A value of a builtin class at one place, such as a list, is taken for one everywhere. */
function withOpening(type: ExternalType, mayBeOf: "derived" | "any"): Type {
  return type.name.startsWith("builtins.") ? type : { ...type, mayBeOf };
}

/** The last part of a dotted name. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** The name of the type variable for the class of `Self`. */
export const classOfSelf = "type[Self]";

/** Types in types that are substituted, and compared. */
const maxNesting = 6;

/** Replaces type variables by what they stand for. */
export function substituted(types: Types, substitution: Substitution, depth = 0): Types {
  if (substitution.size === 0 || depth > maxNesting) return types;
  return types.flatMap((type): Types => {
    switch (type.kind) {
      case "variable":
        return substitution.get(type.name) ?? [type];
      case "instance":
      case "class":
      case "external": {
        if (type.items.length === 0) return [type];
        return [{ ...type, items: type.items.map((item) => substituted(item, substitution, depth + 1)) }];
      }
      case "callable":
        return [{ ...type, result: substituted(type.result, substitution, depth + 1) }];
      default:
        return [type];
    }
  });
}

/** The type of a value by its annotation. */
export function instanceOf(type: Type): Types {
  if (type.kind === "class") return [{ ...type, kind: "instance" }];
  if (type.kind === "variable") return [type];
  if (type.kind !== "external") return [];
  const name = lastName(type.name);
  if (name === "Self") return [{ kind: "variable", name: "Self", bound: [] }];
  if (name === "Any" || name === "object" || name === "None") return [];
  return [withOpening({ ...type, isValue: true }, "derived")];
}

/** `type(value)` of a value of a type. */
export function classOf(type: Type): Types {
  if (type.kind === "instance") return [{ ...type, kind: "class" }];
  if (type.kind === "external") return [{ ...type, isValue: false }];
  if (type.kind !== "variable") return [];
  const bound = type.bound.flatMap(classOf);
  return type.name === "Self" ? [{ kind: "variable", name: classOfSelf, bound }] : bound;
}

/** Types without obvious duplicates. */
export function distinct(types: Types): Types {
  if (types.length < 2) return types;
  return types.filter((type, at) => types.findIndex((other) => isSame(type, other)) === at);
}

function isSame(one: Type, other: Type, depth = 0): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  if ((one.kind === "instance" || one.kind === "class") && (other.kind === "instance" || other.kind === "class"))
    return one.class === other.class && haveSameItems(one.items, other.items, depth);
  if (one.kind === "external" && other.kind === "external")
    return (
      one.name === other.name &&
      one.isValue === other.isValue &&
      one.mayBeOf === other.mayBeOf &&
      haveSameItems(one.items, other.items, depth)
    );
  return one.kind === "function" && other.kind === "function" && one.function === other.function;
}

function haveSameItems(all: readonly Types[], others: readonly Types[], depth: number): boolean {
  return (
    depth < maxNesting &&
    all.length === others.length &&
    all.every((types, at) => {
      const ofOther = others[at] ?? [];
      return (
        types.length === ofOther.length &&
        types.every((type, place) => {
          const other = ofOther[place];
          return other !== undefined && isSame(type, other, depth + 1);
        })
      );
    })
  );
}
