import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Host } from "../base/host.ts";
import { makeFile, makeOwnFolder, readOwnFile } from "./own-files.ts";
import { homeCacheFolder } from "./user-folder.ts";

const keyBytes = 32;

/** If nothing can be kept, facts hold for this process. */
let ownOfProcess: Buffer | undefined;

/** By what the user's own files of facts are known. */
export type Owner = {
  readonly uid: Host["uid"];
  /** With which they are signed, so that a file that comes with a repository is not taken for one of them. */
  readonly key: Buffer;
};

/**
 * The owner of the cache, wherever its folder is. The key is CODEGROVE_CACHE_KEY, or else a random one that is kept in
 * the home folder from its first use on.
 */
export function cacheOwner({ env, uid }: Host): Owner {
  return { uid, key: keyOf(env, uid) };
}

/** The key that machines share, which CODEGROVE_CACHE_KEY gives; undefined without it. */
export function sharedKey(env: Host["env"]): Buffer | undefined {
  const { CODEGROVE_CACHE_KEY: given = "" } = env;
  return given === "" ? undefined : createHash("sha256").update(given).digest();
}

function keyOf(env: Host["env"], uid: Host["uid"]): Buffer {
  const shared = sharedKey(env);
  if (shared !== undefined) return shared;
  try {
    const folder = homeCacheFolder(env);
    const path = join(folder, "key");
    return keyIn(path, uid) ?? makeKey(folder, path, uid) ?? processKey();
  } catch {
    return processKey();
  }
}

function processKey(): Buffer {
  ownOfProcess ??= randomBytes(keyBytes);
  return ownOfProcess;
}

function keyIn(path: string, uid: Host["uid"]): Buffer | undefined {
  try {
    const key = readOwnFile(path, uid, keyBytes);
    return key.length === keyBytes ? key : undefined;
  } catch {
    return undefined;
  }
}

function makeKey(folder: string, path: string, uid: Host["uid"]): Buffer | undefined {
  makeOwnFolder(folder);
  try {
    makeFile(path, randomBytes(keyBytes));
  } catch {
    // Another process was first, or what is there is no key.
  }
  return keyIn(path, uid);
}
