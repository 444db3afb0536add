import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";

/** Starts bash with the script `$1`; Control-T appends the line that is typed to the file `$2`, with a NUL, and empties it. */
const startBash = String.raw`
  zpty shell env PS1= INPUTRC=/dev/null bash --norc -i
  zpty -w shell 'source '$1
  zpty -w shell 'report() { printf "%s\0" "$READLINE_LINE" >> '$2'; READLINE_LINE=; }; bind -x '"'"'"\C-t": report'"'"
`;

/** Starts zsh in the same way. */
const startZsh = `
  zpty shell zsh -f -i
  zpty -w shell 'autoload -U compinit && compinit -u -D; source '$1
  zpty -w shell 'report() { print -rN -- "$BUFFER" >> '$2'; BUFFER= }; zle -N report; bindkey "^T" report; unsetopt list_beep auto_menu'
`;

/** Types the lines `$3` and those after it, each with Tab and Control-T, and waits until it is reported. */
const typeLines = String.raw`
  typeset -i lines=0
  for line in "$@[3,-1]"; do
    zpty -w -n shell "$line"$'\t\x14'
    lines+=1
    repeat 400 { [[ -e $2 && $(tr -dc '\0' < $2 | wc -c) -ge $lines ]] && continue 2; zpty -r -t shell text; sleep 0.02 }
    print -u2 "not completed: $line"; exit 1
  done
`;

/**
 * Types the beginnings of paths into a shell, completes each with Tab, and returns the words that the shell then reads in the
 * line. Both shells run on a terminal that zsh makes.
 *
 * @param script the file of the completion for the shell
 */
export function typedPaths(
  shell: "bash" | "zsh",
  script: string,
  folder: string,
  beginnings: readonly string[],
): readonly string[] {
  const typed = join(temporaryFolder(), "typed");
  const program = ["zmodload zsh/zpty", shell === "bash" ? startBash : startZsh, typeLines].join("\n");
  const lines = beginnings.map((beginning) => `codegrove check ${beginning}`);
  const run = spawnSync("zsh", ["-f", "-c", program, "zsh", script, typed, ...lines], {
    cwd: folder,
    encoding: "utf8",
  });
  if (run.stderr !== "") throw new Error(run.stderr);
  const read = 'for line; do eval "set -- $line"; printf "%s\\0" "$3"; done';
  const completed = readFileSync(typed, "utf8").split("\0").slice(0, -1);
  const { stdout } = spawnSync(shell, ["-c", read, shell, ...completed], { cwd: folder, encoding: "utf8" });
  return stdout.split("\0").slice(0, -1);
}
