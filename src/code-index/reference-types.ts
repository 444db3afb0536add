import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";

/**
 * What an occurrence of a name does with its symbol; `address` takes a function of C++ as a value, `text` is one in a macro's
 * argument or in a string.
 */
export const referenceTypes = [
  ...["call", "read", "write", "address", "type", "import", "inherit", "override", "decorator"],
  ...["declaration", "definition", "text"],
] as const;

export type ReferenceType = (typeof referenceTypes)[number];

/**
 * What the place of a node in its parent says: a type; `outer` where the parent is a part of a longer name or of a
 * pattern, so that the parent's own place decides; `constructed` for a call where the parent declares a variable with
 * arguments, and a type elsewhere; or one of two by what the parent is in, through parents of its kind.
 */
type PlaceRule =
  | ReferenceType
  | "outer"
  | "constructed"
  | { readonly within: ReadonlySet<string>; readonly then: PlaceRule; readonly otherwise: PlaceRule };

/** How the types of occurrences are read from the trees of a language. */
type TypeRules = {
  /** The kinds of nodes that are names; undefined for all that have a kind of their own and are no text. */
  readonly names: ReadonlySet<string> | undefined;
  /** The kind of nodes that are words of the language, and names where their text is one that code may declare. */
  readonly words?: { readonly kind: string; readonly declarable: RegExp };
  /** Names that are types where no place says more. */
  readonly typeNames: ReadonlySet<string>;
  /** Kind of the parent → field of the node in it, or `*` for any → what that says. */
  readonly places: ReadonlyMap<string, Readonly<Record<string, PlaceRule>>>;
  /** Where no place says more: kinds of nodes around it that say it, up to the first of `ends`. */
  readonly around: ReadonlyMap<string, ReferenceType>;
  readonly ends: ReadonlySet<string>;
};

function within(kinds: readonly string[], then: PlaceRule, otherwise: PlaceRule): PlaceRule {
  return { within: new Set(kinds), then, otherwise };
}

function placesOf(places: Readonly<Record<string, Readonly<Record<string, PlaceRule>>>>): TypeRules["places"] {
  return new Map(Object.entries(places));
}

const cpp: TypeRules = {
  names: new Set([
    ...["identifier", "field_identifier", "type_identifier", "namespace_identifier", "statement_identifier"],
    ...["destructor_name", "operator_name", "operator_cast"],
  ]),
  // The grammar takes size_t and uint8_t for words like int: they are names of a library.
  words: { kind: "primitive_type", declarable: /_t$/ },
  typeNames: new Set(["type_identifier", "namespace_identifier", "primitive_type"]),
  places: placesOf({
    // geo::area  area<int>  a.area
    qualified_identifier: { name: "outer", scope: "type" },
    template_function: { name: "outer" },
    template_method: { name: "outer" },
    template_type: { name: "outer" },
    dependent_name: { "*": "outer" },
    field_expression: { field: "outer" },
    call_expression: { function: "call" },
    new_expression: { type: "call" },
    compound_literal_expression: { type: "call" },
    type_descriptor: { type: "type" },
    // A a(1);  A a{1};
    declaration: { type: "constructed" },
    assignment_expression: { left: "write" },
    update_expression: { argument: "write" },
    // A() : x(1)  { .x = 1 }
    field_initializer: { "*": "write" },
    field_designator: { "*": "write" },
    base_class_clause: { "*": "inherit" },
    using_declaration: { "*": "import" },
    namespace_alias_definition: { "*": "import" },
    function_declarator: { declarator: "declaration" },
  }),
  around: new Map(),
  ends: new Set(),
};

const python: TypeRules = {
  names: new Set(["identifier"]),
  typeNames: new Set(),
  places: placesOf({
    attribute: { attribute: "outer" },
    call: { function: within(["decorator"], "decorator", "call") },
    decorator: { "*": "decorator" },
    assignment: { left: "write" },
    augmented_assignment: { left: "write" },
    named_expression: { name: "write" },
    for_statement: { left: "write" },
    for_in_clause: { left: "write" },
    as_pattern_target: { "*": "write" },
    delete_statement: { "*": "write" },
    keyword_argument: { name: "write" },
    pattern_list: { "*": "outer" },
    tuple_pattern: { "*": "outer" },
    list_pattern: { "*": "outer" },
    list_splat_pattern: { "*": "outer" },
    // [*X()]: the `*` is around X
    list_splat: { "*": "outer" },
    dotted_name: { "*": "outer" },
    aliased_import: { "*": "import" },
    relative_import: { "*": "import" },
    import_statement: { "*": "import" },
    import_from_statement: { "*": "import" },
    future_import_statement: { "*": "import" },
    // class A(B, Base[int]): a call has an argument_list, too
    argument_list: { "*": within(["class_definition"], "inherit", "read") },
    subscript: { value: within(["argument_list"], "outer", "read") },
    except_clause: { "*": "type" },
    class_pattern: { "*": "type" },
  }),
  around: new Map([
    ["type", "type"],
    ["except_clause", "type"],
  ]),
  ends: new Set(["argument_list", "block", "expression_statement", "module", "parameters"]),
};

const rulesByLanguage: ReadonlyMap<string, TypeRules> = new Map([
  ["cpp", cpp],
  ["python", python],
]);

/** Kinds of named nodes that are no code. */
const textKind = /comment|string|text|content|fragment|regex/;

/** What stands behind `@reference.` in tags.scm → the type; for others nothing is said. */
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

  /** @param tagsOf returns offset of a name → what stands behind `@reference.`, for a language without rules here */
  constructor({ tree, text }: TreeOfText, language: string, tagsOf: () => ReadonlyMap<number, string>) {
    this.#tree = tree;
    this.#text = text;
    this.#rules = rulesByLanguage.get(language) ?? taggedLanguage;
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
      // Where a language does not say what its names are, they have nothing inside.
      if (this.#isName(node) && (this.#rules.names !== undefined || tree.firstNamedChild(node) === noNode)) yield node;
    }
  }

  #isName(node: number): boolean {
    const tree = this.#tree;
    const kind = tree.type(node);
    const { names, words } = this.#rules;
    if (kind === words?.kind) return words.declarable.test(this.#text.slice(tree.start(node), tree.end(node)));
    return names?.has(kind) ?? (tree.isNamed(node) && !textKind.test(kind));
  }

  /** What a name does, by its place. */
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
