import { commentsAndStrings } from "./line-joining.ts";

/**
 * A copy of equal length in which the subscripts of an annotation are one: tree-sitter-python reads a name and a
 * subscript at the start of an annotation as a generic type, after which it knows no second subscript: `a: Union[list,
 * set][int]` becomes `a: Union[list, set, int]`.
 */
export function joinSubscriptsOfAnnotations(text: string): string {
  const brackets: Bracket[] = [{ opener: "", isGeneric: false, lambdas: 0 }];
  /** The offset of the first bracket of an annotation. */
  let generic = -1;
  let copy = "";
  let from = 0;
  for (const { 0: token, index, groups } of text.matchAll(tokenPattern)) {
    const inside = brackets[brackets.length - 1];
    if (inside === undefined) break;
    if ("([{".includes(token)) brackets.push({ opener: token, isGeneric: index === generic, lambdas: 0 });
    else if (")]}".includes(token)) {
      brackets.pop();
      if (!inside.isGeneric || text[index + 1] !== "[") continue;
      copy += `${text.slice(from, index)}, `;
      from = index + 2;
      generic = index + 1;
    } else if (token === "lambda") inside.lambdas += 1;
    else if (groups?.type !== undefined) {
      const isOfLambda = token === ":" && inside.lambdas > 0;
      if (isOfLambda) inside.lambdas -= 1;
      else if (token === "->" || inside.opener === "(" || (inside.opener === "" && isAfterName(text, index)))
        generic = index + token.length + groups.type.length;
    }
  }
  return copy + text.slice(from);
}

type Bracket = {
  readonly opener: string;
  /** True if it has the arguments of a type at the start of an annotation. */
  readonly isGeneric: boolean;
  /** The number of lambdas in it without their colon yet. */
  lambdas: number;
};

/** True if only names and dots precede a place in its line. */
function isAfterName(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - longestTarget), index);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return /^[ \t]*[\w.]+[ \t]*$/.test(line) && !/^[ \t]*(?:else|try|finally)[ \t]*$/.test(line);
}

/** Characters before the colon of an annotation that are looked at. */
const longestTarget = 200;

/**
 * Strings and comments, brackets, lambdas, and what an annotation follows, with the characters up to a bracket after
 * its name.
 */
const tokenPattern = new RegExp(
  String.raw`${commentsAndStrings}|[()[\]{}]|\blambda\b|(?:->|:)(?=(?<type>[ \t]{0,9}[A-Za-z_]\w*(?=\[)|))`,
  "g",
);
