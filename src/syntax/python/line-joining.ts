/**
 * A copy of equal length in which the line breaks and comments inside brackets are blanks, or undefined when the
 * brackets do not pair: implicit line joining, as the Python language reference has it (section 2.1.6).
 *
 * tree-sitter-python takes a line inside brackets that is indented less than its block for the block's end when a name
 * has to follow, as after the dot of `(a.⏎b)`.
 */
export function joinLinesInBrackets(text: string): string | undefined {
  let joined = "";
  let from = 0;
  let depth = 0;
  tokenPattern.lastIndex = 0;
  for (let match = tokenPattern.exec(text); match !== null; match = tokenPattern.exec(text)) {
    const [token] = match;
    const first = token.charAt(0);
    if ("([{".includes(first)) depth++;
    else if (")]}".includes(first)) depth--;
    if (depth < 0) return undefined;
    if (depth === 0 || !"\r\n#\\".includes(first)) continue;
    joined += text.slice(from, match.index) + " ".repeat(token.length);
    from = tokenPattern.lastIndex;
  }
  return depth === 0 ? joined + text.slice(from) : undefined;
}

/** Strings as a whole and comments, for a regular expression; a quote inside of an f-string's braces ends it, as before 3.12. */
export const commentsAndStrings = String.raw`"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""|'''(?:[^'\\]|\\[\s\S]|'(?!''))*'''|"(?:[^"\\\r\n]|\\[\s\S])*"|'(?:[^'\\\r\n]|\\[\s\S])*'|#[^\r\n]*`;

/** Also a backslash that joins lines, which is as good as none in brackets. */
const tokenPattern = new RegExp(String.raw`${commentsAndStrings}|[()[\]{}]|\\?[\r\n]+`, "g");
