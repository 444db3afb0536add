import { builtinOf, type Key, type Thing } from "./things.ts";

/** The common value of some truths; undefined if they differ, or one is unknown. */
export function agreed(truths: readonly (boolean | undefined)[]): boolean | undefined {
  const [first, ...others] = new Set(truths);
  return others.length === 0 ? first : undefined;
}

export function truthOfThing(thing: Thing): boolean | undefined {
  if (thing.kind === "class" || thing.kind === "function") return true;
  if (thing.kind !== "object") return undefined;
  if (builtinOf(thing) === "None") return false;
  return thing.literal === undefined ? undefined : Boolean(thing.literal);
}

type Comparison = (left: Thing, right: Thing) => boolean | undefined;

/** With values that are written in the code. */
const isSame: Comparison = (left, right) => {
  if (left.kind !== "object" || right.kind !== "object") {
    if (left.kind === "class" && right.kind === "class") return left.class === right.class;
    // Two functions of one definition may have other defaults and closures, and one that is named twice is the same.
    const isOneFunction = left.kind === "function" && right.kind === "function" && left.node === right.node;
    return isOneFunction && left.frame === right.frame ? true : undefined;
  }
  const isNone = [left, right].map((one) => builtinOf(one) === "None");
  if (isNone.includes(true)) return isNone[0] === isNone[1];
  if (left.literal === undefined || right.literal === undefined) return undefined;
  return numberOf(left.literal) === numberOf(right.literal);
};

/** `True` is 1 for `==`. */
function numberOf(key: Key): Key {
  return typeof key === "boolean" ? Number(key) : key;
}

const isIdentical: Comparison = (left, right) => {
  const isOfOther = left.kind === "object" && right.kind === "object" && left.class !== right.class;
  return isOfOther ? false : isSame(left, right);
};

const isNotIdentical: Comparison = (left, right) => {
  const same = isIdentical(left, right);
  return same === undefined ? undefined : !same;
};

const isOther: Comparison = (left, right) => {
  const same = isSame(left, right);
  return same === undefined ? undefined : !same;
};

function ordered(compare: (left: number, right: number) => boolean): Comparison {
  return (left, right) => {
    const [one, other] = [left, right].map((thing) => (thing.kind === "object" ? thing.literal : undefined));
    return typeof one === "number" && typeof other === "number" ? compare(one, other) : undefined;
  };
}

export const comparisons: Readonly<Record<string, Comparison>> = {
  "==": isSame,
  "!=": isOther,
  is: isIdentical,
  "is not": isNotIdentical,
  "<": ordered((left, right) => left < right),
  "<=": ordered((left, right) => left <= right),
  ">": ordered((left, right) => left > right),
  ">=": ordered((left, right) => left >= right),
};
