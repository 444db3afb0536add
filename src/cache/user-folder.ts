import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The folder in which the system keeps caches of a user.
 *
 * @throws Error when the user has no home
 */
export function userCacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const { XDG_CACHE_HOME: xdg = "" } = env;
  if (platform !== "win32" && isAbsolute(xdg)) return join(xdg, "codegrove");
  return homeCacheFolder(env, platform);
}

/**
 * The folder of the cache below the home folder. XDG_CACHE_HOME has no say in it: on build machines it often lies inside
 * of the code that is built.
 *
 * @throws Error when the user has no home
 */
export function homeCacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === "win32") {
    const { LOCALAPPDATA: local = "" } = env;
    return join(isAbsolute(local) ? local : join(home(), "AppData", "Local"), "codegrove", "Cache");
  }
  return platform === "darwin" ? join(home(), "Library", "Caches", "codegrove") : join(home(), ".cache", "codegrove");
}

function home(): string {
  const folder = homedir();
  if (!isAbsolute(folder)) throw new Error("there is no home folder; name a folder with --cache-dir");
  return folder;
}
