import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Work } from "../../src/engine/worker/piece-job.ts";
import { type PoolOptions, WorkerPool } from "../../src/engine/worker/pool.ts";
import { laterClock, runInProcess } from "../support/in-process.ts";
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

/** Workers that note what they are asked for. */
class NotingPool extends WorkerPool {
  readonly asked: string[] = [];

  override async run<Item, Result>(work: Work<Item, Result>, signal: AbortSignal, isBackground?: boolean) {
    const requestFor: typeof work.requestFor = (items) => {
      const request = work.requestFor(items);
      this.asked.push(...Object.keys(request));
      return request;
    };
    await super.run({ ...work, requestFor }, signal, isBackground);
  }
}

/** A code base, and a command about it in a process of its own as far as its memory is concerned. */
function codeBase() {
  const cwd = temporaryFolder(files);
  const cache = join(temporaryFolder(), "cache");
  const run = async (args: readonly string[], cacheArgs: readonly string[] = ["--cache-dir", cache]) => {
    let pool: NotingPool | undefined;
    const openPool = (options: PoolOptions) => {
      pool = new NotingPool(options);
      return pool;
    };
    const launch = { cwd, args: [...args, ...cacheArgs, "--log-level", "error"], now: laterClock, openPool };
    const { stdout, stderr, exitCode } = await runInProcess("", launch);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    return { answer: JSON.parse(stdout), asked: pool?.asked ?? [] };
  };
  return { cwd, cache, run };
}

const references = ["find_references", "src/use.cpp", "--line", "2", "--column", "30"];

describe("a process that is asked about a code base which an earlier one has read", () => {
  test("lists and compares nothing when nothing has changed", async () => {
    const { run } = codeBase();
    const first = await run(references);
    expect(first.asked).toContain("list");
    expect(first.answer).toMatchObject({ symbol: "Shape::area", searched_files: 4, skipped: { ignored_files: 1 } });
    const second = await run(references);
    expect(second.answer).toEqual(first.answer);
    expect(second.asked).not.toContain("definesIn");
    // The one list is that of the file of the place.
    expect(second.asked.filter((kind) => kind === "list")).toHaveLength(1);
  });

  test("a name is looked for in the files that a question about a place has found", async () => {
    const { run } = codeBase();
    await run(references);
    const { answer, asked } = await run(["find_references", "Shape::area"]);
    expect(answer).toMatchObject({ searched_files: 4, total_references: 3 });
    expect(asked).not.toContain("list");
  });

  test.each<[string, (cwd: string) => void]>([
    [
      "a file was written",
      (cwd) =>
        writeFileSync(
          join(cwd, "src/use.cpp"),
          '#include "shape.h"\nint use(Shape s) { return s.area() + s.area(); }\n',
        ),
    ],
    [
      "a file is new",
      (cwd) => writeFileSync(join(cwd, "src/new.cpp"), '#include "shape.h"\nint more(Shape s) { return s.area(); }\n'),
    ],
    ["a file is gone", (cwd) => rmSync(join(cwd, "src/shape.cpp"))],
    ["a file has another name", (cwd) => renameSync(join(cwd, "src/shape.cpp"), join(cwd, "src/other.cpp"))],
    ["a folder is new", (cwd) => mkdirSync(join(cwd, "src/empty"))],
    ["rules leave out more", (cwd) => writeFileSync(join(cwd, ".gitignore"), "shape.cpp\n*.gen.h\nleft/\n")],
    ["rules are new in a folder", (cwd) => writeFileSync(join(cwd, "src/.gitignore"), "shape.cpp\n")],
    [
      "an ignored header defines something else",
      (cwd) => writeFileSync(join(cwd, "src/api.gen.h"), "#define API ; }; namespace n {\n"),
    ],
    [
      "a header next to the files is new",
      (cwd) => writeFileSync(join(cwd, "src/more.gen.h"), "#define struct class\n"),
    ],
  ])("answers as without a cache when %s", async (_, change) => {
    const { cwd, run } = codeBase();
    await run(references);
    change(cwd);
    const changed = await run(references);
    expect(changed.asked).toContain("list");
    expect(changed.answer).toEqual((await run(references, ["--no-cache"])).answer);
    expect((await run(references)).answer).toEqual(changed.answer);
  });
});
