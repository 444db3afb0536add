import type { Range } from "../base/nested-ranges.ts";

/** Words in comments that say that something is left to do, or to know. */
export const markerWords = ["TODO", "FIXME", "HACK", "XXX", "BUG", "NOTE", "OPTIMIZE", "WARNING"] as const;

type MarkerWord = (typeof markerWords)[number];

/** A marker in a comment. */
export type CommentMarker = {
  /** The offset of the word. */
  readonly at: number;
  readonly marker: MarkerWord;
  /** The text in brackets after the word: `alice` of `TODO(alice)`. */
  readonly owner?: string;
  /** The rest of the line, without the end of the comment. */
  readonly text: string;
};

/** UTF-16 code units of the text of a marker. */
const maxTextLength = 160;

/** UTF-16 code units of an owner: a name, or the address of an issue. */
const maxOwnerLength = 80;

const markerWord = new RegExp(String.raw`\b(?:${markerWords.join("|")})\b`, "g");

/** The text between the start of a line of a comment and its first word. */
const lineStart = /^[\s/*#!<>@\\"'`.:;=+~|[({-]*$/;

/**
 * Returns the markers of a text's comments, in source order. A marker is a word in capitals at the start of a line of a
 * comment, or one that `:` or `(owner)` follows: `see the TODO list` has none.
 */
export function markersIn(text: string, comments: readonly Range[]): readonly CommentMarker[] {
  return comments.flatMap(({ start, end }) => {
    const comment = text.slice(start, end);
    return Array.from(comment.matchAll(markerWord), ({ index, 0: word }) => markerAt(comment, index, word)).flatMap(
      (found) => (found === undefined ? [] : [{ ...found, at: start + found.at }]),
    );
  });
}

/** UTF-16 code units of a line of a comment that are looked at: before its first word, and after a marker. */
const maxLineStart = 200;
const maxLineEnd = 400;

function markerAt(comment: string, at: number, word: string): CommentMarker | undefined {
  const marker = markerWords.find((known) => known === word);
  const before = comment.slice(Math.max(0, at - maxLineStart), at);
  const [behind = ""] = comment.slice(at + word.length, at + word.length + maxLineEnd).split("\n", 1);
  if (marker === undefined || endsInName.test(before) || beginsInName.test(behind)) return undefined;
  const [bracketed = "", owner = ""] = /^\s?\(([^()]*)\)/.exec(behind.slice(0, maxOwnerLength)) ?? [];
  const rest = behind.slice(bracketed.length);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isAtStart = line.length < maxLineStart && lineStart.test(line);
  if (!isAtStart && !/^\s?:/.test(rest) && !isName(owner)) return undefined;
  const name = owner.trim();
  return { at, marker, ...(name !== "" && { owner: name }), text: textOf(rest) };
}

/** `A_XXX`, `$XXX`, `a-XXX` and `a.XXX` are names, and so are `XXX-1`, `TODO.md` and `BUG_1`. */
const endsInName = /[\w$%]$|\w[-.]$/;
const beginsInName = /^[-.]?\w/;

/** Brackets in running text hold more than a name. */
function isName(owner: string): boolean {
  return owner !== "" && !/\s/.test(owner.trim());
}

function textOf(rest: string): string {
  const text = rest
    .replace(/^[\s:;,.\])}-]+/, "")
    .replace(/\s*(?:\*+\/|"""|''')?\s*$/, "")
    .replace(/\s+/g, " ");
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
}
