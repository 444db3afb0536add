/**
 * The terms that the tree of a file has for values and types, by the tables of its language. Input: a flat tree, its
 * text, and the rules `types` of language.json; output: the term of a node.
 */
import { wordSet } from "../../base/word-list.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { TermRule, TypeRules } from "../../syntax/type-rules.ts";
import { onKnown, type Term, unknownTerm } from "./terms.ts";
import { TreeNodes } from "./tree-nodes.ts";

/** Nodes below each other in one term. */
const maxDepth = 40;

/** Parts of a tuple, and bases of a type. */
export const maxParts = 50;

/** Begins a name in a term that is the beginning of a path, and after it of one from the top: `::name`. */
export const pathSign = "#";
export const absoluteSign = "$";

/** The terms of one tree. Valid as long as the tree is. */
export class WrittenTerms extends TreeNodes {
  readonly rules: TypeRules;
  readonly #containers: ReadonlySet<string>;
  readonly #firstItems: ReadonlySet<string>;
  readonly #sameTypes: ReadonlySet<string>;
  readonly #moduleCalls: ReadonlySet<string>;

  constructor(tree: FlatTree, text: string, rules: TypeRules) {
    super(tree, text);
    this.rules = rules;
    this.#containers = wordSet(rules.containers);
    this.#firstItems = wordSet(rules.first_items);
    this.#sameTypes = wordSet(rules.same_types);
    this.#moduleCalls = wordSet(rules.module_calls);
  }

  /** The term of an expression or a written type. */
  termOf(node: number, depth = 0): Term {
    const rule = node === noNode || depth > maxDepth ? undefined : this.ruleOf(node);
    if (rule === undefined) return unknownTerm;
    const part = (field: string) => this.termOf(this.childOf(node, field), depth + 1);
    switch (rule.is) {
      case "name":
        return { form: "name", name: this.textOf(node) };
      case "own":
        return { form: "own", at: this.tree.start(node) };
      case "same":
        return this.#sameTerm(node, rule, depth);
      case "member": {
        const name = this.childOr(node, rule.name, "last");
        const owner = this.childOr(node, rule.of, "first");
        // At the beginning of a path a name is a type or a module, and `self` the own module.
        if (rule.is_path && owner === noNode && name !== noNode) {
          return { form: "name", name: pathSign + absoluteSign + this.textOf(name) };
        }
        const isName = rule.is_path && this.ruleOf(owner)?.is === "name";
        const first: Term = isName
          ? { form: "name", name: pathSign + this.textOf(owner) }
          : this.termOf(owner, depth + 1);
        return name === noNode || owner === name
          ? unknownTerm
          : onKnown(first, (of) => ({ form: "member", of, name: this.textOf(name) }));
      }
      case "method": {
        const owner = this.childOf(node, rule.of);
        const name = this.textOf(this.childOf(node, rule.name));
        if (owner === noNode) return { form: "call", of: { form: "name", name } };
        return onKnown(part(rule.of), (of) => ({ form: "call", of: { form: "member", of, name } }));
      }
      case "builtin":
        return { form: "made", of: { form: "name", name: rule.name } };
      case "call": {
        const called = this.childOr(node, rule.of, "first");
        const written = this.textOf(called);
        const list = rule.arguments === undefined ? noNode : this.childOf(node, rule.arguments);
        const first = list === noNode ? noNode : this.tree.firstNamedChild(list);
        if (this.#moduleCalls.has(written)) return moduleTerm(first === noNode ? "" : this.textOf(first));
        const isWanted = Object.hasOwn(this.rules.builtin_results, written);
        const argument = isWanted && first !== noNode ? this.termOf(first, depth + 1) : undefined;
        return onKnown(this.termOf(called, depth + 1), (of) => ({
          form: "call",
          of,
          ...(argument && { first: argument }),
        }));
      }
      case "list": {
        const key = rule.key === undefined ? undefined : part(rule.key);
        const of = this.termOf(this.childOr(node, rule.of, "first"), depth + 1);
        return { form: "list", of, ...(key && { key }), ...(rule.as && { as: rule.as }) };
      }
      case "generic":
        return this.#genericTerm(node, rule, depth);
      case "both": {
        const terms = this.#partsOf(node, rule.is).map((part) => this.termOf(part, depth + 1));
        return { form: "both", parts: terms.slice(0, maxParts) };
      }
      case "tuple":
        return this.#tupleTerm(node, rule, depth);
      case "either":
        return this.#eitherTerm(node, rule, depth);
      case "function":
        return { form: "function", of: part(rule.of) };
      case "item": {
        const list = this.childOr(node, rule.of, "first");
        return onKnown(this.termOf(list, depth + 1), (of) => ({ form: "item", of }));
      }
      case "made": {
        const outer = this.outerOfMade(node, rule);
        const type = this.termOf(this.childOr(node, rule.of, "last"), depth + 1);
        if (outer === noNode || type.form !== "name") return onKnown(type, (of) => ({ form: "made", of }));
        const { name } = type;
        return onKnown(this.termOf(outer, depth + 1), (of) => ({ form: "made", of: { form: "member", of, name } }));
      }
    }
  }

  ruleOf(node: number): TermRule | undefined {
    const kind = this.kindOf(node);
    return Object.hasOwn(this.rules.terms, kind) ? this.rules.terms[kind] : undefined;
  }

  /** The parts of a type that are alike, also of parts in each other: `a | b | c`. */
  #partsOf(node: number, is: "either" | "both"): readonly number[] {
    const parts: number[] = [];
    let left = node;
    for (let level = 0; level < maxParts && this.ruleOf(left)?.is === is; level++) {
      const [first = noNode, ...others] = this.namedChildren(left);
      parts.push(...others.reverse());
      left = first;
      if (others.length === 0) break;
    }
    if (left !== noNode) parts.push(left);
    return parts.reverse();
  }

  /** The term of a type with arguments: one that holds another one is a list of it, and one that has its members is that one. */
  #genericTerm(node: number, rule: Extract<TermRule, { is: "generic" }>, depth: number): Term {
    const type = this.childOf(node, rule.of);
    const path = type === noNode ? undefined : this.ruleOf(type);
    const isPath = path?.is === "member" && path.is_path;
    const name = this.textOf(isPath ? this.childOr(type, path.name, "last") : type);
    const holder = this.childOf(node, rule.arguments);
    const given = this.namedChildren(holder).filter((one) => !this.rules.no_names.includes(this.kindOf(one)));
    if (this.#sameTypes.has(name)) return this.termOf(given[0] ?? noNode, depth + 1);
    if (!this.#containers.has(name)) return this.termOf(type, depth + 1);
    const of = this.termOf(given.at(rule.item === "first" || this.#firstItems.has(name) ? 0 : -1) ?? noNode, depth + 1);
    // The name after a path is never the one of a type that is seen here.
    return { form: "list", of, as: isPath ? absoluteSign + name : name };
  }

  #sameTerm(node: number, { of, or, signs }: Extract<TermRule, { is: "same" }>, depth: number): Term {
    const tree = this.tree;
    const first = tree.firstChild(node);
    const inner = of === undefined ? tree.firstNamedChild(node) : this.childOf(node, of);
    const own = this.termOf(inner, depth + 1);
    const term = own.form === "unknown" && or !== undefined ? this.termOf(this.childOf(node, or), depth + 1) : own;
    const sign = first === noNode || first === inner ? "" : this.textOf(first);
    return Object.hasOwn(signs, sign) ? onKnown(term, (item) => ({ form: "item", of: item })) : term;
  }

  #eitherTerm(node: number, { is, of, nothing }: Extract<TermRule, { is: "either" }>, depth: number): Term {
    const all = of === undefined ? this.#partsOf(node, is) : of.map((field) => this.childOf(node, field));
    const terms = all
      .filter((part) => part !== noNode && !nothing.includes(this.textOf(part)))
      .slice(0, maxParts)
      .map((part) => this.termOf(part, depth + 1));
    const [first] = terms;
    if (first === undefined || terms.every(({ form }) => form === "unknown")) return unknownTerm;
    return terms.length === 1 ? first : { form: "either", parts: terms };
  }

  /** The value whose type has the type of an object that is made; noNode for none. */
  outerOfMade(node: number, { of, within }: Extract<TermRule, { is: "made" }>): number {
    const first = within ? this.tree.firstNamedChild(node) : noNode;
    return first === noNode || first === this.childOr(node, of, "last") || this.fieldOf(first) !== "" ? noNode : first;
  }

  #tupleTerm(node: number, { of, names }: Extract<TermRule, { is: "tuple" }>, depth: number): Term {
    const parts: Term[] = [];
    const tree = this.tree;
    for (let child = tree.firstNamedChild(node); child !== noNode; child = tree.nextSibling(child)) {
      const type = this.childOf(child, of);
      if (type === noNode) continue;
      const count = names === undefined ? 1 : Math.max(1, this.childrenOf(child, names).length);
      const term = this.termOf(type, depth + 1);
      for (let i = 0; i < count && parts.length < maxParts; i++) parts.push(term);
    }
    const [first] = parts;
    return first === undefined ? unknownTerm : parts.length === 1 ? first : { form: "tuple", parts };
  }
}

/** The module that the text of a string names; unknown for any other expression. */
function moduleTerm(text: string): Term {
  const isPath = /^(["'`])[^'"`\n]+\1$/.test(text);
  return isPath ? { form: "module", path: text.slice(1, -1) } : unknownTerm;
}
