/**
 * Lines that end within a statement, in a language whose statements end with their lines. Input: a tree without errors, and
 * `statement_lines` of language.json; output: the last token of each such line, which the grammar has joined with the next one.
 */
import type { Copy } from "./copies.ts";
import { type FlatTree, nodeFlags, noNode } from "./flat/flat-tree.ts";
import type { Language } from "./languages.ts";
import type { RefusedNode } from "./refused-nodes.ts";

/** The tokens that open brackets, in which a line may end anywhere, and the ones that close them → the change of the depth. */
const depths: ReadonlyMap<string, number> = new Map([
  ...["(", "[", "{"].map((type) => [type, 1] as const),
  ...[")", "]", "}"].map((type) => [type, -1] as const),
]);

/**
 * Returns the last tokens of lines that end outside of brackets and without a backslash, although the next line begins neither with a
 * child of `within` nor with one of `nodes`.
 */
export function* brokenLinesIn(
  tree: FlatTree,
  { statement_lines: lines }: Language,
  { whole, wholeStart, wholeEnd }: Pick<Copy, "whole" | "wholeStart" | "wholeEnd">,
): Generator<RefusedNode> {
  if (lines === undefined) return;
  const idsOf = (kinds: readonly string[]) => new Set(kinds.map((kind) => tree.grammar.idForNodeType(kind, true)));
  const [within, nodes, tokens] = [idsOf(lines.within), idsOf(lines.nodes), idsOf(lines.tokens)];
  /** True if a node begins with a token, and a line may begin with the node. */
  const beginsLine = (token: number): boolean => {
    const start = tree.start(token);
    for (let node = token; node !== noNode && tree.start(node) === start; node = tree.parents[node] ?? noNode) {
      const parent = tree.parents[node] ?? noNode;
      if (nodes.has(tree.kinds[node] ?? null) || (parent !== noNode && within.has(tree.kinds[parent] ?? null)))
        return true;
    }
    return false;
  };
  let depth = 0;
  let before = noNode;
  for (let node = 0, next = 0; node < tree.size; node = next) {
    const isWhole = tokens.has(tree.kinds[node] ?? null);
    next = isWhole ? (tree.nexts[node] ?? tree.size) : node + 1;
    const isToken = isWhole || tree.firstChild(node) === noNode;
    const isExtra = ((tree.flags[node] ?? 0) & nodeFlags.extra) !== 0;
    if (!isToken || isExtra || tree.start(node) === tree.end(node)) continue;
    if (before !== noNode && depth === 0) {
      const end = wholeEnd(tree.end(before));
      if (endsLine(whole, end, wholeStart(tree.start(node))) && !beginsLine(node)) {
        const message =
          "Unexpected end of the line: the statement goes on in the next one, without brackets or a backslash";
        yield { start: wholeStart(tree.start(before)), end, message };
      }
    }
    depth += tree.isNamed(node) ? 0 : (depths.get(tree.type(node)) ?? 0);
    before = node;
  }
}

/** Blanks, joined lines, and comments, which end a line: all that may be between two tokens. */
const gap = /(?:[^\S\r\n]|\\\r?\n)*/y;

/** True if a line ends between two tokens. If a copy lacks code between them, that is not known, and false. */
function endsLine(text: string, from: number, to: number): boolean {
  if (from >= to) return false;
  gap.lastIndex = from;
  gap.test(text);
  return gap.lastIndex < to && /[\r\n#]/.test(text.charAt(gap.lastIndex));
}
