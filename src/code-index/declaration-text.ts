/**
 * The texts of declarations: signature, documentation comment or docstring, source. Input: a file with its text, and
 * one of its declarations; output: the text, without the signs of comments.
 */
import { countWhile } from "../base/count-while.ts";
import { CommentBook, type CommentRange } from "../syntax/doc-comments.ts";
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";
import { signatureOf } from "../syntax/signature.ts";
import type { DeclaredFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import type { DocRules } from "./language-traits.ts";
import { traitsOf } from "./traits-of.ts";

/** UTF-16 code units after a declaration in which a comment on its line ends. */
const maxBehind = 2_000;

/** The texts of declarations in a file. Valid as long as the file is. */
export class DeclarationTexts {
  readonly #file: DeclaredFile;
  readonly #rules: DocRules;
  readonly #tree: FlatTree | undefined;
  /** The comments of the tree, in source order; made when they are needed. */
  #comments: readonly CommentRange[] | undefined;

  /** @param tree the tree of the file, where it is there: without it, only the text around declarations is parsed */
  constructor(file: DeclaredFile, tree?: FlatTree) {
    this.#file = file;
    this.#rules = traitsOf(file.file.language).documentation;
    this.#tree = tree;
  }

  /** The text before the body, as list_symbols has it. */
  signatureOf({ start, headEnd }: Declaration): string {
    const head = this.#book(this.#commentsIn(start, headEnd)).without(start, headEnd);
    return signatureOf(head, this.#rules.joinsLines === true);
  }

  /** The first sentence of its documentation. */
  docOf(declaration: Declaration): string | undefined {
    const { book, own, start, end } = this.#docPlace(declaration);
    return book.sentenceFor(own, start, end);
  }

  /** Its whole documentation, without the signs of comments. */
  wholeDocOf(declaration: Declaration): string | undefined {
    const { book, own, start, end } = this.#docPlace(declaration);
    return book.textFor(own, start, end);
  }

  /** The offset where it begins, with the comment above it. */
  startWithDoc(declaration: Declaration): number {
    const { start } = declaration;
    if (!this.#rules.areComments) return start;
    return this.#book(this.#commentsIn(this.#codeBefore(declaration), start)).startWithComment(start);
  }

  /** The places of the documentation of a declaration: the comments around it, and the string inside of it. */
  #docPlace(declaration: Declaration) {
    const { start, headEnd, end } = declaration;
    const hasBody = headEnd < end;
    const own = hasBody ? this.#docString(declaration) : undefined;
    const above = this.#rules.areComments ? this.#commentsIn(this.#codeBefore(declaration), start) : [];
    const behind = hasBody ? [] : this.#commentsIn(start, this.#codeBehind(declaration));
    return { book: this.#book([...above, ...behind]), own, start, end: hasBody ? undefined : end };
  }

  /** Its lines, with the comment above it, without the line break at the end. */
  sourceOf(declaration: Declaration): string {
    const { start, end } = declaration;
    const { text: whole } = this.#file;
    const lineStart = whole.lastIndexOf("\n", this.startWithDoc(declaration) - 1) + 1;
    const lineEnd = whole.indexOf("\n", Math.max(end - 1, start));
    return whole.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trimEnd();
  }

  #book(comments: readonly CommentRange[]): CommentBook {
    const { text, commentSigns } = this.#file;
    const docs = this.#rules.areComments ? comments : [];
    return new CommentBook(text, { comments, docs }, commentSigns);
  }

  /** The comments between two offsets; the first offset is in no comment. */
  #commentsIn(from: number, to: number): readonly CommentRange[] {
    if (this.#tree !== undefined) {
      this.#comments ??= commentsOf(this.#tree, 0);
      const comments = this.#comments;
      const first = countWhile(comments.length, (at) => (comments[at]?.startIndex ?? 0) < from);
      const end = countWhile(comments.length, (at) => (comments[at]?.startIndex ?? 0) < to);
      return comments.slice(first, end);
    }
    const part = this.#file.text.slice(from, to);
    if (!this.#rules.comment.test(part)) return [];
    return this.#plainComments(part, from) ?? this.#file.parsePart(part, (tree) => commentsOf(tree, from));
  }

  /** The comments of a text in which nothing else looks like one; undefined for another text. To parse it takes much longer. */
  #plainComments(part: string, from: number): readonly CommentRange[] | undefined {
    const { comments } = this.#rules;
    if (comments === undefined) return undefined;
    const found: CommentRange[] = [];
    for (const { 0: text, index, groups } of part.matchAll(comments)) {
      if (groups?.doubt !== undefined) return undefined;
      found.push({ startIndex: from + index, endIndex: from + index + text.length });
    }
    return found;
  }

  /** The end of the declaration before it, or the start of its parent: outside of comments and strings. */
  #codeBefore({ index, start, file: { declarations } }: Declaration): number {
    let at = index - 1;
    while ((declarations[at]?.start ?? 0) >= start && at >= 0) at--;
    let before = 0;
    for (let other = declarations[at]; other !== undefined; other = other.parent) {
      if (other.end <= start) before = Math.max(before, other.end);
      else if (other.headEnd <= start) return Math.max(before, other.headEnd);
    }
    return before;
  }

  /** The start of the next declaration, or the end of some text after it. */
  #codeBehind({ index, end, file: { declarations } }: Declaration): number {
    const next = nextFrom(end, declarations, index);
    return Math.min(next?.start ?? Number.POSITIVE_INFINITY, end + maxBehind);
  }

  /** The string that a body begins with. */
  #docString(declaration: Declaration): CommentRange | undefined {
    const { string } = this.#rules;
    if (string === undefined) return undefined;
    const { start, headEnd, end, index, file } = declaration;
    const inner = nextFrom(headEnd, file.declarations, index);
    const to = Math.min(end, inner?.start ?? end);
    if (this.#tree !== undefined) return docStringIn(this.#tree, { from: 0, headEnd, to }, string);
    const part = this.#file.text.slice(start, to);
    return this.#file.parsePart(part, (tree) => docStringIn(tree, { from: start, headEnd, to }, string));
  }
}

/** The first declaration after one of a file that starts at an offset or later. */
function nextFrom(offset: number, declarations: readonly Declaration[], index: number): Declaration | undefined {
  for (let at = index + 1; at < declarations.length; at++) {
    const next = declarations[at];
    if (next !== undefined && next.start >= offset) return next;
  }
  return undefined;
}

/** The string that the first body after a head begins with, in a tree of the text from an offset on. */
function docStringIn(
  tree: FlatTree,
  { from, headEnd, to }: { readonly from: number; readonly headEnd: number; readonly to: number },
  { body, statement: kind, kinds }: NonNullable<DocRules["string"]>,
): CommentRange | undefined {
  for (let node = tree.firstFrom(headEnd - from); node < tree.size && from + tree.start(node) < to; node++) {
    if (tree.type(node) !== body) continue;
    const statement = firstOfCode(tree, node);
    if (statement === noNode || tree.type(statement) !== kind) return undefined;
    const only = tree.firstNamedChild(statement);
    if (only === noNode || tree.nextSibling(only) !== noNode || !kinds.has(tree.type(only))) return undefined;
    return { startIndex: from + tree.start(only), endIndex: from + tree.end(only) };
  }
  return undefined;
}

/** The comments of a tree of the text from an offset on, in source order. */
function commentsOf(tree: FlatTree, from: number): readonly CommentRange[] {
  const comments: CommentRange[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (!isComment(tree, node)) continue;
    comments.push({ startIndex: from + tree.start(node), endIndex: from + tree.end(node) });
  }
  return comments;
}

function isComment(tree: FlatTree, node: number): boolean {
  return tree.isNamed(node) && tree.type(node).endsWith("comment");
}

function firstOfCode(tree: FlatTree, node: number): number {
  let child = tree.firstNamedChild(node);
  while (child !== noNode && isComment(tree, child)) child = tree.nextSibling(child);
  return child;
}
