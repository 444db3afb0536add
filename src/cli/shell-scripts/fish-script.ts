import { type CommandEntry, globalFlags } from "../command-table.ts";
import type { Flag } from "../flag.ts";
import { ownFlags, programNames } from "./offered-flags.ts";

/** Returns the script for fish. */
export function fishScript(commands: readonly CommandEntry[]): string {
  const [program = "", ...others] = programNames;
  const complete = `complete -c ${program}`;
  const isFirst = "__fish_use_subcommand";
  const names = commands.map(({ name }) => name).join(" ");
  return [
    "# Completion of codegrove for fish; made by: codegrove completion fish",
    `${complete} -f`,
    ...others.map((other) => `complete -c ${other} -w ${program}`),
    ...commands.map(({ name, does }) => `${complete} -n ${isFirst} -a ${name} -d ${quoted(does)}`),
    ...globalFlags.flatMap((flag) => flagLines(flag, complete)),
    ...commands.flatMap((command) => {
      const isSeen = quoted(`__fish_seen_subcommand_from ${command.name}`);
      return [
        ...ownFlags(command).flatMap((flag) => flagLines(flag, `${complete} -n ${isSeen}`)),
        ...wordLines(command, `${complete} -n ${isSeen}`, names),
      ];
    }),
    "",
  ].join("\n");
}

function flagLines(flag: Flag, complete: string): readonly string[] {
  const { name, short, help, isNegatable } = flag;
  const line = `${complete} -l ${name}${short === undefined ? "" : ` -s ${short}`}${valuePart(flag)} -d ${quoted(help)}`;
  return isNegatable === true ? [line, `${complete} -l no-${name} -d ${quoted(help)}`] : [line];
}

function valuePart({ value, words, completes }: Flag): string {
  if (value === undefined) return "";
  if (words !== undefined) return ` -x -a ${quoted(words.join(" "))}`;
  if (completes === undefined) return " -x";
  return completes === "folder" ? " -x -a '(__fish_complete_directories)'" : " -r -F";
}

function wordLines({ completes, firstWords = [] }: CommandEntry, complete: string, names: string): readonly string[] {
  if (completes === "none") return [];
  if (completes === "paths") {
    const words = firstWords.length === 0 ? "" : ` -a ${quoted(firstWords.join(" "))}`;
    return [`${complete} -F${words}`];
  }
  return [`${complete} -a ${quoted(completes === "command" ? names : completes.join(" "))}`];
}

/** Returns a text in single quotes, in which fish reads a backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
