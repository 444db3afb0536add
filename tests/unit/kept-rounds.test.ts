import { expect, test } from "vitest";
import { KeptRounds } from "../../src/engine/kept-rounds.ts";

const plan = { files: ["/a.py"], found: { depth: 1 } };

test("a round has the rows of the same plan in the same view of the code", () => {
  const rounds = new KeptRounds();
  rounds.rowsOf("graph", plan, 1).set("/a.py", { callers: 1 });
  expect(rounds.rowsOf("graph", { ...plan }, 1).size).toBe(1);
  for (const [question, other, view] of [
    ["changes", plan, 1],
    ["graph", { ...plan, found: { depth: 2 } }, 1],
    ["graph", plan, 2],
  ] as const)
    expect(rounds.rowsOf(question, other, view).size, JSON.stringify([question, other, view])).toBe(0);
});

test("the rounds that were used longest ago are forgotten, by their number and by their files", () => {
  const rounds = new KeptRounds();
  const roundOf = (depth: number) => rounds.rowsOf("graph", { ...plan, found: { depth } }, 1);
  roundOf(0).set("/a.py", null);
  for (let depth = 1; depth < 64; depth++) roundOf(depth);
  expect(roundOf(0).size).toBe(1);
  for (let depth = 64; depth < 128; depth++) roundOf(depth);
  expect(roundOf(0).size).toBe(0);
  const large = roundOf(200);
  for (let i = 0; i < 30_000; i++) large.set(`/${i}.py`, null);
  expect(roundOf(200).size).toBe(30_000);
  roundOf(201);
  expect(roundOf(200).size).toBe(0);
});
