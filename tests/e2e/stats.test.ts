import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const project = temporaryFolder({
  "shape.py": "class Shape:\n    def area(self):  # the area\n        return 0\n",
  "use.py": "from shape import Shape\n\n\ndef total(shape: Shape):\n    return shape.area()\n",
});

/** What `rg` prints for a name is 18 characters here, and it notes how it is called. */
const programs = temporaryFolder({ rg: '#!/bin/sh\necho "$@" >> "$0.calls"\nprintf "shape.py\\n2:area ü\\n"\n' });
chmodSync(join(programs, "rg"), 0o755);

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>];

/** Runs a server with some calls, and returns the environment in which `codegrove stats` finds its counts. */
async function served(calls: readonly Call[], settings: Readonly<Record<string, string>>, path = programs) {
  const env = { CODEGROVE_CACHE_DIR: temporaryFolder(), PATH: [path, process.env.PATH].join(delimiter), ...settings };
  const lines = calls.map(([name, input], id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } }),
  );
  const { stdout } = await runInProcess(lines.join("\n"), { args: ["--root", project], cwd: project, env });
  const answers = new Map<number, string>(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ id, result }) => [id, result.content[0].text]),
  );
  return { env, lengths: calls.map((_, id) => answers.get(id)?.length) };
}

async function statsOf(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { stdout, exitCode } = await runInProcess("", { args: ["stats", ...args], cwd: project, env });
  expect(exitCode).toBe(0);
  return stdout;
}

describe.runIf(process.platform !== "win32")("codegrove stats", () => {
  test("counts nothing by default", async () => {
    const { env } = await served([["find_references", { symbol: "area" }]], {});
    expect(JSON.parse(await statsOf(env, "--json"))).toEqual({ sessions: 0, last: null, all: {} });
    expect(await statsOf(env)).toMatch(/^No session was counted\. CODEGROVE_STATS=true /);
    expect(readdirSync(env.CODEGROVE_CACHE_DIR)).not.toContain("stats");
  });

  test("shows the characters of answers, next to what rg prints for the same name", async () => {
    const calls: readonly Call[] = [
      ["find_references", { symbol: "Shape.area#1" }],
      ["list_symbols", { filepath: "shape.py" }],
      ["find_references", { symbol: "gone" }],
      ["find_references", { symbol: "area", filepath: "*.py" }],
      ["find_definition", { symbol: "area" }],
    ];
    const { env, lengths } = await served(calls, { CODEGROVE_STATS: "true" });
    const [compared = 0, listed = 0, failed = 0, globbed = 0] = lengths;
    const { sessions, last, all } = JSON.parse(await statsOf(env, "--json"));
    expect(sessions).toBe(1);
    expect(last.started).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(last.tools).toEqual(all);
    expect(all.find_references).toEqual({
      calls: 3,
      characters: compared + failed + globbed,
      compared: 1,
      compared_characters: compared,
      rg_characters: "shape.py\n2:area ü\n".length,
    });
    expect(all.list_symbols).toMatchObject({ calls: 1, characters: listed, compared: 0, rg_characters: 0 });
    expect(all.find_definition).toMatchObject({ calls: 1, compared: 0 });
    const table = await statsOf(env);
    expect(table).toMatch(/^ {2}tool +calls +characters +compared +their characters +characters of rg$/m);
    expect(table).toMatch(new RegExp(`^  find_references +3 +[\\d,]+ +1 +${compared} +18$`, "m"));
  });

  test("keeps no name, no path and no code, and is cleared", async () => {
    const { env } = await served([["find_references", { symbol: "area" }]], { CODEGROVE_STATS: "true" });
    const folder = join(env.CODEGROVE_CACHE_DIR, "stats");
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(kept).toHaveLength(1);
    expect(kept.join("")).toMatch(/find_references/);
    expect(kept.join("")).not.toMatch(/area|shape|\//);
    expect(await statsOf(env, "clear")).toBe("1 session cleared\n");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("searches as its page says, and runs no rg of the project", async () => {
    const notes = join(programs, "rg.calls");
    const { env } = await served([["find_references", { symbol: "total" }]], { CODEGROVE_STATS: "true" });
    const [last = ""] = readFileSync(notes, "utf8").trimEnd().split("\n").reverse();
    expect(last).toMatch(/^--no-config --no-messages --heading --line-number --word-regexp .* -e total -- \/\S+$/);
    expect(JSON.parse(await statsOf(env, "--json")).all.find_references.compared).toBe(1);
    const own = temporaryFolder({ "a.py": "def f(): pass\n", rg: "#!/bin/sh\ntouch evil\n" });
    chmodSync(join(own, "rg"), 0o755);
    const line = JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "find_references", arguments: { symbol: "f" } },
    });
    const PATH = [own, "/nonexistent"].join(delimiter);
    await runInProcess(line, {
      ...{ args: ["--root", own], cwd: own },
      env: { CODEGROVE_STATS: "true", CODEGROVE_CACHE_DIR: temporaryFolder(), PATH },
    });
    expect(readdirSync(own)).not.toContain("evil");
  });

  test.runIf(spawnSync("rg", ["--version"]).status === 0)("counts what rg itself prints", async () => {
    const { env } = await served([["find_references", { symbol: "area" }]], { CODEGROVE_STATS: "true" }, "/usr/bin");
    const { stdout } = spawnSync("rg", ["--no-config", "--heading", "-nw", "area", project], { encoding: "utf8" });
    expect(JSON.parse(await statsOf(env, "--json")).all.find_references.rg_characters).toBe(stdout.length);
  });
});
