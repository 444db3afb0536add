// @ts-check
/** The programs that are measured and compared, and what they print. */
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";

/** The checkout. */
export const top = dirname(import.meta.dirname);

/** The program that is measured. */
export const main = process.env.CODEGROVE ?? join(top, "dist", "main.cjs");

export const python = process.env.PYTHON ?? "python3";
export const ctags = process.env.CTAGS ?? "ctags";

/** Milliseconds for one call of a tool: a whole code base is one call. */
const callTimeoutMs = 3_600_000;

/**
 * What a program prints. One that ends with an error has an output if it printed anything: a file that failed makes the
 * status 1, and the rest of the output is whole.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ input?: string, cwd?: string, env?: NodeJS.ProcessEnv, stderr?: "inherit" | "ignore" }} [options]
 */
export function outputOf(command, args, { stderr = "inherit", ...options } = {}) {
  try {
    return execFileSync(command, args, {
      ...options,
      encoding: "utf8",
      maxBuffer: 2 ** 30,
      stdio: ["pipe", "pipe", stderr],
    });
  } catch (error) {
    const { stdout } = Object(error);
    if (typeof stdout !== "string" || stdout === "") throw error;
    return stdout;
  }
}

/**
 * What codegrove prints, with time for a whole code base.
 * @param {readonly string[]} args
 * @param {{ input?: string, cwd?: string }} [options]
 */
function printed(args, options) {
  const env = { ...process.env, REQUEST_TIMEOUT: String(callTimeoutMs), LOG_LEVEL: "error" };
  return outputOf(process.execPath, [main, ...args], { ...options, env });
}

/**
 * The answer of a tool.
 * @param {readonly string[]} args
 * @param {{ input?: string, cwd?: string }} [options]
 * @returns {any}
 */
export function answerOf(args, options) {
  return JSON.parse(printed([...args, "--format", "json"], options));
}

/**
 * The answers of a tool about each file.
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {any[]}
 */
export function answersOf(args, options) {
  return jsonLines(printed([...args, "--format", "jsonl"], options));
}

/**
 * The values of JSON Lines.
 * @param {string} text
 * @returns {any[]}
 */
export function jsonLines(text) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The folder of the standard library of `python3`. */
export function standardLibrary() {
  return outputOf(python, ["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]).trim();
}
