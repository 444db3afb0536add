import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";

const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];

/** Runs git in a folder as its user would, with a configuration of nobody. */
export function git(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" };
  return execFileSync("git", [...identity, "-c", "protocol.file.allow=always", ...args], {
    cwd,
    env,
    stdio: "pipe",
    timeout: 20_000,
  }).toString();
}

/** Repositories that are copied: a copy takes a tenth of the time of the processes that make one. */
const made = new Map<string, string>();

/** A folder with a repository of one commit, on the branch main. */
export function repository(files: Readonly<Record<string, string>>): string {
  return copied(JSON.stringify(files), () => {
    const folder = temporaryFolder(files);
    git(folder, "init", "-q", "-b", "main", "--template=");
    commit(folder, {});
    return folder;
  });
}

/**
 * A copy of a repository.
 *
 * @param make makes it, unless an earlier call of the test file has made one for this key
 */
export function copied(key: string, make: () => string): string {
  const known = made.get(key);
  const original = known !== undefined && existsSync(known) ? known : make();
  made.set(key, original);
  const copy = temporaryFolder();
  cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Adds settings to the configuration of a repository: `core.pager`, `diff.evil.command`. */
export function configure(folder: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([key, value]) => {
    const [, section = "", part, name = ""] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(key) ?? [];
    return `[${section}${part === undefined ? "" : ` "${part}"`}]\n\t${name} = ${JSON.stringify(value)}\n`;
  });
  appendFileSync(join(folder, ".git/config"), lines.join(""));
}

/** Writes files, and makes a commit of all that there is. */
export function commit(folder: string, files: Readonly<Record<string, string>>): void {
  writeFiles(folder, files);
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", "changed");
}
