/**
 * The values of an execution (abstract values) and the frames of its runs. Input: values; output: values with type
 * variables replaced, joined without duplicates, or written as a Python type.
 */
import type { Declaration } from "../../code-index.ts";
import { lastName, type Type } from "../types.ts";

/** A class of the code base, or the dotted name of one from outside. */
export type ClassOf = Declaration | string;

/** A value of an expression at run time, in one of the calls that lead to it. */
export type Thing =
  | ObjectThing
  | { readonly kind: "class"; readonly class: ClassOf; readonly items: readonly Things[] }
  /** A function or lambda of the file, with the frame around it and the object that it is a method of. */
  | FunctionThing
  /** A method of an object of a class from outside. */
  | { readonly kind: "method"; readonly receiver: ObjectThing; readonly name: string }
  /** Anything else from outside, by its dotted name. */
  | { readonly kind: "outside"; readonly name: string }
  /** Values of other files, by types: a function, a module. */
  | { readonly kind: "elsewhere"; readonly type: Type }
  | { readonly kind: "partial"; readonly of: Thing; readonly given: Given }
  /** By its annotation: its arguments, if given, and its result. */
  | { readonly kind: "callable"; readonly parameters?: readonly Things[]; readonly result: Things }
  /** The decorator that makes context managers of generators. */
  | { readonly kind: "managed"; readonly of: Thing }
  | { readonly kind: "variable"; readonly name: string; readonly bound: Things }
  | { readonly kind: "super"; readonly after: Declaration; readonly receiver: Thing }
  /** Something that the code does not tell. */
  | { readonly kind: "unknown" };

/** A value that the code writes: it may be a key. */
export type Key = string | number | boolean;

export type Things = readonly Thing[];

export type ObjectThing = {
  readonly kind: "object";
  readonly class: ClassOf;
  /** Its contents: items of a list, keys and values of a dictionary, each item of a tuple. */
  readonly items: readonly Things[];
  readonly literal?: Key;
  /** By index or key, where the code tells them. */
  readonly parts?: ReadonlyMap<Key, Things>;
  /** Of a class of the code base: what it was made with. */
  readonly given?: Given;
};

export type FunctionThing = {
  readonly kind: "function";
  readonly node: number;
  readonly frame: Frame;
  readonly receiver?: Thing;
  readonly variables?: Variables;
};

/** By name of a type variable, what it stands for. */
export type Variables = ReadonlyMap<string, Things>;

/** The arguments of a call. */
export type Given = { readonly positional: readonly Things[]; readonly named: ReadonlyMap<string, Things> };

export const nothingGiven: Given = { positional: [], named: new Map() };

/** One run of a function, or of the module: what its parameters have. */
export type Frame = {
  /** Of the function or lambda; 0 for the module. */
  readonly node: number;
  readonly outer: Frame | undefined;
  /** By name of a parameter; undefined if any call may have led here. */
  readonly given: ReadonlyMap<string, Things> | undefined;
  readonly receiver?: Thing;
  readonly variables?: Variables;
  /** The values of nodes, and values of declarations by their offsets. */
  readonly known: Map<number, Things>;
  readonly declared: Map<number, Things>;
  /** Calls in calls. */
  readonly depth: number;
};

export const unknownThings: Things = [{ kind: "unknown" }];

export function objectOf(name: string, ...items: readonly Things[]): ObjectThing {
  return { kind: "object", class: `builtins.${name}`, items };
}

export const noneThing = objectOf("None");

/** Things in things that are substituted. */
const maxNesting = 6;

export function substituted(things: Things, variables: Variables, depth = 0): Things {
  if (variables.size === 0 || depth > maxNesting) return things;
  const inner = (items: readonly Things[]) => items.map((item) => substituted(item, variables, depth + 1));
  const innerParts = (parts: ReadonlyMap<Key, Things>) =>
    new Map([...parts].map(([key, part]) => [key, substituted(part, variables, depth + 1)] as const));
  return things.flatMap((thing): Things => {
    switch (thing.kind) {
      case "variable":
        return substitutedVariable(thing, variables);
      case "object":
      case "class":
        if (thing.items.length === 0) return [thing];
        return thing.kind === "object" && thing.parts !== undefined
          ? [{ ...thing, items: inner(thing.items), parts: innerParts(thing.parts) }]
          : [{ ...thing, items: inner(thing.items) }];
      case "callable":
        return [
          {
            ...thing,
            ...(thing.parameters !== undefined && { parameters: inner(thing.parameters) }),
            result: substituted(thing.result, variables, depth + 1),
          },
        ];
      default:
        return [thing];
    }
  });
}

/** `type T` is the class of what T is. */
function substitutedVariable(thing: Extract<Thing, { kind: "variable" }>, variables: Variables): Things {
  const known = variables.get(thing.name);
  if (known !== undefined) return known;
  const instances = thing.name.startsWith("type ") ? variables.get(thing.name.slice("type ".length)) : undefined;
  return instances === undefined ? [thing] : classesOf(instances);
}

/** The values of what is annotated with things. */
export function instancesOf(things: Things): Things {
  return things.flatMap((thing): Things => {
    if (thing.kind === "class") return [{ kind: "object", class: thing.class, items: thing.items }];
    if (thing.kind === "variable" || thing.kind === "object") return [thing];
    return unknownThings;
  });
}

/** The classes of values: `type(value)`. */
export function classesOf(things: Things): Things {
  return things.map((thing): Thing => {
    if (thing.kind === "object") return { kind: "class", class: thing.class, items: thing.items };
    if (thing.kind === "class") return { kind: "class", class: "builtins.type", items: [] };
    if (thing.kind === "variable") return { ...thing, kind: "variable", name: `type ${thing.name}` };
    return { kind: "unknown" };
  });
}

/** The last name of the class of an object from outside; "" for others. */
export function builtinOf(thing: Thing): string {
  return thing.kind === "object" && typeof thing.class === "string" ? lastName(thing.class) : "";
}

/** Values of one expression that are followed. */
const maxThings = 40;

/** Things that are not there already. */
export function distinctThings(things: Things): Things {
  if (things.length < 2) return things;
  const found = new Map<string, Thing>();
  for (const thing of things) {
    const key = keyOf(thing, 0);
    if (!found.has(key)) found.set(key, thing);
    if (found.size >= maxThings) break;
  }
  return [...found.values()];
}

function keyOf(thing: Thing, depth: number): string {
  if (depth > maxNesting) return "";
  const inner = (things: Things) => things.map((one) => keyOf(one, depth + 1)).join("|");
  const keyOfClass = (of: ClassOf) => (typeof of === "string" ? of : `${of.file.path}:${of.at}`);
  switch (thing.kind) {
    case "object": {
      const parts = thing.parts === undefined ? "" : [...thing.parts].map(([key, part]) => `${key}:${inner(part)}`);
      const given = thing.given === undefined ? "" : thing.given.positional.map(inner).join();
      return `${keyOfClass(thing.class)} ${thing.items.map(inner).join()} ${thing.literal} ${parts} ${given}`;
    }
    case "class":
      return `class ${keyOfClass(thing.class)} ${thing.items.map(inner).join()}`;
    case "function":
      return `function ${thing.node} ${thing.receiver === undefined ? "" : keyOf(thing.receiver, depth + 1)} ${thing.frame.depth}`;
    case "method":
      return `method ${thing.name} ${keyOf(thing.receiver, depth + 1)}`;
    case "elsewhere":
      return thing.type.kind === "function" ? `elsewhere ${thing.type.function.at}` : thing.type.kind;
    case "partial":
    case "managed":
      return `${thing.kind} ${keyOf(thing.of, depth + 1)}`;
    case "callable":
      return `callable ${inner(thing.result)}`;
    case "super":
      return `super ${thing.after.at}`;
    case "unknown":
      return "unknown";
    default:
      return `${thing.kind} ${thing.name}`;
  }
}

/** Types that a type joins: of more there is none. */
const maxJoined = 4;

/** The type of any of some things, as Python writes it; undefined if one of them has none. */
export function typeText(things: Things): string | undefined {
  const names = new Set<string>();
  for (const thing of things) {
    const name = nameOfThing(thing);
    if (name === undefined) return undefined;
    names.add(name);
  }
  return names.size === 0 || names.size > maxJoined ? undefined : [...names].sort().join(" | ");
}

function nameOfThing(thing: Thing): string | undefined {
  switch (thing.kind) {
    case "object":
      return nameOfClass(thing.class);
    case "class":
      return `type[${nameOfClass(thing.class)}]`;
    case "function":
    case "method":
    case "partial":
    case "callable":
    case "managed":
      return "Callable";
    case "elsewhere":
      return thing.type.kind === "function" ? "Callable" : undefined;
    case "variable":
      return thing.name.startsWith("type ") ? undefined : typeText(thing.bound);
    default:
      return undefined;
  }
}

function nameOfClass(of: ClassOf): string {
  return typeof of === "string" ? lastName(of) : of.name;
}

export function withoutLiteral(thing: Thing): Thing {
  if (thing.kind !== "object") return thing;
  const { literal: _, ...rest } = thing;
  return rest;
}

export function bound(value: Thing, receiver: Thing, variables: Variables): Thing {
  if (value.kind === "function") return value.receiver === undefined ? { ...value, receiver, variables } : value;
  if (value.kind === "managed") return { ...value, of: bound(value.of, receiver, variables) };
  return value;
}
