import { counted } from "../base/counted.ts";
import { recordOf } from "../base/record.ts";
import type { RowValues } from "./rows.ts";

/** The error of a file that a call has not read in its time: nothing is wrong with it. */
export const timeOver = "the time was over";

/** Says in sentences why an answer may miss files, and what to do; undefined for an answer that misses none. */
export function sentencesOnMissing({
  unread = {},
  not_read_yet: late = 0,
  changed_during_call: changed,
}: RowValues): string | undefined {
  const counts = Object.entries(recordOf(unread)).map(([folder, count]) => [folder, Number(count)] as const);
  const files = counts.reduce((sum, [, count]) => sum + count, 0);
  const places = counts.map(([folder, count]) => `${folder}: ${count}`).join(", ");
  // The folders count both kinds of files.
  const placesOf = (areAll: boolean) => (areAll ? ` (${places})` : "");
  const failed = files - Number(late);
  const sentences = [
    ...(failed > 0
      ? [`${counted(failed, "file")} could not be read${placesOf(late === 0)}. The next call reads them again.`]
      : []),
    ...(late === 0
      ? []
      : [
          `${counted(Number(late), "file")} were not read in time${placesOf(failed <= 0)}. The same call again goes on.`,
        ]),
    ...(changed === undefined ? [] : [`${counted(Number(changed), "file")} changed while the call ran. Ask again.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
