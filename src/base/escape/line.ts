import { escapedAsJson, hiddenExcept } from "./hidden.ts";

const inLine = hiddenExcept("");
const inCode = hiddenExcept("\\t");
const inText = hiddenExcept("\\t\\n\\f");
const oldCommand = /##(?=\[)/g;

/** Returns a text as one line without hidden characters, which are escaped as in JSON. No runner of CI takes a part of it for a command. */
export function lineText(text: string): string {
  return withoutCommands(text.replace(inLine, escapedAsJson));
}

/** Returns a line of code, whose tabs stay. */
export function codeLine(text: string): string {
  return withoutCommands(text.replace(inCode, escapedAsJson)).replace(commandLine, "$1\\u003a");
}

/**
 * Returns code or a document of several lines that is an answer by itself: line ends, tabs and form feeds stay, hidden
 * characters are escaped as in JSON, and no line is a command of a runner of CI or the head of another file.
 */
export function wholeText(text: string): string {
  const visible = text.replaceAll("\r\n", "\n").replace(inText, escapedAsJson);
  return withoutCommands(visible).replace(commandLine, "$1\\u003a").replace(headLine, " $&");
}

/** `##[error]`, an older form of a command that may be anywhere in a line. */
function withoutCommands(text: string): string {
  return text.replace(oldCommand, "#\\u0023");
}

/**
 * A line that the runner of GitHub Actions takes for a command: `::error::`, after any white space. Other names between
 * colons are not commands, and may be code: `::std::string name();`.
 */
const commandLine = new RegExp(
  `^([^\\S\\n]*):(?=:(?:${[
    "add-mask",
    "add-matcher",
    "add-path",
    "debug",
    "echo",
    "endgroup",
    "error",
    "group",
    "internal-set-repo-path",
    "notice",
    "remove-matcher",
    "save-state",
    "set-env",
    "set-output",
    "stop-commands",
    "warning",
  ].join("|")})(?:::| ))`,
  "gim",
);

/** A line like the one above each of several interfaces. */
const headLine = /^==>/gm;
