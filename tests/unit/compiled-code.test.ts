import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codeFolder, keepsCode, runCompiled } from "../../src/app/compiled-code.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({
  "program.cjs": `const { sep } = require("node:path"); exports.twice = (n) => 2 * n; exports.place = [__filename, sep];`,
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

describe("before anything else is read", () => {
  test.each([
    [["--cache-dir", "/a"], {}, true],
    [["find_classes", "src", "--cache-dir=/a=b"], { CODEGROVE_CACHE: "false" }, true],
    [["--no-cache", "--cache-dir", "/a"], {}, false],
    [[], { CODEGROVE_CACHE: "false", CODEGROVE_CACHE_DIR: "/b" }, false],
    [[], { CODEGROVE_CACHE_DIR: "/b", XDG_CACHE_HOME: "/c" }, true],
    [[], { XDG_CACHE_HOME: "/c" }, true],
  ])("%j and %j tell whether code is kept, which is below the home folder", (args, env, expected) => {
    expect(keepsCode(args, env)).toBe(expected);
    expect(codeFolder(env)).toBe(join(homedir(), ".cache", "codegrove"));
  });
});
