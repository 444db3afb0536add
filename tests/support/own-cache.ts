import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;

/** Gives the tests a home of their own, so that they neither use nor change the user's cache and configuration. */
export function setup(): void {
  // Where npm fetches packages from is the user's matter.
  process.env.npm_config_userconfig ??= join(homedir(), ".npmrc");
  folder = mkdtempSync(join(tmpdir(), "codegrove-test-home-"));
  process.env.HOME = folder;
  process.env.XDG_CACHE_HOME = join(folder, ".cache");
  process.env.XDG_CONFIG_HOME = join(folder, ".config");
}

export function teardown(): void {
  // A process that a test has ended may write its last file meanwhile.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
