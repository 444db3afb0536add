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

test("an answer is bounded", async () => {
  const source = `def f():\n    ${Array.from({ length: 400 }, (_, at) => `variable_${at} = ${at}`).join("\n    ")}\n    v`;
  const last = { filepath: "app.py", source, line: 402 };
  const { answer } = await call("get_completions", last);
  expect(Object(answer).results[0].completions).toHaveLength(50);
  expect(answer).toMatchObject({ total: 402 });
  const long = await call("get_completions", { ...last, max_results: 400, max_chars: 4_000 });
  expect(long.answer).toMatchObject({ detail: "names", truncated: true, total: 402 });
  const { results, truncated_reason } = Object(long.answer);
  expect(results[0].completions.length).toBeGreaterThan(50);
  expect(truncated_reason).toMatch(new RegExp(`; the first ${results[0].completions.length} of 400 names are here$`));
  const short = await call("get_completions", { ...last, max_chars: 3_000 });
  expect(short.answer).toMatchObject({ detail: "names", truncated: true });
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
