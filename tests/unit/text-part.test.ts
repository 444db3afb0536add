import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf } from "../../src/mcp/text-part.ts";

const uri = "file:///a.py";

/** Returns the texts of a resource, read part by part, and the length of each answer. */
function readAll(text: string, maxChars: number) {
  const parts: string[] = [];
  const lengths: number[] = [];
  for (let next: unknown = uri; typeof next === "string"; ) {
    const contents = partsOf([{ uri: next, text, mimeType: "text/x-python" }], maxChars);
    parts.push(String(contents[0]?.text));
    lengths.push(contents.reduce((sum, content) => sum + String(content.text).length, 0));
    next = contents[1]?.uri;
  }
  return { parts, lengths };
}

test("the parts of any text make the text, and none is longer than the limit", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "😀", "é"), maxLength: 3_000 });
  fc.assert(
    fc.property(text, fc.integer({ min: 210, max: 1_000 }), (whole, maxChars) => {
      const { parts, lengths } = readAll(whole, maxChars);
      expect(parts.join("")).toBe(whole);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(maxChars);
      for (const part of parts) expect(part).not.toMatch(/[\ud800-\udfff]/u);
    }),
    { numRuns: 200 },
  );
});

test("a part ends with a line, and says what is left", () => {
  const text = "x = 1\n".repeat(100);
  expect(partsOf([{ uri, text, mimeType: "text/x-python" }], 320)).toEqual([
    { uri, mimeType: "text/x-python", text: "x = 1\n".repeat(41) },
    {
      uri: `${uri}?offset=246`,
      mimeType: "text/plain",
      text: "Characters 1 to 246 of 600: the URI of this content reads the next ones.",
    },
  ]);
});

test("a resource gets the room that others do not need", () => {
  const [short, long] = ["x = 1\n", "y = 2\n".repeat(100)];
  const resources = [short, long, short].map((text, i) => ({ uri: `${uri}${i}`, text, mimeType: "text/x-python" }));
  const parts = partsOf(resources, 500);
  expect(parts.map((part) => part.uri)).toEqual([`${uri}0`, `${uri}1`, expect.stringContaining("?offset="), `${uri}2`]);
  expect(parts.reduce((sum, { text }) => sum + String(text).length, 0)).toBeGreaterThan(480);
  expect(partsOf(resources, Number.POSITIVE_INFINITY).map(({ text }) => text)).toEqual([short, long, short]);
  expect(partsOf([], 500)).toEqual([]);
});
