import { expect, test } from "vitest";
import { Known, knownFor, knownOf } from "../../src/facts/file-facts.ts";

const classes = new Set(["class"]);
const functions = new Set(["function"]);
const symbols = new Set(["class", "function", "symbol"]);

test.each([
  ["find_classes", classes, Known.classes, Known.classes],
  ["find_functions", functions, Known.functions, Known.functions],
  ["list_symbols", symbols, Known.symbols, Known.symbols | Known.classes | Known.functions],
  ["parse_file", undefined, Known.counts, Known.counts | Known.symbols | Known.classes | Known.functions],
])("a reading for %s tells what shorter copies do where it has no errors", (_, kinds, own, all) => {
  expect(knownFor(kinds)).toBe(own);
  expect(knownOf(kinds, false)).toBe(own);
  expect(knownOf(kinds, true)).toBe(all);
});
