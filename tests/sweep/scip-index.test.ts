import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { laterClock } from "../support/in-process.ts";
import { caseFolders } from "../support/navigation.ts";
import { compareIndex, writtenIndex } from "../support/scip-index.ts";
import { textsOf } from "../support/scip-lines.ts";
import { problemsOf } from "../support/scip-lint.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

describe.each([
  ["project", 1],
  ["python", 9],
])("an index of the fixture %s", (name, step) => {
  const folder = temporaryFolder(name === "python" ? caseFolders(["python/layouts.txt", "python/members.txt"]) : {});
  const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache"), "--max-result-chars", "0"];
  const call = callsToServer({ cwd: folder, args, now: laterClock });

  test("says what find_references and find_definition say", async () => {
    if (name === "project") cpSync(join(packageFolder, "tests/fixtures/navigation", name), folder, { recursive: true });
    const { index } = await writtenIndex(folder);
    expect(problemsOf(index, textsOf(folder, index))).toEqual([]);
    const { differences, symbols, occurrences } = await compareIndex(index, call, step);
    expect(differences).toEqual([]);
    expect(occurrences).toBeGreaterThan(symbols);
  });
});
