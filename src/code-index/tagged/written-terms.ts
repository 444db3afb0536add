/**
 * The terms that the tree of a file has for values and types, by the tables of its language. Input: a flat tree, its
 * text, and the rules `types` of language.json; output: the term of a node, and what a statement declares of a name.
 */
import { wordSet } from "../../base/word-list.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { DeclaredRule, Sort, TermRule, TypeRules } from "../../syntax/type-rules.ts";
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

  constructor(tree: FlatTree, text: string, rules: TypeRules) {
    this.#tree = tree;
    this.#text = text;
    this.#rules = rules;
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
    if (rule?.is === "made" && this.childOf(parent, rule.of) === name) return this.#outerOfMade(parent, rule);
    if (rule?.is === "same" && rule.of === undefined) {
      // `outer.new Inner<T>()`: the name is in a node with its type arguments.
      const made = this.parentOf(parent);
      const around = made === noNode ? undefined : this.#ruleOf(made);
      const isFirst = this.#tree.firstNamedChild(parent) === name;
      if (isFirst && around?.is === "made" && this.childOf(made, around.of) === parent) {
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

  /** The literal whose key a name is that is also a variable; noNode for other names. */
  literalOfShorthand(name: number): number {
    const shorthands = this.#rules.literals?.shorthands ?? [];
    const parent = this.parentOf(name);
    return parent !== noNode && shorthands.includes(this.kindOf(parent)) ? this.parentOf(parent) : noNode;
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
        const first =
          rule.arguments === undefined ? noNode : this.#tree.firstNamedChild(this.childOf(node, rule.arguments));
        const isWanted = Object.hasOwn(this.#rules.builtin_results, this.textOf(this.childOf(node, rule.of)));
        const argument = isWanted && first !== noNode ? this.termOf(first, depth + 1) : undefined;
        return onKnown(part(rule.of), (of) => ({ form: "call", of, ...(argument && { first: argument }) }));
      }
      case "list": {
        const key = rule.key === undefined ? undefined : part(rule.key);
        return { form: "list", of: part(rule.of), ...(key && { key }) };
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
        const type = part(rule.of);
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

  #sameTerm(node: number, rule: Extract<TermRule, { is: "same" }>, depth: number): Term {
    const { of, or, signs } = rule;
    const tree = this.#tree;
    const first = tree.firstChild(node);
    const inner = of === undefined ? tree.firstNamedChild(node) : this.childOf(node, of);
    const held = this.#heldTerm(node, inner, rule, depth);
    if (held !== undefined) return held;
    const own = this.termOf(inner, depth + 1);
    const term = own.form === "unknown" && or !== undefined ? this.termOf(this.childOf(node, or), depth + 1) : own;
    const sign = first === noNode || first === inner ? "" : this.textOf(first);
    return Object.hasOwn(signs, sign) ? onKnown(term, (item) => ({ form: "item", of: item })) : term;
  }

  /** The term of a type that holds another one, or has its members: `Option<Shape>`, `Box<Shape>`. */
  #heldTerm(
    node: number,
    type: number,
    { through, lists }: Extract<TermRule, { is: "same" }>,
    depth: number,
  ): Term | undefined {
    const name = (through === "" && lists === "") || type === noNode ? "" : (/\w+$/.exec(this.textOf(type))?.[0] ?? "");
    if (name === "") return undefined;
    const isThrough = wordSet(through).has(name);
    if (!isThrough && !wordSet(lists).has(name)) return undefined;
    const holder = namedChildren(this.#tree, node).at(-1);
    const types = holder === undefined || holder === type ? [] : namedChildren(this.#tree, holder);
    const argument = types.find((one) => this.#ruleOf(one) !== undefined);
    if (argument === undefined) return isThrough ? unknownTerm : undefined;
    const of = this.termOf(argument, depth + 1);
    return isThrough ? of : { form: "list", of };
  }

  #eitherTerm(node: number, { of, nothing }: Extract<TermRule, { is: "either" }>, depth: number): Term {
    const parts = of
      .map((field) => this.childOf(node, field))
      .filter((part) => part !== noNode && !nothing.includes(this.kindOf(part)))
      .map((part) => this.termOf(part, depth + 1));
    const [first] = parts;
    if (first === undefined || parts.some(({ form }) => form === "unknown")) return unknownTerm;
    return parts.length === 1 ? first : { form: "either", parts };
  }

  /** The value whose type has the type of an object that is made; noNode for none. */
  #outerOfMade(node: number, { of, within }: Extract<TermRule, { is: "made" }>): number {
    const first = within ? this.#tree.firstNamedChild(node) : noNode;
    return first === noNode || first === this.childOf(node, of) || this.fieldOf(first) !== "" ? noNode : first;
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
    const type = this.around(name, isOwn);
    const parent = type === noNode ? noNode : this.parentOf(type);
    if (parent === noNode) return 0;
    const kind = this.kindOf(parent);
    const rule = Object.hasOwn(this.#rules.declared, kind) ? this.#rules.declared[kind] : undefined;
    const isNamed = rule?.underlying !== undefined && this.fieldOf(type) === rule.underlying;
    return isNamed ? 0 : this.#tree.start(type);
  }

  /** The type of a name by the statement that declares it; undefined if that says nothing. */
  declaredTerm(name: number): DeclaredTerm | undefined {
    const declaring = name === noNode ? undefined : this.declaringNode(name);
    if (declaring === undefined) return undefined;
    const found = this.#termIn(declaring.node, declaring.rule, name);
    const hidden = found === undefined ? undefined : this.#typeParametersAround(declaring.node);
    return found === undefined || hidden === undefined || hidden.size === 0
      ? found
      : { ...found, term: withBounds(found.term, hidden), bases: found.bases.map((base) => withBounds(base, hidden)) };
  }

  #termIn(node: number, rule: DeclaredRule, name: number): DeclaredTerm | undefined {
    const tree = this.#tree;
    const as = (term: Term, way: DeclaredTerm["as"]): DeclaredTerm => ({ term, as: way, bases: [] });
    const child = (field: string | undefined) => (field === undefined ? noNode : this.childOf(node, field));
    const position = this.#positionOf(name, node, rule);
    // A name without a type in a part of the statement, such as a parameter in the value.
    if (position < 0 && this.childrenOf(node, rule.names).length > 0) return undefined;
    const around = rule.outer_type === undefined ? noNode : this.childOf(this.parentOf(node), rule.outer_type);
    if (rule.says !== undefined) return as({ form: "name", name: rule.says }, "type");
    const direct = around === noNode ? child(rule.type ?? rule.result) : around;
    if (direct !== noNode && !this.#rules.inferred.includes(this.textOf(direct))) {
      return as(this.termOf(direct), "type");
    }
    if (rule.bases !== undefined) {
      const bases = rule.bases.flatMap((field) => this.#typesIn(child(field)));
      return { term: unknownTerm, as: "bases", bases };
    }
    const list = child(rule.list);
    if (list !== noNode) return as({ form: "list", of: this.termOf(list) }, "type");
    const alias = child(rule.alias);
    if (alias !== noNode) return as(this.termOf(alias), "alias");
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
      return as(
        onKnown(this.termOf(items), (of) => ({ form: position === 0 ? "key" : "item", of })),
        "value",
      );
    }
    const values = child(rule.value);
    if (values !== noNode && position >= 0) {
      const isTerm = this.#ruleOf(values) !== undefined;
      const all = isTerm ? [values] : namedChildren(tree, values);
      const own = all.length === this.#namesIn(node, rule).length ? all[position] : undefined;
      if (own !== undefined) return as(this.termOf(own), "value");
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

  /** The terms of the types in a node, or in a list in it. */
  #typesIn(node: number): readonly Term[] {
    if (node === noNode) return [];
    return namedChildren(this.#tree, node)
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
    return this.#namesIn(node, rule)
      .map((one) => this.#withoutPattern(one))
      .findIndex((one) => one === name || this.#tree.start(one) === this.#tree.start(name));
  }

  /** The name that a pattern declares, if it consists of one: `x` of `&mut x`. */
  #withoutPattern(node: number): number {
    let name = node;
    for (let level = 0; level < maxLevels && this.#rules.patterns.includes(this.kindOf(name)); level++) {
      name = namedChildren(this.#tree, name).at(-1) ?? name;
    }
    return name;
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
      if (key !== undefined) return this.fieldOf(node) === key ? this.parentOf(parent) : noNode;
      node = parent;
    }
    return noNode;
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
    if (own?.is === "made") return this.termOf(this.childOf(body, own.of));
    const parts: ("item" | "key")[] = [];
    let part: "item" | "key" = "item";
    let node = body;
    for (let level = 0; level < maxDepth; level++) {
      const parent = this.parentOf(node);
      if (parent === noNode) return unknownTerm;
      const rule = this.#ruleOf(parent);
      if (rule?.is === "made") {
        let term = this.termOf(this.childOf(parent, rule.of));
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
