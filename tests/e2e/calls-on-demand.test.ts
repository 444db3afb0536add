/**
 * Calls about places, one after the other, without time between them in which the rest of the code base could be read. Input: a code
 * base that nothing is known of; output: the requests to workers.
 */
import { expect, onTestFinished, test, vi } from "vitest";
import { BackgroundFill } from "../../src/engine/background-fill.ts";
import type { PoolOptions } from "../../src/workers/pool.ts";
import { laterClock, sessionInProcess } from "../support/in-process.ts";
import { lendPool } from "../support/lent-pools.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

test("read all files after some of them, and list none then", async () => {
  const start = vi.spyOn(BackgroundFill.prototype, "start").mockImplementation(() => {});
  onTestFinished(() => start.mockRestore());
  let lists = 0;
  const openPool = (options: PoolOptions) => {
    const pool = lendPool(options);
    const run = pool.run.bind(pool);
    const spy = vi.spyOn(pool, "run").mockImplementation((work, ...rest) => {
      if (work.items.length > 0 && "list" in work.requestFor(work.items.slice(0, 1))) lists++;
      return run(work, ...rest);
    });
    onTestFinished(() => spy.mockRestore());
    return pool;
  };
  const names = ["one", "two", "three", "four", "five", "six"];
  const cwd = temporaryFolder(Object.fromEntries(names.map((name) => [`${name}.py`, `def ${name}(): pass\n`])));
  const args = ["--log-level", "error", "--cache-dir", temporaryFolder()];
  const session = sessionInProcess({ cwd, args, now: laterClock, openPool });
  const listed: number[] = [];
  for (const symbol of names) {
    const before = lists;
    const { answer } = await callTool(session, "find_references", { symbol });
    expect(answer).toMatchObject({ symbol, total_references: 1, searched_files: names.length });
    listed.push(lists - before);
  }
  // The first call also lists the files that no language reads.
  expect(listed).toEqual([2, 1, 1, 1, 0, 0]);
});

test.each([
  ["geo::Shape::area", ["cpp/shape.cpp", "cpp/shape.hpp"]],
  ["Shape::area", ["cpp/shape.cpp", "cpp/shape.hpp"]],
  // Files that open a namespace by a macro do not name it.
  ["geo::total", ["cpp/one.cpp", "cpp/two.cpp"]],
  ["Circle::area", ["cpp/shape.cpp", "cpp/shape.hpp"]],
  ["Circle::paint", ["cpp/shape.cpp", "cpp/shape.hpp"]],
  // A class, and a module of the same name.
  ["config.get", ["py/config.py", "py/other.py"]],
  ["Reader.read", ["py/reader.py"]],
  // The class that an import renames is in a file without the name.
  ["Figure", ["py/renamed.py"]],
])("the first call about %s has all of its places", async (symbol, places) => {
  const cwd = temporaryFolder({
    "cpp/shape.hpp": "namespace geo {\nclass Shape {\n  int area();\n  void paint();\n};\n}\n",
    "cpp/shape.cpp": '#include "shape.hpp"\nint geo::Shape::area() { return 0; }\nvoid geo::Shape::paint() {}\n',
    "cpp/circle.hpp": '#include "shape.hpp"\nclass Circle : public geo::Shape { using geo::Shape::paint; };\n',
    "cpp/macros.hpp": "#define OPEN namespace geo {\n#define CLOSE }\n",
    "cpp/one.cpp": "namespace geo {\nint total() { return 1; }\n}\n",
    "cpp/two.cpp": '#include "macros.hpp"\nOPEN\nint total(int) { return 2; }\nCLOSE\n',
    "py/config.py": "def get(): pass\n",
    "py/other.py": "class config:\n    def get(self): pass\n",
    "py/reader.py": "class Reader:\n    def read(self): pass\n",
    "py/alias.py": "from renamed import Kind as Figure\n",
    "py/renamed.py": "class Kind: pass\n",
    "py/writer.py": "def read(): pass\n",
  });
  const session = sessionInProcess({ cwd, args: ["--log-level", "error", "--no-cache"] });
  const { answer } = await callTool(session, "find_definition", { symbol, detail: "names" });
  expect(
    Object(answer)
      .results.map(({ filepath }: { filepath: string }) => filepath)
      .sort(),
  ).toEqual(places);
});
