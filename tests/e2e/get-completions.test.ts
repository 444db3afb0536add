import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder();
mkdirSync(join(folder, "src"));
const header =
  "struct Base { virtual void draw(); };\nstruct Shape : Base {\n  double area() const;\n private:\n  int id_;\n};\n";
const code = '#include "shape.h"\ndouble total(const Shape& shape) {\n  return shape.area();\n}\n';
writeFileSync(join(folder, "src/shape.h"), header);
writeFileSync(join(folder, "src/total.cpp"), code);
writeFileSync(join(folder, "app.py"), "import os\n\ndef run(path):\n    return path\n");

const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")];
const call = callsToServer({ cwd: folder, args });

test("members of a receiver, with their classes, signatures and files", async () => {
  const { answer } = await call("get_completions", { filepath: "src/total.cpp", line: 3, column: 16 });
  expect(JSON.stringify(answer)).toBe(
    '{"prefix":"","receiver":"shape","total":3,"results":[{"filepath":"src/total.cpp","completions":[' +
      '{"name":"area","kind":"method","container":"Shape","signature":"double area() const","from":"src/shape.h"},' +
      '{"name":"draw","kind":"method","container":"Base","signature":"virtual void draw()","from":"src/shape.h"},' +
      '{"name":"id_","kind":"field","container":"Shape","signature":"int id_","from":"src/shape.h"}]}],' +
      '"searched_files":3,"success":true}',
  );
});

test("unsaved text counts, and the end of the line is the place", async () => {
  const source = code.replace("  return", "  int count;\n  co\n  return");
  const { answer } = await call("get_completions", { filepath: "src/total.cpp", source, line: 4 });
  expect(answer).toMatchObject({
    prefix: "co",
    results: [
      {
        completions: expect.arrayContaining([
          { name: "count", kind: "variable", container: "total", signature: "int count" },
        ]),
      },
    ],
  });
});

test("a file that is not there yet", async () => {
  const { answer } = await call("get_completions", { filepath: "new.py", source: "import app\napp.", line: 2 });
  expect(answer).toMatchObject({ receiver: "app", results: [{ filepath: "new.py" }] });
  expect(JSON.stringify(answer)).toContain(
    '{"name":"run","kind":"function","signature":"def run(path)","from":"app.py"}',
  );
});

test("text without a file", async () => {
  const { answer } = await call("get_completions", { source: "def f(one):\n    o", language: "python", line: 2 });
  expect(answer).toMatchObject({ prefix: "o", success: true });
  expect(JSON.stringify(answer)).toContain('{"name":"one","kind":"variable","container":"f"}');
});

test("an answer is bounded", async () => {
  const source = `def f():\n    ${Array.from({ length: 400 }, (_, at) => `variable_${at} = ${at}`).join("\n    ")}\n    v`;
  const last = { filepath: "app.py", source, line: 402 };
  const { answer } = await call("get_completions", last);
  expect(Object(answer).results[0].completions).toHaveLength(50);
  expect(answer).toMatchObject({ total: 402 });
  const long = await call("get_completions", { ...last, max_results: 400, max_chars: 4_000 });
  expect(long.answer).toMatchObject({ detail: "counts", truncated: true, total: 402 });
  const short = await call("get_completions", { ...last, max_chars: 3_000 });
  expect(short.answer).toMatchObject({ detail: "names", truncated: true });
});

test.each([
  [{ filepath: "app.py" }, "Missing argument 'line'"],
  [{ line: 1 }, "Missing argument 'filepath': the file of line."],
  [{ source: "x", line: 1 }, "Missing argument 'language'"],
  [{ filepath: "app.py", line: 99 }, "Line 99 is not in the file"],
  [{ filepath: "gone.py", line: 1 }, "gone.py"],
])("%o is refused", async (input, message) => {
  const { answer } = await call("get_completions", input);
  expect(answer).toMatchObject({ success: false, error: expect.stringContaining(message) });
});

test("without a column the cursor is behind the last blank of the line", async () => {
  const source = "int f(int width) {\n  return \n}\n";
  const { answer } = await call("get_completions", { filepath: "src/total.cpp", source, line: 2, max_results: 1 });
  expect(answer).toMatchObject({ prefix: "", results: [{ completions: [{ name: "width", kind: "variable" }] }] });
});

test("a path with a line is a place: without a column the end of the line", async () => {
  const { answer: atEnd } = await call("get_completions", { filepath: "app.py:4" });
  expect(atEnd).toMatchObject({ prefix: "path", total: 1 });
  const { answer: atColumn } = await call("get_completions", { filepath: "app.py:4:14" });
  expect(atColumn).toMatchObject({ prefix: "pa" });
  const { answer: without } = await call("get_completions", { filepath: "app.py" });
  expect(without).toMatchObject({ error: "Missing argument 'line': the line of the cursor, from 1 on." });
});

test("what an import brings in may be anything of its module", async () => {
  const source = "from .core import Thing\nfrom . import util\nimport os\n";
  const { answer } = await call("get_completions", { filepath: "app.py", source, line: 4 });
  const rows = Object(answer).results[0].completions.filter((row: { from?: string }) => row.from !== undefined);
  expect(rows.map(({ name, kind, from }: Record<string, string>) => [name, kind, from]).sort()).toEqual([
    ["Thing", undefined, ".core.Thing"],
    ["os", "module", "os"],
    ["util", undefined, ".util"],
  ]);
});

test("as a command it writes a line a name", async () => {
  const { stdout, exitCode } = await runInProcess("", {
    cwd: folder,
    args: ["get_completions", "src/total.cpp", "--line", "3", "--column", "16", "--format", "text", ...args.slice(2)],
  });
  expect(stdout).toBe(
    "src/total.cpp: area method double area() const\nsrc/total.cpp: draw method virtual void draw()\nsrc/total.cpp: id_ field int id_\nprefix= total=3\n",
  );
  expect(exitCode).toBe(0);
});
