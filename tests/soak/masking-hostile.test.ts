import { describe, expect, test } from "vitest";
import { rewriteRulesOf } from "../../src/syntax/rule-files.ts";
import { cpp, expectSameShape, mask, themes } from "../support/masking-fixtures.ts";
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
    "A<B>& c(",
    "a::b::operator+ ",
    "= {}, a ",
  ])("takes time in proportion to %j", (piece) => {
    // 16 times the text: 16 when it is linear, 256 when it is quadratic. Below 20 ms the clock decides.
    const times = processorMsFor(piece, 2_000) > 20 ? 2_000 : 5_000;
    const small = Math.max(processorMsFor(piece, times), 20);
    // A clock that was disturbed is asked again; what is slow stays so.
    const ratio = (runs: number) => processorMsFor(piece, 16 * times, runs) / small;
    expect([1, 3].filter((runs) => ratio(runs) < 64)).not.toEqual([]);
  });

  const ofRules = rewriteRulesOf(cpp).map(({ id, examples }) => ({
    name: id,
    texts: examples.map(({ code }) => code),
  }));
  const ofThemes = themes.map(({ file, cases }) => ({ name: file, texts: cases.map(({ text }) => text) }));
  const codes = [...ofRules, ...ofThemes];
  const firstWith = new Map(
    codes.toReversed().flatMap(({ name, texts }) => texts.flatMap(partsOf).map((piece) => [piece, name] as const)),
  );
  test.each(codes)("takes time in proportion to parts of the code of $name", ({ name, texts }) => {
    const parts = [...new Set(texts.flatMap(partsOf))];
    expect(parts).not.toEqual([]);
    // A part of several codes is one of the first of them. A clock that was disturbed is asked again; what is slow stays so.
    const own = parts.filter((piece) => firstWith.get(piece) === name);
    expect(own.filter((piece) => isSlow(piece, 1) && isSlow(piece, 3))).toEqual([]);
  });
});

/** The halves of a text, and what stands before the end of each bracket that it opens. */
function partsOf(code: string): readonly string[] {
  const tokens = code.match(/\w+|\s+|./g) ?? [];
  const part = (from: number, to?: number) => tokens.slice(from, to).join("");
  const half = tokens.length >> 1;
  const openings = tokens.flatMap((token, index) => (/[([{<]/.test(token) ? [part(0, index + 1)] : []));
  return [part(0, half), part(half), ...openings].filter((piece) => piece !== "");
}

/**
 * Whether 8 times the text takes more than 24 times as long: 8 when it is linear, 64 when it is quadratic. Or 200 times as
 * long as plain code. Below 1 ms the clock decides.
 */
function isSlow(piece: string, runs: number): boolean {
  const msFor = (length: number) => processorMsFor(piece, Math.ceil(length / piece.length), runs);
  const large = msFor(64_000);
  return large / plainMs > 200 || (large > 24 && large / Math.max(msFor(8_000), 1) > 24);
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

const plainCode = "int f(int a) { return a + 1; }\n";
const plainMs = processorMsFor(plainCode, 64_000 / plainCode.length, 10);
