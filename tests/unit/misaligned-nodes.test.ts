import { describe, expect, test } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "../support/shipped-languages.ts";

/** The errors of a Python text: places and messages. */
function errorsIn(text: string): Promise<readonly string[]> {
  return withParsed(languageNamed("python"), text, {}, (file) =>
    file.diagnostics(10).diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`),
  );
}

describe("a statement of Python in another column than its block is an error", () => {
  test.each([
    ["a = 1\n    b = 2\n", ["2:5 Unexpected indentation: expected column 1"]],
    ["  a = 1\n", ["1:3 Unexpected indentation: expected column 1"]],
    ["def f():\n  a()\n    # c\n    b()\n    c()\n  d()\n", ["4:5 Unexpected indentation: expected column 3"]],
    ["if a:\n\tb()\n\t c()\n", ["3:3 Unexpected indentation: expected column 9"]],
    ["if a:\n    b()\n  c()\n", ["3:3 Unexpected indentation: expected column 1"]],
    ["match a:\n  case 1: pass\n   \n    case 2: pass\n", ["4:5 Unexpected indentation: expected column 3"]],
  ])("%j", async (text, errors) => {
    expect(await errorsIn(text)).toEqual(errors);
  });

  test.each([
    "\uFEFFa = 1\n  # c\nb = (\n    1)\n",
    "def f(): a(); b()\nc(); \\\n  d()\n",
    "if a:\n\tb()\n        c()\n",
    "if a:\n  b()\n \f  c()\n",
    "class A:\n  '''d\nd'''\n  x = [\n1,\n  ]\n\n  @a\n  def f(self): pass\nelse_ = 1\n",
    "try:\r\n  a()\r\nexcept B:\r\n  c()\r\nelse:\r\n  d()\r\n",
    "match a:\n  case 1:\n    pass\n  case 2: pass\n",
  ])("but not in %j", async (text) => {
    expect(await errorsIn(text)).toEqual([]);
  });
});
