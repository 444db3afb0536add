import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cacheFolderAtStart, runCompiled } from "../../src/app/compiled-code.ts";
import { type Launch, runServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({
  "program.cjs": `const { sep } = require("node:path"); exports.twice = (n) => 2 * n; exports.place = [__filename, sep];`,
  "a.py": "def f(): pass\n",
});
type Program = { readonly twice: (n: number) => number; readonly place: readonly string[] };
const program = join(folder, "program.cjs");
let caches = 0;

/** The path of kept code that works, in a folder of its own. */
function keptCode(): string {
  const cache = join(folder, `cache-${caches++}`, "program.code");
  runCompiled<Program>(program, cache).keep?.();
  expect(runCompiled<Program>(program, cache).keep).toBeUndefined();
  return cache;
}

describe("a program that is run with the code that V8 kept", () => {
  test("is the same program", () => {
    const { exports } = runCompiled<Program>(program, keptCode());
    expect(exports.twice(21)).toBe(42);
    expect(exports.place).toEqual([program, "/"]);
  });

  test("runs without a place for its code", () => {
    const { exports, keep } = runCompiled<Program>(program, undefined);
    expect({ twice: exports.twice(1), keep }).toEqual({ twice: 2, keep: undefined });
  });

  test("is compiled anew when the kept code is damaged in any byte, or cut", () => {
    const cache = keptCode();
    const whole = readFileSync(cache);
    for (let index = 0; index < whole.length; index += 1) {
      const damaged = Buffer.from(whole);
      damaged[index] = (damaged[index] ?? 0) ^ 0x55;
      writeFileSync(cache, damaged);
      expectWorking(cache);
      writeFileSync(cache, whole.subarray(0, index));
      expect(runCompiled<Program>(program, cache).keep, `cut at ${index}`).toBeDefined();
    }
  });

  test("is compiled anew when somebody else can have written the kept code", () => {
    const cache = keptCode();
    chmodSync(cache, 0o660);
    expect(runCompiled<Program>(program, cache).keep).toBeDefined();
    chmodSync(cache, 0o600);
    expect(runCompiled<Program>(program, cache).keep).toBeUndefined();
  });

  test("goes on when its code cannot be kept", () => {
    const { exports, keep } = runCompiled<Program>(program, join(program, "compiled", "program.code"));
    expect(keep).toBeDefined();
    expect(() => keep?.()).not.toThrow();
    expect(exports.twice(2)).toBe(4);
  });

  function expectWorking(cache: string): void {
    expect(runCompiled<Program>(program, cache).exports.twice(3)).toBe(6);
  }
});

describe("the folder of the cache before anything else is read", () => {
  test.each([
    [["--cache-dir", "/a"], {}, "home"],
    [["find_classes", "src", "--cache-dir=/a=b"], { CODEGROVE_CACHE: "false" }, "home"],
    [["--no-cache", "--cache-dir", "/a"], {}, undefined],
    [[], { CODEGROVE_CACHE: "false", CODEGROVE_CACHE_DIR: "/b" }, undefined],
    [[], { CODEGROVE_CACHE_DIR: "/b", XDG_CACHE_HOME: "/c" }, "home"],
    [[], { XDG_CACHE_HOME: "/c" }, "home"],
  ])("of %j and %j", (args, env, expected) => {
    const home = join(homedir(), ".cache", "codegrove");
    expect(cacheFolderAtStart(args, env)).toBe(expected && home);
  });
});

describe("the built program", { timeout: 60_000 }, () => {
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
    expect([...first.keys()]).toEqual(["program-serve", "worker-serve"]);
    expect(await keptAfter(home)).toEqual(first);
    const tool = { args: ["find_functions", "a.py", "--log-level", "error"] };
    const both = await keptAfter(home, tool);
    expect([...both.keys()]).toEqual(["program-serve", "program-tool", "worker-serve", "worker-tool"]);
    expect(await keptAfter(home, tool)).toEqual(both);
    for (const name of readdirSync(compiledIn(home))) {
      expect(statSync(join(compiledIn(home), name)).mode & 0o777).toBe(0o600);
    }
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
