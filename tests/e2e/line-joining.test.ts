import { expect, test } from "vitest";
import { joinLinesInBrackets } from "../../src/syntax/line-joining.ts";
import { runServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test.each([
  ["(a.\nb)\nc\n", "(a. b)\nc\n"],
  ["f(\r\n  x)\r\n", "f(    x)\r\n"],
  ["[1, # one ]\n 2]\n", "[1,          2]\n"],
  ["{'a\\\n(': \"b#\"}\n", "{'a\\\n(': \"b#\"}\n"],
  ['(\n"""x\n(\n""",\n)', '( """x\n(\n""", )'],
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

const folder = temporaryFolder({
  "dedented.py": "def f():\n    (bar.\nbaz)\n\nclass A:\n    def g(self): pass\n",
  "broken.py": "def f():\n    (bar.\nbaz]\n\nclass A:\n    pass\n",
});

const ask = async (...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await runServer("", { args, cwd: folder })).stdout);

test("a continuation that is indented less than its block costs no definition, and positions stay true", async () => {
  expect(await ask("parse_file", "dedented.py")).toMatchObject({ has_errors: false });
  expect(await ask("find_functions", "dedented.py")).toMatchObject({
    functions: [
      { name: "f", line: 1, column: 5 },
      { name: "g", line: 6, column: 9 },
    ],
  });
  expect(await ask("execute_query", "dedented.py", "--query", "(attribute) @a (class_definition) @c")).toMatchObject({
    matches: [
      { text: "bar.\nbaz", line: 2, column: 6 },
      { text: "class A:\n    def g(self): pass", line: 5, column: 1 },
    ],
  });
  expect(await ask("parse_file", "broken.py")).toMatchObject({ has_errors: true });
});
