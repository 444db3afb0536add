/**
 * The operators of Python on values of external classes. Input: an operator and its operands; output: the value of the result,
 * unknown if the classes do not tell it.
 */
import { isKindOf } from "./standard-classes.ts";
import {
  builtinOf,
  distinctThings,
  type ObjectThing,
  objectOf,
  type Thing,
  type Things,
  unknownThings,
  withoutLiteral,
} from "./things.ts";

const numbers = ["bool", "int", "float", "complex"];

/** The result of an operator on two objects of external classes. */
export function builtinOperation(operator: string, left: ObjectThing, right: ObjectThing): Things {
  const [one, other] = [builtinOf(left), builtinOf(right)];
  if (numbers.includes(one) && numbers.includes(other)) return numberOperation(operator, left, right);
  if (one === "str" && operator === "%") return [objectOf("str")];
  if (operator === "*" && (other === "int" || other === "bool")) return [withoutLiteral(left)];
  if (operator === "*" && (one === "int" || one === "bool")) return [withoutLiteral(right)];
  if (operator === "+" && one === other) return [added(left, right)];
  if (["|", "&", "-", "^"].includes(operator) && isKindOf(one, "set") && isKindOf(other, "set"))
    return [
      objectOf(one, distinctThings([...(left.items[0] ?? []), ...(operator === "|" ? (right.items[0] ?? []) : [])])),
    ];
  const dates = `${one} ${operator} ${other}`;
  if (Object.hasOwn(dateOperations, dates))
    return [{ kind: "object", class: `datetime.${dateOperations[dates]}`, items: [] }];
  return unknownThings;
}

const dateOperations: Readonly<Record<string, string>> = {
  "datetime - datetime": "timedelta",
  "date - date": "timedelta",
  "timedelta - timedelta": "timedelta",
  "timedelta + timedelta": "timedelta",
  "datetime - timedelta": "datetime",
  "datetime + timedelta": "datetime",
  "timedelta + datetime": "datetime",
  "date + timedelta": "date",
  "date - timedelta": "date",
};

function numberOperation(operator: string, left: ObjectThing, right: ObjectThing): Things {
  const rank = Math.max(numbers.indexOf(builtinOf(left)), numbers.indexOf(builtinOf(right)), 1);
  const name = operator === "/" && rank < 2 ? "float" : (numbers[rank] ?? "int");
  const [a, b] = [left.literal, right.literal];
  if (typeof a !== "number" || typeof b !== "number") return [objectOf(name)];
  const value = { "+": a + b, "-": a - b, "*": a * b }[operator];
  if (operator === "**" && b < 0) return [objectOf("float")];
  return [value === undefined || !Number.isSafeInteger(value) ? objectOf(name) : { ...objectOf(name), literal: value }];
}

function added(left: ObjectThing, right: ObjectThing): Thing {
  const name = builtinOf(left);
  if (typeof left.literal === "string" && typeof right.literal === "string")
    return { ...objectOf(name), literal: left.literal + right.literal };
  if (left.parts === undefined || right.parts === undefined || name === "dict") {
    return objectOf(
      name,
      ...(name === "tuple"
        ? [...left.items, ...right.items]
        : [distinctThings([...left.items, ...right.items].flat())].filter(({ length }) => length > 0)),
    );
  }
  const parts = [...left.parts.values(), ...right.parts.values()];
  return {
    ...objectOf(name, ...(name === "tuple" ? parts : [distinctThings(parts.flat())])),
    parts: new Map(parts.map((part, at) => [at, part])),
  };
}
