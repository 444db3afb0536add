/**
 * V8's code cache for the program's own bundles, so that a start compiles nothing. Input: the path of a CommonJS file,
 * and the file of its compiled code; output: its exports, and a function that writes the code that V8 has compiled by
 * now.
 */
import { createHash } from "node:crypto";
import { createRequire, wrap } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { distDir, readPackageFile, readPackageText } from "../base/package.ts";
import { readOwnFile } from "../cache/own-files.ts";
import { replaceFile } from "../cache/replace-file.ts";
import { compiledFolder, homeCacheFolder } from "../cache/user-folder.ts";

/** A CommonJS file that was run. */
export type Run<Exports> = {
  readonly exports: Exports;
  /** Writes the code that V8 has compiled so far; undefined without a folder, or when the cached code is current. */
  readonly keep: (() => void) | undefined;
};

/**
 * Returns the folder of the cache for V8's code; undefined for a user without a home. It is always below the home folder,
 * also with --cache-dir: the code is executed, and the folder of that flag may have come with a repository.
 */
export function codeFolder(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return homeCacheFolder(env);
  } catch {
    return undefined;
  }
}

/**
 * True when code may be written, which only flags and variables decide, before anything else is read. Code that an
 * earlier run has kept is used without a cache, too: it is not a result.
 *
 * @param args the command line without the program
 */
export function keepsCode(args: readonly string[], env: NodeJS.ProcessEnv): boolean {
  if (args.includes("--no-cache")) return false;
  const isNamed = args.some((arg) => /^--cache-dir(?:=|$)/.test(arg));
  return isNamed || env.CODEGROVE_CACHE !== "false";
}

/**
 * Returns the path of V8's code of a part of the program; undefined in a package that was not built.
 *
 * @param part the bundle and the kind of command: V8 compiles only the functions that run
 */
export function compiledPath(folder: string, part: string): string | undefined {
  try {
    // Written by the build over all files of dist. V8 itself compares lengths only.
    const digest = readPackageFile(join(distDir, "digest.txt")).toString("latin1").slice(0, 16);
    return join(folder, compiledFolder, `${part}-${process.version}-${process.arch}-${digest}.code`);
  } catch {
    return undefined;
  }
}

const place = "CODE";
/** The text that Node puts before the code of a CommonJS file, and the text after it. */
const [beforeCode = "", afterCode = ""] = wrap(place).split(place);

/**
 * Runs a CommonJS file of ASCII characters with V8's code cache: compiling a megabyte takes half the time of a start of
 * Node. V8 rejects code of another version of V8, or of other flags.
 *
 * @param cache the file of the code; undefined for none
 */
export function runCompiled<Exports>(path: string, cache: string | undefined): Run<Exports> {
  const cachedData = cache === undefined ? undefined : readKept(cache);
  const script = new Script(readPackageText(path, beforeCode, afterCode), { filename: path, cachedData });
  const module = { exports: {} as Exports };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  const isKept = cachedData !== undefined && script.cachedDataRejected === false;
  const keep = cache === undefined || isKept ? undefined : () => write(cache, script.createCachedData());
  return { exports: module.exports, keep };
}

/**
 * Writes the code and its checksum: damaged code crashes V8. The checksum comes last, as V8 would copy code that begins at
 * another address than its own buffer.
 */
function write(cache: string, code: Buffer): void {
  try {
    replaceFile(cache, process.getuid?.(), Buffer.concat([code, checksumOf(code)]));
  } catch {
    // The next start compiles again.
  }
}

/** Reads the code; undefined when it is damaged, or when another user can have written it. */
function readKept(cache: string): Buffer | undefined {
  try {
    const bytes = readOwnFile(cache, process.getuid?.(), maxCodeBytes);
    const code = bytes.subarray(0, -checksumBytes);
    return checksumOf(code).equals(bytes.subarray(-checksumBytes)) ? code : undefined;
  } catch {
    return undefined;
  }
}

const checksumBytes = 20;

/** Against damage, not against forgers: who can write the file can write its checksum. */
function checksumOf(code: Uint8Array): Buffer {
  return createHash("sha1").update(code).digest();
}

/** Bytes of a file of code: some 30 times the size of the program. */
const maxCodeBytes = 67_108_864;
