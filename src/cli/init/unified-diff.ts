import { linesOf, unifiedHunks } from "../../base/unified-hunks.ts";

/** Lines around a change. */
const contextLines = 3;

/**
 * Returns the change of a file as a unified diff with one hunk, from the first line that differs to the last one. It is
 * for reading: control characters of the file, which a terminal would obey, are shown as `?`.
 *
 * @param before undefined for a file that is not there
 */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const [old, now] = [linesOf(before ?? ""), linesOf(after)];
  const isSame = (a: number, b: number) => old[a] === now[b];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && isSame(start, start)) start++;
  let same = 0;
  while (same < shorter - start && isSame(old.length - 1 - same, now.length - 1 - same)) same++;
  const made = now.slice(start, now.length - same).map(visible);
  const hunks = unifiedHunks(old.map(visible), [{ from: start, to: old.length - same, made }], contextLines);
  const head = before === undefined ? "--- /dev/null\n" : `--- a/${path}\n`;
  return [head, `+++ b/${path}\n`, ...hunks.map(({ diff }) => diff)].join("");
}

function visible(line: string): string {
  return line.replace(/(?![\t\n]|\r\n)\p{Cc}/gu, "?");
}
