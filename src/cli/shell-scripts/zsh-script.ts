import { shellQuoted } from "../../base/shell-line.ts";
import { type CommandEntry, globalFlags } from "../command-table.ts";
import type { Flag } from "../flag.ts";
import { ownFlags, programFlags, programNames, spellings } from "./offered-flags.ts";

/** Returns the script for zsh: it is read by `source`, or as the file _codegrove of a folder in fpath. */
export function zshScript(commands: readonly CommandEntry[]): string {
  return `#compdef ${programNames.join(" ")}
# Completion of codegrove for zsh; made by: codegrove completion zsh
_codegrove() {
  local context state state_descr line
  typeset -A opt_args
  local -a shared
  shared=(
${specLines(globalFlags, "").join("\n")}
  )
  _arguments -C -A '-*' $shared \\
${specLines(programFlags(commands), " \\").join("\n")}
    '1: :_codegrove_commands' '*:: :->words'
  [[ $state == words ]] || return
  case $line[1] in
${commands.map((command) => caseOf(command)).join("\n")}
  esac
}

_codegrove_commands() {
  local -a commands
  commands=(
${commands.map(({ name, does }) => `    ${shellQuoted(`${name}:${does}`)}`).join("\n")}
  )
  _describe -t commands command commands
}

if [[ $funcstack[1] == _codegrove ]]; then
  _codegrove "$@"
else
  compdef _codegrove ${programNames.join(" ")}
fi
`;
}

function caseOf(command: CommandEntry): string {
  return `    ${command.name})
      _arguments $shared \\
${[...specLines(ownFlags(command), " \\"), `        ${wordsSpec(command)}`].join("\n")}
      ;;`;
}

function wordsSpec({ completes, firstWords = [] }: CommandEntry): string {
  if (completes === "paths") {
    const first = `'1: :{_alternative "words:word:(${firstWords.join(" ")})" "paths:path:_files"}' `;
    return `${firstWords.length === 0 ? "" : first}'*: :_files'`;
  }
  if (completes === "command") return "'1: :_codegrove_commands'";
  return completes === "none" ? "'*: :'" : `'1: :(${completes.join(" ")})'`;
}

function specLines(flags: readonly Flag[], end: string): readonly string[] {
  const lines = flags.flatMap((flag) => spellings(flag).map((spelling) => specOf(spelling, flag)));
  return lines.map((line) => `        ${line}${end}`);
}

function specOf(spelling: string, flag: Flag): string {
  const { value, help } = flag;
  const description = help.replaceAll(/[\\[\]:]/g, "\\$&");
  const end = value === undefined ? "" : `:${value.replaceAll(/[\\[\]:]/g, "")}:${actionOf(flag)}`;
  // Any flag may be repeated, so that none hides another one.
  return shellQuoted(`*${spelling}[${description}]${end}`);
}

function actionOf({ words, completes, isList }: Flag): string {
  if (words !== undefined) return isList === true ? `_sequence compadd - ${words.join(" ")}` : `(${words.join(" ")})`;
  if (completes === undefined) return " ";
  return completes === "folder" ? "_files -/" : "_files";
}
