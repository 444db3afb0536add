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

/**
 * The folder in which the system keeps settings of a user. A relative XDG_CONFIG_HOME does not count: it would lead
 * into whatever folder is served.
 *
 * @throws Error when the user has no home
 */
export function userConfigurationFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const { XDG_CONFIG_HOME: xdg = "", APPDATA: roaming = "" } = env;
  if (platform === "win32")
    return join(isAbsolute(roaming) ? roaming : join(home(), "AppData", "Roaming"), "codegrove");
  if (isAbsolute(xdg)) return join(xdg, "codegrove");
  return platform === "darwin"
    ? join(home(), "Library", "Application Support", "codegrove")
    : join(home(), ".config", "codegrove");
}

function home(): string {
  const folder = homedir();
  if (!isAbsolute(folder)) throw new Error("there is no home folder; name a folder with --cache-dir");
  return folder;
}
