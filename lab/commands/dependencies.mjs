// @ts-check
/**
 * Compares get_dependency_graph with what compilers and interpreters find: the files that each header needs, directly or
 * not, with those of `g++ -M`, and the modules that each script needs with those of Python's modulefinder.
 *
 *   node lab/run.mjs dependencies [--files N] FOLDER…
 *   node lab/run.mjs dependencies --importers [--files N] [--include DIR] [--flag FLAG] FOLDER…
 *
 *   --files N      compares N files of each folder (default 20), at equal distances
 *   --importers    C++: compares which files need a header, in place of what it needs: `g++ -M` reads every file of the
 *                  folder, and which of them list the header is the truth
 *   --include DIR  C++: a folder of includes, relative to FOLDER (default: FOLDER itself): codegrove is not told of it
 *   --flag FLAG    C++: a further flag of the compiler
 *
 * FOLDER is the one that includes are searched in, such as /usr/include/nlohmann/.., or that of Python modules. Prints what
 * only one side has. What only codegrove has is counted apart where each way to it passes an include inside of `#if`, and
 * where it is in a folder without `__init__.py`, which modulefinder does not read. Exits 1 when there is another difference.
 * FLAGs begin with a dash: write `--flag=-DNAME`.
 * CXX and PYTHON name other programs, CODEGROVE another main.cjs than the built `dist/main.cjs`.
 */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { Product } from "../product/product-answers.mjs";

/** @typedef {{ from: string, to: string, line: number }} Edge */
/** @typedef {{ nodes: { file: string }[], edges: Edge[] }} Graph */

const { values, positionals } = argumentsOf(import.meta.url, {
  files: { type: "string", default: "20" },
  importers: { type: "boolean", default: false },
  include: { type: "string", multiple: true, default: ["."] },
  flag: { type: "string", multiple: true, default: [] },
});
const count = Number(values.files);

/** Compilers that run beside each other. */
const compilers = 2;

/**
 * File → its lines inside of conditions.
 * @type {Map<string, Set<number>>}
 */
const conditionalLines = new Map();

/**
 * Prints the files of the modules that a module or a script needs, as modulefinder has them. A file that can be a module is
 * one: relative imports and the packages around it count.
 */
const finder = `
import json, sys
from modulefinder import ModuleFinder

class Finder(ModuleFinder):
    def find_module(self, name, path, parent=None):
        try:
            return super().find_module(name, path, parent)
        except AttributeError:  # it cannot read a package without __init__.py, and ends
            raise ImportError(name) from None

folder, file = sys.argv[1:]
parts = file[:-3].split("/")
name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
found = Finder(path=[folder])
if all(part.isidentifier() for part in name.split(".")):
    found.import_hook(name)
else:
    found.run_script(folder + "/" + file)
print(json.dumps([module.__file__ for module in found.modules.values() if module.__file__]))
`;

import { argumentsOf } from "../arguments.mjs";
import { answerOf, python } from "../programs.mjs";

let isEqual = positionals.length > 0;
for (const folder of positionals.map((one) => realpathSync(resolve(one)))) {
  isEqual = (await (values.importers ? compareImporters(folder) : compare(folder))) && isEqual;
}
process.exitCode = isEqual ? 0 : 1;

/**
 * Prints the differences of some files of a folder; true when there is none without a reason.
 * @param {string} folder
 */
async function compare(folder) {
  const { nodes, edges } = graphOf(folder);
  /** @type {Map<string, Edge[]>} */
  const neededBy = new Map();
  for (const edge of edges) neededBy.set(edge.from, [...(neededBy.get(edge.from) ?? []), edge]);
  const known = new Set(nodes.map(({ file }) => file));
  const files = [...known].filter((file) => /\.(h|hpp|hxx|hh|py)$/.test(file));
  const sample = sampleOf(files);
  const totals = { equal: 0, conditional: 0, inNamespaces: 0, onlyOurs: 0, onlyTheirs: 0, refused: 0 };
  for (const file of sample) {
    const isPython = file.endsWith(".py");
    const theirs = isPython ? modulesOf(folder, file) : await includesOf(folder, file);
    if (theirs === undefined) {
      totals.refused++;
      console.log(`  ${file}: refused`);
      continue;
    }
    const needed = (/** @type {string} */ one) => {
      const direct = (neededBy.get(one) ?? []).map(({ to }) => to);
      return isPython ? [...direct, ...packagesAround(one).filter((init) => known.has(init))] : direct;
    };
    const ours = closure(file, needed);
    const same = [...ours].filter((one) => theirs.has(one));
    totals.equal += same.length;
    for (const one of theirs) {
      if (ours.has(one) || !known.has(one)) continue;
      totals.onlyTheirs++;
      console.log(`  ${file}: only theirs ${one}`);
    }
    const certain = closure(file, (one) =>
      isPython
        ? needed(one)
        : (neededBy.get(one) ?? []).filter((edge) => !isConditional(folder, edge)).map(({ to }) => to),
    );
    for (const one of ours) {
      if (theirs.has(one)) continue;
      if (isPython && packagesAround(one).some((init) => !known.has(init))) {
        totals.inNamespaces++;
      } else if (!certain.has(one)) {
        totals.conditional++;
      } else {
        totals.onlyOurs++;
        console.log(`  ${file}: only ours ${one}`);
      }
    }
  }
  const numbers = Object.entries(totals).map(([name, number]) => `${name} ${number}`);
  console.log(`${folder}: ${sample.length} of ${files.length} files; ${numbers.join(", ")}`);
  return totals.onlyOurs + totals.onlyTheirs === 0 && totals.equal > 0;
}

/** @param {readonly string[]} files @returns {string[]} some of them, at equal distances */
function sampleOf(files) {
  const length = Math.min(count, files.length);
  return Array.from({ length }, (_, i) => String(files[Math.floor((i * files.length) / length)]));
}

/**
 * Prints which files need some headers of a folder by one side alone; true when there is none without a reason.
 *
 * @param {string} folder
 */
async function compareImporters(folder) {
  const { nodes, edges } = graphOf(folder);
  const units = nodes.map(({ file }) => file).filter((file) => /\.(c|cc|cpp|cxx|h|hh|hpp|hxx)$/.test(file));
  const needs = await includesOfAll(folder, units);
  const headers = units.filter((file) => /\.h\w*$/.test(file));
  /** @type {Map<string, Edge[]>} */
  const certainly = new Map();
  for (const edge of edges) {
    if (!isConditional(folder, edge)) certainly.set(edge.to, [...(certainly.get(edge.to) ?? []), edge]);
  }
  const totals = { equal: 0, conditional: 0, onlyOurs: 0, onlyTheirs: 0 };
  const product = await Product.of(folder);
  for (const header of sampleOf(headers)) {
    const ours = new Set(await product.importersOf(header));
    const certain = closure(header, (file) => (certainly.get(file) ?? []).map(({ from }) => from));
    for (const [unit, needed] of needs) {
      const [isOurs, isTheirs] = [ours.has(unit), needed.has(header)];
      if (isOurs && isTheirs) totals.equal++;
      else if (isOurs && !certain.has(unit)) totals.conditional++;
      else if (isOurs || isTheirs) {
        totals[isOurs ? "onlyOurs" : "onlyTheirs"]++;
        console.log(`  ${header}: needed by ${unit}, only ${isOurs ? "ours" : "theirs"}`);
      }
    }
  }
  await product.close();
  const numbers = Object.entries({ ...totals, refused: units.length - needs.size });
  console.log(
    `${folder}: importers of ${sampleOf(headers).length} of ${headers.length} headers among ${units.length} files; ` +
      numbers.map(([name, number]) => `${name} ${number}`).join(", "),
  );
  return totals.onlyOurs + totals.onlyTheirs === 0 && totals.equal > 0;
}

/**
 * @param {string} folder
 * @param {readonly string[]} units
 * @returns {Promise<Map<string, Set<string>>>} file → what it needs and itself, without those that the compiler refuses
 */
async function includesOfAll(folder, units) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  const left = [...units].reverse();
  const work = async () => {
    for (let unit = left.pop(); unit !== undefined; unit = left.pop()) {
      const needed = await includesOf(folder, unit);
      if (needed !== undefined) found.set(unit, needed);
    }
  };
  await Promise.all(Array.from({ length: compilers }, work));
  return new Map(units.flatMap((unit) => (found.has(unit) ? [[unit, found.get(unit) ?? new Set()]] : [])));
}

/** @param {string} folder @param {string} file @returns {Promise<Set<string> | undefined>} */
function includesOf(folder, file) {
  const options = /** @type {const} */ ({ cwd: folder, encoding: "utf8", maxBuffer: 2 ** 30 });
  return new Promise((done) => {
    execFile(process.env.CXX ?? "g++", compilerArguments(file), options, (error, stdout) =>
      done(error === null ? filesInRule(folder, stdout) : undefined),
    );
  });
}

/** @param {string} folder @returns {Graph} */
function graphOf(folder) {
  const answer = answerOf(["get_dependency_graph", "--max-chars", "1000000000", "--max-result-chars", "0"], {
    cwd: folder,
  });
  if (answer.edges === undefined || answer.truncated)
    throw new Error(`${folder}: ${JSON.stringify(answer).slice(0, 300)}`);
  return answer;
}

/**
 * @param {string} start
 * @param {(file: string) => readonly string[]} needed
 */
function closure(start, needed) {
  const found = new Set([start]);
  for (const file of found) for (const next of needed(file)) found.add(next);
  return found;
}

/** The `__init__.py` of the packages that a module is in, which are loaded before it. @param {string} file */
function packagesAround(file) {
  const inits = [];
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) inits.push(`${folder}/__init__.py`);
  return inits;
}

/** @param {string} file */
function compilerArguments(file) {
  // Not -MM: it leaves out what a header includes behind `#pragma GCC system_header`.
  const includes = values.include.map((one) => `-I${one}`);
  return ["-M", "-MG", "-std=c++20", "-x", "c++", "-w", ...includes, ...values.flag, file];
}

/** @param {string} folder @param {string} rule as make reads it @returns {Set<string>} */
function filesInRule(folder, rule) {
  const words = rule.replaceAll("\\\n", " ").split(/\s+/).slice(1);
  return new Set(words.filter((word) => word !== "").map((word) => relative(folder, resolve(folder, word))));
}

/** @param {string} folder @param {string} file */
function modulesOf(folder, file) {
  const args = ["-c", finder, folder, file];
  const { status, stdout } = spawnSync(python, args, { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (status !== 0) return undefined;
  return new Set(JSON.parse(stdout).map((/** @type {string} */ path) => relative(folder, path)));
}

/** True for an include inside of `#if`, which is not the guard around the whole file. @param {string} folder @param {Edge} edge */
function isConditional(folder, { from, line }) {
  let lines = conditionalLines.get(from);
  if (lines === undefined) {
    lines = linesInConditions(readFileSync(join(folder, from), "latin1"));
    conditionalLines.set(from, lines);
  }
  return lines.has(line);
}

/** @param {string} text @returns {Set<number>} the lines inside of conditions, counted from 1 */
function linesInConditions(text) {
  const lines = text.split("\n");
  const guard = lines.findIndex((line, i) => /^\s*#\s*if(ndef|\s+!\s*defined)/.test(line) && definesNext(lines, i));
  /** @type {number[]} */
  const open = [];
  const found = new Set();
  for (const [i, line] of lines.entries()) {
    if (/^\s*#\s*if/.test(line)) open.push(i);
    else if (/^\s*#\s*endif/.test(line)) open.pop();
    else if (open.some((at) => at !== guard)) found.add(i + 1);
  }
  return found;
}

/** @param {readonly string[]} lines @param {number} at */
function definesNext(lines, at) {
  const name = /(\w+)\)?\s*$/.exec(lines[at]?.replace(/\/[/*].*/, "").trim() ?? "")?.[1];
  return lines.slice(at + 1, at + 6).some((line) => new RegExp(`^\\s*#\\s*define\\s+${name}\\b`).test(line));
}
