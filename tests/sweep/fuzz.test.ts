/** The inputs that fuzzing has found to reach the most. Input: tests/fuzz/corpus; output: each passes the reader that it is for. */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { readCorpus } from "../fuzz/corpus.mjs";
import type { FuzzTarget } from "../fuzz/target.ts";
import { packageFolder } from "../support/built-server.ts";

const names = readdirSync(join(packageFolder, "tests/fuzz/targets")).map((file) => basename(file, ".ts"));
const folder = join(packageFolder, "tests/fuzz/corpus");

test("each target has a corpus, each corpus a target, and all of them are small", () => {
  expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.jsonl`).sort());
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(bytes).toBeLessThan(200_000);
});

test.each(names)("%s passes its corpus", async (name) => {
  const { target }: { readonly target: FuzzTarget } = await import(`../fuzz/targets/${name}.ts`);
  for (const input of [...target.seeds().map((seed) => Buffer.from(seed)), ...readCorpus(name)]) {
    try {
      await target.run(input);
    } catch (error) {
      throw new Error(`${JSON.stringify(input.toString("latin1"))}: ${error}`, { cause: error });
    }
  }
});

/** Runs the command. */
function fuzz(...args: readonly string[]) {
  return spawnSync(process.execPath, ["tests/fuzz/run.mjs", ...args], { cwd: packageFolder, encoding: "utf8" });
}

test("the command names its targets if another one is given", () => {
  const { status, stderr } = fuzz("none");
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining(`no target none; targets: all, ${[...names].sort()[0]}`),
  ]);
});
