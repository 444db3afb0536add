/**
 * Keys of values and of patterns: `size` of `{ size: 1 }` and of `let { size: s } = shape`. Input: the terms of a tree and the node of
 * a name; output: the literal or the value that the name is a key of, and the term of its type.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import { expectedTerm } from "./expected-terms.ts";
import { onKnown, type Term, unknownTerm } from "./terms.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** Values in each other. */
const maxDepth = 40;

/** The literal whose key a name is: the node of its parts; noNode for other names. */
export function literalOfKey(terms: WrittenTerms, name: number): number {
  const { literals } = terms.rules;
  if (literals === undefined) return noNode;
  const tree = terms.tree;
  let node = name;
  // A key may have a node around it.
  for (let level = 0; level < 2; level++) {
    const parent = terms.parentOf(node);
    if (parent === noNode || tree.start(parent) !== tree.start(name)) return noNode;
    const key = keyOf(literals, terms.kindOf(parent));
    if (key !== undefined) {
      const literal = terms.fieldOf(node) === key ? terms.parentOf(parent) : noNode;
      // A function in the body of a class does not belong to a value.
      return literal !== noNode && terms.rules.bodies.includes(terms.kindOf(literal)) ? noNode : literal;
    }
    node = parent;
  }
  return noNode;
}

/** The literal whose key a name is that is also a variable, with what the name means first; undefined for other names. */
export function shorthandAt(
  terms: WrittenTerms,
  name: number,
): { readonly literal: number; readonly means: "variable" | "both" } | undefined {
  const shorthands = terms.rules.literals?.shorthands ?? {};
  for (const node of [name, terms.parentOf(name)]) {
    const kind = node === noNode ? "" : terms.kindOf(node);
    const means = Object.hasOwn(shorthands, kind) ? shorthands[kind] : undefined;
    if (means !== undefined) return { literal: terms.parentOf(node), means };
  }
  return undefined;
}

/** The node with the value of the key of a pattern: `b` of `{ a: b }`; noNode for other names. */
export function valueOfPatternKey(terms: WrittenTerms, name: number): number {
  const parent = terms.parentOf(name);
  const { patterns } = terms.rules;
  const kind = parent === noNode ? "" : terms.kindOf(parent);
  const rule = Object.hasOwn(patterns, kind) ? patterns[kind] : undefined;
  return rule?.is === "member" && terms.fieldOf(name) === rule.key ? terms.childOf(parent, rule.value) : noNode;
}

/** The term of the type of a literal, by the parts around it; a value in a list is an item, or a key, of what the list is. */
export function literalTerm(terms: WrittenTerms, body: number): Term {
  const { literals } = terms.rules;
  if (literals === undefined) return unknownTerm;
  const own = terms.ruleOf(body);
  // A pattern has its type itself.
  if (own?.is === "made") return terms.termOf(terms.childOr(body, own.of, "last"));
  if (Object.keys(terms.rules.expected).length > 0) return expectedTerm(terms, body);
  const parts: ("item" | "key")[] = [];
  let part: "item" | "key" = "item";
  let node = body;
  for (let level = 0; level < maxDepth; level++) {
    const parent = terms.parentOf(node);
    if (parent === noNode) return unknownTerm;
    const rule = terms.ruleOf(parent);
    if (rule?.is === "made") {
      let term = terms.termOf(terms.childOr(parent, rule.of, "last"));
      for (const form of parts.reverse()) term = onKnown(term, (of) => ({ form, of }));
      return term;
    }
    if (terms.fieldOf(node) === keyOf(literals, terms.kindOf(parent))) part = "key";
    if (terms.kindOf(parent) === literals.body) {
      parts.push(part);
      part = "item";
    }
    node = parent;
  }
  return unknownTerm;
}

/** The field of the key in a node of a kind; undefined for a kind without keys. */
function keyOf({ keys }: NonNullable<TypeRules["literals"]>, kind: string): string | undefined {
  return Object.hasOwn(keys, kind) ? keys[kind] : undefined;
}
