import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const project = join(packageFolder, "tests/fixtures/navigation/project");

function served(folder: string) {
  const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")];
  // A walk ends at half of the time: on a busy machine after a few rounds.
  return callsToServer({ cwd: folder, args, env: { REQUEST_TIMEOUT: "240000" } });
}

test("files, with what they need of each other", async () => {
  const folder = temporaryFolder();
  cpSync(project, folder, { recursive: true });
  const call = served(folder);
  const { answer } = await call("get_dependency_graph", {});
  expect(answer).toMatchObject({
    edges: expect.arrayContaining([{ from: "shape.cpp", to: "shape.hpp", line: 1 }]),
    success: true,
  });
  const importers = await call("get_dependency_graph", { filepath: "shape.hpp", direction: "importers", max_depth: 1 });
  expect(importers.answer).toMatchObject({ file: "shape.hpp", direction: "importers" });
});

test("a file of unsaved text, and what a compilation database says after a change", async () => {
  const folder = temporaryFolder({ "m.cpp": "", "a/x.h": "", "b/x.h": "" });
  const call = served(folder);
  const edges = async () => {
    const { answer } = await call("get_dependency_graph", { filepath: "m.cpp", source: '#include "x.h"\n' });
    return answer;
  };
  expect(await edges()).toMatchObject({
    edges: [],
    ambiguous: [{ from: "m.cpp", name: "x.h", line: 1, candidates: ["a/x.h", "b/x.h"] }],
  });
  const commands = [{ directory: folder, file: "m.cpp", command: "c++ -Ib -c m.cpp" }];
  mkdirSync(join(folder, "build"));
  writeFileSync(join(folder, "build/compile_commands.json"), JSON.stringify(commands));
  expect(await edges()).toMatchObject({ nodes: [{ file: "b/x.h" }, { file: "m.cpp" }], edges: [{ to: "b/x.h" }] });
});

test("a chain and a cycle of many includes, in a short answer", async () => {
  const chain = Array.from({ length: 500 }, (_, i) => [`c/${i}.h`, i < 499 ? `#include "${i + 1}.h"\n` : ""]);
  const ring = Array.from({ length: 200 }, (_, i) => [`r/${i}.h`, `#include "${(i + 1) % 200}.h"\n`]);
  const call = served(temporaryFolder(Object.fromEntries([...chain, ...ring])));
  const { answer } = await call("get_dependency_graph", { max_chars: 5_000 });
  expect(answer).toMatchObject({
    counts: { nodes: 700, edges: 699, cycles: 1, unresolved: 0, ambiguous: 0 },
    truncated: true,
  });
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(5_000);
  const first = await call("get_dependency_graph", { filepath: "c/0.h", max_depth: 2 });
  expect(first.answer).toMatchObject({ nodes: [{ layer: 499 }, { layer: 498 }, { layer: 497 }] });
});

test("on the command line a path is the file to start at, and text has a line an edge", async () => {
  const folder = temporaryFolder({
    "a.cpp": '#include "b.h"\n#include "no.h"\n',
    "b.h": "",
    "c.cpp": '#include "b.h"\n',
  });
  const flags = ["--show-system-includes", "--max-depth=-1", "--format", "text", "--no-cache"];
  const args = ["get_dependency_graph", "a.cpp", ...flags];
  const { stdout } = await runInProcess("", { args, cwd: folder });
  expect(stdout.split("\n")).toEqual([
    ...["a.cpp: layer=1 in=0 out=1", "b.h: layer=0 in=2 out=0", "a.cpp:1: b.h", "a.cpp:2: unresolved no.h", ""],
  ]);
});

test("a search without files says why", async () => {
  const { answer } = await served(temporaryFolder({ "a.cpp": "", "empty/a.txt": "" }))("get_dependency_graph", {
    filepath: "empty",
  });
  expect(answer).toMatchObject({ nodes: [], warnings: [expect.stringMatching(/^No file in empty is of a known/)] });
});

test("names without a file are those of the file that is asked about; others are counted", async () => {
  const call = served(temporaryFolder({ "a.cpp": '#include "b.h"\n#include "no.h"\n', "b.h": '#include "gone.h"\n' }));
  const unresolved = [{ from: "a.cpp", name: "no.h", line: 2 }];
  const { answer } = await call("get_dependency_graph", { filepath: "a.cpp" });
  expect(answer).toMatchObject({ unresolved, counts: { unresolved: 1, unresolved_elsewhere: 1 } });
  const picture = await call("get_dependency_graph", { filepath: "a.cpp", output_format: "mermaid" });
  expect(picture.answer).toMatchObject({ unresolved });
  const whole = await call("get_dependency_graph", {});
  expect(whole.answer).toMatchObject({ counts: { unresolved: 2 } });
});

test("a folder that is a part of a package needs the packages around it, which are not unresolved", async () => {
  const folder = temporaryFolder({
    "pkg/__init__.py": "from pkg.core import one\n",
    "pkg/core.py": "one = 1\n",
    "pkg/sub/__init__.py": "",
    "pkg/sub/a.py": "from pkg import one\nfrom pkg.core import one\nfrom .. import core\nfrom pkg.sub.b import x\n",
    "pkg/sub/b.py": "from .gone import y\nx = 1\ndef twice(): return x\n",
  });
  const call = served(folder);
  const { answer } = await call("get_dependency_graph", { filepath: "pkg/sub", show_system_includes: true });
  expect(answer).toMatchObject({
    edges: [{ from: "pkg/sub/a.py", to: "pkg/sub/b.py", line: 4 }],
    unresolved: [{ from: "pkg/sub/b.py", name: ".gone", line: 1 }],
  });
  const named = { symbol: "pkg.sub.b.twice", filepath: "pkg/sub" };
  expect((await call("get_dependency_graph", named)).answer).toMatchObject({ symbol: "twice" });
  expect((await call("find_references", named)).answer).toMatchObject({ total_references: 1 });
  expect((await call("find_references", { ...named, symbol: "other.sub.b.twice" })).answer.success).toBe(false);
});

test("constructions are calls of a class", async () => {
  const text = "struct Kit { Kit(int); };\nvoid f() { Kit a(1); }\nvoid g() { Kit b{2}; }\nvoid h(Kit* c);\n";
  const call = served(temporaryFolder({ "a.cpp": text }));
  const { answer } = await call("get_dependency_graph", { symbol: "Kit", direction: "callers" });
  expect(answer).toMatchObject({
    edges: [
      { from: "f", to: "Kit" },
      { from: "g", to: "Kit" },
    ],
  });
  const callees = await call("get_dependency_graph", { symbol: "Kit" });
  expect(callees.answer).toMatchObject({ edges: [], warnings: [expect.stringContaining("constructors")] });
});

test("calls of a function in several files, and of unsaved text", async () => {
  const folder = temporaryFolder();
  cpSync(project, folder, { recursive: true });
  const call = served(folder);
  const total = await call("get_dependency_graph", { symbol: "geo::total" });
  expect(total.answer).toMatchObject({
    direction: "callees",
    edges: expect.arrayContaining([{ from: "geo::total", to: "geo::Shape::area", lines: [5], confidence: "likely" }]),
  });
  const names = await call("get_dependency_graph", { symbol: "geo::total", max_depth: 1, detail: "names" });
  expect(names.answer).toMatchObject({
    nodes: expect.arrayContaining([{ file: "shape.cpp", symbols: ["geo::total:5"] }]),
  });
  expect(names.answer).not.toHaveProperty("edges");
  const source = '#include "shape.hpp"\nvoid paint(const geo::Shape& shape) {\n  shape.area();\n}\n';
  const unsaved = await call("get_dependency_graph", { filepath: "new.cpp", source, line: 2, symbol: "paint" });
  expect(unsaved.answer).toMatchObject({
    symbol: "paint",
    edges: [
      { from: "paint", to: "geo::Shape::area", lines: [3], confidence: "likely" },
      { from: "paint", to: "geo::Circle::area", override: true },
    ],
  });
});

test("a cycle of functions is followed for a bounded number of rounds", async () => {
  const functions = Array.from({ length: 150 }, (_, i) => `void f${i}();\n`);
  const bodies = functions.map((_, i) => `void f${i}() { f${(i + 1) % 150}(); }\n`);
  const call = served(temporaryFolder({ "ring.cpp": [...functions, ...bodies].join("") }));
  const small = await call("get_dependency_graph", { symbol: "f0", direction: "both" });
  expect(small.answer).toMatchObject({ counts: { nodes: 5, edges: 4 } });
  expect(small.answer.truncated).toBeUndefined();
  const { answer } = await call("get_dependency_graph", { symbol: "f0", max_depth: -1 });
  expect(answer).toMatchObject({
    counts: { nodes: 101, edges: 100, cycles: 0 },
    truncated: true,
    truncated_reason: "calls are not followed further after 100 rounds",
  });
});
