import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budgetsOf, listsWithin, mostWithin } from "../../src/tools/budgeted-lists.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe("a budget is divided", () => {
  test.each([
    ["by shares, where all need more", [900, 900, 900], [50, 25, 25]],
    ["so that what one leaves goes to the first one that needs it", [10, 900, 900], [10, 65, 25]],
    ["so that the first one gets what later ones leave", [900, 10, 10], [80, 10, 10]],
    ["to all that they need, where there is enough", [20, 30, 40], [20, 30, 40]],
  ])("%s", (_, needs, expected) => {
    expect(budgetsOf(needs, [0.5, 0.25, 0.25], 100)).toEqual(expected);
  });

  test("into no more than there is, with its share for each that needs it", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { maxLength: 10 }), fc.integer({ min: -10, max: 3_000 }), (needs, total) => {
        const share = 1 / Math.max(needs.length, 1);
        const budgets = budgetsOf(
          needs,
          needs.map(() => share),
          total,
        );
        expect(sum(budgets)).toBe(Math.min(sum(needs), Math.max(total, 0)));
        budgets.forEach((budget, i) => {
          expect(budget).toBeLessThanOrEqual(needs[i] ?? 0);
          expect(budget).toBeGreaterThanOrEqual(Math.min(needs[i] ?? 0, Math.floor(share * Math.max(total, 0))));
        });
      }),
    );
  });
});

test("as many rows as fit", () => {
  const rows = ["a", "bb", "ccc"].map((name) => ({ name }));
  const within = (maxChars: number) => mostWithin(rows.length, maxChars, (count) => rows.slice(0, count)).count;
  expect([100, 43, 42, 28, 27, 14, 13, 0].map(within)).toEqual([3, 3, 2, 2, 1, 1, 0, 0]);
});

test("a list gets what another one leaves when its form is poorer than its budget", () => {
  const list = (name: string, lengths: readonly number[]) => ({
    name,
    share: 0.5,
    within: (maxChars: number) => {
      const [most = 0] = lengths.filter((length) => length <= maxChars);
      return { entries: most === 0 ? [] : [{ x: "-".repeat(most - 10) }], missing: undefined };
    },
  });
  const shown = listsWithin([list("a", [300, 20]), list("b", [160, 40])], 210);
  const chars = [...shown.values()].map(({ entries }) => JSON.stringify(entries).length);
  expect(chars).toEqual([20, 160]);
});
