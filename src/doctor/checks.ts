/**
 * The facts that a bug report needs, and what is wrong with them. Input: the surroundings of the program; output: a row for each, with what
 * mends it. Nothing is changed, and nothing of the project is run.
 */
import { arch, platform, release } from "node:os";
import { join } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { maxCacheBytes, maxDoctorTextChars, maxWatchedFolders } from "../base/limits.ts";
import { leastNode, packageVersion } from "../base/package.ts";
import { readStart } from "../base/regular-file.ts";
import { statsAt } from "../base/stats.ts";
import { cachedCodeBases, compiledBytes } from "../cache/cache-folder.ts";
import { checkOwnFolder } from "../cache/own-files.ts";
import { homeCacheFolder, userCacheFolder } from "../cache/user-folder.ts";
import { clients, defaultGuide, isProjectClient } from "../cli/init/clients.ts";
import { allExtras, type Edit, editsOf, extraCounts, pathsFor } from "../cli/init/edits.ts";
import { readProjectFiles } from "../cli/init/project-files.ts";
import type { Engine } from "../engine/engine.ts";
import { type Groups, runProcess } from "../project-commands/run-process.ts";
import { ownSearchPath } from "../revisions/search-path.ts";
import { runningServers } from "../shared/status.ts";
import { checkFile } from "../tools/check-file.ts";
import { foundProgram, pathKey } from "./found-program.ts";

/** One fact. */
export type Check = {
  readonly name: string;
  /** `warning` for what may be meant so, `problem` for what does not work. */
  readonly state: "ok" | "problem" | "warning";
  readonly says: string;
  /** The change that mends it. */
  readonly fix?: string;
};

export type CheckSurroundings = {
  /** The folder of the project, absolute. */
  readonly folder: string;
  readonly host: Host;
  readonly engine: Engine;
  /** The folder of the cache that is set; undefined for the user's. */
  readonly cacheFolder: string | undefined;
  readonly usesCache: boolean;
  /** Folders that strangers write. */
  readonly strangers: readonly string[];
  readonly groups: Groups;
};

/** Returns the facts, in the order of the report. */
export async function runChecks(surroundings: CheckSurroundings): Promise<readonly Check[]> {
  const checks: readonly ((surroundings: CheckSurroundings) => Check | Promise<Check>)[] = [
    checkVersions,
    checkSystem,
    checkCache,
    checkServers,
    checkGrammars,
    checkWorkspace,
    checkGit,
    checkWatching,
    checkInit,
  ];
  const rows: Check[] = [];
  for (const check of checks) rows.push(await check(surroundings));
  return rows;
}

function checkVersions({ host: { nodeVersion } }: CheckSurroundings): Check {
  return {
    name: "codegrove",
    state: "ok",
    says: `${packageVersion()} on Node ${nodeVersion.slice(1)}, which needs ${leastNode()} or newer`,
  };
}

function checkSystem(): Check {
  return { name: "system", state: "ok", says: `${platform()} ${release()} ${arch()}` };
}

function checkCache({ host: { env, uid }, cacheFolder, usesCache }: CheckSurroundings): Check {
  const name = "cache";
  if (!usesCache) return { name, state: "warning", says: "turned off", fix: "take away --no-cache or CODEGROVE_CACHE" };
  try {
    const folder = cacheFolder ?? userCacheFolder(env);
    const stats = statsAt(folder);
    if (stats === undefined) return { name, state: "ok", says: `${folder} is not there yet; the first call makes it` };
    checkOwnFolder(folder, uid);
    const bytes = cachedCodeBases(folder, uid).reduce(
      (sum, one) => sum + one.bytes,
      compiledBytes(cacheFolder ?? homeCacheFolder(env)),
    );
    const mode = (stats.mode & 0o777).toString(8);
    return {
      name,
      state: "ok",
      says: `${folder}, ${megabytes(bytes)} of at most ${megabytes(maxCacheBytes)}, mode ${mode}`,
    };
  } catch (error) {
    return { name, state: "problem", says: messageOf(error), fix: "mend the folder, or name another with --cache-dir" };
  }
}

/** Names the shared servers that run. */
async function checkServers({ host }: CheckSurroundings): Promise<Check> {
  const name = "shared servers";
  try {
    const servers = await runningServers(host);
    if (servers.length === 0) return { name, state: "ok", says: "none runs" };
    const says = servers.map((server) => {
      if ("problem" in server) return `${server.socket}: ${server.problem}`;
      const { pid, version, node, since, sessions, memory_bytes } = server;
      const counted = `${sessions} session${sessions === 1 ? "" : "s"}`;
      return `process ${pid}, ${version} on Node ${node.slice(1)}, since ${since}, ${counted}, ${megabytes(memory_bytes)}`;
    });
    return { name, state: "ok", says: says.join("; ") };
  } catch (error) {
    return { name, state: "ok", says: messageOf(error) };
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

async function checkGrammars({ engine }: CheckSurroundings): Promise<Check> {
  const name = "grammars";
  const { languages } = engine.project;
  const failed: string[] = [];
  for (const { name: language } of languages) {
    const call = { source: "", language };
    const end = await engine.call(checkFile, call, new AbortController().signal, {
      result: ({ result }) => {
        if ("error" in result) failed.push(`${language}: ${result.error}`);
      },
    });
    if ("error" in end) failed.push(`${language}: ${end.error}`);
  }
  if (failed.length === 0) return { name, state: "ok", says: `${languages.length} load` };
  const fix = "install codegrove anew, or mend the folder that --languages names";
  return { name, state: "problem", says: failed.join("; ").slice(0, maxDoctorTextChars), fix };
}

function checkWorkspace({ engine, folder }: CheckSurroundings): Check {
  const name = "workspace";
  const { folders } = engine.project;
  if (folders.length === 0) {
    return {
      name,
      state: "warning",
      says: `${folder} is the home folder, or above it: a server in it has no workspace`,
      fix: "run doctor in the folder of a project, and start servers there or with --root",
    };
  }
  const isRepository = statsAt(join(folder, ".git")) !== undefined;
  return { name, state: "ok", says: `${folders.join(", ")}${isRepository ? ", a git repository" : ""}` };
}

async function checkGit({ folder, host: { env }, strangers, groups }: CheckSurroundings): Promise<Check> {
  const name = "git";
  const searchPath = ownSearchPath(env[pathKey(env)], strangers);
  const program = foundProgram("git", { ...env, [pathKey(env)]: searchPath }, folder);
  if (program === undefined) {
    return {
      name,
      state: "warning",
      says: "not found in the PATH",
      fix: "install git; get_changes needs it to compare revisions",
    };
  }
  const silent = { onOutput: () => {}, onProgress: () => {} };
  const run = { program, args: ["--version"], cwd: "/", env: { PATH: searchPath }, timeoutMs: 10_000, ...silent };
  try {
    const { exitCode, output } = await runProcess({ ...run, signal: new AbortController().signal, groups });
    if (exitCode === 0) return { name, state: "ok", says: output.trim() };
    return {
      name,
      state: "problem",
      says: `${program} --version fails: ${output.trim().slice(0, 200)}`,
      fix: "install git anew",
    };
  } catch (error) {
    return { name, state: "problem", says: messageOf(error), fix: "install git anew" };
  }
}

/** The limits of inotify, which Linux has for each user. */
const inotify = "/proc/sys/fs/inotify";

function checkWatching(): Check {
  const name = "watching";
  if (platform() !== "linux") return { name, state: "ok", says: `${platform()} has no limits to look at` };
  try {
    const [watches = 0, instances = 0] = ["max_user_watches", "max_user_instances"].map((limit) =>
      Number(readStart(join(inotify, limit), 20).toString()),
    );
    const says = `inotify: ${watches} watches and ${instances} instances a user`;
    if (watches >= 4 * maxWatchedFolders) return { name, state: "ok", says };
    return {
      name,
      state: "warning",
      says,
      fix: `raise fs.inotify.max_user_watches: a server watches up to ${maxWatchedFolders} folders`,
    };
  } catch (error) {
    return { name, state: "warning", says: `the limits of inotify cannot be read: ${messageOf(error)}` };
  }
}

/** Looks which files of the project init has written. */
function checkInit({ folder }: CheckSurroundings): Check {
  const name = "init";
  const known = [...clients.values()].filter(isProjectClient);
  try {
    const { files } = readProjectFiles(folder, pathsFor(known), pathsFor(known, allExtras()));
    const there = known.filter(({ file }) => files.has(file));
    // Lines in AGENTS.md do not reach a client that reads only other files.
    const isNotRead = (path: string) =>
      files.has(defaultGuide) && there.some((client) => client.guides?.includes(path) === true);
    const edits = editsOf(files, there).filter(({ path }) => files.has(path) || isNotRead(path));
    const pathsOf = (isMeant: (edit: Edit) => boolean) => edits.filter(isMeant).map(({ path }) => path);
    const open = pathsOf(({ before, after }) => before !== after);
    const groups: readonly (readonly [string, readonly string[]])[] = [
      ["as init writes them", pathsOf(({ before, after, own }) => before === after && own === undefined)],
      ["with an entry of its own", pathsOf(({ own }) => own !== undefined)],
      ["without codegrove or not current", open],
    ];
    const says = [
      ...groups.flatMap(([meaning, paths]) => (paths.length === 0 ? [] : [`${meaning}: ${paths.join(", ")}`])),
      ...extraCounts(files, there),
    ];
    if (says.length > 0 && open.length === 0) return { name, state: "ok", says: says.join("; ") };
    return {
      name,
      state: "warning",
      says: says.length === 0 ? "no file of the project names codegrove" : says.join("; "),
      fix: "codegrove init writes them, or codegrove init --client NAME for another client",
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { name, state: "problem", says: error.message, fix: "mend the file" };
  }
}
