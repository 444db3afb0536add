import { describe, expect, test } from "vitest";
import { findSymbols, type SymbolRequest } from "../../src/code-index/find-symbols.ts";
import { isAddressed, parseSymbolAddress } from "../../src/code-index/symbol-address.ts";
import { codeBase } from "../support/code-base.ts";
import { shapes } from "../support/shapes.ts";

test.each([
  ["rename", [], "rename"],
  ["geo::Shape::rename", ["geo", "Shape"], "rename"],
  ["pkg.mod.Class.method", ["pkg", "mod", "Class"], "method"],
  ["Class/method", ["Class"], "method"],
  [" Shape :: ~Shape ", ["Shape"], "~Shape"],
  ["Shape::operator==", ["Shape"], "operator=="],
  ["Shape::operator ==", ["Shape"], "operator=="],
  ["operator/", [], "operator/"],
  ["A::operator()", ["A"], "operator()"],
  ["A::operator()(int)", ["A"], "operator()"],
  ["A::operator bool", ["A"], "operator bool"],
  ["operator<<", [], "operator<<"],
  ["operator.itemgetter", ["operator"], "itemgetter"],
  ["operator/itemgetter", ["operator"], "itemgetter"],
  ["operators", [], "operators"],
  ["std::vector<std::pair<int, A::B>>::push_back", ["std", "vector"], "push_back"],
  ["List[int].append", ["List"], "append"],
  ["total(const Shape&)", [], "total"],
  ["Shape::name() const", ["Shape"], "name"],
])("the address %s", (written, outer, name) => {
  expect(parseSymbolAddress(written)).toMatchObject({ outer, name, isWhole: false, candidate: undefined });
});

test("#2 is a candidate, and a separator in front makes the name a whole one", () => {
  expect(parseSymbolAddress("A::f#2")).toMatchObject({ text: "A::f", outer: ["A"], name: "f", candidate: 2 });
  expect(parseSymbolAddress("A::f#0")).toMatchObject({ name: "f#0", candidate: undefined });
  expect(parseSymbolAddress("::f")).toMatchObject({ outer: [], name: "f", isWhole: true });
  expect(parseSymbolAddress("/A/f")).toMatchObject({ outer: ["A"], name: "f", isWhole: true });
});

test("a namespace whose name is a macro goes by what that is replaced by", async () => {
  const text = "#define NS real\nnamespace NS { int f(); }\nnamespace other { int f(); }\n";
  const { index } = await codeBase({ "a.hpp": text });
  const [f] = index.named("f");
  const names = (address: string) => f !== undefined && isAddressed(f, parseSymbolAddress(address), index);
  expect(["real::f", "NS::f", "other::f", "::real::f"].map(names)).toEqual([true, true, false, true]);
});

describe("what an address names", async () => {
  const text = "namespace a { inline namespace v1 { namespace { enum E { red }; } enum class F { red }; } }\n";
  const { index } = await codeBase({ "e.hpp": text });
  const [ofE, ofF] = index.named("red");

  test.each([
    ["red", true, true],
    ["E::red", true, false],
    ["F::red", false, true],
    ["a::red", true, false],
    ["a::v1::red", true, false],
    ["a::E::red", true, false],
    ["a::v1::F::red", false, true],
    ["::red", false, false],
    ["::a::red", true, false],
    ["::a::E::red", true, false],
    ["::E::red", false, false],
    ["b::red", false, false],
    ["v1::a::red", false, false],
  ])("%s", (written, isOfE, isOfF) => {
    const address = parseSymbolAddress(written);
    expect(ofE && isAddressed(ofE, address, index)).toBe(isOfE);
    expect(ofF && isAddressed(ofF, address, index)).toBe(isOfF);
  });
});

const code = await codeBase(shapes);
const find = (request: Partial<SymbolRequest>) =>
  findSymbols(code, { symbol: undefined, filepath: undefined, line: undefined, column: undefined, ...request });
const namesOf = async (request: Partial<SymbolRequest>) => (await find(request)).symbols.map(({ name }) => name);

describe("symbols by name", () => {
  test.each([
    ["rename", ["geo::Shape::rename"]],
    ["Shape::area", ["geo::Shape::area"]],
    ["area", ["geo::Circle::area", "geo::Shape::area"]],
    ["area#2", ["geo::Shape::area"]],
    ["area#3", []],
    ["Shape", ["geo::Shape"]],
    ["Shape::Shape", ["geo::Shape::Shape"]],
    ["shapes.round.Disk", ["Disk"]],
    ["round.Disk", ["Disk"]],
    ["other.Disk", []],
    ["shape.Shape", []],
    ["shapes.round", ["round.py"]],
    ["width", ["Page.width", "Disk.width"]],
    ["Disk.__init__.width", ["Disk.__init__.width"]],
    ["Circle::rename", ["geo::Shape::rename"]],
    ["Base::rename", []],
    ["D", ["Disk"]],
  ])("%s", async (symbol, names) => {
    expect(await namesOf({ symbol })).toEqual(names);
  });

  test("a definition comes before the declarations of its symbol, and a class has its constructors", async () => {
    const [rename] = (await find({ symbol: "rename" })).symbols;
    expect(rename?.places.map(({ path }) => path)).toEqual(["/code/shape.cpp", "/code/shape.hpp"]);
    const [shape] = (await find({ symbol: "Shape" })).symbols;
    expect(shape?.constructors).toEqual([{ path: "/code/shape.hpp", line: 7, column: 3 }]);
  });

  test.each([
    ["Shpe", ["geo::Shape"]],
    ["Shape::rname", ["geo::Shape::name", "geo::Shape::rename", "geo::Shape::name_"]],
    ["Shap::rename", ["geo::Shape::rename"]],
    ["xyzzy", []],
  ])("names are suggested for %s", async (symbol, didYouMean) => {
    expect(await find({ symbol })).toMatchObject({ symbols: [], didYouMean });
  });
});

describe("names that a package brings", async () => {
  const files = {
    "forms/__init__.py": "from .fields import *\nfrom forms.deep import *\nfrom outside import *\n",
    "forms/fields.py": "from json import loads\n\nclass Field:\n    def clean(self): pass\n\nclass _Own:\n    pass\n",
    "forms/deep/__init__.py": "from .inner import Inner as Outer\n__all__ = ['Outer']\n",
    "forms/deep/inner.py": "class Inner:\n    size = 1\n",
    "models/__init__.py": "class Field:\n    pass\n",
  };
  const package_ = await codeBase(files);
  test.each([
    ["forms.Field", ["/code/forms/fields.py:3"]],
    ["forms.Field.clean", ["/code/forms/fields.py:4"]],
    ["forms.Outer", ["/code/forms/deep/inner.py:1"]],
    ["forms.Outer.size", ["/code/forms/deep/inner.py:2"]],
    ["models.Field", ["/code/models/__init__.py:1"]],
    ["forms._Own", []],
    ["forms.Inner", []],
    ["forms.loads", []],
    ["forms.Field.absent", []],
  ])("%s", async (symbol, places) => {
    const request = { symbol, filepath: undefined, line: undefined, column: undefined };
    const { symbols } = await findSymbols(package_, request);
    expect(symbols.flatMap((one) => one.places.map(({ path, line }) => `${path}:${line}`))).toEqual(places);
  });
});

describe("symbols by place", () => {
  const at = (filepath: string, line: number, column?: number, symbol?: string) =>
    namesOf({ filepath, line, column, symbol });

  test("a column in the word, at its end, on the blank before it, or one off", async () => {
    for (const column of [51, 54, 55, 50]) expect(await at("shape.cpp", 5, column)).toEqual(["geo::Shape::area"]);
  });

  test("without column the first word that is the symbol's name, with one the nearest", async () => {
    expect(await at("shape.cpp", 5, undefined, "Shape::area")).toEqual(["geo::Shape::area"]);
    expect(await at("shape.cpp", 5, 99, "area")).toEqual(["geo::Circle::area"]);
    expect(await at("shape.cpp", 5, undefined, "total")).toEqual(["geo::total"]);
  });

  test("without symbol and column the only definition of the line, or its only name", async () => {
    expect(await at("shape.cpp", 5)).toEqual(["geo::total"]);
    expect(await at("shape.hpp", 5)).toEqual(["geo::Shape"]);
    expect(await at("app.py", 2)).toEqual(["Disk"]);
  });

  test("a line of a function that defines nothing is the function", async () => {
    expect([await at("app.py", 14), await at("app.py", 17)]).toEqual([["Page.width"], ["Page.draw"]]);
  });

  test("a line with several names and no definition is an error that lists them", async () => {
    const top = await codeBase({ "top.py": "first(second,\n  third)\n" });
    const place = { symbol: undefined, filepath: "top.py", line: 1, column: undefined };
    await expect(findSymbols(top, place)).rejects.toMatchObject({
      message: "Line 1 defines nothing and has 2 names",
      details: { names: ["first:1", "second:7"] },
    });
    const empty = { ...place, line: 3 };
    await expect(findSymbols(await codeBase({ "top.py": "x\n\n\ny\n" }), empty)).rejects.toMatchObject({
      message: "Line 3 has no name",
    });
    await expect(at("app.py", 17, undefined, "Disk")).rejects.toMatchObject({ message: "Line 17 has no Disk" });
    await expect(at("app.py", 14, 10)).rejects.toMatchObject({ message: "Line 14 has no name at column 10" });
    await expect(at("app.py", 17, 2)).rejects.toMatchObject({ message: "Line 17 has no name at column 2" });
    await expect(at("app.py", 99)).rejects.toMatchObject({ message: "Line 99 is not in the file" });
    await expect(at("none.py", 1)).rejects.toMatchObject({ message: "Failed to open file: none.py" });
  });

  test("an include is the file", async () => {
    expect(await at("shape.cpp", 1)).toEqual(["shape.hpp"]);
    expect(await at("shape.cpp", 1, 12)).toEqual(["shape.hpp"]);
  });

  test("confidence, what is external, and the aliases on the way are handed on", async () => {
    expect(await find({ filepath: "shape.cpp", line: 5, column: 51 })).toMatchObject({ confidence: "likely" });
    expect(await find({ filepath: "shape.cpp", line: 4, column: 26 })).toMatchObject({ symbols: [], external: "std" });
    const found = await find({ filepath: "app.py", line: 17, column: 9 });
    expect(found).toMatchObject({ confidence: "exact", via: [{ path: "/code/app.py", line: 2, column: 34 }] });
    expect(found.symbols.map(({ name }) => name)).toEqual(["Disk"]);
  });
});
