/**
 * Texts with names replaced, and how they differ. Input: a text and the offsets of a name; output: the text with another name
 * there, its changed lines, and a unified diff. No line is added or removed.
 */

/** The name at some offsets of a text, and the one that replaces it. */
export type Replacement = {
  /** In rising order. */
  readonly offsets: readonly number[];
  readonly oldName: string;
  readonly newName: string;
};

/** Returns the text with the new name at all offsets. */
export function withNewName(text: string, { offsets, oldName, newName }: Replacement): string {
  let changed = "";
  let done = 0;
  for (const offset of offsets) {
    changed += text.slice(done, offset) + newName;
    done = offset + oldName.length;
  }
  return changed + text.slice(done);
}

/** The offset in the changed text of an offset that is not inside of a replaced name. */
export function shiftedOffset(offset: number, { offsets, oldName, newName }: Replacement): number {
  return offset + countBefore(offsets, offset) * (newName.length - oldName.length);
}

/** @param offsets ascending */
function countBefore(offsets: readonly number[], offset: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lines around a change. */
const context = 3;

/** Returns the hunks of a unified diff between texts with equally many lines; "" for equal texts. */
export function hunksOf(before: string, after: string): string {
  const [old, changed] = [before.split("\n"), after.split("\n")];
  const lines = old.flatMap((line, i) => (line === changed[i] ? [] : [i]));
  const hunks: string[] = [];
  for (let first = 0; first < lines.length; ) {
    let last = first;
    while (isNear(lines[last], lines[last + 1])) last++;
    const start = Math.max((lines[first] ?? 0) - context, 0);
    const end = Math.min((lines[last] ?? 0) + context + 1, lineCount(old));
    hunks.push(`@@ -${start + 1},${end - start} +${start + 1},${end - start} @@\n`);
    for (let at = start; at < end; ) {
      const ofRun = runAt(at, end, old, changed);
      const isChanged = old[at] !== changed[at];
      const marked = (sign: string, list: readonly string[]) =>
        list.slice(at, at + ofRun).map((line, i) => `${sign}${line}\n${isUnended(old, at + i) ? noLineEnd : ""}`);
      hunks.push(...(isChanged ? [...marked("-", old), ...marked("+", changed)] : marked(" ", old)));
      at += ofRun;
    }
    first = last + 1;
  }
  return hunks.join("");
}

/** The number of lines from one on that are all changed, or all unchanged. */
function runAt(start: number, end: number, old: readonly string[], changed: readonly string[]): number {
  const isChanged = old[start] !== changed[start];
  let at = start + 1;
  while (at < end && (old[at] !== changed[at]) === isChanged) at++;
  return at - start;
}

const noLineEnd = "\\ No newline at end of file\n";

function isNear(line: number | undefined, next: number | undefined): boolean {
  return line !== undefined && next !== undefined && next - line <= 2 * context + 1;
}

/** The number of lines: a text that ends with a line feed has no line after it. */
function lineCount(lines: readonly string[]): number {
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

function isUnended(lines: readonly string[], line: number): boolean {
  return line === lines.length - 1;
}
