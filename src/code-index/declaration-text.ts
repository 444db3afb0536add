import { CommentBook } from "../syntax/doc-comments.ts";
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";
import { signatureOf } from "../syntax/signature.ts";
import type { ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";

/** Where the documentation of a language is: in comments above a declaration, or in strings inside of it. */
type DocRules = {
  readonly areComments: boolean;
  /** The kinds of a body, of the statement that it begins with, and of the strings that this statement may be. */
  readonly string?: { readonly body: string; readonly statement: string; readonly kinds: ReadonlySet<string> };
};

const docRules: ReadonlyMap<string, DocRules> = new Map<string, DocRules>([
  [
    "python",
    {
      areComments: false,
      string: {
        body: "block",
        statement: "expression_statement",
        kinds: new Set(["string", "concatenated_string"]),
      },
    },
  ],
]);
const defaultRules: DocRules = { areComments: true };

type Range = { readonly startIndex: number; readonly endIndex: number };

/** What the text of a file says about its declarations. Valid as long as the file is. */
export class DeclarationTexts {
  readonly #file: ResolvedFile;
  readonly #rules: DocRules;
  readonly #comments: CommentBook;

  constructor(file: ResolvedFile) {
    const { tree, text: whole } = file;
    this.#file = file;
    this.#rules = docRules.get(file.file.language) ?? defaultRules;
    const comments: Range[] = [];
    for (let node = 0; node < tree.size; node++) {
      if (!isComment(tree, node)) continue;
      comments.push({ startIndex: tree.start(node), endIndex: tree.end(node) });
    }
    this.#comments = new CommentBook(whole, { comments, docs: this.#rules.areComments ? comments : [] });
  }

  /** What stands before the body, as list_symbols has it. */
  signatureOf({ start, headEnd }: Declaration): string {
    return signatureOf(this.#comments.without(start, headEnd));
  }

  /** The first sentence of its documentation. */
  docOf({ start, headEnd, end }: Declaration): string | undefined {
    const hasBody = headEnd < end;
    const own = hasBody ? this.#docString(headEnd, end) : undefined;
    return this.#comments.sentenceFor(own, start, hasBody ? undefined : end);
  }

  /** Its lines, from those of the comment above it on, without the line break at the end. */
  sourceOf({ start, end }: Declaration): string {
    const { text: whole } = this.#file;
    const from = this.#comments.startWithComment(start);
    const lineStart = whole.lastIndexOf("\n", from - 1) + 1;
    const lineEnd = whole.indexOf("\n", Math.max(end - 1, start));
    return whole.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trimEnd();
  }

  /** The string that a body begins with. */
  #docString(start: number, end: number): Range | undefined {
    const { string } = this.#rules;
    const { tree } = this.#file;
    if (string === undefined) return undefined;
    for (let node = tree.firstFrom(start); node < tree.size && tree.start(node) < end; node++) {
      if (tree.type(node) !== string.body) continue;
      const statement = firstOfCode(tree, node);
      if (statement === noNode || tree.type(statement) !== string.statement) return undefined;
      const only = tree.firstNamedChild(statement);
      if (only === noNode || tree.nextSibling(only) !== noNode || !string.kinds.has(tree.type(only))) return undefined;
      return { startIndex: tree.start(only), endIndex: tree.end(only) };
    }
    return undefined;
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
