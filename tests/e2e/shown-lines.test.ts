/** Lines of files of any kind. Input: ranges such as `a.txt:2-3`; output: what get_file_summary says of them. */
import { describe, expect, test } from "vitest";
import { sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const cwd = temporaryFolder({
  Makefile: "all: a.o\n\tcc a.c\n\n# end\n",
  "a.cpp": "int f() {\r\n  return 1;\r\n}",
  "latin.py": Buffer.from("# -*- coding: latin-1 -*-\ns = '\xe9'\n", "latin1"),
  "long.txt": `${Array.from({ length: 6_000 }, (_, at) => `line ${at + 1}`).join("\n")}\n`,
  "wide.txt": `${"x".repeat(3_000)}\n`,
  "empty.txt": "",
  "named:3": "its name ends so\n",
  "data.bin": "\0area\0",
});
const session = sessionInProcess({ cwd, args: ["--log-level", "error", "--no-cache", "--root", cwd] });
const ask = (lines: readonly string[], more = {}) =>
  callTool(session, "get_file_summary", { lines, max_chars: 200_000, ...more });

/** Each file as `path of its lines: the lines that are shown`. */
async function shownIn(...lines: readonly string[]) {
  const { answer } = await ask(lines);
  const results: readonly { filepath: string; total_lines: number; lines: readonly string[] }[] =
    "results" in answer && Array.isArray(answer.results) ? answer.results : [];
  return results.map((file) => `${file.filepath} of ${file.total_lines}: ${file.lines.join("|")}`);
}

describe("get_file_summary shows lines", () => {
  test.each([
    ["a range", "Makefile:2-3", "Makefile of 4: 2: \tcc a.c|3: "],
    ["one line", "Makefile:4", "Makefile of 4: 4: # end"],
    ["from a line on", "Makefile:3-", "Makefile of 4: 3: |4: # end"],
    ["a whole file", "Makefile", "Makefile of 4: 1: all: a.o|2: \tcc a.c|3: |4: # end"],
    ["more than there is", "Makefile:4-90", "Makefile of 4: 4: # end"],
    ["code, without the ends of its lines", "a.cpp:1-2", "a.cpp of 3: 1: int f() {|2:   return 1;"],
    ["a file whose name ends like a place", "named:3:1", "named:3 of 1: 1: its name ends so"],
    ["a text in the encoding that it declares", "latin.py:2", "latin.py of 2: 2: s = 'é'"],
  ])("of %s", async (_, range, shown) => {
    expect(await shownIn(range)).toEqual([shown]);
  });

  test("of several files in the order of the call", async () => {
    expect(await shownIn("a.cpp:3", "Makefile:1", "a.cpp:1")).toEqual([
      "a.cpp of 3: 3: }",
      "Makefile of 4: 1: all: a.o",
      "a.cpp of 3: 1: int f() {",
    ]);
  });

  test("of one file as one entry, if its ranges follow each other", async () => {
    expect(await shownIn("Makefile:1", "Makefile:4", "a.cpp:1", "Makefile:2")).toEqual([
      "Makefile of 4: 1: all: a.o|4: # end",
      "a.cpp of 3: 1: int f() {",
      "Makefile of 4: 2: \tcc a.c",
    ]);
  });

  test("of a file with line ends of Windows, which it tells", async () => {
    const { answer } = await ask(["a.cpp:1", "Makefile:1"]);
    const [windows, other] = Object(answer).results;
    expect(windows).toMatchObject({ filepath: "a.cpp", line_ends: "CRLF" });
    expect(other).not.toHaveProperty("line_ends");
  });

  test("of a long line its beginning", async () => {
    expect(await shownIn("wide.txt")).toEqual([`wide.txt of 1: 1: ${"x".repeat(2_000)}…`]);
  });

  test("as many as fit, and says which are left", async () => {
    const { answer, text } = await ask(["long.txt:11-400", "Makefile:1-2"], { max_chars: 3_000 });
    expect(text.length).toBeLessThanOrEqual(3_000);
    expect(answer).toMatchObject({ truncated: true });
    const { truncated_reason: reason } = Object(answer);
    const [, first] = /^limit of the answer: ask next for lines long\.txt:(\d+)-400, Makefile:1-2$/.exec(reason) ?? [];
    expect(text).toContain(`"${Number(first) - 1}: line ${Number(first) - 1}"`);
    expect(text).not.toContain(`"${first}: `);
    expect(Number(first)).toBeGreaterThan(80);
  });

  test("at most 5,000 of a file, and says so", async () => {
    const { answer } = await ask(["long.txt"]);
    expect(answer).toMatchObject({ warnings: ["long.txt: one call has at most 5,000 lines."] });
  });
});

describe("lines that there are not", () => {
  test.each([
    ["past the end", "Makefile:9-12", "Makefile has 4 lines: there is nothing from line 9 on."],
    ["of an empty file", "empty.txt", "empty.txt has 0 lines: there is nothing from line 1 on."],
    ["of no file", "nope.txt:1", "Failed to open file: nope.txt."],
    ["of a range with a colon", "a.cpp:1:3", "Failed to open file: a.cpp:1: a range is written a.cpp:1-3."],
    ["of a place", "a.cpp:3:2", "Failed to open file: a.cpp:3: one line is written a.cpp:3."],
    ["of a range of a file with a colon", "a.cpp:3:1-2", "Failed to open file: a.cpp:3."],
    ["of a folder", ".:1", ". is not the path of one file."],
    ["of several files", "*.cpp:1", "*.cpp is not the path of one file."],
    ["of a range without lines", "Makefile:3-2", "The last line of Makefile:3-2 is before the first."],
  ])("%s are a warning next to others", async (_, range, warning) => {
    const { answer } = await ask([range, "Makefile:1"]);
    expect(answer).toMatchObject({ success: true, warnings: [warning], results: [{ lines: ["1: all: a.o"] }] });
  });

  test.each([
    ["data.bin", "It is binary"],
    ["../other.txt:1", "It lies outside of the server's roots"],
    ["/etc/passwd:1", "It lies outside of the server's roots"],
  ])("%s fails", async (range, reason) => {
    const { answer } = await ask([range]);
    expect(answer).toMatchObject({ success: false, error: expect.stringContaining(reason) });
  });

  test.each([{ filepath: "a.cpp" }, { source: "int a;", language: "cpp" }, { include: ["functions"] }])(
    "a call with %o as well is refused",
    async (more) => {
      const { answer } = await ask(["Makefile"], more);
      expect(answer).toMatchObject({ success: false, error: expect.stringContaining("lines") });
    },
  );
});
