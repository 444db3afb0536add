/**
 * The part that a name has in the code around it: what it is a member of, a part of a path, a label, a name of a case, or the function of
 * a call. Input: the terms of a tree and the node of a name; output: nodes, terms and words; nothing is looked up.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Sort } from "../../syntax/type-rules.ts";
import type { Term } from "./terms.ts";
import { pathSign, type WrittenTerms } from "./written-terms.ts";

/** The node whose member a name is; noNode for a name by itself. */
export function ownerOf(terms: WrittenTerms, name: number): number {
  const parent = terms.parentOf(name);
  const rule = parent === noNode ? undefined : terms.ruleOf(parent);
  if (rule?.is === "method") return terms.fieldOf(name) === rule.name ? terms.childOf(parent, rule.of) : noNode;
  if (rule?.is === "made" && terms.childOr(parent, rule.of, "last") === name) return terms.outerOfMade(parent, rule);
  if (rule?.is === "same" && rule.of === undefined) {
    // `outer.new Inner<T>()`: the name is in a node with its type arguments.
    const made = terms.parentOf(parent);
    const around = made === noNode ? undefined : terms.ruleOf(made);
    const isFirst = terms.tree.firstNamedChild(parent) === name;
    if (isFirst && around?.is === "made" && terms.childOr(made, around.of, "last") === parent) {
      return terms.outerOfMade(made, around);
    }
  }
  if (rule?.is !== "member" || terms.childOr(parent, rule.name, "last") !== name) return noNode;
  const owner = terms.childOr(parent, rule.of, "first");
  return owner === name ? noNode : owner;
}

/** The term of what a name is a member of: at the beginning of a path a type or a module. */
export function ownerTerm(terms: WrittenTerms, name: number, owner: number): Term {
  const parent = terms.parentOf(name);
  const rule = parent === noNode ? undefined : terms.ruleOf(parent);
  const isPath = rule?.is === "member" && rule.is_path && terms.ruleOf(owner)?.is === "name";
  return isPath ? { form: "name", name: pathSign + terms.textOf(owner) } : terms.termOf(owner);
}

/** The things that a name may mean by its place; undefined for anything, in a language without such rules. */
export function sortOf(terms: WrittenTerms, name: number): Sort | "value" | "any" | undefined {
  const { sorts } = terms.rules;
  const parent = terms.parentOf(name);
  const own = terms.kindOf(name);
  const field = parent === noNode ? "" : terms.fieldOf(name);
  // The first child without a field is what the others are members of, as of `Shape::area`.
  const isOwner = field === "" && parent !== noNode && terms.startOf(parent) === terms.startOf(name);
  const inParent = parent === noNode || isOwner ? "" : `${terms.kindOf(parent)}.${field}`;
  const ofMember = terms.rules.modules === undefined ? undefined : sortOfMember(terms, name, parent);
  if (ofMember !== undefined) return ofMember;
  const found = Object.hasOwn(sorts, inParent) ? sorts[inParent] : Object.hasOwn(sorts, own) ? sorts[own] : undefined;
  return found ?? (Object.keys(sorts).length > 0 ? "value" : undefined);
}

/** The things that a part of a path, or a member of a value, may mean. */
function sortOfMember(terms: WrittenTerms, name: number, parent: number): Sort | "value" | "any" | undefined {
  const rule = parent === noNode ? undefined : terms.ruleOf(parent);
  if (rule?.is !== "member") return undefined;
  const isOwner = terms.childOr(parent, rule.of, "first") === name;
  if (rule.is_path) {
    const outer = terms.ruleOf(terms.parentOf(parent));
    const isPath =
      outer?.is === "member" &&
      outer.is_path === true &&
      terms.startOf(terms.parentOf(parent)) === terms.startOf(parent);
    return isOwner || isPath ? "type" : "any";
  }
  if (isOwner) return undefined;
  let called = parent;
  let around = terms.parentOf(called);
  if (around !== noNode && terms.ruleOf(around)?.is === "same" && terms.fieldOf(called) !== "") {
    called = around;
    around = terms.parentOf(called);
  }
  const call = around === noNode ? undefined : terms.ruleOf(around);
  return call?.is === "call" && terms.fieldOf(called) === call.of ? "function" : "value";
}

/** True for the beginning of a path from the top: `::name`. */
export function isAbsolute(terms: WrittenTerms, name: number): boolean {
  const parent = terms.parentOf(name);
  const rule = parent === noNode ? undefined : terms.ruleOf(parent);
  return rule?.is === "member" && rule.is_path && rule.of !== undefined && terms.childOf(parent, rule.of) === noNode;
}

/** The path of a name in an import, from its beginning; undefined for a name elsewhere. */
export function pathInImport(terms: WrittenTerms, name: number): readonly string[] | undefined {
  const { use } = terms.rules.modules ?? {};
  const partsOf = (node: number) =>
    terms
      .textOf(node)
      .split("::")
      .map((part) => part.trim().replace(/^r#/, ""))
      .filter((part) => part !== "");
  let parts = partsOf(name);
  for (let at = name, level = 0; level < maxImportDepth; level++) {
    const parent = terms.parentOf(at);
    if (parent === noNode) return undefined;
    if (terms.kindOf(parent) === use) return parts;
    const path = terms.childOf(parent, "path");
    const field = terms.fieldOf(at);
    if (field === "alias" && path !== noNode) parts = partsOf(path);
    else if (field !== "path" && path !== noNode) parts = [...partsOf(path), ...parts];
    at = parent;
  }
  return undefined;
}

/** The text before a name in the arguments of a macro: of a member or a path; undefined for a name elsewhere. */
export function tokensBefore(terms: WrittenTerms, name: number): string | undefined {
  const { tokens } = terms.rules.modules ?? {};
  const parent = terms.parentOf(name);
  if (parent === noNode || terms.kindOf(parent) !== tokens) return undefined;
  const start = terms.startOf(name);
  return terms.text.slice(Math.max(terms.startOf(parent) + 1, start - maxTokens), start);
}

/** True for a name in the arguments of a macro with parentheses after it. */
export function isCalledToken(terms: WrittenTerms, name: number): boolean {
  return terms.text.charAt(terms.endOf(name)) === "(";
}

/** The parts of a dotted name up to a name in it. */
export function dottedTo(terms: WrittenTerms, name: number): readonly string[] {
  const parent = terms.parentOf(name);
  const rule = parent === noNode ? undefined : terms.ruleOf(parent);
  if (rule?.is !== "member") {
    // All parts are children of one node.
    const kind = terms.kindOf(name);
    const parts = parent === noNode ? [name] : terms.namedChildren(parent).filter((one) => terms.kindOf(one) === kind);
    return parts.slice(0, parts.indexOf(name) + 1).map((part) => terms.textOf(part));
  }
  const owner = ownerOf(terms, name);
  const before = owner === noNode ? [] : terms.textOf(owner).replace(/\s/g, "").split(".");
  return [...before, terms.textOf(name)];
}

/** The number of arguments of the call that a name is the function of; undefined for other names. */
export function argumentsOf(terms: WrittenTerms, name: number): number | undefined {
  const parent = terms.parentOf(name);
  const rule = parent === noNode ? undefined : terms.ruleOf(parent);
  if (rule?.is !== "method" || terms.fieldOf(name) !== rule.name) return undefined;
  const list = terms.childOf(parent, rule.arguments);
  return list === noNode ? undefined : terms.namedChildren(list).length;
}

/** True for the name of a label: of a statement, or of one that goes there. */
export function isLabel(terms: WrittenTerms, name: number): boolean {
  const { labels } = terms.rules;
  return labels.includes(terms.kindOf(name)) || labels.includes(terms.kindOf(terms.parentOf(name)));
}

/** The value whose cases a name is one of; noNode for other names. */
export function valueOfCase(terms: WrittenTerms, name: number): number {
  const { cases } = terms.rules;
  if (cases === undefined || terms.kindOf(terms.parentOf(name)) !== cases.label) return noNode;
  const holder = terms.around(name, (kind) => kind === cases.of);
  return holder === noNode ? noNode : terms.childOf(holder, cases.value);
}

/** Nodes between a name in an import and its statement. */
const maxImportDepth = 200;

/** UTF-16 code units before a name in the arguments of a macro that say what it is a part of. */
const maxTokens = 200;
