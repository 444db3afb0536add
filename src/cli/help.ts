import type { AnyTool } from "../tools/tool.ts";
import {
  diagnosticsOptions,
  flagsOf,
  globalOptions,
  type HelpTopic,
  initOptions,
  outputOptions,
  type Schema,
  serveOptions,
} from "./command-line.ts";
import { variables } from "./variables.ts";

/** A name of the program on the command line. */
export type ProgramName = "codegrove" | "mcp_stdio_server";

/** Columns of the narrowest terminal. */
const maxColumns = 80;

/** Returns the help of a command, or of the program. */
export function helpText(topic: HelpTopic, tools: ReadonlyMap<string, AnyTool>, program: ProgramName): string {
  return `${linesOf(topic, tools, program).join("\n")}\n`;
}

function linesOf(topic: HelpTopic, tools: ReadonlyMap<string, AnyTool>, program: ProgramName): readonly string[] {
  if (topic === undefined) return programHelp(tools, program);
  if (topic === "serve") return serveHelp(program);
  if (topic === "init") return initHelp(program);
  return topic === "cache" ? cacheHelp(program) : toolHelp(topic, program);
}

function programHelp(tools: ReadonlyMap<string, AnyTool>, program: ProgramName): readonly string[] {
  return [
    ...(program === "mcp_stdio_server" ? ["MCP Stdio Server", ""] : []),
    "codegrove: code intelligence for C++ and Python over MCP",
    "",
    "Usage:",
    ...[
      ["[serve] [flags]", "serve MCP on stdin and stdout"],
      ["serve --http [PORT]", "serve MCP over HTTP"],
      ["TOOL PATH... [flags]", "run one tool, JSON on stdout"],
      ["check [PATH...] [flags]", "check_file of the folder, as text"],
      ["init [--check] [flags]", "make a project known to its agents"],
      ["cache [clear] [flags]", "show or clear the cached results of scans"],
      ["help [COMMAND]", "the flags of a tool, of serve, init or cache"],
      ["version", "the version"],
    ].flatMap(([usage = "", does = ""]) => row(`${program} ${usage}`, does, program.length + 24)),
    "",
    "Tools:",
    ...[...tools.values()].flatMap(({ name, title }) => row(name, title)),
    "",
    "Flags of serve:",
    ...rowsOf(serveOptions),
    "",
    ...globalHelp(),
    "",
    "Environment:",
    ...wrapped(
      Object.values(variables)
        .map(({ name }) => name)
        .join(", "),
      "  ",
    ),
    "",
    ...exitStatusHelp(),
  ];
}

function serveHelp(program: ProgramName): readonly string[] {
  return [
    `${program} [serve] [flags]`,
    "",
    ...wrapped("Serve MCP on stdin and stdout, one JSON-RPC message a line, until stdin ends; or over HTTP."),
    "",
    "Flags:",
    ...rowsOf(serveOptions),
    "",
    ...globalHelp(),
    "",
    ...exitStatusHelp(),
  ];
}

function initHelp(program: ProgramName): readonly string[] {
  return [
    `${program} init [flags]`,
    "",
    ...wrapped(
      "Add the server to the file of a client, and four lines on when to use it to CLAUDE.md and AGENTS.md, whichever is " +
        "there, or else to a new AGENTS.md, in the working folder. The change is shown first, as a diff, and written once " +
        "it is agreed to: by y on a terminal, or with --yes. What is there already is not written again.",
    ),
    "",
    "Flags:",
    ...rowsOf(initOptions),
    "",
    ...globalHelp(),
    "",
    ...exitStatusHelp(),
  ];
}

function cacheHelp(program: ProgramName): readonly string[] {
  return [
    `${program} cache [show | clear] [flags]`,
    "",
    ...wrapped(
      "Show the folder of the cache, its bytes and its code bases as JSON, or clear it. It holds the results of " +
        "scans for each file.",
    ),
    "",
    ...globalHelp(),
    "",
    ...exitStatusHelp(),
  ];
}

/** Returns the help of a tool, from its input schema. */
function toolHelp(tool: AnyTool, program: ProgramName): readonly string[] {
  return [
    `${program} ${tool.name} ${wordsOf(tool)} [flags]`,
    "",
    ...wrapped(tool.description),
    "",
    ...(tool.over === "server" ? [] : [...wrapped(aboutPaths), ""]),
    "Flags:",
    ...flagsOf(tool).flatMap(({ flag, schema }) => row(usage(flag, schema), meaning(schema))),
    "",
    "Output:",
    ...rowsOf(outputOptions),
    ...(tool.kind === "diagnostics" ? rowsOf(diagnosticsOptions) : []),
    "",
    ...globalHelp(),
    "",
    ...exitStatusHelp(),
  ];
}

/** Returns the words that a tool takes beside its flags: paths, or its first argument. */
function wordsOf(tool: AnyTool): string {
  return tool.over === "server" ? `[${tool.firstArgument.toUpperCase()}]` : "PATH...";
}

const aboutPaths =
  "PATH is a file, a directory or a glob; - reads paths from stdin. One file gives a flat answer, anything else a batch.";

function usage(flag: string, { type, items }: Schema): string {
  if (type === "boolean") return flag.startsWith("no-") ? `--${flag}` : `--[no-]${flag}`;
  if (items?.enum !== undefined) return `--${flag} X,Y (repeatable)`;
  return type === "array" ? `--${flag} X (repeatable)` : `--${flag} X`;
}

/** Returns the description of an argument, with its words when it takes no others. */
export function meaning({ description = "", items, enum: words = items?.enum }: Schema): string {
  return words === undefined ? description : `${description}. One of ${words.join(", ")}.`;
}

function globalHelp(): readonly string[] {
  return ["Flags of every command:", ...rowsOf(globalOptions)];
}

function exitStatusHelp(): readonly string[] {
  return [
    "Exit status:",
    ...row("0", "done", 4),
    ...row("1", "a call or a file failed, files are missing, check_file has errors, or init has not written", 4),
    ...row("2", "the command line, a variable or the configuration is wrong, or the output cannot be written", 4),
    ...row("130", "ended by Ctrl-C", 4),
  ];
}

/** A flag as the help and the README show it. */
export type Option = { readonly short?: string; readonly value?: string; readonly help: string };

function rowsOf(options: Readonly<Record<string, Option>>): readonly string[] {
  return Object.entries(options).flatMap(([name, { short, value, help }]) => {
    const flag = short === undefined ? `--${name}` : `-${short}, --${name}`;
    return row(value === undefined ? flag : `${flag} ${value}`, help);
  });
}

/** Returns the lines of two columns, the second one wrapped. */
function row(left: string, right: string, leftColumns = 30): readonly string[] {
  const indent = " ".repeat(leftColumns + 3);
  const [first = "", ...others] = wrapped(right, indent);
  if (left.length > leftColumns) return [`  ${left}`, first, ...others];
  return [`  ${left.padEnd(leftColumns)} ${first.slice(indent.length)}`, ...others];
}

function wrapped(text: string, indent = ""): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ (?! )/)) {
    if (line !== "" && indent.length + line.length + 1 + word.length > maxColumns) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line];
}
