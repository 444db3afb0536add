import type { Range } from "../base/nested-ranges.ts";

/** A range of a text, and what takes its place. */
export type Edit = Range & { readonly text: string };

/**
 * Returns a text with edits made. Of two that overlap the one that begins first counts, and of the other what is after
 * it.
 */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const edit of inOrder(edits)) {
    if (edit.start < from) {
      from = Math.max(from, edit.end);
      continue;
    }
    parts.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

function inOrder<Item extends Range>(ranges: readonly Item[]): readonly Item[] {
  return [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The ranges that do not lie in others, in order. */
export function outermost<Item extends Range>(ranges: readonly Item[]): readonly Item[] {
  const found: Item[] = [];
  for (const range of inOrder(ranges)) {
    if (range.start >= (found.at(-1)?.end ?? 0)) found.push(range);
  }
  return found;
}

/**
 * Returns the edit that takes a range out of a text: with its line, if nothing else is on it, and with the blank line
 * below, if there is one above.
 */
export function removal(text: string, { start, end }: Range): Edit {
  const lineStart = blanksBefore(text, start);
  const lineEnd = blanksAfter(text, end);
  const beginsLine = lineStart === 0 || text[lineStart - 1] === "\n";
  const endsLine = lineEnd === text.length || text[lineEnd] === "\n";
  if (!beginsLine || !endsLine) return { start, end, text: "" };
  const next = Math.min(lineEnd + 1, text.length);
  const below = blanksAfter(text, next);
  const isBlankBelow = text[below] === "\n";
  const isBlankAbove = lineStart < 2 || text[blanksBefore(text, lineStart - 1) - 1] === "\n";
  return { start: lineStart, end: isBlankBelow && isBlankAbove ? below + 1 : next, text: "" };
}

/** True when nothing but blanks are before an offset on its line. */
export function beginsLine(text: string, offset: number): boolean {
  const start = blanksBefore(text, offset);
  return start === 0 || text[start - 1] === "\n";
}

/** The offset before the blanks of a line that end at an offset. */
export function blanksBefore(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && isBlank(text[at - 1])) at--;
  return at;
}

/** The offset after the blanks of a line that begin at an offset. */
export function blanksAfter(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && isBlank(text[at])) at++;
  return at;
}

function isBlank(char: string | undefined): boolean {
  return char === " " || char === "\t" || char === "\r";
}
