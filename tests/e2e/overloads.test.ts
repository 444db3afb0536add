import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

function served(files: Readonly<Record<string, string>>) {
  const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")];
  return callsToServer({ cwd: temporaryFolder(files), args }, sessionInProcess);
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
