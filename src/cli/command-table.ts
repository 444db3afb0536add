/**
 * The table of all commands, from which help, completion and the man page are made. Input: the tools, and the notes on
 * other commands; output: an entry for each command with its words, flags and examples.
 */
import { type CommandGroup, type CommandHelp, commandGroups, type Example } from "../tools/contract/described.ts";
import { type AnyTool, isFileTool } from "../tools/contract/tool.ts";
import { commandNotes } from "./command-notes.ts";
import { argumentFlags, type Flag, flagsFor, flagsIn } from "./flag.ts";
import { flagNameOf } from "./flag-values.ts";
import { hookNames } from "./hooks/hook-names.ts";
import {
  diagnosticsOptions,
  doctorOptions,
  failOnOptions,
  globalOptions,
  indexOptions,
  initOptions,
  outputOptions,
  reportOptions,
  serveOptions,
  shortCommands,
  statsOptions,
} from "./options.ts";
import { shells } from "./shell-scripts/shells.ts";
import { failWordsOf, patternOptionsOf } from "./tool-command.ts";

/** A command as the help, completion and the man page show it. */
export type CommandEntry = {
  readonly name: string;
  readonly group: CommandGroup;
  /** One line. */
  readonly does: string;
  /** The words after its name, without flags. */
  readonly words: string;
  /** Paragraphs. */
  readonly about: readonly string[];
  readonly flags: readonly Flag[];
  /** Flags on the output of tools; empty for other commands. */
  readonly outputFlags: readonly Flag[];
  readonly examples: readonly Example[];
  /** The kind of the words: paths, after a symbol or not, one of some words, a command, or nothing. */
  readonly completes: "command" | "none" | "paths" | readonly string[];
  /** Words that may precede the paths. */
  readonly firstWords?: readonly string[];
};

/** The flags of every command. */
export const globalFlags: readonly Flag[] = flagsIn(globalOptions);

/** The meaning of the exit statuses. */
export const exitStatuses: readonly (readonly [string, string])[] = [
  ["0", "done"],
  [
    "1",
    "a call or a file failed, files are missing or changed meanwhile, check_file has errors, an answer has what --fail-on names, init has not written, or doctor has found a problem",
  ],
  [
    "2",
    "the command line, a variable or the configuration is wrong, the output cannot be written, or check_file found no file to check",
  ],
  ["130", "ended by Ctrl-C"],
];

/** Returns all commands by group, in the order of the help: tools that are always loaded, other tools, other commands. */
export function commandTable(tools: ReadonlyMap<string, AnyTool>): readonly CommandEntry[] {
  const [always, others] = [true, false].map((isAlways) =>
    [...tools.values()].filter(({ isAlwaysLoaded = false }) => isAlwaysLoaded === isAlways).map(({ name }) => name),
  );
  const entries = [...(always ?? []), ...(others ?? []), ...commandNotes.keys()].map((name) => {
    const tool = tools.get(shortCommands.get(name)?.tool ?? name);
    return tool === undefined ? programEntry(name) : toolEntry(name, tool);
  });
  return commandGroups.flatMap((group) => entries.filter((entry) => entry.group === group));
}

/** Returns command → words that people type for it. */
export function synonymsOf(tools: ReadonlyMap<string, AnyTool>): ReadonlyMap<string, readonly string[]> {
  const helps = [...Array.from(tools, ([name, { help }]) => [name, help] as const), ...commandNotes];
  return new Map(helps.map(([name, help]) => [name, help?.synonyms ?? []]));
}

function toolEntry(name: string, tool: AnyTool): CommandEntry {
  const help = commandNotes.get(name) ?? tool.help;
  const flags = [...argumentFlags(tool), ...flagsIn(patternOptionsOf(tool)).map((flag) => ({ ...flag, isList: true }))];
  return entryOf(name, help, {
    does: help?.does ?? tool.title,
    words: help?.words ?? wordsOf(tool),
    about: [
      ...(name === tool.name ? [] : [`${tool.name} as text, of the working folder where there is no path.`]),
      tool.description,
      ...aboutWords(tool, flags),
    ],
    flags,
    outputFlags: [
      ...flagsFor(tool, outputOptions),
      ...(tool.kind === "diagnostics" ? flagsIn(diagnosticsOptions) : []),
      ...(failWordsOf(tool).length > 0
        ? flagsIn(failOnOptions).map((flag) => ({ ...flag, words: failWordsOf(tool), isList: true }))
        : []),
    ],
    completes: tool.needs === "program" ? "none" : "paths",
  });
}

/** Returns the entry of a command: what its help says, and its own words. */
function entryOf(
  name: string,
  { group = "More", examples = [] }: Partial<CommandHelp> = {},
  own: Omit<CommandEntry, "examples" | "group" | "name">,
): CommandEntry {
  return { name, group, examples, ...own };
}

/** Returns what is said of the words of a tool. */
function aboutWords(tool: AnyTool, flags: readonly Flag[]): readonly string[] {
  if (tool.needs === "program") return [];
  const { firstArgument, secondArgument, stdinArgument: argument } = tool.commandLine ?? {};
  if (isFileTool(tool)) {
    const first = firstArgument === undefined ? "" : `${unlessGiven(firstArgument)} `;
    return [`${first}PATH is ${paths}. One file gives a flat answer, anything else a batch.`];
  }
  if (firstArgument !== undefined) {
    const stdin = argument === undefined ? "" : `, and - reads ${argument} from stdin`;
    return [`The first word is ${firstArgument}${stdin}. PATH is a file or a folder that counts (default: all).`];
  }
  const where = `PATH is where to look (default: the working folder): ${paths}.`;
  if (tool.search.isAboutFile) return [where];
  if (!flags.some(({ name }) => name === "symbol")) return ["PATH is the file of the place."];
  const stdin = argument === undefined ? "" : ` --${flagNameOf(argument)} - reads ${argument} from stdin.`;
  const second = secondArgument === undefined ? "" : ` ${unlessGiven(secondArgument)}`;
  return [
    `SYMBOL is the end of a qualified name, such as area or Shape::area; with --line, PATH is its file, and SYMBOL may be left out.${second} ${where}${stdin}`,
  ];
}

/** Says of an argument that a word without a flag is it. */
function unlessGiven(argument: string): string {
  return `${argument.toUpperCase()} is left out if --${flagNameOf(argument)} is given.`;
}

const paths = "a file, a directory or a glob; - reads paths from stdin";

/** Returns the words that a tool takes next to its flags: paths, a symbol, or its first argument. */
function wordsOf(tool: AnyTool): string {
  if (tool.needs === "program") return `[${tool.commandLine.firstArgument.toUpperCase()}]`;
  const { firstArgument, secondArgument } = tool.commandLine ?? {};
  if (isFileTool(tool)) return firstArgument === undefined ? "PATH..." : `${firstArgument.toUpperCase()} [PATH...]`;
  if (tool.search.isAboutFile) return "[PATH...]";
  const second = secondArgument === undefined ? "" : `${secondArgument.toUpperCase()} `;
  return `${(firstArgument ?? "symbol").toUpperCase()} ${second}[PATH...]`;
}

const flagsOfCommands: Readonly<Record<string, readonly Flag[]>> = {
  serve: flagsIn(serveOptions),
  init: flagsIn(initOptions),
  doctor: flagsIn(doctorOptions),
  stats: flagsIn(statsOptions),
  report: flagsIn(reportOptions),
  index: flagsIn(indexOptions),
};

const wordsOfCommands: Readonly<Record<string, CommandEntry["completes"]>> = {
  cache: ["show", "clear"],
  stats: ["show", "clear"],
  report: "paths",
  index: "paths",
  completion: shells,
  hook: hookNames,
  help: "command",
};

const firstWordsOfCommands: Readonly<Record<string, readonly string[]>> = { index: ["merge"] };

function programEntry(name: string): CommandEntry {
  const help = commandNotes.get(name);
  const { does = "", words = "", about = "" } = help ?? {};
  return entryOf(name, help, {
    does,
    words,
    about: [about],
    flags: flagsOfCommands[name] ?? [],
    outputFlags: [],
    completes: wordsOfCommands[name] ?? "none",
    firstWords: firstWordsOfCommands[name] ?? [],
  });
}
