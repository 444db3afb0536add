/**
 * The walk over the syntax tree of a file or of a range, for get_syntax_tree. Input: the root of a tree, a range and
 * limits; output: events: nodes that begin and end, and what is left out.
 */
import type { Node, TreeCursor } from "web-tree-sitter";
import { UserError } from "../base/errors.ts";
import { oneLine } from "./one-line.ts";
import { type Position, positionsIn } from "./positions.ts";

/** A part of a file. Lines and columns count from 1; `endColumn` is after the last character. */
export type TextRange = {
  readonly startLine: number;
  /** The first character of the line that is not a blank, unless it is given. */
  readonly startColumn: number | undefined;
  readonly endLine: number;
  /** The end of the line, unless it is given. */
  readonly endColumn: number | undefined;
};

export type TreeOptions = {
  /** Undefined for the whole file. */
  readonly range: TextRange | undefined;
  /** Levels below the first node. */
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly namedOnly: boolean;
};

/**
 * The events of a walk over a tree, in order: nodes that begin, then end; `omitted` is what is left out below the open
 * one.
 */
export type TreeEvent =
  | { readonly begin: TreeNode }
  | { readonly end: true }
  | { readonly omitted: "depth" | "nodes"; readonly children: number };

export type TreeNode = {
  readonly type: string;
  readonly field: string | null;
  readonly isNamed: boolean;
  readonly isMissing: boolean;
  readonly start: Position;
  readonly end: Position;
  /** The file's own text, of a node without children. */
  readonly leafText: string | undefined;
};

/** UTF-16 code units of a leaf. */
const maxLeafLength = 100;

/**
 * Walks a tree, or the part of it that lies in a range: the smallest node that spans the range, without what lies
 * outside of it.
 *
 * @param text the file's own, with `\n` after each line
 * @throws UserError when the range is not in the file
 */
export function* eventsOf(text: string, root: Node, options: TreeOptions): Generator<TreeEvent> {
  const offsets = options.range === undefined ? undefined : offsetsOf(text, options.range);
  const top = (offsets && root.namedDescendantForIndex(offsets.start, offsets.end)) ?? root;
  const positionOf = positionsIn(text);
  const isShown = (cursor: TreeCursor): boolean =>
    (!options.namedOnly || cursor.nodeIsNamed || cursor.nodeIsMissing) &&
    (offsets === undefined || touches(cursor.startIndex, cursor.endIndex, offsets));
  const cursor = top.walk();
  let depth = 0;
  let nodes = 0;
  try {
    for (;;) {
      if (depth === 0 || isShown(cursor)) {
        if (nodes++ === options.maxNodes) {
          yield { omitted: "nodes", children: top.descendantCount - options.maxNodes };
          for (; depth > 0; depth--) yield { end: true };
          return;
        }
        const { currentNode: node } = cursor;
        yield { begin: treeNode(node, cursor, text, positionOf) };
        if (node.childCount > 0 && depth === options.maxDepth) {
          const children = options.namedOnly ? node.namedChildCount : node.childCount;
          if (children > 0) yield { omitted: "depth", children };
        } else if (cursor.gotoFirstChild()) {
          depth++;
          continue;
        }
        yield { end: true };
      }
      if (depth === 0) return;
      while (!cursor.gotoNextSibling()) {
        cursor.gotoParent();
        yield { end: true };
        if (--depth === 0) return;
      }
    }
  } finally {
    cursor.delete();
  }
}

type Offsets = { readonly start: number; readonly end: number };

function treeNode(node: Node, cursor: TreeCursor, text: string, positionOf: (index: number) => Position): TreeNode {
  const { type, isNamed, isMissing, startIndex, endIndex } = node;
  const isLeaf = node.childCount === 0;
  return {
    type,
    isNamed,
    isMissing,
    field: cursor.currentFieldName,
    start: positionOf(startIndex),
    end: positionOf(endIndex),
    leafText: isLeaf ? oneLine(text.slice(startIndex, endIndex), maxLeafLength) : undefined,
  };
}

function touches(start: number, end: number, range: Offsets): boolean {
  return start === end ? start >= range.start && start <= range.end : start < range.end && end > range.start;
}

function offsetsOf(text: string, { startLine, startColumn, endLine, endColumn }: TextRange): Offsets {
  const lines = text.split("\n");
  const lineOf = (number: number, name: string): string => {
    const line = lines[number - 1];
    if (line !== undefined) return line;
    throw new UserError(`${name} ${number} is not in the file`, { details: `It has ${lines.length} lines.` });
  };
  const startOf = (number: number) => lines.slice(0, number - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const first = lineOf(startLine, "start_line");
  const last = lineOf(endLine, "end_line");
  const indentation = /^\s*/.exec(first)?.[0].length ?? 0;
  const start = startOf(startLine) + Math.min(startColumn === undefined ? indentation : startColumn - 1, first.length);
  const end = startOf(endLine) + Math.min(endColumn === undefined ? last.trimEnd().length : endColumn - 1, last.length);
  if (end < start) throw new UserError("The range ends before it starts");
  return { start, end };
}
