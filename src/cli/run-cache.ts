import { messageOf, UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { maxCacheBytes } from "../base/limits.ts";
import { cachedCodeBases, clearCache, clearCompiled, compiledBytes } from "../cache/cache-folder.ts";
import { homeCacheFolder, userCacheFolder } from "../cache/user-folder.ts";

/** What `codegrove cache` does. */
export type CacheAction = "show" | "clear";

/**
 * Shows or clears the cache.
 *
 * @param given its folder; undefined for the user's
 * @returns what is to be told, as compact JSON
 * @throws UserError when the folder cannot be used
 */
export function runCache(action: CacheAction, given: string | undefined, { env, uid }: Host): string {
  try {
    const folder = given ?? userCacheFolder(env);
    // V8's code stands in the home folder, whatever folder is named for facts.
    const codeFolder = given ?? homeCacheFolder(env);
    if (action === "clear") {
      const cleared_bytes = clearCompiled(codeFolder) + clearCache(folder);
      return JSON.stringify({ folder, cleared_bytes });
    }
    const code_bases = cachedCodeBases(folder, uid);
    const compiled_bytes = compiledBytes(codeFolder);
    const bytes = code_bases.reduce((sum, codeBase) => sum + codeBase.bytes, compiled_bytes);
    return JSON.stringify({ folder, bytes, max_bytes: maxCacheBytes, compiled_bytes, code_bases });
  } catch (error) {
    throw new UserError(`Cannot ${action} the cache: ${messageOf(error)}`);
  }
}
