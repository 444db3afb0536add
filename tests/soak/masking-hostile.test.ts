import { describe, expect, test } from "vitest";
import { expectSameShape, mask } from "../support/masking-fixtures.ts";
import { seed } from "../support/seed.ts";

describe("masked text", () => {
  test("keeps its length and line breaks on any text", () => expectSameShape(300, 7));
  test(`keeps them on other texts (TEST_SEED=${seed})`, () => expectSameShape(300, seed));

  test.each([
    "A(",
    "{",
    "<",
    "class A<",
    "#if A\n{\n",
    "template<",
    "A::",
    "operator",
    "X X ",
    "[[",
    '"\\',
    'R"(',
    "A(B<",
    "-> ",
    "#define A A\n",
  ])("takes time in proportion to %j", (piece) => {
    // 16 times the text: 16 when it is linear, 256 when it is quadratic. Below 20 ms the clock decides.
    const small = Math.max(processorMsFor(piece, 5_000), 20);
    expect(processorMsFor(piece, 80_000) / small).toBeLessThan(64);
  });
});

/** Time of the processor, which a busy machine takes from nobody; of three runs, since the first one is compiled. */
function processorMsFor(piece: string, times: number): number {
  const text = piece.repeat(times);
  const runs = [0, 1, 2].map(() => {
    const start = process.cpuUsage();
    mask(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}
