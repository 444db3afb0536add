import { noNode } from "../../syntax/flat/flat-tree.ts";
import { stringValue } from "./string-value.ts";
import type { Step, Walk } from "./walk.ts";

const string: Step = (walk, node) => {
  if (walk.annotation !== "none") {
    const value = stringValue(walk, node);
    if (value !== undefined) return deferAnnotation(walk, node, value);
  }
  // A long string has many parts without a step.
  walk.visitChildren(node);
};

/** A name, or several with dots in between. */
const dotted = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** Words that are not names. */
const keywords: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** Reads a string that is a type, when the names of the module are known. */
function deferAnnotation(walk: Walk, node: number, value: string): void {
  const text = value.trimEnd();
  const { start, end } = walk.placeOf(node);
  if (dotted.test(text)) {
    const words = text.split(".");
    const [name = ""] = words;
    if (words.some((word) => keywords.has(word))) return;
    walk.defer((then) => {
      then.annotation = "string";
      then.loadName(name, start, end);
      then.annotation = "none";
    }, node);
    return;
  }
  const { parsePart } = walk;
  // An indented text is not an expression.
  if (text === "" || /^\s/.test(text)) return;
  walk.defer((then) => {
    const tree = parsePart(value);
    then.code = { tree, text: value, anchor: { start, end } };
    const expression = onlyExpression(then);
    if (expression !== noNode) then.visitIn("string", expression);
  }, node);
}

/** The expression that is all of a text; noNode where it is something else. */
function onlyExpression(walk: Walk): number {
  if (walk.hasErrors()) return noNode;
  const statements = walk.children(0);
  const [only = noNode] = statements;
  if (statements.length !== 1 || walk.kind(only) !== "expression_statement") return noNode;
  const [first = noNode] = walk.children(only);
  const kind = walk.kind(first);
  return kind === "assignment" || kind === "augmented_assignment" ? noNode : only;
}

/** `{value!r:format}` in a string. A `:=` in it is a format that begins with `=`. */
const interpolation: Step = (walk, node) => {
  for (const child of walk.children(node)) {
    if (walk.kind(child) === "named_expression") walk.visit(walk.field(child, "name"));
    else walk.visit(child);
  }
};

export const stringSteps: readonly (readonly [string, Step])[] = [
  ["string", string],
  ["concatenated_string", string],
  ["interpolation", interpolation],
  ["format_expression", interpolation],
];
