import { join } from "node:path";
import { expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const project = {
  "src/shape.hpp": `#pragma once
#include <vector>
#include "base.hpp"
#include "gone.hpp"
namespace geo {
/// A shape.
class Shape {
 public:
  bool isIn(int x, int y) const { return x > 0 && y > 0; }  // TODO(alice): edges
};
}  // namespace geo
`,
  "src/base.hpp": "struct Base {};\n",
  "src/shape.cpp": `#include "shape.hpp"
int total(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i % 2) sum += i;
  }
  return sum;  // FIXME: overflow
}
`,
  "app.py": `"""An application."""
import os
from lib import tools


def main():
    if os.name == tools.name:
        return 1
`,
  "lib/__init__.py": "",
  "lib/tools.py": 'name = "TODO: no comment"\n',
};

function served(folder: string) {
  const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")];
  return callsToServer({ cwd: folder, args, env: { REQUEST_TIMEOUT: "240000" } });
}

test("one file: all that there is, with what its imports resolve to", async () => {
  const call = served(temporaryFolder(project));
  const { answer } = await call("get_file_summary", { filepath: "src/shape.hpp" });
  expect(answer).toEqual({
    results: [
      {
        filepath: "src/shape.hpp",
        language: "cpp",
        lines: { total: 11, code: 10, comment: 1, blank: 0 },
        complexity: 2,
        cognitive: 1,
        doc_coverage: { documented: 1, of: 2, percent: 50 },
        functions: [
          {
            ...{ name: "isIn", container: "geo::Shape", line: 9, end_line: 9 },
            ...{ complexity: 2, cognitive: 1, parameters: 2, nesting: 0, lines: 1 },
          },
        ],
        classes: [{ name: "Shape", kind: "class", container: "geo", line: 7, end_line: 10, methods: 1 }],
        imports: [
          { line: 2, name: "vector", external: true },
          { line: 3, name: "base.hpp", file: "src/base.hpp" },
          { line: 4, name: "gone.hpp", unresolved: true },
        ],
        comment_markers: [{ line: 9, marker: "TODO", owner: "alice", text: "edges" }],
      },
    ],
    searched_files: 6,
    success: true,
  });
  const python = await call("get_file_summary", { filepath: "app.py", include: ["imports"] });
  expect(python.answer).toMatchObject({
    results: [
      {
        filepath: "app.py",
        imports: [
          { line: 2, name: "os", external: true },
          { line: 3, name: "lib.tools", file: "lib/tools.py" },
        ],
      },
    ],
  });
  expect(JSON.stringify(python.answer)).not.toContain("functions");
});

test("a directory: totals, the worst functions, the number of markers, and a row of each file", async () => {
  const call = served(temporaryFolder(project));
  const { answer } = await call("get_file_summary", { filepath: "src" });
  expect(answer).toMatchObject({
    total_files: 3,
    lines: { total: 20, code: 19, comment: 1, blank: 0 },
    functions: 2,
    classes: 2,
    imports: 4,
    complexity: 5,
    cognitive: 4,
    comment_markers: { TODO: 1, FIXME: 1 },
    worst: [
      { file: "src/shape.cpp", name: "total", line: 2, complexity: 3, cognitive: 3 },
      { file: "src/shape.hpp", name: "geo::Shape::isIn", complexity: 2, cognitive: 1 },
    ],
    results: [
      { filepath: "src/base.hpp", lines: { total: 1 }, functions: 0, classes: 1, imports: 0 },
      { filepath: "src/shape.cpp", functions: 1, complexity: 3, cognitive: 3, markers: 1 },
      { filepath: "src/shape.hpp", functions: 1, complexity: 2, cognitive: 1, markers: 1 },
    ],
    success: true,
  });
});

test("parts of several files, and of an array with one", async () => {
  const call = served(temporaryFolder(project));
  const { answer } = await call("get_file_summary", { filepath: ["src/shape.cpp", "app.py"], include: "markers" });
  expect(answer).toMatchObject({
    total_files: 2,
    results: [
      { filepath: "app.py", comment_markers: [] },
      { filepath: "src/shape.cpp", comment_markers: [{ line: 7, marker: "FIXME", text: "overflow" }] },
    ],
  });
  const one = await call("get_file_summary", { filepath: ["app.py"] });
  expect(one.answer).toMatchObject({ total_files: 1, results: [{ filepath: "app.py", functions: 1 }] });
});

test("unsaved text, with and without a file", async () => {
  const call = served(temporaryFolder(project));
  const source = '#include "base.hpp"\nint f(int a) { return a ? 1 : 2; }\n';
  const { answer } = await call("get_file_summary", { filepath: "src/shape.cpp", source });
  expect(answer).toMatchObject({
    results: [
      {
        filepath: "src/shape.cpp",
        functions: [{ name: "f", complexity: 2 }],
        imports: [{ line: 1, name: "base.hpp", file: "src/base.hpp" }],
      },
    ],
  });
  const alone = await call("get_file_summary", { source: "def f(): pass\n", language: "python" });
  expect(alone.answer).toMatchObject({ results: [{ language: "python", functions: [{ name: "f" }] }] });
  const unknown = await call("get_file_summary", { source: "def f(): pass\n" });
  expect(unknown.answer).toMatchObject({ success: false, error: expect.stringContaining("language") });
});

test("less where all does not fit, and it says so", async () => {
  const functions = Array.from({ length: 60 }, (_, i) => `int f${i}(int a) { return a ? 1 : ${i}; }\n`).join("");
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`d${i % 4}/f${i}.cpp`, functions]));
  const folder = temporaryFolder(files);
  const call = served(folder);
  const detailOf = async (input: object) => {
    const { answer, text } = await call("get_file_summary", input);
    expect(text.length).toBeLessThanOrEqual(Number(Object(input).max_chars));
    return answer;
  };
  expect(await detailOf({ filepath: "d0/f0.cpp", max_chars: 5_000 })).toMatchObject({
    detail: "worst",
    truncated: true,
    truncated_reason: expect.stringMatching(/needs [\d,]+ characters/),
    results: [{ functions: 60, worst: { length: 20 } }],
  });
  expect(await detailOf({ include: ["functions"], max_chars: 20_000 })).toMatchObject({
    detail: "files",
    total_files: 40,
    results: { length: 40 },
  });
  expect(await detailOf({ max_chars: 6_000 })).toMatchObject({
    detail: "folders",
    functions: 2_400,
    results: { 0: { filepath: "d0/", files: 10, functions: 600, lines: { total: 600, code: 600 } } },
  });
  expect(await detailOf({ max_chars: 2_000 })).toMatchObject({ detail: "counts", total_files: 40 });
});

test("files with errors and files that are missing are told", async () => {
  const call = served(
    temporaryFolder({ "a.cpp": "int f() { if (; }\n", "b.cpp": "int g() { return 1; }\n", "c.txt": "" }),
  );
  const { answer } = await call("get_file_summary", {});
  expect(answer).toMatchObject({
    files_with_errors: 1,
    results: [{ filepath: "a.cpp", syntax_errors: true }, { filepath: "b.cpp" }],
  });
  const missing = await call("get_file_summary", { filepath: "none.cpp" });
  expect(missing.answer).toMatchObject({ success: false });
  const empty = await call("get_file_summary", { filepath: "c.txt" });
  expect(JSON.stringify(empty.answer)).toMatch(/c\.txt|language|files/);
});

test("the command writes the rows of files, and in brief", async () => {
  const folder = temporaryFolder(project);
  const run = async (...args: readonly string[]) =>
    (await runInProcess("", { args: ["get_file_summary", ...args, "--no-cache"], cwd: folder })).stdout;
  expect(await run("src/shape.cpp", "--format", "brief")).toContain(
    "2-8: total complexity=3 cognitive=3 parameters=1 nesting=2 lines=7",
  );
  const lines = (await run("src", "--format", "jsonl")).trim().split("\n");
  expect(lines).toHaveLength(4);
  expect(await run("src", "--format", "text")).toBe(
    "src/base.hpp: total=1 code=1 comment=0 blank=0 functions=0 complexity=0 cognitive=0 classes=1 imports=0\n" +
      "src/shape.cpp: total=8 code=8 comment=0 blank=0 functions=1 complexity=3 cognitive=3 classes=0 imports=1 markers=1\n" +
      "src/shape.hpp: total=11 code=10 comment=1 blank=0 functions=1 complexity=2 cognitive=1 classes=1 imports=3 markers=1\n" +
      "worst: src/shape.cpp:2: total complexity=3 cognitive=3 parameters=1 nesting=2 lines=7\n" +
      "worst: src/shape.hpp:9: geo::Shape::isIn complexity=2 cognitive=1 parameters=2 nesting=0 lines=1\n" +
      "totals: total_files=3 total=20 code=19 comment=1 blank=0 functions=2 complexity=5 cognitive=4 classes=2 " +
      "imports=4 documented=1 of=4 percent=25 TODO=1 FIXME=1\n",
  );
  expect(await run("src/shape.hpp", "--format", "text")).toBe(
    "src/shape.hpp: language=cpp total=11 code=10 comment=1 blank=0 complexity=2 cognitive=1 documented=1 of=2 percent=50\n" +
      "src/shape.hpp:9: geo::Shape::isIn complexity=2 cognitive=1 parameters=2 nesting=0 lines=1\n" +
      "src/shape.hpp:7: class geo::Shape methods=1\n" +
      "src/shape.hpp:2: vector (external)\n" +
      "src/shape.hpp:3: base.hpp -> src/base.hpp\n" +
      "src/shape.hpp:4: gone.hpp (unresolved)\n" +
      "src/shape.hpp:9: TODO(alice): edges\n",
  );
});
