/**
 * The types of values of one Python file. Input: values of a variable, or an operator with its operands; output: the
 * type as Python writes it, undefined if a value has none.
 */
import { wordRecord } from "../../../base/word-list.ts";
import type { PythonTree } from "../python-tree.ts";
import { externalValue, lastName, type Type } from "../types.ts";
import type { Value, Values } from "./values.ts";

/** By kind of an expression, the builtin class of what it gives. */
const classesOfNodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...wordRecord("string concatenated_string", "str"),
    integer: "int",
    float: "float",
    none: "None",
    ...wordRecord("true false comparison_operator not_operator", "bool"),
  }),
);

/** By kind of the node that makes a container, its class. */
const classesOfContainers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...wordRecord("list list_comprehension", "list"),
    ...wordRecord("tuple expression_list", "tuple"),
    ...wordRecord("set set_comprehension", "set"),
    ...wordRecord("dictionary dictionary_comprehension", "dict"),
    ...wordRecord("generator_expression function_definition", "Generator"),
  }),
);

/** Values by types: for a container they say only the type of its items. */
const builtinClasses: ReadonlySet<string> = new Set(["str", "int", "float", "bool", "bytes", "complex", "None"]);

/** An object of the builtin class of an expression of some kind; none for other kinds. */
export function ofBuiltin(kind: string): Values {
  const name = classesOfNodes.get(kind);
  return name === undefined ? [] : [{ kind: "typed", type: externalValue(`builtins.${name}`) }];
}

/** The result of an operator on two numbers or two strings; none if unknown. */
export function operationValues(operator: string, left: Values, right: Values): Values {
  const classes = [...new Set([...left, ...right].map(builtinClassOf))];
  if (left.length === 0 || right.length === 0) return [];
  if (classes.length === 1 && classes[0] === "str") return operator === "+" ? ofBuiltin("string") : [];
  if (classes.some((name) => name !== "int" && name !== "float")) return [];
  // A negative power of a whole number is none.
  if (operator === "**") return [];
  const isWhole = classes.length === 1 && classes[0] === "int" && operator !== "/";
  return ofBuiltin(isWhole ? "integer" : "float");
}

function builtinClassOf(value: Value): string | undefined {
  if (value.kind === "key") return value.text.startsWith('"') ? "str" : "int";
  const { type } = value.kind === "typed" ? value : { type: undefined };
  if (type?.kind !== "external" || !type.isValue || !type.name.startsWith("builtins.")) return undefined;
  const name = lastName(type.name);
  return builtinClasses.has(name) ? name : undefined;
}

/** Types that a type joins: of more there is none. */
const maxJoined = 4;

/** The type of any of some values, as Python writes it; undefined if there is none, or one of them has none. */
export function typeOfValues(values: Values, tree: PythonTree): string | undefined {
  return joinedTypes(values.map((value) => typeOfValue(value, tree)));
}

/** `A | B`; undefined if a type is unknown, if there are none or too many. */
export function joinedTypes(types: readonly (string | undefined)[]): string | undefined {
  const distinct = new Set(types);
  const known = [...distinct].filter((type) => type !== undefined);
  if (known.length < distinct.size || known.length === 0 || known.length > maxJoined) return undefined;
  return known.sort().join(" | ");
}

function typeOfValue(value: Value, tree: PythonTree): string | undefined {
  switch (value.kind) {
    case "lambda":
    case "partial":
      return "Callable";
    case "container":
      return classesOfContainers.get(tree.kind(value.node));
    case "key":
      return builtinClassOf(value);
    case "argument":
    case "parameter":
    case "unknown":
      return undefined;
    default:
      return nameOfType(value.type) ?? builtinClassOf(value);
  }
}

function nameOfType(type: Type): string | undefined {
  switch (type.kind) {
    case "instance":
      return type.class.name;
    case "class":
      return `type[${type.class.name}]`;
    case "function":
      return "Callable";
    default:
      return undefined;
  }
}
