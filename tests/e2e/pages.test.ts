import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdTimers, passTimeComputed, passTimeUntil } from "../support/held-timers.ts";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { type Call, headOf, pagesOf } from "../support/pages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, callTool, pathsOf, type ToolAnswer } from "../support/tool-call.ts";

const files: Record<string, string> = {};
for (let i = 0; i < 30; i++) {
  const name = `${"abc".charAt(i % 3)}/${String(i).padStart(2, "0")}.py`;
  files[name] = `class C${i}: pass\n`.repeat(1 + (i % 5));
}
files["a/binary.py"] = "x\0";
files["c/z-binary.py"] = "x\0";

describe("max_results", () => {
  const folder = temporaryFolder(files);
  const call = callsToServer({ cwd: folder });

  test.each([1, 7, 29, 30, 31])("%i: the pages together are the whole answer", async (max_results) => {
    const whole = await call("find_classes", { filepath: "." });
    const pages = await pagesOf(call, "find_classes", { filepath: ".", max_results });
    expect(pages.flatMap(({ answer }) => answer.results)).toEqual(whole.answer.results);
    expect(pages.length).toBe(Math.ceil(30 / max_results));
    for (const page of pages) expect(headOf(page)).toMatchObject({ total_files: 30, skipped: { binary: 2 } });
    expect(headOf(pages.at(-1) ?? whole)).not.toHaveProperty("truncated");
  });

  test("says how much there is and how to go on", async () => {
    const { truncated, truncated_reason } = headOf(await call("find_classes", { filepath: "a", max_results: 4 }));
    expect({ truncated, truncated_reason }).toEqual({
      truncated: true,
      truncated_reason: "max_results is 4: 4 of 10 files are here. Go on with cursor, the next_cursor of this answer.",
    });
  });

  test("counts all files on every page", async () => {
    const filepath = ["a", "gone.py", "b", "c/02.py"];
    for (const page of await pagesOf(call, "parse_file", { filepath, max_results: 5 })) {
      expect(headOf(page)).toMatchObject({ total_files: 22, processed_files: 21, failed_files: 1 });
    }
  });

  test("goes on in the order of an array", async () => {
    const args = { filepath: ["c", "b/01.py", "a"], max_results: 6 };
    const pages = await pagesOf(call, "find_classes", args);
    const whole = await call("find_classes", { filepath: args.filepath });
    expect(pages.flatMap(pathsOf)).toEqual(pathsOf(whole));
  });

  test("has no say in a flat answer", async () => {
    const { answer } = await call("find_classes", { filepath: "a/00.py", max_results: 1 });
    expect(answer).toMatchObject({ classes: [{ name: "C0" }], success: true });
  });
});

describe("a cursor", () => {
  const folder = temporaryFolder(files);
  const call = callsToServer({ cwd: folder });
  const args = { filepath: "a", max_results: 5 };

  test("survives files that come and go", async () => {
    const first = await call("find_classes", args);
    const last = pathsOf(first).at(-1) ?? "";
    rmSync(join(folder, last));
    writeFileSync(join(folder, "a/00-before.py"), "class Before: pass\n");
    writeFileSync(join(folder, "a/zz.py"), "class Last: pass\n");
    const second = await call("find_classes", { ...args, max_results: 9, cursor: headOf(first).next_cursor });
    expect(pathsOf(second)).toEqual(["a/15.py", "a/18.py", "a/21.py", "a/24.py", "a/27.py", "a/zz.py"]);
  });

  test("tells when a file on a page before has changed, on all further pages", async () => {
    const batch = { filepath: ["b"], max_results: 2 };
    const warning = "Files on pages before have changed since. For their rows of now, start again without cursor.";
    const first = await call("find_classes", batch);
    const same = await call("find_classes", { ...batch, cursor: headOf(first).next_cursor });
    expect(same.answer).not.toHaveProperty("warnings");
    // A file of a page that is still to come may change: it is read when it comes.
    writeFileSync(join(folder, pathsOf(same)[0] ?? ""), "class Later: pass\n");
    const later = await call("find_classes", { ...batch, cursor: headOf(first).next_cursor });
    expect(later.text).toContain('"Later"');
    expect(later.answer).not.toHaveProperty("warnings");
    writeFileSync(join(folder, pathsOf(first)[0] ?? ""), "class Changed: pass\n");
    let cursor = headOf(later).next_cursor;
    const third = await call("find_classes", { ...batch, cursor });
    expect(third.answer).toMatchObject({ warnings: [warning] });
    cursor = headOf(third).next_cursor;
    expect((await call("find_classes", { ...batch, cursor })).answer).toMatchObject({ warnings: [warning] });
    const again = await call("find_classes", batch);
    expect(again.answer).not.toHaveProperty("warnings");
    expect(again.text).toContain('"Changed"');
  });

  test.each([["c/rows.py"], [["c/rows.py", "b"]]])(
    "inside of a file that has changed is refused: %j",
    async (filepath) => {
      const rows = join(folder, "c/rows.py");
      writeFileSync(rows, "class Row: pass\n".repeat(90));
      const bounded = callsToServer({ cwd: folder, args: ["--max-result-chars", "2000"] });
      const cursor = headOf(await bounded("find_classes", { filepath })).next_cursor;
      expect((await bounded("find_classes", { filepath, cursor })).answer).not.toHaveProperty("error");
      writeFileSync(rows, `class First: pass\n${"class Row: pass\n".repeat(90)}`);
      for (const change of [() => {}, () => rmSync(rows)]) {
        change();
        const { answer, isError } = await bounded("find_classes", { filepath, cursor });
        expect({ answer, isError }).toEqual({
          isError: true,
          answer: {
            success: false,
            error: "File changed since the page before: c/rows.py",
            details: "Its rows are other ones now. Start again without cursor.",
          },
        });
      }
    },
  );

  test("may come with another max_results, and with the arguments in another order", async () => {
    const cursor = headOf(await call("find_classes", { max_results: 2, filepath: "b", recursive: true })).next_cursor;
    const { answer } = await call("find_classes", { cursor, recursive: true, filepath: "b" });
    expect(answer.results).toHaveLength(8);
  });

  test.each(["x", "AAAAAAAAAAAAAAAA", "-1", "null", "é".repeat(50), `${"A".repeat(8)}WzAsImEi`])(
    "%s, which is none of ours, is refused",
    async (cursor) => {
      const { answer, isError } = await call("find_classes", { ...args, cursor });
      expect(answer.error).toBe("Invalid argument 'cursor': it was not issued for these arguments");
      expect(answer.details).toMatch(/next_cursor/);
      expect(isError).toBe(true);
    },
  );

  test("of another tool or of other arguments is refused, and so is one that was changed", async () => {
    const cursor = headOf(await call("find_classes", { filepath: "b", max_results: 2 })).next_cursor ?? "";
    const others: readonly (readonly [string, object])[] = [
      ["find_functions", { filepath: "b", cursor }],
      ["find_classes", { filepath: "c", cursor }],
      ["find_classes", { filepath: "b", recursive: false, cursor }],
      ["find_classes", { filepath: "b", cursor: `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}` }],
    ];
    for (const [tool, input] of others) expect((await call(tool, input)).isError, JSON.stringify(input)).toBe(true);
    expect((await call("find_classes", { filepath: "b", cursor })).isError).toBe(false);
  });
});

describe("the budget", () => {
  const folder = temporaryFolder(files);
  const withBudget = (chars: string) =>
    callsToServer({ cwd: folder, args: ["--log-level", "error", "--max-result-chars", chars] });
  const budgets = [2_000, 3_000, 4_000];
  const calls = new Map(budgets.map((chars) => [chars, withBudget(String(chars))]));
  const without = withBudget("0");

  test.each(budgets)("of %i characters cuts at a file, and the pages together are the whole", async (chars) => {
    const call = calls.get(chars) ?? without;
    const whole = await without("find_classes", { filepath: "." });
    const pages = await pagesOf(call, "find_classes", { filepath: "." });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(({ answer }) => answer.results)).toEqual(whole.answer.results);
    for (const page of pages) {
      expect(page.text.length).toBeLessThanOrEqual(chars);
      expect(headOf(page).total_files).toBe(30);
    }
    expect(headOf(pages[0] ?? whole).truncated_reason).toMatch(
      new RegExp(`^An answer has at most ${chars} characters: \\d+ of 30 files are here\\. Go on with cursor`),
    );
  });

  test("goes on inside a large file, of one answer or of a batch", async () => {
    const call = calls.get(2_000) ?? without;
    writeFileSync(join(folder, "c/large.py"), "class Large: pass\n".repeat(60));
    const flat = await pagesOf(call, "find_classes", { filepath: "c/large.py" });
    expect(flat.flatMap(({ answer }) => answer.classes)).toHaveLength(60);
    const pages = await pagesOf(call, "find_classes", { filepath: ["c/02.py", "c/large.py", "c/05.py"] });
    // The first page has room next to the small file.
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(pathsOf)).toEqual(["c/02.py", ...Array(pages.length).fill("c/large.py"), "c/05.py"]);
    const [first] = pages;
    expect(first?.text.length).toBeGreaterThan(1_000);
    expect(first?.text).toMatch(/: 2 of 3 files are here, of the last one rows 1 to \d+ of 60\./);
    const large = pages.flatMap(
      ({ answer }) => answer.results?.filter(({ filepath }) => filepath === "c/large.py") ?? [],
    );
    const rows = large.flatMap(({ classes = [] }) => classes.map(({ line }) => line));
    expect(rows).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    for (const page of pages) expect(headOf(page).total_files).toBe(3);
  });

  test("is 50,000 characters over MCP", async () => {
    const many: Record<string, string> = {};
    for (let i = 0; i < 200; i++) many[`many/${i}.py`] = "class Name: pass\n".repeat(20);
    const call = callsToServer({ cwd: temporaryFolder(many) });
    const page = await call("find_classes", { filepath: "many" });
    expect(page.text.length).toBeLessThanOrEqual(50_000);
    expect(page.text.length).toBeGreaterThan(45_000);
    expect(headOf(page)).toMatchObject({ total_files: 200, truncated: true });
  });

  test.each([
    [["--max-result-chars", "0"], 500_000],
    [["--max-result-chars", "200000"], 200_000],
    [["--max-result-chars", "20000"], undefined],
    [[], undefined],
  ])("with %j Claude Code is told of it", async (args, expected) => {
    const session = sessionInProcess({ cwd: folder, args: ["--log-level", "error", ...args] });
    const { result } = await session.request("tools/list").finally(() => session.close());
    const listed: { tools: readonly { _meta?: Record<string, number> }[] } = JSON.parse(JSON.stringify(result));
    const sizes = listed.tools.map(({ _meta }) => _meta?.["anthropic/maxResultSizeChars"]);
    expect(new Set(sizes)).toEqual(new Set([expected]));
  });
});

/** Milliseconds that a call has. They pass when a test says so. */
const limitMs = 5_000;

/** Milliseconds of processor time: many times what files take that are not hostile. */
const computedMs = 500;

/** Calls a server with this limit, whose time passes once a hostile query is at work. Timers have to be held. */
async function withLimitedCalls(cwd: string, use: (call: Call) => Promise<void>): Promise<void> {
  // One thread reads several files at a time, and would answer none of them when one has no end.
  const args = ["--log-level", "error", "--jobs", "2"];
  const session = sessionInProcess({ cwd, args, env: { REQUEST_TIMEOUT: String(limitMs) } });
  try {
    await use(async (name, args) => {
      // No time goes to the start of a worker, also where a hostile query has ended the one before.
      await callTool(session, "find_classes", { source: "class A: pass", language: "python" });
      return passTimeComputed(callTool(session, name, args), limitMs, computedMs);
    });
  } finally {
    await passTimeUntil(session.close(), limitMs);
  }
}

describe("a call whose time is up", () => {
  const hostile = '((string) @s (#match? @s "^\\"(a+)+\\"?$"))';
  const slow = `x = "${"a".repeat(40)}!"\n`;
  const quick = 'x = "a"\n';
  const folder = temporaryFolder({ "a.py": quick, "b.py": slow, "c.py": quick, "d.py": slow, "e.py": quick });

  holdTimers();

  test("has a cursor, and the pages come to an end past files that never do", async () => {
    let pages: readonly ToolAnswer[] = [];
    await withLimitedCalls(folder, async (call) => {
      pages = await pagesOf(call, "execute_query", { filepath: ".", query: hostile });
    });
    expect(headOf(pages[0] ?? { text: "{}", answer: {}, isError: true })).toMatchObject({
      truncated: true,
      truncated_reason: expect.stringMatching(
        new RegExp(`^Stopped after ${limitMs} ms \\(REQUEST_TIMEOUT\\): 1 of 5 files are done, not `),
      ),
    });
    // What each page says of itself is what a reader counts in it, in the pages before and in the files that are missing.
    let before = 0;
    for (const page of pages.slice(0, -1)) {
      const here = page.answer.results?.length ?? 0;
      const earlier = before === 0 ? "" : `, ${before} on pages before`;
      const missing = 5 - before - here;
      const { truncated_reason = "" } = headOf(page);
      expect(truncated_reason).toContain(`: ${here} of 5 files are done${earlier}, not ./`);
      const [names = ""] = /(?<=, not ).*?(?=\. Go on)/.exec(truncated_reason) ?? [];
      const more = Number(/ and (\d+) more/.exec(names)?.[1] ?? 0);
      expect(names.split(", ").length + more).toBe(missing);
      before += here;
    }
    const results = pages.flatMap(({ answer }) => answer.results ?? []);
    expect(results.map(({ filepath, success }) => `${filepath} ${success}`)).toEqual([
      "./a.py true",
      "./b.py false",
      "./c.py true",
      "./d.py false",
      "./e.py true",
    ]);
    expect(headOf(pages.at(-1) ?? { text: "{}", answer: {}, isError: true })).toMatchObject({
      total_files: 5,
      failed_files: 2,
    });
  });

  test("says on a page that is cut how many results it has, and what the time did not suffice for", async () => {
    const cwd = temporaryFolder({ "a.py": quick, "b.py": quick, "c.py": quick, "d.py": slow });
    const args = { filepath: ".", query: hostile, max_results: 1 };
    await withLimitedCalls(cwd, async (call) => {
      const first = await call("execute_query", args);
      const second = await call("execute_query", { ...args, cursor: headOf(first).next_cursor });
      const goOn = "Go on with cursor, the next_cursor of this answer.";
      const stopped = `Stopped after ${limitMs} ms (REQUEST_TIMEOUT): not done are ./d.py. ${goOn}`;
      expect(headOf(first).truncated_reason).toBe(`max_results is 1: 1 of 4 files are here; ${stopped}`);
      expect(headOf(second).truncated_reason).toBe(
        `max_results is 1: 1 of 4 files are here, 1 on pages before; ${stopped}`,
      );
    });
  });
});

test("the command line has no budget, but takes max_results and cursor", async () => {
  const many: Record<string, string> = {};
  for (let i = 0; i < 200; i++) many[`${i}.py`] = "class Name: pass\n".repeat(20);
  const cwd = temporaryFolder(many);
  const whole = await runInProcess("", { cwd, args: ["find_classes", "."] });
  expect(JSON.parse(whole.stdout)).not.toHaveProperty("truncated");
  const page = await runInProcess("", { cwd, args: ["find_classes", ".", "--max-results", "150"] });
  const { next_cursor, results } = JSON.parse(page.stdout);
  const rest = await runInProcess("", { cwd, args: ["find_classes", ".", "--cursor", next_cursor] });
  expect([...results, ...JSON.parse(rest.stdout).results]).toEqual(JSON.parse(whole.stdout).results);
  expect([page.exitCode, rest.exitCode]).toEqual([0, 0]);
});
