import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { PoolOptions } from "../../src/workers/pool.ts";
import { laterClock, runInProcess } from "../support/in-process.ts";
import { lendPool } from "../support/lent-pools.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const files = {
  ".gitignore": "*.gen.h\nleft/\n",
  "src/shape.h": "struct Shape { int area() API; };\n",
  "src/shape.cpp": '#include "shape.h"\nint Shape::area() { return 1; }\n',
  "src/use.cpp": '#include "shape.h"\nint use(Shape s) { return s.area(); }\n',
  // Not one of the files, but its macro is one of theirs.
  "src/api.gen.h": "#define API\n",
  "left/out.cpp": "int area() { return 2; }\n",
  "app.py": "def area(): pass\n",
};

/** A code base, and a command about it in a process of its own as far as its memory is concerned. */
function codeBase() {
  const cwd = temporaryFolder(files);
  const cache = join(temporaryFolder(), "cache");
  const run = async (args: readonly string[], cacheArgs: readonly string[] = ["--cache-dir", cache]) => {
    const asked: string[] = [];
    let release = () => {};
    const openPool = (options: PoolOptions) => {
      const pool = lendPool(options);
      const run = pool.run.bind(pool);
      // The threads are lent to others afterwards.
      const spy = vi.spyOn(pool, "run").mockImplementation((work, ...rest) => {
        if (work.items.length > 0) asked.push(...Object.keys(work.requestFor(work.items.slice(0, 1))));
        return run(work, ...rest);
      });
      release = () => spy.mockRestore();
      return pool;
    };
    const launch = { cwd, args: [...args, ...cacheArgs, "--log-level", "error"], now: laterClock, openPool };
    const { stdout, stderr, exitCode } = await runInProcess("", launch);
    release();
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    return { answer: JSON.parse(stdout), asked };
  };
  return run;
}

/** A call that reads all files. */
const context = ["get_symbol_context", "src/use.cpp", "--line", "2", "--column", "30"];

describe("a process that is asked about a code base which an earlier one has read", () => {
  test("lists and compares nothing when nothing has changed", async () => {
    const run = codeBase();
    const first = await run(context);
    expect(first.asked).toContain("list");
    expect(first.answer).toMatchObject({ symbol: "Shape::area", searched_files: 4, skipped: { ignored_files: 1 } });
    const second = await run(context);
    expect(second.answer).toEqual(first.answer);
    expect(second.asked).not.toContain("definesIn");
    // The one list is that of the file of the place.
    expect(second.asked.filter((kind) => kind === "list")).toHaveLength(1);
  });

  test("a name is looked for in the files that a question about a place has found", async () => {
    const run = codeBase();
    await run(context);
    const { answer, asked } = await run(["find_references", "Shape::area"]);
    expect(answer).toMatchObject({ searched_files: 4, total_references: 3 });
    // The one list is that of the files that no language reads.
    expect(asked.filter((kind) => kind === "list")).toHaveLength(1);
    expect((await run(["find_definition", "Shape::area"])).asked).not.toContain("list");
  });
});
