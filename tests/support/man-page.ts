import { type CommandEntry, commandTable, exitStatuses, globalFlags } from "../../src/cli/command-table.ts";
import { type Flag, flagsIn, usageOf } from "../../src/cli/flag.ts";
import { diagnosticsOptions, failOnOptions, outputOptions } from "../../src/cli/options.ts";
import { variables } from "../../src/cli/variables.ts";
import { commandGroups } from "../../src/tools/contract/described.ts";
import { loadTools } from "../../src/tools/index.ts";

const tools = await loadTools();

/** Returns the manual page codegrove(1), in the macros of man(7), from what makes the help. */
export function manPage(version: string): string {
  const commands = commandTable(tools);
  const serve = commands.filter(({ name }) => name === "serve");
  return [
    '.\\" Made from the code by: npm run generate',
    // Without a date: the page is the same on each day.
    `.TH CODEGROVE 1 "" "codegrove ${version}" "User Commands"`,
    ".SH NAME",
    "codegrove, mcp_stdio_server \\- code intelligence for C++, Python and six more languages",
    ".SH SYNOPSIS",
    ".B codegrove",
    "[\\fBserve\\fR] [\\fIflags\\fR]",
    ".br",
    ".B codegrove",
    "\\fIcommand\\fR [\\fIwords\\fR] [\\fIflags\\fR]",
    ".br",
    ".B codegrove help",
    "[\\fIcommand\\fR]",
    ".SH DESCRIPTION",
    ...paragraphs([
      "Codegrove answers questions about code: what files define, where names are defined and used, what is wrong. It reads " +
        "files with tree-sitter and needs no build. Programs ask it over the Model Context Protocol, people by commands.",
      "A command that is a tool answers with text on a terminal and with JSON in a pipe or a file; --format chooses.",
    ]),
    ".SH COMMANDS",
    ...commandGroups.flatMap((group) => [
      `.SS ${quoted(group)}`,
      ...commands.filter((command) => command.group === group).flatMap(commandLines),
    ]),
    ".SH FLAGS OF EVERY COMMAND",
    ...globalFlags.flatMap(flagLines),
    ".SH FLAGS OF SERVE",
    ...serve.flatMap(({ flags }) => flags).flatMap(flagLines),
    ".SH FLAGS OF COMMANDS THAT ARE TOOLS",
    ...flagsIn({ ...outputOptions, ...diagnosticsOptions, ...failOnOptions }).flatMap(flagLines),
    ".SH ENVIRONMENT",
    ...Object.values(variables).flatMap(({ name, kind, fallback, help }) => [
      ".TP",
      `.B ${escaped(name)}`,
      escaped(`${help}. It takes ${kind.takes} (default: ${fallback}).`),
    ]),
    ".SH FILES",
    ...[
      [
        "codegrove.json",
        "The project's configuration, in the working folder: what is harmless of it counts unless --config names it.",
      ],
      ["~/.config/codegrove/codegrove.json", "The user's configuration, below XDG_CONFIG_HOME where that is set."],
      ["~/.cache/codegrove", "The cache of results, below XDG_CACHE_HOME where that is set; see codegrove cache."],
    ].flatMap(([file = "", about = ""]) => [".TP", `.I ${escaped(file)}`, escaped(about)]),
    ".SH EXIT STATUS",
    ...exitStatuses.flatMap(([status, meaning]) => [".TP", `.B ${status}`, escaped(meaning)]),
    ".SH EXAMPLES",
    ...commands
      .flatMap(({ examples }) => examples)
      .flatMap(({ line, does }) => [".TP", escaped(`${does}:`), `.B ${escaped(line)}`]),
    "",
  ]
    .flatMap(brokenLines)
    .join("\n");
}

/** Bytes of a line of the source, which mandoc advises. */
const maxLineLength = 80;

/** Returns a line of text as lines that are not too long, which roff fills anew; a request as it is. */
function brokenLines(line: string): readonly string[] {
  if (line.startsWith(".")) return [line];
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= maxLineLength)
      lines[lines.length - 1] = `${last} ${word}`;
    // A word at the start of a line is no request.
    else lines.push(/^[.']/.test(word) ? `\\&${word}` : word);
  }
  return lines;
}

function commandLines({ name, words, about, flags }: CommandEntry): readonly string[] {
  const isServe = name === "serve";
  return [
    ".TP",
    `.B ${escaped([name, words].filter((word) => word !== "").join(" "))}`,
    ...about
      .filter((paragraph) => !paragraph.startsWith("PATH is"))
      .flatMap((paragraph, i) => [...(i === 0 ? [] : [".IP"]), escaped(paragraph)]),
    ...(isServe || flags.length === 0 ? [] : [".RS", ...flags.flatMap(flagLines), ".RE"]),
  ];
}

function flagLines(flag: Flag): readonly string[] {
  const { help } = flag;
  return [".TP", `.B ${escaped(usageOf(flag))}`, escaped(help)];
}

function paragraphs(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text, i) => [...(i === 0 ? [] : [".PP"]), escaped(text)]);
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', "\\(dq")}"`;
}

/** Returns text in which roff finds neither requests nor escapes, of ASCII characters. */
function escaped(text: string): string {
  const plain = text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replace(
      /[^\0-\x7f]/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
