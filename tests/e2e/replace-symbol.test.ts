/** replace_symbol. Input: code bases, symbols and new code; output: diffs, files as the diff has them, and what refuses an edit. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applyPatch, parsePatch } from "diff";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const mark = "\ufeff";

const code = {
  "shape.hpp": `${mark}#pragma once\r\nstruct Shape {\r\n  /// Doc.\r\n  int area();\r\n  int unused(int n);\r\n  int unused(char c);\r\n};\r\nenum Color { red, green };\r\n`,
  "shape.cpp":
    '#include "shape.hpp"\nint Shape::area() { return 1; }\n\nint Shape::unused(int n) { return n ? unused(n - 1) : 0; }\n',
  "use.cpp":
    '#include "shape.hpp"\nint f(Shape* s) { return s->area() + red; }\nint g(Unknown u) { return u.unused(1) + u.area(); }\n',
  "core.py":
    "class Box:\n    def size(self):\n        return 1\n\n    def spare(self):\n        return self.spare()\n\n\ndef make():\n    return Box().size()\n",
  "broken.py": "def a():\n    return 1\n\n\ndef b(:\n    pass\n",
  "twice.cpp": "#ifdef A\nint pick() { return 1; }\n#else\nint pick() { return 2; }\n#endif\n",
  "loop.cpp": "#define EACH(x, xs) for (auto x : xs)\nvoid loop(int* xs) {\n  EACH(x, xs) { run(x); }\n}\n",
};

const Answer = z.looseObject({
  diff: z.string().optional(),
  error: z.string().optional(),
  details: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  refused: z
    .array(
      z.object({
        filepath: z.string(),
        reasons: z.array(z.object({ line: z.number(), column: z.number(), reason: z.string() })),
      }),
    )
    .optional(),
});

function project(files: Readonly<Record<string, string>> = code, flags = ["--allow-edits"]) {
  const cwd = temporaryFolder(files);
  const session = sessionInProcess({ cwd, args: ["--log-level", "error", ...flags] });
  const replace = async (symbol: string, part: string, further: object = {}) => {
    const { answer, isError } = await callTool(session, "replace_symbol", { symbol, part, ...further });
    return { ...Answer.parse(answer), isError };
  };
  const textOf = (path: string) => readFileSync(join(cwd, path), "utf8");
  return { cwd, session, replace, textOf };
}

/** `path:line reason` of each place that refuses an edit. */
const refusedIn = ({ refused = [] }: z.infer<typeof Answer>) =>
  refused.flatMap(({ filepath, reasons }) => reasons.map(({ line, reason }) => `${filepath}:${line} ${reason}`));

const reading = project();

describe("without --allow-edits", () => {
  test("it is not served, and the command shows a preview that it does not write", async () => {
    const { cwd, session, textOf } = project(code, []);
    const listed = JSON.stringify(await session.request("tools/list", {}));
    expect(listed).toContain("rename_symbol");
    expect(listed).not.toContain("replace_symbol");
    expect(JSON.stringify(await reading.session.request("tools/list", {}))).toContain("replace_symbol");
    const call = { name: "replace_symbol", arguments: { symbol: "make", part: "body", text: "return 2" } };
    const refusal = JSON.stringify(await session.request("tools/call", call));
    expect(refusal).toContain("Tool not found: replace_symbol");
    expect(refusal).toContain("It is served with --allow-edits");
    const args = ["replace_symbol", "make", "--part", "body", "--text", "return 2", "--log-level", "error"];
    expect(await runInProcess("", { cwd, args })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("+    return 2"),
    });
    expect(await runInProcess("", { cwd, args: [...args, "--apply"] })).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("apply needs --allow-edits"),
    });
    expect(textOf("core.py")).toBe(code["core.py"]);
  });

  test("the command reads the text from stdin", async () => {
    const cwd = temporaryFolder({ "core.py": code["core.py"] });
    const args = ["replace_symbol", "make", "--part", "body", "--text", "-", "--log-level", "error", "--no-cache"];
    const { stdout } = await runInProcess("box = Box()\nreturn box\n", { cwd, args });
    expect(JSON.parse(stdout).diff).toContain("+    box = Box()\n+    return box\n");
    const empty = await runInProcess("", { cwd, args });
    expect(JSON.parse(empty.stdout).diff).toContain("+    pass\n");
    const both = await runInProcess("", { cwd, args: [...args, "-"] });
    expect(both.exitCode).toBe(2);
    expect(both.stderr).toContain("--text - and the path - both read stdin");
  });
});

describe("what is written is the preview", () => {
  test.each([
    ["Shape::area", { part: "body", text: "{\n  int x = 1;\n  return x;\n}" }, ["shape.cpp"]],
    ["Shape::unused#1", { part: "delete" }, ["shape.cpp", "shape.hpp"]],
    ["Shape", { part: "body", text: "int only; // é 😀" }, ["shape.hpp"]],
    ["Shape", { part: "before", text: "/// New.\nstruct Other {\n    int a;\n};" }, ["shape.hpp"]],
    ["Box.size", { part: "whole", text: "@property\ndef size(self):\n  return 2" }, ["core.py"]],
    ["Box.spare", { part: "delete" }, ["core.py"]],
    ["make", { part: "after", text: "\tdef more():\n\t\treturn 1\n" }, ["core.py"]],
  ] as const)("%s %j", async (symbol, { part, ...further }, paths) => {
    const { replace, textOf } = project();
    const { diff = "" } = await replace(symbol, part, further);
    const patches = parsePatch(diff);
    expect(patches.map(({ newFileName }) => newFileName)).toEqual(paths.map((path) => `b/${path}`));
    const expected = patches.map((patch, i) =>
      applyPatch(textOf(paths[i] ?? ""), patch, { autoConvertLineEndings: false }),
    );
    const done = await replace(symbol, part, { ...further, apply: true });
    expect(done).toMatchObject({ applied: true, written_files: paths.length, diff, isError: false });
    expect(paths.map(textOf)).toEqual(expected);
    expect(
      paths
        .map(textOf)
        .join("")
        .match(/[^\r]\n/g) === null,
    ).toBe(paths.every((path) => path === "shape.hpp"));
  });

  test("with the line ends and the mark of the file", async () => {
    const { replace, textOf } = project();
    await replace("Shape", "body", { text: "int a;\nint b;", apply: true });
    expect(textOf("shape.hpp")).toBe(
      `${mark}#pragma once\r\nstruct Shape {\r\n  int a;\r\n  int b;\r\n};\r\nenum Color { red, green };\r\n`,
    );
  });
});

test.each([
  ["rename_symbol", { new_name: "other" }],
  ["replace_symbol", { part: "body", text: "pass" }],
])("a path cannot forge lines of the diff of %s", async (tool, further) => {
  const { session } = project({ "a\n+++ b/victim.py\n@@ -1 +1 @@\n/b.py": "def f():\n    return 1\n" });
  const { answer } = await callTool(session, tool, { symbol: "f", ...further });
  const heads = Answer.parse(answer)
    .diff?.split("\n")
    .filter((line) => /^(?:---|\+\+\+|@@) /.test(line));
  expect(heads).toHaveLength(3);
});

describe("deletion", () => {
  test("is refused while something refers to the symbol outside of it, with the places", async () => {
    const { replace, textOf } = project();
    const answer = await replace("Shape::area", "delete", { apply: true });
    expect(refusedIn(answer)).toEqual([expect.stringMatching(/^use\.cpp:2 call in f: /)]);
    expect(answer).toMatchObject({
      possible: [{ filepath: "use.cpp", references: [{ line: 3, in: "g" }] }],
      warnings: expect.arrayContaining(["Nothing was written.", "Not deleted: it is used in 1 place."]),
    });
    expect(textOf("shape.cpp")).toBe(code["shape.cpp"]);
    expect(refusedIn(await reading.replace("Color", "delete"))).toEqual([expect.stringMatching(/^use\.cpp:2 .*red/)]);
    expect(refusedIn(await reading.replace("Box.size", "delete"))).toEqual([
      expect.stringMatching(/^core\.py:10 call in make: /),
    ]);
  });

  test("goes on if the symbol is only used in itself, and names uses that are possible", async () => {
    const { diff, possible } = Object(await reading.replace("Shape::unused#1", "delete"));
    expect(diff).toContain("-int Shape::unused(int n)");
    expect(diff).toContain("-  int unused(int n);\r\n");
    expect(diff).not.toContain("-  int unused(char c);");
    expect(possible).toMatchObject([{ filepath: "use.cpp", references: [{ line: 3 }] }]);
  });
});

describe("an edit is refused", () => {
  test("if several symbols have the address: a number, a line or a path picks one", async () => {
    expect(refusedIn(await reading.replace("unused", "body", { text: "return 1;" }))).toEqual([
      "shape.cpp:4 one of 2 symbols with this name: add #1 to symbol, or give this line",
      "shape.hpp:6 one of 2 symbols with this name: add #2 to symbol, or give this line",
    ]);
    expect((await reading.replace("unused#1", "body", { text: "return 1;" })).diff).toContain("{ return 1; }");
    expect(refusedIn(await reading.replace("pick", "body", { text: "return 3;" }))).toHaveLength(2);
    const place = { filepath: "twice.cpp", line: 4, text: "return 3;" };
    expect((await reading.replace("pick", "body", place)).diff).toContain("-int pick() { return 2; }");
  });

  test("if a file without syntax errors would have one", async () => {
    const { replace, textOf } = project();
    const answer = await replace("Shape::area", "body", { text: "if (", apply: true });
    expect(refusedIn(answer)).toEqual([
      expect.stringMatching(/^shape\.cpp:\d the new text would have a syntax error here: /),
    ]);
    expect(answer).not.toHaveProperty("diff");
    expect(textOf("shape.cpp")).toBe(code["shape.cpp"]);
    expect(refusedIn(await replace("make", "whole", { text: "def make(:\n    pass" }))).toHaveLength(1);
    // Macros of the code base are none, and a file with errors keeps its own.
    expect(refusedIn(await replace("loop", "body", { text: "EACH(y, xs) { stop(y); }" }))).toEqual([]);
    expect(refusedIn(await replace("a", "body", { filepath: "broken.py", text: "return 2" }))).toEqual([]);
    expect(refusedIn(await replace("a", "body", { filepath: "broken.py", text: "return (", apply: true }))).toEqual([
      expect.stringMatching(/^broken\.py:\d the new text would have a further syntax error here: /),
    ]);
    expect(textOf("broken.py")).toBe(code["broken.py"]);
  });

  test("if the part is not there", async () => {
    expect(refusedIn(await reading.replace("red", "after", { text: "blue" }))).toEqual([
      "shape.hpp:8 after is not possible: its lines hold other code as well",
    ]);
    expect(refusedIn(await reading.replace("Color", "whole", { text: "int x;" }))).toEqual([]);
    expect(await reading.replace("absent", "delete")).toMatchObject({
      isError: true,
      error: "Symbol not found: absent",
    });
    for (const [part, text] of [
      ["whole", undefined],
      ["after", " \n"],
      ["delete", "x"],
    ]) {
      expect(await reading.replace("make", part ?? "", { text })).toMatchObject({
        isError: true,
        error: expect.stringContaining("'text'"),
      });
    }
  });
});

test("a whole that declares another name is shown with a warning, and other declarations are named", async () => {
  expect(await reading.replace("Shape::area", "whole", { text: "int Shape::size() { return 1; }" })).toMatchObject({
    isError: false,
    warnings: ["Other declarations of Shape::area stay: shape.hpp:4.", "The new code does not declare area."],
  });
});

test("code that is there already is no edit, and code that the tree lacks is not replaced", async () => {
  const { replace } = project({
    "a.cpp": "void {{ name }}::init()\n{\n  run();\n}\n",
    "b.py": "def f():\n    return 1\n",
  });
  const equal = await replace("f", "whole", { text: "  def f():\n      return 1" });
  expect(equal).toMatchObject({
    total_edits: 0,
    warnings: ["Nothing changes: the new code is the code that is there."],
  });
  expect(equal).not.toHaveProperty("diff");
  expect(refusedIn(await replace("init", "whole", { text: "void A::init() {}" }))).toEqual([
    expect.stringMatching(/^a\.cpp:1 whole is not possible: the code before it in its line belongs to it/),
  ]);
});

test("lines of new code that are there already are not in its diff", async () => {
  const bounds = (least: string) =>
    [
      "    low = None",
      `    if ${least}:`,
      "        low = x",
      "    y = 1",
      `    if not ${least}:`,
      "        low = y",
      "",
    ].join("\n");
  const { session, replace } = project({ "a.py": `def bounds(x, low):\n${bounds("not low")}` });
  const changed = await replace("bounds", "body", { text: bounds("low is None") });
  expect(changed.diff?.match(/^[-+] .*/gm)).toEqual([
    "-    if not low:",
    "+    if low is None:",
    "-    if not not low:",
    "+    if not low is None:",
  ]);
  await session.close();
});

test("unsaved text is only shown", async () => {
  const unsaved = { filepath: "core.py", source: "def make():\n    return 5\n", text: "return 6" };
  expect((await reading.replace("make", "body", unsaved)).diff).toContain("-    return 5\n+    return 6\n");
  expect(await reading.replace("make", "body", { ...unsaved, apply: true })).toMatchObject({
    error: expect.stringContaining("'source'"),
  });
});
