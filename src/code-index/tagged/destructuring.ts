import { wordSet } from "../../base/word-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { type Term, unknownTerm } from "./terms.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** Patterns in each other. */
const maxDepth = 40;

/** The term of a name in a pattern that takes a value apart: `let { a: [b] } = value` has `value.a[]` for b. */
export function termInPattern(terms: WrittenTerms, value: Term, name: number, pattern: number): Term {
  const { patterns } = terms.rules;
  const steps: ((of: Term) => Term)[] = [];
  for (let node = name, level = 0; node !== pattern; level++) {
    const parent = terms.parentOf(node);
    const kind = parent === noNode ? "" : terms.kindOf(parent);
    const rule = Object.hasOwn(patterns, kind) ? patterns[kind] : undefined;
    if (rule === undefined || level >= maxDepth) return unknownTerm;
    const inner = node;
    if (rule.is === "item") {
      // `Some(x)` takes an option apart, and `Circle(x)` a value of a type of its own.
      const isOfOther =
        rule.type !== undefined && !wordSet(rule.types).has(terms.textOf(terms.childOf(parent, rule.type)));
      if (isOfOther) return unknownTerm;
      steps.push((of) => ({ form: "item", of }));
    }
    if (rule.is === "members" && rule.kinds.includes(terms.kindOf(inner))) {
      steps.push((of) => ({ form: "member", of, name: terms.textOf(inner) }));
    }
    if (rule.is === "member" && terms.fieldOf(inner) === rule.value) {
      const key = terms.textOf(terms.childOf(parent, rule.key));
      steps.push((of) => ({ form: "member", of, name: key }));
    }
    node = parent;
  }
  return steps.reduceRight((term, step) => (term.form === "unknown" ? term : step(term)), value);
}
