import type { Node, QueryMatch } from "web-tree-sitter";
import type { Copy } from "./copies.ts";
import type { LoadedGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type Position, positionsIn } from "./positions.ts";
import { definitionPrefix, noKind, shippedQuery } from "./queries.ts";

/** A definition: the kind is what stands behind `@definition.` in tags.scm, the position is the name's. */
export type Tag = { readonly kind: string; readonly name: string } & Position;

type Declarators = NonNullable<Language["declarators"]>;

/** A definition as a query has it, with its nodes. */
export type Definition = {
  readonly tag: Tag;
  readonly node: Node;
  /** What the name is qualified with, outermost first: A and B of `void A<int>::B::f() {}`. */
  readonly scopes: () => readonly string[];
  /** The offset of the name in the tree. */
  readonly index: number;
  readonly pattern: number;
};

/** What a file defines and imports. */
export type Outline = {
  /** The definitions in the order of their names' positions, of the kinds that are asked for. */
  readonly definitions: readonly Tag[];
  /** How many things the file imports, where all kinds are asked for. */
  readonly imports: number;
};

/**
 * The outline of a file, by one query: compiling another one costs as much as parsing a short file.
 *
 * A name that a macro takes as its argument, such as that of `TEST(Suite, Name)`, stands in for the macro's.
 *
 * @param kinds the kinds that are asked for, when it is not all of them
 */
export function outlineOf(loaded: LoadedGrammar, copy: Copy, root: Node, kinds?: ReadonlySet<string>): Outline {
  const matches = shippedQuery(loaded, "tags", kinds)?.matches(root) ?? [];
  return {
    definitions: definitionsIn(matches, loaded.language, copy).map(({ tag }) => tag),
    imports: matches.filter(({ captures }) => captures.some(({ name }) => name === "import")).length,
  };
}

/** The definitions among matches, in the order of their names. Where several patterns match one, the last names it. */
export function definitionsIn(
  matches: readonly QueryMatch[],
  language: Language,
  { text, whole, names, placeOf }: Copy,
): readonly Definition[] {
  const positionOfIndex = names.length === 0 ? undefined : positionsIn(whole);
  const givenNames = new Map(names.map((given) => [given.index, given]));
  const found = new Map<number, Definition>();
  for (const { captures, patternIndex: pattern } of matches) {
    const definition = captures.find(({ name }) => name.startsWith(definitionPrefix));
    const nameNode = captures.find(({ name }) => name === "name")?.node;
    if (definition === undefined || nameNode === undefined) continue;
    const { node } = definition;
    const kind = definition.name.slice(definitionPrefix.length);
    const name = nameIn(nameNode, kind, text, language.declarators);
    if (name === undefined || pattern < (found.get(node.id)?.pattern ?? 0)) continue;
    const given = givenNames.get(name.node.startIndex);
    const tag =
      given === undefined || positionOfIndex === undefined
        ? { kind, name: name.text, ...placeOf(name.node) }
        : { kind, name: given.name, ...positionOfIndex(given.nameIndex) };
    found.set(node.id, { tag, node, scopes: name.scopes, index: name.node.startIndex, pattern });
  }
  return [...found.values()]
    .filter(({ tag }) => tag.kind !== noKind)
    .sort((a, b) => a.tag.line - b.tag.line || a.tag.column - b.tag.column);
}

type Name = { readonly node: Node; readonly text: string; readonly scopes: () => readonly string[] };

/** Kinds of definitions that a declarator of a function is none of. */
const objectKinds: ReadonlySet<string> = new Set(["declaration", "field", "variable"]);

/** The name inside a declarator: its last component, without template arguments. */
function nameIn(node: Node, kind: string, text: string, declarators: Declarators | undefined): Name | undefined {
  if (declarators === undefined) return { node, text: text.slice(node.startIndex, node.endIndex), scopes: () => [] };
  let inner = node;
  let isFunction = false;
  let declaresFunction = false;
  for (let next: Node | null = node; next !== null; next = inward(inner, declarators)) {
    inner = next;
    const type = inner.type;
    if (declarators.functions.includes(type)) isFunction = declaresFunction = true;
    else if (declarators.objects.includes(type)) declaresFunction = false;
  }
  if (kind === "function" && !isFunction) return undefined;
  if (objectKinds.has(kind) && declaresFunction) return undefined;
  const written = spelling(text.slice(inner.startIndex, nameEnd(inner, declarators)));
  return { node: inner, text: written, scopes: () => scopesOf(node, text, declarators) };
}

/** What stands before the last component of a name, without template arguments: `A` of `A<int>::f`. */
function scopesOf(node: Node, text: string, declarators: Declarators): readonly string[] {
  if (declarators.scope === undefined) return [];
  const scopes: string[] = [];
  for (let next: Node | null = node; next !== null; next = inward(next, declarators)) {
    const scope = next.childForFieldName(declarators.scope);
    if (scope === null) continue;
    const name = scope.childForFieldName("name") ?? scope;
    scopes.push(spelling(text.slice(name.startIndex, name.endIndex)));
  }
  return scopes;
}

/** One step from a declarator towards its name; null at the name. */
function inward(node: Node, declarators: Declarators): Node | null {
  const kind = node.type;
  if (kind in declarators.whole_names) return null;
  if (declarators.first_child.includes(kind)) return node.firstNamedChild;
  if (declarators.last_child.includes(kind)) return node.lastNamedChild;
  for (const field of declarators.fields) {
    const child = node.childForFieldName(field);
    if (child !== null) return child;
  }
  return null;
}

/** `operator bool() const` is a name up to its parameters. */
function nameEnd(node: Node, declarators: Declarators): number {
  const endField = declarators.whole_names[node.type];
  for (let inner: Node | null = node; inner !== null && endField !== undefined; ) {
    const end = inner.childForFieldName(endField);
    if (end !== null) return end.startIndex;
    inner = inner.childForFieldName("declarator") ?? inner.lastNamedChild;
  }
  return node.endIndex;
}

/** One spelling for each name: `operator ==` is `operator==`, `~ X` is `~X`, `operator  bool` is `operator bool`. */
function spelling(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([^\p{L}\p{N}_\s]) ?/gu, "$1");
}
