import type { Node } from "web-tree-sitter";
import type { Copy } from "./copies.ts";
import type { LoadedGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type Position, positionsIn } from "./positions.ts";
import { shippedQuery } from "./queries.ts";

/** A definition: the kind is what stands behind `@definition.` in tags.scm, the position is the name's. */
export type Tag = { readonly kind: string; readonly name: string } & Position;

type Declarators = NonNullable<Language["declarators"]>;

const rolePrefix = "definition.";

/**
 * The definitions of a file, in the order of their names' positions.
 *
 * A name that a macro takes as its argument, such as that of `TEST(Suite, Name)`, stands in for the macro's.
 */
export function tagsOf(loaded: LoadedGrammar, { text, whole, names, placeOf }: Copy, root: Node): readonly Tag[] {
  const query = shippedQuery(loaded, "tags");
  if (query === undefined) return [];
  const positionOfIndex = names.length === 0 ? undefined : positionsIn(whole);
  const givenNames = new Map(names.map((given) => [given.index, given]));
  const found = new Map<number, { readonly tag: Tag; readonly pattern: number }>();
  for (const { captures, patternIndex: pattern } of query.matches(root)) {
    const definition = captures.find(({ name }) => name.startsWith(rolePrefix));
    const node = captures.find(({ name }) => name === "name")?.node;
    if (definition === undefined || node === undefined) continue;
    const { id } = definition.node;
    const kind = definition.name.slice(rolePrefix.length);
    const name = nameIn(node, kind, text, loaded.language.declarators);
    if (name === undefined || pattern < (found.get(id)?.pattern ?? 0)) continue;
    const given = givenNames.get(name.node.startIndex);
    const tag =
      given === undefined || positionOfIndex === undefined
        ? { kind, name: name.text, ...placeOf(name.node) }
        : { kind, name: given.name, ...positionOfIndex(given.nameIndex) };
    found.set(id, { tag, pattern });
  }
  return [...found.values()].map(({ tag }) => tag).sort((a, b) => a.line - b.line || a.column - b.column);
}

/** The name inside a declarator: its last component, without template arguments. */
function nameIn(
  node: Node,
  kind: string,
  text: string,
  declarators: Declarators | undefined,
): { readonly node: Node; readonly text: string } | undefined {
  if (declarators === undefined) return { node, text: text.slice(node.startIndex, node.endIndex) };
  let inner = node;
  let isFunction = inward(node, declarators) === null;
  for (let next: Node | null = node; next !== null; next = inward(inner, declarators)) {
    inner = next;
    isFunction ||= declarators.functions.includes(inner.type);
  }
  if (kind === "function" && !isFunction) return undefined;
  return { node: inner, text: spelling(text.slice(inner.startIndex, nameEnd(inner, declarators))) };
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
