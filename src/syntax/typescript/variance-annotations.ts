/**
 * Returns a copy of equal length without the variance annotations of type parameters, which tree-sitter-typescript does not
 * read: `interface A<in out T>` becomes `interface A<       T>`.
 */
export function blankVarianceAnnotations(text: string): string {
  /** True for each open bracket that holds type parameters. */
  const brackets: boolean[] = [];
  let copy = "";
  let from = 0;
  for (const { 0: token, index, groups } of text.matchAll(tokenPattern)) {
    if (groups?.head !== undefined) brackets.push(true);
    else if (groups?.annotations !== undefined) {
      if (brackets.at(-1) !== true || !isFirstOfParameter(text, index)) continue;
      copy += text.slice(from, index) + token.replace(/in|out/g, (word) => " ".repeat(word.length));
      from = index + token.length;
    } else if (brackets.length > 0 && /^[<([{]$/.test(token)) brackets.push(false);
    else if (/^[>)\]}]$/.test(token)) brackets.pop();
  }
  return copy + text.slice(from);
}

/** True if a parameter of a list begins at a place. */
function isFirstOfParameter(text: string, index: number): boolean {
  let before = index - 1;
  while (before >= 0 && /\s/.test(text.charAt(before))) before--;
  return /[<,]/.test(text.charAt(before));
}

/** Comments, and strings on one line or between backquotes. */
const commentsAndStrings = String.raw`/\*[^]*?(?:\*/|$)|//.*|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|${"`"}(?:[^${"`"}\\]|\\[^])*${"`"}?`;

/** A declaration with type parameters, up to their closing bracket. */
const head = String.raw`(?<head>(?<![\w$.])(?:class|(?:class|interface|type)\s+[\p{ID_Continue}$]+)\s*<)`;

/** The annotations of one parameter, with `const` among them, before its name. A lookbehind over blanks would take the square of their number. */
const annotations = String.raw`(?<annotations>(?<![\p{ID_Continue}$])(?:(?:const|in|out)\s+)+(?=[\p{ID_Start}$_]))`;

const tokenPattern = new RegExp(`${commentsAndStrings}|${head}|${annotations}|=>|[<>()[\\]{}]`, "gu");
