import { expect, test } from "vitest";
import { median, pairsOf, Timings } from "../../lab/bench/measure.mjs";

test("both sides of a pair are run in turns, each first in every other one", async () => {
  const order: string[] = [];
  const side = (name: string, figure: number) => async () => {
    order.push(name);
    return figure;
  };
  const pairs = await pairsOf(side("ours", 6), side("peer", 2), 2);
  // The first run of each side is not counted.
  expect(order).toEqual(["ours", "peer", "ours", "peer", "peer", "ours"]);
  expect(pairs).toEqual({ ours: 6, peer: 2, ratio: 3, lowest: 3, highest: 3 });
});

test("questions are asked one after the other, and timed", async () => {
  const timings = new Timings();
  let open = 0;
  const asked: number[] = [];
  const middle = await timings.ask([1, 2, 3], async (item) => {
    open += 1;
    expect(open).toBe(1);
    await new Promise((done) => setTimeout(done, item));
    asked.push(item);
    open -= 1;
  });
  expect(asked).toEqual([1, 2, 3]);
  expect(middle).toBeGreaterThan(0);
  expect(timings.p90).toBeGreaterThanOrEqual(middle);
});

test("the median of some figures is one of them", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(3);
  expect(median([])).toBeNaN();
});
