/** The checks of names in Python, over the tree of a text. */
import assert from "node:assert";
import { findingsIn } from "../../support/name-findings.ts";
import type { FuzzTarget } from "../target.ts";

export const target: FuzzTarget = {
  about: "the names of a text of Python are checked",
  seeds: () => [
    "import a, b as c\nfrom d import *\n__all__ = ['e']\n\ndef f(g, *h, i=1, **j):\n    global k\n    k = g\n    return l\n",
    "class A[T](B):\n    m: 'C | D' = [n for n in o if (p := n)]\n    def q(self): return __class__, super().q\n",
    "try:\n    import r\nexcept ImportError:\n    r = None\nwith s() as (t, u): del t\nmatch v:\n    case [w, *x]: print(f'{w!r:>{x}}')\n",
    "type Y[Z] = list[Z]\nlambda a=b: (c, (yield))\n'%s %(d)s' % e\n'{} {f}'.format(g)\nassert (h, i)\nj is 1\n",
  ],
  words: [
    ...[
      "def f(",
      "class A",
      "import ",
      "from a import ",
      "global ",
      "nonlocal ",
      "del ",
      "lambda ",
      "yield ",
      "await ",
    ],
    ...["return ", "for ", " in ", "if ", "else:", "try:\n", "except ", "with ", " as ", "match ", "case ", "type "],
    ...["\n    ", "\n", ":", "(", ")", "[", "]", "{", "}", "'", '"""', "f'{", "%s", ".format(", ":=", "*", "**", "@"],
    ...["__all__", "__class__", "super()", "self", "# noqa", "# type: ignore", "Union[", "'a.b | c'", "\\\n"],
  ],
  steps: { fixed: 20_000, perByte: 4_000 },
  run: async (bytes) => {
    const text = bytes.toString();
    const lines = text.split(/\r\n|\r|\n|\f/).length;
    for (const { line, column } of await findingsIn(text))
      assert.ok(line >= 1 && line <= lines && column >= 1, "a finding is out of the text");
  },
};
