// @ts-check
/**
 * Checks edits of a copy of a code base. Input: edits, and a truth that says what is wrong with the copy by now; output: the errors of
 * each edit. Edits without a key in common are checked together, and apart if an error is new.
 */
import { writeFileSync } from "node:fs";

/**
 * @typedef {object} Edit
 * @property {readonly string[]} keys what it changes: lines, or files
 * @property {() => ReadonlyMap<string, Buffer>} apply writes it, and returns the bytes before, by path
 * @property {(errors: readonly string[]) => void} fail called with its errors if it has some
 */

/** Edits that are checked together at the most. */
const maxTogether = 20;

/** @param {readonly Edit[]} edits @param {(paths: ReadonlySet<string>) => readonly string[]} newErrors */
export function checkEdits(edits, newErrors) {
  let left = [...edits];
  while (left.length > 0) {
    const used = new Set();
    /** @type {Edit[]} */
    const together = [];
    for (const edit of left) {
      if (together.length >= maxTogether || edit.keys.some((key) => used.has(key))) continue;
      for (const key of edit.keys) used.add(key);
      together.push(edit);
    }
    left = left.filter((edit) => !together.includes(edit));
    checkTogether(together, newErrors);
  }
}

/** @param {readonly Edit[]} edits @param {(paths: ReadonlySet<string>) => readonly string[]} newErrors */
function checkTogether(edits, newErrors) {
  const originals = new Map();
  for (const edit of edits) {
    for (const [path, bytes] of edit.apply()) if (!originals.has(path)) originals.set(path, bytes);
  }
  const errors = newErrors(new Set(originals.keys()));
  for (const [path, bytes] of originals) writeFileSync(path, bytes);
  const [only] = edits;
  if (errors.length === 0 || only === undefined) return;
  if (edits.length === 1) return only.fail(errors);
  const half = Math.ceil(edits.length / 2);
  checkTogether(edits.slice(0, half), newErrors);
  checkTogether(edits.slice(half), newErrors);
}
