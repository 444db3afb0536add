/**
 * The signatures of Python functions, for a stub. Input: a definition; output: its head on one line, with `...` for the
 * defaults of parameters.
 */
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { type Edit, edited } from "../edits.ts";
import { behind, childrenIn, type ReadTree } from "../read-tree.ts";

/** Returns `def f(a: int, b=...) -> str:`, with `...` for values of parameters. */
export function signatureOf(file: ReadTree, definition: number): string {
  const { tree, field, text } = file;
  const parameters = field(definition, "parameters");
  const body = field(definition, "body");
  const start = isAsyncGenerator(file, definition) ? definitionKeyword(tree, definition) : tree.start(definition);
  const end = headEnd(tree, definition, body);
  const edits: Edit[] = [];
  if (parameters !== noNode) {
    for (const parameter of childrenIn(tree, parameters)) {
      const value = field(parameter, "value");
      if (value === noNode) continue;
      edits.push({ start: tree.start(value) - start, end: tree.end(value) - start, text: "..." });
    }
  }
  for (
    let node = definition;
    node < Math.min(body === noNode ? behind(tree, definition) : body, behind(tree, definition));
    node++
  ) {
    if (tree.type(node) !== "comment") continue;
    edits.push({ start: tree.start(node) - start, end: tree.end(node) - start, text: "" });
  }
  return oneLine(edited(text.slice(start, end), edits));
}

/** The offset after the colon before a body. */
export function headEnd(tree: FlatTree, node: number, body: number): number {
  let end = tree.end(node);
  for (const child of childrenIn(tree, node)) {
    if (child === body) break;
    if (tree.type(child) === ":") end = tree.end(child);
  }
  return end;
}

function definitionKeyword(tree: FlatTree, definition: number): number {
  for (const child of childrenIn(tree, definition)) {
    if (tree.type(child) === "def") return tree.start(child);
  }
  return tree.start(definition);
}

/** True for an `async def` with a `yield`: a caller gets an iterator of it, and no coroutine. */
function isAsyncGenerator(file: ReadTree, definition: number): boolean {
  const { tree, field } = file;
  if (tree.type(tree.firstChild(definition)) !== "async") return false;
  const end = behind(tree, definition);
  for (let node = field(definition, "body"); node !== noNode && node < end; ) {
    const type = tree.type(node);
    if (type === "yield" && tree.isNamed(node)) return true;
    const isInner = type === "function_definition" || type === "class_definition" || type === "lambda";
    node = isInner ? behind(tree, node) : node + 1;
  }
  return false;
}

/** The code of a node on one line, without comments. */
export function codeOf({ tree, text }: ReadTree, node: number, end = tree.end(node)): string {
  const start = tree.start(node);
  const edits: Edit[] = [];
  for (let at = node; at < behind(tree, node) && tree.start(at) < end; at++) {
    if (tree.type(at) !== "comment") continue;
    edits.push({ start: tree.start(at) - start, end: tree.end(at) - start, text: "" });
  }
  return oneLine(edited(text.slice(start, end), edits));
}

/** A head on one line: within brackets a line may break anywhere but in a string. */
function oneLine(text: string): string {
  if (!text.includes("\n") || /"""|'''/.test(text)) return text;
  return text
    .split("\n")
    .map((line) => (line.trimEnd().endsWith("\\") ? line.trimEnd().slice(0, -1) : line).trim())
    .filter((line) => line !== "")
    .join(" ");
}
