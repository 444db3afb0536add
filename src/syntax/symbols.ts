/**
 * The symbols of a file (document symbols) by its queries. Input: a tree and the matches of tags.scm and symbols.scm;
 * output: its definitions in order, with kind, container, signature and documentation.
 */
import type { Copy } from "./copies.ts";
import { CommentBook, commentsIn } from "./doc-comments.ts";
import { type FlatTree, noNode } from "./flat/flat-tree.ts";
import { symbolKindOf } from "./kind-of-definition.ts";
import type { Language } from "./languages.ts";
import type { Match } from "./matching/match-query.ts";
import type { Position } from "./positions.ts";
import { definitionPrefix } from "./queries.ts";
import { signatureOf } from "./signature.ts";
import type { SymbolRules } from "./symbol-rules.ts";
import { type Definition, definitionsIn } from "./tags.ts";

/** The access to a member of a class, from the widest to the narrowest. */
export const accesses = ["public", "protected", "private"] as const;

export type Access = (typeof accesses)[number];

/** A definition as editors list it. Valid only as long as its file is. */
export type CodeSymbol = Position & {
  readonly name: string;
  /** A word of LSP's SymbolKind. */
  readonly kind: string;
  /** The qualified name of what holds it; empty when nothing does. A very long one has `…` for its beginning. */
  readonly container: string;
  /** The part of the container that its name is written with: `A` of `void A::f() {}`. */
  readonly qualifier: string;
  /** The last line of the definition. */
  readonly endLine: number;
  /** The symbol around it. */
  readonly parent: CodeSymbol | undefined;
  /** The number of symbols around it. */
  readonly depth: number;
  /** Of a member; undefined if the declarations of the file do not tell it. */
  readonly access?: Access | undefined;
  /** True for a declaration without body or value, of what is defined elsewhere. */
  readonly isDeclared?: boolean;
  /** The text before its body, on one line of at most `maxLength` UTF-16 code units, by default as answers show it. */
  readonly signature: (maxLength?: number) => string;
  /** The first sentence of what is said about it. */
  readonly doc: () => string | undefined;
};

/** A symbol of a text, with its offsets there. Queries say nothing of its access: see listedSymbols. */
export type PlacedSymbol = CodeSymbol & {
  readonly parent: PlacedSymbol | undefined;
  /** The offset of the name. */
  readonly at: number;
  /** The offset of the statement that it is part of. */
  readonly start: number;
  /** The offset where its body begins, or else the end. */
  readonly headEnd: number;
  /** The offset after its last character. */
  readonly end: number;
  access: Access | undefined;
  isDeclared: boolean;
};

/** Definition → the statement that it is part of. */
type Statements = ReadonlyMap<number, number>;

/** Offsets in a text of a statement, of the end of its head and of its own end. */
type StatementRange = Pick<PlacedSymbol, "start" | "headEnd" | "end">;

/** The symbols of a file. */
export type FileSymbols = {
  /** In the order of their names. */
  readonly symbols: readonly PlacedSymbol[];
  /** The properties of a statement without a body, as in a symbol. */
  readonly textsOf: (range: StatementRange) => Pick<CodeSymbol, "signature" | "doc">;
};

/** The symbols of a file by its queries. @param matches matches of tags.scm and symbols.scm */
export function symbolsOf(language: Language, copy: Copy, tree: FlatTree, matches: readonly Match[]): FileSymbols {
  const { whole: text, wholePositionOf } = copy;
  const definitions = eachNameOnce(definitionsIn(matches, language, copy, tree));
  const statements = statementsIn(matches);
  const { wholeStart, wholeEnd } = copy;
  const startOf = (node: number) => wholeStart(tree.start(node));
  const endOf = (node: number) => wholeEnd(tree.end(node));
  const { docStrings, ...ranges } = commentsIn(matches, { startOf, endOf }, copy.comments);
  const comments = new CommentBook(text, ranges, language.comment_signs);
  const scopeKinds = scopeKindsOf(definitions, matches, tree, copy.text, language.symbols);
  const separator = language.scope_separator;
  const joinsLines = language.preprocessor !== undefined;
  const ends = endsOf(language.symbols?.signature_ends ?? []);
  const toSymbol = (definition: Definition, outer: PlacedSymbol | undefined): PlacedSymbol | undefined => {
    const { tag, node, at } = definition;
    const scopes = definition.scopes();
    const isApart = language.symbols?.apart.includes(tag.kind) ?? false;
    const isLifted = language.symbols?.lifted.includes(tag.kind) ?? false;
    const parent = isApart ? undefined : isLifted ? outer?.parent : outer;
    const holder = holderOf(scopes, parent, scopeKinds, language.symbols);
    const kind = symbolKindOf({ tag: tag.kind, name: tag.name }, holder, language.symbols);
    if (kind === undefined) return undefined;
    const statement = statementOf(node, statements);
    const start = startOf(statement);
    const statementEnd = endOf(statement);
    const body = bodyOf(tree, node, ends);
    const headEnd = body === noNode ? statementEnd : startOf(body);
    const last = Math.max(statementEnd - 1, start);
    const qualifier = scopes.join(separator);
    return {
      name: tag.name,
      kind,
      line: tag.line,
      column: tag.column,
      parent,
      qualifier,
      depth: parent === undefined ? 0 : parent.depth + 1,
      container: containerOf(parent, qualifier, separator),
      endLine: wholePositionOf(lastCharacter(text, last)).line,
      at,
      start,
      headEnd,
      end: statementEnd,
      access: undefined,
      isDeclared: language.symbols?.declared.includes(tag.kind) ?? false,
      signature: (maxLength) => signatureOf(comments.without(start, headEnd), joinsLines, maxLength),
      doc: () => comments.sentenceFor(docStrings.get(node), start, body === noNode ? endOf(node) : undefined),
    };
  };
  const textsOf = ({ start, headEnd, end }: StatementRange) => ({
    signature: (maxLength?: number) => signatureOf(comments.without(start, headEnd), joinsLines, maxLength),
    doc: () => comments.sentenceFor(undefined, start, end),
  });
  return { symbols: withoutRepeated(nested(definitions, tree, toSymbol)), textsOf };
}

/** Leaves out declarations of what the file defines, or has declared before. */
function withoutRepeated(symbols: readonly PlacedSymbol[]): readonly PlacedSymbol[] {
  if (!symbols.some(({ isDeclared }) => isDeclared)) return symbols;
  const keyOf = ({ kind, container, name }: PlacedSymbol) => JSON.stringify([kind, container, name]);
  const known = new Set(symbols.filter(({ isDeclared }) => !isDeclared).map(keyOf));
  return symbols.filter((symbol) => {
    if (!symbol.isDeclared) return true;
    const key = keyOf(symbol);
    const isFirst = !known.has(key);
    known.add(key);
    return isFirst;
  });
}

/** `a::b` of a b inside of a. */
export function qualifiedName({ container, name }: Pick<CodeSymbol, "container" | "name">, separator: string): string {
  return container === "" ? name : container + separator + name;
}

/** UTF-16 code units of a container. */
export const maxContainerLength = 500;

/** The names around a symbol: its parent, and its qualifier. */
export function containerOf(parent: CodeSymbol | undefined, qualifier: string, separator: string): string {
  if (parent === undefined) return qualifier;
  const outer = qualifiedName(parent, separator);
  return shortContainer(qualifier === "" ? outer : outer + separator + qualifier);
}

/** A container, with `…` for its beginning where it is very long. */
export function shortContainer(container: string): string {
  return container.length > maxContainerLength ? `…${container.slice(1 - maxContainerLength)}` : container;
}

/** Makes symbols of definitions, each with the symbol around it; back in the order of their names. */
function nested(
  definitions: readonly Definition[],
  tree: FlatTree,
  toSymbol: (definition: Definition, outer: PlacedSymbol | undefined) => PlacedSymbol | undefined,
): readonly PlacedSymbol[] {
  const byStart = [...definitions].sort(
    (a, b) => tree.start(a.node) - tree.start(b.node) || tree.end(b.node) - tree.end(a.node),
  );
  const open: { readonly end: number; readonly symbol: PlacedSymbol }[] = [];
  const made = new Map<Definition, PlacedSymbol>();
  for (const definition of byStart) {
    const start = tree.start(definition.node);
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= start) open.pop();
    const symbol = toSymbol(definition, open.at(-1)?.symbol);
    if (symbol === undefined) continue;
    made.set(definition, symbol);
    open.push({ end: tree.end(definition.node), symbol });
  }
  return definitions.flatMap((definition) => made.get(definition) ?? []);
}

/** If two patterns take the same name for definitions of their own, the later pattern is meant. */
function eachNameOnce(definitions: readonly Definition[]): readonly Definition[] {
  const byName = new Map<number, Definition>();
  for (const definition of definitions) {
    const other = byName.get(definition.index);
    if (other === undefined || other.pattern < definition.pattern) byName.set(definition.index, definition);
  }
  return [...byName.values()];
}

function statementsIn(matches: readonly Match[]): Statements {
  const statements = new Map<number, number>();
  for (const { captures } of matches) {
    const statement = captures.find(({ name }) => name === "declaration")?.node;
    if (statement === undefined) continue;
    const part = captures.find(({ name }) => name === "declared" || name.startsWith(definitionPrefix))?.node;
    if (part !== undefined) statements.set(part, statement);
  }
  return statements;
}

function statementOf(node: number, statements: Statements): number {
  let outer = node;
  for (let next = statements.get(node); next !== undefined; next = statements.get(next)) outer = next;
  return outer;
}

/** The child that ends the signature of a definition, or that of a child, as `a/b`; noNode when there is none. */
function bodyOf(tree: FlatTree, node: number, kinds: ReadonlySet<string>): number {
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    if (!tree.isNamed(child)) continue;
    const kind = tree.type(child);
    if (kinds.has(kind)) return child;
    if (!kinds.has(`${kind}/`)) continue;
    for (let inner = tree.firstChild(child); inner !== noNode; inner = tree.nextSibling(inner)) {
      if (kinds.has(`${kind}/${tree.type(inner)}`)) return inner;
    }
  }
  return noNode;
}

/** The kinds of `signature_ends`, with `a/` for the `a` of each `a/b`. */
function endsOf(kinds: readonly string[]): ReadonlySet<string> {
  return new Set(kinds.flatMap((kind) => (kind.includes("/") ? [kind, kind.slice(0, kind.indexOf("/") + 1)] : [kind])));
}

/** An offset, or the end of the text before it if only blanks are between. */
function lastCharacter(text: string, offset: number): number {
  let last = offset;
  while (last > 0 && /\s/.test(text.charAt(last))) last--;
  return last;
}

type Holder = { readonly kind: string; readonly name: string };

/** The parent of a definition: its qualifier, or else the definition around it. */
function holderOf(
  scopes: readonly string[],
  parent: CodeSymbol | undefined,
  scopeKinds: ReadonlyMap<string, string>,
  rules: SymbolRules | undefined,
): Holder | undefined {
  const name = scopes.at(-1);
  if (name === undefined) return parent;
  return { name, kind: scopeKinds.get(name) ?? rules?.unknown_scope ?? "" };
}

const scopeKinds: ReadonlySet<string | undefined> = new Set(["class", "struct", "interface", "enum", "namespace"]);

/** The kinds of qualifiers, by their last names. A name that is a class somewhere counts as one. */
function scopeKindsOf(
  definitions: readonly Definition[],
  matches: readonly Match[],
  tree: FlatTree,
  text: string,
  rules: SymbolRules | undefined,
): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  const add = (names: string, kind: string | undefined) => {
    const name = /[\w$]+$/u.exec(names)?.[0] ?? names;
    if (kind !== undefined && scopeKinds.has(kind) && (kind !== "namespace" || !kinds.has(name))) kinds.set(name, kind);
  };
  for (const { tag } of definitions) add(tag.name, symbolKindOf({ tag: tag.kind, name: tag.name }, undefined, rules));
  for (const { captures } of matches) {
    const reference = captures.find(({ name }) => name === "reference.namespace")?.node;
    if (reference !== undefined) add(text.slice(tree.start(reference), tree.end(reference)), "namespace");
  }
  return kinds;
}
