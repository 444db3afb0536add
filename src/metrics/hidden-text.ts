/**
 * The text that masking has hidden from the tree, such as the arguments of macros. Input: a text and what was parsed
 * instead; output: its hidden parts, with the comments and the words of decisions in them.
 */
import type { Range } from "../base/nested-ranges.ts";

/**
 * Finds the parts of a text that its tree does not show, since masking has replaced them: from the first replaced
 * character on, with the white space between replaced ones. In source order.
 *
 * @param parsed what was parsed instead of the text, of equal length
 */
export function hiddenParts(text: string, parsed: string): readonly Range[] {
  const parts: Range[] = [];
  if (text === parsed || text.length !== parsed.length) return parts;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === parsed.charCodeAt(at)) continue;
    const start = at;
    let end = at + 1;
    for (at++; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== parsed.charCodeAt(at)) end = at + 1;
      else if (code > space) break;
    }
    parts.push({ start, end });
  }
  return parts;
}

const space = 32;

/** A token of a part: a comment, a word, a number, or signs. */
type Token = Range & { readonly kind: "comment" | "word" | "sign"; readonly text: string };

/** Comments, strings, words, and signs of one character or two equal ones. */
const token = /\/\*|\/\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{L}_$][\p{L}\p{N}_$]*|&&|\|\||[^\s\p{L}\p{N}]/gsu;

/** The tokens of a part of a text but strings; comments are whole, also after the end of the part. */
function* tokensIn(text: string, { start, end }: Range): Generator<Token> {
  const matcher = new RegExp(token);
  matcher.lastIndex = start;
  for (let match = matcher.exec(text); match !== null && match.index < end; match = matcher.exec(text)) {
    const [found] = match;
    if (found === "/*" || found === "//") {
      const isLine = found === "//";
      const close = text.indexOf(isLine ? "\n" : "*/", match.index + 2);
      const last = close < 0 ? text.length : isLine ? close : close + 2;
      yield { kind: "comment", text: "", start: match.index, end: last };
      matcher.lastIndex = last;
    } else if (!/^["'].+["']$/s.test(found)) {
      const kind = /^[\p{L}_$]/u.test(found) ? "word" : "sign";
      yield { kind, text: found, start: match.index, end: match.index + found.length };
    }
  }
}

/** Returns the comments that begin in hidden parts. */
export function commentsHiddenIn(text: string, parts: readonly Range[]): readonly Range[] {
  return parts.flatMap((part) =>
    [...tokensIn(text, part)].filter(({ kind }) => kind === "comment").map(({ start, end }) => ({ start, end })),
  );
}

/**
 * Returns the offsets of words and signs in the arguments of macros, such as `||` of `CHECK(a || b)`, in source order: of
 * hidden macros, and hidden arguments of others. A part that is neither has none: it is an alternative of the preprocessor.
 */
export function wordsInHiddenMacros(
  text: string,
  parts: readonly Range[],
  words: ReadonlySet<string>,
): readonly number[] {
  return parts.flatMap((part) => {
    const found: number[] = [];
    let last = "";
    let depth = isArgument(text, part) ? 1 : 0;
    for (const { kind, text: written, start } of tokensIn(text, part)) {
      if (kind === "comment") continue;
      const isOpening = written === "(" && (depth > 0 || (isName.test(last) && !words.has(last)));
      if (isOpening) depth++;
      else if (written === ")" && depth > 0) depth--;
      else if (depth > 0 && words.has(written)) found.push(start);
      last = written;
    }
    return found;
  });
}

/** True for a part that begins with a comma, or after the parenthesis or the comma that an argument begins with. */
function isArgument(text: string, { start }: Range): boolean {
  if (text.charAt(start) === ",") return true;
  let at = start - 1;
  while (at >= 0 && text.charCodeAt(at) <= space) at--;
  return text.charAt(at) === "(" || text.charAt(at) === ",";
}

const isName = /^[\p{L}_$]/u;
