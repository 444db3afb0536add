import type { Range } from "../base/nested-ranges.ts";
import { noNode } from "../syntax/flat/flat-tree.ts";
import { MetricRules } from "../syntax/metric-rules.ts";
import type { FlatText } from "../syntax/parse.ts";
import { commentsHiddenIn } from "./hidden-text.ts";
import { type NodeRoles, nodeRolesOf, role } from "./node-roles.ts";

/** The comments of a language without rules of its own: nodes whose kind is `comment`. */
const defaultRules = MetricRules.parse({ functions: ["none"], decisions: [], structures: [] });

/**
 * Returns the ranges of a file's comments in its text, in source order, without overlaps. Statements that are a string and
 * nothing else are comments too: docstrings.
 *
 * @param hidden parts of the text that the tree does not show
 */
export function commentsIn(
  flat: FlatText,
  text: string,
  hidden: readonly Range[],
  rules: MetricRules = defaultRules,
): readonly Range[] {
  const { tree, offsetOf, endOf } = flat;
  const roles = nodeRolesOf(tree.grammar, rules);
  const found: Range[] = [];
  const add = (start: number, end: number) => found.push({ start, end });
  for (let node = 0; node < tree.size; node++) {
    const bits = roles.of(tree, node);
    if ((bits & (role.comment | role.stringStatement | role.directiveText)) === 0) continue;
    if ((bits & role.comment) !== 0) add(offsetOf(tree.start(node)), endOf(tree.end(node)));
    else if ((bits & role.directiveText) !== 0) {
      const start = commentStartIn(flat.text, tree.start(node), tree.end(node));
      if (start >= 0) add(offsetOf(start), endOf(tree.end(node)));
    } else if (isStringStatement(flat, roles, node)) add(offsetOf(tree.start(node)), endOf(tree.end(node)));
  }
  return withoutOverlaps([...found, ...commentsHiddenIn(text, hidden)]);
}

function withoutOverlaps(ranges: Range[]): readonly Range[] {
  const apart: Range[] = [];
  let last = 0;
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (end <= last) continue;
    apart.push({ start: Math.max(start, last), end });
    last = end;
  }
  return apart;
}

/** True for a statement that holds a string and nothing else. */
function isStringStatement({ tree }: FlatText, { strings }: NodeRoles, node: number): boolean {
  const child = tree.firstChild(node);
  if (child === noNode || tree.nextSibling(child) !== noNode) return false;
  return strings.get(tree.kinds[node] ?? 0)?.has(tree.kinds[child] ?? 0) === true;
}

/** The offset of `//` in a part of a text, outside of strings; -1 where there is none. */
function commentStartIn(text: string, start: number, end: number): number {
  let quote = "";
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "/" && text.charAt(at + 1) === "/") return at;
  }
  return -1;
}
