// @ts-check
/**
 * The files that the parser of their language accepts and in which check_file reports a syntax error.
 *
 *   node lab/run.mjs syntax LANGUAGE DIR… [-- FLAG…]
 *
 * LANGUAGE is c (gcc, with the flags), go (gofmt), java (javac), javascript (node), rust (rustc), tsx or typescript
 * (TypeScript up to 5). accepting-parsers.mjs says how each is asked. Prints for each folder the files that check_file
 * reads, those that the parser accepts, and of these the ones with an error of ours; then each such file with its first
 * error and the line of code. commands/cpp-syntax.mjs is
 * the same for C++.
 */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { answersOf } from "../programs.mjs";
import { filesBelow, parserOf } from "../truths/accepting-parsers.mjs";
import { optionsOf } from "../truths/tag-options.mjs";

/** @typedef {{ readonly line: number, readonly message: string }} Diagnostic */

/** Characters of a line of code that are shown. */
const shownCharacters = 120;

/**
 * Returns what check_file says of each file with an error, and which files it does not read.
 *
 * @param {string} language
 * @param {string} folder
 */
function ownErrors(language, folder) {
  const patterns = optionsOf(language).patterns.flatMap((pattern) => ["--file-patterns", pattern]);
  /** @type {Map<string, readonly Diagnostic[]>} */
  const errors = new Map();
  /** @type {Set<string>} */
  const unread = new Set();
  for (const { filepath, diagnostics } of answersOf([
    "check_file",
    folder,
    ...patterns,
    "--checks",
    "syntax",
    "--no-ignore",
  ])) {
    if (diagnostics !== undefined) errors.set(filepath, diagnostics);
    else unread.add(filepath);
  }
  return { errors, unread };
}

/**
 * @param {string} language
 * @param {string} folder
 * @param {readonly string[]} flags
 */
function compare(language, folder, flags) {
  const { errors, unread } = ownErrors(language, folder);
  const files = filesBelow(folder, optionsOf(language).isFile);
  // check_file leaves out files with a NUL byte without naming them.
  const read = files.filter((path) => !unread.has(path) && !readFileSync(path).includes(0));
  const accepted = parserOf(language)(read, flags);
  const wrong = accepted.filter((path) => errors.get(path)?.length);
  const part = accepted.length === 0 ? 0 : wrong.length / accepted.length;
  console.log(
    `${folder}: ${files.length} files, ${read.length} read, ${accepted.length} accepted, ` +
      `${wrong.length} of these with an error of ours (${(100 * part).toFixed(2)} %)`,
  );
  for (const path of wrong) {
    const [first] = errors.get(path) ?? [];
    if (first === undefined) continue;
    const code = readFileSync(path, "utf8").split("\n")[first.line - 1] ?? "";
    console.log(`  ${relative(folder, path)}:${first.line} ${first.message}: ${code.trim().slice(0, shownCharacters)}`);
  }
}

const { positionals, flags } = argumentsOf(import.meta.url, {}, 2);
const [language = "", ...folders] = positionals;
for (const folder of folders) compare(language, resolve(folder), flags);
