import type { Declared, TestFile } from "./code-base.ts";

const base = '#include "shape.hpp"\nstruct Base { virtual void f(); };\n';

const header = `#include "base.hpp"
namespace geo {
// A shape. It has
// a name.
class Shape : public Base {
 public:
  Shape();
  /** How large it is. In square units. */
  virtual double area() const = 0;
  const std::string& name() const { return name_; }
  void rename(const std::string& n);
 private:
  std::string name_;  // as shown
  static int count;
};
struct Circle final : Shape {
  double area() const override {
    return 3 * r * r;
  }
  double r;
};
}  // namespace geo
`;

const source = `#include "shape.hpp"
namespace geo {
int Shape::count = 0;
void Shape::rename(const std::string& n) { name_ = n; count++; }
double total(const Shape& a) { Circle c; return a.area() + c.area(); }
}  // not rename, "rename"
`;

const app = `"""Draws."""
from shapes.round import Disk as D


class Page(Base):
    """A page.

    With text.
    """

    @property
    def width(self):
        # not this
        return self.w

    def draw(self, width: "int" = 3):
        D(width=width)
        self.w = width
`;

const round = "class Disk:\n    def __init__(self, width):\n        self.width = width\n";

/** The text of a file from one word to another one, both included. */
function part(text: string, first: string, last: string): string {
  const start = text.indexOf(first);
  return text.slice(start, text.indexOf(last, start) + last.length);
}

const member = { kind: "function", parent: "Shape" } as const;
const geo = (text: string): Declared => ({
  kind: "namespace",
  name: "geo",
  statement: part(text, "namespace geo", "}  //").slice(0, -4),
});

/** The code that the examples of the tools are about: two headers that include each other, and a page in Python. */
export const shapes: Readonly<Record<string, TestFile>> = {
  "base.hpp": {
    text: base,
    declarations: [
      { kind: "include", name: "shape.hpp", statement: '#include "shape.hpp"' },
      { kind: "struct", name: "Base", statement: "struct Base { virtual void f(); }" },
      { kind: "function", name: "f", statement: "virtual void f();", parent: "Base", flags: ["declared", "virtual"] },
    ],
  },
  "shape.hpp": {
    text: header,
    declarations: [
      { kind: "include", name: "base.hpp", statement: '#include "base.hpp"' },
      geo(header),
      {
        kind: "class",
        name: "Shape",
        statement: part(header, "class Shape", "count;\n}"),
        parent: "geo",
        type: "Base",
      },
      { ...member, name: "Shape", statement: "Shape();", flags: ["declared"] },
      { ...member, name: "area", statement: "virtual double area() const = 0;", flags: ["declared", "virtual"] },
      { ...member, name: "name", statement: "const std::string& name() const { return name_; }" },
      { ...member, name: "rename", statement: "void rename(const std::string& n);", flags: ["declared"], most: 1 },
      { kind: "field", name: "name_", statement: "std::string name_;", parent: "Shape", flags: ["private"] },
      { kind: "field", name: "count", statement: "static int count;", parent: "Shape", flags: ["private", "declared"] },
      {
        kind: "struct",
        name: "Circle",
        statement: part(header, "struct Circle", "r;\n}"),
        parent: "geo",
        type: "Shape",
      },
      { kind: "function", name: "area", statement: part(header, "double area() const o", "r;\n  }"), parent: "Circle" },
      { kind: "field", name: "r", statement: "double r;", parent: "Circle" },
    ],
  },
  "shape.cpp": {
    text: source,
    declarations: [
      { kind: "include", name: "shape.hpp", statement: '#include "shape.hpp"' },
      geo(source),
      { kind: "variable", name: "count", statement: "int Shape::count = 0;", parent: "geo", qualifier: "Shape" },
      {
        ...{ kind: "function", name: "rename", qualifier: "Shape", parent: "geo", most: 1 },
        statement: part(source, "void Shape::rename", "++; }"),
      },
      { kind: "function", name: "total", statement: part(source, "double total", "(); }"), parent: "geo", most: 1 },
      { kind: "parameter", name: "a", statement: "const Shape& a", parent: "total" },
    ],
  },
  "app.py": {
    text: app,
    declarations: [
      { kind: "import", name: "D", statement: "Disk as D", type: "shapes.round:Disk" },
      { kind: "class", name: "Page", statement: app.slice(app.indexOf("class Page")).trimEnd(), type: "Base" },
      {
        kind: "function",
        name: "width",
        statement: part(app, "@property", "self.w"),
        parent: "Page",
        flags: ["property"],
      },
      { kind: "function", name: "draw", statement: app.slice(app.indexOf("def draw")).trimEnd(), parent: "Page" },
    ],
  },
  "shapes/round.py": {
    text: round,
    declarations: [
      { kind: "class", name: "Disk", statement: round.trimEnd() },
      { kind: "function", name: "__init__", statement: round.slice(round.indexOf("def")).trimEnd(), parent: "Disk" },
      { kind: "parameter", name: "width", statement: "width", parent: "__init__" },
      { kind: "field", name: "width", statement: "width = width", parent: "Disk" },
    ],
  },
};
