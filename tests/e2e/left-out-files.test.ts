import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callsOfFiles, callsOfGraph, callsOfSymbol } from "../support/calls-about.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** A folder with files that are not read, for a reason each. */
const folder = temporaryFolder({
  "src/base.py": "class Base:\n    def run(self): pass\n",
  "src/large.py": `class Large(Base):\n${"    # long\n".repeat(500)}\ndef lost(): pass\n`,
  "src/folder.py/inner.py": "class Inner(Base): pass\n",
});
symlinkSync("nowhere.txt", join(folder, "src/link.py"));
if (process.platform !== "win32") execFileSync("mkfifo", [join(folder, "src/pipe.py")]);

const env = { MAX_FILE_SIZE: "1000" };
const leftOut = {
  broken_links: 1,
  too_large: 1,
  ...(process.platform === "win32" ? {} : { special_files: 1 }),
};
const call = callsToServer({ cwd: folder, args: ["--log-level", "error"], env });

describe("a named file that no tool over the index can read", () => {
  const named = temporaryFolder({ "a.py": "def a(): pass\n", "odd.unknown": "?" });
  const ask = callsToServer({ cwd: named, args: ["--log-level", "error", "--no-cache"] });
  const questions = [...callsOfSymbol("lost"), ...callsOfGraph()];

  test.each(questions)("fails the call if it is the only one: %s %j", async (tool, input) => {
    for (const filepath of ["odd.unknown", ["odd.unknown"]]) {
      const { answer, isError } = await ask(tool, { ...input, filepath });
      expect(answer).toMatchObject({ error: "Unsupported file type: odd.unknown" });
      expect(isError).toBe(true);
    }
    const { answer } = await ask(tool, { ...input, filepath: ["gone.py", "odd.unknown"] });
    expect(answer).toMatchObject({ error: "Failed to open file: gone.py" });
  });

  test.each(questions)("counts among others: %s %j", async (tool, input) => {
    const { answer } = await ask(tool, { ...input, filepath: ["a.py", "odd.unknown", "gone.py"] });
    expect(answer).toMatchObject({
      unread: { ".": 1 },
      skipped: { unknown_language: 1, unreadable: 1 },
      unreadable_files: [{ filepath: "gone.py", error: "Failed to open file: gone.py" }],
    });
    expect(answer.error ?? "Not found in what was read: ").toMatch(/^Not found in what was read: /);
  });
});

describe("files that are not read", () => {
  test.each([
    ...callsOfFiles("src"),
    ["list_symbols", { filepath: "src", name: "lost" }] as const,
    ...callsOfSymbol("Base", { filepath: "src" }),
    ...callsOfGraph({ filepath: "src" }),
    ["get_completions", { filepath: "src/base.py", line: 1, column: 1 }] as const,
  ])("are counted by %s %j", async (tool, input) => {
    const { answer, isError } = await call(tool, input);
    expect(isError).toBe(false);
    expect(answer.skipped).toMatchObject(leftOut);
  });

  test.each([
    ...callsOfSymbol("lost"),
    ["execute_query", { filepath: "src", query: "(class_definition) @c", within: "lost" }] as const,
  ])("may have what is not found, as %s %j says", async (tool, input) => {
    const { answer, isError } = await call(tool, input);
    expect(isError).toBe(true);
    expect(answer).toMatchObject({
      error: expect.stringMatching(/^Not found in what was read: /),
      details: expect.stringContaining("Left out: 1 too_large."),
      skipped: leftOut,
    });
  });
});
