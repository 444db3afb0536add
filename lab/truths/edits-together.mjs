// @ts-check
/**
 * Checks edits of a copy of a code base. Input: edits, and checks that say what is wrong with the copy by now; output: the errors of
 * each edit. Edits without a key in common are checked together. Once a check finds an error, the edits that it tells of are checked by
 * it, or all of them, by halves until one edit is left, which is taken out; all others are checked again by all that could read it,
 * until there is no error.
 */
import { writeFileSync } from "node:fs";

/**
 * @typedef {object} Edit
 * @property {readonly string[]} keys what it changes: lines, or files
 * @property {() => ReadonlyMap<string, Buffer>} apply writes it, and returns the bytes before, by path
 * @property {(errors: readonly string[]) => boolean} [isToldBy] true if errors read as if they were its own: it is looked at first
 * @property {(errors: readonly string[]) => void} fail called with its errors if it has some
 */
/**
 * @typedef {object} Check
 * @property {(paths: ReadonlySet<string>) => boolean} reads true if its errors may change with one of these files
 * @property {(paths: ReadonlySet<string>) => readonly string[] | Promise<readonly string[]>} newErrors of the copy as it is, with these
 *   files edited
 */

/** Edits that are checked together at the most. */
const maxTogether = 100;

/** @param {readonly Edit[]} edits @param {readonly Check[]} checks */
export async function checkEdits(edits, checks) {
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
    await checkTogether(together, checks);
  }
}

/** @param {readonly Edit[]} edits @param {readonly Check[]} checks */
async function checkTogether(edits, checks) {
  let left = edits;
  let open = checks;
  while (open.length > 0) {
    /** @type {Set<string>} */
    const taken = new Set();
    for (const check of open) {
      // With the edits that are left by now: most checks find no error again.
      for (;;) {
        const errors = await errorsWith(left, check);
        if (errors.length === 0) break;
        const guilty = await wrongOne(left, check, errors);
        // Only together they are wrong: each is checked with nothing else.
        if (guilty === undefined) {
          for (const edit of left) await checkTogether([edit], checks);
          return;
        }
        for (const path of await withEdits([guilty.edit], (paths) => paths)) taken.add(path);
        guilty.edit.fail(guilty.errors);
        left = left.filter((edit) => edit !== guilty.edit);
      }
    }
    // An edit that was taken out may have hidden an error of another one.
    open = taken.size === 0 ? [] : checks.filter((check) => check.reads(taken));
  }
}

/**
 * An edit with errors; undefined if the ones that the search has ended at have none.
 * @param {readonly Edit[]} edits @param {Check} check @param {readonly string[]} found the errors of all edits
 * @returns {Promise<{ edit: Edit, errors: readonly string[] } | undefined>}
 */
async function wrongOne(edits, check, found) {
  const told = edits.filter((edit) => edit.isToldBy?.(found) === true);
  const ofTold = told.length < edits.length ? await errorsWith(told, check) : [];
  let [left, errors] = ofTold.length > 0 ? [told, ofTold] : [edits, found];
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    const ofHalf = await errorsWith(half, check);
    left = ofHalf.length > 0 ? half : left.slice(half.length);
    errors = ofHalf.length > 0 ? ofHalf : await errorsWith(left, check);
    if (errors.length === 0) return undefined;
  }
  const [edit] = left;
  return edit && { edit, errors };
}

/** @param {readonly Edit[]} edits @param {Check} check @returns {Promise<readonly string[]>} */
async function errorsWith(edits, check) {
  return await withEdits(edits, (paths) => (check.reads(paths) ? check.newErrors(paths) : []));
}

/**
 * Runs something with edits written.
 * @template T
 * @param {readonly Edit[]} edits @param {(paths: ReadonlySet<string>) => T | Promise<T>} run
 * @returns {Promise<T>}
 */
async function withEdits(edits, run) {
  const originals = new Map();
  for (const edit of edits) {
    for (const [path, bytes] of edit.apply()) if (!originals.has(path)) originals.set(path, bytes);
  }
  try {
    return await run(new Set(originals.keys()));
  } finally {
    for (const [path, bytes] of originals) writeFileSync(path, bytes);
  }
}
