import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hostileCode, hostileSymbols, hostileTexts, otherSymbols } from "../support/hostile-code.ts";
import { laterClock } from "../support/in-process.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({ "good.cpp": "int good() { return 1; }\nint one = good();\n" });
const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")];
const call = callsToServer({ cwd: folder, args, now: laterClock });

/** What a user sees of a defect. */
const internal = /Internal error|worker/;

describe("code that costs more than it should", () => {
  test.each(hostileCode)("$name", async ({ name, files, sizes: [size], calls }) => {
    const own = `${folder}/${name}`;
    writeFiles(own, files(size));
    for (const [tool, input] of calls) {
      const filepath = input.filepath === undefined ? own : `${own}/${input.filepath}`;
      const { text } = await call(tool, { ...input, filepath });
      expect(text, `${tool} ${JSON.stringify(input)}`).not.toMatch(internal);
    }
    const { answer } = await call("find_definition", { symbol: "good" });
    expect(answer).toMatchObject({ symbol: "good", success: true });
  });
});

describe("arguments that are none", () => {
  test("names of symbols", async () => {
    for (const symbol of [...hostileSymbols, ...otherSymbols]) {
      for (const tool of ["find_definition", "find_references"]) {
        const { text, answer } = await call(tool, { symbol, filepath: ".", file_patterns: ["goo?.cpp"] });
        expect(text, JSON.stringify(symbol)).not.toMatch(internal);
        expect(answer.success, JSON.stringify(symbol)).toBe(false);
      }
    }
  });

  test.each([
    [1_000_000_000, 1],
    [1, 1_000_000_000],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [0, 1],
    [-1, 1],
    [1.5, 1],
    [4, 1],
    [3, 2],
  ])("line %d, column %d", async (line, column) => {
    const { text, isError } = await call("find_definition", { filepath: "good.cpp", line, column });
    expect(isError).toBe(true);
    expect(text).not.toMatch(internal);
  });

  test("unsaved texts", async () => {
    for (const source of hostileTexts(1_000)) {
      const { text } = await call("find_references", { filepath: "good.cpp", line: 1, column: 1, source });
      expect(text, JSON.stringify(source.slice(0, 5))).not.toMatch(internal);
    }
    const { answer } = await call("find_references", { symbol: "good", filepath: "good.cpp" });
    expect(answer).toMatchObject({ total_references: 2, success: true });
  });
});
