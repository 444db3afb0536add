/**
 * The terms that the tree of a file has for values and types, by the tables of its language. Input: a flat tree, its
 * text, and the rules `types` of language.json; output: the term of a node, and what a statement declares of a name.
 */
import { wordSet } from "../../base/word-list.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { DeclaredRule, Sort, TermRule, TypeRules } from "../../syntax/type-rules.ts";
import { termInPattern } from "./destructuring.ts";
import { callbackTerm, expectedTerm, isExpected } from "./expected-terms.ts";
import { onKnown, type Term, unknownTerm } from "./terms.ts";
import { withBounds } from "./type-parameters.ts";

/** Nodes below each other in one term. */
const maxDepth = 40;

/** Nodes between a name and the statement that declares it. */
const maxLevels = 6;

/** The statement that declares a name. */
export type DeclaringNode = { readonly node: number; readonly rule: DeclaredRule };

/** The body of a class around a place. */
export type ClassBody = {
  /** Its offset. */
  readonly start: number;
  readonly node: number;
  /** The node of its name; noNode for a class without one. */
  readonly name: number;
  /** The node of the type that a class without a name derives from; noNode if that is the class around it. */
  readonly made: number;
  /** The node of the type whose members the body has. */
  readonly of?: number;
};

/** The type of a name as the statement that declares it says it. */
export type DeclaredTerm = {
  readonly term: Term;
  /** `value` if it is an expression of that type, `alias` if the name is another one of the type. */
  readonly as: "type" | "value" | "alias" | "underlying" | "bases";
  /** Of a type the types that it has the members of. */
  readonly bases: readonly Term[];
};

/** Begins a name in a term that is the beginning of a path, and after it of one from the top: `::name`. */
export const pathSign = "#";
export const absoluteSign = "$";

/** The terms of one tree. Valid as long as the tree is. */
export class WrittenTerms {
  readonly #tree: FlatTree;
  readonly #text: string;
  readonly #rules: TypeRules;
  readonly #containers: ReadonlySet<string>;
  readonly #sameTypes: ReadonlySet<string>;
  readonly #moduleCalls: ReadonlySet<string>;

  constructor(tree: FlatTree, text: string, rules: TypeRules) {
    this.#tree = tree;
    this.#text = text;
    this.#rules = rules;
    this.#containers = wordSet(rules.containers);
    this.#sameTypes = wordSet(rules.same_types);
    this.#moduleCalls = wordSet(rules.module_calls);
  }

  get rules(): TypeRules {
    return this.#rules;
  }

  /** The innermost node that begins and ends as a name does at an offset; noNode for none. */
  nameNodeAt(offset: number): number {
    const tree = this.#tree;
    let leaf = noNode;
    for (let node = tree.firstFrom(offset); node < tree.size && tree.start(node) === offset; node++) {
      if (tree.end(node) > offset) leaf = node;
    }
    return leaf;
  }

  textOf(node: number): string {
    return this.#text.slice(this.#tree.start(node), this.#tree.end(node));
  }

  kindOf(node: number): string {
    return this.#tree.type(node);
  }

  parentOf(node: number): number {
    return this.#tree.parents[node] ?? noNode;
  }

  startOf(node: number): number {
    return this.#tree.start(node);
  }

  fieldOf(node: number): string {
    return this.#tree.grammar.fields[this.#tree.fields[node] ?? 0] ?? "";
  }

  childOf(node: number, field: string): number {
    const tree = this.#tree;
    const kind = kindIn(field);
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      const isMeant = kind === undefined ? this.fieldOf(child) === field : this.kindOf(child) === kind;
      if (isMeant && tree.isNamed(child)) return child;
    }
    return noNode;
  }

  /** The child with a field, or else the first or the last one with a name. */
  #childOr(node: number, field: string | undefined, which: "first" | "last"): number {
    if (field !== undefined) return this.childOf(node, field);
    const children = namedChildren(this.#tree, node);
    return (which === "first" ? children[0] : children.at(-1)) ?? noNode;
  }

  /** The child with a field of the nearest node around one that has such a child; noNode for none. */
  childAround(node: number, field: string): number {
    for (let at = node, level = 0; at !== noNode && level < maxLevels; at = this.parentOf(at), level++) {
      const child = this.childOf(at, field);
      if (child !== noNode) return child;
    }
    return noNode;
  }

  isIn(offset: number, node: number): boolean {
    return node !== noNode && this.#tree.start(node) <= offset && offset < this.#tree.end(node);
  }

  /** The nearest node around one, or the node itself, of a kind; noNode for none. */
  around(node: number, isMeant: (kind: string) => boolean, levels = Number.POSITIVE_INFINITY): number {
    for (let at = node, level = 0; at !== noNode && level <= levels; at = this.parentOf(at), level++) {
      if (isMeant(this.kindOf(at))) return at;
    }
    return noNode;
  }

  /** The node whose member a name is; noNode for a name by itself. */
  ownerOf(name: number): number {
    const parent = this.parentOf(name);
    const rule = parent === noNode ? undefined : this.#ruleOf(parent);
    if (rule?.is === "method") return this.fieldOf(name) === rule.name ? this.childOf(parent, rule.of) : noNode;
    if (rule?.is === "made" && this.#childOr(parent, rule.of, "last") === name) return this.#outerOfMade(parent, rule);
    if (rule?.is === "same" && rule.of === undefined) {
      // `outer.new Inner<T>()`: the name is in a node with its type arguments.
      const made = this.parentOf(parent);
      const around = made === noNode ? undefined : this.#ruleOf(made);
      const isFirst = this.#tree.firstNamedChild(parent) === name;
      if (isFirst && around?.is === "made" && this.#childOr(made, around.of, "last") === parent) {
        return this.#outerOfMade(made, around);
      }
    }
    if (rule?.is !== "member" || this.#childOr(parent, rule.name, "last") !== name) return noNode;
    const owner = this.#childOr(parent, rule.of, "first");
    return owner === name ? noNode : owner;
  }

  /** The term of what a name is a member of: at the beginning of a path a type or a module. */
  ownerTerm(name: number, owner: number): Term {
    const parent = this.parentOf(name);
    const rule = parent === noNode ? undefined : this.#ruleOf(parent);
    const isPath = rule?.is === "member" && rule.is_path && this.#ruleOf(owner)?.is === "name";
    return isPath ? { form: "name", name: pathSign + this.textOf(owner) } : this.termOf(owner);
  }

  /** The things that a name may mean by its place; undefined for anything, in a language without such rules. */
  sortOf(name: number): Sort | "value" | "any" | undefined {
    const { sorts } = this.#rules;
    const parent = this.parentOf(name);
    const own = this.kindOf(name);
    const field = parent === noNode ? "" : this.fieldOf(name);
    // The first child without a field is what the others are members of, as of `Shape::area`.
    const isOwner = field === "" && parent !== noNode && this.#tree.start(parent) === this.#tree.start(name);
    const inParent = parent === noNode || isOwner ? "" : `${this.kindOf(parent)}.${field}`;
    const ofMember = this.#rules.modules === undefined ? undefined : this.#sortOfMember(name, parent);
    if (ofMember !== undefined) return ofMember;
    const found = Object.hasOwn(sorts, inParent) ? sorts[inParent] : Object.hasOwn(sorts, own) ? sorts[own] : undefined;
    return found ?? (Object.keys(sorts).length > 0 ? "value" : undefined);
  }

  /** The things that a part of a path, or a member of a value, may mean. */
  #sortOfMember(name: number, parent: number): Sort | "value" | "any" | undefined {
    const rule = parent === noNode ? undefined : this.#ruleOf(parent);
    if (rule?.is !== "member") return undefined;
    const isOwner = this.#childOr(parent, rule.of, "first") === name;
    if (rule.is_path) {
      const outer = this.#ruleOf(this.parentOf(parent));
      const isPath =
        outer?.is === "member" &&
        outer.is_path === true &&
        this.#tree.start(this.parentOf(parent)) === this.#tree.start(parent);
      return isOwner || isPath ? "type" : "any";
    }
    if (isOwner) return undefined;
    let called = parent;
    let around = this.parentOf(called);
    if (around !== noNode && this.#ruleOf(around)?.is === "same" && this.fieldOf(called) !== "") {
      called = around;
      around = this.parentOf(called);
    }
    const call = around === noNode ? undefined : this.#ruleOf(around);
    return call?.is === "call" && this.fieldOf(called) === call.of ? "function" : "value";
  }

  /** True for the beginning of a path from the top: `::name`. */
  isAbsolute(name: number): boolean {
    const parent = this.parentOf(name);
    const rule = parent === noNode ? undefined : this.#ruleOf(parent);
    return rule?.is === "member" && rule.is_path && rule.of !== undefined && this.childOf(parent, rule.of) === noNode;
  }

  /** The path of a name in an import, from its beginning; undefined for a name elsewhere. */
  pathInImport(name: number): readonly string[] | undefined {
    const { use } = this.#rules.modules ?? {};
    const partsOf = (node: number) =>
      this.textOf(node)
        .split("::")
        .map((part) => part.trim().replace(/^r#/, ""))
        .filter((part) => part !== "");
    let parts = partsOf(name);
    for (let at = name, level = 0; level < maxImportDepth; level++) {
      const parent = this.parentOf(at);
      if (parent === noNode) return undefined;
      if (this.kindOf(parent) === use) return parts;
      const path = this.childOf(parent, "path");
      const field = this.fieldOf(at);
      if (field === "alias" && path !== noNode) parts = partsOf(path);
      else if (field !== "path" && path !== noNode) parts = [...partsOf(path), ...parts];
      at = parent;
    }
    return undefined;
  }

  /** The text before a name in the arguments of a macro: of a member or a path; undefined for a name elsewhere. */
  tokensBefore(name: number): string | undefined {
    const { tokens } = this.#rules.modules ?? {};
    const parent = this.parentOf(name);
    if (parent === noNode || this.kindOf(parent) !== tokens) return undefined;
    const start = this.#tree.start(name);
    return this.#text.slice(Math.max(this.#tree.start(parent) + 1, start - maxTokens), start);
  }

  /** The literal whose key a name is that is also a variable, with what the name means first; undefined for other names. */
  shorthandAt(name: number): { readonly literal: number; readonly means: "variable" | "both" } | undefined {
    const shorthands = this.#rules.literals?.shorthands ?? {};
    for (const node of [name, this.parentOf(name)]) {
      const kind = node === noNode ? "" : this.kindOf(node);
      const means = Object.hasOwn(shorthands, kind) ? shorthands[kind] : undefined;
      if (means !== undefined) return { literal: this.parentOf(node), means };
    }
    return undefined;
  }

  /** True for a name in the arguments of a macro with parentheses after it. */
  isCalledToken(name: number): boolean {
    return this.#text.charAt(this.#tree.end(name)) === "(";
  }

  /** The parts of a dotted name up to a name in it. */
  dottedTo(name: number): readonly string[] {
    const parent = this.parentOf(name);
    const rule = parent === noNode ? undefined : this.#ruleOf(parent);
    const owner = rule?.is === "member" ? this.ownerOf(name) : noNode;
    const before = owner === noNode ? [] : this.textOf(owner).replace(/\s/g, "").split(".");
    return [...before, this.textOf(name)];
  }

  /** The number of arguments of the call that a name is the function of; undefined for other names. */
  argumentsOf(name: number): number | undefined {
    const parent = this.parentOf(name);
    const rule = parent === noNode ? undefined : this.#ruleOf(parent);
    if (rule?.is !== "method" || this.fieldOf(name) !== rule.name) return undefined;
    const list = this.childOf(parent, rule.arguments);
    return list === noNode ? undefined : namedChildren(this.#tree, list).length;
  }

  /** The number of parameters of the function that a name declares: -1 for any number, undefined if that is not known. */
  parametersOf(name: number): number | undefined {
    const { parameters } = this.#rules;
    const list = parameters === undefined ? noNode : this.childOf(this.parentOf(name), parameters.of);
    if (parameters === undefined || list === noNode) return undefined;
    const kinds = namedChildren(this.#tree, list).map((child) => this.kindOf(child));
    if (kinds.some((kind) => parameters.any.includes(kind))) return -1;
    return kinds.filter((kind) => parameters.one.includes(kind)).length;
  }

  /** The bodies of classes around an offset, the innermost first. */
  bodiesAround(offset: number): readonly ClassBody[] {
    const { bodies, class_bodies: holders } = this.#rules;
    const found: ClassBody[] = [];
    let inner = Math.min(this.#tree.firstFrom(offset), this.#tree.size - 1);
    while (inner !== noNode && !this.isIn(offset, inner)) inner = this.parentOf(inner);
    for (let at = inner; at !== noNode && bodies.length > 0; at = this.parentOf(at)) {
      if (!bodies.includes(this.kindOf(at))) continue;
      const holder = this.parentOf(at);
      const kind = holder === noNode ? "" : this.kindOf(holder);
      const rule = Object.hasOwn(holders, kind) ? holders[kind] : undefined;
      if (rule === undefined) continue;
      const start = this.#tree.start(at);
      if (rule.of !== undefined)
        found.push({ start, node: at, name: noNode, made: noNode, of: this.childOf(holder, rule.of) });
      else if (rule.outer) found.push({ start, node: at, name: noNode, made: noNode });
      else if (rule.made === undefined)
        found.push({ start, node: at, name: this.childOf(holder, "name"), made: noNode });
      else found.push({ start, node: at, name: noNode, made: this.childOf(holder, rule.made) });
    }
    return found;
  }

  /** The innermost body of a class around a node. */
  isInBody(node: number, body: number): boolean {
    return this.around(node, (kind) => this.#rules.bodies.includes(kind)) === body;
  }

  /** The value whose cases a name is one of; noNode for other names. */
  valueOfCase(name: number): number {
    const { cases } = this.#rules;
    if (cases === undefined || this.kindOf(this.parentOf(name)) !== cases.label) return noNode;
    const holder = this.around(name, (kind) => kind === cases.of);
    return holder === noNode ? noNode : this.childOf(holder, cases.value);
  }

  /** The term of an expression or a written type. */
  termOf(node: number, depth = 0): Term {
    const rule = node === noNode || depth > maxDepth ? undefined : this.#ruleOf(node);
    if (rule === undefined) return unknownTerm;
    const part = (field: string) => this.termOf(this.childOf(node, field), depth + 1);
    switch (rule.is) {
      case "name":
        return { form: "name", name: this.textOf(node) };
      case "own":
        return { form: "own", at: this.#tree.start(node) };
      case "same":
        return this.#sameTerm(node, rule, depth);
      case "member": {
        const name = this.#childOr(node, rule.name, "last");
        const owner = this.#childOr(node, rule.of, "first");
        // At the beginning of a path a name is a type or a module, and `self` the own module.
        if (rule.is_path && owner === noNode && name !== noNode) {
          return { form: "name", name: pathSign + absoluteSign + this.textOf(name) };
        }
        const isName = rule.is_path && this.#ruleOf(owner)?.is === "name";
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
        const called = this.textOf(this.childOf(node, rule.of));
        const list = rule.arguments === undefined ? noNode : this.childOf(node, rule.arguments);
        const first = list === noNode ? noNode : this.#tree.firstNamedChild(list);
        if (this.#moduleCalls.has(called)) return moduleTerm(first === noNode ? "" : this.textOf(first));
        const isWanted = Object.hasOwn(this.#rules.builtin_results, called);
        const argument = isWanted && first !== noNode ? this.termOf(first, depth + 1) : undefined;
        return onKnown(part(rule.of), (of) => ({ form: "call", of, ...(argument && { first: argument }) }));
      }
      case "list": {
        const key = rule.key === undefined ? undefined : part(rule.key);
        const of = this.termOf(this.#childOr(node, rule.of, "first"), depth + 1);
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
        const list = this.#childOr(node, rule.of, "first");
        return onKnown(this.termOf(list, depth + 1), (of) => ({ form: "item", of }));
      }
      case "made": {
        const outer = this.#outerOfMade(node, rule);
        const type = this.termOf(this.#childOr(node, rule.of, "last"), depth + 1);
        if (outer === noNode || type.form !== "name") return onKnown(type, (of) => ({ form: "made", of }));
        const { name } = type;
        return onKnown(this.termOf(outer, depth + 1), (of) => ({ form: "made", of: { form: "member", of, name } }));
      }
    }
  }

  #ruleOf(node: number): TermRule | undefined {
    const kind = this.kindOf(node);
    return Object.hasOwn(this.#rules.terms, kind) ? this.#rules.terms[kind] : undefined;
  }

  /** The parts of a type that are alike, also of parts in each other: `a | b | c`. */
  #partsOf(node: number, is: "either" | "both"): readonly number[] {
    const parts: number[] = [];
    let left = node;
    for (let level = 0; level < maxParts && this.#ruleOf(left)?.is === is; level++) {
      const [first = noNode, ...others] = namedChildren(this.#tree, left);
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
    const path = type === noNode ? undefined : this.#ruleOf(type);
    const isPath = path?.is === "member" && path.is_path;
    const name = this.textOf(isPath ? this.#childOr(type, path.name, "last") : type);
    const holder = this.childOf(node, rule.arguments);
    const given = namedChildren(this.#tree, holder).filter((one) => !this.#rules.no_names.includes(this.kindOf(one)));
    if (this.#sameTypes.has(name)) return this.termOf(given[0] ?? noNode, depth + 1);
    if (!this.#containers.has(name)) return this.termOf(type, depth + 1);
    return { form: "list", of: this.termOf(given.at(rule.item === "first" ? 0 : -1) ?? noNode, depth + 1), as: name };
  }

  #sameTerm(node: number, { of, or, signs }: Extract<TermRule, { is: "same" }>, depth: number): Term {
    const tree = this.#tree;
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
  #outerOfMade(node: number, { of, within }: Extract<TermRule, { is: "made" }>): number {
    const first = within ? this.#tree.firstNamedChild(node) : noNode;
    return first === noNode || first === this.#childOr(node, of, "last") || this.fieldOf(first) !== "" ? noNode : first;
  }

  #tupleTerm(node: number, { of, names }: Extract<TermRule, { is: "tuple" }>, depth: number): Term {
    const parts: Term[] = [];
    const tree = this.#tree;
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

  /** The number of named children before one. */
  positionIn(node: number, child: number): number {
    return namedChildren(this.#tree, node).indexOf(child);
  }

  /** The named children with a field, in source order. */
  childrenOf(node: number, field: string): readonly number[] {
    const tree = this.#tree;
    const found: number[] = [];
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (tree.isNamed(child) && this.fieldOf(child) === field) found.push(child);
    }
    return found;
  }

  /** The statement that declares the name of a node; undefined for none. */
  declaringNode(name: number): DeclaringNode | undefined {
    const { declared } = this.#rules;
    const node = this.around(this.parentOf(name), (kind) => Object.hasOwn(declared, kind), maxLevels);
    const rule = node === noNode ? undefined : declared[this.kindOf(node)];
    return rule && { node, rule };
  }

  /** One more than the offset of the statement that hides the same name before it; 0 for another name. */
  hidingStatement(name: number): number {
    const { hiding } = this.#rules;
    const node =
      hiding.length === 0 ? noNode : this.around(this.parentOf(name), (kind) => hiding.includes(kind), maxLevels);
    return node === noNode ? 0 : this.#tree.start(node) + 1;
  }

  /** True for the name of a field that is also the name of a function which returns it. */
  hasAccessor(name: number): boolean {
    return this.#rules.accessors.includes(this.kindOf(this.parentOf(name)));
  }

  /** True for a node with a word in it, such as `static`. */
  hasSign(node: number, sign: string): boolean {
    const tree = this.#tree;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) && this.textOf(child) === sign) return true;
    }
    return false;
  }

  /** True for the name of a type that is embedded, and names a member so. */
  isEmbedded(name: number): boolean {
    const { bases } = this.#rules;
    const node = this.around(this.parentOf(name), (kind) => Object.hasOwn(bases, kind), maxLevels);
    const without = node === noNode ? undefined : bases[this.kindOf(node)]?.without;
    return without !== undefined && this.childOf(node, without) === noNode;
  }

  /** The offset of the type without a name that a name is declared in; 0 for none. */
  ownTypeAround(name: number): number {
    const isOwn = (kind: string) => Object.hasOwn(this.#rules.terms, kind) && this.#rules.terms[kind]?.is === "own";
    const isEnd = (kind: string) =>
      isOwn(kind) || (Object.hasOwn(this.#rules.declared, kind) && this.#rules.declared[kind]?.bases !== undefined);
    const end = this.around(this.parentOf(name), isEnd);
    const type = end !== noNode && isOwn(this.kindOf(end)) ? end : noNode;
    const parent = type === noNode ? noNode : this.parentOf(type);
    if (parent === noNode) return 0;
    const kind = this.kindOf(parent);
    const rule = Object.hasOwn(this.#rules.declared, kind) ? this.#rules.declared[kind] : undefined;
    const field = rule?.underlying ?? rule?.alias;
    const isNamed = field !== undefined && this.fieldOf(type) === field;
    return isNamed ? 0 : this.#tree.start(type);
  }

  /** The type of a name by the statement that declares it; undefined if that says nothing. */
  declaredTerm(name: number): DeclaredTerm | undefined {
    const declaring = name === noNode ? undefined : this.declaringNode(name);
    if (declaring === undefined) return this.#callbackTerm(name);
    const found = this.#termIn(declaring.node, declaring.rule, name) ?? this.#callbackTerm(name);
    const hidden = found === undefined ? undefined : this.#typeParametersAround(declaring.node);
    return found === undefined || hidden === undefined || hidden.size === 0
      ? found
      : { ...found, term: withBounds(found.term, hidden), bases: found.bases.map((base) => withBounds(base, hidden)) };
  }

  #callbackTerm(name: number): DeclaredTerm | undefined {
    const term = callbackTerm(this, name);
    return term.form === "unknown" ? undefined : { term, as: "value", bases: [] };
  }

  #termIn(node: number, rule: DeclaredRule, name: number): DeclaredTerm | undefined {
    const tree = this.#tree;
    const as = (term: Term, way: DeclaredTerm["as"]): DeclaredTerm => ({ term, as: way, bases: [] });
    const child = (field: string | undefined) => (field === undefined ? noNode : this.childOf(node, field));
    const pattern = this.#patternAround(name, node, rule);
    const position = pattern === noNode ? this.#positionOf(name, node, rule) : 0;
    // A name without a type in a part of the statement, such as a parameter in the value.
    if (position < 0 && this.childrenOf(node, rule.names).length > 0) return undefined;
    const way = (term: Term) => (pattern === noNode ? term : termInPattern(this, term, name, pattern));
    const around = rule.outer_type === undefined ? noNode : this.childOf(this.parentOf(node), rule.outer_type);
    if (rule.says !== undefined) return as({ form: "name", name: rule.says }, "type");
    const direct = around === noNode ? child(rule.type ?? rule.result) : around;
    if (direct !== noNode && !this.#rules.inferred.includes(this.textOf(direct))) {
      if (pattern === noNode) return as(this.termOf(direct), "type");
      return as(way(onKnown(this.termOf(direct), (of) => ({ form: "made", of }))), "value");
    }
    if (rule.bases !== undefined) {
      const bases = rule.bases.flatMap((field) => this.#typesIn(child(field)));
      return { term: unknownTerm, as: "bases", bases };
    }
    const list = child(rule.list);
    if (list !== noNode) return as({ form: "list", of: this.termOf(list) }, "type");
    const alias = child(rule.alias);
    if (alias !== noNode) {
      const term = this.termOf(alias);
      return as(term, term.form === "own" ? "underlying" : "alias");
    }
    const underlying = child(rule.underlying);
    if (underlying !== noNode) {
      return { term: this.termOf(underlying), as: "underlying", bases: this.#basesIn(underlying) };
    }
    const each = child(rule.each);
    if (each !== noNode) {
      return as(
        onKnown(this.termOf(each), (of) => ({ form: "item", of })),
        "value",
      );
    }
    const items = child(rule.items);
    if (items !== noNode && position >= 0) {
      if (rule.sign !== undefined && !this.hasSign(node, rule.sign)) return undefined;
      const form = position === 0 && !rule.item_first ? "key" : "item";
      return as(way(onKnown(this.termOf(items), (of) => ({ form, of }))), "value");
    }
    const values = child(rule.value);
    if (values !== noNode && position >= 0) {
      const isTerm = this.#ruleOf(values) !== undefined;
      const all = isTerm ? [values] : namedChildren(tree, values);
      const own = all.length === this.#namesIn(node, rule).length ? all[position] : undefined;
      if (own !== undefined) return as(way(this.termOf(own)), "value");
      const [only] = all;
      if (only === undefined || all.length > 1) return undefined;
      return as(
        onKnown(this.termOf(only), (of) => ({ form: "part", of, part: position })),
        "value",
      );
    }
    if (!rule.repeats) return undefined;
    for (let before = this.#siblingBefore(node); before !== noNode; before = this.#siblingBefore(before)) {
      if (this.kindOf(before) !== this.kindOf(node)) continue;
      const type = rule.type === undefined ? noNode : this.childOf(before, rule.type);
      if (type !== noNode) return as(this.termOf(type), "type");
      if (rule.value !== undefined && this.childOf(before, rule.value) !== noNode) return undefined;
    }
    return undefined;
  }

  /** The pattern that a name is in, if the statement declares what a pattern names; noNode for a name by itself. */
  #patternAround(name: number, node: number, { names }: DeclaredRule): number {
    const { patterns } = this.#rules;
    const start = this.#tree.start(name);
    const found = this.childrenOf(node, names).find((one) => this.isIn(start, one)) ?? noNode;
    return found !== noNode && Object.hasOwn(patterns, this.kindOf(found)) ? found : noNode;
  }

  /** The terms of the types in a node, or in a list in it. */
  #typesIn(node: number): readonly Term[] {
    if (node === noNode) return [];
    const { type_arguments: given } = this.#rules;
    return namedChildren(this.#tree, node)
      .filter((child) => given === undefined || this.fieldOf(child) !== given)
      .flatMap((child) => (this.#ruleOf(child) === undefined ? this.#typesIn(child) : [this.termOf(child)]))
      .slice(0, maxParts);
  }

  #siblingBefore(node: number): number {
    const parent = this.parentOf(node);
    let before = noNode;
    if (parent === noNode) return noNode;
    const tree = this.#tree;
    for (let child = tree.firstChild(parent); child !== noNode && child !== node; child = tree.nextSibling(child)) {
      before = child;
    }
    return before;
  }

  /** The names that a statement declares: the children with the field, or the parts of one that is a list. */
  #namesIn(node: number, { names }: DeclaredRule): readonly number[] {
    const found = this.childrenOf(node, names);
    const [only] = found;
    const isList = found.length === 1 && only !== undefined && this.#ruleOf(only) === undefined;
    return isList ? namedChildren(this.#tree, only) : found;
  }

  #positionOf(name: number, node: number, rule: DeclaredRule): number {
    return this.#namesIn(node, rule).findIndex(
      (one) =>
        one === name ||
        this.#tree.start(one) === this.#tree.start(name) ||
        this.#isMemberName(one, name) ||
        // `x` of `&mut x`: the pattern takes nothing apart.
        termInPattern(this, valueTerm, name, one) === valueTerm,
    );
  }

  #isMemberName(node: number, name: number): boolean {
    const rule = this.#ruleOf(node);
    return rule?.is === "member" && this.#childOr(node, rule.name, "last") === name;
  }

  /** The bases that a written type has in it. */
  #basesIn(type: number): readonly Term[] {
    const { bases } = this.#rules;
    const tree = this.#tree;
    const found: Term[] = [];
    const visit = (node: number, depth: number) => {
      for (const child of namedChildren(tree, node)) {
        const kind = this.kindOf(child);
        const rule = Object.hasOwn(bases, kind) ? bases[kind] : undefined;
        if (rule === undefined) {
          if (depth < 1 && !Object.hasOwn(this.#rules.declared, kind)) visit(child, depth + 1);
        } else if (rule.without === undefined || this.childOf(child, rule.without) === noNode) {
          const written = this.childOf(child, "type");
          const term = this.termOf(written === noNode ? tree.firstNamedChild(child) : written);
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
  #typeParametersAround(node: number): ReadonlyMap<string, Term> {
    const { type_parameters: fields, type_parameter_names: kinds, type_parameter_bound: bound } = this.#rules;
    const names = new Map<string, Term>();
    for (let at = node; at !== noNode; at = this.parentOf(at)) {
      const kind = this.kindOf(at);
      const field = Object.hasOwn(fields, kind) ? fields[kind] : undefined;
      const holder = field === undefined ? noNode : this.childOf(at, field);
      if (holder === noNode) continue;
      const end = this.#tree.nexts[holder] ?? 0;
      for (let inner = holder; inner < end; inner++) {
        if (!kinds.includes(this.kindOf(inner))) continue;
        const named = this.childrenOf(inner, "name");
        const bounds = bound === undefined ? noNode : this.childOf(inner, bound);
        const [term = unknownTerm, ...others] = bounds === noNode ? [] : this.#typesIn(bounds);
        const type = others.length > 0 ? unknownTerm : term;
        for (const one of named.length > 0 ? named : this.#leavesOf(inner)) {
          // The innermost one hides others, and has its name before its bound.
          const name = this.textOf(one);
          if (!names.has(name)) names.set(name, type);
          if (bounds !== noNode) break;
        }
      }
    }
    return names;
  }

  #leavesOf(node: number): readonly number[] {
    const tree = this.#tree;
    const leaves: number[] = [];
    for (let at = node; at < (tree.nexts[node] ?? 0); at++) {
      if (tree.isNamed(at) && tree.firstNamedChild(at) === noNode) leaves.push(at);
    }
    return leaves;
  }

  /** The literal whose key a name is: the node of its parts; noNode for other names. */
  literalOfKey(name: number): number {
    const { literals } = this.#rules;
    if (literals === undefined) return noNode;
    const tree = this.#tree;
    let node = name;
    // A key may have a node around it.
    for (let level = 0; level < 2; level++) {
      const parent = this.parentOf(node);
      if (parent === noNode || tree.start(parent) !== tree.start(name)) return noNode;
      const key = keyOf(literals, this.kindOf(parent));
      if (key !== undefined) {
        const literal = this.fieldOf(node) === key ? this.parentOf(parent) : noNode;
        // A function in the body of a class does not belong to a value.
        return literal !== noNode && this.#rules.bodies.includes(this.kindOf(literal)) ? noNode : literal;
      }
      node = parent;
    }
    return noNode;
  }

  /** The node with the value of the key of a pattern: `b` of `{ a: b }`; noNode for other names. */
  valueOfPatternKey(name: number): number {
    const parent = this.parentOf(name);
    const { patterns } = this.#rules;
    const kind = parent === noNode ? "" : this.kindOf(parent);
    const rule = Object.hasOwn(patterns, kind) ? patterns[kind] : undefined;
    return rule?.is === "member" && this.fieldOf(name) === rule.key ? this.childOf(parent, rule.value) : noNode;
  }

  /** True if the code around a literal may expect a type of it. */
  isExpected(literal: number, isStrict = false): boolean {
    return isExpected(this, literal, isStrict);
  }

  /** True for the name of a label: of a statement, or of one that goes there. */
  isLabel(name: number): boolean {
    const { labels } = this.#rules;
    return labels.includes(this.kindOf(name)) || labels.includes(this.kindOf(this.parentOf(name)));
  }

  /** The term of the type of a literal, by the parts around it; a value in a list is an item, or a key, of what the list is. */
  literalTerm(body: number): Term {
    const { literals } = this.#rules;
    if (literals === undefined) return unknownTerm;
    const own = this.#ruleOf(body);
    // A pattern has its type itself.
    if (own?.is === "made") return this.termOf(this.#childOr(body, own.of, "last"));
    if (Object.keys(this.#rules.expected).length > 0) return expectedTerm(this, body);
    const parts: ("item" | "key")[] = [];
    let part: "item" | "key" = "item";
    let node = body;
    for (let level = 0; level < maxDepth; level++) {
      const parent = this.parentOf(node);
      if (parent === noNode) return unknownTerm;
      const rule = this.#ruleOf(parent);
      if (rule?.is === "made") {
        let term = this.termOf(this.#childOr(parent, rule.of, "last"));
        for (const form of parts.reverse()) term = onKnown(term, (of) => ({ form, of }));
        return term;
      }
      if (this.fieldOf(node) === keyOf(literals, this.kindOf(parent))) part = "key";
      if (this.kindOf(parent) === literals.body) {
        parts.push(part);
        part = "item";
      }
      node = parent;
    }
    return unknownTerm;
  }
}

/** The field of the key in a node of a kind; undefined for a kind without keys. */
function keyOf({ keys }: NonNullable<TypeRules["literals"]>, kind: string): string | undefined {
  return Object.hasOwn(keys, kind) ? keys[kind] : undefined;
}

/** The value that a pattern is compared with. */
const valueTerm: Term = { form: "name", name: "value" };

/** Nodes between a name in an import and its statement. */
const maxImportDepth = 200;

/** UTF-16 code units before a name in the arguments of a macro that say what it is a part of. */
const maxTokens = 200;

/** Parts of a tuple, and bases of a type. */
const maxParts = 50;

/** The kind that a field in parentheses names. */
function kindIn(field: string): string | undefined {
  return field.startsWith("(") ? field.slice(1, -1) : undefined;
}

function namedChildren(tree: FlatTree, node: number): readonly number[] {
  const found: number[] = [];
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.isNamed(child) && (tree.flags[child] ?? 0) < 4) found.push(child);
  }
  return found;
}

/** The module that the text of a string names; unknown for any other expression. */
function moduleTerm(text: string): Term {
  const isPath = /^(["'`])[^'"`\n]+\1$/.test(text);
  return isPath ? { form: "module", path: text.slice(1, -1) } : unknownTerm;
}
