import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectAgreement, expectContextAgreement } from "../support/agreement.ts";
import { packageFolder } from "../support/built-server.ts";
import { laterClock } from "../support/in-process.ts";
import { caseFolders } from "../support/navigation.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** Calls to a server that serves this folder. */
function callsTo(cwd: string) {
  const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")];
  return callsToServer({ cwd, args, now: laterClock });
}

describe.each(["project", "python"])("in the fixture %s", (name) => {
  const folder = temporaryFolder(name === "python" ? caseFolders(["python/layouts.txt", "python/members.txt"]) : {});
  const call = callsTo(folder);

  test("references contain the definition, and lead back to it; a context has the same rows", async () => {
    if (name === "project") cpSync(join(packageFolder, "tests/fixtures/navigation", name), folder, { recursive: true });
    const { symbols, references } = await expectAgreement(call, ".", 12);
    expect(references).toBeGreaterThan(symbols);
    expect(await expectContextAgreement(call, ".", 8)).toBeGreaterThan(0);
  });
});
