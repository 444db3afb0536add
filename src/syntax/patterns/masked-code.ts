/**
 * Code of a file that masking has taken away, in a match of a pattern. Input: the masked text and the text of the file, of equal
 * length; output: ranges with that code, so that a replacement does not lose it.
 */
import type { Copy } from "../copies.ts";

/** Offsets of a part of the text. */
type TextRange = { readonly start: number; readonly end: number };

/** Returns the start of a match with a masked word right before it; the start itself if the word is not there. */
export function startWith({ text, whole }: Pick<Copy, "text" | "whole">, word: string, start: number): number {
  const from = text.slice(0, start).trimEnd().length;
  const at = [...whole.slice(from, start).matchAll(/[\w$]+/g)].findLast(([found]) => found === word);
  return at === undefined ? start : from + at.index;
}

/** The masked code of a match, without the words that the pattern has of it. */
export class MaskedCode {
  /** Words that masking has taken away, in order. */
  readonly #words: readonly TextRange[];
  readonly #text: string;

  /** @param named the words that the pattern has of such code, each as often as it is there */
  constructor({ text, whole }: Pick<Copy, "text" | "whole">, { start, end }: TextRange, named: readonly string[]) {
    const left = [...named];
    const words: TextRange[] = [];
    const masked = text.slice(start, end);
    for (const { 0: blank, index } of masked === whole.slice(start, end) ? [] : masked.matchAll(/\s+/g)) {
      const at = start + index;
      for (const { 0: word, index: offset } of whole.slice(at, at + blank.length).matchAll(/[\w$]+|[^\s\w$]+/g)) {
        const known = left.indexOf(word);
        if (known >= 0) left.splice(known, 1);
        else words.push({ start: at + offset, end: at + offset + word.length });
      }
    }
    this.#words = words;
    this.#text = text;
  }

  /** Returns a range with the masked code right before and after it. */
  widened({ start, end }: TextRange): TextRange {
    const isBlank = (from: number, to: number) => this.#text.slice(from, to).trim() === "";
    const before = this.#words.find((word) => word.start < start && isBlank(word.start, start));
    const after = this.#words.findLast((word) => word.end > end && isBlank(end, word.end));
    return { start: before?.start ?? start, end: after?.end ?? end };
  }

  /** True if some of it is in no metavariable with a name. */
  isLeftOut(captures: readonly TextRange[]): boolean {
    return this.#words.some((word) => !captures.some((one) => one.start <= word.start && word.end <= one.end));
  }
}
