import { codeLine } from "../base/escape/line.ts";

/** The lines of a unified diff as a format of lines writes them; undefined for an answer without one. */
export function diffLines(diff: unknown): readonly string[] | undefined {
  if (typeof diff !== "string") return undefined;
  return diff
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => codeLine(line.replace(/\r$/, "")));
}
