/**
 * The term that the statement which declares a name says of it: a written type, the value of a variable, the bases of a class. Input: the
 * terms of a tree and the node of a name; output: a term, and how it says the type. Type parameters are replaced by their bounds, since
 * other files do not know them.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { DeclaredRule } from "../../syntax/type-rules.ts";
import { termInPattern } from "./destructuring.ts";
import { callbackTerm } from "./expected-terms.ts";
import { hasResult, returnedTerm } from "./returned-terms.ts";
import { onKnown, type Term, unknownTerm } from "./terms.ts";
import { withBounds } from "./type-parameters.ts";
import { maxParts, type WrittenTerms } from "./written-terms.ts";

/** Nodes between a name and the statement that declares it. */
const maxLevels = 6;

/** The statement that declares a name. */
export type DeclaringNode = { readonly node: number; readonly rule: DeclaredRule };

/** The type of a name as the statement that declares it says it. */
export type DeclaredTerm = {
  readonly term: Term;
  /** `value` if it is an expression of that type, `alias` if the name is another one of the type. */
  readonly as: "type" | "value" | "alias" | "underlying" | "bases";
  /** Of a type the types that it has the members of. */
  readonly bases: readonly Term[];
};

/** The statement that declares the name of a node; undefined for none. */
export function declaringNode(terms: WrittenTerms, name: number): DeclaringNode | undefined {
  const { declared } = terms.rules;
  const node = terms.around(terms.parentOf(name), (kind) => Object.hasOwn(declared, kind), maxLevels);
  const rule = node === noNode ? undefined : declared[terms.kindOf(node)];
  return rule && { node, rule };
}

/** The type of a name by the statement that declares it; undefined if that says nothing. */
export function declaredTerm(terms: WrittenTerms, name: number): DeclaredTerm | undefined {
  const declaring = name === noNode ? undefined : declaringNode(terms, name);
  if (declaring === undefined) return termOfCallback(terms, name);
  const written = termInStatement(terms, declaring.node, declaring.rule, name) ?? termOfCallback(terms, name);
  const found = withResult(terms, declaring, name, written);
  const hidden = found === undefined ? undefined : typeParametersAround(terms, declaring.node);
  return found === undefined || hidden === undefined || hidden.size === 0
    ? found
    : { ...found, term: withBounds(found.term, hidden), bases: found.bases.map((base) => withBounds(base, hidden)) };
}

/** The type of a name with the result of its function, if that is not written. */
function withResult(
  terms: WrittenTerms,
  { node, rule }: DeclaringNode,
  name: number,
  written: DeclaredTerm | undefined,
): DeclaredTerm | undefined {
  const isOwn = hasResult(terms, node) && terms.childrenOf(node, rule.names).includes(name);
  if (isOwn && written === undefined) {
    const term = returnedTerm(terms, node, (local) => valueOfLocal(terms, local));
    return term.form === "unknown" ? undefined : { term, as: "type", bases: [] };
  }
  const value = rule.value === undefined ? noNode : terms.childOf(node, rule.value);
  const isFunction = written?.as === "value" && written.term.form === "function" && hasResult(terms, value);
  if (!isFunction || written.term.of.form !== "unknown") return written;
  return {
    ...written,
    term: { form: "function", of: returnedTerm(terms, value, (local) => valueOfLocal(terms, local)) },
  };
}

/** The term of the value of a name that a function declares; unknown for a type or an alias. */
function valueOfLocal(terms: WrittenTerms, name: number): Term {
  const declared = declaredTerm(terms, name);
  if (declared === undefined) return unknownTerm;
  if (declared.as === "value") return declared.term;
  if (declared.as !== "type") return unknownTerm;
  const { node } = declaringNode(terms, name) ?? { node: noNode };
  return hasResult(terms, node)
    ? { form: "function", of: declared.term }
    : onKnown(declared.term, (of) => ({ form: "made", of }));
}

function termOfCallback(terms: WrittenTerms, name: number): DeclaredTerm | undefined {
  const term = callbackTerm(terms, name);
  return term.form === "unknown" ? undefined : { term, as: "value", bases: [] };
}

function termInStatement(
  terms: WrittenTerms,
  node: number,
  rule: DeclaredRule,
  name: number,
): DeclaredTerm | undefined {
  const as = (term: Term, way: DeclaredTerm["as"]): DeclaredTerm => ({ term, as: way, bases: [] });
  const child = (field: string | undefined) => (field === undefined ? noNode : terms.childOf(node, field));
  const pattern = patternAround(terms, name, node, rule);
  const position = pattern === noNode ? positionOf(terms, name, node, rule) : 0;
  // A name without a type in a part of the statement, such as a parameter in the value.
  if (position < 0 && terms.childrenOf(node, rule.names).length > 0) return undefined;
  const way = (term: Term) => (pattern === noNode ? term : termInPattern(terms, term, name, pattern));
  const around = rule.outer_type === undefined ? noNode : terms.childOf(terms.parentOf(node), rule.outer_type);
  if (rule.says !== undefined) return as({ form: "name", name: rule.says }, "type");
  const direct = around === noNode ? child(rule.type ?? rule.result) : around;
  if (direct !== noNode && !terms.rules.inferred.includes(terms.textOf(direct))) {
    if (pattern === noNode) return as(terms.termOf(direct), "type");
    return as(way(onKnown(terms.termOf(direct), (of) => ({ form: "made", of }))), "value");
  }
  if (rule.bases !== undefined) {
    const bases = rule.bases.flatMap((field) => typesIn(terms, child(field)));
    return { term: unknownTerm, as: "bases", bases };
  }
  const list = child(rule.list);
  if (list !== noNode) return as({ form: "list", of: terms.termOf(list) }, "type");
  const alias = child(rule.alias);
  if (alias !== noNode) {
    const term = terms.termOf(alias);
    return as(term, term.form === "own" ? "underlying" : "alias");
  }
  const underlying = child(rule.underlying);
  if (underlying !== noNode) {
    return { term: terms.termOf(underlying), as: "underlying", bases: basesIn(terms, underlying) };
  }
  const each = child(rule.each);
  if (each !== noNode) {
    return as(
      onKnown(terms.termOf(each), (of) => ({ form: "item", of })),
      "value",
    );
  }
  const items = child(rule.items);
  if (items !== noNode && position >= 0) {
    if (rule.sign !== undefined && !terms.hasSign(node, rule.sign)) return undefined;
    const form = position === 0 && !rule.item_first ? "key" : "item";
    return as(way(onKnown(terms.termOf(items), (of) => ({ form, of }))), "value");
  }
  const values =
    rule.outer_value === undefined ? child(rule.value) : terms.childAround(terms.parentOf(node), rule.outer_value);
  if (values !== noNode && position >= 0) {
    const isTerm = terms.ruleOf(values) !== undefined;
    const all = isTerm ? [values] : terms.namedChildren(values);
    const own = all.length === namesIn(terms, node, rule).length ? all[position] : undefined;
    if (own !== undefined) return as(way(terms.termOf(own)), "value");
    const [only] = all;
    if (only === undefined || all.length > 1) return undefined;
    return as(
      onKnown(terms.termOf(only), (of) => ({ form: "part", of, part: position })),
      "value",
    );
  }
  if (!rule.repeats) return undefined;
  for (let before = terms.siblingBefore(node); before !== noNode; before = terms.siblingBefore(before)) {
    if (terms.kindOf(before) !== terms.kindOf(node)) continue;
    const type = rule.type === undefined ? noNode : terms.childOf(before, rule.type);
    if (type !== noNode) return as(terms.termOf(type), "type");
    if (rule.value !== undefined && terms.childOf(before, rule.value) !== noNode) return undefined;
  }
  return undefined;
}

/** The pattern that a name is in, if the statement declares what a pattern names; noNode for a name by itself. */
function patternAround(terms: WrittenTerms, name: number, node: number, { names }: DeclaredRule): number {
  const { patterns } = terms.rules;
  const start = terms.startOf(name);
  const found = terms.childrenOf(node, names).find((one) => terms.isIn(start, one)) ?? noNode;
  return found !== noNode && Object.hasOwn(patterns, terms.kindOf(found)) ? found : noNode;
}

/** The terms of the types in a node, or in a list in it. */
function typesIn(terms: WrittenTerms, node: number): readonly Term[] {
  if (node === noNode) return [];
  const { type_arguments: given } = terms.rules;
  return terms
    .namedChildren(node)
    .filter((child) => given === undefined || terms.fieldOf(child) !== given)
    .flatMap((child) => (terms.ruleOf(child) === undefined ? typesIn(terms, child) : [terms.termOf(child)]))
    .slice(0, maxParts);
}

/** The names that a statement declares: the children with the field, or the parts of one that is a list. */
function namesIn(terms: WrittenTerms, node: number, { names }: DeclaredRule): readonly number[] {
  const found = terms.childrenOf(node, names);
  const [only] = found;
  const isPattern = only !== undefined && Object.hasOwn(terms.rules.patterns, terms.kindOf(only));
  const isList = found.length === 1 && only !== undefined && !isPattern && terms.ruleOf(only) === undefined;
  return isList ? terms.namedChildren(only) : found;
}

function positionOf(terms: WrittenTerms, name: number, node: number, rule: DeclaredRule): number {
  return namesIn(terms, node, rule).findIndex(
    (one) =>
      one === name ||
      terms.startOf(one) === terms.startOf(name) ||
      isMemberName(terms, one, name) ||
      // `x` of `&mut x`: the pattern takes nothing apart.
      termInPattern(terms, valueTerm, name, one) === valueTerm,
  );
}

function isMemberName(terms: WrittenTerms, node: number, name: number): boolean {
  const rule = terms.ruleOf(node);
  return rule?.is === "member" && terms.childOr(node, rule.name, "last") === name;
}

/** The bases that a written type has in it. */
function basesIn(terms: WrittenTerms, type: number): readonly Term[] {
  const { bases } = terms.rules;
  const tree = terms.tree;
  const found: Term[] = [];
  const visit = (node: number, depth: number) => {
    for (const child of terms.namedChildren(node)) {
      const kind = terms.kindOf(child);
      const rule = Object.hasOwn(bases, kind) ? bases[kind] : undefined;
      if (rule === undefined) {
        if (depth < 1 && !Object.hasOwn(terms.rules.declared, kind)) visit(child, depth + 1);
      } else if (rule.without === undefined || terms.childOf(child, rule.without) === noNode) {
        const written = terms.childOf(child, "type");
        const term = terms.termOf(written === noNode ? tree.firstNamedChild(child) : written);
        if (term.form !== "unknown" && found.length < maxParts) found.push(term);
      }
    }
  };
  visit(type, 0);
  return found;
}

/**
 * The names of type parameters of the declarations around a node, which other files do not know, and the type that
 * each of them extends.
 */
function typeParametersAround(terms: WrittenTerms, node: number): ReadonlyMap<string, Term> {
  const { type_parameters: fields, type_parameter_names: kinds, type_parameter_bound: bound } = terms.rules;
  const names = new Map<string, Term>();
  for (let at = node; at !== noNode; at = terms.parentOf(at)) {
    const kind = terms.kindOf(at);
    const field = Object.hasOwn(fields, kind) ? fields[kind] : undefined;
    const holder = field === undefined ? noNode : terms.childOf(at, field);
    if (holder === noNode) continue;
    const end = terms.tree.nexts[holder] ?? 0;
    for (let inner = holder; inner < end; inner++) {
      if (!kinds.includes(terms.kindOf(inner))) continue;
      const named = terms.childrenOf(inner, "name");
      const bounds = bound === undefined ? noNode : terms.childOf(inner, bound);
      const [term = unknownTerm, ...others] = bounds === noNode ? [] : typesIn(terms, bounds);
      const type = others.length > 0 ? unknownTerm : term;
      for (const one of named.length > 0 ? named : terms.leavesOf(inner)) {
        // The innermost one hides others, and has its name before its bound.
        const name = terms.textOf(one);
        if (!names.has(name)) names.set(name, type);
        if (bounds !== noNode) break;
      }
    }
  }
  return names;
}

/** One more than the offset of the statement that hides the same name before it; 0 for another name. */
export function hidingStatement(terms: WrittenTerms, name: number): number {
  const { hiding } = terms.rules;
  const node =
    hiding.length === 0 ? noNode : terms.around(terms.parentOf(name), (kind) => hiding.includes(kind), maxLevels);
  return node === noNode ? 0 : terms.startOf(node) + 1;
}

/** True for the name of a field that is also the name of a function which returns it. */
export function hasAccessor(terms: WrittenTerms, name: number): boolean {
  return terms.rules.accessors.includes(terms.kindOf(terms.parentOf(name)));
}

/** True for the name of a type that is embedded, and names a member so. */
export function isEmbedded(terms: WrittenTerms, name: number): boolean {
  const { bases } = terms.rules;
  const node = terms.around(terms.parentOf(name), (kind) => Object.hasOwn(bases, kind), maxLevels);
  const without = node === noNode ? undefined : bases[terms.kindOf(node)]?.without;
  return without !== undefined && terms.childOf(node, without) === noNode;
}

/** The offset of the type without a name that a name is declared in; 0 for none. */
export function ownTypeAround(terms: WrittenTerms, name: number): number {
  const isOwn = (kind: string) => Object.hasOwn(terms.rules.terms, kind) && terms.rules.terms[kind]?.is === "own";
  const isEnd = (kind: string) =>
    isOwn(kind) || (Object.hasOwn(terms.rules.declared, kind) && terms.rules.declared[kind]?.bases !== undefined);
  const end = terms.around(terms.parentOf(name), isEnd);
  const type = end !== noNode && isOwn(terms.kindOf(end)) ? end : noNode;
  const parent = type === noNode ? noNode : terms.parentOf(type);
  if (parent === noNode) return 0;
  const kind = terms.kindOf(parent);
  const rule = Object.hasOwn(terms.rules.declared, kind) ? terms.rules.declared[kind] : undefined;
  const field = rule?.underlying ?? rule?.alias;
  const isNamed = field !== undefined && terms.fieldOf(type) === field;
  return isNamed ? 0 : terms.startOf(type);
}

/** The number of parameters of the function that a name declares: -1 for any number, undefined if that is not known. */
export function parametersOf(terms: WrittenTerms, name: number): number | undefined {
  const { parameters } = terms.rules;
  const list = parameters === undefined ? noNode : terms.childOf(terms.parentOf(name), parameters.of);
  if (parameters === undefined || list === noNode) return undefined;
  const kinds = terms.namedChildren(list).map((child) => terms.kindOf(child));
  if (kinds.some((kind) => parameters.any.includes(kind))) return -1;
  return kinds.filter((kind) => parameters.one.includes(kind)).length;
}

/** The value that a pattern is compared with. */
const valueTerm: Term = { form: "name", name: "value" };
