/**
 * The definitions of C++ functions in a tree, with the text that belongs to them. Input: a node; output: the definition
 * with its body and head, and the ranges of it, with its comments and macros.
 */
import type { Range } from "../../base/nested-ranges.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { blanksAfter, blanksBefore } from "../edits.ts";
import type { ReadTree } from "../read-tree.ts";
import { type BodyRule, bodyOf, bodyRules, type FunctionDefinition } from "./function-bodies.ts";
import { nameNodeOf } from "./names.ts";

/** A function with a body, and why that does not become `;`. */
export type ReadDefinition = FunctionDefinition & { readonly rule: BodyRule | undefined };

/** Returns the definition that a node is; undefined for one without a body. @param isInClass of a member or a friend */
export function definitionAt(file: ReadTree, node: number, isInClass: boolean): ReadDefinition | undefined {
  const { tree, text, field } = file;
  const body = bodyOf(tree, node);
  if (body === noNode) return undefined;
  const whole = wholeOf(file, node);
  const head = text.slice(startWithMacros(file, tree.start(whole), "lines"), tree.start(body));
  const name = nameNodeOf(file, field(node, "declarator"));
  const definition = { file, node, whole, body, head, name, isInClass };
  return { ...definition, rule: bodyRules.find(({ applies }) => applies(definition)) };
}

/** The outermost template of a declaration, or else itself. */
export function wholeOf({ tree }: ReadTree, node: number): number {
  let whole = node;
  for (let outer = tree.parents[whole] ?? noNode; outer !== noNode; outer = tree.parents[outer] ?? noNode) {
    if (tree.type(outer) !== "template_declaration") break;
    whole = outer;
  }
  return whole;
}

/** The declaration in a template, or else itself. */
export function insideOf({ tree }: ReadTree, node: number): number {
  let inner = node;
  while (inner !== noNode && tree.type(inner) === "template_declaration") inner = tree.lastNamedChild(inner);
  return inner;
}

/** The range of a body with the blanks before it and a semicolon after it. */
export function cutOf(file: ReadTree, { body, node }: FunctionDefinition): Range {
  const { tree, text } = file;
  let start = tree.start(body);
  while (start > 0 && /\s/.test(text[start - 1] ?? "")) start--;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(lineStart, start);
  // Text that ends with its line stays on a line of its own.
  if (line.includes("//") || line.trimStart().startsWith("#") || line.endsWith("\\")) start = tree.start(body);
  const end = tree.end(node);
  return { start, end: semicolonEnd(text, end) };
}

/** The offset after a semicolon that follows on the same line, or else the offset itself. */
function semicolonEnd(text: string, offset: number): number {
  const at = blanksAfter(text, offset);
  return text[at] === ";" ? at + 1 : offset;
}

/**
 * The offset where the macros before a declaration begin, which are blanks in the parsed text.
 *
 * @param reach `line`: those on its own line, and attributes on lines above; `lines`: all words on lines above as
 *   well
 */
export function startWithMacros(
  { text, parsed }: Pick<ReadTree, "text" | "parsed">,
  start: number,
  reach: "line" | "lines",
): number {
  const least = Math.max(0, start - maxMacroChars);
  let at = start;
  while (at > least && /\s/.test(parsed[at - 1] ?? "")) at--;
  const between = text.slice(at, start);
  if (between.trim() === "") return start;
  const lines = between.split("\n");
  let from = start - (lines.at(-1) ?? "").trimStart().length;
  for (let i = lines.length - 2, lineEnd = start - (lines.at(-1)?.length ?? 0) - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    const isPart = reach === "lines" ? /^[\w\s]*$/.test(line) : false;
    if (line.trim() === "" || !(isPart || isAttribute(line))) break;
    from = lineEnd - line.trimStart().length;
    lineEnd -= line.length + 1;
  }
  return from;
}

/** Words in the names of macros that say something of the declaration below them. */
const attributeWords =
  /NON_?NULL|RETURNS|ATTR|PURE|CONST|NO_?DISCARD|UNUSED|INLINE|API|EXPORT|DEPRECATED|FUNC|DEVICE|HOST|WARN|FORMAT|HOT|COLD/;

function isAttribute(line: string): boolean {
  const names = line.replace(/\(.*$/, "").match(/\w+/g) ?? [];
  return names.length > 0 && names.every((name) => attributeWords.test(name));
}

/** UTF-16 code units of macros before a declaration. */
const maxMacroChars = 500;

const commentKinds: ReadonlySet<string> = new Set(["comment"]);

/** The range of a declaration with the comments above it that belong to it, and the one after it on its line. */
export function rangeWithComments(file: ReadTree, node: number, above: readonly number[]): Range {
  const { tree, text } = file;
  let start = startWithMacros(file, tree.start(node), "line");
  for (let i = above.length - 1; i >= 0; i--) {
    const comment = above[i] ?? noNode;
    if (!isOneLineDown(text, tree.end(comment), start)) break;
    start = tree.start(comment);
  }
  let end = semicolonEnd(text, tree.end(node));
  const next = tree.nextSibling(node);
  for (let after = next; after !== noNode; after = tree.nextSibling(after)) {
    if (tree.type(after) === ";") continue;
    if (
      commentKinds.has(tree.type(after)) &&
      blanksBefore(text, tree.start(after)) <= end &&
      tree.start(after) >= end
    ) {
      end = tree.end(after);
    }
    break;
  }
  return { start, end };
}

/** True when nothing but one line break, and blanks, are between two offsets. */
function isOneLineDown(text: string, from: number, to: number): boolean {
  const gap = to - from > maxGapChars ? "x" : text.slice(from, to);
  return /^[ \t\r]*\n?[ \t\r]*$/.test(gap);
}

/** UTF-16 code units of indentation below a comment. */
const maxGapChars = 400;
