// @ts-check
/** Places in the files of a code base, as the truth of navigation writes them. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ file: string, line: number, column: number }} Place 1-indexed, column in UTF-16 units */

/**
 * @param {Place} place
 * @returns {string} the same for the same place
 */
export function keyOf({ file, line, column }) {
  return `${file}:${line}:${column}`;
}

/**
 * The place alone of a row that has one.
 * @param {Place} place
 * @returns {Place}
 */
export function placeOf({ file, line, column }) {
  return { file, line, column };
}

/**
 * The place that a language server names. Its file is relative to the root, absolute outside of it.
 * @param {string} root
 * @param {string} uri
 * @param {{ line: number, character: number }} start
 * @returns {Place}
 */
export function placeIn(root, uri, { line, character }) {
  const path = fileURLToPath(uri);
  const inside = relative(root, path);
  return { file: inside.startsWith("..") ? path : inside, line: line + 1, column: character + 1 };
}

/**
 * Sorts by file, line and column.
 * @param {Place} a
 * @param {Place} b
 */
export function comparePlaces(a, b) {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/**
 * Sorts by UTF-16 units, whatever the locale.
 * @param {string} a
 * @param {string} b
 */
export function compareText(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
