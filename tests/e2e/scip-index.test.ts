import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { packageVersion } from "../../src/base/package.ts";
import { type Index, IndexSchema, SymbolInformation_Kind } from "../../src/scip/bindings/scip_pb.js";
import { WorkerPool } from "../../src/workers/pool.ts";
import { packageFolder, serverPath } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { writtenIndex } from "../support/scip-index.ts";
import { linesOf, shortSymbol, textsOf } from "../support/scip-lines.ts";
import { problemsOf } from "../support/scip-lint.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** True where Debian's protobuf-compiler is missing, which `.ci/run` installs. */
const lacksProtoc = process.env.CI === undefined && spawnSync("protoc", ["--version"]).error !== undefined;

const bindings = join(packageFolder, "src/scip/bindings");

/** What protoc reads in the bytes of an index. */
function decodedByProtoc(bytes: Buffer): string {
  const args = ["--decode=scip.Index", `--proto_path=${bindings}`, "scip.proto"];
  const { status, stdout, stderr } = spawnSync("protoc", args, { input: bytes, encoding: "utf8", maxBuffer: 1e9 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

const shapes = {
  "geo/shape.hpp": `#pragma once
#define SIDES(n) (n)
namespace geo {
/// A shape.
///
/// It has an area.
class Shape {
 public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
  // Makes it larger.
  void scale(int by);
  void scale(double by);
  bool operator==(const Shape& other) const;
  static int count;
};
template <typename T> struct Box { T item; };
template <> struct Box<int> {};
using Boxes = Box<Shape>;
}
`,
  "geo/circle.cpp": `#include "shape.hpp"
namespace {
int helper() { return 1; }
}
static int other() { return helper(); }
namespace geo {
class Circle : public Shape {
 public:
  double area() const override { return SIDES(3); }
};
int Shape::count = 0;
void Shape::scale(int by) { count += by; }
void Shape::scale(double by) { count = other(); }
}
int main() {
  geo::Circle c;
  geo::Boxes b;
  c.area();
  return geo::Shape::count;
}
`,
  "other.cpp": "class Later;\nnamespace {\nint helper() { return 2; }\n}\nint main() { return helper(); }\n",
  "later.cpp": "class Later {};\n",
};

/** The occurrences of a document: `line:column word symbol roles`. */
function linesIn(index: Index, folder: string, path: string): readonly string[] {
  return linesOf(index, textsOf(folder, index)).flatMap((line) =>
    line.startsWith(`${path}:`) ? line.slice(path.length + 1) : [],
  );
}

describe("a document of C++", () => {
  const folder = temporaryFolder(shapes);
  const written = writtenIndex(folder);

  test("has each name that is known, with its symbol: that of a header is that of a source", async () => {
    const { index, exitCode } = await written;
    expect(exitCode).toBe(0);
    expect(index.documents.map(({ relativePath, language }) => `${relativePath} ${language}`)).toEqual([
      "geo/circle.cpp CPP",
      "geo/shape.hpp CPP",
      "later.cpp CPP",
      "other.cpp CPP",
    ]);
    expect(linesIn(index, folder, "geo/circle.cpp")).toMatchInlineSnapshot(`
      [
        "1:1 \`geo/circle.cpp\`/ Definition",
        "1:11 shape.hpp \`geo/shape.hpp\`/ Import",
        "3:5 helper \`geo/circle.cpp\`/helper(). Definition",
        "5:12 other \`geo/circle.cpp\`/other(). Definition",
        "5:29 helper \`geo/circle.cpp\`/helper().",
        "6:11 geo geo/ Definition",
        "7:7 Circle geo/Circle# Definition",
        "7:23 Shape geo/Shape#",
        "9:10 area geo/Circle#area(). Definition",
        "9:41 SIDES SIDES!",
        "11:5 Shape geo/Shape#",
        "11:12 count geo/Shape#count. Definition",
        "12:6 Shape geo/Shape#",
        "12:13 scale geo/Shape#scale(). Definition",
        "12:23 by local 0 Definition",
        "12:29 count geo/Shape#count. WriteAccess",
        "12:38 by local 0 ReadAccess",
        "13:6 Shape geo/Shape#",
        "13:13 scale geo/Shape#scale(+1). Definition",
        "13:26 by local 1 Definition",
        "13:32 count geo/Shape#count. WriteAccess",
        "13:40 other \`geo/circle.cpp\`/other().",
        "15:5 main \`geo/circle.cpp\`:main(). Definition",
        "16:3 geo geo/",
        "16:8 Circle geo/Circle#",
        "16:15 c local 2 Definition",
        "17:3 geo geo/",
        "17:8 Boxes geo/Boxes#",
        "17:14 b local 3 Definition",
        "18:3 c local 2 ReadAccess",
        "18:5 area geo/Circle#area().",
        "19:10 geo geo/",
        "19:15 Shape geo/Shape#",
        "19:22 count geo/Shape#count. ReadAccess",
      ]
    `);
    expect(linesIn(index, folder, "geo/shape.hpp")).toMatchInlineSnapshot(`
      [
        "1:1 \`geo/shape.hpp\`/ Definition",
        "2:9 SIDES SIDES! Definition",
        "3:11 geo geo/ Definition",
        "7:7 Shape geo/Shape# Definition",
        "9:11 ~Shape geo/Shape#\`~Shape\`(). Definition",
        "9:12 Shape geo/Shape# ReadAccess",
        "10:18 area geo/Shape#area(). Definition",
        "12:8 scale geo/Shape#scale(). ForwardDefinition",
        "12:18 by local 0 Definition",
        "13:8 scale geo/Shape#scale(+1). ForwardDefinition",
        "13:21 by local 1 Definition",
        "14:8 operator== geo/Shape#\`operator==\`(). ForwardDefinition",
        "14:25 Shape geo/Shape#",
        "14:32 other local 2 Definition",
        "15:14 count geo/Shape#count. ForwardDefinition",
        "17:20 T geo/Box#[T] Definition",
        "17:30 Box geo/Box# Definition",
        "17:36 T geo/Box#[T]",
        "17:38 item geo/Box#item. Definition",
        "18:20 Box geo/Box+1# Definition",
        "19:7 Boxes geo/Boxes# Definition",
        "19:15 Box geo/Box#",
        "19:19 Shape geo/Shape#",
      ]
    `);
  });

  test("tells apart what nothing but its file does, and links a declaration with its only definition", async () => {
    const { index } = await written;
    expect(linesIn(index, folder, "other.cpp")).toEqual([
      "1:1 `other.cpp`/ Definition",
      "1:7 Later Later# ForwardDefinition",
      "3:5 helper `other.cpp`/helper(). Definition",
      "5:5 main `other.cpp`:main(). Definition",
      "5:21 helper `other.cpp`/helper().",
    ]);
  });

  test("says what a symbol is: documentation, signature, kind and what it implements", async () => {
    const { index } = await written;
    const symbols = new Map(
      index.documents.flatMap((document) => document.symbols.map((one) => [shortSymbol(one.symbol), one])),
    );
    const said = (symbol: string) => {
      const found = symbols.get(symbol);
      return {
        kind: found && SymbolInformation_Kind[found.kind],
        name: found?.displayName,
        doc: found?.documentation,
        signature: found?.signatureDocumentation?.text,
        relations: found?.relationships.map(
          (one) => `${shortSymbol(one.symbol)} ${one.isImplementation} ${one.isReference}`,
        ),
      };
    };
    expect(said("geo/Shape#")).toEqual({
      ...{
        kind: "Class",
        name: "Shape",
        doc: ["A shape.\n\nIt has an area."],
        signature: "class Shape",
        relations: [],
      },
    });
    expect(said("geo/Circle#")).toMatchObject({ kind: "Class", relations: ["geo/Shape# true false"] });
    expect(said("geo/Circle#area().")).toMatchObject({ kind: "Method", relations: ["geo/Shape#area(). true true"] });
    expect(said("geo/Shape#area().")).toMatchObject({ kind: "PureVirtualMethod", name: "area" });
    // It is defined in the source, and documented in the header.
    expect(said("geo/Shape#scale().")).toMatchObject({
      doc: ["Makes it larger."],
      signature: "void Shape::scale(int by)",
    });
    expect(said("geo/Shape#count.")).toMatchObject({ kind: "StaticDataMember" });
    expect(said("geo/Boxes#")).toMatchObject({ kind: "TypeAlias" });
    expect(said("SIDES!")).toMatchObject({ kind: "Macro" });
  });

  test("has a constructor where it is called without its name, as well as the class that is named", async () => {
    const made = temporaryFolder({
      "a.cpp": `struct A { A(int n); A(int n, int m); };
struct B { B() : a(1), other{2} {} A a; A other; };
struct None {};
A made() { A one(1, 2); A unsure = {3, 4, 5}; None none; return {1}; }
`,
    });
    const { index } = await writtenIndex(made);
    const ofConstructors = linesIn(index, made, "a.cpp").filter((line) => / [AB]#[AB]\(/.test(line));
    expect(ofConstructors).toEqual([
      "1:12 A A#A(). ForwardDefinition",
      "1:22 A A#A(+1). ForwardDefinition",
      "2:12 B B#B(). Definition",
      "2:18 a A#A().",
      "2:24 other A#A().",
      "4:12 A A#A(+1).",
      "4:65 { A#A().",
    ]);
    expect(linesIn(index, made, "a.cpp")).toContain("4:12 A A#");
  });

  test("has an operator at the sign that calls it", async () => {
    const made = temporaryFolder({
      "a.cpp": `struct A { int operator[](int n); A operator+(int n); };
int f(A a, int n) { return (a + n)[2] + n; }
`,
    });
    const { index } = await writtenIndex(made);
    const calls = linesIn(index, made, "a.cpp").filter((line) => line.startsWith("2:") && line.includes("operator"));
    expect(calls).toEqual(["2:31 + A#operator+().", "2:35 [ A#`operator[]`()."]);
    expect(problemsOf(index, textsOf(made, index))).toEqual([]);
  });

  test("has no problem that scip lint would find", async () => {
    const { index } = await written;
    expect(problemsOf(index, textsOf(folder, index))).toEqual([]);
  });

  test("begins with what the index is", async () => {
    const { index } = await written;
    expect(index.metadata).toMatchObject({
      toolInfo: { name: "codegrove", version: packageVersion() },
      projectRoot: pathToFileURL(folder).href,
      textDocumentEncoding: 1,
    });
    expect(index.documents.every(({ positionEncoding }) => positionEncoding === 2)).toBe(true);
  });

  test.skipIf(lacksProtoc)("is what protoc reads (needs protobuf-compiler)", async () => {
    const { index, bytes } = await written;
    const text = decodedByProtoc(bytes);
    const count = (pattern: RegExp) => text.match(pattern)?.length;
    expect(count(/^documents \{$/gm)).toBe(index.documents.length);
    expect(count(/^ {2}occurrences \{$/gm)).toBe(index.documents.flatMap((one) => one.occurrences).length);
    expect(count(/^ {2}symbols \{$/gm)).toBe(index.documents.flatMap((one) => one.symbols).length);
    expect(text).toContain('symbol: "codegrove . . . geo/Shape#scale(+1)."');
    expect(text).toContain("position_encoding: UTF16CodeUnitOffsetFromLineStart");
    // A field that the schema does not have is shown by its number.
    expect(text).not.toMatch(/^\s*\d+[: ]/m);
  });
});

describe("a document of Python", () => {
  const folder = temporaryFolder({
    "pkg/__init__.py": "from .shapes import Shape as Form\n",
    "pkg/shapes.py": `class Shape:
    """A shape.

        It has sides.
    """

    sides: "Side" = 0

    def area(self, unit=1):
        unit = unit + 1
        self.seen = unit
        self.seen = 2
        total = unknown.area()
        return total


class Side(Shape):
    def area(self, unit=2):
        return super().area()
`,
    "geo.py": "def f(): pass\n",
    "geo.cpp": "namespace geo {}\n",
    "use.py": "import pkg.shapes\nfrom pkg import Form\n\nForm().area(unit=3)\n",
  });
  const written = writtenIndex(folder);

  test("has modules as namespaces, and parameters", async () => {
    const { index, stderr } = await written;
    expect(linesIn(index, folder, "pkg/shapes.py")).toMatchInlineSnapshot(`
      [
        "1:1 pkg/shapes/ Definition",
        "1:7 Shape pkg/shapes/Shape# Definition",
        "7:5 sides pkg/shapes/Shape#sides. Definition",
        "7:13 Side pkg/shapes/Side#",
        "9:9 area pkg/shapes/Shape#area(). Definition",
        "9:14 self pkg/shapes/Shape#area().(self) Definition",
        "9:20 unit pkg/shapes/Shape#area().(unit) Definition",
        "10:9 unit pkg/shapes/Shape#area().(unit) WriteAccess",
        "10:16 unit pkg/shapes/Shape#area().(unit) ReadAccess",
        "11:9 self pkg/shapes/Shape#area().(self) ReadAccess",
        "11:14 seen pkg/shapes/Shape#seen. Definition",
        "11:21 unit pkg/shapes/Shape#area().(unit) ReadAccess",
        "12:9 self pkg/shapes/Shape#area().(self) ReadAccess",
        "12:14 seen pkg/shapes/Shape#seen. WriteAccess",
        "13:9 total local 0 Definition",
        "14:16 total local 0 ReadAccess",
        "17:7 Side pkg/shapes/Side# Definition",
        "17:12 Shape pkg/shapes/Shape#",
        "18:9 area pkg/shapes/Side#area(). Definition",
        "18:14 self pkg/shapes/Side#area().(self) Definition",
        "18:20 unit pkg/shapes/Side#area().(unit) Definition",
        "19:24 area pkg/shapes/Shape#area().",
      ]
    `);
    expect(linesIn(index, folder, "use.py")).toMatchInlineSnapshot(`
      [
        "1:1 use/ Definition",
        "1:8 pkg pkg/ Import",
        "1:12 shapes pkg/shapes/ Import",
        "2:6 pkg pkg/ Import",
        "2:17 Form pkg/shapes/Shape# Import",
        "4:1 Form pkg/shapes/Shape#",
        "4:8 area pkg/shapes/Shape#area().",
        "4:13 unit pkg/shapes/Shape#area().(unit) WriteAccess",
      ]
    `);
    // Nothing but its name says what `area` of an unknown object is.
    expect(stderr).toContain(", 1 uncertain reference left out\n");
    expect(problemsOf(index, textsOf(folder, index))).toEqual([]);
  });

  test("calls a module by its file that has the name of a namespace", async () => {
    const { index } = await written;
    expect(linesIn(index, folder, "geo.py")).toEqual(["1:1 `geo.py`/ Definition", "1:5 f `geo.py`/f(). Definition"]);
  });

  test("has the lines of documentation without their indentation", async () => {
    const { index } = await written;
    const symbols = index.documents.flatMap((document) => document.symbols);
    const shape = symbols.find(({ symbol }) => symbol.endsWith(" pkg/shapes/Shape#"));
    expect(shape?.documentation).toEqual(["A shape.\n\nIt has sides."]);
  });
});

describe("codegrove index", () => {
  test("takes names of all kinds", async () => {
    const folder = temporaryFolder({
      "a b/`c`\u{1F600}.py": "class Größe:\n    def ſ(self): return '\u{1F600}', self.ſ()\n",
      "Makefile.d/#%20?.cpp":
        "struct 漢 { operator int() const; void operator()(int) ; 漢& operator[](int); bool operator<(漢) const; };\n" +
        "漢::operator int() const { return 0; }\nint \u{1D4B3} = 1; int y = \u{1D4B3};\n",
      "x.ts": 'class A { "b `c`\\" d"() {}\n  [Symbol.iterator]() {}\n  static #e = 1; }\n',
      "lines.py": "a = 1\r\nb = a\rc = b\n",
      "bom.py": "\uFEFFclass Bom: pass\n",
    });
    const { index, bytes, exitCode } = await writtenIndex(folder, "--scan-languages", "typescript");
    expect(exitCode).toBe(0);
    expect(problemsOf(index, textsOf(folder, index))).toEqual([]);
    expect(linesIn(index, folder, "a b/`c`\u{1F600}.py")).toContain("2:36 ſ `a b`/```c``\u{1F600}`/`Größe`#`ſ`().");
    const symbols = index.documents.flatMap((one) => one.symbols.map(({ symbol }) => shortSymbol(symbol)));
    expect(symbols).toEqual(
      expect.arrayContaining([
        "`漢`#`operator()`().",
        "`漢`#`operator[]`().",
        "`漢`#`operator<`().",
        "`漢`#`operator int`().",
        "`\u{1D4B3}`.",
        "lines/c.",
        "bom/Bom#",
      ]),
    );
    if (!lacksProtoc) expect(decodedByProtoc(bytes)).toContain("documents {");
  });

  test("takes two names that are each in the scope of the other, in all languages", async () => {
    const folder = temporaryFolder({
      "a.cpp":
        "namespace a { namespace b { void f(); } }\nnamespace b { namespace a { void f(); } }\n" +
        "struct C { struct D {}; };\nstruct D { struct C {}; };\n",
      "b.py": "class A:\n    class B: pass\nclass B:\n    class A: pass\n",
      "c.ts": "export const f = { g: 1 };\nexport const g = { f: 2 };\n",
      "d.go":
        "package d\ntype E struct{}\nfunc (e Other) F() {}\nfunc (e E) F() {}\ntype F struct{}\nfunc (f F) E() {}\n",
    });
    const { index, exitCode } = await writtenIndex(folder, "--scan-languages", "cpp,python,typescript,go");
    expect(exitCode).toBe(0);
    expect(problemsOf(index, textsOf(folder, index))).toEqual([]);
    const symbols = index.documents.flatMap((one) => one.symbols.map(({ symbol }) => shortSymbol(symbol)));
    expect(symbols.filter((one) => !one.startsWith("local "))).toEqual([
      ...["`a.cpp`/", "a/", "a/b/", "a/b/f().", "b/", "b/a/", "b/a/f().", "C#", "C#D#", "D#", "D#C#"],
      ...["`b.py`/", "`b.py`/A#", "`b.py`/A#B#", "`b.py`/B#", "`b.py`/B#A#"],
      ...["`c.ts`/", "`c.ts`/f.", "`c.ts`/f.g.", "`c.ts`/g.", "`c.ts`/g.f."],
      ...["`d.go`/", "`d.go`/E#", "`d.go`/Other#F().", "`d.go`/E#F().", "`d.go`/F#", "`d.go`/F#E()."],
    ]);
  });

  test("has the bytes of an index whatever threads and cache", async () => {
    const folder = temporaryFolder({
      ...shapes,
      "pkg/a.py": "import pkg.b\npkg.b.f()\n",
      "pkg/b.py": "def f(): pass\n",
    });
    const cache = join(temporaryFolder(), "cache");
    const [first, ...others] = await Promise.all([
      writtenIndex(folder, "--jobs", "1", "--no-cache"),
      writtenIndex(folder, "--jobs", "2", "--no-cache"),
      writtenIndex(folder, "--cache-dir", cache),
      writtenIndex(folder, "--format", "scip", "--no-cache"),
    ]);
    for (const { bytes } of [...others, await writtenIndex(folder, "--cache-dir", cache)]) {
      expect(bytes.equals(first?.bytes ?? Buffer.of())).toBe(true);
    }
  });

  test("writes to a pipe, a document at a time", () => {
    const folder = temporaryFolder(shapes);
    const { status, stdout, stderr } = spawnSync(process.execPath, [serverPath, "index", ".", "--format", "scip"], {
      cwd: folder,
    });
    expect(status).toBe(0);
    expect(fromBinary(IndexSchema, stdout).documents).toHaveLength(4);
    const [text = "", json = ""] = stderr.toString().split("\n");
    expect(text).toMatch(/^4 documents, \d+ occurrences, 0 uncertain references left out$/);
    expect(JSON.parse(json)).toEqual({
      ...{ documents: 4, symbols: expect.any(Number), occurrences: expect.any(Number) },
      ...{ uncertain_references: 0, unreadable: 0 },
    });
    // Each document is a message of its own behind the metadata, which protobuf merges.
    const messages = messageLengths(stdout);
    expect(messages.map(({ field }) => field)).toEqual([1, 2, 2, 2, 2]);
  });

  test("takes an empty folder, and files without names", async () => {
    const empty = await writtenIndex(temporaryFolder());
    expect(empty.index.documents).toEqual([]);
    expect(empty).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("0 documents, 0 occurrences") });
    const folder = temporaryFolder({ "empty.py": "", "comment.cpp": "// nothing\n", "text.txt": "no code\n" });
    const { index } = await writtenIndex(folder);
    expect(linesOf(index, textsOf(folder, index))).toEqual([
      "comment.cpp:1:1 `comment.cpp`/ Definition",
      "empty.py:1:1 empty/ Definition",
    ]);
  });

  test("takes files with errors", async () => {
    const folder = temporaryFolder({
      "broken.cpp": "struct A { int a; };\nint f() { A x; return x.a; }\nclass { ) } if (\nvoid g() {\n",
      "broken.py": "def f(:\n  class = 3\n\ndef g():\n    return f()\n",
      "binary.py": Buffer.from([0, 1, 2, 255, 254, 0]),
      "latin.py": Buffer.from("# -*- coding: latin-1 -*-\ndef gr\xf6\xdfe(): pass\n", "latin1"),
    });
    const { index, exitCode } = await writtenIndex(folder);
    expect(exitCode).toBe(0);
    expect(problemsOf(index)).toEqual([]);
    expect(index.documents.map(({ relativePath }) => relativePath)).toEqual(["broken.cpp", "broken.py", "latin.py"]);
    expect(linesIn(index, folder, "broken.cpp")).toContain("2:25 a A#a. ReadAccess");
  });

  test("names a file that ends workers, and keeps the symbols that others use of it", async () => {
    const folder = temporaryFolder({
      "deadly.hpp": "#pragma once\nstruct Base { virtual void f(); };\n",
      "good.cpp": '#include "deadly.hpp"\nstruct Good : Base { void f() override {} };\n',
    });
    const output = join(temporaryFolder(), "index.scip");
    const script = new URL("../support/failing-worker.mjs", import.meta.url);
    const { exitCode, stderr } = await runInProcess("", {
      args: ["index", ".", "-o", output, "--no-cache", "--jobs", "1"],
      cwd: folder,
      openPool: (options) => new WorkerPool({ ...options, script }),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`codegrove: ${folder}/deadly.hpp: Maximum call stack size exceeded\n`);
    expect(stderr).toContain("1 document, 5 occurrences, 0 uncertain references left out, 1 file not read\n");
    const index = fromBinary(IndexSchema, readFileSync(output));
    expect(problemsOf(index)).toEqual([]);
    expect(index.externalSymbols.map(({ symbol }) => shortSymbol(symbol))).toEqual([
      "`deadly.hpp`/",
      "Base#",
      "Base#f().",
    ]);
  });

  test.skipIf(process.platform !== "linux")("names a file that cannot be read", async () => {
    const folder = temporaryFolder({ "a.py": "x = 1\n" });
    // A read of it fails for root, too.
    symlinkSync("/proc/self/mem", join(folder, "broken.py"));
    const { exitCode, stderr, index } = await writtenIndex(folder);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("broken.py: ");
    expect(stderr).toContain("1 file not read");
    expect(index.documents.map(({ relativePath }) => relativePath)).toEqual(["a.py"]);
  });

  test.each([
    [["index"], "index needs a folder: codegrove index DIR"],
    [["index", "a", "b"], "index takes one folder, and not also b"],
    [["index", "none"], "There is no folder none"],
    [["index", "a.py"], "a.py is not a folder: index is about a folder and all that is in it"],
    [["index", ".", "--format", "lsif"], "--format: 'lsif' is not a format; it takes scip"],
    [["index", ".", "-o", "none/index.scip"], /^Cannot write none\/index\.scip: ENOENT/],
    [["index", ".", "-o", "."], "Cannot write .: it is a folder"],
  ])("refuses %j", async (args, message) => {
    const cwd = temporaryFolder({ "a.py": "" });
    const { exitCode, stdout, stderr } = await runInProcess("", { args, cwd });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    const said = stderr.replace(/^codegrove: /, "").trimEnd();
    if (typeof message === "string") expect(said).toContain(message);
    else expect(said).toMatch(message);
  });

  test("writes no bytes to a terminal", async () => {
    const cwd = temporaryFolder({ "a.py": "" });
    const { exitCode, stdout, stderr } = await runInProcess("", {
      args: ["index", ".", "--format", "scip"],
      cwd,
      isOnTerminal: true,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toBe("codegrove: index writes bytes that no terminal shows: name its file, as in -o index.scip\n");
    const written = await runInProcess("", { args: ["index", ".", "-o", "a.scip"], cwd, isOnTerminal: true });
    expect(written).toMatchObject({ exitCode: 0, stdout: "" });
    expect(existsSync(join(cwd, "a.scip"))).toBe(true);
  });

  test.skipIf(!existsSync("/dev/full"))("says that the disk is full", async () => {
    const cwd = temporaryFolder({ "a.py": "x = 1\n" });
    const { exitCode, stderr } = await runInProcess("", { args: ["index", ".", "-o", "/dev/full"], cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Cannot write /dev/full: ENOSPC");
  });
});

/** The fields of the outermost message, and their lengths: each is a message. */
function messageLengths(bytes: Buffer): readonly { readonly field: number; readonly length: number }[] {
  const found: { field: number; length: number }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const field = (bytes[at++] ?? 0) >> 3;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      length += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    found.push({ field, length });
    at += length;
  }
  return found;
}
