import { join } from "node:path";
import { expect, test } from "vitest";
import { WorkerPool } from "../../src/workers/pool.ts";
import { sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const script = new URL("../support/failing-worker.mjs", import.meta.url);

const folder = temporaryFolder({
  "a.cpp": "int good() { return 1; }\nint deadly();\n",
  "deadly.cpp": "int two = good();\n",
});
// A thread for each file would start twice as many as end.
const args = ["--log-level", "error", "--jobs", "1", "--cache-dir", join(temporaryFolder(), "cache")];
const launch = { cwd: folder, args, env: { REQUEST_TIMEOUT: "120000" } };
const openPool: NonNullable<Parameters<typeof sessionInProcess>[0]>["openPool"] = (options) =>
  new WorkerPool({ ...options, script });
const call = callsToServer(launch, (own) => sessionInProcess({ ...own, openPool }));

test("a file that ends workers costs its own rows, and is named", async () => {
  const { answer } = await call("find_references", { symbol: "good" });
  expect(answer).toMatchObject({
    symbol: "good",
    total_references: 1,
    skipped: { unreadable: 1 },
    unreadable_files: [{ filepath: "deadly.cpp", error: "Maximum call stack size exceeded" }],
  });
});

test("a file that has neither facts nor rows is counted once", async () => {
  const { answer } = await call("get_file_summary", { filepath: "." });
  expect(answer).toMatchObject({
    skipped: { unreadable: 1 },
    unreadable_files: [{ filepath: expect.stringContaining("deadly.cpp"), error: "Maximum call stack size exceeded" }],
  });
});

test.each([
  [{ symbol: "deadly" }, "Failed to find the symbol deadly", "Narrow filepath, or qualify the symbol."],
  [
    { filepath: "deadly.cpp", line: 1, column: 11 },
    "Failed to find what line 1 of deadly.cpp names",
    "Give symbol instead of line.",
  ],
])("a call that ends workers says what could not be found: %j", async (input, error, advice) => {
  for (const tool of ["find_definition", "find_references"]) {
    const { answer } = await call(tool, input);
    expect(answer).toEqual({ success: false, error, details: `Maximum call stack size exceeded. ${advice}` });
  }
});
