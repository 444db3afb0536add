import type { Node, QueryMatch } from "web-tree-sitter";
import type { Copy } from "./copies.ts";
import { CommentBook } from "./doc-comments.ts";
import type { LoadedGrammar } from "./grammars.ts";
import { oneLine } from "./one-line.ts";
import { type Position, positionsIn } from "./positions.ts";
import { shippedQuery } from "./queries.ts";
import { type SymbolRules, symbolKindOf } from "./symbol-rules.ts";
import { type Definition, definitionsIn } from "./tags.ts";

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
  /** What it stands inside of. */
  readonly parent: CodeSymbol | undefined;
  /** How many symbols it stands inside of. */
  readonly depth: number;
  /** What stands before its body, on one line. */
  readonly signature: () => string;
  /** The first sentence of what is said about it. */
  readonly doc: () => string | undefined;
};

type Statements = ReadonlyMap<number, Node>;

/** The symbols of a file in the order of their names. */
export function symbolsOf(loaded: LoadedGrammar, copy: Copy, root: Node): readonly CodeSymbol[] {
  const { language } = loaded;
  const { whole: text } = copy;
  const matches = shippedQuery(loaded, "symbols")?.matches(root) ?? [];
  const definitions = eachNameOnce(definitionsIn(matches, language, copy));
  const statements = statementsIn(matches);
  const comments = new CommentBook(text, matches);
  const scopeKinds = scopeKindsOf(definitions, matches, copy.text, language.symbols);
  const positionOf = positionsIn(text);
  const separator = language.scope_separator;
  const ends = language.symbols?.signature_ends ?? [];
  const toSymbol = (definition: Definition, outer: CodeSymbol | undefined): CodeSymbol | undefined => {
    const { tag, node } = definition;
    const scopes = definition.scopes();
    const isApart = language.symbols?.apart.includes(tag.kind) ?? false;
    const parent = isApart ? undefined : outer;
    const holder = holderOf(scopes, parent, scopeKinds, language.symbols);
    const kind = symbolKindOf({ tag: tag.kind, name: tag.name }, holder, language.symbols);
    if (kind === undefined) return undefined;
    const statement = statementOf(node, statements);
    const body = bodyOf(node, ends);
    const { line, column, name } = tag;
    const end = Math.max(statement.endIndex - 1, statement.startIndex);
    const qualifier = scopes.join(separator);
    return {
      ...{ name, kind, line, column, parent, qualifier },
      depth: parent === undefined ? 0 : parent.depth + 1,
      container: containerOf(parent, qualifier, separator),
      endLine: positionOf(lastCharacter(text, end)).line,
      signature: () => {
        const head = comments.without(statement.startIndex, body?.startIndex ?? statement.endIndex);
        return oneLine(head.replace(/[\s;{:]+$/, ""), maxSignatureLength);
      },
      doc: () => comments.sentenceFor(node, statement, body === undefined),
    };
  };
  return nested(definitions, toSymbol);
}

/** `a::b` of a b inside of a. */
export function qualifiedName({ container, name }: Pick<CodeSymbol, "container" | "name">, separator: string): string {
  return container === "" ? name : container + separator + name;
}

/** UTF-16 code units of a container. */
const maxContainerLength = 500;

/** What holds a symbol: its parent, and what its name is qualified with. */
export function containerOf(parent: CodeSymbol | undefined, qualifier: string, separator: string): string {
  if (parent === undefined) return qualifier;
  const outer = qualifiedName(parent, separator);
  const container = qualifier === "" ? outer : outer + separator + qualifier;
  return container.length > maxContainerLength ? `…${container.slice(1 - maxContainerLength)}` : container;
}

/** UTF-16 code units of a signature. */
const maxSignatureLength = 160;

/** Makes symbols of definitions, each told what it stands inside of; back in the order of their names. */
function nested(
  definitions: readonly Definition[],
  toSymbol: (definition: Definition, outer: CodeSymbol | undefined) => CodeSymbol | undefined,
): readonly CodeSymbol[] {
  const byStart = [...definitions].sort(
    (a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex,
  );
  const open: { readonly end: number; readonly symbol: CodeSymbol }[] = [];
  const made = new Map<Definition, CodeSymbol>();
  for (const definition of byStart) {
    const { startIndex, endIndex } = definition.node;
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= startIndex) open.pop();
    const symbol = toSymbol(definition, open.at(-1)?.symbol);
    if (symbol === undefined) continue;
    made.set(definition, symbol);
    open.push({ end: endIndex, symbol });
  }
  return definitions.flatMap((definition) => made.get(definition) ?? []);
}

/** Where two patterns take the same name for definitions of their own, the later pattern is meant. */
function eachNameOnce(definitions: readonly Definition[]): readonly Definition[] {
  const byName = new Map<number, Definition>();
  for (const definition of definitions) {
    const other = byName.get(definition.index);
    if (other === undefined || other.pattern < definition.pattern) byName.set(definition.index, definition);
  }
  return [...byName.values()];
}

function statementsIn(matches: readonly QueryMatch[]): Statements {
  const statements = new Map<number, Node>();
  for (const { captures } of matches) {
    const statement = captures.find(({ name }) => name === "declaration")?.node;
    if (statement === undefined) continue;
    const part = captures.find(({ name }) => name === "declared" || name.startsWith("definition."))?.node;
    if (part !== undefined) statements.set(part.id, statement);
  }
  return statements;
}

function statementOf(node: Node, statements: Statements): Node {
  let outer = node;
  for (let next = statements.get(node.id); next !== undefined; next = statements.get(next.id)) outer = next;
  return outer;
}

function bodyOf(node: Node, kinds: readonly string[]): Node | undefined {
  if (kinds.length === 0) return undefined;
  return node.namedChildren.find(({ type }) => kinds.includes(type));
}

/** An offset, or where the text before it ends when only blanks stand there. */
function lastCharacter(text: string, offset: number): number {
  let last = offset;
  while (last > 0 && /\s/.test(text.charAt(last))) last--;
  return last;
}

type Holder = { readonly kind: string; readonly name: string };

/** What holds a definition: what its name is qualified with, or else what it stands inside of. */
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

/** The kinds of what names may be qualified with, by its last name. What is a class somewhere is taken for one. */
function scopeKindsOf(
  definitions: readonly Definition[],
  matches: readonly QueryMatch[],
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
    if (reference !== undefined) add(text.slice(reference.startIndex, reference.endIndex), "namespace");
  }
  return kinds;
}
