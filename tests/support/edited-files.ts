import { existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { sessionInProcess } from "./in-process.ts";
import { seed } from "./seed.ts";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";
import { callTool } from "./tool-call.ts";

/** Milliseconds after which a file that was written is trusted by its stamp. */
const settledMs = 2_100;

/** Contents of which several are equally long, and whose macros change what the others say. */
export const editedContents = {
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
  "d.cpp": [
    "#if WIDE\nint OPEN_NS;\n#else\nclass MY_API G { void f() {} };\n#endif\n",
    "#ifdef WIDE\nvoid w() {\n#else\nvoid v() {\n#endif\n}\nclass H {};\n",
  ],
  "sub/w.h": ["#define WIDE 1\n", "#define WIDE 0\n", "#define MY_API\n", "int i();\n"],
  "c.py": [
    "class A:\n    def f(self): pass\n",
    "class B:\n    def g(self): pass\n",
    "def (:\n",
    "def f():\n    x = 1 2 3 4 5 6 7 8 9\n    return x\n",
  ],
  "sub/s.h": [
    "struct Shape { int area(); int side; };\n",
    "struct Shape { int size(); int area; };\n",
    "namespace i { struct Shape { int area(); }; }\n",
    "struct Base { int area(); };\nstruct Shape : Base {};\n",
  ],
  "u.cpp": [
    '#include "sub/s.h"\nint use(Shape s) { return s.area() + f(); }\n',
    '#include "sub/n.h"\nint use(Shape t) { return t.area() + h(); }\n',
    '#include "sub/s.h"\nint Shape::area() { return use(1); }\n',
    '#include "sub/s.h"\nint use(Shape s) { return s.area( + f(); }}\n',
  ],
  "sub/e.py": [
    "from c import A as Shape\nx = Shape().f()\n",
    "from c import B as Shape\nx = Shape().g()\n",
    "import c\nx = c.A().f()\n",
    "from ..c import *\nx = f()\n",
  ],
} as const;

/** The first content of each file. */
export const firstContents = Object.fromEntries(Object.entries(editedContents).map(([file, [first]]) => [file, first]));

/** A server with a cache, whose clock a test sets, and one without a cache. */
export interface CachedAndPlain {
  /** Their working folder. */
  readonly top: string;
  /** Lets files settle: from now on the clock of the server with a cache goes ahead by that time more. */
  readonly wait: () => void;
  /** Sets the clock back to the machine's. */
  readonly setBack: () => void;
  /** Ends the server with a cache, and starts another one on the same cache. */
  readonly restart: () => Promise<void>;
  /** Calls both servers about a folder and expects equal answers. */
  readonly expectSameAnswers: (filepath: string) => Promise<void>;
}

/** Both servers, for the time of the test file. */
export function cachedAndPlain(): CachedAndPlain {
  const top = temporaryFolder();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const args = ["--log-level", "error"];
  // Apart from the code: a cache changes its folder with each call.
  const cacheFolder = join(temporaryFolder(), "cache");
  const start = () => sessionInProcess({ args: [...args, "--cache-dir", cacheFolder], cwd: top, now });
  let cached = start();
  const plain = sessionInProcess({ args: [...args, "--no-cache"], cwd: top });
  afterAll(() => Promise.all([cached.close(), plain.close()]));
  return {
    top,
    wait: () => {
      aheadMs += settledMs;
    },
    setBack: () => {
      aheadMs = 0;
    },
    restart: async () => {
      await cached.close();
      cached = start();
    },
    expectSameAnswers: async (filepath) => {
      for (const [tool, input] of [
        ["find_functions", { filepath }],
        ["find_classes", { filepath: `${filepath}/sub` }],
        ["parse_file", { filepath }],
        ["list_symbols", { filepath, detail: "full" }],
        ["list_symbols", { filepath, name: "*f*", nested: true }],
        ["list_symbols", { filepath: [`${filepath}/*.cpp`], name: "G" }],
        ["execute_query", { filepath: [filepath], query: "(class_specifier name: (_) @name)" }],
        ["find_definition", { filepath, symbol: "Shape", detail: "full" }],
        ["find_definition", { filepath: `${filepath}/sub/e.py`, line: 2, column: 13 }],
        ["find_references", { filepath, symbol: "f" }],
        ["find_references", { filepath: `${filepath}/u.cpp`, line: 2, column: 29 }],
      ] as const) {
        const { text } = await callTool(cached, tool, input);
        expect(text, tool).toBe((await callTool(plain, tool, input)).text);
      }
    },
  };
}

const path = fc.constantFrom(...Object.keys(editedContents));
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("move" as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("touch" as const), path }) },
  // Files that are written after it are trusted at once; after the clock was set back they are not.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("setBack" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

/** Edits a tree at random and compares all answers after each edit; a failure prints its TEST_SEED. */
export async function expectAnswersOfEditedFiles(servers: CachedAndPlain, numRuns: number): Promise<void> {
  const { top, expectSameAnswers } = servers;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 12 }), async (edits) => {
      const name = `run-${runs++}`;
      const folder = join(top, name);
      writeFiles(folder, firstContents);
      servers.setBack();
      for (const one of edits) {
        if (one.kind === "restart") await servers.restart();
        else apply(folder, one, servers);
        await expectSameAnswers(name);
      }
      // A position without a scope is about the whole working folder.
      rmSync(folder, { recursive: true });
    }),
    { numRuns, seed },
  );
}

function apply(folder: string, one: Exclude<Edit, { kind: "restart" }>, { wait, setBack }: CachedAndPlain): void {
  if (one.kind === "wait" || one.kind === "setBack") {
    if (one.kind === "wait") wait();
    else setBack();
    return;
  }
  const file = join(folder, one.path);
  mkdirSync(dirname(file), { recursive: true });
  if (one.kind === "remove") {
    rmSync(file, { force: true });
    return;
  }
  if (one.kind === "move" || one.kind === "touch") {
    if (!existsSync(file)) return;
    const now = new Date();
    if (one.kind === "touch") utimesSync(file, now, now);
    else {
      mkdirSync(dirname(join(folder, one.to)), { recursive: true });
      renameSync(file, join(folder, one.to));
    }
    return;
  }
  const choices: readonly string[] = editedContents[one.path as keyof typeof editedContents];
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
