import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder, runServer, serverPath } from "../support/built-server.ts";
import { expectAnswersOfHistories, sharedCode, sharedFiles } from "../support/checkouts.ts";
import { repository } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The program in a copy of the package, with another version of facts. */
function otherVersion(): string {
  const folder = temporaryFolder();
  cpSync(join(packageFolder, "dist"), join(folder, "dist"), { recursive: true });
  for (const name of ["package.json", "grammars", "queries", "parsers"]) {
    symlinkSync(join(packageFolder, name), join(folder, name));
  }
  writeFileSync(join(folder, "dist/digest.txt"), "another version");
  return join(folder, "dist/main.cjs");
}

test("two versions of the program have their facts in the same cache", async () => {
  const folder = repository(sharedCode);
  const env = { XDG_CACHE_HOME: join(temporaryFolder(), "cache") };
  const run = async (program: string, ...args: readonly string[]) =>
    (await runServer("", { program, args, cwd: folder, env })).stdout;
  const versions = [serverPath, otherVersion()];
  const find = ["find_functions", ".", "--format", "jsonl"];
  const plain = await run(serverPath, ...find, "--no-cache");
  const read: unknown[] = [];
  for (const _ of [1, 2]) {
    for (const program of versions) {
      read.push(JSON.parse(await run(program, "index", ".")).read);
      // An answer that is kept, and a snapshot.
      expect(await run(program, ...find)).toBe(plain);
      expect(await run(program, "execute_query", "py", "--query", "(class_definition) @c")).toContain('"c"');
    }
  }
  expect(read).toEqual([sharedFiles, sharedFiles, 0, 0]);
  expect(JSON.parse(await run(serverPath, "cache")).code_bases).toMatchObject([{ root: folder, versions: 2 }]);
});

test("answers after many random histories are the ones without a cache", { timeout: 900_000 }, () =>
  expectAnswersOfHistories(6, 25),
);
