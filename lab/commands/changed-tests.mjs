// @ts-check
/**
 * Compares the tests that get_changes lists for a changed function with the tests that run it, as coverage.py and gcov know them.
 *
 *   npm run build && node lab/run.mjs changed-tests [--functions N] [--seed S] [--misses N] FOLDER…
 *
 * FOLDER is a project with a `coverage.json`: one of C++ with the file that `gcov-tests` writes, one of Python with the one that its tests
 * have made, with pytest-cov and `coverage json`:
 *
 *   pytest --cov=. --cov-context=test && coverage json --show-contexts
 *
 *   --functions N   functions of each (default 40)
 *   --seed S        another choice of functions (default 1)
 *   --misses N      list N functions of each with the lowest recall
 *
 * Functions outside of tests that a test runs are drawn at random. Each is changed by a diff that adds a statement to its body. Recall is the
 * share of the tests that run the function, setup of fixtures included, which are listed; `share` is the number of listed tests among all
 * tests. A listed file, or `naming_tests`, stands for all tests in it; `tests` leaves `naming_tests` out. Besides: the tests in the
 * folder of the function or in a folder of tests next to it, the tests in files that have its name, and the ones that run it.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { Product } from "../product/product-answers.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";

/** @typedef {{ file: string, name: string, line: number, tests: Set<string> }} Changed a function, and the ids of the tests that run it */
/** @typedef {{ recall: number, share: number }} Figures */

const { values, positionals } = argumentsOf(
  import.meta.url,
  {
    functions: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    misses: { type: "string", default: "0" },
  },
  1,
);

const test = /(?:^|\/)(?:\w*tests?|testing)\/|(?:^|\/)test_[^/]*$|_tests?\.\w+$|conftest\.py$/;

for (const given of positionals) {
  const folder = resolve(given);
  const { functions, tests } = coveredIn(folder);
  const drawn = shuffled(functions, randomNumbers(Number(values.seed))).slice(0, Number(values.functions));
  const product = await Product.of(folder);
  /** @type {{ changed: Changed, selections: Record<string, Figures>, missed: string[] }[]} */
  const results = [];
  try {
    for (const changed of drawn) {
      const answer = await product.call("get_changes", { diff: diffOf(folder, changed), include: ["tests"] });
      if (answer.error !== undefined || (answer.results ?? []).length === 0)
        throw new Error(JSON.stringify([changed.file, changed.line, answer]));
      const listed = listedIn(answer.tests ?? [], tests);
      const naming = testsOfFiles(
        new Set((answer.naming_tests ?? []).map((/** @type {any} */ { filepath }) => filepath)),
        tests,
      );
      const all = new Set([...listed, ...naming]);
      const own = changed.name.split(":", 1)[0]?.split(".").at(-1) ?? "";
      const files = [...new Set([...tests].map(fileOfTest))];
      const word = new RegExp(`(?<!\\w)${own.replace(/\W/g, "\\$&")}(?!\\w)`);
      const selections = {
        run: figuresOf(changed.tests, changed.tests, tests),
        listed: figuresOf(all, changed.tests, tests),
        tests: figuresOf(listed, changed.tests, tests),
        folder: figuresOf(
          testsOfFiles(new Set(files.filter((file) => isNear(file, changed.file))), tests),
          changed.tests,
          tests,
        ),
        word: figuresOf(
          testsOfFiles(new Set(files.filter((file) => word.test(readFileSync(join(folder, file), "utf8")))), tests),
          changed.tests,
          tests,
        ),
      };
      results.push({ changed, selections, missed: [...changed.tests].filter((id) => !all.has(id)) });
    }
  } finally {
    await product.close();
  }
  console.log(`\n${basename(folder)}: ${results.length} of ${functions.length} functions, ${tests.size} tests`);
  for (const name of ["listed", "tests", "folder", "word", "run"]) {
    const rows = results.map(({ selections }) => selections[name] ?? { recall: 0, share: 0 });
    const text = (/** @type {keyof Figures} */ key) =>
      `${key} median ${median(rows.map((row) => row[key])).toFixed(3)}, mean ${(rows.reduce((sum, row) => sum + row[key], 0) / rows.length).toFixed(3)}`;
    console.log(`  ${name.padEnd(8)}${text("recall")}; ${text("share")}`);
  }
  const worst = [...results].sort((a, b) => (a.selections.listed?.recall ?? 0) - (b.selections.listed?.recall ?? 0));
  for (const { changed, selections, missed } of worst.slice(0, Number(values.misses))) {
    const { recall = 0, share = 0 } = selections.listed ?? {};
    console.log(
      `    ${changed.file}:${changed.line} ${changed.name} recall ${recall.toFixed(2)} of ${changed.tests.size}, share ${share.toFixed(2)}; ${missed.slice(0, 2).join(" ")}`,
    );
  }
}

/** The functions that tests run, and the ids of all tests. @param {string} folder @returns {{ functions: Changed[], tests: Set<string> }} */
function coveredIn(folder) {
  /** @type {{ files: Record<string, { contexts?: Record<string, string[]>, functions?: Record<string, { executed_lines: number[] }> }> }} */
  const { files } = JSON.parse(readFileSync(join(folder, "coverage.json"), "utf8"));
  /** @type {Set<string>} */
  const tests = new Set();
  /** @type {Changed[]} */
  const functions = [];
  for (const { contexts = {} } of Object.values(files)) {
    for (const id of Object.values(contexts).flat()) if (id !== "") tests.add(idOf(id));
  }
  const ofTests = new Set([...tests].map(fileOfTest));
  for (const [file, { contexts = {}, functions: own = {} }] of Object.entries(files)) {
    if (test.test(file) || ofTests.has(file)) continue;
    const idsAt = (/** @type {number} */ line) => (contexts[line] ?? []).filter((one) => one !== "").map(idOf);
    for (const [name, { executed_lines: lines }] of Object.entries(own)) {
      const ids = new Set(lines.flatMap(idsAt));
      if (name !== "" && lines[0] !== undefined && ids.size > 0)
        functions.push({ file, name, line: Math.min(...lines), tests: ids });
    }
  }
  return { functions, tests };
}

/** `tests/test_a.py::TestA::test_b[1]|run` without the arguments and the phase. @param {string} context */
function idOf(context) {
  return context.replace(/\|(?:setup|run|teardown)$/, "").replace(/\[.*$/s, "");
}

/** @param {string} id */
function fileOfTest(id) {
  return id.split("::", 1)[0] ?? id;
}

/** A diff that adds a statement to a function. @param {string} folder @param {Changed} changed */
function diffOf(folder, { file, line }) {
  const lines = readFileSync(join(folder, file), "utf8").split("\n");
  const hunk = file.endsWith(".py") ? statementBefore(lines, line) : statementInBraces(lines, line);
  return `--- a/${file}\n+++ b/${file}\n${hunk}\n`;
}

/** @param {readonly string[]} lines @param {number} line of the first statement */
function statementBefore(lines, line) {
  const text = lines[line - 1] ?? "";
  const [indent = ""] = /^\s*/.exec(text) ?? [];
  return `@@ -${line} +${line},2 @@\n+${indent}pass\n ${text}`;
}

/** @param {readonly string[]} lines @param {number} line of the name */
function statementInBraces(lines, line) {
  const at = lines.findIndex((text, i) => i >= line - 1 && text.includes("{"));
  const text = lines[at] ?? "";
  return `@@ -${at + 1} +${at + 1} @@\n-${text}\n+${text.replace("{", "{ (void)0;")}`;
}

/** The tests of rows of an answer. @param {any[]} entries @param {ReadonlySet<string>} tests */
function listedIn(entries, tests) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const { filepath, tests: rows = [] } of entries) {
    const ofFile = [...tests].filter((id) => fileOfTest(id) === filepath);
    for (const { name, line } of rows) {
      const own =
        line === undefined
          ? ofFile
          : ofFile.filter(
              (id) =>
                `.${id.split("::").slice(1).join(".")}`.endsWith(`.${lastParts(String(name))}`) ||
                id.endsWith(`::${name}`),
            );
      for (const id of own) found.add(id);
    }
  }
  return found;
}

/** `Class.test_a` of Python, `Suite.Name` of googletest, without what is around. @param {string} name */
function lastParts(name) {
  const inner = name.split("::").at(-1) ?? name;
  return inner.split(".").slice(-2).join(".");
}

/** @param {ReadonlySet<string>} files @param {ReadonlySet<string>} tests */
function testsOfFiles(files, tests) {
  return new Set([...tests].filter((id) => files.has(fileOfTest(id))));
}

/** @param {string} file @param {string} changed */
function isNear(file, changed) {
  const [at, own] = [dirname(file), dirname(changed)];
  return at === own || (/(?:^|\/)tests?$/.test(at) && [own, dirname(own)].includes(dirname(at)));
}

/** @param {ReadonlySet<string>} selected @param {ReadonlySet<string>} wanted @param {ReadonlySet<string>} all @returns {Figures} */
function figuresOf(selected, wanted, all) {
  const hits = [...wanted].filter((id) => selected.has(id)).length;
  return { recall: hits / wanted.size, share: selected.size / all.size };
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
