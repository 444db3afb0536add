import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder, runServer } from "../support/built-server.ts";
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
  const call = callsToServer({ args, cwd: folder }, sessionInProcess);
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

describe("the manifest of the grammars", () => {
  type Manifest = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const manifest: Manifest = JSON.parse(readFileSync(join(packageFolder, "grammars/manifest.json"), "utf8"));

  test("records package, version, ABI and sha256 of each language that is shipped", () => {
    expect(Object.keys(manifest)).toEqual(["cpp", "python"]);
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
    "grammars/manifest.json": JSON.stringify({ ...manifest, python: { ...manifest.python, sha256: "0".repeat(64) } }),
  });

  test("refuses a grammar that differs from it", async () => {
    symlinkSync(join(packageFolder, "node_modules"), join(checkout, "node_modules"));
    const { stderr, exitCode } = await runServer("", { args: [], program: join(checkout, "scripts/grammars.mjs") });
    expect(stderr).toContain("tree-sitter-python is not what grammars/manifest.json records");
    expect(exitCode).toBe(1);
  });
});
