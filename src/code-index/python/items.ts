/**
 * The types of items of Python values: iteration, subscripts, unpacking, comprehensions. Input: types, and a part or an
 * index; output: the types of the items.
 */
import { annotated } from "./annotations.ts";
import { isContainer, iterated, subscripted } from "./containers.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Expression } from "./expressions.ts";
import type { Place } from "./scopes.ts";
import { distinct, externalValue, lastName, openValue, type Type, type Types } from "./types.ts";

/** Types of a union that are looked at. */
const maxJoined = 8;

/** The items of values. */
export function iteratedTypes(types: Types, evaluation: Evaluation): Types {
  return distinct(types.slice(0, maxJoined).flatMap((type) => iteratedType(type, evaluation)));
}

function iteratedType(type: Type, evaluation: Evaluation): Types {
  const { members } = evaluation;
  switch (type.kind) {
    case "external":
      return isOfItems(type) ? iterated(type) : [openValue(`${type.name}.__next__`)];
    case "variable":
      return iteratedTypes(type.bound, evaluation);
    case "class":
      return members.isEnumerated(type.class) ? [{ ...type, kind: "instance" }] : [];
    case "instance": {
      const iterators = ["__iter__", "__aiter__"].flatMap((name) => methodResults(type, name, evaluation));
      const items = iterators.flatMap((iterator) =>
        iterator.kind === "external" ? iterated(iterator) : methodResults(iterator, "__next__", evaluation),
      );
      return items.length > 0 ? items : members.externalBases(type).flatMap((base) => iterated(base));
    }
    default:
      return [];
  }
}

/** The result of a subscript. @param part the number in the brackets, if it is a number */
export function partTypes(types: Types, part: number | undefined, evaluation: Evaluation): Types {
  return distinct(types.slice(0, maxJoined).flatMap((type) => partType(type, part, evaluation)));
}

function partType(type: Type, part: number | undefined, evaluation: Evaluation): Types {
  switch (type.kind) {
    case "external":
      return isOfItems(type) ? subscripted(type, part) : [openValue(`${type.name}.__getitem__`)];
    case "variable":
      return partTypes(type.bound, part, evaluation);
    case "instance": {
      const results = methodResults(type, "__getitem__", evaluation);
      if (results.length > 0) return results;
      const field = typeof part === "number" ? fieldTypes(type, "NamedTuple", part, evaluation) : undefined;
      if (field !== undefined) return field;
      return evaluation.members.externalBases(type).flatMap((base) => subscripted(base, part));
    }
    default:
      return [];
  }
}

/** True if the items determine a part, even as unknown. */
function isOfItems({ name, items, isValue }: Extract<Type, { kind: "external" }>): boolean {
  return items.length > 0 || (isValue && isContainer(name));
}

/** The types of a field of a class with a base that has its fields as items; undefined for other classes. */
function fieldTypes(
  type: Extract<Type, { kind: "instance" | "class" }>,
  base: "NamedTuple" | "TypedDict",
  field: number | string,
  evaluation: Evaluation,
): Types | undefined {
  const { members, classes, names } = evaluation;
  if (!members.externalBases(type).some(({ name }) => lastName(name) === base)) return undefined;
  const owners = classes.order(type.class).flatMap((one) => (one.kind === "class" ? [one.class] : []));
  const fields = owners.reverse().flatMap((owner) => names.scopesOf(owner.file).typedFields(owner));
  const found = typeof field === "number" ? fields[field] : fields.find(({ name }) => name === field);
  return found === undefined ? [] : evaluation.memberTypes([type], found.name);
}

/** The declared results of a method that is called without arguments that matter. */
function methodResults(type: Type, name: string, evaluation: Evaluation): Types {
  return evaluation
    .memberTypes([type], name)
    .flatMap((method) => (method.kind === "function" ? evaluation.resultTypes(method.function, type) : []));
}

/** The types of `object[index]`, and of a class with type arguments. */
export function subscriptTypes(
  { object, index }: Extract<Expression, { kind: "subscript" }>,
  place: Place,
  evaluation: Evaluation,
): Types {
  const part = index.kind === "number" ? index.value : undefined;
  const isSlice = index.kind === "literal" && index.type === "slice";
  const typeArguments = () =>
    (index.kind === "tuple" ? index.items : [index]).map((item) => annotated(item, place, evaluation));
  return distinct(
    evaluation.typesOf(object, place).flatMap((type): Types => {
      const isClass = type.kind === "class" || (type.kind === "external" && !type.isValue);
      if (isClass) return [{ ...type, items: typeArguments() }];
      const isKey = index.kind === "string" && type.kind === "instance";
      const field = isKey ? fieldTypes(type, "TypedDict", index.value, evaluation) : undefined;
      return field ?? (isSlice ? [type] : partType(type, part, evaluation));
    }),
  );
}

/** The types of a comprehension. */
export function comprehensionTypes(
  { of, loops, element, value }: Extract<Expression, { kind: "comprehension" }>,
  place: Place,
  evaluation: Evaluation,
): Types {
  const bound = new Map<string, Types>();
  const typesOf = (item: Expression) => evaluation.withBound(bound, () => evaluation.typesOf(item, place));
  for (const { target, items } of loops) {
    bindTarget(target, iteratedTypes(typesOf(items), evaluation), bound, evaluation);
  }
  const items = [element, ...(value === undefined ? [] : [value])].map(typesOf);
  return [externalValue(of === "Generator" ? "typing.Generator" : `builtins.${of}`, ...items)];
}

function bindTarget(target: Expression, types: Types, bound: Map<string, Types>, evaluation: Evaluation): void {
  if (target.kind === "name") bound.set(target.name, types);
  if (target.kind !== "tuple") return;
  for (const [part, item] of target.items.entries()) {
    bindTarget(item, partTypes(types, part, evaluation), bound, evaluation);
  }
}
