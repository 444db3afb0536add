import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { compareTags } from "../../lab/comparisons/tags.mjs";

const languages = ["c", "javascript", "typescript", "tsx", "go", "rust", "java"];

const minShare = 0.98;

/** Universal ctags, which `.ci/run` installs; elsewhere it may be missing, or be another ctags. */
const isThere = process.env.CI === "true" || String(spawnSync("ctags", ["--version"]).stdout).startsWith("Universal");

/** Returns the fixtures that are files of the language. */
function fixturesOf(language: string): readonly string[] {
  const examples = readdirSync("tests/fixtures/examples")
    .filter((name) => name.startsWith(`${language}.`))
    .map((name) => join("tests/fixtures/examples", name));
  const symbols = join("tests/fixtures/symbols", language);
  return [...examples, symbols].filter((path) => existsSync(path)).map((path) => resolve(path));
}

test.skipIf(!isThere).for(languages)("list_symbols lists what ctags lists: %s", (language) => {
  const { found, right, foundBroken } = compareTags(language, fixturesOf(language)).sides;
  const { both, theirs } = found.of();
  const { both: same, ours } = right.of();
  const shares = { found: both >= minShare * (both + theirs), right: same >= minShare * (same + ours) };
  const differences = [...found.differences, ...right.differences];
  expect(shares, differences.join("\n")).toEqual({ found: true, right: true });
  // What is left out must not be what makes the shares high.
  expect(both + foundBroken.of().both).toBeGreaterThan(10);
});
