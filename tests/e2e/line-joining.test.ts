import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "dedented.py": "def f():\n    (bar.\nbaz)\n\nclass A:\n    def g(self): pass\n",
  "broken.py": "def f():\n    (bar.\nbaz]\n\nclass A:\n    pass\n",
});

const call = callsToServer({ cwd: folder });

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

const split = [
  "int visible(int a) { return a; }",
  "struct S { int field; int own() { return fie\\",
  "ld; } };",
  "int user(S s) {",
  "  return vis\\",
  "ible(s.fi\\",
  "eld) + other;",
  "}",
  "",
];

test.each([
  ["cpp", "\n"],
  ["cpp", "\r\n"],
  ["c", "\n"],
])("uses of names that a backslash splits are found: %s %j", async (extension, lineBreak) => {
  const lines =
    extension === "c"
      ? split.map((line) => line.replace(/ int own.*|^ld.*/, line.startsWith("ld") ? "};" : ""))
      : split;
  const inside = temporaryFolder({ [`split.${extension}`]: lines.join(lineBreak) });
  const ask = callsToServer({ cwd: inside });
  const { answer } = await ask("find_references", { symbol: "visible" });
  expect(answer).toMatchObject({
    results: [{ references: [{ line: 1 }, { line: 5, column: 10, type: "call", in: "user", text: "return visible" }] }],
  });
  const context = await ask("get_symbol_context", { symbol: "visible", include: ["callers"] });
  expect(JSON.stringify(context.answer)).toContain("user");
  if (extension === "c") return;
  const fields = await ask("find_references", { symbol: "S::field", reference_types: ["read"] });
  expect(fields.answer).toMatchObject({
    results: [
      {
        references: [
          { line: 2, in: "S::own", text: expect.stringContaining("return field") },
          { line: 6, column: 8, in: "user" },
        ],
      },
    ],
  });
});
