// @ts-check
/** Tells whether a build would change nothing: from a digest of what the last one read and wrote. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * What a build reads and writes, below the top folder of the project. The packages are known by the list that npm writes of what it has
 * installed, not by their files: after an edit in node_modules, run `npm run build`.
 */
const parts = [
  ...["src", "queries", "skills", "scripts", "grammars", "assets", "dist"],
  ...["package.json", "package-lock.json", "tsconfig.json", "node_modules/.package-lock.json"],
];

/**
 * The path of the file with the digest after the last build: no package and no commit has it. Checkouts may share node_modules by a link.
 * @param {string} top
 */
function recordPath(top) {
  const name = createHash("sha256").update(resolve(top)).digest("hex").slice(0, 16);
  return join(top, `node_modules/.cache/codegrove/build-${name}.txt`);
}

/**
 * Returns true if all that a build reads and writes is as the last build has left it.
 *
 * @param {string} top the top folder of the project
 */
export function isAsBuilt(top) {
  return contentOf(recordPath(top))?.toString() === digestOf(top);
}

/**
 * Records that a build has ended.
 *
 * @param {string} top the top folder of the project
 */
export function recordBuild(top) {
  const path = recordPath(top);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, digestOf(top));
}

/**
 * A digest of the names and the bytes of all files, and of the version of Node, whose zlib compresses.
 * @param {string} top
 */
function digestOf(top) {
  const hash = createHash("sha256").update(process.version);
  for (const path of parts.flatMap((part) => filesIn(top, part))) {
    const bytes = contentOf(join(top, path));
    hash.update(`\0${path}\0${bytes?.length}\0`).update(bytes ?? "");
  }
  return `${hash.digest("hex")}\n`;
}

/**
 * The paths of the files of a part: itself, unless it is a folder.
 * @param {string} top
 * @param {string} part
 */
function filesIn(top, part) {
  const stats = statSync(join(top, part), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return [part];
  return readdirSync(join(top, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ path, name }) => join(path, name).slice(join(top, "/").length))
    .sort();
}

/**
 * The bytes of a file; undefined if there is none.
 * @param {string} path
 */
function contentOf(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
