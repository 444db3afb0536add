/**
 * The type comments of Python (PEP 484), `# type: list[int]`. Input: an assignment, a loop or the head of a function;
 * output: the text of the type, for each target or parameter.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { parseExpression } from "./expressions.ts";
import type { Parameter } from "./functions.ts";
import type { PythonTree } from "./python-tree.ts";
import { isType } from "./value-text.ts";

/** UTF-16 code units of a comment that is read. */
const maxLength = 200;

/** Targets of one assignment: `a = b = 1` has two. */
const maxTargets = 32;

/** Tuples in tuples, and brackets in brackets. */
const maxNesting = 16;

const behindValue = /[ \t]*#[ \t]*type:(?![ \t]*ignore\b)([^#\n]+)/y;
const behindHead = /\s*:[ \t]*#[ \t]*type:(?![ \t]*ignore\b)([^#\n]+)/y;
const behindParameter = /[ \t]*,?[ \t]*#[ \t]*type:(?![ \t]*ignore\b)([^#\n]+)/y;
const ofFunction = /\s*#[ \t]*type:[ \t]*\(([^\n]*)\)[ \t]*->[ \t]*([^#\n]+)/y;

/** The types in the comment of a function, `# type: (int, str) -> bool`. */
type FunctionComment = { readonly parameters: readonly string[]; readonly result: string };

/**
 * The types of PEP 484's comment after an assignment, `x, y = [] # type: list[int], str`, or after the head of a loop
 * or a `with` with one target; "" where there is none. partOfComment has that of each target.
 */
export function typeComment(source: PythonTree, assignment: number): string {
  // That of `a = b = 1` belongs to both.
  let statement = assignment;
  for (let count = 1; count < maxTargets && source.kind(source.parent(statement)) === "assignment"; count++) {
    statement = source.parent(statement);
  }
  return matched(behindValue, source, source.tree.end(statement));
}

/** The same for a head that ends with a node. */
export function headComment(source: PythonTree, last: number): string {
  return last === noNode ? "" : matched(behindHead, source, source.tree.end(last));
}

/** The part of the types in a comment that a target has; "" where the comment has another shape. */
export function partOfComment(comment: string, path: readonly number[]): string {
  let part = comment;
  for (const index of path) part = itemsOf(withoutParentheses(part))[index] ?? "";
  part = withoutParentheses(part);
  return isType(parseExpression(part)) ? part : "";
}

/** The comment after the head of a function; undefined if there is none. */
export function functionComment(source: PythonTree, definition: number, body: number): FunctionComment | undefined {
  const { tree, text } = source;
  for (let child = tree.firstChild(definition); child !== noNode && child < body; child = tree.nextSibling(child)) {
    if (source.kind(child) !== "comment") continue;
    ofFunction.lastIndex = tree.start(child);
    const [, parameters, result] = ofFunction.exec(text) ?? [];
    if (parameters === undefined || result === undefined || parameters.length > maxLength) return undefined;
    return { parameters: itemsOf(parameters), result: result.trim() };
  }
  return undefined;
}

/** Parameters with the types that comments tell of them: that of the function, or one after each. */
export function commentedParameters(
  source: PythonTree,
  parameters: readonly Parameter[],
  comment: FunctionComment | undefined,
  isMethod: boolean,
): readonly Parameter[] {
  const told = comment?.parameters ?? [];
  // The first one of a method may be left out.
  const first = parameters.length - told.length;
  const isWhole = told.length > 0 && (first === 0 || (first === 1 && isMethod));
  return parameters.map((parameter, at) => {
    const { type, role, statement } = parameter;
    const isTold =
      type !== "" && !type.startsWith("=") && !/^(?:tuple\[object, \.\.\.|dict\[str, object)\]$/.test(type);
    if (isTold) return parameter;
    const own = isWhole
      ? (told[at - first] ?? "").replace(/^\*+/, "")
      : matched(behindParameter, source, source.tree.end(statement));
    if (own === "" || !isType(parseExpression(own))) return parameter;
    return { ...parameter, type: role === "rest" ? type.replace("object", () => own) : own };
  });
}

/** Items of a list without brackets around it; none if the brackets do not match. */
function itemsOf(text: string): readonly string[] {
  const items: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text.charAt(at);
    if ("([{".includes(character) && character !== "") depth += 1;
    if (")]}".includes(character) && character !== "") depth -= 1;
    if (depth < 0 || depth > maxNesting) return [];
    if (at < text.length && (character !== "," || depth > 0)) continue;
    items.push(text.slice(start, at).trim());
    start = at + 1;
  }
  if (items.at(-1) === "") items.pop();
  return depth === 0 ? items : [];
}

function withoutParentheses(text: string): string {
  const inside = /^\((.*)\)$/s.exec(text)?.[1];
  return inside === undefined || itemsOf(inside).length === 0 ? text : inside;
}

function matched(comment: RegExp, { text }: PythonTree, from: number): string {
  comment.lastIndex = from;
  const type = comment.exec(text)?.[1]?.trim() ?? "";
  return type.length > maxLength ? "" : type;
}
