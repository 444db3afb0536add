import { tokensOf } from "./module.ts";
import { Kind } from "./token-list.ts";

/** Matches a backslash at the end of a line where the characters on both sides may belong to one word. */
const mayJoin = /\\(?<=[\w$\u0080-\uffff]\\)\r?\n[\\\w$\u0080-\uffff]/;

/** True if a text has such a place: most texts have few backslashes, and looking for one is fast. */
function hasJoint(text: string): boolean {
  const at = text.indexOf("\\");
  return at >= 0 && mayJoin.test(text.slice(Math.max(at - 1, 0)));
}

/** Matches the rest of a word that continues on the next lines: each part follows a backslash and a line break. */
const continuation = /(?:\\\r?\n)+[\w$\u0080-\uffff]+/y;

/**
 * Returns a copy of equal length in which each name that is split by a backslash at the end of a line is in one piece at its
 * start: the line breaks follow it. A compiler joins such lines before it reads words. Names in comments, literals and
 * directives stay as they are, and the text itself is returned when it has no such name.
 */
export function withJoinedNames(text: string): string {
  if (!hasJoint(text)) return text;
  const { count, kind, end: ends } = tokensOf(text);
  const parts: string[] = [];
  let at = 0;
  for (let token = 0; token < count; token += 1) {
    const start = ends[token] ?? 0;
    // The parts of a name are tokens too, which are after `at` once the name is joined.
    if (kind[token] !== Kind.word || start < at) continue;
    const end = endOfName(text, start);
    if (end === start) continue;
    const rest = text.slice(start, end);
    parts.push(text.slice(at, start), rest.replace(/\\\r?\n/g, ""), gapsOf(rest));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** The end of the name whose first part ends here. */
function endOfName(text: string, start: number): number {
  let end = start;
  for (;;) {
    continuation.lastIndex = end;
    const length = continuation.exec(text)?.[0].length ?? 0;
    if (length === 0) return end;
    end += length;
  }
}

/** The line breaks of a name's rest, with a blank for each backslash. */
function gapsOf(rest: string): string {
  return (rest.match(/\\\r?\n/g) ?? []).join("").replaceAll("\\", " ");
}
