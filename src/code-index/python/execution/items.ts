/**
 * The items of values in an execution: subscripts, slices, unpacking, iteration. Input: a value and a key, or a node;
 * output: the values of the items.
 */
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import { type Expression, parseExpression } from "../expressions.ts";
import type { Run } from "./run.ts";
import { awaitedItems } from "./standard-calls.ts";
import { isKindOf, standardMember } from "./standard-classes.ts";
import { typeOfExpression } from "./standard-types.ts";
import {
  builtinOf,
  distinctThings,
  type Frame,
  type Key,
  nothingGiven,
  type ObjectThing,
  objectOf,
  substituted,
  type Thing,
  type Things,
  unknownThings,
} from "./things.ts";

export class Items {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  subscript(node: number, frame: Frame): Things {
    const source = this.#run.source;
    const [, ...indexes] = source.namedChildren(node);
    const [index = noNode] = indexes;
    const objects = this.#run.expressions.valuesOf(source.child(node, "value"), frame);
    const isSlice = source.kind(index) === "slice" && indexes.length === 1;
    const keys =
      isSlice || indexes.length > 1
        ? [objectOf(isSlice ? "slice" : "tuple")]
        : this.#run.expressions.valuesOf(index, frame);
    return objects.flatMap((object): Things => {
      if (object.kind === "class") {
        const place = this.#run.expressions.placeOf(node);
        const held = indexes.map((one) =>
          this.#run.annotations.meantBy(parseExpression(source.textOf(one)), place, frame, 0),
        );
        return [{ ...object, items: held }];
      }
      if (object.kind !== "object") return unknownThings;
      if (typeof object.class !== "string") return this.#itemOfOwn(object, keys);
      if (isSlice) return [this.#sliced(object, index, frame)];
      const literals = keys.flatMap((key) => (key.kind === "object" && key.literal !== undefined ? [key.literal] : []));
      if (literals.length === 0) return this.item(object, undefined);
      return literals.flatMap((literal) => this.item(object, literal));
    });
  }

  #sliced(object: ObjectThing, slice: number, frame: Frame): Thing {
    const source = this.#run.source;
    const { literal: _, parts, ...rest } = object;
    const first = source.tree.firstChild(slice);
    const isWhole = source.textOf(slice).trim() === ":";
    const [start] =
      source.isField(first, "value") || source.kind(first) === "integer"
        ? this.#run.expressions.valuesOf(first, frame)
        : [];
    const from = isWhole
      ? 0
      : start?.kind === "object" && typeof start.literal === "number"
        ? start.literal
        : undefined;
    const isRest = isWhole || /^\s*\d+\s*:\s*$/.test(source.textOf(slice));
    if (parts === undefined || from === undefined || !isRest) {
      return builtinOf(object) === "tuple" ? { ...rest, items: [object.items.flat()] } : rest;
    }
    const kept = [...parts.values()].slice(from);
    const items = builtinOf(object) === "tuple" ? kept : [kept.flat()];
    return { ...rest, items, parts: new Map(kept.map((part, at) => [at, part])) };
  }

  unpacked(thing: Thing, index: number): Things {
    if (thing.kind !== "object") return this.iterated([thing]);
    const isMapping = isKindOf(builtinOf(thing), "Mapping");
    const { parts } = thing;
    const part = isMapping || parts === undefined ? undefined : parts.get(index < 0 ? parts.size + index : index);
    if (part !== undefined) return part;
    const isOfMany = builtinOf(thing) === "tuple" && thing.items.length > 1;
    const fields = this.#fieldsOf(thing);
    const field = fields.at(index);
    if (field !== undefined) return this.#typedField(field, thing);
    return (isOfMany ? thing.items.at(index) : undefined) ?? this.iterated([thing]);
  }

  /** The fields of a class whose fields are its items. */
  #fieldsOf({ class: of }: ObjectThing): readonly Declaration[] {
    if (typeof of === "string") return [];
    const { classes, names } = this.#run.evaluator;
    const owners = classes.order(of).flatMap((one) => (one.kind === "class" ? [one.class] : []));
    return owners.reverse().flatMap((one) => names.scopesOf(one.file).typedFields(one));
  }

  /** The item of a value; any one where the key is undefined. */
  item(thing: Thing, key: Key | undefined): Things {
    if (thing.kind !== "object") return unknownThings;
    if (typeof thing.class !== "string") {
      return this.#itemOfOwn(
        thing,
        key === undefined ? [] : [{ ...objectOf(typeof key === "number" ? "int" : "str"), literal: key }],
      );
    }
    const { parts } = thing;
    if (parts !== undefined && key !== undefined) {
      const index =
        typeof key === "number" && key < 0 && !isKindOf(builtinOf(thing), "Mapping") ? parts.size + key : key;
      const part = parts.get(index);
      if (part !== undefined) return part;
    }
    if (isKindOf(builtinOf(thing), "Mapping")) return thing.items[1] ?? unknownThings;
    // A tuple with told items has no others.
    if (builtinOf(thing) === "Tuple" || builtinOf(thing) === "tuple") {
      if (parts !== undefined && typeof key === "number") return unknownThings;
    }
    const isOfMany = builtinOf(thing) === "tuple" && thing.items.length > 1;
    if (isOfMany && typeof key === "number") return thing.items.at(key) ?? thing.items.flat();
    const method = standardMember(thing.class, "__getitem__");
    return method === undefined ? unknownThings : this.standardType(method.type, thing);
  }

  #itemOfOwn(object: ObjectThing, keys: Things): Things {
    const [key] = keys;
    const literal = key?.kind === "object" ? key.literal : undefined;
    const methods = this.#run.members.member([object], "__getitem__");
    if (methods.some(({ kind }) => kind !== "unknown"))
      return this.#run.calls.call(methods, { ...nothingGiven, positional: [keys] });
    const field =
      typeof object.class === "string" || literal === undefined ? undefined : this.#fieldOf(object, literal);
    return field ?? unknownThings;
  }

  /** A field of a class whose fields are its items: of a TypedDict by name, of a NamedTuple by number. */
  #fieldOf(object: ObjectThing, key: Key): Things | undefined {
    const fields = this.#fieldsOf(object);
    const field = typeof key === "number" ? fields[key] : fields.find(({ name }) => name === key);
    return field === undefined ? undefined : this.#typedField(field, object);
  }

  #typedField(field: Declaration, object: ObjectThing): Things {
    if (field.file !== this.#run.open.file)
      return this.#run.annotations.thingsOf(this.#run.evaluator.typesOfDeclaration(field));
    return substituted(
      this.#run.annotations.annotated(parseExpression(field.type), field, this.#run.module),
      this.#run.members.variablesOf(object),
    );
  }

  /** The items of values. */
  iterated(things: Things): Things {
    return distinctThings(
      things.flatMap((thing): Things => {
        // Nothing goes through a builtin class without an error.
        if (thing.kind === "class" && typeof thing.class === "string" && thing.class.startsWith("builtins.")) return [];
        if (thing.kind === "class" && typeof thing.class !== "string")
          return this.#run.evaluator.members.isEnumerated(thing.class) ? [{ ...thing, kind: "object" }] : unknownThings;
        if (thing.kind !== "object") return unknownThings;
        if (typeof thing.class === "string") return this.#standardItems(thing);
        return this.#itemsOfOwn(thing);
      }),
    );
  }

  #standardItems(thing: ObjectThing): Things {
    if (builtinOf(thing) === "tuple") return thing.items.flat();
    const method = standardMember(builtinOf(thing), "__iter__") ?? standardMember(builtinOf(thing), "__aiter__");
    if (method === undefined) return unknownThings;
    return this.standardType(method.type, thing).flatMap((one) =>
      one.kind === "object" ? (one.items[0] ?? []) : unknownThings,
    );
  }

  #itemsOfOwn(object: ObjectThing): Things {
    for (const [method, step] of [
      ["__iter__", "__next__"],
      ["__aiter__", "__anext__"],
    ] as const) {
      const methods = this.#run.members.member([object], method);
      if (!methods.some(({ kind }) => kind !== "unknown")) continue;
      const iterators = this.#run.calls.call(methods, nothingGiven);
      return iterators.flatMap((iterator): Things => {
        if (iterator.kind !== "object" || typeof iterator.class === "string") return this.iterated([iterator]);
        const items = this.#run.calls.call(this.#run.members.member([iterator], step), nothingGiven);
        return step === "__next__" ? items : items.flatMap(awaitedItems);
      });
    }
    const getters = this.#run.members.member([object], "__getitem__");
    return this.#run.calls.call(getters, { ...nothingGiven, positional: [[objectOf("int")]] });
  }

  standardType(type: Expression, receiver: ObjectThing): Things {
    const [first = unknownThings, second = unknownThings] = receiver.items;
    const isTuple = builtinOf(receiver) === "tuple";
    const item = isTuple ? distinctThings(receiver.items.flat()) : first;
    const { literal: _, parts: _parts, ...plain } = receiver;
    const variables = new Map<string, Things>([
      ["T", item],
      ["K", first],
      ["V", second],
      ["A", [plain]],
    ]);
    return typeOfExpression(type, variables);
  }
}
