/**
 * The types that the code around a value expects of it: of an object by the declared type of its variable, parameter, field or
 * result, of the parameter of a function without a name by the list whose items it gets. Input: a node, and the rules
 * `expected` and `callbacks` of a language; output: a term, unknown if nothing says the type.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { isGenerator } from "./returned-terms.ts";
import { onKnown, type Term, unknownTerm } from "./terms.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** Values in each other. */
const maxDepth = 40;

/** The term of the value that the code around a node expects there. */
export function expectedTerm(terms: WrittenTerms, node: number, depth = 0): Term {
  const { expected } = terms.rules;
  const parent = terms.parentOf(node);
  if (parent === noNode || depth > maxDepth) return unknownTerm;
  const kind = terms.kindOf(parent);
  const field = terms.fieldOf(node);
  const key = field === "" ? kind : `${kind}.${field}`;
  const rule = Object.hasOwn(expected, key) ? expected[key] : undefined;
  if (rule === undefined) return unknownTerm;
  const around = () => expectedTerm(terms, parent, depth + 1);
  switch (rule.is) {
    case "type":
      return valueOfType(terms, terms.childOf(parent, rule.of));
    case "value":
      return terms.termOf(terms.childOf(parent, rule.of));
    case "unknown":
      return unknownTerm;
    case "same":
      return around();
    case "item":
      return onKnown(around(), (of) => ({ form: "item", of }));
    case "member": {
      const name = terms.textOf(terms.childOf(parent, rule.of)).replace(/^(["'])(.*)\1$/, "$2");
      const outer = expectedTerm(terms, terms.parentOf(parent), depth + 1);
      return /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u.test(name)
        ? onKnown(outer, (of) => ({ form: "member", of, name }))
        : unknownTerm;
    }
    case "result":
    case "yielded": {
      const inner = terms.around(parent, (one) => isFunction(terms, one));
      return inner === noNode ? unknownTerm : expectedResult(terms, inner, depth, rule.is === "yielded");
    }
  }
}

/**
 * True if the code around a node may expect a type of it, known or not.
 *
 * @param isStrict true also for the arguments of calls in a language without declared types
 */
export function isExpected(terms: WrittenTerms, node: number, isStrict: boolean, depth = 0): boolean {
  const { expected, results } = terms.rules;
  const parent = terms.parentOf(node);
  if (parent === noNode || depth > maxDepth) return false;
  const kind = terms.kindOf(parent);
  const field = terms.fieldOf(node);
  const key = field === "" ? kind : `${kind}.${field}`;
  const rule = Object.hasOwn(expected, key) ? expected[key] : undefined;
  switch (rule?.is) {
    case undefined:
      return false;
    case "unknown":
    case "value":
      return isStrict || terms.rules.inner_members?.assigned !== true;
    case "type":
      return terms.childOf(parent, rule.of) !== noNode;
    case "member":
      return isExpected(terms, terms.parentOf(parent), isStrict, depth + 1);
    case "same":
    case "item":
      return isExpected(terms, parent, isStrict, depth + 1);
    case "result":
    case "yielded": {
      const inner = terms.around(parent, (one) => isFunction(terms, one));
      const own = inner === noNode ? "" : terms.kindOf(inner);
      const result = Object.hasOwn(results, own) ? results[own]?.result : undefined;
      const isWritten = result !== undefined && terms.childOf(inner, result) !== noNode;
      return isWritten || (inner !== noNode && isExpected(terms, inner, isStrict, depth + 1));
    }
  }
}

/**
 * The term of what a function gives: by its written result, or by the type that the code around it expects.
 *
 * @param isYielded true for one of the values that a generator gives
 */
function expectedResult(terms: WrittenTerms, node: number, depth: number, isYielded: boolean): Term {
  const { results } = terms.rules;
  // A generator may return a value of another type than the ones that it yields.
  if (isGenerator(terms, node) !== isYielded) return unknownTerm;
  const kind = terms.kindOf(node);
  const rule = Object.hasOwn(results, kind) ? results[kind] : undefined;
  const written = rule === undefined ? noNode : terms.childOf(node, rule.result);
  const isAsync = rule?.item_sign !== undefined && terms.hasSign(node, rule.item_sign);
  const result =
    written === noNode
      ? onKnown(expectedTerm(terms, node, depth + 1), (of) => ({ form: "call", of }))
      : valueOfType(terms, written);
  return isAsync || isYielded ? onKnown(result, (of) => ({ form: "item", of })) : result;
}

function isFunction(terms: WrittenTerms, kind: string): boolean {
  return terms.rules.functions.includes(kind);
}

/** A value of a written type. */
function valueOfType(terms: WrittenTerms, type: number): Term {
  return type === noNode ? unknownTerm : onKnown(terms.termOf(type), (of) => ({ form: "made", of }));
}

/** The term of a parameter of a function without a name that a method of a list is given: an item of the list. */
export function callbackTerm(terms: WrittenTerms, name: number): Term {
  const { callbacks } = terms.rules;
  if (callbacks === undefined) return unknownTerm;
  let node = name;
  let parent = terms.parentOf(node);
  if (parent !== noNode && callbacks.parameters.includes(terms.kindOf(parent))) {
    node = parent;
    parent = terms.parentOf(node);
  }
  let position = 0;
  if (parent !== noNode && terms.kindOf(parent) === callbacks.list) {
    position = terms.positionIn(parent, node);
    parent = terms.parentOf(parent);
  }
  if (parent === noNode || !isFunction(terms, terms.kindOf(parent))) return unknownTerm;
  const given = terms.parentOf(parent);
  const call = given === noNode ? noNode : terms.parentOf(given);
  if (call === noNode || terms.kindOf(given) !== callbacks.arguments || terms.positionIn(given, parent) !== 0)
    return unknownTerm;
  const called = terms.termOf(terms.childOf(call, callbacks.called));
  if (called.form !== "member" || !Object.hasOwn(callbacks.methods, called.name)) return unknownTerm;
  return callbacks.methods[called.name] === position ? { form: "item", of: called.of } : unknownTerm;
}
