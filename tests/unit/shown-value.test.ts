import { expect, test } from "vitest";
import { shownAsJson } from "../../src/base/shown-value.ts";

const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`);

test.each([
  [{ a: [1, { b: "c" }], d: null }, '{"a":[1,{"b":"c"}],"d":null}'],
  [{ toString: 1 }, '{"toString":1}'],
  [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  [deep, '{"a":{"a":{"a":"…"}}}'],
  [undefined, "undefined"],
])("the beginning of a value is shown: %#", (value, expected) => {
  expect(shownAsJson(value)).toBe(expected);
});
