/**
 * The names inside declarators, such as `f` of `int (*f)(int)`. Input: a node and the rules of language.json; output:
 * the node of its name with its scopes, and the list of its parameters.
 */
import type { Language as Grammar } from "web-tree-sitter";
import { getOrInsert } from "../base/get-or-insert.ts";
import { type FlatTree, noNode } from "./flat/flat-tree.ts";
import type { Language } from "./languages.ts";

type Declarators = NonNullable<Language["declarators"]>;

type Name = {
  readonly node: number;
  readonly text: string;
  /** The qualifiers of the name, outermost first: A and B of `void A<int>::B::f() {}`. */
  readonly scopes: () => readonly string[];
};

/** Finds the name of a definition inside of its declarator; undefined if it is not a definition of the kind. */
export type NameFinder = (tree: FlatTree, node: number, kind: string, text: string) => Name | undefined;

/** Kinds of definitions other than declarators of functions. */
const objectKinds: ReadonlySet<string> = new Set(["declaration", "field", "variable"]);

const finders = new WeakMap<Declarators, NameFinder>();
const knownSteps = new WeakMap<Declarators, DeclaratorSteps>();

/** The rules for names in the trees of a language: by its declarators, if it has them. */
export function nameFinder({ declarators }: Language, grammar: Grammar): NameFinder {
  if (declarators === undefined) return wholeNode;
  return getOrInsert(finders, declarators, () => declaratorNames(declarators, grammar));
}

const wholeNode: NameFinder = (tree, node, _kind, text) => {
  return { node, text: text.slice(tree.start(node), tree.end(node)), scopes: () => [] };
};

/** Finds the name inside a declarator: its last component, without template arguments. */
function declaratorNames(declarators: Declarators, grammar: Grammar): NameFinder {
  const steps = stepsOf(declarators, grammar);
  return (tree, node, kind, text) => {
    let inner = node;
    let isFunction = false;
    let declaresFunction = false;
    for (let next = node; next !== noNode; next = steps.inward(tree, inner)) {
      inner = next;
      const type = tree.kinds[inner] ?? 0;
      if (steps.functions.has(type)) isFunction = declaresFunction = true;
      else if (steps.objects.has(type)) declaresFunction = false;
    }
    if (kind === "function" && !isFunction) return undefined;
    if (kind === "prototype" && !declaresFunction) return undefined;
    if (objectKinds.has(kind) && declaresFunction) return undefined;
    const written = spelling(text.slice(tree.start(inner), steps.nameEnd(tree, inner)));
    return { node: inner, text: written, scopes: () => steps.scopes(tree, node, text) };
  };
}

function stepsOf(declarators: Declarators, grammar: Grammar): DeclaratorSteps {
  return getOrInsert(knownSteps, declarators, () => new DeclaratorSteps(declarators, grammar));
}

/** Returns the list of parameters of a function, the one that is nearest to its name; noNode where it has none. */
export function parameterListOf({ declarators }: Pick<Language, "declarators">, tree: FlatTree, node: number): number {
  const field = tree.grammar.fieldIdForName("parameters") ?? unknownField;
  if (declarators === undefined) return tree.childByField(node, field);
  const steps = stepsOf(declarators, tree.grammar);
  let nearest: number = noNode;
  for (let inner = node; inner !== noNode; inner = steps.inward(tree, inner)) {
    const list = tree.childByField(inner, field);
    if (list !== noNode) nearest = list;
  }
  return nearest;
}

/** The declarators of language.json, in the ids of a grammar. */
class DeclaratorSteps {
  readonly functions: ReadonlySet<number>;
  readonly objects: ReadonlySet<number>;
  readonly #fields: readonly number[];
  readonly #firstChild: ReadonlySet<number>;
  readonly #lastChild: ReadonlySet<number>;
  /** Kinds that are a name themselves → the field before which it ends. */
  readonly #wholeNames: ReadonlyMap<number, number>;
  readonly #scope: number;
  readonly #name: number;
  readonly #declarator: number;

  constructor(declarators: Declarators, grammar: Grammar) {
    const kindsOf = (...names: readonly string[]) =>
      grammar.types.flatMap((name, kind) => (names.includes(name) ? [kind] : []));
    const fieldOf = (name: string) => grammar.fieldIdForName(name) ?? unknownField;
    this.functions = new Set(kindsOf(...declarators.functions));
    this.objects = new Set(kindsOf(...declarators.objects));
    this.#fields = declarators.fields.map(fieldOf);
    this.#firstChild = new Set(kindsOf(...declarators.first_child));
    this.#lastChild = new Set(kindsOf(...declarators.last_child));
    this.#wholeNames = new Map(
      Object.entries(declarators.whole_names).flatMap(([name, end]) =>
        kindsOf(name).map((kind): [number, number] => [kind, fieldOf(end)]),
      ),
    );
    this.#scope = declarators.scope === undefined ? unknownField : fieldOf(declarators.scope);
    this.#name = fieldOf("name");
    this.#declarator = fieldOf("declarator");
  }

  /** One step from a declarator towards its name; noNode at the name. */
  inward(tree: FlatTree, node: number): number {
    const kind = tree.kinds[node] ?? 0;
    if (this.#wholeNames.has(kind)) return noNode;
    if (this.#firstChild.has(kind)) return tree.firstNamedChild(node);
    if (this.#lastChild.has(kind)) return tree.lastNamedChild(node);
    for (const field of this.#fields) {
      const child = tree.childByField(node, field);
      if (child !== noNode) return child;
    }
    return noNode;
  }

  /** `operator bool() const` is a name up to its parameters. */
  nameEnd(tree: FlatTree, node: number): number {
    const endField = this.#wholeNames.get(tree.kinds[node] ?? 0);
    for (let inner = node; inner !== noNode && endField !== undefined; ) {
      const end = tree.childByField(inner, endField);
      if (end !== noNode) return tree.start(end);
      const declarator = tree.childByField(inner, this.#declarator);
      inner = declarator === noNode ? tree.lastNamedChild(inner) : declarator;
    }
    return tree.end(node);
  }

  /** The text before the last component of a name, without template arguments: `A` of `A<int>::f`. */
  scopes(tree: FlatTree, node: number, text: string): readonly string[] {
    const scopes: string[] = [];
    for (let next = node; next !== noNode; next = this.inward(tree, next)) {
      const scope = tree.childByField(next, this.#scope);
      if (scope === noNode) continue;
      const named = tree.childByField(scope, this.#name);
      const name = named === noNode ? scope : named;
      scopes.push(spelling(text.slice(tree.start(name), tree.end(name))));
    }
    return scopes;
  }
}

/** A field that no node has. */
const unknownField = -1;

/** One spelling for each name: `operator ==` is `operator==`, `~ X` is `~X`, `operator  bool` is `operator bool`. */
export function spelling(name: string): string {
  if (!/\s/.test(name)) return name;
  return name
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([^\p{L}\p{N}_\s]) ?/gu, "$1");
}
