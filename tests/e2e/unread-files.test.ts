import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { maxReplyHoldMs } from "../../src/base/limits.ts";
import { callsOfFiles, callsOfGraph, callsOfSymbol } from "../support/calls-about.ts";
import { holdTimers, realTime, until } from "../support/held-timers.ts";
import { runInProcess } from "../support/in-process.ts";
import { lendUnluckyPool } from "../support/lent-pools.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { closedGate, gateOf, unluckyServer } from "../support/unlucky-server.ts";

/** Files whose facts are lost with a worker, as many as several pieces of a scan. */
const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`src/part${i % 4}/f${i}.py`, `def g${i}():\n    return ${i}\n`]),
);

describe("a worker that ends", () => {
  test("costs no other file than the one that ended it", async () => {
    const { ask, session } = unluckyServer({ ...many, "src/part2/deadly.py": "def lost(): pass\n" });
    const { answer } = await ask("get_dependency_graph", { filepath: "." });
    expect(answer).toMatchObject({ searched_files: 60, unread: { "./src/part2": 1 }, skipped: { unreadable: 1 } });
    await session.close();
  });

  test("since its heap has grown, at every piece, costs no file", async () => {
    const grown = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`src/part${i % 4}/large${i}.py`, `def l${i}(): pass\n`]),
    );
    const { ask, session } = unluckyServer({ ...many, ...grown });
    const { answer } = await ask("get_dependency_graph", { filepath: "." });
    expect(answer).not.toHaveProperty("skipped");
    await session.close();
  });
});

describe("a file that could not be read", () => {
  test("is read again at the next call", async () => {
    const { ask, folder, session } = unluckyServer({ ...many, "src/part1/failing.py": "def back(): pass\n" });
    writeFiles(folder, { "src/part1/disk-fails": "yes" });
    const missed = await ask("find_definition", { symbol: "back" });
    expect(missed.isError).toBe(true);
    writeFiles(folder, { "src/part1/disk-fails": "no" });
    const found = await ask("find_definition", { symbol: "back" });
    expect(found.answer).toMatchObject({ results: [{ filepath: "src/part1/failing.py" }] });
    await session.close();
  });
});

describe("a picture", () => {
  test("in a file without a place for words names the files that are missing in it, by the exit status, too", async () => {
    const cwd = temporaryFolder({ "a.py": "import b\n", "b.py": "", "failing.py": "import a\n", "disk-fails": "yes" });
    const args = ["get_dependency_graph", ".", "-o", "out.svg", "--no-cache"];
    const { stderr, exitCode } = await runInProcess("", { args, cwd, openPool: lendUnluckyPool });
    expect(stderr).toContain("codegrove: 1 file could not be read (.: 1).");
    expect(exitCode).toBe(1);
  });
});

describe("a rename", () => {
  test("writes nothing while a file that may have the name cannot be read", async () => {
    const code = { "a.py": "def h(): pass\n", "failing.py": "from a import h\nh()\n", "disk-fails": "yes" };
    const { ask, folder, session } = unluckyServer(code, ["--allow-edits"]);
    const rename = () => ask("rename_symbol", { symbol: "h", new_name: "hh", apply: true });
    expect(await rename()).toMatchObject({
      isError: true,
      answer: { error: "Nothing was written", details: expect.stringContaining("failing.py may have the name") },
    });
    expect(readFileSync(join(folder, "a.py"), "utf8")).toBe(code["a.py"]);
    writeFiles(folder, { "disk-fails": "no" });
    expect(await rename()).toMatchObject({ isError: false, answer: { written_files: 2 } });
    await session.close();
  });
});

describe("a folder that could not be listed", () => {
  test("is listed again at the next call", async () => {
    const { ask, folder, session } = unluckyServer({
      "src/a.py": "def a(): pass\n",
      "src/db/back.py": "def back(): pass\n",
      "src/db/folder-fails": "yes",
    });
    const missed = await ask("find_definition", { symbol: "back" });
    expect(missed.answer).toMatchObject({
      error: "Not found in what was read: back",
      details: "1 file searched. Left out: 1 unreadable_folders.",
      skipped: { unreadable_folders: 1 },
    });
    writeFiles(folder, { "src/db/folder-fails": "no" });
    const found = await ask("find_definition", { symbol: "back" });
    expect(found.answer).toMatchObject({ results: [{ filepath: "src/db/back.py" }] });
    await session.close();
  });
});

describe("a file that ends its workers", () => {
  test("is read by the next call, and later only after some time or a change", async () => {
    const { ask, folder, session } = unluckyServer({
      "src/a.py": "def a(): pass\n",
      "src/deadly.py": "def lost(): pass\n",
    });
    const details: unknown[] = [];
    for (let call = 0; call < 3; call++) {
      const { answer } = await ask("get_dependency_graph", { filepath: "src" });
      details.push(answer);
    }
    const waiting = expect.stringMatching(/ended workers of 2 calls, and is read again when it changes, or in \d+ s/);
    expect(details[1]).toMatchObject({ unreadable_files: [{ error: expect.not.stringContaining("calls") }] });
    expect(details[2]).toMatchObject({ unreadable_files: [{ error: waiting }] });
    rmSync(join(folder, "src/deadly.py"));
    writeFiles(folder, { "src/well.py": "def lost(): pass\n" });
    const { answer } = await ask("find_definition", { symbol: "lost" });
    expect(answer).toMatchObject({ results: [{ filepath: "src/well.py" }], searched_files: 2 });
    await session.close();
  });
});

/** Files that are called `waiting`, with a content of each. */
const waitingFiles = (number: number, contentOf: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: number }, (_, i) => [`waiting${i}.py`, contentOf(i)]));

/** A server that opens files as far as a test lets it, and whose calls are over when a test says so. */
function gatedServer(files: Readonly<Record<string, string>>) {
  const limitMs = 20_000;
  const { ask, folder, session } = unluckyServer({ ...files, ...closedGate }, [], {
    REQUEST_TIMEOUT: String(limitMs),
    ANSWER_WITHIN: String(limitMs),
  });
  const gate = gateOf(folder);
  /** Lets files be opened, and waits until the next one is to be. @param number of them, from the beginning */
  const open = async (number: number) => {
    gate.letThrough(number);
    await until(() => gate.arrived() > number);
    // What the worker has sent before is received.
    await realTime(5);
  };
  /** Calls a tool whose time is over while it opens the last of some files, which it ends. */
  const late = async (tool: string, input: object, opened: number) => {
    const before = gate.arrived();
    gate.letThrough(before);
    const call = ask(tool, input);
    await open(before + opened - 2);
    // One file may take half of the time, and replies are held back for a moment.
    vi.advanceTimersByTime(0.45 * limitMs);
    await realTime(2 * maxReplyHoldMs);
    await open(before + opened - 1);
    vi.advanceTimersByTime(0.35 * limitMs);
    gate.letThrough(Number.POSITIVE_INFINITY);
    return call;
  };
  return { ask, gate, late, session };
}

describe("a call whose time is over", () => {
  holdTimers();

  test("says what was read and what is left, and the next one goes on", async () => {
    const { ask, gate, late, session } = gatedServer(waitingFiles(60, (i) => `def s${i}(): pass\n`));
    const first = await late("get_dependency_graph", { filepath: "." }, 11);
    expect(first.answer).toMatchObject({
      unread: { ".": 49 },
      truncated_reason:
        "Only 11 of 60 files were read in time, and the answer is about these. The same call again goes on.",
      searched_files: 11,
    });
    const next = await ask("get_dependency_graph", { filepath: "." });
    expect(next.answer).toMatchObject({ counts: { nodes: 60 } });
    expect(next.answer).not.toHaveProperty("unread");
    // The call reads the others, and so does what reads ahead between two calls.
    expect(gate.arrived()).toBeLessThanOrEqual(11 + 2 * 49);
    await session.close();
  });
});

describe("a class hierarchy whose time is over while files are searched for classes in functions", () => {
  holdTimers();

  test("goes on with the files that were not searched", async () => {
    const local = (i: number) =>
      `from base import Base\n\ndef make${i}():\n    class Local${i}(Base):\n        pass\n    return Local${i}\n`;
    const { ask, gate, late, session } = gatedServer({
      "base.py": "class Base:\n    pass\n",
      ...waitingFiles(20, local),
    });
    const input = { symbol: "Base" };
    // All files are read at first, and then opened once more to be searched.
    for (const opened of [20 + 6, 6]) {
      const { answer, isError } = await late("get_class_hierarchy", input, opened);
      expect(isError).toBe(false);
      expect(answer).toHaveProperty("truncated");
    }
    const before = gate.arrived();
    const { answer } = await ask("get_class_hierarchy", input);
    expect(answer).toMatchObject({ total_classes: 21 });
    expect(answer).not.toHaveProperty("truncated");
    // The files that were not searched, and all files for their rows; fewer if that was done between the calls.
    expect(gate.arrived() - before).toBeLessThanOrEqual(20 - 6 - 6 + 20);
    await session.close();
  });
});

describe("an answer over files that could not be read", () => {
  const files = {
    "src/base.py": "class Base:\n    def run(self): pass\n",
    "src/db/failing.py": "from src.base import Base\nclass Store(Base):\n    pass\n",
    "src/db/failing2.py": "def lost(): return 1\n",
    "src/db/disk-fails": "yes",
  };
  const server = unluckyServer(files);
  const brief = unluckyServer(files, ["--format", "brief"]);
  afterAll(() => Promise.all([server.session.close(), brief.session.close()]));
  const lead = { unread: { "src/db": 2 } };

  test.each([
    ...callsOfSymbol("Base"),
    ...callsOfGraph(),
    ["get_completions", { filepath: "src/base.py", line: 1, column: 1 }] as const,
  ])("leads with them: %s %j", async (tool, input) => {
    const { answer, isError } = await server.ask(tool, input);
    expect(isError).toBe(false);
    expect(Object.entries(answer)[0]).toEqual(["unread", lead.unread]);
    const { text } = await brief.ask(tool, input);
    expect(text).toMatch(/^2 files could not be read \(src\/db: 2\)\. The next call reads them again\.\n/);
  });

  test.each([
    ...callsOfSymbol("lost"),
    ["execute_query", { filepath: "src", query: "(call) @c", within: "lost" }] as const,
  ])("does not call absent what may be in them: %s %j", async (tool, input) => {
    const { answer, isError } = await server.ask(tool, input);
    expect(isError).toBe(true);
    expect(answer).toMatchObject({
      error: expect.stringMatching(/^Not found in what was read: /),
      details: expect.stringContaining("2 files could not be read (src/db: 2). The next call reads them again."),
      ...lead,
      skipped: { unreadable: 2 },
    });
  });

  test.each(callsOfFiles("src"))("has a failed result for each, and leads with them: %s", async (tool, input) => {
    const { answer } = await server.ask(tool, input);
    expect(answer).toMatchObject({ failed_files: 2 });
    expect(Object.entries(answer)[0]).toEqual(["unread", lead.unread]);
    const { text } = await brief.ask(tool, input);
    expect(text).toMatch(/^2 files could not be read \(src\/db: 2\)\. The next call reads them again\.\n/);
    expect(text).not.toContain("unread:");
  });

  test("as text ends with them", async () => {
    const { stdout, exitCode } = await runInProcess("", {
      cwd: temporaryFolder(files),
      args: ["find_functions", "src", "--format", "text", "--no-cache", "--jobs", "1"],
      openPool: lendUnluckyPool,
    });
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "warning: 2 files could not be read (src/db: 2). The next call reads them again.",
    );
    expect(exitCode).toBe(1);
  });

  test("has a result for a file that is named, and says no more of it", async () => {
    const { answer } = await server.ask("find_functions", { filepath: ["src/base.py", "src/db/failing2.py"] });
    expect(answer).toMatchObject({ failed_files: 1 });
    expect(answer).not.toHaveProperty("unread");
  });
});

describe("an import of a file that could not be read", () => {
  const { ask, session } = unluckyServer({
    "src/db/__init__.py": "",
    "src/db/failing.py": "def store(): pass\n",
    "src/user.py": "from src.db.failing import store\nimport src.db.missing\nimport os\n",
    "src/db/disk-fails": "yes",
    "lib/failing.hpp": "void f();\n",
    "lib/user.cpp": '#include "failing.hpp"\n#include "missing.hpp"\n',
    "lib/disk-fails": "yes",
  });
  afterAll(() => session.close());

  test.each([
    ["src/user.py", "src/db/failing.py", "src.db.missing"],
    ["lib/user.cpp", "lib/failing.hpp", "missing.hpp"],
  ])("is neither unresolved nor external, but marked: %s", async (filepath, unread, missing) => {
    const edge = { from: filepath, to: unread, line: 1 };
    for (const input of [{ filepath }, {}]) {
      const { answer } = await ask("get_dependency_graph", { ...input, show_system_includes: true });
      const { nodes, edges, unresolved } = Object(answer);
      expect(nodes).toContainEqual({ file: unread, layer: 0, in: 1, out: 0, unread: true });
      expect(edges).toContainEqual(edge);
      expect(unresolved.map(({ name }: { name: string }) => name)).toContain(missing);
      expect(JSON.stringify(unresolved)).not.toContain("failing");
    }
    const { answer: summary } = await ask("get_file_summary", { filepath });
    expect(Object(summary).results[0].imports).toContainEqual(
      expect.objectContaining({ line: 1, file: unread, unread: true }),
    );
  });

  test("is found from the other end", async () => {
    const { answer } = await ask("get_dependency_graph", { filepath: "lib/failing.hpp", direction: "importers" });
    expect(answer).toMatchObject({
      unread: { lib: 1 },
      nodes: [{ file: "lib/failing.hpp", unread: true }, { file: "lib/user.cpp" }],
    });
  });
});

describe("files that change while a call runs", () => {
  test.each(["find_definition", "find_references", "get_symbol_context"])(
    "are looked at again: %s of a symbol that arrives",
    async (tool) => {
      const { ask, session } = unluckyServer({
        "src/checkout.py": "def old(): pass\n",
        "src/lost.py.later": "def lost(): pass\n",
      });
      const { answer, isError } = await ask(tool, { symbol: "lost" });
      expect(isError).toBe(false);
      expect(answer).not.toHaveProperty("changed_during_call");
      await session.close();
    },
  );

  test("are looked at again where they replace files that were listed", async () => {
    const { ask, session } = unluckyServer({
      "src/checkout.py": "from src.lost import lost\n",
      "src/lost.py": "def other(): pass\n",
      "src/lost.py.later": "def lost(): pass\n",
    });
    const { answer } = await ask("find_references", { symbol: "lost" });
    expect(answer).toMatchObject({ total_references: 2, searched_files: 2 });
    await session.close();
  });

  test("are counted where they change again", async () => {
    const { ask, session } = unluckyServer({ "src/restless.py": "def found(): pass\n", "src/b.py": "def b(): pass\n" });
    const { answer } = await ask("get_dependency_graph", { filepath: "src" });
    expect(Object.entries(answer)[0]).toEqual(["changed_during_call", 1]);
    const missed = await ask("find_definition", { symbol: "never" });
    expect(missed.isError).toBe(true);
    expect(missed.answer).toMatchObject({
      error: "Not found in what was read: never",
      details: expect.stringContaining("1 file changed while the call ran. Ask again."),
      changed_during_call: 1,
    });
    await session.close();
  });
});

describe("files that a tool over files has listed, and that are gone when it reads them", () => {
  test.each(["list_symbols", "find_functions", "parse_file", "get_syntax_tree"])(
    "are read once more, and counted if they are gone again: %s",
    async (tool) => {
      const files = { "src/a.py": "def a(): pass\n", "src/replaced.py": "def back(): pass\n" };
      const { ask, folder, session } = unluckyServer(files);
      const { answer, text } = await ask(tool, { filepath: "src" });
      expect(text).toContain("src/replaced.py");
      expect(answer).not.toHaveProperty("skipped");
      expect(answer).not.toHaveProperty("changed_during_call");
      writeFiles(folder, { "src/gone.py": "def lost(): pass\n" });
      const missed = await ask(tool, { filepath: "src" });
      expect(Object.entries(missed.answer)[0]).toEqual(["changed_during_call", 1]);
      expect(missed.answer).toMatchObject({ skipped: { vanished: 1 } });
      await session.close();
    },
  );
});
