import { expect, test } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "../support/shipped-languages.ts";

const python = languageNamed("python");
const code = "def f():\n    for a in b:\n        c\n\nclass D:\n    e = [g, (h)]\n";

/** Returns the texts that a query captures. */
function captured(query: string, text = code): Promise<readonly string[]> {
  return withParsed(python, text, {}, (file) => file.capture(query, { maxRows: 1_000 }).rows.map((row) => row.text));
}

test.each([
  ["has-ancestor?", "for_statement", ["a", "b", "c"]],
  ["not-has-ancestor?", "for_statement class_definition", ["f"]],
  ["has-parent?", "list for_statement", ["a", "b", "g"]],
  ["not-has-parent?", "list for_statement expression_statement assignment function_definition", ["D", "h"]],
  ["nearest-ancestor?", "function_definition for_statement", ["f"]],
  ["not-nearest-ancestor?", "for_statement function_definition", ["f", "D", "e", "g", "h"]],
])("#%s @capture %s", async (predicate, kinds, expected) => {
  expect(await captured(`((identifier) @x (#${predicate} @x ${kinds}))`)).toEqual(expected);
});

test("a child or a descendant of a kind", async () => {
  const lists = (predicate: string) => captured(`([(list) (assignment) (class_definition)] @x (#${predicate}))`);
  const [list, assignment, classText] = ["[g, (h)]", "e = [g, (h)]", "class D:\n    e = [g, (h)]"];
  expect(await lists("has-child? @x parenthesized_expression")).toEqual([list]);
  expect(await lists("has-descendant? @x parenthesized_expression")).toEqual([classText, assignment, list]);
  expect(await lists("not-has-descendant? @x list")).toEqual([list]);
  expect(await lists("not-has-child? @x list identifier")).toEqual([]);
});

test("what is no such predicate, or is used wrongly, is refused with what there is", async () => {
  const failure = (query: string) => captured(query).catch((error) => error.details.details);
  expect(await failure("((list) @x (#has-ancester? @x a))")).toMatch(/no predicate #has-ancester\?.*Did you mean/);
  expect(await failure("((list) @x (#has-ancestor? @x))")).toMatch(/takes a capture and the kinds of nodes/);
  expect(await failure('((list) @x (#has-parent? "a" b))')).toMatch(/takes a capture and the kinds of nodes/);
});

test("deep code and wide code take time in proportion", async () => {
  const deep = `${"(".repeat(5_000)}a${")".repeat(5_000)}\n`;
  for (const predicate of ["has-ancestor?", "has-descendant?", "has-child?", "nearest-ancestor?"]) {
    expect(await captured(`((parenthesized_expression) @x (#${predicate} @x list))`, deep)).toEqual([]);
  }
  const wide = `x = ${'f"a" '.repeat(20_000)}\n`;
  const strings = "((concatenated_string (string (string_start) @_s)) @_all (#not-has-child? @_all list)) @x";
  expect(await captured(strings, wide)).not.toEqual([]);
});
