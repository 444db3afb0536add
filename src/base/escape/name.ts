import { lineText } from "./line.ts";

/**
 * Beginnings and parts of a name that a reader of an answer may take for a part of the answer: `z.py:9: class A`,
 * `callers:`, `total_files=9`, `==> x.py <==`, `::error::`, `a -> b`, quoted code, and blanks that nobody sees.
 */
const ambiguous = /^[\s"|:]|\s$|:(?=\s|\d|$)|^(?!operator)\w+=|^==>|(?:->|<-)\s| (?:->|<-)/;

/**
 * Returns the name of a file or symbol at the beginning of a line: in quotes, as in JSON, if it could be taken for something
 * else. A name of letters, digits, blanks and slashes is as it is.
 */
export function nameText(name: string): string {
  const line = lineText(name);
  if (!ambiguous.test(line)) return line;
  return `"${line.replaceAll('"', '\\"')}"`;
}
