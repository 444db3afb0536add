import { withVisible } from "../base/hidden-characters.ts";
import type { Answer, Format } from "./format.ts";

/**
 * Commands of GitHub's runner, which it obeys in any line of a job's log, after blanks too
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions), and the older `##[command]`, which it
 * obeys anywhere in a line.
 */
const runnerCommand =
  /^([ \t]*):(?=:(?:add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|internal-[\w-]+|notice|remove-matcher|save-state|set-env|set-output|stop-commands|warning)\b[^\n]*::)/gim;
const olderCommand = /##\[(?=[a-z])/gi;

/** How the texts of a format are made safe for who reads them. */
export type Guard = (text: string) => string;

/** JSON: hidden characters, and what begins a command in the middle of a line, are escaped in its strings and mean the same. */
export const jsonGuard: Guard = (text) => withVisible(text).replace(olderCommand, "##\\u005b");

/** Lines of a log: no text of a file can command the runner that prints it. */
export const lineGuard: Guard = (text) =>
  withVisible(text).replace(runnerCommand, "$1\\u003a").replace(olderCommand, "##\\u005b");

/** Returns a format whose texts all pass a guard. */
export function guarded(format: Format, guard: Guard): Format {
  const answer = ({ text, failed }: Answer): Answer => ({ text: guard(text), failed });
  return {
    ...format,
    begin: (tool) => {
      const { file, end } = format.begin(tool);
      return { file: (entry) => guard(file(entry)), end: (summary) => answer(end(summary)) };
    },
    ofIndex: (given) => answer(format.ofIndex(given)),
  };
}
