import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callOnce, pathsOf } from "../support/tool-call.ts";

const cpp = "class A {};\n";

test("a glob over thousands of folders side by side is answered", async () => {
  const folders = Array.from({ length: 4_000 }, (_, i) => [`a/b/${i}/c/x.txt`, ""]);
  const folder = temporaryFolder({ ...Object.fromEntries(folders), "a/b/7/c/y.cpp": cpp });
  const answered = await callOnce("find_classes", { filepath: "**/*.cpp" }, { cwd: folder });
  expect(pathsOf(answered)).toEqual(["a/b/7/c/y.cpp"]);
});

test("a folder of two thousand files is walked to the end", async () => {
  const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`wide/f${index}.cpp`, cpp]));
  const folder = temporaryFolder(wide);
  const args = ["--log-level", "error", "--max-result-chars", "0"];
  const answered = await callOnce("find_classes", { filepath: "wide" }, { cwd: folder, args });
  expect(answered.answer.total_files).toBe(2000);
  expect(pathsOf(answered)).toEqual(Object.keys(wide).sort());
});
