import { join } from "node:path";
import { expect, test } from "vitest";
import { formatsOf } from "../../src/formats/index.ts";
import { loadTools } from "../../src/tools/index.ts";
import { everyCall, everyCode, wordsOf } from "../support/every-call.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { unsoundText } from "../support/unsound-text.ts";

const folder = temporaryFolder(everyCode);
const tools = await loadTools();

// Whole answers: tests/sweep/same-answers.test.ts.
test.each(everyCall)(
  "no value of %s %j in 2,000 characters is written as undefined, null or an object",
  async (name, input) => {
    const tool = tools.get(name);
    const formats = tool === undefined ? [] : formatsOf(tool, tool.kind);
    expect(formats.length).toBeGreaterThan(3);
    const limit = ["--max-result-chars", "2000"];
    for (const format of formats) {
      const flags = ["--format", format, "--no-cache", "--log-level", "error", "--config", "commands.json", ...limit];
      const { stdout, stderr } = await runInProcess("", { cwd: folder, args: [name, ...wordsOf(input), ...flags] });
      const text = stdout + stderr;
      expect(text, format).not.toBe("");
      expect(text, format).not.toMatch(unsoundText);
    }
  },
);

test("no symbol of any language has its kind twice", async () => {
  const cwd = join(import.meta.dirname, "../fixtures/symbols");
  const args = ["list_symbols", ".", "--detail", "full", "--format", "brief", "--no-cache", "--log-level", "error"];
  const { stdout } = await runInProcess("", { cwd, args });
  const lines = stdout.split("\n");
  expect(lines.length).toBeGreaterThan(250);
  const kinds = "module|namespace|class|struct|interface|enum|function|operator|event";
  expect(lines.filter((line) => new RegExp(`^ *[\\d-]+: (?:\\w+ )*(${kinds}) \\1\\b`).test(line))).toEqual([]);
});
