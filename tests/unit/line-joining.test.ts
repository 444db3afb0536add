import { expect, test } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { joinLinesInBrackets } from "../../src/syntax/python/line-joining.ts";
import { languageNamed } from "../support/shipped-languages.ts";

test.each([
  ["(a.\nb)\nc\n", "(a. b)\nc\n"],
  ["f(\r\n  x)\r\n", "f(    x)\r\n"],
  ["[1, # one ]\n 2]\n", "[1,          2]\n"],
  ["{'a\\\n(': \"b#\"}\n", "{'a\\\n(': \"b#\"}\n"],
  ['(\n"""x\n(\n""",\n)', '( """x\n(\n""", )'],
  ["[a, \\\n  b] = c \\\r\n  + d\n", "[a,     b] = c \\\r\n  + d\n"],
  ["[a, # b \\\n c]\n", "[a,        c]\n"],
])("line breaks and comments inside brackets become blanks: %j", (text, joined) => {
  expect(joinLinesInBrackets(text)).toBe(joined);
});

test.each(["def f():\n    return 1\n", "x = 1 # (\ny = 2\n", 's = "("\nt = 1\n'])(
  "outside of brackets nothing changes: %j",
  (text) => {
    expect(joinLinesInBrackets(text)).toBe(text);
  },
);

test.each(["(\n", ")\n(", "f(]]\n"])("nothing is joined where brackets do not pair: %j", (text) => {
  expect(joinLinesInBrackets(text)).toBeUndefined();
});

test.each([
  "def f():\n  for a in b:\n    c = {d: e, \\\nf: g}\n",
  "class A:\n  x = f(lambda **a: b \\\n)[0, # (\n 1]\n",
])("a backslash before a line that is indented less is no syntax error in brackets: %j", async (text) => {
  const { diagnostics } = await withParsed(languageNamed("python"), text, {}, (file) => file.diagnostics(1));
  expect(diagnostics).toEqual([]);
});
