import { describe, expect, test } from "vitest";
import * as z from "zod";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const shapes = `#include <vector>
namespace geo {
struct Base { virtual void f(); virtual ~Base(); int same(); };
template <class T> struct Tag {};
using Root = Base;
class Shape : public Base, private Tag<int>, protected virtual std::exception {
 public:
  virtual double area() const = 0;
  void f() override;
  int same();
};
struct Circle final : Shape { double area() const override { return 1; } };
class Other : /* private */ Root, Unknown {};
template <class T> class Poly : public Shape, public T { double area() const override; int area(int); };
}
struct Far : geo::Poly<int> { double area() const override; };
struct Cycle; struct Round : Cycle {}; struct Cycle : Round {};
int area();
void in_function() { struct Local : geo::Base { void f() override; }; }
#define ROOT geo::Rooted
namespace geo { struct Rooted {}; typedef Rooted Other_name; using Third = Other_name; }
struct Replaced : ROOT {}; using Text = std::string;
void also() { struct Inner : Replaced {}; struct Innermost : private Inner {}; }
`;
const pages = `from abc import ABC, abstractmethod
import collections
class Base(ABC):
    @abstractmethod
    def area(self): ...
    @property
    def w(self): return 1
class Mixin: pass
class Square(Base, Mixin, collections.OrderedDict):
    def area(self): return 2
S = Square
class Big(S): pass
class Weird(make_base()): pass
Pair = collections.namedtuple("Pair", "a b")
class Made(Pair, type("Other", (), {})): pass
Colour = enum.Enum("Colour", "RED GREEN")
class Shade(Colour): pass
class Twice(make_base(), other_base()): pass
class Plain: pass
Alias = Plain
def made():
    class Within(Alias): pass
    return Within
`;
const moreShapes = '#include "shapes.hpp"\nnamespace other { class Shape {}; }\nclass Late : public geo::Circle {};\n';
const forward = "namespace geo { class Poly;\nstruct Circle;\nstruct Hidden; }\nstruct Circle;\n";
const cwd = temporaryFolder({
  "forward.hpp": forward,
  "shapes.hpp": shapes,
  "late.cpp": moreShapes,
  "pages.py": pages,
});
const call = callsToServer({ cwd, args: ["--log-level", "error", "--no-cache"] });

const Classes = z.array(z.object({ classes: z.array(z.looseObject({ name: z.string() })) }));

/** The classes of an answer, by name. */
async function classesOf(input: object) {
  const { answer, text } = await call("get_class_hierarchy", input);
  expect(answer.success, text).toBe(true);
  const rows = Classes.parse(answer.results).flatMap(({ classes }) => classes);
  return Object.fromEntries(rows.map((row) => [row.name, row]));
}

describe("C++", () => {
  test("a class with its bases, their access, and what derives from it, also through an alias and a template", async () => {
    const classes = await classesOf({ symbol: "geo::Base" });
    const names = ["Base", "Circle", "Far", "Late", "Local", "Other", "Poly", "Shape"];
    expect(Object.keys(classes).sort()).toEqual(names);
    expect(classes.Shape).toEqual({
      ...{ name: "Shape", kind: "class", container: "geo", line: 6, column: 7, end_line: 11, is_abstract: true },
      bases: [
        { name: "geo::Base", filepath: "shapes.hpp", line: 3, access: "public" },
        { name: "geo::Tag", filepath: "shapes.hpp", line: 4, access: "private" },
        { name: "std::exception", external: true, access: "protected", virtual: true },
      ],
      derived: [
        { name: "geo::Circle", filepath: "shapes.hpp", line: 12 },
        { name: "geo::Poly", filepath: "shapes.hpp", line: 14 },
      ],
      virtual_methods: [
        { name: "area", line: 8, abstract: true, overridden_in: ["geo::Circle", "geo::Poly", "Far"] },
        { name: "f", line: 9, overrides: "geo::Base" },
      ],
    });
    expect(classes.Other).toMatchObject({
      bases: [{ name: "geo::Base", access: "private" }],
      unresolved_bases: ["Unknown"],
    });
    expect(classes.Poly).toMatchObject({ unresolved_bases: ["T"], derived: [{ name: "Far" }] });
    expect(classes.Circle).toMatchObject({ derived: [{ name: "Late", filepath: "late.cpp", line: 3 }] });
  });

  test.each([
    ["up", ["Base", "Shape", "Tag"]],
    ["down", ["Circle", "Far", "Late", "Poly", "Shape"]],
  ])("only %s", async (direction, names) => {
    expect(Object.keys(await classesOf({ class_name: "geo::Shape", direction })).sort()).toEqual(names);
  });

  test.each([
    [0, ["Shape"]],
    [1, ["Base", "Circle", "Poly", "Shape", "Tag"]],
    [-1, ["Base", "Circle", "Far", "Late", "Poly", "Shape", "Tag"]],
  ])("%i steps", async (max_depth, names) => {
    expect(Object.keys(await classesOf({ symbol: "geo::Shape", max_depth })).sort()).toEqual(names);
  });

  test("names alone: each class with its line, and its bases as its namespace names them", async () => {
    const { answer } = await call("get_class_hierarchy", { symbol: "geo::Circle", direction: "down", detail: "names" });
    expect(answer.results).toEqual([
      { filepath: "shapes.hpp", classes: ["Circle:12 < Shape"] },
      { filepath: "late.cpp", classes: ["Late:3 < geo::Circle"] },
    ]);
    expect(answer).not.toHaveProperty("truncated");
  });

  test("by a place, without methods", async () => {
    const { Circle } = await classesOf({ filepath: "shapes.hpp", line: 12, symbol: "Circle", show_methods: false });
    expect(Circle).toMatchObject({ name: "Circle", line: 12 });
    expect(Circle).not.toHaveProperty("virtual_methods");
  });

  test("by a declaration in a file that sees no definition", async () => {
    const { Circle } = await classesOf({ filepath: "forward.hpp", line: 2, symbol: "Circle" });
    expect(Circle).toMatchObject({ line: 12, bases: [{ name: "geo::Shape" }], derived: [{ name: "Late" }] });
  });

  test.each([
    [3, "Hidden"],
    [4, "Circle"],
  ])("a class of line %i that is nowhere defined has nothing of another one of its name", async (line, symbol) => {
    const { [symbol]: row } = await classesOf({ filepath: "forward.hpp", line, symbol });
    expect(row).toMatchObject({ line });
    expect(row).not.toHaveProperty("bases");
  });

  test("a class of a function, by its place", async () => {
    const { Local } = await classesOf({ filepath: "shapes.hpp", line: 19, symbol: "Local" });
    expect(Local).toMatchObject({ line: 19, bases: [{ name: "geo::Base", line: 3 }] });
    expect(Local).toMatchObject({ virtual_methods: [{ name: "f", overrides: "geo::Base" }] });
  });

  test("a base through a macro, and classes in functions", async () => {
    const { Rooted, Replaced, Inner, Innermost } = await classesOf({ symbol: "geo::Rooted" });
    expect(Rooted).toMatchObject({ derived: [{ name: "Replaced" }] });
    expect(Replaced).toMatchObject({ bases: [{ name: "geo::Rooted" }], derived: [{ name: "also::Inner", line: 23 }] });
    expect(Inner).toMatchObject({ container: "also", derived: [{ name: "also::Innermost" }] });
    expect(Innermost).toMatchObject({ bases: [{ name: "also::Inner", access: "private" }] });
  });

  test.each(["Other_name", "geo::Third", "ROOT"])("%s, another name of a class", async (symbol) => {
    const classes = await classesOf({ symbol, max_depth: 0 });
    expect(Object.keys(classes)).toEqual(["Rooted"]);
  });

  test("classes that derive from each other come to an end", async () => {
    expect(Object.keys(await classesOf({ symbol: "Round" })).sort()).toEqual(["Cycle", "Round"]);
  });

  test.each([
    ["area", "Not a class: "],
    ["Shapes", "Symbol not found: Shapes"],
    ["Text", "Not a class of the code base: Text"],
  ])("%s is refused", async (symbol, error) => {
    const { answer, isError } = await call("get_class_hierarchy", { symbol });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ success: false, error: expect.stringContaining(error) });
  });

  test("classes of one name are all told", async () => {
    const { answer } = await call("get_class_hierarchy", { symbol: "Shape", max_depth: 0 });
    expect(answer).toMatchObject({ total_classes: 2 });
  });
});

describe("Python", () => {
  test("bases, the order of members, and what overrides what is abstract", async () => {
    const classes = await classesOf({ symbol: "pages.Base" });
    expect(classes.Base).toMatchObject({
      ...{ is_abstract: true, bases: [{ name: "abc.ABC", external: true }] },
      virtual_methods: [
        { name: "area", line: 5, abstract: true, overridden_in: ["Square"] },
        { name: "w", line: 7, property: true },
      ],
    });
    expect(classes.Square).toMatchObject({
      mro: ["Square", "Base", "abc.ABC", "Mixin", "collections.OrderedDict"],
      derived: [{ name: "Big" }],
    });
    expect(classes.Square).not.toHaveProperty("is_abstract");
    expect(classes.Big).toMatchObject({ bases: [{ name: "Square" }] });
  });

  test("another name of a class, and a class in a function", async () => {
    const classes = await classesOf({ symbol: "Alias" });
    expect(classes.Plain).toMatchObject({ derived: [{ name: "made.Within" }] });
    expect(classes.Within).toMatchObject({ container: "made", bases: [{ name: "Plain" }] });
  });

  test.each([
    ["Weird", ["make_base()"]],
    ["Twice", ["make_base()", "other_base()"]],
  ])("bases of %s that are computed are not resolved, and not taken for what is called", async (symbol, bases) => {
    const { [symbol]: row } = await classesOf({ symbol });
    expect(row).toMatchObject({ unresolved_bases: bases, ...(bases.length > 1 && { mro: [symbol, ...bases] }) });
    expect(row).not.toHaveProperty("bases");
  });
});

test("a class that a call makes is a base, with the members that the call names", async () => {
  const { Made } = await classesOf({ symbol: "Made" });
  const { Pair } = await classesOf({ symbol: "Pair" });
  expect(Made).toMatchObject({ bases: [{ name: "Pair" }], unresolved_bases: ['type("Other", (), {})'] });
  expect(Pair).toMatchObject({ bases: [{ name: "builtins.tuple" }], derived: [{ name: "Made" }] });
  expect((await classesOf({ symbol: "Colour" })).Colour).toMatchObject({ derived: [{ name: "Shade" }] });
  const { answer } = await call("find_definition", { symbol: "Colour.RED" });
  expect(answer).toMatchObject({ results: [{ filepath: "pages.py", definitions: [{ name: "RED", kind: "field" }] }] });
});

test("a diagram has classes as from outside that no file defines, and not further bases of derived classes", async () => {
  const { answer } = await call("get_class_hierarchy", { symbol: "geo::Base", output_format: "dot" });
  const { graph } = z.looseObject({ graph: z.string() }).parse(answer);
  const nodes = new Map(
    Array.from(graph.matchAll(/n\d+ \[label="([^"]*)"(.*)\];/g), ([, name = "", rest = ""]) => [name, rest]),
  );
  expect(nodes.get("std::exception")).toContain("style=dotted");
  expect(nodes.get("geo::Tag")).toBe(', tooltip="geo::Tag shapes.hpp:4"');
});

describe("a place that names no class", () => {
  const folder = temporaryFolder({
    "a.py":
      "class A:\n    def run(self):\n        x = 1\n        return x\n\ndef free():\n    return 1\n\nclass B(A): pass\n",
    "a.hpp": "struct Base { void run(); };\nstruct Derived : Base {};\n",
    "a.cpp": '#include "a.hpp"\nvoid Base::run() {\n  int x = 1;\n}\n',
    "nested.py": "def make():\n    class Within:\n        def run(self):\n            return 1\n    return Within\n",
  });
  const ask = callsToServer({ cwd: folder, args: ["--log-level", "error", "--no-cache"] });

  test.each([
    ["a.py:3", "A", 2],
    ["a.py:2", "A", 2],
    ["a.py:2:9", "A", 2],
    ["a.py:4", "A", 2],
    ["a.cpp:3", "Base", 2],
    ["a.cpp:2", "Base", 2],
    ["nested.py:4", "make.Within", 1],
  ])("in a method means the class around it: %s", async (filepath, symbol, total_classes) => {
    const { answer, text } = await ask("get_class_hierarchy", { filepath });
    expect(answer, text).toMatchObject({ symbol, total_classes });
  });

  test("means no class where there is none around it, or where the symbol is named", async () => {
    const { answer } = await ask("get_class_hierarchy", { filepath: "a.py:7" });
    expect(answer).toMatchObject({ success: false, error: "Not a class: free" });
    const { answer: named } = await ask("get_class_hierarchy", { filepath: "a.py:2", symbol: "run" });
    expect(named).toMatchObject({ success: false, error: "Not a class: A.run" });
  });
});

describe("a class from outside", () => {
  const folder = temporaryFolder({
    "a.py":
      "import typing, enum\nfrom typing import TypedDict as Typed\nclass A(typing.TypedDict):\n    x: int\n" +
      "class B(Typed): pass\nclass C(A): pass\nclass E(enum.Enum): pass\nclass Bad(Exception): pass\n",
    "b.py": "from enum import Enum\nEnum\ndef make():\n    class Within(Enum): pass\n    return Within\n",
    "a.cpp": "#include <stdexcept>\nstruct Fault : std::runtime_error { };\nstd::runtime_error* last;\n",
  });
  const ask = callsToServer({ cwd: folder, args: ["--log-level", "error", "--no-cache"] });

  test.each([
    ["typing.TypedDict", ["A", "B", "C"]],
    ["enum.Enum", ["E", "Within"]],
    ["std::runtime_error", ["Fault"]],
  ])("has what derives from it: %s", async (symbol, names) => {
    const { answer, text } = await ask("get_class_hierarchy", { symbol });
    expect(answer, text).toMatchObject({ symbol, external: symbol, total_classes: names.length });
    const found = Classes.parse(answer.results).flatMap(({ classes }) => classes.map(({ name }) => name));
    expect(found.sort()).toEqual(names);
  });

  test("at a place, by steps, and upwards", async () => {
    const { answer } = await ask("get_class_hierarchy", { filepath: "a.py", line: 3, column: 16 });
    expect(answer).toMatchObject({ external: "typing.TypedDict", total_classes: 3 });
    const { answer: near } = await ask("get_class_hierarchy", { symbol: "typing.TypedDict", max_depth: 1 });
    expect(near).toMatchObject({ total_classes: 2 });
    const { answer: up } = await ask("get_class_hierarchy", { symbol: "typing.TypedDict", direction: "up" });
    expect(up).toMatchObject({ total_classes: 0, results: [] });
    const { answer: builtin } = await ask("get_class_hierarchy", { filepath: "a.py", line: 8, column: 11 });
    expect(builtin).toMatchObject({ external: "builtins.Exception", total_classes: 1 });
  });
});
