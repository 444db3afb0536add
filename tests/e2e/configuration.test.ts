import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Launch } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const project = temporaryFolder({
  "codegrove.json": JSON.stringify({
    $schema: "./codegrove.schema.json",
    roots: ["src"],
    ignore: ["generated/", "*.gen.py", "!kept.gen.py"],
    languages: ["languages"],
    tools: { execute_query: false },
    limits: {
      max_file_size: 1000,
      request_timeout: 20_000,
      max_concurrent_requests: 3,
      session_timeout: 5,
      max_result_chars: 0,
    },
    cache: false,
    cache_dir: "kept",
    log_level: "error",
  }),
  "languages/.keep": "",
  "src/a.py": "class A: pass\n",
  "src/b.gen.py": "class B: pass\n",
  "src/kept.gen.py": "class Kept: pass\n",
  "src/generated/c.py": "class C: pass\n",
  "src/large.py": `class Large: pass\n${"#".repeat(2000)}\n`,
  "other/d.py": "class D: pass\n",
  "wrong/key.json": '{"rots":["."]}',
  "wrong/limit.json": '{"limits":{"max_file_sizes":5}}',
  "wrong/chars.json": '{"limits":{"max_result_chars":-1}}',
  "wrong/cache.json": '{"cache":"kept"}',
  "wrong/cache-dir.json": '{"cache_dir":""}',
  "wrong/value.json": '{"limits":{"max_file_size":"5"}}',
  "wrong/tool.json": '{"tools":{"find_clases":false}}',
  "wrong/roots.json": '{"roots":[]}',
  "wrong/level.json": '{"log_level":"loud"}',
});
const named = ["--config", "codegrove.json"];
const inProject: Launch = { cwd: project, args: named };

describe("codegrove.json", () => {
  test("says what is in force, and workspace://config from where", async () => {
    expect(await inForce(inProject)).toEqual({
      commands: { value: {}, source: "default" },
      file: join(project, "codegrove.json"),
      user_file: null,
      left_out: [],
      warnings: [],
      roots: { value: [join(project, "src")], source: "file" },
      allow_edits: { value: false, source: "default" },
      ignore: { value: ["generated/", "*.gen.py", "!kept.gen.py"], source: "file" },
      languages: { value: [join(project, "languages")], source: "file" },
      lint_rules: { value: [], source: "default" },
      scan_languages: { value: [], source: "default" },
      extensions: { value: {}, source: "default" },
      macros: { value: {}, source: "default" },
      tools: expect.objectContaining({
        parse_file: { value: true, source: "default" },
        execute_query: { value: false, source: "file" },
      }),
      limits: {
        max_file_size: { value: 1000, source: "file" },
        request_timeout: { value: 20_000, source: "file" },
        max_concurrent_requests: { value: 3, source: "file" },
        session_timeout: { value: 5, source: "file" },
        max_result_chars: { value: 0, source: "file" },
      },
      cache: { value: false, source: "file" },
      cache_dir: { value: join(project, "kept"), source: "file" },
      stats: { value: false, source: "default" },
      log_level: { value: "error", source: "file" },
    });
  });

  test("comes after the environment, and that after the flags", async () => {
    const env = {
      LOG_LEVEL: "warn",
      MAX_FILE_SIZE: "77",
      MAX_RESULT_CHARS: "9000",
      CODEGROVE_CACHE: "true",
      CODEGROVE_CACHE_DIR: "other/cache",
      ENABLE_EXECUTE_QUERY: "true",
      ENABLE_PARSE_FILE: "false",
    };
    expect(await inForce({ ...inProject, env })).toMatchObject({
      log_level: { value: "warn", source: "environment" },
      limits: {
        max_file_size: { value: 77, source: "environment" },
        max_result_chars: { value: 9_000, source: "environment" },
      },
      cache: { value: true, source: "environment" },
      cache_dir: { value: join(project, "other/cache"), source: "environment" },
      tools: {
        execute_query: { value: true, source: "environment" },
        parse_file: { value: false, source: "environment" },
      },
    });
    const args = [...named, "--root", "other", "--log-level", "error", "--tools", "parse_file"];
    args.push("--max-result-chars", "8000", "--no-cache", "--cache-dir", "flagged");
    expect(await inForce({ cwd: project, env, args })).toMatchObject({
      log_level: { value: "error", source: "flag" },
      roots: { value: ["other"], source: "flag" },
      limits: { max_result_chars: { value: 8_000, source: "flag" } },
      cache: { value: false, source: "flag" },
      cache_dir: { value: join(project, "flagged"), source: "flag" },
      tools: { execute_query: { value: false, source: "flag" }, parse_file: { value: true, source: "flag" } },
    });
  });

  test.each([{}, { CODEGROVE_CACHE_DIR: "" }])("without a file everything is at its default: %j", async (env) => {
    const settings = await inForce({ cwd: join(project, "other"), env });
    expect(settings).toMatchObject({
      file: null,
      limits: {
        max_file_size: { value: 10_485_760, source: "default" },
        max_result_chars: { value: 50_000, source: "default" },
      },
      cache: { value: true, source: "default" },
      cache_dir: { value: null, source: "default" },
    });
  });

  test("bounds answers, unless something stronger does not", async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.py`, `class C${i}: pass\n`]));
    const cwd = temporaryFolder({ ...files, "codegrove.json": '{"limits":{"max_result_chars":2000}}' });
    expect(await classesIn({ cwd }, ".")).toMatchObject({ total_files: 60, truncated: true });
    expect(await classesIn({ cwd, env: { MAX_RESULT_CHARS: "0" } }, ".")).not.toHaveProperty("truncated");
    expect(await classesIn({ cwd, args: ["--max-result-chars", "0"] }, ".")).not.toHaveProperty("truncated");
    const { stdout } = await runInProcess("", { cwd, args: ["find_classes", "."] });
    expect(JSON.parse(stdout)).toMatchObject({ truncated: true });
  });

  test("puts the cache into its place, for scans and for the command that clears it, or turns it off", async () => {
    const cwd = temporaryFolder({
      "src/a.py": "class A: pass\n",
      "codegrove.json": '{"cache_dir":"kept"}',
      "off.json": '{"cache":false,"cache_dir":"off"}',
    });
    const run = (...args: string[]) => runInProcess("", { cwd, args });
    await run("find_classes", "src", ...named);
    expect(existsSync(join(cwd, "kept"))).toBe(true);
    const { stdout } = await run("cache", ...named);
    expect(JSON.parse(stdout)).toMatchObject({ folder: join(cwd, "kept"), code_bases: [{ root: join(cwd, "src") }] });
    await run("find_classes", "src", "--config", "off.json");
    expect(existsSync(join(cwd, "off"))).toBe(false);
    await run("find_classes", "src", "--config", "off.json", "--cache-dir", "named");
    expect(existsSync(join(cwd, "named"))).toBe(true);
    expect(await run("cache", "--config", "none.json")).toMatchObject({ exitCode: 2, stdout: "" });
  });

  test("bounds and narrows scans", async () => {
    const answer = await classesIn(inProject, ".");
    expect(answer.results.map(({ filepath }: { filepath: string }) => filepath)).toEqual(["./a.py", "./kept.gen.py"]);
    expect(answer.skipped).toMatchObject({ ignored_files: 1, ignored_folders: 1, too_large: 1 });
    expect(JSON.stringify(await classesIn(inProject, "other/d.py"))).toContain("outside of the server's roots");
  });

  test("rules of its own are set aside by no_ignore, too", async () => {
    const answer = await classesIn(inProject, "src", { no_ignore: true });
    expect(answer.results.map(({ filepath }: { filepath: string }) => filepath)).toContain("src/generated/c.py");
  });

  test.each([
    [{}, ["parse_file", "find_classes", "find_functions", "find_pattern", "find_definition", "find_references"]],
    [{ args: [...named, "--tools", "find_functions,execute_query"] }, ["find_functions", "execute_query"]],
    [
      { env: { ENABLE_FIND_CLASSES: "false" } },
      ["parse_file", "find_functions", "find_pattern", "find_definition", "find_references"],
    ],
  ])("chooses tools, as flags and the environment do: %j", async (launch, names) => {
    const [list, call] = await ask({ ...inProject, ...launch }, [
      ["tools/list", {}],
      ["tools/call", { name: "find_classes", arguments: { filepath: "src/a.py" } }],
    ]);
    const listed = list?.result.tools.map(({ name }: { name: string }) => name);
    expect(listed.filter((name: string) => /^(parse|find|execute)_/.test(name))).toEqual(names);
    if (!names.includes("find_classes")) expect(call?.error).toMatchObject({ code: -32601 });
  });

  test.each([
    ["key.json", "unknown key 'rots', did you mean 'roots'?"],
    ["limit.json", "unknown key 'max_file_sizes', did you mean 'max_file_size'?"],
    ["chars.json", "limits.max_result_chars"],
    ["cache.json", "cache: "],
    ["cache-dir.json", "cache_dir: '' is not a folder; name one, or leave the key out for the user's folder"],
    ["value.json", "limits.max_file_size"],
    ["tool.json", "unknown tool 'find_clases', did you mean 'find_classes'?"],
    ["roots.json", "roots"],
    ["level.json", "log_level"],
  ])("is refused with the file and the reason: %s", async (name, reason) => {
    const { stdout, stderr, exitCode } = await runInProcess("", { cwd: project, args: ["--config", `wrong/${name}`] });
    expect(stderr).toContain(name);
    expect(stderr).toContain(reason);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  });

  test.each([
    [["--tools", "find_clases"], {}, "did you mean 'find_classes'?"],
    [["--cache-dir", ""], {}, "--cache-dir: '' is not a folder; name one, or leave the flag out"],
    [["--cache-dir=", "--no-cache"], {}, "--cache-dir: '' is not a folder"],
    [["cache", "clear", "--cache-dir", ""], {}, "--cache-dir: '' is not a folder"],
    [[], { ENABLE_PARSE_FILE: "perhaps" }, "ENABLE_PARSE_FILE"],
    [[], { SESSION_TIMEOUT: "0" }, "SESSION_TIMEOUT"],
    [
      [],
      { MAX_RESULT_CHARS: "-1" },
      "MAX_RESULT_CHARS: '-1' is neither 0, for no limit, nor a whole number from 2000 on",
    ],
    [[], { MAX_RESULT_CHARS: "1999" }, "MAX_RESULT_CHARS: '1999' is neither 0, for no limit, nor a whole number from"],
    [
      ["--max-result-chars", "50"],
      {},
      "--max-result-chars: '50' is neither 0, for no limit, nor a whole number from 2000",
    ],
    [[], { CODEGROVE_CACHE: "off" }, "CODEGROVE_CACHE: 'off' is neither true nor false"],
  ])("a flag %j or variable %j that means nothing is refused", async (args, env, reason) => {
    const { stderr, exitCode } = await runInProcess("", { cwd: join(project, "other"), args, env });
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(reason), exitCode: 2 });
  });
});

async function inForce(launch: Launch) {
  const [answer] = await ask(launch, [["resources/read", { uri: "workspace://config" }]]);
  return JSON.parse(answer?.result.contents[0].text);
}

async function classesIn(launch: Launch, filepath: string, more: object = {}) {
  const params = { name: "find_classes", arguments: { filepath, ...more } };
  const [answer] = await ask(launch, [["tools/call", params]]);
  return JSON.parse(answer?.result.content[0].text);
}

async function ask(launch: Launch, requests: readonly (readonly [string, object])[]) {
  const lines = requests.map(([method, params], id) => JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const { stdout } = await runInProcess(lines.join("\n"), launch);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.id - b.id);
}
