import { describe, expect, test } from "vitest";
import { withListedSymbols } from "../../src/code-index/listed-symbols.ts";
import { lineComparer } from "../../src/revisions/changed-lines.ts";
import { filesOfDiff } from "../../src/revisions/patched-texts.ts";
import { languageOf } from "../../src/syntax/language-of.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import {
  changesBetween,
  differingSignatures,
  linesOutside,
  outlineOf,
  withMoved,
} from "../../src/tools/changes/changed-symbols.ts";
import { shownLines, symbolDiff } from "../../src/tools/changes/symbol-diff.ts";
import { languages } from "../support/shipped-languages.ts";

async function outline(path: string, text: string) {
  const language = languageOf(path, languages);
  if (language === undefined) throw new Error(path);
  return await withParsed(language, text, {}, (file) => outlineOf(withListedSymbols(file, path)));
}

/** The changes of a file as `change name`, with the lines now. */
async function changes(path: string, before: string, now: string) {
  const found = changesBetween(await outline(path, before), await outline(path, now));
  return found.map(({ change, before: old, now: symbol }) => `${change} ${(symbol ?? old)?.name}`);
}

async function mainOf(symbols: ReturnType<typeof outline> | undefined) {
  const found = (await symbols)?.find(({ name }) => name === "main");
  if (found === undefined) throw new Error("no main");
  return found;
}

describe("symbols of Python", () => {
  const text = `import os

LIMIT = 10


class Job:
    kind = "a"

    def run(self, a):
        self.state = a
        return a + LIMIT

    def stop(self):
        return None


def main():
    return Job().run(1)
`;
  test.each([
    ["a line above", text.replace("import os\n", "import os\nimport sys\n"), []],
    [
      "blank lines and blank ends",
      text.replace("import os\n", "import os\n\n\n").replace("+ LIMIT\n", "+ LIMIT  \n"),
      [],
    ],
    ["a body", text.replace("a + LIMIT", "a - LIMIT"), ["body run"]],
    ["a body that sets an attribute", text.replace("self.state = a", "self.state = 2"), ["body run"]],
    ["a signature", text.replace("run(self, a)", "run(self, a, b=1)"), ["signature run"]],
    ["a signature that is written in two lines", text.replace("def main():", "def main(\n):"), ["comment main"]],
    ["a comment in a body", text.replace("        return a +", "        # why\n        return a +"), ["comment run"]],
    [
      "a comment at the end of a line, and other space",
      text.replace("a + LIMIT", "a  +  LIMIT  # why"),
      ["comment run"],
    ],
    ["a comment and code", text.replace("a + LIMIT", "a - LIMIT  # why"), ["body run"]],
    ["a comment of a class", text.replace('    kind = "a"', '    # why\n    kind = "a"'), ["comment Job"]],
    ["a comment after a member", text.replace('    kind = "a"', '    kind = "a"  # why'), ["comment kind"]],
    ["a comment after the last member of a class", text.replace("return None", "return None  # why"), ["comment stop"]],
    ["a comment after a value", text.replace("LIMIT = 10", "LIMIT = 10  # why"), ["comment LIMIT"]],
    ["a comment after an import", text.replace("import os", "import os  # why"), []],
    [
      "a docstring, which is code",
      text.replace("        return None", '        """Stops."""\n        return None'),
      ["body stop"],
    ],
    ["space in a string", text.replace('kind = "a"', 'kind = "a "'), ["body kind"]],
    ["a value", text.replace("LIMIT = 10", "LIMIT = 11"), ["body LIMIT"]],
    ["an attribute of a class", text.replace('kind = "a"', 'kind = "b"'), ["body kind"]],
    ["a base", text.replace("class Job:", "class Job(Base):"), ["signature Job"]],
    ["a decorator", text.replace("def main", "@once\ndef main"), ["signature main"]],
    ["a function more", `${text}\n\ndef other():\n    pass\n`, ["added other"]],
    ["a function less", text.replace(/ {4}def stop[\s\S]*?None\n/, ""), ["removed stop"]],
    ["another name", text.replace("def stop", "def halt"), ["added halt", "removed stop"]],
    [
      "functions in another order",
      text.replace(/( {4}def run[\s\S]*?LIMIT\n\n)( {4}def stop[\s\S]*?None\n)/, "$2\n$1"),
      [],
    ],
  ])("%s", async (_, now, expected) => {
    expect(await changes("a.py", text, now)).toEqual(expected);
  });

  test("the end of a signature that is longer than answers show, and a body below one", async () => {
    const parameters = Array.from({ length: 40 }, (_, i) => `parameter_${i}=None`).join(", ");
    const before = text.replace("main()", `main(${parameters})`);
    const now = before.replace("parameter_39=None", "parameter_39=None, last=1");
    expect(await changes("a.py", before, before.replace("run(1)", "run(2)"))).toEqual(["body main"]);
    expect(await changes("a.py", before, now)).toEqual(["signature main"]);
    const [old, other] = [before, now].map((one) => outline("a.py", one));
    const shown = differingSignatures(await mainOf(old), await mainOf(other));
    expect(shown).toEqual([
      expect.stringMatching(/^def main\(parameter_0=None, .* … .*parameter_39=None\)$/),
      expect.stringMatching(/^def main\(parameter_0=None, .* … .*parameter_39=None, last=1\)$/),
    ]);
  });
});

test("the end of a declaration of C++ that is longer than answers show is a signature", async () => {
  const parameters = Array.from({ length: 30 }, (_, i) => `int parameter_${i}`).join(", ");
  const before = `void blend(${parameters});\n`;
  expect(await changes("a.hpp", before, before.replace(");", ", float last);"))).toEqual(["signature blend"]);
});

test("a variable that a header only declares has another type", async () => {
  expect(await changes("a.hpp", "extern int width;\n", "extern long width;\n")).toEqual(["signature width"]);
});

describe("symbols of C++", () => {
  const text = `namespace geo {
class Shape {
 public:
  void move(int x);
  void move(double x);
  int sides() const { return 4; }
 private:
  int id_;
};
void Shape::move(int x) { id_ = x; }
void Shape::move(double x) { id_ = 2; }
}
`;
  test.each([
    ["one of two overloads", text.replace("id_ = 2", "id_ = 3"), ["body move"]],
    [
      "the type of one of two overloads",
      text.replaceAll("move(double x)", "move(float x)"),
      ["body Shape", "signature move"],
    ],
    ["a qualifier", text.replace("sides() const", "sides()"), ["signature sides"]],
    ["the type of a field", text.replace("int id_;", "long id_;"), ["signature id_"]],
    ["white space in a head", text.replace("int sides() const", "int  sides( ) const"), ["comment sides"]],
    ["a comment in a body", text.replace("id_ = 2;", "/* two */ id_ = 2; // why"), ["comment move"]],
    ["a comment of a class", text.replace("int id_;", "// why\n  int id_;"), ["comment Shape"]],
    ["a comment after a member", text.replace("int id_;", "int id_;  // why"), ["comment id_"]],
    [
      "a comment of several lines after a member",
      text.replace("int id_;", "int id_;  /* why\n not */"),
      ["comment Shape"],
    ],
    ["a comment in front of a member in its line", text.replace("int id_;", "/* why */ int id_;"), ["comment Shape"]],
    ["a comment after a function", text.replace("id_ = 2; }", "id_ = 2; }  // move"), ["comment move"]],
    ["a comment after a class", text.replace("int id_;\n};", "int id_;\n};  // Shape"), ["comment Shape"]],
    ["a comment after a namespace", text.replace(/}\n$/, "}  // geo\n"), []],
    ["a comment that hides code", text.replace("id_ = 2;", "// id_ = 2;"), ["body move"]],
    ["a comment between functions", text.replace("void Shape::move(int", "// moves\nvoid Shape::move(int"), []],
    [
      "another namespace",
      text.replace("namespace geo", "namespace shapes"),
      expect.arrayContaining(["added Shape", "removed Shape"]),
    ],
  ])("%s", async (_, now, expected) => {
    expect(await changes("a.cpp", text, now)).toEqual(expected);
  });

  test("that share a line have no comment in front of the next one", async () => {
    const fields = "struct Size {\n  int width; /* first */ int height; // second\n};\n";
    const first = fields.replace("first", "one");
    expect(await changes("a.cpp", fields, first)).toEqual(["comment Size"]);
    expect(await changes("a.cpp", fields, fields.replace("second", "two"))).toEqual(["comment height"]);
    const moved = fields.replace(" // second", "\n  // second");
    expect(await changes("a.cpp", fields, moved)).toEqual(["comment Size", "comment height"]);
  });

  test("have the lines of the comments after them, and a class has not", async () => {
    const text = "class A {\n  int a;  // one\n  int b;\n  // two\n};\n";
    const found = await outline("a.cpp", text);
    expect(found.map(({ name, lines }) => [name, lines])).toEqual([
      [
        "A",
        [
          [1, 1],
          [4, 5],
        ],
      ],
      ["a", [[2, 2]]],
      ["b", [[3, 3]]],
    ]);
  });

  test("that went to another file with the same text are moved, short ones are not", async () => {
    const body = "int lengthOf(const Shape& shape) { return shape.sides() * 2; }\n";
    const [before, now] = [
      await outline("a.cpp", `${body}int f() { return 1; }\n`),
      await outline("b.cpp", `${body}int f() { return 1; }\n`),
    ];
    const found = withMoved([
      ...changesBetween(before, []).map((one) => ({ ...one, path: "a.cpp" })),
      ...changesBetween([], now).map((one) => ({ ...one, path: "b.cpp" })),
    ]);
    expect(
      found.map(({ change, path, now: symbol, before: old, from }) => [
        change,
        path,
        (symbol ?? old)?.name,
        from?.path,
      ]),
    ).toEqual([
      ["removed", "a.cpp", "f", undefined],
      ["moved", "b.cpp", "lengthOf", "a.cpp"],
      ["added", "b.cpp", "f", undefined],
    ]);
  });
});

describe("code without comments", () => {
  test.each([
    [
      "a.py",
      "def f(a):\n    if a:\n        g()\n    h()\n",
      "def f(a):\n    if a:\n        g()\n        h()\n",
      "body",
    ],
    ["a.py", 'def f():\n    return "\\n \\n"\n', 'def f():\n    return "\\n\\n"\n', "body"],
    ["a.py", 'def f():\n    return f"{a }"  # x\n', 'def f():\n    return f"{a }"\n', "comment"],
    ["a.py", 'def f():\n    return "# x"\n', 'def f():\n    return "# y"\n', "body"],
    ["a.py", "def f(a):\n    return a + 1\n", "def f(a):\n    return a + \\\n        1\n", "comment"],
    ["a.cpp", 'const char* f() { return "// x"; }\n', 'const char* f() { return "// y"; }\n', "body"],
    ["a.cpp", "int f() { A(x) return 1; }\n", "int f() { A(y) return 1; }\n", "body"],
    ["a.cpp", "#define F(x) (x)\n", "#define F(x) (x) + 1\n", "signature"],
    [
      "a.cpp",
      "int f() {\n#ifdef A\n  g();\n#endif\n}\n",
      "int f() {\n#ifdef A // x\n  g();\n#endif // A\n}\n",
      "comment",
    ],
    ["a.cpp", "int f() {\n  a = b;\n}\n", "int f() {\n  a = = b; // x\n}\n", "body"],
  ])("%s %j %j: %s", async (path, before, now, expected) => {
    const found = changesBetween(await outline(path, before), await outline(path, now));
    expect(found.map(({ change }) => change)).toEqual([expected]);
  });
});

describe("the diff of a symbol", () => {
  /** The diffs of the symbols that both texts have. */
  const diffs = async (path: string, before: string, now: string) => {
    const found = changesBetween(await outline(path, before), await outline(path, now));
    const [lines, newLines] = [shownLines(before), shownLines(now)];
    return found.flatMap(({ before: old, now: symbol }) =>
      old === undefined || symbol === undefined
        ? []
        : [symbolDiff({ lines, ranges: old.lines }, { lines: newLines, ranges: symbol.lines }, lineComparer())],
    );
  };
  const body = (count: number, mark = "x") => Array.from({ length: count }, (_, i) => `    ${mark}${i}()\n`).join("");

  test.each([
    [
      "one line, below others",
      "def f():\n    return 1\n",
      "import a\n\ndef f():\n    return 2\n",
      ["@@ -2,1 +4,1 @@\n-    return 1\n+    return 2"],
    ],
    [
      "two places",
      `def f():\n    a()\n${body(2)}    b()\n`,
      `def f():\n${body(2)}    c()\n    b()\n`,
      ["@@ -2,1 +1,0 @@\n-    a()\n@@ -4,0 +4,1 @@\n+    c()"],
    ],
    [
      "carriage returns",
      "def f():\r\n    a()\r\n    b()\r\n",
      "def f():\n    a()\n    c()",
      ["@@ -3,1 +3,1 @@\n-    b()\n+    c()"],
    ],
    [
      "a class without its members",
      "class A:\n    # a\n    def f(self):\n        return 1\n\n    # b\n    def g(self):\n        pass\n",
      "class A(B):\n    # a\n    def f(self):\n        return 2\n\n    # c\n    def g(self):\n        pass\n",
      [
        "@@ -1,1 +1,1 @@\n-class A:\n+class A(B):\n@@ -6,1 +6,1 @@\n-    # b\n+    # c",
        "@@ -4,1 +4,1 @@\n-        return 1\n+        return 2",
      ],
    ],
  ])("%s", async (_, before, now, expected) => {
    expect(await diffs("a.py", before, now)).toEqual(expected);
  });

  test("has at most twelve lines, and says how many more there are", async () => {
    const [twelve] = await diffs("a.py", `def f():\n${body(6)}`, `def f():\n${body(6, "y")}`);
    expect(twelve?.split("\n")).toHaveLength(13);
    expect(twelve).toMatch(/\+ {4}y5\(\)$/);
    const [more] = await diffs("a.py", `def f():\n${body(7)}`, `def f():\n${body(8, "y")}`);
    expect(more).toMatch(/\+ {4}y4\(\)\n… 3 more lines$/);
    const [long] = await diffs("a.py", "def f():\n    a()\n", `def f():\n    b("${"x".repeat(10_000)}")\n`);
    expect(long?.length).toBeLessThan(250);
    expect(long).toContain("x…");
  });

  test("of a long change shows what ends a function, then code, then what is only indented, and comments last", async () => {
    const old = `def f():\n${body(12)}    # why\n    return 1\n`;
    const [diff] = await diffs(
      "a.py",
      old,
      `def f():\n    if a:\n${body(12).replace(/^/gm, "    ").trimEnd()}\n    return 2\n`,
    );
    expect(diff).toMatch(/-\s{4}return 1\n/);
    expect(diff).toMatch(/\+\s{4}return 2$/);
    expect(diff).toContain("+    if a:");
    expect(diff).not.toContain("# why");
    expect(diff).toMatch(/… \d+ more lines/);
    const [several] = await diffs(
      "a.py",
      `def f():\n${body(20)}    a()\n    return 1\n`,
      `def f():\n${body(20, "y")}    a()\n    return 2\n`,
    );
    expect(several?.match(/^@@/gm)).toHaveLength(2);
    expect(several).toMatch(/\n… \d+ more lines\n@@ .*\n- {4}return 1\n\+ {4}return 2$/);
    const [named] = await diffs("a.py", `def f():\n    returned()\n${body(12)}`, `def f():\n${body(12)}`);
    expect(named).toBe("@@ -2,1 +1,0 @@\n-    returned()");
  });
});

describe("lines", () => {
  test.each([
    ["a\nb\nc\n", "a\nx\nc\n", [[2, 2]], [[2, 2]]],
    ["a\nb\n", "a\nb\nc\nd\n", [[3, 4]], []],
    ["a\nb\nc\n", "c\n", [], [[1, 2]]],
    ["a\r\nb\r\n", "a\nb\n", [], []],
    ["", "a\n", [[1, 1]], []],
    [
      "a\nb\na\nc\n",
      "x\na\ny\nb\nc\nz\n",
      [
        [1, 1],
        [3, 3],
        [6, 6],
      ],
      [[3, 3]],
    ],
  ])("%j and %j", (before, now, changed, removed) => {
    expect(lineComparer()(before, now)).toEqual({ changed, removed, isWhole: false });
  });

  test("of two texts without a line in common are all of them, in little time", () => {
    const lines = (mark: string) => Array.from({ length: 20_000 }, (_, i) => `${mark}${i}\n`).join("");
    const ranges = { changed: [[1, 20_000]], removed: [[1, 20_000]] };
    expect(lineComparer(0)(lines("a"), lines("b"))).toEqual({ ...ranges, isWhole: false });
  });

  test("of many texts are compared within a bound that they share, and then as a whole", () => {
    const compare = lineComparer(10);
    expect(compare("a\nb\nc\n", "b\nc\na\n")).toEqual({ changed: [[3, 3]], removed: [[1, 1]], isWhole: false });
    const swapped = ["x\na\nb\nc\ny\n", "x\nc\nb\na\ny\n"] as const;
    expect(compare(...swapped)).toEqual({ changed: [[2, 4]], removed: [[2, 4]], isWhole: true });
    expect(lineComparer()(...swapped)).toMatchObject({ isWhole: false });
    // Lines that only one text has need no bound.
    expect(compare("a\nb\n", "a\nx\n")).toEqual({ changed: [[2, 2]], removed: [[2, 2]], isWhole: false });
  });

  test("outside of symbols are what is left of a range", async () => {
    const symbols = await outline("a.py", "import a\ndef f():\n    pass\nx = 1\n");
    expect(linesOutside([[1, 9]], symbols)).toEqual([
      [1, 1],
      [5, 9],
    ]);
    expect(linesOutside([[2, 3]], symbols)).toEqual([]);
  });
});

describe("a diff", () => {
  const diff = "--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
  const [file] = filesOfDiff(diff);

  test("gives the text before of a file that has it, and the text after of one that does not", () => {
    expect(file?.textsOf("a\nc\n")).toEqual({ before: "a\nb\n", after: "a\nc\n", isApplied: true, isUnsure: false });
    expect(file?.textsOf("a\nb\n")).toEqual({ before: "a\nb\n", after: "a\nc\n", isApplied: false, isUnsure: false });
    expect(file?.textsOf("a\nd\n")).toBeUndefined();
    expect(file?.textsOf(undefined)).toBeUndefined();
  });

  const unified = (old: number, now: number, lines: readonly string[]) => {
    const count = (mark: string) => lines.filter((line) => !line.startsWith(mark)).length;
    return `--- a/x.py\n+++ b/x.py\n@@ -${old},${count("+")} +${now},${count("-")} @@\n${lines.join("\n")}\n`;
  };
  const numbered = (...lines: readonly string[]) => `${lines.join("\n")}\n`;

  test.each([
    // The text that the diff adds is elsewhere, too.
    ["a", "x", "b", "a", "b", "c"],
    ["a", "b", "c", "a", "x", "b"],
  ])("is applied or not by the lines that it names: %s%s%s%s%s%s", (...lines) => {
    const isApplied = lines[1] === "x";
    const [applying] = filesOfDiff(unified(isApplied ? 4 : 1, isApplied ? 4 : 1, [" a", "+x", " b"]));
    expect(applying?.textsOf(numbered(...lines))).toMatchObject({ isApplied: false, isUnsure: false });
    const [applied] = filesOfDiff(unified(isApplied ? 1 : 4, isApplied ? 1 : 4, [" a", "+x", " b"]));
    expect(applied?.textsOf(numbered(...lines))).toMatchObject({ isApplied: true, isUnsure: false });
  });

  test("that fits away from its lines either way is taken for the nearer one, and is unsure", () => {
    const [far] = filesOfDiff(unified(6, 6, [" a", "+x", " b"]));
    expect(far?.textsOf(numbered("a", "x", "b", "a", "b", "c"))).toMatchObject({ isApplied: false, isUnsure: true });
    const [near] = filesOfDiff(unified(2, 2, [" a", "+x", " b"]));
    expect(near?.textsOf(numbered("a", "x", "b", "a", "b", "c"))).toMatchObject({ isApplied: true, isUnsure: true });
    expect(near?.textsOf(numbered("z", "z", "z", "a", "x", "b"))).toMatchObject({ isApplied: true, isUnsure: false });
  });

  test("without context is applied where its own lines are", () => {
    const [added] = filesOfDiff("--- a/x.py\n+++ b/x.py\n@@ -1,0 +2 @@\n+x\n");
    expect(added?.textsOf("a\nx\nb\n")).toMatchObject({ before: "a\nb\n", isApplied: true, isUnsure: false });
    expect(added?.textsOf("a\nb\n")).toMatchObject({ after: "a\nx\nb\n", isApplied: false, isUnsure: false });
    const [removed] = filesOfDiff("--- a/x.py\n+++ b/x.py\n@@ -2 +1,0 @@\n-x\n");
    expect(removed?.textsOf("a\nx\nb\n")).toMatchObject({ after: "a\nb\n", isApplied: false, isUnsure: false });
    expect(removed?.textsOf("a\nb\n")).toMatchObject({ before: "a\nx\nb\n", isApplied: true, isUnsure: false });
  });

  test("of a file that comes or goes fits only the file that it has, with any line ends", () => {
    const [added] = filesOfDiff("--- /dev/null\n+++ b/x.py\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    expect(added?.textsOf("a\r\nb\r\n")).toMatchObject({ before: undefined, isApplied: true });
    expect(added?.textsOf(undefined)).toMatchObject({ after: "a\nb\n", isApplied: false });
    expect(added?.textsOf("a\nb\nc\n")).toBeUndefined();
    const [removed] = filesOfDiff("--- a/x.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n");
    expect(removed?.textsOf("a\nb\n")).toMatchObject({ after: undefined, isApplied: false });
    expect(removed?.textsOf("a\n")).toBeUndefined();
  });

  test.each([
    [
      "git's own",
      "diff --git a/x.py b/y.py\nsimilarity index 100%\nrename from x.py\nrename to y.py\n",
      "x.py",
      "y.py",
    ],
    ["without prefixes", "--- x.py\n+++ x.py\n@@ -1 +1 @@\n-a\n+b\n", "x.py", "x.py"],
    ["a folder a", "--- a/a/x.py\n+++ b/a/x.py\n@@ -1 +1 @@\n-a\n+b\n", "a/x.py", "a/x.py"],
    [
      "a new file",
      "diff --git a/x.py b/x.py\nnew file mode 100644\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1 @@\n+b\n",
      undefined,
      "x.py",
    ],
    [
      "prefixes of the index and the working tree",
      "diff --git i/x.py w/x.py\nindex 1..2 100644\n--- i/x.py\n+++ w/x.py\n@@ -1 +1 @@\n-a\n+b\n",
      "x.py",
      "x.py",
    ],
    [
      "such prefixes of a new file",
      "diff --git c/w/x.py w/w/x.py\nnew file mode 100644\n--- /dev/null\n+++ w/w/x.py\n@@ -0,0 +1 @@\n+b\n",
      undefined,
      "w/x.py",
    ],
    [
      "such prefixes of a renamed file",
      "diff --git c/x.py i/y.py\nsimilarity index 90%\nrename from x.py\nrename to y.py\n--- c/x.py\n+++ i/y.py\n@@ -1 +1 @@\n-a\n+b\n",
      "x.py",
      "y.py",
    ],
    [
      "folders with names like these",
      "diff --git i/x.py i/x.py\nindex 1..2 100644\n--- i/x.py\n+++ i/x.py\n@@ -1 +1 @@\n-a\n+b\n",
      "i/x.py",
      "i/x.py",
    ],
    ["a file that is gone", "--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n", "x.py", undefined],
  ])("names files: %s", (_, text, oldPath, newPath) => {
    expect(filesOfDiff(text)).toMatchObject([{ oldPath, newPath }]);
  });

  test("of modes has no changes", () => {
    const modes = (from: string, to: string) =>
      `diff --git ${from}/x.py ${to}/x.py\nold mode 100644\nnew mode 100755\n`;
    expect(filesOfDiff(modes("a", "b") + modes("i", "w"))).toEqual([]);
  });

  test("that is none is refused", () => {
    expect(() => filesOfDiff("hello\n")).toThrow("The diff has no changes of files");
    expect(() => filesOfDiff("--- a\n@@ -1 +1 @@\n-a\n+b\n")).toThrow("The diff cannot be read");
  });
});
