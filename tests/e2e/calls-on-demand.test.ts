/**
 * Calls about places, one after the other, without time between them in which the rest of the code base could be read. Input: a code
 * base that nothing is known of; output: the requests to workers.
 */
import { expect, onTestFinished, test, vi } from "vitest";
import { BackgroundFill } from "../../src/engine/background-fill.ts";
import type { PoolOptions } from "../../src/engine/worker/pool.ts";
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
