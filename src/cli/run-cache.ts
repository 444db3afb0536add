import { messageOf, UserError } from "../base/errors.ts";
import { jsonText } from "../base/escape/json.ts";
import type { Host } from "../base/host.ts";
import { maxCacheBytes } from "../base/limits.ts";
import { cachedCodeBases, clearCache, clearCompiled, compiledBytes } from "../cache/cache-folder.ts";
import { homeCacheFolder, userCacheFolder } from "../cache/user-folder.ts";

/** An action of `codegrove cache`. */
export type CacheAction = "show" | "clear";

/**
 * Shows or clears the cache.
 *
 * @param cacheFolder the folder of the cache; undefined for the user's
 * @returns the answer as compact JSON
 * @throws UserError when the folder cannot be used
 */
export function runCache(action: CacheAction, cacheFolder: string | undefined, { env, uid }: Host): string {
  try {
    const folder = cacheFolder ?? userCacheFolder(env);
    // V8's code is in the home folder; a command about another folder does not touch it.
    const codeFolder = cacheFolder ?? homeCacheFolder(env);
    if (action === "clear") {
      const cleared_bytes = clearCompiled(codeFolder) + clearCache(folder);
      return jsonText({ folder, cleared_bytes });
    }
    const code_bases = cachedCodeBases(folder, uid);
    const compiled_bytes = compiledBytes(codeFolder);
    const bytes = code_bases.reduce((sum, codeBase) => sum + codeBase.bytes, compiled_bytes);
    return jsonText({ folder, bytes, max_bytes: maxCacheBytes, compiled_bytes, code_bases });
  } catch (error) {
    throw new UserError(`Cannot ${action} the cache: ${messageOf(error)}`);
  }
}
