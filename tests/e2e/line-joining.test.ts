import { expect, test } from "vitest";
import { sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "dedented.py": "def f():\n    (bar.\nbaz)\n\nclass A:\n    def g(self): pass\n",
  "broken.py": "def f():\n    (bar.\nbaz]\n\nclass A:\n    pass\n",
});

const call = callsToServer({ cwd: folder }, sessionInProcess);

const ask = async (tool: string, filepath: string, more: object = {}): Promise<unknown> =>
  (await call(tool, { filepath, ...more })).answer;

test("a continuation that is indented less than its block costs no definition, and positions stay true", async () => {
  expect(await ask("parse_file", "dedented.py")).toMatchObject({ has_errors: false });
  expect(await ask("find_functions", "dedented.py")).toMatchObject({
    functions: [
      { name: "f", line: 1, column: 5 },
      { name: "g", line: 6, column: 9 },
    ],
  });
  expect(await ask("execute_query", "dedented.py", { query: "(attribute) @a (class_definition) @c" })).toMatchObject({
    matches: [
      { text: "bar.\nbaz", line: 2, column: 6 },
      { text: "class A:\n    def g(self): pass", line: 5, column: 1 },
    ],
  });
  expect(await ask("parse_file", "broken.py")).toMatchObject({ has_errors: true });
});
