/**
 * Rewrites of Python that tree-sitter-python reads wrong. Input: the text of a file; output: a copy of equal length in
 * which the characters that mislead the parser are blanks.
 */
import { commentsAndStrings } from "./line-joining.ts";

/**
 * A copy of equal length without the comments between a decorator and what it decorates: one that is indented less makes
 * tree-sitter-python end the block.
 */
export function blankCommentsAfterDecorators(text: string): string {
  let copy = "";
  let from = 0;
  let isDecorated = false;
  for (const { 0: line, index } of text.matchAll(lines)) {
    const first = line.trimStart().charAt(0);
    if (first === "@") isDecorated = true;
    else if (first !== "" && first !== "#") isDecorated = false;
    else if (first === "#" && isDecorated) {
      copy += text.slice(from, index) + " ".repeat(line.length);
      from = index + line.length;
    }
  }
  return copy + text.slice(from);
}

const lines = /[^\r\n]+/g;

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

/**
 * A copy of equal length without the stars in subscripts (PEP 646) that tree-sitter-python does not read: `a[*(1, 2)]` becomes
 * `a[ (1, 2)]`. A star before a name is read: `a[*b]`.
 */
export function blankStarsInSubscripts(text: string): string {
  /** Of each open bracket: whether it is that of a subscript. */
  const brackets: boolean[] = [];
  let copy = "";
  let from = 0;
  for (const { 0: token, index, groups } of text.matchAll(tokenPattern)) {
    const first = token.charAt(0);
    if (groups?.subscript !== undefined) brackets.push(true);
    else if ("([{".includes(first)) brackets.push(false);
    else if (")]}".includes(first)) brackets.pop();
    else if (first === "*" && brackets[brackets.length - 1] === true) {
      copy += `${text.slice(from, index)} `;
      from = index + 1;
    }
  }
  return copy + text.slice(from);
}

/** The start of an operand that the grammar does not read after a star of a subscript: all but a name. */
const operand = String.raw`\s{0,99}(?:[([{"'~+.\\#-]|\d|(?:not|lambda|await|None|True|False)\b|[A-Za-z]{1,2}["'])`;

/** Strings and comments, brackets, and a star of one argument before such an operand. */
const tokenPattern = new RegExp(
  String.raw`${commentsAndStrings}|(?<subscript>(?<=[\w)\]}"'])\[)|[()[\]{}]|(?<=[[,]\s{0,9})\*(?=${operand})`,
  "g",
);
