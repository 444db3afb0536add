import { CommentBook, type CommentRange } from "../syntax/doc-comments.ts";
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";
import { signatureOf } from "../syntax/signature.ts";
import type { DeclaredFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";

/** Where the documentation of a language is: in comments above a declaration, or in strings inside of it. */
type DocRules = {
  /** What a text without it has no comment in. */
  readonly comment: RegExp;
  readonly areComments: boolean;
  /** The kinds of a body, of the statement that it begins with, and of the strings that this statement may be. */
  readonly string?: { readonly body: string; readonly statement: string; readonly kinds: ReadonlySet<string> };
};

const docRules: ReadonlyMap<string, DocRules> = new Map<string, DocRules>([
  ["cpp", { comment: /\/[/*]/, areComments: true }],
  [
    "python",
    {
      comment: /#/,
      areComments: false,
      string: {
        body: "block",
        statement: "expression_statement",
        kinds: new Set(["string", "concatenated_string"]),
      },
    },
  ],
]);
const defaultRules: DocRules = { comment: /(?:)/, areComments: true };

/** UTF-16 code units behind a declaration in which a comment on its line ends. */
const maxBehind = 2_000;

/** What the text of a file says about its declarations: only the text around them is parsed. Valid as long as the file is. */
export class DeclarationTexts {
  readonly #file: DeclaredFile;
  readonly #rules: DocRules;

  constructor(file: DeclaredFile) {
    this.#file = file;
    this.#rules = docRules.get(file.file.language) ?? defaultRules;
  }

  /** What stands before the body, as list_symbols has it. */
  signatureOf({ start, headEnd }: Declaration): string {
    return signatureOf(this.#book(this.#commentsIn(start, headEnd)).without(start, headEnd));
  }

  /** The first sentence of its documentation. */
  docOf(declaration: Declaration): string | undefined {
    const { start, headEnd, end } = declaration;
    const hasBody = headEnd < end;
    const own = hasBody ? this.#docString(declaration) : undefined;
    const above = this.#rules.areComments ? this.#commentsIn(this.#codeBefore(declaration), start) : [];
    const behind = hasBody ? [] : this.#commentsIn(start, this.#codeBehind(declaration));
    return this.#book([...above, ...behind]).sentenceFor(own, start, hasBody ? undefined : end);
  }

  /** Its lines, from those of the comment above it on, without the line break at the end. */
  sourceOf(declaration: Declaration): string {
    const { start, end } = declaration;
    const { text: whole } = this.#file;
    const above = this.#rules.areComments ? this.#commentsIn(this.#codeBefore(declaration), start) : [];
    const from = this.#book(above).startWithComment(start);
    const lineStart = whole.lastIndexOf("\n", from - 1) + 1;
    const lineEnd = whole.indexOf("\n", Math.max(end - 1, start));
    return whole.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trimEnd();
  }

  #book(comments: readonly CommentRange[]): CommentBook {
    return new CommentBook(this.#file.text, { comments, docs: this.#rules.areComments ? comments : [] });
  }

  /** The comments between two offsets, of which the first is in none. */
  #commentsIn(from: number, to: number): readonly CommentRange[] {
    const part = this.#file.text.slice(from, to);
    if (!this.#rules.comment.test(part)) return [];
    return this.#file.parsePart(part, (tree) => {
      const comments: CommentRange[] = [];
      for (let node = 0; node < tree.size; node++) {
        if (!isComment(tree, node)) continue;
        comments.push({ startIndex: from + tree.start(node), endIndex: from + tree.end(node) });
      }
      return comments;
    });
  }

  /** Where the declaration before it ends, or what holds it begins: outside of comments and strings. */
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

  /** Where the next declaration begins, or some text behind it ends. */
  #codeBehind({ index, end, file: { declarations } }: Declaration): number {
    const next = declarations.find((other, at) => at > index && other.start >= end);
    return Math.min(next?.start ?? Number.POSITIVE_INFINITY, end + maxBehind);
  }

  /** The string that a body begins with. */
  #docString(declaration: Declaration): CommentRange | undefined {
    const { string } = this.#rules;
    if (string === undefined) return undefined;
    const { start, headEnd, end, index, file } = declaration;
    const inner = file.declarations.find((other, at) => at > index && other.start >= headEnd);
    const to = Math.min(end, inner?.start ?? end);
    return this.#file.parsePart(this.#file.text.slice(start, to), (tree) => {
      for (let node = tree.firstFrom(headEnd - start); node < tree.size; node++) {
        if (tree.type(node) !== string.body) continue;
        const statement = firstOfCode(tree, node);
        if (statement === noNode || tree.type(statement) !== string.statement) return undefined;
        const only = tree.firstNamedChild(statement);
        if (only === noNode || tree.nextSibling(only) !== noNode || !string.kinds.has(tree.type(only)))
          return undefined;
        return { startIndex: start + tree.start(only), endIndex: start + tree.end(only) };
      }
      return undefined;
    });
  }
}

function isComment(tree: FlatTree, node: number): boolean {
  return tree.isNamed(node) && tree.type(node).endsWith("comment");
}

function firstOfCode(tree: FlatTree, node: number): number {
  let child = tree.firstNamedChild(node);
  while (child !== noNode && isComment(tree, child)) child = tree.nextSibling(child);
  return child;
}
