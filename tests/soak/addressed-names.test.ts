import { cpSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languageOf } from "../../src/syntax/language-of.ts";
import { packageFolder } from "../support/built-server.ts";
import { namesNotTaken, symbolsNotFound } from "../support/printed-names.ts";
import { languages } from "../support/shipped-languages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** Every name that one tool prints is input for all others: of all symbols of all fixtures. */

const fixtures = temporaryFolder();
/** The fixtures that are code as it is, by their folders. */
const folders = ["captures", "interfaces", "metrics", "navigation", "shapes", "symbols"];
for (const name of folders) {
  cpSync(join(packageFolder, "tests/fixtures", name), join(fixtures, name), { recursive: true });
}

function filesBelow(path: string): readonly string[] {
  if (!statSync(join(fixtures, path)).isDirectory()) return [path];
  return readdirSync(join(fixtures, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}

describe("names that any tool prints", { timeout: 300_000 }, () => {
  const call = callsToServer({ cwd: fixtures, args: ["--log-level", "error"] });
  const files = folders.flatMap(filesBelow).filter((path) => languageOf(path, languages) !== undefined);

  test.each(files)("are taken by all tools, for %s", async (filepath) => {
    expect(await namesNotTaken(call, filepath)).toEqual([]);
  });

  test.each(files)("are found in the workspace, for %s", async (filepath) => {
    expect(await symbolsNotFound(call, filepath, undefined)).toEqual([]);
  });
});
