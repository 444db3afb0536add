/**
 * One run of git's plumbing in a closed environment. Input: arguments, the folder of a repository's data and what git reads from
 * stdin; output: what it has written. Nothing that a repository can name is run.
 */
// git itself reads the objects, since it knows each format of them: large packs, worktrees, reftable and SHA-256 are weak points of
// libraries such as isomorphic-git. Only commands are used that read objects, references and the index: they run no hooks, filters,
// external diffs, aliases or pagers, and never look at the working tree, so no fsmonitor either. The rest is the fetch of
// an object that a partial clone lacks, which no protocol is allowed for.
import { spawn } from "node:child_process";
import { devNull } from "node:os";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { gitTimeoutMs, maxGitBytes } from "../base/limits.ts";

/** Who ends the process when the thread that has started it cannot. */
export type ProcessWatch = {
  /** Says that a process is about to start. @throws UserError when it is not to */
  readonly begin: () => void;
  /** @returns false if the process is to be ended at once */
  readonly started: (pid: number) => boolean;
  /** Says that it has ended, or could not be started. */
  readonly ended: () => void;
};

/** The place where git runs. */
export type GitRun = {
  /** The folder of the data of a repository: absolute. Git looks for no other. */
  readonly folder: string;
  /** Folders with programs, as in PATH: see ownSearchPath. */
  readonly searchPath: string;
  readonly watch?: ProcessWatch | undefined;
};

/** Settings that come before the ones of a repository, in case a later version of git reads them for these commands. */
const settings: readonly string[] = [
  "core.fsmonitor=false",
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  "protocol.allow=never",
];

/**
 * Runs one command of git's plumbing.
 *
 * @param input what it reads from stdin
 * @returns its output; undefined if git ends with an error, such as for a revision that is not there
 * @throws UserError if there is no git, or its output or its time is past the bounds
 */
export async function runGit(
  { folder, searchPath, watch }: GitRun,
  command: readonly string[],
  input = "",
): Promise<Buffer | undefined> {
  watch?.begin();
  const child = spawn("git", [`--git-dir=${folder}`, ...settings.flatMap((one) => ["-c", one]), ...command], {
    cwd: folder,
    env: closedEnvironment(searchPath),
    stdio: ["pipe", "pipe", "ignore"],
    timeout: gitTimeoutMs,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  child.on("exit", () => watch?.ended());
  if (child.pid === undefined) watch?.ended();
  else if (watch?.started(child.pid) === false) child.kill("SIGKILL");
  const chunks: Buffer[] = [];
  let bytes = 0;
  return await new Promise((resolve, reject) => {
    const refuse = (error: string, details?: string) => {
      child.kill("SIGKILL");
      reject(new UserError(error, details === undefined ? {} : { details }));
    };
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxGitBytes) refuse(`git ${command[0]} writes more than ${maxGitBytes} bytes`, narrow);
      else chunks.push(chunk);
    });
    // It may end before it has read all of its input.
    child.stdin.on("error", () => {});
    child.on("error", (error) =>
      codeOf(error) === "ENOENT"
        ? refuse("git is not installed, which reads revisions", "Give the changes as diff.")
        : refuse(`Cannot run git: ${messageOf(error)}`),
    );
    child.on("close", (status, signal) => {
      if (signal !== null) refuse(`git ${command[0]} took longer than ${gitTimeoutMs / 1000} s`, narrow);
      else resolve(status === 0 ? Buffer.concat(chunks) : undefined);
    });
    child.stdin.end(input);
  });
}

const narrow = "Narrow filepath, or give the changes as diff.";

/** The whole environment of git: nothing of the user's, such as GIT_DIR, GIT_TRACE or GIT_EXTERNAL_DIFF, gets in. */
function closedEnvironment(searchPath: string): Readonly<Record<string, string>> {
  return {
    PATH: searchPath,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: "1",
    // No protocol, whatever a repository allows: before version 2.45 the next variable has no effect.
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    // A folder may be named `:(top)`.
    GIT_LITERAL_PATHSPECS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    // Windows looks for programs in the current folder, which a stranger has written.
    NoDefaultCurrentDirectoryInExePath: "1",
  };
}
