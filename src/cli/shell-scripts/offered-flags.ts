import type { CommandEntry } from "../command-table.ts";
import type { Flag } from "../flag.ts";

/** The names of the program, which all take the same words. */
export const programNames: readonly string[] = ["codegrove", "mcp_stdio_server"];

/** Returns the flags that are a command's own. */
export function ownFlags({ flags, outputFlags }: CommandEntry): readonly Flag[] {
  return [...flags, ...outputFlags];
}

/** Returns the flags that are the program's own: it serves without a command. */
export function programFlags(commands: readonly CommandEntry[]): readonly Flag[] {
  return commands.filter(({ name }) => name === "serve").flatMap(ownFlags);
}

/** Returns how a flag is written: `--kinds`, and also `-l` or `--no-nested`. */
export function spellings({ name, short, isNegatable }: Flag): readonly string[] {
  return [
    `--${name}`,
    ...(isNegatable === true ? [`--no-${name}`] : []),
    ...(short === undefined ? [] : [`-${short}`]),
  ];
}
