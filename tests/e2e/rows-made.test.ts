import { describe, expect, test } from "vitest";
import type { Work } from "../../src/workers/piece-job.ts";
import type { PoolOptions, WorkerPool } from "../../src/workers/pool.ts";
import { lendPool } from "../support/lent-pools.ts";
import { headOf } from "../support/pages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const lines = 600;
const code = Array.from({ length: lines }, (_, i) => `name${i} = value(${i}, "text")\n`).join("");
const folder = temporaryFolder({ "many.py": code, "more.py": code, "few.py": "a = 1\n" });
const limit = 3_000;

/** The numbers of rows of each reply of a worker to a scan. */
let made: number[] = [];

/** A pool that notes the rows that its workers have made. */
function notingPool(options: PoolOptions): WorkerPool {
  const pool = lendPool(options);
  const [run, close] = [pool.run.bind(pool), pool.close.bind(pool)];
  // The pool is lent to other tests behind this one.
  pool.close = () => {
    Reflect.deleteProperty(pool, "run");
    Reflect.deleteProperty(pool, "close");
    return close();
  };
  pool.run = <Item, Result>(work: Work<Item, Result>, ...others: [AbortSignal, boolean?]) =>
    run(
      {
        ...work,
        resultOf: (reply) => {
          if ("outcome" in reply && "kind" in reply.outcome) {
            made.push(JSON.parse(`{${reply.outcome.rows}}`).matches.length);
          }
          return work.resultOf(reply);
        },
      },
      ...others,
    );
  return pool;
}

describe.each(["json", "brief"])("execute_query in %s", (format) => {
  const args = ["serve", "--format", format, "--max-result-chars", String(limit), "--no-cache"];
  const bounded = callsToServer({ cwd: folder, args, openPool: notingPool });
  const query = "(identifier) @name";

  test("makes no more rows in a worker than an answer has room for, of any page", async () => {
    let cursor: unknown;
    for (const _ of [1, 2, 3]) {
      made = [];
      const page = await bounded("execute_query", { filepath: "many.py", query, cursor });
      const { text } = page;
      expect(text).toMatch(/rows \d+ to \d+ of 1200 are here/);
      expect(made).toHaveLength(1);
      expect(made[0]).toBeGreaterThan(20);
      expect(made[0]).toBeLessThan(limit / 4);
      cursor = format === "brief" ? /next_cursor=(\S+)/.exec(text)?.[1] : headOf(page).next_cursor;
      expect(cursor).toMatch(/^\w/);
    }
  });

  test("of a batch, too", async () => {
    made = [];
    await bounded("execute_query", { filepath: ["few.py", "many.py", "more.py"], query });
    expect(made).toHaveLength(3);
    for (const rows of made) expect(rows).toBeLessThan(limit / 4);
  });
});
