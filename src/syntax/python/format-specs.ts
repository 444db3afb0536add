import { commentsAndStrings } from "./line-joining.ts";

/**
 * A copy of equal length without the `=` at the start of format specifications, which tree-sitter-python takes for an
 * assignment: `f"{a:=5}"` becomes `f"{a: 5}"`. An assignment expression is in parentheses there.
 */
export function blankEqualsInFormatSpecs(text: string): string {
  return text.replace(strings, (string: string, index: number) =>
    isFormatted(text, index) ? string.replace(specs, "$1 ") : string,
  );
}

const strings = new RegExp(commentsAndStrings, "g");

/** A replacement field up to the `=` of its specification. */
const specs = /(\{[^{}()=\r\n]*:)=/g;

/** True if a string has the prefix of an f-string. */
function isFormatted(text: string, quote: number): boolean {
  return /(?<!\w)(?:f|rf|fr)$/i.test(text.slice(Math.max(0, quote - 3), quote));
}
