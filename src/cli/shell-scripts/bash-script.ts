/**
 * The completion script for bash. Input: the table of commands; output: a script that completes commands, flags, their
 * values and paths, and starts no program.
 */
import { type CommandEntry, globalFlags } from "../command-table.ts";
import type { Flag } from "../flag.ts";
import { ownFlags, programFlags, programNames, spellings } from "./offered-flags.ts";

/** Returns the script for bash. It needs nothing but bash 3.2, which macOS has. */
export function bashScript(commands: readonly CommandEntry[]): string {
  return `# Completion of codegrove for bash; made by: codegrove completion bash
_codegrove() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flag=\${COMP_WORDS[COMP_CWORD-1]} command= words= before= i
  # bash takes the = of --flag=value for a word.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $flag == = ]] && ((COMP_CWORD > 1)); then
    flag=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${flagsWithValue(commands).join(" | ")})
        [[ \${COMP_WORDS[i+1]} == = ]] && ((i++))
        ((i++))
        ;;
      -*) ;;
      *)
        command=\${COMP_WORDS[i]}
        break
        ;;
    esac
  done
  case $command:$flag in
${valueCases(commands).join("\n")}
  esac
  if [[ -n $words ]]; then
    [[ $cur == *,* ]] && before=\${cur%,*},
    COMPREPLY=($(compgen -P "$before" -W "$words" -- "\${cur##*,}"))
    return
  fi
  if [[ $cur == -* ]]; then
    case $command in
${flagCases(commands).join("\n")}
    esac
    words+=" "${quotedWords(globalFlags.flatMap(spellings))}
  else
    case $command in
${wordCases(commands).join("\n")}
      *)
        _codegrove_paths -f
        return
        ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}

# Offers the files or folders that begin with the word. The lines of compgen are read one by one: the shell would expand a
# name like *. A line that is not a path is a part of a name with a line break, which is not offered.
_codegrove_paths() {
  local path line
  COMPREPLY=()
  while IFS= read -r line; do
    path=$line
    [[ $line == "~/"* ]] && path=$HOME/\${line#"~/"}
    [[ -e $path || -L $path || $line == "~"* ]] && COMPREPLY+=("$line")
  done <<< "$(compgen "$1" -- "$cur")"
  # Adds the slash of a folder, and quotes; bash has it from version 4 on.
  if type compopt &>/dev/null; then
    compopt -o filenames 2>/dev/null
  else
    _codegrove_quote
  fi
  return 0
}

# Writes names as words of the shell, except the ~ at their beginning.
_codegrove_quote() {
  local i quoted
  for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do
    quoted=$(printf %q "\${COMPREPLY[i]}")
    [[ $quoted == "\\~"* ]] && quoted=\${quoted#?}
    COMPREPLY[i]=$quoted
  done
}

complete -F _codegrove ${programNames.join(" ")}
`;
}

/** The flags after which a value follows, of whichever command: it is not a command. */
function flagsWithValue(commands: readonly CommandEntry[]): readonly string[] {
  const flags = [...globalFlags, ...commands.flatMap(ownFlags)].filter(({ value }) => value !== undefined);
  return [...new Set(flags.flatMap(spellings))];
}

/** The completions after a flag with a value, by command; empty for a text or a number. */
function valueCases(commands: readonly CommandEntry[]): readonly string[] {
  const linesOf = (command: string, flags: readonly Flag[]) =>
    flags
      .filter(({ value }) => value !== undefined)
      .map((flag) => {
        const pattern = spellings(flag).map((spelling) => `${command}:${spelling}`);
        return `    ${pattern.join(" | ")}) ${actionOf(flag)} ;;`;
      });
  return [
    ...linesOf("*", globalFlags),
    ...linesOf("", programFlags(commands)),
    ...commands.flatMap((command) => linesOf(command.name, ownFlags(command))),
  ];
}

function actionOf({ words, completes }: Flag): string {
  if (words !== undefined) return `words=${quotedWords(words)}`;
  if (completes === undefined) return "return";
  return `_codegrove_paths ${completes === "folder" ? "-d" : "-f"}; return`;
}

function flagCases(commands: readonly CommandEntry[]): readonly string[] {
  return [
    `      "") words=${quotedWords(programFlags(commands).flatMap(spellings))} ;;`,
    ...commands.map(
      (command) => `      ${command.name}) words=${quotedWords(ownFlags(command).flatMap(spellings))} ;;`,
    ),
  ];
}

function wordCases(commands: readonly CommandEntry[]): readonly string[] {
  const names = commands.map(({ name }) => name);
  return [
    `      "") words=${quotedWords(names)} ;;`,
    ...commands.flatMap(({ name, completes, firstWords = [] }) => {
      if (completes === "paths") return firstWords.length === 0 ? [] : [pathsCase(name, firstWords)];
      const words = completes === "command" ? names : completes;
      return [`      ${name}) words=${quotedWords(words === "none" ? [] : words)} ;;`];
    }),
  ];
}

/** Offers paths, and as the first word after the command also some words. */
function pathsCase(name: string, firstWords: readonly string[]): string {
  return `      ${name})
        _codegrove_paths -f
        ((COMP_CWORD == i + 1)) && COMPREPLY+=($(compgen -W ${quotedWords(firstWords)} -- "$cur"))
        return
        ;;`;
}

/** The words are of our own tables, without what a shell expands. */
function quotedWords(words: readonly string[]): string {
  return `"${words.join(" ")}"`;
}
