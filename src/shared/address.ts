/**
 * The address of the shared server: a socket in a folder that only the user can use, whose name depends on all that the
 * process of a server has for its sessions. Input: the facts of a process; output: the path, and whether a socket may be used.
 */
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { distDir, readPackageFile } from "../base/package.ts";
import { entryAt, exactStatsAt } from "../base/stats.ts";
import { wordList } from "../base/word-list.ts";
import { checkOwnFolder, makeOwnFolder } from "../cache/own-files.ts";
import { homeCacheFolder } from "../cache/user-folder.ts";

/** The facts of a process that all sessions of a server have in common. */
export type ProcessFacts = {
  readonly host: Host;
  /** The path of Node and its flags. */
  readonly node: readonly string[];
  /** The mode that new files do not get. */
  readonly umask: number;
  /** Milliseconds for which a server stays without a session. */
  readonly idleMs: number;
};

export type Address = {
  /** The path of the socket. */
  readonly path: string;
  /** A digest of the version and of the facts of the process: equal for a session and its server. */
  readonly identity: string;
};

/** Environment variables that concern the process of a server: each session has its own values of the others. */
const processVariables: readonly string[] = wordList(
  "HOME NODE_OPTIONS LD_LIBRARY_PATH DYLD_LIBRARY_PATH UV_THREADPOOL_SIZE",
);

/** Returns the variables of an environment that the process of a server has. */
export function processEnvironment(env: Host["env"]): Readonly<Record<string, string>> {
  const given = processVariables.map((name) => [name, env[name]] as const);
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Bytes of the path of a socket: macOS has room for 104, Linux for 108, with a zero at the end; a server adds its number at first. */
const maxPathBytes = 103;
const numberBytes = 11;

/**
 * Returns the address of the server for a process. Makes the folder of the socket.
 *
 * @throws UserError if a server is impossible: the reason
 */
export function addressOf({ host, node, umask, idleMs }: ProcessFacts): Address {
  const { env, uid, nodeVersion } = host;
  if (uid === undefined) throw new UserError("this system has no sockets that other users cannot open");
  const identity = createHash("sha256")
    .update(
      JSON.stringify([
        // Written by the build over all files of dist.
        readPackageFile(join(distDir, "digest.txt")).toString("latin1"),
        distDir,
        nodeVersion,
        node,
        processEnvironment(env),
        umask,
        idleMs,
        // A home folder may be that of several machines and containers, which do not have the same files.
        hostname(),
        String(exactStatsAt("/proc/self/ns/mnt")?.ino),
      ]),
    )
    .digest("hex");
  const folder = privateFolder(env, uid);
  const path = join(folder, identity.slice(0, identityLetters));
  if (Buffer.byteLength(path) + numberBytes > maxPathBytes) throw new UserError(`${path} is too long for a socket`);
  return { path, identity };
}

/** Characters of the name of a socket. */
const identityLetters = 16;

/** Matches the name of a socket. */
export const nameOfSocket = new RegExp(`^[0-9a-f]{${identityLetters}}$`);

/**
 * The folder of the sockets of a user's servers.
 *
 * @throws Error if the user has no home
 */
export function socketFolder(env: Host["env"]): string {
  return join(homeCacheFolder(env), "shared");
}

/** Returns the folder of sockets, made if it is missing. @throws UserError if others may use it */
function privateFolder(env: Host["env"], uid: number): string {
  try {
    const folder = socketFolder(env);
    makeOwnFolder(folder);
    checkOwnFolder(dirname(folder), uid);
    checkOwnFolder(folder, uid);
    const { mode = 0 } = entryAt(folder) ?? {};
    if ((mode & othersMode) !== 0) throw new Error(`others can read ${folder} (chmod 700 mends it)`);
    return folder;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/** The bits of a mode that give a right to others than the owner. */
const othersMode = 0o077;

/**
 * Looks at the socket before it is opened.
 *
 * @returns its inode; undefined if nothing is there
 * @throws UserError for anything but a socket of the user that others cannot open, such as a link
 */
export function socketAt(path: string, uid: Host["uid"]): number | undefined {
  const stats = entryAt(path);
  if (stats === undefined) return undefined;
  if (!stats.isSocket()) throw new UserError(`${path} is not a socket; remove it`);
  if (stats.uid !== uid) throw new UserError(`${path} belongs to another user`);
  if ((stats.mode & othersMode) !== 0) throw new UserError(`others can open ${path}; remove it`);
  return stats.ino;
}
