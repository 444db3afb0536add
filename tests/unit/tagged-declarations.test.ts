import { expect, test } from "vitest";
import { indexingOf } from "../../src/code-index/languages.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { containerNameOf } from "../../src/code-index/qualified-name.ts";
import { symbolKindOf } from "../../src/code-index/symbol-kind.ts";
import { type ParsedFile, withParsed } from "../../src/syntax/parse.ts";
import { ownLanguage } from "../support/data-languages.ts";

const language = ownLanguage("javascript");

async function inParsed<Result>(text: string, use: (file: ParsedFile) => Result): Promise<Result> {
  return await withParsed(language, text, {}, use);
}

const declarationsOf = (text: string, withLocals: boolean) =>
  inParsed(text, (file) => indexingOf(language.name).declarationsIn(file, withLocals));

const text = `// A shape.
class Shape {
  constructor(side) { this.side = side; }
  area() { const size = this.side; return size; }
}
const limit = 3, step = 1;
function total(shapes) {
  for (const one of shapes) one.area();
}
`;

test("declarations have the kinds and containers of list_symbols", async () => {
  const rows = await inParsed(text, (file) => {
    const facts = indexingOf(language.name).declarationsIn(file, false);
    const indexed = indexedFile({ path: "/a.js", language: language.name, facts });
    const index = memoryIndex(["/"], [indexed]);
    return {
      declared: indexed.declarations.map((found) => [
        ...[symbolKindOf(found, index), containerNameOf(found, "."), found.name],
        ...[found.line, found.column, found.endLine],
      ]),
      listed: file
        .symbols()
        .map((symbol) => [
          ...[symbol.kind, symbol.container, symbol.name],
          ...[symbol.line, symbol.column, symbol.endLine],
        ]),
    };
  });
  expect(rows.declared).toEqual(rows.listed);
  expect(rows.listed).toContainEqual(["constructor", "Shape", "constructor", 3, 3, 3]);
});

test("ranges are those of statements, heads end before bodies", async () => {
  const ranges = (await declarationsOf(text, false)).map(({ start, headEnd, end, at, name }) => [
    ...[text.slice(at, at + name.length), text.slice(start, headEnd).trim(), text.slice(end - 1, end)],
  ]);
  expect(ranges).toEqual([
    ["Shape", "class Shape", "}"],
    ["constructor", "constructor(side)", "}"],
    ["area", "area()", "}"],
    ["limit", "const limit = 3, step = 1;", ";"],
    ["step", "const limit = 3, step = 1;", ";"],
    ["total", "function total(shapes)", "}"],
  ]);
});

test("an open file has locals as well, each in its scope, and none of the others twice", async () => {
  const all = await declarationsOf(text, true);
  expect(all.filter(({ scopeEnd }) => scopeEnd === 0).length).toBe(6);
  const locals = all
    .filter(({ scopeEnd }) => scopeEnd > 0)
    .map(({ name, kind, parent, start, end, scopeStart, scopeEnd }) => [
      ...[`${all[parent]?.name}.${name}`, kind, text.slice(start, end)],
      text.slice(scopeStart, scopeEnd).split("\n")[0],
    ]);
  expect(locals).toEqual([
    ["constructor.side", "parameter", "side", "constructor(side) { this.side = side; }"],
    ["area.size", "variable", "size = this.side", "{ const size = this.side; return size; }"],
    ["total.shapes", "parameter", "shapes", "function total(shapes) {"],
    ["total.one", "variable", "one", "for (const one of shapes) one.area();"],
  ]);
});

test("parents come before what they hold, however deep", async () => {
  const depth = 400;
  const deep = `${"function f() { const x = () => { ".repeat(depth)}${"}; }".repeat(depth)}`;
  const facts = await declarationsOf(deep, true);
  expect(facts.length).toBe(depth * 2);
  for (const [index, { parent }] of facts.entries()) expect(parent).toBeLessThan(index);
});
