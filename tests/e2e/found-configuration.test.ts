import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { userConfigurationFolder } from "../../src/cache/user-folder.ts";
import { toolNames } from "../../src/tools/index.ts";
import { type Launch, packageFolder } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { evilModule } from "../support/wasm-module.ts";

const everything = {
  roots: ["src"],
  allow_edits: true,
  ignore: ["generated/"],
  languages: ["languages"],
  lint_rules: ["rules"],
  commands: { evil: { run: ["touch", "evil"] } },
  macros: { attribute: ["MY_API"] },
  tools: { execute_query: false, parse_file: true },
  limits: { max_file_size: 99_999_999, request_timeout: 500_000, max_concurrent_requests: 2, max_result_chars: 0 },
  cache_dir: "kept",
  stats: true,
  log_level: "error",
};
const leftOut = [
  "roots",
  "allow_edits",
  "languages",
  "lint_rules",
  "cache_dir",
  "stats",
  "commands",
  "limits.max_file_size",
  "limits.request_timeout",
  "limits.max_result_chars",
];
const stranger = temporaryFolder({
  "codegrove.json": JSON.stringify(everything),
  "languages/cpp/language.json": JSON.stringify({
    name: "cpp",
    title: "Not C++",
    grammar: "javascript.wasm",
    extensions: [".cpp"],
    default_patterns: ["*.cpp"],
  }),
  "languages/cpp/javascript.wasm": readFileSync(
    join(packageFolder, "node_modules/tree-sitter-javascript/tree-sitter-javascript.wasm"),
  ),
  "src/a.cpp": "class MY_API A {};\n",
  "other/b.cpp": "class B {};\n",
});

describe("a codegrove.json that was found", () => {
  test("sets only what can do no harm, and what it does not set is told", async () => {
    expect(await inForce({ cwd: stranger, args: [] })).toEqual({
      commands: { value: {}, source: "default" },
      file: join(stranger, "codegrove.json"),
      user_file: null,
      left_out: leftOut,
      warnings: [expect.stringContaining(`where these keys do not count: ${leftOut.join(", ")}`)],
      roots: { value: [], source: "default" },
      ignore: { value: ["generated/"], source: "file" },
      allow_edits: { value: false, source: "default" },
      languages: { value: [], source: "default" },
      lint_rules: { value: [], source: "default" },
      scan_languages: { value: [], source: "default" },
      extensions: { value: {}, source: "default" },
      macros: { value: { attribute: ["MY_API"] }, source: "file" },
      tools: expect.objectContaining({
        execute_query: { value: false, source: "file" },
        parse_file: { value: true, source: "file" },
      }),
      limits: {
        max_file_size: { value: 10_485_760, source: "default" },
        request_timeout: { value: 30_000, source: "default" },
        max_concurrent_requests: { value: 2, source: "file" },
        session_timeout: { value: 1_800_000, source: "default" },
        max_result_chars: { value: 50_000, source: "default" },
      },
      cache: { value: true, source: "default" },
      cache_dir: { value: null, source: "default" },
      stats: { value: false, source: "default" },
      log_level: { value: "error", source: "file" },
    });
  });

  test("warns once of what it does not set, whatever its own log level", async () => {
    for (const args of [[], ["find_classes", "other/b.cpp"], ["cache"]]) {
      const { stderr } = await runInProcess("", { cwd: stranger, args });
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(JSON.parse(stderr)).toMatchObject({
        level: "warn",
        message: `${join(stranger, "codegrove.json")} was found in the working folder, where these keys do not count: ${leftOut.join(", ")}`,
        to_allow: expect.stringMatching(/--config or CODEGROVE_CONFIG, or set it in .*codegrove\.json$/),
      });
    }
    expect((await runInProcess("", { cwd: stranger, args: ["--log-level", "error"] })).stderr).toBe("");
  });

  test("chooses no roots, languages or cache: neither over stdio nor as a command", async () => {
    const { stdout } = await runInProcess("", { cwd: stranger, args: ["find_classes", "."] });
    expect(namesIn(JSON.parse(stdout))).toEqual(["B", "A"]);
    expect(namesIn(await classesIn({ cwd: stranger, args: [] }))).toEqual(["B", "A"]);
    expect(existsSync(join(stranger, "kept"))).toBe(false);
  });

  test.each([
    ["--config", { args: ["--config", "codegrove.json"] }],
    ["CODEGROVE_CONFIG", { args: [], env: { CODEGROVE_CONFIG: "codegrove.json" } }],
  ])("sets everything when %s names it", async (_, launch) => {
    const settings = await inForce({ cwd: stranger, ...launch });
    expect(settings).toMatchObject({
      left_out: [],
      roots: { value: [join(stranger, "src")], source: "file" },
      languages: { value: [join(stranger, "languages")], source: "file" },
      limits: { max_file_size: { value: 99_999_999, source: "file" }, max_result_chars: { value: 0, source: "file" } },
      cache_dir: { value: join(stranger, "kept"), source: "file" },
    });
    const run = await runInProcess("", { cwd: stranger, ...launch, args: [...launch.args, "parse_file", "src/a.cpp"] });
    expect(run.stderr).toBe("");
    // The language of the folder, which has no tags, has taken the place of the shipped one.
    expect(JSON.parse(run.stdout)).toMatchObject({ class_count: 0, language: "cpp" });
  });

  test("runs nothing, even when its grammar takes the place of a shipped one", async () => {
    const cwd = temporaryFolder({ "codegrove.json": '{"languages":["languages"]}', "a.cpp": "class A {};\n" });
    const marker = join(cwd, "marker");
    writeFiles(cwd, {
      "languages/cpp/language.json": JSON.stringify({
        name: "cpp",
        title: "C++",
        grammar: "evil.wasm",
        extensions: [".cpp"],
        default_patterns: ["*.cpp"],
      }),
      "languages/cpp/evil.wasm": evilModule("em_js", marker),
    });
    const { stdout } = await runInProcess("", { cwd, args: ["find_classes", "a.cpp", "--root", "."] });
    expect(JSON.parse(stdout)).toMatchObject({ classes: [{ name: "A" }] });
    expect(namesIn(await classesIn({ cwd, args: ["--root", "."] }))).toEqual(["A"]);
    expect(existsSync(marker)).toBe(false);
  });

  test("counts with --config and the variable: the flag comes first", async () => {
    const cwd = temporaryFolder({
      "a.json": '{"roots":["a"]}',
      "b.json": '{"roots":["b"]}',
      "codegrove.json": "{",
      "a/a.py": "",
      "b/b.py": "",
    });
    const env = { CODEGROVE_CONFIG: "b.json" };
    expect(await inForce({ cwd, env, args: [] })).toMatchObject({ roots: { value: [join(cwd, "b")] } });
    expect(await inForce({ cwd, env, args: ["--config", "a.json"] })).toMatchObject({
      file: join(cwd, "a.json"),
      roots: { value: [join(cwd, "a")] },
    });
  });
});

describe("the user's own configuration", () => {
  test("keeps its ignore rules and macros, behind those that are found", async () => {
    const cwd = temporaryFolder({ "codegrove.json": '{"ignore":["!b.py"],"macros":{"attribute":["THEIRS"]}}' });
    const own = '{"ignore":["b.py"],"macros":{"attribute":["MINE"],"type":["T"]}}';
    const env = { XDG_CONFIG_HOME: temporaryFolder({ "codegrove/codegrove.json": own }) };
    expect(await inForce({ cwd, env, args: [] })).toMatchObject({
      ignore: { value: ["!b.py", "b.py"] },
      macros: { value: { attribute: ["THEIRS", "MINE"], type: ["T"] } },
    });
  });

  const config = temporaryFolder({
    "codegrove/codegrove.json": JSON.stringify({
      roots: ["/"],
      ignore: ["made/"],
      tools: { execute_query: false, check_file: false },
      limits: { max_file_size: 20_000_000, max_result_chars: 0, request_timeout: 9_000 },
      cache: false,
      log_level: "warn",
    }),
  });
  const env = { XDG_CONFIG_HOME: config };

  test("sets everything, and comes before the defaults", async () => {
    const cwd = temporaryFolder({ "made/a.py": "class A: pass\n", "b.py": "class B: pass\n" });
    expect(await inForce({ cwd, env, args: [] })).toMatchObject({
      file: null,
      user_file: join(config, "codegrove/codegrove.json"),
      left_out: [],
      roots: { value: ["/"], source: "user" },
      tools: { execute_query: { value: false, source: "user" }, parse_file: { value: true, source: "default" } },
      limits: {
        max_file_size: { value: 20_000_000, source: "user" },
        max_result_chars: { value: 0, source: "user" },
        session_timeout: { value: 1_800_000, source: "default" },
      },
      cache: { value: false, source: "user" },
      log_level: { value: "warn", source: "user" },
    });
    expect(namesIn(await classesIn({ cwd, env, args: [] }))).toEqual(["B"]);
  });

  test("is what a found file cannot loosen, but can tighten", async () => {
    const cwd = temporaryFolder({
      "codegrove.json": JSON.stringify({
        tools: { execute_query: true, check_file: true, parse_file: false },
        limits: { max_file_size: 15_000_000, request_timeout: 10_000, max_result_chars: 4_000 },
        cache: true,
        log_level: "debug",
      }),
    });
    const left = ["cache", "tools.execute_query", "tools.check_file", "limits.request_timeout"];
    const held = {
      user_file: join(config, "codegrove/codegrove.json"),
      tools: { parse_file: { value: false, source: "file" } },
      limits: {
        max_file_size: { value: 15_000_000, source: "file" },
        max_result_chars: { value: 4_000, source: "file" },
      },
      log_level: { value: "debug", source: "file" },
    };
    expect(await inForce({ cwd, env, args: [] })).toMatchObject({
      ...held,
      left_out: left,
      tools: { ...held.tools, execute_query: { value: false, source: "user" } },
      limits: { ...held.limits, request_timeout: { value: 9_000, source: "user" } },
      cache: { value: false, source: "user" },
    });
    expect(await inForce({ cwd, env, args: ["--config", "codegrove.json"] })).toMatchObject({
      ...held,
      left_out: [],
      tools: { ...held.tools, execute_query: { value: true, source: "file" } },
      limits: { ...held.limits, request_timeout: { value: 10_000, source: "file" } },
      cache: { value: true, source: "file" },
    });
  });

  test("is not read from a relative folder, nor twice when it is the working folder's", async () => {
    const cwd = temporaryFolder({ "config/codegrove/codegrove.json": '{"roots":["/"]}' });
    expect(await inForce({ cwd, env: { XDG_CONFIG_HOME: "config", HOME: cwd }, args: [] })).toMatchObject({
      user_file: null,
      roots: { value: [] },
    });
    expect(await inForce({ cwd: join(config, "codegrove"), env, args: [] })).toMatchObject({
      file: null,
      user_file: join(config, "codegrove/codegrove.json"),
      left_out: [],
    });
  });

  test.runIf(process.platform === "linux")("lies in ~/.config elsewhere", async () => {
    const home = temporaryFolder({ ".config/codegrove/codegrove.json": '{"limits":{"session_timeout":77}}' });
    expect(await inForce({ cwd: temporaryFolder(), env: { XDG_CONFIG_HOME: "", HOME: home }, args: [] })).toMatchObject(
      { user_file: join(home, ".config/codegrove/codegrove.json"), limits: { session_timeout: { source: "user" } } },
    );
  });

  test.each([
    ["linux", { XDG_CONFIG_HOME: "/xdg" }, "^/xdg/codegrove$"],
    ["linux", { XDG_CONFIG_HOME: "relative" }, "/.config/codegrove$"],
    ["darwin", {}, "/Library/Application Support/codegrove$"],
    ["win32", { APPDATA: "/roaming", XDG_CONFIG_HOME: "/xdg" }, "^/roaming/codegrove$"],
  ] as const)("on %s with %o is in %s", (platform, env, expected) => {
    expect(userConfigurationFolder(env, platform)).toMatch(new RegExp(expected));
  });

  test("is refused with its name when it is broken", async () => {
    const broken = temporaryFolder({ "codegrove/codegrove.json": '{"rots":[]}' });
    const { stderr, exitCode } = await runInProcess("", { args: [], env: { XDG_CONFIG_HOME: broken } });
    expect(stderr).toContain(`Cannot use ${join(broken, "codegrove/codegrove.json")}: unknown key 'rots'`);
    expect(exitCode).toBe(2);
  });
});

const secret = "hunter2-is-a-token";

describe("a codegrove.json that cannot be used", () => {
  const elsewhere = temporaryFolder({ token: secret, "settings.json": JSON.stringify({ ignore: [secret] }) });

  test.each<readonly [string, (path: string) => void, string]>([
    ["a FIFO", (path) => execFileSync("mkfifo", [path]), "It is not a regular file."],
    ["a link to a device", (path) => symlinkSync("/dev/zero", path), "It is a symbolic link."],
    ["a link to a token", (path) => symlinkSync(join(elsewhere, "token"), path), "It is a symbolic link."],
    ["a link to a configuration", (path) => symlinkSync(join(elsewhere, "settings.json"), path), "a symbolic link"],
    ["a link to nothing", (path) => symlinkSync("missing", path), "It is a symbolic link."],
    ["a folder", (path) => writeFiles(path, { "a.txt": "" }), "It is a folder."],
    ["2 MB", (path) => writeFiles(join(path, ".."), { "codegrove.json": " ".repeat(2 ** 21) }), "2097152 bytes"],
    ["no JSON", (path) => writeFiles(join(path, ".."), { "codegrove.json": secret }), "It is not valid JSON."],
    [
      "no JSON from its second line on",
      (path) => writeFiles(join(path, ".."), { "codegrove.json": `{"ignore":[],\n${secret}` }),
      "It is not valid JSON (line 2, column 1).",
    ],
    ["a list", (path) => writeFiles(join(path, ".."), { "codegrove.json": "[]" }), "It is not an object"],
  ])("is ignored with a warning that quotes nothing of it: %s", async (_, make, reason) => {
    const cwd = temporaryFolder({ "a.py": "class A: pass\n" });
    make(join(cwd, "codegrove.json"));
    const command = await runInProcess("", { cwd, args: ["find_classes", "a.py"] });
    expect(command.exitCode).toBe(0);
    expect(JSON.parse(command.stdout)).toMatchObject({ classes: [{ name: "A" }] });
    const { warning, stderr } = await warned(cwd);
    expect(warning).toContain(`${join(cwd, "codegrove.json")} was found in the working folder`);
    expect(warning).toContain(reason);
    expect(command.stderr + stderr).not.toContain("hunter2");
    expect(namesIn(await classesIn({ cwd, args: [] }))).toEqual(["A"]);
  });

  test.each([
    [
      "a FIFO",
      (path: string) => execFileSync("mkfifo", [path]),
      "Cannot read codegrove.json: It is not a regular file.",
    ],
    [
      "no JSON",
      (path: string) => writeFiles(join(path, ".."), { "codegrove.json": secret }),
      "Cannot use codegrove.json: It is not valid JSON.",
    ],
  ])("is an error when it is named, which quotes nothing of it: %s", async (_, make, reason) => {
    const cwd = temporaryFolder();
    make(join(cwd, "codegrove.json"));
    const { stdout, stderr, exitCode } = await runInProcess("", { cwd, args: ["--config", "codegrove.json"] });
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: "", stderr: `codegrove: ${reason}\n`, exitCode: 2 });
  });

  test("is ignored outside of the roots, of a flag or of the user's own file", async () => {
    const cwd = temporaryFolder({
      "codegrove.json": '{"ignore":["*.py"]}',
      "src/a.py": "class A: pass\n",
      "in/codegrove.json": '{"ignore":["*.py"]}',
      "in/b.py": "class B: pass\n",
    });
    const XDG_CONFIG_HOME = temporaryFolder({
      "codegrove/codegrove.json": JSON.stringify({ roots: [join(cwd, "src")] }),
    });
    for (const launch of [{ args: ["--root", "src"] }, { args: [], env: { XDG_CONFIG_HOME } }]) {
      expect(namesIn(await classesIn({ cwd, ...launch }))).toEqual(["A"]);
      expect(await inForce({ cwd, ...launch })).toMatchObject({
        file: null,
        warnings: [expect.stringContaining(`It lies outside of ${join(cwd, "src")}`)],
      });
    }
    expect(namesIn(await classesIn({ cwd: join(cwd, "in"), args: ["--root", "."] }))).toEqual([]);
  });

  test("counts as far as it is right: each wrong part is ignored and told", async () => {
    const cwd = temporaryFolder({
      "a.py": "class A: pass\n",
      "b.py": "class B: pass\n",
      "codegrove.json": JSON.stringify({
        rots: ["."],
        ignore: ["b.py"],
        macros: { attribute: ["X"], nonsense: ["Y"], type: "Z" },
        tools: { execute_query: false, find_clases: false, check_file: "no" },
        limits: { max_file_size: "5", max_file_sizes: 5, session_timeout: 70_000 },
        log_level: "loud",
        cache: 1,
      }),
    });
    expect(namesIn(await classesIn({ cwd, args: [] }))).toEqual(["A"]);
    const { warning } = await warned(cwd);
    expect(warning).toMatch(/what is wrong in it is ignored: .*; and 4 more$/);
    expect(await inForce({ cwd, args: [] })).toMatchObject({
      macros: { value: { attribute: ["X"] } },
      tools: { execute_query: { value: false, source: "file" }, check_file: { value: true, source: "default" } },
      limits: {
        max_file_size: { source: "default" },
        session_timeout: { value: 70_000, source: "file" },
      },
      cache: { value: true, source: "default" },
      log_level: { value: "info", source: "default" },
    });
  });

  test.each([
    [{ rots: [] }, "unknown key 'rots', did you mean 'roots'?"],
    [{ limits: { request_timeouts: 9 } }, "unknown key 'request_timeouts', did you mean 'request_timeout'?"],
    [{ limits: 5 }, "limits: "],
    [{ commands: { test: { run: ["a"], timeouts: 5 } } }, "unknown key 'timeouts', did you mean 'timeout'?"],
    [{ tools: { find_clases: false } }, "unknown tool 'find_clases', did you mean 'find_classes'?"],
    [{ macros: { nonsense: ["A"] } }, "unknown macro role 'nonsense'"],
    [{ ignore: [5] }, "ignore.0: "],
    [{ [`long${"x".repeat(5_000)}`]: 1 }, `unknown key 'long${"x".repeat(56)}…'`],
    [Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`q${i}`, 1])), "895 more unknown keys"],
    [{ limits: { request_timeout: 1 } }, "limits.request_timeout is 1, and 5000 takes effect"],
    [{ limits: { max_result_chars: 1 } }, "limits.max_result_chars is 1, and 2000 takes effect"],
    [{ limits: { max_file_size: 1 } }, "limits.max_file_size is 1, and 65536 takes effect"],
    [{ limits: { session_timeout: 1 } }, "limits.session_timeout is 1, and 60000 takes effect"],
    [{ tools: Object.fromEntries(toolNames.map((name) => [name, false])) }, "tools turns off all tools"],
    [JSON.parse('{"__proto__":{"limits":5},"constructor":1}'), "unknown key"],
  ])("does not end the start, and leaves a server that answers: %j", async (content, reason) => {
    const cwd = temporaryFolder({ "codegrove.json": JSON.stringify(content), "a.py": "class A: pass\n" });
    const { warning, stderr } = await warned(cwd);
    expect(warning).toContain(reason);
    expect(stderr.length).toBeLessThan(2_000);
    expect(namesIn(await classesIn({ cwd, args: [] }))).toEqual(["A"]);
  });

  test("cannot set a limit above the user's own, which may be below the floor", async () => {
    const XDG_CONFIG_HOME = temporaryFolder({ "codegrove/codegrove.json": '{"limits":{"request_timeout":3000}}' });
    const cwd = temporaryFolder({ "codegrove.json": '{"limits":{"request_timeout":1}}' });
    expect(await inForce({ cwd, env: { XDG_CONFIG_HOME }, args: [] })).toMatchObject({
      limits: { request_timeout: { value: 3_000, source: "file" } },
    });
  });
});

/** The one warning of a start in a folder, on stderr and in workspace://config, and what is on stderr. */
async function warned(cwd: string): Promise<{ readonly warning: string; readonly stderr: string }> {
  const { stderr } = await runInProcess("", { cwd, args: ["cache"] });
  const [line = "", ...more] = stderr.trimEnd().split("\n");
  expect(more).toEqual([]);
  const { level, message, to_allow } = JSON.parse(line);
  expect({ level, to_allow }).toEqual({ level: "warn", to_allow: expect.stringContaining("--config") });
  expect(await inForce({ cwd, args: [] })).toMatchObject({ warnings: [message] });
  return { warning: message, stderr };
}

type Answer = { readonly results: readonly { readonly classes: readonly { readonly name: string }[] }[] };

function namesIn({ results }: Answer): readonly string[] {
  return results.flatMap(({ classes }) => classes.map(({ name }) => name));
}

async function inForce(launch: Launch): Promise<unknown> {
  // A text that is longer than the limit comes in parts.
  const parts: string[] = [];
  for (let uri: string | undefined = "workspace://config"; uri !== undefined; ) {
    const { result }: { result: { contents: { text: string; uri: string }[] } } = await ask(launch, "resources/read", {
      uri,
    });
    const [part, next] = result.contents;
    parts.push(part?.text ?? "");
    uri = next?.uri;
  }
  return JSON.parse(parts.join(""));
}

async function classesIn(launch: Launch): Promise<Answer> {
  const { result } = await ask(launch, "tools/call", { name: "find_classes", arguments: { filepath: "." } });
  return JSON.parse(result.content[0].text);
}

async function ask(launch: Launch, method: string, params: object) {
  const { stdout } = await runInProcess(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`, launch);
  return JSON.parse(stdout);
}
