import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The folder in which the system keeps caches of a user.
 *
 * @throws Error when the user has no home
 */
export function userCacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const { XDG_CACHE_HOME: xdg = "", LOCALAPPDATA: local = "" } = env;
  if (platform === "win32")
    return join(isAbsolute(local) ? local : join(home(), "AppData", "Local"), "codegrove", "Cache");
  if (isAbsolute(xdg)) return join(xdg, "codegrove");
  return platform === "darwin" ? join(home(), "Library", "Caches", "codegrove") : join(home(), ".cache", "codegrove");
}

function home(): string {
  const folder = homedir();
  if (!isAbsolute(folder)) throw new Error("there is no home folder; name a folder with --cache-dir");
  return folder;
}
