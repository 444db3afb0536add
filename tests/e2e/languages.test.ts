import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder, runServer } from "../support/built-server.ts";
import { languageFiles } from "../support/data-languages.ts";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

describe("a language from a folder, without TypeScript", () => {
  const folder = temporaryFolder({
    "languages/javascript/javascript.wasm": readFileSync(
      join(packageFolder, "node_modules/tree-sitter-javascript/tree-sitter-javascript.wasm"),
    ),
    "languages/javascript/language.json": JSON.stringify({
      name: "javascript",
      title: "JavaScript",
      grammar: "javascript.wasm",
      extensions: [".js", ".mjs"],
      default_patterns: ["*.js"],
      renamed_nodes: { function: "function_expression" },
      symbols: {
        kinds: [{ tag: "function", in: ["class"], kind: "method" }],
        signature_ends: ["class_body", "statement_block"],
      },
    }),
    "languages/javascript/tags.scm": [
      "(class_declaration name: (_) @name) @definition.class",
      "(function_declaration name: (_) @name) @definition.function",
    ].join("\n"),
    "languages/javascript/imports.scm": "(import_statement) @import",
    "languages/javascript/symbols.scm": [
      "(method_definition name: (_) @name) @definition.function",
      "(variable_declarator name: (_) @name @definition.variable) @declaration",
      "(comment) @doc",
    ].join("\n"),
    "broken/ruby/language.json": JSON.stringify({ name: "ruby", extensions: ["rb"] }),
    "code/a.js": 'import "x";\nclass A {}\nfunction f() {}\nconst g = function () {};\n',
    "code/b.py": "def b(): pass\n",
    "symbols/a.js": "// An A.\nclass A { m(a) { } }\nlet x = 1;\n",
    "symbols/bad.js": "let x = (1;\n",
  });

  const args = ["--log-level", "error", "--languages", "languages"];
  const call = callsToServer({ args, cwd: folder });
  const ask = async (tool: string, input: object): Promise<unknown> => (await call(tool, input)).answer;

  test("is found by its extension", async () => {
    expect(await ask("parse_file", { filepath: "code/a.js" })).toEqual({
      class_count: 1,
      function_count: 1,
      include_count: 1,
      has_errors: false,
      language: "javascript",
      success: true,
    });
  });

  test("joins the scan of a folder by its default patterns", async () => {
    expect(await ask("find_functions", { filepath: "code" })).toEqual({
      total_files: 2,
      results: [
        { filepath: "code/a.js", functions: [{ name: "f", line: 3, column: 10 }], success: true },
        { filepath: "code/b.py", functions: [{ name: "b", line: 1, column: 5 }], success: true },
      ],
    });
  });

  test("has symbols, by its own rules", async () => {
    expect(await ask("list_symbols", { filepath: "symbols/a.js", detail: "full" })).toEqual({
      symbols: [
        { name: "A", kind: "class", line: 2, column: 7, end_line: 2, signature: "class A", doc: "An A." },
        { name: "m", kind: "method", container: "A", line: 2, column: 11, end_line: 2, signature: "m(a)" },
        { name: "x", kind: "variable", line: 3, column: 5, end_line: 3, signature: "x = 1" },
      ],
      success: true,
    });
  });

  test("is checked and shown, from a file or from a text", async () => {
    expect(await ask("check_file", { filepath: "symbols/bad.js" })).toMatchObject({
      diagnostics: [{ line: 1, column: 11, message: 'Expected ")" here', text: "let x = (1;" }],
    });
    expect(await ask("get_syntax_tree", { source: "x", language: "javascript", positions: false })).toMatchObject({
      tree: "(program (expression_statement (identifier)))",
    });
  });

  test("understands its older node names", async () => {
    expect(await ask("execute_query", { filepath: "code/a.js", query: "(function) @f" })).toEqual({
      matches: [{ capture_name: "f", text: "function () {}", line: 4, column: 11 }],
      success: true,
    });
  });

  test("is refused with the file and the reason when its language.json is wrong", async () => {
    const args = ["parse_file", "code/b.py", "--languages", "broken"];
    const { stderr, exitCode } = await runInProcess("", { args, cwd: folder });
    expect(stderr).toContain(join("ruby", "language.json"));
    expect(stderr).toContain("extensions");
    expect(exitCode).toBe(2);
  });
});

describe("the index of a user's folder with rules of types, as CONTRIBUTING.md makes one of Kotlin", () => {
  const folder = temporaryFolder({
    "geo/Shape.kt": `package geo
interface Shape {
    fun area(): Double
}
class Circle(val radius: Double) : Shape {
    override fun area(): Double = radius
}
enum class Color { RED }
`,
    "app/Main.kt": `package app
import geo.Circle
import geo.Shape
class Other { fun area(): Int = 1 }
fun use(circle: Circle) {
    println(circle.area())
}
`,
    "app/Typed.kt": `package app
import geo.Circle
fun typed(circle: Circle) {
    circle.
}
`,
  });
  const args = ["--log-level", "error", "--languages", temporaryFolder(languageFiles("kotlin")), "--no-cache"];
  const call = callsToServer({ args, cwd: folder });
  const ask = async (tool: string, input: object): Promise<unknown> => (await call(tool, input)).answer;
  const place = { filepath: "app/Main.kt", line: 6, column: 20 };

  test("lists classes and functions", async () => {
    expect(await ask("find_classes", { filepath: "geo/Shape.kt" })).toMatchObject({
      classes: [{ name: "Circle" }, { name: "Color" }],
    });
    expect(await ask("find_functions", { filepath: "geo/Shape.kt" })).toMatchObject({
      functions: [
        { name: "area", line: 3 },
        { name: "area", line: 6 },
      ],
    });
  });

  test("leads through imports and declared types to definitions, references, bases and members", async () => {
    expect(await ask("get_dependency_graph", {})).toMatchObject({
      edges: [{ from: "app/Main.kt", to: "geo/Shape.kt", line: 3 }],
    });
    expect(await ask("find_definition", place)).toMatchObject({
      results: [{ filepath: "geo/Shape.kt", definitions: [{ name: "area", container: "Circle", line: 6 }] }],
    });
    // The function of another class with this name is not a use, nor a possible one.
    const references = await ask("find_references", { symbol: "Circle.area" });
    expect(references).toMatchObject({ total_references: 2, counts: { call: 1 } });
    expect(JSON.stringify(references)).not.toContain("Other");
    expect(await ask("get_class_hierarchy", { symbol: "Shape" })).toMatchObject({
      results: [
        {
          classes: [
            { name: "Shape", derived: [{ name: "Circle" }] },
            { name: "Circle", bases: [{ name: "Shape" }] },
          ],
        },
      ],
    });
    const completions = await ask("get_completions", { filepath: "app/Typed.kt", line: 4, column: 12 });
    expect(JSON.stringify(completions)).toMatch(/"name":"area".*"name":"radius"/s);
    expect(JSON.stringify(completions)).not.toContain("Other");
  });
});

describe("the index of a language that is data", () => {
  const languages = temporaryFolder(languageFiles("javascript"));
  const folder = temporaryFolder({
    "shape.js": "// A shape.\nclass Shape {\n  area() { const size = 1; return size; }\n}\nfunction total() {}\n",
    "app.js": 'import { total } from "./shape.js";\nfunction run(box) {\n  total(box.area());\n}\n// total\n',
    "other.js": "function area() {}\n",
  });
  const cacheFolder = join(temporaryFolder(), "cache");
  const args = ["--log-level", "error", "--languages", languages, "--cache-dir", cacheFolder];
  const call = callsToServer({ args, cwd: folder });
  const ask = async (tool: string, input: object): Promise<unknown> => (await call(tool, input)).answer;

  test("finds a definition by name, first of all from the files that have the word", async () => {
    expect(await ask("find_definition", { symbol: "Shape", detail: "full" })).toEqual({
      symbol: "Shape",
      results: [
        {
          filepath: "shape.js",
          definitions: [
            {
              ...{ name: "Shape", kind: "class", line: 2, column: 7, end_line: 4, signature: "class Shape" },
              ...{ doc: "A shape.", source: expect.stringMatching(/^\/\/ A shape\.\nclass Shape \{.*\}$/s) },
            },
          ],
        },
      ],
      searched_files: 3,
      success: true,
    });
  });

  test("lists candidates, those of a container by their qualified name", async () => {
    const places = async (symbol: string) => {
      const { results } = Object(await ask("find_definition", { symbol }));
      return results.map(({ filepath }: { filepath: string }) => filepath);
    };
    expect(await places("area")).toEqual(["other.js", "shape.js"]);
    expect(await places("Shape.area")).toEqual(["shape.js"]);
  });

  test("finds a definition by a place where it is used", async () => {
    const at = (line: number, column: number) => ask("find_definition", { filepath: "app.js", line, column });
    expect(await at(3, 3)).toMatchObject({
      symbol: "total",
      confidence: "likely",
      via: [{ filepath: "app.js", line: 1, column: 10 }],
      results: [{ filepath: "shape.js", definitions: [{ line: 5, column: 10 }] }],
    });
    expect(await at(3, 9)).toMatchObject({ symbol: "run.box", results: [{ definitions: [{ line: 2, column: 14 }] }] });
  });

  test("keeps uses that only share the name apart", async () => {
    expect(await ask("find_references", { symbol: "Shape.area" })).toMatchObject({
      counts: { definition: 1 },
      results: [{ filepath: "shape.js", references: [{ line: 3, column: 3 }] }],
      possible: [{ filepath: "app.js", references: [{ line: 3, column: 13, type: "call", in: "run" }] }],
    });
  });

  test("finds uses through imports, with their types", async () => {
    expect(await ask("find_references", { symbol: "total", include_context: false })).toMatchObject({
      counts: { call: 1, import: 1, definition: 1 },
      results: [
        {
          filepath: "app.js",
          references: [
            { line: 1, type: "import" },
            { line: 3, type: "call", in: "run" },
          ],
        },
        { filepath: "shape.js", references: [{ line: 5, type: "definition" }] },
      ],
    });
  });

  test("sees unsaved text in place of a file", async () => {
    const source = "function fresh(a) { return a; }\nfresh();\n";
    expect(await ask("find_definition", { filepath: "app.js", source, line: 2, column: 1 })).toMatchObject({
      symbol: "fresh",
      results: [{ filepath: "app.js", definitions: [{ line: 1, column: 10 }] }],
    });
  });

  test("is part of the outline of the workspace", async () => {
    const session = sessionInProcess({ args, cwd: folder });
    const { result } = Object(await session.request("resources/read", { uri: "workspace://symbols" }));
    expect(result.contents[0].text).toContain('{"name":"total","kind":"function","line":5,"column":10}');
    await session.close();
  });
});

describe("the manifest of the grammars", () => {
  type Manifest = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const manifest: Manifest = JSON.parse(readFileSync(join(packageFolder, "grammars/manifest.json"), "utf8"));

  test("records package, version, ABI and sha256 of each language that is shipped", () => {
    const languages = ["c", "cpp", "go", "java", "javascript", "python", "rust", "tsx", "typescript"];
    expect(Object.keys(manifest)).toEqual(languages);
    for (const entry of Object.values(manifest)) {
      expect(entry).toEqual({
        package: expect.stringMatching(/^tree-sitter-/),
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        abi: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
  });

  const checkout = temporaryFolder({
    "scripts/grammars.mjs": readFileSync(join(packageFolder, "scripts/grammars.mjs")),
    "scripts/needed-words.mjs": readFileSync(join(packageFolder, "scripts/needed-words.mjs")),
    "scripts/node-types.mjs": readFileSync(join(packageFolder, "scripts/node-types.mjs")),
    // The first one: those before it would be compressed.
    "grammars/manifest.json": JSON.stringify({ ...manifest, c: { ...manifest.c, sha256: "0".repeat(64) } }),
  });

  test("refuses a grammar that differs from it", async () => {
    symlinkSync(join(packageFolder, "node_modules"), join(checkout, "node_modules"));
    const { stderr, exitCode } = await runServer("", { args: [], program: join(checkout, "scripts/grammars.mjs") });
    expect(stderr).toContain("tree-sitter-c is not what grammars/manifest.json records");
    expect(exitCode).toBe(1);
  });
});
