import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { userConfigurationFolder } from "../../src/cache/user-folder.ts";
import { type Launch, packageFolder } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { evilModule } from "../support/wasm-module.ts";

const everything = {
  roots: ["src"],
  ignore: ["generated/"],
  languages: ["languages"],
  lint_rules: ["rules"],
  commands: { evil: { run: ["touch", "evil"] } },
  macros: { attribute: ["MY_API"] },
  tools: { execute_query: false, parse_file: true },
  limits: { max_file_size: 99_999_999, request_timeout: 500_000, max_concurrent_requests: 2, max_result_chars: 0 },
  cache_dir: "kept",
  log_level: "error",
};
const leftOut = [
  "roots",
  "languages",
  "lint_rules",
  "cache_dir",
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

describe("a codegrove.json that was found", { timeout: 60_000 }, () => {
  test("sets only what can do no harm, and what it does not set is told", async () => {
    expect(await inForce({ cwd: stranger, args: [] })).toEqual({
      commands: { value: {}, source: "default" },
      file: join(stranger, "codegrove.json"),
      user_file: null,
      left_out: leftOut,
      roots: { value: [], source: "default" },
      ignore: { value: ["generated/"], source: "file" },
      languages: { value: [], source: "default" },
      lint_rules: { value: [], source: "default" },
      scan_languages: { value: [], source: "default" },
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

describe("the user's own configuration", { timeout: 60_000 }, () => {
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
        limits: { max_file_size: 15_000_000, request_timeout: 10_000, max_result_chars: 400 },
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
        max_result_chars: { value: 400, source: "file" },
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

describe("a codegrove.json that is none", { timeout: 60_000 }, () => {
  test.each<readonly [string, (path: string) => void, string]>([
    ["a FIFO", (path) => execFileSync("mkfifo", [path]), "It is not a regular file."],
    ["a link to a device", (path) => symlinkSync("/dev/zero", path), "It is not a regular file."],
    ["a folder", (path) => writeFiles(path, { "a.txt": "" }), "It is a folder."],
    ["2 MB", (path) => writeFiles(join(path, ".."), { "codegrove.json": " ".repeat(2 ** 21) }), "2097152 bytes"],
  ])("is refused and not waited for: %s", async (_, make, reason) => {
    const cwd = temporaryFolder({ "a.py": "class A: pass\n" });
    make(join(cwd, "codegrove.json"));
    for (const args of [[], ["find_classes", "a.py"], ["--config", "codegrove.json"]]) {
      const { stdout, stderr, exitCode } = await runInProcess("", { cwd, args });
      expect(stderr).toMatch(/^codegrove: Cannot read .*codegrove\.json: /);
      expect(stderr).toContain(reason);
      expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    }
  });
});

type Answer = { readonly results: readonly { readonly classes: readonly { readonly name: string }[] }[] };

function namesIn({ results }: Answer): readonly string[] {
  return results.flatMap(({ classes }) => classes.map(({ name }) => name));
}

async function inForce(launch: Launch): Promise<unknown> {
  const { result } = await ask(launch, "resources/read", { uri: "workspace://config" });
  return JSON.parse(result.contents[0].text);
}

async function classesIn(launch: Launch): Promise<Answer> {
  const { result } = await ask(launch, "tools/call", { name: "find_classes", arguments: { filepath: "." } });
  return JSON.parse(result.content[0].text);
}

async function ask(launch: Launch, method: string, params: object) {
  const { stdout } = await runInProcess(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`, launch);
  return JSON.parse(stdout);
}
