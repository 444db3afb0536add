// @ts-check
/**
 * The truth of a language by a program that knows all names of a code base at once, behind the interface of name-servers.mjs.
 *
 * Such a program prints one line of JSON a name, and the version of its compiler as the last line of its error output:
 *
 *   {file, line, column, name, kind, targets: [{file, line, column}], isDeclared}
 *
 * Files are relative to the root, absolute outside of it; lines and columns are 1-indexed, columns in UTF-16 units. `isDeclared`:
 * the name is at a declaration of itself. A name without targets is one that the program cannot say anything about. `kind` is
 * "class" for any type, "function", "method", "field" or another word; references are collected of symbols of these four.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { defaultFolder } from "./corpora.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("./name-servers.mjs").NameServer} NameServer */
/** @typedef {import("./collect-references.mjs").Answer} Answer */
/** @typedef {Place & { name: string, kind: string, targets: Place[], isDeclared: boolean }} ProgramName */

/** @typedef {{ command: string, args: readonly string[], env?: NodeJS.ProcessEnv }} Program */

/** What is installed from npm for TypeScript and JavaScript: the last compiler with an interface for programs. */
const packages = ["typescript@5.9.3", "@types/node@20.19.43"];

/** JavaNames asks the trees of javac where names are. */
const exported = ["--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"];

/**
 * The programs by their languages.
 * @type {Readonly<Record<"go" | "java" | "rust" | "typescript" | "javascript", (root: string, typescript: string | undefined) => Program>>}
 */
const programs = {
  go: (root) => ({ command: "go", args: ["run", sourceOf("go-names.go"), root], env: { GO111MODULE: "off" } }),
  java: (root) => ({ command: "java", args: [...exported, sourceOf("JavaNames.java"), root] }),
  rust: (root) => ({ command: process.execPath, args: [sourceOf("rust-names.mjs"), root] }),
  typescript: typescriptProgram,
  javascript: typescriptProgram,
};

/**
 * True for a language that a program reads.
 * @param {string | undefined} name
 * @returns {name is keyof typeof programs}
 */
export function isProgram(name) {
  return name !== undefined && Object.hasOwn(programs, name);
}

/**
 * The program of a language, which is run once, when the server starts.
 * @param {keyof typeof programs} language
 * @param {string} root
 * @param {string | undefined} typescript where TypeScript is or gets installed; undefined: `.corpora/.tools/typescript`
 * @returns {NameServer}
 */
export function programServer(language, root, typescript) {
  return serverOf(language, programs[language](root, typescript));
}

/**
 * @param {string} root
 * @param {string | undefined} typescript
 * @returns {Program}
 */
function typescriptProgram(root, typescript) {
  const folder = resolve(typescript ?? join(defaultFolder, ".tools", "typescript"));
  if (!existsSync(join(folder, "node_modules", "typescript"))) {
    mkdirSync(folder, { recursive: true });
    const flags = ["--no-audit", "--no-fund", "--no-package-lock", "--no-save", "--prefix", folder];
    execFileSync("npm", ["install", "-E", ...flags, ...packages], { stdio: ["ignore", "inherit", "inherit"] });
  }
  return { command: process.execPath, args: [sourceOf("typescript-names.mjs"), folder, root] };
}

/** @param {string} name */
function sourceOf(name) {
  return join(import.meta.dirname, name);
}

/**
 * @param {NameServer["language"]} language
 * @param {Program} program
 * @returns {NameServer}
 */
export function serverOf(language, { command, args, env }) {
  /** @type {Map<string, Answer[]>} */
  const byFile = new Map();
  const answersIn = (/** @type {string} */ file, /** @type {(answer: Answer) => boolean} */ isWanted) => {
    const answers = byFile.get(file);
    return Promise.resolve(answers && { file, errors: 0, answers: answers.filter(isWanted) });
  };
  return {
    language,
    async start() {
      const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
      let printed = "";
      child.stderr.on("data", (text) => {
        printed += text;
      });
      const ended = new Promise((done) => child.on("close", done));
      for await (const line of createInterface({ input: child.stdout })) {
        const answer = answerOf(JSON.parse(line));
        const answers = byFile.get(answer.file) ?? [];
        byFile.set(answer.file, answers);
        answers.push(answer);
      }
      if ((await ended) !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${printed}`);
      return printed.trim().split("\n").at(-1) ?? "";
    },
    namesIn: (file, names) => answersIn(file, ({ name }) => names?.has(name) ?? true),
    definitionsIn: (file) => answersIn(file, ({ isDeclared }) => isDeclared),
    stop: () => {},
  };
}

/**
 * A name as language servers answer about it.
 * @param {ProgramName} name
 * @returns {Answer}
 */
function answerOf(name) {
  return { ...name, isDefinition: name.isDeclared, isInactive: false, dropped: 0 };
}
