import { expect, test } from "vitest";
import { parseSymbolAddress } from "../../src/code-index/symbol-address.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { addressedSymbols, nearestSymbols } from "../../src/tools/symbols/addressed-symbols.ts";
import { languageFor } from "../support/shipped-languages.ts";

const cpp = `namespace geo {
class Shape {
  Shape() {}
  ~Shape() {}
  bool operator==(int) { return true; }
  double area() { return 1; }
};
template <class T> struct Box { double area() { return 2; } };
double area() { return 3; }
double area(int) { return 4; }
}
double Other::area() { return 5; }
`;

const python = `class Shape:
    def area(self): pass
    class Inner:
        def area(self): pass
def area(): pass
`;

async function linesOf(path: string, text: string, address: string): Promise<readonly number[]> {
  const language = languageFor(path);
  return withParsed(language, text, {}, (file) =>
    addressedSymbols(file.symbols(), parseSymbolAddress(address)).map(({ line }) => line),
  );
}

test.each([
  ["area", [6, 8, 9, 10, 12]],
  ["area#2", [8]],
  ["area#5", [12]],
  ["area#6", []],
  ["Shape::area", [6]],
  ["geo.Shape.area", [6]],
  ["geo/Shape/area", [6]],
  ["Box<int>::area", [8]],
  ["::geo::area", [9, 10]],
  ["geo::area#2", [10]],
  ["::area", []],
  ["hape::area", []],
  ["other::geo::area", []],
  ["Other::area", [12]],
  ["Shape", [2]],
  ["Shape::Shape", [3]],
  ["~Shape", [4]],
  ["Shape::operator==", [5]],
  ["geo", [1]],
])("in C++, %s", async (address, lines) => {
  expect(await linesOf("a.cpp", cpp, address)).toEqual(lines);
});

test.each([
  ["area", [2, 4, 5]],
  ["Shape.area", [2]],
  ["Shape::Inner/area", [4]],
  ["Inner.area", [4]],
  [".area", [5]],
  ["Shape", [1]],
])("in Python, %s", async (address, lines) => {
  expect(await linesOf("a.py", python, address)).toEqual(lines);
});

test("symbols that are suggested have the nearest names, then the nearest qualified ones", () => {
  const symbols = [
    ["area", "geo::Shape::area"],
    ["areas", "geo::Shap::areas"],
    ["area", "a::area"],
    ["other", "other"],
    ["name", "geo::Shape::name"],
    ["area", "geo::Shape::area"],
  ].map(([name = "", qualified = ""]) => ({ name, qualified }));
  const suggested = (address: string) =>
    nearestSymbols(parseSymbolAddress(address), symbols).map(({ qualified }) => qualified);
  expect(suggested("geo::Shpe::area")).toEqual(["geo::Shape::area", "a::area", "geo::Shap::areas"]);
  expect(suggested("x::y::area")).toEqual(["a::area", "geo::Shape::area", "geo::Shap::areas"]);
  expect(suggested("Shape::areaa")).toEqual(["geo::Shape::area", "a::area", "geo::Shap::areas"]);
  expect(suggested("nme")).toEqual(["geo::Shape::name"]);
  expect(suggested("x".repeat(1_000))).toEqual([]);
});
