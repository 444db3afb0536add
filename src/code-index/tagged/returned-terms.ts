/**
 * The terms of what functions return whose result is not written. Input: the terms of a tree, the node of a function, and the rule `returned` of a
 * language; output: the term that all its `return`s have together, unknown if one of them is not certain to be a value of a known type. The names
 * of the function itself are replaced by their own terms, since other files do not know them.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { type Term, textOfTerm, unknownTerm } from "./terms.ts";
import { withBounds } from "./type-parameters.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** Values that one function returns. */
const maxReturned = 20;

/** Functions in each other whose results are found for one name. */
const maxDepth = 3;

/** The term of the result of a function; `termOfLocal` gives the term of the value of a name that it declares. */
export function returnedTerm(terms: WrittenTerms, node: number, termOfLocal: (name: number) => Term): Term {
  const { results, returned: rules, self } = terms.rules;
  const kind = terms.kindOf(node);
  const rule = Object.hasOwn(results, kind) ? results[kind] : undefined;
  if (rules === undefined || rule === undefined || terms.childOf(node, rule.result) !== noNode) return unknownTerm;
  if (isGenerator(terms, node)) return unknownTerm;
  const values = returnedValues(terms, node).filter((value) => !rules.nothing.includes(terms.textOf(value)));
  if (values.length === 0 || values.length > maxReturned) return unknownTerm;
  const locals = localsOf(terms, node, termOfLocal);
  const found = new Map<string, Term>();
  for (const value of values) {
    const written = terms.termOf(value);
    const root = rootOf(written);
    // A name of the file may be a class, and then the class itself is returned.
    const isValue = root.form !== "name" || root.name === self || locals.has(root.name) || isMade(written);
    const term = isValue ? withBounds(written, locals) : unknownTerm;
    const text = textOfTerm(term);
    if (text === "" || text.includes("?")) return unknownTerm;
    found.set(text, term);
  }
  const [first = unknownTerm, ...others] = found.values();
  const term: Term = others.length === 0 ? first : { form: "either", parts: [first, ...others] };
  const isAsync = rule.item_sign !== undefined && terms.hasSign(node, rule.item_sign);
  return isAsync && rules.later !== undefined ? { form: "list", of: term, as: rules.later } : term;
}

/** True for a function, also without a name, that a result may be found of. */
export function hasResult(terms: WrittenTerms, node: number): boolean {
  return (
    node !== noNode && terms.rules.returned !== undefined && Object.hasOwn(terms.rules.results, terms.kindOf(node))
  );
}

/** True for a function whose call gives what it yields, and not what it returns. */
export function isGenerator(terms: WrittenTerms, node: number): boolean {
  const sign = terms.rules.returned?.generator_sign;
  return sign !== undefined && terms.hasSign(node, sign);
}

/** True for a value that a function returns as it is written there. */
export function isReturned(terms: WrittenTerms, node: number): boolean {
  const { returned: rules } = terms.rules;
  if (rules === undefined) return false;
  let [at, parent] = [node, terms.parentOf(node)];
  while (parent !== noNode && terms.ruleOf(parent)?.is === "same") [at, parent] = [parent, terms.parentOf(parent)];
  if (parent === noNode) return false;
  return terms.kindOf(parent) === rules.statement || (hasResult(terms, parent) && terms.fieldOf(at) === "body");
}

/** The values that a function returns, without the functions in it. */
function returnedValues(terms: WrittenTerms, node: number): readonly number[] {
  const { returned: rules } = terms.rules;
  const body = terms.childOf(node, "body");
  if (rules === undefined || body === noNode) return [];
  if (terms.kindOf(body) !== rules.block) return [body];
  const found: number[] = [];
  eachInside(terms, body, (at) => {
    if (terms.kindOf(at) !== rules.statement) return;
    const [value] = terms.namedChildren(at);
    if (value !== undefined) found.push(value);
  });
  return found;
}

/** Visits the nodes in a node, of functions only the node itself. */
function eachInside(terms: WrittenTerms, node: number, visit: (at: number) => void): void {
  const { tree } = terms;
  const end = tree.nexts[node] ?? 0;
  for (let at = node + 1; at < end; ) {
    visit(at);
    at = terms.rules.functions.includes(terms.kindOf(at)) ? (tree.nexts[at] ?? end) : at + 1;
  }
}

/** The names that a function declares, each with its term: one that is declared twice is unknown, and so are names of the functions around it. */
function localsOf(terms: WrittenTerms, node: number, termOfLocal: (name: number) => Term) {
  const own = namesIn(terms, node);
  const outer = functionsAround(terms, node).map((one) => namesIn(terms, one));
  const isOuter = (name: string) => outer.some((names) => names.has(name));
  let depth = 0;
  return {
    has: (name: string) => own.has(name),
    get: (name: string): Term | undefined => {
      const found = own.get(name);
      if (found === undefined) return isOuter(name) ? unknownTerm : undefined;
      const [only = noNode, ...others] = found;
      if (others.length > 0 || depth >= maxDepth || terms.parentOf(only) === node) return unknownTerm;
      depth++;
      const term = termOfLocal(only);
      depth--;
      return term;
    },
  };
}

type Names = ReadonlyMap<string, readonly number[]>;

/** Tree → function → the nodes of the names that it declares, with its own name and parameters. */
const known = new WeakMap<WrittenTerms, Map<number, Names>>();

function namesIn(terms: WrittenTerms, node: number): Names {
  return getOrInsert(
    getOrInsert(known, terms, () => new Map<number, Names>()),
    node,
    () => {
      const { locals = {} } = terms.rules.returned ?? {};
      const names = new Map<string, number[]>();
      const add = (at: number) => {
        const field = Object.hasOwn(locals, terms.kindOf(at)) ? locals[terms.kindOf(at)] : undefined;
        for (const declared of field === undefined ? [] : terms.childrenOf(at, field)) {
          for (const name of terms.leavesOf(declared)) getOrInsert(names, terms.textOf(name), () => []).push(name);
        }
      };
      add(node);
      eachInside(terms, node, add);
      return names;
    },
  );
}

function functionsAround(terms: WrittenTerms, node: number): readonly number[] {
  const found: number[] = [];
  for (let at = terms.parentOf(node); at !== noNode; at = terms.parentOf(at)) {
    if (terms.rules.functions.includes(terms.kindOf(at))) found.push(at);
  }
  return found;
}

/** The first part of a term, whose member or result it is. */
function rootOf(term: Term): Term {
  let at = term;
  while (at.form === "member" || at.form === "item" || at.form === "part") at = at.of;
  return at;
}

/** True for a term that is a value whatever its names mean. */
function isMade({ form }: Term): boolean {
  return form === "made" || form === "call";
}
