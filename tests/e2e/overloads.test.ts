import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

function served(files: Readonly<Record<string, string>>) {
  const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")];
  return callsToServer({ cwd: temporaryFolder(files), args });
}

/** A pair of members that differ in const, and overloads that differ in types from outside. */
const overloads = `#include <memory>
#include "outside.h"
struct E { int* items(); const int* items() const; };
void f(E* e) { e->items(); }
struct V { int apply(Outside a, int b = 0); int apply(Other s, int b = 0); };
struct D { std::unique_ptr<V> v_; int g() { return v_->apply(make_outside(), 1); } };
`;

test("overloads are one address: their calls are confirmed, and edges of the graph both ways", async () => {
  const call = served({ "a.cpp": overloads });
  const uses = await call("find_references", { symbol: "V::apply", reference_types: ["call"] });
  expect(uses.answer).toMatchObject({ results: [{ references: [{ line: 6, in: "D::g", confidence: "likely" }] }] });
  expect(uses.answer).not.toHaveProperty("possible");
  const pair = await call("find_references", { symbol: "E::items", reference_types: ["call"] });
  expect(pair.answer).toMatchObject({ results: [{ references: [{ line: 4, in: "f" }] }] });
  const callers = await call("get_dependency_graph", { symbol: "V::apply", direction: "callers" });
  const nodes = [
    { name: "V::apply", line: 5 },
    { name: "V::apply", line: 5 },
    { name: "D::g", line: 6 },
  ];
  expect(callers.answer).toMatchObject({ nodes, edges: [{ confidence: "likely" }, { confidence: "likely" }] });
  const callees = await call("get_dependency_graph", { symbol: "D::g", direction: "callees" });
  expect(callees.answer).toMatchObject({ nodes, edges: [{ confidence: "likely" }, { confidence: "likely" }] });
  const context = await call("get_symbol_context", { symbol: "V::apply" });
  expect(JSON.stringify(context.answer)).toContain("v_->apply(make_outside(), 1)");
});

/** A class whose constructor is called in five ways, of which two do not write its name, and one that declares none. */
const constructors = `#include <memory>
#include <vector>
struct A { explicit A(int n); int n_; };
struct Plain { int n_; };
void g() { A a(1); A b{2}; auto* c = new A(3); A(4); auto d = std::make_unique<A>(5); Plain e{1}; delete c; }
struct B { std::vector<A> all_; A a_; B(); void add(); };
`;
const members = `#include "a.hpp"
B::B() : a_(1) {}
void B::add() { all_.emplace_back(6); }
`;

test("a constructor: where objects are made, with its callers, and as a callee", async () => {
  const call = served({ "a.hpp": constructors, "b.cpp": members, "c.cpp": "void h() { all_.emplace_back(); }\n" });
  const uses = await call("find_references", { symbol: "A::A", reference_types: ["call"], include_context: false });
  expect(uses.answer).toMatchObject({
    total_references: 7,
    results: [
      { filepath: "a.hpp", references: [{ column: 12 }, { column: 20 }, { column: 42 }, { column: 48 }, {}] },
      {
        filepath: "b.cpp",
        references: [
          { line: 2, in: "B::B" },
          { line: 3, in: "B::add" },
        ],
      },
    ],
  });
  const ofClass = await call("find_references", { symbol: "A", reference_types: ["call"] });
  expect(ofClass.answer).toMatchObject({ results: [{ filepath: "a.hpp" }] });
  const callers = await call("get_dependency_graph", { symbol: "A::A", direction: "callers" });
  expect(callers.answer).toMatchObject({
    nodes: [{ name: "A::A" }, { name: "g" }, { name: "B::B" }, { name: "B::add" }],
  });
  const callees = await call("get_dependency_graph", { symbol: "g", direction: "callees" });
  expect(callees.answer).toMatchObject({ nodes: [{ name: "A::A" }, { name: "Plain" }, { name: "g" }] });
});

test("__init__: where objects of its class are made, in all files", async () => {
  const call = served({
    "a.py": "class A:\n    def __init__(self): ...\nclass B(A): ...\n",
    "b.py": "from a import A, B as C\ndef f(): A()\ndef g(): C()\n",
  });
  const uses = await call("find_references", { symbol: "A.__init__", reference_types: ["call"] });
  expect(uses.answer).toMatchObject({ results: [{ filepath: "b.py", references: [{ in: "f" }, { in: "g" }] }] });
  const callers = await call("get_dependency_graph", { symbol: "A.__init__", direction: "callers" });
  expect(callers.answer).toMatchObject({ nodes: [{ name: "A.__init__" }, { name: "f" }, { name: "g" }] });
  const callees = await call("get_dependency_graph", { symbol: "f", direction: "callees" });
  expect(callees.answer).toMatchObject({ nodes: [{ name: "A" }, { name: "A.__init__" }, { name: "f" }] });
});
