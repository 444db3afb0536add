// @ts-check
/**
 * Checks edits of a copy of a code base. Input: edits, and checks that say what is wrong with the copy by now; output: the errors of
 * each edit. Edits without a key in common are checked together. Once a check finds an error, halves of them are checked by it until
 * one edit is left, which is taken out; all others are checked again by all that could read it, until there is no error.
 */
import { writeFileSync } from "node:fs";

/**
 * @typedef {object} Edit
 * @property {readonly string[]} keys what it changes: lines, or files
 * @property {() => ReadonlyMap<string, Buffer>} apply writes it, and returns the bytes before, by path
 * @property {(errors: readonly string[]) => void} fail called with its errors if it has some
 */
/**
 * @typedef {object} Check
 * @property {(paths: ReadonlySet<string>) => boolean} reads true if its errors may change with one of these files
 * @property {() => readonly string[]} newErrors of the copy as it is
 */

/** Edits that are checked together at the most. */
const maxTogether = 100;

/** @param {readonly Edit[]} edits @param {readonly Check[]} checks */
export function checkEdits(edits, checks) {
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
    checkTogether(together, checks);
  }
}

/** @param {readonly Edit[]} edits @param {readonly Check[]} checks */
function checkTogether(edits, checks) {
  let left = edits;
  let open = checks;
  while (open.length > 0) {
    /** @type {Set<string>} */
    const taken = new Set();
    for (const check of open) {
      // With the edits that are left by now: most checks find no error again.
      while (withEdits(left, (paths) => check.reads(paths) && check.newErrors().length > 0)) {
        const guilty = wrongOne(left, check);
        // Only together they are wrong: each is checked with nothing else.
        if (guilty === undefined) {
          for (const edit of left) checkTogether([edit], checks);
          return;
        }
        guilty.fail(
          withEdits([guilty], (paths) => {
            for (const path of paths) taken.add(path);
            return check.newErrors();
          }),
        );
        left = left.filter((edit) => edit !== guilty);
      }
    }
    // An edit that was taken out may have hidden an error of another one.
    open = taken.size === 0 ? [] : checks.filter((check) => check.reads(taken));
  }
}

/** An edit with an error; undefined if the ones that the search has ended at have none. @param {readonly Edit[]} edits @param {Check} check @returns {Edit | undefined} */
function wrongOne(edits, check) {
  const isWrong = (/** @type {readonly Edit[]} */ some) => withEdits(some, () => check.newErrors().length > 0);
  let left = edits;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    left = isWrong(half) ? half : left.slice(half.length);
  }
  return isWrong(left) ? left[0] : undefined;
}

/**
 * Runs something with edits written.
 * @template T
 * @param {readonly Edit[]} edits @param {(paths: ReadonlySet<string>) => T} run
 * @returns {T}
 */
function withEdits(edits, run) {
  const originals = new Map();
  for (const edit of edits) {
    for (const [path, bytes] of edit.apply()) if (!originals.has(path)) originals.set(path, bytes);
  }
  try {
    return run(new Set(originals.keys()));
  } finally {
    for (const [path, bytes] of originals) writeFileSync(path, bytes);
  }
}
