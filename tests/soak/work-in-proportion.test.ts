/**
 * Hostile texts for the readers of a stranger's bytes, and the growth of the work that they cost from one length to twice the length.
 * Input: pieces that are repeated, and texts by their length, for targets of the fuzzer; output: each growth is at most 2.3. Work is
 * counted, so that a busy machine changes nothing.
 */
import { describe, expect, test } from "vitest";
import { growthOf, mostGrowth, repeated, stepsOfTarget } from "../support/counted-steps.ts";

type Hostile = {
  readonly target: string;
  /** What is before the pieces. */
  readonly head?: string;
  readonly pieces?: readonly string[];
  readonly texts?: Readonly<Record<string, (length: number) => string>>;
};

/** Code in blocks, each of them in the one before. */
function nested(length: number, textOf: (indent: string, i: number) => string): string {
  return Array.from({ length: Math.ceil(Math.sqrt(length)) }, (_, i) => textOf(" ".repeat(i), i)).join("");
}

const hostile: readonly Hostile[] = [
  {
    target: "cpp-text",
    head: "\0",
    pieces: ["a:", "_[_[[a:", "A(", "{", "<", "template<", "#if A\n", "#define A A\n", "A<B>& c(", 'R"(', "= {}, a "],
  },
  {
    target: "python-text",
    pieces: [
      ...["def f(", "def f():\n", "'''", "(", "\\\n", "  \n", "f'{", "f'{a:", "interface A<", "class A <in out"],
      ...[
        "type A<in ",
        "<in ",
        "`",
        "${",
        "/*",
        "[*",
        '" ',
        "# \n",
        " ",
        "\t",
        "\r",
        "@a\n# c\n",
        "lambda a=b: ",
        "async ",
      ],
    ],
    texts: { "blocks in blocks": (length) => nested(length, (indent) => `${indent}def f():\n`) },
  },
  {
    target: "python-names",
    pieces: [
      ...["x = (\n", "x = ", "elif x: y = 2\n", "from a import *\nx\n", "__all__ += ['x']\n", "def f(): pass\n"],
      ...[
        "def f():\n global x\n x\n",
        "del x\n",
        "import a\n",
        "x: 'a.b | c'\n",
        "'%s %(a)s' % x\n",
        "'{} {}'.format(x)\n",
      ],
    ],
    texts: {
      "lambdas in lambdas": (length) => `x = ${"lambda a=y: ".repeat(length / 12)}y\n`,
      "functions in functions": (length) => nested(length, (indent, i) => `${indent}def f${i}(a=x): x; y = 1\n`),
      "branches in branches": (length) => nested(length, (indent) => `${indent}if x:\n${indent} def f(): pass\n`),
      parentheses: (length) => `x = ${"(".repeat(length / 2)}y${")".repeat(length / 2)}\n`,
      "targets in targets": (length) => `${"(".repeat(length / 4)}x,${")".repeat(length / 4)} = y\n`,
      "walruses in tuples": (length) => `x = 1\nz = ${"((x := 1), ".repeat(length / 12)}1${")".repeat(length / 12)}\n`,
      annotations: (length) => `x: ${"List[".repeat(length / 6)}'a.b | c'${"]".repeat(length / 6)}\n`,
    },
  },
  {
    target: "gitignore",
    head: `${"a/".repeat(100)}b\n`,
    pieces: ["*a", "**/", "[", "[a", "\\", "!a\n", "*\n", "?", "a*/", "[!a-z]", "*a*b\n"],
    texts: { "a long path": (length) => `${"a".repeat(length)}\n*a*a*a*b\n**/a/**/b\n` },
  },
  {
    target: "globs",
    head: `${"a".repeat(200)}\nsrc\n`,
    pieces: ["*a", "{a,b}", "+(a|aa)", "[", "(", "**/", "!(", "?", "{1..9}", "\\", "*\n"],
  },
  {
    target: "diffs",
    pieces: [
      ...[
        "@@ -1 +1 @@\n",
        "--- a/x\n+++ b/x\n",
        "diff --git a/x b/x\n",
        "+a\n",
        "-a\n",
        "\n",
        "-- \n1\n",
        "a/b ",
        "@@ -9 +9 @@\n one\n",
      ],
      "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+1\n",
    ],
    texts: {
      "a far line": (length) => `--- a/x\n+++ b/x\n@@ -${"9".repeat(15)} +1 @@\n${" \n".repeat(length / 2)}`,
      "many lines of one hunk": (length) =>
        `--- a/x\n+++ b/x\n@@ -1,${length} +1,${length} @@\n${" a\n".repeat(length / 3)}`,
    },
  },
  {
    target: "queries",
    pieces: ["(", "(a ", '"', "[", "(_)", "(identifier) @a\n", "; a\n", "(_) . ", '(#eq? @a "b")', "_ "],
  },
  {
    target: "patterns",
    texts: {
      "an argument that is repeated": (length) =>
        `\0f($$$A, $B, $$$C)\n====\nint g() { f(${"1,".repeat(length / 2)}1); }\n`,
      "names of calls": (length) =>
        `\0f($A)\n====\nint g() { ${"f(".repeat(length / 3)}1${")".repeat(length / 3)}; }\n`,
      "a pattern of many parts": (length) => `\0${"$A + ".repeat(length / 5)}$B\n====\nint a = 1 + 2;\n`,
      "a pattern that opens": (length) => `\0${"f(".repeat(length / 2)}\n====\nint a;\n`,
    },
  },
  {
    target: "names",
    pieces: ["::", "a::", "operator", "<", "(", "%2", "file://", ".", "#1", ":1", "~", "[", "(?:", "a|", "{1,2}"],
  },
  { target: "messages", pieces: ["[", "{", '"', '{"a":', "\n", "\\", "{}\n", '{"id":1}\n', "\uFEFF", " "] },
  {
    target: "configuration",
    pieces: ["[", "{", '{"a":', '"'],
    texts: {
      "unknown tools": (length) =>
        `{"tools":{${Array.from({ length: length / 10 }, (_, i) => `"k${i}":true`).join(",")}}}`,
      "wrong macros": (length) =>
        `{"macros":{${Array.from({ length: length / 10 }, (_, i) => `"k${i}":[1]`).join(",")}}}`,
      "unknown macros": (length) =>
        `{"macros":{${Array.from({ length: length / 10 }, (_, i) => `"k${i}":[]`).join(",")}}}`,
      "wrong commands": (length) =>
        `{"commands":{${Array.from({ length: length / 10 }, (_, i) => `"k${i}":1`).join(",")}}}`,
      "unknown keys": (length) => `{${Array.from({ length: length / 10 }, (_, i) => `"k${i}":1`).join(",")}}`,
      "ignored patterns": (length) => `{"ignore":[${'"*a",'.repeat(length / 5)}"b"]}`,
    },
  },
  ...["\0", "\x01", "\x02", "\x03"].map((head) => ({
    target: "project-files",
    head,
    pieces: [
      "[",
      '"',
      "'",
      '"""',
      "setup(",
      "package_dir=",
      "\\",
      "[a]\n",
      "a.",
      "[[a]]\n",
      "a = {",
      "#\n",
      "-I ",
      "\n ",
      "1e5",
    ],
  })),
  ...Array.from({ length: 13 }, (_, parser) => ({
    target: "outputs",
    head: String.fromCharCode(parser),
    pieces: [
      "_ ",
      "a:1:1: error: x [",
      "passed in ",
      "1 passed ",
      "FAILED (",
      "errors=1 failures=",
      "\t ",
      "<a ",
      "<",
      '{"',
      "E  \n",
      "\x1b[",
    ],
  })),
];

for (const target of new Set(hostile.map((one) => one.target))) {
  describe(target, () => {
    const stepsOf = stepsOfTarget(target);
    const cases = hostile
      .filter((one) => one.target === target)
      .flatMap(({ head = "", pieces = [], texts = {} }) => [
        ...pieces.map(
          (piece) => [`${JSON.stringify(head.slice(0, 9) + piece)} again and again`, head, repeated(piece)] as const,
        ),
        ...Object.entries(texts).map(([name, textOf]) => [name, head, textOf] as const),
      ]);

    test.each(cases)("%s: twice the text takes at most 2.3 times the steps", async (_, head, textOf) => {
      const own = head.length;
      const growth = await growthOf(stepsOf, (length) => head + textOf(length - own));
      expect(growth).toBeLessThanOrEqual(mostGrowth);
    });
  });
}
