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
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("./name-servers.mjs").NameServer} NameServer */
/** @typedef {import("./collect-references.mjs").Answer} Answer */
/** @typedef {Place & { name: string, kind: string, targets: Place[], isDeclared: boolean }} ProgramName */

/** @typedef {{ command: string, args: readonly string[], env?: NodeJS.ProcessEnv }} Program */

/**
 * The programs by their languages.
 * @type {Readonly<Record<"go", (root: string) => Program>>}
 */
const programs = {
  go: (root) => ({ command: "go", args: ["run", sourceOf("go-names.go"), root], env: { GO111MODULE: "off" } }),
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
 * @returns {NameServer}
 */
export function programServer(language, root) {
  return serverOf(language, programs[language](root));
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
