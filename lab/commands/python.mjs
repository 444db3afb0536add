// @ts-check
/**
 * Compares find_classes and find_functions on Python with CPython's own `ast`: name, line and column.
 *
 *   node lab/run.mjs python [DIR…]
 *
 * DIR is the standard library of `python3` unless told otherwise. Compared is every `*.py` below it
 * that ast parses, installed packages (site-packages, dist-packages) left out. Prints the counts and each
 * difference of each folder; exits 1 when there is one. PYTHON names another interpreter.
 */
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { answerOf, outputOf, python, standardLibrary } from "../programs.mjs";
import { Sides } from "../sides.mjs";

/** @typedef {{ name: string, line: number, column: number }} Row */
/** @typedef {"classes" | "functions"} Kind */
/** @typedef {Record<Kind, [name: string, line: number, column: number][]>} Truth */
/** @typedef {{ filepath: string, success: boolean, error?: string } & Partial<Record<Kind, Row[]>>} FileAnswer */

const truthScript = join(import.meta.dirname, "../truths/ast-definitions.py");
const { positionals } = argumentsOf(import.meta.url, {});
const folders = positionals.length > 0 ? positionals : [standardLibrary()];
process.exitCode = folders.map((folder) => compare(resolve(folder))).every(Boolean) ? 0 : 1;

/** @param {string} folder */
function compare(folder) {
  /** @type {Map<string, Truth | null>} */
  const truths = new Map(Object.entries(JSON.parse(outputOf(python, [truthScript, folder]))));
  const sides = new Sides();
  for (const kind of /** @type {const} */ (["classes", "functions"])) {
    /** @type {{ results: FileAnswer[] }} */
    const { results } = answerOf([`find_${kind}`, folder, "--file-patterns", "*.py"]);
    const answers = new Map(results.map((result) => [result.filepath, result]));
    for (const [path, truth] of truths) {
      if (truth === null) continue;
      const keyOf = (/** @type {Row} */ { name, line, column }) => `${path}:${line}:${column} ${name}`;
      // A file without a row is not in the answer.
      const ours = new Set((answers.get(path)?.[kind] ?? []).map(keyOf));
      sides.addSets([kind], ours, new Set(truth[kind].map(([name, line, column]) => keyOf({ name, line, column }))));
    }
  }
  const parsed = [...truths.values()].filter((truth) => truth !== null).length;
  console.log(`${folder}: files compared ${parsed}, not parsed by ast ${truths.size - parsed}`);
  sides.print("", sides.differences.length);
  return sides.isEqual;
}
