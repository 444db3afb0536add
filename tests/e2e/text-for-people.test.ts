import { describe, expect, test } from "vitest";
import { shownText } from "../../src/cli/shown-text.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { withoutStyles } from "../support/terminal.ts";

const folder = temporaryFolder({
  "src/shapes.h":
    "namespace geo {\nclass Shape { public: virtual double area() const = 0; };\nclass Circle : public Shape {\n  double area() const override;\n};\n}\n",
  "other/shapes.h":
    "struct Shape { virtual int name(); virtual int area() = 0; };\nstruct Square : Shape {};\nstruct Named : Shape { int name(); };\n",
  "src/main.py": "import helper\n\ndef main():\n    return helper.長い名前() + undefined_thing\n",
  "src/helper.py": "def 長い名前(): return 1\ndef f(): return 長い名前()\n",
});

/** Runs a command on a terminal without a style. */
async function shown(args: readonly string[], env: Readonly<Record<string, string>> = { NO_COLOR: "1" }) {
  return runInProcess("", { args: [...args, "--log-level", "error"], cwd: folder, env, isOnTerminal: true });
}

const quiet = ["--log-level", "error"];

describe("a person at a terminal", () => {
  test("gets text without --format, and a pipe JSON", async () => {
    const args = ["find_functions", "src/helper.py"];
    expect((await shown(args)).stdout).toBe("src/helper.py:1:5:  長い名前\nsrc/helper.py:2:5:  f\n");
    const piped = await runInProcess("", { args: [...args, ...quiet], cwd: folder });
    expect(JSON.parse(piped.stdout)).toMatchObject({ success: true });
  });

  test("gets colours, links where the terminal has them, and the same text without them", async () => {
    const args = ["check", "src/main.py"];
    const plain = "src/main.py:4:28: error: undefined name 'undefined_thing' [undefined-name]\n";
    expect((await shown(args)).stdout).toBe(plain);
    expect((await shown([...args, "--color", "never"], { FORCE_COLOR: "1" })).stdout).toBe(plain);
    const colored = (await shown(args, { TERM: "xterm" })).stdout;
    expect(colored).toBe(
      "\x1b[35msrc/main.py\x1b[39m:\x1b[32m4:28\x1b[39m: \x1b[1m\x1b[31merror\x1b[39m\x1b[22m: undefined name 'undefined_thing' \x1b[2m[undefined-name]\x1b[22m\n",
    );
    const linked = (await shown(args, { TERM: "xterm-kitty" })).stdout;
    const [, link = ""] = linked.split("\x1b]8;;");
    expect(link).toMatch(/^file:\/\/[^/]+\/.+\/src\/main\.py/);
    expect(link.endsWith("\x1b\\\x1b[35msrc/main.py\x1b[39m:\x1b[32m4:28\x1b[39m")).toBe(true);
    expect(withoutStyles(linked)).toBe(plain);
  });

  test("gets columns below each other within a file", async () => {
    expect((await shown(["list_symbols", "src/shapes.h"])).stdout.split("\n").slice(0, 4)).toEqual([
      "src/shapes.h:1:11:  namespace   geo     namespace geo                    to line 6",
      "src/shapes.h:2:7:     class     Shape   class Shape",
      "src/shapes.h:2:38:      method  area    virtual double area() const = 0  public declared",
      "src/shapes.h:3:7:     class     Circle  class Circle : public Shape      to line 5",
    ]);
  });

  test("gets classes, dependencies, calls and syntax as trees", async () => {
    const trees = [
      ["get_class_hierarchy", "geo::Shape", "src"],
      ["get_dependency_graph", "src"],
      ["get_dependency_graph", "src", "--symbol", "main"],
      ["get_syntax_tree", "src/helper.py", "--no-positions", "--start-line", "1", "--end-line", "1"],
    ];
    const texts = await Promise.all(trees.map(async (args) => (await shown(args)).stdout));
    expect(texts.map((text) => text.split("\n"))).toMatchInlineSnapshot(`
      [
        [
          "abstract class geo::Shape             src/shapes.h:2:7",
          "  abstract method area                src/shapes.h:2",
          "  class geo::Circle: geo::Shape       src/shapes.h:3:7",
          "    method area overrides geo::Shape  src/shapes.h:4",
          "",
        ],
        [
          "src/main.py      layer=1 in=0 out=1",
          "  src/helper.py  layer=0 in=1 out=0  (line 1)",
          "src/shapes.h     layer=0 in=0 out=0",
          "",
        ],
        [
          "function main        src/main.py:3",
          "  function 長い名前  src/helper.py:1  (line 4)",
          "",
        ],
        [
          "src/helper.py: language=python node_count=6",
          "(function_definition",
          "  name: (identifier)",
          "  parameters: (parameters)",
          "  body: (block",
          "    (return_statement",
          "      (integer))))",
          "",
        ],
      ]
    `);
  });

  test("gets references with their type, their caller and the counts, and the name in colour", async () => {
    const args = ["find_references", "長い名前", "src", "--reference-types", "call"];
    const plain = (await shown(args)).stdout;
    expect(plain.split("\n")).toEqual([
      "src/helper.py:2:17:  call in f:  def f(): return 長い名前()",
      "src/main.py:4:19:  call in main:  return helper.長い名前() + undefined_thing",
      "長い名前: total_references=2 call=2",
      "",
    ]);
    const { stdout } = await shown(args, { TERM: "xterm" });
    expect(stdout).toContain("\x1b[36mcall\x1b[39m in \x1b[1mmain\x1b[22m:");
    expect(stdout).toContain("return helper.\x1b[1m\x1b[31m長い名前\x1b[39m\x1b[22m() + undefined_thing\n");
    expect(withoutStyles(stdout)).toBe(plain);
    const piped = await runInProcess("", { args: [...args, "--format", "text", ...quiet], cwd: folder });
    expect(piped.stdout).toBe(plain.replaceAll("  ", " "));
  });

  test("gets definitions with their access, whether they are only declared, and their last line", async () => {
    const lines = async (symbol: string) => (await shown(["find_definition", symbol, "src"])).stdout.split("\n");
    expect(await lines("geo::Shape::area")).toContainEqual(
      expect.stringMatching(/^src\/shapes\.h:2:38: .* {2}public declared$/),
    );
    expect(await lines("Circle")).toContainEqual(expect.stringMatching(/class Circle : public Shape {2}to line 5$/));
    const args = ["find_definition", "geo::Shape::area", "src", "--format", "text", ...quiet];
    const piped = await runInProcess("", { args, cwd: folder });
    expect(piped.stdout).toMatch(/= 0 public declared\n/);
  });

  test("gets completions with what they were asked for", async () => {
    const args = ["get_completions", "src/main.py", "--line", "4", "--column", "1"];
    expect((await shown(args)).stdout).toMatch(/\nprefix= (?:confidence=\w+ )?total=\d+\n$/);
  });

  test("gets names of classes by their lines, with the word abstract, and the base of a method that they lack", async () => {
    const args = ["get_class_hierarchy", "geo::Shape", "src", "--detail", "names", "--format", "text"];
    expect((await shown(args)).stdout.split("\n").slice(0, 2)).toEqual([
      ...["src/shapes.h:2: Shape abstract", "src/shapes.h:3: Circle: Shape"],
    ]);
    const lacking = [
      "get_class_hierarchy",
      "Shape",
      "other",
      "--detail",
      "names",
      "--format",
      "text",
      "--lacks",
      "name",
    ];
    const lines = (await shown(lacking)).stdout.split("\n");
    expect(lines[0]).toBe("other/shapes.h:2: Square abstract; from Shape");
    expect(lines.some((line) => line.includes("Named"))).toBe(false);
  });

  test("is asked with --color always in a pipe, too, and a pipe is without", async () => {
    const args = ["check", "src", "--format", "text", ...quiet];
    const run = async (...further: readonly string[]) =>
      (await runInProcess("", { args: [...args, ...further], cwd: folder })).stdout;
    expect(await run()).not.toContain("\x1b");
    expect(await run("--color", "always")).toContain("\x1b[31merror");
    expect(await run("--color", "never")).toBe(await run());
  });

  test("is told what --color takes", async () => {
    const { stderr, exitCode } = await shown(["check", "src", "--color", "sometimes"]);
    expect(stderr).toBe("codegrove: --color: 'sometimes' is not one of auto, always, never\n");
    expect(exitCode).toBe(2);
  });
});

describe("a hostile repository", () => {
  const evil = "\x1b]0;owned\x07\x1b[31m\u009b2J\u202e";
  const name = `a${evil}.py`;
  const hostile = temporaryFolder({
    [name]: `import b\nx = "${evil}"\ndef f(): return g() # ${evil}\ndef g(a="${evil}"): return undefined\nclass A: pass # ${evil}\nclass B(A): pass\n# TODO ${evil}\n`,
    [`b${evil}.h`]: `#include "c${evil}.h"\nclass C { int a; }; // ${evil}\nint h(const char *a = "${evil}");\n`,
  });

  const commands = [
    ["check", "."],
    ["parse_file", "."],
    ["list_symbols", "."],
    ["list_symbols", ".", "--detail", "names"],
    ["list_symbols", ".", "--detail", "full", "--nested"],
    ["execute_query", name, "--query", "(_) @x"],
    ["get_syntax_tree", name],
    ["get_syntax_tree", name, "--notation", "json"],
    ["extract_interface", "."],
    ["find_definition", "A", "."],
    ["find_references", "A", "."],
    ["get_symbol_context", "A", "."],
    ["get_class_hierarchy", "A", "."],
    ["get_dependency_graph", "."],
    ["get_dependency_graph", ".", "--output-format", "mermaid"],
    ["get_dependency_graph", ".", "--symbol", "f"],
    ["get_file_summary", ".", "--include", "functions,classes,imports,markers"],
    ["find_definition", `nope${evil}`, "."],
    ["parse_file", `nope${evil}.py`],
    ["find_classes", ".", `--bogus${evil}`],
  ];
  const formats = [[], ["--format", "text"], ["--format", "json"], ["--format", "jsonl"], ["--format", "brief"]];

  test.each(commands.map((args) => [args.map(shownText).join(" "), args] as const))(
    "commands no terminal: %s",
    async (_, args) => {
      for (const format of formats) {
        const { stdout } = await runInProcess("", {
          args: [...args, ...format, "--log-level", "error"],
          cwd: hostile,
          env: { TERM: "xterm-kitty" },
          isOnTerminal: true,
        });
        expect(withoutStyles(stdout), format.join(" ")).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
        if (stdout !== "" && format.length === 0 && !args.some((word) => word.startsWith("nope")))
          expect(stdout, format.join(" ")).toMatch(/\\u001b|x1b/);
      }
    },
  );
});

test("an import that keeps the name is one use of it", async () => {
  const files = { "a.py": "class A: pass\n", "b.py": "from a import A as A\n", "c.py": "from a import A as B\nB()\n" };
  const args = ["find_references", "A", "--reference-types", "import", "--format", "text", ...quiet];
  const { stdout } = await runInProcess("", { args, cwd: temporaryFolder(files) });
  expect(stdout).toBe(
    "b.py:1:15: import: from a import A as A\n" +
      "c.py:1:15: import: from a import A as B\n" +
      "c.py:1:20: import: from a import A as B\n" +
      "A: total_references=3 import=3\n",
  );
});
