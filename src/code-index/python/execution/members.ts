/**
 * The attributes of values in an execution: methods, properties, fields that methods set, enumerators, members of the
 * library. Input: values and a name; output: the values of the attribute.
 */
import { wordSet } from "../../../base/word-list.ts";
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import type { Declaration } from "../../code-index.ts";
import { takesClass } from "../calls.ts";
import { lastName, type Type } from "../types.ts";
import { finals, isAnnotated } from "../value-text.ts";
import type { Run } from "./run.ts";
import { standardMember, standardResult } from "./standard-classes.ts";
import { typeOfExpression } from "./standard-types.ts";
import {
  bound,
  builtinOf,
  type ClassOf,
  classesOf,
  distinctThings,
  type FunctionThing,
  noneThing,
  nothingGiven,
  type ObjectThing,
  objectOf,
  substituted,
  type Thing,
  type Things,
  unknownThings,
  type Variables,
} from "./things.ts";

export class Members {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /** The values of an attribute. */
  member(things: Things, name: string): Things {
    // In code that runs without an error, it is not None there.
    const some = things.length > 1 ? things.filter((thing) => thing !== noneThing) : things;
    return distinctThings(some.flatMap((thing) => this.#memberOf(thing, name)));
  }

  #memberOf(thing: Thing, name: string): Things {
    switch (thing.kind) {
      case "object":
        if (name === "__class__") return classesOf([thing]);
        return typeof thing.class === "string"
          ? this.#memberOfStandard(thing, name)
          : this.#memberOfOwn(thing, thing.class, name);
      case "class":
        if (typeof thing.class === "string") return this.#memberOfStandardClass(thing, name);
        return this.#memberOfOwn(thing, thing.class, name);
      case "super":
        return this.#memberOfSuper(thing, name);
      case "outside": {
        if (moduleTexts.has(name)) return [objectOf("str")];
        const dotted = `${thing.name}.${name}`;
        const constant = standardResult(dotted);
        return constant !== undefined && constants.has(dotted)
          ? typeOfExpression(constant, new Map())
          : this.#run.annotations.outside(dotted, false, []);
      }
      case "elsewhere":
        if (moduleTexts.has(name)) return [objectOf("str")];
        return this.#run.annotations.thingsOf(this.#run.evaluator.memberTypes([thing.type], name));
      case "partial":
        return name === "func" ? [thing.of] : unknownThings;
      case "variable":
        return thing.bound.length === 0 ? unknownThings : this.member(thing.bound, name);
      case "function":
        return functionTexts.has(name) ? [objectOf("str")] : unknownThings;
      default:
        return unknownThings;
    }
  }

  #memberOfStandard(object: ObjectThing, name: string): Things {
    const found = standardMember(builtinOf(object), name);
    if (found === undefined) return unknownThings;
    return found.isMethod
      ? [{ kind: "method", receiver: object, name }]
      : this.#run.items.standardType(found.type, object);
  }

  #memberOfStandardClass(thing: Extract<Thing, { kind: "class" }>, name: string): Things {
    const of = typeof thing.class === "string" ? thing.class : "";
    const dotted = `${of}.${name}`;
    if (name === "from_iterable") return [{ kind: "outside", name: dotted }];
    if (name === "__name__" || name === "__qualname__") return [objectOf("str")];
    const found = standardMember(of, name);
    if (found === undefined) return unknownThings;
    const receiver: ObjectThing = { kind: "object", class: of, items: thing.items };
    return [{ kind: "method", receiver, name }];
  }

  variablesOf(thing: { readonly class: ClassOf; readonly items: readonly Things[] }): Variables {
    const owner = thing.class;
    if (typeof owner === "string" || thing.items.length === 0) return new Map();
    const parameters = this.#run.evaluator.classes.typeParameters(owner);
    return new Map(
      parameters.flatMap((name, at) => (thing.items[at] === undefined ? [] : [[name, thing.items[at]] as const])),
    );
  }

  #memberOfOwn(
    thing: Extract<Thing, { kind: "object" | "class" }>,
    owner: Declaration,
    name: string,
    after?: Declaration,
    receiver: Thing = thing,
  ): Things {
    const { classes, names } = this.#run.evaluator;
    const own = this.variablesOf(thing);
    const all = classes.order(owner);
    const start = after === undefined ? 0 : all.findIndex((one) => one.kind === "class" && one.class === after) + 1;
    for (const ancestor of all.slice(start)) {
      if (ancestor.kind === "external") {
        const held = ancestor.type.items.map((item) => substituted(this.#run.annotations.thingsOf(item), own));
        const base: ObjectThing = { kind: "object", class: ancestor.type.name, items: held };
        if (standardMember(lastName(ancestor.type.name), name) !== undefined) return this.#memberOfStandard(base, name);
        const enumerated = this.#enumerated(thing, name);
        if (enumerated !== undefined) return enumerated;
        continue;
      }
      const { class: of, substitution } = ancestor;
      if (of.file !== this.#run.open.file) {
        const type: Type = { kind: thing.kind === "class" ? "class" : "instance", class: owner, items: [] };
        const found = this.#run.evaluator.members.find(type, name);
        if (found === undefined) continue;
        return this.#run.annotations.thingsOf(this.#run.evaluator.memberTypes([type], name));
      }
      const members = names.scopesOf(of.file).members(of, name);
      if (members.length === 0) continue;
      const variables: Variables = new Map([
        ...own,
        ...[...substitution].map(
          ([variable, types]) => [variable, substituted(this.#run.annotations.thingsOf(types), own)] as const,
        ),
      ]);
      return this.#valuesOfMembers(members, receiver, variables);
    }
    if (after !== undefined || thing.kind === "class" || name.startsWith("__")) return unknownThings;
    for (const method of ["__getattr__", "__getattribute__"]) {
      const getters = this.#memberOfOwn(thing, owner, method);
      if (getters.some(({ kind }) => kind === "function"))
        return this.#run.calls.call(getters, {
          ...nothingGiven,
          positional: [[{ ...objectOf("str"), literal: name }]],
        });
    }
    return unknownThings;
  }

  #enumerated(thing: Thing, name: string): Things | undefined {
    if (
      thing.kind !== "object" ||
      typeof thing.class === "string" ||
      !this.#run.evaluator.members.isEnumerated(thing.class)
    )
      return undefined;
    if (name === "name" || name === "_name_") return [objectOf("str")];
    return name === "value" || name === "_value_" ? (thing.given?.positional[0] ?? unknownThings) : undefined;
  }

  #memberOfSuper(thing: Extract<Thing, { kind: "super" }>, name: string): Things {
    const { receiver, after } = thing;
    if ((receiver.kind !== "object" && receiver.kind !== "class") || typeof receiver.class === "string")
      return unknownThings;
    return this.#memberOfOwn(receiver, receiver.class, name, after, receiver);
  }

  #valuesOfMembers(members: readonly Declaration[], receiver: Thing, variables: Variables): Things {
    const typed = members.filter(
      (member) => member.kind === "field" && isAnnotated(member) && !finals.test(member.type),
    );
    const isSet = (member: Declaration) => this.#isSetByMethod(member);
    const set = receiver.kind === "object" ? members.filter(isSet) : [];
    const ofClass = members.filter((member) => !isSet(member));
    const last = ofClass.at(-1);
    const properties = ofClass.filter(({ flags }) => (flags & DeclarationFlag.property) !== 0);
    const used =
      typed.length > 0
        ? typed
        : properties.length > 0
          ? properties.slice(0, 1)
          : set.length > 0
            ? set
            : last === undefined
              ? []
              : [last];
    const found = used.flatMap((member) => this.#valuesOfMember(member, receiver, variables));
    // As a rule `None` is what an attribute has before it gets another value: which one it is then is not told.
    const isLater = used.length > 1 && found.includes(noneThing) && found.some((value) => value !== noneThing);
    return substituted(isLater ? [...found, ...unknownThings] : found, variables);
  }

  #isSetByMethod(member: Declaration): boolean {
    return member.kind === "field" && this.#run.open.text.charAt(member.at - 1) === ".";
  }

  #valuesOfMember(member: Declaration, receiver: Thing, variables: Variables): Things {
    if (this.#isSetByMethod(member)) return this.#setByMethod(member, receiver, variables);
    const frame = this.#run.frames.frameAround(member);
    const values = this.#run.bindings.valuesOfDeclaration(member, frame);
    const isObject = receiver.kind === "object";
    if (member.kind === "function") {
      if ((member.flags & DeclarationFlag.static) !== 0) return values;
      if ((member.flags & DeclarationFlag.property) !== 0)
        return isObject
          ? this.#run.calls.call(
              values.map((value) => bound(value, receiver, variables)),
              nothingGiven,
            )
          : [objectOf("property")];
    }
    if (
      member.kind !== "function" &&
      member.parent !== undefined &&
      this.#run.evaluator.members.isEnumerated(member.parent) &&
      !isObject
    )
      return [{ kind: "object", class: member.parent, items: [], given: { ...nothingGiven, positional: [values] } }];
    return values.flatMap((value): Things => {
      if (value.kind === "function" && member.kind === "function" && takesClass(member)) {
        const [of = receiver] = isObject ? classesOf([receiver]) : [receiver];
        return [bound(value, of, variables)];
      }
      if (
        value.kind === "function" ||
        value.kind === "managed" ||
        (value.kind === "partial" && member.kind === "function")
      )
        return [isObject ? bound(value, receiver, variables) : value];
      if (value.kind !== "object") return [value];
      if (typeof value.class === "string") return this.#described(value, receiver, variables);
      const getters = this.#memberOfOwn(value, value.class, "__get__");
      if (!getters.some(({ kind }) => kind === "function")) return [value];
      const instance = isObject ? [receiver] : [noneThing];
      return this.#run.calls.call(getters, {
        ...nothingGiven,
        positional: [instance, isObject ? classesOf([receiver]) : [receiver]],
      });
    });
  }

  /** The result of `name = property(function)` and the like in a class; the value itself for any other one. */
  #described(value: ObjectThing, receiver: Thing, variables: Variables): Things {
    const [functions = [], ...positional] = value.given?.positional ?? [];
    const isObject = receiver.kind === "object";
    const of = (to: Thing) => functions.map((one) => bound(one, to, variables));
    switch (functions.length === 0 ? "" : builtinOf(value)) {
      case "staticmethod":
        return functions;
      case "classmethod":
        return isObject ? classesOf([receiver]).flatMap(of) : of(receiver);
      case "property":
        return isObject ? this.#run.calls.call(of(receiver), nothingGiven) : [value];
      case "partialmethod": {
        const given = { positional, named: value.given?.named ?? new Map<string, Things>() };
        return (isObject ? of(receiver) : functions).map((one): Thing => ({ kind: "partial", of: one, given }));
      }
      default:
        return [value];
    }
  }

  /** The values that a method assigns to an attribute of its object. */
  #setByMethod(member: Declaration, receiver: Thing, variables: Variables): Things {
    const leaf = this.#run.source.leafAt(member.at);
    const node = this.#run.frames.functionNode(leaf);
    if (node === 0 || this.#run.source.kind(node) !== "function_definition") return unknownThings;
    const name = this.#run.source.textOf(this.#run.source.child(node, "name"));
    const outer = this.#run.frames.openFrame(this.#run.frames.functionNode(node));
    const of: FunctionThing = { kind: "function", node, frame: outer, receiver, variables };
    const given =
      receiver.kind === "object" && (name === "__init__" || name === "__new__") ? receiver.given : undefined;
    const frame = this.#run.calls.frameFor(of, given);
    if (frame === undefined) return [];
    return this.#run.bindings.valuesOfDeclaration(member, frame);
  }
}

/** Values that are not functions. */
const constants = wordSet("os.sep os.linesep sys.version sys.executable sys.platform sys.argv sys.path math.pi math.e");
/** Further attributes of modules and functions. */
const moduleTexts: ReadonlySet<string> = new Set(["__file__", "__name__", "__qualname__", "__module__"]);

const functionTexts: ReadonlySet<string> = new Set(["__name__", "__doc__", "__qualname__", "__module__"]);
