import { expect, test } from "vitest";
import { Lines } from "../../src/mcp/lines.ts";

/** The lines of chunks of bytes; undefined for a line of more than ten bytes. */
function linesOf(...chunks: readonly string[]): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const lines = new Lines(
    10,
    (line) => found.push(line),
    () => found.push(undefined),
  );
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  return found;
}

test.each([
  [["0123456789\n"], ["0123456789"]],
  [["0123456789a\nb\n"], [undefined, "b"]],
  // No piece of the line is too long.
  [
    ["012345", "6789a", "\nb\n"],
    [undefined, "b"],
  ],
  [
    ["01234", "56789", "\nb"],
    ["0123456789", "b"],
  ],
  [
    ["012", "345", "678", "9ab", "c\n0", "1\n"],
    [undefined, "01"],
  ],
  // Bytes count, not characters.
  [
    ["ééé", "ééé\na\n"],
    [undefined, "a"],
  ],
])("the lines of %j are %j", (chunks, expected) => {
  expect(linesOf(...chunks)).toEqual(expected);
});
