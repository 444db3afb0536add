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

describe("forms of an answer", async () => {
  const many = Array.from({ length: 310 }, (_, i) => `c${i}`);
  const wide = await asking({ "w.py": python({ f: [], ...Object.fromEntries(many.map((name) => [name, ["f"]])) }) });
  const callers = { symbol: "f", direction: "callers", max_depth: 1 };

  test("it is all edges, or else symbols, the nearest edges, counts of files, or in all", async () => {
    expect(await wide(callers, 50_000)).toMatchObject({ counts: { nodes: 311, edges: 310 } });
    const symbols = await wide(callers, 24_000);
    expect(symbols).toMatchObject({ detail: "symbols", truncated: true, counts: { edges: 310 } });
    expect(symbols.nodes?.[0]).toEqual({
      ...{ name: "f", kind: "function", file: "w.py", line: 1 },
      ...{ start: true, in: 310, out: 0 },
    });
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

  test("a picture of many symbols shows their files", async () => {
    const large = await wide({ ...callers, output_format: "mermaid" });
    expect(large).toMatchObject({
      detail: "files",
      graph: 'flowchart LR\n  n0["w.py (311 symbols)"]\n',
      truncated: true,
    });
  });

  test("text is a tree of calls with a line for what stands for nothing", async () => {
    const code = await codeBase({
      "a.py": `${python({ f: ["g", "g", "unknown", "len"], "": ["f"] })}from b import g\n`,
      "b.py": python({ g: [] }),
    });
    const answer = await callIndex(getDependencyGraph, code, { symbol: "f", max_depth: 1, show_system_includes: true });
    expect(writtenIn(await loadFormat("text"), answer).text.split("\n")).toEqual([
      ...["function f a.py:1", "  function g b.py:1 (lines 2, 3)"],
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

describe("brief answers about calls are trees", async () => {
  const code = await codeBase({
    "kit/a.py": python({ f: [], g: ["f", "f"], h: ["g", "f"], loop: ["loop", "h"], top: ["loop"] }),
    "kit/b.py": `from kit.a import *\n${python({ "": ["h"], other: ["unknown", "h"] })}`,
  });
  const brief = await loadFormat("brief");
  const linesOf = async (input: Readonly<Record<string, unknown>>) =>
    writtenIn(brief, await callIndex(getDependencyGraph, code, input))
      .text.split("\n")
      .slice(0, -1);

  test("callers are below what they call, each once", async () => {
    expect(await linesOf({ symbol: "f", direction: "callers", max_depth: -1 })).toEqual([
      "symbol=f direction=callers counts: nodes=7 edges=8 cycles=1 entry_points=3",
      "cycle: loop",
      "f kit/a.py:1",
      " g :3 at 4,5",
      "  h :6 at 7",
      "   loop :9 at 11",
      "    loop at 10 above",
      "    top :12 at 13",
      "   kit/b.py at 2",
      "   other kit/b.py:3 at 5",
      " h at 8 above",
    ]);
  });

  test("callers that are not looked for are told from entry points", async () => {
    expect(await linesOf({ symbol: "g", direction: "callers", max_depth: 2 })).toEqual([
      "symbol=g direction=callers counts: nodes=5 edges=4 entry_points=1",
      "g kit/a.py:3",
      " h :6 at 7",
      "  loop :9 at 11 ...",
      "  kit/b.py at 2",
      "  other kit/b.py:3 at 5 ...",
    ]);
  });

  test("callees are below what calls them, and both directions are two trees", async () => {
    expect(await linesOf({ symbol: "h", direction: "both", max_depth: 1 })).toEqual([
      "symbol=h direction=both counts: nodes=6 edges=5 entry_points=1",
      "callers:",
      "h kit/a.py:6",
      " loop :9 at 11 ...",
      " kit/b.py at 2",
      " other kit/b.py:3 at 5 ...",
      "callees:",
      "h kit/a.py:6",
      " f :1 at 8",
      " g :3 at 7",
    ]);
  });

  test("what is not a tree of calls has no tree", async () => {
    expect(await linesOf({ symbol: "g", direction: "callers", max_depth: 1, detail: "names" })).toEqual([
      "symbol=g direction=callers counts: nodes=2 edges=1",
      "nodes:",
      "kit/a.py: g:3 h:6",
    ]);
    expect(await linesOf({ symbol: "f" })).toEqual(["symbol=f direction=callees counts: nodes=1", "f kit/a.py:1"]);
  });
});

test("of later functions only calls in languages that share names with them are counted as possible", async () => {
  const files = {
    "a.py": "class A:\n    def stop(self):\n        halt()\n\ndef halt():\n    pass\n",
    "b.py": "def end(x):\n    x.stop()\n",
    "c.js": "export function bye(x) {\n  x.stop();\n}\n",
  };
  const python = await asking(files);
  expect(await python({ symbol: "halt", direction: "callers" })).toMatchObject({ counts: { possible: 1 } });
  const javascript = await asking({
    "a.js": "export class A {\n  stop() {\n    halt();\n  }\n}\nfunction halt() {}\n",
    "b.py": files["b.py"],
    "c.ts": "export function bye(x: any) {\n  x.stop();\n}\n",
  });
  expect(await javascript({ symbol: "halt", direction: "callers" })).toMatchObject({ counts: { possible: 1 } });
});

test("as many possible callers are shown as one reads", async () => {
  const many = Array.from({ length: 45 }, (_, i) => `def c${i}(x): x.f()\n`).join("");
  const ask = await asking({
    "a.py": "class A:\n    def f(self): pass\nclass B:\n    def f(self): pass\n",
    "b.py": many,
  });
  const answer = await ask({ symbol: "A.f", direction: "callers" });
  expect(answer.edges).toHaveLength(30);
  expect(answer).toMatchObject({
    counts: { possible: 45, edges: 30 },
    truncated: true,
    truncated_reason: "30 of 45 possible callers are shown: find_references has all",
  });
  const short = await ask({ symbol: "A.f", direction: "callers" }, 900);
  expect(short).toMatchObject({ detail: "confirmed", counts: { possible: 45 }, edges: [] });
});

test("a call that names the class of a member runs none that overrides it", async () => {
  const ask = await asking({
    "base.py":
      "class Base:\n    def __init__(self): ...\n    def run(self): ...\n\ndef use(base: Base):\n    base.run()\n",
    "a.py":
      "import base\nfrom base import Base\n\nclass A(Base):\n    def __init__(self):\n        print(1)\n        Base.__init__(self)\n    def run(self):\n        base.Base.run(self)\n",
    "b.py":
      "from base import Base\n\nclass B(Base):\n    def __init__(self):\n        super().__init__()\n    def run(self):\n        super(B, self).run()\n",
  });
  expect(arrows(await ask({ symbol: "A.__init__", direction: "callers" }))).toEqual([]);
  expect(arrows(await ask({ symbol: "A.run", direction: "callers" }))).toEqual(["use->A.run"]);
  expect(arrows(await ask({ symbol: "Base.run", direction: "callers" }))).toEqual([
    "A.run->Base.run",
    "B.run->Base.run",
    "use->A.run",
    "use->B.run",
    "use->Base.run",
  ]);
  expect(arrows(await ask({ symbol: "A.run", direction: "callees" }))).toEqual(["A.run->Base.run"]);
});

test("callers of a constructor are found where a file gets the class as a value", async () => {
  const ask = await asking({
    "a.py": "class A:\n    def __init__(self): ...\n\n    @classmethod\n    def make(cls):\n        return cls()\n",
    "sub.py": "from a import A\n\nclass Sub(A):\n    pass\n",
    "user.py": "class User:\n    kind = None\n\n    def made(self):\n        return self.kind()\n",
    "sub_user.py": "from sub import Sub\nfrom user import User\n\nclass SubUser(User):\n    kind = Sub\n",
    "given.py": "from a import A\n\ndef given():\n    one = A\n    return one\n",
    "taken.py": "from given import given\n\ndef taken():\n    return given()()\n",
    "raised.py": "from a import A\n\ndef raised():\n    raise A\n",
    "kinds.py":
      "kinds = {}\n\ndef register(name, kind):\n    kinds[name] = kind\n\n" +
      "def made(name):\n    kind = kinds[name]\n    return kind()\n",
    "plugin.py": 'from kinds import register\nfrom sub import Sub\n\nregister("sub", Sub)\n',
  });
  expect(arrows(await ask({ symbol: "A.__init__", direction: "callers" }))).toEqual([
    "A.make->A.__init__",
    "raised->A.__init__",
    "taken->A.__init__",
  ]);
});

/** Each a program with `a.py`, in which a function calls the constructor of A without calling A by its name. */
test.each([
  ["an annotation of a class", { "b.py": "from a import A\n\ndef made(k: type[A]):\n    return k(1)\n" }],
  ["an annotation in a string", { "b.py": 'from a import A\n\ndef made(k: "type[A] | None"):\n    return k(1)\n' }],
  [
    "an attribute that is annotated so",
    { "b.py": "from a import A\n\nclass B:\n    k: type[A]\n\n    def made(self):\n        return self.k(1)\n" },
  ],
  ["the class of an object", { "b.py": "from a import A\n\ndef made(a: A):\n    return type(a)(1)\n" }],
  [
    "the class of an object, kept",
    { "b.py": "from a import A\n\ndef made():\n    o = A()\n    t = o.__class__\n    return t(2)\n" },
  ],
  [
    "the class of an object of another file",
    {
      "b.py": "from a import A\n\ndef get() -> A:\n    return A()\n",
      "c.py": "from b import get\n\ndef made():\n    o = get()\n    return type(o)(2)\n",
    },
  ],
  [
    "a method of a base",
    {
      "base.py": "class Base:\n    @classmethod\n    def kind(klass):\n        return klass\n",
      "b.py": "from sub import Sub\n\ndef made():\n    return Sub.kind()(1)\n",
      "sub.py": "from a import A\nfrom base import Base\n\nclass Sub(A, Base): ...\n",
    },
  ],
  [
    "items of a library",
    { "b.py": "from a import A\n\ndef made():\n    for i, k in enumerate((A,)):\n        k(i)\n" },
  ],
  [
    "the constructor of an object",
    {
      "b.py": "from a import A\n\ndef get() -> A:\n    return A()\n",
      "c.py": "from b import get\n\ndef made():\n    o = get()\n    o.__init__(2)\n",
    },
  ],
])("a constructor is called by %s", async (_, files) => {
  const ask = await asking({ "a.py": "class A:\n    def __init__(self, x=0): ...\n", ...files });
  const answer = await ask({ symbol: "A.__init__", direction: "callers", max_depth: 1 });
  expect(arrows(answer).filter((arrow) => arrow.includes("made"))).toEqual([
    expect.stringMatching(/made->A\.__init__$/),
  ]);
});

test("a method of a class that an object has in its class may be overridden with that class", async () => {
  const ask = await asking({
    "a.py":
      "class P:\n    class Opt:\n        @classmethod\n        def make(cls): ...\n\n    def go(self):\n        return self.Opt.make()\n\n" +
      "class Q(P):\n    class Opt(P.Opt):\n        @classmethod\n        def make(cls): ...\n",
  });
  expect(arrows(await ask({ symbol: "Q.Opt.make", direction: "callers" }))).toEqual(["P.go->Q.Opt.make"]);
});

test("callers of a constructor are found in files that do not name its class", async () => {
  const ask = await asking({
    "a.py": "def start():\n    pass\n\nclass A:\n    def __init__(self):\n        start()\n\nAlias = A\n",
    "b.py": "from a import A as Renamed\n\nclass B(Renamed):\n    pass\n",
    "c.py": "from b import B\n\nclass C(B):\n    def __init__(self):\n        super().__init__()\n",
    "d.py": "from b import Renamed\n\ndef renamed():\n    return Renamed()\n",
    "e.py": "from a import Alias\n\ndef aliased():\n    return Alias()\n",
    "other.py": "class Other:\n    def __init__(self):\n        super().__init__()\n",
  });
  const answer = await ask({ symbol: "start", direction: "callers", max_depth: 2 });
  expect(arrows(answer)).toEqual([
    "A.__init__->start",
    "C.__init__->A.__init__",
    "renamed->A.__init__",
    "aliased->A.__init__",
  ]);
});
