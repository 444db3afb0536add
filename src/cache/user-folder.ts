import { platform as osPlatform } from "node:os";
import { isAbsolute, join } from "node:path";
import { type Host, homeFolder } from "../base/host.ts";

type Env = Host["env"];

/** The folder below the cache's with the code that V8 kept of the program. */
export const compiledFolder = "compiled";

/** The names of the files in it. */
export const compiledName = /^[\w.-]+\.code$/;

/**
 * The folder in which the system keeps caches of a user.
 *
 * @throws Error when the user has no home
 */
export function userCacheFolder(env: Env, platform = osPlatform()): string {
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
export function homeCacheFolder(env: Env, platform = osPlatform()): string {
  if (platform === "win32") {
    const { LOCALAPPDATA: local = "" } = env;
    return join(isAbsolute(local) ? local : join(home(env), "AppData", "Local"), "codegrove", "Cache");
  }
  return platform === "darwin"
    ? join(home(env), "Library", "Caches", "codegrove")
    : join(home(env), ".cache", "codegrove");
}

/**
 * The folder in which the system keeps settings of a user. A relative XDG_CONFIG_HOME does not count: it would lead
 * into whatever folder is served.
 *
 * @throws Error when the user has no home
 */
export function userConfigurationFolder(env: Env, platform = osPlatform()): string {
  const { XDG_CONFIG_HOME: xdg = "", APPDATA: roaming = "" } = env;
  if (platform === "win32")
    return join(isAbsolute(roaming) ? roaming : join(home(env), "AppData", "Roaming"), "codegrove");
  if (isAbsolute(xdg)) return join(xdg, "codegrove");
  return platform === "darwin"
    ? join(home(env), "Library", "Application Support", "codegrove")
    : join(home(env), ".config", "codegrove");
}

function home(env: Env): string {
  const folder = homeFolder(env);
  if (!isAbsolute(folder)) throw new Error("there is no home folder; name a folder with --cache-dir");
  return folder;
}
