import { describe, expect, test } from "vitest";
import { writtenIn } from "../../src/formats/format.ts";
import { loadFormat } from "../../src/formats/index.ts";
import { getDependencyGraph } from "../../src/tools/get-dependency-graph.ts";
import { codeBase, type Files } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";

/** A file of functions, by name what each calls; what has the name "" is called by the file itself. */
function python(functions: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.entries(functions).map(([name, called]) => {
    const lines = called.map((callee) => `${name === "" ? "" : "    "}${callee}()\n`).join("");
    return name === "" ? lines : `def ${name}():\n${lines === "" ? "    pass\n" : lines}`;
  });
  return texts.join("");
}

type Answer = Readonly<Record<string, unknown>> & {
  readonly nodes?: readonly { readonly name: string; readonly followed?: boolean }[];
  readonly truncated_reason?: string;
  readonly warnings?: readonly string[];
  readonly edges?: readonly { readonly from: string; readonly to: string; readonly lines: readonly number[] }[];
};

async function asking(files: Files) {
  const code = await codeBase(files);
  return async (input: Readonly<Record<string, unknown>>, maxChars = Number.POSITIVE_INFINITY): Promise<Answer> =>
    Object(written(await callIndex(getDependencyGraph, code, input, { maxChars })));
}

/** `from->to` of each edge. */
function arrows({ edges = [] }: Answer): readonly string[] {
  return edges.map(({ from, to }) => `${from}->${to}`);
}

const chain = {
  "a.py": `${python({ f: ["g", "g", "unknown", "len"], "": ["f"] })}from b import g\n`,
  "b.py": python({ g: ["h"], h: ["k", "h"], k: ["g"] }),
};
const ask = await asking(chain);

describe("who calls whom", () => {
  test("callees, two steps away: nodes, edges with the lines of calls, and names that stand for nothing", async () => {
    expect(JSON.stringify(await ask({ symbol: "f", show_system_includes: true }))).toBe(
      '{"symbol":"f","direction":"callees","counts":{"nodes":3,"edges":2,"cycles":0,"unresolved":1,"external":1},' +
        '"nodes":[{"name":"f","kind":"function","file":"a.py","line":1},' +
        '{"name":"g","kind":"function","file":"b.py","line":1},{"name":"h","kind":"function","file":"b.py","line":3}],' +
        '"edges":[{"from":"f","to":"g","lines":[2,3]},{"from":"g","to":"h","lines":[2]}],"cycles":[],' +
        '"unresolved":[{"from":"f","name":"unknown","lines":[4]}],' +
        '"external":[{"from":"f","name":"builtins.len","lines":[5]}],"searched_files":5,"success":true}',
    );
  });

  test("callers, of which one is the code of a file", async () => {
    const answer = await ask({ symbol: "g", direction: "importers", max_depth: 9 });
    expect(arrows(answer)).toEqual(["a.py->f", "f->g", "g->h", "h->h", "h->k", "k->g"]);
    expect(answer.nodes?.[0]).toEqual({ name: "a.py", kind: "module" });
  });

  test.each([
    ["callees", "imports"],
    ["callers", "importers"],
  ])("%s is a word for %s", async (word, direction) => {
    expect(await ask({ symbol: "h", direction: word })).toEqual(await ask({ symbol: "h", direction }));
  });

  test("both: callers of callers and callees of callees, and none of the callers' other callees", async () => {
    const both = await asking({ "a.py": python({ a: ["b", "x"], b: ["c"], c: ["d"], d: [], x: [] }) });
    expect(arrows(await both({ symbol: "b", direction: "both" }))).toEqual(["a->b", "b->c", "c->d"]);
  });

  test("cycles, the shortest of each component, and functions that call themselves", async () => {
    const { cycles } = await ask({ symbol: "f", max_depth: -1 });
    expect(cycles).toEqual([["h"], ["g", "h", "k"]]);
  });

  test("by a place, and not at all with max_depth 0", async () => {
    expect(arrows(await ask({ filepath: "b.py", line: 3, max_depth: 1 }))).toEqual(["h->h", "h->k"]);
    expect(await ask({ symbol: "f", max_depth: 0 })).toMatchObject({ nodes: [{ name: "f" }], edges: [] });
  });

  test("symbols of one name are told apart by their places", async () => {
    const files = { "a.py": python({ f: [] }), "b.py": "def f(x): pass\n", "c.py": python({ g: ["f"] }) };
    expect(await (await asking(files))({ symbol: "g" })).toMatchObject({
      ...{ nodes: [{ name: "g" }], edges: [] },
      unresolved: [{ from: "g", name: "f", lines: [2] }],
    });
    expect(await (await asking(files))({ symbol: "f", direction: "callers" })).toMatchObject({
      counts: { possible: 1 },
      nodes: [{ id: "f (a.py:1)", name: "f" }, { id: "f (b.py:1)" }],
    });
  });

  test("who calls a class calls its constructor", async () => {
    const text = "class A:\n    def __init__(self):\n        g()\ndef f():\n    A()\ndef g(): pass\n";
    const answer = await (await asking({ "a.py": text }))({ symbol: "f" });
    expect(arrows(answer)).toEqual(["A.__init__->g", "f->A", "f->A.__init__"]);
  });

  test("symbols of one name that were followed together are named", async () => {
    const files = { "a.py": python({ f: [], g: ["f"] }), "b.py": "def f(x): pass\n" };
    expect(await (await asking(files))({ symbol: "f" })).toMatchObject({ starts: ["f (a.py:1)", "f (b.py:1)"] });
    expect(await ask({ symbol: "f" })).not.toHaveProperty("starts");
  });

  test("what has no callees since it has no code says so", async () => {
    const none = await asking({ "a.hpp": "struct A { int n; };\nint f();\n" });
    expect((await none({ symbol: "A" })).warnings).toEqual([expect.stringContaining("callees of its constructors")]);
    expect((await none({ symbol: "f" })).warnings).toEqual([expect.stringContaining("f: it has no body")]);
    expect(await none({ symbol: "f", direction: "callers" })).not.toHaveProperty("warnings");
  });

  test("a name that nothing has, and one of a file", async () => {
    expect(await ask({ symbol: "ff" })).toMatchObject({ success: false, error: "Symbol not found: ff" });
    for (const direction of ["callers", "both"])
      await expect(ask({ symbol: "a", direction })).rejects.toThrow("a.py is a file");
    const answer = await ask({ symbol: "a", max_depth: 1 });
    expect(arrows(answer)).toEqual(["a.py->f"]);
    expect(answer.nodes).toMatchObject([{ name: "a.py", kind: "module" }, { name: "f" }]);
  });
});

const text = `struct A { virtual void f(); void g() { f(); A::f(); } };
struct B : A { void f() override { h(); } };
void h();
void m(A* a) { a->f(); }
`;
const virtual = await asking({ "a.hpp": text });

describe("virtual functions", () => {
  test("a call of the base may run what overrides it, unless it names the class", async () => {
    const { edges } = await virtual({ symbol: "m" });
    expect(edges).toEqual([
      { from: "B::f", to: "h", lines: [2] },
      { from: "m", to: "A::f", lines: [4], confidence: "likely" },
      { from: "m", to: "B::f", lines: [4], confidence: "likely", override: true },
    ]);
    expect((await virtual({ symbol: "A::g", max_depth: 1 })).edges).toEqual([
      { from: "A::g", to: "A::f", lines: [1] },
      { from: "A::g", to: "B::f", lines: [1], confidence: "likely", override: true },
    ]);
  });

  test("callers of an override are those of the base as well", async () => {
    const { edges } = await virtual({ symbol: "B::f", direction: "callers" });
    expect(edges).toEqual([
      { from: "A::g", to: "B::f", lines: [1], confidence: "likely", override: true },
      { from: "m", to: "B::f", lines: [4], confidence: "likely", override: true },
    ]);
  });
});

describe("forms of an answer", async () => {
  const many = Array.from({ length: 310 }, (_, i) => `c${i}`);
  const wide = await asking({ "w.py": python({ f: [], ...Object.fromEntries(many.map((name) => [name, ["f"]])) }) });
  const callers = { symbol: "f", direction: "callers", max_depth: 1 };

  test("it is all edges, or else symbols, the nearest edges, counts of files, or in all", async () => {
    expect(await wide(callers, 50_000)).toMatchObject({ counts: { nodes: 311, edges: 310 } });
    const symbols = await wide(callers, 24_000);
    expect(symbols).toMatchObject({ detail: "symbols", truncated: true, counts: { edges: 310 } });
    expect(symbols.nodes?.[0]).toEqual({ name: "f", kind: "function", file: "w.py", line: 1, in: 310, out: 0 });
    const rows = await wide(callers, 2_000);
    expect(rows).toMatchObject({ detail: "rows", counts: { edges: 310 } });
    expect(arrows(rows)).toEqual(many.slice(0, rows.edges?.length).map((name) => `${name}->f`));
    expect(rows.truncated_reason).toMatch(
      /^311 symbols with 310 edges need more than 2,000 characters: the nearest \d+ edges are shown; lower max_depth/,
    );
    expect(await wide(callers, 600)).toMatchObject({ detail: "files", nodes: [{ file: "w.py", symbols: 311 }] });
    expect(await wide(callers, 350)).toMatchObject({ detail: "counts", counts: { nodes: 311 } });
  });

  test("it shows fewer steps before it shows no edges", async () => {
    const names = Array.from({ length: 40 }, (_, i) => `d${i}`);
    const deep = await asking({
      "d.py": python({ f: ["g"], g: ["h"], h: names, ...Object.fromEntries(names.map((name) => [name, []])) }),
    });
    const answer = await deep({ symbol: "f", max_depth: 3 }, 2_000);
    expect(answer).toMatchObject({ detail: "depth", shown_depth: 2, counts: { nodes: 43 } });
    expect(arrows(answer)).toEqual(["f->g", "g->h"]);
    expect(answer.truncated_reason).toContain("what is 2 steps away is shown");
    const picture = await deep({ symbol: "f", max_depth: 3, output_format: "dot" }, 1_000);
    expect(picture).toMatchObject({ detail: "depth", graph: expect.stringContaining('n1 [label="g", ') });
    expect(picture.truncated_reason).toContain("need more than 1,000 characters");
  });

  test("a picture comes with the names that stand for nothing", async () => {
    expect(await ask({ symbol: "f", output_format: "dot" })).toMatchObject({
      unresolved: [{ from: "f", name: "unknown", lines: [4] }],
    });
  });

  test("a picture shows symbols, or else their files", async () => {
    const graphOf = async (input: Readonly<Record<string, unknown>>) => String((await ask(input)).graph);
    expect(await graphOf({ symbol: "k", max_depth: 1, output_format: "mermaid" })).toBe(
      'flowchart LR\n  subgraph g0["b.py"]\n    n0["g"]\n    n1["k"]\n  end\n  n1 --> n0\n',
    );
    expect(await graphOf({ symbol: "k", max_depth: 1, output_format: "dot" })).toContain('n1 [label="k", ');
    const large = await wide({ ...callers, output_format: "mermaid" });
    expect(large).toMatchObject({
      detail: "files",
      graph: 'flowchart LR\n  n0["w.py (311 symbols)"]\n',
      truncated: true,
    });
  });

  test("text has a line a symbol and a line an edge", async () => {
    const code = await codeBase(chain);
    const answer = await callIndex(getDependencyGraph, code, { symbol: "f", max_depth: 1, show_system_includes: true });
    expect(writtenIn(await loadFormat("text"), answer).text.split("\n")).toEqual([
      ...["a.py:1: function f", "b.py:1: function g", "a.py:2: f -> g (lines 2, 3)"],
      ...["a.py:4: f -> unresolved unknown", "a.py:5: f -> external builtins.len", ""],
    ]);
  });
});

test("what is not followed since there is too much of it is told", async () => {
  const names = Array.from({ length: 520 }, (_, i) => `c${i}`);
  const ofNames = await asking({
    "w.py": python({ f: names, ...Object.fromEntries(names.map((name) => [name, ["g"]])), g: [] }),
  });
  const { nodes = [], ...answer } = await ofNames({ symbol: "f" });
  expect(nodes.filter(({ followed }) => followed === false)).toHaveLength(20);
  expect(answer).toMatchObject({ truncated: true, truncated_reason: expect.stringContaining("20 symbols") });
});
