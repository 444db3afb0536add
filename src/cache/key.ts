import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeOwnFolder, readOwnFile } from "./own-files.ts";
import { homeCacheFolder } from "./user-folder.ts";

const keyBytes = 32;

/** Where nothing can be kept, facts hold for this process. */
let ownOfProcess: Buffer | undefined;

/**
 * The key with which the user's files of facts are signed, so that one that comes with a repository is not taken for
 * one of them, wherever the folder of the cache is: CODEGROVE_CACHE_KEY, or else a random one that is kept in the home
 * folder from its first use on.
 */
export function cacheKey(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Buffer {
  const { CODEGROVE_CACHE_KEY: given } = env;
  if (given !== undefined && given !== "") return createHash("sha256").update(given).digest();
  try {
    const folder = homeCacheFolder(env, platform);
    const path = join(folder, "key");
    return keyIn(path) ?? makeKey(folder, path) ?? processKey();
  } catch {
    return processKey();
  }
}

function processKey(): Buffer {
  ownOfProcess ??= randomBytes(keyBytes);
  return ownOfProcess;
}

function keyIn(path: string): Buffer | undefined {
  try {
    const key = readOwnFile(path, keyBytes);
    return key.length === keyBytes ? key : undefined;
  } catch {
    return undefined;
  }
}

function makeKey(folder: string, path: string): Buffer | undefined {
  makeOwnFolder(folder);
  try {
    writeFileSync(path, randomBytes(keyBytes), { flag: "wx", mode: 0o600 });
  } catch {
    // Another process was first, or what is there is no key.
  }
  return keyIn(path);
}
