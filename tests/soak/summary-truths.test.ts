import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compareCpp, comparePython } from "../../lab/comparisons/summaries.mjs";
import { packageFolder } from "../support/built-server.ts";

/** Files of each language that are compared besides the fixtures, where the system has some. */
const maxFiles = 20;

/** Programs that `.ci/run` installs; elsewhere they may be missing. */
const isThere = (program: string, ...args: readonly string[]) =>
  process.env.CI === "true" || spawnSync(program, args).status === 0;

function filesIn(folders: readonly string[], extension: string): readonly string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(extension))
        .sort()
        .map((name) => join(folder, name)),
    )
    .slice(0, maxFiles);
}

const fixture = (name: string) => join(packageFolder, "tests/fixtures/metrics", name);

describe("get_file_summary differs from other tools for known reasons alone", { timeout: 300_000 }, () => {
  test.skipIf(!isThere("pmccabe", "-V") || !isThere("cloc", "--version"))("pmccabe and cloc on C++", () => {
    const headers = filesIn(["/usr/include/c++/12/bits", "/usr/include/c++/12/ext"], ".h");
    const score = compareCpp([fixture("functions.cpp"), ...headers]);
    expect(score.unexplainedPlaces).toEqual([]);
    expect(score.equal.get("functions")).toBeGreaterThan(10);
    expect(score.equal.get("files in lines, by cloc")).toBeGreaterThan(headers.length / 2);
  });

  test.skipIf(!isThere("/usr/bin/python3", "-c", "import mccabe") || !isThere("cloc", "--version"))(
    "mccabe and cloc on Python",
    () => {
      const modules = filesIn(["/usr/lib/python3", "/usr/lib/python3.11", "/usr/lib/python3.12"], ".py");
      const score = comparePython([fixture("functions.py"), ...modules]);
      expect(score.unexplainedPlaces).toEqual([]);
      expect(score.equal.get("functions")).toBeGreaterThan(10);
      expect(score.equal.get("files in comment lines, by Python's tokenizer")).toBeGreaterThan(modules.length / 2);
    },
  );
});
