import type { Expression } from "../expressions.ts";
import { noneThing, objectOf, type Things, unknownThings, type Variables } from "./things.ts";

/** The type that a table of the standard library writes. */
export function typeOfExpression(expression: Expression, variables: Variables): Things {
  switch (expression.kind) {
    case "name": {
      const known = variables.get(expression.name);
      if (known !== undefined) return known;
      if (expression.name === "object") return unknownThings;
      return [objectOf(expression.name)];
    }
    case "literal":
      return expression.type === "NoneType" ? [noneThing] : unknownThings;
    case "subscript": {
      const { object, index } = expression;
      const items = (index.kind === "tuple" ? index.items : [index]).map((item) => typeOfExpression(item, variables));
      const name = object.kind === "name" ? object.name : "";
      if (name === "Optional") return [...items.flat(), noneThing];
      const parts = name === "tuple" && items.length > 1 ? { parts: new Map(items.map((item, at) => [at, item])) } : {};
      return [{ ...objectOf(name, ...items), ...parts }];
    }
    default:
      return unknownThings;
  }
}
