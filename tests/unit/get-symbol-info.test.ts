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

test("a place in ~A names the destructor; a word of a comment that names nothing is an error", async () => {
  const code = await codeBase({ "a.cpp": "struct A { ~A(); };\nint b; // see std there\nint c, d;\n" });
  expect(namesIn(await call({ filepath: "a.cpp", line: 1, column: 13 }, code))).toEqual(["a.cpp A.~A"]);
  await expect(call({ filepath: "a.cpp", line: 2, column: 15 }, code)).rejects.toMatchObject({
    message: "Line 2 has no name at column 15",
    details: { names: ["b:5"] },
  });
  await expect(call({ filepath: "a.cpp", line: 3 }, code)).rejects.toThrow("Line 3 has 2 definitions");
});

test("several symbols are candidates", async () => {
  expect(namesIn(await call({ symbol: "area" }))).toEqual(["shape.hpp geo::Circle.area", "shape.hpp geo::Shape.area"]);
  expect(namesIn(await call({ symbol: "area#2" }))).toEqual(["shape.hpp geo::Shape.area"]);
});

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

test("a symbol has what each of its declarations says, in their order; of many, the first six are read", async () => {
  const files = Array.from({ length: 9 }, (_, number) => [`n${number}.h`, `/** No ${number}. */\nnamespace open {}\n`]);
  const header = "/** Runs. */\nstatic int run(int a, int b = 2);\n";
  const source = '#include "run.h"\nint run(int a, int b) { return a; }\n';
  const code = await codeBase({
    ...Object.fromEntries(files),
    "run.h": header,
    "z.cpp": source,
    "a.cpp": "int other;\n",
  });
  expect((await call({ symbol: "run" }, code)).results).toMatchObject([
    {
      filepath: "z.cpp",
      symbols: [{ doc: "Runs.", modifiers: ["static"], parameters: [{ name: "a" }, { name: "b", default: "2" }] }],
    },
  ]);
  expect((await call({ symbol: "open" }, code)).results).toMatchObject([
    { filepath: "n0.h", symbols: [{ doc: "No 0." }] },
  ]);
});

test.each([4_000, 2_500, 2_000])("an answer takes at most %i characters, with fewer details", async (max_chars) => {
  const answer = await call({ symbol: "total", max_chars }, many);
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(max_chars);
  expect(answer).toMatchObject({ truncated: true, truncated_reason: expect.stringContaining("characters") });
  expect(answer.detail).toMatch(/^(?:signatures|names|counts)$/);
});
