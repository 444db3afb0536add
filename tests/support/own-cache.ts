import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;

/** Gives the tests a cache and a configuration of their own, so that they neither use nor change those of the user. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), "codegrove-test-cache-"));
  process.env.XDG_CACHE_HOME = folder;
  process.env.XDG_CONFIG_HOME = join(folder, "config");
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
