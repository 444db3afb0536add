import { expect, test } from "vitest";
import { writtenIn } from "../../src/formats/format.ts";
import { loadFormat } from "../../src/formats/index.ts";
import { getDependencyGraph } from "../../src/tools/get-dependency-graph.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex } from "../support/index-call.ts";

const code = await codeBase({
  "pkg/__init__.py": "",
  "pkg/a.py": "from . import b\ndef f():\n    from pkg import c\n",
  "pkg/b.py": "import os\nfrom pkg.a import f\nfrom pkg import e\n",
  "pkg/c.py": "if TYPE_CHECKING:\n    from pkg.d import x\n",
  "pkg/d.py": "import pkg.c\n",
  "pkg/e.py": "import pkg.a\n",
  "pkg/one_way.py": "import pkg.a\n",
  "x.h": '#include "x.h"\n#include "y.h"\n',
  "y.h": "#pragma once\n",
});

const [brief, text] = await Promise.all([loadFormat("brief"), loadFormat("text")]);

const inFormat = async (format: typeof brief, input: object) =>
  writtenIn(format, await callIndex(getDependencyGraph, code, { only: "cycles", ...input })).text;

test("cycles alone: whole components, each with its shortest cycle and the imports that make it", async () => {
  const lines = [
    "3 files in pkg/: a.py:1 -> b.py:2 -> a.py",
    " a.py: 1 b.py",
    " b.py: 2 a.py, 3 e.py",
    " e.py: 1 a.py",
    "1 file: x.h:1 -> x.h",
    " x.h: 1 x.h",
    "typing-only 2 files in pkg/: c.py:2 typing -> d.py:1 -> c.py",
    " c.py: 2 d.py typing",
  ];
  expect(await inFormat(text, {})).toBe(`${lines.join("\n")}\n`);
  const counts = "only=cycles counts: components=2 files=4 deferred_components=1 deferred_files=2";
  expect(await inFormat(brief, {})).toBe([counts, ...lines, "searched_files=5"].join("\n"));
});

test("names alone: the files of each component instead of its imports", async () => {
  expect(await inFormat(text, { detail: "names" })).toBe(
    [
      "3 files in pkg/: a.py:1 -> b.py:2 -> a.py",
      " a.py, b.py, e.py",
      "1 file: x.h:1 -> x.h",
      " x.h",
      "typing-only 2 files in pkg/: c.py:2 typing -> d.py:1 -> c.py\n",
    ].join("\n"),
  );
});

test.each([
  ["pkg/d.py", "typing-only 2 files in pkg/: c.py:2 typing -> d.py:1 -> c.py\n c.py: 2 d.py typing\n"],
  ["pkg/one_way.py", "no cycles\n"],
  ["y.h", "no cycles\n"],
])("of one file, %s, its own component", async (filepath, answer) => {
  expect(await inFormat(text, { filepath })).toBe(answer);
});

test.each([
  [{ symbol: "f" }, "Argument 'only' is about files and excludes 'symbol'."],
  [{ output_format: "dot" }, "Argument 'only' is about files and excludes 'output_format'."],
])("is refused with %o", async (input, message) => {
  await expect(callIndex(getDependencyGraph, code, { only: "cycles", ...input })).rejects.toThrow(message);
});

test("an import in a function and one at the top of the same file are both counted where they are", async () => {
  const mixed = await codeBase({
    "a.py": "import b\n",
    "b.py": "def f():\n    import a\nimport c\n",
    "c.py": "import b\n",
  });
  const answer = await callIndex(getDependencyGraph, mixed, { only: "cycles" });
  expect(writtenIn(text, answer).text).toBe(
    "2 files: b.py:3 -> c.py:1 -> b.py\n b.py: 3 c.py\n c.py: 1 b.py\n" +
      "deferred 3 files: a.py:1 -> b.py:2 lazy -> a.py\n b.py: 2 a.py lazy\n",
  );
});

test("imports in functions and for type checkers have groups of their own, with the ones that close a circle by themselves", async () => {
  const mixed = await codeBase({
    // A circle at load, with a further import in a function that is inside of it.
    "core.py": "import ops\n\ndef f():\n    import utils\n",
    "ops.py": "import utils\n\ndef serve():\n    import server\n",
    "utils.py": "import core\n",
    // Joins the circle by the import in ops.py.
    "server.py": "import ops\n",
    // Joins it only for a type checker.
    "view.py": "import server\n",
    "model.py": "import view\nif TYPE_CHECKING:\n    import far\n",
    "far.py": "def g():\n    import model\n",
    "types.py": "",
  });
  const withTypes = await codeBase({
    ...Object.fromEntries(mixed.index.files.map(({ path }) => [mixed.nameOf(path), mixed.textOf(path) ?? ""])),
    "server.py": "import ops\nif TYPE_CHECKING:\n    import view\n",
  });
  const linesOf = async (from: typeof mixed) =>
    writtenIn(text, await callIndex(getDependencyGraph, from, { only: "cycles" }))
      .text.trimEnd()
      .split("\n");
  const both = [
    "3 files: core.py:1 -> ops.py:1 -> utils.py:1 -> core.py",
    " core.py: 1 ops.py, 4 utils.py lazy",
    " ops.py: 1 utils.py",
    " utils.py: 1 core.py",
    "deferred 4 files: ops.py:4 lazy -> server.py:1 -> ops.py",
    " ops.py: 4 server.py lazy",
    " not listed: 1 lazy",
  ];
  // Two imports that close a circle only together are counted.
  const together = [
    "typing-only 2 files: far.py:2 lazy -> model.py:3 typing -> far.py",
    " not listed: 1 lazy, 1 typing",
  ];
  expect(await linesOf(mixed)).toEqual([...both, ...together]);
  expect(await linesOf(withTypes)).toEqual([
    ...both,
    "typing-only 5 files: server.py:3 typing -> view.py:1 -> server.py",
    " server.py: 3 view.py typing",
    " not listed: 2 lazy",
    ...together,
  ]);
});

test("imports in functions of a group are only counted if they are more than 50", async () => {
  const ring = Array.from({ length: 9 }, (_, i) => {
    const others = [2, 3, 4, 5, 6, 7, 8].map((step) => `    import f${(i + step) % 9}\n`).join("");
    return [`f${i}.py`, `import f${(i + 1) % 9}\n\ndef g():\n${others}`] as const;
  });
  const answer = await callIndex(getDependencyGraph, await codeBase(Object.fromEntries(ring)), { only: "cycles" });
  const lines = writtenIn(text, answer).text.trimEnd().split("\n");
  expect(lines).toContain(" f0.py: 1 f1.py");
  expect(lines).toContain(" not listed: 63 lazy");
});

test("each line that imports the same file is told, but not later ones in functions", async () => {
  const several = await codeBase({
    "a.py": "from b import f\nimport os\nfrom b import g\ndef h():\n    from b import i\n",
    "b.py": "import a\n",
  });
  const answer = await callIndex(getDependencyGraph, several, { only: "cycles" });
  expect(writtenIn(text, answer).text).toBe("2 files: a.py:1 -> b.py:1 -> a.py\n a.py: 1,3 b.py\n b.py: 1 a.py\n");
});

test("of many lines the first are told", async () => {
  const count = 5_000;
  const several = await codeBase({ "a.h": '#include "b.h"\n'.repeat(count), "b.h": '#include "a.h"\n' });
  const answer = await callIndex(getDependencyGraph, several, { only: "cycles" });
  expect(writtenIn(text, answer).text).toContain(` a.h: 1,2,3,4,5+${count - 5} b.h\n`);
});
