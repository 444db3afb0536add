/**
 * The predicates of queries about the texts of captures. Input: an operator and its values; output: the test of a match, or
 * undefined for a predicate that tree-sitter has to read.
 */
import { writtenRegex } from "../../base/written-regex.ts";
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
  const [, not, name] = /^(?:flagged-)?(not-)?(eq|match|any-of)\?$/.exec(operator) ?? [];
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
  return orRefused(() => regexTest(capture, value, isPositive, false));
}

/** The start of the operators of predicates whose regular expressions have flags, which web-tree-sitter does not read. */
export const flaggedPrefix = "flagged-";

/** The operators of predicates with a regular expression: of all texts of a capture, or of any. */
const matchOperator = /^(?:flagged-)?(any-)?(not-)?match\?$/;

/** True for the operator of a predicate with a regular expression. */
export function isMatchOperator(operator: string): boolean {
  return matchOperator.test(operator);
}

/**
 * Returns a predicate with a regular expression that has flags; undefined for another one.
 *
 * @throws SyntaxError for a wrong regular expression
 */
export function readFlaggedMatch(operator: string, capture: number, texts: readonly string[]): Predicate | undefined {
  const [source, ...more] = texts;
  const [found, any, not] = matchOperator.exec(operator) ?? [];
  if (found === undefined || !operator.startsWith(flaggedPrefix) || source === undefined || more.length > 0)
    return undefined;
  return regexTest(capture, source, not === undefined, any !== undefined);
}

/** @throws SyntaxError */
function regexTest(capture: number, source: string, isPositive: boolean, isAny: boolean): Predicate {
  const regex = writtenRegex(source);
  const holds = (text: string) => regex.test(text) === isPositive;
  return (...match) => {
    const found = textsOf(capture, ...match);
    if (found.length === 0) return !isPositive;
    return isAny ? found.some(holds) : found.every(holds);
  };
}

/** Returns nothing for a wrong regular expression, which tree-sitter reports. */
function orRefused(read: () => Predicate): Predicate | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
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
