import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitForms, fitLists, type List } from "../../src/answers/fit.ts";

const text = (parts: readonly string[]) => parts.join("");
const roomOf = (maxChars: number) => ({ maxChars, charsOf: (answer: string) => answer.length });

/** A list of some letters that can be shown as they are, or as its first ones. */
function letters(letter: string, length: number, share: number): List<string> {
  const shown = (size: number) => letter.repeat(size);
  return {
    share,
    forms: [{ shown: () => shown(length) }, { sizes: { least: 0, most: length }, leastChars: 1, shown }],
  };
}

const lengths = (lists: readonly List<string>[], maxChars: number) => {
  const answer = fitLists(lists, (shown) => text(shown), roomOf(maxChars));
  return ["a", "b", "c"].map((letter) => answer.split(letter).length - 1);
};

describe("room is divided", () => {
  test.each([
    ["by shares, where all need more", [900, 900, 900], [50, 25, 25]],
    ["so that what one leaves goes to the first one that needs it", [10, 900, 900], [10, 65, 25]],
    ["so that the first one gets what later ones leave", [900, 10, 10], [80, 10, 10]],
    ["to all that they need, where there is enough", [20, 30, 40], [20, 30, 40]],
  ])("%s", (_, [a = 0, b = 0, c = 0], expected) => {
    expect(lengths([letters("a", a, 0.5), letters("b", b, 0.25), letters("c", c, 0.25)], 100)).toEqual(expected);
  });

  test("first to a list with the share 1, and what it leaves to one without a share", () => {
    expect(lengths([letters("a", 70, 1), letters("b", 90, 0)], 100)).toEqual([70, 30, 0]);
    expect(lengths([letters("a", 170, 1), letters("b", 90, 0)], 100)).toEqual([100, 0, 0]);
    expect(lengths([letters("a", 40, 0.5), letters("b", 90, 0.5), letters("c", 20, 1)], 100)).toEqual([40, 40, 20]);
  });

  test("so that a list gets what another one leaves when its form is poorer than its budget", () => {
    const list = (letter: string, sizes: readonly number[]): List<string> => ({
      share: 0.5,
      forms: sizes.map((size) => ({ shown: () => letter.repeat(size) })),
    });
    expect(lengths([list("a", [300, 20, 0]), list("b", [160, 40, 0])], 210)).toEqual([20, 160, 0]);
  });

  test("to a last list only if all others are as they were asked for", () => {
    const last = (length: number): List<string> => ({ ...letters("c", length, 0), isLast: true });
    const others = [letters("a", 60, 0.5), letters("b", 30, 0.5)];
    expect(lengths([...others, last(20)], 110)).toEqual([60, 30, 20]);
    expect(lengths([...others, last(20)], 100)).toEqual([60, 30, 10]);
    expect(lengths([last(20), ...others], 100)).toEqual([60, 30, 10]);
    const list = (letter: string, sizes: readonly number[]): List<string> => ({
      share: 0.5,
      forms: sizes.map((size) => ({ shown: () => letter.repeat(size) })),
    });
    expect(lengths([list("a", [80, 10, 0]), last(20)], 90)).toEqual([80, 0, 10]);
    expect(lengths([list("a", [80, 10, 0]), last(20)], 79)).toEqual([10, 0, 0]);
  });

  test("into no more than there is, and more room shows no less of a list but for what rounds the shares of others", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000), { minLength: 1, maxLength: 3 }),
        fc.nat(3_000),
        fc.nat(100),
        (needs, total, more) => {
          const lists = needs.map((need, i) => letters("abc".charAt(i), need, 1 / (needs.length + 1)));
          const [fewer, all] = [lengths(lists, total), lengths(lists, total + more)];
          const sum = fewer.reduce((count, one) => count + one, 0);
          expect(sum).toBe(
            Math.min(
              total,
              needs.reduce((count, one) => count + one, 0),
            ),
          );
          fewer.forEach((count, i) => {
            expect(all[i] ?? 0).toBeGreaterThanOrEqual(count - (needs.length - 1));
          });
        },
      ),
      { examples: [[[5, 2, 2], 7, 1]] },
    );
  });
});

describe("forms", () => {
  test("of one answer are tried from the richest to the poorest, with the length of the first", () => {
    const answerWithin = (maxChars: number) =>
      fitForms(
        [{ shown: () => "whole answer" }, { shown: () => undefined }, { shown: () => "short" }, { shown: () => "-" }],
        (shown, excess) => `${shown}${excess === undefined ? "" : ` of ${excess.chars}`}`,
        roomOf(maxChars),
      );
    expect([12, 11, 10, 4].map(answerWithin)).toEqual(["whole answer", "short of 12", "- of 12", "- of 12"]);
  });

  test("that cannot be shown, or are too long to be made, are not", () => {
    const answerOf = (first: Parameters<typeof fitForms<string, string>>[0][number]) =>
      fitForms([first, { shown: () => "" }], (shown, excess) => `${shown}${excess?.chars}`, roomOf(20));
    expect(answerOf({ shown: () => undefined })).toBe("undefined");
    const unmade = () => {
      throw new Error("is made");
    };
    expect(answerOf({ leastChars: 21, shown: unmade })).toBe("Infinity");
  });

  test("have as many rows as fit, however long each is", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 300 }), fc.nat(2_000), (rows, maxChars) => {
        const shown = (count: number) => "x".repeat(rows.slice(0, count).reduce((sum, chars) => sum + chars, 0));
        const count = fitForms([{ sizes: { least: 0, most: rows.length }, shown: (size) => size }], (size) => size, {
          maxChars,
          charsOf: (size) => shown(size).length,
        });
        expect(shown(count).length).toBeLessThanOrEqual(maxChars);
        if (count < rows.length) expect(shown(count + 1).length).toBeGreaterThan(maxChars);
      }),
    );
  });
});
