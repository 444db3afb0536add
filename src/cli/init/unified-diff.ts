/** Lines around a change. */
const contextLines = 3;

/**
 * Returns the change of a file as a unified diff with one hunk, from the first line that differs to the last one. It is
 * for reading: control characters of the file, which a terminal would obey, are shown as `?`.
 *
 * @param before undefined for a file that is not there
 */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const [old, made] = [linesOf(before ?? ""), linesOf(after)];
  const isSame = (a: number, b: number) => old[a] === made[b];
  const shorter = Math.min(old.length, made.length);
  let start = 0;
  while (start < shorter && isSame(start, start)) start++;
  let same = 0;
  while (same < shorter - start && isSame(old.length - 1 - same, made.length - 1 - same)) same++;
  const first = Math.max(0, start - contextLines);
  const behind = Math.min(same, contextLines);
  const rangeOf = (lines: readonly string[]) => {
    const count = lines.length - same + behind - first;
    // An empty range is that after a line.
    return `${count === 0 ? first : first + 1},${count}`;
  };
  return [
    before === undefined ? "--- /dev/null\n" : `--- a/${path}\n`,
    `+++ b/${path}\n`,
    `@@ -${rangeOf(old)} +${rangeOf(made)} @@\n`,
    ...old.slice(first, start).map((line) => shownLine(" ", line)),
    ...old.slice(start, old.length - same).map((line) => shownLine("-", line)),
    ...made.slice(start, made.length - same).map((line) => shownLine("+", line)),
    ...old.slice(old.length - same, old.length - same + behind).map((line) => shownLine(" ", line)),
  ].join("");
}

/** Returns lines with their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function shownLine(sign: string, line: string): string {
  const visible = line.replace(/(?![\t\n]|\r\n)\p{Cc}/gu, "?");
  return sign + (visible.endsWith("\n") ? visible : `${visible}\n\\ No newline at end of file\n`);
}
