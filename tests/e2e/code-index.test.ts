import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const project = join(packageFolder, "tests/fixtures/navigation/project");

/** A copy of the project, and calls to a server that serves it. */
function served() {
  const folder = temporaryFolder();
  cpSync(project, folder, { recursive: true });
  const launch = { cwd: folder, args: ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")] };
  return { folder, call: callsToServer(launch) };
}

/** `path:line:column` of each row, and what the row says. */
function placesIn(answer: object, list: string): readonly string[] {
  const { results = [] }: { readonly results?: readonly Readonly<Record<string, unknown>>[] } = answer;
  return results.flatMap(({ filepath, [list]: rows }) =>
    (Array.isArray(rows) ? rows : []).map(({ line, column, type }) =>
      [`${filepath}:${line}:${column}`, ...(type === undefined ? [] : [type])].join(" "),
    ),
  );
}

describe("find_definition", () => {
  const { call } = served();

  test("of a text that is in no file", async () => {
    const input = { source: "def f(): pass\nx = f()\n", language: "python", line: 2, column: 5 };
    expect(placesIn((await call("find_definition", input)).answer, "definitions")).toEqual(["source:1:5"]);
    const { answer } = await call("find_references", input);
    expect(placesIn(answer, "references")).toEqual(["source:1:5 definition", "source:2:5 call"]);
  });

  test.each(["geometry.shapes", "geometry/shapes", "shapes"])("of the module %s", async (symbol) => {
    for (const filepath of [".", "geometry"]) {
      const { answer } = await call("find_definition", { symbol, filepath });
      expect(placesIn(answer, "definitions")).toEqual([expect.stringMatching(/geometry\/shapes\.py:1:1$/)]);
    }
  });

  test.each([
    ["std::string", "std::string", ["shape.cpp:4", "shape.hpp:11", "shape.hpp:12", "shape.hpp:15"]],
    ["::std::string", "std::string", ["shape.cpp:4", "shape.hpp:11", "shape.hpp:12", "shape.hpp:15"]],
  ])("says that a name comes from outside, with where it is used: %s", async (symbol, external, used_at) => {
    for (const tool of ["find_definition", "get_symbol_info"]) {
      const { answer } = await call(tool, { symbol });
      expect(answer).toMatchObject({ external, used_at, results: [], success: true });
    }
    const { answer } = await call("find_references", { symbol });
    expect(answer).toMatchObject({ external, success: true });
    const lines = placesIn(answer, "references").map((place) => place.replace(/:\d+ \w+$/, ""));
    expect([...new Set(lines)]).toEqual(expect.arrayContaining(used_at));
  });

  test.each(["std::strin", "other::string", "std::nothing"])(
    "does not say so of a name that is not used: %s",
    async (symbol) => {
      expect((await call("find_definition", { symbol })).isError).toBe(true);
    },
  );

  test.each([
    [{ symbol: "Shape#9" }, "Symbol not found: Shape#9", /^\d symbols? ha(s|ve) this name: give no number/],
    [{ symbol: "." }, "No name of a symbol: .", /^Give a name/],
    [{ symbol: "Shape", filepath: "*.none" }, "Symbol not found: Shape", /No file matches \*\.none\.$/],
  ])("says why nothing is found: %o", async (input, error, details) => {
    const { answer } = await call("find_definition", input);
    expect(answer).toMatchObject({ success: false, error, details: expect.stringMatching(details) });
  });

  test("takes an unsaved text for its file, and for one that is not there yet", async () => {
    const source = "from geometry.tools import twice\n\n\ndef four():\n    return twice(twice(1))\n";
    for (const filepath of ["app.py", "new/file.py"]) {
      const { answer } = await call("find_definition", { filepath, source, line: 5, column: 12 });
      expect(placesIn(answer, "definitions")).toEqual(["geometry/tools.py:1:5"]);
      const { answer: own } = await call("find_definition", { filepath, source, line: 4, column: 5 });
      expect(placesIn(own, "definitions")).toEqual([`${filepath}:4:5`]);
    }
    const { answer } = await call("find_definition", { symbol: "four" });
    expect(answer).toMatchObject({ error: "Symbol not found: four" });
  });

  test.each([
    [{}, /symbol/],
    [{ symbol: "Shape", filepath: "nowhere" }, /nowhere/],
    [{ filepath: "shape.cpp", line: 2_000 }, /Line 2000/],
    [{ filepath: ".", line: 1 }, /one file|Unsupported/],
    [{ filepath: ["a.cpp", "b.cpp"], line: 1 }, /filepath/],
    [{ symbol: "Shape", direction: "up" }, /direction/],
  ])("refuses %j in words that help", async (input, message) => {
    const { answer, isError } = await call("find_definition", input);
    expect(isError).toBe(true);
    expect(answer.error).toMatch(message);
  });
});

describe("find_references", () => {
  const { folder, call } = served();

  test("lists overrides of classes whose base is imported, and of those out of their class", async () => {
    const files = {
      "plane/base.py": "class Plane:\n    def fly(self): ...\n",
      "plane/jet.py": "from plane.base import Plane as P\n\n\nclass Jet(P):\n    def fly(self): ...\n",
      "plane/bird.py": "class Plane: ...\n\n\nclass Bird(Plane):\n    def fly(self): ...\n",
      "plane/base.hpp": "namespace air { class Glider { virtual void soar(); }; }\n",
      "plane/kite.cpp":
        '#include "base.hpp"\nusing air::Glider;\nclass Kite : public Glider {\n  void soar() override;\n};\n' +
        "void Kite::soar() {}\n",
    };
    mkdirSync(join(folder, "plane"));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const overridesOf = async (symbol: string) => {
      const { answer } = await call("find_references", { symbol, reference_types: ["override"] });
      return placesIn(answer, "references");
    };
    expect(await overridesOf("Plane.fly")).toEqual(["plane/jet.py:5:9 override"]);
    expect(await overridesOf("Glider::soar")).toEqual(["plane/kite.cpp:4:8 override", "plane/kite.cpp:6:12 override"]);
    rmSync(join(folder, "plane"), { recursive: true });
  });

  test("leaves out what has the name and is something else", async () => {
    const { answer } = await call("find_references", { symbol: "Lamp::count" });
    expect(placesIn(answer, "references")).toEqual([
      "other.cpp:1:19 definition",
      "other.cpp:1:47 write",
      "other.cpp:2:51 read",
    ]);
    expect(answer).not.toHaveProperty("possible");
  });

  test("says which uses of an operator without its name are not found", async () => {
    const note = "Only uses that write the name are found, not those by a sign or a statement, such as a[i].";
    const ofSigns =
      "Uses by a sign, such as a[i], are found where the types of the operands are known, in files that name their class.";
    const cpp = "struct A { int operator[](int i); int f(); };\nint g(A a) { return a[1] + a.f(); }\n";
    const python = "class A:\n    def __init__(self): pass\n    def __len__(self): return 1\n";
    const warningsOf = async (tool: string, symbol: string, language: string, source: string) =>
      (await call(tool, { symbol, source, language, ...(tool === "get_dependency_graph" && { direction: "callers" }) }))
        .answer.warnings;
    for (const tool of ["find_references", "get_symbol_context", "get_dependency_graph"]) {
      expect(await warningsOf(tool, "A::operator[]", "cpp", cpp), tool).toEqual([ofSigns]);
      expect(await warningsOf(tool, "A::f", "cpp", cpp)).toBeUndefined();
      expect(await warningsOf(tool, "A.__len__", "python", python)).toEqual([note]);
      expect(await warningsOf(tool, "A.__init__", "python", python)).toBeUndefined();
    }
  });

  test("knows operators by their signs: where one is defined, used and called", async () => {
    const source = "struct A { int operator[](int i); };\nint g(A a) { return a[1]; }\n";
    const asked = async (tool: string, input: object) =>
      (await call(tool, { source, language: "cpp", ...input })).answer;
    const at = { line: 2, column: 22 };
    expect(await asked("find_definition", at)).toMatchObject({ symbol: "A::operator[]", confidence: "likely" });
    expect(placesIn(await asked("find_references", { symbol: "A::operator[]" }), "references")).toEqual([
      "source:1:16 declaration",
      "source:2:22 call",
    ]);
    for (const direction of ["callers", "callees"]) {
      const symbol = direction === "callers" ? "A::operator[]" : "g";
      const graph = await asked("get_dependency_graph", { symbol, direction });
      expect(graph, direction).toMatchObject({ edges: [{ from: "g", to: "A::operator[]", confidence: "likely" }] });
    }
    expect(await asked("find_definition", { line: 2, column: 25 })).toMatchObject({ success: false });
  });

  test("is right after an edit, a new file, and a file that is gone", async () => {
    const uses = async () => placesIn((await call("find_references", { symbol: "twice" })).answer, "references");
    expect(await uses()).toEqual(["app.py:11:31 call", "geometry/tools.py:1:5 definition"]);
    const more = join(folder, "geometry/more.py");
    writeFileSync(more, "from .tools import twice\n\nfour = twice(2)\n");
    expect(await uses()).toEqual([
      "app.py:11:31 call",
      "geometry/more.py:1:20 import",
      "geometry/more.py:3:8 call",
      "geometry/tools.py:1:5 definition",
    ]);
    writeFileSync(more, "\n\nfrom .tools import twice\n");
    expect(await uses()).toContain("geometry/more.py:3:20 import");
    rmSync(more);
    expect(await uses()).toEqual(["app.py:11:31 call", "geometry/tools.py:1:5 definition"]);
  });

  test("refuses a cursor of another call", async () => {
    const { answer } = await call("find_references", { symbol: "twice", cursor: "00000000WyJyIl0" });
    expect(answer.error).toMatch(/cursor/);
  });
});

describe("get_symbol_info", () => {
  const { call } = served();
  const rowIn = (answer: object) => {
    const { results }: { readonly results?: readonly { readonly symbols: readonly object[] }[] } = answer;
    return results?.[0]?.symbols[0];
  };

  test("of a local of unsaved text", async () => {
    const source = '#include "shape.hpp"\nvoid f() {\n  auto made = new geo::Circle();\n  made;\n}\n';
    const { answer } = await call("get_symbol_info", { filepath: "new.cpp", source, line: 4, symbol: "made" });
    expect(rowIn(answer)).toMatchObject({ name: "made", line: 3, type: "geo::Circle*", type_source: "inferred" });
  });
});

describe("get_symbol_context", () => {
  const { call } = served();

  test("of a place in unsaved text, whose uses are in other files", async () => {
    const source = "from geometry.tools import twice\n\n\ndef four():\n    return twice(twice(1))\n\n\nfour()\n";
    const { answer } = await call("get_symbol_context", { filepath: "new.py", source, line: 8, column: 1 });
    expect(answer).toMatchObject({
      symbol: "four",
      results: [{ definitions: [{ source: "def four():\n    return twice(twice(1))" }] }],
      uses: [{ filepath: "geometry/tools.py", definitions: [{ signature: "def twice(number)" }] }],
      callers: [{ filepath: "new.py", references: [{ line: 8, type: "call" }] }],
      imports: [{ filepath: "new.py", lines: ["1: from geometry.tools import twice"] }],
    });
  });
});

describe("on the command line", () => {
  const args = ["--no-cache", "--log-level", "error"];

  test("a symbol comes first, then where to search", async () => {
    const { stdout, exitCode } = await runInProcess("", {
      args: ["find_references", "geo::Shape::count", ".", "--format", "text", ...args],
      cwd: project,
    });
    expect(stdout.split("\n")).toEqual([
      "./shape.cpp:3:12: definition: int Shape::count = 0;",
      "./shape.cpp:4:55: write in geo::Shape::rename: void Shape::rename(const std::string& n) { name_ = n; count++; }",
      "./shape.hpp:13:14: declaration in geo::Shape: static int count;",
      "geo::Shape::count: total_references=3 write=1 declaration=1 definition=1",
      "",
    ]);
    expect(exitCode).toBe(0);
  });

  test("get_symbol_context names the list of each line", async () => {
    const context = ["get_symbol_context", "twice", ".", ...args];
    const text = await runInProcess("", { args: [...context, "--format", "text"], cwd: project });
    expect(text.stdout.split("\n")).toEqual([
      "./geometry/tools.py:1:5: function twice def twice(number)",
      "./geometry/tools.py: def twice(number):",
      "./geometry/tools.py:     return 2 * number",
      "./app.py:11:31: callers: call in App.area: return geometry.tools.twice(self.figure.area())",
      "",
    ]);
    const lines = await runInProcess("", { args: [...context, "--format", "jsonl"], cwd: project });
    const [, callers = "", summary = ""] = lines.stdout.split("\n");
    expect(JSON.parse(callers)).toMatchObject({ callers: true, filepath: "./app.py", references: [{ line: 11 }] });
    expect(JSON.parse(summary)).toMatchObject({ symbol: "twice", counts: { callers: 1 }, success: true });
  });

  test("a place is a file with flags; what is not found is an error and a status", async () => {
    const found = await runInProcess("", {
      args: ["find_definition", "--line", "5", "--column", "51", "shape.cpp", ...args],
      cwd: project,
    });
    expect(JSON.parse(found.stdout)).toMatchObject({ symbol: "geo::Shape::area", success: true });
    const missing = await runInProcess("", { args: ["find_definition", "Nothing", ...args], cwd: project });
    expect(JSON.parse(missing.stdout)).toMatchObject({ success: false, error: "Symbol not found: Nothing" });
    expect(missing.exitCode).toBe(1);
  });
});

describe("names that are easily missed", () => {
  const cwd = temporaryFolder({
    "p/core.py": "def make(): return 1\n",
    "p/__init__.py": "from .core import make as mk\n",
    "main.py": "from p import mk\nmk()\n",
    "other.py": "mk = 2\nprint(mk)\n",
    "m.cpp":
      "struct P { int twice(int); };\nint P::twice(int v) { return v; }\nvoid use(P* p) {\n  p->twice(1); // some words\n}\n",
  });
  const call = callsToServer({ cwd, args: ["--log-level", "error", "--no-cache"] });

  test("uses by the name that a package gives what it passes on", async () => {
    const { answer } = await call("find_references", { symbol: "make" });
    expect(placesIn(answer, "references")).toEqual([
      "main.py:1:15 import",
      "main.py:2:1 call",
      "p/__init__.py:1:19 import",
      "p/__init__.py:1:27 import",
      "p/core.py:1:5 definition",
    ]);
    expect(answer).not.toHaveProperty("possible");
    const calls = await call("get_dependency_graph", { symbol: "make", direction: "callers" });
    expect(calls.answer).toMatchObject({ edges: [{ from: "main.py", to: "make", lines: [2] }] });
  });

  test("the definition of what is used at a place", async () => {
    const { answer } = await call("get_symbol_info", { filepath: "m.cpp", line: 4, symbol: "twice" });
    expect(answer).toMatchObject({ definition: { line: 2 }, results: [{ symbols: [{ line: 2 }] }] });
  });

  test.each(["find_definition", "get_symbol_info"])("%s of a word in a comment is refused", async (tool) => {
    const { answer } = await call(tool, { filepath: "m.cpp", line: 4, column: 25 });
    expect(answer).toMatchObject({ success: false, error: "Line 4 has no name at column 25" });
  });
});

test("a namespace that a macro opens is that of its definition, also after that has changed", async () => {
  const { folder, call } = served();
  const using = '#include "space.h"\nSPACE_BEGIN\nclass Opened { void m(); };\nvoid Opened::m() {}\nSPACE_END\n';
  writeFileSync(join(folder, "opened.cpp"), using);
  for (const name of ["one", "two"]) {
    writeFileSync(
      join(folder, "space.h"),
      `#define SPACE_BEGIN namespace ${name} { namespace inner {\n#define SPACE_END } }\n`,
    );
    const { answer: ofClass } = await call("find_definition", { symbol: "Opened" });
    expect(ofClass).toMatchObject({
      symbol: `${name}::inner::Opened`,
      results: [{ definitions: [{ name: "Opened", container: `${name}::inner` }] }],
    });
    const { answer } = await call("find_definition", { symbol: `${name}::inner::Opened::m` });
    expect(placesIn(answer, "definitions")).toEqual(["opened.cpp:4:14"]);
  }
});

test("at the use of a macro that opens namespaces the macro is meant, and what follows it is itself", async () => {
  const { folder, call } = served();
  writeFileSync(
    join(folder, "m.h"),
    "#define M_ namespace x { namespace y { namespace z { namespace w {\n#define E_ }}}}\n",
  );
  writeFileSync(join(folder, "u.cpp"), '#include "m.h"\nstruct T {};\nM_ T f();\nE_\n');
  const at = async (column: number) => {
    const { answer } = await call("find_definition", { filepath: "u.cpp", line: 3, column });
    return placesIn(answer, "definitions");
  };
  expect(await at(1)).toEqual(["m.h:1:9"]);
  expect(await at(4)).toEqual(["u.cpp:2:8"]);
});

test("the variable of a loop that a macro makes is a local", async () => {
  const { folder, call } = served();
  const lines = [
    "struct Item { void ping(); };",
    "void f() {",
    "  foreach (Item one, items()) {",
    "    one.ping();",
    "  }",
    "}",
  ];
  writeFileSync(join(folder, "loop.cpp"), `${lines.join("\n")}\n`);
  const ofVariable = await call("find_definition", { filepath: "loop.cpp", line: 4, symbol: "one" });
  expect(placesIn(ofVariable.answer, "definitions")).toEqual(["loop.cpp:3:17"]);
  const ofMember = await call("find_definition", { filepath: "loop.cpp", line: 4, symbol: "ping" });
  expect(ofMember.answer).toMatchObject({ confidence: "likely" });
});

describe("of hundreds of declarations", () => {
  test("the nearest is the first candidate of a receiver without type", async () => {
    const { folder, call } = served();
    const names = Array.from({ length: 260 }, (_, i) => String(i).padStart(3, "0"));
    for (const name of names) writeFileSync(join(folder, `h${name}.h`), `struct K${name} { void run(); };\n`);
    mkdirSync(join(folder, "zz"));
    writeFileSync(join(folder, "zz/own.h"), "struct Own { void run(); };\n");
    const includes = names.map((name) => `#include "../h${name}.h"\n`).join("");
    writeFileSync(join(folder, "zz/use.cpp"), `${includes}#include "own.h"\nvoid use() { unknown()->run(); }\n`);
    const { answer } = await call("find_definition", { filepath: "zz/use.cpp", line: 262, symbol: "run" });
    expect(placesIn(answer, "declarations")[0]).toBe("zz/own.h:1:19");
  });

  test("a class that is bound again many times is still the first", async () => {
    const { folder, call } = served();
    const again = "Conf = Conf\n".repeat(250);
    writeFileSync(join(folder, "many.py"), `class Conf:\n    pass\n${again}def use():\n    return Conf()\n`);
    const { answer } = await call("get_symbol_info", { filepath: "many.py", line: 254, symbol: "Conf" });
    expect(answer).toMatchObject({ results: [{ filepath: "many.py", symbols: [{ kind: "class", line: 1 }] }] });
  });
});
