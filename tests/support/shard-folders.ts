import { join } from "node:path";
import { laterClock, runInProcess } from "./in-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Runs `codegrove index` in a folder, without a process, with what it prints as JSON. */
export async function runIndexed(cwd: string, ...args: readonly string[]) {
  const run = await runInProcess("", { args: ["index", ...args], cwd, now: laterClock });
  return { ...run, counts: run.stdout.startsWith("{") ? JSON.parse(run.stdout) : undefined };
}

/**
 * Indexes a code base in shards, each in a cache folder of its own.
 *
 * @param flags of each
 * @returns the folders
 */
export async function indexedShards(
  folder: string,
  count: number,
  ...flags: readonly string[]
): Promise<readonly string[]> {
  const top = temporaryFolder();
  const shards = Array.from({ length: count }, (_, index) => join(top, `shard${index + 1}`));
  for (const [index, shard] of shards.entries()) {
    await runIndexed(folder, ".", "--shard", `${index + 1}/${count}`, "--cache-dir", shard, ...flags);
  }
  return shards;
}
