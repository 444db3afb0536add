import fc from "fast-check";
import { expect, test } from "vitest";
import { stringFinder } from "../../src/base/text-parts.ts";

test("a string is in a text if the text includes it", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "_", "é", "\u{1f600}"), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), word, (words, string) => {
      const text = words.join(" ");
      const isIn = stringFinder(text);
      expect(isIn(string)).toBe(text.includes(string));
      for (const one of words) expect(isIn(one)).toBe(true);
    }),
  );
});
