/**
 * Calls over the index whose time is over before names are resolved. Input: a code base that nothing is known of, and workers that
 * resolve as many files as a test lets them; output: what was resolved, and the lines of text in the other files.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { PoolOptions } from "../../src/workers/pool.ts";
import { holdTimers, until } from "../support/held-timers.ts";
import { laterClock, runInProcess, sessionInProcess } from "../support/in-process.ts";
import { lendPool } from "../support/lent-pools.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const files = {
  "a.py": "def area(x):\n    return x\n",
  "b.py": "from a import area\n\ndef use():\n    return area(1)\n",
  "c.py": "import a\n\n# the area\nsize = a.area(2)\n",
  "areas.py": "areas = 1\n",
};

type Input = Readonly<Record<string, unknown>>;

/** The work at which a call is held: before files are listed, before they are read, after some are read, or after some have rows. */
type Held = {
  at: "listing" | "reading" | { readonly read: number } | number | undefined;
  /** The files whose rows were asked for. */
  asked: number;
  /** The files that had rows between calls. */
  between: number;
  isStopped: boolean;
  /** True if nothing is read between calls. */
  readsOnlyForCalls: boolean;
};

/** A server whose workers hold back what a test says. @param others further files of its code base */
function heldServer(
  env: Readonly<Record<string, string>> = {},
  others: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
) {
  const held: Held = { at: undefined, asked: 0, between: 0, isStopped: false, readsOnlyForCalls: false };
  const openPool = (options: PoolOptions) => {
    const pool = lendPool(options);
    const run = pool.run.bind(pool);
    const untilOver = (signal: AbortSignal) =>
      new Promise<never>((_, failed) => signal.addEventListener("abort", () => failed(signal.reason), { once: true }));
    const hold = (signal: AbortSignal) => {
      held.isStopped = true;
      return untilOver(signal);
    };
    const request = pool.request.bind(pool);
    const listing = vi
      .spyOn(pool, "request")
      .mockImplementation((asked, resultOf, signal, ...rest) =>
        held.at === "listing" && "list" in asked ? hold(signal) : request(asked, resultOf, signal, ...rest),
      );
    const spy = vi.spyOn(pool, "run").mockImplementation(async (work, signal, ...rest) => {
      const [isBackground = false] = rest;
      if (isBackground && held.readsOnlyForCalls) return untilOver(signal);
      const request = work.items.length === 0 ? {} : work.requestFor(work.items.slice(0, 1));
      const readsFiles = "scan" in request || "definesIn" in request;
      if (isBackground && "rowsIn" in request) {
        await run(work, signal, ...rest);
        held.between += work.items.length;
        return;
      }
      // The work between calls may begin before a call has said that its time is over.
      if (isBackground && readsFiles) await until(() => held.at !== "reading" || signal.aborted);
      const { at } = held;
      const isHeld = typeof at === "number" ? "rowsIn" in request : readsFiles;
      if (at === undefined && "rowsIn" in request) held.asked += work.items.length;
      if (at === undefined || at === "listing" || !isHeld) return run(work, signal, ...rest);
      if (typeof at === "object") await run({ ...work, items: work.items.slice(0, at.read) }, signal, ...rest);
      if (typeof at === "number") {
        held.asked += work.items.length;
        await run({ ...work, items: work.items.slice(0, at) }, signal, ...rest);
      }
      return hold(signal);
    });
    onTestFinished(() => {
      spy.mockRestore();
      listing.mockRestore();
    });
    return pool;
  };
  const args = ["--log-level", "error", "--cache-dir", temporaryFolder(), ...flags];
  const cwd = temporaryFolder({ ...files, ...others });
  const session = sessionInProcess({ cwd, args, now: laterClock, env: { ANSWER_WITHIN: "3000", ...env }, openPool });
  /** Calls a tool whose time is over when it is held. */
  const late = async (tool: string, input: Input, at: Held["at"], afterMs = 3_000) => {
    Object.assign(held, { at, asked: 0, isStopped: false });
    const call = callTool(session, tool, input);
    await until(() => held.isStopped);
    vi.advanceTimersByTime(afterMs);
    const { answer } = await call;
    held.at = undefined;
    return answer;
  };
  /** Calls a tool that is held until its time is over, and then goes on. */
  const heldAtFirst = async (tool: string, input: Input, at: Held["at"], afterMs = 3_000) => {
    Object.assign(held, { at, isStopped: false });
    const asked = callTool(session, tool, input);
    await until(() => held.isStopped);
    held.at = undefined;
    vi.advanceTimersByTime(afterMs);
    return (await asked).answer;
  };
  return {
    cwd,
    held,
    late,
    heldAtFirst,
    call: (tool: string, input: Input) => callTool(session, tool, input),
  };
}

const unresolvedLines = [
  { filepath: "a.py", references: [{ line: 1, column: 5, text: "def area(x):" }] },
  {
    filepath: "b.py",
    references: [
      { line: 1, column: 15, text: "from a import area" },
      { line: 4, column: 12, text: "return area(1)" },
    ],
  },
  {
    filepath: "c.py",
    references: [
      { line: 3, column: 7, text: "# the area" },
      { line: 4, column: 10, text: "size = a.area(2)" },
    ],
  },
];

const unreadOthers = { "d.py": "import a\n", "e.py": "import d\n" };

describe("a call whose time is over", () => {
  holdTimers();

  test.each([
    ["find_definition", { symbol: "area" }],
    ["find_references", { symbol: "area" }],
    ["get_symbol_info", { filepath: "c.py", line: 4, column: 10 }],
    ["get_symbol_context", { symbol: "area" }],
    ["get_class_hierarchy", { symbol: "area" }],
    ["get_dependency_graph", { symbol: "area", direction: "callers" }],
    ["find_definition", { filepath: "b.py", line: 4 }],
    ["find_definition", { filepath: "a.py", line: 1 }],
  ])("before files are read has the lines of a text search: %s", async (tool, input: Input) => {
    const { late, call } = heldServer();
    const answer = await late(tool, input, "reading");
    expect(answer).toMatchObject({
      symbol: input.symbol ?? "area",
      resolved: "0 of 3 files",
      total_unresolved: 5,
      truncated: true,
      truncated_reason: expect.stringContaining("The same call again goes on"),
      results: [],
      unresolved: unresolvedLines,
      searched_files: 4,
    });
    const again = await call(tool, input);
    expect(again.answer).not.toHaveProperty("unresolved");
  });

  test("looks for a text with several words as it is written", async () => {
    const files = { "options.py": 'OPTIONS = ["time-match-local", "local"]\nmatch = local = time = 1\n' };
    const answer = await heldServer({}, files).late("find_references", { symbol: "time-match-local" }, "reading");
    expect(answer).toMatchObject({
      total_unresolved: 1,
      unresolved: [{ filepath: "options.py", references: [{ line: 1 }] }],
    });
  });

  test("has all lines that fit into a limit of the caller, and else some", async () => {
    const many = "area()\n".repeat(300);
    const linesWithin = async (limit: Input) => {
      const answer = await heldServer({}, { "many.py": many }).late(
        "find_references",
        { symbol: "area", ...limit },
        "reading",
      );
      return Object(answer).unresolved.flatMap((entry: { references?: readonly unknown[] }) => entry.references ?? []);
    };
    expect(await linesWithin({ max_chars: 40_000 })).toHaveLength(305);
    expect(await linesWithin({})).toEqual([]);
  });

  test("about unsaved text has the lines of all other files", async () => {
    const { late, call } = heldServer();
    const input = { filepath: "c.py", source: "import a\n\nwide = a.area(3)\n", line: 3, column: 10 };
    const answer = await late("find_references", input, "reading");
    expect(answer).toMatchObject({
      symbol: "area",
      resolved: "0 of 2 files",
      truncated_reason: expect.stringMatching(/goes on, with more time\. The unsaved text was not searched\.$/),
      unresolved: unresolvedLines.slice(0, 2),
    });
    expect((await call("find_references", input)).answer).toMatchObject({ total_references: 4 });
    const local = await heldServer().late(
      "find_definition",
      { filepath: "c.py", source: "own = 1\n", line: 1 },
      "reading",
    );
    expect(local).toMatchObject({ symbol: "own", resolved: "0 of 0 files", results: [] });
  });

  test.each([
    [{ reference_types: ["write"] }, ", not filtered by reference_types yet. The same"],
    [{ reference_types: ["call"], arguments: "2" }, ", not filtered by reference_types and arguments yet. The same"],
    [{ group_by: "type" }, "as a text search finds them. The same"],
  ])("says which arguments its lines are not filtered by: %o", async (filters, said) => {
    const { late, call } = heldServer();
    const input = { symbol: "area", ...filters };
    const answer = await late("find_references", input, "reading");
    expect(answer).toMatchObject({ truncated_reason: expect.stringContaining(said), unresolved: unresolvedLines });
    expect(JSON.stringify((await call("find_references", input)).answer)).not.toContain("filtered");
  });

  test.each([
    ["unsaved text", { filepath: "c.py", source: "import a\na.ar", line: 2, column: 5 }],
    ["a saved file", { filepath: "b.py", line: 4, column: 14 }],
  ])("about a name that is being typed has the names of files that were read: %s", async (_, input: Input) => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000" }, unreadOthers);
    expect(await late("get_completions", input, { read: 1 })).toMatchObject({
      unread: { ".": 5 },
      truncated: true,
      truncated_reason: expect.stringContaining("Only 1 of 6 files were read in time"),
      results: [{ completions: expect.arrayContaining([expect.objectContaining({ name: "area" })]) }],
    });
    const { answer } = await call("get_completions", input);
    expect(answer).not.toHaveProperty("truncated");
  });

  test("about a line without a name has the symbol around it", async () => {
    const { late, call } = heldServer({}, { "spaced.py": "def spaced():\n    one = 1\n\n    return one\n" });
    const input = { filepath: "spaced.py", line: 3 };
    expect(await late("find_definition", input, "reading")).toMatchObject({
      symbol: "spaced",
      truncated_reason: expect.stringContaining("Only 1 of 5 files were read in time"),
      results: [{ filepath: "spaced.py" }],
    });
    expect((await call("find_definition", input)).answer).not.toHaveProperty("truncated");
  });

  test("about a name that is in many lines tells which numbers are of comments", async () => {
    const lines = Array.from({ length: 300 }, (_, i) =>
      i % 2 === 0 ? `  # of the area, ${i}` : `size_${i} = "# area" + area`,
    );
    const { late } = heldServer({}, { "many.py": `${lines.join("\n")}\n` });
    const { unresolved } = Object(await late("find_references", { symbol: "area" }, "reading"));
    const many = unresolved.find(({ filepath }: { filepath: string }) => filepath === "many.py");
    expect(many.unresolved.slice(0, 4)).toEqual(["1 (comment)", "2", "3 (comment)", "4"]);
  });

  test("about a file has the lines with its name", async () => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000" });
    const input = { filepath: "a.py", direction: "importers" };
    expect(await late("get_dependency_graph", input, "reading")).toMatchObject({
      symbol: "a",
      unresolved: [
        { filepath: "b.py", references: [{ line: 1, text: "from a import area" }] },
        { filepath: "c.py", references: [{ line: 1, text: "import a" }, { line: 4 }] },
      ],
    });
    expect((await call("get_dependency_graph", input)).answer).toMatchObject({ edges: expect.anything() });
  });

  /** Two of six files are read in time. */
  const readInPart = {
    truncated: true,
    truncated_reason: expect.stringContaining("Only 2 of 6 files were read in time"),
    unread: { ".": 4 },
    not_read_yet: 4,
    skipped: { not_read_yet: 4 },
    searched_files: 2,
  };
  const edge = { from: "b.py", to: "a.py", line: 1 };

  test.each([
    ["all files", {}, [], '{"file":"b.py","layer":0,"in":0,"out":0,"unread":true}'],
    ["a file", { filepath: "b.py" }, [edge], '{"file":"b.py","layer":1,"in":0,"out":1}'],
  ])("about the imports of %s is about the files that were read, and goes on", async (_, input: Input, edges, node) => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000" }, unreadOthers);
    const answer = await late("get_dependency_graph", input, { read: 2 }, 16_000);
    expect(answer).toMatchObject({ ...readInPart, edges });
    expect(JSON.stringify(answer)).toContain(node);
    const { answer: whole } = await call("get_dependency_graph", input);
    expect(whole).toMatchObject({ edges: expect.arrayContaining([edge]) });
    expect(whole).not.toHaveProperty("truncated");
  });

  test("about unused symbols says that other files may use them, and goes on", async () => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000" }, unreadOthers);
    const input = { unused: true };
    expect(await late("list_symbols", input, { read: 2 }, 16_000)).toMatchObject({
      ...readInPart,
      results: [
        { filepath: "a.py", symbols: [{ name: "area" }] },
        { filepath: "areas.py", symbols: [{ name: "areas" }] },
      ],
      warnings: [expect.stringContaining("No code that was read has these names in another place")],
    });
    const { answer } = await call("list_symbols", input);
    expect(answer.results?.map(({ filepath }) => filepath)).toEqual(["areas.py", "b.py", "c.py"]);
    expect(answer.warnings?.[0]).toContain("No code of the code base");
  });

  test("about a file that is a package has the lines with the name of its folder", async () => {
    const others = { "pkg/__init__.py": "x = 1\n", "uses.py": "from pkg import x\n\ndef __init__(): pass\n" };
    const { late } = heldServer({}, others);
    const input = { filepath: "pkg/__init__.py", direction: "importers" };
    expect(await late("get_dependency_graph", input, "reading")).toMatchObject({
      symbol: "pkg",
      unresolved: [{ filepath: "uses.py", references: [{ line: 1, text: "from pkg import x" }] }],
    });
  });

  test("about a file with a name of several words has the lines with all of it", async () => {
    const others = { "my-shape.py": "x = 1\n", "use.py": 'load("my-shape")\nmy = shape = 2\n' };
    const { late } = heldServer({}, others);
    expect(
      await late("get_dependency_graph", { filepath: "my-shape.py", direction: "importers" }, "reading"),
    ).toMatchObject({ symbol: "my-shape", unresolved: [{ filepath: "use.py", references: [{ line: 1 }] }] });
  });

  test("about a file that no other one names is not an error", async () => {
    const answer = await heldServer().late(
      "get_dependency_graph",
      { filepath: "areas.py", direction: "importers" },
      "reading",
    );
    expect(answer).toMatchObject({ symbol: "areas", resolved: "0 of 0 files", results: [], truncated: true });
    expect(answer).not.toHaveProperty("error");
  });

  test("about the measures of a folder is about the files that were read, and goes on", async () => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000" }, unreadOthers);
    const answer = await late("get_file_summary", {}, { read: 2 }, 16_000);
    expect(answer).toMatchObject({ ...readInPart, total_files: 2, results: [{ filepath: "a.py" }, {}] });
    const { answer: whole } = await call("get_file_summary", {});
    expect(whole).toMatchObject({ total_files: 6 });
    expect(whole).not.toHaveProperty("truncated");
  });

  test("about the measures of a folder goes on with the files that were not measured", async () => {
    const { held, late, call } = heldServer({ REQUEST_TIMEOUT: "20000" }, unreadOthers);
    await call("get_dependency_graph", {});
    held.readsOnlyForCalls = true;
    expect(await late("get_file_summary", {}, 2, 16_000)).toMatchObject({ ...readInPart, total_files: 2 });
    expect(held.asked).toBe(6);
    expect(await late("get_file_summary", {}, 3, 16_000)).toMatchObject({ unread: { ".": 1 }, total_files: 5 });
    expect(held.asked).toBe(4);
    expect((await call("get_file_summary", {})).answer).toMatchObject({ total_files: 6 });
  });

  test.each([{}, { source: "import a\n" }])("about the measures of a file has them: %j", async (more: Input) => {
    const { late } = heldServer({ REQUEST_TIMEOUT: "20000" });
    expect(await late("get_file_summary", { filepath: "b.py", ...more }, "reading")).toMatchObject({
      unread: { ".": 3 },
      truncated_reason: expect.stringContaining("Only 1 of 4 files were read in time"),
      results: [{ filepath: "b.py", imports: [{ file: "a.py", unread: true }] }],
    });
  });

  test("of search_code with unsaved text has the symbols of saved files", async () => {
    const { heldAtFirst, call } = heldServer();
    const input = { filepath: "a.py", source: "def area_of(x): return x\n", query: "area" };
    expect(await heldAtFirst("search_code", input, "reading")).toMatchObject({
      truncated_reason: expect.stringContaining(
        "the unsaved text and symbols of files whose paths fit less were not looked for.",
      ),
      results: [{ filepath: "areas.py" }],
    });
    expect((await call("search_code", input)).answer).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ filepath: "a.py" })]),
    });
  });

  test.each([
    ["list_symbols", { unused: true }],
    ["get_dependency_graph", {}],
    ["get_file_summary", {}],
    ["get_file_summary", { filepath: "b.py" }],
    ["get_completions", { filepath: "b.py", line: 4, column: 14 }],
    ["find_definition", { symbol: "area" }],
    ["find_references", { filepath: "b.py", line: 4, column: 12 }],
    ["search_code", { query: "area" }],
    ["rename_symbol", { symbol: "area", new_name: "size_of" }],
    ["replace_symbol", { symbol: "area", part: "delete" }],
    ["get_changes", { diff: "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1 @@\n def area(x):\n-    return x\n" }],
  ])("before there is an answer says how far it came: %s %j", async (tool, input: Input) => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000", CODEGROVE_ALLOW_EDITS: "true" }, {}, ["--root", "."]);
    const answer = await late(tool, input, "listing", 20_000);
    expect(answer).toMatchObject({
      success: false,
      error: "Stopped after 20000 ms (REQUEST_TIMEOUT), before there was an answer",
      details: expect.stringContaining("Narrow filepath, or ask again"),
    });
    expect((await call(tool, input)).answer).not.toHaveProperty("truncated");
  });

  test.each([
    ["list_symbols", { unused: true }, 0, []],
    ["list_symbols", { unused: true }, 2, []],
    ["get_dependency_graph", {}, 2, []],
    ["get_changes", { diff: "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1 @@\n def area(x):\n-    return x\n" }, 2, []],
    ["search_code", { query: "area" }, 0, [{ filepath: "areas.py", unread: true }]],
  ])("before a file is looked at says which are unread: %s %j", async (tool, input: Input, read, results) => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000" }, unreadOthers, ["--root", "."]);
    const answer = await late(tool, input, { read }, 20_000);
    expect(answer).toMatchObject({
      success: true,
      unread: { ".": 6 - read },
      truncated_reason:
        `Stopped after 20000 ms (REQUEST_TIMEOUT): ${read} of 6 files were read, and nothing was looked for in them ` +
        "yet. The same call again goes on.",
      results,
      searched_files: 0,
    });
    const { answer: again } = await call(tool, input);
    expect(again).not.toHaveProperty("truncated");
    expect(again).not.toHaveProperty("unread");
  });

  test("before files are listed lists them while there is time, and says that they are unread", async () => {
    const { heldAtFirst } = heldServer({ REQUEST_TIMEOUT: "20000" }, unreadOthers);
    expect(await heldAtFirst("get_dependency_graph", {}, "listing", 16_000)).toMatchObject({
      success: true,
      unread: { ".": 6 },
      truncated_reason: expect.stringContaining("(ANSWER_WITHIN): 0 of 6 files were read"),
    });
  });

  test("has half a second for what is known by then if its timeout is short", async () => {
    const { heldAtFirst } = heldServer({ REQUEST_TIMEOUT: "1500" }, unreadOthers);
    const answer = await heldAtFirst("list_symbols", { unused: true }, { read: 2 }, 1_000);
    expect(answer).toMatchObject({ ...readInPart, results: [{ filepath: "a.py" }, { filepath: "areas.py" }] });
  });

  test.each(["reading", 1] as const)("about a rename has no edit, and goes on when it comes again: %s", async (at) => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000" });
    const input = { symbol: "area", new_name: "size_of" };
    const answer = await late("rename_symbol", input, at, 16_000);
    expect(answer).toMatchObject({
      symbol: "area",
      resolved: "0 of 3 files",
      total_unresolved: 5,
      truncated_reason: expect.stringMatching(
        /^Nothing was changed yet, and no edit is listed: .* for 16,000 ms; .* The same call again goes on/,
      ),
      results: [],
      unresolved: [{ filepath: "a.py" }, { filepath: "b.py" }, { filepath: "c.py" }],
    });
    for (const key of ["diff", "state", "total_edits"]) expect(answer).not.toHaveProperty(key);
    expect((await call("rename_symbol", input)).answer).toMatchObject({ total_edits: 4 });
  });

  test("that was to write has written nothing, and says so", async () => {
    const { cwd, late, call } = heldServer({ REQUEST_TIMEOUT: "20000", CODEGROVE_ALLOW_EDITS: "true" }, {}, [
      "--root",
      ".",
    ]);
    const input = { symbol: "area", new_name: "size_of", apply: true };
    expect(await late("rename_symbol", input, 1, 16_000)).toMatchObject({
      success: false,
      error: "Nothing was written",
      details: expect.stringContaining("The same call again goes on"),
    });
    expect(readFileSync(join(cwd, "a.py"), "utf8")).toBe(files["a.py"]);
    expect((await call("rename_symbol", input)).answer).toMatchObject({ total_edits: 4, written_files: 3 });
  });

  test("says that no file has the word", async () => {
    const { late } = heldServer();
    expect(await late("find_references", { symbol: "volume" }, "reading")).toEqual({
      success: false,
      error: "Symbol not found: volume",
      details: "4 files searched, and none has the word.",
    });
  });

  test("has the rows of files that were resolved, and the function around other lines", async () => {
    const { late } = heldServer();
    const answer = await late("find_references", { symbol: "area" }, 1);
    expect(answer).toMatchObject({
      symbol: "area",
      total_references: 1,
      counts: { definition: 1 },
      resolved: "1 of 3 files",
      total_unresolved: 4,
      results: [{ filepath: "a.py", references: [{ line: 1, type: "definition" }] }],
      unresolved: [
        { filepath: "b.py", references: [{ line: 1 }, { line: 4, in: "use" }] },
        { filepath: "c.py", references: [{ line: 3 }, { line: 4 }] },
      ],
    });
  });

  test("says of no symbol that it has no uses before all files are resolved", async () => {
    const { late, call } = heldServer();
    const asked = { symbols: ["use", "area", "size"] };
    const part = await late("find_references", asked, 2);
    expect(part).toMatchObject({ resolved: "2 of 3 files" });
    expect(part).toHaveProperty("uses", { area: 2 });
    const { answer } = await call("find_references", asked);
    expect(answer).toHaveProperty("uses", { use: 0, area: 3, size: 0 });
  });

  test("begins with the file that is called like the holder, and then files with the whole name", async () => {
    const { late: lateCall } = heldServer();
    expect(await lateCall("find_references", { symbol: "a.area" }, "reading")).toMatchObject({
      unresolved: ["a.py", "c.py", "b.py"].map((filepath) => ({ filepath })),
    });
    const { late } = heldServer({}, { "a1.py": "hash = area = 1\n", "z.py": 'run("hash.area")\n' });
    expect(await late("find_references", { symbol: "hash.area" }, "reading")).toMatchObject({
      unresolved: ["z.py", "a1.py", "a.py", "b.py", "c.py"].map((filepath) => ({ filepath })),
    });
  });

  test("has the heads of classes first for a hierarchy, and declarations first for a definition", async () => {
    const others = {
      "a_use.py": "import z\n\nmade = z.Base()\nBase = made\n",
      "y.py": "import z\n\nclass Sub(z.Base):\n    pass\n",
      "z.py": "x = Base\n\nclass Base:\n    pass\n",
    };
    const hierarchy = await heldServer({}, others).late("get_class_hierarchy", { symbol: "Base" }, "reading");
    expect(hierarchy).toMatchObject({
      truncated_reason: expect.stringContaining("lines that look like the head of a class come first"),
      unresolved: [
        { filepath: "y.py", references: [{ line: 3 }] },
        { filepath: "z.py", references: [{ line: 3 }, { line: 1 }] },
        { filepath: "a_use.py" },
      ],
    });
    const definition = await heldServer({}, others).late("find_definition", { symbol: "Base" }, "reading");
    expect(definition).toMatchObject({
      truncated_reason: expect.stringContaining("lines that look like a declaration come first"),
      unresolved: [
        { filepath: "z.py", references: [{ line: 3 }, { line: 1 }] },
        { filepath: "a_use.py" },
        { filepath: "y.py" },
      ],
    });
  });

  test("has the lines with the whole name of a file", async () => {
    const { late } = heldServer({}, { "z.py": 'run("box.cpp")\nkind = "cpp"\n', "y.py": "y = box.json()\n" });
    expect(await late("find_references", { symbol: "box.cpp" }, "reading")).toMatchObject({
      unresolved: [{ filepath: "z.py", references: [{ line: 1 }] }],
    });
    expect(await late("find_references", { symbol: "y.json" }, "reading")).toMatchObject({ total_unresolved: 1 });
  });

  test("goes on with the files that are left", async () => {
    const { held, late, call } = heldServer({ REQUEST_TIMEOUT: "20000" });
    // It lists what each file needs, and so reads all of them.
    await call("get_dependency_graph", {});
    held.readsOnlyForCalls = true;
    await late("find_references", { symbol: "area" }, 1);
    expect(held.asked).toBe(3);
    const next = await late("find_references", { symbol: "area" }, 1, 16_000);
    expect(held.asked).toBe(2);
    expect(next).toMatchObject({ resolved: "2 of 3 files", total_references: 3, total_unresolved: 2 });
    const { answer } = await call("find_references", { symbol: "area" });
    expect(answer).toMatchObject({ total_references: 4, counts: { call: 2, import: 1, definition: 1 } });
    expect(answer).not.toHaveProperty("resolved");
  });

  test.each(["reading", 1] as const)("is resolved between calls: %s", async (at) => {
    const { held, late, call } = heldServer();
    await late("find_references", { symbol: "area" }, at);
    await until(() => held.between > 0);
    held.asked = 0;
    const { answer } = await call("find_references", { symbol: "area" });
    expect(answer).toMatchObject({ total_references: 4 });
    expect(answer).not.toHaveProperty("resolved");
    expect(held.asked).toBe(0);
  });

  test("is not resolved between calls once a call has answered it", async () => {
    const { held, late, call } = heldServer();
    held.readsOnlyForCalls = true;
    await late("find_references", { symbol: "area" }, 1);
    await call("find_references", { symbol: "area" });
    held.readsOnlyForCalls = false;
    await call("find_definition", { symbol: "area" });
    expect(held.between).toBe(0);
  });

  test("looks at large files last", async () => {
    const { late } = heldServer({}, { "a0.py": `import a\nlong = "${"-".repeat(300_000)}"\na.area(0)\n` });
    expect(await late("find_references", { symbol: "area" }, 3)).toMatchObject({
      resolved: "3 of 4 files",
      unresolved: [{ filepath: "a0.py", references: [{ line: 3 }] }],
    });
  });

  test("about the context of a symbol whose uses were resolved has all but its tests, and then these", async () => {
    const tests = { "test_a.py": "from a import area\n\ndef test_area():\n    assert area(1) == 1\n", ...unreadOthers };
    const { held, heldAtFirst, call } = heldServer({}, tests);
    held.readsOnlyForCalls = true;
    const { answer } = await call("find_references", { symbol: "area" });
    expect(answer).not.toHaveProperty("resolved");
    const context = await heldAtFirst("get_symbol_context", { symbol: "area" }, "reading");
    expect(context).toMatchObject({
      symbol: "area",
      truncated_reason: expect.stringContaining("takes longer than 3,000 ms: tests were not looked for."),
      callers: [
        { filepath: "b.py", references: [{ line: 4, type: "call" }] },
        { filepath: "c.py", references: [{ line: 4, type: "call" }] },
      ],
      results: [{ filepath: "a.py" }],
    });
    for (const key of ["resolved", "unresolved", "tests"]) expect(context).not.toHaveProperty(key);
    const { answer: again } = await call("get_symbol_context", { symbol: "area" });
    expect(again).toMatchObject({ tests: [{ filepath: "test_a.py" }] });
    expect(again).not.toHaveProperty("truncated");
  });

  test("about the context of a symbol has lines of text if only another name was resolved", async () => {
    const { held, heldAtFirst, call } = heldServer({}, unreadOthers);
    held.readsOnlyForCalls = true;
    await call("find_references", { symbol: "size" });
    expect(await heldAtFirst("get_symbol_context", { symbol: "area" }, "reading")).toMatchObject({
      resolved: "0 of 3 files",
    });
  });

  test("has less time if nothing is known of many files, and only once", async () => {
    const many = Array.from({ length: 401 }, (_, at) => [`m/${at}.py`, `def f${at}(): pass\n`] as const);
    const { late } = heldServer({ ANSWER_WITHIN: "" }, Object.fromEntries(many));
    const first = await late("find_references", { symbol: "area" }, "reading", 700);
    expect(first).toMatchObject({ truncated_reason: expect.stringContaining("for 700 ms") });
    for (const [symbol, ms] of [
      ["use", 10_000],
      ["size", 10_000],
      ["areas", 3_000],
    ] as const) {
      const again = await late("find_references", { symbol }, "reading", ms);
      expect(again).toMatchObject({ truncated_reason: expect.stringContaining(`for ${ms.toLocaleString("en")} ms`) });
    }
  });

  test("has the time that is set, also while code is being read", async () => {
    const { late } = heldServer({ ANSWER_WITHIN: "2000" });
    for (const symbol of ["area", "use", "size"]) {
      const answer = await late("find_references", { symbol }, "reading", 2_000);
      expect(answer).toMatchObject({ truncated_reason: expect.stringContaining("for 2,000 ms") });
    }
  });

  test("has the usual time if nothing is known of few files", async () => {
    const { late } = heldServer({ ANSWER_WITHIN: "" });
    const first = await late("find_references", { symbol: "area" }, "reading");
    expect(first).toMatchObject({ truncated_reason: expect.stringContaining("for 3,000 ms") });
  });

  test("about a change has the symbols that changed, and then who uses them", async () => {
    const { heldAtFirst, call } = heldServer();
    const diff = "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n def area(x):\n-    return x\n+    return x + 1\n";
    const answer = await heldAtFirst("get_changes", { diff }, "reading");
    const symbols = [{ name: "area", change: "body" }];
    expect(answer).toMatchObject({
      changed_files: 1,
      truncated: true,
      truncated_reason: expect.stringContaining("takes longer than 3,000 ms: callers and tests were not looked for."),
      results: [{ filepath: "a.py", symbols }],
    });
    expect(answer).not.toHaveProperty("affected");
    const again = await call("get_changes", { diff });
    expect(again.answer).toMatchObject({ results: [{ filepath: "a.py", symbols }] });
    expect(again.answer).toMatchObject({ affected: expect.anything() });
    expect(again.answer).not.toHaveProperty("truncated_reason");
  });

  test("about a change has the symbols that changed before any file is read", async () => {
    const { late, call } = heldServer({}, unreadOthers);
    const diff = "--- a/c.py\n+++ b/c.py\n@@ -4,1 +4,1 @@\n-size = a.area(1)\n+size = a.area(2)\n";
    const results = [{ filepath: "c.py", symbols: [{ name: "size", change: "body" }] }];
    const answer = await late("get_changes", { diff }, "reading");
    expect(answer).toMatchObject({
      results,
      unread: { ".": 6 },
      truncated_reason: expect.stringMatching(/^Reading the code .* The same call again goes on/),
    });
    for (const word of ["Macros", "unreadable"]) expect(JSON.stringify(answer)).not.toContain(word);
    expect((await call("get_changes", { diff })).answer).toMatchObject({ results });
  });

  test("about a change of a language with macros waits for them a while, and says that they are not known", async () => {
    const { held, call } = heldServer({}, { "api.hpp": "#define API\n", "s.cpp": "int area() { return 2; }\n" });
    const diff = "--- a/s.cpp\n+++ b/s.cpp\n@@ -1,1 +1,1 @@\n-int area() { return 1; }\n+int area() { return 2; }\n";
    held.at = "reading";
    const asked = call("get_changes", { diff });
    for (const ms of [3_000, 3_000]) {
      await until(() => held.isStopped);
      held.isStopped = false;
      vi.advanceTimersByTime(ms);
    }
    expect((await asked).answer).toMatchObject({
      results: [{ filepath: "s.cpp", symbols: [{ name: "area", change: "body" }] }],
      truncated_reason: expect.stringContaining("Macros of other files are not known yet"),
    });
  });

  test("about a change has the symbols that changed, also if its files are not read in time", async () => {
    const { held, call } = heldServer({}, unreadOthers);
    const diff = "--- a/c.py\n+++ b/c.py\n@@ -4,1 +4,1 @@\n-size = a.area(1)\n+size = a.area(2)\n";
    held.at = { read: 1 };
    const asked = call("get_changes", { diff });
    for (const ms of [3_000, 13_500]) {
      await until(() => held.isStopped);
      held.isStopped = false;
      vi.advanceTimersByTime(ms);
    }
    const results = [{ filepath: "c.py", symbols: [{ name: "size", change: "body" }] }];
    const { answer } = await asked;
    expect(answer).toMatchObject({
      results,
      truncated_reason: expect.stringMatching(
        /^Reading the code .* were not looked for\..* Only \d of 6 files were read/,
      ),
    });
    expect(answer).not.toHaveProperty("affected");
    held.at = undefined;
    const again = await call("get_changes", { diff });
    expect(again.answer).toMatchObject({ results });
    expect(again.answer).not.toHaveProperty("truncated_reason");
  });

  test("of search_code has the symbols of files whose paths fit, and the same call goes on", async () => {
    const others = { "pkg/shape_area.py": "def total(shapes):\n    return sum(shapes)\n" };
    const { heldAtFirst, call } = heldServer({}, others);
    const answer = await heldAtFirst("search_code", { query: "total of an area" }, "reading");
    expect(answer).toMatchObject({
      truncated: true,
      truncated_reason: expect.stringMatching(
        /^Reading the code takes longer than 3,000 ms: symbols of files whose paths fit less were not looked for\. The same call again goes on/,
      ),
      results: [
        { filepath: "pkg/shape_area.py", symbols: [{ name: "total" }] },
        { filepath: "areas.py", symbols: [{ name: "areas" }] },
      ],
    });
    for (const key of ["words", "near", "next_cursor"]) expect(answer).not.toHaveProperty(key);
    const { answer: again } = await call("search_code", { query: "total of an area" });
    expect(again).toMatchObject({ words: { total: 1, area: 5 }, searched_files: 5 });
    expect(again).not.toHaveProperty("truncated_reason");
  });

  test("of search_code before files are listed lists them, and then has the symbols of files whose paths fit", async () => {
    const others = { "pkg/shape_area.py": "def total(shapes):\n    return sum(shapes)\n" };
    const { heldAtFirst } = heldServer({}, others);
    const answer = await heldAtFirst("search_code", { query: "total of an area" }, "listing");
    expect(answer).toMatchObject({
      truncated_reason: expect.stringContaining("symbols of files whose paths fit less were not looked for."),
      results: [{ filepath: "pkg/shape_area.py" }, { filepath: "areas.py" }],
      searched_files: 2,
    });
    for (const key of ["words", "near", "next_cursor"]) expect(answer).not.toHaveProperty(key);
  });

  test("of search_code has the lines with most of its words if no file is read in time", async () => {
    const others = { "area/z.py": "# The sides of an area are counted here.\nx = 1\nareas = 2\n", ...unreadOthers };
    const { held, call } = heldServer({}, others);
    held.at = "reading";
    const asked = call("search_code", { query: "where are the sides of an area counted" });
    for (const ms of [3_000, 3_000]) {
      await until(() => held.isStopped);
      held.isStopped = false;
      vi.advanceTimersByTime(ms);
    }
    const { answer } = await asked;
    expect(answer).toMatchObject({
      searched: "7 of 7 files",
      truncated_reason: expect.stringMatching(
        /^Symbols were looked for 3,000 ms; .* of the 5 files .* The same call again goes on/,
      ),
      results: [],
      unresolved: [
        { filepath: "area/z.py", references: [{ line: 1, column: 7 }, { line: 3 }] },
        { filepath: "a.py", references: [{ line: 1, text: "def area(x):" }] },
        {},
        {},
        {},
      ],
    });
    held.at = undefined;
    const again = await call("search_code", { query: "where are the sides of an area counted" });
    expect(again.answer).not.toHaveProperty("unresolved");
  });

  test("of search_code without a path that fits has all of its time", async () => {
    const { held, call } = heldServer();
    Object.assign(held, { at: "reading", isStopped: false });
    const asked = call("search_code", { query: "size" });
    await until(() => held.isStopped);
    held.at = undefined;
    vi.advanceTimersByTime(3_000);
    const { answer } = await asked;
    expect(answer).toMatchObject({ words: { size: 1 }, results: [{ filepath: "c.py" }], searched_files: 4 });
    expect(answer).not.toHaveProperty("truncated");
  });

  test("has more time when it comes again", async () => {
    const { late, call } = heldServer({ REQUEST_TIMEOUT: "20000" });
    const input = { symbol: "area" };
    expect(await late("find_references", input, "reading")).toMatchObject({
      truncated_reason: expect.stringContaining("for 3,000 ms"),
    });
    expect(await late("find_references", input, 0, 16_000)).toMatchObject({
      truncated_reason: expect.stringContaining("for 16,000 ms"),
    });
    expect((await call("find_references", input)).answer).toMatchObject({ total_references: 4 });
  });

  test("has more time when its names come again in another call, and no other names have", async () => {
    const { late } = heldServer({ REQUEST_TIMEOUT: "20000" });
    await late("find_references", { symbol: "area" }, 0);
    expect(await late("find_references", { symbol: "size" }, 0, 3_000)).toMatchObject({
      truncated_reason: expect.stringContaining("for 3,000 ms"),
    });
    const callers = { symbol: "area", direction: "callers", max_depth: 3 };
    expect(await late("get_dependency_graph", callers, 0, 16_000)).toMatchObject({
      truncated_reason: expect.stringContaining("for 16,000 ms"),
    });
  });
});

test("a command resolves all names by default, and answers in a time that is set", async () => {
  const cwd = temporaryFolder(files);
  const args = ["find_references", "area", "--no-cache", "--format", "text"];
  expect((await runInProcess("", { cwd, args })).stdout).not.toContain("unresolved");
  const { stdout } = await runInProcess("", { cwd, args, env: { ANSWER_WITHIN: "1" } });
  // A machine may be quick enough to know by then which functions the files have.
  expect(stdout).toMatch(/^b\.py:4:12: unresolved:(?: in use:)? return area\(1\)$/m);
  expect(stdout).toMatch(/^area: (?:total_references=0 )?total_unresolved=5 resolved=0 of 3 files$/m);
});
