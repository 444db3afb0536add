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
      "./app.py:11:31: callers: call in App.area: return geometry.tools.twice(self.figure.area())",
      "./geometry/tools.py:1:5: function twice def twice(number)",
      "./geometry/tools.py: def twice(number):",
      "./geometry/tools.py:     return 2 * number",
      "",
    ]);
    const lines = await runInProcess("", { args: [...context, "--format", "jsonl"], cwd: project });
    const [callers = "", , summary = ""] = lines.stdout.split("\n");
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

test("the type of a variable is that of a class of another file, also if nothing is known of the code", async () => {
  const cwd = temporaryFolder({
    "lib.py": "class Shape: ...\n",
    "app.py": "from lib import Shape\n\nclass App:\n    def __init__(self):\n        self.figure = Shape()\n",
  });
  const { stdout } = await runInProcess("", { args: ["get_symbol_info", "figure", "--no-cache"], cwd });
  expect(JSON.parse(stdout)).toMatchObject({
    results: [{ symbols: [{ name: "figure", type: "Shape", type_source: "inferred" }] }],
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
