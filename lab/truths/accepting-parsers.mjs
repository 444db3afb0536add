// @ts-check
/** The parsers of the languages themselves, for commands/syntax.mjs: which files are correct to them. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileFunction } from "node:vm";

/** @typedef {(paths: readonly string[], flags: readonly string[]) => readonly string[]} Accepting the accepted of the files */

/** The compiler of TypeScript up to 5: Debian's package node-typescript, or another one that TYPESCRIPT names. */
const compilerPath = process.env.TYPESCRIPT ?? "/usr/share/nodejs/typescript/lib/typescript.js";

/** Files that one command is given. */
const batchSize = 300;

/** Milliseconds for one command. */
const timeout = 120_000;

/** @type {Readonly<Record<string, Accepting>>} */
const parsers = {
  c: (paths, flags) => paths.filter((path) => isDone("gcc", ["-fsyntax-only", "-w", "-x", "c", ...flags, path])),
  go: (paths) => withoutErrors(paths, "gofmt", ["-e", "-l"], /^(.+?):\d+:\d+: /),
  java: (paths) => withoutErrors(paths, "javac", javaOptions, /^(.+?):\d+: error: /),
  javascript: (paths) => paths.filter((path) => isScript(path) || isModule(path)),
  rust: (paths) => paths.filter(isRust),
  tsx: acceptedByTypeScript,
  typescript: acceptedByTypeScript,
};

/** javac stops behind its parser. */
const javaOptions = [
  ...["-proc:none", "-encoding", "UTF-8", "-Xmaxerrs", "100000"],
  ...["-XDshould-stop.ifError=PARSE", "-XDshould-stop.ifNoError=PARSE"],
];

/**
 * @param {string} language
 * @returns {Accepting}
 */
export function parserOf(language) {
  const known = parsers[language];
  if (known === undefined) throw new Error(`LANGUAGE is one of ${Object.keys(parsers).join(", ")}`);
  return known;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [input]
 */
function isDone(command, args, input = "") {
  const { error, status } = spawnSync(command, args, { input, timeout, stdio: ["pipe", "ignore", "ignore"] });
  if (error !== undefined && "code" in error && error.code === "ENOENT") throw error;
  return status === 0;
}

/**
 * Returns the files that the command writes no line about that the pattern finds.
 *
 * @param {readonly string[]} paths
 * @param {string} command
 * @param {readonly string[]} options
 * @param {RegExp} pattern
 */
function withoutErrors(paths, command, options, pattern) {
  const broken = new Set();
  for (let start = 0; start < paths.length; start += batchSize) {
    const batch = paths.slice(start, start + batchSize);
    const { error, stderr } = spawnSync(command, [...options, ...batch], { encoding: "utf8", maxBuffer: 2 ** 30 });
    if (error !== undefined) throw error;
    for (const line of stderr.split("\n")) broken.add(pattern.exec(line)?.[1]);
  }
  return paths.filter((path) => !broken.has(path));
}

/**
 * True when the file is the body of a CommonJS module.
 *
 * @param {string} path
 */
function isScript(path) {
  try {
    compileFunction(readFileSync(path, "utf8").replace(/^#!/, "//"));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} path */
function isModule(path) {
  return isDone(process.execPath, ["--input-type=module", "--check", "-"], readFileSync(path, "utf8"));
}

/**
 * True when rustc parses the file. A module that is configured away is parsed, but neither are its names resolved nor the
 * files read that it names.
 *
 * @param {string} path
 */
function isRust(path) {
  const text = `#[cfg(any())] mod m {\n${readFileSync(path, "utf8")}\n}\n`;
  // rustc replaces its output, a device as well.
  const folder = mkdtempSync(join(tmpdir(), "rustc-"));
  try {
    const output = ["--emit", "metadata", "--out-dir", folder];
    return isDone("rustc", ["--edition", "2021", "--crate-type", "lib", ...output, "-"], text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {readonly string[]} paths */
function acceptedByTypeScript(paths) {
  const ts = createRequire(import.meta.url)(compilerPath);
  return paths.filter((path) => {
    const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, false);
    return source.parseDiagnostics.length === 0;
  });
}

/**
 * Returns the files below the folder.
 *
 * @param {string} folder
 * @param {RegExp} isFile
 */
export function filesBelow(folder, isFile) {
  const listed = execFileSync("find", [folder, "-type", "f"], { encoding: "utf8", maxBuffer: 2 ** 30 });
  return listed
    .split("\n")
    .filter((path) => isFile.test(path))
    .sort();
}
