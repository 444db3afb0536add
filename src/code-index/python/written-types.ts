/**
 * The types of Python declarations as Python writes them, for answers about types and signatures. Input: an open file
 * and a declaration; output: the text of its type, annotated or inferred, undefined if it is uncertain.
 */
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { oneLine } from "../../syntax/one-line.ts";
import type { Declaration } from "../code-index.ts";
import type { KnownType, OpenFile, ParameterText } from "../resolution.ts";
import { builtinItems, builtinMethods, builtinResults, unchangedByUpdates } from "./builtin-types.ts";
import { takesClass } from "./calls.ts";
import type { Evaluator } from "./evaluator.ts";
import { type Expression, parseExpression } from "./expressions.ts";
import { PythonTree } from "./python-tree.ts";
import { type Place, placeOf } from "./scopes.ts";
import { symbolOf } from "./symbols.ts";
import { lastName, type Type } from "./types.ts";
import { finals, isAnnotated } from "./value-text.ts";

/** UTF-16 code units of a default of a parameter. */
const maxDefault = 160;

/** Expressions in expressions, and variables whose types follow from one another. */
const maxDepth = 8;

/** Assignments of an attribute that are compared. */
const maxAssignments = 20;

/** A type whose text may name a type by another name than its own. */
export type WrittenType = KnownType & { readonly hasAlias: boolean };

/**
 * The types of declarations as Python writes them: annotations; else types from literals, constructor calls, single
 * assignments and declared results. What only may be so, such as one of several types, is unknown.
 */
export class WrittenTypes {
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** The type of what a declaration declares; of a function that of its result. */
  typeOf(open: OpenFile, declaration: Declaration): WrittenType | undefined {
    this.#evaluator.start();
    this.#hasAlias = false;
    const known = this.#typeOf(open, declaration);
    return known && { ...known, hasAlias: this.#hasAlias && known.source === "inferred" };
  }

  /** True when a text names another name of a type: `Text` of `Text = str`. */
  #hasAlias = false;

  #typeOf(open: OpenFile, declaration: Declaration): KnownType | undefined {
    const { kind, type } = declaration;
    switch (kind) {
      case "function":
        return type === "" || type.startsWith("=") ? undefined : declared(type);
      case "alias":
        return type === "" ? undefined : declared(type);
      case "parameter":
        return this.#parameterType(declaration);
      case "variable":
      case "field":
        return this.#variableType(open, declaration);
      default:
        return undefined;
    }
  }

  #parameterType(parameter: Declaration): KnownType | undefined {
    const { type, parent } = parameter;
    const self = this.#selfType(parameter);
    if (self !== undefined) return inferred(self);
    // A parameter `*args` without annotation.
    if (type === "tuple[object, ...]" || type === "dict[str, object]") return inferred(type.replace(/\[.*/, ""));
    if (isAnnotated({ type }) && parent !== undefined) return declared(type);
    const fixture = this.#evaluator.fixtures.of(parameter);
    const given =
      fixture === undefined ? this.#evaluator.fixtures.classFromOutside(parameter) : this.#givenType(fixture);
    return given === undefined ? undefined : inferred(given);
  }

  /** The type of what a fixture gives: of its result, or of what it yields. */
  #givenType(fixture: Declaration): string | undefined {
    const { type, file, headEnd } = fixture;
    if (isAnnotated({ type })) {
      const result = this.#plain(fixture);
      return (result && yielded.exec(result)?.[1]) ?? result;
    }
    const result = parseExpression(type.slice(1));
    return this.#textOf(result.kind === "comprehension" ? result.element : result, { file, offset: headEnd }, 0);
  }

  /** The class of the first parameter of a method; undefined for any other parameter. */
  #selfType(parameter: Declaration): string | undefined {
    const { parent: method, type } = parameter;
    const owner = method?.kind === "function" ? method.parent : undefined;
    if (method === undefined || owner?.kind !== "class" || type !== "") return undefined;
    if ((method.flags & DeclarationFlag.static) !== 0) return undefined;
    const [first] = this.#evaluator.names.scopesOf(parameter.file).parameters(method);
    if (first !== parameter) return undefined;
    return takesClass(method) ? `type[${owner.name}]` : owner.name;
  }

  #variableType({ file, text }: OpenFile, declaration: Declaration): KnownType | undefined {
    const beside = symbolOf(declaration, this.#evaluator).filter((one) => one.file === file);
    const all = beside.includes(declaration) ? beside : [declaration];
    const annotated = all.find((one) => isAnnotatedName(one, text));
    if (annotated !== undefined) {
      return finals.test(annotated.type) ? undefined : declared(annotated.type);
    }
    const { parent, kind, at } = declaration;
    const isOfClass = kind === "field" && parent !== undefined && text.charAt(at - 1) !== ".";
    // `RED = 1` of an enumeration is one of its values.
    if (isOfClass && this.#evaluator.members.isEnumerated(parent)) return inferred(parent.name);
    if (all.length > maxAssignments) return undefined;
    const assigned = all.map((one) => this.#valueType(one, 0));
    const type = onlyOne(declaration.kind === "field" ? [...assigned, ...this.#setAgain(all, text)] : assigned);
    if (type === undefined) return undefined;
    const scope = declaration.parent ?? { start: 0, end: text.length };
    const isUpdated = updateOf(declaration.name).test(text.slice(scope.start, scope.end));
    return isUpdated && !unchangedByUpdates.has(type.replace(/\[.*/, "")) ? undefined : inferred(type);
  }

  /** The types that a class assigns to an attribute next to its declarations: one as a rule. */
  #setAgain(declarations: readonly Declaration[], text: string): readonly (string | undefined)[] {
    const [first] = declarations;
    const owner = first?.parent;
    if (first === undefined || owner === undefined) return [];
    const body = text.slice(owner.start, owner.end);
    const offsets = new Set(declarations.map(({ at }) => at));
    const types: (string | undefined)[] = [];
    for (const match of body.matchAll(assignmentOf(first.name))) {
      const [whole, value] = match;
      const at = owner.start + match.index + whole.indexOf(first.name);
      if (offsets.has(at)) continue;
      if (types.length >= maxAssignments || value === undefined) return [undefined];
      types.push(this.#textOf(parseExpression(value.trim()), { file: first.file, offset: at }, 0));
    }
    return types;
  }

  /** The type of what is assigned in a declaration. */
  #valueType(declaration: Declaration, depth: number): string | undefined {
    const { type } = declaration;
    const place = placeOf(declaration);
    if (!type.startsWith("=")) return type === "" ? undefined : this.#exceptionType(type, place);
    const loop = /^=(\d[\d.]*)?\*(?!\*)/.exec(type);
    if (loop === null) return this.#textOf(parseExpression(type.slice(1)), place, depth);
    if (loop[1] !== undefined) return undefined;
    const items = this.#textOf(parseExpression(type.slice(loop[0].length)), place, depth);
    return items && builtinItems(items);
  }

  /** The class of `except OSError as error`, or of `case Circle() as circle`. */
  #exceptionType(text: string, place: Place): string | undefined {
    const [type, ...others] = this.#evaluator.typesOf(parseExpression(text), place);
    if (type === undefined || others.length > 0) return undefined;
    if (type.kind === "class") return type.class.name;
    const isClass = type.kind === "external" && !type.isValue && type.name === `builtins.${text}`;
    return isClass ? text : undefined;
  }

  // Expressions

  #textOf(expression: Expression, place: Place, depth: number): string | undefined {
    if (depth > maxDepth) return undefined;
    const inner = (part: Expression) => this.#textOf(part, place, depth + 1);
    switch (expression.kind) {
      case "string":
        return "str";
      case "number":
        return "int";
      case "literal":
        return literalTypes[expression.type];
      case "tuple": {
        const items = expression.items.map(inner);
        if (items.length === 0) return "tuple[()]";
        return items.includes(undefined) ? "tuple" : `tuple[${items.join(", ")}]`;
      }
      case "list":
      case "set":
        return holding(expression.kind, [onlyOne(expression.items.map(inner))]);
      case "dict":
        return holding("dict", [onlyOne(expression.keys.map(inner)), onlyOne(expression.values.map(inner))]);
      case "comprehension":
        return expression.of;
      case "choice":
        return onlyOne([inner(expression.first), inner(expression.second)]);
      case "operation":
        return operationType(expression.operator, inner(expression.left), inner(expression.right));
      case "name":
        return this.#nameType(expression.name, place, depth);
      case "attribute":
        return this.#attributeType(expression, place, depth);
      case "call":
        return this.#callType(expression, place, depth, false);
      case "await":
        return expression.value.kind === "call" ? this.#callType(expression.value, place, depth, true) : undefined;
      default:
        return undefined;
    }
  }

  #nameType(name: string, place: Place, depth: number): string | undefined {
    const meaning = this.#evaluator.names.at(name, place);
    if (meaning?.kind !== "declarations") return undefined;
    return onlyOne(meaning.declarations.slice(0, maxAssignments).map((one) => this.#typeElsewhere(one, depth + 1)));
  }

  /** The type of a declaration whose file is not open. */
  #typeElsewhere(declaration: Declaration, depth: number): string | undefined {
    const { kind, type, file } = declaration;
    if (depth > maxDepth) return undefined;
    if (kind === "class") return `type[${declaration.name}]`;
    if (kind === "parameter")
      return this.#selfType(declaration) ?? (isAnnotated({ type }) ? this.#plain(declaration) : undefined);
    if (kind !== "variable" && kind !== "field") return undefined;
    const all = symbolOf(declaration, this.#evaluator);
    const [annotated, ...others] = all.filter((one) => one.kind === kind && isAnnotated(one));
    // If there are several types, the flow decides between them.
    if (others.some((one) => one.type !== annotated?.type)) return undefined;
    if (annotated !== undefined) return finals.test(annotated.type) ? undefined : this.#plain(annotated);
    // Other methods may assign something else to an attribute.
    const isOne = kind === "variable" && all.length === 1 && !file.path.endsWith(".pyi");
    return isOne ? this.#valueType(declaration, depth) : undefined;
  }

  #attributeType(
    { object, name }: Extract<Expression, { kind: "attribute" }>,
    place: Place,
    depth: number,
  ): string | undefined {
    const [type, ...others] = this.#evaluator.typesOf(object, place);
    if (type === undefined || others.length > 0) return undefined;
    const found = this.#evaluator.members.find(type, name);
    if (found?.kind !== "declarations") return undefined;
    const types = found.declarations.slice(0, maxAssignments).map((one) => {
      const isProperty = one.kind === "function" && (one.flags & DeclarationFlag.property) !== 0;
      if (isProperty) return isAnnotated(one) ? this.#plain(one, type) : undefined;
      return this.#typeElsewhere(one, depth + 1);
    });
    return onlyOne(types);
  }

  #callType(
    { callee }: Extract<Expression, { kind: "call" }>,
    place: Place,
    depth: number,
    isAwaited: boolean,
  ): string | undefined {
    if (callee.kind === "attribute") {
      const object = this.#textOf(callee.object, place, depth + 1)?.replace(/\[.*/, "");
      const known = object === undefined ? undefined : builtinMethods.get(`${object}.${callee.name}`);
      if (known !== undefined) return known;
    }
    const [type, ...others] = this.#evaluator.typesOf(callee, place);
    if (type === undefined || others.length > 0) return undefined;
    if (type.kind === "class") return isAwaited ? undefined : type.class.name;
    if (type.kind === "external") return type.isValue ? undefined : builtinResults.get(type.name);
    if (type.kind !== "function" || !isAnnotated(type.function)) return undefined;
    if (!isUndecorated(type.function)) return undefined;
    const result = this.#plain(type.function, type.receiver);
    const isAsync = (type.function.flags & DeclarationFlag.async) !== 0;
    if (isAsync) return isAwaited ? result : undefined;
    return isAwaited ? result && awaitable.exec(result)?.[1] : result;
  }

  /** The written type of a declaration; undefined if that depends on type variables. */
  #plain(declaration: Declaration, receiver?: Type): string | undefined {
    const { type, file, at, flags } = declaration;
    if ((flags & DeclarationFlag.overload) !== 0 || parseExpression(type).kind === "call") return undefined;
    const text = /^(["'])([^"']*)\1$/.exec(type)?.[2] ?? type;
    if (/^(?:\w+\.)?Self$/.test(text)) return receiver?.kind === "instance" ? receiver.class.name : undefined;
    for (const word of text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) {
      if (word === "Self") return undefined;
      const meaning = this.#evaluator.names.at(word, { file, offset: at });
      if (meaning?.kind === "external" && /^[A-Z]\w*$/.test(word) && lastName(meaning.name) !== word)
        this.#hasAlias = true;
      if (meaning?.kind !== "declarations") continue;
      if (meaning.declarations.every(isAliasOfType)) this.#hasAlias = true;
      const types = this.#evaluator.typesOfMeaning(meaning);
      if (types.some(({ kind }) => kind === "variable")) return undefined;
    }
    return text;
  }
}

/** The parameters of the function whose name begins at an offset; undefined if it is none. */
export function parameterTextsAt({ tree, text }: OpenFile, offset: number): readonly ParameterText[] | undefined {
  const source = new PythonTree(tree, text);
  const definition = source.parent(source.leafAt(offset));
  if (source.kind(definition) !== "function_definition") return undefined;
  const parameters: ParameterText[] = [];
  for (const child of source.namedChildren(source.child(definition, "parameters"))) {
    const [type, value] = [source.child(child, "type"), source.child(child, "value")];
    const named = source.child(child, "name");
    const name = named === noNode ? (type === noNode ? child : tree.firstNamedChild(child)) : named;
    if (source.kind(child) === "comment" || source.kind(child).endsWith("_separator")) continue;
    parameters.push({
      name: source.textOf(name),
      ...(type !== noNode && { type: unquoted(oneLine(source.textOf(type), maxDefault)) }),
      ...(value !== noNode && { default: oneLine(source.textOf(value), maxDefault) }),
    });
  }
  return parameters;
}

const literalTypes: Readonly<Record<string, string>> = {
  bytes: "bytes",
  float: "float",
  complex: "complex",
  bool: "bool",
  NoneType: "None",
};

function declared(type: string): KnownType {
  return { type: unquoted(type), source: "declared" };
}

/** The annotation in a string: `Shape` of `"Shape"`, and any other one as it is. */
function unquoted(annotation: string): string {
  const { 1: quote = "", 2: inside } = /^(["'])(.*)\1$/s.exec(annotation) ?? [];
  return inside === undefined || inside === "" || inside.includes(quote) ? annotation : inside.trim();
}

function inferred(type: string): KnownType {
  return { type, source: "inferred" };
}

/** True for `Text = str` and `type Text = str`. */
function isAliasOfType({ kind, type }: Declaration): boolean {
  return kind === "alias" || (kind === "variable" && type.startsWith("="));
}

/** True for a name with an annotation, not for one of `except E as name` and the like. */
function isAnnotatedName({ type, at }: Declaration, text: string): boolean {
  return isAnnotated({ type }) && !/\bas\s+\(?$/.test(text.slice(Math.max(at - 20, 0), at));
}

/** The common value of all; undefined if they differ, there are none, or one is unknown. */
function onlyOne(types: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = new Set(types);
  return others.length === 0 ? first : undefined;
}

/** A container with what it holds, where that is known. */
function holding(container: string, items: readonly (string | undefined)[]): string {
  return items.includes(undefined) ? container : `${container}[${items.join(", ")}]`;
}

const arithmetic: ReadonlySet<string> = new Set(["+", "-", "*", "//", "%"]);

/** The type of an operation with values of builtin classes. */
function operationType(operator: string, left: string | undefined, right: string | undefined): string | undefined {
  if (left === "str" && operator === "%") return "str";
  if (left === undefined || left !== right) return undefined;
  if (left === "int") return arithmetic.has(operator) ? "int" : operator === "/" ? "float" : undefined;
  if (left === "float") return arithmetic.has(operator) || operator === "/" ? "float" : undefined;
  const isJoined = operator === "+" && (left === "str" || left === "bytes" || left.startsWith("list"));
  return isJoined ? left : undefined;
}

/** True for a function without decorators other than decorators of methods: its result is the declared one. */
function isUndecorated({ at, start, flags }: Declaration): boolean {
  const isMethodOfClass = (flags & (DeclarationFlag.static | DeclarationFlag.classmethod)) !== 0;
  const isAsync = (flags & DeclarationFlag.async) !== 0;
  return isMethodOfClass || at - start === (isAsync ? "async def " : "def ").length;
}

/** A type whose values can be awaited; its first group is the type of what that gives. */
const awaitable = /^(?:\w+\.)*(?:Awaitable|Future|Task)\[((?:[^[\]]|\[[^[\]]*\])*)\]$/;

/** The type of a function that yields; its first group is what it yields. */
const yielded = /^(?:\w+\.)*(?:Async)?(?:Generator|Iterator|Iterable)\[((?:[^[\],]|\[[^[\]]*\])*)(?:,.*)?\]$/;

/** Assignments to an attribute, with the value where it is on the line. */
function assignmentOf(name: string): RegExp {
  return new RegExp(`\\w\\.${escaped(name)}[^\\S\\n]*(?:=(?!=)([^\\n]*)|,[^=\\n(){}]*=(?!=))`, "gu");
}

/** Augmented assignments to a name or an attribute. */
function updateOf(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(name)}\\s*(?:[-+*/%&|^@]|//|\\*\\*|<<|>>)=`, "u");
}

function escaped(name: string): string {
  return name.replace(/[$.*+?^{}()|[\]\\]/g, "\\$&");
}
