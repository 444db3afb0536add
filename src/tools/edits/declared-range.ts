/**
 * The range of a declaration as an edit needs it. Input: an opened file and one of its declarations; output: the offsets of its code,
 * of the comment above it and of its body, and whether its lines hold nothing else.
 */
import type { ResolvedFile } from "../../code-index/code.ts";
import type { Declaration } from "../../code-index/code-index.ts";
import { DeclarationTexts } from "../../code-index/declaration-text.ts";
import { isInner } from "../../code-index/symbol-kind.ts";
import { traitsOf } from "../../code-index/traits-of.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { leadOf } from "./placed-text.ts";

/** The body of a declaration. */
export type Body = {
  /** Between the braces, or from the end of the head on. */
  readonly start: number;
  readonly end: number;
  /** True for an indented block; else braces are around it. */
  readonly isBlock: boolean;
};

/** Offsets of a text. */
export type DeclaredRange = {
  /** The start of the comment above it; `start` without one. */
  readonly docStart: number;
  /** With decorators, and macros before it in its line. */
  readonly start: number;
  /** With a semicolon. */
  readonly end: number;
  /** True if the semicolon is not a part of the declaration, as that of a class. */
  readonly endsWithSemicolon: boolean;
  /** The blanks before it in its line. */
  readonly indent: string;
  /** True if only blanks are before it in its lines, and only comments after it. */
  readonly hasOwnLines: boolean;
  /** True if code before it in its line does not end before it: the tree lacks a part, as around a syntax error. */
  readonly isCut: boolean;
  readonly body: Body | undefined;
  /** The name of another symbol that the same statement declares: `b` of `int a, b;`. */
  readonly sharedWith: string | undefined;
};

/** Returns the range of a declaration. */
export function declaredRangeOf(file: ResolvedFile, declaration: Declaration): DeclaredRange {
  const { text, tree } = file;
  const { start: statement, file: own, headEnd } = declaration;
  // The node of a directive holds its line break, and the tree has an empty body for `= default;`.
  const instead = /^=[^\S\n]*\w+[^\S\n]*;/.exec(text.slice(headEnd, lineEndOf(text, headEnd)))?.[0];
  const declaredEnd =
    instead === undefined
      ? statement + text.slice(statement, declaration.end).trimEnd().length
      : headEnd + instead.length;
  const lineStart = lineStartOf(text, statement);
  const before = text.slice(lineStart, statement);
  const isMacro = macroWords.test(before) && !hasCode(tree, lineStart, statement);
  const start = isMacro ? lineStart + leadOf(before).length : statement;
  const semicolon = /^[^\S\n]*;/.exec(text.slice(declaredEnd, lineEndOf(text, declaredEnd)))?.[0] ?? "";
  const end = declaredEnd + semicolon.length;
  const lineEnd = lineEndOf(text, end);
  const { documentation } = traitsOf(own.language);
  return {
    docStart:
      documentation.areComments && !isMacro
        ? new DeclarationTexts(file, tree).startWithDoc(declaration)
        : startOfComments(file, lineStart, start),
    start,
    end,
    endsWithSemicolon: semicolon !== "",
    indent: leadOf(text.slice(lineStart, start)),
    hasOwnLines: (isMacro || before.trim() === "") && isOnlyComment(file, end, lineEnd),
    isCut: !isMacro && !endsCode.test(before),
    body: bodyOf(file, declaration),
    sharedWith: sharingName(declaration),
  };
}

/** Words before a declaration that the tree may lack: `EXPORT`, `Q_DECL(1)`. */
const macroWords = /^\s*[A-Za-z_][\w\s(),."]*$/;

/** The end of code that a declaration of the same line may follow; also an empty line. */
const endsCode = /^\s*$|(?:[{};,(<\])"]|\*\/|(?<!:):)\s*$/;

/** The start of the line of an offset. */
export function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The end of the line of an offset, before its line break. */
export function lineEndOf(text: string, offset: number): number {
  const lineBreak = text.indexOf("\n", offset);
  if (lineBreak < 0) return text.length;
  return lineBreak > offset && text.charAt(lineBreak - 1) === "\r" ? lineBreak - 1 : lineBreak;
}

/** True if a leaf of a tree begins in a range, comments apart. */
function hasCode(tree: FlatTree, from: number, to: number): boolean {
  for (let node = tree.firstFrom(from); node < tree.size && tree.start(node) < to; node++) {
    if (tree.firstChild(node) === noNode && tree.end(node) > tree.start(node) && !isComment(tree, node)) return true;
  }
  return false;
}

export function isComment(tree: FlatTree, node: number): boolean {
  return tree.isNamed(node) && tree.type(node).endsWith("comment");
}

/** True if a part of a line has only comments, which end there. */
function isOnlyComment({ text, tree }: ResolvedFile, from: number, to: number): boolean {
  let at = from;
  for (let node = tree.firstFrom(from); node < tree.size && tree.start(node) < to; node++) {
    if (!isComment(tree, node)) continue;
    // A comment has the first half of a line break of Windows.
    if (text.slice(at, tree.start(node)).trim() !== "" || text.slice(to, tree.end(node)).trim() !== "") return false;
    at = Math.max(at, tree.end(node));
  }
  return text.slice(at, to).trim() === "";
}

/** The start of the comments in the lines right above a declaration, with its indentation. */
function startOfComments({ text, tree, positionOf }: ResolvedFile, lineStart: number, start: number): number {
  const indent = text.slice(lineStart, lineStart + leadOf(text.slice(lineStart, start)).length);
  let first = start;
  let above = lineStart;
  while (above > 0) {
    const line = lineStartOf(text, above - 1);
    const node = tree.firstFrom(line + indent.length);
    const isAlone =
      node < tree.size &&
      isComment(tree, node) &&
      tree.start(node) === line + indent.length &&
      text.slice(line, tree.start(node)) === indent &&
      text.slice(tree.end(node), above).trim() === "";
    // The first lines of a file may be for the system, or tell the encoding.
    const isOfFile = /^#!|coding[:=]/.test(text.slice(line, above)) && positionOf(line).line <= 2;
    if (!isAlone || isOfFile) break;
    first = tree.start(node);
    above = line;
  }
  return first;
}

/** Another symbol of the same scope whose statement overlaps a declaration. */
function sharingName(declaration: Declaration): string | undefined {
  const { file, start, end, headEnd, parent, scopeEnd, index } = declaration;
  const isLocal = (one: Declaration) => (one.flags & DeclarationFlag.local) !== 0;
  const other = file.declarations.find(
    (one) =>
      one.index !== index &&
      one.start < end &&
      one.end > start &&
      one.parent === parent &&
      // A method may declare attributes, which are members of its class as it is.
      !(headEnd < end && one.start >= headEnd) &&
      !(one.headEnd < one.end && start >= one.headEnd) &&
      one.name !== "" &&
      !(isInner(one) && !isInner(declaration)) &&
      isLocal(one) === isLocal(declaration) &&
      one.scopeEnd === scopeEnd,
  );
  return other?.name;
}

/** The body that a declaration has: between braces, or an indented block. */
function bodyOf({ text, tree }: ResolvedFile, { headEnd, end, file }: Declaration): Body | undefined {
  if (headEnd >= end) return undefined;
  const node = tree.firstFrom(headEnd);
  if (node >= tree.size || tree.start(node) !== headEnd) return undefined;
  const nodeEnd = tree.end(node);
  if (text.charAt(headEnd) === "{" && text.charAt(nodeEnd - 1) === "}" && nodeEnd > headEnd + 1) {
    return { start: headEnd + 1, end: nodeEnd - 1, isBlock: false };
  }
  const block = blockAt(tree, headEnd, traitsOf(file.language).indentedBlock?.kind);
  const holder = block === noNode ? noNode : (tree.parents[block] ?? noNode);
  if (holder === noNode) return undefined;
  let colonEnd = -1;
  for (let child = tree.firstChild(holder); child !== noNode && child < block; child = tree.nextSibling(child)) {
    if (tree.type(child) === ":") colonEnd = tree.end(child);
  }
  if (colonEnd < 0) return undefined;
  return { start: colonEnd, end, isBlock: true };
}

/** The node of a kind that begins at an offset. */
function blockAt(tree: FlatTree, offset: number, kind: string | undefined): number {
  for (let node = tree.firstFrom(offset); node < tree.size && tree.start(node) === offset; node++) {
    if (tree.type(node) === kind) return node;
  }
  return noNode;
}
