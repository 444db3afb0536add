import { describe, expect, test } from "vitest";
import { findDefinition } from "../../src/tools/find-definition.ts";
import { codeBase, type Files } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";
import { shapes } from "../support/shapes.ts";

const code = await codeBase(shapes);
const call = async (input: Readonly<Record<string, unknown>>, from = code) =>
  written(await callIndex(findDefinition, from, input));

test("the answer has definitions and declarations apart, with their rows as list_symbols has them", async () => {
  expect(JSON.stringify(await call({ symbol: "geo::Shape::rename" }))).toBe(
    '{"symbol":"geo::Shape::rename","results":[{"filepath":"shape.cpp","definitions":[{"name":"rename","kind":"method",' +
      '"container":"geo::Shape","line":4,"column":13,"end_line":4,"signature":"void Shape::rename(const std::string& n)"}]},' +
      '{"filepath":"shape.hpp","declarations":[{"name":"rename","kind":"method","container":"geo::Shape","line":11,' +
      '"column":8,"end_line":11,"signature":"void rename(const std::string& n)","access":"public","declared":true}]}],' +
      '"searched_files":5,"success":true}',
  );
});

const rowsOf = (answer: unknown) => {
  const { results } = Object(answer);
  return results.flatMap(({ filepath, definitions = [], declarations = [] }: Record<string, object[]>) =>
    [...definitions, ...declarations].map((row) => ({ filepath, ...row })),
  );
};

describe("detail full", () => {
  test.each([
    ["geo::Shape", "A shape.", "// A shape. It has\n// a name.\nclass Shape : public Base {\n", "};"],
    [
      "Shape::area",
      "How large it is.",
      "  /** How large it is. In square units. */\n  virtual double",
      "area() const = 0;",
    ],
    ["name_", "as shown", "  std::string name_;", "  // as shown"],
    ["Page", "A page.", 'class Page(Base):\n    """A page.\n', "self.w = width"],
    ["Page.width", undefined, "    @property\n    def width(self):\n", "return self.w"],
    ["Circle::area", undefined, "  double area() const override {\n", "\n  }"],
  ])("%s has the first sentence of its comment, and whole lines with all of it", async (symbol, doc, start, end) => {
    const [row] = rowsOf(await call({ symbol, detail: "full" }));
    expect(row.doc).toBe(doc);
    expect(row.source.slice(0, start.length)).toBe(start);
    expect(row.source.slice(-end.length)).toBe(end);
  });

  test("keys are in one order", async () => {
    const [row] = rowsOf(await call({ symbol: "Shape::area", detail: "full" }));
    expect(Object.keys(row)).toEqual([
      ...["filepath", "name", "kind", "container", "line", "column", "end_line"],
      ...["signature", "access", "doc", "source", "declared"],
    ]);
  });
});

test("names alone are compact", async () => {
  const { results } = Object(await call({ symbol: "area", detail: "names" }));
  expect(results).toEqual([
    {
      filepath: "shape.hpp",
      definitions: [{ container: "geo::Circle", public: { method: ["area:17"] } }],
      declarations: [{ container: "geo::Shape", public: { method: ["area:9"] } }],
    },
  ]);
});

test.each([
  ["geo", "namespace geo"],
  ["Shape", "class geo::Shape"],
  ["Shape::Shape", "constructor geo::Shape::Shape"],
  ["Circle", "struct geo::Circle"],
  ["rename", "method geo::Shape::rename"],
  ["total", "function geo::total"],
  ["name_", "field geo::Shape::name_"],
  ["Shape::count", "field geo::Shape::count"],
  ["Page", "class Page"],
  ["Page.width", "property Page::width"],
  ["draw", "method Page::draw"],
  ["Disk.__init__", "constructor Disk::__init__"],
  ["Disk.width", "field Disk::width"],
])("the kind of %s", async (symbol, kind) => {
  const [row] = rowsOf(await call({ symbol }));
  expect(`${row.kind} ${[...(row.container ? [row.container] : []), row.name].join("::")}`).toBe(kind);
});

test("forward declarations are left out where there are others", async () => {
  const places = async (files: Files) =>
    rowsOf(await call({ symbol: "A" }, await codeBase(files))).map(
      ({ filepath, declared = false }: Record<string, unknown>) => [filepath, declared],
    );
  expect(await places({ "a.hpp": "class A;\n", "b.hpp": "class A {};\n" })).toEqual([["b.hpp", false]]);
  expect(await places({ "a.hpp": "class A;\n" })).toEqual([["a.hpp", true]]);
});

describe("at a place", () => {
  const at = async (filepath: string, line: number, column?: number) => Object(await call({ filepath, line, column }));

  test("aliases are shown, and followed", async () => {
    const answer = await at("app.py", 17, 9);
    expect(answer).toMatchObject({
      symbol: "Disk",
      via: [{ filepath: "app.py", name: "D", line: 2, column: 34, signature: "from shapes.round import Disk as D" }],
    });
    expect(rowsOf(answer)).toMatchObject([{ filepath: "shapes/round.py", name: "Disk", line: 1 }]);
  });

  test("several candidates are an answer, best first", async () => {
    const answer = await at("shape.cpp", 7, 26);
    expect(answer).toMatchObject({ symbol: "area", confidence: "name", success: true });
    expect(rowsOf(answer).map(({ container }: { container: string }) => container)).toEqual([
      "geo::Circle",
      "geo::Shape",
    ]);
  });

  test("what comes from outside is named, builtins as such", async () => {
    expect(await at("shape.cpp", 4, 26)).toEqual({
      ...{ symbol: "std", external: "std", results: [], searched_files: 5, success: true },
    });
    expect(await at("app.py", 11, 6)).toMatchObject({ external: "builtins.property", builtin: true, results: [] });
  });

  test("an include is a file", async () => {
    expect(rowsOf(await at("base.hpp", 1))).toEqual([
      { filepath: "shape.hpp", name: "shape.hpp", kind: "module", line: 1, column: 1, end_line: 22 },
    ]);
  });

  test("nothing is an error that says how much was searched", async () => {
    const answer = written(
      await callIndex(findDefinition, code, { symbol: "Shpe" }, { searchedFiles: 412, filesWithErrors: 3 }),
    );
    expect(JSON.stringify(answer)).toBe(
      '{"success":false,"error":"Symbol not found: Shpe",' +
        '"details":"412 files searched, 3 of them have syntax errors.","did_you_mean":["geo::Shape"]}',
    );
  });
});
