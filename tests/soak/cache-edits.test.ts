import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { FactCache } from "../../src/engine/fact-cache.ts";
import { surveyMacros } from "../../src/engine/survey-macros.ts";
import { WorkerPool } from "../../src/engine/worker-pool.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

/** Milliseconds after which a file that was written is trusted by its stamp. */
const settledMs = 2_100;

const top = temporaryFolder();
const cached = new Session({ args: ["--log-level", "error", "--cache-dir", join(top, "cache")], cwd: top });
const plain = new Session({ args: ["--log-level", "error", "--no-cache"], cwd: top });
afterAll(() => Promise.all([cached.close(), plain.close()]));

async function expectSameAnswers(filepath: string): Promise<void> {
  for (const [tool, args] of [
    ["find_functions", { filepath }],
    ["parse_file", { filepath }],
    ["execute_query", { filepath: [filepath], query: "(class_specifier name: (_) @name)" }],
  ] as const) {
    const { text } = await callTool(cached, tool, args);
    expect(text, tool).toBe((await callTool(plain, tool, args)).text);
  }
}

/** Contents of which several are equally long, and whose macros change what the others say. */
const contents = {
  "a.cpp": [
    '#include "m.h"\nOPEN_NS\nint MY_API f() { return 0; }\n}\n',
    '#include "m.h"\nOPEN_NS\nint MY_API g() { return 1; }\n}\n',
    "void f() { plain * b; }\nOPEN_NS int g() { return 1; }\n",
    "#define OPEN_NS extern int c;\nOPEN_NS\nint f() { return 0; }\n",
  ],
  "sub/b.cpp": ["OPEN_NS\nint f() { return 0; }\n} class A {};\n", "class MY_API E { };\nOPEN_NS } }\n", "\0"],
  "m.h": [
    "#define OPEN_NS namespace n {\n#define MY_API __attribute__((x))\n",
    "#define OPEN_NS extern int e;\n#define MY_API __attribute__((x))\n",
    "#define plain\n#define OPEN_NS namespace n { namespace m {\n",
    "int h() { return 2; }\n",
  ],
  "sub/n.h": ["#define OPEN_NS extern int i;\n", "#define OPEN_NS namespace i {\n", ""],
  "c.py": ["class A:\n    def f(self): pass\n", "class B:\n    def g(self): pass\n", "def (:\n"],
} as const;

const path = fc.constantFrom(...Object.keys(contents));
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), path, choice: fc.nat(3) }) },
  // What leaves the size and the time as they were, or sets the time back or forth.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("keepTime" as const),
      path,
      choice: fc.nat(3),
      by: fc.constantFrom(0, -3600, 3600),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("replace" as const), path, choice: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const) }) },
);

async function apply(folder: string, one: typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never): Promise<void> {
  if (one.kind === "wait") {
    await setTimeout(settledMs);
    return;
  }
  const file = join(folder, one.path);
  mkdirSync(dirname(file), { recursive: true });
  if (one.kind === "remove") {
    rmSync(file, { force: true });
    return;
  }
  const choices: readonly string[] = contents[one.path as keyof typeof contents];
  const content = choices[one.choice % choices.length] ?? "";
  const before = statSync(file, { throwIfNoEntry: false });
  if (one.kind === "replace") {
    writeFileSync(`${file}~`, content);
    renameSync(`${file}~`, file);
  } else {
    writeFileSync(file, content);
  }
  const seconds = before === undefined ? 1_600_000_000 : before.mtimeMs / 1000;
  if (one.kind === "keepTime") utimesSync(file, seconds + one.by, seconds + one.by);
}

let runs = 0;

test("whatever is edited, answers are those without a cache", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 12 }), async (edits) => {
      const name = `run-${runs++}`;
      const folder = join(top, name);
      writeFiles(folder, Object.fromEntries(Object.entries(contents).map(([file, [first]]) => [file, first])));
      for (const one of edits) {
        await apply(folder, one);
        await expectSameAnswers(name);
      }
    }),
    { numRuns: 25 },
  );
});

describe("files that settled", () => {
  /** Answers twice, so that what is known is trusted by its stamp. */
  async function settle(folder: string): Promise<void> {
    await setTimeout(settledMs);
    await expectSameAnswers(folder);
    await expectSameAnswers(folder);
  }

  test("a switch to another branch and back", async () => {
    const [one, two] = [0, 1].map((branch) =>
      Object.fromEntries(Object.entries(contents).map(([file, texts]) => [file, texts[branch] ?? ""])),
    );
    for (const [branch, files] of [one, two].entries()) {
      writeFiles(join(top, `branch-${branch}`), files ?? {});
      for (const file of Object.keys(contents)) utimesSync(join(top, `branch-${branch}`, file), 1e9, 1e9);
    }
    renameSync(join(top, "branch-0"), join(top, "work"));
    await settle("work");
    renameSync(join(top, "work"), join(top, "branch-0"));
    renameSync(join(top, "branch-1"), join(top, "work"));
    await expectSameAnswers("work");
    renameSync(join(top, "work"), join(top, "branch-1"));
    renameSync(join(top, "branch-0"), join(top, "work"));
    await settle("work");
  });

  test.each([
    ["written with equal size and its old time", "a.cpp", 1],
    ["a header that defines something else", "m.h", 2],
    ["a header next to it that defines something else", "sub/n.h", 1],
  ])("%s", async (name, file, choice) => {
    const folder = `settled ${name}`;
    writeFiles(
      join(top, folder),
      Object.fromEntries(Object.entries(contents).map(([known, [first]]) => [known, first])),
    );
    await settle(folder);
    const changed = join(top, folder, file);
    const { atime, mtime } = statSync(changed);
    writeFileSync(changed, contents[file as keyof typeof contents][choice] ?? "");
    utimesSync(changed, atime, mtime);
    await expectSameAnswers(folder);
    await settle(folder);
  });

  test("a folder that moves out of the roots, with a link in its place", async () => {
    const place = temporaryFolder({ "in/a.cpp": "class A {};\n", "in/sub/b.cpp": "class B {};\n" });
    const args = ["--log-level", "error", "--root", join(place, "in")];
    const known = new Session({ args: [...args, "--cache-dir", join(place, "cache")], cwd: place });
    const without = new Session({ args: [...args, "--no-cache"], cwd: place });
    try {
      await setTimeout(settledMs);
      const ask = (session: Session) => callTool(session, "find_classes", { filepath: ["in/a.cpp", "in/sub/b.cpp"] });
      expect((await ask(known)).text).toBe((await ask(without)).text);
      renameSync(join(place, "in/sub"), join(place, "out"));
      symlinkSync("../out", join(place, "in/sub"));
      const { text } = await ask(known);
      expect(text).toContain('"failed_files":1');
      expect(text).toBe((await ask(without)).text);
    } finally {
      await Promise.all([known.close(), without.close()]);
    }
  });
});

describe("what a file's answer depends on", () => {
  const languages = loadLanguages([shippedLanguagesDir]);
  const files = { "a.cpp": "int f() { return X; }\n", "b.h": "#define X 1\n", "sub/c.cpp": "int g() { return X; }\n" };

  const settings = { languages, roots: [], ignore: undefined, maxFileBytes: 1_000_000, projectMacros: {} };
  const pool = new WorkerPool({
    settings: { ...settings, elidesBodies: true, logsMasking: false, workerCode: undefined },
    size: 1,
    fileTimeoutMs: 30_000,
    log: () => {},
  });

  afterAll(() => pool.close());

  /** By file, the digest of the macros that its answer depends on. */
  async function contextsAfter(edits: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
    const folder = temporaryFolder(files);
    writeFiles(folder, edits);
    const cache = new FactCache({
      folder: join(folder, "cache"),
      languages,
      roots: [],
      settings: {},
      host: { env: {}, uid: process.getuid?.(), nodeVersion: process.version, now: Date.now },
      log: () => {},
    });
    const facts = cache.open(folder, "find_functions", { filepath: folder });
    const names = [...new Set([...Object.keys(files), ...Object.keys(edits)])].sort();
    const survey = await surveyMacros(
      names.map((name) => join(folder, name)),
      { languages, pool, signal: new AbortController().signal },
      facts,
    );
    return Object.fromEntries(Object.keys(files).map((name) => [name, survey.contextOf(join(folder, name))]));
  }

  test("stays when bodies change, and when files come that define nothing", async () => {
    const before = await contextsAfter({});
    expect(await contextsAfter({ "a.cpp": "int f() { return X + 1; }\n", "b.h": "// one\n#define X 1\n" })).toEqual(
      before,
    );
    expect(await contextsAfter({ "sub/d.h": "int k();\n" })).toEqual(before);
  });

  test("changes when a header moves to another folder", async () => {
    const before = await contextsAfter({ "other/d.h": "#define nearby\n", "sub/d.h": "" });
    const after = await contextsAfter({ "other/d.h": "", "sub/d.h": "#define nearby\n" });
    expect(after["sub/c.cpp"]).not.toBe(before["sub/c.cpp"]);
    expect(after["a.cpp"]).toBe(before["a.cpp"]);
  });

  test("changes when a definition changes, comes or goes", async () => {
    const before = await contextsAfter({});
    for (const edits of [{ "b.h": "#define X class\n" }, { "sub/d.h": "#define Y\n" }, { "b.h": "\n" }]) {
      const after = await contextsAfter(edits);
      for (const name of Object.keys(files))
        expect(after[name], `${name} after ${Object.keys(edits)}`).not.toBe(before[name]);
    }
  });
});
