import { counted } from "../base/counted.ts";
import { recordOf } from "../base/record.ts";
import type { RowValues } from "./rows.ts";

/** Says in sentences why an answer may miss files, and what to do; undefined for an answer that misses none. */
export function sentencesOnMissing({ unread = {}, changed_during_call: changed }: RowValues): string | undefined {
  const counts = Object.entries(recordOf(unread)).map(([folder, count]) => [folder, Number(count)] as const);
  const files = counts.reduce((sum, [, count]) => sum + count, 0);
  const places = counts.map(([folder, count]) => `${folder}: ${count}`).join(", ");
  const sentences = [
    ...(files === 0
      ? []
      : [`${counted(files, "file")} could not be read (${places}). The next call reads them again.`]),
    ...(changed === undefined ? [] : [`${counted(Number(changed), "file")} changed while the call ran. Ask again.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
