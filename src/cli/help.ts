/** The help text. Input: the table of commands, and the command that help is asked for; output: lines of 80 columns. */
import { commandGroups } from "../tools/contract/described.ts";
import type { AnyTool } from "../tools/contract/tool.ts";
import type { HelpTopic } from "./command-line.ts";
import { type CommandEntry, commandTable, exitStatuses, globalFlags } from "./command-table.ts";
import { type Flag, usageOf } from "./flag.ts";
import { variables } from "./variables.ts";

/** A name of the program on the command line. */
export type ProgramName = "codegrove" | "mcp_stdio_server";

/** Columns of the narrowest terminal. */
const maxColumns = 80;

/** Columns of flags and commands. */
const leftColumns = 26;

/** Returns the help of a command, or of the program. */
export function helpText(topic: HelpTopic, tools: ReadonlyMap<string, AnyTool>, program: ProgramName): string {
  const commands = commandTable(tools);
  const command = commands.find(({ name }) => name === topic);
  const lines = command === undefined ? programHelp(commands, program) : commandHelp(command, program);
  return `${lines.join("\n")}\n`;
}

function programHelp(commands: readonly CommandEntry[], program: ProgramName): readonly string[] {
  const groups = commandGroups.map((group) => [group, commands.filter((command) => command.group === group)] as const);
  return [
    ...(program === "mcp_stdio_server" ? ["MCP Stdio Server", ""] : []),
    "codegrove: code intelligence for C++, Python and six more languages",
    "",
    "Usage:",
    ...[
      ["[serve] [FLAGS]", "serve MCP on stdin and stdout"],
      ["COMMAND [WORDS] [FLAGS]", "run a command"],
      ["help COMMAND", "its flags, with examples"],
    ].flatMap(([usage = "", does = ""]) => row(`${program} ${usage}`, does, program.length + 24)),
    "",
    "Begin with:",
    ...firstCommands.flatMap(([line, does]) => [...wrapped(`# ${does}`, "  "), `  ${named(line, program)}`]),
    ...groups.flatMap(([group, ofGroup]) => ["", `${group}:`, ...ofGroup.flatMap(({ name, does }) => row(name, does))]),
    "",
    ...wrapped(
      "A command that is a tool answers with text on a terminal and with JSON in a pipe or a file; --format chooses.",
    ),
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

/** The first questions about a project, each with a command whose answer fits on a screen or goes to the pager. */
const firstCommands: readonly (readonly [line: string, does: string])[] = [
  ["codegrove get_file_summary . --max-chars 4000", "What are the parts? A row a folder."],
  ["codegrove search_code 'area of a circle'", "Where is the code that does this?"],
  ["codegrove find_references area", "Who uses it?"],
  ["codegrove get_dependency_graph --symbol area --direction callers", "Who calls it, over several steps?"],
];

function commandHelp(command: CommandEntry, program: ProgramName): readonly string[] {
  const { name, words, about, flags, outputFlags, examples } = command;
  const shown = name === "serve" ? "[serve]" : name;
  return [
    ...wrapped([program, shown, words, "[flags]"].filter((word) => word !== "").join(" ")),
    ...about.flatMap((paragraph) => ["", ...wrapped(paragraph)]),
    ...section(
      "Examples:",
      examples.flatMap(({ line, does }) => [...wrapped(`# ${does}`, "  "), `  ${named(line, program)}`]),
    ),
    ...section("Flags:", rowsOf(flags)),
    ...section("Output:", rowsOf(outputFlags)),
    "",
    ...globalHelp(),
    "",
    ...exitStatusHelp(),
  ];
}

function named(line: string, program: ProgramName): string {
  return line.replace(/\bcodegrove\b/, program);
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

function globalHelp(): readonly string[] {
  return ["Flags of every command:", ...rowsOf(globalFlags)];
}

function exitStatusHelp(): readonly string[] {
  return ["Exit status:", ...exitStatuses.flatMap(([status, meaning]) => row(status, meaning, 4))];
}

function rowsOf(flags: readonly Flag[]): readonly string[] {
  return flags.flatMap((flag) => row(usageOf(flag), flag.help));
}

/** Returns the lines of two columns, the second one wrapped. */
function row(left: string, right: string, columns = leftColumns): readonly string[] {
  const indent = " ".repeat(columns + 3);
  const [first = "", ...others] = wrapped(right, indent);
  if (left.length > columns) return [`  ${left}`, ...(right === "" ? [] : [first]), ...others];
  return [`  ${left.padEnd(columns)} ${first.slice(indent.length)}`.trimEnd(), ...others];
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
