// @ts-check
/**
 * Halves and samples of files by a hash of their paths: the same files at each run, whichever others there are. Rules are
 * tuned on one half, and figures are reported of the other one.
 */
import { createHash } from "node:crypto";

/**
 * @param {string} text
 * @param {"sha1" | "sha256"} [algorithm]
 */
export function hashOf(text, algorithm = "sha256") {
  return createHash(algorithm).update(text).digest("hex");
}

/**
 * The half of a hash.
 * @param {string} hash
 * @returns {0 | 1}
 */
export function halfOf(hash) {
  return Number.parseInt(hash.slice(0, 2), 16) % 2 === 0 ? 0 : 1;
}

/**
 * At most so many of the files, in order.
 * @param {readonly string[]} files
 * @param {number} size 0: all
 * @param {(file: string) => string} [hash]
 */
export function sampleOf(files, size, hash = (file) => hashOf(file, "sha1")) {
  if (size === 0 || files.length <= size) return [...files];
  return byHash(files, hash).slice(0, size).sort();
}

/**
 * The files in the order of their hashes.
 * @param {readonly string[]} files
 * @param {(file: string) => string} [hash]
 */
export function byHash(files, hash = hashOf) {
  const hashed = files.map((file) => ({ file, key: hash(file) }));
  return hashed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ file }) => file);
}
