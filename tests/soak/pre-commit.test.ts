import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { environmentOfProgram, packageFolder, serverPath } from "../support/built-server.ts";
import { documentBlocks } from "../support/document-blocks.ts";
import { git, repository } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const isThere = spawnSync("pre-commit", ["--version"]).status === 0;

test("CI has pre-commit", () => {
  if (process.env.CI !== undefined) expect(isThere).toBe(true);
});

test.runIf(isThere)("the configuration of docs/users/ci.md has pre-commit check the files of a commit", () => {
  const block = documentBlocks.find(({ text }) => text.startsWith("repos:\n"))?.text ?? "";
  const hooks = temporaryFolder();
  git(packageFolder, "clone", "--quiet", "--no-local", packageFolder, hooks);
  const revision = git(hooks, "rev-parse", "HEAD").trim();
  const configuration = block.replace(/repo: \S+/, `repo: ${hooks}`).replace("COMMIT", revision);
  const folder = repository({ ".pre-commit-config.yaml": configuration, "good.py": "x = 1\n", "notes.txt": "(\n" });
  expect(run(folder)).toEqual({ stdout: expect.stringMatching(/^codegrove check\.+Passed$/m), status: 0 });
  const broken = repository({ ".pre-commit-config.yaml": configuration, "bad.py": "x = (\n" });
  expect(run(broken)).toEqual({ stdout: expect.stringMatching(/^bad\.py:1:\d+: error: /m), status: 1 });
});

/** Runs the hooks of a folder on all of its files, with the codegrove that is built. */
function run(cwd: string): { readonly stdout: string; readonly status: number | null } {
  const programs = temporaryFolder({ codegrove: `#!/bin/sh\nexec '${process.execPath}' '${serverPath}' "$@"\n` });
  chmodSync(join(programs, "codegrove"), 0o755);
  const env = {
    ...environmentOfProgram(),
    PATH: [programs, process.env.PATH].join(delimiter),
    PRE_COMMIT_HOME: temporaryFolder(),
  };
  const { stdout, status } = spawnSync("pre-commit", ["run", "--all-files", "--color", "never"], {
    cwd,
    encoding: "utf8",
    env,
  });
  return { stdout, status };
}
