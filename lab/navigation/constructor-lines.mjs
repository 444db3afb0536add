// @ts-check
/** Lines where constructors are called, as lab/truths/constructor-calls.py writes them, compared with the lines of an answer. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ file: string, line: number }} Line */
/** @typedef {Line & { written: boolean }} Call `written`: the line names the class, or a member is initialized */
/** @typedef {{ symbol: Line & { column: number, name: string }, calls: Call[], unsure: string[] }} ConstructorTruth */

/** What makes an object by a library, which libclang shows at the library's own code. */
const byLibrary = /\b(?:make_\w+|emplace\w*|try_emplace|construct|in_place\w*|allocate_\w+|reset|Make\w+)\s*[<(]/;

/** Rows of find_references that are no uses. */
const notUses = new Set(["declaration", "definition", "override"]);

/**
 * Compares lines, since a tool may point at a variable or at its type. Not compared are lines of files that libclang did not read, and
 * lines that make an object by a library.
 * @param {ConstructorTruth} truth
 * @param {readonly (Line & { type?: string })[]} rows of the answer
 * @param {string} root of the code base
 * @returns {{ right: Call[], wrong: Line[], missing: Call[] }} `right` and `missing`: calls that have a row, and calls without
 */
export function compareCalls({ calls, unsure }, rows, root) {
  const found = new Map(rows.filter(({ type = "" }) => !notUses.has(type)).map((row) => [lineKey(row), row]));
  const known = new Set(calls.map(lineKey));
  const isJudged = (/** @type {Line} */ row) => !unsure.includes(row.file) && !byLibrary.test(textAt(root, row));
  return {
    right: calls.filter((call) => found.has(lineKey(call))),
    wrong: [...found.values()].filter((row) => !known.has(lineKey(row)) && isJudged(row)),
    missing: calls.filter((call) => !found.has(lineKey(call))),
  };
}

/** @param {Line} place */
export function lineKey({ file, line }) {
  return `${file}:${line}`;
}

/** @param {string} root @param {Line} place @returns {string} the line of code */
export function textAt(root, { file, line }) {
  return readFileSync(join(root, file), "utf8").split("\n")[line - 1] ?? "";
}
