/**
 * The type inference of Python: from annotations, assignments, results, tests and fixtures. Input: an expression and
 * its place; output: the types that it can have, and the weakest inference that they come from.
 */
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";
import { annotated, typeVariableIn } from "./annotations.ts";
import { callTypes, resultsOf, takesClass } from "./calls.ts";
import { Classes, type GuessedTypes } from "./classes.ts";
import { awaited, iterated, methodResult } from "./containers.ts";
import type { Evaluation } from "./evaluation.ts";
import { type Expression, parseExpression } from "./expressions.ts";
import { Fixtures } from "./fixtures.ts";
import { type Inference, inferenceOrder, inferences } from "./inferences.ts";
import { comprehensionTypes, iteratedTypes, partTypes, subscriptTypes } from "./items.ts";
import { Members } from "./members.ts";
import { type Meaning, Names } from "./names.ts";
import type { Projects } from "./project-settings.ts";
import { isTyped, type Place, placeOf } from "./scopes.ts";
import { arithmetic } from "./special-methods.ts";
import {
  classOf,
  classOfSelf,
  distinct,
  externalValue,
  instanceOf,
  opened,
  type Substitution,
  substituted,
  type Type,
  type Types,
} from "./types.ts";

/** Evaluations in evaluations: the type of a variable is that of a call, whose result is … */
const maxDepth = 14;

/** Declarations that are looked into for one expression: where each leads to several others, there is no end of them. */
const maxSteps = 5_000;

/** Declarations of a name whose types are joined. */
const maxJoined = 8;

/** Declarations of a member whose classes are compared with the class of an object. */
const maxDerived = 200;

/** Cached facts about declarations, of one kind. */
type Sense = {
  readonly kept: Map<Declaration, { readonly types: Types; readonly weakest: number }>;
  /** Declarations that are being evaluated. */
  readonly busy: Set<Declaration>;
};

const emptySense = (): Sense => ({ kept: new Map(), busy: new Set() });

/** The types of expressions, from annotations, assignments and results, if known. */
export class Evaluator implements Evaluation {
  readonly names: Names;
  readonly classes: Classes;
  readonly members: Members;
  readonly fixtures: Fixtures;
  readonly #index: CodeIndex;
  readonly #off: ReadonlySet<string>;
  readonly #withDerived: boolean;
  readonly #senses = { value: emptySense(), annotation: emptySense() };
  #depth = 0;
  #steps = 0;
  /** Evaluations that were given up, since they led back to themselves or too deep: what they are part of is not kept. */
  #givenUp = 0;
  /** The weakest inference of the evaluation: its place in their order. */
  #weakest = 0;
  /** The bindings in the loops of a comprehension. */
  #bound: ReadonlyMap<string, Types> = new Map();

  /** @param withDerived whether an object may also be of a class that derives from its own and has the member that is asked for */
  constructor(index: CodeIndex, off: ReadonlySet<string>, projects: Projects, withDerived = false) {
    this.#index = index;
    this.#off = off;
    this.#withDerived = withDerived;
    this.names = new Names(index, projects);
    this.classes = new Classes(this.names, (base, place) => this.#typesOfBase(base, place));
    this.members = new Members(this.names, this.classes);
    this.fixtures = new Fixtures(index, this.names, this.classes);
  }

  /** Begins with the next name: the steps of others do not count. */
  start(): void {
    this.#weakest = 0;
    this.#steps = 0;
  }

  /** The types of an expression at a place, and the weakest inference that they come from. */
  evaluate(text: string, place: Place): { readonly types: Types; readonly by: Inference } {
    this.start();
    const types = this.typesOf(parseExpression(text), place);
    return { types, by: inferenceOrder[this.#weakest] ?? "self" };
  }

  /** True when an inference is switched on; it is then noted as used. */
  uses(inference: Inference): boolean {
    if (this.#off.has(inference)) return false;
    this.#weakest = Math.max(this.#weakest, inferenceOrder.indexOf(inference));
    return true;
  }

  /** The types of a base. The order of the class is kept, and says for itself what of it is a guess. */
  #typesOfBase(base: string, place: Place): GuessedTypes {
    const weakest = this.#weakest;
    this.#weakest = 0;
    const types = this.typesOf(parseExpression(base), place);
    const isGuess = inferences[this.#weakest]?.confidence === "name";
    this.#weakest = isGuess ? weakest : Math.max(this.#weakest, weakest);
    return { types, isGuess };
  }

  typesOf(expression: Expression, place: Place): Types {
    switch (expression.kind) {
      case "name":
        return (
          this.#bound.get(expression.name) ??
          this.#testedTypes(expression, place) ??
          this.#typesOfName(expression.name, place)
        );
      case "attribute":
        return (
          this.#testedTypes(expression, place) ??
          this.memberTypes(this.typesOf(expression.object, place), expression.name)
        );
      case "call":
        return callTypes(expression, place, this);
      case "subscript":
        return subscriptTypes(expression, place, this);
      case "string":
        return [externalValue("builtins.str")];
      case "number":
        return [externalValue("builtins.int")];
      case "literal":
        return expression.type === "NoneType" ? [] : [externalValue(`builtins.${expression.type}`)];
      case "tuple":
        return [externalValue("builtins.tuple", ...expression.items.map((item) => this.typesOf(item, place)))];
      case "list":
      case "set":
        return [externalValue(`builtins.${expression.kind}`, this.#joined(expression.items, place))];
      case "dict": {
        const { keys, values } = expression;
        return [externalValue("builtins.dict", this.#joined(keys, place), this.#joined(values, place))];
      }
      case "choice":
        return this.#chosen(expression, place);
      case "operation":
        return this.#operationTypes(expression, place);
      case "await":
        return this.typesOf(expression.value, place).flatMap((type) =>
          type.kind === "external" ? awaitedOr(type) : [type],
        );
      case "comprehension":
        return comprehensionTypes(expression, place, this);
      default:
        return [];
    }
  }

  withBound<Result>(bound: ReadonlyMap<string, Types>, evaluate: () => Result): Result {
    const outer = this.#bound;
    this.#bound = outer.size === 0 ? bound : new Map([...outer, ...bound]);
    try {
      return evaluate();
    } finally {
      this.#bound = outer;
    }
  }

  /** The types of `first or second`, and of `first if test else second`. */
  #chosen({ first, second }: Extract<Expression, { kind: "choice" }>, place: Place): Types {
    const types = [first, second].map((one) => this.typesOf(one, place));
    const areKnown = types.every((found, i) => found.length > 0 || isNone(i === 0 ? first : second));
    return distinct(areKnown ? types.flat() : opened(types.flat()));
  }

  #joined(expressions: readonly Expression[], place: Place): Types {
    return distinct(expressions.slice(0, maxJoined).flatMap((item) => this.typesOf(item, place)));
  }

  /** The types that a test around the place says that a name has. */
  #testedTypes(expression: Expression, place: Place): Types | undefined {
    const tests = place.tests?.() ?? [];
    if (tests.length === 0 || this.#off.has("isinstance")) return undefined;
    const name = dottedName(expression);
    const test = tests.find((one) => one.name === name);
    if (test === undefined) return undefined;
    const { classes, offset, isClass } = test;
    const binding = name.includes(".")
      ? undefined
      : this.names.scopesOf(place.file).lookUp(name, place)?.declarations[0];
    if (binding !== undefined && binding.at > offset && binding.at < place.offset) return undefined;
    const types = this.typesOf(parseExpression(classes), { file: place.file, offset });
    const single = types.flatMap((type) => (type.kind === "external" && type.isValue ? type.items.flat() : [type]));
    const tested = isClass ? single : single.flatMap(instanceOf);
    return tested.length > 0 && this.uses("isinstance") ? tested : undefined;
  }

  // Names

  #typesOfName(name: string, place: Place): Types {
    const meaning = this.names.at(name, place);
    return meaning === undefined ? [] : this.typesOfMeaning(meaning);
  }

  /**
   * The types of what a name means: of the first declaration that tells one. Of a name from outside, also the types of its
   * fallbacks, which another branch binds.
   */
  typesOfMeaning(meaning: Meaning): Types {
    if (meaning.isGuess === true && !this.uses("module-name")) return [];
    if (meaning.kind === "module") return this.uses("module") ? [meaning] : [];
    if (meaning.kind === "declarations" && meaning.ofBranches === "any")
      return distinct(meaning.declarations.slice(0, maxJoined).flatMap((one) => this.typesOfDeclaration(one)));
    if (meaning.kind === "declarations") return this.#firstTypes(meaning.declarations);
    const { name, via, fallbacks = [] } = meaning;
    if (!this.uses("external")) return [];
    return [{ kind: "external", name, items: [], isValue: false, via }, ...this.#firstTypes(fallbacks)];
  }

  #firstTypes(declarations: readonly Declaration[]): Types {
    for (const declaration of declarations.slice(0, maxJoined)) {
      const types = this.typesOfDeclaration(declaration);
      if (types.length > 0) return types;
    }
    return [];
  }

  /** The types of what a declaration declares. */
  typesOfDeclaration(declaration: Declaration): Types {
    return this.once(declaration, "value", () => this.#declared(declaration));
  }

  /** Keeps the result when nothing was given up on the way. */
  once(declaration: Declaration, sense: "value" | "annotation", evaluate: () => Types): Types {
    const { kept } = this.#senses[sense];
    const known = kept.get(declaration);
    if (known !== undefined) {
      this.#weakest = Math.max(this.#weakest, known.weakest);
      return known.types;
    }
    const givenUp = this.#givenUp;
    return this.#alone(declaration, sense, () => {
      const types = evaluate();
      if (this.#givenUp === givenUp) kept.set(declaration, { types, weakest: this.#weakest });
      return types;
    });
  }

  /** Evaluates without the names that the code around binds; none if that leads back to itself, or too deep. */
  #alone(declaration: Declaration, sense: "value" | "annotation", evaluate: () => Types): Types {
    const { busy } = this.#senses[sense];
    this.#steps += 1;
    if (busy.has(declaration) || this.#depth >= maxDepth || this.#steps > maxSteps) {
      this.#givenUp += 1;
      return [];
    }
    const weakest = this.#weakest;
    const bound = this.#bound;
    this.#weakest = 0;
    this.#bound = new Map();
    busy.add(declaration);
    this.#depth += 1;
    try {
      return evaluate();
    } finally {
      this.#depth -= 1;
      busy.delete(declaration);
      this.#bound = bound;
      this.#weakest = Math.max(this.#weakest, weakest);
    }
  }

  #declared(declaration: Declaration): Types {
    switch (declaration.kind) {
      case "class":
        return this.uses("class") ? [{ kind: "class", class: declaration, items: [] }] : [];
      case "function":
        return [{ kind: "function", function: declaration, receiver: undefined }];
      case "parameter":
        return this.#parameterTypes(declaration);
      case "type_parameter":
        return [{ kind: "variable", name: declaration.name, bound: this.#boundOf(declaration) }];
      case "alias":
        return this.typesOf(parseExpression(declaration.type), placeOf(declaration));
      case "import": {
        const meaning = this.names.imported(declaration);
        return meaning === undefined ? [] : this.typesOfMeaning(meaning);
      }
      default:
        return this.#variableTypes(declaration);
    }
  }

  /** The types of the bound of a type parameter in brackets. */
  #boundOf(parameter: Declaration): Types {
    return parameter.type === "" ? [] : annotated(parseExpression(parameter.type), placeOf(parameter), this);
  }

  #parameterTypes(parameter: Declaration): Types {
    const { parent, type } = parameter;
    const method = parent?.kind === "function" ? parent : undefined;
    const parameters = method === undefined ? [] : this.names.scopesOf(parameter.file).parameters(method);
    if (method !== undefined && parameters[0] === parameter && method.parent?.kind === "class") {
      const self = this.#selfTypes(method, method.parent);
      if (self.length > 0) return self;
    }
    const given = type === "" ? this.#givenTypes(parameter) : [];
    if (given.length > 0) return given;
    if (type === "" && method !== undefined && parameters.includes(parameter))
      return this.#inheritedTypes(parameter, method);
    return this.#variableTypes(parameter);
  }

  /** The value of a fixture for a parameter: its result, or the value that it yields. */
  #givenTypes(parameter: Declaration): Types {
    const fixture = this.fixtures.of(parameter);
    const fromOutside = this.fixtures.classFromOutside(parameter);
    if ((fixture === undefined && fromOutside === undefined) || !this.uses("fixture")) return [];
    if (fromOutside !== undefined) return [externalValue(fromOutside)];
    const types = fixture === undefined ? [] : this.resultTypes(fixture, undefined);
    return types.flatMap((type) => (isGenerator(type) ? iterated(type) : [type]));
  }

  /** The type of the first parameter of a method. */
  #selfTypes(method: Declaration, owner: Declaration): Types {
    if ((method.flags & DeclarationFlag.static) !== 0 || !this.uses("self")) return [];
    return [{ kind: takesClass(method) ? "class" : "instance", class: owner, items: [] }];
  }

  /** The type that the same parameter has in the method that is overridden. */
  #inheritedTypes({ name }: Declaration, method: Declaration): Types {
    const owner = method.parent;
    if (owner?.kind !== "class" || this.#off.has("inherited")) return [];
    for (const ancestor of this.classes.order(owner).slice(1)) {
      if (ancestor.kind === "external") return [];
      const scopes = this.names.scopesOf(ancestor.class.file);
      const [overridden] = scopes.members(ancestor.class, method.name).filter(({ kind }) => kind === "function");
      if (overridden === undefined) continue;
      const same = scopes.parameters(overridden).find((parameter) => parameter.name === name);
      if (same === undefined || same.type === "") return [];
      return this.uses("inherited") ? substituted(this.typesOfDeclaration(same), ancestor.substitution) : [];
    }
    return [];
  }

  #variableTypes(declaration: Declaration): Types {
    const { type } = declaration;
    const place = placeOf(declaration);
    if (type === "") return [];
    if (!type.startsWith("=")) return this.uses("annotation") ? annotated(parseExpression(type), place, this) : [];
    const loop = /^=(\d[\d.]*)?\*(?!\*)/.exec(type);
    if (loop === null) {
      const expression = parseExpression(type.slice(1));
      const variable = typeVariableIn(expression, declaration.name);
      if (variable !== undefined) {
        const bound = variable.items.find(({ name }) => name === "bound")?.value;
        return [
          { kind: "variable", name: declaration.name, bound: bound === undefined ? [] : annotated(bound, place, this) },
        ];
      }
      return this.uses("assigned") ? this.typesOf(expression, place) : [];
    }
    if (!this.uses("iterated")) return [];
    const items = iteratedTypes(this.typesOf(parseExpression(type.slice(loop[0].length)), place), this);
    const path = loop[1] === undefined ? [] : loop[1].split(".").map(Number);
    return path.reduce<Types>((types, part) => partTypes(types, part, this), items);
  }

  // Members

  /** The types of an attribute of values of some types. */
  memberTypes(types: Types, name: string): Types {
    const known = types.slice(0, maxJoined);
    const all = this.#withDerived ? [...known, ...this.#derivedWith(known, name)] : known;
    return distinct(all.flatMap((type) => this.#memberOf(type, name)));
  }

  /** Objects of classes that have the member themselves and derive from the classes of some objects. */
  #derivedWith(types: Types, name: string): Types {
    const classes = new Set(types.flatMap((type) => (type.kind === "instance" ? [type.class] : [])));
    if (classes.size === 0) return [];
    const owners = this.#index
      .named(name)
      .slice(0, maxDerived)
      .flatMap(({ parent, file }) => (parent?.kind === "class" && file.language === "python" ? [parent] : []));
    return [...new Set(owners)]
      .filter((owner) => !classes.has(owner))
      .filter((owner) => this.classes.order(owner).some((one) => one.kind === "class" && classes.has(one.class)))
      .map((owner) => ({ kind: "instance", class: owner, items: [] }));
  }

  #memberOf(type: Type, name: string): Types {
    if (name === "__class__") return classOf(type);
    if (type.kind === "variable") return this.memberTypes(type.bound, name);
    const member = this.members.find(type, name);
    if (member === undefined) return [];
    if (member.kind === "external") {
      const results = type.kind === "external" && type.isValue ? methodResult(type, name) : undefined;
      if (results !== undefined) return [{ kind: "callable", result: results }];
      const isValue = type.kind === "instance" || (type.kind === "external" && type.isValue);
      // Methods of builtin classes give values of such classes.
      const isOpen = isValue && !member.name.startsWith("builtins.");
      return [
        {
          kind: "external",
          name: member.name,
          items: [],
          isValue,
          ...(member.via && { via: member.via }),
          ...(isOpen && { mayBeOf: "any" }),
        },
      ];
    }
    if (member.kind === "module") return this.typesOfMeaning({ ...member, by: "module", via: [] });
    if (type.kind !== "instance" && type.kind !== "class" && type.kind !== "super") {
      const { declarations, isGuess = false } = member;
      return this.typesOfMeaning({ kind: "declarations", declarations, by: "module", via: [], isGuess });
    }
    if (member.isOfGuessedClass === true && !this.uses("module-name")) return [];
    const receiver = type.kind === "super" ? type.receiver : type;
    const found = member.declarations.slice(0, maxJoined);
    const annotated = found.filter(isTyped);
    const meant = annotated.length > 0 ? annotated : found;
    const types = meant.map((declaration) => this.#boundTypes(declaration, receiver, member.isEnumerated));
    const areKnown = meant.every(({ type }, i) => types[i]?.length !== 0 || type === "=None");
    const joined = areKnown ? types.flat() : opened(types.flat());
    return this.bindSelf(substituted(joined, member.substitution), receiver);
  }

  #boundTypes(declaration: Declaration, receiver: Type, isEnumerated: boolean): Types {
    const { kind, flags } = declaration;
    if (kind === "function") {
      const isProperty = (flags & DeclarationFlag.property) !== 0;
      return isProperty
        ? this.resultTypes(declaration, undefined)
        : [{ kind: "function", function: declaration, receiver }];
    }
    if (isEnumerated && kind === "field" && receiver.kind === "class") return [{ ...receiver, kind: "instance" }];
    if (kind === "field" && !this.uses("field")) return [];
    return this.typesOfDeclaration(declaration).flatMap((type) => this.#throughDescriptor(type));
  }

  /** The result of reading an attribute whose value has a `__get__`. */
  #throughDescriptor(type: Type): Types {
    if (type.kind !== "instance") return [type];
    const get = this.members.find(type, "__get__");
    if (get?.kind !== "declarations") return [type];
    const results = get.declarations.flatMap((declaration) => this.resultTypes(declaration, type));
    return substituted(results, this.#itemsOf(type));
  }

  #itemsOf(type: Type): Substitution {
    if (type.kind !== "instance" && type.kind !== "class") return new Map();
    const parameters = this.classes.typeParameters(type.class);
    return new Map(
      parameters.flatMap((name, at) => (type.items[at] === undefined ? [] : [[name, type.items[at]] as const])),
    );
  }

  resultTypes(declaration: Declaration, receiver: Type | undefined, passed: Substitution = new Map()): Types {
    const { type } = declaration;
    const isInferred = type.startsWith("=");
    if (type === "" || !this.uses(isInferred ? "returned" : "result")) return [];
    const place = { file: declaration.file, offset: declaration.at };
    const evaluate = () =>
      isInferred ? this.#returnedTypes(declaration, passed) : annotated(parseExpression(type), place, this);
    const types =
      passed.size > 0
        ? this.#alone(declaration, "annotation", evaluate)
        : this.once(declaration, "annotation", evaluate);
    return receiver === undefined ? types : this.bindSelf(substituted(types, this.#itemsOf(receiver)), receiver);
  }

  /** The types of what a function without annotations returns: its own object and its arguments are those of the call. */
  #returnedTypes(declaration: Declaration, passed: Substitution): Types {
    const { file, headEnd, parent, type } = declaration;
    const [first] = parent?.kind === "class" ? this.names.scopesOf(file).parameters(declaration) : [];
    const self = first === undefined ? [] : this.typesOfDeclaration(first);
    const name = self[0]?.kind === "class" ? classOfSelf : "Self";
    const bound = new Map(passed);
    if (first !== undefined && self.length > 0) bound.set(first.name, [{ kind: "variable", name, bound: self }]);
    return this.withBound(bound, () => this.typesOf(parseExpression(type.slice(1)), { file, offset: headEnd }));
  }

  bindSelf(types: Types, receiver: Type): Types {
    const self: Type = receiver.kind === "class" ? { ...receiver, kind: "instance" } : receiver;
    return substituted(
      types,
      new Map([
        ["Self", [self]],
        [classOfSelf, classOf(self)],
      ]),
    );
  }

  #operationTypes({ operator, left, right }: Extract<Expression, { kind: "operation" }>, place: Place): Types {
    const types = this.typesOf(left, place);
    if (types.length === 0) return this.typesOf(right, place).filter(({ kind }) => kind === "external");
    const word = arithmetic[operator];
    const method = word === undefined ? undefined : `__${word}__`;
    return distinct(
      types.flatMap((type): Types => {
        if (type.kind === "external") return [type];
        if (type.kind !== "instance" || method === undefined) return [];
        const found = this.memberTypes([type], method);
        const results = resultsOf(found, [{ name: "", value: right }], place, this);
        return results.length > 0 || found.length === 0 ? results : [type];
      }),
    );
  }
}

function isNone(expression: Expression): boolean {
  return expression.kind === "literal" && expression.type === "NoneType";
}

function isGenerator(type: Type): type is Extract<Type, { kind: "external" }> {
  return (
    type.kind === "external" &&
    /^(?:typing|collections\.abc)\.(?:Async)?(?:Generator|Iterator|Iterable)$/.test(type.name)
  );
}

function awaitedOr(type: Extract<Type, { kind: "external" }>): Types {
  const types = awaited(type);
  return types.length > 0 ? types : [type];
}

/** `a.b.c` of such an expression; "" for others. */
function dottedName(expression: Expression): string {
  const parts: string[] = [];
  let inner = expression;
  while (inner.kind === "attribute") {
    parts.unshift(inner.name);
    inner = inner.object;
  }
  return inner.kind === "name" ? [inner.name, ...parts].join(".") : "";
}
