/**
 * The definitions, references and imports of a file by tags.scm (tree-sitter's code navigation). Input: matches of a
 * query; output: definitions with kinds and names in order, and the number of imports.
 */
import type { Copy } from "./copies.ts";
import { nameFinder, spelling } from "./declarators.ts";
import type { FlatTree } from "./flat/flat-tree.ts";
import type { LoadedGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import type { Match } from "./matching/match-query.ts";
import type { Position } from "./positions.ts";
import { countedKind, definitionPrefix, matcherOf, noKind } from "./queries.ts";

/** A name and its place. */
export type NamedPosition = { readonly name: string } & Position;

/** A definition: the kind is the suffix of `@definition.` in tags.scm, the position is the name's. */
export type Tag = { readonly kind: string } & NamedPosition;

/** A definition as a query has it, with its node. */
export type Definition = {
  readonly tag: Tag;
  readonly node: number;
  /** The qualifiers of the name, outermost first: A and B of `void A<int>::B::f() {}`. */
  readonly scopes: () => readonly string[];
  /** The offset of the name in the tree, and in the whole text. */
  readonly index: number;
  readonly at: number;
  readonly pattern: number;
};

/** The definitions and imports of a file. */
export type Outline = {
  /** The definitions in the order of their names' positions, of the kinds that are asked for. */
  readonly definitions: readonly Tag[];
  /** The number of imports of the file, if all kinds are requested. */
  readonly imports: number;
};

/**
 * The outline of a file, by one query.
 *
 * A name that a macro takes as its argument, such as in `TEST(Suite, Name)`, replaces the macro's.
 *
 * @param kinds the kinds that are asked for, when it is not all of them
 */
export function outlineOf(loaded: LoadedGrammar, copy: Copy, tree: FlatTree, kinds?: ReadonlySet<string>): Outline {
  const matches = matcherOf(loaded, "tags", kinds)?.(tree, copy.text) ?? [];
  return {
    definitions: definitionsIn(matches, loaded.language, copy, tree).map(({ tag }) => {
      return { ...tag, kind: countedKind(tag.kind) };
    }),
    imports: matches.filter(({ captures }) => captures.some(({ name }) => name === "import")).length,
  };
}

/** The prefix of the word in the captures of references. */
const referencePrefix = "reference.";

/** The names that a query has as references: offset in the whole text → suffix of `@reference.`. */
export function referencesIn(
  matches: readonly Match[],
  { wholeStart }: Copy,
  tree: FlatTree,
): ReadonlyMap<number, string> {
  const references = new Map<number, string>();
  for (const { captures } of matches) {
    const reference = captures.find(({ name }) => name.startsWith(referencePrefix));
    const name = captures.find((capture) => capture.name === "name");
    if (reference === undefined || name === undefined) continue;
    references.set(wholeStart(tree.start(name.node)), reference.name.slice(referencePrefix.length));
  }
  return references;
}

/** The definitions among matches, in the order of their names. If several patterns match one, the last names it. */
export function definitionsIn(
  matches: readonly Match[],
  language: Language,
  { text, names, wholeStart, positionOf, wholePositionOf }: Copy,
  tree: FlatTree,
): readonly Definition[] {
  const givenNames = new Map(names.map((given) => [given.index, given]));
  const nameIn = nameFinder(language, tree.grammar);
  const isNoName = nonNamesOf(language);
  const found = new Map<number, Definition>();
  for (const { captures, pattern } of matches) {
    const definition = captures.find(({ name }) => name.startsWith(definitionPrefix));
    const nameNode = captures.find(({ name }) => name === "name")?.node;
    const container = captures.find(({ name }) => name === "container")?.node;
    if (definition === undefined || nameNode === undefined) continue;
    const { node } = definition;
    const kind = definition.name.slice(definitionPrefix.length);
    const name = nameIn(tree, nameNode, kind, text);
    if (name === undefined || isNoName(name.text) || pattern < (found.get(node)?.pattern ?? 0)) continue;
    const index = tree.start(name.node);
    const given = givenNames.get(index);
    const tag =
      given === undefined
        ? { kind, name: name.text, ...positionOf(index) }
        : { kind, name: given.name, ...wholePositionOf(given.nameIndex) };
    const scopes = container === undefined ? name.scopes : () => containerIn(tree, container, text);
    found.set(node, { tag, node, scopes, index, at: given?.nameIndex ?? wholeStart(index), pattern });
  }
  return [...found.values()]
    .filter(({ tag }) => tag.kind !== noKind)
    .sort((a, b) => a.tag.line - b.tag.line || a.tag.column - b.tag.column);
}

const reservedWords = new Map<string, ReadonlySet<string>>();

/** True if a text is not a name of a language: in damaged code, tree-sitter may read keywords as names. */
function nonNamesOf({ reserved_words: words }: Language): (text: string) => boolean {
  const reserved = reservedWords.get(words) ?? new Set(words.split(" "));
  reservedWords.set(words, reserved);
  return (text) => text === "" || reserved.has(text);
}

/** UTF-16 code units of a captured container; a longer one is a type that nobody looks up by its text. */
const maxContainerLength = 200;

/** The owner of a definition that is not around it, as a query captures it: the receiver of a method of Go. */
function containerIn(tree: FlatTree, node: number, text: string): readonly string[] {
  const length = tree.end(node) - tree.start(node);
  return length > maxContainerLength ? [] : [spelling(text.slice(tree.start(node), tree.end(node)))];
}
