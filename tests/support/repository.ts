import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";

const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
const settings = [...identity, "-c", "protocol.file.allow=always"];

/** Runs git in a folder as its user would, with a configuration of nobody. */
export function git(cwd: string, ...args: readonly string[]): string {
  return run(cwd, "git", [...settings, ...args]);
}

/** Runs git as its user would on a terminal, where it starts a pager. */
export function gitOnTerminal(cwd: string, ...args: readonly string[]): string {
  return run(cwd, "script", ["-qec", `git ${[...settings, ...args].join(" ")}`, "/dev/null"]);
}

/**
 * Runs commands of git one after another, until one fails, as `git` does. Each process that the test itself starts takes a copy of
 * the table of its memory, which takes longer than the command; a shell has little.
 *
 * @param commands without `git`, for a shell
 */
function gitInTurn(cwd: string, ...commands: readonly string[]): string {
  return run(cwd, "sh", ["-c", commands.map((command) => `git "$@" ${command}`).join(" && "), "sh", ...settings]);
}

function run(cwd: string, program: string, args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" };
  return execFileSync(program, args, { cwd, env, stdio: "pipe", timeout: 20_000 }).toString();
}

const commitAll = ["add -A", "commit -q --allow-empty -m changed"];

/** Repositories that are copied: a copy takes a tenth of the time of the processes that make one. */
const made = new Map<string, string>();

/** A folder with a repository of one commit, on the branch main. */
export function repository(files: Readonly<Record<string, string>>): string {
  return copied(JSON.stringify(files), () => {
    const folder = temporaryFolder(files);
    gitInTurn(folder, "init -q -b main --template=", ...commitAll);
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
  gitInTurn(folder, ...commitAll);
}
