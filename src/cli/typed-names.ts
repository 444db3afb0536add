/**
 * The words that people type for names of commands, clients and languages: short forms, and names of the same thing in other programs.
 * Input: a word of a command line; output: the name of a client or a language that it stands for, or a suggested command or flag, whose
 * arguments may be others than expected.
 */
import { nearest } from "../base/nearest.ts";
import { globalOptions } from "./options.ts";

/** Word → client. */
const clientWords: ReadonlyMap<string, string> = new Map([
  ["claude", "claude-code"],
  ["code", "vscode"],
  ["codex-cli", "codex"],
  ["copilot-cli", "copilot"],
  ["desktop", "claude-desktop"],
  ["gemini-cli", "gemini"],
  ["github-copilot", "copilot"],
  ["intellij", "jetbrains"],
  ["junie", "jetbrains"],
  ["vs-code", "vscode"],
]);

/** Returns the name of the client that a word means, or the word itself. */
export function clientNamed(word: string): string {
  const lower = word.toLowerCase();
  return clientWords.get(lower) ?? lower;
}

/**
 * Returns the command that a word may be about; undefined if no command is near.
 *
 * @param synonyms command → words that people type for it
 */
export function suggestedCommand(
  word: string,
  known: readonly string[],
  synonyms: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const lower = word.toLowerCase();
  const [meant] = [...synonyms].find(([, words]) => words.includes(lower)) ?? [];
  return meant ?? known.find((name) => name === lower.replaceAll("-", "_")) ?? nearest(word, known);
}

/** Word → flag. */
const flagWords: ReadonlyMap<string, string> = new Map([
  ["ext", "file-patterns"],
  ["glob", "file-patterns"],
  ["ignore", "exclude"],
  ["lang", "language"],
  ["out", "output"],
  ["port", "http"],
  ["silent", "quiet"],
  ["threads", "jobs"],
  ["workers", "jobs"],
]);

/** Words for what a tool takes without a flag. */
const pathWords: ReadonlySet<string> = new Set([
  "dir",
  "directory",
  "file",
  "filepath",
  "files",
  "folder",
  "path",
  "paths",
]);

/**
 * Returns the sentence that says what to write for an unknown flag; undefined if no flag is near.
 *
 * @param flag with its dashes
 * @param known the names of the flags of a command, without dashes
 */
export function hintForFlag(flag: string, known: readonly string[]): string | undefined {
  const takesPaths = known.includes("file-patterns");
  if (takesPaths && pathWords.has(flag.replace(/^-+/, ""))) return "Write paths without a flag.";
  const suggestion = suggestedFlag(flag, known);
  return suggestion === undefined ? undefined : `Did you mean ${suggestion}?`;
}

/**
 * Returns the flag that an unknown one may be meant for: one of the command itself before one of every command.
 *
 * @param flag with its dashes
 * @param known the names of the flags of a command, without dashes
 */
function suggestedFlag(flag: string, known: readonly string[]): string | undefined {
  const words = [...flagWords].filter(([, name]) => known.includes(name)).map(([word]) => word);
  const own = known.filter((name) => !Object.hasOwn(globalOptions, name));
  const near = (names: readonly string[]) => {
    return nearest(
      flag,
      names.map((name) => `--${name}`),
    )?.slice("--".length);
  };
  const name = near([...own, ...words]) ?? near(known);
  if (name === undefined) return undefined;
  return `--${known.includes(name) ? name : flagWords.get(name)}`;
}
