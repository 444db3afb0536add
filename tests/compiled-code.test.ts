import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cacheFolderAtStart, runCompiled } from "../src/cache/compiled-code.ts";
import { type Launch, runServer } from "./support/built-server.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

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
    [["--cache-dir", "/a"], {}, "/a"],
    [["find_classes", "src", "--cache-dir=/a=b"], { CODEGROVE_CACHE: "false" }, "/a=b"],
    [["--no-cache", "--cache-dir", "/a"], {}, undefined],
    [[], { CODEGROVE_CACHE: "false", CODEGROVE_CACHE_DIR: "/b" }, undefined],
    [[], { CODEGROVE_CACHE_DIR: "/b", XDG_CACHE_HOME: "/c" }, "/b"],
    [[], { XDG_CACHE_HOME: "/c" }, "/c/codegrove"],
  ])("of %j and %j", (args, env, expected) => {
    expect(cacheFolderAtStart(args, env)).toBe(expected);
  });
});

describe("the built program", { timeout: 60_000 }, () => {
  const call = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "find_functions", arguments: { filepath: "a.py" } } })}\n`;

  /** What stands in the folder of compiled code after a call: names without versions, and inodes. */
  async function keptAfter(cache: string, launch: Launch = {}): Promise<ReadonlyMap<string, number>> {
    const { stdout, stderr, exitCode } = await runServer(call, {
      cwd: folder,
      env: { CODEGROVE_CACHE_DIR: cache },
      ...launch,
    });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout.replaceAll("\\", "")).toContain('"name":"f"');
    const compiled = join(cache, "compiled");
    const names = existsSync(compiled) && statSync(compiled).isDirectory() ? readdirSync(compiled) : [];
    return new Map(names.sort().map((name) => [name.replace(/-v.*/, ""), statSync(join(compiled, name)).ino]));
  }

  test("keeps its code and the workers' in the first run, and uses it in the next one", async () => {
    const cache = join(temporaryFolder(), "cache");
    const first = await keptAfter(cache);
    expect([...first.keys()]).toEqual(["program-serve", "worker-serve"]);
    expect(await keptAfter(cache)).toEqual(first);
    const tool = { args: ["find_functions", "a.py", "--log-level", "error"] };
    const both = await keptAfter(cache, tool);
    expect([...both.keys()]).toEqual(["program-serve", "program-tool", "worker-serve", "worker-tool"]);
    expect(await keptAfter(cache, tool)).toEqual(both);
    for (const name of readdirSync(join(cache, "compiled"))) {
      expect(statSync(join(cache, "compiled", name)).mode & 0o777).toBe(0o600);
    }
  });

  test("answers all the same when the code is damaged", async () => {
    const cache = join(temporaryFolder(), "cache");
    const first = await keptAfter(cache);
    const compiled = join(cache, "compiled");
    for (const name of readdirSync(compiled)) {
      const bytes = readFileSync(join(compiled, name));
      writeFileSync(join(compiled, name), bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 100));
    }
    const again = await keptAfter(cache);
    expect([...again.keys()]).toEqual([...first.keys()]);
    expect([...again.values()]).not.toEqual([...first.values()]);
  });

  test("keeps nothing where there is no cache", async () => {
    const cache = join(temporaryFolder(), "cache");
    const project = temporaryFolder({ "codegrove.json": '{"cache":false}', "a.py": "def f(): pass\n" });
    const env = { CODEGROVE_CACHE_DIR: cache };
    expect(await keptAfter(cache, { env, cwd: project })).toEqual(new Map());
    expect(await keptAfter(cache, { env: { ...env, CODEGROVE_CACHE: "false" } })).toEqual(new Map());
    const args = ["find_functions", "a.py", "--no-cache", "--log-level", "error"];
    expect(await keptAfter(cache, { env, args })).toEqual(new Map());
  });

  test("says nothing when the code cannot be kept: it costs no answer", async () => {
    const cache = join(temporaryFolder({ file: "" }), "file", "cache");
    expect(await keptAfter(cache)).toEqual(new Map());
    const compiled = temporaryFolder();
    mkdirSync(join(compiled, "cache"));
    writeFileSync(join(compiled, "cache", "compiled"), "no folder");
    expect(await keptAfter(join(compiled, "cache"))).toEqual(new Map());
  });
});
