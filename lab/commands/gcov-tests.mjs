// @ts-check
/**
 * Runs each test of programs of googletest by itself, and writes which tests run each function, as gcov counts, for `changed-tests`.
 *
 *   node lab/run.mjs gcov-tests --build FOLDER [--within FOLDER] CODE PROGRAM…
 *
 * CODE is a code base of C++, and PROGRAM an executable with tests that gcc has made with `--coverage -O0` in the folder of `--build`.
 * The output is CODE/coverage.json in the form of coverage.py, without lines that are not the first one of a function.
 *
 *   --build FOLDER    where the files of gcov are: their counts are removed before each test
 *   --within FOLDER   where the programs run (default: the folder of each)
 *
 * A test runs a function that it enters more often than a run without tests does, which makes what is global. Functions are the ones whose
 * name is written where gcov says that they begin: no lambdas, and none that a compiler makes. Instances of a template are one
 * function. Tests with parameters or types are one test, and a test that fails is left out.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { argumentsOf } from "../arguments.mjs";

/** @typedef {{ filter: string, id: string }} GoogleTest the name that runs it, and `file::Suite.Name` */
/** @typedef {{ file: string, line: number, name: string, unit: string, instance: string, count: number }} Entered a function of a unit, and how often it was entered */

const { values, positionals, refuse } = argumentsOf(
  import.meta.url,
  { build: { type: "string" }, within: { type: "string" } },
  2,
);
const build = realpathSync(values.build ?? refuse("--build is missing"));
const [code = "", ...programs] = positionals.map((path) => realpathSync(resolve(path)));

/** @type {Map<string, Map<string, { line: number, tests: Set<string> }>>} file → function → the tests that run it */
const files = new Map();
/** @type {Map<string, readonly string[]>} */
const linesOf = new Map();
let failed = 0;

for (const program of programs) {
  const tests = testsOf(program);
  run(program, "-*");
  const none = countFiles();
  const before = new Map(entered([...none.keys()]).map((one) => [keyOf(one), one.count]));
  console.log(`${relative(build, program)}: ${tests.length} tests`);
  for (const { filter, id } of tests) {
    if (run(program, filter) !== 0) {
      failed++;
      continue;
    }
    const changed = [...countFiles()].flatMap(([path, bytes]) => (none.get(path)?.equals(bytes) === true ? [] : path));
    // Each file of counts has its own instances of what a header defines.
    for (const one of entered(changed)) if (one.count > (before.get(keyOf(one)) ?? 0)) add(one, id);
  }
}
if (failed > 0) console.log(`${failed} tests fail, and are left out`);
writeFileSync(join(code, "coverage.json"), JSON.stringify({ files: coverage() }));

/** The tests of a program. @param {string} program @returns {GoogleTest[]} */
function testsOf(program) {
  const folder = mkdtempSync(join(tmpdir(), "codegrove-gcov-"));
  const list = join(folder, "tests.json");
  spawnSync(program, ["--gtest_list_tests", `--gtest_output=json:${list}`], { cwd: cwdOf(program) });
  /** @type {{ testsuites: { name: string, testsuite: { name: string, file: string }[] }[] }} */
  const { testsuites } = JSON.parse(readFileSync(list, "utf8"));
  rmSync(folder, { recursive: true });
  return testsuites.flatMap(({ name: suite, testsuite }) =>
    testsuite
      .filter(({ name }) => !name.startsWith("DISABLED_"))
      .map(({ name, file }) => {
        const own = suite.split("/").findLast((part) => !/^\d+$/.test(part)) ?? suite;
        return { filter: `${suite}.${name}`, id: `${pathIn(file)}::${own}.${name.split("/")[0]}` };
      }),
  );
}

/** Runs what a filter takes, without counts of former runs. @param {string} program @param {string} filter */
function run(program, filter) {
  for (const path of countFiles().keys()) rmSync(path);
  return spawnSync(program, [`--gtest_filter=${filter}`], { cwd: cwdOf(program), stdio: "ignore", timeout: 120_000 })
    .status;
}

/** @param {string} program */
function cwdOf(program) {
  return values.within ?? dirname(program);
}

/** The files with counts. @returns {Map<string, Buffer>} */
function countFiles() {
  const entries = readdirSync(build, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".gcda"));
  return new Map(entries.map((path) => [join(build, path), readFileSync(join(build, path))]));
}

/** The functions of the code base that files of counts have. @param {readonly string[]} paths @returns {Entered[]} */
function entered(paths) {
  if (paths.length === 0) return [];
  const options = { cwd: build, encoding: /** @type {const} */ ("utf8"), maxBuffer: 2 ** 30 };
  const { stdout } = spawnSync("gcov", ["--json-format", "--stdout", "--demangled-names", ...paths], options);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      /** @type {{ current_working_directory?: string, data_file: string, files: { file: string, functions: any[] }[] }} */
      const { current_working_directory: folder = build, data_file: unit, files: own } = JSON.parse(line);
      return own.flatMap(({ file, functions }) => {
        const path = pathIn(resolve(folder, file));
        if (path.startsWith("..")) return [];
        return functions.flatMap(
          ({ name: instance, demangled_name: demangled, start_line: line, start_column: column, ...row }) => {
            const name = nameAt(path, line, column, demangled);
            return name === undefined ? [] : [{ file: path, line, name, unit, instance, count: row.execution_count }];
          },
        );
      });
    });
}

/** A path within the code base, also one that is relative to the folder of the build. @param {string} file */
function pathIn(file) {
  return relative(code, resolve(build, file)).split(sep).join("/");
}

/** @param {Entered} function_ */
function keyOf({ unit, instance }) {
  return `${unit}:${instance}`;
}

/**
 * The name that is written where gcov says that a function begins; undefined if it is not that of the function.
 * @param {string} file @param {number} line @param {number} column @param {string} demangled
 */
function nameAt(file, line, column, demangled) {
  const lines = linesOf.get(file) ?? readFileSync(join(code, file), "utf8").split("\n");
  linesOf.set(file, lines);
  const text = (lines[line - 1] ?? "").slice(column - 1);
  const [, name] =
    /^((?:\w+(?:<[^()]*>)?\s*::\s*)*(?:operator\s*(?:\(\)|[^\s\w(]+|[\w: *&]+)|~?\w+))\s*\(/.exec(text) ?? [];
  const own = name?.split("::").at(-1)?.trim();
  return own !== undefined && demangled.includes(own) ? name : undefined;
}

/** @param {Entered} function_ @param {string} id */
function add(function_, id) {
  const { file, line, name } = function_;
  const functions = files.get(file) ?? new Map();
  files.set(file, functions);
  const key = `${name.replace(/\s*::\s*/g, ".")}:${line}`;
  const known = functions.get(key) ?? { line, tests: new Set() };
  functions.set(key, known);
  known.tests.add(id);
}

/** What ran, as coverage.py writes it. */
function coverage() {
  return Object.fromEntries(
    [...files].map(([file, functions]) => {
      /** @type {Record<string, string[]>} */
      const contexts = {};
      for (const { line, tests } of functions.values()) contexts[line] = [...(contexts[line] ?? []), ...tests];
      const own = [...functions].map(([key, { line }]) => [key, { executed_lines: [line] }]);
      return [file, { contexts, functions: Object.fromEntries(own) }];
    }),
  );
}
