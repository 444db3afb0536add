// @ts-check
/**
 * Programs that nobody has written, which a compiler accepts and in which check_file reports a syntax error.
 *
 *   node lab/run.mjs generated c|cpp|python [--count N] [--seed N] [--folder DIR]
 *
 * Programs of Python are random trees of its abstract grammar in a random layout (lab/truths/random-python.py), half of them damaged by
 * one token; programs of C and C++ are made by csmith (Debian: csmith, libcsmith-dev, clang). Accepted is what CPython compiles, or what
 * `clang -fsyntax-only` does. Prints the accepted programs, those of them with an error of ours with the first error and its line, and
 * how many refused ones we report; then the programs of which find_functions, find_classes or list_symbols say something else with all
 * bodies (--no-elision), and in C and C++ check_file without masking (--no-macro-masking). The same seed makes the same programs; DIR
 * keeps them. Ends with 1 if an accepted program has an error, or an answer depends on elision.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { answersOf, outputOf, python } from "../programs.mjs";

const { values, positionals, refuse } = argumentsOf(
  import.meta.url,
  {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    folder: { type: "string", default: mkdtempSync(join(tmpdir(), "codegrove-generated-")) },
  },
  1,
);

/** Language → a maker of programs, which returns the paths of the accepted ones and of the others. */
/** @type {Readonly<Record<string, () => { accepted: readonly string[], refused: readonly string[] }>>} */
const makers = {
  python: madeInPython,
  c: () => madeByCsmith(".c", [], ["clang", "-w"]),
  cpp: () => madeByCsmith(".cpp", ["--lang-cpp", "--cpp11"], ["clang++", "-std=c++11", "-Wno-everything"]),
};

const [language = ""] = positionals;
const make = makers[language] ?? refuse(`no programs of ${language}`);
mkdirSync(values.folder, { recursive: true });
const { accepted, refused } = make();
const errors = errorsOf([]);
const wrong = accepted.filter((path) => errors.has(path));
const reported = refused.filter((path) => errors.has(path)).length;
console.log(
  `${accepted.length} accepted, ${wrong.length} of them with an error of ours; ${reported} of ${refused.length} refused ones with an error`,
);
for (const path of wrong) {
  const { line = 0, message = "" } = errors.get(path) ?? {};
  console.log(
    `${path}:${line} ${message.slice(0, 120)}\n    ${readFileSync(path, "utf8").split("\n")[line - 1]?.slice(0, 120)}`,
  );
}
const differing = ["find_functions", "find_classes", "list_symbols"].flatMap((tool) => {
  const [short, whole] = [answersBy([tool]), answersBy([tool, "--no-elision"])];
  return accepted.filter((path) => short.get(path) !== whole.get(path)).map((path) => `${tool} ${path}`);
});
console.log(`${differing.length} answers that depend on --no-elision`);
for (const one of differing) console.log(`    ${one}`);
if (language !== "python") {
  const unmasked = errorsOf(["--no-macro-masking"]);
  console.log(`${accepted.filter((path) => unmasked.has(path)).length} accepted with an error of ours without masking`);
}
process.exitCode = wrong.length + differing.length > 0 ? 1 : 0;

function madeInPython() {
  const script = join(import.meta.dirname, "../truths/random-python.py");
  const printed = outputOf(python, [script, values.folder, values.count, values.seed]);
  const rows = printed
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  const of = (/** @type {string} */ verdict) =>
    rows.filter(([, said]) => said === verdict).map(([number]) => join(values.folder, `${number}.py`));
  return { accepted: of("accepted"), refused: of("refused") };
}

/**
 * @param {string} extension
 * @param {readonly string[]} options of csmith
 * @param {readonly [string, ...string[]]} compiler
 */
function madeByCsmith(extension, options, [compiler, ...flags]) {
  const paths = Array.from({ length: Number(values.count) }, (_, i) => {
    const path = join(values.folder, `${i}${extension}`);
    // csmith writes a file about the platform into its folder.
    const args = [...options, "--seed", String(Number(values.seed) * 1_000 + i)];
    writeFileSync(path, outputOf("csmith", args, { cwd: values.folder }));
    return path;
  });
  const accepted = paths.filter((path) => {
    const { error, status } = spawnSync(compiler, ["-fsyntax-only", "-I/usr/include/csmith", ...flags, path], {
      stdio: "ignore",
    });
    if (error !== undefined) throw error;
    return status === 0;
  });
  return { accepted, refused: paths.filter((path) => !accepted.includes(path)) };
}

/**
 * The first syntax error of each program that has one.
 *
 * @param {readonly string[]} flags
 * @returns {Map<string, { line: number, message: string }>}
 */
function errorsOf(flags) {
  const results = answersOf([
    "check_file",
    values.folder,
    "--checks",
    "syntax",
    "--exit-zero",
    "--no-ignore",
    ...flags,
  ]);
  return new Map(
    results.flatMap(({ filepath, diagnostics: [first] = [] }) =>
      first === undefined ? [] : [[join(values.folder, basename(filepath)), first]],
    ),
  );
}

/**
 * The answer about each program, as text.
 *
 * @param {readonly string[]} args
 * @returns {Map<string, string>}
 */
function answersBy([tool = "", ...flags]) {
  const results = answersOf([tool, values.folder, "--no-ignore", ...flags]);
  return new Map(results.map((result) => [join(values.folder, basename(result.filepath)), JSON.stringify(result)]));
}
