import * as fc from "fast-check";
import { expect, test } from "vitest";
import { KeptBytes } from "../../src/project-commands/kept-bytes.ts";

const most = 8;

function keep(...texts: readonly string[]) {
  const kept = new KeptBytes(most);
  for (const text of texts) kept.add(Buffer.from(text));
  return { text: Buffer.from(kept.joined()).toString(), omitted: kept.omitted };
}

test("all of a short output is kept", () => {
  expect(keep()).toEqual({ text: "", omitted: 0 });
  expect(keep("one\n", "two\n")).toEqual({ text: "one\ntwo\n", omitted: 0 });
  expect(keep("12345678", "abcdefgh")).toEqual({ text: "12345678abcdefgh", omitted: 0 });
});

test("of a long one the middle is left out, and the end begins with a whole line", () => {
  expect(keep("12345678", "abc\ndefgh\n")).toEqual({ text: "12345678\ndefgh\n", omitted: 2 });
  expect(keep("12345678abcdefghi")).toEqual({ text: "12345678bcdefghi", omitted: 1 });
});

test("in whatever pieces it comes, the same is kept", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[ab\n]{0,20}$/), { maxLength: 12 }), (pieces) => {
      const whole = pieces.join("");
      expect(keep(...pieces)).toEqual(keep(whole));
      const end = whole.slice(Math.max(most, whole.length - most));
      const expected =
        whole.slice(0, most) + (whole.length > 2 * most ? end.slice(Math.max(0, end.indexOf("\n"))) : end);
      expect(keep(whole).text).toBe(expected);
    }),
  );
});
