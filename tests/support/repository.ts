import { execFileSync } from "node:child_process";
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

/** A folder with a repository of one commit, on the branch main. */
export function repository(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(files);
  git(folder, "init", "-q", "-b", "main");
  commit(folder, {});
  return folder;
}

/** Writes files, and makes a commit of all that there is. */
export function commit(folder: string, files: Readonly<Record<string, string>>): void {
  writeFiles(folder, files);
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", "changed");
}
