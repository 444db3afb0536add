/**
 * The answer of a call for lines of files, of whatever kind these are. Input: the lines that were asked for; output: as many of
 * them as fit, in the order of the call, and the ranges that are left.
 */
import { type FileEntry, type IndexResults, resultsOf } from "../../answers/answer.ts";
import { fitForms, type Room } from "../../answers/fit.ts";
import { counted } from "../../base/counted.ts";
import type { LineRange, TextLines } from "../source-lines/text-lines.ts";

/** Lines of a file as they were asked for, or the reason why there are none. */
export type ShownFile = LineRange & { readonly filepath: string } & (TextLines | { readonly error: string });

/** Returns the answer: a file that cannot be read, and one without the lines, is named in `warnings`. */
export function linesAnswer(files: readonly ShownFile[], room: Room): IndexResults {
  const read = files.flatMap((file) => ("error" in file ? [] : [file]));
  const total = read.reduce((sum, { lines }) => sum + lines.length, 0);
  const shown = (size: number) => {
    let left = size;
    return read.map(({ lines, ...file }) => {
      const some = lines.slice(0, left);
      left -= some.length;
      return { ...file, all: lines.length, lines: some };
    });
  };
  const notes = files.flatMap(noteOn);
  return fitForms(
    [{ shown, sizes: { least: 0, most: total }, leastChars: leastLineChars }],
    (some, excess): IndexResults => {
      const left = some.flatMap(({ filepath, from, lines, all }) =>
        lines.length === all ? [] : [`${filepath}:${from + lines.length}-${from + all - 1}`],
      );
      return {
        head:
          excess === undefined
            ? {}
            : { truncated: true, truncated_reason: `limit of the answer: ask next for lines ${left.join(", ")}` },
        lists: [resultsOf(entriesOf(some.filter(({ lines }) => lines.length > 0)))],
        tail: notes.length === 0 ? {} : { warnings: notes },
      };
    },
    room,
  );
}

/** An entry for each file; ranges of one file that follow each other in the call share it. */
function entriesOf(ranges: readonly (LineRange & TextLines & { readonly filepath: string })[]): readonly FileEntry[] {
  const entries: { filepath: string; lines: string[] }[] = [];
  for (const { filepath, from, total, hasReturns, lines } of ranges) {
    const numbered = lines.map((line, at) => `${from + at}: ${line}`);
    const last = entries.at(-1);
    if (last?.filepath === filepath) last.lines.push(...numbered);
    else entries.push(entryOf({ filepath, total_lines: total, lines: numbered }, hasReturns));
  }
  return entries;
}

function entryOf<Entry>(entry: Entry, hasReturns: boolean): Entry {
  return hasReturns ? { ...entry, line_ends: "CRLF" } : entry;
}

/** UTF-16 code units of an empty line in the shortest format. */
const leastLineChars = 3;

function noteOn(file: ShownFile): readonly string[] {
  if ("error" in file) return [`${file.error}.`];
  const { filepath, from, to, lines, total } = file;
  if (lines.length === 0) return [`${filepath} has ${counted(total, "line")}: there is nothing from line ${from} on.`];
  const last = from + lines.length - 1;
  return last < Math.min(to, total) ? [`${filepath}: one call has at most ${counted(lines.length, "line")}.`] : [];
}
