// @ts-check
/** What compilers say of an edited code base that they did not say before. Input: a copy of it; output: checks with new errors. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { python } from "../programs.mjs";
import { sourcesBelow } from "./source-files.mjs";

const sourceName = /\.(?:cc|cpp|cxx|c)$/;

/** @typedef {{ directory: string, file: string, args: string[] }} Command */
/**
 * @typedef {object} Truth
 * @property {readonly import("./edits-together.mjs").Check[]} checks
 * @property {ReadonlySet<string> | undefined} files what they look at; undefined for all
 */

/**
 * The commands that compile the files of a copy.
 * @param {string} folder
 * @param {string} copy
 * @param {{ commands?: string | undefined, flags: readonly string[] }} options
 * @returns {Command[]}
 */
export function commandsFor(folder, copy, { commands, flags }) {
  const moved = (/** @type {string} */ text) => text.replaceAll(folder, copy);
  if (commands === undefined) {
    const files = sourcesBelow(copy, "cpp").filter((path) => sourceName.test(path));
    return files.map((file) => ({ directory: copy, file: join(copy, file), args: [...flags, join(copy, file)] }));
  }
  /** @type {readonly { directory: string, file: string, command: string }[]} */
  const entries = JSON.parse(readFileSync(commands, "utf8"));
  const seen = new Set();
  return entries.flatMap(({ directory, file, command }) => {
    if (seen.has(file)) return [];
    seen.add(file);
    const words = command.match(/(?:[^\s"'\\]|\\.|"(?:\\.|[^"])*"|'[^']*')+/g) ?? [];
    const args = words.map((word) => moved(word.replace(/\\(.)|["']/g, "$1")));
    const at = args.indexOf("-o");
    if (at >= 0) args.splice(at, 2);
    return [
      { directory: moved(directory), file: moved(resolve(directory, file)), args: args.filter((arg) => arg !== "-c") },
    ];
  });
}

/**
 * Compiles what compiles before; `files` are these files and the ones of the copy that they include.
 * @param {string} folder
 * @param {string} copy
 * @param {{ commands?: string | undefined, flags: readonly string[] }} options
 * @returns {Truth}
 */
export function compilerOf(folder, copy, options) {
  /** @param {Command} command @param {readonly string[]} further */
  const run = ({ directory, args: [program = "clang++", ...args] }, further = []) =>
    spawnSync(program, ["-fsyntax-only", "-w", ...further, ...args], { cwd: directory, encoding: "utf8" });
  const all = commandsFor(folder, copy, options);
  const compiled = all.flatMap((command) => {
    const { status, stdout } = run(command, ["-MMD", "-MF", "-"]);
    if (status !== 0) return [];
    const words = stdout.replace(/\\\n/g, " ").split(/\s+/).slice(1);
    return { command, read: words.map((word) => resolve(command.directory, word)) };
  });
  const files = compiled.flatMap(({ read }) => read.map((path) => relative(copy, path)));
  console.log(`  ${compiled.length} of ${all.length} files compile`);
  const checks = compiled.map(({ command, read }) => ({
    // A file that does not read an edited one is as it was.
    reads: (/** @type {ReadonlySet<string>} */ paths) => read.some((path) => paths.has(path)),
    newErrors: () => {
      const { status, stderr } = run(command);
      if (status === 0) return [];
      const [first = stderr] = /^.*error: .*$/m.exec(stderr) ?? [];
      return [first.replace(`${copy}/`, "").slice(0, maxError)];
    },
  }));
  return { checks, files: new Set(files) };
}

/** Characters of an error. */
const maxError = 300;

/**
 * Compiles and checks a folder of Python, and runs its tests.
 * @param {string} copy
 * @param {{ pyright?: string | undefined, tests?: string | undefined }} options
 * @returns {Truth}
 */
export function checkerOf(copy, { pyright, tests }) {
  const errors = () => [
    ...(pyright === undefined ? [] : pyrightErrors(copy, pyright)),
    ...compileErrors(copy),
    ...failedTests(copy, tests),
  ];
  const known = new Set(errors());
  console.log(`  ${known.size} errors and failed tests before`);
  const newErrors = () => errors().filter((error) => !known.has(error));
  return { checks: [{ reads: () => true, newErrors }], files: undefined };
}

/** @param {string} copy @param {string} program */
function pyrightErrors(copy, program) {
  const { stdout } = spawnSync(program, ["--outputjson", "."], { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 30 });
  /** @type {{ generalDiagnostics: readonly { severity: string, file: string, message: string, range: any }[] }} */
  const { generalDiagnostics } = JSON.parse(stdout);
  return generalDiagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ file, message, range }) => `${relative(copy, file)}:${range.start.line + 1}: ${withoutRenamed(message)}`);
}

/** @param {string} copy */
function compileErrors(copy) {
  const { status, stdout } = spawnSync(python, ["-m", "compileall", "-q", "-f", "."], { cwd: copy, encoding: "utf8" });
  return status === 0 ? [] : stdout.split("\n").filter((line) => /Error/.test(line));
}

/** The tests that a command says have failed, as pytest and unittest do. @param {string} copy @param {string | undefined} command */
function failedTests(copy, command) {
  if (command === undefined) return [];
  const { stdout, stderr, status } = spawnSync("sh", ["-c", command], {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const failed = `${stdout}\n${stderr}`.match(/^(?:FAILED|ERROR:?|FAIL:) \S+/gm) ?? [];
  return status === 0 ? [] : failed.length > 0 ? failed.map(withoutRenamed) : [`tests ended with ${status}`];
}

/** @param {string} text */
function withoutRenamed(text) {
  return text.replace(/renamed_/g, "");
}
