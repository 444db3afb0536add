import { commentsAndStrings } from "./line-joining.ts";

/**
 * A copy of equal length without the defaults of type parameters (PEP 696), which tree-sitter-python does not read:
 * `class A[T = int, *Ts = *tuple[int]]:` becomes `class A[T      , *Ts              ]:`.
 * */
export function blankTypeParameterDefaults(text: string): string {
  /** Of each open bracket: whether it holds type parameters. */
  const brackets: boolean[] = [];
  let copy = "";
  let from = 0;
  let start = -1;
  for (const { 0: token, index, groups } of text.matchAll(tokenPattern)) {
    if (groups?.head !== undefined) brackets.push(true);
    else if (token === "[" || token === "(" || token === "{") brackets.push(false);
    else if (brackets[brackets.length - 1] === true) {
      if (token === "=" && start < 0) start = index;
      if (start >= 0 && (token === "," || token === "]")) {
        copy += text.slice(from, start) + text.slice(start, index).replace(/[^\r\n]/g, " ");
        from = index;
        start = -1;
      }
    }
    if (token === "]" || token === ")" || token === "}") brackets.pop();
  }
  return copy + text.slice(from);
}

/** Between tokens of one line. */
const gap = String.raw`(?:[ \t\f]|\\\r?\n)`;

/** A keyword that a name and its type parameters follow, up to their closing bracket. */
const head = String.raw`(?<head>(?<![\w.])(?:class|def|type)${gap}+[^\s()[\]{}:=,\\#"'.]+${gap}*\[)`;

/** Strings, comments, the head of a list of type parameters, brackets, commas, and `=` as against `==` or `:=`. */
const tokenPattern = new RegExp(`${commentsAndStrings}|${head}|[-+*/%&|^@<>=!:]=|[=,()[\\]{}]`, "g");
