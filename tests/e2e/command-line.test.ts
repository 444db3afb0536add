import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { helpForPeople } from "../../src/cli/flag.ts";
import { toolNames } from "../../src/tools/index.ts";
import { type Finished, packageFolder, runServer, serverPath } from "../support/built-server.ts";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { referenceExchanges } from "../support/reference-exchanges.ts";
import { referenceProject } from "../support/reference-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const manifest: { version: string } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

async function codegrove(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return runInProcess("", { args, env, cwd: referenceProject });
}

function expectedText(id: number): string | undefined {
  return referenceExchanges.find((exchange) => exchange.id === id)?.text;
}

describe("a tool as a command", () => {
  test.each([
    ["a file", ["parse_file", "src/core/TreeSitterParser.cpp"], 2],
    ["several files are a batch", ["parse_file", "src/main.cpp", "tests/fixtures/simple_class.py"], 4],
    ["--no-recursive", ["find_classes", "tests/fixtures/", "--no-recursive", "--file-patterns", "*.py"], 9],
    ["flags before the path", ["find_functions", "--file-patterns", "*.cpp", "--recursive", "--", "src/mcp/"], 12],
    ["a flag with an equals sign", ["find_functions", "src/mcp/", "--file-patterns=*.cpp"], 12],
    ["a flag given twice", ["parse_file", "src/core/", "--file-patterns", "*.cpp", "--file-patterns", "*.hpp"], 5],
    ["a query", ["execute_query", "tests/fixtures/with_decorators.py", "--query", "(decorator) @decorator"], 16],
  ])("%s: the answer of the reference and a newline", async (_what, args, id) => {
    expect(await codegrove(args)).toEqual({ stdout: `${expectedText(id)}\n`, stderr: "", exitCode: 0, signal: null });
  });

  test("answers as over MCP", async () => {
    const args = { filepath: "tests", file_patterns: ["*.py"] };
    const session = sessionInProcess({ cwd: referenceProject });
    const { text } = await callTool(session, "find_functions", args);
    const { stdout, exitCode } = await codegrove(["find_functions", "tests", "--file-patterns", "*.py"]);
    expect(JSON.parse(text).total_files).toBe(4);
    expect(stdout).toBe(`${text}\n`);
    expect(exitCode).toBe(0);
  });

  test("exits with 1 where the answer is no success", async () => {
    expect(await codegrove(["parse_file", "nonexistent.cpp"])).toMatchObject({
      stdout: '{"success":false,"error":"Failed to open file: nonexistent.cpp"}\n',
      exitCode: 1,
    });
    const { stdout, exitCode } = await codegrove(["execute_query", "src", "--query", "(invalid query syntax"]);
    expect(stdout).toMatch(/^\{"success":false,"error":"Failed to compile query",".*\}\n$/);
    expect(exitCode).toBe(1);
  });

  test("exits with 1 where one file of a batch is no success", async () => {
    const { stdout, exitCode } = await codegrove(["parse_file", "src/main.cpp", "nonexistent.cpp"]);
    expect(JSON.parse(stdout)).toMatchObject({ total_files: 2, processed_files: 1, failed_files: 1 });
    expect(exitCode).toBe(1);
  });

  test("keeps to its roots", async () => {
    const { stdout, exitCode } = await codegrove(["parse_file", "src/main.cpp", "--root", "tests"]);
    expect(JSON.parse(stdout)).toMatchObject({ success: false, error: "Failed to open file: src/main.cpp" });
    expect(exitCode).toBe(1);
  });
});

describe("help", () => {
  test("of the program names the tools and its own flags", async () => {
    const { stdout, stderr, exitCode } = await codegrove(["--help"]);
    for (const word of ["parse_file", "find_classes", "find_functions", "execute_query", "serve"]) {
      expect(stdout).toMatch(new RegExp(`\\b${word}\\b`));
    }
    for (const flag of ["--log-level", "--root", "--version", "--help"]) expect(stdout).toContain(flag);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  });

  test("of every tool has a flag for each argument of its schema, and the schema's words", async () => {
    const { stdout } = await runInProcess('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    const list: {
      result: { tools: { name: string; inputSchema: { properties: Record<string, { description?: string }> } }[] };
    } = JSON.parse(stdout);
    expect(list.result.tools.length).toBeGreaterThanOrEqual(4);
    for (const { name, inputSchema } of list.result.tools) {
      const help = await codegrove([name, "--help"]);
      expect(help.exitCode).toBe(0);
      const words = help.stdout.replace(/\s+/g, " ");
      for (const [argument, { description }] of Object.entries(inputSchema.properties)) {
        if (argument === "filepath") continue;
        expect(words).toMatch(new RegExp(`--(\\[?no-\\]?)?${argument.replaceAll("_", "-")}\\b`));
        expect(words).toContain((helpForPeople[argument] ?? description ?? "").replace(/\s+/g, " ").slice(0, 40));
      }
    }
  });

  test.each([
    [["help"], ["--help"]],
    [
      ["help", "list_symbols"],
      ["list_symbols", "--help"],
    ],
    [
      ["help", "serve"],
      ["serve", "-h"],
    ],
    [
      ["help", "cache"],
      ["cache", "--help"],
    ],
  ])("%j is %j, in 80 columns, with every exit status", async (args, same) => {
    const help = await codegrove(args);
    expect(help).toEqual(await codegrove(same));
    expect(help).toMatchObject({ stderr: "", exitCode: 0 });
    for (const line of help.stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
    const [, statuses = ""] = help.stdout.split("Exit status:\n");
    expect(statuses.match(/^ {2}\d+/gm)?.map(Number)).toEqual([0, 1, 2, 130]);
  });

  test("of no command is wider than 80 columns, and every command has examples", async () => {
    const { stdout } = await codegrove(["--help"]);
    const names = [...stdout.matchAll(/^ {2}([a-z_]+) {2,}\S/gm)].map(([, name = ""]) => name);
    expect(names).toEqual(expect.arrayContaining([...toolNames, "check", "serve", "init", "cache", "completion"]));
    for (const name of names) {
      const help = (await codegrove(["help", name])).stdout;
      for (const line of help.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
      expect(help, name).toMatch(/\nExamples:\n {2}# .+\n {2}/);
      expect(help, name).not.toMatch(/^ {2}(-\w, )?--\S+ X\b/m);
    }
  });

  test("of serve and of cache is about these alone", async () => {
    const serve = (await codegrove(["serve", "--help"])).stdout;
    expect(serve).toMatch(/^codegrove \[serve\] \[flags\]\n/);
    for (const flag of ["--http [PORT]", "--host HOST", "--tools A,B"]) expect(serve).toContain(flag);
    const cache = (await codegrove(["cache", "--help"])).stdout;
    expect(cache).toMatch(/^codegrove cache \[show \| clear\] \[flags\]\n/);
    expect(cache).not.toContain("--http");
    const { stderr, exitCode } = await codegrove(["completion", "bash", "--http"]);
    expect({ stderr, exitCode }).toEqual({
      stderr: "codegrove: Unknown flag --http. It belongs to serve.\n",
      exitCode: 2,
    });
  });

  test.each([
    ["get_syntax_reference", "[LANGUAGE]"],
    ["run_project_command", "[COMMAND]"],
  ])("of %s has the word that it takes, and no path", async (name, word) => {
    const { stdout } = await codegrove(["help", name]);
    expect(stdout).toContain(`codegrove ${name} ${word} [flags]\n`);
    expect(stdout).not.toContain("PATH");
  });

  test("of a flag that takes known words names them", async () => {
    expect((await codegrove(["help", "list_symbols"])).stdout.replace(/\s+/g, " ")).toContain(
      "One of names, signatures, full.",
    );
  });

  test.each([
    ["find_definition", /--format FORMAT .*brief, as serve has it -o, --output FILE Write the answer to FILE -0/],
    [
      "check",
      /--format FORMAT .*; sarif, for code scanning; github, annotations of GitHub Actions; gitlab, a report for GitLab's Code Quality -o/,
    ],
    ["get_class_hierarchy", /Not for svg and png of --output-format.* of a graph, FILE\.svg/],
    [
      "find_definition",
      /SYMBOL is the end of a qualified name.* PATH is where to look \(default: the working folder\)/,
    ],
    ["get_completions", /PATH is the file of the place\. Examples/],
    ["find_classes", /One file gives a flat answer, anything else a batch\. .*--shard I\/N/],
  ])("of %s has what that command takes", async (name, text) => {
    expect((await codegrove(["help", name])).stdout.replace(/\s+/g, " ")).toMatch(text);
  });

  test.each([
    ["a name and its file", ["Calculator", "tests/fixtures/simple_class.py"], 0],
    ["the file alone", ["tests/fixtures/simple_class.py"], 0],
    ["another name of the line", ["Nowhere", "tests/fixtures/simple_class.py"], 1],
  ])("takes %s with --line", async (_, words, exitCode) => {
    const args = ["find_references", ...words, "--line", "4", "--no-cache"];
    expect(await codegrove(args)).toMatchObject({ exitCode });
  });

  test("names flags where an argument is missing", async () => {
    const stderr = async (...args: readonly string[]) => (await codegrove(args)).stderr;
    expect(await stderr("find_definition")).toBe(
      "codegrove: Missing argument --symbol: a name; or else give PATH and --line.\n",
    );
    expect(await stderr("get_syntax_reference", "--node", "x")).toContain("--language: the language of --node,");
  });

  test.each([[["help", "find_clases"]], [["find_clases", "--help"]]])("%j is a mistake", async (args) => {
    const { stdout, stderr, exitCode } = await codegrove(args);
    expect(stderr).toBe("codegrove: Unknown command find_clases. Did you mean find_classes?\n");
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  });

  test("of mcp_stdio_server says what that is", async () => {
    const bin = temporaryFolder();
    for (const name of ["codegrove", "mcp_stdio_server"]) symlinkSync(serverPath, join(bin, name));
    const help = async (name: string) => (await runServer("", { args: ["--help"], program: join(bin, name) })).stdout;
    const lines = (await help("mcp_stdio_server")).split("\n");
    expect(lines).toContain("MCP Stdio Server");
    expect(lines.filter((line) => /^ {2}mcp_stdio_server \[serve\]/.test(line))).toHaveLength(1);
    expect(await help("codegrove")).not.toContain("MCP Stdio Server");
  });

  test.each([["--version"], ["-v"], ["-V"], ["version"]])("%s tells the version alone on a line", async (word) => {
    const { stdout, exitCode } = await codegrove([word]);
    expect(stdout).toMatch(new RegExp(`^(codegrove )?${manifest.version.replaceAll(".", "\\.")}\\n$`));
    expect(exitCode).toBe(0);
  });
});

describe("a mistake on the command line", () => {
  test.each([
    ["an unknown flag of a tool", ["find_functions", "src", "--bogus"], /--bogus/],
    ["an unknown flag of the program", ["--bogus"], /--bogus/],
    ["a flag of another tool", ["find_functions", "src", "--query", "(x)"], /--query/],
    ["a flag that lacks its value", ["find_functions", "src", "--file-patterns"], /--file-patterns/],
  ])("%s is named on stderr, exit 2", async (_what, args, names) => {
    const { stdout, stderr, exitCode } = await codegrove(args);
    expect(stderr).toMatch(names);
    expect(stderr).not.toMatch(/^\s+at .*:\d+/m);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  });

  test.each([
    ["as a flag", ["--log-level", "loud"], {}],
    ["as a flag of serve", ["serve", "--log-level", "loud"], {}],
    ["in the environment", [], { LOG_LEVEL: "loud" }],
  ])("a level of logging that is none, %s, is told with those that are, exit 2", async (_how, args, env) => {
    const { stdout, stderr, exitCode } = await codegrove(args, env);
    expect(stderr).toMatch(/loud/);
    for (const level of ["trace", "debug", "info", "warn", "error"]) expect(stderr).toContain(level);
    expect(stderr).not.toMatch(/^\s+at .*:\d+/m);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  });

  const source = ["--source", "x = 1", "--language"];
  test.each([
    [
      ["list_symbols", "src", "--kinds", "klass"],
      /^Invalid argument --kinds: it takes .*, not "klass"\. Did you mean class\?$/,
    ],
    [
      ["list_symbols", "src", "--detail", "all"],
      /^Invalid argument --detail: .* names, signatures, full, not "all"\.$/,
    ],
    [["find_classes", "src", "--max-results", "many"], /^Invalid argument --max-results: .* from 1 on, not "many"\.$/],
    [["get_syntax_tree", "src", "--max-nodes", "0"], /^Invalid argument --max-nodes: .* from 1 to 1000000, not 0\.$/],
    [["get_syntax_tree", "src", "--end-line", "2"], /^Missing argument --start-line: the range needs its first line$/],
    [["execute_query", "src"], /^Missing argument --query: a non-empty string\.$/],
    [["find_classes", "src", "--language", "cp"], /^Unknown --language: cp /],
    [
      ["find_classes", "src", ...source, "python"],
      /^Arguments PATH and --source exclude each other: give either PATH, or --source and --language\.$/,
    ],
    [
      ["find_classes", ...source, "pyhton"],
      /^Unknown --language: pyhton \(Known are c, cpp, go, java, javascript, python, rust, tsx, typescript\. Did you mean 'python'\?\)$/,
    ],
    [["find_classes", "src", "--cursor", "x"], /^Invalid argument --cursor: it was not issued for these arguments \(/],
    [["find_classes", "src", "--root", "/nope"], /^Cannot use the root \/nope: ENOENT/],
    [["serve", "--tools", "nope"], /^--tools: unknown tool 'nope'/],
    [["find_classes", "src", "--config", "nope.json"], /^Cannot read nope\.json: ENOENT/],
  ])("%j is told on stderr with the flag's name, exit 2", async (args, message) => {
    const { stdout, stderr, exitCode } = await codegrove(args);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toMatch(/^codegrove: .*\n$/);
    expect(stderr.slice("codegrove: ".length, -1)).toMatch(message);
  });

  test.each([
    [["refs", "A"], "Unknown command refs. Did you mean find_references?"],
    [["defs", "A"], "Unknown command defs. Did you mean find_definition?"],
    [["symbols", "src"], "Unknown command symbols. Did you mean list_symbols?"],
    [["find-references", "A"], "Unknown command find-references. Did you mean find_references?"],
    [["help", "refs"], "Unknown command refs. Did you mean find_references?"],
    [["serve", "--prot", "1"], "Unknown flag --prot. Did you mean --http?"],
    [["serve", "--port", "1"], "Unknown flag --port. Did you mean --http?"],
    [["serve", "--formt", "brief"], "Unknown flag --formt. Did you mean --format?"],
    [["list_symbols", "src", "--lang", "cpp"], "Unknown flag --lang. Did you mean --language?"],
    [["find_definition", "f", "--filepath", "src"], "Unknown flag --filepath. Write paths without a flag."],
    [["get_syntax_reference", "cpp", "--path", "x"], "Unknown flag --path."],
    [["find_classes", "--path=src"], "Unknown flag --path. Write paths without a flag."],
    [["list_symbols", "src", "--jbos", "2"], "Unknown flag --jbos. Did you mean --jobs?"],
  ])("%j is told with a name that is known", async (args, message) => {
    expect(await codegrove(args)).toMatchObject({ stdout: "", stderr: `codegrove: ${message}\n`, exitCode: 2 });
  });

  test.each([
    ["js", "javascript"],
    ["ts", "typescript"],
    ["C++", "cpp"],
    ["py", "python"],
  ])("takes %s for the language %s", async (word, name) => {
    const args = ["list_symbols", "--source", "", "--language"];
    const expected = await codegrove([...args, name]);
    expect(expected.exitCode).toBe(0);
    expect(await codegrove([...args, word])).toEqual(expected);
    expect(await codegrove(["get_syntax_reference", word])).toEqual(await codegrove(["get_syntax_reference", name]));
    expect((await codegrove(["list_symbols", "src", "--scan-languages", word])).exitCode).toBe(0);
  });

  test("names the words that a flag takes once, however many are wrong", async () => {
    const { stderr } = await codegrove(["list_symbols", "src", "--kinds", "klass", "--kinds", "metod"]);
    expect(stderr.split("enum_member")).toHaveLength(2);
    expect(stderr).toMatch(/not "klass", "metod"\. Did you mean class, method\?\n$/);
  });
});

describe("a flag that takes a list of known words", () => {
  const flags = ["--detail", "signatures", "--format", "jsonl", "--log-level", "error"];
  const kinds = async (...args: readonly string[]) => codegrove(["list_symbols", ...flags, ...args]);

  test.each([
    [["src", "--kinds", "class,method"]],
    [["src", "--kinds", "class", "method"]],
    [["--kinds", "class", "method", "src"]],
    [["--kinds=class", "--kinds", "method", "src"]],
    [["--kinds", "class,method", "--", "src"]],
  ])("takes %j", async (args) => {
    const expected = await kinds("src", "--kinds", "class", "--kinds", "method");
    expect(expected.stdout).toContain('"kind":"method"');
    expect(await kinds(...args)).toEqual(expected);
  });

  test.each([
    [["--kinds", "class", "./method"]],
    [["--kinds=class", "method"]],
    [["--kinds", "class", "--", "method"]],
  ])("takes the path for one in %j", async (args) => {
    const { stdout, exitCode } = await kinds(...args);
    expect(stdout).toMatch(
      /^\{"success":false,"error":"Failed to open file: (\.\/)?method"|"filepath":"(\.\/)?method"/,
    );
    expect(exitCode).toBe(1);
  });
});

describe("the process", () => {
  test.each([
    [["find_classes", "tests/fixtures/simple_class.py"], 0],
    [["find_classes", "nonexistent.cpp"], 1],
    [["find_classes", "src", "--bogus"], 2],
  ])("of %j exits with %i", async (args, status) => {
    const { stdout, stderr, exitCode, signal } = await runServer("", { args, cwd: referenceProject });
    expect({ exitCode, signal }).toEqual({ exitCode: status, signal: null });
    expect({ stdout: stdout.split("\n").length - 1, stderr: stderr.split("\n").length - 1 }).toEqual({
      stdout: status === 2 ? 0 : 1,
      stderr: status === 0 ? 0 : 1,
    });
  });

  test("says what a defect is in few words", async () => {
    const hooks = temporaryFolder({
      "throw.cjs": `
        const { write } = process.stdout;
        process.stdout.write = (...texts) => {
          setImmediate(() => { throw new Error("planted"); });
          return write.apply(process.stdout, texts);
        };`,
    });
    const env = { NODE_OPTIONS: `--require ${join(hooks, "throw.cjs")}` };
    const { stderr, exitCode } = await runServer("", { args: ["--version"], env });
    expect(stderr).toMatch(/^codegrove: Internal error, please report it: Error: planted\n {4}at .*throw\.cjs/);
    expect({ exitCode, isShort: stderr.length < 2_000 }).toEqual({ exitCode: 1, isShort: true });
  });

  test("serves without arguments", async () => {
    expect(await runServer(ping, { args: [] })).toMatchObject({ stdout: pong, exitCode: 0, signal: null });
  });
});

describe("serving", () => {
  test.each([[[]], [["serve"]], [["serve", "--log-level", "error"]]])("is what %j does", async (args) => {
    const { stdout, exitCode } = await runInProcess(ping, { args });
    expect({ stdout, exitCode }).toEqual({ stdout: pong, exitCode: 0 });
  });

  test("may be of a folder with the name of a tool", async () => {
    const args = ["serve", "--schemas", "plain", "--root", "check_file"];
    const cwd = temporaryFolder({ "check_file/a.py": "" });
    expect(await runInProcess(ping, { args, cwd })).toMatchObject({ stdout: pong, exitCode: 0 });
  });

  test.each(["trace", "debug", "info", "warn", "error"])("at level %s keeps stdout to the protocol", async (level) => {
    const { stdout, stderr, exitCode } = await runInProcess(ping, { args: ["--log-level", level] });
    expect({ stdout, exitCode }).toEqual({ stdout: pong, exitCode: 0 });
    for (const line of stderr.split("\n").filter((text) => text !== "")) expect(JSON.parse(line)).toBeTypeOf("object");
  });

  test.each([
    [["--log-level", "critical"], {}],
    [[], { LOG_LEVEL: "critical" }],
  ])("takes critical for error: %j %j", async (args, env) => {
    const { stdout, stderr, exitCode } = await runInProcess(ping, { args, env });
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: pong, stderr: "", exitCode: 0 });
  });

  test("logs more the lower the level, nothing at error, and the flag beats the environment", async () => {
    const logged = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> =>
      (await runInProcess(ping, { args, env })).stderr.length;
    expect(await logged(["--log-level", "trace"], { LOG_LEVEL: "error" })).toBeGreaterThan(0);
    expect(await logged([], { LOG_LEVEL: "error" })).toBe(0);
    expect(await logged(["--log-level", "error"], { LOG_LEVEL: "trace" })).toBe(0);
    expect(await logged(["-l", "error"], { LOG_LEVEL: "trace" })).toBe(0);
    expect(await logged(["-l", "trace"], { LOG_LEVEL: "error" })).toBeGreaterThan(0);
  });
});

describe("--include and --exclude", () => {
  const folder = temporaryFolder({
    "a.py": "class A: pass\n",
    "b.pyi": "class B: ...\n",
    "gen/c.py": "class C: pass\n",
    "lib/gen/d.py": "class D: pass\n",
    "lib/e.cpp": "class E {};\n",
    "read.txt": "text\n",
  });
  const filesOf = async (...flags: readonly string[]) => {
    const args = ["list_symbols", ".", ...flags, "--format", "text", "--no-cache"];
    const { stdout } = await runInProcess("", { args, cwd: folder });
    return [...stdout.matchAll(/^(?:\.\/)?(\S+?):\d/gm)].map(([, path]) => path);
  };

  test.each([
    [
      ["--include", "*.py"],
      ["a.py", "gen/c.py", "lib/gen/d.py"],
    ],
    [
      ["--include", "*.pyi,*.cpp"],
      ["b.pyi", "lib/e.cpp"],
    ],
    [
      ["--include", "*.{pyi,cpp}"],
      ["b.pyi", "lib/e.cpp"],
    ],
    [
      ["--include", "*.pyi", "--include", "lib/*"],
      ["b.pyi", "lib/e.cpp"],
    ],
    [
      ["--exclude", "gen"],
      ["a.py", "b.pyi", "lib/e.cpp"],
    ],
    [
      ["--exclude", "gen/"],
      ["a.py", "b.pyi", "lib/e.cpp"],
    ],
    [
      ["--exclude", "lib/gen"],
      ["a.py", "b.pyi", "gen/c.py", "lib/e.cpp"],
    ],
    [
      ["--exclude", "./lib/**,*.pyi"],
      ["a.py", "gen/c.py"],
    ],
    [["--include", "*.py", "--exclude", "gen", "--exclude", "x"], ["a.py"]],
    [
      ["--file-patterns", "*.py", "--exclude", "a.*"],
      ["gen/c.py", "lib/gen/d.py"],
    ],
  ])("%j", async (flags, expected) => {
    expect(await filesOf(...flags)).toEqual(expected);
  });

  test("belong to tools over the index, too, except where a tool has an argument of that name", async () => {
    const references = ["find_references", "C", "--exclude", "gen", "--no-cache"];
    expect(await runInProcess("", { args: references, cwd: folder })).toMatchObject({ exitCode: 1 });
    const context = ["get_symbol_context", "A", "--include", "source", "--no-cache"];
    expect(await runInProcess("", { args: context, cwd: folder })).toMatchObject({ exitCode: 0 });
  });

  test("--quiet leaves only errors on stderr", async () => {
    const run = (...args: string[]) => runInProcess("", { args: [...args, "--no-cache"], cwd: folder });
    expect((await run("check", ".")).stderr).toContain("files checked");
    expect(await run("check", ".", "--quiet")).toMatchObject({ stderr: "", exitCode: 0 });
    expect(await run("check", "--include", "*.zz", "-q")).toMatchObject({
      stderr: "codegrove: No file was checked. No file in . matches *.zz.\n",
      exitCode: 2,
    });
    expect(await run("check", "--include", "*.zz", "-q", "--allow-empty")).toMatchObject({ stderr: "", exitCode: 0 });
    expect((await run("list_symbols", "nowhere.py", "--format", "ctags", "-q")).stderr).toContain("nowhere.py");
  });
});
