import { commentsAndStrings } from "./line-joining.ts";

/**
 * A copy of equal length without the stars before brackets in subscripts (PEP 646), which tree-sitter-python does not read:
 * `a[*(1, 2)]` becomes `a[ (1, 2)]`. `a[*b]` is read.
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

/** Strings and comments, brackets, and a star of one argument before another bracket. */
const tokenPattern = new RegExp(
  String.raw`${commentsAndStrings}|(?<subscript>(?<=[\w)\]}"'])\[)|[()[\]{}]|(?<=[[,]\s{0,9})\*(?=[([{])`,
  "g",
);
