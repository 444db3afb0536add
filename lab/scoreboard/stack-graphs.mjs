// @ts-check
/**
 * Compares find_definition with the tests of github/stack-graphs for Python. A test has files behind `# --- path: a.py ---`,
 * and below a line of code `# ^ defined: 3, 7`: the lines, counted from the beginning of the test, where the name above the
 * caret is defined. Our first answer is right when it is one of them: of a name from outside, the import that brings it.
 * `defined:` without a line means that there is none, which a guess by name alone does not contradict. The project's own runner
 * wants all of the lines and no others: `all lines` is how many answers and their imports have just these.
 *
 * Tests whose names end with `.skip`, which the project does not run, are left out.
 *
 * pyright (PYRIGHT) answers the same questions; of its definitions any may be right.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Product } from "../product/product-answers.mjs";
import { startedPyright } from "./peers.mjs";

/** @typedef {import("./score.mjs").Score} Score */
/** @typedef {import("./score.mjs").Miss} Miss */
/** @typedef {{ path: string, first: number, lines: string[] }} Part a file of a test, and its first line in it */
/** @typedef {{ file: string, line: number, column: number, lines: number[], at: number }} Assertion */

/**
 * @param {string} folder of the tests
 * @param {string} main the program to measure
 * @returns {Promise<Score>}
 */
export async function scoreStackGraphs(folder, main) {
  let right = 0;
  let whole = 0;
  let rightOfPyright = 0;
  let total = 0;
  /** @type {Miss[]} */
  const misses = [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const tests = files.filter((path) => path.endsWith(".py")).sort();
  const skipped = files.filter((path) => path.endsWith(".skip")).length;
  for (const test of tests) {
    const parts = partsOf(readFileSync(join(folder, test), "utf8"), test);
    const root = mkdtempSync(join(tmpdir(), "stack-graphs-"));
    const product = new Product(root);
    /** @type {Awaited<ReturnType<typeof startedPyright>>} */
    let pyright;
    try {
      for (const { path, lines } of parts) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), lines.join("\n"));
      }
      await product.start(main);
      pyright = await startedPyright(root);
      for (const { lines, at, ...place } of parts.flatMap(assertionsIn)) {
        total += 1;
        const { places, via, confidence } = await product.definitionAt(place);
        const [first = via[0]] = places;
        const found = lineOf(first, parts);
        if (pyright !== undefined) {
          const others = await definitionsOf(pyright, root, place);
          const known = others.map((other) => lineOf(other, parts)).filter((one) => one !== undefined);
          if (lines.length === 0 ? known.length === 0 : known.some((one) => lines.includes(one))) rightOfPyright += 1;
        }
        const isNone = found === undefined || confidence === "name";
        const all = new Set([...places, ...via].flatMap((at) => lineOf(at, parts) ?? []));
        if (lines.length === 0 ? isNone : all.size === lines.length && lines.every((one) => all.has(one))) whole += 1;
        if (lines.length === 0 ? isNone : found !== undefined && lines.includes(found)) right += 1;
        else
          misses.push({
            ...{ case: `${test}:${at}`, reason: found === undefined ? "not found" : "another definition" },
            ...{ expected: lines.join(", "), found: String(found) },
          });
      }
    } finally {
      pyright?.close();
      await product.close();
      rmSync(root, { recursive: true, force: true });
    }
  }
  return {
    cases: `${tests.length} tests, ${total} names`,
    figures: { right: right / total, "all lines": whole / total },
    misses,
    leftOut: { "test that the project does not run": skipped },
    ...(process.env.PYRIGHT !== undefined && { peers: { pyright: rightOfPyright / total } }),
  };
}

/**
 * @param {import("../truths/pyright.mjs").Pyright} pyright
 * @param {string} root
 * @param {{ file: string, line: number, column: number }} place
 */
async function definitionsOf(pyright, root, { file, line, column }) {
  const path = join(root, file);
  pyright.openFile(path, readFileSync(path, "utf8"));
  const found = await pyright.locationsOf(path, { line: line - 1, character: column - 1 });
  pyright.closeFile(path);
  return found.map(({ uri, range }) => ({
    file: relative(realpathSync(root), realpathSync(fileURLToPath(uri))),
    line: range.start.line + 1,
  }));
}

/**
 * The line of a place in its test. A module is where its file begins: in a test, at its first line that is not blank.
 * @param {{ file: string, line: number } | undefined} place
 * @param {readonly Part[]} parts
 */
function lineOf(place, parts) {
  const part = parts.find(({ path }) => path === place?.file);
  if (place === undefined || part === undefined) return undefined;
  const line =
    place.line === 1
      ? Math.max(
          part.lines.findIndex((text) => text.trim() !== ""),
          0,
        )
      : place.line - 1;
  return part.first + line;
}

/** @param {string} text @param {string} test @returns {Part[]} */
function partsOf(text, test) {
  /** @type {Part[]} */
  const parts = [];
  for (const [index, line] of text.split("\n").entries()) {
    const path = /^\s*#\s*-+ path: (\S+)/.exec(line)?.[1];
    if (path !== undefined || parts.length === 0) {
      parts.push({ path: path ?? test, first: path === undefined ? index + 1 : index + 2, lines: [] });
      if (path !== undefined) continue;
    }
    parts.at(-1)?.lines.push(line);
  }
  return parts;
}

/** @param {Part} part @returns {Assertion[]} */
function assertionsIn({ path, first, lines }) {
  let code = 0;
  return lines.flatMap((text, index) => {
    const match = /^(\s*#\s*)(\^+)\s*defined:\s*([\d,\s]*)$/.exec(text);
    if (match === null) {
      if (!/^\s*#\s*\^/.test(text)) code = index;
      return [];
    }
    const [, before = "", , numbers = ""] = match;
    return {
      ...{ file: path, line: code + 1, column: before.length + 1, at: first + index },
      lines: numbers.split(",").flatMap((number) => (number.trim() === "" ? [] : [Number(number)])),
    };
  });
}
