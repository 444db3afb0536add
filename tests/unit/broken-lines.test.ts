/** Lines that end within a statement of Python. Input: texts; output: places and messages of syntax errors. */
import { describe, expect, test } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "../support/shipped-languages.ts";

/** The places of the errors of a Python text, and the beginnings of their messages. */
function errorsIn(text: string): Promise<readonly string[]> {
  return withParsed(languageNamed("python"), text, {}, (file) =>
    file.diagnostics(10).diagnostics.map(({ line, column, message }) => `${line}:${column} ${message.slice(0, 26)}`),
  );
}

const ended = "Unexpected end of the line";

describe("a line that ends within a statement is an error", () => {
  test.each([
    ["x =\n1\n", ["1:3"]],
    ["def f()\n:\n    pass\n", ["1:7"]],
    ["def\nf(): pass\n", ["1:1"]],
    ["y = a + # c\n    b\n", ["1:7"]],
    ["a.\n\nb\n", ["1:2"]],
    ["from\n.a import b\n", ["1:1"]],
    ["if a:\n    x = not\n    y\n", ["2:9"]],
    ["f(1,\n  2).\na\n", ["2:5"]],
    ["x = 'a' if b\r\nelse c\r\n", ["1:12"]],
    ["@\nf\ndef g(): pass\n", ["1:1"]],
    ["try\n:\n  pass\nexcept\nA: pass\n", ["1:1", "4:1"]],
    ["x = '''\n''' +\n'' \\\n+\n1\n", ["2:5", "4:1"]],
  ])("%j", async (text, places) => {
    expect(await errorsIn(text)).toEqual(places.map((place) => `${place} ${ended}`));
  });

  test.each([
    "x = (\n1 +\n  2)[\n0]\nf(a,\n  b)\n",
    "x = 1 + \\\n  2 + \\\r\n  3\nassert a, \\\n\\\n  b\n",
    "if a: # c\n  pass\n# d\nelif b:\n  pass\nelse:\n  pass\n",
    "try:\n  a()\nexcept* B:\n  b()\nelse:\n  c()\nfinally:\n  d()\n",
    "for a in b:\n  pass\nelse:\n  pass\nwhile a:\n  pass\nelse:\n  pass\n",
    "@a\n@b(\n  1)\n\n# c\nasync def f():\n  'd'\n  @e\n  class A: pass\n",
    "match a:\n  case 1:\n    pass\n  case 2: pass\nmatch\nx\ntype\nprint\nx\n",
    "a = 1;\nb = 2; c = 3;\n\nx = f'''\n{a\n}\n{b:\n}'''\n",
    "x[0]: dict[\n  int, str\n] = {}\ntype A[T = dict[\nint, str]] = T\n",
    "return_ = [*a, *\nb]\nx = lambda: (\n1)\nlambda: 0\n",
    "with (\n  a as b,\n):\n  pass\nfrom a import (\n  b,\n)\n",
    "\uFEFFx = 1\n\f\ny = 2",
    "x = '\\n# c\\n' '''\\n\n# \\t\n\\\n''' f'\\n# {a}\\n# b'\n",
  ])("but not in %j", async (text) => {
    expect(await errorsIn(text)).toEqual([]);
  });
});

describe("what the grammar of Python takes and the language does not", () => {
  test.each([
    ["from a import b,\n", "1:1 A comma after the last nam"],
    ["from . import a, b as c, # d\n", "1:1 A comma after the last nam"],
    ["x = (*a)\n", "1:5 Cannot use a starred expre"],
    // The grammar reads it in two ways: as an expression in brackets, and as a tuple.
    ["a = b\nx = (*a)\n", "2:5 Cannot use a starred expre"],
    ["x = (y := ( *  {1}))\n", "1:11 Cannot use a starred expre"],
    ["x = 'a' b'b'\n", "1:5 Cannot mix bytes and other"],
    ["x = (Rb'a' # c\n  f'b')\n", "1:6 Cannot mix bytes and other"],
  ])("%j", async (text, error) => {
    expect(await errorsIn(text)).toEqual([error]);
  });

  test.each([
    "from a import (b, c,)\nfrom a import b, c\nfrom a import *\n",
    "x = (*a,)\ny = *a, b\nf(*a)\nz = [*a]\n",
    "x = 'a' f'b' r'c' u'd'\ny = b'a' Rb'b' BR'c' # 'd'\nz = (b'a' # 'b'\n  b'c')\n",
  ])("but not in %j", async (text) => {
    expect(await errorsIn(text)).toEqual([]);
  });
});
