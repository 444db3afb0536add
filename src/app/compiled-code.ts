import { readFileSync } from "node:fs";
import { createRequire, wrap } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { gunzipSync, gzipSync } from "node:zlib";
import { distDir } from "../base/package.ts";
import { readOwnFile } from "../cache/own-files.ts";
import { replaceFile } from "../cache/replace-file.ts";
import { compiledFolder, homeCacheFolder } from "../cache/user-folder.ts";

/** A CommonJS file that was run. */
type Run<Exports> = {
  readonly exports: Exports;
  /** Keeps what V8 has compiled of it until now; undefined where there is no place for it, or nothing to be gained. */
  readonly keep: (() => void) | undefined;
};

/**
 * The folder of the cache in which V8's code is kept, by what flags and variables say before anything else is read;
 * undefined when there is none. It is the one in the home folder, whatever folder is named for facts: the code is run,
 * and a folder that is named may have come with a repository.
 *
 * @param args the command line without the program
 */
export function cacheFolderAtStart(args: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  if (args.includes("--no-cache")) return undefined;
  const isNamed = args.some((arg) => /^--cache-dir(?:=|$)/.test(arg));
  if (!isNamed && env.CODEGROVE_CACHE === "false") return undefined;
  try {
    return homeCacheFolder(env);
  } catch {
    return undefined;
  }
}

/**
 * Where V8's code of a part of the program stands; undefined in a package that was not built.
 *
 * @param part what is compiled, and for what: V8 compiles what runs
 */
export function compiledPath(folder: string, part: string): string | undefined {
  try {
    // Written by the build over all files of dist. V8 itself compares lengths only.
    const digest = readFileSync(join(distDir, "digest.txt"), "latin1").slice(0, 16);
    return join(folder, compiledFolder, `${part}-${process.version}-${process.arch}-${digest}.code`);
  } catch {
    return undefined;
  }
}

/**
 * Runs a CommonJS file of ASCII characters with the code that V8 kept of it: compiling a megabyte takes as long as half
 * a start of Node. V8 refuses what another V8, or one with other flags, has kept.
 *
 * @param cache where the code is kept; undefined for nowhere
 */
export function runCompiled<Exports>(path: string, cache: string | undefined): Run<Exports> {
  const cachedData = cache === undefined ? undefined : readKept(cache);
  const script = new Script(wrap(readFileSync(path, "latin1")), { filename: path, cachedData });
  const module = { exports: {} as Exports };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  const isKept = cachedData !== undefined && script.cachedDataRejected === false;
  const keep = cache === undefined || isKept ? undefined : () => write(cache, script.createCachedData());
  return { exports: module.exports, keep };
}

/** Not compressed, but with a checksum: V8 dies of code that was damaged. */
function write(cache: string, code: Buffer): void {
  try {
    replaceFile(cache, process.getuid?.(), gzipSync(code, { level: 0 }));
  } catch {
    // The next start compiles again.
  }
}

/** What was kept, if it is whole, and nobody but the user can have written it. */
function readKept(cache: string): Buffer | undefined {
  try {
    return gunzipSync(readOwnFile(cache, process.getuid?.(), maxCodeBytes));
  } catch {
    return undefined;
  }
}

/** Some 30 times what V8 keeps of the program. */
const maxCodeBytes = 67_108_864;
