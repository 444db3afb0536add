/**
 * The comments of a file, and what they say about its definitions. Input: comments as queries capture them, and the
 * place of a definition; output: the first sentence about it, or its whole documentation.
 */
import { countWhile } from "../base/count-while.ts";
import { blockSignsAt, type CommentSigns, uncommented } from "./comment-signs.ts";
import type { Match } from "./matching/match-query.ts";

/** The range of a comment in a text, in UTF-16 offsets. */
export type CommentRange = { readonly startIndex: number; readonly endIndex: number };

/** The starts and ends of nodes in the text. */
type NodeRanges = { readonly startOf: (node: number) => number; readonly endOf: (node: number) => number };

/** UTF-16 code units of a sentence. */
const maxSentenceLength = 200;

/** UTF-16 code units in which the end of a sentence is looked for. */
const maxParagraphLength = 2_000;

/** The ranges of the comments of a file. */
export type CommentRanges = {
  readonly comments: readonly CommentRange[];
  /** Comments about the definition below them or next to them. */
  readonly docs: readonly CommentRange[];
};

/**
 * Collects what matches capture as `@doc` or `@comment`; a `@doc` next to a definition is the definition's own, a
 * string inside of it.
 *
 * @param cut comments that were cut out of the parsed text, which are docs
 */
export function commentsIn(
  matches: readonly Match[],
  { startOf, endOf }: NodeRanges,
  cut: readonly CommentRange[],
): CommentRanges & { readonly docStrings: ReadonlyMap<number, CommentRange> } {
  const comments = [...cut];
  const docs = [...cut];
  const docStrings = new Map<number, CommentRange>();
  for (const { captures } of matches) {
    for (const { name, node } of captures) {
      if (name !== "doc" && name !== "comment") continue;
      const owner = captures.find((capture) => capture.name.startsWith("definition."))?.node;
      const range = { startIndex: startOf(node), endIndex: endOf(node) };
      if (owner !== undefined) docStrings.set(owner, range);
      else comments.push(range);
      if (owner === undefined && name === "doc") docs.push(range);
    }
  }
  return { comments: comments.sort((a, b) => a.startIndex - b.startIndex), docs, docStrings };
}

/** The comments of a file, and what they say about its definitions. */
export class CommentBook {
  readonly #text: string;
  /** In source order. */
  readonly #comments: readonly CommentRange[];
  readonly #docs: readonly CommentRange[];
  readonly #signs: CommentSigns;
  /** Of #docs, by the place where code goes on after them; made when it is asked for. */
  #above: ReadonlyMap<number, CommentRange> | undefined;

  /** @param ranges with the comments in source order */
  constructor(text: string, { comments, docs }: CommentRanges, signs: CommentSigns) {
    this.#text = text;
    this.#comments = comments;
    // The line that names the interpreter of a script is not about the definition below.
    this.#docs = text.startsWith("#!") ? docs.filter(({ startIndex }) => startIndex > 0) : docs;
    this.#signs = signs;
  }

  /** A range of the text, with a blank for each comment. */
  without(start: number, end: number): string {
    let text = "";
    let from = start;
    for (let i = this.#firstFrom(start); i < this.#comments.length; i++) {
      const comment = this.#comments[i];
      if (comment === undefined || comment.startIndex >= end) break;
      text += `${this.#text.slice(from, comment.startIndex)} `;
      from = Math.min(comment.endIndex, end);
    }
    return text + this.#text.slice(from, end);
  }

  /**
   * The first sentence about a definition: of its own string, of the comment above its statement, or else, where it has
   * no body, of the one after it on its line.
   *
   * @param own the string inside of it
   * @param start of its statement
   * @param end of the definition where it has no body
   */
  sentenceFor(own: CommentRange | undefined, start: number, end: number | undefined): string | undefined {
    return firstSentence(this.#linesFor(own, start, end).flat());
  }

  /**
   * The whole documentation of a definition, from the comment that `sentenceFor` reads: without signs of comments,
   * undefined for no word.
   */
  textFor(own: CommentRange | undefined, start: number, end: number | undefined): string | undefined {
    const text = this.#linesFor(own, start, end).map(evenlyIndented).join("\n");
    return hasWords(text) ? text.replace(/^\n+|\n+$/g, "") : undefined;
  }

  /** The lines of each string or comment about a definition, without its signs. */
  #linesFor(own: CommentRange | undefined, start: number, end: number | undefined): readonly (readonly string[])[] {
    if (own !== undefined) return [unquoted(this.#textOf(own)).split("\n")];
    const above = this.#commentAbove(start);
    if (above.length > 0) return above.map((range) => uncommented(this.#textOf(range), this.#signs));
    const behind = end === undefined ? undefined : this.#behind(end);
    return behind === undefined ? [] : [uncommented(this.#textOf(behind), this.#signs)];
  }

  /** The start of the comment right above a place; the place itself when there is none. */
  startWithComment(place: number): number {
    return this.#commentAbove(place)[0]?.startIndex ?? place;
  }

  /** The comment right above a place: one block, or a run of line comments, in source order. */
  #commentAbove(place: number): readonly CommentRange[] {
    const found: CommentRange[] = [];
    this.#above ??= new Map(this.#docs.map((doc) => [this.#nextCode(doc.endIndex), doc]));
    const docs = this.#above;
    let comment = docs.get(place);
    while (comment !== undefined && this.#isAlone(comment)) {
      const isBlock = blockSignsAt(this.#text, comment.startIndex, this.#signs) !== undefined;
      if (isBlock && found.length > 0) break;
      found.push(comment);
      if (isBlock) break;
      comment = docs.get(comment.startIndex);
    }
    return found.reverse();
  }

  /** The comment that follows on the line, if only a comma or a semicolon is between. */
  #behind(end: number): CommentRange | undefined {
    let place = end;
    // The node of a directive holds its line break.
    while (/\s/.test(this.#text.charAt(place - 1))) place--;
    const comment = this.#comments[this.#firstFrom(place)];
    if (comment === undefined) return undefined;
    return /^[ \t]*[,;]?[ \t]*$/.test(this.#text.slice(place, comment.startIndex)) ? comment : undefined;
  }

  /** The offset of code after a comment: on its line, or at the start of the next one; else nowhere. */
  #nextCode(end: number): number {
    const gap = /^[ \t]*\r?\n?[ \t]*/.exec(this.#text.slice(end, end + maxIndentation))?.[0] ?? "";
    return end + gap.length;
  }

  /** True if it is the first text on its line. */
  #isAlone({ startIndex }: CommentRange): boolean {
    const lineStart = this.#text.lastIndexOf("\n", startIndex - 1) + 1;
    return this.#text.slice(lineStart, startIndex).trim() === "";
  }

  #textOf({ startIndex, endIndex }: CommentRange): string {
    return this.#text.slice(startIndex, endIndex);
  }

  /** The place in #comments of the first one that starts at an offset or after it. */
  #firstFrom(offset: number): number {
    return countWhile(this.#comments.length, (at) => (this.#comments[at]?.startIndex ?? 0) < offset);
  }
}

/** UTF-16 code units between a comment and the definition below. */
const maxIndentation = 400;

/** The text between the quotes of a string. */
function unquoted(string: string): string {
  return string.replace(/^\w*(?:"""|'''|"|')/, "").replace(/(?:"""|'''|"|')$/, "");
}

/** The first sentence of the first paragraph; undefined when there is no word. */
function firstSentence(lines: readonly string[]): string | undefined {
  const trimmed = lines.map((line) => line.trim().replace(/^[\\@](?:brief|short)\b\s*/, ""));
  const start = trimmed.findIndex(hasWords);
  if (start < 0) return undefined;
  const rest = trimmed.slice(start);
  const end = rest.findIndex((line, i) => i > 0 && (!hasWords(line) || /^[\\@]\w/.test(line)));
  const paragraph = rest
    .slice(0, end < 0 ? maxSentenceLength : end)
    .join(" ")
    .slice(0, maxParagraphLength)
    .replace(/\s+/g, " ");
  const sentence = /^.+?[.!?]["')\]`]*(?=\s+[\p{Lu}\p{N}"'(`\\@<[]|\s*$)/u.exec(paragraph)?.[0] ?? paragraph;
  return sentence.length > maxSentenceLength ? `${sentence.slice(0, maxSentenceLength - 1)}…` : sentence;
}

/** A text of several lines without what all but the first of them are indented by; of a single line nothing is taken. */
function evenlyIndented(lines: readonly string[]): string {
  const [first = "", ...rest] = lines.map((line) => line.trimEnd());
  const indentations = rest.filter((line) => line !== "").map((line) => line.length - line.trimStart().length);
  const indentation = indentations.length === 0 ? 0 : indentations.reduce((least, one) => Math.min(least, one));
  const start = rest.length === 0 ? first : first.trimStart();
  return [start, ...rest.map((line) => line.slice(indentation))].join("\n");
}

function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}
