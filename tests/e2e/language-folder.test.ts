import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const grammar = readFileSync(join(packageFolder, "node_modules/tree-sitter-javascript/tree-sitter-javascript.wasm"));
const language = {
  name: "javascript",
  title: "JavaScript",
  grammar: "javascript.wasm",
  extensions: [".js"],
  default_patterns: ["*.js"],
};
const secret = "(identifier) @secret";
const outside = temporaryFolder({
  "secret.scm": secret,
  "macros.json": '{"macros":{"secret":{"attribute":["SECRET"]}}}',
  "javascript.wasm": grammar,
  "language.json": JSON.stringify(language),
});
const project = temporaryFolder({ "a.js": "class A {}\n" });

describe("the files of a language's folder", () => {
  test.each(["javascript.wasm", "tags.scm", "language.json"])("lie inside of it: %s is a link out", async (name) => {
    const languages = languageFolder();
    renameSync(join(languages, "javascript", name), join(outside, `moved-${name}`));
    symlinkSync(join(outside, `moved-${name}`), join(languages, "javascript", name));
    const { stdout, stderr, exitCode } = await findClasses(languages);
    expect(stdout + stderr).toContain(
      `Cannot use ${join(languages, "javascript", name)}: It lies outside of the language's folder. Copy it into ${join(languages, "javascript")}.`,
    );
    // What is read at the start ends it; what a file needs fails the file.
    expect(exitCode).toBe(name === "language.json" ? 2 : 1);
  });

  test.each([
    [{ grammar: "../../../javascript.wasm" }, "grammar: '../../../javascript.wasm'"],
    [{ grammar: "../other/javascript.wasm" }, "grammar: '../other/javascript.wasm'"],
    [{ macros: "../../../macros.json" }, "macros: '../../../macros.json'"],
  ])("lie inside of it: %j leads out", async (more, reason) => {
    const { stdout, stderr, exitCode } = await findClasses(languageFolder(more));
    expect(stderr).toContain(`${reason}: It lies outside of the language's folder.`);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  });

  test("are those of the language that the folder is named for", async () => {
    const { stderr, exitCode } = await findClasses(languageFolder({ name: "cpp" }));
    expect(stderr).toContain("name: 'cpp' is not the name of the folder.");
    expect(exitCode).toBe(2);
  });

  test("lie inside of it: its macros are a link out", async () => {
    const languages = languageFolder({ macros: "macros.json" });
    symlinkSync(join(outside, "macros.json"), join(languages, "javascript/macros.json"));
    const { stdout } = await findClasses(languages);
    expect(JSON.parse(stdout).error).toContain("It lies outside of the language's folder.");
  });

  test("may be links to one another", async () => {
    const languages = languageFolder({ grammar: "grammars/linked.wasm" });
    writeFiles(languages, { "javascript/grammars/.keep": "" });
    symlinkSync("../javascript.wasm", join(languages, "javascript/grammars/linked.wasm"));
    const { stdout } = await findClasses(languages);
    expect(JSON.parse(stdout)).toMatchObject({ classes: [{ name: "A" }], success: true });
  });

  test.each(["javascript.wasm", "tags.scm", "language.json"])("are files: %s is a FIFO", async (name) => {
    const languages = languageFolder();
    const place = join(languages, "javascript", name);
    renameSync(place, `${place}.old`);
    execFileSync("mkfifo", [place]);
    const { stdout, stderr } = await findClasses(languages);
    expect(stdout + stderr).toContain(`Cannot use ${place}: It is not a regular file.`);
  });

  test("are files of a bounded size", async () => {
    const languages = languageFolder();
    writeFiles(languages, { "javascript/tags.scm": ";".repeat(2 ** 21) });
    const { stdout } = await findClasses(languages);
    expect(JSON.parse(stdout).error).toContain("It has 2097152 bytes, the limit is 1048576.");
  });
});

describe("queries://", () => {
  test("reads the language's own folder alone", async () => {
    const languages = languageFolder();
    symlinkSync(join(outside, "secret.scm"), join(languages, "javascript/linked.scm"));
    writeFiles(languages, { "secret.scm": secret });
    const uris = ["linked", "..%2Fsecret", "%2e%2e%2fsecret", "../secret", "..", ".", "%2e", "x/../../secret", ""].map(
      (name) => `queries://javascript/${name}`,
    );
    uris.push("queries://../secret", "queries://%2e%2e/secret", "queries://javascript%2f..%2f../secret");
    const lines = uris.map((uri, id) =>
      JSON.stringify({ jsonrpc: "2.0", id, method: "resources/read", params: { uri } }),
    );
    const { stdout } = await runInProcess(lines.join("\n"), { args: ["--languages", languages], cwd: project });
    const answers = stdout.trimEnd().split("\n");
    expect(answers).toHaveLength(uris.length);
    for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ error: { code: -32002 } });
    expect(stdout).not.toContain(secret);
  });
});

function languageFolder(more: object = {}): string {
  return temporaryFolder({
    "javascript/language.json": JSON.stringify({ ...language, ...more }),
    "javascript/javascript.wasm": grammar,
    "javascript/tags.scm": "(class_declaration name: (_) @name) @definition.class",
    "other/javascript.wasm": grammar,
    "other/language.json": JSON.stringify({ ...language, name: "other", extensions: [".other"] }),
  });
}

function findClasses(languages: string) {
  return runInProcess("", { args: ["find_classes", "a.js", "--languages", languages, "--no-cache"], cwd: project });
}

describe("language.json", () => {
  const snake = readFileSync(join(packageFolder, "node_modules/tree-sitter-python/tree-sitter-python.wasm"));
  const script = "#!/bin/snake\n# Greets a person.\ndef greet(): pass\n\n// = 1\n";
  const folderOf = (more: object) =>
    temporaryFolder({
      "snake/language.json": JSON.stringify({
        ...{ name: "snake", title: "Snake", grammar: "snake.wasm", extensions: [".snake"], symbols: {} },
        ...more,
      }),
      "snake/snake.wasm": snake,
      "snake/tags.scm": "(function_definition name: (_) @name) @definition.function",
      "snake/symbols.scm": "(comment) @doc",
    });
  const cwd = temporaryFolder({ "a.snake": script });

  test.each([
    [{ comment_signs: { line: ["#"] } }, "Greets a person."],
    [{}, "# Greets a person."],
  ])("says which signs comments have: %j", async (more, doc) => {
    const flags = ["--languages", folderOf(more), "--no-cache"];
    const args = ["extract_interface", "a.snake", "--output-format", "json", ...flags];
    expect(JSON.parse((await runInProcess("", { args, cwd })).stdout).symbols).toEqual([
      expect.objectContaining({ name: "greet", kind: "function", doc }),
    ]);
    const info = ["get_symbol_info", "greet", ...flags];
    const { stdout } = await runInProcess("", { args: info, cwd });
    expect(JSON.parse(stdout).results[0].symbols).toEqual([expect.objectContaining({ name: "greet", doc })]);
  });

  test("an error names each wrong key in a line of its own", async () => {
    const more = { extensions: ["snake"], comment_signs: { lines: ["#"] }, symbols: { kinds: [{ tag: 1 }] } };
    const args = ["list_symbols", "a.snake", "--languages", folderOf(more), "--no-cache"];
    const { stderr, exitCode } = await runInProcess("", { args, cwd });
    const lines = stderr.trimEnd().split("\n");
    expect(exitCode).toBe(2);
    expect(lines[0]).toMatch(/^codegrove: Cannot use .*language\.json: wrong keys or values$/);
    expect(lines.slice(1)).toEqual([
      '  extensions[0]: Invalid string: must start with "."',
      '  comment_signs: Unrecognized key: "lines"',
      "  symbols.kinds[0].tag: Invalid input: expected string, received number",
      expect.stringMatching(/^ {2}symbols\.kinds\[0\]\.kind: Invalid option: expected one of "module"\|/),
    ]);
  });
});
