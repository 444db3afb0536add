/**
 * The notations of syntax trees. Input: the events of a walk over a tree; output: an S-expression as the command line
 * of tree-sitter writes it, or nested objects.
 */
import type { TreeEvent, TreeNode } from "../../syntax/syntax-tree.ts";

/** A written tree, the number of its nodes, and the limits that left nodes out. */
type Written = { readonly tree: unknown; readonly nodes: number; readonly omissions: ReadonlySet<"depth" | "nodes"> };

/** Notations of trees by name. None recurses: trees may be a million levels deep. */
export const treeNotations = { sexp: writeSexp, json: writeJson } as const;

/** Writes a tree as tree-sitter's command line does, on one line, with `…` instead of omitted nodes. */
function writeSexp(events: Iterable<TreeEvent>, positions: boolean): Written {
  const parts: string[] = [];
  const omissions = new Set<"depth" | "nodes">();
  /** True for each open node that ends with a parenthesis. */
  const closes: boolean[] = [];
  let nodes = 0;
  for (const event of events) {
    if ("begin" in event) {
      const { begin: node } = event;
      const hasParentheses = node.isNamed || node.isMissing;
      const name = node.isNamed ? node.type : JSON.stringify(node.type);
      const label = node.isMissing ? `MISSING ${name}` : name;
      const field = node.field === null ? "" : `${node.field}: `;
      const range = positions ? ` ${rangeText(node)}` : "";
      parts.push(`${parts.length > 0 ? " " : ""}${field}${hasParentheses ? "(" : ""}${label}${range}`);
      closes.push(hasParentheses);
      nodes++;
    } else if ("end" in event) {
      if (closes.pop()) parts.push(")");
    } else {
      parts.push(" …");
      omissions.add(event.omitted);
    }
  }
  if (closes.pop()) parts.push(")");
  return { tree: parts.join(""), nodes, omissions };
}

function rangeText({ start, end }: TreeNode): string {
  return `[${start.line}, ${start.column}] - [${end.line}, ${end.column}]`;
}

type JsonNode = Record<string, unknown> & { children?: JsonNode[]; omitted_children?: number };

/** Writes a tree as nested objects with the text of leaves; `omitted_children` counts children that are left out. */
function writeJson(events: Iterable<TreeEvent>, positions: boolean): Written {
  const omissions = new Set<"depth" | "nodes">();
  const open: JsonNode[] = [];
  let tree: JsonNode | undefined;
  let nodes = 0;
  for (const event of events) {
    if ("begin" in event) {
      const node = jsonNode(event.begin, positions);
      const parent = open.at(-1);
      if (parent !== undefined) {
        parent.children ??= [];
        parent.children.push(node);
      }
      tree ??= node;
      open.push(node);
      nodes++;
    } else if ("end" in event) {
      open.pop();
    } else {
      const parent = open.at(-1);
      if (parent !== undefined && event.omitted === "depth") parent.omitted_children = event.children;
      omissions.add(event.omitted);
    }
  }
  return { tree, nodes, omissions };
}

function jsonNode({ type, field, isNamed, isMissing, start, end, leafText }: TreeNode, positions: boolean): JsonNode {
  return {
    type,
    ...(field === null ? {} : { field }),
    ...(isNamed ? {} : { named: false }),
    ...(isMissing ? { missing: true } : {}),
    ...(positions ? { ...start, end_line: end.line, end_column: end.column } : {}),
    ...(leafText === undefined ? {} : { text: leafText }),
  };
}
