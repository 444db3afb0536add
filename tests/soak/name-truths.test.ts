import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareNames } from "../../lab/comparisons/names.mjs";

const maxFiles = 300;

/** Debian's, which has the pyflakes that `.ci/run` installs; elsewhere it may be missing. */
const python = "/usr/bin/python3";

const isThere = process.env.CI === "true" || spawnSync(python, ["-c", "import pyflakes"]).status === 0;

/** Returns files of the standard library, always the same ones. */
function sample(): readonly string[] {
  const { stdout } = spawnSync(python, ["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]);
  const folder = String(stdout).trim();
  if (!existsSync(folder)) return [];
  const hashOf = (path: string) => createHash("sha256").update(path).digest("hex");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".py"))
    .map((path) => ({ path, hash: hashOf(path) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, maxFiles)
    .map(({ path }) => join(folder, path));
}

test.skipIf(!isThere)("check_file says of names what pyflakes says", { timeout: 300_000 }, async () => {
  const { differences, files, scores } = await compareNames(sample(), python);
  expect(differences).toEqual([]);
  expect(files).toBeGreaterThan(maxFiles / 2);
  expect([...scores.values()].reduce((sum, { right }) => sum + right, 0)).toBeGreaterThan(100);
});
