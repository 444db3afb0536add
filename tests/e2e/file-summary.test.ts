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
  const one = await detailOf({ filepath: "d0/f0.cpp", max_chars: 5_000 });
  expect(one).toMatchObject({ detail: "worst", truncated: true, results: [{ functions: 60 }] });
  const { truncated_reason, results } = Object(one);
  const shown = results[0].worst.length;
  expect(shown).toBeGreaterThan(20);
  expect(truncated_reason).toMatch(
    new RegExp(`needs [\\d,]+ characters.*; the worst ${shown} of 60 functions are here$`),
  );
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
  const short = await detailOf({ max_chars: 2_000 });
  expect(short).toMatchObject({ detail: "totals", total_files: 40, worst: { 4: { complexity: 2 } } });
  const { length } = Object(short).worst;
  expect(Object(short).truncated_reason).toMatch(new RegExp(`; the first ${length} of 20 worst functions are here$`));
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
