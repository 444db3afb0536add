/**
 * The words that people type for names of commands, clients and languages: short forms, and names of the same thing in
 * other programs. A command line takes a word of a client or of a language as the name itself, and suggests a command,
 * whose arguments may be others than expected.
 */

import { nearest } from "../base/nearest.ts";
import { globalOptions } from "./options.ts";

/** Word → command. */
const commandWords: ReadonlyMap<string, string> = new Map([
  ["ast", "get_syntax_tree"],
  ["callers", "find_references"],
  ["calls", "find_references"],
  ["classes", "find_classes"],
  ["complete", "get_completions"],
  ["context", "get_symbol_context"],
  ["def", "find_definition"],
  ["definition", "find_definition"],
  ["defs", "find_definition"],
  ["deps", "get_dependency_graph"],
  ["functions", "find_functions"],
  ["graph", "get_dependency_graph"],
  ["grep", "execute_query"],
  ["hierarchy", "get_class_hierarchy"],
  ["imports", "get_dependency_graph"],
  ["info", "get_symbol_info"],
  ["install", "init"],
  ["interface", "extract_interface"],
  ["lint", "check"],
  ["ls", "list_symbols"],
  ["mcp", "serve"],
  ["outline", "list_symbols"],
  ["parse", "parse_file"],
  ["query", "execute_query"],
  ["ref", "find_references"],
  ["references", "find_references"],
  ["refs", "find_references"],
  ["search", "list_symbols"],
  ["server", "serve"],
  ["setup", "init"],
  ["start", "serve"],
  ["stdio", "serve"],
  ["subclasses", "get_class_hierarchy"],
  ["summary", "get_file_summary"],
  ["symbols", "list_symbols"],
  ["tags", "list_symbols"],
  ["tree", "get_syntax_tree"],
  ["usages", "find_references"],
  ["uses", "find_references"],
]);

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

/** Returns the command that a word may be about; undefined if no command is near. */
export function suggestedCommand(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const meant = commandWords.get(lower) ?? known.find((name) => name === lower.replaceAll("-", "_"));
  return meant ?? nearest(word, known);
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

/**
 * Returns the flag that an unknown one may be meant for: one of the command itself before one of every command.
 *
 * @param flag with its dashes
 * @param known the names of the flags of a command, without dashes
 */
export function suggestedFlag(flag: string, known: readonly string[]): string | undefined {
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
