/**
 * The syntax errors of a file. Input: a tree with ERROR and MISSING nodes; output: diagnostics that say what was not
 * expected, what was expected, and which brackets are not closed.
 */
import type { Node } from "web-tree-sitter";
import { unexpectedIn } from "./expectations.ts";
import type { LoadedGrammar } from "./grammars.ts";
import { oneLine } from "./one-line.ts";
import { type Position, positionsIn } from "./positions.ts";
import type { RefusedNode } from "./refused-nodes.ts";

/** The codes of what does not parse. */
export const syntaxCodes = ["syntax_error", "missing_token"] as const;

/** The names in other tools for code that does not parse: flake8, and clang-tidy. */
export const syntaxAliases: readonly string[] = ["E999", "clang-diagnostic-error"];

type SyntaxCode = (typeof syntaxCodes)[number];

/** A fault at a place of a file. */
type Diagnostic = Position & {
  readonly endLine: number;
  /** The column after the last character. */
  readonly endColumn: number;
  readonly code: SyntaxCode;
  readonly message: string;
  /** The file's own line on which it starts. */
  readonly text: string;
};

export type Diagnostics = {
  readonly diagnostics: readonly Diagnostic[];
  /** The number of each code, also past the limit. */
  readonly counts: Readonly<Record<SyntaxCode, number>>;
};

/** UTF-16 code units of a line or of a word in a message. */
const maxLineLength = 200;
const maxWordLength = 40;

/**
 * The ERROR and MISSING nodes of a tree and what the language refuses, in source order; at most `max` of them are
 * described.
 *
 * @param text the file's own, with `\n` after each line, whatever copy of it the tree is of
 * @param refused by offsets in the text
 * @param part the offsets of the part that messages are about: they show no code outside of it, and count its lines
 */
export function diagnosticsOf(
  loaded: LoadedGrammar,
  text: string,
  root: Node,
  max: number,
  refused: Iterable<RefusedNode> = [],
  part: TextPart = { start: 0, end: text.length },
): Diagnostics {
  const positionOf = positionsIn(text);
  const found = new Map<string, Diagnostic>();
  const counts = { syntax_error: 0, missing_token: 0 };
  let described = 0;
  const describe = (code: SyntaxCode, { start, end, message }: Finding) => {
    const { line, column } = positionOf(start);
    const { line: endLine, column: endColumn } = positionOf(end);
    const key = `${start} ${message}`;
    // A fault inside of another one may be the same thing seen twice.
    if (found.has(key)) counts[code]--;
    else found.set(key, { line, column, endLine, endColumn, code, message, text: lineAt(text, start) });
  };
  for (const { node, isHidden } of faultsIn(root)) {
    const isMissing = isHidden || node.isMissing;
    const code = isMissing ? "missing_token" : "syntax_error";
    counts[code]++;
    if (++described > max) continue;
    describe(
      code,
      isHidden
        ? hiddenIn(node, text)
        : isMissing
          ? missing(node)
          : misread(loaded, text, root, node, { part, positionOf }),
    );
  }
  for (const node of refused) {
    counts.syntax_error++;
    if (++described <= max) describe("syntax_error", node);
  }
  const diagnostics = [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  return { diagnostics, counts };
}

type TextPart = { readonly start: number; readonly end: number };

type Fault = { readonly node: Node; readonly isHidden: boolean };

/**
 * The ERROR and MISSING nodes below a node, outer ones first. A missing token of a kind that trees do not show, such as
 * Python's end of a line, is hidden in the node that it belongs to.
 */
function* faultsIn(root: Node): Generator<Fault> {
  const cursor = root.walk();
  /** Of each open node with errors: it, unless a node below it shows them. */
  const open: (Node | undefined)[] = [];
  try {
    for (;;) {
      const node = cursor.currentNode;
      const isFault = node.isError || node.isMissing;
      if (isFault) yield { node, isHidden: false };
      if (isFault || node.hasError) open[open.length - 1] = undefined;
      if (node.hasError && cursor.gotoFirstChild()) {
        open.push(node.isError ? undefined : node);
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return;
        const hiding = open.pop();
        if (hiding !== undefined) yield { node: hiding, isHidden: true };
      }
    }
  } finally {
    cursor.delete();
  }
}

type Finding = { readonly start: number; readonly end: number; readonly message: string };

function missing(node: Node): Finding {
  const { type, startIndex: start, endIndex: end } = node;
  return { start, end, message: `Expected ${node.isNamed ? type.replaceAll("_", " ") : JSON.stringify(type)} here` };
}

/** Nodes that are printed to learn of a hidden token: tree-sitter recurses. */
const maxPrintedNodes = 200;

/** A missing token that no node shows: tree-sitter prints its name, and it is where two statements share a line. */
function hiddenIn(node: Node, text: string): Finding {
  const printed = node.descendantCount <= maxPrintedNodes ? node.toString() : "";
  const token = /\(MISSING _(\w+)\)/.exec(printed)?.[1]?.replaceAll("_", " ");
  const place = firstCrowded(node, text) ?? node.startIndex;
  return { start: place, end: place, message: token === undefined ? "A token is missing" : `Expected ${token} here` };
}

/** The start of the first child that follows another one on its line with nothing but blanks between. */
function firstCrowded(node: Node, text: string): number | undefined {
  const cursor = node.walk();
  try {
    let end: number | undefined;
    for (let more = cursor.gotoFirstChild(); more; more = cursor.gotoNextSibling()) {
      const { startIndex, endIndex, nodeType } = cursor;
      if (end !== undefined && nodeType !== "comment" && /^[ \t]*$/.test(text.slice(end, startIndex)))
        return startIndex;
      end = cursor.nodeIsNamed ? endIndex : undefined;
    }
    return undefined;
  } finally {
    cursor.delete();
  }
}

/** The place and cause of an ERROR node, by the parser's states and the brackets. */
function misread(
  loaded: LoadedGrammar,
  text: string,
  root: Node,
  error: Node,
  { part, positionOf }: { readonly part: TextPart; readonly positionOf: (index: number) => Position },
): Finding {
  const unexpected = unexpectedIn(loaded, error, tokenBehind(root, error.endIndex));
  const isInPart = ({ startIndex }: Node) => part.start <= startIndex && startIndex < part.end;
  const open = openBracketsIn(error).filter((one) => one.id !== unexpected?.token?.id && isInPart(one));
  const lastOpen = open.at(-1);
  const expected = unexpected?.expected.length ? `: expected ${anyOf(unexpected.expected)}` : "";
  const linesBefore = positionOf(part.start).line - 1;
  const named = ({ type, startIndex }: Node) => `"${type}" of line ${positionOf(startIndex).line - linesBefore}`;
  const unclosed = open.length === 0 ? "" : `; not closed: ${open.map(named).join(", ")}`;
  const token = unexpected?.token;
  const quoted = (from: number, to: number) => JSON.stringify(oneLine(text.slice(from, to), maxWordLength));
  if (token !== undefined) {
    const { startIndex: start, endIndex: end } = token;
    return { start, end, message: `Unexpected ${quoted(start, end)}${expected}${unclosed}` };
  }
  const place = lastOpen ?? error;
  const misreadText = quoted(Math.max(error.startIndex, part.start), Math.min(error.endIndex, part.end));
  const what = unexpected === undefined ? `This does not parse: ${misreadText}` : `Unexpected end of file${expected}`;
  return { start: place.startIndex, end: place.endIndex, message: what + unclosed };
}

function anyOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${last}` : last;
}

/** The first token at an offset or after it; null at the end. */
function tokenBehind(root: Node, offset: number): Node | null {
  const cursor = root.walk();
  try {
    let isBehind = false;
    while (cursor.gotoFirstChildForIndex(offset)) isBehind ||= cursor.startIndex >= offset;
    return isBehind ? cursor.currentNode : null;
  } finally {
    cursor.delete();
  }
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Brackets that a message names, and parts of an ERROR node that are looked through for them. */
const maxBrackets = 3;
const maxParts = 10_000;

/** The brackets that an ERROR node opens and does not close: the innermost ones. */
function openBracketsIn(error: Node): readonly Node[] {
  const open: Node[] = [];
  const cursor = error.walk();
  try {
    let parts = 0;
    for (let more = cursor.gotoFirstChild(); more && parts < maxParts; more = cursor.gotoNextSibling()) {
      parts++;
      const type = cursor.nodeType;
      if (type in closing) open.push(cursor.currentNode);
      else if (closing[open.at(-1)?.type ?? ""] === type) open.pop();
    }
  } finally {
    cursor.delete();
  }
  return open.slice(-maxBrackets);
}

/** The line of an offset; of a very long one, the part around it. */
/** Returns the line of a text that has an offset; of a long one, what is around the offset. */
export function lineAt(text: string, offset: number): string {
  const from = Math.max(0, offset - maxLineLength / 2);
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const lineBreak = text.indexOf("\n", offset);
  const end = lineBreak < 0 ? text.length : lineBreak;
  if (end - start <= maxLineLength) return text.slice(start, end).trimEnd();
  const first = Math.max(start, from);
  const last = Math.min(end, first + maxLineLength);
  return `${first > start ? "…" : ""}${text.slice(first, last)}${last < end ? "…" : ""}`;
}
