/** rename_symbol whose rounds end before all symbols of the name are known. Input: a plan and its first rows; output: no edit. */
import { expect, test } from "vitest";
import type { FileRows } from "../../src/tools/contract/plan.ts";
import { renameSymbol } from "../../src/tools/rename-symbol.ts";
import { codeBase } from "../support/code-base.ts";
import { noBounds, rowsIn, written } from "../support/index-call.ts";

/** The answer after the first round, as when there was no time for another. */
async function answerAfterFirst(files: Readonly<Record<string, string>>) {
  const code = await codeBase(files);
  const bound = renameSymbol.bind({ symbol: "one.make", new_name: "build" });
  const plan = await bound.plan(code);
  const rows: FileRows[] = [];
  for (const path of plan.files) {
    const found = await rowsIn(path, bound, code, plan);
    if (found !== undefined) rows.push({ filepath: code.nameOf(path), rows: found });
  }
  return Object(written(bound.answer(plan, rows, { ...noBounds, endedAfter: "half of the time" })));
}

const one = { "one.py": "def make(): return 1\n" };
const both = "try:\n    from one import make\nexcept ImportError:\n    def make(): return 2\nmake()\n";

test("lists no edit if another symbol has to be renamed as well", async () => {
  const answer = await answerAfterFirst({ ...one, "use.py": both });
  expect(answer).toMatchObject({ total_edits: 0, results: [] });
  expect(answer).not.toHaveProperty("diff");
  expect(answer).not.toHaveProperty("state");
  expect(answer.warnings).toContainEqual(expect.stringMatching(/^No edit is listed: other symbols/));
});

test("lists the edits that are not checked if no other symbol is", async () => {
  const answer = await answerAfterFirst({ ...one, "use.py": "from one import make\nmake()\n" });
  expect(answer).toMatchObject({ total_edits: 3 });
  expect(answer.warnings).toEqual([expect.stringMatching(/^Not checked for names/)]);
});
