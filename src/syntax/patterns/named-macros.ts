/**
 * Macros that a pattern names. Masking takes macros from a file, with the arguments that are not code of their place. Input: a copy of
 * a file, and the names of a pattern; output: the copy with the invocations of these macros as the file has them.
 */
import type { Copy } from "../copies.ts";

/** UTF-16 code units of an invocation: a longer one stays as masking leaves it. */
const maxInvocationLength = 4_000;

/** Returns the text of a copy with the invocations of macros; undefined if masking has changed none with these names. */
export function withNamedMacros(copy: Copy, names: ReadonlySet<string>): string | undefined {
  const { text, whole } = copy;
  const words = [...names].filter((name) => /^\w+$/.test(name));
  if (words.length === 0 || text === whole || text.length !== whole.length) return undefined;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, isLine } of invocationsIn(copy, words)) {
    if (start < at) continue;
    parts.push(text.slice(at, start), whole.slice(start, end));
    at = end;
    // A macro on a line of its own is a statement without its end.
    if (!isLine || /\S/.test(text[at] ?? "")) continue;
    parts.push(";");
    at++;
  }
  return at === 0 ? undefined : parts.join("") + text.slice(at);
}

/** Offsets of an invocation that masking has changed. `isLine`: true if nothing else is in its lines, and no part of it is left. */
type Invocation = { readonly start: number; readonly end: number; readonly isLine: boolean };

function* invocationsIn({ text, whole, cuts = [] }: Copy, words: readonly string[]): Generator<Invocation> {
  const pattern = new RegExp(`(?<![\\w$])(?:${words.join("|")})(?![\\w$])`, "g");
  for (const { 0: name, index: start } of whole.matchAll(pattern)) {
    const nameEnd = start + name.length;
    const end = invocationEnd(whole, nameEnd);
    if (end === undefined) continue;
    const isKept = text.startsWith(name, start);
    if (isKept) {
      const [own, left] = [whole.slice(nameEnd, end), text.slice(nameEnd, end)];
      // `SIGNAL(clicked())` is `SIGNAL(         )` in the copy.
      const isEmptied = own !== left && /^\s*\(\s*\)$/.test(left);
      if (isEmptied) yield { start, end, isLine: false };
    } else if (!cuts.some((cut) => cut.start <= start && start < cut.end) && isLineOfItsOwn(whole, start, end)) {
      yield { start, end, isLine: true };
    }
  }
}

/** The end of a name with the arguments after it; undefined if these do not end. */
function invocationEnd(text: string, nameEnd: number): number | undefined {
  const [blanks = ""] = /^\s*/.exec(text.slice(nameEnd, nameEnd + maxInvocationLength)) ?? [];
  if (text[nameEnd + blanks.length] !== "(") return nameEnd;
  let depth = 0;
  for (let index = nameEnd + blanks.length; index < nameEnd + maxInvocationLength && index < text.length; index++) {
    if (text[index] === "(") depth++;
    else if (text[index] === ")" && --depth === 0) return index + 1;
  }
  return undefined;
}

function isLineOfItsOwn(text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const lineBreak = text.indexOf("\n", end);
  const after = text.slice(end, lineBreak < 0 ? text.length : lineBreak);
  return /^\s*$/.test(before) && /^\s*;?\s*(?:\/[/*].*)?$/.test(after);
}
