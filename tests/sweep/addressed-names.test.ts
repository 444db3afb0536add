import { cpSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { namesNotTaken, symbolsNotFound } from "../support/printed-names.ts";
import { languages } from "../support/shipped-languages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** Every name that one tool prints is input for all others. */

const nested = {
  "nested.py": `def outer(a, b):
    def inner(c):
        print(a, c)

        return b

    class Local:
        def method(self):
            self.field = 1
    return inner

def caller():
    def inner():
        return Local
    return outer(inner, 2)
`,
  "nested.cpp": `struct A { int f(int x) { return x + y_; }
  int y_;

};
int g(int a,
      int b) {
  struct Local { int member; int method() { return member; } };
  use(a, b);
}
`,
  "nested.ts": "function outer() {\n  function inner() {\n    return 1;\n  }\n  return inner;\n}\n",
};
const folder = temporaryFolder(nested);
const call = callsToServer({ cwd: folder, args: ["--log-level", "error", "--no-cache"] });
const symbolTools = [
  ...["find_definition", "find_references", "get_symbol_info", "get_symbol_context", "get_dependency_graph"],
];

describe("a name that only an open file knows", () => {
  test.each([
    ["outer.inner", "nested.py", [2]],
    ["outer::inner", "nested.py", [2]],
    ["caller.inner", "nested.py", [13]],
    ["inner", "nested.py", [2, 13]],
    ["inner#2", "nested.py", [13]],
    ["Local", "nested.py", [7]],
    ["outer.Local.method", "nested.py", [8]],
    ["Local.method", "nested.py", [8]],
    ["outer.Local.field", "nested.py", [9]],
    ["g::Local", "nested.cpp", [7]],
    ["g::Local::method", "nested.cpp", [7]],
    ["inner", "nested.ts", [2]],
  ])("%s of %s is found", async (symbol, filepath, lines) => {
    const { answer, text } = await call("find_definition", { symbol, filepath });
    expect(linesIn(answer), text).toEqual(lines);
  });

  test.each(symbolTools)("%s takes it", async (name) => {
    for (const symbol of ["outer.inner", "outer.Local", "Local.method", "caller.inner"]) {
      const { answer, isError, text } = await call(name, { symbol, filepath: "nested.py" });
      expect(isError, text).toBe(false);
      expect(text).toContain(symbol.split(".").at(-1));
      expect(answer).toMatchObject({ success: true });
    }
  });

  test("a name that nothing has is not found", async () => {
    for (const symbol of ["outer.missing", "missing.inner", "outer.inner#2"]) {
      const { answer } = await call("find_definition", { symbol, filepath: "nested.py" });
      expect(answer).toMatchObject({ error: expect.stringMatching(/^Symbol not found: /) });
    }
  });

  test("find_references has the uses, and callers have an address again", async () => {
    const { answer } = await call("find_references", { symbol: "outer.inner", filepath: "nested.py" });
    expect(answer).toMatchObject({
      total_references: 2,
      results: [{ references: [{ line: 2 }, { line: 10, in: "outer" }] }],
    });
  });
});

test("a line in a function that defines nothing is the function, and so is one that defines it with others", async () => {
  const symbolsOf = async (filepath: string, last: number) => {
    const found: unknown[] = [];
    for (let line = 1; line <= last; line++) {
      const { answer } = await call("find_definition", { filepath, line });
      found.push(Object(answer).symbol ?? Object(answer).error);
    }
    return found;
  };
  expect(await symbolsOf("nested.py", 11)).toEqual([
    ...["outer", "outer.inner", "outer.inner", "outer.inner", "outer.inner", "outer"],
    ...["outer.Local", "outer.Local.method", "outer.Local.field", "outer", "Line 11 has no name"],
  ]);
  expect(await symbolsOf("nested.cpp", 8)).toEqual(["A", "A::y_", "A", "A", "g", "g", "g::Local", "g"]);
});

describe("a bare name that a parameter and functions inside of others have", () => {
  const shared = temporaryFolder({
    "shared.py":
      "def outer(inner):\n    return inner\n\ndef other():\n    def inner():\n        return 1\n    return inner\n",
    "shared.ts": "function other() {\n  function inner() {\n    return 1;\n  }\n  return inner;\n}\n",
    "only.py": "def use(two):\n    return two\n\ndef holder():\n    two = 3\n    return two\n",
  });
  const ask = callsToServer({ cwd: shared, args: ["--log-level", "error", "--no-cache"] });

  test("has the functions as candidates, and the parameter after them", async () => {
    const { answer, text } = await ask("find_definition", { symbol: "inner", filepath: "shared.py" });
    expect(linesIn(answer), text).toEqual([5, 1]);
    const { answer: references } = await ask("find_references", { symbol: "inner", filepath: "shared.py" });
    expect(Object(references).total_references).toBe(4);
  });

  test("has those of languages whose index knows them, and of others", async () => {
    const { answer } = await ask("find_definition", { symbol: "inner" });
    expect(
      Object(answer)
        .results.map(({ filepath }: { filepath: string }) => filepath)
        .sort(),
    ).toEqual(["shared.py", "shared.ts"]);
  });

  test("is the parameter if no function has it", async () => {
    const { answer } = await ask("find_definition", { symbol: "two" });
    expect(linesIn(answer)).toEqual([1]);
  });
});

function linesIn(answer: unknown): readonly number[] {
  const { results = [] } = Object(answer);
  return results.flatMap(({ definitions = [], declarations = [] }: Record<string, readonly { line: number }[]>) =>
    [...definitions, ...declarations].map(({ line }) => line),
  );
}

const fixtures = temporaryFolder();

/** The fixtures that are code as it is, by their folders. */
const folders = ["captures", "interfaces", "metrics", "navigation", "shapes", "symbols"];
for (const name of folders) {
  cpSync(join(packageFolder, "tests/fixtures", name), join(fixtures, name), { recursive: true });
}

function filesBelow(path: string): readonly string[] {
  if (!statSync(join(fixtures, path)).isDirectory()) return [path];
  return readdirSync(join(fixtures, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}

const callFixtures = callsToServer({ cwd: fixtures, args: ["--log-level", "error"] });
const known = languages.flatMap(({ extensions }) => extensions);
const files = folders.flatMap(filesBelow).filter((path) => known.some((extension) => path.endsWith(extension)));

describe("names that list_symbols prints", () => {
  test.each(files)("are found in %s", async (filepath) => {
    expect(await symbolsNotFound(callFixtures, filepath, filepath)).toEqual([]);
  });
});

describe("names that any tool prints about a file of each language", () => {
  /** True for the first symbol of each kind: soak asks about all. */
  const firstOfEachKind = () => {
    const seen = new Set<string>();
    return ({ kind }: { readonly kind: string }) => !seen.has(kind) && seen.add(kind).has(kind);
  };
  const chosen = files.filter((path) => /^symbols\/\w+\/definitions|scopes\.py$/.test(path));

  test.each(chosen)("are taken by all tools, for %s", async (filepath) => {
    expect(await namesNotTaken(callFixtures, filepath, firstOfEachKind())).toEqual([]);
  });

  test.each(chosen)("are found in the workspace, for %s", async (filepath) => {
    expect(await symbolsNotFound(callFixtures, filepath, undefined, firstOfEachKind())).toEqual([]);
  });
});
