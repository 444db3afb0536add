/**
 * The scopes of a file and the names that they define, by locals.scm (local variables). Input: a tree; output: nested
 * scopes, definitions, and the references that are looked up in them.
 */
import { NestedRanges, type Range } from "../base/nested-ranges.ts";
import type { Copy } from "./copies.ts";
import { type FlatTree, noNode } from "./flat/flat-tree.ts";
import type { LoadedGrammar } from "./grammars.ts";
import type { Match } from "./matching/match-query.ts";
import type { Position } from "./positions.ts";
import { matcherOf, noKind } from "./queries.ts";

/** A part of a file whose names are visible only inside of it. Offsets are in the whole text. */
export type Scope = Range & {
  /** False if the names of outer scopes are not seen. */
  readonly inherits: boolean;
};

/** A name that a scope defines. Offsets are in the whole text. */
export type LocalDefinition = Position &
  Range & {
    readonly name: string;
    /** The suffix of `@local.definition.`; "" for nothing. */
    readonly kind: string;
    /** The offset of the name; `start` and `end` are the range of the node that has it in a field, such as `x = 1`. */
    readonly at: number;
    readonly endLine: number;
    /** Undefined for the file. */
    readonly scope: Scope | undefined;
  };

/** The scopes and names of a file by locals.scm. */
export type Locals = {
  readonly scopes: NestedRanges<Scope>;
  /** In the order of their names. */
  readonly definitions: readonly LocalDefinition[];
  /** The names that are looked up in scopes: start → end. */
  readonly references: ReadonlyMap<number, number>;
};

/** UTF-16 code units of a name. */
const maxNameLength = 1_000;

/**
 * The scopes of a file and the names that they define, by the captures of tree-sitter: `@local.scope`,
 * `@local.definition`, maybe with a kind, and `@local.reference`; as Neovim had them, `local.` may be missing. Of the
 * properties of patterns, `local.scope-inherits` counts, and `definition.KIND.scope` with `parent` or `global`.
 *
 * @returns undefined when the language has no locals.scm
 */
export function localsOf(loaded: LoadedGrammar, copy: Copy, tree: FlatTree): Locals | undefined {
  const matcher = matcherOf(loaded, "locals");
  if (matcher === undefined) return undefined;
  const found = nodesIn(matcher(tree, copy.text));
  const rangeOf = (node: number): Range => ({
    start: copy.wholeStart(tree.start(node)),
    end: copy.wholeEnd(tree.end(node)),
  });
  const scopes = new NestedRanges(Array.from(found.scopes, ([node, inherits]) => ({ ...rangeOf(node), inherits })));
  const definitions: LocalDefinition[] = [];
  for (const [node, { kind, scope: written }] of found.definitions) {
    const name = copy.text.slice(tree.start(node), tree.end(node));
    if (name === "" || name.length > maxNameLength || /\s/.test(name)) continue;
    const own = rangeOf(node);
    const around = [...firstTwo(scopes.around(own.start), own)];
    const scope = written === "global" ? undefined : around[written === "parent" ? 1 : 0];
    const parent = tree.parents[node] ?? noNode;
    const isOfParent = (tree.fields[node] ?? 0) !== 0 && parent !== noNode && !found.scopes.has(parent);
    const range = isOfParent ? rangeOf(parent) : own;
    const endLine = copy.wholePositionOf(Math.max(range.end - 1, own.start)).line;
    definitions.push({ name, kind, ...copy.positionOf(tree.start(node)), ...range, at: own.start, endLine, scope });
  }
  const references = new Map<number, number>();
  for (const node of found.references) {
    const { start, end } = rangeOf(node);
    references.set(start, end);
  }
  return { scopes, definitions: definitions.sort((a, b) => a.at - b.at), references };
}

/** The two innermost scopes of a definition, which is in none that it is itself. */
function* firstTwo(around: Iterable<Scope>, own: Range): Generator<Scope> {
  let count = 0;
  for (const scope of around) {
    if (scope.end <= own.end && scope.start >= own.start) continue;
    yield scope;
    if (++count === 2) return;
  }
}

type FoundNodes = {
  /** Node → whether it inherits. */
  readonly scopes: ReadonlyMap<number, boolean>;
  /** Node → its kind, and the scope that its pattern gives it. If several patterns match, the last one counts. */
  readonly definitions: ReadonlyMap<number, { readonly kind: string; readonly scope: string | undefined }>;
  readonly references: ReadonlySet<number>;
};

function nodesIn(matches: readonly Match[]): FoundNodes {
  const scopes = new Map<number, boolean>();
  const definitions = new Map<number, { kind: string; scope: string | undefined; pattern: number }>();
  const references = new Set<number>();
  for (const { pattern, captures, properties = {} } of matches) {
    const property = (name: string) => properties[name] ?? properties[`local.${name}`] ?? undefined;
    for (const { name, node } of captures) {
      const [, role, kind = ""] = /^(?:local\.)?(scope|definition|reference)(?:\.(.+))?$/.exec(name) ?? [];
      if (role === "scope") scopes.set(node, (scopes.get(node) ?? true) && property("scope-inherits") !== "false");
      if (role === "reference") references.add(node);
      if (role !== "definition" || (definitions.get(node)?.pattern ?? 0) > pattern) continue;
      definitions.set(node, { kind, scope: property(`definition.${kind}.scope`), pattern });
    }
  }
  for (const [node, { kind }] of definitions) if (kind === noKind) definitions.delete(node);
  return { scopes, definitions, references };
}
