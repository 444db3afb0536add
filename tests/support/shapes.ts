import type { Files } from "./code-base.ts";

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
void paint() { picked()->area(); }
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

/** The code that the examples of the tools are about: two headers that include each other, and a page in Python. */
export const shapes: Files = {
  "base.hpp": base,
  "shape.hpp": header,
  "shape.cpp": source,
  "app.py": app,
  "shapes/round.py": round,
};
