import { expect, test } from "vitest";
import { maxDescribedSymbols } from "../../src/base/limits.ts";
import { getSymbolInfo } from "../../src/tools/get-symbol-info.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";
import { shapes } from "../support/shapes.ts";

const code = await codeBase(shapes);
const call = async (input: Readonly<Record<string, unknown>>, from = code) =>
  Object(written(await callIndex(getSymbolInfo, from, input)));
const namesIn = ({ results }: { results: { filepath: string; symbols: { name: string; container?: string }[] }[] }) =>
  results.flatMap(({ filepath, symbols }) => symbols.map(({ name, container }) => `${filepath} ${container}.${name}`));

test("a symbol has one row, at its definition, with what its declarations say", async () => {
  expect(JSON.stringify(await call({ symbol: "Shape::rename" }))).toBe(
    '{"symbol":"geo::Shape::rename","definition":{"filepath":"shape.cpp","line":4,"column":13},"results":[' +
      '{"filepath":"shape.cpp","symbols":[{"name":"rename","kind":"method","container":"geo::Shape","line":4,"column":13,' +
      '"end_line":4,"signature":"void Shape::rename(const std::string& n)","access":"public","type":"void","type_source":"declared",' +
      '"parameters":[{"name":"n","type":"const std::string&"}]}]}],' +
      '"searched_files":5,"success":true}',
  );
  const { results } = await call({ symbol: "Shape::area" });
  expect(results[0].symbols).toMatchObject([
    { name: "area", doc: "How large it is.", modifiers: ["virtual", "abstract", "const"], declared: true },
  ]);
  const untyped = await call({ filepath: "shapes/round.py", line: 2, column: 24 });
  expect(untyped.results[0].symbols).toMatchObject([{ name: "width", type_source: "unknown" }]);
  expect(untyped.results[0].symbols[0]).not.toHaveProperty("type");
});

test("a place names a symbol, or what comes from outside", async () => {
  expect(namesIn(await call({ filepath: "shape.cpp", line: 5, column: 28 }))).toEqual(["shape.cpp geo::total.a"]);
  expect(await call({ filepath: "shape.cpp", line: 4, column: 26 })).toMatchObject({
    ...{ symbol: "std", external: "std", results: [], success: true },
  });
  expect(await call({ symbol: "Shpe" })).toMatchObject({ success: false, did_you_mean: ["geo::Shape"] });
});

test("several symbols are candidates", async () => {
  expect(namesIn(await call({ symbol: "area" }))).toEqual(["shape.hpp geo::Circle.area", "shape.hpp geo::Shape.area"]);
  expect(namesIn(await call({ symbol: "area#2" }))).toEqual(["shape.hpp geo::Shape.area"]);
});

const many = await codeBase(
  Object.fromEntries(
    Array.from({ length: maxDescribedSymbols + 3 }, (_, number) => [
      `f${number}.cpp`,
      `namespace N${number} { int total(${"int a, ".repeat(20)}int last) {} }\n`,
    ]),
  ),
);

test("of many symbols the first ones are described, and the others are counted", async () => {
  const answer = await call({ symbol: "total" }, many);
  expect(namesIn(answer)).toHaveLength(maxDescribedSymbols);
  expect(answer).toMatchObject({ truncated: true, truncated_reason: expect.stringMatching(/^3 further symbols/) });
});

test.each([4_000, 2_500, 2_000])("an answer takes at most %i characters, with fewer details", async (max_chars) => {
  const answer = await call({ symbol: "total", max_chars }, many);
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(max_chars);
  expect(answer).toMatchObject({ truncated: true, truncated_reason: expect.stringContaining("characters") });
  expect(answer.detail).toMatch(/^(?:signatures|names|counts)$/);
});
