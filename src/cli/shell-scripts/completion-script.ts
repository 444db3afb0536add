import type { AnyTool } from "../../tools/contract/tool.ts";
import { commandTable } from "../command-table.ts";
import { bashScript } from "./bash-script.ts";
import { fishScript } from "./fish-script.ts";
import type { Shell } from "./shells.ts";
import { zshScript } from "./zsh-script.ts";

const writers = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/**
 * Returns the script that completes command lines in a shell. All that it offers is in it: a script that asks the
 * program at each key, as the scripts of omelette, tabtab and @bomb.sh/tab do, waits for a start of Node each time.
 */
export function completionScript(shell: Shell, tools: ReadonlyMap<string, AnyTool>): string {
  return writers[shell](commandTable(tools));
}
