const opening = new Set(["{", "[", "("]);
const closing = new Set(["}", "]", ")"]);

/**
 * Returns the glob patterns of a list with commas between them: `*.py,*.pyi` has two. A comma inside of braces, brackets or
 * parentheses belongs to its pattern, so that `*.{py,pyi}` has one, and `a[,]b` matches the file `a,b`. A bracket that is
 * not closed opens nothing.
 */
export function listedPatterns(list: string): readonly string[] {
  const patterns: string[] = [];
  let start = 0;
  let depth = 0;
  for (let i = 0; i < list.length; i++) {
    const character = list.charAt(i);
    if (opening.has(character) && isClosed(list, i)) depth++;
    else if (closing.has(character)) depth = Math.max(depth - 1, 0);
    else if (character === "," && depth === 0) {
      patterns.push(list.slice(start, i));
      start = i + 1;
    }
  }
  return [...patterns, list.slice(start)].map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
}

function isClosed(list: string, at: number): boolean {
  const end = { "{": "}", "[": "]", "(": ")" }[list.charAt(at)];
  return end !== undefined && list.includes(end, at);
}
