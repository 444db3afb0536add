import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder, runServer } from "./support/built-server.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

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
    }),
    "languages/javascript/tags.scm": [
      "(class_declaration name: (_) @name) @definition.class",
      "(function_declaration name: (_) @name) @definition.function",
    ].join("\n"),
    "languages/javascript/imports.scm": "(import_statement) @import",
    "broken/ruby/language.json": JSON.stringify({ name: "ruby", extensions: ["rb"] }),
    "code/a.js": 'import "x";\nclass A {}\nfunction f() {}\nconst g = function () {};\n',
    "code/b.py": "def b(): pass\n",
  });

  const ask = async (...args: readonly string[]): Promise<unknown> => {
    const { stdout } = await runServer("", { args: [...args, "--languages", "languages"], cwd: folder });
    return JSON.parse(stdout);
  };

  test("is found by its extension", async () => {
    expect(await ask("parse_file", "code/a.js")).toEqual({
      class_count: 1,
      function_count: 1,
      include_count: 1,
      has_errors: false,
      language: "javascript",
      success: true,
    });
  });

  test("joins the scan of a folder by its default patterns", async () => {
    expect(await ask("find_functions", "code")).toEqual({
      total_files: 2,
      results: [
        { filepath: "code/a.js", functions: [{ name: "f", line: 3, column: 10 }], success: true },
        { filepath: "code/b.py", functions: [{ name: "b", line: 1, column: 5 }], success: true },
      ],
    });
  });

  test("understands its older node names", async () => {
    expect(await ask("execute_query", "code/a.js", "--query", "(function) @f")).toEqual({
      matches: [{ capture_name: "f", text: "function () {}", line: 4, column: 11 }],
      success: true,
    });
  });

  test("is refused with the file and the reason when its language.json is wrong", async () => {
    const args = ["parse_file", "code/b.py", "--languages", "broken"];
    const { stderr, exitCode } = await runServer("", { args, cwd: folder });
    expect(stderr).toContain(join("ruby", "language.json"));
    expect(stderr).toContain("extensions");
    expect(exitCode).toBe(1);
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
