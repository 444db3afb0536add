/** All targets are fuzzed for a while. Input: FUZZ_SECONDS, for all of them together; output: nothing is found. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { seed } from "../support/seed.ts";

const names = readdirSync(join(packageFolder, "tests/fuzz/targets")).map((file) => basename(file, ".ts"));
const seconds = Math.ceil(Number(process.env.FUZZ_SECONDS ?? 600) / names.length);

test.each(names)(
  `%s: ${seconds} seconds find nothing (TEST_SEED=${seed})`,
  async (name) => {
    const args = ["tests/fuzz/run.mjs", name, "--seconds", String(seconds), "--seed", String(seed)];
    const child = spawn(process.execPath, args, { cwd: packageFolder, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (text) => {
      output += text;
    });
    const [status] = await once(child, "close");
    expect(status, output).toBe(0);
  },
  (seconds + 120) * 1_000,
);

test("a target is fuzzed the same way each time", () => {
  const fuzz = () =>
    spawnSync(process.execPath, ["tests/fuzz/run.mjs", "gitignore", "--runs", "400"], {
      cwd: packageFolder,
      encoding: "utf8",
    });
  const first = fuzz();
  expect([first.status, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toMatch(/^gitignore: \d+ runs, \d+ of \d+ places reached.* 0 findings\n$/);
  expect(fuzz().stdout).toBe(first.stdout);
});
