/** Arrays of paths that take files away, `["src", "!src/gen"]`. Input: a small code base; output: the files that are searched. */
import { expect, test } from "vitest";
import { sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const names = ["a.py", "src/b.py", "src/gen/c.py", "src/generated.py", "src/deep/gen/d.py"];
const cwd = temporaryFolder(Object.fromEntries(names.map((name) => [name, "def area(): pass\n"])));
const session = sessionInProcess({ cwd, args: ["--log-level", "error", "--no-cache"] });

test.each([
  [["."], names],
  [
    ["src", "!src/gen"],
    ["src/b.py", "src/deep/gen/d.py", "src/generated.py"],
  ],
  [
    ["src", "!src/gen/", "!./src/b.py"],
    ["src/deep/gen/d.py", "src/generated.py"],
  ],
  [
    [".", "!**/gen/**"],
    ["a.py", "src/b.py", "src/generated.py"],
  ],
  [
    [".", "!src/gen*"],
    ["a.py", "src/b.py", "src/deep/gen/d.py", "src/gen/c.py"],
  ],
  [["!src", "src/b.py", "a.py"], ["a.py"]],
])("%j", async (filepath, expected) => {
  const { answer } = await callTool(session, "find_functions", { filepath });
  const found = Object(answer).results.map((one: { readonly filepath: string }) => one.filepath.replace(/^\.\//, ""));
  expect(found.sort()).toEqual([...expected].sort());
  const { answer: defined } = await callTool(session, "find_definition", { symbol: "area", filepath });
  const files = Object(defined).results.map((one: { readonly filepath: string }) => one.filepath.replace(/^\.\//, ""));
  expect(files.sort()).toEqual([...expected].sort());
});
