import { expect, test } from "vitest";
import { maxDescribedSymbols } from "../../src/base/limits.ts";
import type { Code } from "../../src/code-index/code.ts";
import { getSymbolInfo } from "../../src/tools/get-symbol-info.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";

const call = async (input: Readonly<Record<string, unknown>>, from: Code) =>
  Object(written(await callIndex(getSymbolInfo, from, input)));
const namesIn = ({ results }: { results: { symbols: { name: string }[] }[] }) =>
  results.flatMap(({ symbols }) => symbols.map(({ name }) => name));

const namespaces = (count: number) =>
  codeBase(
    Object.fromEntries(
      Array.from({ length: count }, (_, number) => [
        `f${number}.cpp`,
        `namespace N${number} { int total(${"int a, ".repeat(20)}int last) {} }\n`,
      ]),
    ),
  );
const many = await namespaces(maxDescribedSymbols + 3);

test("of many symbols the first ones are described, and the others are counted", async () => {
  const answer = await call({ symbol: "total" }, many);
  expect(namesIn(answer)).toHaveLength(maxDescribedSymbols);
  expect(answer).toMatchObject({ truncated: true, truncated_reason: expect.stringMatching(/^3 further symbols/) });
  const all = await call({ symbol: "total" }, await namespaces(maxDescribedSymbols));
  expect(namesIn(all)).toHaveLength(maxDescribedSymbols);
  expect(all).not.toHaveProperty("truncated");
});

test.each([4_000, 2_500, 2_000])("an answer takes at most %i characters, with fewer details", async (max_chars) => {
  const answer = await call({ symbol: "total", max_chars }, many);
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(max_chars);
  expect(answer).toMatchObject({ truncated: true, truncated_reason: expect.stringContaining("characters") });
  expect(answer.detail).toMatch(/^(?:signatures|names|counts)$/);
});
