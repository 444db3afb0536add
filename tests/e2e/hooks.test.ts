import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { laterClock, runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const project = temporaryFolder({
  "shape.py": "class Shape:\n    def area(self):\n        return 0\n",
  "broken.py": "def f(:\n    pass\n",
  "evil\u001b[2K.py": "def f(:\n    pass\n",
});
const env = { XDG_CACHE_HOME: temporaryFolder({}), HOME: temporaryFolder({}) };
const outside = temporaryFolder({ "broken.py": "def f(:\n" });

/** Runs a hook with an event, and returns what its agent is told; undefined for nothing. */
async function hook(name: string, event: unknown, cwd = project) {
  const input = typeof event === "string" ? event : JSON.stringify({ hook_event_name: "Test", ...(event as object) });
  const { exitCode, stdout } = await runInProcess(input, { args: ["hook", name], cwd, env, now: laterClock });
  expect(exitCode).toBe(0);
  if (stdout === "") return undefined;
  const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
  expect(hookEventName).toBe("Test");
  return additionalContext;
}

describe("codegrove hook", () => {
  test("session reminds of the tools", async () => {
    expect(await hook("session", {})).toMatch(/^codegrove is set up in this project\..*find_references X/);
  });

  test("search says what the cache knows, and reads no code for it", async () => {
    const search = { tool_input: { pattern: "area" } };
    expect(await hook("search", search)).toBeUndefined();
    await runInProcess("", { args: ["find_references", "area"], cwd: project, env, now: laterClock });
    expect(await hook("search", search)).toBe(
      "codegrove knows area as a symbol, declared in shape.py:2; its name is in 1 file. " +
        "find_references area lists its uses with the functions that they are in.",
    );
    expect(await hook("search", { tool_input: { pattern: "self" } })).toBeUndefined();
    expect(await hook("search", { tool_input: { command: "rg unknown_name" } })).toBeUndefined();
  });

  test("edit says which errors a file of the project has", async () => {
    expect(await hook("edit", { tool_input: { file_path: join(project, "broken.py") } })).toMatch(
      /^check_file finds errors in broken\.py:\n1:\d+: /,
    );
    expect(await hook("edit", { tool_input: { file_path: "evil\u001b[2K.py" } })).toMatch(/evil\\u001b\[2K\.py:\n/);
    expect(await hook("edit", { tool_input: { file_path: "shape.py" } })).toBeUndefined();
    expect(await hook("edit", { tool_input: { file_path: join(outside, "broken.py") } })).toBeUndefined();
  });

  test.each([
    ["not JSON", "garbage"],
    ["a list", "[]"],
    ["nothing", ""],
    ["nested too deeply", `${"[".repeat(100_000)}`],
    ["too long", `{"a": "${"x".repeat(17_000_000)}"}`],
    ["without arguments", "{}"],
    ["with arguments of other types", { tool_input: [], hook_event_name: 1 }],
    ["about a file that is not there", { tool_input: { file_path: "none.py", pattern: 1 } }],
    ["about a folder", { tool_input: { file_path: ".", command: {} } }],
  ])("says nothing about an event that is %s, and exits with 0", async (_what, event) => {
    for (const name of ["search", "edit"]) expect(await hook(name, event)).toBeUndefined();
  });

  test.each([[["hook"]], [["hook", "none"]], [["hook", "session", "--unknown"]]])(
    "exits with 0 for a wrong command line, which its client would take for a refusal: %j",
    async (args) => {
      const { exitCode, stdout, stderr } = await runInProcess("", { args, cwd: project, env });
      expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    },
  );

  test("runs as a process in a project whose configuration is broken", async () => {
    const cwd = temporaryFolder({ "codegrove.json": '{"limits": {"max_file_size": -1}, "commands": 1' });
    const { exitCode, stdout } = await runServer('{"hook_event_name":"SessionStart"}', {
      args: ["hook", "session"],
      cwd,
      env,
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).hookSpecificOutput.hookEventName).toBe("SessionStart");
  });
});

test("init --hooks shows the hooks, and writes them once that is agreed to", async () => {
  const folder = temporaryFolder({ ".claude/settings.json": '{\n  "model": "x"\n}\n' });
  const init = (...flags: readonly string[]) => runInProcess("", { args: ["init", "--hooks", ...flags], cwd: folder });
  const path = ".claude/settings.json";
  expect((await init()).stdout).toMatch(/^\+ +"command": "codegrove hook search"$/m);
  expect(readFileSync(join(folder, path), "utf8")).toBe('{\n  "model": "x"\n}\n');
  expect((await init("--yes")).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, path), "utf8"))).toMatchObject({
    model: "x",
    hooks: { PreToolUse: [{}] },
  });
  expect(await init("--check")).toMatchObject({ exitCode: 0, stdout: "" });
});
