/**
 * The evaluation of Python type annotations (typing). Input: the expression of an annotation and its place; output: the
 * types of the values that it describes.
 */
import type { Evaluation } from "./evaluation.ts";
import { type Expression, parseExpression } from "./expressions.ts";
import type { Meaning } from "./names.ts";
import { type Place, placeOf } from "./scopes.ts";
import { classOf, distinct, externalValue, instanceOf, lastName, type Types } from "./types.ts";

/** The types of what is annotated with an expression. */
export function annotated(expression: Expression, place: Place, evaluation: Evaluation): Types {
  switch (expression.kind) {
    case "string":
      return annotated(parseExpression(expression.value.trim()), place, evaluation);
    case "name": {
      const meaning = evaluation.names.at(expression.name, place);
      return meaning === undefined ? [] : annotatedMeaning(meaning, evaluation);
    }
    case "attribute":
      return evaluation.typesOf(expression, place).flatMap(instanceOf);
    case "operation":
      if (expression.operator !== "|") return [];
      return distinct([
        ...annotated(expression.left, place, evaluation),
        ...annotated(expression.right, place, evaluation),
      ]);
    case "subscript":
      return annotatedSubscript(expression, place, evaluation);
    default:
      return [];
  }
}

function annotatedMeaning(meaning: Meaning, evaluation: Evaluation): Types {
  const [alias] = meaning.kind === "declarations" ? meaning.declarations : [];
  if (alias?.kind === "alias" || (alias?.kind === "variable" && alias.type.startsWith("="))) {
    const types = evaluation.once(alias, "annotation", () => {
      const expression = parseExpression(alias.kind === "alias" ? alias.type : alias.type.slice(1));
      return typeVariableIn(expression, alias.name) === undefined
        ? annotated(expression, placeOf(alias), evaluation)
        : [];
    });
    if (types.length > 0) return types;
  }
  return evaluation.typesOfMeaning(meaning).flatMap(instanceOf);
}

function annotatedSubscript(
  expression: Extract<Expression, { kind: "subscript" }>,
  place: Place,
  evaluation: Evaluation,
): Types {
  const { object, index } = expression;
  const items = index.kind === "tuple" ? index.items : [index];
  const heads = evaluation.typesOf(object, place);
  const head = object.kind === "name" || object.kind === "attribute" ? object.name : "";
  const [type] = heads;
  const name = type?.kind === "external" ? lastName(type.name) : head;
  switch (name) {
    case "Union":
    case "Optional":
      return distinct(items.flatMap((item) => annotated(item, place, evaluation)));
    case "Annotated":
    case "ClassVar":
    case "Final":
    case "Required":
    case "NotRequired":
    case "ReadOnly":
    case "InitVar":
      return items[0] === undefined ? [] : annotated(items[0], place, evaluation);
    case "Type":
    case "type":
      return items.flatMap((item) => annotated(item, place, evaluation)).flatMap(classOf);
    case "Callable": {
      const result = items.at(-1);
      return result === undefined ? [] : [{ kind: "callable", result: annotated(result, place, evaluation) }];
    }
    case "Literal":
      return items.flatMap((item) => (item.kind === "string" ? evaluation.typesOf(item, place) : []));
  }
  return heads.flatMap((each): Types => {
    const held = () => items.filter(({ kind }) => kind !== "literal").map((item) => annotated(item, place, evaluation));
    if (each.kind === "class") return [{ kind: "instance", class: each.class, items: held() }];
    return each.kind === "external" ? [externalValue(each.name, ...held())] : [];
  });
}

/** The call of `T = TypeVar("T")`. */
export function typeVariableIn(
  expression: Expression,
  name: string,
): Extract<Expression, { kind: "call" }> | undefined {
  if (expression.kind !== "call") return undefined;
  const { callee, items } = expression;
  const called = callee.kind === "name" || callee.kind === "attribute" ? callee.name : "";
  const [first] = items;
  const isVariable = ["TypeVar", "ParamSpec", "TypeVarTuple"].includes(called);
  return isVariable && first?.value.kind === "string" && (first.value.value === name || first.value.value === "")
    ? expression
    : undefined;
}
