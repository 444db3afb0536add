/** Lines with a word in files that no language reads. Input: a folder with such files; output: what find_references says of them. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { PoolOptions } from "../../src/workers/pool.ts";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { lendPool } from "../support/lent-pools.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const cwd = temporaryFolder({
  "shape.py": "class Shape:\n    def area(self):\n        return 1\n\n\nShape().area()\n",
  Makefile: "all: area.o\n\tcc my_area\n",
  "docs/shape.rst": "Use :meth:`Shape.area`.\n\narea, and area again.\n",
  "conf/keys.txt": "lost/bond = 1\nmy-key: 2\n",
  "conf/app.yaml": "# The area of all.\nshapes: {area: 1}\n",
  "conf/app.ini": "[shapes]\narea = 1\n",
  "data.bin": "\0area\0",
  ".hidden.txt": "area\n",
  ".git/config": "area\n",
  "out/area.log": "area\n",
  ".gitignore": "out/\n",
});
const session = sessionInProcess({ cwd, args: ["--log-level", "error", "--no-cache"] });

async function mentionsIn(input: Readonly<Record<string, unknown>>) {
  const { answer } = await callTool(session, "find_references", input);
  const mentions = "mentions" in answer && Array.isArray(answer.mentions) ? answer.mentions : [];
  return mentions.flatMap(({ filepath, references }) =>
    references.map(
      ({ line, text }: { readonly line: number; readonly text: string }) => `${filepath}:${line}: ${text}`,
    ),
  );
}

const inCode = ["docs/shape.rst:1: Use :meth:`Shape.area`."];
const inDocs = [...inCode, "docs/shape.rst:3: area, and area again."];
const inSettings = [
  "Makefile:1: all: area.o",
  "conf/app.ini:2: area = 1",
  "conf/app.yaml:1: # The area of all.",
  "conf/app.yaml:2: shapes: {area: 1}",
];
const all = [...inSettings, ...inCode];

describe("find_references has the lines of files that no language reads", () => {
  test.each([
    ["by a name", { symbol: "Shape.area" }, all],
    ["by a place", { filepath: "shape.py", line: 6, column: 9 }, all],
    ["below a folder", { symbol: "area", filepath: ["docs", "shape.py"] }, inCode],
    ["of a file that is named", { symbol: "area", filepath: ["Makefile", "shape.py"] }, all.slice(0, 1)],
    ["of some patterns", { symbol: "area", file_patterns: ["*.py", "*.rst"] }, inCode],
    ["for text that is no name", { symbol: "lost/bond" }, ["conf/keys.txt:1: lost/bond = 1"]],
    ["for a name that nothing has", { symbol: "my-key" }, ["conf/keys.txt:2: my-key: 2"]],
    [
      "with ignored files",
      { symbol: "area", no_ignore: true, reference_types: ["text"] },
      [...inSettings, ...inDocs, "out/area.log:1: area"],
    ],
    ["for mentions in text", { symbol: "area", reference_types: ["text", "call"] }, [...inSettings, ...inDocs]],
    ["of an ordinary word where nothing else has it", { symbol: "again" }, inDocs.slice(1)],
    ["of documents where only these are named", { symbol: "area", filepath: "docs" }, inDocs],
    [
      "for several names",
      { symbols: ["Shape", "my-key"] },
      ["conf/keys.txt:2: my-key: 2", "docs/shape.rst:1: Use :meth:`Shape.area`."],
    ],
    ["where only such files are named", { symbol: "area", filepath: "Makefile" }, all.slice(0, 1)],
    ["not for calls", { symbol: "area", reference_types: ["call"] }, []],
    ["not for calls with arguments", { symbol: "area", arguments: "0" }, []],
    ["not for unsaved text", { symbol: "area", filepath: "shape.py", source: "def area(): pass\n" }, []],
  ])("%s", async (_, input, expected) => {
    expect(await mentionsIn(input)).toEqual(expected);
  });

  test("and counts the ones that have an ordinary word only as prose does", async () => {
    const { answer } = await callTool(session, "find_references", { symbol: "area" });
    expect(answer).toMatchObject({ total_mentions: 5, mentions_in_prose: 1 });
    const { answer: renamed } = await callTool(session, "rename_symbol", { symbol: "area", new_name: "size" });
    expect(renamed).toMatchObject({ total_mentions: 5, mentions_in_prose: 1 });
  });

  test("also in the format text", async () => {
    const { stdout } = await runInProcess("", {
      cwd,
      args: ["find_references", "area", "--format", "text", "--no-cache"],
    });
    expect(stdout).toContain("mentions_in_prose=1");
  });

  test("but says that a symbol may be declared elsewhere, if filepath is not in the workspace", async () => {
    const { answer } = await callTool(session, "find_references", { symbol: "nowhere", filepath: "sh*.py" });
    expect(answer).toMatchObject({ details: "1 file searched." });
    const outside = await callTool(session, "find_references", {
      symbol: "nowhere",
      filepath: temporaryFolder({ "a.py": "" }),
    });
    expect(outside.answer).toMatchObject({
      details: "1 file searched. The symbol has to be declared below filepath: give a wider one.",
    });
  });

  test("or says why they were not searched", async () => {
    const openPool = (options: PoolOptions) => {
      const pool = lendPool(options);
      const run = pool.run.bind(pool);
      const spy = vi.spyOn(pool, "run").mockImplementation(async (work, ...rest) => {
        const request = work.items.length === 0 ? {} : work.requestFor(work.items.slice(0, 1));
        if ("list" in request && Object(request.list).wantsOthers === true) throw new Error("the disk is gone");
        return run(work, ...rest);
      });
      onTestFinished(() => spy.mockRestore());
      return pool;
    };
    const failing = sessionInProcess({ cwd, args: ["--log-level", "error", "--no-cache"], openPool });
    const { answer } = await callTool(failing, "find_references", { symbol: "area" });
    expect(answer).toMatchObject({
      total_references: 2,
      warnings: ["Files of other kinds were not searched for the word: the disk is gone."],
    });
  });

  test("but says that nothing has a word without them", async () => {
    const { answer } = await callTool(session, "find_references", { symbol: "nowhere" });
    expect(answer).toMatchObject({ error: "Symbol not found: nowhere" });
  });
});
