import { describe, expect, test } from "vitest";
import { wordInLine } from "../../src/code-index/line-words.ts";

describe("the word of a line", () => {
  test.each([
    ["def area(x):", "area"],
    ["class Shape : public Base {", "Shape"],
    ["  double area(int scale) const override {", "area"],
    ["int Shape::count = 0;", "count"],
    ["size = a.area(2)", "size"],
    ["limit: int = 3", "limit"],
    ["total += area(1)", "area"],
    ["if size == area(1):", "area"],
    ['#include "shape.hpp"', "hpp"],
    ["(area)", "area"],
    ["  int n;", "n"],
  ])("without a column is the one that it seems to declare or call: %s", (line, word) => {
    expect(wordInLine(`first\r\n${line}\nlast`, 2)).toBe(word);
  });

  test("with a column is the one there; a line without words, or past the end, has none", () => {
    expect(wordInLine("a\nb.area(c)", 2, 4)).toBe("area");
    expect(wordInLine("a\n  ();\n", 2)).toBeUndefined();
    expect(wordInLine("a\n", 9)).toBeUndefined();
  });
});
