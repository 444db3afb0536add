import type { FlatTree } from "../flat/flat-tree.ts";
import type { Found, Predicate } from "./predicate.ts";
import { readTreePredicate } from "./tree-predicates.ts";

/** An argument of a predicate. */
export type Value = { readonly capture: number } | { readonly text: string };

/**
 * A predicate on the texts of captures, with the meaning that it has in web-tree-sitter (its lib, parseXPredicate functions),
 * or one on the nodes around them; undefined for any other one, and for one that is used wrongly.
 */
export function readPredicate(operator: string, [subject, ...values]: readonly Value[]): Predicate | undefined {
  if (subject === undefined || !("capture" in subject) || subject.capture < 0) return undefined;
  const { capture } = subject;
  const texts = values.flatMap((value) => ("text" in value ? [value.text] : []));
  const [, not, name] = /^(not-)?(eq|match|any-of)\?$/.exec(operator) ?? [];
  const isPositive = not === undefined;
  const [other] = values;
  if (name === "eq" && values.length === 1 && other !== undefined && "capture" in other && other.capture >= 0) {
    return (...match) => haveAlike(textsOf(capture, ...match), textsOf(other.capture, ...match), isPositive);
  }
  if (texts.length < values.length) return undefined;
  if (name === undefined) return readTreePredicate(operator, capture, texts);
  if (name === "any-of") {
    return (...match) => {
      const found = textsOf(capture, ...match);
      return found.length === 0 ? !isPositive : found.every((text) => texts.includes(text)) === isPositive;
    };
  }
  const [value, ...more] = texts;
  if (value === undefined || more.length > 0) return undefined;
  if (name === "eq") return (...match) => textsOf(capture, ...match).every((text) => (text === value) === isPositive);
  const regex = new RegExp(value);
  return (...match) => {
    const found = textsOf(capture, ...match);
    return found.length === 0 ? !isPositive : found.every((text) => regex.test(text) === isPositive);
  };
}

/** True when each text of a capture is that of one of the others, or is not. */
function haveAlike(texts: readonly string[], others: readonly string[], isPositive: boolean): boolean {
  return texts.every((text) => others.some((other) => (text === other) === isPositive));
}

function textsOf(capture: number, found: Found, tree: FlatTree, text: string): readonly string[] {
  const texts: string[] = [];
  for (let i = 0; i < found.length; i += 2) {
    const node = found[i + 1] ?? 0;
    if (found[i] === capture) texts.push(text.slice(tree.start(node), tree.end(node)));
  }
  return texts;
}
