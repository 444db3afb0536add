import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";
import { Classes } from "./classes.ts";
import { awaited, iterated, methodResult, subscripted } from "./containers.ts";
import { type Argument, type Expression, parseExpression } from "./expressions.ts";
import { externalResult } from "./external-calls.ts";
import { type Inference, inferenceOrder } from "./inferences.ts";
import { Members } from "./members.ts";
import { type Meaning, Names } from "./names.ts";
import type { Place } from "./scopes.ts";
import { externalValue, lastName, type Substitution, substituted, type Type, type Types } from "./types.ts";

/** Evaluations in evaluations: the type of a variable is that of a call, whose result is … */
const maxDepth = 14;

/** Declarations of a name whose types are joined. */
const maxJoined = 8;

type Kept = { readonly types: Types; readonly weakest: number };

/** The types of expressions, from annotations, assignments and results, as far as they are known. */
export class Evaluator {
  readonly names: Names;
  readonly classes: Classes;
  readonly members: Members;
  private readonly off: ReadonlySet<string>;
  private readonly kept = new Map<Declaration, Kept>();
  private readonly keptResults = new Map<Declaration, Kept>();
  private readonly busy = new Set<Declaration>();
  private depth = 0;
  /** Evaluations that were given up, since they led back to themselves or too deep: what they are part of is not kept. */
  private givenUp = 0;
  /** The weakest inference of the evaluation: its place in their order. */
  private weakest = 0;
  /** What the loops of a comprehension bind. */
  private bound: ReadonlyMap<string, Types> = new Map();

  constructor(index: CodeIndex, off: ReadonlySet<string>) {
    this.off = off;
    this.names = new Names(index);
    this.classes = new Classes(this.names, (base, place) => this.typesOf(parseExpression(base), place));
    this.members = new Members(this.names, this.classes);
  }

  /** The types of an expression at a place, and the weakest inference that they come from. */
  evaluate(text: string, place: Place): { readonly types: Types; readonly by: Inference } {
    this.weakest = 0;
    const types = this.typesOf(parseExpression(text), place);
    return { types, by: inferenceOrder[this.weakest] ?? "self" };
  }

  /** True when an inference is switched on; it is then noted as used. */
  private uses(inference: Inference): boolean {
    if (this.off.has(inference)) return false;
    this.weakest = Math.max(this.weakest, inferenceOrder.indexOf(inference));
    return true;
  }

  typesOf(expression: Expression, place: Place): Types {
    switch (expression.kind) {
      case "name":
        return (
          this.bound.get(expression.name) ??
          this.testedTypes(expression, place) ??
          this.typesOfName(expression.name, place)
        );
      case "attribute":
        return (
          this.testedTypes(expression, place) ??
          this.memberTypes(this.typesOf(expression.object, place), expression.name)
        );
      case "call":
        return this.callTypes(expression, place);
      case "subscript":
        return this.subscriptTypes(expression, place);
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
        return [externalValue(`builtins.${expression.kind}`, this.joined(expression.items, place))];
      case "dict": {
        const { keys, values } = expression;
        return [externalValue("builtins.dict", this.joined(keys, place), this.joined(values, place))];
      }
      case "choice":
        return distinct([...this.typesOf(expression.first, place), ...this.typesOf(expression.second, place)]);
      case "operation":
        return this.operationTypes(expression, place);
      case "await":
        return this.typesOf(expression.value, place).flatMap((type) =>
          type.kind === "external" ? awaitedOr(type) : [type],
        );
      case "comprehension":
        return this.comprehensionTypes(expression, place);
      default:
        return [];
    }
  }

  private joined(expressions: readonly Expression[], place: Place): Types {
    return distinct(expressions.slice(0, maxJoined).flatMap((item) => this.typesOf(item, place)));
  }

  /** The types that a test around the place says that a name has. */
  private testedTypes(expression: Expression, place: Place): Types | undefined {
    const tests = place.tests?.() ?? [];
    if (tests.length === 0 || this.off.has("isinstance")) return undefined;
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

  private typesOfName(name: string, place: Place): Types {
    const meaning = this.names.at(name, place);
    return meaning === undefined ? [] : this.typesOfMeaning(meaning);
  }

  /** The types of what a name means: of the first declaration that tells one. */
  private typesOfMeaning(meaning: Meaning): Types {
    if (meaning.kind === "module") return this.uses("module") ? [meaning] : [];
    if (meaning.kind === "external") {
      return this.uses("external") ? [{ kind: "external", name: meaning.name, items: [], isValue: false }] : [];
    }
    for (const declaration of meaning.declarations.slice(0, maxJoined)) {
      const types = this.typesOfDeclaration(declaration);
      if (types.length > 0) return types;
    }
    return [];
  }

  /** The types of what a declaration declares. */
  typesOfDeclaration(declaration: Declaration): Types {
    return this.once(declaration, this.kept, () => this.declared(declaration));
  }

  /** Evaluates once, and keeps the result when nothing was given up on the way. */
  private once(declaration: Declaration, kept: Map<Declaration, Kept>, evaluate: () => Types): Types {
    const known = kept.get(declaration);
    if (known !== undefined) {
      this.weakest = Math.max(this.weakest, known.weakest);
      return known.types;
    }
    if (this.busy.has(declaration) || this.depth >= maxDepth) {
      this.givenUp += 1;
      return [];
    }
    const { weakest, bound, givenUp } = this;
    this.weakest = 0;
    this.bound = new Map();
    this.busy.add(declaration);
    this.depth += 1;
    try {
      const types = evaluate();
      if (this.givenUp === givenUp) kept.set(declaration, { types, weakest: this.weakest });
      return types;
    } finally {
      this.depth -= 1;
      this.busy.delete(declaration);
      this.bound = bound;
      this.weakest = Math.max(this.weakest, weakest);
    }
  }

  private declared(declaration: Declaration): Types {
    switch (declaration.kind) {
      case "class":
        return this.uses("class") ? [{ kind: "class", class: declaration, items: [] }] : [];
      case "function":
        return [{ kind: "function", function: declaration, receiver: undefined }];
      case "parameter":
        return this.parameterTypes(declaration);
      case "type_parameter":
        return [{ kind: "variable", name: declaration.name, bound: [] }];
      case "alias":
        return this.typesOf(parseExpression(declaration.type), placeOf(declaration));
      case "import": {
        const meaning = this.names.imported(declaration);
        return meaning === undefined ? [] : this.typesOfMeaning(meaning);
      }
      default:
        return this.variableTypes(declaration);
    }
  }

  private parameterTypes(parameter: Declaration): Types {
    const { parent, type } = parameter;
    const method = parent?.kind === "function" ? parent : undefined;
    const parameters = method === undefined ? [] : this.names.scopesOf(parameter.file).parameters(method);
    if (method !== undefined && parameters[0] === parameter && method.parent?.kind === "class") {
      const self = this.selfTypes(method, method.parent);
      if (self.length > 0) return self;
    }
    if (type === "" && method !== undefined && parameters.includes(parameter))
      return this.inheritedTypes(parameter, method);
    return this.variableTypes(parameter);
  }

  /** What the first parameter of a method is. */
  private selfTypes({ flags, name }: Declaration, owner: Declaration): Types {
    if ((flags & DeclarationFlag.static) !== 0 || !this.uses("self")) return [];
    const isClass = (flags & DeclarationFlag.classmethod) !== 0 || classMethods.has(name);
    return [{ kind: isClass ? "class" : "instance", class: owner, items: [] }];
  }

  /** The type that the same parameter has in the method that is overridden. */
  private inheritedTypes({ name }: Declaration, method: Declaration): Types {
    const owner = method.parent;
    if (owner?.kind !== "class" || this.off.has("inherited")) return [];
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

  private variableTypes(declaration: Declaration): Types {
    const { type } = declaration;
    const place = placeOf(declaration);
    if (type === "") return [];
    if (!type.startsWith("=")) return this.uses("annotation") ? this.annotated(parseExpression(type), place) : [];
    const loop = /^=(\d[\d.]*)?\*(?!\*)/.exec(type);
    if (loop === null) {
      const expression = parseExpression(type.slice(1));
      const variable = typeVariableIn(expression, declaration.name);
      if (variable !== undefined) {
        const bound = variable.items.find(({ name }) => name === "bound")?.value;
        return [
          { kind: "variable", name: declaration.name, bound: bound === undefined ? [] : this.annotated(bound, place) },
        ];
      }
      return this.uses("assigned") ? this.typesOf(expression, place) : [];
    }
    if (!this.uses("iterated")) return [];
    const items = this.iteratedTypes(this.typesOf(parseExpression(type.slice(loop[0].length)), place));
    const path = loop[1] === undefined ? [] : loop[1].split(".").map(Number);
    return path.reduce<Types>((types, part) => this.partTypes(types, part), items);
  }

  // Annotations

  /** The types of what is annotated with an expression. */
  private annotated(expression: Expression, place: Place): Types {
    switch (expression.kind) {
      case "string":
        return this.annotated(parseExpression(expression.value.trim()), place);
      case "name": {
        const meaning = this.names.at(expression.name, place);
        return meaning === undefined ? [] : this.annotatedMeaning(meaning);
      }
      case "attribute":
        return this.typesOf(expression, place).flatMap(instanceOf);
      case "operation":
        if (expression.operator !== "|") return [];
        return distinct([...this.annotated(expression.left, place), ...this.annotated(expression.right, place)]);
      case "subscript":
        return this.annotatedSubscript(expression, place);
      default:
        return [];
    }
  }

  private annotatedMeaning(meaning: Meaning): Types {
    const [alias] = meaning.kind === "declarations" ? meaning.declarations : [];
    if (alias?.kind === "alias" || (alias?.kind === "variable" && alias.type.startsWith("="))) {
      const types = this.once(alias, this.keptResults, () => {
        const expression = parseExpression(alias.kind === "alias" ? alias.type : alias.type.slice(1));
        return typeVariableIn(expression, alias.name) === undefined ? this.annotated(expression, placeOf(alias)) : [];
      });
      if (types.length > 0) return types;
    }
    return this.typesOfMeaning(meaning).flatMap(instanceOf);
  }

  private annotatedSubscript(expression: Extract<Expression, { kind: "subscript" }>, place: Place): Types {
    const { object, index } = expression;
    const items = index.kind === "tuple" ? index.items : [index];
    const heads = this.typesOf(object, place);
    const head = object.kind === "name" || object.kind === "attribute" ? object.name : "";
    const [type] = heads;
    const name = type?.kind === "external" ? lastName(type.name) : head;
    switch (name) {
      case "Union":
      case "Optional":
        return distinct(items.flatMap((item) => this.annotated(item, place)));
      case "Annotated":
      case "ClassVar":
      case "Final":
      case "Required":
      case "NotRequired":
      case "ReadOnly":
      case "InitVar":
        return items[0] === undefined ? [] : this.annotated(items[0], place);
      case "Type":
      case "type":
        return items.flatMap((item) => this.annotated(item, place)).flatMap(classOf);
      case "Callable": {
        const result = items.at(-1);
        return result === undefined ? [] : [{ kind: "callable", result: this.annotated(result, place) }];
      }
      case "Literal":
        return items.flatMap((item) => (item.kind === "string" ? this.typesOf(item, place) : []));
    }
    return heads.flatMap((each): Types => {
      const held = () => items.filter(({ kind }) => kind !== "literal").map((item) => this.annotated(item, place));
      if (each.kind === "class") return [{ kind: "instance", class: each.class, items: held() }];
      return each.kind === "external" ? [externalValue(each.name, ...held())] : [];
    });
  }

  // Members

  /** The types of an attribute of values of some types. */
  memberTypes(types: Types, name: string): Types {
    return distinct(types.slice(0, maxJoined).flatMap((type) => this.memberOf(type, name)));
  }

  private memberOf(type: Type, name: string): Types {
    if (type.kind === "variable") return this.memberTypes(type.bound, name);
    if (name === "__class__") return classOf(type);
    const member = this.members.find(type, name);
    if (member === undefined) return [];
    if (member.kind === "external") {
      const results = type.kind === "external" && type.isValue ? methodResult(type, name) : [];
      if (results.length > 0) return [{ kind: "callable", result: results }];
      const isValue = type.kind === "instance" || (type.kind === "external" && type.isValue);
      return [{ kind: "external", name: member.name, items: [], isValue }];
    }
    if (member.kind === "module") return this.typesOfMeaning({ ...member, by: "module", via: [] });
    if (type.kind !== "instance" && type.kind !== "class" && type.kind !== "super") {
      return this.typesOfMeaning({ kind: "declarations", declarations: member.declarations, by: "module", via: [] });
    }
    const receiver = type.kind === "super" ? type.receiver : type;
    const found = member.declarations.slice(0, maxJoined);
    const annotated = found.filter(isAnnotated);
    const types = (annotated.length > 0 ? annotated : found).flatMap((declaration) =>
      this.boundTypes(declaration, receiver, member.isEnumerated),
    );
    return this.bindSelf(substituted(types, member.substitution), receiver);
  }

  private boundTypes(declaration: Declaration, receiver: Type, isEnumerated: boolean): Types {
    const { kind, flags } = declaration;
    if (kind === "function") {
      const isProperty = (flags & DeclarationFlag.property) !== 0;
      return isProperty
        ? this.resultTypes(declaration, undefined)
        : [{ kind: "function", function: declaration, receiver }];
    }
    if (isEnumerated && kind === "field" && receiver.kind === "class") return [{ ...receiver, kind: "instance" }];
    if (kind === "field" && !this.uses("field")) return [];
    return this.typesOfDeclaration(declaration).flatMap((type) => this.throughDescriptor(type));
  }

  /** What reading an attribute gives whose value has a `__get__`. */
  private throughDescriptor(type: Type): Types {
    if (type.kind !== "instance") return [type];
    const get = this.members.find(type, "__get__");
    if (get?.kind !== "declarations") return [type];
    const results = get.declarations.flatMap((declaration) => this.resultTypes(declaration, type));
    return substituted(results, this.itemsOf(type));
  }

  private itemsOf(type: Type): Substitution {
    if (type.kind !== "instance" && type.kind !== "class") return new Map();
    const parameters = this.classes.typeParameters(type.class);
    return new Map(
      parameters.flatMap((name, at) => (type.items[at] === undefined ? [] : [[name, type.items[at]] as const])),
    );
  }

  private bindSelf(types: Types, receiver: Type): Types {
    const self: Type = receiver.kind === "class" ? { ...receiver, kind: "instance" } : receiver;
    return substituted(types, new Map([["Self", [self]]]));
  }

  // Calls

  private callTypes({ callee, items }: Extract<Expression, { kind: "call" }>, place: Place): Types {
    if (callee.kind === "name" && callee.name === "super" && this.names.at("super", place)?.kind === "external") {
      return this.superTypes(items, place);
    }
    if (callee.kind === "attribute") {
      const objects = this.typesOf(callee.object, place);
      const results = objects.flatMap((object) => this.methodTypes(object, callee.name));
      if (results.length > 0) return distinct(results);
      return this.resultsOf(this.memberTypes(objects, callee.name), items, place);
    }
    return this.resultsOf(this.typesOf(callee, place), items, place);
  }

  /** What is known of a method without a declaration of it. */
  private methodTypes(object: Type, name: string): Types {
    if (object.kind === "external" && object.isValue) {
      const results = methodResult(object, name);
      if (results.length > 0) return results;
    }
    if (name !== "__enter__" && name !== "__aenter__") return [];
    if (object.kind === "external") return [object];
    const enter = ["__enter__", "__aenter__"]
      .map((each) => this.members.find(object, each))
      .find((found) => found !== undefined);
    const isTyped = enter?.kind === "declarations" && enter.declarations.some(({ type }) => type !== "");
    return isTyped
      ? this.bindSelf(
          this.resultsOf(this.memberTypes([object], enter.declarations[0]?.name ?? name), [], undefined),
          object,
        )
      : [object];
  }

  private resultsOf(callees: Types, items: readonly Argument[], place: Place | undefined): Types {
    const functions = callees.filter(({ kind }) => kind === "function");
    const count = items.length;
    const fitting = functions.filter((type) => type.kind === "function" && takes(type.function, count));
    const used = fitting.length > 0 && !items.some(({ name }) => name === "*") ? fitting : functions;
    const others = callees.filter(({ kind }) => kind !== "function");
    return distinct([...used, ...others].slice(0, maxJoined).flatMap((type) => this.resultOf(type, items, place)));
  }

  private resultOf(type: Type, items: readonly Argument[], place: Place | undefined): Types {
    switch (type.kind) {
      case "class":
        return this.uses("constructed") ? [{ ...type, kind: "instance" }] : [];
      case "function": {
        const results = this.resultTypes(type.function, type.receiver);
        const solved = this.solved(type.function, items, place);
        return substituted(results, solved);
      }
      case "callable":
        return type.result;
      case "instance":
        return this.resultsOf(this.memberTypes([type], "__call__"), items, place);
      case "variable":
        return this.resultsOf(type.bound, items, place);
      case "external": {
        const at = (index: number): Types => {
          const item = items.filter(({ name }) => name === "")[index];
          return item === undefined || place === undefined ? [] : this.typesOf(item.value, place);
        };
        const named = (name: string): Types => {
          const item = items.find((one) => one.name === name);
          return item === undefined || place === undefined ? [] : this.typesOf(item.value, place);
        };
        const known = {
          at,
          named,
          iterated: (types: Types) => this.iteratedTypes(types),
          annotated: (index: number) => this.annotatedArgument(items, index, place),
          called: (types: Types) => this.resultsOf(types, [], undefined),
        };
        return externalResult(type, known);
      }
      default:
        return [];
    }
  }

  private annotatedArgument(items: readonly Argument[], index: number, place: Place | undefined): Types {
    const item = items.filter(({ name }) => name === "")[index];
    return item === undefined || place === undefined ? [] : this.annotated(item.value, place);
  }

  /** The declared result of a function, with `Self` bound to a receiver. */
  private resultTypes(declaration: Declaration, receiver: Type | undefined): Types {
    if (declaration.type === "" || !this.uses("result")) return [];
    const place = { file: declaration.file, offset: declaration.at };
    const types = this.once(declaration, this.keptResults, () =>
      this.annotated(parseExpression(declaration.type), place),
    );
    return receiver === undefined ? types : this.bindSelf(substituted(types, this.itemsOf(receiver)), receiver);
  }

  /** What the type variables of a function stand for in a call. */
  private solved(declaration: Declaration, items: readonly Argument[], place: Place | undefined): Substitution {
    const solution = new Map<string, Types>();
    if (place === undefined || items.length === 0) return solution;
    const parameters = this.names.scopesOf(declaration.file).parameters(declaration);
    const isMethod = declaration.parent?.kind === "class" && (declaration.flags & DeclarationFlag.static) === 0;
    const own = isMethod ? parameters.slice(1) : parameters;
    items.slice(0, maxJoined).forEach(({ name, value }, at) => {
      const parameter = name === "" ? own[at] : own.find((one) => one.name === name);
      if (parameter === undefined || parameter.type === "" || parameter.type.startsWith("=")) return;
      const declared = this.typesOfDeclaration(parameter);
      for (const type of declared) {
        if (type.kind === "variable" && !solution.has(type.name)) {
          const types = this.typesOf(value, place);
          if (types.length > 0) solution.set(type.name, types);
        } else if (type.kind === "external" && type.items[0]?.[0]?.kind === "variable") {
          const types = this.iteratedTypes(this.typesOf(value, place));
          if (types.length > 0) solution.set(type.items[0][0].name, types);
        } else if (type.kind === "callable" && type.result[0]?.kind === "variable") {
          const types = this.resultsOf(this.typesOf(value, place), [], undefined);
          if (types.length > 0) solution.set(type.result[0].name, types);
        }
      }
      if (/^(?:\w+\.)?[Tt]ype\[/.test(parameter.type)) {
        const inner = /\[\s*["']?(\w+)["']?\s*\]$/.exec(parameter.type)?.[1];
        const types = this.typesOf(value, place).flatMap(instanceOf);
        if (inner !== undefined && types.length > 0) solution.set(inner, types);
      }
    });
    return solution;
  }

  /** `super()` and `super(A, self)`. */
  private superTypes(items: readonly Argument[], place: Place): Types {
    if (!this.uses("super")) return [];
    const scopes = this.names.scopesOf(place.file);
    let method = scopes.enclosing(place.offset, "function");
    while (method !== undefined && method.parent?.kind !== "class") method = method.parent;
    const around = method?.parent;
    const named = items[0] === undefined ? [] : this.typesOf(items[0].value, place);
    const owner = named[0]?.kind === "class" ? named[0].class : around;
    if (owner === undefined) return [];
    const isClass =
      method !== undefined && ((method.flags & DeclarationFlag.classmethod) !== 0 || classMethods.has(method.name));
    const receiver: Type = { kind: isClass ? "class" : "instance", class: around ?? owner, items: [] };
    return [{ kind: "super", class: owner, receiver }];
  }

  // Items

  private subscriptTypes({ object, index }: Extract<Expression, { kind: "subscript" }>, place: Place): Types {
    const part = index.kind === "number" ? index.value : undefined;
    return distinct(
      this.typesOf(object, place).flatMap((type): Types => {
        if (type.kind === "class") {
          const items = index.kind === "tuple" ? index.items : [index];
          return [{ ...type, items: items.map((item) => this.annotated(item, place)) }];
        }
        if (type.kind === "external" && !type.isValue) {
          const items = index.kind === "tuple" ? index.items : [index];
          return [{ ...type, items: items.map((item) => this.annotated(item, place)) }];
        }
        const isSlice = index.kind === "literal" && index.type === "slice";
        return isSlice ? [type] : this.partTypes([type], part);
      }),
    );
  }

  private partTypes(types: Types, part: number | undefined): Types {
    return distinct(
      types.flatMap((type): Types => {
        if (type.kind === "external")
          return type.items.length > 0 ? subscripted(type, part) : [externalValue(`${type.name}.__getitem__`)];
        if (type.kind === "variable") return this.partTypes(type.bound, part);
        if (type.kind !== "instance") return [];
        const results = this.resultsOf(this.memberTypes([type], "__getitem__"), [], undefined);
        return results.length > 0
          ? results
          : this.members.externalBases(type).flatMap((base) => subscripted(base, part));
      }),
    );
  }

  private iteratedTypes(types: Types): Types {
    return distinct(
      types.slice(0, maxJoined).flatMap((type): Types => {
        if (type.kind === "external")
          return type.items.length > 0 ? iterated(type) : [externalValue(`${type.name}.__next__`)];
        if (type.kind === "variable") return this.iteratedTypes(type.bound);
        if (type.kind === "class") return this.members.isEnumerated(type.class) ? [{ ...type, kind: "instance" }] : [];
        if (type.kind !== "instance") return [];
        const iterators = ["__iter__", "__aiter__"].flatMap((name) =>
          this.resultsOf(this.memberTypes([type], name), [], undefined),
        );
        const items = iterators.flatMap((iterator) =>
          iterator.kind === "external"
            ? iterated(iterator)
            : this.resultsOf(this.memberTypes([iterator], "__next__"), [], undefined),
        );
        return items.length > 0 ? items : this.members.externalBases(type).flatMap((base) => iterated(base));
      }),
    );
  }

  private comprehensionTypes(expression: Extract<Expression, { kind: "comprehension" }>, place: Place): Types {
    const { bound } = this;
    const inner = new Map(bound);
    this.bound = inner;
    try {
      for (const { target, items } of expression.loops)
        bindTarget(target, this.iteratedTypes(this.typesOf(items, place)), inner, (types, part) =>
          this.partTypes(types, part),
        );
      const element = this.typesOf(expression.element, place);
      const value = expression.value === undefined ? [] : [this.typesOf(expression.value, place)];
      return [
        externalValue(
          expression.of === "Generator" ? "typing.Generator" : `builtins.${expression.of}`,
          element,
          ...value,
        ),
      ];
    } finally {
      this.bound = bound;
    }
  }

  private operationTypes({ operator, left, right }: Extract<Expression, { kind: "operation" }>, place: Place): Types {
    const types = this.typesOf(left, place);
    if (types.length === 0) return this.typesOf(right, place).filter(({ kind }) => kind === "external");
    const method = operatorMethods[operator];
    return distinct(
      types.flatMap((type): Types => {
        if (type.kind === "external") return [type];
        if (type.kind !== "instance" || method === undefined) return [];
        const found = this.memberTypes([type], method);
        const results = this.resultsOf(found, [{ name: "", value: right }], place);
        return results.length > 0 || found.length === 0 ? results : [type];
      }),
    );
  }
}

const operatorMethods: Readonly<Record<string, string>> = {
  ...{ "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__", "%": "__mod__" },
  ...{ "@": "__matmul__", "**": "__pow__", "|": "__or__", "&": "__and__", "^": "__xor__", "<<": "__lshift__" },
  ...{ ">>": "__rshift__" },
};

/** Methods that take the class without being declared as class methods. */
const classMethods: ReadonlySet<string> = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);

function placeOf({ file, start }: Declaration): Place {
  return { file, offset: start };
}

function isAnnotated({ kind, type }: Declaration): boolean {
  return kind === "function" || kind === "class" || kind === "import" || (type !== "" && !type.startsWith("="));
}

function takes({ least, most }: Declaration, count: number): boolean {
  return count >= least && (most < 0 || count <= most);
}

/** The call of `T = TypeVar("T")`. */
function typeVariableIn(expression: Expression, name: string): Extract<Expression, { kind: "call" }> | undefined {
  if (expression.kind !== "call") return undefined;
  const { callee, items } = expression;
  const called = callee.kind === "name" || callee.kind === "attribute" ? callee.name : "";
  const [first] = items;
  const isVariable = ["TypeVar", "ParamSpec", "TypeVarTuple"].includes(called);
  return isVariable && first?.value.kind === "string" && (first.value.value === name || first.value.value === "")
    ? expression
    : undefined;
}

function instanceOf(type: Type): Types {
  if (type.kind === "class") return [{ ...type, kind: "instance" }];
  if (type.kind === "variable") return [type];
  if (type.kind !== "external") return [];
  const name = lastName(type.name);
  if (name === "Self") return [{ kind: "variable", name: "Self", bound: [] }];
  return name === "Any" || name === "object" || name === "None" ? [] : [{ ...type, isValue: true }];
}

function classOf(type: Type): Types {
  if (type.kind === "instance") return [{ ...type, kind: "class" }];
  if (type.kind === "external") return [{ ...type, isValue: false }];
  return type.kind === "variable" ? type.bound.flatMap(classOf) : [];
}

function awaitedOr(type: Extract<Type, { kind: "external" }>): Types {
  const types = awaited(type);
  return types.length > 0 ? types : [type];
}

function bindTarget(
  target: Expression,
  types: Types,
  bound: Map<string, Types>,
  partOf: (types: Types, part: number) => Types,
): void {
  if (target.kind === "name") bound.set(target.name, types);
  else if (target.kind === "tuple")
    for (const [part, item] of target.items.entries()) bindTarget(item, partOf(types, part), bound, partOf);
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

/** Types without those that are there already, as far as that is easily seen. */
function distinct(types: Types): Types {
  if (types.length < 2) return types;
  return types.filter((type, at) => types.findIndex((other) => isSame(type, other)) === at);
}

function isSame(one: Type, other: Type): boolean {
  if (one.kind !== other.kind) return false;
  if ((one.kind === "instance" || one.kind === "class") && (other.kind === "instance" || other.kind === "class")) {
    return one.class === other.class && one.items.length === other.items.length && one.items.length === 0;
  }
  if (one.kind === "external" && other.kind === "external")
    return (
      one.name === other.name && one.isValue === other.isValue && one.items.length === 0 && other.items.length === 0
    );
  if (one.kind === "function" && other.kind === "function") return one.function === other.function;
  return one === other;
}
