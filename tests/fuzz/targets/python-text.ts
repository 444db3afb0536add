/** The passes over Python and TypeScript before their grammars, which read a text by regular expressions and by lines. */
import assert from "node:assert";
import { cutOut } from "../../../src/syntax/cuts.ts";
import { rewritten } from "../../../src/syntax/dialect.ts";
import { joinCommentRuns } from "../../../src/syntax/python/comment-runs.ts";
import { indentedBodies } from "../../../src/syntax/python/indented-bodies.ts";
import { languageNamed } from "../../support/shipped-languages.ts";
import type { FuzzTarget } from "../target.ts";

const python = languageNamed("python");
const typescript = languageNamed("typescript");

export const target: FuzzTarget = {
  about: "a text of Python or TypeScript is rewritten, and its bodies are found",
  seeds: () => [
    "def f(a, *, b=(1,\n 2)) -> C[1:2]:\n  '''doc'''\n  return a\n",
    "class A[T = int]:\n\tdef f(self):\n\t\tself.x = 1; self.y: int = 2\n\t\tif a:\n\t\t\tself.z = [1,\n2]\n",
    "@d\n# c\ndef f(): pass\nx: Union[list,\n set][int] = f'{a:=5}' + a[*(1, 2)]\n",
    "interface A<in out T> extends B<C> { a: `b` }\nclass D<const T, in U> {}\n",
  ],
  words: [
    ...[
      "def f():\n",
      "class A:\n",
      "  ",
      "\t",
      "\n",
      "\r\n",
      "\f",
      '"""',
      "'''",
      '"',
      "'",
      "#",
      "\\\n",
      "\\",
      ":",
      "(",
      ")",
      "[",
    ],
    ...[
      "]",
      "{",
      "}",
      "f'{a:",
      "self.x = ",
      "lambda ",
      "async def ",
      "@a\n",
      "=",
      "->",
      ", *",
      "type A = ",
      "if a:\n",
      "else:\n",
    ],
    ...["interface A<", "class A<in ", "out ", "const ", "`", "${", "/*", "*/", "//", "=>", "\uFEFF", "a", "0"],
  ],
  steps: { fixed: 5_000, perByte: 400 },
  run: (bytes) => {
    const text = bytes.toString();
    for (const language of [python, typescript]) {
      const copy = rewritten(language, text);
      assert.equal(copy.length, text.length, "the length changes");
    }
    assert.equal(joinCommentRuns(text).length, text.length, "the length changes");
    for (const options of [{}, { symbols: true }, { needsBody: (body: string) => body.includes("a") }]) {
      const cuts = indentedBodies(text, options);
      if (cuts === undefined) continue;
      let last = 0;
      for (const { start, end } of cuts) {
        assert.ok(start >= last && end > start && end <= text.length, "cuts overlap, or lead out of the text");
        last = end;
      }
      const { text: short, wholeStart } = cutOut(text, cuts);
      for (let at = 0; at <= short.length; at++)
        assert.ok(wholeStart(at) <= text.length, "an offset leads out of the text");
    }
  },
};
