import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PythonTree } from "./python-tree.ts";

/** UTF-16 code units of a line behind a statement that are read. */
const maxLength = 240;

/** Targets of one assignment: `a = b = 1` has two. */
const maxTargets = 32;

const commentOfValue = /[ \t]*#[ \t]*type:[ \t]*(?!ignore\b)([^#(,\s][^#\n]*)/y;
const commentOfFunction = /\s*#[ \t]*type:[ \t]*\([^\n]*\)[ \t]*->[ \t]*([^#\n]+)/y;

/** The type in a comment behind an assignment of one value, `x = []  # type: list[int]`; "" where there is none. */
export function typeComment(source: PythonTree, assignment: number): string {
  const left = source.kind(source.child(assignment, "left"));
  if (left !== "identifier" && left !== "attribute") return "";
  // That of `a = b = 1` belongs to both.
  let statement = assignment;
  for (let count = 1; count < maxTargets && source.kind(source.parent(statement)) === "assignment"; count++) {
    statement = source.parent(statement);
  }
  return matched(commentOfValue, source, source.tree.end(statement));
}

/** The result in the comment behind the head of a function, `# type: (int) -> str`; "" where there is none. */
export function returnComment(source: PythonTree, definition: number, body: number): string {
  const { tree } = source;
  for (let child = tree.firstChild(definition); child !== noNode && child < body; child = tree.nextSibling(child)) {
    if (source.kind(child) === "comment") return matched(commentOfFunction, source, tree.start(child));
  }
  return "";
}

function matched(comment: RegExp, { text }: PythonTree, from: number): string {
  const line = text.slice(from, from + maxLength);
  comment.lastIndex = 0;
  return comment.exec(line)?.[1]?.trim() ?? "";
}
