/**
 * The heads of Python functions: parameters, decorators, and bodies that are only stubs. Input: nodes of a function or
 * lambda; output: its parameters, flags and a hash of its signature.
 */
import { DeclarationFlag, parameterHash } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PythonTree } from "./python-tree.ts";
import { expressionText, typeText } from "./value-text.ts";

/** A parameter of a function or a lambda. */
export type Parameter = {
  /** The node of its name. */
  readonly name: number;
  /** The node of all of it. */
  readonly statement: number;
  readonly type: string;
  readonly role: "usual" | "optional" | "rest";
};

/** The properties of a function other than its name. */
export type FunctionShape = {
  readonly flags: number;
  readonly least: number;
  readonly most: number;
  readonly parameters: number;
};

/** The statement of a class or a function: with its decorators. */
export function statementOf(source: PythonTree, node: number): number {
  const parent = source.parent(node);
  return source.kind(parent) === "decorated_definition" ? parent : node;
}

/** True for a body that does nothing: another one takes its place. */
export function isStub(source: PythonTree, body: number): boolean {
  return [...source.namedChildren(body)].every((statement) => {
    const kind = source.kind(statement);
    if (kind === "pass_statement" || kind === "raise_statement") return true;
    return (
      kind === "expression_statement" &&
      /^(?:string|ellipsis)$/.test(source.kind(source.tree.firstNamedChild(statement)))
    );
  });
}

/** The parameters below a node `parameters` or `lambda_parameters`. */
export function parametersOf(source: PythonTree, list: number): readonly Parameter[] {
  const parameters: Parameter[] = [];
  for (const statement of source.namedChildren(list)) {
    const parameter = parameterOf(source, statement);
    if (parameter !== undefined) parameters.push(parameter);
  }
  return parameters;
}

function parameterOf(source: PythonTree, statement: number): Parameter | undefined {
  const { tree } = source;
  const kind = source.kind(statement);
  const isTyped = kind === "typed_parameter" || kind === "typed_default_parameter";
  const annotation = isTyped ? typeText(source, source.child(statement, "type")) : "";
  switch (kind) {
    case "identifier":
      return { name: statement, statement, type: "", role: "usual" };
    case "default_parameter":
    case "typed_default_parameter": {
      const value = annotation === "" ? expressionText(source, source.child(statement, "value")) : "";
      const name = source.child(statement, "name");
      return source.kind(name) === "identifier"
        ? { name, statement, type: annotation || (value && `=${value}`), role: "optional" }
        : undefined;
    }
    case "typed_parameter": {
      const inner = tree.firstNamedChild(statement);
      if (source.kind(inner) === "identifier") return { name: inner, statement, type: annotation, role: "usual" };
      return restParameter(source, inner, statement, annotation);
    }
    case "list_splat_pattern":
    case "dictionary_splat_pattern":
      return restParameter(source, statement, statement, "");
    default:
      return undefined;
  }
}

/** `*args` or `**options`. */
function restParameter(source: PythonTree, node: number, statement: number, type: string): Parameter | undefined {
  const name = source.tree.firstNamedChild(node);
  if (source.kind(name) !== "identifier") return undefined;
  const item = type === "" || type.startsWith("*") ? "object" : type;
  const all = source.kind(node) === "list_splat_pattern" ? `tuple[${item}, ...]` : `dict[str, ${item}]`;
  return { name, statement, type: all, role: "rest" };
}

/** The effect of decorators and parameters on a function; the first parameter of a method is not counted. */
export function shapeOfFunction(
  source: PythonTree,
  node: number,
  parameters: readonly Parameter[],
  isMethod: boolean,
): FunctionShape {
  const isAsync = source.textOf(source.tree.firstChild(node)) === "async";
  const flags = flagsOfDecorators(source, statementOf(source, node)) | (isAsync ? DeclarationFlag.async : 0);
  const isBound = isMethod && (flags & DeclarationFlag.static) === 0 && parameters[0]?.role !== "rest";
  const own = isBound ? parameters.slice(1) : parameters;
  const hasRest = own.some(({ role }) => role === "rest");
  const types = own.map(({ type }) => (type.startsWith("=") ? "" : type));
  return {
    flags,
    least: own.filter(({ role }) => role === "usual").length,
    most: hasRest ? -1 : own.length,
    parameters: types.some((type) => type !== "") ? hashOf(types.join(",")) : 0,
  };
}

/** By the last name of a decorator. */
const decoratorFlags: Readonly<Record<string, number>> = {
  staticmethod: DeclarationFlag.static,
  classmethod: DeclarationFlag.classmethod,
  overload: DeclarationFlag.overload,
  abstractmethod: DeclarationFlag.abstract,
  abstractproperty: DeclarationFlag.abstract | DeclarationFlag.property,
  abstractclassmethod: DeclarationFlag.abstract | DeclarationFlag.classmethod,
  abstractstaticmethod: DeclarationFlag.abstract | DeclarationFlag.static,
  fixture: DeclarationFlag.fixture,
  setter: DeclarationFlag.property,
  getter: DeclarationFlag.property,
  deleter: DeclarationFlag.property,
};

function flagsOfDecorators(source: PythonTree, statement: number): number {
  if (source.kind(statement) !== "decorated_definition") return 0;
  let flags = 0;
  for (const decorator of source.namedChildren(statement)) {
    if (source.kind(decorator) !== "decorator") break;
    const name = decoratorName(source, decorator);
    // Of `@fixture(name="other")` the name is no longer that of the function.
    if (name === "fixture" && source.keyword(source.tree.firstNamedChild(decorator), "name") !== noNode) continue;
    // Libraries have many of them: cached_property, hybrid_property, classproperty …
    const isProperty = /property$/i.test(name);
    flags |=
      (Object.hasOwn(decoratorFlags, name) ? decoratorFlags[name] : undefined) ??
      (isProperty ? DeclarationFlag.property : 0);
  }
  return flags;
}

/** The last name of `@a.name` or `@a.name(…)`; "" for other expressions. */
export function decoratorName(source: PythonTree, decorator: number): string {
  let node = source.tree.firstNamedChild(decorator);
  if (source.kind(node) === "call") node = source.child(node, "function");
  if (source.kind(node) === "attribute") node = source.child(node, "attribute");
  return source.kind(node) === "identifier" ? source.textOf(node) : "";
}

/** The name of the first parameter, where there is one that can be `self`. */
export function firstName(source: PythonTree, [first]: readonly Parameter[]): string {
  return first === undefined || first.role === "rest" ? "" : source.textOf(first.name);
}

/** FNV-1a, in 16 bits. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return parameterHash(hash);
}
