import { describe, expect, test } from "vitest";
import { rewriteRulesOf } from "../../src/syntax/rule-files.ts";
import { growthOf, mostGrowth, repeated, stepsOfTarget } from "../support/counted-steps.ts";
import { cpp, expectSameShape, mask, themes } from "../support/masking-fixtures.ts";
import { seed } from "../support/seed.ts";

/** Beginnings that nothing ends, and other texts that a pass may read again for each token. */
const pieces = [
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
  "A<B>& c(",
  "a::b::operator+ ",
  "= {}, a ",
];

describe("masked text", () => {
  test("keeps its length and line breaks on any text", () => expectSameShape(300, 7));
  test(`keeps them on other texts (TEST_SEED=${seed})`, () => expectSameShape(300, seed));

  test.each(pieces)("takes time in proportion to %j", (piece) => {
    // Regular expressions take no steps. 16 times the text: 16 when it is linear, 256 when it is quadratic. Below 20 ms the clock decides.
    const times = processorMsFor(piece, 2_000) > 20 ? 2_000 : 5_000;
    const small = Math.max(processorMsFor(piece, times), 20);
    // A clock that was disturbed is asked again; what is slow stays so.
    const ratio = (runs: number) => processorMsFor(piece, 16 * times, runs) / small;
    expect([1, 3].filter((runs) => ratio(runs) < 64)).not.toEqual([]);
  });

  const stepsOf = stepsOfTarget("cpp-text");
  /** The first byte of an input says what is left out of the text. */
  const wholeText = (piece: string) => (length: number) => `\0${repeated(piece)(length)}`;

  test.each([...pieces, "a:", "_[_[[a:", "class A : B public ", "struct A { A() : b{1}, c{"])(
    "takes at most 2.3 times the steps for twice as many of %j",
    async (piece) => {
      expect(await growthOf(stepsOf, wholeText(piece))).toBeLessThanOrEqual(mostGrowth);
    },
  );

  const ofRules = rewriteRulesOf(cpp).map(({ id, examples }) => ({
    name: id,
    texts: examples.map(({ code }) => code),
  }));
  const ofThemes = themes.map(({ file, cases }) => ({ name: file, texts: cases.map(({ text }) => text) }));
  const codes = [...ofRules, ...ofThemes];
  const firstWith = new Map(
    codes.toReversed().flatMap(({ name, texts }) => texts.flatMap(partsOf).map((piece) => [piece, name] as const)),
  );
  test.each(codes)(
    "takes at most 2.3 times the steps for twice the parts of the code of $name",
    async ({ name, texts }) => {
      const parts = [...new Set(texts.flatMap(partsOf))];
      expect(parts).not.toEqual([]);
      // A part of several codes is one of the first of them.
      for (const piece of parts.filter((one) => firstWith.get(one) === name))
        expect([piece, await growthOf(stepsOf, wholeText(piece))]).toEqual([piece, expect.toSatisfy(isInProportion)]);
    },
  );
});

const isInProportion = (growth: number) => growth <= mostGrowth;

/** The halves of a text, and what stands before the end of each bracket that it opens. */
function partsOf(code: string): readonly string[] {
  const tokens = code.match(/\w+|\s+|./g) ?? [];
  const part = (from: number, to?: number) => tokens.slice(from, to).join("");
  const half = tokens.length >> 1;
  const openings = tokens.flatMap((token, index) => (/[([{<]/.test(token) ? [part(0, index + 1)] : []));
  return [part(0, half), part(half), ...openings].filter((piece) => piece !== "");
}

/** Milliseconds of the processor, which a busy machine takes from nobody; the least of some runs, since the first one is compiled. */
function processorMsFor(piece: string, times: number, count = 3): number {
  const text = piece.repeat(times);
  const runs = Array.from({ length: count }, () => {
    const start = process.cpuUsage();
    mask(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}
