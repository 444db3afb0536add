import { join } from "node:path";
/** rename_symbol. Input: code bases in C++ and Python; output: the lines that change, and what speaks against a rename. */
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const cpp = {
  "shape.hpp": `#pragma once
#define MAKE(n) Shape(n)
namespace geo {
class Shape;
template <class T> class Box;
class Shape {
 public:
  explicit Shape(int n);
  virtual ~Shape();
  virtual double area() const;
  void grow();
  void grow(int by);
  int size_;
};
typedef struct Point { int x; } Point;
template <class T> class Box { public: Box(T t); ~Box(); };
template <> class Box<int> { public: Box(int t); };
template <class T> Box<T>::~Box() {}
}
`,
  "shape.cpp": `#include "shape.hpp"
namespace geo {
Shape::Shape(int n) : size_(n) {}
Shape::~Shape() {}
double Shape::area() const { return size_; }
void Shape::grow() {}
void Shape::grow(int by) { size_ += by; }
// The area of a Shape.
class Circle : public Shape { public: double area() const override { return Shape::area(); } };
static int limit() { return 3; }
double total(Shape* s) {
  int count = 1;
  s->~Shape();
  Box<int> b(1);
  return s->area() + limit() + count + Point{1}.x;
}
}
`,
  "other.cpp": `struct Shape { int size_; int area(); };
int Shape::area() { return size_; }
static int limit() { return 4; }
int most() { return limit(); }
`,
  "widget.cpp": `#include <QWidget>
#include "shape.hpp"
class View : public QWidget {
  void paint() override;
  int area() { return 0; }
};
int area(const geo::Shape& shape) { return shape.area(); }
`,
};

/** Functions that macros define by their arguments, and explicit specializations. */
const special = {
  "row.hpp": `#pragma once
void scaleRow(const int* from, int width);
int addRow(int one);
int addRow(int one, int other);
template <class T> T parse(const char* text);
template <class T> T parse(const char* text, int base);
template <class T> void put(T value);
template <> void put<int>(int value);
template <class T> bool isFloat = false;
template <class T> struct Box { void fill(); };
`,
  "any.cpp": `#include "row.hpp"
#define ROW_ANY(NAME, MASK) \\
  void NAME(const int* from, int width) { (void)(from + (width & MASK)); }
ROW_ANY(scaleRow, 15)
ROW_ANY(addRow, 15)
ROW_ANY(ownRow, 15)
void useOwn() { ownRow(nullptr, 1); }
template <> int parse<int>(const char* text) { return 1; }
template <> float parse(const char* text) { return 2; }
template <> void put<int>(int value) {}
template <> void put(char value) {}
template <> bool isFloat<float> = true;
template <> void Box<int>::fill() {}
template void Box<char>::fill();
`,
  "use.cpp": `#include "row.hpp"
int use(const int* from) {
  void (*f)(const int*, int) = scaleRow;
  scaleRow(from, 3);
  put(1); put<char>('a'); put('b');
  Box<int>().fill();
  return addRow(1) + addRow(1, 2) + parse<int>("1") + parse<float>("1") + parse<long>("1", 2) + isFloat<int>;
}
`,
};

const py = {
  "pkg/__init__.py": `from .core import make, Thing as T
__all__ = ["make", "T"]
`,
  "pkg/core.py": `__all__ = ["make"]
def make(size, color="red"):
    """Make a thing of a size."""
    return size
class Thing:
    def __init__(self, size: int):
        self.size = size
    def grow(self, by=1) -> "Thing":
        return self
class Sub(Thing):
    def grow(self, by=1):
        return super().grow(by=by)
`,
  "use.py": `import pkg
from pkg import make as mk, make
x = pkg.make(1, color="blue") + make(size=2) + mk(3)
def f(q):
    q.grow()
    return getattr(q, "grow")
def g(make):
    return make(1)
`,
  "README.md": "Call make(), or make it yourself.\nWe make things.\n",
};

const macros = {
  "macros.hpp": `#define FIELD(n) int n##_;
#define GETTER(n) int get_##n() { return n##_; }
#define PLAIN(n) int n;
struct Made { FIELD(width) int area() { return width_; } PLAIN(depth) int volume() { return depth; } };
struct Read { int size_; GETTER(size) };
struct Apart { int weight_; int weight() { return weight_; } };
template <class Value> struct Box { Box(Value value) : value_(value) {} Value value_; };
template <class Value> Box(Value*) -> Box<Value>;
struct List { int* begin(); int* end(); };
struct Transaction { void begin(); void commit(); };
#define OPEN namespace opened {
#define CLOSE }
OPEN int inner(); CLOSE
namespace opened { int other(); }
`,
  "uses.cpp": `#include "macros.hpp"
int use(Made made, Read read) { return made.width_ + made.depth + read.get_size(); }
`,
};

const args = ["--log-level", "error"];
const inCpp = sessionInProcess({ cwd: temporaryFolder(cpp), args });
const inMacros = sessionInProcess({ cwd: temporaryFolder(macros), args });
const inSpecial = sessionInProcess({ cwd: temporaryFolder(special), args });
const inPython = sessionInProcess({ cwd: temporaryFolder(py), args });

const RenameAnswer = z.looseObject({
  diff: z.string().optional(),
  possible: z.array(z.unknown()).optional(),
  in_text: z.array(z.unknown()).optional(),
  warnings: z.array(z.string()).optional(),
  next_cursor: z.string().optional(),
});

/** The rows of a list, as `path:line`, with what `told` says of them. */
function rowsOf(answer: object, list: string, told: (row: Readonly<Record<string, unknown>>) => string) {
  const entries: readonly { readonly filepath: string }[] = Object(answer)[list] ?? [];
  return entries.flatMap(({ filepath, ...lists }) =>
    Object.values(lists).flatMap((rows) =>
      [rows].flat().map((row) => `${filepath}:${Object(row).line} ${told(Object(row))}`),
    ),
  );
}

const editsOf = (answer: object) => rowsOf(answer, "results", ({ after }) => String(after));
const refusedOf = (answer: object) => rowsOf(answer, "refused", ({ reason }) => String(reason));
const openOf = (answer: object, list: string) => rowsOf(answer, list, ({ text }) => String(text));
const renamed = async (session: typeof inCpp, symbol: string, new_name: string, further = {}) =>
  RenameAnswer.parse((await callTool(session, "rename_symbol", { symbol, new_name, ...further })).answer);

/** The words of an error about a new name. */
const takesName = "it takes a name of letters, digits and underscores, without a qualifier";

describe("bases that are guesses", () => {
  const sessionOn = (files: Readonly<Record<string, string>>) =>
    sessionInProcess({ cwd: temporaryFolder(files), args });

  test("an override is possible in a class whose base a package of another name leads to", async () => {
    const session = sessionOn({
      "client/business/person.py":
        "class Person:\n    def rename(self, text): ...\n    def find(self): ...\ndef look(): ...\n",
      "client/business/staff.py": `from Gnumed.business import person
from Gnumed.business.person import Person
class Staff(Person):
    def rename(self, text): ...
class Nurse(Staff):
    def rename(self, text): ...
class Visitor:
    def rename(self, text): ...
def each(one: Staff, other: Visitor):
    one.rename(text=1)
    other.rename(text=1)
`,
      "client/start.py": `from business.person import Person
from Gnumed.business.person import look
class Known(Person):
    def rename(self, text): ...
`,
    });
    const answer = await renamed(session, "Person.rename", "call");
    expect(editsOf(answer)).toEqual([
      "client/business/person.py:2 def call(self, text): ...",
      "client/start.py:4 def call(self, text): ...",
    ]);
    expect(openOf(answer, "possible").map((row) => row.split(" ")[0])).toEqual([
      "client/business/staff.py:4",
      "client/business/staff.py:6",
      "client/business/staff.py:10",
    ]);
    const parameter = await renamed(session, "Person.rename.text", "words");
    expect(editsOf(parameter).map((row) => row.split(" ")[0])).toEqual([
      "client/business/person.py:2",
      "client/start.py:4",
    ]);
    expect(openOf(parameter, "possible").map((row) => row.split(" ")[0])).toEqual([
      "client/business/staff.py:4",
      "client/business/staff.py:6",
      "client/business/staff.py:10",
    ]);
    const { answer: references } = await callTool(session, "find_references", { symbol: "Person.rename" });
    const shown = JSON.stringify(references);
    expect(shown).toContain('"type":"override"');
    expect(Object(references)).toMatchObject({ total_references: 2, total_possible: 2 });
    const { answer: hierarchy } = await callTool(session, "get_class_hierarchy", { symbol: "Person" });
    const classes = Object(hierarchy).results.flatMap((entry: object) => Object(entry).classes);
    const marks = classes.map(({ name, bases = [] }: { name: string; bases?: readonly { possible?: true }[] }) => [
      name,
      ...bases.map(({ possible = false }) => possible),
    ]);
    expect(marks).toEqual([["Person"], ["Staff", true], ["Nurse", false], ["Known", false]]);
  });

  test("an override is possible in a class that includes one of several copies of its base", async () => {
    const base = "#pragma once\nclass Base { public: virtual void run(); };\n";
    const session = sessionOn({
      "a/base.h": base,
      "b/base.h": base,
      "a/own.cpp": '#include "base.h"\nclass Own : public Base { public: void run() override; };\n',
      "src/derived.cpp": '#include "base.h"\nclass Derived : public Base { public: void run() override; };\n',
    });
    const answer = await renamed(session, "Base::run#1", "go");
    expect(editsOf(answer).map((row) => row.split(" ")[0])).toEqual(["a/base.h:2", "a/own.cpp:2"]);
    expect(openOf(answer, "possible").map((row) => row.split(" ")[0])).toEqual(["src/derived.cpp:2"]);
  });
});

describe("C++", () => {
  test("a class has its constructors, its destructor and other declarations renamed with it", async () => {
    const answer = await renamed(inCpp, "geo::Shape", "Figure");
    expect(editsOf(answer)).toEqual([
      "shape.cpp:3 Figure::Figure(int n) : size_(n) {}",
      "shape.cpp:4 Figure::~Figure() {}",
      "shape.cpp:5 double Figure::area() const { return size_; }",
      "shape.cpp:6 void Figure::grow() {}",
      "shape.cpp:7 void Figure::grow(int by) { size_ += by; }",
      "shape.cpp:9 class Circle : public Figure { public: double area() const override { return Figure::area(); } };",
      "shape.cpp:11 double total(Figure* s) {",
      "shape.cpp:13 s->~Figure();",
      "shape.hpp:4 class Figure;",
      "shape.hpp:6 class Figure {",
      "shape.hpp:8 explicit Figure(int n);",
      "shape.hpp:9 virtual ~Figure();",
      "widget.cpp:7 int area(const geo::Figure& shape) { return shape.area(); }",
    ]);
    expect(answer).toMatchObject({ symbol: "geo::Shape", new_name: "Figure", edited_files: 3 });
    expect(openOf(answer, "possible")).toEqual(["shape.hpp:2 #define MAKE(n) Shape(n)"]);
    expect(openOf(answer, "in_text")).toEqual(["shape.cpp:8 // The area of a Shape."]);
  });

  test("its constructor and its destructor name the class", async () => {
    const { answer } = await callTool(inCpp, "rename_symbol", { filepath: "shape.hpp", line: 9, new_name: "Figure" });
    expect(answer).toMatchObject({ symbol: "geo::Shape", edited_files: 3 });
  });

  test("a virtual function has its overrides renamed with it, and is renamed with what it overrides", async () => {
    for (const symbol of ["geo::Shape::area", "geo::Circle::area"]) {
      expect(editsOf(await renamed(inCpp, symbol, "surface"))).toEqual([
        "shape.cpp:5 double Shape::surface() const { return size_; }",
        "shape.cpp:9 class Circle : public Shape { public: double surface() const override { return Shape::surface(); } };",
        "shape.cpp:15 return s->surface() + limit() + count + Point{1}.x;",
        "shape.hpp:10 virtual double surface() const;",
        "widget.cpp:7 int area(const geo::Shape& shape) { return shape.surface(); }",
      ]);
    }
  });

  test("overloads of a name are renamed together, and one of them by its number", async () => {
    const all = await renamed(inCpp, "geo::Shape::grow", "widen");
    expect(all).toMatchObject({ total_edits: 4 });
    expect(await renamed(inCpp, "geo::Shape::grow#1", "widen")).toMatchObject({ total_edits: 2 });
  });

  test("a template has its specializations renamed with it, and a struct its typedef", async () => {
    expect(await renamed(inCpp, "Box", "Crate")).toMatchObject({ total_edits: 9 });
    expect(editsOf(await renamed(inCpp, "Point", "Spot"))).toEqual([
      "shape.cpp:15 return s->area() + limit() + count + Spot{1}.x;",
      "shape.hpp:15 typedef struct Spot { int x; } Spot;",
    ]);
  });

  test("what two branches of a condition declare is renamed in both, also a local by a use of it", async () => {
    const files = {
      "a.cpp": `#ifdef WIDE
typedef long Size;
#else
typedef int Size;
#endif
Size f() {
#if FAST
  Size one = 1;
#else
  Size one = 2;
#endif
  return one;
}
`,
    };
    const session = sessionInProcess({ cwd: temporaryFolder(files), args });
    expect(editsOf(await renamed(session, "one", "other", { filepath: "a.cpp", line: 12 }))).toEqual([
      "a.cpp:8 Size other = 1;",
      "a.cpp:10 Size other = 2;",
      "a.cpp:12 return other;",
    ]);
    expect(await renamed(session, "Size", "other", { filepath: "a.cpp", line: 10 })).toMatchObject({ total_edits: 5 });
  });

  test("a static function is that of its file", async () => {
    const answer = await renamed(inCpp, "limit", "bound", { filepath: "other.cpp" });
    expect(editsOf(answer)).toEqual([
      "other.cpp:3 static int bound() { return 4; }",
      "other.cpp:4 int most() { return bound(); }",
    ]);
    expect(refusedOf(await renamed(inCpp, "limit", "bound"))).toEqual([
      "other.cpp:3 one of 2 symbols with this name: add #1 to symbol, or give this line",
      "shape.cpp:10 one of 2 symbols with this name: add #2 to symbol, or give this line",
    ]);
  });

  test("candidates of a path have the numbers that they have without it", async () => {
    const same = { "a/m.py": "def size(): ...\n", "b/m.py": "def size(): ...\n", "b/n.py": "def size(): ...\n" };
    const session = sessionInProcess({ cwd: temporaryFolder(same), args: ["--log-level", "error"] });
    expect(refusedOf(await renamed(session, "size", "count", { filepath: "b" }))).toEqual([
      "b/m.py:1 one of 2 symbols with this name: add #2 to symbol, or give this line",
      "b/n.py:1 one of 2 symbols with this name: add #3 to symbol, or give this line",
    ]);
  });

  test("a name that a scope declares, or that would be captured, is refused with its place", async () => {
    expect(refusedOf(await renamed(inCpp, "geo::Shape::area", "size_"))).toEqual([
      "shape.hpp:13 geo::Shape::size_ is declared in the same scope",
    ]);
    expect(refusedOf(await renamed(inCpp, "Circle", "Point"))).toContain(
      "shape.hpp:15 geo::Point is declared in the same scope",
    );
    expect(refusedOf(await renamed(inCpp, "geo::Shape::size_", "by"))).toEqual([
      "shape.cpp:7 would stand for geo::Shape::grow::by of line 7",
    ]);
    const { answer } = await callTool(inCpp, "rename_symbol", {
      ...{ filepath: "shape.cpp", line: 12, symbol: "count", new_name: "limit" },
    });
    expect(refusedOf(answer)).toEqual([
      "shape.cpp:15 limit is written here already, and would stand for the renamed symbol",
    ]);
  });

  test("what overrides a member of a class from outside is refused, and another member is said to be near one", async () => {
    expect(refusedOf(await renamed(inCpp, "View::paint", "draw"))).toEqual([
      "widget.cpp:4 overrides a member of QWidget, which is outside of the code base",
    ]);
    const answer = await renamed(inCpp, "View::area", "surface");
    expect(refusedOf(answer)).toEqual([]);
    expect(JSON.stringify(answer.warnings)).toContain("derives from QWidget, outside of the code base");
  });

  test("possible places and comments are edited if they are named", async () => {
    const further = { include_possible: ["shape.hpp:2"], comments: true };
    const answer = await renamed(inCpp, "geo::Shape", "Figure", further);
    expect(editsOf(answer)).toContain("shape.hpp:2 #define MAKE(n) Figure(n)");
    expect(editsOf(answer)).toContain("shape.cpp:8 // The area of a Figure.");
    expect(answer.possible).toBeUndefined();
    expect(answer.in_text).toBeUndefined();
    const wrong = await renamed(inCpp, "geo::Shape", "Figure", { include_possible: ["shape.hpp:3"] });
    expect(wrong).toMatchObject({ success: false, details: expect.stringContaining("shape.hpp:3") });
  });

  test("a name that a macro makes of its arguments is refused, and one that it reads is said", async () => {
    for (const [symbol, place] of [
      ["Made::width_", "macros.hpp:4"],
      ["Read::get_size", "macros.hpp:5"],
    ] as const) {
      const made = symbol.replace(/^.*::/, "");
      expect(refusedOf(await renamed(inMacros, symbol, "other"))).toEqual([
        `${place} a macro makes the name ${made} of its arguments here`,
      ]);
    }
    expect(await renamed(inMacros, "Read::size_", "extent_")).toMatchObject({
      total_edits: 1,
      warnings: ["Macros make size_ of their arguments, which is not edited: look at macros.hpp:5."],
    });
  });

  test("a name that is an argument of a macro is edited there, and macros that make other names are not named", async () => {
    const answer = await renamed(inMacros, "Made::depth", "height");
    expect(editsOf(answer).map((row) => row.slice(0, 13))).toEqual(["macros.hpp:4 ", "uses.cpp:2 in"]);
    expect(answer.warnings).toBeUndefined();
    expect((await renamed(inMacros, "Apart::weight_", "mass_")).warnings).toBeUndefined();
  });

  test("a function is renamed where a macro defines it, and that may be one of overloads is possible", async () => {
    const scaled = [
      "any.cpp:4 ROW_ANY(enlargeRow, 15)",
      "row.hpp:2 void enlargeRow(const int* from, int width);",
      "use.cpp:3 void (*f)(const int*, int) = enlargeRow;",
      "use.cpp:4 enlargeRow(from, 3);",
    ];
    expect(editsOf(await renamed(inSpecial, "scaleRow", "enlargeRow"))).toEqual(scaled);
    const made = { filepath: "any.cpp", line: 4 };
    expect(editsOf(await renamed(inSpecial, "scaleRow", "enlargeRow", made))).toEqual(scaled);
    expect(editsOf(await renamed(inSpecial, "ownRow", "otherRow"))).toEqual([
      "any.cpp:6 ROW_ANY(otherRow, 15)",
      "any.cpp:7 void useOwn() { otherRow(nullptr, 1); }",
    ]);
    const one = await renamed(inSpecial, "addRow", "sumRow", { filepath: "row.hpp", line: 3 });
    expect(one).toMatchObject({ total_edits: 2 });
    expect(openOf(one, "possible")).toEqual(["any.cpp:5 ROW_ANY(addRow, 15)"]);
    const all = await renamed(inSpecial, "addRow", "sumRow", { filepath: "any.cpp", line: 5 });
    expect(all).toMatchObject({ total_edits: 5 });
  });

  test("a template has its explicit specializations renamed with it, and each of these its template", async () => {
    const parsed = [
      "any.cpp:8 template <> int read<int>(const char* text) { return 1; }",
      "any.cpp:9 template <> float read(const char* text) { return 2; }",
      "row.hpp:5 template <class T> T read(const char* text);",
      'use.cpp:7 return addRow(1) + addRow(1, 2) + read<int>("1") + read<float>("1") + parse<long>("1", 2) + isFloat<int>;',
    ];
    for (const place of [
      { filepath: "row.hpp", line: 5 },
      { filepath: "any.cpp", line: 8 },
      { filepath: "any.cpp", line: 9 },
    ]) {
      expect(editsOf(await renamed(inSpecial, "parse", "read", place))).toEqual(parsed);
    }
    for (const place of [
      { filepath: "row.hpp", line: 7 },
      { filepath: "row.hpp", line: 8 },
      { filepath: "any.cpp", line: 10 },
      { filepath: "any.cpp", line: 11 },
    ]) {
      expect(await renamed(inSpecial, "put", "write", place)).toMatchObject({ total_edits: 7 });
    }
    expect(await renamed(inSpecial, "isFloat", "isReal")).toMatchObject({ total_edits: 3 });
    expect(await renamed(inSpecial, "Box::fill", "empty")).toMatchObject({ total_edits: 4 });
  });

  test("a class is renamed where tests derive from it, and a test that a string names is refused", async () => {
    const text = `class Store { public: void add(int n); };
TEST_CASE_METHOD(Store, "adds", "[store]") { add(1); }
TEST_CASE("empty", "[store]") { Store store; }
`;
    const session = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text }), args });
    expect(editsOf(await renamed(session, "Store", "Shop"))).toEqual([
      "a.cpp:1 class Shop { public: void add(int n); };",
      'a.cpp:2 TEST_CASE_METHOD(Shop, "adds", "[store]") { add(1); }',
      'a.cpp:3 TEST_CASE("empty", "[store]") { Shop store; }',
    ]);
    expect(await renamed(session, "add", "put")).toMatchObject({ total_edits: 2 });
    expect(await renamed(session, "adds", "puts", { filepath: "a.cpp", line: 2 })).toMatchObject({
      error: "Cannot be renamed: adds",
      details: "A macro makes its name Store.adds of several arguments: edit these.",
    });
    expect(await renamed(session, "empty", "full", { filepath: "a.cpp", line: 3 })).toMatchObject({
      error: "Line 3 has no empty",
      details: "Names in comments and strings do not count.",
    });
  });

  test("a macro in front of declarations is renamed, as is an enumerator that a grammar takes for a word", async () => {
    const files = {
      "config.hpp": "#ifdef _WIN32\n#define LIBAPI __declspec(dllexport)\n#else\n#define LIBAPI\n#endif\n",
      "a.hpp": `#include "config.hpp"
namespace lib { LIBAPI Value valueOf(const Token* token, bool isSure = false); }
#undef TRUE
enum State { TRUE, ELSE_IS_TRUE };
State first(bool own) { return own == true ? TRUE : ELSE_IS_TRUE; }
namespace std { template <> struct hash<State> {}; }
`,
    };
    const session = sessionInProcess({ cwd: temporaryFolder(files), args });
    const macro = await renamed(session, "LIBAPI", "lib_export");
    expect(refusedOf(macro)).toEqual([]);
    expect(macro).toMatchObject({ total_edits: 3 });
    expect(editsOf(await renamed(session, "State::TRUE", "KEPT"))).toEqual([
      "a.hpp:4 enum State { KEPT, ELSE_IS_TRUE };",
      "a.hpp:5 State first(bool own) { return own == true ? KEPT : ELSE_IS_TRUE; }",
    ]);
    expect(await renamed(session, "std", "other")).toMatchObject({ error: "Cannot be renamed: std" });
  });

  test("a namespace with announcements only is one of code from outside", async () => {
    const files = {
      "form.h": "namespace Ui { class Form; }\nclass Form { Ui::Form* ui; };\n",
      "own.h": "namespace own { class Form; }\nnamespace own { int size(Form& form); }\n",
    };
    const session = sessionInProcess({ cwd: temporaryFolder(files), args });
    expect(refusedOf(await renamed(session, "Ui", "Forms"))).toEqual([
      "form.h:1 only announces Form, which code from outside defines in it",
    ]);
    expect(await renamed(session, "own", "mine")).toMatchObject({ total_edits: 2 });
  });

  test("a namespace is renamed in the macro that opens it", async () => {
    expect(editsOf(await renamed(inMacros, "opened", "shut"))).toEqual([
      "macros.hpp:11 #define OPEN namespace shut {",
      "macros.hpp:14 namespace shut { int other(); }",
    ]);
  });

  test("functions that a loop calls by their names are refused, if the class has both", async () => {
    expect(refusedOf(await renamed(inMacros, "List::end", "last"))).toEqual([
      "macros.hpp:9 for (… : …) calls it by its name",
    ]);
    expect(editsOf(await renamed(inMacros, "Transaction::begin", "start"))).toEqual([
      "macros.hpp:10 struct Transaction { void start(); void commit(); };",
    ]);
  });

  test("a deduction guide has the name of its class", async () => {
    expect(editsOf(await renamed(inMacros, "Box", "Crate"))).toEqual([
      "macros.hpp:7 template <class Value> struct Crate { Crate(Value value) : value_(value) {} Value value_; };",
      "macros.hpp:8 template <class Value> Crate(Value*) -> Crate<Value>;",
    ]);
    const { answer } = await callTool(inMacros, "rename_symbol", {
      ...{ filepath: "macros.hpp", line: 8, column: 24, new_name: "Crate" },
    });
    expect(answer).toMatchObject({ symbol: "Box", total_edits: 4 });
  });

  test("what is not a name is refused", async () => {
    for (const [name, reason] of [
      ["class", "class is a keyword of C++"],
      ["geo::Figure", `${takesName}, not "geo::Figure".`],
      ["Circle", "Circle is the name that the symbol has"],
    ] as const) {
      expect(await renamed(inCpp, "Circle", name)).toMatchObject({ error: `Invalid argument 'new_name': ${reason}` });
    }
    expect(await renamed(inCpp, "nowhere", "here")).toMatchObject({ error: "Symbol not found: nowhere" });
  });

  test("what is not a name is refused for every symbol: one that nothing has, or that a document mentions", async () => {
    const cases = [
      [inCpp, "nowhere", "x y", `${takesName}, not "x y".`],
      [inPython, "make", "x y", `${takesName}, not "x y".`],
      [inPython, "make", "class", "class is a keyword of Python"],
    ] as const;
    for (const [folder, symbol, name, reason] of cases) {
      const { answer, isError } = await callTool(folder, "rename_symbol", { symbol, new_name: name });
      expect(answer).toEqual({ success: false, error: `Invalid argument 'new_name': ${reason}` });
      expect(isError).toBe(true);
    }
  });
});

describe("Python", () => {
  test("a function is renamed in imports, __all__ and calls, and not where another name is its own", async () => {
    const answer = await renamed(inPython, "make", "build");
    expect(editsOf(answer)).toEqual([
      "pkg/__init__.py:1 from .core import build, Thing as T",
      'pkg/__init__.py:2 __all__ = ["build", "T"]',
      'pkg/core.py:1 __all__ = ["build"]',
      'pkg/core.py:2 def build(size, color="red"):',
      "use.py:2 from pkg import build as mk, build",
      'use.py:3 x = pkg.build(1, color="blue") + build(size=2) + mk(3)',
    ]);
    expect(openOf(answer, "mentions")).toEqual(["README.md:1 Call make(), or make it yourself."]);
    expect(answer).toMatchObject({ total_mentions: 1, mentions_in_prose: 1 });
  });

  test("the diff has the edits", async () => {
    const { diff } = await renamed(inPython, "Thing", "Item");
    expect(diff).toBe(`--- a/pkg/__init__.py
+++ b/pkg/__init__.py
@@ -1,2 +1,2 @@
-from .core import make, Thing as T
+from .core import make, Item as T
 __all__ = ["make", "T"]
--- a/pkg/core.py
+++ b/pkg/core.py
@@ -2,11 +2,11 @@
 def make(size, color="red"):
     """Make a thing of a size."""
     return size
-class Thing:
+class Item:
     def __init__(self, size: int):
         self.size = size
-    def grow(self, by=1) -> "Thing":
+    def grow(self, by=1) -> "Item":
         return self
-class Sub(Thing):
+class Sub(Item):
     def grow(self, by=1):
         return super().grow(by=by)
`);
  });

  test("a parameter is renamed in calls that name it, and an attribute is another symbol", async () => {
    expect(editsOf(await renamed(inPython, "make.size", "count"))).toEqual([
      'pkg/core.py:2 def make(count, color="red"):',
      "pkg/core.py:4 return count",
      'use.py:3 x = pkg.make(1, color="blue") + make(count=2) + mk(3)',
    ]);
    expect(editsOf(await renamed(inPython, "Thing.size", "count"))).toEqual(["pkg/core.py:7 self.count = size"]);
  });

  test("uses of a receiver of unknown type are possible, and so is a string that names an attribute", async () => {
    const answer = await renamed(inPython, "Thing.grow", "widen");
    expect(answer).toMatchObject({ total_edits: 3, with: ["Sub.grow"] });
    expect(openOf(answer, "possible")).toEqual(["use.py:5 q.grow()", 'use.py:6 return getattr(q, "grow")']);
    expect(openOf(answer, "in_text")).toEqual([]);
  });

  test("a name that an importing module has is refused", async () => {
    const answer = await renamed(inPython, "make", "x");
    expect(refusedOf(answer)).toContain("use.py:3 x is declared in the same scope");
    expect(answer.diff).toBeUndefined();
    expect(await renamed(inPython, "Thing.__init__", "start")).toMatchObject({
      error: "Cannot be renamed: Thing.__init__",
    });
  });
});

test("a string that the program looks up as a name is possible, and any other string is a text", async () => {
  const cwd = temporaryFolder({
    "m.py": `digit = "[0-9]"
number = r"{digit}+".format(**globals())
date = (
    r"{digit}{{4}}-"
    r"{digit}"
    r"x".format(**globals())
)
other = "{digit}".format(digit=1)
plain = "{digit}"
class Event:
    version: str
    def __init__(self, version):
        object.__setattr__(self, "version", version)
def shown(size, rows):
    text = (
        "%(size)d of "
        "%(rows)s" % locals()
    )
    return text, "%(size)d" % rows, "%(size)d" % {"size": size}, "%(rows)s" % locals(), "(size)" % locals()
def old(event, rows, get):
    get(event, "version"), rows["version"], getattr(event, "version of"), getattr(event, "kind", "version")
    return getattr(event, "version", None)
`,
  });
  const session = sessionInProcess({ cwd, args });
  const ofDigit = await renamed(session, "digit", "figure");
  expect(openOf(ofDigit, "possible").map((row) => row.split(" ")[0])).toEqual(["m.py:2", "m.py:4", "m.py:5"]);
  expect(openOf(ofDigit, "in_text").map((row) => row.split(" ")[0])).toEqual(["m.py:8", "m.py:9"]);
  const ofVersion = await renamed(session, "Event.version", "edition");
  expect(openOf(ofVersion, "possible").map((row) => row.split(" ")[0])).toEqual(["m.py:13", "m.py:22"]);
  expect(openOf(ofVersion, "in_text")).toHaveLength(4);
  const ofSize = await renamed(session, "size", "length", { filepath: "m.py", line: 14 });
  expect(openOf(ofSize, "possible").map((row) => row.split(" ")[0])).toEqual(["m.py:16"]);
  expect(openOf(ofSize, "in_text")).toHaveLength(4);
});

test("a string by which a test replaces a function is possible, and a similar one is a text", async () => {
  const files = {
    "pkg/net.py": "def lookup(host): ...\nclass Pool:\n    def take(self): ...\n",
    "test_net.py": `import pkg.net
def test_net(mocker, monkeypatch):
    mocker.patch("pkg.net.lookup", return_value=1)
    monkeypatch.setattr("pkg.net.lookup", None)
    mocker.patch.object(pkg.net, "lookup")
    mocker.patch("pkg.net.Pool.take")
    mocker.patch("lookup of pkg.net")
    log("lookup in pkg.net", 'Pool.take', "pkg.other.lookup", "other.Pool.take")
    log(r"^pkg\\.net\\.lookup\\(", "look = pkg.net:lookup")
    log("net.Pool.take")
    log("outer.lookup", "pkg.net.lookup")
`,
  };
  const cwd = join(
    temporaryFolder(Object.fromEntries(Object.entries(files).map(([path, text]) => [`outer/inner/${path}`, text]))),
    "outer/inner",
  );
  const session = sessionInProcess({ cwd, args });
  const linesOf = async (symbol: string) =>
    openOf(await renamed(session, symbol, "other"), "possible").map((row) => row.split(" ")[0]);
  expect(await linesOf("lookup")).toEqual([3, 4, 5, 9, 9, 11].map((line) => `test_net.py:${line}`));
  expect(await linesOf("Pool")).toEqual(["test_net.py:6", "test_net.py:10"]);
  expect(await linesOf("Pool.take")).toEqual(["test_net.py:6", "test_net.py:10"]);
});

test("a parameter that requests a fixture is renamed with it, and one from outside is refused", async () => {
  const cwd = temporaryFolder({
    "test_keys.py": `import pytest
from unittest import mock
@pytest.fixture
def key(request):
    return request.param
def test_one(key, tmp_path):
    assert key and tmp_path
    key = None
@pytest.mark.usefixtures("key")
def test_two(key):
    assert key
def other(key):
    return key
@mock.patch("os.getcwd")
def test_patched(getcwd):
    return getcwd
@pytest.mark.parametrize("width, size", [(1, 2)])
def test_sizes(size, width):
    return size
@pytest.mark.parametrize(["size", "name"], [("size", "name")])
def test_names(size, name):
    return size
`,
    "checks.py": "def test_connection(host):\n    return host\n",
  });
  const session = sessionInProcess({ cwd, args });
  const at = (symbol: string, line: number, filepath = "test_keys.py") =>
    renamed(session, symbol, "other_name", { filepath, line });
  const linesOf = (answer: object) => editsOf(answer).map((row) => Number(/:(\d+) /.exec(row)?.[1]));
  for (const line of [4, 8]) expect(linesOf(await at("key", line))).toEqual([4, 6, 7, 8, 9, 10, 11]);
  for (const answer of [await at("tmp_path", 6), await at("request", 4)]) {
    expect(refusedOf(answer).join()).toContain("pytest passes a value for this name, from outside of the code base");
  }
  expect(linesOf(await at("getcwd", 15))).toEqual([15, 16]);
  expect(linesOf(await at("host", 1, "checks.py"))).toEqual([1, 2]);
  expect(openOf(await at("size", 18), "possible").map((row) => row.split(" ")[0])).toEqual([
    "test_keys.py:17",
    "test_keys.py:20",
  ]);
});

test("a use of a class that shares a base, and is only what a function returns, is possible", async () => {
  const cwd = temporaryFolder({
    "store.py": `class Writer: ...
class TextWriter(Writer):
    def finish(self): ...
class FastWriter(Writer):
    def finish(self): ...
class Plain:
    def finish(self): ...
class Store:
    def writer(self):
        return FastWriter()
    def plain(self):
        return Plain()
`,
    "use.py": `from store import FastWriter, Store
def run():
    Store().writer().finish()
    FastWriter().finish()
    Store().plain().finish()
`,
  });
  const session = sessionInProcess({ cwd, args });
  const answer = await renamed(session, "TextWriter.finish", "end");
  expect(openOf(answer, "possible")).toEqual(["use.py:3 Store().writer().finish()"]);
  expect(answer.total_edits).toBe(1);
});

test("a format, a table of a class and a comparison with __name__ name members and classes, and similar texts do not", async () => {
  const cwd = temporaryFolder({
    "m.py": `class Packet:
    __hdr__ = (("size", "I", 0), ("kind", "B", 1))
    sizes = ["size of it", "sizes"]
    def __init__(self):
        self.size = 1
        self.text = ("size", 1)
        self.kind = 2
    def show(self, other):
        return "{0.size:>8} {packet.size!r}".format(self, packet=self), "{size}".format(size=1)
    def told(self, other):
        return f"{other.size} size", "{other.size}"
class Other:
    rows = ["size"]
def check(packet, rows):
    return packet.__class__.__name__ == "Packet", "Packet" != type(packet).__qualname__, packet.__doc__ == "Packet"
def check_rows(rows):
    return rows.__name__ == "Packets", "Packet" == rows.name
`,
    "n.py": `class Own:
    rows = ["size"]
`,
  });
  const session = sessionInProcess({ cwd, args });
  const places = (answer: object, list: string) => openOf(answer, list).map((row) => row.split(" ")[0]);
  const ofSize = await renamed(session, "Packet.size", "length");
  expect(places(ofSize, "possible")).toEqual(["m.py:2", "m.py:9", "m.py:9", "m.py:11", "m.py:13"]);
  expect(places(ofSize, "in_text")).toEqual(["m.py:3", "m.py:6", "m.py:9", "m.py:11", "m.py:11", "n.py:2"]);
  const ofClass = await renamed(session, "Packet", "Frame");
  expect(places(ofClass, "possible")).toEqual(["m.py:15", "m.py:15"]);
  expect(places(ofClass, "in_text")).toEqual(["m.py:15", "m.py:17"]);
});

test("a method has the ones of classes in functions renamed with it, whether or not these are used, and no variable of theirs", async () => {
  const text = `class Packet:
    def unpack(self): ...
def test_packet():
    class Local(Packet):
        def unpack(self):
            Packet.unpack(self)
    class Rows(Packet):
        sizes = [unpack for unpack in range(3)]
    class Other:
        def unpack(self): ...
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "a.py": text }), args });
  for (const line of [2, 5]) {
    const answer = await renamed(session, "unpack", "read", { filepath: "a.py", line });
    expect(editsOf(answer)).toEqual([
      "a.py:2 def read(self): ...",
      "a.py:5 def read(self):",
      "a.py:6 Packet.read(self)",
    ]);
  }
});

/** The beginning of the warning of places that look up names which the program makes. */
const sentence = "Names that the program makes are looked up, and may be this one: see";

test("places that look up names of members in other files are named, and not the ones of modules and of other classes", async () => {
  const cwd = temporaryFolder({
    "node.py": "class Node:\n    linecolor = 1\n",
    "six.py": "import sys\ndef moved(thing, name): return getattr(thing, name)\n",
    "test_node.py": `import os.path, node
from compat import legacy as old, version
class NodeTest:
    def __getattr__(self, name):
        return lambda one: getattr(one, name[10:].lower()) or getattr(one, "linecolors")
    def check(self, name): return getattr(self, name), getattr(old, name), getattr(os.path, name)
    def own(self, name): return getattr(self.node, name)
`,
    "derived.py": "from node import Node\nclass Leaf(Node):\n    def get(self, name): return getattr(self, name)\n",
  });
  const { warnings } = await renamed(sessionInProcess({ cwd, args }), "Node.linecolor", "outline");
  expect(warnings).toEqual([`${sentence} derived.py:3, test_node.py:5, test_node.py:7.`]);
});

test("places that look up names which the program makes are named, and strings in lists next to them are possible", async () => {
  const cwd = temporaryFolder({
    "pkg/__init__.py": "from .core import *\n",
    "pkg/core.py": `LIMIT = 1
limits = {name: value for name, value in globals().items() if name.isupper()}
globals()["OTHER"] = LIMIT
class Packet:
    size = 1
    def shown(self):
        return [getattr(self, name) for name in ("size", "sizes")], {"size": 1}, self.rows["size"]
class Plain:
    size = 1
    def shown(self): return getattr(self, "size")
`,
    "pkg/plain.py": `class Other:
    width = 1
    def shown(self): return getattr(self, "width"), getattr(self, "height", None)
def own(): return globals()["width"], vars()["width"]
`,
    "test_names.py": `import pkg
import other
def check(name):
    # vars(pkg)
    assert vars(pkg) and pkg.core.__dict__ and dir(pkg.core) and vars(other) and other.__dict__
    assert pkg.__dict__["LIMIT"] and vars(name)
`,
  });
  const session = sessionInProcess({ cwd, args });
  expect((await renamed(session, "LIMIT", "BOUND")).warnings).toEqual([`${sentence} pkg/core.py:2, test_names.py:5.`]);
  const ofSize = await renamed(session, "Packet.size", "length");
  expect(ofSize.warnings?.filter((one) => one.startsWith(sentence))).toEqual([`${sentence} pkg/core.py:7.`]);
  expect(openOf(ofSize, "possible").map((row) => row.split(" ")[0])).toEqual(["pkg/core.py:7", "pkg/core.py:10"]);
  expect(openOf(ofSize, "in_text")).toHaveLength(2);
  const ofWidth = await renamed(session, "Other.width", "breadth");
  expect(ofWidth.warnings?.filter((one) => one.startsWith(sentence))).toEqual([]);
  expect(openOf(ofWidth, "possible").map((row) => row.split(" ")[0])).toEqual(["pkg/plain.py:3"]);
});

test("functions that pytest calls by their names are refused in tests only", async () => {
  const body = "class TestRows:\n    @classmethod\n    def setup_class(cls): ...\n    def setup_classes(self): ...\n";
  const cwd = temporaryFolder({ "rows.py": `${body}    def test_rows(self): ...\n`, "other.py": body });
  const session = sessionInProcess({ cwd, args });
  const refused = async (filepath: string, line: number, symbol: string) =>
    refusedOf(await renamed(session, symbol, "prepare", { filepath, line }));
  expect(await refused("rows.py", 3, "setup_class")).toEqual(["rows.py:3 pytest calls it by its name"]);
  expect(await refused("rows.py", 4, "setup_classes")).toEqual([]);
  expect(await refused("other.py", 3, "setup_class")).toEqual([]);
});

test("a function that the start of a program calls is refused outside of classes and namespaces only", async () => {
  const text = `int main(int count, char**) { return count; }
struct Tool { int main() { return mains(); } int mains(); };
namespace tool { int main() { return 0; } }
extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "main.cpp": text }), args });
  const refused = async (symbol: string, line: number) =>
    refusedOf(await renamed(session, symbol, "run", { filepath: "main.cpp", line }));
  expect(await refused("main", 1)).toEqual(["main.cpp:1 the start of a program calls it by its name"]);
  expect(await refused("LLVMFuzzerTestOneInput", 4)).toHaveLength(1);
  expect(await refused("main", 2)).toEqual([]);
  expect(await refused("main", 3)).toEqual([]);
});

test("types and members that macros of Qt are about are renamed in them, and names of properties are not", async () => {
  const text = `#include <QObject>
namespace ui {
enum Handle { None };
struct Row { int value; };
Q_DECLARE_FLAGS(Handles, Handle)
Q_ENUM_NS(Handle)
class View : public QObject {
  Q_OBJECT
  Q_PROPERTY(ui::Handle handle READ handle WRITE setHandle NOTIFY changed)
 public:
  Handle handle() const;
  void setHandle(Handle value);
 signals:
  void changed();
};
}
Q_DECLARE_METATYPE(ui::Row)
SHOW(Handle, handle)
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "view.hpp": text }), args });
  expect(editsOf(await renamed(session, "Handle", "Grip"))).toEqual([
    "view.hpp:3 enum Grip { None };",
    "view.hpp:5 Q_DECLARE_FLAGS(Handles, Grip)",
    "view.hpp:6 Q_ENUM_NS(Grip)",
    "view.hpp:9 Q_PROPERTY(ui::Grip handle READ handle WRITE setHandle NOTIFY changed)",
    "view.hpp:11 Grip handle() const;",
    "view.hpp:12 void setHandle(Grip value);",
  ]);
  const ofMember = await renamed(session, "View::handle", "grip");
  expect(editsOf(ofMember)).toEqual([
    "view.hpp:9 Q_PROPERTY(ui::Handle handle READ grip WRITE setHandle NOTIFY changed)",
    "view.hpp:11 Handle grip() const;",
  ]);
  expect(openOf(ofMember, "possible").map((row) => row.split(" ")[0])).toEqual(["view.hpp:9", "view.hpp:18"]);
  expect(editsOf(await renamed(session, "Row", "Line"))).toHaveLength(2);
});

test("a declaration of the same name and scope that is read as another one is named, also without an edit next to it", async () => {
  const files = {
    "a.hpp": "namespace geo { class Shape; }\n",
    "page.hpp": "This is the index of the pages\n\nnamespace geo\n{\n/* geo */\n}\n",
    "local.cpp": "static int geo() { return 0; }\nstruct Map { int geo; };\nint f(int geo) { return geo; }\n",
    "a.cpp": "namespace geo { class Shape { int size; }; }\n",
  };
  const session = sessionInProcess({ cwd: temporaryFolder(files), args });
  const { warnings } = await renamed(session, "geo", "shapes", { filepath: "a.hpp", line: 1 });
  expect(warnings).toEqual([expect.stringMatching(/^geo stays in page\.hpp:3: there it seems/)]);
});

test("aliases of sources that do not read each other and parameters of overloads may have one name", async () => {
  const files = {
    "base.hpp": "#pragma once\nnamespace far::away { struct Row {}; }\nusing Wide = far::away::Row;\n",
    "a.cpp": '#include "base.hpp"\nnamespace aw = far::away;\nusing Line = aw::Row;\nLine first;\n',
    "b.cpp": '#include "base.hpp"\nnamespace old = far::away;\nusing Span = old::Row;\nSpan second;\n',
    "c.hpp":
      "template <int Size, int Step> int wrap(int value) { return value + Size; }\n" +
      "template <int Extent> int wrap(long value) { return value + Extent; }\n",
  };
  const session = sessionInProcess({ cwd: temporaryFolder(files), args });
  const at = (filepath: string, line: number) => ({ filepath, line });
  expect(await renamed(session, "aw", "old", at("a.cpp", 2))).toMatchObject({ total_edits: 2 });
  expect(await renamed(session, "Line", "Span", at("a.cpp", 3))).toMatchObject({ total_edits: 2 });
  expect(refusedOf(await renamed(session, "Line", "Wide", at("a.cpp", 3)))).toHaveLength(1);
  expect(refusedOf(await renamed(session, "Line", "second", at("a.cpp", 3)))).toEqual([]);
  expect(await renamed(session, "Extent", "Size", at("c.hpp", 2))).toMatchObject({ total_edits: 2 });
  expect(refusedOf(await renamed(session, "Size", "Step", at("c.hpp", 1)))).toHaveLength(1);
});

test("a namespace is renamed before a scope in the text of a macro, unless the name has another meaning", async () => {
  const text = (other: string) => `namespace geo { struct Fault {}; int size(); }
#define FAIL() throw geo::Fault()
#define SIZE(n) \\
  (n) + ::geo::size()
#define NAME geo
#define WITH(geo) geo::value
${other}
int f() { FAIL(); return SIZE(1); }
`;
  const answerFor = async (other: string) => {
    const session = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text(other) }), args });
    return await renamed(session, "geo", "shapes", { filepath: "a.cpp", line: 1 });
  };
  const only = await answerFor("");
  expect(editsOf(only).map((row) => row.split(" ")[0])).toEqual(["a.cpp:1", "a.cpp:2", "a.cpp:4"]);
  expect(openOf(only, "possible").map((row) => row.split(" ")[0])).toEqual(["a.cpp:5"]);
  expect(only.warnings?.[0]).toMatch(/^geo stays in a\.cpp:6: there it seems/);
  const nested = await answerFor("namespace far { namespace geo { struct Fault {}; } }");
  expect(editsOf(nested).map((row) => row.split(" ")[0])).toEqual(["a.cpp:1", "a.cpp:4"]);
  expect(openOf(nested, "possible").map((row) => row.split(" ")[0])).toEqual(expect.arrayContaining(["a.cpp:2"]));
});

test("definitions of a macro that one use may be of get the name together", async () => {
  const files = {
    "list.h": "ROW(first)\nROW(second)\n",
    "kinds.h": '#define ROW(n) Kind_##n,\nenum Kind {\n#include "list.h"\n};\n#undef ROW\n',
    "names.h": '#define ROW(n) #n,\nconst char* names[] = {\n#include "list.h"\n};\n#undef ROW\n',
    "apart.cpp": "#define ROW(n) n\nint apart = ROW(1);\n",
  };
  const session = sessionInProcess({ cwd: temporaryFolder(files), args });
  const answer = await renamed(session, "ROW", "LINE", { filepath: "kinds.h", line: 1 });
  const places = editsOf(answer).map((row) => row.split(" ")[0]);
  expect(places).toEqual(["kinds.h:1", "kinds.h:5", "list.h:1", "list.h:2", "names.h:1", "names.h:5"]);
  expect(answer.warnings?.[0]).toMatch(/^Renamed as well, because a use may be one of it/);
  expect(openOf(answer, "possible")).toEqual([]);
  const apart = await renamed(session, "ROW", "LINE", { filepath: "apart.cpp", line: 1 });
  expect(editsOf(apart).map((row) => row.split(" ")[0])).toEqual(["apart.cpp:1", "apart.cpp:2"]);
});

test("a type may get the name that a derived class has, unless a use would mean the other one, and a function may not", async () => {
  const text = `struct Base { typedef int Item; int count; int size(); Item first; };
struct Derived : Base { typedef long Entry; int total; int extent(); Entry second; int sum() { return count; } int width(int by); };
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text }), args });
  const ofType = await renamed(session, "Base::Item", "Entry");
  expect(editsOf(ofType).map((row) => row.split(" ")[0])).toEqual(["a.cpp:1"]);
  expect(refusedOf(await renamed(session, "Base::count", "total"))).toEqual([
    "a.cpp:2 would stand for Derived::total of line 2",
  ]);
  expect(refusedOf(await renamed(session, "Base::size", "extent"))).toEqual([
    "a.cpp:2 Derived::extent is declared in a derived class",
  ]);
  expect(refusedOf(await renamed(session, "Base::size", "width"))).toEqual([]);
  expect(refusedOf(await renamed(session, "Derived::Entry", "Item"))).toEqual([
    "a.cpp:1 Base::Item is declared in a base class",
  ]);
});

test("an argument is renamed where its macro writes the scope of it, and not where the macro makes a name of it", async () => {
  const text = `namespace geo { enum class Color { red, green }; int area(); int size(); }
int red = 1;
#define CASE(n) case geo::Color::n: return #n;
#define BOTH(n) int n##_of() { return geo::n(); }
struct Shape {
#define CALL(name, n) int name() { return geo::n(); }
  CALL(whole, area)
  BOTH(size)
};
const char* nameOf(geo::Color color) { switch (color) { CASE(red) CASE(green) } return ""; }
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text }), args });
  const linesOf = (answer: object) => editsOf(answer).map((row) => row.split(" ")[0]);
  expect(linesOf(await renamed(session, "Color::red", "scarlet"))).toEqual(["a.cpp:1", "a.cpp:10"]);
  expect(linesOf(await renamed(session, "red", "other", { filepath: "a.cpp", line: 2 }))).toEqual(["a.cpp:2"]);
  expect(linesOf(await renamed(session, "geo::area", "surface"))).toEqual(["a.cpp:1", "a.cpp:7"]);
  const ofBoth = await renamed(session, "geo::size", "extent");
  expect(linesOf(ofBoth)).toEqual(["a.cpp:1"]);
  expect(openOf(ofBoth, "possible").map((row) => row.split(" ")[0])).toEqual(["a.cpp:8"]);
});

test("a namespace around an include is refused if the header is from outside", async () => {
  const files = {
    "a.cpp": "namespace lib {\n#include <lib/words.h>\n}\nint one = lib::first;\n",
    "b.cpp": 'namespace own {\n#include "words.h"\n}\nint two = own::second;\n',
    "words.h": "int second;\n",
  };
  const session = sessionInProcess({ cwd: temporaryFolder(files), args });
  expect(refusedOf(await renamed(session, "lib", "other"))).toEqual([
    "a.cpp:1 only includes lib/words.h, from outside of the code base, which may open it as well",
  ]);
  expect(refusedOf(await renamed(session, "own", "other"))).toEqual([]);
});

test("a parameter is renamed where a macro says that it is not used, and not in another function or macro", async () => {
  const text = `int first(int size) {
  Q_UNUSED(size)
  return 1;
}
int second(int size) {
  Q_UNUSED(size)
  Q_OTHER(size)
  return 2;
}
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text }), args });
  const linesOf = (answer: object) => editsOf(answer).map((row) => row.split(" ")[0]);
  const ofFirst = await renamed(session, "size", "width", { filepath: "a.cpp", line: 1 });
  expect(linesOf(ofFirst)).toEqual(["a.cpp:1", "a.cpp:2"]);
  const ofSecond = await renamed(session, "size", "width", { filepath: "a.cpp", line: 5 });
  expect(linesOf(ofSecond)).toEqual(["a.cpp:5", "a.cpp:6"]);
  expect(openOf(ofSecond, "possible").map((row) => row.split(" ")[0])).toEqual(["a.cpp:7"]);
});

test("a changed header is seen through headers that do not change", async () => {
  const files = {
    "other.hpp": "#pragma once\nnamespace geo { struct path {}; }\n",
    "spot.hpp": "#pragma once\nnamespace geo { namespace util { struct spot {}; } }\n",
    "all.hpp": '#pragma once\n#include "other.hpp"\n#include "spot.hpp"\n',
    "use.cpp": '#include "all.hpp"\nnamespace geo { util::spot first; path second; }\n',
  };
  const session = sessionInProcess({ cwd: temporaryFolder(files), args });
  const answer = await renamed(session, "util::spot", "path");
  expect(refusedOf(answer)).toEqual([]);
  expect(editsOf(answer).map((row) => row.split(" ")[0])).toEqual(["spot.hpp:2", "use.cpp:2"]);
});

test("types, enumerators and names with a scope are renamed in the text of a macro if the code base has no other meaning of them", async () => {
  const text = `namespace geo { struct Fault { int code; static Fault last(); }; int level(); }
enum Mode { quick };
struct error { int code; };
using geo::Fault;
#define FAIL(n) throw Fault{n}
#define LEVEL() geo::level()
#define LAST(Fault) Fault::last()
#define FIRST() geo::Fault::last()
#define IS_QUICK(m) ((m) == quick)
#define OTHER(m) ((m).quick + quick##_)
#define RETURN() return error
#define AS(x) static_cast<const error&>(x)
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text }), args });
  const linesOf = (answer: object) => editsOf(answer).map((row) => Number(/:(\d+)/.exec(row)?.[1]));
  const openLines = (answer: object) => openOf(answer, "possible").map((row) => row.split(" ")[0]);
  const ofFault = await renamed(session, "geo::Fault", "Lapse");
  expect(linesOf(ofFault)).toEqual([1, 4, 5, 8]);
  expect(linesOf(await renamed(session, "geo::level", "height"))).toEqual([1, 6]);
  expect(linesOf(await renamed(session, "Fault::last", "latest"))).toEqual([1, 8]);
  const ofQuick = await renamed(session, "Mode::quick", "fast");
  expect(linesOf(ofQuick)).toEqual([2, 9]);
  const ofError = await renamed(session, "error", "mistake");
  expect(linesOf(ofError)).toEqual([3, 12]);
  expect(openLines(ofError)).toEqual(["a.cpp:11"]);
  const twice = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text, "b.cpp": "struct quick {};\n" }), args });
  expect(linesOf(await renamed(twice, "Mode::quick", "fast"))).toEqual([2]);
});

test("parameters of macros are not the symbol of their name, and other words of the macro may be", async () => {
  const text = `int size();
#define ADD(size, n) \\
  ((size) + n)
#define TWICE(n) (n * size())
int f() { return ADD(size(), 1) + TWICE(2); }
`;
  const answer = await renamed(sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text }), args }), "size", "extent");
  expect(editsOf(answer).map((row) => row.split(" ")[0])).toEqual(["a.cpp:1", "a.cpp:5"]);
  expect(openOf(answer, "possible").map((row) => row.split(" ")[0])).toEqual(["a.cpp:4"]);
});

test("members of several types that one use means get the name together", async () => {
  const cwd = temporaryFolder({
    "m.py": "class A:\n    def idle(self): ...\nclass B:\n    def idle(self): ...\nclass C:\n    def idle(self): ...\n",
    "use.py": "from m import A, B, C\ndef f(x: A | B, c: C):\n    x.idle(), c.idle()\n",
  });
  const answer = await renamed(sessionInProcess({ cwd, args }), "A.idle", "ready");
  expect(answer).toMatchObject({ total_edits: 3, with: ["B.idle"] });
  expect(answer.diff).toContain("+    x.ready(), c.idle()");
});

test("members of classes that one use surely means get the name together", async () => {
  const cwd = temporaryFolder({
    "m.py": "class A:\n    @staticmethod\n    def make(): ...\nclass B:\n    @staticmethod\n    def make(): ...\n",
    "use.py": "from m import A, B\ndef f(flag):\n    (A if flag else B).make()\n",
  });
  const answer = await renamed(sessionInProcess({ cwd, args }), "B.make", "built");
  expect(answer).toMatchObject({ total_edits: 3, with: ["A.make"] });
});

test("an answer that is too long has pages, and leaves out the diff", async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `value_${i} = target(${i})\n`).join("");
  const session = sessionInProcess({ cwd: temporaryFolder({ "a.py": `def target(n): return n\n${lines}` }), args });
  const asked = { symbol: "target", new_name: "other", max_chars: 3000 };
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { answer: found, text } = await callTool(session, "rename_symbol", { ...asked, cursor });
    const answer = RenameAnswer.parse(found);
    expect(text.length).toBeLessThanOrEqual(3000);
    expect(answer).toMatchObject({ total_edits: 61, edited_files: 1 });
    expect(answer.diff).toBeUndefined();
    seen.push(...editsOf(answer));
    cursor = answer.next_cursor;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(61);
  expect(new Set(seen).size).toBe(61);
});

test("the command line prints the diff, and fails if something speaks against the rename", async () => {
  const cwd = temporaryFolder(py);
  const run = (...words: string[]) => runInProcess("", { cwd, args: ["rename_symbol", ...words, "--format", "text"] });
  const { stdout, exitCode } = await run("Sub", "--new-name", "Child");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("-class Sub(Thing):\n+class Child(Thing):\n");
  expect(stdout).toMatch(/^Sub: new_name=Child total_edits=1 edited_files=1 state=[0-9a-f]{8}$/m);
  const refused = await run("make", "--new-name", "x");
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout).toContain("use.py:3:1: refused: x is declared in the same scope\n");
});

test("uses through a package that only an installation names are possible, and uses through other modules are counted", async () => {
  const files = {
    "client/business/person.py": "def find(): ...\ndef keep(): ...\n",
    "client/business/text.py": "def cut(): ...\n",
    "client/a.py": "from Med.business.person import find, keep\nfrom Med.business.text import cut\nfind()\n",
    "client/b.py": "from os.path import join\nimport linked.person\nlinked.person.find()\njoin('a', 'b')\n",
    "client/c.py": "from linked.person import find\nfind()\n",
  };
  const session = sessionInProcess({ cwd: temporaryFolder(files), args });
  const answer = await renamed(session, "find", "look", { filepath: "client/business/person.py" });
  expect(editsOf(answer).map((row) => row.split(" ")[0])).toEqual(["client/business/person.py:1"]);
  expect(openOf(answer, "possible").map((row) => row.split(" ")[0])).toEqual(["client/a.py:1", "client/a.py:3"]);
  expect(answer.warnings?.[0]).toBe(
    "Not renamed: 3 uses through modules that are not in this project: linked.person.find (client/b.py:3, client/c.py:1, client/c.py:2).",
  );
  const other = await renamed(session, "cut", "clip", { filepath: "client/business/text.py" });
  expect(JSON.stringify(other.warnings)).not.toContain("not in this project");
});

test("words of the name that stay next to edits are named", async () => {
  const folder = temporaryFolder({
    "a.py": "from lib import fast\n\ndef go(fast):\n    return fast(x)\n\nfast(1)\n",
    "lib.py": "def fast(x): return x\n",
    "crlf.py": "def slow():\r\n    return 1\r\n\r\nslow()\r\n",
  });
  const session = sessionInProcess({ cwd: folder, args: ["--log-level", "error", "--no-cache", "--format", "json"] });
  const { answer } = await callTool(session, "rename_symbol", {
    symbol: "fast",
    filepath: "lib.py",
    new_name: "quick",
  });
  expect(JSON.stringify(Object(answer).warnings)).toContain("fast stays in a.py:3, a.py:4");
  const elsewhere = await callTool(session, "rename_symbol", {
    symbol: "fast",
    filepath: "crlf.py",
    new_name: "quick",
  });
  expect(elsewhere.answer).toMatchObject({
    error: "Symbol not found in crlf.py: fast",
    details: expect.stringMatching(/^It is declared in .*lib\.py:1: give one of these as filepath/),
  });
});

const family = {
  "lib.py": `class Shape:
    color = "red"
    def draw(self, size, *, deep=False): return size
    def move(self, by): return by
class Sub(Shape):
    color = "blue"
    def draw(self, size, *, deep=True): return super().draw(size, deep=deep)
class Any(Shape):
    def draw(self, size, **rest): return rest.get("deep")
class Mixin:
    def move(self, by): return 2
    def rest(self): return 3
class Both(Mixin, Shape): pass
class Other:
    color = "green"
    def draw(self, deep): return deep
    def move(self, by): return 4
def make(deep):
    class Local(Shape):
        def move(self, by): return super().move(by)
    return Local()
`,
  "use.py": `from lib import Shape, Other
def go(s: Shape, o: Other):
    s.draw(1, deep=True)
    o.draw(deep=2)
    return s.color, o.color, s.move(by=1)
`,
};

const bound = {
  "fast.py": "def decode(x): return x\n",
  "slow.py": "def decode(x): return x\n",
  "use.py": `try:
    from fast import decode
except ImportError:
    from slow import decode
def go(x): return decode(x)
`,
  "again.py": `from use import decode
decode(1)
`,
  "other.py": `def decode(x): return x
decode(2)
`,
  "none.py": `try:
    from lib import find
except ImportError:
    find = None
def go(find): return find
found = find and find(1)
`,
  "lib.py": "def find(x): return x\ndef dumps(x): return x\n",
  "json_use.py": `try:
    from json import dumps
except ImportError:
    from lib import dumps
dumps(1)
`,
};

describe("names that Python looks up as it runs", () => {
  const inFamily = sessionInProcess({ cwd: temporaryFolder(family), args });
  const inBound = sessionInProcess({ cwd: temporaryFolder(bound), args });

  test("an attribute is renamed with what replaces it in other classes of its hierarchy", async () => {
    const expected = [
      'lib.py:2 tint = "red"',
      'lib.py:6 tint = "blue"',
      "use.py:5 return s.tint, o.color, s.move(by=1)",
    ];
    expect(editsOf(await renamed(inFamily, "Shape.color", "tint"))).toEqual(expected);
    expect(editsOf(await renamed(inFamily, "Sub.color", "tint"))).toEqual(expected);
    expect(await renamed(inFamily, "Other.color", "tint")).toMatchObject({ total_edits: 2 });
  });

  test("a member that a base reads is renamed there, and in all classes that derive from the base", async () => {
    const session = sessionInProcess({
      cwd: temporaryFolder({
        "models.py": `import unittest
class Model:
    def text(self):
        return str(self.raw) + str(self.kind) + self.title(self.size)
class Own(Model):
    def __init__(self, raw):
        self.raw = raw
    kind = 1
    def title(self): ...
class Other(Model):
    raw = kind = None
class Apart:
    raw = 1
class Mixin:
    def check(self):
        return self.limit, self.id
class Limited:
    limit = 2
class Joined(Mixin, Limited): ...
class Open(Mixin, unittest.TestCase):
    limit = 3
class Given:
    def show(self):
        return self.size
    def __getattr__(self, name): ...
class Sized(Given):
    size = 4
class Marked(Mixin):
    id = 5
`,
      }),
      args,
    });
    const linesOf = async (symbol: string) => {
      const answer = await renamed(session, symbol, "other");
      return editsOf(answer).map((row) => Number(/:(\d+) /.exec(row)?.[1]));
    };
    for (const symbol of ["Own.raw", "Other.raw"]) expect(await linesOf(symbol)).toEqual([4, 7, 11]);
    expect(await linesOf("Apart.raw")).toEqual([13]);
    expect(await linesOf("Own.title")).toEqual([4, 9]);
    for (const symbol of ["Limited.limit", "Open.limit"]) expect(await linesOf(symbol)).toEqual([16, 18, 21]);
    // An object of unittest, or of any other name, may be meant.
    expect(await linesOf("Marked.id")).toEqual([29]);
    expect(await linesOf("Sized.size")).toEqual([27]);
  });

  test("a method is renamed with that of a class that only shares a derived one, and of a class in a function", async () => {
    for (const symbol of ["Shape.move", "Mixin.move"]) {
      expect(editsOf(await renamed(inFamily, symbol, "shift"))).toEqual([
        "lib.py:4 def shift(self, by): return by",
        "lib.py:11 def shift(self, by): return 2",
        "lib.py:20 def shift(self, by): return super().shift(by)",
        "use.py:5 return s.color, o.color, s.shift(by=1)",
      ]);
    }
    const local = { filepath: "lib.py", line: 20, column: 13, new_name: "shift" };
    expect(await renamed(inFamily, "move", "shift", local)).toMatchObject({ total_edits: 5 });
  });

  test("a parameter is renamed in the functions that a call may run, and where they get it with others is said", async () => {
    const answer = await renamed(inFamily, "Shape.draw.deep", "far");
    expect(editsOf(answer)).toEqual([
      "lib.py:3 def draw(self, size, *, far=False): return size",
      "lib.py:7 def draw(self, size, *, far=True): return super().draw(size, far=far)",
      "use.py:3 s.draw(1, far=True)",
    ]);
    expect(answer.warnings?.join()).toContain("among the further arguments of Any.draw");
    expect(openOf(answer, "in_text")).toEqual(['lib.py:9 def draw(self, size, **rest): return rest.get("deep")']);
  });

  test("a parameter of a constructor is renamed with the ones of other classes that a call may make", async () => {
    const files = {
      "kinds.py":
        "class Base:\n    def __init__(self, size, name=''):\n        self.size = size\n\n" +
        "    @classmethod\n    def make(cls, n):\n        return cls(size=n)\n\n\n" +
        "class Derived(Base):\n    def __init__(self, size, **further):\n        super().__init__(size=size, **further)\n\n\n" +
        "class Apart(Base):\n    def __init__(self, name):\n        super().__init__(1, name=name)\n",
      "use.py":
        "from kinds import Apart, Derived\n\na = Derived(size=1)\nb = Derived(1, name='x')\nc = Apart(name='y')\n",
      "job.py":
        "import threading\n\n\nclass Job(threading.Thread):\n    def join(self, timeout=None):\n        return timeout\n",
    };
    const session = sessionInProcess({ cwd: temporaryFolder(files), args: ["--log-level", "error"] });
    const sizes = await renamed(session, "size", "width", { filepath: "kinds.py", line: 2, column: 24 });
    expect(editsOf(sizes)).toEqual([
      "kinds.py:2 def __init__(self, width, name=''):",
      "kinds.py:3 self.size = width",
      "kinds.py:7 return cls(width=n)",
      "kinds.py:11 def __init__(self, width, **further):",
      "kinds.py:12 super().__init__(width=width, **further)",
      "use.py:3 a = Derived(width=1)",
    ]);
    expect(editsOf(await renamed(session, "size", "width", { filepath: "kinds.py", line: 11, column: 24 }))).toEqual(
      editsOf(sizes),
    );
    // No call without the name of a class has this one, so that each constructor has its own.
    const names = await renamed(session, "name", "label", { filepath: "kinds.py", line: 16, column: 24 });
    expect(editsOf(names)).toEqual([
      "kinds.py:16 def __init__(self, label):",
      "kinds.py:17 super().__init__(1, name=label)",
      "use.py:5 c = Apart(label='y')",
    ]);
    const base = await renamed(session, "name", "label", { filepath: "kinds.py", line: 2, column: 30 });
    expect(base.warnings).toContainEqual(expect.stringContaining("further arguments of Derived.__init__"));
    const outside = await renamed(session, "timeout", "limit", { filepath: "job.py", line: 5, column: 20 });
    expect(outside.warnings).toEqual([expect.stringContaining("callers may name the parameter (job.py:5)")]);
  });

  test("a parameter of a constructor is not renamed with the one of a class that the call cannot make", async () => {
    const init = "    def __init__(self, size):\n        self.size = size\n\n";
    const files = {
      "kinds.py":
        `class Base:\n${init}` +
        `class Other(Base):\n${init}    @classmethod\n    def make(cls):\n        return cls(size=1)\n\n` +
        `class Lower(Other):\n${init}` +
        `class Apart(Base):\n${init}` +
        `class Bare(Apart):\n    def copy(self):\n        return type(self)(size=1)\n\n` +
        `class BareToo(Bare):\n${init}`,
      "use.py": "from kinds import Apart, Base\n\nBase(size=1)\nApart(size=2)\n",
    };
    const session = sessionInProcess({ cwd: temporaryFolder(files), args: ["--log-level", "error"] });
    const from = async (line: number) => {
      const answer = await renamed(session, "size", "width", { filepath: "kinds.py", line, column: 24 });
      return editsOf(answer).map((edit) => edit.replace(/ .*/, ""));
    };
    expect(await from(2)).toEqual(["kinds.py:2", "kinds.py:3", "use.py:3"]);
    const ofOther = ["kinds.py:6", "kinds.py:7", "kinds.py:11", "kinds.py:14", "kinds.py:15"];
    expect(await from(6)).toEqual(ofOther);
    expect(await from(14)).toEqual(ofOther);
    // A class without a constructor has the one of its base.
    const ofApart = ["kinds.py:18", "kinds.py:19", "kinds.py:23", "kinds.py:26", "kinds.py:27", "use.py:4"];
    expect(await from(18)).toEqual(ofApart);
    expect(await from(26)).toEqual(ofApart);
  });

  test("a parameter is renamed in __new__ and __init__ of a class, which get the same arguments", async () => {
    const files = {
      "kinds.py":
        "class Base:\n    def __new__(cls, size):\n        return super().__new__(cls)\n\n" +
        "    def __init__(self, size):\n        self.size = size\n\n" +
        "class Derived(Base):\n    def __new__(cls, size, name):\n        return super().__new__(cls, size=size)\n\n" +
        "    def __init__(self, *rest, **further):\n        super().__init__(size=further['size'])\n",
      "use.py": "from kinds import Base, Derived\n\nBase(size=1)\nDerived(size=2, name='')\n",
    };
    const session = sessionInProcess({ cwd: temporaryFolder(files), args: ["--log-level", "error"] });
    const init = await renamed(session, "size", "width", { filepath: "kinds.py", line: 5, column: 24 });
    expect(editsOf(init)).toEqual([
      "kinds.py:2 def __new__(cls, width):",
      "kinds.py:5 def __init__(self, width):",
      "kinds.py:6 self.size = width",
      "kinds.py:10 return super().__new__(cls, width=size)",
      "kinds.py:13 super().__init__(width=further['size'])",
      "use.py:3 Base(width=1)",
    ]);
    const made = await renamed(session, "size", "width", { filepath: "kinds.py", line: 2, column: 22 });
    expect(editsOf(made)).toEqual(editsOf(init));
    const derived = await renamed(session, "size", "width", { filepath: "kinds.py", line: 9, column: 22 });
    expect(editsOf(derived)).toEqual([
      "kinds.py:9 def __new__(cls, width, name):",
      "kinds.py:10 return super().__new__(cls, size=width)",
      "use.py:4 Derived(width=2, name='')",
    ]);
    expect(derived.warnings).toContainEqual(expect.stringContaining("further arguments of Derived.__init__"));
  });

  test("what a scope binds to one name gets the new name together", async () => {
    const answer = await renamed(inBound, "decode", "read", { filepath: "fast.py" });
    expect(editsOf(answer)).toEqual([
      "again.py:1 from use import read",
      "again.py:2 read(1)",
      "fast.py:1 def read(x): return x",
      "slow.py:1 def read(x): return x",
      "use.py:2 from fast import read",
      "use.py:4 from slow import read",
      "use.py:5 def go(x): return read(x)",
    ]);
    expect(answer.warnings?.join()).toContain("a scope binds the same name to it: slow.py:1.");
    expect(editsOf(await renamed(inBound, "find", "search", { filepath: "lib.py" }))).toEqual([
      "lib.py:1 def search(x): return x",
      "none.py:2 from lib import search",
      "none.py:4 search = None",
      "none.py:6 found = search and search(1)",
    ]);
  });

  test("a name that a scope also binds to one from outside is refused", async () => {
    expect(refusedOf(await renamed(inBound, "dumps", "write", { filepath: "lib.py" }))).toEqual([
      "json_use.py:2 the same name is bound here to json.dumps",
    ]);
  });
});

test("a class that is named by its place has its constructors renamed, and a method one of a class in a function", async () => {
  const text = `class Shape { public: Shape(); virtual int area() const = 0; };
Shape::Shape() {}
int f() {
  struct Local : Shape { int area() const override { return 1; } } l;
  return l.area();
}
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text }), args });
  const place = { filepath: "a.cpp", line: 1, column: 7 };
  expect(await renamed(session, "Shape", "Figure", place)).toMatchObject({ total_edits: 5 });
  expect(await renamed(session, "Shape::area", "surface")).toMatchObject({ total_edits: 3 });
});

test("a class in a function has its constructors and its destructor renamed, and another one of its name has not", async () => {
  const text = `void first() {
  struct Check { Check() {} explicit Check(int n) : n(n) {} ~Check() {} int n = 0; void Checked() {} };
  Check a, b(1);
  a.~Check();
}
void second() {
  struct Check { Check() {} ~Check() {} };
  Check c;
}
struct Check { Check(); };
Check::Check() {}
`;
  const session = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": text }), args });
  const answer = await renamed(session, "Check", "Probe", { filepath: "a.cpp", line: 2, column: 10 });
  expect(answer.diff?.split("\n").filter((line) => /^[-+] /.test(line))).toEqual([
    "-  struct Check { Check() {} explicit Check(int n) : n(n) {} ~Check() {} int n = 0; void Checked() {} };",
    "-  Check a, b(1);",
    "-  a.~Check();",
    "+  struct Probe { Probe() {} explicit Probe(int n) : n(n) {} ~Probe() {} int n = 0; void Checked() {} };",
    "+  Probe a, b(1);",
    "+  a.~Probe();",
  ]);
  expect(answer.warnings).toEqual([
    expect.stringMatching(/^Check stays in a\.cpp:7, a\.cpp:8, a\.cpp:10, a\.cpp:11: /),
  ]);
});

test("members are renamed in files that end a namespace with a brace or with a macro, whichever opened it", async () => {
  const files = {
    "lib.h": `#define LIB_BEGIN namespace lib {
#define LIB_END }
LIB_BEGIN
class Shape { public: Shape(); int area() const; };
}
namespace other { class Shape { public: int area() const; }; }
`,
    "begin.cpp": `#include "lib.h"
LIB_BEGIN
Shape::Shape() {}
LIB_END
int other::Shape::area() const { return 2; }
`,
    "end.cpp": `#include "lib.h"
namespace lib {
int Shape::area() const { return 1; }
LIB_END
`,
  };
  const session = sessionInProcess({ cwd: temporaryFolder(files), args });
  expect(editsOf(await renamed(session, "lib::Shape", "Figure"))).toEqual([
    "begin.cpp:3 Figure::Figure() {}",
    "end.cpp:3 int Figure::area() const { return 1; }",
    "lib.h:4 class Figure { public: Figure(); int area() const; };",
  ]);
  expect(editsOf(await renamed(session, "lib::Shape::area", "surface"))).toEqual([
    "end.cpp:3 int Shape::surface() const { return 1; }",
    "lib.h:4 class Shape { public: Shape(); int surface() const; };",
  ]);
  const outer = await renamed(session, "other::Shape::area", "surface");
  expect(editsOf(outer)).toEqual([
    "begin.cpp:5 int other::Shape::surface() const { return 2; }",
    "lib.h:6 namespace other { class Shape { public: int surface() const; }; }",
  ]);
});

test("a member that an object has by a value of a derived class is named where the base reads it", async () => {
  const cwd = temporaryFolder({
    "base.py": `class Stream:
    def errors(self): ...
class Reader:
    def __init__(self):
        self.stream = Stream()
    def made(self): return Stream()
    def run(self):
        stream = self.stream
        return self.stream.errors(), self.made().errors(), stream.errors()
class Other:
    def __init__(self):
        self.stream = Stream()
    def run(self): return self.stream.errors()
`,
    "derived.py": `from base import Reader
class Memory:
    def errors(self): ...
class Made:
    def errors(self): ...
class Apart:
    def errors(self): ...
class MemoryReader(Reader):
    def __init__(self):
        self.stream = Memory()
    def made(self): return Made()
class NoReader:
    def __init__(self):
        self.stream = Apart()
`,
  });
  const session = sessionInProcess({ cwd, args });
  const placesOf = async (symbol: string) => {
    const answer = await renamed(session, symbol, "faults");
    return { possible: openOf(answer, "possible").map((row) => row.split(" ")[0]), with: answer.with };
  };
  expect(await placesOf("Memory.errors")).toEqual({ possible: ["base.py:9", "base.py:9"], with: undefined });
  expect(await placesOf("Made.errors")).toEqual({ possible: ["base.py:9"], with: undefined });
  expect(await placesOf("Apart.errors")).toEqual({ possible: [], with: undefined });
  expect((await placesOf("Stream.errors")).with).toEqual(["Memory.errors", "Made.errors"]);
});
