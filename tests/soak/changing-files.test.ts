import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const files = 1_000;
const calls = 30;
const rewriter = fileURLToPath(new URL("../support/rewrite-files.mjs", import.meta.url));

const folder = temporaryFolder(
  Object.fromEntries(
    Array.from({ length: files }, (_, i) => [
      `f${i}.py`,
      `class C${i}:\n    pass\n\ndef g${i}():\n    return g${(i + 1) % files}()\n`,
    ]),
  ),
);

test("while all files are rewritten, no symbol that stays is called absent", { timeout: 300_000 }, async () => {
  const session = new Session({ cwd: folder, args: ["--log-level", "error"] });
  expect((await callTool(session, "find_definition", { symbol: "g7" })).isError).toBe(false);
  const writing = spawn(process.execPath, [rewriter, folder], { stdio: "ignore" });
  const ends = { found: 0, doubted: 0 };
  try {
    for (let call = 0; call < calls; call++) {
      const tool = ["find_definition", "find_references", "get_symbol_context"][call % 3] ?? "";
      const { answer, isError, text } = await callTool(session, tool, { symbol: `g${(call * 37) % files}` });
      if (isError) {
        expect(text).toMatch(/"error":"Not found in what was read/);
        expect(answer).toMatchObject({ changed_during_call: expect.any(Number) });
        ends.doubted++;
      } else ends.found++;
    }
  } finally {
    writing.kill();
    await once(writing, "exit");
  }
  expect(ends.found).toBeGreaterThan(calls / 2);
  const after = await callTool(session, "find_references", { symbol: "g7" });
  expect(after.answer).toMatchObject({ total_references: 1 });
  expect(after.answer).not.toHaveProperty("unread");
  await session.close();
});
