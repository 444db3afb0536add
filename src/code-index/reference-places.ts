/**
 * The names in a tree, and the use of each by its syntax: call, read, write, type, import. Input: a tree of any
 * language; output: the nodes that are names, and the type of reference of each.
 */
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";
import type { PlaceRule, ReferenceType, TypeRules } from "./reference-types.ts";
import { traitsOf } from "./traits-of.ts";

/** Kinds of named nodes that are not code. */
const textKind = /comment|string|text|content|fragment|regex/;

/** The suffix of `@reference.` in tags.scm → the type; other suffixes have no type. */
const tagTypes: ReadonlyMap<string, ReferenceType> = new Map<string, ReferenceType>([
  ["call", "call"],
  ["class", "type"],
  ["implementation", "inherit"],
  ["interface", "type"],
  ["module", "import"],
  ["send", "call"],
  ["type", "type"],
]);

/** The rules of a language whose tags.scm says what names do. */
const taggedLanguage: TypeRules = {
  names: undefined,
  typeNames: new Set(["type_identifier"]),
  places: new Map(),
  around: new Map(),
  ends: new Set(),
  takesAddresses: false,
};

/** Nodes around a name that are looked through: each name of a chain has all of the chain around it. */
const maxLevels = 500;

/** A tree, and the text that its offsets are of. */
type TreeOfText = { readonly tree: FlatTree; readonly text: string };

/** The names of one tree, and what they do. Valid as long as the tree is. */
export class ReferencePlaces {
  readonly #tree: FlatTree;
  readonly #text: string;
  readonly #rules: TypeRules;
  readonly #tagsOf: () => ReadonlyMap<number, string>;
  #tags: ReadonlyMap<number, string> | undefined;

  /** @param tagsOf returns offset of a name → suffix of `@reference.`, for a language without rules here */
  constructor({ tree, text }: TreeOfText, language: string, tagsOf: () => ReadonlyMap<number, string>) {
    this.#tree = tree;
    this.#text = text;
    this.#rules = traitsOf(language).references ?? taggedLanguage;
    this.#tagsOf = tagsOf;
  }

  /** The node that is a name with this range; noNode when there is none. */
  nameAt(start: number, end: number): number {
    const tree = this.#tree;
    for (let node = tree.firstFrom(start); node < tree.size && tree.start(node) === start; node++) {
      if (tree.end(node) === end && this.#isName(node)) return node;
    }
    return noNode;
  }

  /** The names in a range of offsets that are called, in source order. */
  *callsIn(start: number, end: number): Generator<number> {
    for (const node of this.namesIn(start, end)) if (this.typeOf(node) === "call") yield node;
  }

  /** The nodes that are names between two offsets, in source order. */
  *namesIn(start: number, end: number): Generator<number> {
    const tree = this.#tree;
    for (let node = tree.firstFrom(start); node < tree.size && tree.start(node) < end; node++) {
      // If a language does not define its names, they are leaves.
      if (this.#isName(node) && (this.#rules.names !== undefined || tree.firstNamedChild(node) === noNode)) yield node;
    }
  }

  #isName(node: number): boolean {
    const tree = this.#tree;
    const kind = tree.type(node);
    const { names, words } = this.#rules;
    if (words?.kinds.has(kind) === true)
      return words.declarable.test(this.#text.slice(tree.start(node), tree.end(node)));
    return names?.has(kind) ?? (tree.isNamed(node) && !textKind.test(kind));
  }

  /** The use of a name, by its place. */
  typeOf(name: number): ReferenceType {
    const tree = this.#tree;
    const tagged = this.#rules === taggedLanguage ? this.#typeTagged(tree.start(name)) : undefined;
    if (tagged !== undefined) return tagged;
    for (let node = name, level = 0; level < maxLevels; level++) {
      const parent = tree.parents[node] ?? noNode;
      if (parent === noNode) break;
      const fields = this.#rules.places.get(tree.type(parent));
      const rule = fields && (fields[this.#fieldOf(node)] ?? fields["*"]);
      const decided = rule && this.#decide(rule, parent);
      if (decided === undefined) break;
      if (decided !== "outer") return decided;
      node = parent;
    }
    return this.#typeAround(name) ?? (this.#rules.typeNames.has(tree.type(name)) ? "type" : "read");
  }

  #typeTagged(offset: number): ReferenceType | undefined {
    this.#tags ??= this.#tagsOf();
    return tagTypes.get(this.#tags.get(offset) ?? "");
  }

  #decide(rule: PlaceRule, parent: number): ReferenceType | "outer" {
    if (rule === "constructed") return this.#hasArguments(parent) ? "call" : "type";
    if (typeof rule === "string") return rule;
    const tree = this.#tree;
    const kind = tree.type(parent);
    let outer = tree.parents[parent] ?? noNode;
    for (let level = 0; level < maxLevels && outer !== noNode && tree.type(outer) === kind; level++) {
      outer = tree.parents[outer] ?? noNode;
    }
    const isWithin = outer !== noNode && rule.within.has(tree.type(outer));
    return this.#decide(isWithin ? rule.then : rule.otherwise, parent);
  }

  /** True for a declaration that gives arguments to a variable: `A a(1);` or `A a{1};`, but not `A a = {1};`. */
  #hasArguments(declaration: number): boolean {
    const tree = this.#tree;
    for (let node = tree.firstChild(declaration); node !== noNode; node = tree.nextSibling(node)) {
      if (!/^(init|function)_declarator$/.test(tree.type(node))) continue;
      const name = tree.firstChild(node);
      const value = name === noNode ? noNode : tree.nextSibling(name);
      if (value === noNode || tree.type(name) !== "identifier") continue;
      if (/^(argument_list|initializer_list)$/.test(tree.type(value))) return true;
      if (tree.type(value) === "parameter_list" && this.#isOfNames(value)) return this.#isStatement(declaration);
    }
    return false;
  }

  /** True for a list of single words: the grammar reads the arguments of `A a(b)` as parameters without names. */
  #isOfNames(list: number): boolean {
    const tree = this.#tree;
    let count = 0;
    for (let node = tree.firstNamedChild(list); node !== noNode; node = tree.nextSibling(node)) {
      if (!tree.isNamed(node)) continue;
      const word = tree.firstChild(node);
      const isWord = word !== noNode && tree.type(word) === "type_identifier" && tree.nextSibling(word) === noNode;
      if (!isWord) return false;
      count++;
    }
    return count > 0;
  }

  /** True for a declaration in a function, where functions are seldom declared. */
  #isStatement(declaration: number): boolean {
    const parent = this.#tree.parents[declaration] ?? noNode;
    return parent !== noNode && /^(compound|case|for|if)_statement$/.test(this.#tree.type(parent));
  }

  #typeAround(name: number): ReferenceType | undefined {
    const { around, ends } = this.#rules;
    if (around.size === 0) return undefined;
    const tree = this.#tree;
    let node = tree.parents[name] ?? noNode;
    for (let level = 0; level < maxLevels && node !== noNode; level++, node = tree.parents[node] ?? noNode) {
      const kind = tree.type(node);
      const type = around.get(kind);
      if (type !== undefined) return type;
      if (ends.has(kind)) return undefined;
    }
    return undefined;
  }

  #fieldOf(node: number): string {
    const tree = this.#tree;
    return tree.grammar.fields[tree.fields[node] ?? 0] ?? "";
  }
}
