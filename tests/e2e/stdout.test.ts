import { join } from "node:path";
import { expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("what a worker prints goes to stderr: stdout belongs to the protocol", async () => {
  const folder = temporaryFolder({
    "a.py": "def f(): pass\n",
    "talk.cjs": `
      if (!require("node:worker_threads").isMainThread) setImmediate(() => {
        console.log("said by log");
        console.info("said by info");
        process.stdout.write("said by stdout\\n");
      });`,
  });
  const params = { name: "find_functions", arguments: { filepath: "a.py" } };
  const { stdout, stderr } = await runServer(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`,
    { cwd: folder, env: { NODE_OPTIONS: `--require ${join(folder, "talk.cjs")}` } },
  );
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({ id: 1 });
  for (const way of ["log", "info", "stdout"]) expect(stderr).toContain(`said by ${way}`);
});
