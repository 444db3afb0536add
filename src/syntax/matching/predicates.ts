import type { FlatTree } from "../flat/flat-tree.ts";

/** Captures by turns with their nodes. */
export type Found = readonly number[];

/** A condition on the texts of a match's captures. */
export type Predicate = (found: Found, tree: FlatTree, text: string) => boolean;

/** An argument of a predicate. */
export type Value = { readonly capture: number } | { readonly text: string };

/**
 * A predicate that web-tree-sitter evaluates on the texts of captures, with its meaning (its lib, parseXPredicate
 * functions); undefined for any other one, and for one that is used wrongly.
 */
export function readPredicate(operator: string, [subject, ...values]: readonly Value[]): Predicate | undefined {
  const [, not, name] = /^(not-)?(eq|match|any-of)\?$/.exec(operator) ?? [];
  if (name === undefined || subject === undefined || !("capture" in subject) || subject.capture < 0) return undefined;
  const isPositive = not === undefined;
  const { capture } = subject;
  const texts = values.flatMap((value) => ("text" in value ? [value.text] : []));
  if (texts.length < values.length) return undefined;
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

function textsOf(capture: number, found: Found, tree: FlatTree, text: string): readonly string[] {
  const texts: string[] = [];
  for (let i = 0; i < found.length; i += 2) {
    const node = found[i + 1] ?? 0;
    if (found[i] === capture) texts.push(text.slice(tree.start(node), tree.end(node)));
  }
  return texts;
}
