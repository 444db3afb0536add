import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Launch, runServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({ "a.py": "def f(): pass\n" });

describe("the code of the built program", () => {
  const call = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "find_functions", arguments: { filepath: "a.py" } } })}\n`;

  const compiledIn = (home: string) => join(home, ".cache/codegrove/compiled");

  /** What stands in the folder of compiled code after a call: names without versions, and inodes. */
  async function keptAfter(home: string, launch: Launch = {}): Promise<ReadonlyMap<string, number>> {
    const { stdout, stderr, exitCode } = await runServer(call, {
      cwd: folder,
      ...launch,
      env: { HOME: home, ...launch.env },
    });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout.replaceAll("\\", "")).toContain('"name":"f"');
    const compiled = compiledIn(home);
    const names = existsSync(compiled) && statSync(compiled).isDirectory() ? readdirSync(compiled) : [];
    return new Map(names.sort().map((name) => [name.replace(/-v.*/, ""), statSync(join(compiled, name)).ino]));
  }

  test("keeps its code and the workers' in the first run, and uses it in the next one", async () => {
    const home = temporaryFolder();
    const first = await keptAfter(home);
    // A call that names a file starts its worker with the program that reads files, which answers what paths are as well.
    expect([...first.keys()]).toEqual(["program-serve", "worker-serve"]);
    expect(await keptAfter(home)).toEqual(first);
    const tool = { args: ["find_functions", "a.py", "--log-level", "error"] };
    const both = await keptAfter(home, tool);
    const ofTool = ["program-tool", "worker-tool"];
    expect([...both.keys()]).toEqual([...first.keys(), ...ofTool].sort());
    expect(await keptAfter(home, tool)).toEqual(both);
    const uncached = temporaryFolder();
    expect([...(await keptAfter(uncached, { args: [...tool.args, "--no-cache"] })).keys()]).toEqual([]);
    expect(await keptAfter(home, { args: [...tool.args, "--no-cache"] })).toEqual(both);
    for (const name of readdirSync(compiledIn(home))) {
      expect(statSync(join(compiledIn(home), name)).mode & 0o777).toBe(0o600);
    }
  });

  test("loads no parser for a scan that is answered from facts", async () => {
    const home = temporaryFolder();
    const scan = { args: ["find_functions", ".", "--log-level", "error"] };
    // Stamps are not trusted right after a change.
    await setTimeout(2_100);
    expect([...(await keptAfter(home, scan)).keys()]).toEqual(["program-tool", "worker-paths-tool", "worker-tool"]);
    rmSync(compiledIn(home), { recursive: true });
    expect([...(await keptAfter(home, scan)).keys()]).toEqual(["program-tool", "worker-paths-tool"]);
  });

  test("answers all the same when the code is damaged", async () => {
    const home = temporaryFolder();
    const first = await keptAfter(home);
    const compiled = compiledIn(home);
    for (const name of readdirSync(compiled)) {
      const bytes = readFileSync(join(compiled, name));
      writeFileSync(join(compiled, name), bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 100));
    }
    const again = await keptAfter(home);
    expect([...again.keys()]).toEqual([...first.keys()]);
    expect([...again.values()]).not.toEqual([...first.values()]);
  });

  test("keeps nothing where there is no cache", async () => {
    const home = temporaryFolder();
    const project = temporaryFolder({ "codegrove.json": '{"cache":false}', "a.py": "def f(): pass\n" });
    expect(await keptAfter(home, { cwd: project })).toEqual(new Map());
    expect(await keptAfter(home, { env: { CODEGROVE_CACHE: "false" } })).toEqual(new Map());
    const args = ["find_functions", "a.py", "--no-cache", "--log-level", "error"];
    expect(await keptAfter(home, { args })).toEqual(new Map());
  });

  test("says nothing when the code cannot be kept: it costs no answer", async () => {
    expect(await keptAfter(temporaryFolder({ ".cache": "no folder" }))).toEqual(new Map());
    expect(await keptAfter(temporaryFolder({ ".cache/codegrove/compiled": "no folder" }))).toEqual(new Map());
  });
});
