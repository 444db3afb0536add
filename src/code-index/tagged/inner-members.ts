/**
 * The members that outlines do not list: keys of objects, members of types without a name, and fields that functions assign, as
 * `this.size = 1` and `Shape.count = 0`. Input: a flat tree, and the rules `inner_members` of a language; output: a name with
 * what holds it. Keys in functions are known only in an open file, except keys of an object that the function returns.
 */

import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { ownTypeAround } from "./declared-terms.ts";
import { isExpected } from "./expected-terms.ts";
import { literalOfKey } from "./literal-keys.ts";
import { ownObjectAround } from "./own-object.ts";
import { isReturned } from "./returned-terms.ts";
import type { WrittenTerms } from "./written-terms.ts";

export type InnerMember = {
  /** The node of the name, without quotes. */
  readonly name: number;
  /** The node with the name and its value. */
  readonly node: number;
  readonly kind: "field" | "method" | "variable";
  /** The offset of the type or object without a name that it is a member of; 0 for none. */
  readonly least: number;
  /** The offset of the name of the class that it is a member of; -1 for none. */
  readonly holder: number;
  readonly qualifier: string;
  readonly isExported: boolean;
  /** The function around it; noNode outside of functions. */
  readonly inFunction: number;
};

/** Members of one file: tables of data have some thousand. */
const maxMembers = 5_000;

export function innerMembersIn(tree: FlatTree, terms: WrittenTerms, withLocals: boolean): readonly InnerMember[] {
  const { inner_members: rules } = terms.rules;
  if (rules === undefined) return [];
  const found: InnerMember[] = [];
  for (let node = 0; node < tree.size && found.length < maxMembers; node++) {
    const kind = tree.type(node);
    if (!tree.isNamed(node)) continue;
    const name = Object.hasOwn(rules.keys, kind) ? terms.childOf(node, rules.keys[kind] ?? "") : noNode;
    if (name !== noNode) {
      const member = keyOf(terms, node, name, withLocals);
      if (member !== undefined) found.push(member);
    } else if (kind === rules.assignment) {
      const member = assignedMember(terms, node, withLocals);
      if (member !== undefined) found.push(member);
    }
  }
  return found;
}

/** A member whose owner is the symbol around it. */
const noOwner = { least: 0, holder: -1, qualifier: "", isExported: false } as const;

/** The key of an object or of a type without a name, or an overload of a method of a class. */
function keyOf(terms: WrittenTerms, node: number, name: number, withLocals: boolean): InnerMember | undefined {
  const { functions, bodies, inner_members: members } = terms.rules;
  const isMethod = terms.kindOf(node) === members?.method;
  if (isMethod && bodies.includes(terms.kindOf(terms.parentOf(node)))) {
    // An overload, which outlines leave to the method with the body.
    return { ...noOwner, name, node, kind: "method", inFunction: noNode };
  }
  const around = terms.around(node, (kind) => functions.includes(kind));
  // Other files know an object that a function returns.
  const inFunction = isReturned(terms, terms.parentOf(node)) ? noNode : around;
  if (inFunction !== noNode && !withLocals) return undefined;
  if (!/^[\p{L}_$]/u.test(terms.textOf(name))) return undefined;
  const least = ownTypeAround(terms, name);
  // The key of an object that has to be of a type names a member of this type.
  const literal = literalOfKey(terms, name);
  if (least === 0 || (literal !== noNode && isExpected(terms, literal, false))) return undefined;
  return { ...noOwner, name, node, kind: isMethod ? "method" : "field", least, inFunction };
}

/** The field that an assignment declares: of the own object, of a class, or of what the file exports. */
function assignedMember(terms: WrittenTerms, node: number, withLocals: boolean): InnerMember | undefined {
  const { rules } = terms;
  const { inner_members: members } = rules;
  const left = terms.childOf(node, "left");
  const owner = left === noNode ? noNode : terms.childOf(left, "object");
  const name = left === noNode ? noNode : terms.childOf(left, "property");
  if (members === undefined || !members.assigned || owner === noNode || name === noNode) return undefined;
  const none = { ...noOwner, name, node, kind: "field" } as const;
  if (terms.textOf(owner) === rules.self) {
    const own = ownObjectAround(terms, terms.startOf(owner));
    if (own === undefined) {
      const maker = makerAround(terms, owner);
      return maker === "" ? undefined : { ...none, qualifier: maker, inFunction: noNode };
    }
    if (own.kind === "class") {
      return own.name === noNode ? undefined : { ...none, holder: terms.startOf(own.name), inFunction: noNode };
    }
    if (own.kind === "object") {
      const inFunction = terms.around(own.node, (kind) => rules.functions.includes(kind));
      if (inFunction !== noNode && !withLocals) return undefined;
      return { ...none, least: terms.startOf(own.node), inFunction };
    }
    const assigned = terms.textOf(terms.parentOf(own.name));
    const [, holder = ""] = /^([\p{L}_$][\p{L}\p{M}\p{N}_$]*)\.prototype\./u.exec(assigned) ?? [];
    return holder === "" ? undefined : { ...none, qualifier: holder, inFunction: noNode };
  }
  if (terms.around(node, (kind) => rules.functions.includes(kind)) !== noNode) return undefined;
  const text = terms.textOf(owner);
  if (members.exports.includes(text))
    return { ...none, kind: "variable", qualifier: text, isExported: true, inFunction: noNode };
  return /^\p{Lu}[\p{L}\p{N}_$]*$/u.test(text) ? { ...none, qualifier: text, inFunction: noNode } : undefined;
}

/** The name of the function around a place that makes objects: one with a large first letter. */
function makerAround(terms: WrittenTerms, node: number): string {
  const around = terms.around(node, (kind) => terms.rules.functions.includes(kind));
  if (around === noNode) return "";
  const own = terms.childOf(around, "name");
  const parent = terms.parentOf(around);
  const name = own === noNode && parent !== noNode ? terms.childOf(parent, "name") : own;
  const text = name === noNode ? "" : terms.textOf(name);
  return /^\p{Lu}/u.test(text) ? text : "";
}
